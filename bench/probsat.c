/* probsat.c - a plain probSAT (Balint and Schoening, 2012), to stand beside basin in bench/sat.sh.
 *
 *   probsat FILE [SECONDS [SEED]]      DIMACS in; exit code 10 solved, 0 not, 1 error
 *
 * Take an unsatisfied clause at random, flip one of its variables: v with a probability that is
 * proportional to f(break(v)), where break(v) counts the clauses that v alone keeps satisfied.
 * The published constants: f = (0.9 + break)^-2.06 up to three literals a clause, c^-break beyond,
 * c = 3.7 for five and 5.4 for seven. Nothing is learned; no code is shared with basin's search.
 */
#include "format/cnf.h"
#include "plain.h"

#include <math.h>
#include <string.h>

#define TABLE 64  /* breaks past this count as this many */

struct walk {
    const struct bsn_cnf *cnf;
    uint32_t *seen_first, *seen;  /* clauses that hold each literal, negative ones first */
    uint32_t *sound;              /* (clauses) literals that hold */
    uint32_t *keeper;             /* (clauses) sum of the variables that hold, one if alone */
    uint32_t *breaks;             /* (vars + 1) */
    uint32_t *open, *place;       /* unsatisfied clauses, and where each stands among them */
    size_t opens;
    bool *value;
    double weight[TABLE];
    uint64_t state;
};

static double uniform(struct walk *w)
{
    return (double)(roll(&w->state) >> 11) * 0x1p-53;
}

static uint32_t at(int32_t literal)
{
    return 2 * (uint32_t)abs(literal) + (literal > 0);
}

/* ------------------------------------------------------------------------------ the state ---- */

static void index_literals(struct walk *w)
{
    const struct bsn_cnf *const cnf = w->cnf;
    const size_t literals = cnf->first[cnf->clauses];

    w->seen_first = many(2 * (size_t)cnf->vars + 3, sizeof *w->seen_first);
    w->seen = many(literals, sizeof *w->seen);
    for (size_t i = 0; i < literals; i++)
        w->seen_first[at(cnf->literal[i]) + 1]++;
    for (size_t i = 1; i < 2 * (size_t)cnf->vars + 3; i++)
        w->seen_first[i] += w->seen_first[i - 1];
    uint32_t *const fill = many(2 * (size_t)cnf->vars + 3, sizeof *fill);
    memcpy(fill, w->seen_first, (2 * (size_t)cnf->vars + 3) * sizeof *fill);
    for (uint32_t k = 0; k < cnf->clauses; k++)
        for (uint32_t i = cnf->first[k]; i < cnf->first[k + 1]; i++)
            w->seen[fill[at(cnf->literal[i])]++] = k;
    free(fill);
}

static void open_clause(struct walk *w, uint32_t k)
{
    w->place[k] = (uint32_t)w->opens;
    w->open[w->opens++] = k;
}

static void close_clause(struct walk *w, uint32_t k)
{
    const uint32_t last = w->open[--w->opens];

    w->open[w->place[k]] = last;
    w->place[last] = w->place[k];
}

static void begin(struct walk *w)
{
    const struct bsn_cnf *const cnf = w->cnf;

    for (uint32_t v = 1; v <= cnf->vars; v++)
        w->value[v] = roll(&w->state) >> 63;
    for (uint32_t k = 0; k < cnf->clauses; k++) {
        for (uint32_t i = cnf->first[k]; i < cnf->first[k + 1]; i++) {
            const uint32_t v = (uint32_t)abs(cnf->literal[i]);
            if (w->value[v] == (cnf->literal[i] > 0)) {
                w->sound[k]++;
                w->keeper[k] += v;
            }
        }
        if (w->sound[k] == 0)
            open_clause(w, k);
        else if (w->sound[k] == 1)
            w->breaks[w->keeper[k]]++;
    }
}

