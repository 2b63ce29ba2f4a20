/* sat_teach.c - what clauses are learned from: recipes, lessons and solved instances, all out of small
 * random formulas with a solution, and the examples of exact energies. */
#include "domain/sat/sat_teach.h"

#include "base/mem.h"
#include "domain/sat/floor.h"
#include "domain/sat/sat_random.h"

#include <math.h>
#include <string.h>

#define EXACT_WIDTH 12  /* exact energies go through 2^width assignments */

#define NET_PAPER { .kind = BSN_NET_RESIDUAL, .inputs = BSN_SAT_WIDTH, .conds = BSN_SAT_WIDTH, \
                    .hidden = 128, .blocks = 3, .outputs = BSN_SAT_WIDTH, .levels = 100 }
#define NET_VAR { .kind = BSN_NET_SET, .inputs = 1, .hidden = 4, .sums = 1, .pools = 1, \
                  .head = 2, .quadratic = 1 }
#define NET_CLAUSE { .kind = BSN_NET_SET, .inputs = 1, .hidden = 4, .sums = 1, .pools = 1, \
                     .head = 2, .positive = 1 }

const struct bsn_recipe *bsn_sat_recipe(enum basin_energy energy)
{
    static const struct bsn_recipe paper = {
        .data = "clauses of random satisfiable 3-SAT formulas, 10 to 20 variables, ratio 4.258, "
                "each with a solution; negatives: the assignment that the clause forbids",
        .levels = 100, .nets = 1,
        .net = { { .name = "clause", .net = NET_PAPER, .parts = 1, .steps = 6000, .batch = 1024,
                   .tile = 128, .rate = 1e-3, .decay = 0.01, .diffusion = 1,
                   .contrastive = 0.5 } },
    };
    static const struct bsn_recipe compact = {
        .data = "clauses of random satisfiable formulas, 10 to 20 variables, ratio 4.258, each "
                "with a solution; half of them of 3 literals, the others of 1 to 8; negatives: the "
                "assignment that the clause forbids",
        .levels = 100, .nets = 2,
        .net = { { .name = "var", .net = NET_VAR, .parts = 1, .steps = 4000, .batch = 1024,
                   .tile = 64, .rate = 0.01, .diffusion = 1, .noise_floor = 0.1 },
                 { .name = "clause", .net = NET_CLAUSE, .base = "var", .parts = BSN_SMALL_WIDTH,
                   .steps = 20000, .batch = 1024, .tile = 64, .rate = 0.01, .diffusion = 1,
                   .contrastive = 0.5, .noise_floor = 0.1 } },
    };

    return energy == BASIN_ENERGY_PAPER ? &paper : energy == BASIN_ENERGY_COMPACT ? &compact
                                                                                  : NULL;
}

/* Column `col` of the minibatch: a clause of a small formula under its solution, and under the one
 * assignment that it forbids. A set network sees literals, the paper's variables and signs. */
static void teach_clause(const struct bsn_small *f, size_t clause, bool literals,
                         struct bsn_minibatch *minibatch, size_t col)
{
    for (uint32_t i = 0; i < f->width; i++) {
        const uint32_t v = f->var[clause][i], wrong = f->wrong[clause] >> v & 1;
        const uint32_t right = f->solution >> v & 1;
        const size_t at = i * minibatch->cols + col;
        minibatch->y[at] = (float)(literals ? right != wrong : right);
        minibatch->negative[at] = (float)(literals ? 0 : wrong);
        if (!literals)
            minibatch->cond[at] = wrong ? -1 : 1;
    }
}

void bsn_sat_minibatch(const struct bsn_recipe_net *net, const struct bsn_rng *at,
                       struct bsn_minibatch *minibatch)
{
    const bool paper = net->net.kind == BSN_NET_RESIDUAL, var = strcmp(net->name, "var") == 0;
    const uint32_t kind = bsn_rng_below(at, UINT32_MAX, 2 * BSN_SMALL_WIDTH);
    const uint32_t width = paper || var || kind >= BSN_SMALL_WIDTH ? BSN_SAT_WIDTH : 1 + kind;
    struct bsn_small f;

