/* compose.c - binds a model's networks to a problem's factors and adds their energies up. */
#include "energy/compose.h"

#include "base/mem.h"

#include <stdio.h>
#include <string.h>

#define STACKED_COLUMNS 128  /* columns that a residual network sees at once */

struct bound {
    const struct bsn_term *term;
    const struct bsn_model_net *net;       /* NULL for exact energies */
    struct bsn_net shape;                  /* with the problem's number of inputs */
    float *scale;                          /* (factors) or NULL for ones */
    struct bsn_examples *examples;         /* exact: (longest + 1), by number of parts */
    const struct bsn_examples **by_parts;  /* exact: (longest + 1) */
    size_t scratch;                        /* floats */
};

struct bsn_compose {
    const basin_model *model;
    const struct bsn_graph *graph;
    const struct bsn_kernel *kernel;
    enum bsn_compose_mode mode;
    size_t unaries;      /* factors of unary terms */
    float *touched;      /* (coords) 1 / number of factors that touch it; mean only */
    float *share;        /* (factors) weight of a factor's energy; mean only */
    size_t scratch;
    bool needs_grad;     /* some term cannot do without a gradient to write to */
    struct bsn_schedule schedule;  /* that samplers go by */
    struct bound bound[BSN_GRAPH_TERMS];
};

/* ------------------------------------------------------------------------------ binding ---- */

/* Cells of letters and slots of words need no network. */
static bool is_written(const struct bsn_term *term)
{
    return term->letters || term->words;
}

static basin_status bind_network(basin_ctx *ctx, const struct bsn_compose *c, struct bound *b)
{
    const struct bsn_term *const term = b->term;

    b->net = bsn_model_find(c->model, term->net);
    if (!b->net)
        return bsn_fail(ctx, BASIN_STATUS_MODEL, "the model of %s has no network \"%s\"",
                        c->model->domain, term->net);
    b->shape = b->net->net;
    if (b->shape.kind == BSN_NET_CHOICE)
        b->shape.inputs = term->inputs;
    const struct bsn_net *const net = &b->shape;
    if (net->inputs != term->inputs || net->conds != term->conds)
        return bsn_fail(ctx, BASIN_STATUS_MODEL,
                        "network \"%s\" takes %u inputs, %u conditions; the problem has %u, %u",
                        term->net, net->inputs, net->conds, term->inputs, term->conds);
    if (net->kind != BSN_NET_RESIDUAL)
        b->scratch = bsn_kernel_scratch(net, &term->f);
    else
        b->scratch = bsn_net_workspace_f32(net, 1, STACKED_COLUMNS) +
                     (2 * net->inputs + net->conds + 1) * STACKED_COLUMNS + STACKED_COLUMNS + 64;
    return BASIN_STATUS_OK;
}

static basin_status bind_examples(basin_ctx *ctx, bsn_examples_fn *examples, struct bound *b)
{
    const struct bsn_factors *const f = &b->term->f;

    BSN_TRY(BSN_NEW(ctx, f->longest + 1, &b->examples));
    BSN_TRY(BSN_NEW(ctx, f->longest + 1, &b->by_parts));
    for (size_t i = 0; i < f->factors; i++) {
        const size_t parts = f->first[i + 1] - f->first[i];
        struct bsn_examples *const set = &b->examples[parts];
        if (b->by_parts[parts])
            continue;
        BSN_TRY(examples(ctx, b->term->net, parts, b->term->inputs, set));
        b->by_parts[parts] = set;
        const size_t need = bsn_exact_scratch(set->width, set->count);
        b->scratch = need > b->scratch ? need : b->scratch;
    }
    return BASIN_STATUS_OK;
}

/* In mode sum a variable's own energy counts once for each factor that covers it. */
static basin_status count_covers(basin_ctx *ctx, const struct bsn_compose *c, struct bound *unary)
{
    BSN_TRY(BSN_NEW(ctx, unary->term->f.factors, &unary->scale));
    for (size_t k = 0; k < c->graph->terms; k++) {
        const struct bsn_term *const term = &c->graph->term[k];
        for (size_t i = 0; !term->unary && i < term->cover_first[term->f.factors]; i++)
            unary->scale[term->cover[i]] += 1;
    }
    return BASIN_STATUS_OK;
}

/* Goes over every coordinate of every factor that is not unary: counts, or adds up shares. */
static void each_touch(const struct bsn_graph *graph, float *touched, float *share)
{
    size_t factor = 0;

    for (size_t k = 0; k < graph->terms; k++) {
        const struct bsn_term *const term = &graph->term[k];
        for (size_t i = 0; !term->unary && i < term->f.factors; i++, factor++)
            for (size_t m = term->first[i]; m < term->first[i + 1]; m++)
                for (size_t d = 0; d < term->inputs; d++) {
                    const uint32_t at = term->input[term->member[m] * term->inputs + d];
                    if (at == BSN_GRAPH_EMPTY)
                        continue;
                    if (share)
                        share[factor] += touched[at];
                    else
                        touched[at] += 1;
                }
    }
}

