/* refine.c - one instance: noise on its solution, the composed slope, and back to the parameters.
 *
 * The composed slope is linear in the factors' slopes, so what comes back to a factor's slope is
 * the miss of its coordinates, turned and shared as the slope was.
 */
#include "train/refine.h"

#include "base/mem.h"
#include "energy/columns.h"
#include "nn/layer.h"

#include <math.h>
#include <string.h>

struct instance {
    void *instance;
    int32_t *value;
    struct bsn_graph graph;
    float *clean;   /* (coords, 16) the solution, encoded; lane 0 counts */
    float *share;   /* (coords) 1 / factors that touch a coordinate, or ones */
};

struct bsn_solved {
    size_t count;
    struct instance *item;
    const struct bsn_task *task;
    const basin_model *model;
    /* The most that one instance, one term of it, needs. */
    size_t coords, columns, rows, conds, work;
};

/* ----------------------------------------------------------------------------- instances ---- */

/* Room for a term's factors as columns. */
static basin_status make_room(basin_ctx *ctx, struct bsn_solved *w, const struct bsn_term *term)
{
    const struct bsn_model_net *const net = bsn_model_find(w->model, term->net);
    const size_t factors = term->f.factors, members = term->first[factors];

    if (!net)
        return bsn_fail(ctx, BASIN_STATUS_MODEL, "the model of %s has no network \"%s\"",
                        w->model->domain, term->net);
    const struct bsn_net shape = bsn_net_fit(&net->net, term->inputs);
    const size_t work = bsn_net_workspace_f32(&shape, term->f.longest, factors);
    w->columns = factors > w->columns ? factors : w->columns;
    w->rows = members * term->inputs > w->rows ? members * term->inputs : w->rows;
    w->conds = members * term->conds > w->conds ? members * term->conds : w->conds;
    w->work = work > w->work ? work : w->work;
    return BASIN_STATUS_OK;
}

/* Finds factors and coordinates of an instance that was drawn. */
static basin_status prepare(basin_ctx *ctx, struct bsn_solved *w, struct instance *item)
{
    BSN_TRY(w->task->graph(ctx, item->instance, w->model, &item->graph));
    bsn_graph_finish(&item->graph);
    const size_t coords = item->graph.coords;
    BSN_TRY(BSN_NEW(ctx, coords * BSN_LANES, &item->clean));
    BSN_TRY(BSN_NEW(ctx, coords, &item->share));
    w->task->encode(item->instance, item->value, 0, item->clean);
    if (w->model->energy == BASIN_ENERGY_PAPER)
        BSN_TRY(bsn_compose_shares(ctx, &item->graph, item->share));
    for (size_t i = 0; w->model->energy != BASIN_ENERGY_PAPER && i < coords; i++)
        item->share[i] = 1;
    w->coords = coords > w->coords ? coords : w->coords;
    for (size_t k = 0; k < item->graph.terms; k++)
        BSN_TRY(make_room(ctx, w, &item->graph.term[k]));
    return BASIN_STATUS_OK;
}

basin_status bsn_solved_new(basin_ctx *ctx, const struct bsn_subject *subject,
                            const basin_model *model, uint64_t seed, size_t count,
                            struct bsn_solved **out)
{
    struct bsn_solved *w;
    basin_status status;

    if (!subject->curriculum->solved)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "%s has no whole instances to refine on",
                        subject->name);
    BSN_TRY(BSN_NEW(ctx, 1, &w));
    w->task = subject->task;
    w->model = model;
    BSN_TRY_OUT(BSN_NEW(ctx, count, &w->item));
    for (; w->count < count; w->count++) {
        const struct bsn_rng at = { seed, BSN_RNG_INSTANCE, (uint32_t)w->count, 0 };
        struct instance *const item = &w->item[w->count];
        BSN_TRY_OUT(subject->curriculum->solved(ctx, &at, &item->instance, &item->value));
        BSN_TRY_OUT(prepare(ctx, w, item));
    }
    *out = w;
    return BASIN_STATUS_OK;
out:
    w->count += w->count < count;  /* the one that failed half way */
    bsn_solved_free(ctx, w);
    return status;
}

void bsn_solved_free(basin_ctx *ctx, struct bsn_solved *solved)
{
    if (!solved)
        return;
    for (size_t i = 0; solved->item && i < solved->count; i++) {
        struct instance *const item = &solved->item[i];
        if (item->instance)
            solved->task->free(ctx, item->instance);
        bsn_free(ctx, item->value);
        bsn_graph_clear(ctx, &item->graph);
        bsn_free(ctx, item->clean);
        bsn_free(ctx, item->share);
    }
    bsn_free(ctx, solved->item);
    bsn_free(ctx, solved);
}

/* --------------------------------------------------------------------------- one instance ---- */

/* Pointers into the workspace. Rows are those of the largest term. */
struct arrays {
    float *y, *eps, *slope, *miss;        /* (coords) */
    float *x, *cond, *x_slope;            /* (rows), (conds), (rows) of the factors' columns */
    float *signal, *noise, *energy, *none;/* (columns) */
    uint32_t *t;                          /* (columns) */
    float *work;
};

#define TAKE(count) bsn_take_f32(work, &used, count)

