/* solve_text.c - assignments of problem files as text: NAME=VALUE, or numbers.
 *
 * Lines that begin with "c " are comments. A solution is a line; what it does not name is open.
 */
#define _GNU_SOURCE  /* strsep */
#include "domain/assign.h"
#include "domain/solve/solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void add_sum(const struct bsn_solve *solve, const int32_t *value, struct bsn_text *text)
{
    uint32_t *scratch;

    for (size_t v = 0; v < solve->file.variables; v++)
        if (value[v] < 0)
            return;
    text->status = BSN_NEW(text->ctx, solve->problem->task->scratch(solve->problem->instance),
                           &scratch);
    if (text->status != BASIN_STATUS_OK)
        return;
    const double sum = bsn_solve_sum(solve, value, scratch);
    bsn_free(text->ctx, scratch);
    bsn_text_add(text, "c cost ");
    if (isinf(sum))
        bsn_text_add(text, "%sinf", sum < 0 ? "-" : "");
    else
        bsn_text_number(text, sum, 9);
    bsn_text_add(text, "\n");
}

void bsn_solve_write(const void *instance, const int32_t *value, uint64_t violated,
                     const double *sure, const char *format, struct bsn_text *text)
{
    const struct bsn_solve *const solve = instance;
    const bool names = strcmp(format, "names") == 0;
    bool first = true;

    (void)violated;
    (void)sure;
    if (!value)
        return;
    if (names)
        add_sum(solve, value, text);
    for (size_t i = 0; i < solve->file.variables; i++) {
        const struct bsn_cfn_variable *const v = &solve->file.variable[i];
        if (names && value[i] < 0)
            continue;
        bsn_text_add(text, first ? "" : " ");
        first = false;
        if (names)
            bsn_text_add(text, "%s=", v->name);
        if (names && v->value && value[i] < (int64_t)v->values)
            bsn_text_add(text, "%s", v->value[value[i]]);
        else
            bsn_text_add(text, "%d", (int)value[i]);
    }
    bsn_text_add(text, "\n");
}

/* --------------------------------------------------------------------------------- reading ---- */

/* The number that a word says a variable has; -1 for none. */
static int32_t find_value(const struct bsn_cfn_variable *v, const char *word)
{
    char *end;

    for (uint32_t k = 0; v->value && k < v->values; k++)
        if (strcmp(v->value[k], word) == 0)
            return (int32_t)k;
    const long number = strtol(word, &end, 10);
    return *word && !*end && number >= 0 && number < (long)v->values ? (int32_t)number : -1;
}

/* NAME=VALUE: names may have a "=", too. */
static bool read_named(const struct bsn_solve *solve, char *word, int32_t *value)
{
    for (char *sign = strchr(word, '='); sign; sign = strchr(sign + 1, '=')) {
        *sign = 0;
        for (size_t i = 0; i < solve->file.variables; i++) {
            const struct bsn_cfn_variable *const v = &solve->file.variable[i];
            if (strcmp(v->name, word) == 0 && find_value(v, sign + 1) >= 0) {
                value[i] = find_value(v, sign + 1);
                return true;
            }
        }
        *sign = '=';
    }
    return false;
}

static bool read_number(const struct bsn_solve *solve, const char *word, size_t at, int32_t *value)
{
    if (at >= solve->file.variables)
        return false;
    value[at] = find_value(&solve->file.variable[at], word);
    return value[at] >= 0 || strcmp(word, "-1") == 0;
}

basin_status bsn_solve_read(basin_ctx *ctx, const void *instance, const char *path, char *text,
                            int32_t **value, size_t *count)
{
    const struct bsn_solve *const solve = instance;
    const size_t n = solve->file.variables;
    size_t capacity = 0, line = 0;

    for (char *rest = text, *row; (row = strsep(&rest, "\n")) != NULL;) {
        size_t found = 0;
        line++;
        if (strncmp(row, "c ", 2) == 0)
            continue;
        for (char *word; (word = strsep(&row, " \t\r")) != NULL;) {
            if (!*word)
                continue;
            if (found == 0)
                BSN_TRY(bsn_assign_next(ctx, n, value, &capacity, count));
            int32_t *const one = *value + (*count - 1) * n;
            if (!(strchr(word, '=') ? read_named(solve, word, one)
                                    : read_number(solve, word, found, one)))
                return bsn_fail(ctx, BASIN_STATUS_PARSE,
                                "%s:%zu: \"%.40s\" is no value of a variable of the problem", path,
                                line, word);
            found++;
        }
    }
    return BASIN_STATUS_OK;
}
