/* focus_table.c - asks a model's networks for the energies of factors whose parts are 0 or 1.
 *
 * For every length of a counting term a small graph is made of two coordinates, 0 and 1, and one
 * factor for each count; sixteen noise levels are evaluated at once. That only the count matters is
 * not taken for granted: some counts are asked for a second time with their ones elsewhere.
 */
#include "base/mem.h"
#include "nn/kind.h"
#include "sample/focus.h"
#include "sample/probe.h"

#include <math.h>
#include <string.h>

#define SIGMA_LEAST 0.1    /* of the second and of the last level: s^2 = sigma^2 / (1 + sigma^2) */
#define SIGMA_MOST 0.9
#define SLOTS 4096         /* tables of all counts are made for so many; of more, up to a cap */
#define COUNT_LEAST 15     /* cap that every length is tabulated to, */
#define COUNT_NEEDED 5     /* or to this where lengths are very many */
#define PAIR_MOST 4096     /* values of a pair's variables that are worth tables */
#define CHECKS 3           /* counts that are asked for twice */
#define TOLERANCE 0.01f    /* between probabilities; energies near certainty are rounded */

/* ------------------------------------------------------------------------------ probes ---- */

/* The energies of single variables, which have `inputs` coordinates: part i is the i-th of them. */
static basin_status probe_unary(basin_ctx *ctx, const struct bsn_graph *graph, uint32_t inputs,
                                struct bsn_probe *p)
{
    const size_t parts = p->graph.coords / inputs;
    const struct bsn_term_size size = { .parts = parts, .factors = parts, .members = parts,
                                        .inputs = inputs };
    struct bsn_term *term;

    for (size_t k = 0; k < graph->terms; k++) {
        if (!graph->term[k].unary || graph->term[k].inputs != inputs || graph->term[k].conds > 0)
            continue;
        BSN_TRY(bsn_graph_add(ctx, &p->graph, graph->term[k].net, true, &size, &term));
        term->model = graph->term[k].model;
        for (uint32_t i = 0; i < p->graph.coords; i++)
            term->input[i] = i;
        for (uint32_t i = 0; i < parts; i++) {
            term->member[i] = i;
            term->first[i + 1] = i + 1;
        }
        return BASIN_STATUS_OK;
    }
    return BASIN_STATUS_OK;
}

/* Coordinate `one` is 1 at all levels; the others stay 0. */
static void probe_set(struct bsn_probe *p, const struct bsn_level *level, size_t one)
{
    for (size_t lane = 0; lane < BSN_LANES; lane++)
        p->y[one * BSN_LANES + lane] = level->signal[lane];
}

static bool alike(float a, float b)
{
    return fabsf(expf(-a) - expf(-b)) <= TOLERANCE;
}

/* ------------------------------------------------------------------------------- levels ---- */

static void set_grid(const struct bsn_schedule *schedule, struct bsn_level *grid)
{
    const double step = pow(SIGMA_MOST / SIGMA_LEAST, 1.0 / (BSN_FOCUS_LEVELS - 2));

    for (size_t i = 0; i < BSN_FOCUS_LEVELS; i++) {
        const double sigma = SIGMA_LEAST * pow(step, (double)i - 1);
        const double noise = i == 0 ? 1 - schedule->abar[1] : sigma * sigma / (1 + sigma * sigma);
        bsn_level_lane(schedule, noise, i % BSN_LANES, &grid[i / BSN_LANES]);
    }
}

static bool is_broken(float residual)
{
    return 1 - exp(-residual) > 0.5;
}

/* ------------------------------------------------------------------------ counting terms ---- */

/* Factors of `length` parts: `entries` with 0, 1, ... ones in front, CHECKS with ones behind. */
static basin_status count_probe(basin_ctx *ctx, const struct bsn_compose *compose, size_t k,
                                uint32_t length, uint32_t entries, struct bsn_probe *p)
{
    const struct bsn_graph *const graph = bsn_compose_graph(compose);
    const size_t factors = entries + CHECKS, members = factors * length;
    const struct bsn_term_size size = { .parts = 2, .factors = factors, .members = members,
                                        .covers = members, .inputs = 1 };
    struct bsn_term *term;
    uint32_t at = 0;

    p->graph.coords = 2;
    BSN_TRY(probe_unary(ctx, graph, 1, p));
    BSN_TRY(bsn_graph_add(ctx, &p->graph, graph->term[k].net, false, &size, &term));
    term->model = graph->term[k].model;
    term->input[1] = 1;
    for (uint32_t i = 0; i < factors; i++) {
        const uint32_t ones = i % entries;
        for (uint32_t j = 0; j < length; j++, at++)
            term->member[at] = term->cover[at] = i < entries ? j < ones : j >= length - ones;
        term->first[i + 1] = term->cover_first[i + 1] = at;
    }
    return bsn_probe_bind(ctx, compose, p);
}

