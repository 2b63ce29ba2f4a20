/* own.c - the domain of problems that their users state, see draft.c: no verb of the tool.
 *
 * A variable of two values is one coordinate; any other, and one that some network reads as a
 * whole, has a coordinate for each value, of which the highest is meant. A solution is a number for
 * each variable. The user's function judges; where there is none, the energies do, and answers are
 * believed at best.
 */
#define _GNU_SOURCE  /* strsep */
#include "domain/own/own.h"

#include "base/mem.h"
#include "domain/assign.h"
#include "sample/dynamics.h"

#include <stdlib.h>
#include <string.h>

#define DOUBT 0.69314718f  /* -log(1/2): a constraint that costs more is held for broken */

void bsn_own_free(basin_ctx *ctx, void *instance)
{
    struct bsn_own *const own = instance;

    if (!own)
        return;
    bsn_compose_free(ctx, own->compose);
    bsn_graph_clear(ctx, &own->graph);
    for (size_t i = 0; i < own->models; i++) {
        bsn_free(ctx, own->model[i].name);
        basin_model_free(ctx, own->model[i].model);
    }
    bsn_free(ctx, own->model);
    bsn_free(ctx, own->net);
    bsn_free(ctx, own->variable);
    bsn_free(ctx, own->constraint);
    bsn_free(ctx, own->literal);
    bsn_free(ctx, own->condition);
    bsn_free(ctx, own);
}

static size_t own_values(const void *instance)
{
    return ((const struct bsn_own *)instance)->variables;
}

static size_t own_constraints(const void *instance)
{
    return ((const struct bsn_own *)instance)->constraints;
}

static void own_given(const void *instance, int32_t *value)
{
    const struct bsn_own *const own = instance;

    for (size_t i = 0; i < own->variables; i++)
        value[i] = own->variable[i].given >= 0 ? own->variable[i].given : value[i];
}

/* ---------------------------------------------------------------------- decode and encode ---- */

static void own_decode(const void *instance, enum bsn_decode how, const float *y, int32_t *value)
{
    const struct bsn_own *const own = instance;
    int32_t best[BSN_LANES];

    (void)how;  /* there is one way */
    for (size_t v = 0; v < own->variables; v++, y += own->variable[v - 1].coords * BSN_LANES) {
        const uint32_t coords = own->variable[v].coords;
        if (coords > 1)
            bsn_highest(coords, y, best);
        for (size_t l = 0; l < BSN_LANES; l++)  /* -1, open, when it is not a number */
            value[l * own->variables + v] = coords > 1 ? best[l] : (y[l] > 0.5f) - (y[l] != y[l]);
    }
}

static void own_encode(const void *instance, const int32_t *value, float open, float *y)
{
    const struct bsn_own *const own = instance;

    for (size_t v = 0; v < own->variables; v++) {
        const uint32_t coords = own->variable[v].coords;
        for (uint32_t c = 0; c < coords; c++, y += BSN_LANES)
            for (size_t l = 0; l < BSN_LANES; l++)
                y[l] = value[v] < 0 ? open : (float)(value[v] == (coords > 1 ? (int32_t)c : 1));
    }
}

/* ------------------------------------------------------------------------------ verifier ---- */

basin_status bsn_own_judge(basin_ctx *ctx, struct bsn_own *own)
{
    basin_status status;

    BSN_TRY_OUT(bsn_own_graph(ctx, own, NULL, &own->graph));
    bsn_graph_finish(&own->graph);
    BSN_TRY_OUT(bsn_compose_new(ctx, own->net[0].model, &own->graph, BSN_COMPOSE_BASIN, NULL,
                                &own->compose));
    bsn_level_all(bsn_compose_schedule(own->compose), 1, &own->level);
    return BASIN_STATUS_OK;
out:
    bsn_graph_clear(ctx, &own->graph);
    return status;
}

/* Numbers of four bytes each: coordinates, slopes, energies, residuals, what composing takes. */
static size_t own_scratch(const void *instance)
{
    const struct bsn_own *const own = instance;

    return own->verify ? 0
                       : (2 * own->coords + own->graph.factors + 1) * BSN_LANES +
                             bsn_compose_scratch(own->compose);
}

