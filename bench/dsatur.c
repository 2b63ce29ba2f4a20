/* dsatur.c - plain DSATUR (Brelaz, 1979), to stand beside basin in bench/color.sh.
 *
 *   dsatur FILE K      a graph in; exit code 10 when K colours suffice, 0 when not, 1 error
 *
 * Colours the vertex next whose neighbours have the most different colours, of several the one with
 * the most neighbours that have none, with the least colour that none of its neighbours has. One
 * pass, nothing is taken back. No code is shared with basin.
 */
#include "plain.h"

#define NONE UINT32_MAX

struct pass {
    const struct graph *g;
    uint32_t *colour;
    uint32_t *degree;     /* neighbours without a colour */
    uint32_t *different;  /* colours of neighbours */
    uint8_t *seen;        /* (vertices, colours) is a neighbour of that colour? */
    uint32_t colours;     /* at most: one more than the highest degree */
};

static uint32_t pick(const struct pass *p)
{
    uint32_t best = NONE;

    for (uint32_t v = 0; v < p->g->vertices; v++)
        if (p->colour[v] == NONE &&
            (best == NONE || p->different[v] > p->different[best] ||
             (p->different[v] == p->different[best] && p->degree[v] > p->degree[best])))
            best = v;
    return best;
}

static void paint(struct pass *p, uint32_t v)
{
    const struct graph *const g = p->g;
    uint32_t c = 0;

    while (p->seen[(size_t)v * p->colours + c])
        c++;
    p->colour[v] = c;
    for (uint32_t i = g->first[v]; i < g->first[v + 1]; i++) {
        uint8_t *const seen = &p->seen[(size_t)g->near[i] * p->colours + c];
        p->different[g->near[i]] += !*seen;
        p->degree[g->near[i]]--;
        *seen = 1;
    }
}

int main(int argc, char **argv)
{
    const uint32_t k = argc > 2 ? (uint32_t)atoi(argv[2]) : 0;
    struct bsn_col col = { 0 };
    struct graph g;
    struct pass p = { .g = &g, .colours = 1 };
    uint32_t used = 0;

    if (k == 0) {
        fprintf(stderr, "usage: dsatur FILE K\n");
        return 1;
    }
    read_graph(argv[1], &col, &g);
    p.colour = many(g.vertices, sizeof *p.colour);
    p.degree = many(g.vertices, sizeof *p.degree);
    p.different = many(g.vertices, sizeof *p.different);
    for (uint32_t v = 0; v < g.vertices; v++) {
        p.colour[v] = NONE;
        p.degree[v] = g.first[v + 1] - g.first[v];
        p.colours = p.degree[v] + 1 > p.colours ? p.degree[v] + 1 : p.colours;
    }
    p.seen = many((size_t)g.vertices * p.colours, sizeof *p.seen);
    for (uint32_t v; (v = pick(&p)) != NONE;)
        paint(&p, v);
    for (uint32_t v = 0; v < g.vertices; v++)
        used = p.colour[v] + 1 > used ? p.colour[v] + 1 : used;
    const bool solved = used <= k && conflicts_of(&col, p.colour) == 0;
    printf("c %u colours\n", (unsigned)used);
    if (solved)
        print_colours(&g, p.colour, k);
    return solved ? 10 : 0;
}
