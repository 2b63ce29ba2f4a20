/* crossword_teach.c - learns a model of words from the dictionaries of this machine. */
#include "domain/crossword/crossword_teach.h"

#include "base/file.h"
#include "base/mem.h"
#include "domain/crossword/extension_crossword.h"
#include "domain/crossword/knowledge/knowledge_learn.h"
#include "format/clues.h"
#include "format/puzzle.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SHARES 1000  /* steps that a training is said to have */
#define LINE_CHARS 400

struct minibatch {
    const struct basin_train_opts *opts;
    double began;
};

/* ---------------------------------------------------------------------- talking meanwhile ---- */

static void on_progress(void *user, const char *stage, double done)
{
    const struct minibatch *const minibatch = user;
    const double seconds = bsn_seconds() - minibatch->began;
    const struct basin_train_moment now = {
        .network = stage, .step = (uint64_t)(done * SHARES), .steps = SHARES, .loss = NAN,
        .steps_per_second = done * SHARES / (seconds + 1e-9),
        .seconds_left = done > 0 ? seconds * (1 - done) / done : 0,
    };

    if (minibatch->opts->on_moment)
        minibatch->opts->on_moment(minibatch->opts->user, &now);
}

static bool should_stop(void *user)
{
    const struct minibatch *const minibatch = user;

    return minibatch->opts->should_stop && minibatch->opts->should_stop(minibatch->opts->user);
}

/* "N of M clues stand word for word in ..., with their answers ..." */
static void write_audit(const struct bsn_audit *audit, char line[static LINE_CHARS])
{
    static const char *const names[BSN_SOURCES] = { "WordNet", "1913 Webster", "the rest of GCIDE",
                                                    "crossword clues" };
    int used = snprintf(line, LINE_CHARS,
                        "%zu of %zu clues stand word for word in what was learned from, %zu with "
                        "their answers:",
                        audit->found_any, audit->clues, audit->answered_any);

    for (size_t s = 0; s < BSN_SOURCES; s++)
        used += snprintf(line + used, LINE_CHARS - (size_t)used, "%s %s %zu, %zu", s ? ";" : "",
                         names[s], audit->found[s], audit->answered[s]);
}

static void on_audit(void *user, const struct bsn_audit *audit)
{
    const struct minibatch *const minibatch = user;
    char line[LINE_CHARS];
    const struct basin_train_moment now = { .network = "reading", .steps = SHARES, .loss = NAN,
                                            .note = line };

    write_audit(audit, line);
    if (minibatch->opts->on_moment)
        minibatch->opts->on_moment(minibatch->opts->user, &now);
}

/* What the file says about its making. */
static void describe(const struct bsn_learn_opts *recipe, const struct bsn_learn_report *report,
                     basin_model *model)
{
    const char *const gcide = recipe->free_only ? "the senses of GCIDE that are tagged 1913 Webster"
                                               : "all of GCIDE";

    if (recipe->gcide)
        bsn_model_note(model, "data", "WordNet, %s, lists of words%s%s", gcide,
                       recipe->clues ? ", crossword clues" : "",
                       recipe->held ? ", some held out" : "");
    else
        bsn_model_note(model, "data", "crossword clues, lists of words%s",
                       recipe->held ? ", some held out" : "");
    bsn_model_note(model, "licences", "see models/crossword.LICENSES.md");
    bsn_model_note(model, "seed", "%llu", (unsigned long long)recipe->seed);
    bsn_model_note(model, "made by", "basin %s", BASIN_VERSION);
    bsn_model_note(model, "words", "%zu; articles: WordNet %zu, Webster %zu, GCIDE %zu, clues %zu",
                   report->words, report->articles[BSN_SOURCE_WORDNET],
                   report->articles[BSN_SOURCE_WEBSTER], report->articles[BSN_SOURCE_GCIDE],
                   report->articles[BSN_SOURCE_CLUES]);
    bsn_model_note(model, "training", "vectors of stems: %u passes, last loss %.4f; mixture: %u "
                   "lessons, %u passes, last loss %.4f, on lessons held out %.4f",
                   recipe->encoder_passes, report->encoder_loss, recipe->lessons, recipe->passes,
                   report->mixer_loss, report->mixer_held);
}

/* -------------------------------------------------------------------------- what is asked ---- */

/* Says no to what this training does not have. */
static basin_status check(basin_ctx *ctx, const struct basin_train_opts *opts)
{
    const char *const odd = opts->refine                                        ? "refinement"
                            : opts->resume                                      ? "checkpoints"
                            : opts->log                                         ? "log"
                            : opts->batch || opts->rate > 0                     ? "batch and rate"
                            : opts->diffusion >= 0 || opts->contrastive >= 0    ? "such losses"
                                                                                : NULL;

    if (odd)
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "crossword: its training reads dictionaries and has no %s to set or to "
                        "go on from; it takes some minutes",
                        odd);
    if (opts->steps > UINT32_MAX)
        return bsn_fail(ctx, BASIN_STATUS_TOO_BIG, "crossword: too many lessons");
    if (opts->hold_from && !opts->hold_out)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "crossword: no words to be held out");
    if (opts->only_clues && !opts->clues)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "crossword: no clues to learn from alone");
    return BASIN_STATUS_OK;
}

