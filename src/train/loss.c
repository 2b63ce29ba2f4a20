/* loss.c - one tile: draw examples, levels and noise, evaluate, and go back to the parameters. */
#include "train/loss.h"

#include "nn/layer.h"
#include "train/refine.h"

#include <math.h>
#include <string.h>

/* Pointers into the workspace; rows = parts * inputs of the recipe. */
struct arrays {
    float *clean, *negative, *cond;     /* the minibatch */
    float *y, *y_negative, *eps, *grad; /* (rows, cols) */
    float *signal, *noise;              /* (cols) */
    uint32_t *t;                        /* (cols) */
    float *weight;                      /* (cols) of the column's losses */
    float *energy, *energy_negative, *base_energy, *seed; /* (cols) */
    float *base_grad;                   /* (inputs, cols) */
    float *work, *work_negative, *work_base;
};

#define TAKE(count) bsn_take_f32(work, &used, count)

static size_t lay_out(const struct bsn_loss *loss, float *work, struct arrays *a)
{
    const struct bsn_recipe_net *const r = loss->recipe;
    const size_t cols = r->tile, rows = r->parts * r->net.inputs * cols;
    size_t used = 0;

    a->clean = TAKE(rows), a->negative = TAKE(rows);
    a->cond = TAKE(r->parts * r->net.conds * cols);
    a->y = TAKE(rows), a->y_negative = TAKE(rows);
    a->eps = TAKE(rows), a->grad = TAKE(rows);
    a->signal = TAKE(cols), a->noise = TAKE(cols);
    a->t = (uint32_t *)(void *)TAKE(cols);
    a->weight = TAKE(cols);
    a->energy = TAKE(cols), a->energy_negative = TAKE(cols);
    a->base_energy = TAKE(cols), a->seed = TAKE(cols);
    a->base_grad = TAKE(r->net.inputs * cols);
    const size_t net = bsn_net_workspace_f32(&r->net, r->parts, cols);
    a->work = TAKE(net), a->work_negative = TAKE(net);
    a->work_base = NULL;
    if (loss->base) {
        const struct bsn_net base = bsn_net_fit(&loss->base->net, r->net.inputs);
        a->work_base = TAKE(bsn_net_workspace_f32(&base, 1, cols));
    }
    return used;
}

size_t bsn_loss_workspace(const struct bsn_loss *loss)
{
    struct arrays a;

    return loss->solved ? bsn_refine_workspace(loss) : lay_out(loss, NULL, &a);
}

/* Examples, levels and noise. Returns the minibatch with its number of parts. */
static struct bsn_minibatch draw(const struct bsn_loss *loss, uint32_t step, uint32_t tile,
                                 struct arrays *a)
{
    const struct bsn_recipe_net *const r = loss->recipe;
    struct bsn_rng rng = { loss->seed, BSN_RNG_EXAMPLE, loss->stream << 16 | tile, step };
    struct bsn_minibatch minibatch = { .cols = r->tile, .parts = r->parts, .inputs = r->net.inputs,
                                       .odds = r->odds, .y = a->clean, .cond = a->cond,
                                       .negative = a->negative, .from = loss->lessons };

    loss->curriculum->minibatch(r, &rng, &minibatch);
    rng.purpose = BSN_RNG_LEVEL;
    for (uint32_t l = 0; l < r->tile; l++) {
        a->t[l] = bsn_net_level(&r->net, bsn_rng_uniform(&rng, l), loss->schedule->levels);
        a->noise[l] = (float)(1 - loss->schedule->abar[a->t[l]]);
        a->signal[l] = (float)sqrt(loss->schedule->abar[a->t[l]]);
    }
    for (size_t l = 0; l < r->tile; l++)
        a->weight[l] = (float)(a->noise[l] / (a->noise[l] + r->noise_floor) / r->batch);
    rng.purpose = BSN_RNG_NOISE;
    const size_t rows = minibatch.parts * minibatch.inputs;
    bsn_rng_fill_normal(&rng, a->eps, (uint32_t)(rows * r->tile));
    for (size_t i = 0; i < rows; i++)
        for (size_t l = 0; l < r->tile; l++) {
            const size_t at = i * r->tile + l;
            const float noise_scale = sqrtf(a->noise[l]) * a->eps[at];
            a->y[at] = a->signal[l] * a->clean[at] + noise_scale;
            a->y_negative[at] = a->signal[l] * a->negative[at] + noise_scale;
        }
    return minibatch;
}

/* Adds the slope of the base energy of every part to grad. */
static void add_base(const struct bsn_loss *loss, const struct bsn_minibatch *minibatch,
                     struct arrays *a)
{
    const size_t floats = minibatch->inputs * minibatch->cols;
    const struct bsn_net net = bsn_net_fit(&loss->base->net, minibatch->inputs);

