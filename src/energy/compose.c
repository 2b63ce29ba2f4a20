/* compose.c - binds a problem's terms to a model and adds their energies up. */
#include "energy/compose.h"

#include "base/mem.h"

#include <string.h>

#define BLOCK 65536  /* coordinates or factors between polls */

struct bsn_compose {
    const basin_model *model;
    const struct bsn_graph *graph;
    const struct bsn_kernel *kernel;
    enum bsn_compose_mode mode;
    bsn_examples_fn *examples;  /* of exact energies */
    size_t unaries;      /* factors of unary terms */
    float *touched;      /* (coords) 1 / number of factors that touch it; mean only */
    float *share;        /* (factors) weight of a factor's energy; mean only */
    size_t scratch;
    bool needs_grad;     /* some term cannot do without a gradient to write to */
    bool residuals, energies;  /* some terms that are not unary give R_k, some E_k */
    struct bsn_schedule schedule;  /* that samplers go by */
    struct bsn_bound *bound;       /* (terms) */
};

/* ------------------------------------------------------------------------------ binding ---- */

/* In mode sum a variable's own energy counts as often as the factors that cover it, unless it is
 * part of the factor's own. `before` factors of unary terms stand in front of this one's. */
static basin_status count_covers(basin_ctx *ctx, const struct bsn_compose *c, size_t before,
                                 struct bsn_bound *unary)
{
    const size_t factors = unary->term->f.factors;

    BSN_TRY(BSN_NEW(ctx, factors, &unary->scale));
    for (size_t k = 0; k < c->graph->terms; k++) {
        const struct bsn_term *const term = &c->graph->term[k];
        if (term->unary || c->bound[k].kind->floor)
            continue;
        for (size_t i = 0; i < term->f.factors; i++)
            for (size_t m = term->cover_first[i]; m < term->cover_first[i + 1]; m++)
                if (term->cover[m] >= before && term->cover[m] - before < factors)
                    unary->scale[term->cover[m] - before] += term->weight ? term->weight[i] : 1;
    }
    return BASIN_STATUS_OK;
}

/* What the factors of a term are multiplied by, alike for all particles. */
static basin_status bind_scale(basin_ctx *ctx, const struct bsn_compose *c, size_t before,
                               struct bsn_bound *b)
{
    if (b->term->unary)
        return c->mode == BSN_COMPOSE_BASIN ? BASIN_STATUS_OK : count_covers(ctx, c, before, b);
    if (!b->term->weight)
        return BASIN_STATUS_OK;
    BSN_TRY(BSN_NEW(ctx, b->term->f.factors, &b->scale));
    memcpy(b->scale, b->term->weight, b->term->f.factors * sizeof *b->scale);
    return BASIN_STATUS_OK;
}

/* Adds to share (factors) the `amount` of every coordinate that a factor which is not unary reads,
 * or, without share, 1 to the coordinate's own. */
static basin_status each_touch(basin_ctx *ctx, const struct bsn_graph *graph, float *amount,
                               float *share)
{
    size_t factor = 0;

    for (size_t k = 0; k < graph->terms; k++) {
        const struct bsn_term *const term = &graph->term[k];
        for (size_t i = 0; !term->unary && i < term->f.factors; i++, factor++) {
            BSN_TRY(BSN_POLL_ITEM(ctx, i));
            for (size_t m = term->first[i]; m < term->first[i + 1]; m++)
                for (size_t d = 0; d < term->inputs; d++) {
                    const uint32_t at = term->input[term->member[m] * term->inputs + d];
                    if (at == BSN_GRAPH_EMPTY)
                        continue;
                    if (share)
                        share[factor] += amount[at];
                    else
                        amount[at] += 1;
                }
        }
    }
    return BASIN_STATUS_OK;
}

basin_status bsn_compose_shares(basin_ctx *ctx, const struct bsn_graph *graph, float *share)
{
    memset(share, 0, graph->coords * sizeof *share);
    BSN_TRY(each_touch(ctx, graph, share, NULL));
    for (size_t i = 0; i < graph->coords; i++)
        share[i] = share[i] > 0 ? 1 / share[i] : 1;
    return BASIN_STATUS_OK;
}

static basin_status count_touches(basin_ctx *ctx, struct bsn_compose *c)
{
    BSN_TRY(BSN_NEW(ctx, c->graph->coords, &c->touched));
    BSN_TRY(BSN_NEW(ctx, c->graph->factors, &c->share));
    BSN_TRY(bsn_compose_shares(ctx, c->graph, c->touched));
    BSN_TRY(each_touch(ctx, c->graph, c->touched, c->share));
    for (size_t k = 0; k < c->graph->factors; k++)
        switch (c->graph->weigh) {
        case BSN_WEIGH_MEANS: break;
        case BSN_WEIGH_MEAN: c->share[k] /= (float)c->graph->coords; break;
        case BSN_WEIGH_SUM: c->share[k] = 1; break;
        }
    return BASIN_STATUS_OK;
}

