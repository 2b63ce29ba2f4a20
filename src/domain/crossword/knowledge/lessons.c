/* lessons.c - from questions to rows of features.
 *
 * Questions are answered a few at a time, each by one thread with a retriever and a sheet of its
 * own; then the sheets are filed in the order of the questions.
 */
#include "domain/crossword/knowledge/lessons.h"

#include "base/mem.h"
#include "base/pool.h"
#include "base/rng.h"
#include "domain/crossword/knowledge/learn_watch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SHEETS 64 /* questions between two reports */

/* The rows of one lesson while it is made. */
struct sheet {
    float row[BSN_LESSON_ROWS][BSN_FEATURES];
    float log_count[BSN_LESSON_ROWS];
    uint32_t rows;
};

/* What a thread works with. */
struct desk {
    struct bsn_retriever *retriever;
    float *rank, *sorted; /* (words of one length) */
    uint32_t *order;
};

struct class {
    const struct bsn_lessons *lessons;
    size_t first;         /* the question of the first sheet */
    struct sheet *sheet;  /* (SHEETS) */
    struct desk *desk;    /* (threads) */
    uint32_t desks;
};

/* ------------------------------------------------------------------------------ one lesson ---- */

/* A first guess at how well a row matches: which rows are worth keeping. */
static float rough(const float *f)
{
    return f[BSN_F_COS] + 0.5f * f[BSN_F_COS_SUM] + 2 * f[BSN_F_SYNONYM] + 2 * f[BSN_F_REVERSE] +
           f[BSN_F_ARTICLE] + f[BSN_F_EXPAND] + f[BSN_F_RELATION + BSN_RELATION_DOWN] +
           f[BSN_F_RELATION + BSN_RELATION_LIKE] + f[BSN_F_SYNONYM_PART] + f[BSN_F_PREFIXED] +
           f[BSN_F_CLUE_SUM] + f[BSN_F_CLUE_WORD] + f[BSN_F_ENCODER];
}

static void keep_row(struct sheet *s, const float *feature, double stands_for)
{
    memcpy(s->row[s->rows], feature, sizeof *s->row);
    s->log_count[s->rows++] = (float)log(stands_for);
}

static int highest_first(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;

    return x < y ? 1 : x > y ? -1 : 0;
}

/* Keeps the rows that rank highest; `order` lists the others. Returns how many those are. */
static size_t keep_best(const struct desk *d, const struct bsn_match *match, size_t count,
                        uint32_t answer, struct sheet *s)
{
    size_t others = 0;

    for (size_t k = 0; k < count; k++)
        d->rank[k] = d->sorted[k] = match[k].word == answer ? -1 : rough(match[k].feature);
    qsort(d->sorted, count, sizeof *d->sorted, highest_first);
    const float bar = count > BSN_LESSON_BEST ? d->sorted[BSN_LESSON_BEST] : -1;
    for (size_t k = 0; k < count; k++) {
        if (match[k].word == answer)
            continue;
        if (d->rank[k] > bar)
            keep_row(s, match[k].feature, 1);
        else
            d->order[others++] = (uint32_t)k;
    }
    return others;
}

/* Some of the others at random, without repetition. */
static void keep_others(const struct desk *d, const struct bsn_match *match, size_t others,
                        const struct bsn_rng *rng, struct sheet *s)
{
    const size_t taken = others < BSN_LESSON_OTHERS ? others : BSN_LESSON_OTHERS;

    for (size_t i = 0; i < taken; i++) {
        const size_t pick = i + bsn_rng_below(rng, (uint32_t)i, (uint32_t)(others - i));
        const uint32_t k = d->order[pick];
        d->order[pick] = d->order[i];
        keep_row(s, match[k].feature, (double)others / (double)taken);
    }
}

/* Random words of the length stand for those that were not touched. */
static void keep_strangers(const struct desk *d, const struct bsn_index *x,
                           const struct bsn_question *q, size_t touched,
                           const struct bsn_rng *rng, struct sheet *s)
{
    const size_t length = bsn_strings_length(&x->lex->word, q->answer);
    const uint32_t first = x->length_first[length], all = x->length_first[length + 1] - first;
    float feature[BSN_FEATURES];

    for (uint32_t i = 0; i < BSN_LESSON_STRANGERS && all > touched; i++) {
        const uint32_t w = x->sorted[first + bsn_rng_below(rng, 1000 + i, all)];
        bsn_ask_profile(d->retriever, &q->clue, &x->profiles[x->profile[w]], feature);
        keep_row(s, feature, (double)(all - touched) / BSN_LESSON_STRANGERS);
    }
}

/* The answer's features as they would be if the article did not exist: a word that one dictionary
 * alone knows is then only a word of a list, as many answers in puzzles are. */
static void forget(const struct bsn_index *x, uint32_t answer, uint32_t article, float *feature)
{
    const struct bsn_lexicon *const lex = x->lex;
    uint32_t count = 0;
    bool wordnet = false, gcide = false;

    for (uint32_t k = x->word_article.first[answer]; k < x->word_article.first[answer + 1]; k++) {
        const uint32_t other = x->word_article.item[k];
        if (other == article)
            continue;
        count++;
        wordnet |= lex->article[other].source == BSN_SOURCE_WORDNET;
        gcide |= lex->article[other].source == BSN_SOURCE_WEBSTER ||
                 lex->article[other].source == BSN_SOURCE_GCIDE;
    }
    feature[BSN_F_PROFILE + 0] = wordnet;
    feature[BSN_F_PROFILE + 1] = gcide;
    feature[BSN_F_ARTICLES] = (float)bsn_bucket(count, BSN_PROFILE_ARTICLES) / 4;
}