/* Writes R of `entries` counts at all levels; `fits` is false when more than the count matters. */
static basin_status count_read(basin_ctx *ctx, struct bsn_probe *p, uint32_t entries,
                               uint32_t zero, struct bsn_focus_table *t, bool *fits)
{
    *fits = true;
    for (size_t i = 0; i < BSN_FOCUS_LEVELS / BSN_LANES; i++) {
        probe_set(p, &t->grid[i], 1);
        BSN_TRY(bsn_probe_ask(ctx, p, &t->grid[i]));
        for (size_t lane = 0; lane < BSN_LANES; lane++) {
            float *const cost = t->cost + (i * BSN_LANES + lane) * t->entries + zero;
            for (uint32_t c = 0; c < entries; c++)
                cost[c] = p->residual[c * BSN_LANES + lane];
            for (uint32_t c = 0; c < CHECKS; c++)
                *fits &= alike(cost[c % entries], p->residual[(entries + c) * BSN_LANES + lane]);
        }
    }
    return BASIN_STATUS_OK;
}

static basin_status tabulate_length(basin_ctx *ctx, const struct bsn_compose *compose, size_t k,
                                    uint32_t length, uint32_t most, struct bsn_focus_table *t)
{
    const uint32_t entries = (length < most ? length : most) + 1, zero = t->zero[k][length];
    struct bsn_probe p = { 0 };
    bool fits = true;
    basin_status status = count_probe(ctx, compose, k, length, entries, &p);

    if (status == BASIN_STATUS_OK)
        status = count_read(ctx, &p, entries, zero, t, &fits);
    bsn_probe_clear(ctx, &p);
    if (status == BASIN_STATUS_OK && !fits)
        status = bsn_fail(ctx, BASIN_STATUS_INPUT, "sampler \"focus\": the energies of \"%s\" "
                          "depend on more than a count",
                          bsn_compose_graph(compose)->term[k].net);
    return status;
}

static basin_status find_lengths(basin_ctx *ctx, const struct bsn_graph *graph,
                                 struct bsn_focus_table *t, uint32_t *lengths, uint32_t *all)
{
    for (size_t k = 0; k < graph->terms; k++) {
        const struct bsn_factors *const f = &graph->term[k].f;
        if (t->kind[k] != BSN_FOCUS_COUNT)
            continue;
        BSN_TRY(BSN_NEW(ctx, f->longest + 1, &t->zero[k]));
        for (size_t i = 0; i < f->factors; i++) {
            BSN_TRY(BSN_POLL_ITEM(ctx, i));
            t->zero[k][f->first[i + 1] - f->first[i]] = 1;
        }
        for (uint32_t n = 0; n <= f->longest; n++) {
            *lengths += t->zero[k][n];
            *all += t->zero[k][n] * (n + 1);
        }
    }
    return BASIN_STATUS_OK;
}

/* Gives each length its slots, and returns how many there are. */
static uint32_t place_slots(const struct bsn_graph *graph, uint32_t most,
                            struct bsn_focus_table *t)
{
    uint32_t slots = 0;

    for (size_t k = 0; k < graph->terms; k++)
        for (uint32_t n = 0; t->zero[k] && n <= graph->term[k].f.longest; n++) {
            const bool there = t->zero[k][n] > 0;
            t->zero[k][n] = there ? slots : UINT32_MAX;
            slots += there ? (n < most ? n : most) + 1 : 0;
        }
    return slots;
}

/* What is to be known of each slot of one length. */
static void flag_slots(struct bsn_focus_table *t, uint32_t zero, uint32_t length, uint32_t most)
{
    const uint32_t last = zero + (length < most ? length : most);

    for (uint32_t s = zero; s <= last; s++) {
        t->flag[s] = is_broken(t->cost[s]) ? BSN_FOCUS_BROKEN : 0;
        if (s > zero && t->cost[s - 1] < t->cost[s])  /* at the first level */
            t->flag[s] |= BSN_FOCUS_FEWER;
    }
    t->flag[zero] |= BSN_FOCUS_FIRST;
    t->flag[last] |= BSN_FOCUS_LAST;
    t->capped |= length > most;
    if (length > most)
        t->flag[last] |= BSN_FOCUS_CAP;
}

static basin_status tabulate_counts(basin_ctx *ctx, const struct bsn_compose *compose,
                                    struct bsn_focus_table *t)
{
    const struct bsn_graph *const graph = bsn_compose_graph(compose);
    uint32_t lengths = 0, all = 0;