static basin_status bind_all(basin_ctx *ctx, struct bsn_compose *c, bsn_examples_fn *examples)
{
    const struct bsn_term_source source = { c->model, examples };
    size_t most = 0;

    BSN_TRY(BSN_NEW(ctx, c->graph->terms, &c->bound));
    for (size_t k = 0; k < c->graph->terms; k++) {
        struct bsn_bound *const b = &c->bound[k];
        BSN_TRY(bsn_term_bind(ctx, &c->graph->term[k], &source, b));
        most = b->scratch > most ? b->scratch : most;
        c->needs_grad |= !b->gradless;
        if (b->term->unary)
            c->unaries += b->term->f.factors;
        else if (b->kind->floor)
            c->energies = true;
        else
            c->residuals = true;
    }
    for (size_t k = 0, before = 0; k < c->graph->terms; k++) {
        BSN_TRY(bind_scale(ctx, c, before, &c->bound[k]));
        before += c->bound[k].term->f.factors;
    }
    c->scratch = most + (2 * c->unaries + (c->needs_grad ? c->graph->coords : 0)) * BSN_LANES;
    return c->mode == BSN_COMPOSE_MEAN ? count_touches(ctx, c) : BASIN_STATUS_OK;
}

basin_status bsn_compose_new(basin_ctx *ctx, const basin_model *model,
                             const struct bsn_graph *graph, enum bsn_compose_mode mode,
                             bsn_examples_fn *examples, struct bsn_compose **out)
{
    struct bsn_compose *c;

    BSN_TRY(BSN_NEW(ctx, 1, &c));
    c->model = model;
    c->schedule = model->schedule;
    c->graph = graph;
    c->mode = mode;
    c->examples = examples;
    c->kernel = bsn_kernel_pick(NULL);
    const basin_status status = bind_all(ctx, c, examples);
    if (status != BASIN_STATUS_OK) {
        bsn_compose_free(ctx, c);
        return status;
    }
    *out = c;
    return BASIN_STATUS_OK;
}

basin_status bsn_compose_like(basin_ctx *ctx, const struct bsn_compose *c,
                              const struct bsn_graph *graph, struct bsn_compose **out)
{
    BSN_TRY(bsn_compose_new(ctx, c->model, graph, c->mode, c->examples, out));
    (*out)->kernel = c->kernel;
    return BASIN_STATUS_OK;
}

void bsn_compose_free(basin_ctx *ctx, struct bsn_compose *c)
{
    if (!c)
        return;
    for (size_t k = 0; c->bound && k < c->graph->terms; k++)
        bsn_term_release(ctx, &c->bound[k]);
    bsn_free(ctx, c->bound);
    bsn_free(ctx, c->touched);
    bsn_free(ctx, c->share);
    bsn_free(ctx, c);
}

size_t bsn_compose_coords(const struct bsn_compose *c)
{
    return c->graph->coords;
}

size_t bsn_compose_factors(const struct bsn_compose *c)
{
    return c->graph->factors;
}

const struct bsn_schedule *bsn_compose_schedule(const struct bsn_compose *c)
{
    return &c->schedule;
}

void bsn_compose_respace(struct bsn_compose *c, uint32_t levels)
{
    bsn_schedule_respace(&c->model->schedule, levels, &c->schedule);
}

basin_status bsn_compose_level(basin_ctx *ctx, struct bsn_compose *c, const char *level)
{
    return bsn_kernel_find(ctx, level, &c->kernel);
}

const struct bsn_kernel *bsn_compose_kernel(const struct bsn_compose *c)
{
    return c->kernel;
}

const struct bsn_graph *bsn_compose_graph(const struct bsn_compose *c)
{
    return c->graph;
}

size_t bsn_compose_scratch(const struct bsn_compose *c)
{
    return c->scratch;
}

double bsn_compose_flops(const struct bsn_compose *c)
{
    double sum = 0;

    for (size_t k = 0; k < c->graph->terms; k++) {
        const struct bsn_bound *const b = &c->bound[k];
        const double flops = b->kind->flops ? b->kind->flops(b) : 0;
        if (flops == 0 && b->term->f.factors > 0)
            return 0;
        sum += flops;
    }
    return sum;
}

/* --------------------------------------------------------------------------- evaluation ---- */

/* Whole energies E_k = R_k + sum U: what they count twice is taken from the variables' own weights,
 * 1 - sum_k w_k (in mode basin). */
static void own_weights(const struct bsn_compose *c, const float *weight, float *own)
{
    const float *w = weight;

    for (size_t i = 0; i < c->unaries * BSN_LANES; i++)
        own[i] = 1;
    for (size_t k = 0; k < c->graph->terms; k++) {
        const struct bsn_term *const term = &c->graph->term[k];
        const bool whole = !term->unary && c->bound[k].kind->floor;
        for (size_t i = 0; whole && i < term->f.factors; i++)
            for (size_t m = term->cover_first[i]; m < term->cover_first[i + 1]; m++)
                for (size_t lane = 0; lane < BSN_LANES; lane++)
                    own[(size_t)term->cover[m] * BSN_LANES + lane] -=
                        w ? w[i * BSN_LANES + lane] : 1;
        if (!term->unary && w)
            w += term->f.factors * BSN_LANES;
    }
}

