/* tabucol.c - a plain TabuCol (Hertz and de Werra, 1987), to stand beside basin in bench/color.sh.
 *
 *   tabucol FILE K [SECONDS [SEED]]      a graph in; exit code 10 solved, 0 not, 1 error
 *
 * Of all changes of one vertex that has a conflict to another colour, take the one that leaves the
 * fewest conflicts, ties at random, unless it is tabu; a tabu one is taken when it leaves fewer
 * than there ever were. The old colour of the vertex is then tabu for 0.6 * (vertices with
 * conflicts) + random(10) moves (Galinier and Hao, 1999). What each change would cost is kept in a
 * table, brought up to date after each move. Nothing is learned; no code is shared with basin's
 * search.
 */
#include "plain.h"

#include <string.h>

#define POLL 1024  /* moves between looks at the clock */

struct walk {
    const struct graph *g;
    uint32_t k;
    uint32_t *colour;
    uint32_t *gamma;         /* (vertices, k) neighbours of that colour */
    uint64_t *tabu;          /* (vertices, k) the move from which on it is free */
    uint32_t *sore, *place;  /* vertices with a conflict, and where each stands there, from 1 */
    uint32_t sores;
    int64_t conflicts, best;
    uint64_t moves, state;
};

struct move {
    uint32_t vertex, colour;
    int64_t change;
};

static uint32_t *row(const struct walk *w, uint32_t v)
{
    return w->gamma + (size_t)v * w->k;
}

/* Puts a vertex into the list of those with a conflict, or takes it out. */
static void list_vertex(struct walk *w, uint32_t v)
{
    const bool is = row(w, v)[w->colour[v]] > 0;

    if (is && !w->place[v]) {
        w->sore[w->sores++] = v;
        w->place[v] = w->sores;
    } else if (!is && w->place[v]) {
        const uint32_t last = w->sore[--w->sores];
        w->sore[w->place[v] - 1] = last;
        w->place[last] = w->place[v];
        w->place[v] = 0;
    }
}

static void begin(struct walk *w)
{
    const struct graph *const g = w->g;
    int64_t twice = 0;

    for (uint32_t v = 0; v < g->vertices; v++)
        w->colour[v] = (uint32_t)(roll(&w->state) % w->k);
    for (uint32_t v = 0; v < g->vertices; v++)
        for (uint32_t i = g->first[v]; i < g->first[v + 1]; i++)
            row(w, v)[w->colour[g->near[i]]]++;
    for (uint32_t v = 0; v < g->vertices; v++) {
        twice += row(w, v)[w->colour[v]];
        list_vertex(w, v);
    }
    w->conflicts = w->best = twice / 2;
}

/* The best change of one vertex, weighed against the best so far; ties at random. */
static void offer(struct walk *w, uint32_t v, struct move *best, uint64_t *ties)
{
    const uint32_t *const gamma = row(w, v);
    const uint64_t *const tabu = w->tabu + (size_t)v * w->k;
    const int64_t now = gamma[w->colour[v]];

    for (uint32_t c = 0; c < w->k; c++) {
        const int64_t change = (int64_t)gamma[c] - now;
        if (c == w->colour[v] || change > best->change)
            continue;
        if (tabu[c] > w->moves && w->conflicts + change >= w->best)
            continue;
        *ties = change < best->change ? 1 : *ties + 1;
        if (*ties == 1 || roll(&w->state) % *ties == 0)
            *best = (struct move){ v, c, change };
    }
}

static void make(struct walk *w, const struct move *move)
{
    const struct graph *const g = w->g;
    const uint32_t v = move->vertex, old = w->colour[v];

    w->tabu[(size_t)v * w->k + old] =
        w->moves + (uint64_t)(0.6 * w->sores) + roll(&w->state) % 10 + 1;
    w->colour[v] = move->colour;
    w->conflicts += move->change;
    w->best = w->conflicts < w->best ? w->conflicts : w->best;
    for (uint32_t i = g->first[v]; i < g->first[v + 1]; i++) {
        const uint32_t near = g->near[i];
        row(w, near)[old]--;
        row(w, near)[move->colour]++;
        if (w->colour[near] == old || w->colour[near] == move->colour)
            list_vertex(w, near);
    }
    list_vertex(w, v);
}

static void step(struct walk *w)
{
    struct move best = { .change = INT64_MAX };
    uint64_t ties = 0;

    for (uint32_t i = 0; i < w->sores; i++)
        offer(w, w->sore[i], &best, &ties);
    w->moves++;
    if (ties > 0)  /* else all are tabu: time passes */
        make(w, &best);
}

int main(int argc, char **argv)
{
    const double limit = argc > 3 ? atof(argv[3]) : 60, begun = seconds();
    struct bsn_col col = { 0 };
    struct graph g;
    struct walk w = { .g = &g, .k = argc > 2 ? (uint32_t)atoi(argv[2]) : 0,
                      .state = dice_of(argc > 4 ? argv[4] : NULL) };

    if (w.k == 0) {
        fprintf(stderr, "usage: tabucol FILE K [SECONDS [SEED]]\n");
        return 1;
    }
    read_graph(argv[1], &col, &g);
    w.colour = many(g.vertices, sizeof *w.colour);
    w.gamma = many((size_t)g.vertices * w.k, sizeof *w.gamma);
    w.tabu = many((size_t)g.vertices * w.k, sizeof *w.tabu);
    w.sore = many(g.vertices, sizeof *w.sore);
    w.place = many(g.vertices, sizeof *w.place);
    begin(&w);
    while (w.conflicts > 0 && w.k > 1 && (w.moves % POLL != 0 || seconds() - begun < limit))
        step(&w);
    const size_t left = conflicts_of(&col, w.colour);
    printf("c %llu moves, %.3f s, %zu conflicts\n", (unsigned long long)w.moves,
           seconds() - begun, left);
    if (left == 0)
        print_colours(&g, w.colour, w.k);
    return left == 0 ? 10 : 0;
}