static basin_status words_of(basin_ctx *ctx, const struct bsn_puzzle *puzzle,
                             struct bsn_clues *words)
{
    size_t chars = 0;
    basin_status status;

    for (size_t k = 0; k < puzzle->slots; k++)
        chars += puzzle->slot[k].length + 1;
    BSN_TRY_OUT(BSN_NEW(ctx, chars, &words->text));
    BSN_TRY_OUT(BSN_NEW(ctx, puzzle->slots, &words->line));
    char *at = words->text;
    for (size_t k = 0; k < puzzle->slots; k++) {
        words->line[words->count++].word = at;
        for (size_t i = 0; i < puzzle->slot[k].length; i++)
            *at++ = puzzle->solution[bsn_slot_cell(&puzzle->slot[k], i)];
        *at++ = 0;
    }
    return BASIN_STATUS_OK;
out:
    bsn_clues_clear(ctx, words);
    return status;
}

/* The words of a puzzle that has its solution, or those of a list. */
static basin_status read_held(basin_ctx *ctx, const char *path, struct bsn_clues *words)
{
    struct bsn_puzzle puzzle = { 0 };
    basin_status status = bsn_puzzle_read(ctx, path, 0, &puzzle);

    if (status == BASIN_STATUS_MEMORY)
        return status;
    *words = (struct bsn_clues){ 0 };
    if (status == BASIN_STATUS_OK && puzzle.solution)
        status = words_of(ctx, &puzzle, words);
    else
        status = bsn_words_read(ctx, path, words);
    bsn_puzzle_clear(ctx, &puzzle);
    return status;
}

/* Whose articles on held words are left out, as bsn_lexicon_hold_out takes it; 0 for any. */
static basin_status held_sources(basin_ctx *ctx, const char *from, unsigned *sources)
{
    static const struct {
        const char *name;
        unsigned sources;
    } known[] = { { "gcide", 1u << BSN_SOURCE_WEBSTER | 1u << BSN_SOURCE_GCIDE },
                  { "wordnet", 1u << BSN_SOURCE_WORDNET },
                  { "clues", 1u << BSN_SOURCE_CLUES } };

    *sources = 0;
    for (size_t k = 0; from && k < sizeof known / sizeof *known; k++)
        if (strcmp(known[k].name, from) == 0)
            *sources = known[k].sources;
    if (from && *sources == 0)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "crossword: no source \"%.40s\"; there are: gcide "
                        "wordnet clues", from);
    return BASIN_STATUS_OK;
}

/* -------------------------------------------------------------------------------- training ---- */

static basin_status learn(basin_ctx *ctx, const struct bsn_learn_opts *recipe, const char *path)
{
    struct bsn_learn_report report;
    struct bsn_knowledge *knowledge;
    basin_model *model = NULL;
    char line[LINE_CHARS];
    basin_status status;

    BSN_TRY_OUT(bsn_crossword_model_new(ctx, &model, &knowledge));
    BSN_TRY_OUT(bsn_knowledge_learn(ctx, recipe, knowledge, &report));
    describe(recipe, &report, model);
    if (recipe->audit) {
        write_audit(&report.audit, line);
        bsn_model_note(model, "audit", "%s", line);
    }
    status = basin_model_save(ctx, model, path);
out:
    basin_model_free(ctx, model);
    return status;
}

basin_status bsn_crossword_learn(basin_ctx *ctx, const struct basin_train_opts *opts,
                                 const char *path)
{
    struct minibatch minibatch = { opts, bsn_seconds() };
    struct bsn_learn_opts recipe = BSN_LEARN_OPTS_INIT;
    struct bsn_clues held = { 0 };

    BSN_TRY(check(ctx, opts));
    BSN_TRY(held_sources(ctx, opts->hold_from, &recipe.hold_sources));
    recipe.free_only = !opts->full;
    if (opts->only_clues)
        recipe.gcide = recipe.wordnet = NULL;
    recipe.clues = opts->clues;
    recipe.audit = opts->audit;
    if (opts->steps)
        recipe.lessons = (uint32_t)opts->steps;
    recipe.seed = opts->seed;
    recipe.threads = opts->threads;
    recipe.on_progress = on_progress;
    recipe.should_stop = should_stop;
    recipe.on_audit = on_audit;
    recipe.user = &minibatch;
    if (opts->hold_out) {
        BSN_TRY(read_held(ctx, opts->hold_out, &held));
        recipe.held = &held;
    }
    const basin_status status = learn(ctx, &recipe, path);
    bsn_clues_clear(ctx, &held);
    return status;
}