static size_t lay_out(const struct bsn_loss *loss, float *work, struct arrays *a)
{
    const struct bsn_solved *const w = loss->solved;
    size_t used = 0;

    a->y = TAKE(w->coords), a->eps = TAKE(w->coords);
    a->slope = TAKE(w->coords), a->miss = TAKE(w->coords);
    a->x = TAKE(w->rows), a->cond = TAKE(w->conds), a->x_slope = TAKE(w->rows);
    a->signal = TAKE(w->columns), a->noise = TAKE(w->columns);
    a->energy = TAKE(w->columns), a->none = TAKE(w->columns);
    a->t = (uint32_t *)(void *)TAKE(w->columns);
    a->work = TAKE(w->work);
    return used;
}

size_t bsn_refine_workspace(const struct bsn_loss *loss)
{
    struct arrays a;

    return lay_out(loss, NULL, &a);
}

static void draw(const struct bsn_loss *loss, const struct instance *item, uint32_t step,
                 uint32_t tile, struct arrays *a)
{
    const struct bsn_solved *const w = loss->solved;
    struct bsn_rng rng = { loss->seed, BSN_RNG_LEVEL, loss->stream << 16 | tile, step };
    const uint32_t t = bsn_net_level(&loss->recipe->net, bsn_rng_uniform(&rng, 0),
                                     loss->schedule->levels);
    const double abar = loss->schedule->abar[t];

    for (size_t i = 0; i < w->columns; i++) {
        a->t[i] = t;
        a->signal[i] = (float)sqrt(abar);
        a->noise[i] = (float)(1 - abar);
        a->none[i] = 0;
    }
    rng.purpose = BSN_RNG_NOISE;
    bsn_rng_fill_normal(&rng, a->eps, (uint32_t)item->graph.coords);
    for (size_t i = 0; i < item->graph.coords; i++) {
        a->y[i] = a->signal[0] * item->clean[i * BSN_LANES] + sqrtf(a->noise[0]) * a->eps[i];
        a->slope[i] = 0;
    }
}

/* The factors of a term, which all have the same number of parts, at the one point. */
static struct bsn_columns all_columns(const struct bsn_term *term)
{
    return (struct bsn_columns){ term, 0, term->f.factors, term->f.longest, 1, 1 };
}

/* The slope of one term's factors, added; parameters are `theta`. */
static struct bsn_batch_f32 add_slope(const struct bsn_loss *loss, const struct instance *item,
                                      const struct bsn_term *term, const struct bsn_net *net,
                                      const float *theta, const struct arrays *a)
{
    const struct bsn_columns c = all_columns(term);
    const struct bsn_batch_f32 batch = { .cols = c.count, .parts = c.parts, .y = a->x,
                                         .cond = a->cond, .signal = a->signal, .noise = a->noise,
                                         .t = a->t, .kernel = loss->kernel };

    bsn_columns_gather(&c, a->y, a->signal, a->x, a->cond);
    bsn_net_forward_f32(net, theta, &batch, a->work, a->energy);
    bsn_net_backward_f32(net, theta, &batch, a->work, NULL, a->x_slope, NULL);
    bsn_columns_scatter(&c, a->x_slope, NULL, NULL, item->share, a->slope);
    return batch;
}

/* The diffusion loss of the instance; miss gets its derivative by the composed slope. */
static double denoise(const struct bsn_recipe_net *r, size_t coords, struct arrays *a)
{
    const double s = sqrt((double)a->noise[0]);
    double total = 0;

    for (size_t i = 0; i < coords; i++) {
        const double miss = a->eps[i] - s * a->slope[i];
        total += miss * miss;
        a->miss[i] = (float)(-2 * s * miss * r->diffusion / r->batch);
    }
    return total;
}

void bsn_refine_tile(const struct bsn_loss *loss, const float *theta, uint32_t step, uint32_t tile,
                     float *work, float *gradient, struct bsn_loss_sum *sum)
{
    const struct bsn_solved *const w = loss->solved;
    const struct bsn_recipe_net *const r = loss->recipe;
    const struct bsn_rng pick = { loss->seed, BSN_RNG_EXAMPLE, loss->stream << 16 | tile, step };
    const struct instance *const item = &w->item[bsn_rng_below(&pick, 0, (uint32_t)w->count)];
    const struct bsn_term *own = NULL;
    struct arrays a;

    lay_out(loss, work, &a);
    draw(loss, item, step, tile, &a);
    for (size_t k = 0; k < item->graph.terms; k++) {
        const struct bsn_term *const term = &item->graph.term[k];
        if (strcmp(term->net, r->name) == 0) {
            own = term;
            continue;
        }
        const struct bsn_model_net *const other = bsn_model_find(w->model, term->net);
        const struct bsn_net net = bsn_net_fit(&other->net, term->inputs);
        add_slope(loss, item, term, &net, other->theta, &a);
    }
    if (!own)
        return;
    /* The network itself comes last: its workspace is needed for the way back. */
    const struct bsn_net net = bsn_net_fit(&r->net, own->inputs);
    const struct bsn_columns c = all_columns(own);
    const struct bsn_batch_f32 batch = add_slope(loss, item, own, &net, theta, &a);
    sum->diffusion += denoise(r, item->graph.coords, &a);
    bsn_columns_back(&c, a.miss, item->share, a.x_slope);
    bsn_net_tangent_f32(&net, theta, &batch, a.work, a.x_slope);
    bsn_net_second_f32(&net, theta, &batch, a.work, a.none, gradient);
}
