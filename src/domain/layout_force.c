/* layout_force.c - a force-directed layout of a connected graph.
 *
 * Where vertices begin is read off their distances to a few pivots (pivot MDS): that gets the large
 * shape right whatever the size. Then edges pull and near vertices push (Fruchterman and Reingold)
 * with ever smaller steps, and at the end those that still overlap are moved apart. Forces between
 * vertices that are far from each other are left out, so that a step takes time in proportion to
 * the size of the graph.
 */
#include "domain/layout_force.h"

#include "base/rng.h"

#include <math.h>
#include <string.h>

#define PIVOTS 24
#define TURNS 60        /* of the power iteration */
#define FAR 6.0         /* pushes reach that far */
#define APART 1.0       /* vertices are so far from each other at the end */
#define SMALL 600       /* up to so many vertices all push each other */
#define STEPS 600
#define STEPS_LEAST 20
#define PAIRS 1e8       /* that all steps together may look at */
#define OFF 0.6         /* so far a vertex is from edges that are not its own, where possible */
#define SPARSE 200000   /* vertices times edges up to which that is tried */
#define BUCKETS_MOST 65536
#define GATHERED 100    /* vertices from which on those that are far away come nearer */
#define OUTER 1.5       /* times the mean distance from the middle */
#define NEARER 0.3      /* of the way beyond that stays */

struct near {
    uint32_t *first, *vertex;  /* (vertices + 1), (2 edges) */
};

/* Squares of side `side` and the vertices in each, to find what is near. */
struct buckets {
    double left, top, side;
    uint32_t across, down;
    uint32_t *first, *vertex;  /* (buckets + 1), (vertices) */
};

struct plane {
    uint32_t n;
    size_t edges;
    const uint32_t *ends;
    struct near near;
    struct buckets b;
    struct bsn_point *at, *move;
    double looked;  /* pairs of vertices, and edges, that forces were taken of */
};

/* ----------------------------------------------------------------------------- beginning ---- */

static basin_status find_near(basin_ctx *ctx, struct plane *p)
{
    BSN_TRY(BSN_NEW(ctx, p->n + 1, &p->near.first));
    BSN_TRY(BSN_NEW(ctx, 2 * p->edges, &p->near.vertex));
    for (size_t i = 0; i < 2 * p->edges; i++)
        p->near.first[p->ends[i]]++;
    for (uint32_t v = 0, sum = 0; v <= p->n; v++) {
        sum += v < p->n ? p->near.first[v] : 0;
        p->near.first[v] = sum;
    }
    for (size_t i = 2 * p->edges; i-- > 0;)
        p->near.vertex[--p->near.first[p->ends[i]]] = p->ends[i ^ 1];
    return BASIN_STATUS_OK;
}

/* Steps from a vertex to all others. */
static void distances(const struct plane *p, uint32_t from, uint32_t *queue, float *steps)
{
    uint32_t head = 0, tail = 0;

    for (uint32_t v = 0; v < p->n; v++)
        steps[v] = -1;
    steps[from] = 0;
    queue[tail++] = from;
    while (head < tail) {
        const uint32_t v = queue[head++];
        for (uint32_t i = p->near.first[v]; i < p->near.first[v + 1]; i++)
            if (steps[p->near.vertex[i]] < 0) {
                steps[p->near.vertex[i]] = steps[v] + 1;
                queue[tail++] = p->near.vertex[i];
            }
    }
}

/* Squared distances, every row and column brought to mean 0. */
static void centre(uint32_t n, uint32_t pivots, float *d)
{
    for (size_t i = 0; i < (size_t)n * pivots; i++)
        d[i] *= d[i];
    for (uint32_t j = 0; j < pivots; j++) {
        double sum = 0;
        for (uint32_t v = 0; v < n; v++)
            sum += d[(size_t)j * n + v];
        for (uint32_t v = 0; v < n; v++)
            d[(size_t)j * n + v] -= (float)(sum / n);
    }
    for (uint32_t v = 0; v < n; v++) {
        double sum = 0;
        for (uint32_t j = 0; j < pivots; j++)
            sum += d[(size_t)j * n + v];
        for (uint32_t j = 0; j < pivots; j++)
            d[(size_t)j * n + v] -= (float)(sum / pivots);
    }
}

