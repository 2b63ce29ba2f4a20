/* color.c - graph colouring: a colour for each vertex, no two alike along an edge.
 *
 * A vertex that takes part in the search has a coordinate for each of k colours (1 for its own, 0
 * for the others). A factor is an edge of the network "edge", a single vertex one of "vertex"; the
 * paper's network, also called "edge", reads 14 colours of two vertices. All are trained on pairs
 * of different colours, the compact ones out of palettes of 2 to 14. Where a greedy colouring does,
 * nothing is searched; and what has a colour left whatever the others get is coloured at the end,
 * see reduce.h. An assignment has colours from 0.
 */
#define _GNU_SOURCE  /* strsep */
#include "base/mem.h"
#include "domain/assign.h"
#include "domain/color/bounds.h"
#include "domain/color/color.h"
#include "domain/color/color_draw.h"
#include "domain/color/color_gen.h"
#include "domain/color/reduce.h"
#include "domain/color/color_teach.h"
#include "domain/domain.h"
#include "domain/named.h"
#include "sample/dynamics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CACHED 4096 /* vertices times colours whose shares and slopes are half of a second cache */

struct color {
    struct bsn_col graph;
    struct bsn_near near;
    uint32_t clique;            /* size of one that was found */
    int32_t *greedy;            /* (vertices) a proper colouring, and how many colours it takes */
    uint32_t enough;
    uint32_t k;                 /* colours; 0: not said yet */
    struct bsn_reduced reduced; /* at that k */
    bool given;                 /* the greedy colouring is the answer */
};

/* ----------------------------------------------------------------------------- instance ---- */

static bool color_claims(const char *spec)
{
    static const char *const endings[] = { ".col", ".graph", ".edges", NULL };

    return bsn_named(spec, strlen(spec), endings);
}

static void color_free(basin_ctx *ctx, void *instance)
{
    struct color *const c = instance;

    bsn_free(ctx, c->greedy);
    bsn_reduced_clear(ctx, &c->reduced);
    bsn_near_clear(ctx, &c->near);
    bsn_col_clear(ctx, &c->graph);
    bsn_free(ctx, c);
}

/* Of an instance that is being made. */
static basin_status set_limit(basin_ctx *ctx, struct color *c, uint32_t limit, const int32_t *keep)
{
    const bool given = limit >= c->enough && !keep;
    struct bsn_reduced reduced = { 0 };

    if (limit < 1 || limit > BSN_COL_VERTICES)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "color: %u colours; it must be 1 to %u", limit,
                        BSN_COL_VERTICES);
    if (!given)
        BSN_TRY(bsn_reduce(ctx, &c->near, limit, keep, &reduced));
    else
        BSN_TRY(BSN_NEW(ctx, c->graph.vertices, &reduced.place));
    for (uint32_t v = 0; given && v < c->graph.vertices; v++)
        reduced.place[v] = UINT32_MAX;
    c->reduced = reduced;
    c->k = limit;
    c->given = given;
    return BASIN_STATUS_OK;
}

/* All but what depends on the limit is copied: that takes less than what is derived from it. */
static basin_status color_with_limit(basin_ctx *ctx, const void *instance, uint32_t limit,
                                     const int32_t *keep, void **out)
{
    const struct color *const from = instance;
    const uint32_t n = from->graph.vertices;
    struct color *c;
    basin_status status;

    BSN_TRY(BSN_NEW(ctx, 1, &c));
    BSN_TRY_OUT(bsn_col_copy(ctx, &from->graph, &c->graph));
    BSN_TRY_OUT(bsn_near_new(ctx, &c->graph, &c->near));
    BSN_TRY_OUT(BSN_NEW(ctx, n, &c->greedy));
    memcpy(c->greedy, from->greedy, n * sizeof *c->greedy);
    c->clique = from->clique;
    c->enough = from->enough;
    BSN_TRY_OUT(set_limit(ctx, c, limit, keep));
    *out = c;
    return BASIN_STATUS_OK;
out:
    color_free(ctx, c);
    return status;
}