/* residual += sign * the energies u (unaries, 16) of each factor's variables. */
static void shift_by_unaries(const struct bsn_term *term, const float *u, float sign,
                             float *residual)
{
    for (size_t i = 0; i < term->f.factors; i++)
        for (size_t m = term->cover_first[i]; m < term->cover_first[i + 1]; m++)
            for (size_t lane = 0; lane < BSN_LANES; lane++)
                residual[i * BSN_LANES + lane] +=
                    sign * u[(size_t)term->cover[m] * BSN_LANES + lane];
}

/* Such R_k are brought to what networks learn: 0 for a factor that surely holds. */
static void take_off_floor(const struct bsn_bound *b, float *residual)
{
    for (size_t i = 0; i < b->term->f.factors; i++) {
        const float floor = (float)b->kind->floor(b, i);
        for (size_t lane = 0; lane < BSN_LANES; lane++)
            residual[i * BSN_LANES + lane] -= floor;
    }
}

static void share_energy(const struct bsn_compose *c, struct bsn_brake *brake,
                         const float *residual, float *energy)
{
    memset(energy, 0, BSN_LANES * sizeof *energy);
    for (size_t k = 0; k < c->graph->factors; k++) {
        if (k % BLOCK == 0 && bsn_brake_on(brake))
            return;
        for (size_t lane = 0; lane < BSN_LANES; lane++)
            energy[lane] += c->share[k] * residual[k * BSN_LANES + lane];
    }
}

static void average_gradient(const struct bsn_compose *c, float *grad)
{
    for (size_t i = 0; i < c->graph->coords; i++)
        for (size_t lane = 0; lane < BSN_LANES; lane++)
            grad[i * BSN_LANES + lane] *= c->touched[i];
}

/* A term that is not unary; u (unaries, 16) are the energies of all that are. */
static void eval_factors(const struct bsn_compose *c, const struct bsn_bound *b, const float *u,
                         const struct bsn_term_call *call)
{
    const bool whole = b->kind->floor != NULL, want_whole = c->mode != BSN_COMPOSE_BASIN;

    b->kind->eval(b, call);
    if (c->unaries > 0 && whole != want_whole)
        shift_by_unaries(b->term, u, whole ? -1 : 1, call->residual);
    if (whole && !want_whole)
        take_off_floor(b, call->residual);
}

bool bsn_compose_eval(const struct bsn_compose *c, const struct bsn_level *level, const float *y,
                      const float *weight, float *scratch, float *energy, float *grad,
                      float *residual)
{
    /* Whole energies need no U in modes sum and mean, and weigh it in mode basin. */
    const bool basin = c->mode == BSN_COMPOSE_BASIN;
    float *const own = scratch, *const u = own + c->unaries * BSN_LANES;
    float *const spare = u + c->unaries * BSN_LANES;
    float *const rest = spare + (c->needs_grad ? c->graph->coords * BSN_LANES : 0);
    struct bsn_term_call call = { .kernel = c->kernel, .level = level, .y = y, .scratch = rest,
                                  .energy = energy,
                                  .grad = grad || !c->needs_grad ? grad : spare };
    size_t unary = 0, factor = 0;

    memset(energy, 0, BSN_LANES * sizeof *energy);
    for (size_t i = 0; call.grad && i < c->graph->coords; i += BLOCK) {
        const size_t left = c->graph->coords - i;
        if (bsn_brake_on(level->brake))
            return false;
        memset(call.grad + i * BSN_LANES, 0,
               (left < BLOCK ? left : BLOCK) * BSN_LANES * sizeof *grad);
    }
    if (basin && c->energies)
        own_weights(c, weight, own);
    for (size_t k = 0; k < c->graph->terms; k++) {
        const struct bsn_bound *const b = &c->bound[k];
        if (bsn_brake_on(level->brake))
            return false;
        const size_t floats = b->term->f.factors * BSN_LANES;
        if (b->term->unary) {
            call.weight = basin && c->energies ? own + unary : NULL;
            call.residual = u + unary;
            if (basin || c->residuals)
                b->kind->eval(b, &call);
            unary += floats;
        } else {
            call.weight = weight ? weight + factor : NULL;
            call.residual = residual + factor;
            eval_factors(c, b, u, &call);
            factor += floats;
        }
    }
    if (c->mode == BSN_COMPOSE_MEAN)
        share_energy(c, level->brake, residual, energy);
    if (c->mode == BSN_COMPOSE_MEAN && grad)
        average_gradient(c, grad);
    return !level->brake || bsn_brake_why(level->brake) == 0;
}