/* The direction in which d d' is longest, orthogonal to `other`. */
static void longest(uint32_t pivots, const double *square, const double *other, double *axis)
{
    double next[PIVOTS];

    for (uint32_t j = 0; j < pivots; j++)
        axis[j] = 1 + 0.37 * j * (j % 2 ? 1 : -1);
    for (int turn = 0; turn < TURNS; turn++) {
        double along = 0, norm = 0;
        for (uint32_t j = 0; other && j < pivots; j++)
            along += axis[j] * other[j];
        for (uint32_t j = 0; other && j < pivots; j++)
            axis[j] -= along * other[j];
        for (uint32_t j = 0; j < pivots; j++) {
            next[j] = 0;
            for (uint32_t i = 0; i < pivots; i++)
                next[j] += square[j * PIVOTS + i] * axis[i];
            norm += next[j] * next[j];
        }
        for (uint32_t j = 0; norm > 0 && j < pivots; j++)
            axis[j] = next[j] / sqrt(norm);
    }
}

static void project(struct plane *p, uint32_t pivots, const float *d)
{
    double square[PIVOTS * PIVOTS] = { 0 }, axis[2][PIVOTS];

    for (uint32_t i = 0; i < pivots; i++)
        for (uint32_t j = 0; j < pivots; j++)
            for (uint32_t v = 0; v < p->n; v++)
                square[i * PIVOTS + j] += (double)d[(size_t)i * p->n + v] * d[(size_t)j * p->n + v];
    longest(pivots, square, NULL, axis[0]);
    longest(pivots, square, axis[0], axis[1]);
    for (uint32_t v = 0; v < p->n; v++)
        for (uint32_t j = 0; j < pivots; j++) {
            p->at[v].x += axis[0][j] * d[(size_t)j * p->n + v];
            p->at[v].y += axis[1][j] * d[(size_t)j * p->n + v];
        }
}

/* In graphs whose vertices are all alike, such as stars, pivots stand far apart from the others. */
static double within(double deviations)
{
    return fmin(fmax(deviations, -2.5), 2.5);
}

/* Spreads the vertices over a square in which each has about as much room as it will need, and
 * parts those that fell on one point. */
static void spread(struct plane *p)
{
    const struct bsn_rng rng = { 1, BSN_RNG_START, 0, 0 };
    double middle[2] = { 0 }, wide[2] = { 0 };

    for (uint32_t v = 0; v < p->n; v++) {
        middle[0] += p->at[v].x / p->n;
        middle[1] += p->at[v].y / p->n;
    }
    for (uint32_t v = 0; v < p->n; v++) {
        wide[0] += (p->at[v].x - middle[0]) * (p->at[v].x - middle[0]) / p->n;
        wide[1] += (p->at[v].y - middle[1]) * (p->at[v].y - middle[1]) / p->n;
    }
    const double side = 0.7 * sqrt(p->n), loose = p->n <= SMALL ? 0.1 : 0.35;
    for (uint32_t v = 0; v < p->n; v++) {
        double shift[2];
        bsn_rng_normal2(&rng, v, shift);
        const double x = wide[0] > 0 ? within((p->at[v].x - middle[0]) / sqrt(wide[0])) : 0;
        const double y = wide[1] > 0 ? within((p->at[v].y - middle[1]) / sqrt(wide[1])) : 0;
        p->at[v] = (struct bsn_point){ side * (x + loose * shift[0]),
                                       side * (y + loose * shift[1]) };
    }
}

static basin_status begin(basin_ctx *ctx, struct plane *p)
{
    const uint32_t pivots = p->n < PIVOTS ? p->n : PIVOTS;
    float *d = NULL, *least = NULL;
    uint32_t *queue = NULL, pivot = 0;
    basin_status status;

    BSN_TRY_OUT(BSN_NEW(ctx, (size_t)p->n * pivots, &d));
    BSN_TRY_OUT(BSN_NEW(ctx, p->n, &least));
    BSN_TRY_OUT(BSN_NEW(ctx, p->n, &queue));
    for (uint32_t j = 0; j < pivots; j++) {
        float *const row = d + (size_t)j * p->n;
        uint32_t next = 0;
        distances(p, pivot, queue, row);
        for (uint32_t v = 0; v < p->n; v++) {
            least[v] = j == 0 || row[v] < least[v] ? row[v] : least[v];
            next = least[v] > least[next] ? v : next;
        }
        pivot = next;
    }
    centre(p->n, pivots, d);
    project(p, pivots, d);
    spread(p);
out:
    bsn_free(ctx, d);
    bsn_free(ctx, least);
    bsn_free(ctx, queue);
    return status;
}

