/* knowledge_learn.c - the stages of learning a crossword model, one after the other. */
#include "domain/crossword/knowledge/knowledge_learn.h"

#include "base/pool.h"
#include "domain/crossword/knowledge/habits.h"
#include "domain/crossword/knowledge/lessons.h"
#include "domain/crossword/knowledge/mixer_fit.h"
#include "domain/crossword/knowledge/sources.h"
#include "domain/crossword/knowledge/learn_watch.h"
#include "format/clues.h"
#include "format/dictd.h"
#include "format/wordnet.h"

/* Found by experiment on the development puzzles. */
#define OWN 0.4
#define MATES 0.35
#define ENCODER_RATE 0.05
#define ENCODER_SHARPNESS 12
#define MIXER_BATCH 32
#define MIXER_RATE 0.003
#define MIXER_DECAY 1e-4

enum stage {
    STAGE_GCIDE, STAGE_WORDNET, STAGE_CLUES, STAGE_LISTS, STAGE_INDEX, STAGE_VECTORS,
    STAGE_LESSONS, STAGE_MIXTURE
};

/* What each stage is called and when it begins, as a share of the whole (measured). */
static const struct {
    const char *name;
    double from;
} stages[] = {
    [STAGE_GCIDE] = { "reading GCIDE", 0 },
    [STAGE_WORDNET] = { "reading WordNet", 0.02 },
    [STAGE_CLUES] = { "reading clues", 0.025 },
    [STAGE_LISTS] = { "reading lists of words", 0.03 },
    [STAGE_INDEX] = { "sorting what was read", 0.035 },
    [STAGE_VECTORS] = { "learning vectors", 0.05 },
    [STAGE_LESSONS] = { "making lessons", 0.65 },
    [STAGE_MIXTURE] = { "learning the mixture", 0.9 },
    { "done", 1 },
};

/* A recipe under way. */
struct work {
    const struct bsn_learn_opts *s;
    struct bsn_pool *pool;
    struct bsn_watch watch;
};

static basin_status begin(basin_ctx *ctx, struct work *w, enum stage stage)
{
    w->watch.stage = stages[stage].name;
    w->watch.from = stages[stage].from;
    w->watch.to = stages[stage + 1].from;
    return bsn_watch_tell(ctx, &w->watch, 0);
}

/* --------------------------------------------------------------------------------- reading ---- */

static basin_status read_gcide(basin_ctx *ctx, struct work *w, struct bsn_lexicon *lex)
{
    struct bsn_dictd dict;

    BSN_TRY(begin(ctx, w, STAGE_GCIDE));
    BSN_TRY(bsn_dictionary_read(ctx, w->s->gcide, bsn_dictd_read(ctx, w->s->gcide, &dict)));
    bsn_dictd_articles(&dict);
    const basin_status status = bsn_lexicon_add_gcide(ctx, &dict, w->s->free_only, lex);
    bsn_dictd_clear(ctx, &dict);
    return status;
}

static basin_status read_wordnet(basin_ctx *ctx, struct work *w, struct bsn_lexicon *lex)
{
    struct bsn_wordnet net;

    BSN_TRY(begin(ctx, w, STAGE_WORDNET));
    BSN_TRY(bsn_dictionary_read(ctx, w->s->wordnet, bsn_wordnet_read(ctx, w->s->wordnet, &net)));
    const basin_status status = bsn_lexicon_add_wordnet(ctx, &net, lex);
    bsn_wordnet_clear(ctx, &net);
    return status;
}

static basin_status read_clues(basin_ctx *ctx, struct work *w, struct bsn_lexicon *lex)
{
    struct bsn_clues clues;

    BSN_TRY(begin(ctx, w, STAGE_CLUES));
    BSN_TRY(bsn_clues_read(ctx, w->s->clues, &clues));
    const basin_status status = bsn_lexicon_add_clues(ctx, &clues, lex);
    bsn_clues_clear(ctx, &clues);
    return status;
}

static basin_status read_lists(basin_ctx *ctx, struct work *w, struct bsn_lexicon *lex)
{
    static const unsigned bit[BSN_LEARN_LISTS] = { BSN_LIST_FIRST, BSN_LIST_SECOND };
    struct bsn_clues words;

    for (size_t k = 0; k < BSN_LEARN_LISTS; k++) {
        if (!w->s->list[k])
            continue;
        BSN_TRY(begin(ctx, w, STAGE_LISTS));
        BSN_TRY(bsn_dictionary_read(ctx, w->s->list[k],
                                    bsn_words_read(ctx, w->s->list[k], &words)));
        const basin_status status = bsn_lexicon_add_words(ctx, &words, bit[k], lex);
        bsn_clues_clear(ctx, &words);
        BSN_TRY(status);
    }
    return BASIN_STATUS_OK;
}

static basin_status read_sources(basin_ctx *ctx, struct work *w, struct bsn_lexicon *lex)
{
    if (w->s->gcide)
        BSN_TRY(read_gcide(ctx, w, lex));
    if (w->s->wordnet)
        BSN_TRY(read_wordnet(ctx, w, lex));
    if (w->s->clues)
        BSN_TRY(read_clues(ctx, w, lex));
    BSN_TRY(read_lists(ctx, w, lex));
    if (lex->articles == 0)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "no dictionary to learn from");
    const unsigned sources = w->s->hold_sources ? w->s->hold_sources : BSN_SOURCES_ALL;
    return w->s->held ? bsn_lexicon_hold_out(ctx, lex, w->s->held, sources) : BASIN_STATUS_OK;
}

