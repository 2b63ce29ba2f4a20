/* tuples_table.c - from a problem's factors to tables of costs, and who touches whom.
 *
 * Given tables are taken as they are. A network is asked about every tuple of its factor's
 * variables, sixteen at a time, in a graph that holds this factor alone; factors that read their
 * variables in the same way share the table. Counting factors are asked about every count.
 */
#include "base/mem.h"
#include "energy/term_table.h"
#include "nn/kind.h"
#include "sample/focus.h"
#include "sample/probe.h"
#include "sample/tuples.h"

#include <math.h>
#include <string.h>

#define DOUBT 0.69314718  /* -log(1/2): held for broken */
#define ALIKE 16          /* tables of a term that a factor is held against */

/* ------------------------------------------------------------------------------ what fits ---- */

static const struct bsn_model_net *net_of(const struct bsn_term *term)
{
    return term->model ? bsn_model_find(term->model, term->net) : NULL;
}

/* The variable of a coordinate. */
static uint32_t find_owner(const struct bsn_graph *graph, uint32_t coord)
{
    size_t low = 0, high = graph->variables;

    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        *(graph->variable[middle] <= coord ? &low : &high) = middle;
    }
    return (uint32_t)low;
}

#define SCOPE_MOST 17  /* two values or more each: few tuples are of few variables */

/* The variables of factor i, each once, and how many tuples they have; both only up to the first
 * that makes too many. */
static size_t list_scope(const struct bsn_graph *graph, const struct bsn_term *term, size_t i,
                         uint32_t scope[static SCOPE_MOST], size_t *count)
{
    size_t tuples = 1;

    *count = 0;
    for (size_t m = term->first[i]; m < term->first[i + 1]; m++)
        for (uint32_t d = 0; d < term->inputs; d++) {
            const uint32_t at = term->input[(size_t)term->member[m] * term->inputs + d];
            if (at == BSN_GRAPH_EMPTY)
                continue;
            const uint32_t v = find_owner(graph, at);
            const uint32_t coords = graph->variable[v + 1] - graph->variable[v];
            size_t k = 0;
            while (k < *count && scope[k] != v)
                k++;
            if (k < *count)
                continue;
            scope[(*count)++] = v;
            tuples *= coords > 1 ? coords : 2;
            if (tuples > BSN_TUPLES_MOST)
                return tuples;
        }
    return tuples;
}

static bool are_few(const struct bsn_graph *graph, const struct bsn_term *term)
{
    uint32_t scope[SCOPE_MOST];
    size_t count;

    for (size_t i = 0; i < term->f.factors; i++)
        if (list_scope(graph, term, i, scope, &count) > BSN_TUPLES_MOST)
            return false;
    return true;
}

/* Is there a factor that is no count and no pair? */
static bool has_tuples(const struct bsn_graph *graph)
{
    for (size_t k = 0; k < graph->terms; k++) {
        const struct bsn_term *const term = &graph->term[k];
        if (term->kind == &bsn_term_table ||
            (!term->unary && !term->kind && bsn_focus_shape(term) == BSN_FOCUS_NONE))
            return true;
    }
    return false;
}

static basin_status list_owners(basin_ctx *ctx, const struct bsn_graph *graph, uint32_t **owner)
{
    BSN_TRY(BSN_NEW(ctx, graph->coords, owner));
    for (uint32_t v = 0; v < graph->variables; v++)
        for (uint32_t c = graph->variable[v]; c < graph->variable[v + 1]; c++)
            (*owner)[c] = v;
    return BASIN_STATUS_OK;
}

