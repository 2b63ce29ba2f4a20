/* behind.c - where basin is not ahead: found in the figures themselves, never written down.
 *
 * A figure of basin's is ahead of a published one when it is better, or when both are as good as
 * can be. Rows are held against all published rows of their group; energies of different networks
 * do not compare, so of those only the order does. A row of few runs claims nothing: where it is
 * behind, that is told with the number of runs; where it seems ahead, it is counted as not claimed.
 */
#include "paper/parts.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

static void tell_of(json_t *list, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void tell_of(json_t *list, const char *format, ...)
{
    char text[400];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    json_array_append_new(list, json_string(text));
}

static bool same_group(const char *a, const char *b)
{
    return a[0] == 0 || b[0] == 0 || strcmp(a, b) == 0;
}

static bool is_ahead(const struct paper_column *column, double ours, double theirs)
{
    const bool high = strcmp(column->better, "high") == 0;

    if (high ? ours > theirs : ours < theirs)
        return true;
    return ours == theirs && ours == column->best;
}

/* The published figure that one of ours is furthest from being ahead of; NULL: none. */
static const struct paper_published *hardest(const struct paper_table *table,
                                             const struct paper_row *row, size_t c)
{
    const bool high = strcmp(table->column[c].better, "high") == 0;
    const struct paper_published *found = NULL;

    for (size_t i = 0; i < table->rows; i++) {
        const struct paper_published *const theirs = &table->row[i];
        if (!same_group(row->group, theirs->group) ||
            is_ahead(&table->column[c], row->cell[c], theirs->cell[c]))
            continue;
        if (!found || (high ? theirs->cell[c] > found->cell[c] : theirs->cell[c] < found->cell[c]))
            found = theirs;
    }
    return found;
}

bool paper_row_counts(const struct paper_row *row)
{
    return row->runs == 0 || row->runs >= PAPER_RUNS;
}

static void compare_row(const struct paper_row *row, json_t *list)
{
    const struct paper_table *const table = paper_table(row->table);
    char few[40] = "";

    if (!paper_row_counts(row))
        snprintf(few, sizeof few, "; %u run%s, too few to tell", row->runs,
                 row->runs == 1 ? "" : "s");

    for (size_t c = 0; c < table->columns; c++) {
        if (table->column[c].better[0] == 0)
            continue;
        if (!isfinite(row->cell[c])) {
            tell_of(list, "Table %d, %s%s%s: basin has no figure", row->table, row->group,
                    row->group[0] ? ", " : "", table->column[c].name);
            continue;
        }
        const struct paper_published *const theirs = hardest(table, row, c);
        if (theirs)
            tell_of(list, "Table %d, %s%s%s: basin %.4g, %s %.4g%s%s", row->table, row->group,
                    row->group[0] ? ", " : "", table->column[c].name, row->cell[c], theirs->label,
                    theirs->cell[c], row->cell[c] == theirs->cell[c] ? " (equal)" : "", few);
    }
}

/* Columns that do not compare in size are in the same order as the paper's. */
static void compare_order(const struct paper_row *row, json_t *list)
{
    const struct paper_table *const table = paper_table(row->table);
    const double *const theirs = table->row[0].cell;

    for (size_t c = 1; c < table->columns; c++)
        if (table->column[c].better[0] == 0 &&
            !((row->cell[c] < row->cell[c - 1]) == (theirs[c] < theirs[c - 1])))
            tell_of(list, "Table %d, %s: \"%s\" %.4g and \"%s\" %.4g are in another order than the "
                          "paper's", row->table, row->label, table->column[c - 1].name,
                    row->cell[c - 1], table->column[c].name, row->cell[c]);
}

/* One column that compares only among ourselves: lower is better. */
static void compare_own(const struct paper_rows *rows, const struct paper_row *row, json_t *list)
{
    const struct paper_table *const table = paper_table(row->table);

    for (size_t i = 0; i < rows->count && table->columns == 1; i++) {
        const struct paper_row *const other = &rows->row[i];
        if (table->column[0].better[0] == 0 && other->table == row->table &&
            other->who == PAPER_METHOD && strcmp(other->group, row->group) == 0 &&
            !(row->cell[0] < other->cell[0]))
            tell_of(list, "Table %d, %s: basin %.4g, the paper's method here %.4g", row->table,
                    row->group, row->cell[0], other->cell[0]);
    }
}

/* Being ahead on other instances is less. */
static bool stands_in(const struct paper_row *row)
{
    return strstr(row->instances, "generated") || strstr(row->instances, "our own");
}

static void note_instances(const struct paper_rows *rows, json_t *list)
{
    char tables[120] = "";
    int last = 0;

    for (size_t i = 0; i < rows->count; i++) {
        const struct paper_row *const row = &rows->row[i];
        const size_t used = strlen(tables);
        if (row->table == last || !stands_in(row))
            continue;
        snprintf(tables + used, sizeof tables - used, "%s%d", last ? ", " : "", row->table);
        last = row->table;
    }
    if (last)
        tell_of(list, "Tables measured on instances of our own making, since the paper's are not "
                      "here: %s", tables);
}

json_t *paper_behind(const struct paper_rows *rows)
{
    json_t *const list = json_array();

    for (size_t i = 0; list && i < rows->count; i++) {
        const struct paper_row *const row = &rows->row[i];
        compare_order(row, list);
        if (row->who != PAPER_BASIN)
            continue;
        compare_row(row, list);
        compare_own(rows, row, list);
    }
    note_instances(rows, list);
    return list;
}

/* -------------------------------------------------------------------------------- claims ---- */

static bool is_published(const struct paper_table *table, const struct paper_row *row)
{
    for (size_t i = 0; i < table->rows; i++)
        if (same_group(row->group, table->row[i].group))
            return true;
    return false;
}

struct paper_claims paper_claims(const struct paper_rows *rows)
{
    struct paper_claims claims = { 0 };

    for (size_t i = 0; i < rows->count; i++) {
        const struct paper_row *const row = &rows->row[i];
        const struct paper_table *const table = paper_table(row->table);
        if (row->who != PAPER_BASIN || !is_published(table, row))
            continue;
        for (size_t c = 0; c < table->columns; c++) {
            if (table->column[c].better[0] == 0 || !isfinite(row->cell[c]))
                continue;
            const bool counts = paper_row_counts(row);
            claims.compared += counts;
            claims.few += !counts;
            claims.ahead += counts && !hardest(table, row, c);
        }
    }
    return claims;
}

void paper_claims_text(const struct paper_claims *claims, char text[static PAPER_CLAIMS])
{
    char few[PAPER_CLAIMS / 2] = "";

    if (claims->few)
        snprintf(few, sizeof few, "%zu cell%s of basin's %s not claimed: too few runs, under %d.",
                 claims->few, claims->few == 1 ? "" : "s", claims->few == 1 ? "is" : "are",
                 PAPER_RUNS);
    text[0] = 0;
    if (!claims->compared && !claims->few)
        snprintf(text, PAPER_CLAIMS, "Nothing is claimed: no figure of basin's is to be compared.");
    if (claims->compared)
        snprintf(text, PAPER_CLAIMS, "Basin is ahead in %zu of the %zu cell%s of %d runs or more.",
                 claims->ahead, claims->compared, claims->compared == 1 ? "" : "s", PAPER_RUNS);
    const size_t used = strlen(text);
    if (claims->few)
        snprintf(text + used, PAPER_CLAIMS - used, "%s%s", used ? " " : "", few);
}
