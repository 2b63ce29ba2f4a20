/* encoder_train.c - learns the vectors of stems.
 *
 * A batch goes through the pool in four rounds, and each round writes numbers that no other task of
 * it reads or writes: vectors of bags, shares and slopes of asking bags, slopes of answering bags,
 * and steps of some dimensions of the table. The sums inside a task are in a fixed order, so the
 * number of threads cannot be seen in the result. Dimensions rather than stems are shared out
 * because a stem may be in many bags: its steps must come in the order of the bags.
 */
#include "domain/crossword/knowledge/encoder.h"

#include "base/mem.h"
#include "base/pool.h"
#include "base/rng.h"
#include "domain/crossword/knowledge/learn_watch.h"

#include <math.h>
#include <string.h>

#define DIM BSN_ENCODER_DIM
#define BATCH 256
#define BAG 40   /* stems of a bag; the rest is left out */
#define RARE 2   /* stems of fewer units get no vector */
#define CHUNK 16 /* bags of a task */
#define SLICE 16 /* dimensions of a task: a line of the cache */
#define REPORT 16 /* batches between two reports */

struct bag {
    uint32_t stem[BAG];
    uint32_t stems;
    float sum[DIM], unit[DIM], slope[DIM]; /* slope: of the loss by `unit` */
    double norm, along;                    /* along: slope . unit */
};

struct curriculum {
    const struct bsn_index *index;
    const struct bsn_encoder_opts *opts;
    struct bsn_pool *pool;
    float *table;           /* (stems, DIM) */
    float *square;          /* (stems, DIM) sums of squared slopes, for Adagrad */
    float *idf;             /* (stems) 0 for rare ones */
    double rate;
    size_t pairs;
    struct bag ask[BATCH], answer[BATCH];
    float share[BATCH][BATCH];
    double loss[BATCH];
};

/* ------------------------------------------------------------------------------------ bags ---- */

static void add_stem(const struct curriculum *s, struct bag *bag, uint32_t stem)
{
    if (stem != BSN_NONE && bag->stems < BAG && s->idf[stem] > 0)
        bag->stem[bag->stems++] = stem;
}

static void add_unit(const struct curriculum *s, struct bag *bag, uint32_t u)
{
    const struct bsn_lexicon *const lex = s->index->lex;

    for (uint32_t k = lex->unit[u].first_form; k < lex->unit[u + 1].first_form; k++)
        add_stem(s, bag, s->index->form_stem[lex->unit_form[k]]);
}

/* One or two units ask. */
static void fill_ask(const struct curriculum *s, const struct bsn_rng *rng, uint32_t article,
                     struct bag *bag)
{
    const uint32_t first = s->index->lex->article[article].first_unit;
    const uint32_t units = s->index->lex->article[article + 1].first_unit - first;
    const uint32_t at = bsn_rng_below(rng, 2, units);

    bag->stems = 0;
    add_unit(s, bag, first + at);
    if (units > 1 && bsn_rng_below(rng, 3, 3) == 0)
        add_unit(s, bag, first + (at + 1) % units);
}

/* Another article of the word answers, or one that is related, and the word's own stem. */
static void fill_answer(const struct curriculum *s, const struct bsn_rng *rng, uint32_t article,
                        uint32_t word, struct bag *bag)
{
    const struct bsn_index *const x = s->index;
    const uint32_t first = x->word_article.first[word];
    const uint32_t all = x->word_article.first[word + 1] - first;
    uint32_t other = x->word_article.item[first + bsn_rng_below(rng, 4, all)];

    bag->stems = 0;
    add_stem(s, bag, bsn_encoder_stem(x, word));
    const uint32_t links = (x->relation.first[article + 1] - x->relation.first[article]) / 2;
    if (other == article && links > 0)
        other = x->relation.item[x->relation.first[article] + 2 * bsn_rng_below(rng, 5, links)];
    if (other == article || (bag->stems > 0 && bsn_rng_below(rng, 6, 4) == 0))
        return;
    for (uint32_t u = x->lex->article[other].first_unit; u < x->lex->article[other + 1].first_unit;
         u++)
        add_unit(s, bag, u);
}

/* A pair for one place of a batch; false when the article drawn has nothing to offer. */
static bool fill_pair(const struct curriculum *s, const struct bsn_rng *rng, struct bag *ask,
                      struct bag *answer)
{
    const struct bsn_lexicon *const lex = s->index->lex;
    const uint32_t article = bsn_rng_below(rng, 0, (uint32_t)lex->articles);
    const uint32_t first = lex->article[article].first_word;
    const uint32_t words = lex->article[article + 1].first_word - first;

    if (words == 0 || article % BSN_ENCODER_HELD == 0 ||
        lex->article[article].first_unit == lex->article[article + 1].first_unit)
        return false;
    fill_ask(s, rng, article, ask);
    fill_answer(s, rng, article, lex->article_word[first + bsn_rng_below(rng, 1, words)], answer);
    return ask->stems > 0 && answer->stems > 0;
}

