/* crossword_paper.c - the paper's network for crosswords: its factors, its recipe, its lessons. */
#include "domain/crossword/crossword_paper.h"

#include "base/mem.h"
#include "domain/crossword/extension_crossword.h"
#include "domain/crossword/knowledge/encoder.h"
#include "domain/crossword/knowledge/pairs.h"
#include "domain/crossword/words/word_list.h"
#include "format/clues.h"

#include <stdio.h>
#include <string.h>

#define NET "slot"
#define INPUTS (BSN_PAIR_LETTERS * BSN_LETTERS)

/* ---------------------------------------------------------------------------------- graph ---- */

static basin_status check_slot(basin_ctx *ctx, const struct bsn_slot *slot)
{
    if (slot->length == BSN_PAIR_LETTERS)
        return BASIN_STATUS_OK;
    return bsn_fail(ctx, BASIN_STATUS_MODEL,
                    "crossword: the paper's network reads words of %d letters; %u%c has %u",
                    BSN_PAIR_LETTERS, slot->number, bsn_direction_letter(slot->direction),
                    slot->length);
}

basin_status bsn_crossword_paper_graph(basin_ctx *ctx, const struct bsn_puzzle *puzzle,
                                       const uint32_t *place, const basin_model *model,
                                       struct bsn_graph *graph)
{
    struct bsn_term_size size = { .parts = puzzle->slots, .factors = puzzle->slots,
                                  .members = puzzle->slots, .inputs = INPUTS };
    const struct bsn_embeddings *const clues = bsn_crossword_clues(model);
    struct bsn_term *term;

    if (!clues)
        return bsn_fail(ctx, BASIN_STATUS_MODEL,
                        "crossword: this model was trained with embeddings, and needs those of the "
                        "puzzle's clues (--embeddings)");
    size.conds = (uint32_t)clues->width;
    BSN_TRY(bsn_graph_add(ctx, graph, NET, false, &size, &term));
    for (uint32_t i = 0; i < puzzle->slots; i++) {
        const struct bsn_slot *const slot = &puzzle->slot[i];
        BSN_TRY(check_slot(ctx, slot));
        for (uint32_t j = 0; j < INPUTS; j++)
            term->input[i * INPUTS + j] =
                place[bsn_slot_cell(slot, j / BSN_LETTERS)] * BSN_LETTERS + j % BSN_LETTERS;
        BSN_TRY(bsn_embeddings_find(ctx, clues, slot->clue, term->cond + i * size.conds));
        term->member[i] = i;
        term->first[i + 1] = i + 1;
    }
    return BASIN_STATUS_OK;
}

/* ------------------------------------------------------------------------------- training ---- */

/* What a training learns from. */
struct curriculum {
    struct bsn_embeddings *embeddings;
    struct bsn_pairs pairs;
    char data[200], conditions[BSN_EMBEDDINGS_NAME];
};

/* The paper's three blocks, a fifth as wide, so that a training takes minutes and the file a few
 * megabytes; the stream must still be wider than a word. Small noise is left to count little
 * (noise_floor): which letter is meant is clear there, and its steep slopes drown what a clue can
 * say.
 * Beginning at the energy of noise halves the steps. */
const struct bsn_recipe *bsn_crossword_recipe(enum basin_energy energy)
{
    static const struct bsn_recipe paper = {
        .levels = 100, .nets = 1,
        .net = { { .name = NET,
                   .net = { .kind = BSN_NET_RESIDUAL, .inputs = INPUTS, .conds = BSN_ENCODER_DIM,
                            .hidden = 192, .blocks = 3, .outputs = INPUTS, .levels = 100 },
                   .parts = 1, .steps = 6000, .batch = 128, .tile = 128, .rate = 1e-3,
                   .decay = 0.01, .diffusion = 1, .noise_floor = 4, .direct = true } },
    };

    return energy == BASIN_ENERGY_PAPER ? &paper : NULL;
}

/* Does `work` with the lines of a file. */
static basin_status with_lines(basin_ctx *ctx, const char *path, bool words,
                               basin_status (*work)(basin_ctx *ctx, const struct bsn_clues *lines,
                                                    struct bsn_pairs *pairs),
                               struct bsn_pairs *pairs)
{
    struct bsn_clues lines;

