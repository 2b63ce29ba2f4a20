/* own.c - the domain of problems that their users state, see draft.c: no verb of the tool.
 *
 * A variable of two values is one coordinate; any other, and one that some network reads as a
 * whole, has a coordinate for each value, of which the highest is meant. A solution is a number for
 * each variable. Who judges: own_judge.c.
 */
#define _GNU_SOURCE  /* strsep */
#include "domain/own/own.h"

#include "base/mem.h"
#include "domain/assign.h"
#include "sample/dynamics.h"

#include <stdlib.h>
#include <string.h>

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
    bsn_own_tables_free(ctx, &own->given);
    basin_model_free(ctx, own->bare);
    bsn_free(ctx, own);
}

static size_t own_values(const void *instance)
{
    return ((const struct bsn_own *)instance)->variables;
}

static size_t own_constraints(const void *instance)
{
    const struct bsn_own *const own = instance;

    return own->constraints + own->given.tables;
}

static void own_given(const void *instance, int32_t *value)
{
    const struct bsn_own *const own = instance;

    for (size_t i = 0; i < own->variables; i++)
        value[i] = own->variable[i].given >= 0 ? own->variable[i].given : value[i];
}

/* ---------------------------------------------------------------------- decode and encode ---- */

static void own_decode(const void *instance, enum bsn_decode how, size_t count, const float *y,
                       int32_t *value)
{
    const struct bsn_own *const own = instance;
    int32_t best[BSN_LANES];

    (void)how;  /* there is one way */
    for (size_t v = 0; v < own->variables; v++, y += own->variable[v - 1].coords * BSN_LANES) {
        const uint32_t coords = own->variable[v].coords;
        if (coords > 1)
            bsn_highest(coords, y, best);
        for (size_t l = 0; l < count; l++)  /* -1, open, when it is not a number */
            value[l * own->variables + v] = coords > 1 ? best[l] : (y[l] > 0.5f) - (y[l] != y[l]);
    }
}

void bsn_own_encode(const void *instance, const int32_t *value, float open, float *y)
{
    const struct bsn_own *const own = instance;

    for (size_t v = 0; v < own->variables; v++) {
        const uint32_t coords = own->variable[v].coords;
        for (uint32_t c = 0; c < coords; c++, y += BSN_LANES)
            for (size_t l = 0; l < BSN_LANES; l++)
                y[l] = value[v] < 0 ? open : (float)(value[v] == (coords > 1 ? (int32_t)c : 1));
    }
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
    .encode = bsn_own_encode,
    .verify = bsn_own_verify,
    .scratch = bsn_own_scratch,
    .sum = bsn_own_sum,
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