bool bsn_tuples_fit(const struct bsn_graph *graph)
{
    if (!graph->variable || graph->factors == 0 || !has_tuples(graph))
        return false;
    for (size_t v = 0; v < graph->variables; v++)
        if (graph->variable[v + 1] - graph->variable[v] >= UINT16_MAX)
            return false;
    for (size_t k = 0; k < graph->terms; k++) {
        const struct bsn_term *const term = &graph->term[k];
        if (term->unary || term->kind == &bsn_term_table)
            continue;
        const struct bsn_model_net *const net = net_of(term);
        if (term->kind || !net || !bsn_net_classifies(&net->net) ||
            (bsn_focus_shape(term) != BSN_FOCUS_COUNT && !are_few(graph, term)))
            return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------- asking ---- */

/* A factor of `parts` parts of the term, for the caller to say what they read. */
static basin_status probe_term(basin_ctx *ctx, const struct bsn_term *like, size_t parts,
                               struct bsn_probe *p, struct bsn_term **term)
{
    const struct bsn_term_size size = { .parts = parts, .factors = 1, .members = parts,
                                        .inputs = like->inputs, .conds = like->conds,
                                        .mirrored = like->mirror != NULL };

    BSN_TRY(bsn_graph_add(ctx, &p->graph, like->net, false, &size, term));
    (*term)->model = like->model;
    for (uint32_t i = 0; i < parts; i++)
        (*term)->member[i] = i;
    (*term)->first[1] = (uint32_t)parts;
    return BASIN_STATUS_OK;
}

basin_status bsn_tuples_ask_counts(basin_ctx *ctx, const struct bsn_compose *compose,
                                   const struct bsn_tuple_table *table,
                                   const struct bsn_level *level, float *cost)
{
    struct bsn_term like = bsn_compose_graph(compose)->term[table->term], *term;
    struct bsn_probe p = { 0 };
    basin_status status;

    like.mirror = NULL;
    p.graph.coords = table->length;
    BSN_TRY_OUT(probe_term(ctx, &like, table->length, &p, &term));
    for (uint32_t i = 0; i < table->length; i++)
        term->input[i] = i;
    BSN_TRY_OUT(bsn_probe_bind(ctx, compose, &p));
    for (uint32_t ones = 0; ones <= table->length; ones++) {
        for (size_t lane = 0; ones > 0 && lane < BSN_LANES; lane++)
            p.y[(ones - 1) * BSN_LANES + lane] = level->signal[lane];
        BSN_TRY_OUT(bsn_probe_ask(ctx, &p, level));
        for (size_t lane = 0; lane < BSN_LANES; lane++)
            cost[ones * BSN_LANES + lane] = table->weight * p.residual[lane];
    }
out:
    bsn_probe_clear(ctx, &p);
    return status;
}

/* The factor with its variables' coordinates one after the other. */
static basin_status tuple_probe(basin_ctx *ctx, const struct bsn_compose *compose,
                                const struct bsn_tuples *t, const struct bsn_tuple_table *table,
                                const uint32_t *scope, struct bsn_probe *p)
{
    const struct bsn_graph *const graph = t->graph;
    const struct bsn_term *const like = &graph->term[table->term];
    const size_t from = like->first[table->like], parts = like->first[table->like + 1] - from;
    struct bsn_term *term;

    for (uint32_t k = 0; k < table->scope; k++)
        p->graph.coords += t->dim[table->dim + k].coords;
    BSN_TRY(probe_term(ctx, like, parts, p, &term));
    for (size_t m = 0; m < parts; m++) {
        const uint32_t part = like->member[from + m];
        for (uint32_t d = 0; d < like->inputs; d++) {
            const uint32_t at = like->input[(size_t)part * like->inputs + d];
            uint32_t first = 0, k = 0;
            for (; at != BSN_GRAPH_EMPTY && scope[k] != t->owner[at]; k++)
                first += t->dim[table->dim + k].coords;
            term->input[m * like->inputs + d] =
                at == BSN_GRAPH_EMPTY ? at : first + at - graph->variable[scope[k]];
        }
        if (like->mirror)
            term->mirror[m] = like->mirror[part];
        memcpy(term->cond + m * like->conds, like->cond + (size_t)part * like->conds,
               like->conds * sizeof *like->cond);
    }
    return bsn_probe_bind(ctx, compose, p);
}

/* A tuple as the coordinates of a lane. */
static void tuple_show(const struct bsn_tuples *t, const struct bsn_tuple_table *table,
                       size_t tuple, const struct bsn_level *level, size_t lane,
                       struct bsn_probe *p)
{
    size_t end = p->graph.coords;

    for (uint32_t k = table->scope; k-- > 0;) {
        const struct bsn_tuple_dim *const dim = &t->dim[table->dim + k];
        const size_t value = tuple % dim->values;
        tuple /= dim->values;
        end -= dim->coords;
        for (size_t c = 0; c < dim->coords; c++)
            p->y[(end + c) * BSN_LANES + lane] =
                dim->coords == 1 || value == c
                    ? level->signal[lane] * (float)(dim->coords > 1 || value > 0)
                    : 0;
    }
}

static basin_status ask_tuples(basin_ctx *ctx, const struct bsn_compose *compose,
                               struct bsn_tuples *t, const struct bsn_tuple_table *table,
                               const uint32_t *scope)
{
    struct bsn_probe p = { 0 };
    struct bsn_level level;
    basin_status status;

    bsn_level_all(bsn_compose_schedule(compose), 1, &level);
    BSN_TRY_OUT(tuple_probe(ctx, compose, t, table, scope, &p));
    for (size_t x = 0; x < table->size; x += BSN_LANES) {
        const size_t left = table->size - x;
        level.lanes = left < BSN_LANES ? left : BSN_LANES;
        for (size_t lane = 0; lane < level.lanes; lane++)
            tuple_show(t, table, x + lane, &level, lane, &p);
        BSN_TRY_OUT(bsn_probe_ask(ctx, &p, &level));
        for (size_t lane = 0; lane < level.lanes; lane++) {
            t->cost[table->at + x + lane] = (double)(table->weight * p.residual[lane]);
            t->broken[table->at + x + lane] = !(p.residual[lane] <= DOUBT);
        }
    }
out:
    bsn_probe_clear(ctx, &p);
    return status;
}

static basin_status ask_lowest_counts(basin_ctx *ctx, const struct bsn_compose *compose,
                                      struct bsn_tuples *t, const struct bsn_tuple_table *table)
{
    struct bsn_level level;
    float *cost;

    BSN_TRY(BSN_NEW(ctx, (table->length + (size_t)1) * BSN_LANES, &cost));
    bsn_level_all(bsn_compose_schedule(compose), 1, &level);
    const basin_status status = bsn_tuples_ask_counts(ctx, compose, table, &level, cost);
    for (size_t c = 0; status == BASIN_STATUS_OK && c <= table->length; c++) {
        t->cost[table->at + c] = (double)cost[c * BSN_LANES];
        t->broken[table->at + c] = !(cost[c * BSN_LANES] <= table->weight * DOUBT);
    }
    bsn_free(ctx, cost);
    return status;
}

/* ------------------------------------------------------------------------------- tables ---- */

/* Room for one more table; its entries are zero. */
static basin_status new_table(basin_ctx *ctx, struct bsn_tuples *t,
                              const struct bsn_tuple_table *as)
{
    BSN_TRY(BSN_GROW(ctx, &t->table, &t->room_tables, t->tables + 1));
    BSN_TRY(BSN_GROW(ctx, &t->cost, &t->room_entries, t->entries + as->size));
    BSN_TRY(BSN_GROW(ctx, &t->broken, &t->room_broken, t->entries + as->size));
    BSN_TRY(BSN_GROW(ctx, &t->dim, &t->room_dims, t->dims + as->scope));
    t->table[t->tables] = *as;
    t->table[t->tables].at = t->entries;
    t->table[t->tables].dim = t->dims;
    t->entries += as->size;
    t->dims += as->scope;
    t->tables++;
    return BASIN_STATUS_OK;
}

static void set_dims(struct bsn_tuples *t, const struct bsn_tuple_table *table,
                     const uint32_t *scope)
{
    for (uint32_t k = 0; k < table->scope; k++) {
        const uint32_t *const first = t->graph->variable + scope[k];
        t->dim[table->dim + k] = (struct bsn_tuple_dim){ t->values[scope[k]], first[1] - first[0] };
    }
}

static basin_status take_given(basin_ctx *ctx, struct bsn_tuples *t, uint32_t k, size_t i,
                               const uint32_t *scope, size_t count)
{
    const struct bsn_tables *const given = t->graph->term[k].own;
    const struct bsn_tuple_table as = { .size = bsn_tables_size(given, i), .term = k,
                                        .scope = (uint32_t)count, .weight = 1 };

    BSN_TRY(new_table(ctx, t, &as));
    const struct bsn_tuple_table *const table = &t->table[t->tables - 1];
    set_dims(t, table, scope);
    for (size_t x = 0; x < table->size; x++) {
        const double cost = given->cost[given->at[i] + x];
        t->cost[table->at + x] = cost;
        t->broken[table->at + x] = cost == INFINITY;
        t->soft |= cost < INFINITY && cost != 0;
    }
    return BASIN_STATUS_OK;
}

/* Do factor i and the one that a table was made for read their variables in the same way? */
static bool reads_alike(const struct bsn_tuples *t, const struct bsn_tuple_table *table, size_t i,
                        const uint32_t *scope, size_t count, const uint32_t *made_for)
{
    const struct bsn_term *const term = &t->graph->term[table->term];
    const uint32_t *const a = term->member + term->first[i];
    const uint32_t *const b = term->member + term->first[table->like];
    const size_t parts = term->first[i + 1] - term->first[i];
    bool alike = count == table->scope &&
                 parts == term->first[table->like + 1] - term->first[table->like];

    for (size_t k = 0; alike && k < count; k++)
        alike = t->values[scope[k]] == t->dim[table->dim + k].values &&
                t->graph->variable[scope[k] + 1] - t->graph->variable[scope[k]] ==
                    t->dim[table->dim + k].coords;
    for (size_t m = 0; alike && m < parts; m++) {
        alike = (!term->mirror || term->mirror[a[m]] == term->mirror[b[m]]) &&
                memcmp(term->cond + (size_t)a[m] * term->conds,
                       term->cond + (size_t)b[m] * term->conds,
                       term->conds * sizeof *term->cond) == 0;
        for (uint32_t d = 0; alike && d < term->inputs; d++) {
            const uint32_t x = term->input[(size_t)a[m] * term->inputs + d];
            const uint32_t y = term->input[(size_t)b[m] * term->inputs + d];
            size_t p = 0, q = 0;
            if (x == BSN_GRAPH_EMPTY || y == BSN_GRAPH_EMPTY) {
                alike = x == y;
                continue;
            }
            while (scope[p] != t->owner[x])
                p++;
            while (made_for[q] != t->owner[y])
                q++;
            alike = p == q && x - t->graph->variable[scope[p]] ==
                                  y - t->graph->variable[made_for[q]];
        }
    }
    return alike;
}

/* The table of factor i of network term k; a new one if need be. */
static basin_status find_tuples(basin_ctx *ctx, const struct bsn_compose *compose,
                                struct bsn_tuples *t, uint32_t k, size_t i, const uint32_t *scope,
                                size_t count, size_t tuples, uint32_t *out)
{
    const struct bsn_term *const term = &t->graph->term[k];
    const float weight = term->weight ? term->weight[i] : 1;
    const struct bsn_tuple_table as = { .size = tuples, .scope = (uint32_t)count, .term = k,
                                        .weight = weight, .learned = true, .like = (uint32_t)i };

    for (size_t n = t->tables; n > 0 && n + ALIKE > t->tables && t->table[n - 1].term == k; n--) {
        const struct bsn_tuple_table *const table = &t->table[n - 1];
        uint32_t made_for[SCOPE_MOST];
        size_t made;
        list_scope(t->graph, term, table->like, made_for, &made);
        if (table->weight == weight && reads_alike(t, table, i, scope, count, made_for)) {
            *out = (uint32_t)(n - 1);
            return BASIN_STATUS_OK;
        }
    }
    BSN_TRY(new_table(ctx, t, &as));
    *out = (uint32_t)(t->tables - 1);
    set_dims(t, &t->table[*out], scope);
    return ask_tuples(ctx, compose, t, &t->table[*out], scope);
}

static basin_status find_counts(basin_ctx *ctx, const struct bsn_compose *compose,
                                struct bsn_tuples *t, uint32_t k, size_t i, uint32_t *out)
{
    const struct bsn_term *const term = &t->graph->term[k];
    const struct bsn_tuple_table as = { .length = term->first[i + 1] - term->first[i], .term = k,
                                        .size = (size_t)(term->first[i + 1] - term->first[i]) + 1,
                                        .weight = term->weight ? term->weight[i] : 1,
                                        .learned = true };

    for (size_t n = t->tables; n > 0 && t->table[n - 1].term == k; n--)
        if (t->table[n - 1].length == as.length && t->table[n - 1].weight == as.weight) {
            *out = (uint32_t)(n - 1);
            return BASIN_STATUS_OK;
        }
    BSN_TRY(new_table(ctx, t, &as));
    *out = (uint32_t)(t->tables - 1);
    return ask_lowest_counts(ctx, compose, t, &t->table[*out]);
}

/* ------------------------------------------------------------------- who touches whom ---- */

/* The variables of a factor, each once. */
static basin_status add_scope(basin_ctx *ctx, struct bsn_tuples *t, uint32_t factor,
                              const struct bsn_term *term, size_t i)
{
    size_t at = t->scope_first[factor];

    BSN_TRY(BSN_GROW(ctx, &t->scope, &t->room_scope,
                     at + (size_t)(term->first[i + 1] - term->first[i]) * term->inputs));
    for (size_t m = term->first[i]; m < term->first[i + 1]; m++)
        for (uint32_t d = 0; d < term->inputs; d++) {
            const uint32_t coord = term->input[(size_t)term->member[m] * term->inputs + d];
            const uint32_t v = coord == BSN_GRAPH_EMPTY ? UINT32_MAX : t->owner[coord];
            if (v == UINT32_MAX || t->mark[v] == factor + 1)
                continue;
            t->mark[v] = factor + 1;
            t->scope[at++] = v;
        }
    t->scope_first[factor + 1] = at;
    return BASIN_STATUS_OK;
}

static basin_status add_factor(basin_ctx *ctx, const struct bsn_compose *compose,
                               struct bsn_tuples *t, uint32_t factor, uint32_t k, size_t i)
{
    const struct bsn_term *const term = &t->graph->term[k];

    BSN_TRY(add_scope(ctx, t, factor, term, i));
    const uint32_t *const scope = t->scope + t->scope_first[factor];
    const size_t count = t->scope_first[factor + 1] - t->scope_first[factor];
    if (term->kind == &bsn_term_table) {
        t->table_of[factor] = (uint32_t)t->tables;
        return take_given(ctx, t, k, i, scope, count);
    }
    if (bsn_focus_shape(term) == BSN_FOCUS_COUNT)
        return find_counts(ctx, compose, t, k, i, &t->table_of[factor]);
    size_t tuples = 1;
    for (size_t v = 0; v < count; v++) {
        tuples *= t->values[scope[v]];
        if (tuples > BSN_TUPLES_MOST)
            return bsn_fail(ctx, BASIN_STATUS_TOO_BIG,
                            "a constraint of %zu variables has more than %d tuples", count,
                            BSN_TUPLES_MOST);
    }
    return find_tuples(ctx, compose, t, k, i, scope, count, tuples, &t->table_of[factor]);
}

static basin_status add_factors(basin_ctx *ctx, const struct bsn_compose *compose,
                                struct bsn_tuples *t)
{
    const struct bsn_graph *const graph = t->graph;
    uint32_t factor = 0;

    BSN_TRY(BSN_NEW(ctx, t->factors, &t->table_of));
    BSN_TRY(BSN_NEW(ctx, t->factors + (size_t)1, &t->scope_first));
    for (uint32_t k = 0; k < graph->terms; k++)
        for (size_t i = 0; !graph->term[k].unary && i < graph->term[k].f.factors; i++)
            BSN_TRY(add_factor(ctx, compose, t, factor++, k, i));
    return BASIN_STATUS_OK;
}

/* How many parts of a counting factor each value of its variables makes 1; those of variable v are
 * counted from from[v] on. */
static void count_parts(struct bsn_tuples *t, const struct bsn_term *term, size_t i,
                        const size_t *from)
{
    for (size_t m = term->first[i]; m < term->first[i + 1]; m++) {
        const uint32_t part = term->member[m], at = term->input[part], v = t->owner[at];
        const bool mirrored = term->mirror && term->mirror[part] > 0;
        const uint32_t first = t->graph->variable[v], coords = t->graph->variable[v + 1] - first;
        const uint32_t one = coords == 1 ? 1 : at - first;
        uint16_t *const add = t->add + from[v];
        for (uint32_t value = 0; mirrored && value < t->values[v]; value++)
            add[value] = (uint16_t)(add[value] + (value != one));
        add[one] = (uint16_t)(add[one] + !mirrored);
    }
}

/* Writes the touches of one factor's variables where those of each variable end so far; from
 * (variables) is scratch. */
static void add_touches(struct bsn_tuples *t, uint32_t factor, const struct bsn_term *term,
                        size_t i, size_t *end, size_t *from, size_t *adds)
{
    const bool counts = t->table[t->table_of[factor]].scope == 0;
    uint32_t stride = 1;

    for (size_t k = t->scope_first[factor + 1]; k-- > t->scope_first[factor];) {
        const uint32_t v = t->scope[k];
        t->touch[end[v]++] = (struct bsn_tuple_touch){ factor, counts ? 0 : stride, *adds };
        from[v] = *adds;
        if (counts)
            *adds += t->values[v];
        else
            stride *= t->values[v];
    }
    if (counts)
        count_parts(t, term, i, from);
}

static basin_status link(basin_ctx *ctx, struct bsn_tuples *t)
{
    const struct bsn_graph *const graph = t->graph;
    const size_t touches = t->scope_first[t->factors];
    size_t adds = 0, *end = NULL, *from = NULL;
    basin_status status;
    uint32_t factor = 0;

    BSN_TRY(BSN_NEW(ctx, t->variables + (size_t)1, &t->touch_first));
    BSN_TRY(BSN_NEW(ctx, touches, &t->touch));
    for (uint32_t f = 0; f < t->factors; f++)
        for (size_t k = t->scope_first[f]; k < t->scope_first[f + 1]; k++) {
            t->touch_first[t->scope[k] + 1]++;
            adds += t->table[t->table_of[f]].scope > 0 ? 0 : t->values[t->scope[k]];
        }
    for (uint32_t v = 0; v < t->variables; v++)
        t->touch_first[v + 1] += t->touch_first[v];
    BSN_TRY_OUT(BSN_NEW(ctx, adds, &t->add));
    BSN_TRY_OUT(BSN_NEW(ctx, t->variables, &end));
    BSN_TRY_OUT(BSN_NEW(ctx, t->variables, &from));
    memcpy(end, t->touch_first, t->variables * sizeof *end);
    adds = 0;
    for (uint32_t k = 0; k < graph->terms; k++)
        for (size_t i = 0; !graph->term[k].unary && i < graph->term[k].f.factors; i++)
            add_touches(t, factor++, &graph->term[k], i, end, from, &adds);
out:
    bsn_free(ctx, end);
    bsn_free(ctx, from);
    return status;
}

/* Which tables have broken entries, and the lowest sum that could be. */
static void survey(struct bsn_tuples *t)
{
    for (uint32_t f = 0; f < t->factors; f++) {
        struct bsn_tuple_table *const table = &t->table[t->table_of[f]];
        double lowest = INFINITY;
        for (size_t x = table->at; x < table->at + table->size; x++) {
            lowest = t->cost[x] < lowest ? t->cost[x] : lowest;
            table->hard |= t->broken[x];
        }
        t->lowest += lowest < INFINITY ? lowest : 0;
    }
}

basin_status bsn_tuples_make(basin_ctx *ctx, const struct bsn_compose *compose,
                             struct bsn_tuples *t)
{
    const struct bsn_graph *const graph = bsn_compose_graph(compose);

    t->graph = graph;
    t->variables = (uint32_t)graph->variables;
    t->factors = (uint32_t)graph->factors;
    BSN_TRY(BSN_NEW(ctx, graph->variables, &t->values));
    for (uint32_t v = 0; v < t->variables; v++) {
        const uint32_t coords = graph->variable[v + 1] - graph->variable[v];
        t->values[v] = coords > 1 ? coords : 2;
        t->most = t->values[v] > t->most ? t->values[v] : t->most;
    }
    BSN_TRY(list_owners(ctx, graph, &t->owner));
    BSN_TRY(BSN_NEW(ctx, t->variables, &t->mark));
    BSN_TRY(add_factors(ctx, compose, t));
    BSN_TRY(link(ctx, t));
    survey(t);
    return BASIN_STATUS_OK;
}

void bsn_tuples_clear(basin_ctx *ctx, struct bsn_tuples *t)
{
    bsn_free(ctx, t->values);
    bsn_free(ctx, t->owner);
    bsn_free(ctx, t->mark);
    bsn_free(ctx, t->table);
    bsn_free(ctx, t->dim);
    bsn_free(ctx, t->cost);
    bsn_free(ctx, t->broken);
    bsn_free(ctx, t->table_of);
    bsn_free(ctx, t->scope_first);
    bsn_free(ctx, t->scope);
    bsn_free(ctx, t->touch_first);
    bsn_free(ctx, t->touch);
    bsn_free(ctx, t->add);
}
