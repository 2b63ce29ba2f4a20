/* index.c - --index: which of the instances that a file holds. */
#define _GNU_SOURCE
#include "specs.h"

#include "cli.h"

#include <stdlib.h>
#include <string.h>

#define MOST_INDEX 100000000

/* A number at *at, which moves behind it; false when there is none. */
static bool take_number(const char **at, uint64_t *number)
{
    char digits[16];
    const size_t length = strspn(*at, "0123456789");

    if (length == 0 || length >= sizeof digits)
        return false;
    snprintf(digits, sizeof digits, "%.*s", (int)length, *at);
    *at += length;
    return count_read(digits, 0, MOST_INDEX, number);
}

/* "FIRST", "FIRST-LAST" or "FIRST-LAST/STEP" at *at. */
static bool take_range(const char **at, uint64_t *first, uint64_t *last, uint64_t *step)
{
    *step = 1;
    if (!take_number(at, first))
        return false;
    *last = *first;
    if (**at == '-' && (++*at, !take_number(at, last)))
        return false;
    if (**at == '/' && (++*at, !take_number(at, step) || *step == 0))
        return false;
    return **at == 0 || *(*at)++ == ',';
}

static bool add_range(struct specs *specs, const char *path, uint64_t first, uint64_t last,
                      uint64_t step)
{
    for (uint64_t i = first; i <= last; i += step) {
        char *name = NULL;
        if (asprintf(&name, "%s:%llu", path, (unsigned long long)i) < 0)
            name = NULL;
        if (!specs_append(specs, name))
            return false;
    }
    return true;
}

bool specs_add_index(struct specs *specs, const char *path, const char *list)
{
    uint64_t first, last, step;

    for (const char *at = list; *at;) {
        if (!take_range(&at, &first, &last, &step)) {
            complain("--index: \"%s\" is no list of numbers and ranges", list);
            return false;
        }
        if (!add_range(specs, path, first, last, step))
            return false;
    }
    return true;
}

bool specs_add_all(struct specs *specs, const char *path, size_t count)
{
    if (count == 1)
        return specs_append(specs, strdup(path));
    return add_range(specs, path, 0, count - 1, 1);
}