    bsn_small_draw(at, width, &f);
    minibatch->parts = paper || var ? 1 : width;
    minibatch->negatives = !var;
    minibatch->odds = 1 / (exp2(width) - 1);  /* of 2^width assignments one is wrong */
    for (uint32_t col = 0; col < minibatch->cols; col++) {
        const uint32_t pick = bsn_rng_below(at, UINT32_MAX - 1 - col, 1u << 16);
        if (var)
            minibatch->y[col] = (float)(f.solution >> pick % f.vars & 1);
        else
            teach_clause(&f, pick % f.clauses, !paper, minibatch, col);
    }
}

/* Exact energies: all assignments of a clause's literals but the one where none holds. */
basin_status bsn_sat_examples(basin_ctx *ctx, const char *net, size_t parts, size_t inputs,
                              struct bsn_examples *out)
{
    const uint32_t from = strcmp(net, "clause") == 0;

    (void)inputs;  /* one a part */
    if (parts > EXACT_WIDTH)
        return bsn_fail(ctx, BASIN_STATUS_MODEL,
                        "sat: exact energies are for clauses of up to %d literals; one has %zu",
                        EXACT_WIDTH, parts);
    const uint32_t patterns = 1u << parts;
    uint32_t used = 0;
    *out = (struct bsn_examples){ .width = parts, .count = patterns - from };
    BSN_TRY(BSN_NEW(ctx, out->count, &out->log_weight));
    BSN_TRY(BSN_NEW(ctx, out->count + 1, &out->first));
    BSN_TRY(BSN_NEW(ctx, parts << parts, &out->one));
    for (uint32_t p = from; p < patterns; p++) {
        for (uint32_t i = 0; i < parts; i++)
            if (p >> i & 1)
                out->one[used++] = i;
        out->first[p - from + 1] = used;
        out->log_weight[p - from] = -log((double)out->count);
    }
    out->floor = log((double)out->count / patterns);  /* how often independent literals hold it */
    return BASIN_STATUS_OK;
}

static basin_status solved_copy(basin_ctx *ctx, const struct bsn_small *f, struct bsn_cnf *cnf,
                                int32_t *value)
{
    int32_t literal[BSN_SMALL_WIDTH];

    BSN_TRY(bsn_cnf_begin(ctx, f->vars, f->clauses, cnf));
    for (size_t k = 0; k < f->clauses; k++) {
        for (uint32_t i = 0; i < f->width; i++) {
            const int32_t v = f->var[k][i] + 1;
            literal[i] = f->wrong[k] >> (v - 1) & 1 ? -v : v;
        }
        BSN_TRY(bsn_cnf_add(ctx, cnf, literal, f->width));
    }
    for (uint32_t v = 0; v < f->vars; v++)
        value[v] = f->solution >> v & 1;
    return BASIN_STATUS_OK;
}

basin_status bsn_sat_solved(basin_ctx *ctx, const struct bsn_rng *at, void **instance,
                            int32_t **value)
{
    struct bsn_small f;
    struct bsn_sat *sat = NULL;
    int32_t *solution = NULL;
    basin_status status;

    bsn_small_draw(at, BSN_SAT_WIDTH, &f);
    BSN_TRY_OUT(BSN_NEW(ctx, 1, &sat));
    BSN_TRY_OUT(BSN_NEW(ctx, f.vars, &solution));
    BSN_TRY_OUT(solved_copy(ctx, &f, &sat->cnf, solution));
    sat->floor.clause = SIZE_MAX;  /* it has a solution */
    *instance = sat;
    *value = solution;
    return BASIN_STATUS_OK;
out:
    bsn_free(ctx, solution);
    if (sat)
        bsn_cnf_clear(ctx, &sat->cnf);
    bsn_free(ctx, sat);
    return status;
}
