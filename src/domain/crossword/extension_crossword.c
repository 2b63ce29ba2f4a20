/* extension_crossword.c - knowledge of words, and vectors of clues, as parts of crossword models.
 *
 * A model of compact energies is its knowledge. The network of the paper takes a clue's vector as
 * condition, and a note says by what vectors were made when it was trained: by the built-in model
 * of compact energies, which is then loaded beside it (its numbers are not kept twice), or by a
 * file of the user's, who has to bring the vectors of the puzzles' clues too.
 */
#include "domain/crossword/extension_crossword.h"

#include "base/mem.h"
#include "basin_words.h"
#include "domain/crossword/knowledge/knowledge_file.h"
#include "energy/extension.h"
#include "energy/model_file.h"
#include "energy/safetensors.h"

#include <string.h>

#define DOMAIN "crossword"

extern const struct bsn_extension bsn_extension_crossword;

/* ----------------------------------------------------------------------------- in memory ---- */

static const struct bsn_crossword_extra *extra_of(const basin_model *model)
{
    return model->extension == &bsn_extension_crossword ? model->extra : NULL;
}

const struct bsn_knowledge *bsn_crossword_knowledge(const basin_model *model)
{
    const struct bsn_crossword_extra *const extra = extra_of(model);

    return extra ? extra->knowledge : NULL;
}

const struct bsn_embeddings *bsn_crossword_clues(const basin_model *model)
{
    const struct bsn_crossword_extra *const extra = extra_of(model);

    return extra ? extra->clues : NULL;
}

static void free_extra(basin_ctx *ctx, void *own)
{
    struct bsn_crossword_extra *const extra = own;

    if (extra->knowledge)
        bsn_knowledge_clear(ctx, extra->knowledge);
    bsn_free(ctx, extra->knowledge);
    bsn_embeddings_free(ctx, extra->clues);
    bsn_free(ctx, extra);
}

/* The extra of a model, which is given one if it has none. */
static basin_status extend(basin_ctx *ctx, basin_model *model, struct bsn_crossword_extra **out)
{
    if (!model->extra)
        BSN_TRY(BSN_NEW(ctx, 1, out));
    else
        *out = model->extra;
    model->extension = &bsn_extension_crossword;
    model->extra = *out;
    return BASIN_STATUS_OK;
}

static basin_status add_knowledge(basin_ctx *ctx, basin_model *model,
                                  struct bsn_knowledge **knowledge)
{
    struct bsn_crossword_extra *extra;

    BSN_TRY(extend(ctx, model, &extra));
    BSN_TRY(BSN_NEW(ctx, 1, &extra->knowledge));
    *knowledge = extra->knowledge;
    return BASIN_STATUS_OK;
}

basin_status bsn_crossword_model_new(basin_ctx *ctx, basin_model **out,
                                     struct bsn_knowledge **knowledge)
{
    basin_model *model;

    BSN_TRY(bsn_model_new(ctx, DOMAIN, BASIN_ENERGY_COMPACT, bsn_extension_crossword.levels,
                          &model));
    const basin_status status = add_knowledge(ctx, model, knowledge);
    if (status != BASIN_STATUS_OK)
        basin_model_free(ctx, model);
    else
        *out = model;
    return status;
}

/* ------------------------------------------------------------------------------ in files ---- */

static basin_status read_extra(basin_ctx *ctx, const char *where, const void *bytes, size_t length,
                               basin_model *model)
{
    struct bsn_knowledge *knowledge;

    BSN_TRY(add_knowledge(ctx, model, &knowledge));
    return bsn_knowledge_from_bytes(ctx, where, bytes, length, knowledge);
}

static basin_status write_extra(basin_ctx *ctx, const basin_model *model, char **bytes,
                                size_t *length)
{
    struct bsn_pair note[BSN_MODEL_NOTES];

    for (size_t i = 0; i < model->notes; i++)
        note[i] = (struct bsn_pair){ model->note[i].key, model->note[i].value };
    return bsn_knowledge_to_bytes(ctx, bsn_crossword_knowledge(model), note, model->notes, bytes,
                                  length);
}

