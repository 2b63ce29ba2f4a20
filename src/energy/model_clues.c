/* model_clues.c - where the vectors of clues come from that a crossword network takes as condition.
 *
 * A model's note says by what they were made when it was trained: by the built-in model of words,
 * which is then loaded beside it (its numbers are not kept twice), or by a file of the user's, who
 * has to bring the vectors of the puzzles' clues too.
 */
#include "base/mem.h"
#include "energy/model_file.h"
#include "words/embeddings.h"

#include <string.h>

basin_status bsn_model_clues(basin_ctx *ctx, struct bsn_embeddings **out)
{
    basin_model *words;

    BSN_TRY(basin_model_default(ctx, "crossword", BASIN_ENERGY_COMPACT, &words));
    struct bsn_knowledge *const knowledge = words->words;
    words->words = NULL;
    basin_model_free(ctx, words);
    return bsn_embeddings_of(ctx, knowledge, out);
}

basin_status bsn_model_complete(basin_ctx *ctx, const char *where, basin_model *model)
{
    const char *const made_by = bsn_model_noted(model, BSN_NOTE_CONDITIONS);
    char name[BSN_EMBEDDINGS_NAME];

    if (!made_by || strcmp(made_by, BSN_EMBEDDINGS_OF_FILE) == 0)
        return BASIN_STATUS_OK;
    BSN_TRY(bsn_model_clues(ctx, &model->clues));
    bsn_embeddings_name(model->clues, name);
    if (strcmp(name, made_by) != 0)
        return bsn_fail(ctx, BASIN_STATUS_MODEL,
                        "%s: trained with vectors of clues by %.64s, which are not those of this "
                        "library, %s: train it again",
                        where, made_by, name);
    return BASIN_STATUS_OK;
}

basin_status basin_model_embeddings(basin_ctx *ctx, basin_model *model, const char *path)
{
    const char *const made_by = bsn_model_noted(model, BSN_NOTE_CONDITIONS);
    struct bsn_embeddings *clues;

    if (!made_by || strcmp(made_by, BSN_EMBEDDINGS_OF_FILE) != 0)
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "%s: embeddings are for crossword models that were trained with them; this "
                        "%s model of %s was not",
                        path, bsn_energy_name(model->energy), model->domain);
    BSN_TRY(bsn_embeddings_read(ctx, path, &clues));
    if (clues->width != model->net[0].net.conds) {
        const basin_status status =
            bsn_fail(ctx, BASIN_STATUS_MODEL,
                     "%s: vectors of %zu numbers; the model was trained with %u", path,
                     clues->width, model->net[0].net.conds);
        bsn_embeddings_free(ctx, clues);
        return status;
    }
    bsn_embeddings_free(ctx, model->clues);
    model->clues = clues;
    return BASIN_STATUS_OK;
}