    BSN_TRY(find_lengths(ctx, graph, t, &lengths, &all));
    const uint32_t share = lengths > 0 ? SLOTS / lengths : 0;
    const uint32_t room = lengths > 0 ? UINT16_MAX / lengths - 1 : 0;  /* slots have 16 bits */
    const uint32_t least = room < COUNT_LEAST && room > COUNT_NEEDED ? room : COUNT_LEAST;
    const uint32_t most = all <= SLOTS ? UINT32_MAX - 1 : share > least ? share : least;
    t->entries = place_slots(graph, most, t);
    if (t->entries > UINT16_MAX)
        return bsn_fail(ctx, BASIN_STATUS_TOO_BIG,
                        "sampler \"focus\": factors of %u different lengths", lengths);
    BSN_TRY(BSN_NEW(ctx, (size_t)BSN_FOCUS_LEVELS * t->entries, &t->cost));
    BSN_TRY(BSN_NEW(ctx, t->entries, &t->flag));
    for (size_t k = 0; k < graph->terms; k++)
        for (uint32_t n = 0; t->zero[k] && n <= graph->term[k].f.longest; n++) {
            if (t->zero[k][n] == UINT32_MAX)
                continue;
            BSN_TRY(bsn_poll(ctx));
            BSN_TRY(tabulate_length(ctx, compose, k, n, most, t));
            flag_slots(t, t->zero[k][n], n, most);
        }
    return BASIN_STATUS_OK;
}

/* -------------------------------------------------------------------------------- pairs ---- */

/* Two variables of `inputs` values, in four factors: the first value twice, the first and the
 * second, the second and the first, the last twice. */
static basin_status pair_probe(basin_ctx *ctx, const struct bsn_compose *compose, size_t k,
                               struct bsn_probe *p)
{
    static const uint32_t ends[4][2] = { { 0, 1 }, { 0, 2 }, { 2, 0 }, { 3, 4 } };
    const struct bsn_graph *const graph = bsn_compose_graph(compose);
    const uint32_t inputs = graph->term[k].inputs;
    const struct bsn_term_size size = { .parts = 5, .factors = 4, .members = 8, .covers = 8,
                                        .inputs = inputs };
    struct bsn_term *term;

    p->graph.coords = 5 * inputs;
    BSN_TRY(probe_unary(ctx, graph, inputs, p));
    BSN_TRY(bsn_graph_add(ctx, &p->graph, graph->term[k].net, false, &size, &term));
    term->model = graph->term[k].model;
    for (uint32_t i = 0; i < 5 * inputs; i++)
        term->input[i] = i;
    for (uint32_t i = 0; i < 4; i++) {
        memcpy(term->member + 2 * i, ends[i], sizeof ends[i]);
        memcpy(term->cover + 2 * i, ends[i], sizeof ends[i]);
        term->first[i + 1] = term->cover_first[i + 1] = 2 * (i + 1);
    }
    return bsn_probe_bind(ctx, compose, p);
}

static basin_status pair_read(basin_ctx *ctx, struct bsn_probe *p, size_t k, uint32_t inputs,
                              struct bsn_focus_table *t, bool *fits)
{
    const float *const r = p->residual;

    *fits = true;
    for (size_t i = 0; i < BSN_FOCUS_LEVELS / BSN_LANES; i++) {
        for (size_t part = 0; part < 5; part++)
            probe_set(p, &t->grid[i],
                      part * inputs + (part < 2 ? 0 : part == 2 ? 1 : inputs - 1));
        BSN_TRY(bsn_probe_ask(ctx, p, &t->grid[i]));
        for (size_t lane = 0; lane < BSN_LANES; lane++) {
            t->same[k][i * BSN_LANES + lane] = r[lane];
            t->differ[k][i * BSN_LANES + lane] = r[BSN_LANES + lane];
            *fits &= alike(r[BSN_LANES + lane], r[2 * BSN_LANES + lane]) &&
                    alike(r[lane], r[3 * BSN_LANES + lane]);
        }
    }
    return BASIN_STATUS_OK;
}

static basin_status tabulate_pair(basin_ctx *ctx, const struct bsn_compose *compose, size_t k,
                                  struct bsn_focus_table *t)
{
    const struct bsn_term *const term = &bsn_compose_graph(compose)->term[k];
    struct bsn_probe p = { 0 };
    bool fits = true;
    basin_status status = pair_probe(ctx, compose, k, &p);

    if (status == BASIN_STATUS_OK)
        status = pair_read(ctx, &p, k, term->inputs, t, &fits);
    bsn_probe_clear(ctx, &p);
    if (status == BASIN_STATUS_OK && !fits)
        status = bsn_fail(ctx, BASIN_STATUS_INPUT, "sampler \"focus\": the energies of \"%s\" "
                          "depend on more than whether two values are equal", term->net);
    t->same_broken[k] = is_broken(t->same[k][0]);
    t->differ_broken[k] = is_broken(t->differ[k][0]);
    return status;
}