static basin_status count_touches(basin_ctx *ctx, struct bsn_compose *c)
{
    BSN_TRY(BSN_NEW(ctx, c->graph->coords, &c->touched));
    BSN_TRY(BSN_NEW(ctx, c->graph->factors, &c->share));
    each_touch(c->graph, c->touched, NULL);
    for (size_t i = 0; i < c->graph->coords; i++)
        c->touched[i] = c->touched[i] > 0 ? 1 / c->touched[i] : 1;
    each_touch(c->graph, c->touched, c->share);
    for (size_t k = 0; k < c->graph->factors; k++)
        switch (c->graph->weigh) {
        case BSN_WEIGH_MEANS: break;
        case BSN_WEIGH_MEAN: c->share[k] /= (float)c->graph->coords; break;
        case BSN_WEIGH_SUM: c->share[k] = 1; break;
        }
    return BASIN_STATUS_OK;
}

static basin_status bind_words(basin_ctx *ctx, struct bound *b)
{
    const struct bsn_term *const term = b->term;

    if (term->inputs != BSN_LETTERS || (!term->words && !term->unary))
        return bsn_fail(ctx, BASIN_STATUS_MODEL, "term %s: cells have %u letters and no words",
                        term->net, term->inputs);
    if (term->words)
        BSN_TRY(bsn_words_bind(ctx, term->words, &term->f));
    b->scratch = bsn_words_scratch(term->words ? bsn_words_summed(term->words) : NULL, &term->f);
    return BASIN_STATUS_OK;
}