/* ------------------------------------------------------------------------ what is near ---- */

static uint32_t bucket_of(const struct plane *p, uint32_t v)
{
    const uint32_t x = (uint32_t)((p->at[v].x - p->b.left) / p->b.side);
    const uint32_t y = (uint32_t)((p->at[v].y - p->b.top) / p->b.side);

    return (y < p->b.down ? y : p->b.down - 1) * p->b.across +
           (x < p->b.across ? x : p->b.across - 1);
}

static void bounds_of(const struct plane *p, double low[2], double high[2])
{
    low[0] = low[1] = INFINITY;
    high[0] = high[1] = -INFINITY;
    for (uint32_t v = 0; v < p->n; v++) {
        low[0] = fmin(low[0], p->at[v].x);
        low[1] = fmin(low[1], p->at[v].y);
        high[0] = fmax(high[0], p->at[v].x);
        high[1] = fmax(high[1], p->at[v].y);
    }
}

/* Buckets in which all that is within `reach` of a vertex lies in its own or the 8 around it. */
static void fill_buckets(struct plane *p, double reach)
{
    struct buckets *const b = &p->b;
    double low[2], high[2];

    bounds_of(p, low, high);
    const double area = (high[0] - low[0] + reach) * (high[1] - low[1] + reach);
    b->side = fmax(reach, sqrt(area / BUCKETS_MOST) * 1.5);
    b->left = low[0];
    b->top = low[1];
    b->across = 1 + (uint32_t)((high[0] - low[0]) / b->side);
    b->down = 1 + (uint32_t)((high[1] - low[1]) / b->side);
    while ((size_t)b->across * b->down > BUCKETS_MOST) {  /* long and thin */
        b->side *= 2;
        b->across = 1 + b->across / 2;
        b->down = 1 + b->down / 2;
    }
    const uint32_t count = b->across * b->down;
    memset(b->first, 0, (count + 1) * sizeof *b->first);
    for (uint32_t v = 0; v < p->n; v++)
        b->first[bucket_of(p, v)]++;
    for (uint32_t i = 0, sum = 0; i <= count; i++) {
        sum += i < count ? b->first[i] : 0;
        b->first[i] = sum;
    }
    for (uint32_t v = p->n; v-- > 0;)
        b->vertex[--b->first[bucket_of(p, v)]] = v;
}

/* Adds to `move` what `push(distance)` says, for each pair within reach, half of it to each end. */
static void push_pairs(struct plane *p, double reach, double (*push)(double distance))
{
    const struct buckets *const b = &p->b;

    for (uint32_t v = 0; v < p->n; v++) {
        const uint32_t own = bucket_of(p, v), x = own % b->across, y = own / b->across;
        for (uint32_t row = y > 0 ? y - 1 : 0; row <= y + 1 && row < b->down; row++) {
            const uint32_t from = row * b->across + (x > 0 ? x - 1 : 0);
            const uint32_t to = row * b->across + (x + 1 < b->across ? x + 1 : x);
            p->looked += b->first[to + 1] - b->first[from];
            for (uint32_t i = b->first[from]; i < b->first[to + 1]; i++) {
                const double dx = p->at[v].x - p->at[b->vertex[i]].x;
                const double dy = p->at[v].y - p->at[b->vertex[i]].y;
                const double square = dx * dx + dy * dy;
                if (b->vertex[i] == v || !(square > 0) || square > reach * reach)
                    continue;
                const double d = sqrt(square), f = push(d) / d;
                p->move[v].x += f * dx;
                p->move[v].y += f * dy;
            }
        }
    }
}

/* -------------------------------------------------------------------------------- forces ---- */

static double repel(double d)
{
    return 1 / d;
}

static double part(double d)
{
    return d < APART ? 0.5 * (APART - d) : 0;
}