    BSN_TRY(words ? bsn_words_read(ctx, path, &lines) : bsn_clues_read(ctx, path, &lines));
    const basin_status status = work(ctx, &lines, pairs);
    bsn_clues_clear(ctx, &lines);
    return status;
}

static basin_status read_pairs(basin_ctx *ctx, const struct basin_train_opts *opts,
                               struct curriculum *curriculum)
{
    if (opts->embeddings)
        BSN_TRY(bsn_embeddings_read(ctx, opts->embeddings, &curriculum->embeddings));
    else
        BSN_TRY(bsn_crossword_embeddings(ctx, &curriculum->embeddings));
    curriculum->pairs.embeddings = curriculum->embeddings;
    if (!opts->embeddings)
        BSN_TRY(bsn_pairs_add_articles(ctx, &curriculum->pairs));
    if (opts->clues)
        BSN_TRY(with_lines(ctx, opts->clues, false, bsn_pairs_add_clues, &curriculum->pairs));
    if (opts->hold_out)
        BSN_TRY(with_lines(ctx, opts->hold_out, true, bsn_pairs_hold_out, &curriculum->pairs));
    if (curriculum->pairs.count == 0)
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "crossword: no pair of a clue and a word of %d letters to learn from",
                        BSN_PAIR_LETTERS);
    return BASIN_STATUS_OK;
}

static basin_status check_opts(basin_ctx *ctx, const struct basin_train_opts *opts)
{
    if (opts->full || opts->only_clues || opts->hold_from || opts->audit)
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "crossword: the paper's network learns from the built-in model's "
                        "definitions and --clues; which dictionaries, only compact energies say");
    if (opts->embeddings && !opts->clues)
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "crossword: embeddings need the clues that they are of (--clues)");
    return BASIN_STATUS_OK;
}

basin_status bsn_crossword_gather(basin_ctx *ctx, const struct basin_train_opts *opts,
                                  struct bsn_recipe *recipe, void **lessons)
{
    struct curriculum *curriculum;

    BSN_TRY(check_opts(ctx, opts));
    BSN_TRY(BSN_NEW(ctx, 1, &curriculum));
    const basin_status status = read_pairs(ctx, opts, curriculum);
    if (status != BASIN_STATUS_OK) {
        bsn_crossword_dismiss(ctx, curriculum);
        return status;
    }
    snprintf(curriculum->data, sizeof curriculum->data,
             "%zu pairs of a %s and a word of %d letters%s%s",
             curriculum->pairs.count, opts->embeddings ? "clue" : "definition", BSN_PAIR_LETTERS,
             opts->embeddings ? ""
             : opts->clues    ? ", by crossword-compact and a list of clues"
                              : ", by crossword-compact",
             opts->hold_out ? ", some words held out" : "");
    bsn_embeddings_name(curriculum->embeddings, curriculum->conditions);
    recipe->data = curriculum->data;
    recipe->conditions = curriculum->conditions;
    recipe->mark = bsn_pairs_mark(&curriculum->pairs);
    recipe->net[0].net.conds = (uint32_t)curriculum->embeddings->width;
    *lessons = curriculum;
    return BASIN_STATUS_OK;
}

void bsn_crossword_dismiss(basin_ctx *ctx, void *lessons)
{
    struct curriculum *const curriculum = lessons;

    bsn_pairs_clear(ctx, &curriculum->pairs);
    bsn_embeddings_free(ctx, curriculum->embeddings);
    bsn_free(ctx, curriculum);
}

void bsn_crossword_minibatch(const struct bsn_recipe_net *net, const struct bsn_rng *at,
                             struct bsn_minibatch *minibatch)
{
    const struct bsn_pairs *const pairs = &((const struct curriculum *)minibatch->from)->pairs;
    const size_t cols = minibatch->cols, width = net->net.conds;

    memset(minibatch->y, 0, INPUTS * cols * sizeof *minibatch->y);
    for (uint32_t col = 0; col < cols; col++) {
        const struct bsn_pair_of_clue *const pair =
            &pairs->pair[bsn_rng_below(at, col, (uint32_t)pairs->count)];
        const float *const vector = pairs->vector + pair->vector * width;
        for (size_t i = 0; i < BSN_PAIR_LETTERS; i++)
            minibatch->y[(i * BSN_LETTERS + pair->letter[i]) * cols + col] = 1;
        for (size_t i = 0; i < width; i++)
            minibatch->cond[i * cols + col] = vector[i];
    }
}