/* ------------------------------------------------------------------------------ the whole ---- */

/* A part of a pair is a variable with all its values. */
static bool is_pair(const struct bsn_term *term)
{
    const struct bsn_factors *const f = &term->f;

    for (size_t i = 0; i < f->factors; i++)
        if (f->first[i + 1] - f->first[i] != 2)
            return false;
    for (size_t i = 0; i < f->parts * term->inputs; i++)
        if (term->input[i] != term->input[i - i % term->inputs] + i % term->inputs)
            return false;
    return true;
}

/* Does its network read more of two variables than whether they are equal? */
static bool is_ordered(const struct bsn_term *term)
{
    const struct bsn_model_net *const net =
        term->model ? bsn_model_find(term->model, term->net) : NULL;

    return net && bsn_net_kind_f32(&net->net)->ordered;
}

enum bsn_focus_kind bsn_focus_shape(const struct bsn_term *term)
{
    if (term->unary || term->kind || term->conds > 0 || is_ordered(term))
        return BSN_FOCUS_NONE;
    return term->inputs == 1 ? BSN_FOCUS_COUNT : is_pair(term) ? BSN_FOCUS_PAIR : BSN_FOCUS_NONE;
}

static enum bsn_focus_kind kind_of(const struct bsn_term *term)
{
    return term->weight ? BSN_FOCUS_NONE : bsn_focus_shape(term);
}

/* Is a coordinate one of several of its variable? */
static bool is_one_of_many(const struct bsn_graph *graph, uint32_t coord)
{
    size_t low = 0, high = graph->variables;

    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        *(graph->variable[middle] <= coord ? &low : &high) = middle;
    }
    return graph->variable[low + 1] - graph->variable[low] > 1;
}

/* A part that reads the opposite of one of several values has no literal. */
static bool has_opposite(const struct bsn_graph *graph, const struct bsn_term *term)
{
    if (graph->coords == graph->variables)
        return false;
    for (size_t i = 0; term->mirror && i < term->f.parts; i++)
        if (term->mirror[i] > 0 && is_one_of_many(graph, term->input[i]))
            return true;
    return false;
}

bool bsn_focus_fits(const struct bsn_graph *graph)
{
    bool fits = graph->variable && graph->factors > 0 && graph->terms <= BSN_GRAPH_TERMS;

    for (size_t v = 0; fits && v < graph->variables; v++)
        fits = graph->variable[v + 1] - graph->variable[v] < UINT16_MAX;
    for (size_t k = 0; fits && k < graph->terms; k++) {
        const struct bsn_term *const term = &graph->term[k];
        fits = term->unary || (kind_of(term) != BSN_FOCUS_NONE && term->inputs <= PAIR_MOST &&
                               !has_opposite(graph, term));
    }
    return fits;
}

static basin_status find_kinds(basin_ctx *ctx, const struct bsn_graph *graph,
                               struct bsn_focus_table *t)
{
    for (size_t k = 0; k < graph->terms; k++) {
        const struct bsn_term *const term = &graph->term[k];
        if (term->unary || term->f.factors == 0)
            continue;
        if (term->weight)
            return bsn_fail(ctx, BASIN_STATUS_INPUT,
                            "sampler \"focus\" is for factors that all count the same");
        t->kind[k] = kind_of(term);
        if (t->kind[k] == BSN_FOCUS_NONE)
            return bsn_fail(ctx, BASIN_STATUS_INPUT,
                            "sampler \"focus\" is for networks of exchangeable parts or of two "
                            "choices; \"%s\" is neither", term->net);
    }
    return BASIN_STATUS_OK;
}

basin_status bsn_focus_table_make(basin_ctx *ctx, const struct bsn_compose *compose,
                                  struct bsn_focus_table *t)
{
    const struct bsn_graph *const graph = bsn_compose_graph(compose);

    BSN_TRY(find_kinds(ctx, graph, t));
    set_grid(bsn_compose_schedule(compose), t->grid);
    BSN_TRY(tabulate_counts(ctx, compose, t));
    for (size_t k = 0; k < graph->terms; k++)
        if (t->kind[k] == BSN_FOCUS_PAIR)
            BSN_TRY(tabulate_pair(ctx, compose, k, t));
    return BASIN_STATUS_OK;
}

void bsn_focus_table_clear(basin_ctx *ctx, struct bsn_focus_table *t)
{
    for (size_t k = 0; k < BSN_GRAPH_TERMS; k++)
        bsn_free(ctx, t->zero[k]);
    bsn_free(ctx, t->cost);
    bsn_free(ctx, t->flag);
}