static void fill_batch(struct curriculum *s, uint32_t step)
{
    s->pairs = 0;
    for (uint32_t k = 0; k < 2 * BATCH && s->pairs < BATCH; k++) {
        const struct bsn_rng rng = { .seed = s->opts->seed, .purpose = BSN_RNG_EXAMPLE,
                                     .stream = 100 + k, .step = step };
        s->pairs += fill_pair(s, &rng, &s->ask[s->pairs], &s->answer[s->pairs]);
    }
}

/* -------------------------------------------------------------------------------- training ---- */

static void encode(const struct curriculum *s, struct bag *bag)
{
    memset(bag->sum, 0, sizeof bag->sum);
    memset(bag->slope, 0, sizeof bag->slope);
    for (uint32_t k = 0; k < bag->stems; k++)
        for (size_t i = 0; i < DIM; i++)
            bag->sum[i] += s->idf[bag->stem[k]] * s->table[(size_t)bag->stem[k] * DIM + i];
    bag->norm = 1e-12;
    for (size_t i = 0; i < DIM; i++)
        bag->norm += (double)(bag->sum[i] * bag->sum[i]);
    bag->norm = sqrt(bag->norm);
    for (size_t i = 0; i < DIM; i++)
        bag->unit[i] = (float)((double)bag->sum[i] / bag->norm);
}

static void encode_task(void *arg, size_t task, uint32_t thread)
{
    struct curriculum *const s = arg;

    (void)thread;
    for (size_t k = task * CHUNK; k < (task + 1) * CHUNK && k < s->pairs; k++) {
        encode(s, &s->ask[k]);
        encode(s, &s->answer[k]);
    }
}

static float dot(const float *a, const float *b)
{
    float sum[8] = { 0 };

    for (size_t i = 0; i < DIM; i += 8)
        for (size_t l = 0; l < 8; l++)
            sum[l] += a[i + l] * b[i + l];
    return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
}

/* Softmax over the answers of the batch; share becomes the slope of the loss by each cosine. */
static void compare(struct curriculum *s, size_t q)
{
    const float sharpness = (float)s->opts->sharpness;
    float *const share = s->share[q];
    double most = -INFINITY, sum = 0;

    for (size_t d = 0; d < s->pairs; d++) {
        share[d] = sharpness * dot(s->ask[q].unit, s->answer[d].unit);
        most = (double)share[d] > most ? (double)share[d] : most;
    }
    for (size_t d = 0; d < s->pairs; d++)
        sum += exp((double)share[d] - most);
    s->loss[q] = most + log(sum) - (double)share[q];
    for (size_t d = 0; d < s->pairs; d++) {
        const float p = (float)(exp((double)share[d] - most) / sum - (d == q));
        share[d] = sharpness * p;
    }
}

static void add_slope(struct bag *to, const struct bag *from, float slope)
{
    for (size_t i = 0; i < DIM; i++)
        to->slope[i] += slope * from->unit[i];
}

/* What the division by the length needs. */
static void finish_slope(struct bag *bag)
{
    bag->along = 0;
    for (size_t i = 0; i < DIM; i++)
        bag->along += (double)(bag->slope[i] * bag->unit[i]);
}

static void ask_task(void *arg, size_t task, uint32_t thread)
{
    struct curriculum *const s = arg;

    (void)thread;
    for (size_t q = task * CHUNK; q < (task + 1) * CHUNK && q < s->pairs; q++) {
        compare(s, q);
        for (size_t d = 0; d < s->pairs; d++)
            add_slope(&s->ask[q], &s->answer[d], s->share[q][d]);
        finish_slope(&s->ask[q]);
    }
}

static void answer_task(void *arg, size_t task, uint32_t thread)
{
    struct curriculum *const s = arg;

    (void)thread;
    for (size_t d = task * CHUNK; d < (task + 1) * CHUNK && d < s->pairs; d++) {
        for (size_t q = 0; q < s->pairs; q++)
            add_slope(&s->answer[d], &s->ask[q], s->share[q][d]);
        finish_slope(&s->answer[d]);
    }
}

/* Through the division by the length, and into the stems, by Adagrad; dimensions from `first`. */
static void learn(const struct curriculum *s, const struct bag *bag, size_t first)
{
    for (uint32_t k = 0; k < bag->stems; k++) {
        float *const row = s->table + (size_t)bag->stem[k] * DIM;
        float *const square = s->square + (size_t)bag->stem[k] * DIM;
        const double idf = (double)s->idf[bag->stem[k]] / bag->norm;
        for (size_t i = first; i < first + SLICE; i++) {
            const float g =
                (float)(idf * ((double)bag->slope[i] - bag->along * (double)bag->unit[i]));
            square[i] += g * g;
            row[i] -= (float)s->rate * g / (sqrtf(square[i]) + 1e-6f);
        }
    }
}

