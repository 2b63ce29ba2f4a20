/* sat.c - satisfiability of clauses: DIMACS CNF, clauses of any length.
 *
 * A coordinate is a variable (0 false, 1 true). A factor is a clause of the network "clause"; its
 * parts are literals, and a negated literal reads the opposite of its variable, so that a part is
 * 1 when its literal holds. The paper's network, also called "clause", reads three variables and
 * the three signs as conditions. All are trained on clauses of small random formulas with their
 * solutions. An assignment has 0 or 1 for each variable.
 */
#define _GNU_SOURCE  /* strsep */
#include "base/file.h"
#include "base/mem.h"
#include "domain/assign.h"
#include "domain/domain.h"
#include "domain/named.h"
#include "domain/sat/draw.h"
#include "domain/sat/floor.h"
#include "domain/sat/judge.h"
#include "domain/sat/random.h"
#include "format/cnf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAPER_WIDTH 3     /* literals that the paper's network reads */
#define EXACT_WIDTH 12    /* exact energies go through 2^width assignments */
#define WRAP 78           /* columns of a `v` line */
#define ATTEMPTS 1000     /* unsatisfiable formulas in a row that `generate` puts up with */
#define GENERATE_VARS 1000000

/* ----------------------------------------------------------------------------- instance ---- */

static bool sat_claims(const char *spec)
{
    static const char *const endings[] = { ".cnf", ".dimacs", NULL };

    return bsn_named(spec, strlen(spec), endings);
}

static basin_status sat_open(basin_ctx *ctx, const char *spec, void **instance)
{
    struct bsn_sat *sat;
    basin_status status;

    BSN_TRY(BSN_NEW(ctx, 1, &sat));
    BSN_TRY_OUT(bsn_cnf_read(ctx, spec, &sat->cnf));
    BSN_TRY_OUT(bsn_sat_floor_find(ctx, &sat->cnf, &sat->floor));
    *instance = sat;
    return BASIN_STATUS_OK;
out:
    bsn_cnf_clear(ctx, &sat->cnf);
    bsn_free(ctx, sat);
    return status;
}

static void sat_free(basin_ctx *ctx, void *instance)
{
    bsn_cnf_clear(ctx, instance);
    bsn_free(ctx, instance);
}

static uint64_t sat_floor(const void *instance)
{
    return bsn_sat_floor(instance);
}

static void sat_floor_reason(const void *instance, struct bsn_text *text)
{
    bsn_sat_floor_reason(instance, text);
}

static size_t sat_values(const void *instance)
{
    return ((const struct bsn_cnf *)instance)->vars;
}

static size_t sat_constraints(const void *instance)
{
    return ((const struct bsn_cnf *)instance)->given;
}

/* -------------------------------------------------------------------------------- graph ---- */

static uint32_t var_of(int32_t literal)
{
    return (uint32_t)abs(literal) - 1;
}

static basin_status add_vars(basin_ctx *ctx, const struct bsn_cnf *cnf, struct bsn_graph *graph)
{
    const struct bsn_term_size size = { .parts = cnf->vars, .factors = cnf->vars,
                                        .members = cnf->vars, .inputs = 1 };
    struct bsn_term *term;

    BSN_TRY(bsn_graph_add(ctx, graph, "var", true, &size, &term));
    for (uint32_t v = 0; v < cnf->vars; v++) {
        term->input[v] = term->member[v] = v;
        term->first[v + 1] = v + 1;
    }
    return BASIN_STATUS_OK;
}

/* Part 2 v is the variable v, part 2 v + 1 its opposite. */
static basin_status add_clauses(basin_ctx *ctx, const struct bsn_cnf *cnf, struct bsn_graph *graph)
{
    const size_t literals = cnf->first[cnf->clauses];
    const struct bsn_term_size size = { .parts = 2 * (size_t)cnf->vars, .factors = cnf->clauses,
                                        .members = literals, .covers = literals, .inputs = 1,
                                        .mirrored = true };
    struct bsn_term *term;

    BSN_TRY(bsn_graph_add(ctx, graph, "clause", false, &size, &term));
    for (uint32_t p = 0; p < size.parts; p++) {
        term->input[p] = p / 2;
        term->mirror[p] = (float)(p % 2);
    }
    for (size_t i = 0; i < literals; i++) {
        term->cover[i] = var_of(cnf->literal[i]);
        term->member[i] = 2 * term->cover[i] + (cnf->literal[i] < 0);
    }
    for (size_t k = 0; k <= cnf->clauses; k++)
        term->first[k] = term->cover_first[k] = cnf->first[k];
    return BASIN_STATUS_OK;
}