/* An edge of a vertex with many pulls less than one of a vertex with few, or hubs would swallow
 * all. */
static void pull_edges(struct plane *p)
{
    p->looked += 4 * (double)p->edges;
    for (size_t e = 0; e < p->edges; e++) {
        const uint32_t a = p->ends[2 * e], b = p->ends[2 * e + 1];
        const double dx = p->at[a].x - p->at[b].x, dy = p->at[a].y - p->at[b].y;
        const double degree = fmax(p->near.first[a + 1] - p->near.first[a],
                                   p->near.first[b + 1] - p->near.first[b]);
        const double f = 1.4 * sqrt(dx * dx + dy * dy) / sqrt(degree);
        p->move[a].x -= f * dx;
        p->move[a].y -= f * dy;
        p->move[b].x += f * dx;
        p->move[b].y += f * dy;
    }
}

static void step(struct plane *p, double reach, double longest_move)
{
    fill_buckets(p, reach);
    memset(p->move, 0, p->n * sizeof *p->move);
    push_pairs(p, reach, repel);
    pull_edges(p);
    for (uint32_t v = 0; v < p->n; v++) {
        struct bsn_point *const m = &p->move[v];
        const double d = sqrt(m->x * m->x + m->y * m->y);
        const double by = d > longest_move ? longest_move / d : 1;
        p->at[v].x += by * m->x;
        p->at[v].y += by * m->y;
    }
}

/* Steps grow shorter with their number, or with the work done where that is sooner at its end. */
static void settle(struct plane *p)
{
    const double reach = p->n <= SMALL ? 1e9 : FAR, start = 0.3 * sqrt(p->n) + 0.5;

    for (int i = 0; i < STEPS; i++) {
        const double left = fmin(1 - (double)i / STEPS, 1 - p->looked / PAIRS);
        if (left <= 0 && i >= STEPS_LEAST)
            return;
        step(p, reach, left > 0 ? start * left * left + 0.01 : 0.01);
    }
}

/* Moves vertices apart that overlap. */
static void separate(struct plane *p)
{
    const double enough = p->looked + PAIRS;

    for (int i = 0; i < 200 && p->looked < enough; i++) {
        fill_buckets(p, APART);
        memset(p->move, 0, p->n * sizeof *p->move);
        push_pairs(p, APART, part);
        double most = 0;
        for (uint32_t v = 0; v < p->n; v++) {
            const double far = fabs(p->move[v].x) + fabs(p->move[v].y);
            const double by = far > APART / 2 ? APART / 2 / far : 1;
            p->at[v].x += by * p->move[v].x;
            p->at[v].y += by * p->move[v].y;
            most = fmax(most, far);
        }
        if (most < 0.01)
            return;
    }
}

/* How far a vertex is from an edge, as the way from the edge to it; false when it is not beside. */
static bool beside(const struct plane *p, uint32_t v, uint32_t a, uint32_t b,
                   struct bsn_point *way)
{
    const double ex = p->at[b].x - p->at[a].x, ey = p->at[b].y - p->at[a].y;
    const double vx = p->at[v].x - p->at[a].x, vy = p->at[v].y - p->at[a].y;
    const double square = ex * ex + ey * ey, along = vx * ex + vy * ey;

    if (v == a || v == b || !(along > 0) || !(along < square))
        return false;
    *way = (struct bsn_point){ vx - ex * along / square, vy - ey * along / square };
    return true;
}

/* A vertex that lies on an edge seems to be one of its ends: it is moved off, the edge away. */
static void clear_edges(struct plane *p)
{
    struct bsn_point way;

    memset(p->move, 0, p->n * sizeof *p->move);
    for (size_t e = 0; e < p->edges; e++)
        for (uint32_t v = 0; v < p->n; v++) {
            const uint32_t a = p->ends[2 * e], b = p->ends[2 * e + 1];
            if (!beside(p, v, a, b, &way))
                continue;
            const double d = sqrt(way.x * way.x + way.y * way.y);
            if (d >= OFF || !(d > 0))
                continue;
            const double f = 0.25 * (OFF - d) / d;
            p->move[v].x += f * way.x;
            p->move[v].y += f * way.y;
            p->move[a].x -= 0.4 * f * way.x;
            p->move[a].y -= 0.4 * f * way.y;
            p->move[b].x -= 0.4 * f * way.x;
            p->move[b].y -= 0.4 * f * way.y;
        }
    for (uint32_t v = 0; v < p->n; v++) {
        p->at[v].x += fmax(-0.2, fmin(0.2, p->move[v].x));
        p->at[v].y += fmax(-0.2, fmin(0.2, p->move[v].y));
    }
}