static void learn_task(void *arg, size_t task, uint32_t thread)
{
    const struct curriculum *const s = arg;

    (void)thread;
    for (size_t k = 0; k < s->pairs; k++) {
        learn(s, &s->ask[k], task * SLICE);
        learn(s, &s->answer[k], task * SLICE);
    }
}

/* Returns the mean loss. */
static double one_batch(struct curriculum *s, uint32_t step)
{
    const size_t chunks = BATCH / CHUNK;
    double loss = 0;

    fill_batch(s, step);
    if (s->pairs == 0)
        return 0;
    bsn_pool_run(s->pool, chunks, encode_task, s);
    bsn_pool_run(s->pool, chunks, ask_task, s);
    bsn_pool_run(s->pool, chunks, answer_task, s);
    bsn_pool_run(s->pool, DIM / SLICE, learn_task, s);
    for (size_t q = 0; q < s->pairs; q++)
        loss += s->loss[q];
    return loss / (double)s->pairs;
}

/* ------------------------------------------------------------------------------- the whole ---- */

static basin_status begin_curriculum(basin_ctx *ctx, struct curriculum *s)
{
    const struct bsn_index *const x = s->index;
    const struct bsn_rng rng = { .seed = s->opts->seed, .purpose = BSN_RNG_INIT, .stream = 9 };

    BSN_TRY(BSN_NEW(ctx, x->stem.count * DIM + 1, &s->table));
    BSN_TRY(BSN_NEW(ctx, x->stem.count * DIM + 1, &s->square));
    BSN_TRY(BSN_NEW(ctx, x->stem.count + 1, &s->idf));
    bsn_rng_fill_normal(&rng, s->table, (uint32_t)(x->stem.count * DIM));
    for (size_t k = 0; k < x->stem.count * DIM; k++)
        s->table[k] *= 0.1f;
    for (size_t k = 0; k < x->stem.count; k++)
        if (x->stem_unit.first[k + 1] - x->stem_unit.first[k] >= RARE)
            s->idf[k] = sqrtf(x->weight[k]) / 10;
    return BASIN_STATUS_OK;
}

/* Eight bits a number, one scale a row. */
static basin_status quantise(basin_ctx *ctx, const struct curriculum *s, struct bsn_encoder *e)
{
    e->stems = s->index->stem.count;
    BSN_TRY(BSN_NEW(ctx, e->stems * DIM + 1, &e->table));
    BSN_TRY(BSN_NEW(ctx, e->stems + 1, &e->scale));
    for (size_t k = 0; k < e->stems; k++) {
        const float *const row = s->table + k * DIM;
        float most = 0;
        for (size_t i = 0; i < DIM; i++)
            most = fabsf(row[i]) > most ? fabsf(row[i]) : most;
        if (s->idf[k] <= 0 || most <= 0)
            continue;
        e->scale[k] = s->idf[k] * most / 127;
        for (size_t i = 0; i < DIM; i++)
            e->table[k * DIM + i] = (int8_t)lrint((double)(row[i] / most) * 127);
    }
    return BASIN_STATUS_OK;
}

static void end_curriculum(basin_ctx *ctx, struct curriculum *s)
{
    if (!s)
        return;
    bsn_free(ctx, s->table);
    bsn_free(ctx, s->square);
    bsn_free(ctx, s->idf);
    bsn_free(ctx, s);
}

static basin_status attend(basin_ctx *ctx, struct curriculum *s, const struct bsn_watch *watch,
                           double *loss)
{
    const struct bsn_encoder_opts *const opts = s->opts;
    const uint32_t steps = opts->passes * (uint32_t)(s->index->lex->articles / BATCH + 1);

    *loss = 0;
    for (uint32_t step = 0; step < steps; step++) {
        s->rate = opts->rate * (1 - 0.95 * step / steps);
        *loss += (one_batch(s, step) - *loss) * (step < 100 ? 1.0 / (step + 1) : 0.01);
        if (step % REPORT == 0)
            BSN_TRY(bsn_watch_tell(ctx, watch, (double)step / steps));
    }
    return BASIN_STATUS_OK;
}

basin_status bsn_encoder_train(basin_ctx *ctx, const struct bsn_index *index,
                               const struct bsn_encoder_opts *opts, struct bsn_pool *pool,
                               const struct bsn_watch *watch, struct bsn_encoder **out,
                               double *loss)
{
    struct bsn_encoder *e = NULL;
    struct curriculum *s;
    basin_status status;

    BSN_TRY(BSN_NEW(ctx, 1, &s));
    s->index = index;
    s->opts = opts;
    s->pool = pool;
    BSN_TRY_OUT(begin_curriculum(ctx, s));
    BSN_TRY_OUT(attend(ctx, s, watch, loss));
    BSN_TRY_OUT(BSN_NEW(ctx, 1, &e));
    BSN_TRY_OUT(quantise(ctx, s, e));
    *out = e;
    e = NULL;
out:
    bsn_encoder_free(ctx, e);
    end_curriculum(ctx, s);
    return status;
}