/* The answer's row: from the matches, or as of a word that the clue does not touch. */
static void keep_answer(const struct desk *d, const struct bsn_index *x,
                        const struct bsn_question *q, const struct bsn_match *match, size_t count,
                        struct sheet *s)
{
    float feature[BSN_FEATURES];

    bsn_ask_profile(d->retriever, &q->clue, &x->profiles[x->profile[q->answer]], feature);
    for (size_t k = 0; k < count; k++)
        if (match[k].word == q->answer)
            memcpy(feature, match[k].feature, sizeof feature);
    if (q->skip != BSN_NONE)
        forget(x, q->answer, q->skip, feature);
    keep_row(s, feature, 1);
}

static void make_lesson(void *arg, size_t task, uint32_t thread)
{
    const struct class *const c = arg;
    const struct desk *const d = &c->desk[thread];
    const struct bsn_index *const x = c->lessons->index;
    const struct bsn_question *const q = &c->lessons->question[c->first + task];
    const struct bsn_rng rng = { .seed = 1, .purpose = BSN_RNG_EXAMPLE, .stream = 7,
                                 .step = (uint32_t)(c->first + task) };
    struct sheet *const s = &c->sheet[task];
    const struct bsn_match *match;

    s->rows = 0;
    const size_t length = bsn_strings_length(&x->lex->word, q->answer);
    const size_t count = bsn_ask(d->retriever, &q->clue, length, q->skip, &match);
    keep_answer(d, x, q, match, count, s);
    const size_t others = keep_best(d, match, count, q->answer, s);
    keep_others(d, match, others, &rng, s);
    keep_strangers(d, x, q, count, &rng, s);
}

/* ----------------------------------------------------------------------------- all lessons ---- */

static basin_status open_desk(basin_ctx *ctx, const struct bsn_index *x,
                              const struct bsn_habits *habits, const struct bsn_encoder *encoder,
                              struct desk *d)
{
    BSN_TRY(bsn_retriever_new(ctx, x, habits, encoder, &d->retriever));
    BSN_TRY(BSN_NEW(ctx, x->lex->word.count + 1, &d->rank));
    BSN_TRY(BSN_NEW(ctx, x->lex->word.count + 1, &d->sorted));
    return BSN_NEW(ctx, x->lex->word.count + 1, &d->order);
}

static void close_class(basin_ctx *ctx, struct class *c)
{
    for (uint32_t i = 0; i < c->desks && c->desk; i++) {
        bsn_retriever_free(ctx, c->desk[i].retriever);
        bsn_free(ctx, c->desk[i].rank);
        bsn_free(ctx, c->desk[i].sorted);
        bsn_free(ctx, c->desk[i].order);
    }
    bsn_free(ctx, c->desk);
    bsn_free(ctx, c->sheet);
}

static basin_status file_sheet(basin_ctx *ctx, const struct sheet *s, struct bsn_lessons *l)
{
    const size_t rows = l->rows + s->rows;

    BSN_TRY(BSN_GROW(ctx, &l->lesson, &l->lesson_room, l->count + 1));
    BSN_TRY(BSN_GROW(ctx, &l->row, &l->row_room, rows * BSN_FEATURES));
    BSN_TRY(BSN_GROW(ctx, &l->log_count, &l->log_room, rows));
    memcpy(l->row + l->rows * BSN_FEATURES, s->row, s->rows * sizeof *s->row);
    memcpy(l->log_count + l->rows, s->log_count, s->rows * sizeof *s->log_count);
    l->lesson[l->count++] = (struct bsn_clue_lesson){ (uint32_t)l->rows, s->rows };
    l->rows = rows;
    return BASIN_STATUS_OK;
}

static basin_status make_lessons(basin_ctx *ctx, struct class *c, struct bsn_lessons *l,
                                 struct bsn_pool *pool, const struct bsn_watch *watch)
{
    while (l->count < l->questions) {
        const size_t left = l->questions - l->count, tasks = left < SHEETS ? left : SHEETS;
        BSN_TRY(bsn_watch_tell(ctx, watch, (double)l->count / (double)l->questions));
        c->first = l->count;
        bsn_pool_run(pool, tasks, make_lesson, c);
        for (size_t i = 0; i < tasks; i++)
            BSN_TRY(file_sheet(ctx, &c->sheet[i], l));
    }
    return BASIN_STATUS_OK;
}

basin_status bsn_lessons_make(basin_ctx *ctx, struct bsn_lessons *l,
                              const struct bsn_habits *habits, const struct bsn_encoder *encoder,
                              struct bsn_pool *pool, const struct bsn_watch *watch)
{
    struct class c = { .lessons = l, .desks = bsn_pool_threads(pool) };
    basin_status status;

    BSN_TRY_OUT(BSN_NEW(ctx, SHEETS, &c.sheet));
    BSN_TRY_OUT(BSN_NEW(ctx, c.desks, &c.desk));
    for (uint32_t i = 0; i < c.desks; i++)
        BSN_TRY_OUT(open_desk(ctx, l->index, habits, encoder, &c.desk[i]));
    BSN_TRY_OUT(make_lessons(ctx, &c, l, pool, watch));
out:
    close_class(ctx, &c);
    return status;
}

void bsn_lessons_clear(basin_ctx *ctx, struct bsn_lessons *l)
{
    bsn_free(ctx, l->question);
    bsn_free(ctx, l->lesson);
    bsn_free(ctx, l->row);
    bsn_free(ctx, l->log_count);
    *l = (struct bsn_lessons){ 0 };
}