/* A few vertices far from all others would make the picture of the others small: what is beyond the
 * middle of a large graph is brought nearer to it. */
static void gather(struct plane *p)
{
    double x = 0, y = 0, square = 0;

    for (uint32_t v = 0; v < p->n; v++) {
        x += p->at[v].x / p->n;
        y += p->at[v].y / p->n;
    }
    for (uint32_t v = 0; v < p->n; v++)
        square += (p->at[v].x - x) * (p->at[v].x - x) + (p->at[v].y - y) * (p->at[v].y - y);
    const double edge = OUTER * sqrt(square / p->n);
    for (uint32_t v = 0; v < p->n; v++) {
        struct bsn_point *const at = &p->at[v];
        const double far = sqrt((at->x - x) * (at->x - x) + (at->y - y) * (at->y - y));
        const double by = far > edge ? (edge + NEARER * (far - edge)) / far : 1;
        at->x = x + by * (at->x - x);
        at->y = y + by * (at->y - y);
    }
}

/* Where many edges meet, room between the vertices lets them be seen. */
static void loosen(struct plane *p)
{
    const double by = 1 + fmin(1, 0.16 * (double)p->edges / p->n);

    for (uint32_t v = 0; v < p->n; v++) {
        p->at[v].x *= by;
        p->at[v].y *= by;
    }
}

/* Turns the longer axis to lie across, and moves all to begin at 0. */
static void turn(struct plane *p, double *width, double *height)
{
    double xx = 0, xy = 0, yy = 0, low[2], high[2];

    for (uint32_t v = 0; v < p->n; v++) {
        xx += p->at[v].x * p->at[v].x;
        xy += p->at[v].x * p->at[v].y;
        yy += p->at[v].y * p->at[v].y;
    }
    const double angle = 0.5 * atan2(2 * xy, xx - yy), c = cos(angle), s = sin(angle);
    for (uint32_t v = 0; v < p->n; v++)
        p->at[v] = (struct bsn_point){ c * p->at[v].x + s * p->at[v].y,
                                       c * p->at[v].y - s * p->at[v].x };
    bounds_of(p, low, high);
    for (uint32_t v = 0; v < p->n; v++) {
        p->at[v].x -= low[0];
        p->at[v].y -= low[1];
    }
    *width = high[0] - low[0];
    *height = high[1] - low[1];
}

basin_status bsn_layout_force(basin_ctx *ctx, uint32_t vertices, size_t edges,
                              const uint32_t *ends, struct bsn_point *at, double *width,
                              double *height)
{
    struct plane p = { .n = vertices, .edges = edges, .ends = ends, .at = at };
    basin_status status;

    *width = *height = 0;
    memset(at, 0, vertices * sizeof *at);
    if (vertices < 2)
        return BASIN_STATUS_OK;
    BSN_TRY_OUT(find_near(ctx, &p));
    BSN_TRY_OUT(BSN_NEW(ctx, vertices, &p.move));
    BSN_TRY_OUT(BSN_NEW(ctx, vertices, &p.b.vertex));
    BSN_TRY_OUT(BSN_NEW(ctx, BUCKETS_MOST + 1, &p.b.first));
    BSN_TRY_OUT(begin(ctx, &p));
    settle(&p);
    if (vertices > GATHERED)
        gather(&p);
    for (int i = 0; i < 80 && edges <= 3 * (size_t)vertices && edges * vertices <= SPARSE; i++)
        clear_edges(&p);
    separate(&p);
    loosen(&p);
    turn(&p, width, height);
out:
    bsn_free(ctx, p.near.first);
    bsn_free(ctx, p.near.vertex);
    bsn_free(ctx, p.move);
    bsn_free(ctx, p.b.vertex);
    bsn_free(ctx, p.b.first);
    return status;
}
