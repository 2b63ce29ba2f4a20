/* refine.c - one instance: noise on its solution, the composed slope, and back to the parameters.
 *
 * The composed slope is linear in the factors' slopes, so what comes back to a factor's slope is
 * the miss of its coordinates, turned and shared as the slope was.
 */
#include "train/refine.h"

#include "base/mem.h"
#include "nn/layer.h"

#include <math.h>
#include <string.h>

struct whole {
    void *instance;
    int32_t *value;
    struct bsn_graph graph;
    float *clean;   /* (coords, 16) the solution, encoded; lane 0 counts */
    float *share;   /* (coords) 1 / factors that touch a coordinate, or ones */
};

struct bsn_wholes {
    size_t count;
    struct whole *whole;
    const struct bsn_domain *domain;
    const basin_model *model;
    size_t coords, rows, conds;  /* the most that one instance, one term of it, needs */
};

/* ----------------------------------------------------------------------------- instances ---- */

/* The paper's networks are composed by the mean over factors, ours by the sum. */
static void fill_share(const struct bsn_graph *graph, bool mean, float *share)
{
    for (size_t k = 0; mean && k < graph->terms; k++) {
        const struct bsn_term *const term = &graph->term[k];
        for (size_t i = 0; i < term->f.parts * term->inputs; i++)
            if (term->input[i] != BSN_GRAPH_EMPTY)
                share[term->input[i]] += 1;
    }
    for (size_t i = 0; i < graph->coords; i++)
        share[i] = share[i] > 0 ? 1 / share[i] : 1;
}

static basin_status draw_whole(basin_ctx *ctx, struct bsn_wholes *w, const struct bsn_rng *at,
                               struct whole *whole)
{
    BSN_TRY(w->domain->solved(ctx, at, &whole->instance, &whole->value));
    BSN_TRY(w->domain->graph(ctx, whole->instance, w->model, &whole->graph));
    bsn_graph_finish(&whole->graph);
    const size_t coords = whole->graph.coords;
    BSN_TRY(BSN_NEW(ctx, coords * BSN_LANES, &whole->clean));
    BSN_TRY(BSN_NEW(ctx, coords, &whole->share));
    w->domain->encode(whole->instance, whole->value, 0, whole->clean);
    fill_share(&whole->graph, w->model->energy == BASIN_ENERGY_PAPER, whole->share);
    w->coords = coords > w->coords ? coords : w->coords;
    for (size_t k = 0; k < whole->graph.terms; k++) {
        const struct bsn_term *const term = &whole->graph.term[k];
        const size_t members = term->first[term->f.factors];
        w->rows = members * term->inputs > w->rows ? members * term->inputs : w->rows;
        w->conds = members * term->conds > w->conds ? members * term->conds : w->conds;
    }
    return BASIN_STATUS_OK;
}

basin_status bsn_wholes_new(basin_ctx *ctx, const struct bsn_domain *domain,
                            const basin_model *model, uint64_t seed, size_t count,
                            struct bsn_wholes **out)
{
    struct bsn_wholes *w;
    basin_status status;

    if (!domain->solved)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "%s has no whole instances to refine on",
                        domain->name);
    BSN_TRY(BSN_NEW(ctx, 1, &w));
    w->domain = domain;
    w->model = model;
    BSN_TRY_OUT(BSN_NEW(ctx, count, &w->whole));
    for (; w->count < count; w->count++) {
        const struct bsn_rng at = { seed, BSN_RNG_INSTANCE, (uint32_t)w->count, 0 };
        BSN_TRY_OUT(draw_whole(ctx, w, &at, &w->whole[w->count]));
    }
    *out = w;
    return BASIN_STATUS_OK;
out:
    w->count += w->count < count;  /* the one that failed half way */
    bsn_wholes_free(ctx, w);
    return status;
}

void bsn_wholes_free(basin_ctx *ctx, struct bsn_wholes *wholes)
{
    if (!wholes)
        return;
    for (size_t i = 0; wholes->whole && i < wholes->count; i++) {
        struct whole *const whole = &wholes->whole[i];
        if (whole->instance)
            wholes->domain->free(ctx, whole->instance);
        bsn_free(ctx, whole->value);
        bsn_graph_clear(ctx, &whole->graph);
        bsn_free(ctx, whole->clean);
        bsn_free(ctx, whole->share);
    }
    bsn_free(ctx, wholes->whole);
    bsn_free(ctx, wholes);
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
    const struct bsn_wholes *const w = loss->wholes;
    const size_t columns = w->rows + w->coords;
    size_t used = 0;

    a->y = TAKE(w->coords), a->eps = TAKE(w->coords);
    a->slope = TAKE(w->coords), a->miss = TAKE(w->coords);
    a->x = TAKE(w->rows), a->cond = TAKE(w->conds), a->x_slope = TAKE(w->rows);
    a->signal = TAKE(columns), a->noise = TAKE(columns);
    a->energy = TAKE(columns), a->none = TAKE(columns);
    a->t = (uint32_t *)(void *)TAKE(columns);
    size_t most = 0;  /* one part in each column needs as much as several in fewer */
    for (size_t k = 0; k < w->model->nets; k++) {
        const size_t need = bsn_net_workspace_f32(&w->model->net[k].net, 1, columns);
        most = need > most ? need : most;
    }
    a->work = TAKE(most);
    return used;
}

size_t bsn_refine_workspace(const struct bsn_loss *loss)
{
    struct arrays a;

    return lay_out(loss, NULL, &a);
}

/* What a column of a term reads: part j, input d of factor k. */
struct place {
    uint32_t coord;
    float turn, offset;  /* reads turn y + offset signal */
};