    for (size_t j = 0; j < minibatch->parts; j++) {
        const struct bsn_batch_f32 batch = { .cols = minibatch->cols, .parts = 1,
                                             .y = a->y + j * floats, .signal = a->signal,
                                             .noise = a->noise, .kernel = loss->kernel };
        bsn_net_forward_f32(&net, loss->base->theta, &batch, a->work_base, a->base_energy);
        bsn_net_backward_f32(&net, loss->base->theta, &batch, a->work_base, NULL, a->base_grad,
                             NULL);
        for (size_t i = 0; i < floats; i++)
            a->grad[j * floats + i] += a->base_grad[i];
    }
}

/* Contrastive loss of one pair, with its derivatives by the two energies. A classifier is told
 * which is which, which also fixes the zero of its energy. Any other energy is only compared. */
static double pair_loss(bool classifier, double odds, double positive, double negative,
                        double *d_positive, double *d_negative)
{
    if (classifier) {
        const double e = fmax(negative, 1e-30);
        *d_positive = 1;
        *d_negative = -odds / expm1(e);
        return positive - odds * log(-expm1(-e));
    }
    const double x = positive - negative, far = exp(-fabs(x));
    *d_positive = x < 0 ? far / (1 + far) : 1 / (1 + far);
    *d_negative = -*d_positive;
    return fmax(x, 0) + log1p(far);
}

/* seed (cols) gets dL/dE+, and the negatives' part of the gradient is added. */
static void contrast(const struct bsn_loss *loss, const struct bsn_net *net, const float *theta,
                     const struct bsn_batch_f32 *positive, double odds, struct arrays *a,
                     float *gradient, struct bsn_loss_sum *sum)
{
    const struct bsn_recipe_net *const r = loss->recipe;
    struct bsn_batch_f32 batch = *positive;
    const bool classifier = bsn_net_classifies(net);
    float *const seed_negative = a->energy_negative;

    batch.y = a->y_negative;
    bsn_net_forward_f32(net, theta, &batch, a->work_negative, a->energy_negative);
    for (size_t l = 0; l < r->tile; l++) {
        double d_positive, d_negative;
        sum->contrastive += pair_loss(classifier, odds, a->energy[l], a->energy_negative[l],
                                      &d_positive, &d_negative);
        a->seed[l] = (float)(r->contrastive * d_positive) * a->weight[l];
        seed_negative[l] = (float)(r->contrastive * d_negative) * a->weight[l];
    }
    bsn_net_backward_f32(net, theta, &batch, a->work_negative, seed_negative, NULL, gradient);
}

/* Diffusion loss; grad (rows, cols) turns from grad_y E into dL/d(grad_y E). */
static double denoise(const struct bsn_loss *loss, size_t rows, struct arrays *a)
{
    const struct bsn_recipe_net *const r = loss->recipe;
    double total = 0;

    for (size_t i = 0; i < rows; i++)
        for (size_t l = 0; l < r->tile; l++) {
            const size_t at = i * r->tile + l;
            const double s = sqrt((double)a->noise[l]), miss = a->eps[at] - s * a->grad[at];
            total += miss * miss;
            a->grad[at] = (float)(-2 * s * miss * r->diffusion) * a->weight[l];
        }
    return total;
}

void bsn_loss_tile(const struct bsn_loss *loss, const float *theta, uint32_t step, uint32_t tile,
                   float *work, float *gradient, struct bsn_loss_sum *sum)
{
    const struct bsn_recipe_net *const r = loss->recipe;
    struct arrays a;

    if (loss->solved) {
        bsn_refine_tile(loss, theta, step, tile, work, gradient, sum);
        return;
    }
    lay_out(loss, work, &a);
    const struct bsn_minibatch minibatch = draw(loss, step, tile, &a);
    const struct bsn_batch_f32 batch = { .cols = r->tile, .parts = minibatch.parts, .y = a.y,
                                         .cond = a.cond, .signal = a.signal, .noise = a.noise,
                                         .t = a.t, .kernel = loss->kernel };
    const struct bsn_net net = bsn_net_fit(&r->net, minibatch.inputs);
    bsn_net_forward_f32(&net, theta, &batch, a.work, a.energy);
    if (r->diffusion == 0) {  /* then there is nothing to ask of slopes */
        if (r->contrastive > 0 && minibatch.negatives) {
            contrast(loss, &net, theta, &batch, minibatch.odds, &a, gradient, sum);
            bsn_net_backward_f32(&net, theta, &batch, a.work, a.seed, NULL, gradient);
        }
        return;
    }
    bsn_net_backward_f32(&net, theta, &batch, a.work, NULL, a.grad, NULL);
    if (loss->base)
        add_base(loss, &minibatch, &a);
    memset(a.seed, 0, r->tile * sizeof *a.seed);
    if (r->contrastive > 0 && minibatch.negatives)
        contrast(loss, &net, theta, &batch, minibatch.odds, &a, gradient, sum);
    sum->diffusion += denoise(loss, minibatch.parts * minibatch.inputs, &a);
    bsn_net_tangent_f32(&net, theta, &batch, a.work, a.grad);
    bsn_net_second_f32(&net, theta, &batch, a.work, a.seed, gradient);
}