/* A clique larger than k is coloured best when its vertices are spread evenly: then each colour is
 * on `each` of them, and `more` colours on one more. */
static uint64_t color_floor(const void *instance)
{
    const struct color *const c = instance;

    if (c->k == 0 || c->clique <= c->k)
        return 0;
    const uint64_t each = c->clique / c->k, more = c->clique % c->k;
    return (c->k - more) * (each * (each - 1) / 2) + more * (each * (each + 1) / 2);
}

static void color_floor_reason(const void *instance, struct bsn_text *text)
{
    const struct color *const c = instance;

    bsn_text_add(text, "%u vertices are all joined to each other, and there %s %u colour%s",
                 c->clique, c->k == 1 ? "is" : "are", c->k, c->k == 1 ? "" : "s");
}

/* An edge from a vertex to itself asks for what no colouring can give. Files have them by mistake,
 * and those who colour such graphs leave them out. */
static void color_left_out(const void *instance, struct bsn_text *text)
{
    const size_t loops = ((const struct color *)instance)->graph.loops;

    if (loops > 0)
        bsn_text_add(text, "left out: %zu line%s with an edge from a vertex to itself", loops,
                     loops == 1 ? "" : "s");
}

static size_t color_searched(const void *instance)
{
    const struct color *const c = instance;

    return c->k > 0 ? c->reduced.kept : c->graph.vertices;
}

static basin_status color_bounds(basin_ctx *ctx, const void *instance, int32_t *value,
                                 uint32_t *low, uint32_t *high)
{
    const struct color *const c = instance;

    (void)ctx;
    memcpy(value, c->greedy, c->graph.vertices * sizeof *value);
    *low = c->clique;
    *high = c->enough;
    return BASIN_STATUS_OK;
}

static uint32_t color_limited(const void *instance)
{
    return ((const struct color *)instance)->k;
}

/* What is derived from a graph. */
static basin_status prepare(basin_ctx *ctx, struct color *c)
{
    BSN_TRY(bsn_near_new(ctx, &c->graph, &c->near));
    BSN_TRY(BSN_NEW(ctx, c->graph.vertices, &c->greedy));
    return bsn_color_bounds(ctx, &c->near, c->greedy, &c->clique, &c->enough);
}

basin_status bsn_color_path(basin_ctx *ctx, uint32_t vertices, uint32_t colors, void **instance)
{
    const int32_t keep[8] = { 0 };
    struct color *c;
    basin_status status;

    BSN_TRY(BSN_NEW(ctx, 1, &c));
    c->graph.vertices = vertices;
    for (uint32_t v = 0; v + 1 < vertices; v++)
        BSN_TRY_OUT(bsn_col_add(ctx, &c->graph, v, v + 1));
    BSN_TRY_OUT(bsn_col_finish(ctx, &c->graph));
    BSN_TRY_OUT(prepare(ctx, c));
    BSN_TRY_OUT(set_limit(ctx, c, colors, keep));
    *instance = c;
    return BASIN_STATUS_OK;
out:
    color_free(ctx, c);
    return status;
}

static basin_status color_open(basin_ctx *ctx, const char *spec, void **instance)
{
    struct color *c;
    basin_status status;

    BSN_TRY(BSN_NEW(ctx, 1, &c));
    BSN_TRY_OUT(bsn_col_read(ctx, spec, &c->graph));
    BSN_TRY_OUT(prepare(ctx, c));
    if (c->graph.colors > 0)
        BSN_TRY_OUT(set_limit(ctx, c, c->graph.colors, NULL));
    *instance = c;
    return BASIN_STATUS_OK;
out:
    color_free(ctx, c);
    return status;
}

static size_t color_values(const void *instance)
{
    return ((const struct color *)instance)->graph.vertices;
}

static size_t color_constraints(const void *instance)
{
    return ((const struct color *)instance)->graph.edges;
}

/* -------------------------------------------------------------------------------- graph ---- */

/* Part v of a term is the kept vertex v with all its colours. */
static basin_status list_colors(basin_ctx *ctx, const struct color *c, struct bsn_term *term)
{
    for (uint32_t i = 0; i < c->reduced.kept * c->k; i++) {
        BSN_TRY(BSN_POLL_ITEM(ctx, i));
        term->input[i] = i;
    }
    return BASIN_STATUS_OK;
}

