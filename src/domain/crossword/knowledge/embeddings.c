/* embeddings.c - vectors of clues out of a file or a knowledge. */
#include "domain/crossword/knowledge/embeddings.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/mem.h"
#include "domain/crossword/knowledge/knowledge.h"
#include "energy/safetensors.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A million clues of 100 characters. */
static const struct bsn_safetensors_limits limits = { (size_t)200 << 20, 1000000, 1 << 16 };

/* -------------------------------------------------------------------------------- a file ---- */

static basin_status check_vector(basin_ctx *ctx, const char *where, const struct bsn_tensor *t,
                                 size_t width)
{
    const size_t last = t->dims > 0 ? t->dim[t->dims - 1] : 0;

    if (t->type != BSN_TENSOR_F32)
        return bsn_fail(ctx, BASIN_STATUS_PARSE,
                        "%s: the vector of \"%.200s\" holds whole numbers, not real ones", where,
                        t->name);
    if (last != t->count || last == 0 || last > BSN_EMBEDDINGS_WIDTH)
        return bsn_fail(ctx, BASIN_STATUS_PARSE,
                        "%s: \"%.200s\" has %zu numbers in %zu dimensions; a vector has 1 to %d in "
                        "one",
                        where, t->name, t->count, t->dims, BSN_EMBEDDINGS_WIDTH);
    if (last != width)
        return bsn_fail(ctx, BASIN_STATUS_PARSE,
                        "%s: the vector of \"%.200s\" has %zu numbers, that of the first clue %zu",
                        where, t->name, last, width);
    return BASIN_STATUS_OK;
}

static basin_status take_names(basin_ctx *ctx, struct bsn_embeddings *e)
{
    uint32_t number;

    if (e->file->count == 0)
        return bsn_fail(ctx, BASIN_STATUS_PARSE, "%s: no vectors in it", e->path);
    const struct bsn_tensor *const first = &e->file->tensor[0];
    e->width = first->dims > 0 ? first->dim[first->dims - 1] : 0;
    BSN_TRY(bsn_strings_reserve(ctx, &e->clue, e->file->count));
    for (size_t k = 0; k < e->file->count; k++) {
        const struct bsn_tensor *const t = &e->file->tensor[k];
        BSN_TRY(check_vector(ctx, e->path, t, e->width));
        BSN_TRY(bsn_strings_add(ctx, &e->clue, t->name, strlen(t->name), &number));
    }
    return BASIN_STATUS_OK;
}

basin_status bsn_embeddings_read(basin_ctx *ctx, const char *path, struct bsn_embeddings **out)
{
    struct bsn_embeddings *e;
    char *bytes = NULL;
    size_t length;
    basin_status status;

    BSN_TRY(BSN_NEW(ctx, 1, &e));
    BSN_TRY_OUT(bsn_copy_text(ctx, bsn_file_label(path), &e->path));
    BSN_TRY_OUT(bsn_file_read(ctx, path, &bytes, &length));
    BSN_TRY_OUT(bsn_safetensors_parse_within(ctx, e->path, bytes, length, &limits, &e->file));
    BSN_TRY_OUT(take_names(ctx, e));
    *out = e;
    e = NULL;
out:
    bsn_free(ctx, bytes);
    bsn_embeddings_free(ctx, e);
    return status;
}

/* --------------------------------------------------------------------------- a knowledge ---- */

basin_status bsn_embeddings_of(basin_ctx *ctx, struct bsn_knowledge *knowledge,
                               struct bsn_embeddings **out)
{
    struct bsn_embeddings *e = NULL;
    basin_status status;

    if (knowledge->encoder)
        status = BSN_NEW(ctx, 1, &e);
    else
        status = bsn_fail(ctx, BASIN_STATUS_MODEL, "a crossword model without vectors of clues");
    if (status != BASIN_STATUS_OK) {
        bsn_knowledge_clear(ctx, knowledge);
        bsn_free(ctx, knowledge);
        return status;
    }
    e->width = BSN_ENCODER_DIM;
    e->knowledge = knowledge;
    *out = e;
    return BASIN_STATUS_OK;
}

void bsn_embeddings_free(basin_ctx *ctx, struct bsn_embeddings *e)
{
    if (!e)
        return;
    if (e->knowledge)
        bsn_knowledge_clear(ctx, e->knowledge);
    bsn_free(ctx, e->knowledge);
    bsn_strings_clear(ctx, &e->clue);
    bsn_safetensors_free(ctx, e->file);
    bsn_free(ctx, e->path);
    bsn_free(ctx, e);
}

/* -------------------------------------------------------------------------------- either ---- */

void bsn_embeddings_name(const struct bsn_embeddings *e, char name[static BSN_EMBEDDINGS_NAME])
{
    if (!e->knowledge) {
        snprintf(name, BSN_EMBEDDINGS_NAME, "%s", BSN_EMBEDDINGS_OF_FILE);
        return;
    }
    const struct bsn_encoder *const encoder = e->knowledge->encoder;
    const struct bsn_strings *const stem = &e->knowledge->index->stem;
    uint64_t mark = bsn_hash(BSN_HASH_INIT, encoder->table, encoder->stems * BSN_ENCODER_DIM);
    mark = bsn_hash(mark, encoder->scale, encoder->stems * sizeof *encoder->scale);
    mark = bsn_hash(mark, stem->chars, stem->first[stem->count]);
    snprintf(name, BSN_EMBEDDINGS_NAME, "crossword-compact %016llx", (unsigned long long)mark);
}

void bsn_embeddings_scale(size_t width, float *vector)
{
    double sum = 0;

    for (size_t i = 0; i < width; i++)
        sum += (double)vector[i] * (double)vector[i];
    const double scale = sum > 0 ? sqrt((double)width / sum) : 0;
    for (size_t i = 0; i < width; i++)
        vector[i] = (float)(scale * (double)vector[i]);
}

basin_status bsn_embeddings_find(basin_ctx *ctx, const struct bsn_embeddings *e, const char *clue,
                                 float *out)
{
    if (e->knowledge) {
        BSN_TRY(bsn_knowledge_embed(ctx, e->knowledge, clue, out));
    } else {
        const uint32_t number = bsn_strings_find(&e->clue, clue, strlen(clue));
        if (number == BSN_STRINGS_NONE)
            return bsn_fail(ctx, BASIN_STATUS_INPUT, "%s: no vector of the clue \"%.200s\"",
                            e->path, clue);
        memcpy(out, e->file->tensor[number].data, e->width * sizeof *out);
    }
    bsn_embeddings_scale(e->width, out);
    return BASIN_STATUS_OK;
}
