/* mixer_fit.c - the fit of the mixer: AdamW with a rate that falls along a half cosine.
 *
 * A batch goes through the pool twice. First each lesson is scored, by itself; then each part of
 * the gradient is summed over all rows of the batch, in their order. So every number is made by the
 * same operations in the same order, whatever the number of threads.
 */
#include "domain/crossword/knowledge/mixer_fit.h"

#include "base/mem.h"
#include "base/pool.h"
#include "base/rng.h"
#include "domain/crossword/knowledge/lessons.h"
#include "domain/crossword/knowledge/learn_watch.h"
#include "nn/adamw.h"

#include <math.h>

#define HELD 8      /* every so many lessons are held out */
#define SLIGHT 1e-4 /* rows whose share is that small are not worth a slope */
#define PI 3.14159265
#define REPORT 16   /* steps between two reports */

struct fit {
    const struct bsn_lessons *lessons;
    const struct bsn_mixer_opts *opts;
    struct bsn_pool *pool;
    struct bsn_mixer *mixer;

    uint32_t *chosen;                    /* (batch) lessons of the batch */
    double *loss;                        /* (batch) */
    double (*slope)[BSN_LESSON_ROWS];    /* (batch) of the loss by each score */
    size_t count;

    struct bsn_mixer gradient;
    float m[BSN_MIXER_PARAMS], v[BSN_MIXER_PARAMS];
    uint64_t step;
};

/* ------------------------------------------------------------------------------- one batch ---- */

/* loss = -log p of the lesson's answer; the slope by score k is p(k) - [k is the answer]. */
static void score_task(void *arg, size_t task, uint32_t thread)
{
    struct fit *const f = arg;
    const struct bsn_clue_lesson *const lesson = &f->lessons->lesson[f->chosen[task]];
    const float *const row = f->lessons->row + (size_t)lesson->first * BSN_FEATURES;
    double *const score = f->slope[task];
    double most = -INFINITY, sum = 0;

    (void)thread;
    for (uint32_t k = 0; k < lesson->rows; k++) {
        score[k] = bsn_mixer_score(f->mixer, row + k * BSN_FEATURES) +
                   (double)f->lessons->log_count[lesson->first + k];
        most = score[k] > most ? score[k] : most;
    }
    for (uint32_t k = 0; k < lesson->rows; k++)
        sum += exp(score[k] - most);
    const double total = most + log(sum);
    f->loss[task] = total - score[0];
    for (uint32_t k = 0; k < lesson->rows; k++) {
        const double p = exp(score[k] - total) - (k == 0);
        f->slope[task][k] = fabs(p) > SLIGHT ? p : 0;
    }
}

static void slope_task(void *arg, size_t part, uint32_t thread)
{
    struct fit *const f = arg;

    (void)thread;
    for (size_t i = 0; i < f->count; i++) {
        const struct bsn_clue_lesson *const lesson = &f->lessons->lesson[f->chosen[i]];
        const float *const row = f->lessons->row + (size_t)lesson->first * BSN_FEATURES;
        for (uint32_t k = 0; k < lesson->rows; k++)
            if (f->slope[i][k] != 0)
                bsn_mixer_slope(f->mixer, row + k * BSN_FEATURES, f->slope[i][k], part,
                                &f->gradient);
    }
}

/* Scores the chosen lessons; adds their losses in order. */
static void score_chosen(struct fit *f, double *sum)
{
    bsn_pool_run(f->pool, f->count, score_task, f);
    for (size_t i = 0; i < f->count; i++)
        *sum += f->loss[i];
}

/* One step down the mean gradient of the batch. */
static void descend(struct fit *f, double rate)
{
    struct bsn_adamw opt = BSN_ADAMW_INIT;
    float *const gradient = (float *)&f->gradient;

    opt.rate = rate;
    opt.decay = f->opts->decay;
    for (size_t k = 0; k < BSN_MIXER_PARAMS; k++)
        gradient[k] /= (float)f->opts->batch;
    bsn_adamw_step(&opt, ++f->step, BSN_MIXER_PARAMS, gradient, (float *)f->mixer, f->m, f->v);
    f->gradient = (struct bsn_mixer){ 0 };
}