static basin_status add_vertices(basin_ctx *ctx, const struct color *c, struct bsn_graph *graph)
{
    const uint32_t n = c->reduced.kept;
    const struct bsn_term_size size = { .parts = n, .factors = n, .members = n, .inputs = c->k };
    struct bsn_term *term;

    BSN_TRY(bsn_graph_add(ctx, graph, "vertex", true, &size, &term));
    BSN_TRY(list_colors(ctx, c, term));
    for (uint32_t v = 0; v < n; v++) {
        term->member[v] = v;
        term->first[v + 1] = v + 1;
    }
    return BASIN_STATUS_OK;
}

/* The next edge from *at on between two vertices that are kept, as their places. */
static bool next_edge(const struct color *c, size_t *at, uint32_t end[2])
{
    for (; *at < c->graph.edges; ++*at) {
        end[0] = c->reduced.place[c->graph.edge[*at].a];
        end[1] = c->reduced.place[c->graph.edge[*at].b];
        if (end[0] != UINT32_MAX && end[1] != UINT32_MAX) {
            ++*at;
            return true;
        }
    }
    return false;
}

static size_t count_edges(const struct color *c)
{
    uint32_t end[2];
    size_t count = 0;

    for (size_t at = 0; next_edge(c, &at, end);)
        count++;
    return count;
}

/* What a kernel holds of a vertex grows with k; edges come in blocks of vertices that stay in the
 * cache together. (With 115 colours on 1,000 vertices a step takes 0.57 of the time.) */
struct place {
    uint32_t end[2], edge;
};

/* Sorts by the block of one end; what is in the same block keeps its order. start (blocks + 1) is
 * scratch. */
static basin_status sort_by_block(basin_ctx *ctx, const struct place *from, size_t count, int end,
                                  uint32_t block, size_t blocks, size_t *start, struct place *to)
{
    memset(start, 0, (blocks + 1) * sizeof *start);
    for (size_t i = 0; i < count; i++) {
        BSN_TRY(BSN_POLL_ITEM(ctx, i));
        start[from[i].end[end] / block + 1]++;
    }
    for (size_t b = 0; b < blocks; b++)
        start[b + 1] += start[b];
    for (size_t i = 0; i < count; i++) {
        BSN_TRY(BSN_POLL_ITEM(ctx, i));
        to[start[from[i].end[end] / block]++] = from[i];
    }
    return BASIN_STATUS_OK;
}

/* By the block of the one end, then of the other, then by the ends, as the graph has its edges. */
static basin_status sort_edges(basin_ctx *ctx, const struct color *c, size_t edges,
                               uint32_t *member, uint32_t *label)
{
    const uint32_t block = c->k < CACHED / 16 ? CACHED / c->k : 16;
    const size_t blocks = c->reduced.kept / block + 1;
    struct place *place = NULL;
    size_t *start = NULL, at = 0;
    basin_status status;

    BSN_TRY_OUT(BSN_NEW(ctx, 2 * edges, &place));
    BSN_TRY_OUT(BSN_NEW(ctx, blocks + 1, &start));
    for (size_t i = 0; i < edges && next_edge(c, &at, place[i].end); i++) {
        BSN_TRY_OUT(BSN_POLL_ITEM(ctx, i));
        place[i].edge = (uint32_t)(at - 1);
    }
    BSN_TRY_OUT(sort_by_block(ctx, place, edges, 1, block, blocks, start, place + edges));
    BSN_TRY_OUT(sort_by_block(ctx, place + edges, edges, 0, block, blocks, start, place));
    for (size_t i = 0; i < edges; i++) {
        memcpy(member + 2 * i, place[i].end, sizeof place[i].end);
        label[i] = place[i].edge;
    }
out:
    bsn_free(ctx, place);
    bsn_free(ctx, start);
    return status;
}

