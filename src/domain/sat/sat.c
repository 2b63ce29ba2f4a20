/* sat.c - satisfiability of clauses: DIMACS CNF, clauses of any length.
 *
 * A coordinate is a variable (0 false, 1 true). A factor is a clause of the network "clause"; its
 * parts are literals, and a negated literal reads the opposite of its variable, so that a part is
 * 1 when its literal holds. The paper's network, also called "clause", reads three variables and
 * the three signs as conditions. All are trained on clauses of small random formulas with their
 * solutions. An assignment has 0 or 1 for each variable.
 *
 * Where most variables of a large formula are in no clause, only the others have coordinates.
 */
#define _GNU_SOURCE  /* strsep */
#include "base/mem.h"
#include "domain/assign.h"
#include "domain/domain.h"
#include "domain/named.h"
#include "domain/sat/sat_draw.h"
#include "domain/sat/floor.h"
#include "domain/sat/sat_gen.h"
#include "domain/sat/sat_random.h"
#include "domain/sat/sat_teach.h"
#include "format/cnf.h"
#include "sample/dynamics.h"

#include <stdlib.h>
#include <string.h>

#define UNKNOWN "s UNKNOWN"
#define WRAP 78    /* columns of a `v` line */
#define MANY 4096  /* variables from which on it is asked how many are in a clause */

/* ----------------------------------------------------------------------------- instance ---- */

static bool sat_claims(const char *spec)
{
    static const char *const endings[] = { ".cnf", ".dimacs", NULL };

    return bsn_named(spec, strlen(spec), endings);
}

static uint32_t var_of(int32_t literal)
{
    return (uint32_t)abs(literal) - 1;
}

/* Lists the variables that are in a clause, where they are few. */
static basin_status list_used(basin_ctx *ctx, struct bsn_sat *sat)
{
    const struct bsn_cnf *const cnf = &sat->cnf;
    size_t count = 0;
    uint8_t *seen;
    basin_status status;

    if (cnf->vars < MANY)
        return BASIN_STATUS_OK;
    BSN_TRY(BSN_NEW(ctx, cnf->vars, &seen));
    for (size_t i = 0; i < cnf->first[cnf->clauses]; i++) {
        BSN_TRY_OUT(BSN_POLL_ITEM(ctx, i));
        count += !seen[var_of(cnf->literal[i])];
        seen[var_of(cnf->literal[i])] = 1;
    }
    if (count > 0 && count < cnf->vars / 2)
        BSN_TRY_OUT(BSN_NEW(ctx, count, &sat->used));
    for (uint32_t v = 0; sat->used && v < cnf->vars; v++) {
        BSN_TRY_OUT(BSN_POLL_ITEM(ctx, v));
        if (seen[v])
            sat->used[sat->useds++] = v;
    }
    status = BASIN_STATUS_OK;
out:
    bsn_free(ctx, seen);
    return status;
}

static void sat_free(basin_ctx *ctx, void *instance)
{
    struct bsn_sat *const sat = instance;

    bsn_cnf_clear(ctx, &sat->cnf);
    bsn_free(ctx, sat->used);
    bsn_free(ctx, sat);
}

