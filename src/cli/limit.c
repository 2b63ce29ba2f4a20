/* limit.c - -k: how many colours, as a number or by a table with a row for each instance. */
#define _GNU_SOURCE
#include "cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MOST_LIMIT 16777216
#define COLUMN "k"  /* of the table, when -k does not name one */

/* What stands in the column of that number, up to the next tab. */
static char *cell(char *line, size_t column)
{
    char *at = line;

    for (; at && column > 0; column--)
        at = strchr(at, '\t') ? strchr(at, '\t') + 1 : NULL;
    if (at)
        at[strcspn(at, "\t\r\n")] = 0;
    return at;
}

/* The number of the column with that heading, or SIZE_MAX. */
static size_t find_column(const char *header, const char *name)
{
    const size_t length = strlen(name);
    size_t column = 0;

    for (const char *at = header;; column++) {
        const size_t here = strcspn(at, "\t\r\n");
        if (here == length && strncmp(at, name, length) == 0)
            return column;
        if (at[here] != '\t')
            return SIZE_MAX;
        at += here + 1;
    }
}

/* Is `name` the file of `spec`, without its folder, its ending and that of a packed file? */
static bool is_named(const char *spec, const char *name)
{
    const char *const slash = strrchr(spec, '/'), *const file = slash ? slash + 1 : spec;
    const size_t plain = basin_name_plain(file, strlen(file));
    const char *const dot = memrchr(file, '.', plain);
    const size_t length = dot ? (size_t)(dot - file) : plain;

    return strlen(name) == length && strncmp(name, file, length) == 0;
}

/* The row of `spec` in an open table. Returns whether it was found. */
static bool find_row(FILE *table, size_t column, const char *spec, uint64_t *limit)
{
    char *line = NULL;
    size_t room = 0;
    bool found = false;

    while (!found && getline(&line, &room, table) >= 0) {
        const char *const number = cell(line, column), *const name = cell(line, 0);
        found = number && is_named(spec, name) && count_read(number, 1, MOST_LIMIT, limit);
    }
    free(line);
    return found;
}

/* In the table of an open file; `why` gets the reason when it is not there. */
static bool find_cell(FILE *table, const char *path, const char *column, const char *spec,
                      uint64_t *limit, char why[static LIMIT_CHARS])
{
    char *header = NULL;
    size_t room = 0;
    const bool here = getline(&header, &room, table) >= 0;
    const size_t at = here ? find_column(header, column) : SIZE_MAX;

    free(header);
    if (!here && ferror(table))
        snprintf(why, LIMIT_CHARS, "-k: %s: %s", path, strerror(errno));
    else if (at == SIZE_MAX)
        snprintf(why, LIMIT_CHARS, "%s:1: no column \"%s\"", path, column);
    else if (find_row(table, at, spec, limit))
        return true;
    else
        snprintf(why, LIMIT_CHARS, "%s: no number of colours for %s in its column \"%s\"", path,
                 spec, column);
    return false;
}

/* From "FILE" or "FILE:COLUMN". */
static bool look_up(const char *place, const char *spec, uint64_t *limit,
                    char why[static LIMIT_CHARS])
{
    const char *const colon = strrchr(place, ':');
    char *const path = strndup(place, colon ? (size_t)(colon - place) : strlen(place));
    FILE *const table = path ? fopen(path, "re") : NULL;
    bool found = false;

    if (table) {
        found = find_cell(table, path, colon ? colon + 1 : COLUMN, spec, limit, why);
        fclose(table);
    } else {
        snprintf(why, LIMIT_CHARS, "-k: \"%s\" is no number, and no table: %s", place,
                 strerror(errno));
    }
    free(path);
    return found;
}

bool limit_find(const char *place, const char *spec, uint64_t *limit,
                char why[static LIMIT_CHARS])
{
    if (place[strspn(place, "0123456789")])
        return look_up(place, spec, limit, why);
    snprintf(why, LIMIT_CHARS, "-k: \"%s\" is not a number from 1 to %d", place, MOST_LIMIT);
    return count_read(place, 1, MOST_LIMIT, limit);
}

bool limit_set(const struct setup *s, basin_problem **problem, const struct options *o,
               const char *spec, char why[static LIMIT_CHARS])
{
    const bool whole = o->whole || s->solve.method == BASIN_METHOD_PAPER;
    uint64_t limit = basin_problem_limited(*problem);

    if (o->limit && !basin_problem_has_limit(*problem)) {
        snprintf(why, LIMIT_CHARS, "-k: an instance of %s has no colours",
                 basin_problem_domain(*problem));
        return false;
    }
    if (o->limit && !limit_find(o->limit, spec, &limit, why))
        return false;
    if (limit == 0)
        return true;
    int32_t *const all = whole ? calloc(basin_problem_values(*problem) + 1, sizeof *all) : NULL;
    snprintf(why, LIMIT_CHARS, "out of memory");
    if (whole && !all)
        return false;
    const basin_status status =
        problem_limit(s->ctx, problem, (uint32_t)limit, whole ? all : s->solve.fixed);
    free(all);
    snprintf(why, LIMIT_CHARS, "%s", basin_error_text(s->ctx));
    return status == BASIN_STATUS_OK;
}