/* Counts what stands in the sources, all of which were read. */
static basin_status audit(basin_ctx *ctx, const char *path, const struct bsn_lexicon *lex,
                          struct bsn_audit *out)
{
    struct bsn_clues clues;

    BSN_TRY(bsn_clues_read(ctx, path, &clues));
    const basin_status status = bsn_audit(ctx, lex, &clues, out);
    bsn_clues_clear(ctx, &clues);
    return status;
}

static basin_status add_pairs(basin_ctx *ctx, const char *path, struct bsn_lessons *lessons)
{
    struct bsn_clues pairs;
    basin_status status = BASIN_STATUS_OK;

    BSN_TRY(bsn_clues_read(ctx, path, &pairs));
    for (size_t k = 0; k < pairs.count && status == BASIN_STATUS_OK; k++)
        status = bsn_lessons_pair(ctx, lessons, pairs.line[k].clue, pairs.line[k].word);
    bsn_clues_clear(ctx, &pairs);
    return status;
}

/* -------------------------------------------------------------------------------- learning ---- */

static basin_status learn_vectors(basin_ctx *ctx, struct work *w, struct bsn_knowledge *k,
                                  struct bsn_learn_report *report)
{
    const struct bsn_encoder_opts opts = { w->s->encoder_passes, ENCODER_RATE, ENCODER_SHARPNESS,
                                           w->s->seed };

    BSN_TRY(begin(ctx, w, STAGE_VECTORS));
    BSN_TRY(bsn_encoder_train(ctx, k->index, &opts, w->pool, &w->watch, &k->encoder,
                              &report->encoder_loss));
    for (size_t length = BSN_ANSWER_SHORTEST; length <= BSN_ANSWER_LONGEST; length++)
        BSN_TRY(bsn_knowledge_prepare(ctx, k, length));
    return BASIN_STATUS_OK;
}

static basin_status learn_mixture(basin_ctx *ctx, struct work *w, struct bsn_knowledge *k,
                                  struct bsn_learn_report *report)
{
    const struct bsn_draw draw = { w->s->lessons, OWN, MATES, k->encoder != NULL, w->s->seed };
    const struct bsn_mixer_opts opts = { w->s->passes, MIXER_BATCH, MIXER_RATE, MIXER_DECAY,
                                         w->s->seed };
    struct bsn_lessons lessons = { .index = k->index };
    basin_status status;

    BSN_TRY_OUT(bsn_lessons_draw(ctx, &lessons, &draw));
    if (w->s->pairs)
        BSN_TRY_OUT(add_pairs(ctx, w->s->pairs, &lessons));
    BSN_TRY_OUT(begin(ctx, w, STAGE_LESSONS));
    BSN_TRY_OUT(bsn_lessons_make(ctx, &lessons, &k->habits, k->encoder, w->pool, &w->watch));
    BSN_TRY_OUT(begin(ctx, w, STAGE_MIXTURE));
    BSN_TRY_OUT(bsn_mixer_fit(ctx, &lessons, &opts, w->pool, &w->watch, &k->mixer,
                              &report->mixer_loss, &report->mixer_held));
out:
    bsn_lessons_clear(ctx, &lessons);
    return status;
}

static basin_status learn(basin_ctx *ctx, struct work *w, struct bsn_knowledge *k,
                          struct bsn_learn_report *report)
{
    BSN_TRY(read_sources(ctx, w, &k->lex));
    if (w->s->audit)
        BSN_TRY(audit(ctx, w->s->audit, &k->lex, &report->audit));
    if (w->s->audit && w->s->on_audit)
        w->s->on_audit(w->s->user, &report->audit);
    BSN_TRY(begin(ctx, w, STAGE_INDEX));
    BSN_TRY(bsn_lexicon_pack(ctx, &k->lex, BSN_LEXICON_FORMS));
    report->words = k->lex.word.count;
    for (size_t a = 0; a < k->lex.articles; a++)
        report->articles[k->lex.article[a].source]++;
    BSN_TRY(bsn_index_new(ctx, &k->lex, &k->index));
    bsn_habits_learn(k->index, &k->habits);
    if (w->s->encoder_passes > 0)
        BSN_TRY(learn_vectors(ctx, w, k, report));
    return learn_mixture(ctx, w, k, report);
}

basin_status bsn_knowledge_learn(basin_ctx *ctx, const struct bsn_learn_opts *recipe,
                                 struct bsn_knowledge *out, struct bsn_learn_report *report)
{
    struct work w = { .s = recipe, .watch = { .on_progress = recipe->on_progress,
                                              .should_stop = recipe->should_stop,
                                              .user = recipe->user } };

    *out = (struct bsn_knowledge){ 0 };
    *report = (struct bsn_learn_report){ 0 };
    BSN_TRY(bsn_pool_new(ctx, recipe->threads, &w.pool));
    const basin_status status = learn(ctx, &w, out, report);
    bsn_pool_free(ctx, w.pool);
    if (status != BASIN_STATUS_OK)
        bsn_knowledge_clear(ctx, out);
    return status;
}