/* The paper's factors: three variables and three signs. Shorter clauses repeat a literal. */
static basin_status add_signed(basin_ctx *ctx, const struct bsn_cnf *cnf, struct bsn_graph *graph)
{
    const struct bsn_term_size size = { .parts = cnf->clauses, .factors = cnf->clauses,
                                        .members = cnf->clauses, .inputs = PAPER_WIDTH,
                                        .conds = PAPER_WIDTH };
    struct bsn_term *term;

    if (cnf->longest > PAPER_WIDTH)
        return bsn_fail(ctx, BASIN_STATUS_MODEL,
                        "sat: the paper's network reads clauses of up to %d literals; one has %zu",
                        PAPER_WIDTH, cnf->longest);
    BSN_TRY(bsn_graph_add(ctx, graph, "clause", false, &size, &term));
    for (uint32_t k = 0; k < cnf->clauses; k++) {
        const uint32_t width = cnf->first[k + 1] - cnf->first[k];
        for (uint32_t i = 0; i < PAPER_WIDTH; i++) {
            const int32_t literal = cnf->literal[cnf->first[k] + (i < width ? i : 0)];
            term->input[k * PAPER_WIDTH + i] = var_of(literal);
            term->cond[k * PAPER_WIDTH + i] = literal < 0 ? -1 : 1;
        }
        term->member[k] = k;
        term->first[k + 1] = k + 1;
    }
    return BASIN_STATUS_OK;
}

static basin_status sat_graph(basin_ctx *ctx, const void *instance, const basin_model *model,
                              struct bsn_graph *graph)
{
    const struct bsn_cnf *const cnf = instance;

    graph->coords = cnf->vars;
    if (model->energy == BASIN_ENERGY_PAPER)
        return add_signed(ctx, cnf, graph);
    BSN_TRY(add_vars(ctx, cnf, graph));
    return add_clauses(ctx, cnf, graph);
}

/* ---------------------------------------------------------------------- decode and encode ---- */

static void sat_decode(const void *instance, enum bsn_decode how, const float *y, int32_t *value)
{
    const size_t vars = ((const struct bsn_cnf *)instance)->vars;

    (void)how;  /* the paper rounds too */
    for (size_t v = 0; v < vars; v++, y += BSN_LANES)
        for (size_t lane = 0; lane < BSN_LANES; lane++)  /* -1, open, when it is not a number */
            value[lane * vars + v] = (y[lane] > 0.5f) - (y[lane] != y[lane]);
}

static void sat_encode(const void *instance, const int32_t *value, float open, float *y)
{
    const size_t vars = ((const struct bsn_cnf *)instance)->vars;

    for (size_t v = 0; v < vars; v++, y += BSN_LANES)
        for (size_t lane = 0; lane < BSN_LANES; lane++)
            y[lane] = value[v] < 0 ? open : value[v] > 0;
}

/* ------------------------------------------------------------------------------ verifier ---- */

static size_t sat_scratch(const void *instance)
{
    return 2 * (size_t)((const struct bsn_cnf *)instance)->vars;
}

/* All assignments at once: bit i of a literal's word says that it holds in assignment i. */
static void sat_verify(const void *instance, size_t count, const int32_t *value, uint32_t *scratch,
                       uint64_t *violated)
{
    const struct bsn_cnf *const cnf = instance;
    uint32_t *const positive = scratch, *const negative = scratch + cnf->vars;
    const uint32_t all = (1u << count) - 1;

    memset(scratch, 0, 2 * (size_t)cnf->vars * sizeof *scratch);
    for (size_t i = 0; i < count; i++, value += cnf->vars) {
        violated[i] = cnf->empty;
        for (uint32_t v = 0; v < cnf->vars; v++) {
            positive[v] |= (uint32_t)(value[v] == 1) << i;
            negative[v] |= (uint32_t)(value[v] == 0) << i;
        }
    }
    for (size_t k = 0; k < cnf->clauses; k++) {
        uint32_t holds = 0;
        for (uint32_t j = cnf->first[k]; j < cnf->first[k + 1]; j++) {
            const uint32_t minus = -(uint32_t)(cnf->literal[j] < 0);  /* all ones or none */
            const uint32_t v = ((uint32_t)cnf->literal[j] ^ minus) - minus - 1;
            holds |= scratch[v + (minus & cnf->vars)];  /* signs are as good as random */
        }
        for (uint32_t broken = all & ~holds; broken; broken &= broken - 1)
            violated[__builtin_ctz(broken)]++;
    }
}

