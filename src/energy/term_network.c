/* term_network.c - terms whose energies are those of a model's network.
 *
 * They are found by the kernel of its kind, or, where it has none, by its forward and backward pass
 * over the factors as columns of batches.
 */
#include "energy/term_network.h"

#include "base/mem.h"
#include "energy/columns.h"
#include "nn/layer.h"

#include <string.h>

#define STACKED_COLUMNS 128  /* columns that a network without a kernel sees at once */

struct network {
    const struct bsn_model_net *net;
    struct bsn_net shape;  /* with the problem's number of inputs */
};

/* Scratch of an evaluation without a kernel. */
struct arrays {
    float *x, *cond, *slope;  /* (parts, inputs, cols), (parts, conds, cols), as x */
    float *energy, *work;     /* (cols) */
};

#define TAKE(count) bsn_take_f32(scratch, &used, (count) * STACKED_COLUMNS)

static size_t lay_out(const struct bsn_bound *b, float *scratch, struct arrays *a)
{
    const struct bsn_net *const net = &((const struct network *)b->state)->shape;
    const size_t parts = b->term->f.longest;
    size_t used = 0;

    a->x = TAKE(parts * net->inputs), a->cond = TAKE(parts * net->conds);
    a->slope = TAKE(parts * net->inputs), a->energy = TAKE(1);
    a->work = bsn_take_f32(scratch, &used, bsn_net_workspace_f32(net, parts, STACKED_COLUMNS));
    return used;
}

size_t bsn_term_network_plain_scratch(const struct bsn_bound *bound)
{
    struct arrays a;

    return lay_out(bound, NULL, &a);
}

static basin_status network_bind(basin_ctx *ctx, const struct bsn_term_source *source,
                                 struct bsn_bound *b)
{
    const struct bsn_term *const term = b->term;
    struct network *own;

    BSN_TRY(BSN_NEW(ctx, 1, &own));
    b->state = own;
    own->net = bsn_model_find(source->model, term->net);
    if (!own->net)
        return bsn_fail(ctx, BASIN_STATUS_MODEL, "the model of %s has no network \"%s\"",
                        source->model->domain, term->net);
    own->shape = bsn_net_fit(&own->net->net, term->inputs);
    const struct bsn_net *const net = &own->shape;
    if (net->inputs != term->inputs || net->conds != term->conds)
        return bsn_fail(ctx, BASIN_STATUS_MODEL,
                        "network \"%s\" takes %u inputs, %u conditions; the problem has %u, %u",
                        term->net, net->inputs, net->conds, term->inputs, term->conds);
    b->gradless = !bsn_kernel_term(bsn_kernel_plain(), net);
    b->scratch = b->gradless ? bsn_term_network_plain_scratch(b)
                             : bsn_kernel_scratch(net, &term->f);
    return BASIN_STATUS_OK;
}

/* As many of the next factors as make a good product, all of the same number of parts. */
static struct bsn_columns next_columns(const struct bsn_term *term, size_t from, size_t lanes)
{
    const uint32_t *const first = term->first + from;
    const size_t parts = first[1] - first[0], left = term->f.factors - from;
    size_t count = 1;

    while (count < left && (count + 1) * lanes <= STACKED_COLUMNS &&
           first[count + 1] - first[count] == parts)
        count++;
    return (struct bsn_columns){ term, from, count, parts, lanes, BSN_LANES };
}

/* From e (count, lanes) to the residuals (count, 16) and the tile's energies. */
static void add_energies(const struct bsn_columns *c, const float *e, const float *weight,
                         const float *scale, const struct bsn_term_call *call)
{
    float *const residual = call->residual + c->from * BSN_LANES;

    memset(residual, 0, c->count * BSN_LANES * sizeof *residual);
    for (size_t k = 0; k < c->count; k++)
        for (size_t lane = 0; lane < c->lanes; lane++) {
            const size_t at = k * BSN_LANES + lane;
            residual[at] = e[k * c->lanes + lane];
            call->energy[lane] +=
                (weight ? weight[at] : 1) * (scale ? scale[k] : 1) * residual[at];
        }
}

/* Passes are too dear for idle lanes: only the level's are evaluated. */
void bsn_term_network_plain(const struct bsn_bound *b, const struct bsn_term_call *call)
{
    const struct network *const own = b->state;
    const size_t lanes = call->level->lanes;
    float signal[STACKED_COLUMNS], noise[STACKED_COLUMNS];
    uint32_t t[STACKED_COLUMNS];
    struct arrays a;

    lay_out(b, call->scratch, &a);
    for (size_t l = 0; l < STACKED_COLUMNS; l++) {
        signal[l] = call->level->signal[l % lanes];
        noise[l] = call->level->noise[l % lanes];
        t[l] = call->level->t[l % lanes];
    }
    for (size_t from = 0, count; from < b->term->f.factors; from += count) {
        if (bsn_brake_on(call->level->brake))
            return;  /* who evaluates sees it, too */
        const struct bsn_columns c = next_columns(b->term, from, lanes);
        const struct bsn_batch_f32 batch = { .cols = c.count * lanes, .parts = c.parts, .y = a.x,
                                             .cond = a.cond, .signal = signal, .noise = noise,
                                             .t = t, .kernel = call->kernel };
        const float *const weight = call->weight ? call->weight + from * BSN_LANES : NULL;
        const float *const scale = b->scale ? b->scale + from : NULL;
        count = c.count;
        bsn_columns_gather(&c, call->y, signal, a.x, a.cond);
        bsn_net_forward_f32(&own->shape, own->net->theta, &batch, a.work, a.energy);
        if (call->grad) {
            bsn_net_backward_f32(&own->shape, own->net->theta, &batch, a.work, NULL, a.slope, NULL);
            bsn_columns_scatter(&c, a.slope, weight, scale, NULL, call->grad);
        }
        add_energies(&c, a.energy, weight, scale, call);
    }
}

static void network_eval(const struct bsn_bound *b, const struct bsn_term_call *call)
{
    const struct network *const own = b->state;
    bsn_term_fn *const run = bsn_kernel_term(call->kernel, &own->shape);

    if (run)
        run(&own->shape, own->net->theta, &b->term->f, call->level, call->y, call->weight, b->scale,
            call->scratch, call->energy, call->grad, call->residual);
    else
        bsn_term_network_plain(b, call);
}

static double network_flops(const struct bsn_bound *b)
{
    const struct bsn_net *const net = &((const struct network *)b->state)->shape;

    return bsn_net_flops(net, &b->term->f);
}

const struct bsn_term_kind bsn_term_network = { .name = "networks", .bind = network_bind,
                                                .eval = network_eval, .flops = network_flops };