static struct place place_of(const struct bsn_term *term, size_t factor, size_t j, size_t d)
{
    const uint32_t part = term->member[term->first[factor] + j];
    const float mirror = term->mirror ? term->mirror[part] : 0;

    return (struct place){ term->input[part * term->inputs + d], 1 - 2 * mirror, mirror };
}

/* The columns of a term whose factors all have `parts` parts. */
static struct bsn_batch_f32 gather(const struct bsn_loss *loss, const struct bsn_term *term,
                                   size_t parts, const struct arrays *a)
{
    const size_t cols = term->f.factors;

    for (size_t k = 0; k < cols; k++)
        for (size_t j = 0; j < parts; j++) {
            for (size_t d = 0; d < term->inputs; d++) {
                const struct place at = place_of(term, k, j, d);
                a->x[(j * term->inputs + d) * cols + k] =
                    at.coord == BSN_GRAPH_EMPTY
                        ? 0 : at.turn * a->y[at.coord] + at.offset * a->signal[0];
            }
            const uint32_t part = term->member[term->first[k] + j];
            for (size_t d = 0; d < term->conds; d++)
                a->cond[(j * term->conds + d) * cols + k] = term->cond[part * term->conds + d];
        }
    return (struct bsn_batch_f32){ .cols = cols, .parts = parts, .y = a->x, .cond = a->cond,
                                   .signal = a->signal, .noise = a->noise, .t = a->t,
                                   .kernel = loss->kernel };
}

/* Adds the columns' slopes to the coordinates', or (back) takes the columns' part of `miss`. */
static void scatter(const struct whole *whole, const struct bsn_term *term, size_t parts, bool back,
                    const struct arrays *a)
{
    const size_t cols = term->f.factors;

    for (size_t k = 0; k < cols; k++)
        for (size_t j = 0; j < parts; j++)
            for (size_t d = 0; d < term->inputs; d++) {
                const struct place at = place_of(term, k, j, d);
                float *const column = &a->x_slope[(j * term->inputs + d) * cols + k];
                const float share = at.coord == BSN_GRAPH_EMPTY
                                        ? 0 : at.turn * whole->share[at.coord];
                if (back)
                    *column = share == 0 ? 0 : share * a->miss[at.coord];
                else if (share != 0)
                    a->slope[at.coord] += share * *column;
            }
}

static void draw(const struct bsn_loss *loss, const struct whole *whole, uint32_t step,
                 uint32_t tile, struct arrays *a)
{
    const struct bsn_wholes *const w = loss->wholes;
    struct bsn_rng rng = { loss->seed, BSN_RNG_LEVEL, loss->stream << 16 | tile, step };
    const double u = bsn_rng_uniform(&rng, 0);
    const bool set = loss->recipe->net.kind == BSN_NET_SET;  /* levels as in loss.c */
    const uint32_t t = 1 + (uint32_t)((set ? u * u : u) * loss->schedule->levels);
    const double abar = loss->schedule->abar[t];

    for (size_t i = 0; i < w->rows + w->coords; i++) {
        a->t[i] = t;
        a->signal[i] = (float)sqrt(abar);
        a->noise[i] = (float)(1 - abar);
        a->none[i] = 0;
    }
    rng.purpose = BSN_RNG_NOISE;
    bsn_rng_fill_normal(&rng, a->eps, (uint32_t)whole->graph.coords);
    for (size_t i = 0; i < whole->graph.coords; i++) {
        a->y[i] = a->signal[0] * whole->clean[i * BSN_LANES] + sqrtf(a->noise[0]) * a->eps[i];
        a->slope[i] = 0;
    }
}

/* The slope of one term's factors, added; parameters are `theta`. */
static struct bsn_batch_f32 add_slope(const struct bsn_loss *loss, const struct whole *whole,
                                      const struct bsn_term *term, const struct bsn_net *net,
                                      const float *theta, const struct arrays *a)
{
    const size_t parts = term->f.longest;
    const struct bsn_batch_f32 batch = gather(loss, term, parts, a);

    bsn_net_forward_f32(net, theta, &batch, a->work, a->energy);
    bsn_net_backward_f32(net, theta, &batch, a->work, NULL, a->x_slope, NULL);
    scatter(whole, term, parts, false, a);
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
    const struct bsn_wholes *const w = loss->wholes;
    const struct bsn_recipe_net *const r = loss->recipe;
    const struct bsn_rng pick = { loss->seed, BSN_RNG_EXAMPLE, loss->stream << 16 | tile, step };
    const struct whole *const whole = &w->whole[bsn_rng_below(&pick, 0, (uint32_t)w->count)];
    const struct bsn_term *own = NULL;
    struct arrays a;

    lay_out(loss, work, &a);
    draw(loss, whole, step, tile, &a);
    for (size_t k = 0; k < whole->graph.terms; k++) {
        const struct bsn_term *const term = &whole->graph.term[k];
        if (strcmp(term->net, r->name) == 0) {
            own = term;
            continue;
        }
        const struct bsn_model_net *const net = bsn_model_find(w->model, term->net);
        add_slope(loss, whole, term, &net->net, net->theta, &a);
    }
    if (!own)
        return;
    /* The network itself comes last: its workspace is needed for the way back. */
    const struct bsn_batch_f32 batch = add_slope(loss, whole, own, &r->net, theta, &a);
    sum->diffusion += denoise(r, whole->graph.coords, &a);
    scatter(whole, own, batch.parts, true, &a);
    bsn_net_tangent_f32(&r->net, theta, &batch, a.work, a.x_slope);
    bsn_net_second_f32(&r->net, theta, &batch, a.work, a.none, gradient);
}