/* ------------------------------------------------------------------------- text in and out ---- */

static void write_values(const int32_t *value, uint32_t vars, struct bsn_text *text)
{
    char word[16];
    int column = 1;

    bsn_text_add(text, "v");
    for (uint32_t v = 0; v <= vars; v++) {
        if (v < vars && value[v] < 0)
            continue;
        const int length = snprintf(word, sizeof word, " %s%u", v < vars && !value[v] ? "-" : "",
                                    v < vars ? v + 1 : 0);
        if (column + length > WRAP) {
            bsn_text_add(text, "\nv");
            column = 1;
        }
        bsn_text_add(text, "%s", word);
        column += length;
    }
    bsn_text_add(text, "\n");
}

/* As SAT solvers print; a best so far as MaxSAT solvers do. Nothing is called unsatisfiable. */
static void sat_write(const void *instance, const int32_t *value, uint64_t violated,
                      const double *sure, const char *format, struct bsn_text *text)
{
    const uint32_t vars = ((const struct bsn_cnf *)instance)->vars;

    (void)sure;
    (void)format;  /* there is one */
    if (value && violated > 0)
        bsn_text_add(text, "o %llu\n", (unsigned long long)violated);
    bsn_text_add(text, "s %s\n", value && violated == 0 ? "SATISFIABLE" : "UNKNOWN");
    if (value)
        write_values(value, vars, text);
}

static basin_status read_literal(basin_ctx *ctx, const char *path, size_t line, const char *word,
                                 uint32_t vars, int32_t *value, bool *end)
{
    char *rest;
    const long literal = strtol(word, &rest, 10);

    if (*rest || literal > (long)vars || literal < -(long)vars)
        return bsn_fail(ctx, BASIN_STATUS_PARSE,
                        "%s:%zu: \"%.20s\" where literals of %u variables are expected", path, line,
                        word, vars);
    *end = literal == 0;
    if (*end)
        return BASIN_STATUS_OK;
    int32_t *const at = &value[labs(literal) - 1];
    if (*at >= 0 && *at != (literal > 0))
        return bsn_fail(ctx, BASIN_STATUS_PARSE, "%s:%zu: variable %ld is both true and false",
                        path, line, labs(literal));
    *at = literal > 0;
    return BASIN_STATUS_OK;
}

/* Lines "v LITERAL... 0", or bare lines of literals; a solution ends at 0 or at the end of the
 * file and may leave variables out. Other lines ("c", "s", "o", "SAT") are passed over. */
static basin_status sat_read(basin_ctx *ctx, const void *instance, const char *path, char *text,
                             int32_t **value, size_t *count)
{
    const uint32_t vars = ((const struct bsn_cnf *)instance)->vars;
    size_t capacity = 0, line = 0;
    bool end = true;
    char *rest = text;

    for (char *row; (row = strsep(&rest, "\n")) != NULL;) {
        line++;
        row += strspn(row, " \t\r");
        if (*row == 'v' && (row[1] == ' ' || row[1] == '\t'))
            row += 2;
        else if (!strchr("-0123456789", *row))
            continue;
        for (char *word; (word = strsep(&row, " \t\r")) != NULL;) {
            if (!*word)
                continue;
            if (end)
                BSN_TRY(bsn_assign_next(ctx, vars, value, &capacity, count));
            BSN_TRY(read_literal(ctx, path, line, word, vars, *value + (*count - 1) * vars, &end));
        }
    }
    return BASIN_STATUS_OK;
}

/* ------------------------------------------------------------------------------- training ---- */

#define NET_PAPER { .kind = BSN_NET_RESIDUAL, .inputs = PAPER_WIDTH, .conds = PAPER_WIDTH, \
                    .hidden = 128, .blocks = 3, .outputs = PAPER_WIDTH, .levels = 100 }
#define NET_VAR { .kind = BSN_NET_SET, .inputs = 1, .hidden = 4, .sums = 1, .pools = 1, \
                  .head = 2, .quadratic = 1 }
#define NET_CLAUSE { .kind = BSN_NET_SET, .inputs = 1, .hidden = 4, .sums = 1, .pools = 1, \
                     .head = 2, .positive = 1 }