static void flip(struct walk *w, uint32_t v)
{
    const uint32_t now_false = 2 * v + w->value[v], now_true = now_false ^ 1;

    for (uint32_t i = w->seen_first[now_true]; i < w->seen_first[now_true + 1]; i++) {
        const uint32_t k = w->seen[i];
        if (w->sound[k] == 0) {
            close_clause(w, k);
            w->breaks[v]++;
        } else if (w->sound[k] == 1) {
            w->breaks[w->keeper[k]]--;
        }
        w->sound[k]++;
        w->keeper[k] += v;
    }
    for (uint32_t i = w->seen_first[now_false]; i < w->seen_first[now_false + 1]; i++) {
        const uint32_t k = w->seen[i];
        w->sound[k]--;
        w->keeper[k] -= v;
        if (w->sound[k] == 0) {
            open_clause(w, k);
            w->breaks[v]--;
        } else if (w->sound[k] == 1) {
            w->breaks[w->keeper[k]]++;
        }
    }
    w->value[v] = !w->value[v];
}

/* ----------------------------------------------------------------------------- the search ---- */

static void set_weights(struct walk *w)
{
    static const double base[] = { 0, 0, 0, 0, 3.0, 3.7, 5.0, 5.4 };
    const size_t longest = w->cnf->longest < 7 ? w->cnf->longest : 7;

    for (int b = 0; b < TABLE; b++)
        w->weight[b] = longest <= 3 ? pow(0.9 + b, -2.06) : pow(base[longest], -b);
}

static uint32_t pick(struct walk *w)
{
    const uint32_t k = w->open[roll(&w->state) % w->opens];
    const uint32_t first = w->cnf->first[k], end = w->cnf->first[k + 1];
    double total = 0;

    for (uint32_t i = first; i < end; i++) {
        const uint32_t b = w->breaks[abs(w->cnf->literal[i])];
        total += w->weight[b < TABLE ? b : TABLE - 1];
    }
    double left = uniform(w) * total;
    for (uint32_t i = first; i + 1 < end; i++) {
        const uint32_t b = w->breaks[abs(w->cnf->literal[i])];
        left -= w->weight[b < TABLE ? b : TABLE - 1];
        if (left < 0)
            return (uint32_t)abs(w->cnf->literal[i]);
    }
    return (uint32_t)abs(w->cnf->literal[end - 1]);
}

/* Does every clause hold? Counted anew. */
static bool holds(const struct walk *w)
{
    for (size_t k = 0; k < w->cnf->clauses; k++) {
        bool held = false;
        for (uint32_t i = w->cnf->first[k]; i < w->cnf->first[k + 1]; i++)
            held |= w->value[abs(w->cnf->literal[i])] == (w->cnf->literal[i] > 0);
        if (!held)
            return false;
    }
    return w->cnf->empty == 0;
}

int main(int argc, char **argv)
{
    const double limit = argc > 2 ? atof(argv[2]) : 60, begun = seconds();
    struct bsn_cnf cnf = { 0 };
    struct walk w = { .cnf = &cnf, .state = dice_of(argc > 3 ? argv[3] : NULL) };
    basin_ctx *ctx;
    uint64_t flips = 0;

    if (argc < 2 || basin_ctx_new(NULL, &ctx) != BASIN_STATUS_OK)
        return 1;
    if (bsn_cnf_read(ctx, argv[1], &cnf) != BASIN_STATUS_OK) {
        fprintf(stderr, "probsat: %s\n", basin_error_text(ctx));
        return 1;
    }
    index_literals(&w);
    w.sound = many(cnf.clauses, sizeof *w.sound);
    w.keeper = many(cnf.clauses, sizeof *w.keeper);
    w.open = many(cnf.clauses, sizeof *w.open);
    w.place = many(cnf.clauses, sizeof *w.place);
    w.breaks = many(cnf.vars, sizeof *w.breaks);
    w.value = many(cnf.vars, sizeof *w.value);
    set_weights(&w);
    begin(&w);
    for (; w.opens > 0 && (flips % 4096 != 0 || seconds() - begun < limit); flips++)
        flip(&w, pick(&w));
    const bool solved = w.opens == 0 && holds(&w);
    printf("c %llu flips, %.3f s\ns %s\n", (unsigned long long)flips, seconds() - begun,
           solved ? "SATISFIABLE" : "UNKNOWN");
    return solved ? 10 : 0;
}