static basin_status sat_open(basin_ctx *ctx, const char *spec, void **instance)
{
    struct bsn_sat *sat;
    basin_status status;

    BSN_TRY(BSN_NEW(ctx, 1, &sat));
    BSN_TRY_OUT(bsn_cnf_read(ctx, spec, &sat->cnf));
    BSN_TRY_OUT(bsn_sat_floor_find(ctx, &sat->cnf, &sat->floor));
    BSN_TRY_OUT(list_used(ctx, sat));
    *instance = sat;
    return BASIN_STATUS_OK;
out:
    sat_free(ctx, sat);
    return status;
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

static size_t coords_of(const struct bsn_sat *sat)
{
    return sat->used ? sat->useds : sat->cnf.vars;
}

static uint32_t var_at(const struct bsn_sat *sat, size_t coord)
{
    return sat->used ? sat->used[coord] : (uint32_t)coord;
}

static basin_status add_vars(basin_ctx *ctx, uint32_t vars, struct bsn_graph *graph)
{
    const struct bsn_term_size size = { .parts = vars, .factors = vars, .members = vars,
                                        .inputs = 1 };
    struct bsn_term *term;

    BSN_TRY(bsn_graph_add(ctx, graph, "var", true, &size, &term));
    for (uint32_t v = 0; v < vars; v++) {
        BSN_TRY(BSN_POLL_ITEM(ctx, v));
        term->input[v] = term->member[v] = v;
        term->first[v + 1] = v + 1;
    }
    return BASIN_STATUS_OK;
}

/* Part 2 v is the variable of coordinate v, part 2 v + 1 its opposite. */
static basin_status add_clauses(basin_ctx *ctx, const struct bsn_cnf *cnf, const uint32_t *coord,
                                struct bsn_graph *graph)
{
    const size_t literals = cnf->first[cnf->clauses];
    const struct bsn_term_size size = { .parts = 2 * graph->coords, .factors = cnf->clauses,
                                        .members = literals, .covers = literals, .inputs = 1,
                                        .mirrored = true, .alike = true };
    struct bsn_term *term;

    BSN_TRY(bsn_graph_add(ctx, graph, "clause", false, &size, &term));
    for (uint32_t p = 0; p < size.parts; p++) {
        BSN_TRY(BSN_POLL_ITEM(ctx, p));
        term->input[p] = p / 2;
        term->mirror[p] = (float)(p % 2);
    }
    for (size_t i = 0; i < literals; i++) {
        const uint32_t v = var_of(cnf->literal[i]);
        BSN_TRY(BSN_POLL_ITEM(ctx, i));
        term->cover[i] = coord ? coord[v] : v;
        term->member[i] = 2 * term->cover[i] + (cnf->literal[i] < 0);
    }
    for (size_t k = 0; k <= cnf->clauses; k++) {
        BSN_TRY(BSN_POLL_ITEM(ctx, k));
        term->first[k] = cnf->first[k];
    }
    return BASIN_STATUS_OK;
}

/* The paper's factors: three variables and three signs. Shorter clauses repeat a literal. */
static basin_status add_signed(basin_ctx *ctx, const struct bsn_cnf *cnf, const uint32_t *coord,
                               struct bsn_graph *graph)
{
    const struct bsn_term_size size = { .parts = cnf->clauses, .factors = cnf->clauses,
                                        .members = cnf->clauses, .inputs = BSN_SAT_WIDTH,
                                        .conds = BSN_SAT_WIDTH };
    struct bsn_term *term;

    if (cnf->longest > BSN_SAT_WIDTH)
        return bsn_fail(ctx, BASIN_STATUS_MODEL,
                        "sat: the paper's network reads clauses of up to %d literals; one has %zu",
                        BSN_SAT_WIDTH, cnf->longest);
    BSN_TRY(bsn_graph_add(ctx, graph, "clause", false, &size, &term));
    for (uint32_t k = 0; k < cnf->clauses; k++) {
        const uint32_t width = cnf->first[k + 1] - cnf->first[k];
        BSN_TRY(BSN_POLL_ITEM(ctx, k));
        for (uint32_t i = 0; i < BSN_SAT_WIDTH; i++) {
            const int32_t literal = cnf->literal[cnf->first[k] + (i < width ? i : 0)];
            const uint32_t v = var_of(literal);
            term->input[k * BSN_SAT_WIDTH + i] = coord ? coord[v] : v;
            term->cond[k * BSN_SAT_WIDTH + i] = literal < 0 ? -1 : 1;
        }
        term->member[k] = k;
        term->first[k + 1] = k + 1;
    }
    return BASIN_STATUS_OK;
}

static basin_status sat_graph(basin_ctx *ctx, const void *instance, const basin_model *model,
                              struct bsn_graph *graph)
{
    const struct bsn_sat *const sat = instance;
    const bool paper = model->energy == BASIN_ENERGY_PAPER;
    uint32_t *coord = NULL;  /* (vars) of each variable; NULL: its own number */
    basin_status status = BASIN_STATUS_OK;

    graph->coords = coords_of(sat);
    BSN_TRY(bsn_graph_even(ctx, graph, 1));
    if (sat->used)
        BSN_TRY(BSN_NEW(ctx, sat->cnf.vars, &coord));
    for (uint32_t c = 0; c < sat->useds && status == BASIN_STATUS_OK; c++) {
        coord[sat->used[c]] = c;
        status = BSN_POLL_ITEM(ctx, c);
    }
    if (status == BASIN_STATUS_OK && !paper)
        status = add_vars(ctx, (uint32_t)graph->coords, graph);
    if (status == BASIN_STATUS_OK)
        status = (paper ? add_signed : add_clauses)(ctx, &sat->cnf, coord, graph);
    bsn_free(ctx, coord);
    return status;
}

/* ---------------------------------------------------------------------- decode and encode ---- */

/* Variables without a coordinate stay 0, false, as they were made: nothing asks for them. */
static void sat_decode(const void *instance, enum bsn_decode how, size_t count, const float *y,
                       int32_t *value)
{
    const struct bsn_sat *const sat = instance;
    const size_t vars = sat->cnf.vars, coords = coords_of(sat);

    (void)how;  /* the paper rounds too */
    for (size_t c = 0; c < coords; c++, y += BSN_LANES)
        for (size_t lane = 0; lane < count; lane++)  /* -1, open, when it is not a number */
            value[lane * vars + var_at(sat, c)] = (y[lane] > 0.5f) - (y[lane] != y[lane]);
}

static void sat_encode(const void *instance, const int32_t *value, float open, float *y)
{
    const struct bsn_sat *const sat = instance;
    const size_t coords = coords_of(sat);

    for (size_t c = 0; c < coords; c++, y += BSN_LANES) {
        const int32_t v = value[var_at(sat, c)];
        for (size_t lane = 0; lane < BSN_LANES; lane++)
            y[lane] = v < 0 ? open : v > 0;
    }
}

/* ------------------------------------------------------------------------------ verifier ---- */

static size_t sat_scratch(const void *instance)
{
    return 2 * (size_t)((const struct bsn_cnf *)instance)->vars;
}

/* Bit i of a literal's word: it holds in assignment i. Words of variables that are in no clause are
 * not read, and left as they are. */
static void note_literals(const struct bsn_sat *sat, const int32_t *value, size_t i,
                          uint32_t *positive, uint32_t *negative)
{
    const uint32_t *const used = sat->used;
    const size_t vars = coords_of(sat);

    for (size_t c = 0; c < vars; c++) {
        const size_t v = used ? used[c] : c;
        const uint32_t before = i > 0 ? UINT32_MAX : 0;
        positive[v] = (positive[v] & before) | (uint32_t)(value[v] == 1) << i;
        negative[v] = (negative[v] & before) | (uint32_t)(value[v] == 0) << i;
    }
}

/* All assignments at once. */
static void sat_verify(const void *instance, size_t count, const int32_t *value, uint32_t *scratch,
                       uint64_t *violated)
{
    const struct bsn_cnf *const cnf = instance;
    const uint32_t all = (1u << count) - 1;

    for (size_t i = 0; i < count; i++, value += cnf->vars) {
        violated[i] = cnf->empty;
        note_literals(instance, value, i, scratch, scratch + cnf->vars);
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

/* Characters of a blank and a literal. */
static int width_of(int64_t literal)
{
    int width = literal < 0 ? 3 : 2;

    while (literal /= 10)
        width++;
    return width;
}

static void write_values(const int32_t *value, uint32_t vars, struct bsn_text *text)
{
    int column = 1;

    bsn_text_add(text, "v");
    for (uint32_t v = 0; v <= vars; v++) {
        if (v < vars && value[v] < 0)
            continue;
        const int64_t number = v < vars ? (int64_t)v + 1 : 0;
        const int64_t literal = v < vars && !value[v] ? -number : number;
        const int width = width_of(literal);
        if (column + width > WRAP) {
            bsn_text_add(text, "\nv");
            column = 1;
        }
        bsn_text_whole(text, ' ', literal);
        column += width;
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
    bsn_text_add(text, "%s\n", value && violated == 0 ? "s SATISFIABLE" : UNKNOWN);
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

static struct bsn_dynamics sat_dynamics(const void *instance)
{
    (void)instance;
    return (struct bsn_dynamics){ .sigma = { 0.42, 0.57 }, .decay = { 0.008, 0.0053 },
                                  .forget = 0.75, .rate = 0.25, .step_size = 0.6, .clip = 2,
                                  .noise_scale = 0.2, .momentum = 0.3 };
}

static const struct bsn_task task = {
    .free = sat_free,
    .values = sat_values,
    .constraints = sat_constraints,
    .floor = sat_floor,
    .graph = sat_graph,
    .costs = sat_costs,
    .examples = bsn_sat_examples,
    .decode = sat_decode,
    .encode = sat_encode,
    .verify = sat_verify,
    .scratch = sat_scratch,
    .sampler = "focus",
    .dynamics = sat_dynamics,
};

static const struct bsn_notation notation = {
    .operand = "FILE",
    .formats = "dimacs",
    .unknown = UNKNOWN,
    .suffix = ".cnf",
    .claims = sat_claims,
    .open = sat_open,
    .floor_reason = sat_floor_reason,
    .write = sat_write,
    .read = sat_read,
};

static const struct bsn_curriculum curriculum = {
    .recipe = bsn_sat_recipe,
    .minibatch = bsn_sat_minibatch,
    .solved = bsn_sat_solved,
};

static const struct bsn_drawing drawing = {
    .lay = sat_lay,
    .paint = sat_paint,
};

static const struct bsn_generator generator = {
    .kinds = BSN_SAT_KINDS,
    .generate = bsn_sat_generate,
};

const struct bsn_domain bsn_domain_sat = {
    .name = "sat",
    .summary = "Clauses of literals (DIMACS CNF), at least one of which must hold in each",
    .task = &task,
    .text = &notation,
    .curriculum = &curriculum,
    .drawing = &drawing,
    .generator = &generator,
};