static const struct bsn_recipe *sat_recipe(enum basin_energy energy)
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
                   .tile = 64, .rate = 0.01, .diffusion = 1, .calm = 0.1 },
                 { .name = "clause", .net = NET_CLAUSE, .base = "var", .parts = BSN_SMALL_WIDTH,
                   .steps = 20000, .batch = 1024, .tile = 64, .rate = 0.01, .diffusion = 1,
                   .contrastive = 0.5, .calm = 0.1 } },
    };

    return energy == BASIN_ENERGY_PAPER ? &paper : energy == BASIN_ENERGY_COMPACT ? &compact
                                                                                  : NULL;
}

/* Column `col` of the lesson: a clause of a small formula under its solution, and under the one
 * assignment that it forbids. A set network sees literals, the paper's variables and signs. */
static void teach_clause(const struct bsn_small *f, size_t clause, bool literals,
                         struct bsn_lesson *lesson, size_t col)
{
    for (uint32_t i = 0; i < f->width; i++) {
        const uint32_t v = f->var[clause][i], wrong = f->wrong[clause] >> v & 1;
        const uint32_t right = f->solution >> v & 1;
        const size_t at = i * lesson->cols + col;
        lesson->y[at] = (float)(literals ? right != wrong : right);
        lesson->negative[at] = (float)(literals ? 0 : wrong);
        if (!literals)
            lesson->cond[at] = wrong ? -1 : 1;
    }
}

static void sat_lesson(const struct bsn_recipe_net *net, const struct bsn_rng *at,
                       struct bsn_lesson *lesson)
{
    const bool paper = net->net.kind == BSN_NET_RESIDUAL, var = strcmp(net->name, "var") == 0;
    const uint32_t kind = bsn_rng_below(at, UINT32_MAX, 2 * BSN_SMALL_WIDTH);
    const uint32_t width = paper || var || kind >= BSN_SMALL_WIDTH ? PAPER_WIDTH : 1 + kind;
    struct bsn_small f;

    bsn_small_draw(at, width, &f);
    lesson->parts = paper || var ? 1 : width;
    lesson->negatives = !var;
    lesson->odds = 1 / (exp2(width) - 1);  /* of 2^width assignments one is wrong */
    for (uint32_t col = 0; col < lesson->cols; col++) {
        const uint32_t pick = bsn_rng_below(at, UINT32_MAX - 1 - col, 1u << 16);
        if (var)
            lesson->y[col] = (float)(f.solution >> pick % f.vars & 1);
        else
            teach_clause(&f, pick % f.clauses, !paper, lesson, col);
    }
}

/* Exact energies: all assignments of a clause's literals but the one where none holds. */
static basin_status sat_examples(basin_ctx *ctx, const char *net, size_t parts, size_t inputs,
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

/* ----------------------------------------------------------------------- random instances ---- */

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

static basin_status sat_solved(basin_ctx *ctx, const struct bsn_rng *at, void **instance,
                               int32_t **value)
{
    struct bsn_small f;
    struct bsn_sat *sat = NULL;
    int32_t *solution = NULL;
    basin_status status;

    bsn_small_draw(at, PAPER_WIDTH, &f);
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
        sat_free(ctx, sat);
    return status;
}

static const char *verdict_text(enum bsn_verdict verdict)
{
    return verdict == BSN_VERDICT_SAT  ? "satisfiable, as %s found"
           : verdict == BSN_VERDICT_OPEN ? "%s did not decide in time whether it is satisfiable"
                                         : "satisfiable by construction";
}

/* One formula as text, with what a complete solver says about it when it is not planted. */
static basin_status attempt(basin_ctx *ctx, const struct basin_gen_opts *o, uint32_t number,
                            bool planted, struct bsn_text *text, enum bsn_verdict *verdict)
{
    const struct bsn_rng at = { o->seed, BSN_RNG_INSTANCE, o->width, number };
    struct bsn_text comment = BSN_TEXT_INIT(ctx);
    struct bsn_cnf cnf;
    const char *judge = "";

    BSN_TRY(bsn_sat_draw(ctx, &at, o->n, (size_t)(o->ratio * o->n + 0.5), o->width, planted, &cnf));
    *verdict = BSN_VERDICT_NO_JUDGE;
    if (!planted) {
        bsn_cnf_write(&cnf, NULL, text);
        if (text->status == BASIN_STATUS_OK)
            *verdict = bsn_judge(text->chars, text->length, &judge);
        bsn_text_clear(text);
    }
    bsn_text_add(&comment, "basin gen sat %u --kind %s --ratio %.10g --width %u --seed %llu\n",
                 o->n, planted ? "planted" : o->kind, o->ratio, o->width,
                 (unsigned long long)o->seed);
    bsn_text_add(&comment, verdict_text(*verdict), judge);
    bsn_cnf_write(&cnf, comment.chars, text);
    bsn_cnf_clear(ctx, &cnf);
    bsn_text_clear(&comment);
    return comment.status != BASIN_STATUS_OK ? comment.status : text->status;
}

/* Fills in what was not asked for; refuses what makes no sense. */
static basin_status complete_opts(basin_ctx *ctx, struct basin_gen_opts *o)
{
    const struct bsn_rng at = { o->seed, BSN_RNG_INSTANCE, 0, 0 };

    if (o->n == 0)
        o->n = 10 + bsn_rng_below(&at, 0, BSN_SMALL_VARS - 9);
    if (o->width == 0)
        o->width = PAPER_WIDTH;
    if (o->ratio == 0)
        o->ratio = BSN_SAT_RATIO;
    if (o->n > GENERATE_VARS || o->width > BSN_SMALL_WIDTH || o->width > o->n)
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "sat: %u variables, clauses of %u; at most %d variables, %d a clause, and "
                        "no more than there are",
                        o->n, o->width, GENERATE_VARS, BSN_SMALL_WIDTH);
    if (!(o->ratio > 0 && o->ratio <= 1000))
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "sat: ratio %g is not within 0 and 1000",
                        o->ratio);
    return BASIN_STATUS_OK;
}