static basin_status add_edges(basin_ctx *ctx, const struct color *c, struct bsn_graph *graph)
{
    const size_t edges = count_edges(c);
    const struct bsn_term_size size = { .parts = c->reduced.kept, .factors = edges,
                                        .members = 2 * edges, .covers = 2 * edges,
                                        .inputs = c->k, .labelled = true, .alike = true };
    struct bsn_term *term;

    BSN_TRY(bsn_graph_add(ctx, graph, "edge", false, &size, &term));
    BSN_TRY(list_colors(ctx, c, term));
    BSN_TRY(sort_edges(ctx, c, edges, term->member, term->label));
    for (uint32_t i = 0; i < edges; i++) {
        BSN_TRY(BSN_POLL_ITEM(ctx, i));
        memcpy(term->cover + 2 * i, term->member + 2 * i, 2 * sizeof *term->cover);
        term->first[i + 1] = 2 * (i + 1);
    }
    return BASIN_STATUS_OK;
}

/* The paper's factors: an edge is one part, the colours of one end and of the other, each padded
 * with zeros. */
static basin_status add_padded(basin_ctx *ctx, const struct color *c, const basin_model *model,
                               struct bsn_graph *graph)
{
    const struct bsn_model_net *const net = bsn_model_find(model, "edge");
    const uint32_t palette = net ? net->net.inputs / 2 : BSN_COLOR_PALETTE;
    const size_t edges = count_edges(c);
    const struct bsn_term_size size = { .parts = edges, .factors = edges, .members = edges,
                                        .inputs = 2 * palette, .labelled = true };
    struct bsn_term *term;
    size_t at = 0;
    uint32_t end[2];

    if (c->k > palette)
        return bsn_fail(ctx, BASIN_STATUS_MODEL,
                        "color: this network reads up to %u colours; %u are asked for", palette,
                        c->k);
    BSN_TRY(bsn_graph_add(ctx, graph, "edge", false, &size, &term));
    for (uint32_t i = 0; next_edge(c, &at, end); i++) {
        for (uint32_t j = 0; j < 2 * palette; j++)
            term->input[i * 2 * palette + j] =
                j % palette < c->k ? end[j / palette] * c->k + j % palette : BSN_GRAPH_EMPTY;
        term->label[i] = (uint32_t)(at - 1);
        term->member[i] = i;
        term->first[i + 1] = i + 1;
    }
    return BASIN_STATUS_OK;
}

static basin_status color_graph(basin_ctx *ctx, const void *instance, const basin_model *model,
                                struct bsn_graph *graph)
{
    const struct color *const c = instance;

    if (c->k == 0)
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "color: how many colours? The file does not say, and no limit is set");
    if ((uint64_t)c->reduced.kept * c->k >= UINT32_MAX)
        return bsn_fail(ctx, BASIN_STATUS_TOO_BIG, "color: %u vertices with %u colours each",
                        c->reduced.kept, c->k);
    graph->coords = (size_t)c->reduced.kept * c->k;
    graph->weigh = BSN_WEIGH_SUM;
    BSN_TRY(bsn_graph_even(ctx, graph, c->k));
    if (model->energy == BASIN_ENERGY_PAPER)
        return add_padded(ctx, c, model, graph);
    BSN_TRY(add_vertices(ctx, c, graph));
    return add_edges(ctx, c, graph);
}

/* ---------------------------------------------------------------------- decode and encode ---- */

static void color_decode(const void *instance, enum bsn_decode how, size_t count, const float *y,
                         int32_t *value)
{
    const struct color *const c = instance;
    const size_t n = c->graph.vertices;
    int32_t color[BSN_LANES];

    (void)how;  /* the paper's is the same */
    for (size_t l = 0; c->given && l < count; l++)
        memcpy(value + l * n, c->greedy, n * sizeof *value);
    if (c->given)
        return;
    for (size_t v = 0; v < n; v++) {
        if (c->reduced.place[v] == UINT32_MAX)
            continue;
        bsn_highest(c->k, y + (size_t)c->reduced.place[v] * c->k * BSN_LANES, color);
        for (size_t l = 0; l < count; l++)
            value[l * n + v] = color[l];
    }
    for (size_t l = 0; l < count; l++)
        bsn_restore(&c->near, &c->reduced, c->k, value + l * n);
}