/* Adds the gradient of the chosen lessons; a whole batch makes a step. */
static void learn_chosen(struct fit *f, double *sum)
{
    const double steps =
        (double)f->opts->passes * (double)f->lessons->count / f->opts->batch + 1;

    score_chosen(f, sum);
    bsn_pool_run(f->pool, BSN_MIXER_PARTS, slope_task, f);
    if (f->count == f->opts->batch)
        descend(f, f->opts->rate * (0.02 + 0.98 * 0.5 *
                                    (1 + cos(PI * (double)f->step / steps))));
    f->count = 0;
}

/* ------------------------------------------------------------------------------- the whole ---- */

/* As many lessons as there are, drawn with repetition. */
static basin_status one_pass(basin_ctx *ctx, struct fit *f, uint32_t pass,
                             const struct bsn_watch *watch, double *mean)
{
    const size_t lessons = f->lessons->count;
    const struct bsn_rng rng = { .seed = f->opts->seed, .purpose = BSN_RNG_EXAMPLE, .stream = 3,
                                 .step = pass };
    double sum = 0;
    size_t seen = 0;

    for (size_t k = 0; k < lessons; k++) {
        const uint32_t i = bsn_rng_below(&rng, (uint32_t)k, (uint32_t)lessons);
        if (i % HELD == 0)
            continue;
        f->chosen[f->count++] = i;
        seen++;
        if (f->count < f->opts->batch)
            continue;
        learn_chosen(f, &sum);
        if (f->step % REPORT == 0)
            BSN_TRY(bsn_watch_tell(ctx, watch, (pass + (double)k / (double)lessons) /
                                                   f->opts->passes));
    }
    learn_chosen(f, &sum); /* the rest waits for the next pass to become a step */
    *mean = seen ? sum / (double)seen : 0;
    return BASIN_STATUS_OK;
}

static double held_loss(struct fit *f)
{
    double sum = 0;
    size_t seen = 0;

    for (size_t i = 0; i < f->lessons->count; i += HELD, seen++) {
        f->chosen[f->count++] = (uint32_t)i;
        if (f->count == f->opts->batch || i + HELD >= f->lessons->count) {
            score_chosen(f, &sum);
            f->count = 0;
        }
    }
    return sum / (seen ? (double)seen : 1);
}

static basin_status fit_all(basin_ctx *ctx, struct fit *f, const struct bsn_watch *watch,
                            double *trained, double *held)
{
    BSN_TRY(BSN_NEW(ctx, f->opts->batch, &f->chosen));
    BSN_TRY(BSN_NEW(ctx, f->opts->batch, &f->loss));
    BSN_TRY(BSN_NEW(ctx, f->opts->batch, &f->slope));
    for (uint32_t pass = 0; pass < f->opts->passes; pass++)
        BSN_TRY(one_pass(ctx, f, pass, watch, trained));
    *held = held_loss(f);
    return BASIN_STATUS_OK;
}

basin_status bsn_mixer_fit(basin_ctx *ctx, const struct bsn_lessons *lessons,
                           const struct bsn_mixer_opts *opts, struct bsn_pool *pool,
                           const struct bsn_watch *watch, struct bsn_mixer *mixer,
                           double *trained, double *held)
{
    struct fit *f;

    BSN_TRY(BSN_NEW(ctx, 1, &f));
    f->lessons = lessons;
    f->opts = opts;
    f->pool = pool;
    f->mixer = mixer;
    bsn_mixer_init(mixer, opts->seed);
    const basin_status status = fit_all(ctx, f, watch, trained, held);
    bsn_free(ctx, f->chosen);
    bsn_free(ctx, f->loss);
    bsn_free(ctx, f->slope);
    bsn_free(ctx, f);
    return status;
}
