/* paper.c - the paper's network for crosswords: its factors, its recipe, its lessons. */
#include "domain/crossword/paper.h"

#include "base/mem.h"
#include "format/clues.h"
#include "words/encoder.h"
#include "words/pairs.h"

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
    struct bsn_term *term;

    if (!model->clues)
        return bsn_fail(ctx, BASIN_STATUS_MODEL,
                        "crossword: this model was trained with embeddings, and needs those of the "
                        "puzzle's clues (--embeddings)");
    size.conds = (uint32_t)model->clues->width;
    BSN_TRY(bsn_graph_add(ctx, graph, NET, false, &size, &term));
    for (uint32_t i = 0; i < puzzle->slots; i++) {
        const struct bsn_slot *const slot = &puzzle->slot[i];
        BSN_TRY(check_slot(ctx, slot));
        for (uint32_t j = 0; j < INPUTS; j++)
            term->input[i * INPUTS + j] =
                place[bsn_slot_cell(slot, j / BSN_LETTERS)] * BSN_LETTERS + j % BSN_LETTERS;
        BSN_TRY(bsn_embeddings_find(ctx, model->clues, slot->clue, term->cond + i * size.conds));
        term->member[i] = i;
        term->first[i + 1] = i + 1;
    }
    return BASIN_STATUS_OK;
}

/* ------------------------------------------------------------------------------- training ---- */

/* What a training learns from. */
struct school {
    struct bsn_embeddings *embeddings;
    struct bsn_pairs pairs;
    char data[200], conditions[BSN_EMBEDDINGS_NAME];
};

/* The paper's three blocks, a fifth as wide, so that a training takes minutes and the file a few
 * megabytes; the stream must still be wider than a word. Small noise is left to count little
 * (calm): which letter is meant is clear there, and its steep slopes drown what a clue can say.
 * Beginning at the energy of noise halves the steps. */
const struct bsn_recipe *bsn_crossword_recipe(enum basin_energy energy)
{
    static const struct bsn_recipe paper = {
        .levels = 100, .nets = 1,
        .net = { { .name = NET,
                   .net = { .kind = BSN_NET_RESIDUAL, .inputs = INPUTS, .conds = BSN_ENCODER_DIM,
                            .hidden = 192, .blocks = 3, .outputs = INPUTS, .levels = 100 },
                   .parts = 1, .steps = 6000, .batch = 128, .tile = 128, .rate = 1e-3,
                   .decay = 0.01, .diffusion = 1, .calm = 4, .direct = true } },
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
                               struct school *school)
{
    if (opts->embeddings)
        BSN_TRY(bsn_embeddings_read(ctx, opts->embeddings, &school->embeddings));
    else
        BSN_TRY(bsn_model_clues(ctx, &school->embeddings));
    school->pairs.embeddings = school->embeddings;
    if (!opts->embeddings)
        BSN_TRY(bsn_pairs_add_articles(ctx, &school->pairs));
    if (opts->clues)
        BSN_TRY(with_lines(ctx, opts->clues, false, bsn_pairs_add_clues, &school->pairs));
    if (opts->hold_out)
        BSN_TRY(with_lines(ctx, opts->hold_out, true, bsn_pairs_hold_out, &school->pairs));
    if (school->pairs.count == 0)
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
    struct school *school;

    BSN_TRY(check_opts(ctx, opts));
    BSN_TRY(BSN_NEW(ctx, 1, &school));
    const basin_status status = read_pairs(ctx, opts, school);
    if (status != BASIN_STATUS_OK) {
        bsn_crossword_dismiss(ctx, school);
        return status;
    }
    snprintf(school->data, sizeof school->data, "%zu pairs of a %s and a word of %d letters%s%s",
             school->pairs.count, opts->embeddings ? "clue" : "definition", BSN_PAIR_LETTERS,
             opts->embeddings ? ""
             : opts->clues    ? ", by crossword-compact and a list of clues"
                              : ", by crossword-compact",
             opts->hold_out ? ", some words held out" : "");
    bsn_embeddings_name(school->embeddings, school->conditions);
    recipe->data = school->data;
    recipe->conditions = school->conditions;
    recipe->mark = bsn_pairs_mark(&school->pairs);
    recipe->net[0].net.conds = (uint32_t)school->embeddings->width;
    *lessons = school;
    return BASIN_STATUS_OK;
}

void bsn_crossword_dismiss(basin_ctx *ctx, void *lessons)
{
    struct school *const school = lessons;

    bsn_pairs_clear(ctx, &school->pairs);
    bsn_embeddings_free(ctx, school->embeddings);
    bsn_free(ctx, school);
}

void bsn_crossword_lesson(const struct bsn_recipe_net *net, const struct bsn_rng *at,
                          struct bsn_lesson *lesson)
{
    const struct bsn_pairs *const pairs = &((const struct school *)lesson->from)->pairs;
    const size_t cols = lesson->cols, width = net->net.conds;

    memset(lesson->y, 0, INPUTS * cols * sizeof *lesson->y);
    for (uint32_t col = 0; col < cols; col++) {
        const struct bsn_pair_of_clue *const pair =
            &pairs->pair[bsn_rng_below(at, col, (uint32_t)pairs->count)];
        const float *const vector = pairs->vector + pair->vector * width;
        for (size_t i = 0; i < BSN_PAIR_LETTERS; i++)
            lesson->y[(i * BSN_LETTERS + pair->letter[i]) * cols + col] = 1;
        for (size_t i = 0; i < width; i++)
            lesson->cond[i * cols + col] = vector[i];
    }
}