static basin_status bind_all(basin_ctx *ctx, struct bsn_compose *c, bsn_examples_fn *examples)
{
    size_t most = 0;

    for (size_t k = 0; k < c->graph->terms; k++) {
        struct bound *const b = &c->bound[k];
        b->term = &c->graph->term[k];
        if (is_written(b->term))
            BSN_TRY(bind_words(ctx, b));
        else if (c->model->energy == BASIN_ENERGY_EXACT)
            BSN_TRY(bind_examples(ctx, examples, b));
        else
            BSN_TRY(bind_network(ctx, c, b));
        most = b->scratch > most ? b->scratch : most;
        c->needs_grad |= !b->net || b->shape.kind != BSN_NET_RESIDUAL;
        if (b->term->unary) {
            c->unaries += b->term->f.factors;
            if (c->mode != BSN_COMPOSE_BASIN && (b->net || is_written(b->term)))
                BSN_TRY(count_covers(ctx, c, b));
        }
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
    c->kernel = bsn_kernel_pick(NULL);
    const basin_status status = bind_all(ctx, c, examples);
    if (status != BASIN_STATUS_OK) {
        bsn_compose_free(ctx, c);
        return status;
    }
    *out = c;
    return BASIN_STATUS_OK;
}

static void free_examples(basin_ctx *ctx, struct bound *b)
{
    for (size_t n = 0; b->examples && n <= b->term->f.longest; n++) {
        bsn_free(ctx, b->examples[n].log_weight);
        bsn_free(ctx, b->examples[n].first);
        bsn_free(ctx, b->examples[n].one);
    }
    bsn_free(ctx, b->examples);
    bsn_free(ctx, b->by_parts);
}

void bsn_compose_free(basin_ctx *ctx, struct bsn_compose *c)
{
    if (!c)
        return;
    for (size_t k = 0; k < c->graph->terms; k++) {
        free_examples(ctx, &c->bound[k]);
        bsn_free(ctx, c->bound[k].scale);
    }
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

void bsn_compose_pace(struct bsn_compose *c, uint32_t levels)
{
    bsn_schedule_pace(&c->model->schedule, levels, &c->schedule);
}

basin_status bsn_compose_level(basin_ctx *ctx, struct bsn_compose *c, const char *level)
{
    const struct bsn_kernel *const kernel = bsn_kernel_pick(level);
    char have[64] = "";

    if (kernel) {
        c->kernel = kernel;
        return BASIN_STATUS_OK;
    }
    for (size_t i = 0, used = 0; bsn_kernel_at(i); i++)
        used += (size_t)snprintf(have + used, sizeof have - used, "%s%s", i ? ", " : "",
                                 bsn_kernel_at(i)->level);
    return bsn_fail(ctx, BASIN_STATUS_INPUT,
                    "kernel \"%.40s\": this processor, or this build, has only %s", level, have);
}

const struct bsn_kernel *bsn_compose_kernel(const struct bsn_compose *c)
{
    return c->kernel;
}

const struct bsn_term *bsn_compose_words(const struct bsn_compose *c)
{
    for (size_t k = 0; k < c->graph->terms; k++)
        if (c->graph->term[k].words)
            return &c->graph->term[k];
    return NULL;
}

size_t bsn_compose_scratch(const struct bsn_compose *c)
{
    return c->scratch;
}

/* --------------------------------------------------------------------------- evaluation ---- */

/* What one evaluation reads and writes. */
struct tile {
    const struct bsn_level *level;
    const float *y;
    float *scratch, *energy, *grad;
};

/* Copies the rows of factor inputs side by side: x (inputs, cols), cols = factors * lanes. */
static void gather(const struct bound *b, const struct tile *tile, size_t from, size_t count,
                   float *x)
{
    const size_t inputs = b->term->inputs, lanes = tile->level->lanes, cols = count * lanes;

    for (size_t k = 0; k < count; k++) {
        const uint32_t part = b->term->member[b->term->first[from + k]];
        for (size_t d = 0; d < inputs; d++) {
            const uint32_t at = b->term->input[part * inputs + d];
            float *const to = x + d * cols + k * lanes;
            if (at == BSN_GRAPH_EMPTY)
                memset(to, 0, lanes * sizeof *to);
            else
                memcpy(to, tile->y + (size_t)at * BSN_LANES, lanes * sizeof *to);
        }
        for (size_t d = 0; d < b->term->conds; d++)
            for (size_t lane = 0; lane < lanes; lane++)
                x[(inputs + d) * cols + k * lanes + lane] =
                    b->term->cond[part * b->term->conds + d];
    }
}

static void scatter(const struct bound *b, const float *slope, size_t from, size_t count,
                    const float *weight, const struct tile *tile)
{
    const size_t inputs = b->term->inputs, lanes = tile->level->lanes, cols = count * lanes;

    for (size_t k = 0; k < count; k++) {
        const uint32_t part = b->term->member[b->term->first[from + k]];
        for (size_t d = 0; d < inputs; d++) {
            const uint32_t at = b->term->input[part * inputs + d];
            if (at == BSN_GRAPH_EMPTY)
                continue;
            for (size_t lane = 0; lane < lanes; lane++) {
                const float w = weight ? weight[(from + k) * BSN_LANES + lane] : 1;
                tile->grad[(size_t)at * BSN_LANES + lane] +=
                    w * slope[d * cols + k * lanes + lane];
            }
        }
    }
}

/* From e (count, lanes) to the residuals (count, 16) and the tile's energies. */
static void add_energies(const float *e, size_t count, const float *weight,
                         const struct tile *tile, float *residual)
{
    const size_t lanes = tile->level->lanes;

    memset(residual, 0, count * BSN_LANES * sizeof *residual);
    for (size_t k = 0; k < count; k++)
        for (size_t lane = 0; lane < lanes; lane++) {
            const size_t at = k * BSN_LANES + lane;
            residual[at] = e[k * lanes + lane];
            tile->energy[lane] += (weight ? weight[at] : 1) * residual[at];
        }
}

/* A residual network over all factors of its term, as many at a time as make a good product. It is
 * too dear for idle lanes. */
static void residual_term(const struct bound *b, const struct tile *tile, const float *weight,
                          float *residual)
{
    const struct bsn_net *const net = &b->net->net;
    const size_t lanes = tile->level->lanes, most = STACKED_COLUMNS / lanes;
    float *const x = tile->scratch;
    float *const slope = x + (net->inputs + net->conds) * STACKED_COLUMNS;
    float *const e = slope + net->inputs * STACKED_COLUMNS, *const work = e + STACKED_COLUMNS;
    uint32_t t[STACKED_COLUMNS];

    for (size_t l = 0; l < STACKED_COLUMNS; l++)
        t[l] = tile->level->t[l % lanes];
    for (size_t from = 0; from < b->term->f.factors; from += most) {
        const size_t left = b->term->f.factors - from, count = left < most ? left : most;
        const size_t cols = count * lanes;
        const struct bsn_batch_f32 batch = { .cols = cols, .parts = 1, .y = x,
                                             .cond = x + net->inputs * cols, .t = t };
        gather(b, tile, from, count, x);
        bsn_net_forward_f32(net, b->net->theta, &batch, work, e);
        if (tile->grad) {
            bsn_net_backward_f32(net, b->net->theta, &batch, work, NULL, slope, NULL);
            scatter(b, slope, from, count, weight, tile);
        }
        add_energies(e, count, weight ? weight + from * BSN_LANES : NULL, tile,
                     residual + from * BSN_LANES);
    }
}

static void eval_term(const struct bsn_compose *c, const struct bound *b, const struct tile *tile,
                      const float *weight, float *residual)
{
    if (is_written(b->term))
        c->kernel->words_term(b->term->words ? bsn_words_summed(b->term->words) : NULL, &b->term->f,
                              tile->level, tile->y, weight, b->scale, tile->scratch, tile->energy,
                              tile->grad, residual);
    else if (!b->net)
        bsn_exact_term(b->by_parts, b->term->inputs, &b->term->f, tile->level, tile->y, weight,
                       b->scale, tile->scratch, tile->energy, tile->grad, residual);
    else if (b->shape.kind == BSN_NET_RESIDUAL)
        residual_term(b, tile, weight, residual);
    else
        (b->shape.kind == BSN_NET_SET ? c->kernel->set_term : c->kernel->choice_term)(
            &b->shape, b->net->theta, &b->term->f, tile->level, tile->y, weight, b->scale,
            tile->scratch, tile->energy, tile->grad, residual);
}

/* Exact factor energies are whole E_k = R_k + sum U: what is counted twice is taken from the
 * variables' own weights, 1 - sum_k w_k (in mode basin). */
static void exact_weights(const struct bsn_compose *c, const float *weight, float *own)
{
    const float *w = weight;

    for (size_t i = 0; i < c->unaries * BSN_LANES; i++)
        own[i] = 1;
    for (size_t k = 0; k < c->graph->terms; k++) {
        const struct bsn_term *const term = &c->graph->term[k];
        for (size_t i = 0; !term->unary && i < term->f.factors; i++)
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

/* Exact R_k are brought to what networks learn: 0 for a factor that surely holds. */
static void take_off_floor(const struct bound *b, float *residual)
{
    const struct bsn_factors *const f = &b->term->f;

    for (size_t i = 0; i < f->factors; i++)
        for (size_t lane = 0; lane < BSN_LANES; lane++)
            residual[i * BSN_LANES + lane] -=
                (float)b->by_parts[f->first[i + 1] - f->first[i]]->floor;
}

static void share_energy(const struct bsn_compose *c, const float *residual, float *energy)
{
    memset(energy, 0, BSN_LANES * sizeof *energy);
    for (size_t k = 0; k < c->graph->factors; k++)
        for (size_t lane = 0; lane < BSN_LANES; lane++)
            energy[lane] += c->share[k] * residual[k * BSN_LANES + lane];
}

static void average_gradient(const struct bsn_compose *c, float *grad)
{
    for (size_t i = 0; i < c->graph->coords; i++)
        for (size_t lane = 0; lane < BSN_LANES; lane++)
            grad[i * BSN_LANES + lane] *= c->touched[i];
}

void bsn_compose_eval(const struct bsn_compose *c, const struct bsn_level *level, const float *y,
                      const float *weight, float *scratch, float *energy, float *grad,
                      float *residual)
{
    /* Networks give R_k, exact energies give E_k: in modes sum and mean the latter need no U. */
    const bool exact = c->model->energy == BASIN_ENERGY_EXACT;
    const bool whole = c->mode != BSN_COMPOSE_BASIN;
    float *const own = scratch, *const u = own + c->unaries * BSN_LANES;
    float *const spare = u + c->unaries * BSN_LANES;
    float *const rest = spare + (c->needs_grad ? c->graph->coords * BSN_LANES : 0);
    const struct tile tile = { level, y, rest, energy, grad || !c->needs_grad ? grad : spare };
    float *const own_weight = exact ? own : NULL;

    memset(energy, 0, BSN_LANES * sizeof *energy);
    if (tile.grad)
        memset(tile.grad, 0, c->graph->coords * BSN_LANES * sizeof *grad);
    if (own_weight)
        exact_weights(c, weight, own);
    float *unary_at = u, *factor_at = residual;
    const float *w = weight;
    for (size_t k = 0; k < c->graph->terms; k++) {
        const struct bound *const b = &c->bound[k];
        const size_t floats = b->term->f.factors * BSN_LANES;
        if (b->term->unary) {
            if (!(exact && whole))
                eval_term(c, b, &tile, own_weight, unary_at);
            unary_at += floats;
            continue;
        }
        eval_term(c, b, &tile, w, factor_at);
        if (c->unaries > 0 && exact != whole)
            shift_by_unaries(b->term, u, exact ? -1 : 1, factor_at);
        if (exact && !whole)
            take_off_floor(b, factor_at);
        factor_at += floats;
        w = w ? w + floats : NULL;
    }
    if (c->mode == BSN_COMPOSE_MEAN)
        share_energy(c, residual, energy);
    if (c->mode == BSN_COMPOSE_MEAN && grad)
        average_gradient(c, grad);
}