static basin_status sat_generate(basin_ctx *ctx, const struct basin_gen_opts *opts,
                                 struct bsn_text *text)
{
    struct basin_gen_opts o = *opts;
    enum bsn_verdict verdict;

    BSN_TRY(complete_opts(ctx, &o));
    if (strcmp(o.kind, "planted") == 0)
        return attempt(ctx, &o, 0, true, text, &verdict);
    for (uint32_t number = 0; number < ATTEMPTS; number++) {
        bsn_text_clear(text);
        BSN_TRY(attempt(ctx, &o, number, false, text, &verdict));
        if (verdict == BSN_VERDICT_SAT || verdict == BSN_VERDICT_OPEN)
            return BASIN_STATUS_OK;
        if (verdict == BSN_VERDICT_NO_JUDGE) {
            bsn_text_clear(text);
            return attempt(ctx, &o, 0, true, text, &verdict);
        }
    }
    return bsn_fail(ctx, BASIN_STATUS_INPUT,
                    "sat: %d random formulas in a row were not satisfiable; the ratio is too high",
                    ATTEMPTS);
}

/* ------------------------------------------------------------------------------- pictures ---- */

static basin_status sat_lay(basin_ctx *ctx, const void *instance, struct bsn_scene *scene)
{
    (void)ctx;
    return bsn_sat_lay(instance, scene);
}

static void sat_paint(const void *instance, const int32_t *value, const double *cost,
                      struct bsn_scene *scene)
{
    bsn_sat_paint(instance, value, cost, scene);
}

static size_t sat_costs(const void *instance)
{
    return ((const struct bsn_cnf *)instance)->clauses;
}

static struct bsn_gait sat_gait(const void *instance)
{
    (void)instance;
    return (struct bsn_gait){ .sigma = { 0.42, 0.57 }, .decay = { 0.008, 0.0053 }, .forget = 0.75,
                              .rate = 0.25, .pull = 0.6, .clip = 2, .jolt = 0.2, .glide = 0.3 };
}

const struct bsn_domain bsn_domain_sat = {
    .name = "sat",
    .summary = "Clauses of literals (DIMACS CNF), at least one of which must hold in each",
    .operand = "FILE",
    .formats = "dimacs",
    .suffix = ".cnf",
    .kinds = "random planted",
    .claims = sat_claims,
    .open = sat_open,
    .free = sat_free,
    .values = sat_values,
    .constraints = sat_constraints,
    .floor = sat_floor,
    .floor_reason = sat_floor_reason,
    .graph = sat_graph,
    .decode = sat_decode,
    .encode = sat_encode,
    .verify = sat_verify,
    .scratch = sat_scratch,
    .write = sat_write,
    .read = sat_read,
    .lay = sat_lay,
    .paint = sat_paint,
    .costs = sat_costs,
    .gait = sat_gait,
    .recipe = sat_recipe,
    .lesson = sat_lesson,
    .examples = sat_examples,
    .generate = sat_generate,
    .solved = sat_solved,
};