/* ---------------------------------------------------------------------- vectors of clues ---- */

basin_status bsn_crossword_embeddings(basin_ctx *ctx, struct bsn_embeddings **out)
{
    basin_model *words;

    BSN_TRY(basin_model_default(ctx, DOMAIN, BASIN_ENERGY_COMPACT, &words));
    struct bsn_crossword_extra *const extra = words->extra;
    struct bsn_knowledge *const knowledge = extra->knowledge;
    extra->knowledge = NULL;
    basin_model_free(ctx, words);
    return bsn_embeddings_of(ctx, knowledge, out);
}

static basin_status complete(basin_ctx *ctx, const char *where, basin_model *model)
{
    const char *const made_by = bsn_model_noted(model, BSN_NOTE_CONDITIONS);
    struct bsn_crossword_extra *extra;
    char name[BSN_EMBEDDINGS_NAME];

    if (!made_by || strcmp(made_by, BSN_EMBEDDINGS_OF_FILE) == 0)
        return BASIN_STATUS_OK;
    BSN_TRY(extend(ctx, model, &extra));
    BSN_TRY(bsn_crossword_embeddings(ctx, &extra->clues));
    bsn_embeddings_name(extra->clues, name);
    if (strcmp(name, made_by) != 0)
        return bsn_fail(ctx, BASIN_STATUS_MODEL,
                        "%s: trained with vectors of clues by %.64s, which are not those of this "
                        "library, %s: train it again",
                        where, made_by, name);
    return BASIN_STATUS_OK;
}

/* The vectors of a file, if they are such as the model was trained with. */
static basin_status read_vectors(basin_ctx *ctx, const basin_model *model, const char *path,
                                 struct bsn_embeddings **out)
{
    const char *const made_by = bsn_model_noted(model, BSN_NOTE_CONDITIONS);
    struct bsn_embeddings *clues;

    if (strcmp(model->domain, DOMAIN) != 0 || !made_by ||
        strcmp(made_by, BSN_EMBEDDINGS_OF_FILE) != 0)
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "%s: embeddings are for crossword models that were trained with them; this "
                        "%s model of %s was not",
                        path, basin_energy_name(model->energy), model->domain);
    BSN_TRY(bsn_embeddings_read(ctx, path, &clues));
    if (clues->width != model->net[0].net.conds) {
        const basin_status status =
            bsn_fail(ctx, BASIN_STATUS_MODEL,
                     "%s: vectors of %zu numbers; the model was trained with %u", path,
                     clues->width, model->net[0].net.conds);
        bsn_embeddings_free(ctx, clues);
        return status;
    }
    *out = clues;
    return BASIN_STATUS_OK;
}

static basin_status copy_model(basin_ctx *ctx, const basin_model *model, basin_model **out)
{
    size_t length;
    char *bytes;

    BSN_TRY(bsn_model_to_bytes(ctx, model, &bytes, &length));
    const basin_status status = bsn_model_from_bytes(ctx, "a copy", bytes, length, out);
    bsn_free(ctx, bytes);
    return status;
}

basin_status basin_model_with_embeddings(basin_ctx *ctx, const basin_model *model, const char *path,
                                         basin_model **out)
{
    BSN_NEED(ctx, model && path && out);
    struct bsn_embeddings *clues = NULL;
    struct bsn_crossword_extra *extra;
    basin_model *copy = NULL;
    basin_status status;

    BSN_TRY_OUT(read_vectors(ctx, model, path, &clues));
    BSN_TRY_OUT(copy_model(ctx, model, &copy));
    BSN_TRY_OUT(extend(ctx, copy, &extra));
    extra->clues = clues;
    *out = copy;
    return BASIN_STATUS_OK;
out:
    bsn_embeddings_free(ctx, clues);
    basin_model_free(ctx, copy);
    return status;
}

const struct bsn_extension bsn_extension_crossword = {
    .domain = DOMAIN,
    .format = BSN_KNOWLEDGE_FORMAT,
    .levels = 100,
    .read = read_extra,
    .write = write_extra,
    .complete = complete,
    .free = free_extra,
};