/* Assignments are held against the energies at the lowest noise, all at once. */
static void believe(const struct bsn_own *own, size_t count, const int32_t *value, float *scratch,
                    uint64_t *violated)
{
    float *const y = scratch, *const grad = y + own->coords * BSN_LANES;
    float *const energy = grad + own->coords * BSN_LANES, *const residual = energy + BSN_LANES;
    float *const rest = residual + own->graph.factors * BSN_LANES;
    struct bsn_level level = own->level;

    for (size_t l = 0; l < count; l++) {
        own_encode(own, value + l * own->variables, 0, grad);
        for (size_t i = 0; i < own->coords; i++)
            y[i * BSN_LANES + l] = grad[i * BSN_LANES] * level.signal[l];
    }
    level.lanes = count;
    bsn_compose_eval(own->compose, &level, y, NULL, rest, energy, grad, residual);
    for (size_t l = 0; l < count; l++)
        for (size_t k = 0; k < own->graph.factors; k++)
            violated[l] += !(residual[k * BSN_LANES + l] <= DOUBT);
}

static void own_verify(const void *instance, size_t count, const int32_t *value, uint32_t *scratch,
                       uint64_t *violated)
{
    const struct bsn_own *const own = instance;

    for (size_t i = 0; i < count; i++) {
        violated[i] = own->verify
                          ? own->verify(own->user, value + i * own->variables, own->variables)
                          : 0;
        violated[i] -= violated[i] == UINT64_MAX;  /* which says that nothing was judged */
    }
    if (own->verify)
        return;
    for (size_t i = 0; i < count; i++)
        for (size_t v = 0; v < own->variables; v++) {
            const int64_t chosen = value[i * own->variables + v];
            violated[i] += chosen < 0 || chosen >= (int64_t)own->variable[v].values;
        }
    believe(own, count, value, (float *)scratch, violated);
}

/* ------------------------------------------------------------------------- text in and out ---- */

static void own_write(const void *instance, const int32_t *value, uint64_t violated,
                      const double *sure, const char *format, struct bsn_text *text)
{
    const size_t n = ((const struct bsn_own *)instance)->variables;

    (void)violated;
    (void)sure;
    (void)format;  /* there is one */
    for (size_t i = 0; value && i < n; i++)
        bsn_text_add(text, i + 1 < n ? "%d " : "%d\n", (int)value[i]);
}

/* One solution a line, a number for each variable, -1 where it is open. */
static basin_status own_read(basin_ctx *ctx, const void *instance, const char *path, char *text,
                             int32_t **value, size_t *count)
{
    const struct bsn_own *const own = instance;
    size_t capacity = 0, line = 0;
    char *rest = text;

    for (char *row; (row = strsep(&rest, "\n")) != NULL;) {
        size_t found = 0;
        line++;
        for (char *word; (word = strsep(&row, " \t\r")) != NULL;) {
            char *end;
            if (!*word)
                continue;
            if (found == 0)
                BSN_TRY(bsn_assign_next(ctx, own->variables, value, &capacity, count));
            const long number = strtol(word, &end, 10);
            if (*end || found == own->variables || number < -1 ||
                number >= (long)own->variable[found].values)
                return bsn_fail(ctx, BASIN_STATUS_PARSE,
                                "%s:%zu: \"%.20s\" is no value of variable %zu of %zu", path, line,
                                word, found, own->variables);
            (*value)[(*count - 1) * own->variables + found++] = (int32_t)number;
        }
        if (found > 0 && found < own->variables)
            return bsn_fail(ctx, BASIN_STATUS_PARSE, "%s:%zu: %zu values where %zu are expected",
                            path, line, found, own->variables);
    }
    return BASIN_STATUS_OK;
}

/* What does for Sudoku, formulas and colouring alike, each stated by draft.c: a wide ladder, on
 * whose end of little noise weights are forgotten sooner. Found on puzzles and instances that were
 * made for it: ten Sudokus of 34 given digits took 306 steps, the geometric mean; with the settings
 * of queens 15 of twenty were solved in 3,000 steps, with the ends of the ladder at 0.25 and 0.35
 * none. */
static struct bsn_dynamics own_dynamics(const void *instance)
{
    (void)instance;
    return (struct bsn_dynamics){ .sigma = { 0.4, 0.7 }, .decay = { 0.05, 0.01 }, .rate = 0.2,
                                  .step_size = 0.6, .clip = 1, .noise_scale = 0.24,
                                  .momentum = 0.5 };
}

static const struct bsn_task own_task = {
    .free = bsn_own_free,
    .values = own_values,
    .constraints = own_constraints,
    .brings_models = true,
    .given = own_given,
    .graph = bsn_own_graph,
    .costs = own_constraints,
    .decode = own_decode,
    .encode = own_encode,
    .verify = own_verify,
    .scratch = own_scratch,
    .sampler = "focus",
    .dynamics = own_dynamics,
};

static const struct bsn_notation own_text = {
    .operand = "",
    .formats = "text",
    .suffix = "",
    .write = own_write,
    .read = own_read,
};

const struct bsn_domain bsn_own_domain = {
    .name = "own",
    .summary = "A problem that its user stated",
    .task = &own_task,
    .text = &own_text,
};