static void color_encode(const void *instance, const int32_t *value, float open, float *y)
{
    const struct color *const c = instance;

    for (size_t v = 0; v < c->graph.vertices; v++) {
        if (c->reduced.place[v] == UINT32_MAX)
            continue;
        float *at = y + (size_t)c->reduced.place[v] * c->k * BSN_LANES;
        for (int32_t j = 0; j < (int32_t)c->k; j++, at += BSN_LANES)
            for (size_t l = 0; l < BSN_LANES; l++)
                at[l] = value[v] < 0 ? open : (float)(value[v] == j);
    }
}

/* ------------------------------------------------------------------------------ verifier ---- */

static size_t color_scratch(const void *instance)
{
    return ((const struct color *)instance)->graph.vertices * BSN_LANES;
}

/* Vertices without one of the colours that there are, with all their edges, and edges with one
 * colour at both ends. Assignments lie side by side in scratch, colours from 1 and 0 for none, with
 * room for `lanes` of them, which the compiler knows. */
static inline void count_broken(const struct color *c, size_t count, size_t lanes,
                                const int32_t *value, uint32_t *scratch, uint64_t *violated)
{
    const size_t n = c->graph.vertices;
    const int64_t most = c->k > 0 ? c->k : INT32_MAX;
    uint32_t broken[BSN_LANES] = { 0 };

    memset(violated, 0, count * sizeof *violated);
    memset(scratch, 0, n * lanes * sizeof *scratch);
    for (size_t i = 0; i < count; i++)
        for (size_t v = 0; v < n; v++) {
            const bool fine = value[i * n + v] >= 0 && value[i * n + v] < most;
            scratch[v * lanes + i] = fine ? (uint32_t)value[i * n + v] + 1 : 0;
            violated[i] += !fine;
        }
    for (size_t e = 0; e < c->graph.edges; e++) {
        const uint32_t *const a = scratch + (size_t)c->graph.edge[e].a * lanes;
        const uint32_t *const b = scratch + (size_t)c->graph.edge[e].b * lanes;
        for (size_t l = 0; l < lanes; l++)
            broken[l] += (a[l] == b[l]) | (a[l] == 0) | (b[l] == 0);
    }
    for (size_t i = 0; i < count; i++)
        violated[i] += broken[i];
}

static void color_verify(const void *instance, size_t count, const int32_t *value,
                         uint32_t *scratch, uint64_t *violated)
{
    if (count == 1)
        count_broken(instance, count, 1, value, scratch, violated);
    else
        count_broken(instance, count, BSN_LANES, value, scratch, violated);
}

/* ------------------------------------------------------------------------- text in and out ---- */

static void color_write(const void *instance, const int32_t *value, uint64_t violated,
                        const double *sure, const char *format, struct bsn_text *text)
{
    const struct color *const c = instance;
    const uint32_t n = c->graph.vertices;
    uint32_t colors = c->k;

    (void)sure;
    (void)format;  /* there is one */
    for (uint32_t v = 0; value && c->k == 0 && v < n; v++)
        colors = value[v] >= (int32_t)colors ? (uint32_t)value[v] + 1 : colors;
    if (value && violated > 0)
        bsn_text_add(text, "o %llu\n", (unsigned long long)violated);
    if (value && violated == 0)
        bsn_text_add(text, "s col %u\n", colors);
    else
        bsn_text_add(text, "s UNKNOWN\n");
    for (uint32_t v = 0; value && v < n; v++)
        if (value[v] >= 0)
            bsn_text_add(text, "l %u %u\n", v + 1, (uint32_t)value[v] + 1);
}

/* Lines "l VERTEX COLOUR", both from 1; a line "s ..." begins a solution. Vertices may be left out;
 * other lines are passed over. */
static basin_status color_read(basin_ctx *ctx, const void *instance, const char *path, char *text,
                               int32_t **value, size_t *count)
{
    const size_t n = ((const struct color *)instance)->graph.vertices;
    size_t capacity = 0, line = 0;
    bool fresh = true;
    char *rest = text;

    for (char *row; (row = strsep(&rest, "\n")) != NULL;) {
        line++;
        fresh |= row[0] == 's' && row[1] == ' ';
        if (row[0] != 'l' || (row[1] != ' ' && row[1] != '\t'))
            continue;
        char *end, *after;
        const long long vertex = strtoll(row + 1, &end, 10), color = strtoll(end, &after, 10);
        if (vertex < 1 || vertex > (long long)n || color < 1 || color > INT32_MAX ||
            after == end || after[strspn(after, " \t\r")])
            return bsn_fail(ctx, BASIN_STATUS_PARSE,
                            "%s:%zu: \"%.30s\" where a vertex from 1 to %zu and a colour are "
                            "expected", path, line, row, n);
        if (fresh)
            BSN_TRY(bsn_assign_next(ctx, n, value, &capacity, count));
        fresh = false;
        int32_t *const at = *value + (*count - 1) * n + (size_t)vertex - 1;
        if (*at >= 0 && *at != (int32_t)color - 1)
            return bsn_fail(ctx, BASIN_STATUS_PARSE, "%s:%zu: vertex %lld has two colours", path,
                            line, vertex);
        *at = (int32_t)color - 1;
    }
    return BASIN_STATUS_OK;
}

/* ------------------------------------------------------------------------------- pictures ---- */

static basin_status color_lay(basin_ctx *ctx, const void *instance, struct bsn_scene *scene)
{
    return bsn_color_lay(ctx, &((const struct color *)instance)->graph, scene);
}

static void color_paint(const void *instance, const int32_t *value, const double *cost,
                        struct bsn_scene *scene)
{
    const struct color *const c = instance;

    bsn_color_paint(&c->graph, c->k, value, cost, scene);
}

/* The more colours there are, the less noise a choice among them stands. The best noise was found
 * to have 1 / sigma^2 grow in a straight line with k, from 3 to 50 colours. */
static struct bsn_dynamics color_dynamics(const void *instance)
{
    const double precision = 1.3 + 0.145 * ((const struct color *)instance)->k;

    return (struct bsn_dynamics){ .sigma = { 1 / sqrt(0.8 * precision), 1 / sqrt(1.4 * precision) },
                                  .decay = { 0.012, 0.012 }, .rate = 0.5, .step_size = 0.75,
                                  .clip = 1, .noise_scale = 0.24, .momentum = 0.65 };
}

static const struct bsn_limit limit = {
    .with = color_with_limit,
    .get = color_limited,
    .searched = color_searched,
    .bounds = color_bounds,
};

const struct bsn_task bsn_color_task = {
    .free = color_free,
    .values = color_values,
    .constraints = color_constraints,
    .floor = color_floor,
    .graph = color_graph,
    .costs = color_constraints,
    .examples = bsn_color_examples,
    .decode = color_decode,
    .encode = color_encode,
    .verify = color_verify,
    .scratch = color_scratch,
    .sampler = "focus",
    .dynamics = color_dynamics,
    .limit = &limit,
};

static const struct bsn_notation notation = {
    .operand = "FILE",
    .formats = "dimacs",
    .suffix = ".col",
    .claims = color_claims,
    .open = color_open,
    .left_out = color_left_out,
    .floor_reason = color_floor_reason,
    .write = color_write,
    .read = color_read,
};

static const struct bsn_curriculum curriculum = {
    .recipe = bsn_color_recipe,
    .minibatch = bsn_color_minibatch,
};

static const struct bsn_drawing drawing = {
    .lay = color_lay,
    .paint = color_paint,
    .landscape = bsn_color_landscape,
};

static const struct bsn_generator generator = {
    .kinds = BSN_COLOR_KINDS,
    .generate = bsn_color_generate,
};

const struct bsn_domain bsn_domain_color = {
    .name = "color",
    .summary = "A colour for each vertex of a graph, two different ones along each edge",
    .task = &bsn_color_task,
    .text = &notation,
    .curriculum = &curriculum,
    .drawing = &drawing,
    .generator = &generator,
};
