/* fair.c - the paper's method at the paper's own settings: which runs, and what they come to.
 *
 * The rows are those of a full run with fewer samples: 25 a cell, or 10 where one takes minutes.
 * They are measured over days, in the order below; results/ holds what there is of them, and rows
 * are always made of those runs, so that an interruption costs nothing.
 */
#define _GNU_SOURCE
#include "paper/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RUNS 25
#define FEW_RUNS 10
#define FAMILY 5  /* graphs of a family: each is solved as often */

/* The tables that have fair rows, those first that the claims rest on. */
static const int order[] = { 2, 1, 12, 4, 3, 9, 17, 15, 22, 7, 6, 20, 8, 16, 18 };
#define TABLES (sizeof order / sizeof *order)

bool paper_is_fair(int table)
{
    for (size_t i = 0; i < TABLES; i++)
        if (order[i] == table)
            return true;
    return false;
}

/* ------------------------------------------------------------------------------ planning ---- */

static bool is_dear(const struct paper_part *part, uint32_t particles)
{
    if (strncmp(part->set, "queens", 6) == 0 || strcmp(part->set, "uf20") == 0)
        return false;
    if (strncmp(part->set, "color ", 6) == 0)
        return true;
    return particles >= (strstr(part->set, "large") ? 128 : 1024);
}

static void cap(const struct paper_way *way, struct paper_part *part)
{
    const size_t runs = is_dear(part, part->particles ? part->particles : way->particles)
                            ? FEW_RUNS
                            : RUNS;

    if (part->instances >= runs) {
        part->instances = runs;
        part->samples = 1;
    } else {
        part->samples = runs / part->instances;
    }
}

void paper_plan_fair(int table, struct paper_plans *plans)
{
    size_t kept = 0;

    plans->count = 0;
    if (paper_is_fair(table))
        paper_plan_table(table, true, plans);
    for (size_t i = 0; i < plans->count; i++) {
        struct paper_plan *const plan = &plans->plan[i];
        if (plan->who != PAPER_METHOD)
            continue;
        for (size_t p = 0; p < plan->parts; p++)
            cap(&plan->way, &plan->part[p]);
        plans->plan[kept++] = *plan;
    }
    plans->count = kept;
}

static int table_rows(struct paper_bench *bench, int table, struct paper_rows *rows)
{
    struct paper_plans plans;
    struct paper_row row;
    int code = 0;

    paper_plan_fair(table, &plans);
    for (size_t i = 0; code == 0 && i < plans.count; i++) {
        code = paper_bench_row(bench, &plans.plan[i], &row);
        if (code == 0 && !bench->idle && !bench->part && !bench->o->quiet)
            tell("table %d, %s%s%s: %u runs", table, row.group, row.group[0] ? ": " : "", row.label,
                 row.runs);
        if (code == 0 && !paper_rows_add(rows, &row))
            code = EXIT_ERROR;
    }
    return code;
}

int paper_fair_rows(struct paper_bench *bench, const bool wanted[static PAPER_TABLES + 1],
                    struct paper_rows *rows)
{
    int code = 0;

    for (size_t i = 0; code == 0 && i < TABLES; i++)
        if (wanted[order[i]])
            code = table_rows(bench, order[i], rows);
    return code;
}

/* -------------------------------------------------------------------- beside the paper's ---- */

/* Tables of samplers have a row for each: ours are labelled "..., ULA". */
static bool is_named(const struct paper_published *theirs, const char *label)
{
    const char *const comma = strrchr(label, ',');
    const char *const last = comma ? comma + 2 : label;

    return strncmp(theirs->label, last, strlen(last)) == 0;
}

const struct paper_published *paper_counterpart(const struct paper_row *row)
{
    const struct paper_table *const table = paper_table(row->table);
    const struct paper_published *found = NULL;

    for (size_t i = 0; i < table->rows; i++) {
        const struct paper_published *const theirs = &table->row[i];
        if (strcmp(theirs->group, row->group) != 0)
            continue;
        if (is_named(theirs, row->label))
            return theirs;
        if (theirs->who == PAPER_PAPER)
            found = theirs;
    }
    return found;
}

/* ------------------------------------------------------------------------------ printing ---- */

/* "P = 8", "ULA", or the row's own label without what all of them say. */
static void name_row(const struct paper_row *row, char text[static PAPER_NAME])
{
    const char *const common = "paper's method, ";
    const size_t skip = strncmp(row->label, common, strlen(common)) == 0 ? strlen(common) : 0;
    const char *const label = skip || !row->group[0] ? row->label + skip : "";

    snprintf(text, PAPER_NAME, "%.60s%s%.120s", row->group, row->group[0] && *label ? ", " : "",
             label);
}

static void print_cell(FILE *to, const struct paper_row *row, size_t c, const char *name,
                       bool markdown)
{
    const struct paper_table *const table = paper_table(row->table);
    const struct paper_published *const theirs = paper_counterpart(row);
    const double printed = theirs ? theirs->cell[c] : NAN;
    const bool judged = isfinite(row->low[c]) && isfinite(printed) && row->rests[c] >= FEW_RUNS;
    char ours[80];

    if (row->rests[c] == 0)
        snprintf(ours, sizeof ours, "no runs yet");
    else if (isfinite(row->low[c]))
        snprintf(ours, sizeof ours, "%.4g [%.4g, %.4g]", row->cell[c], row->low[c], row->high[c]);
    else
        snprintf(ours, sizeof ours, "%.4g", row->cell[c]);
    const char *verdict = row->rests[c] > 0 ? "few runs" : "";
    if (judged)
        verdict = paper_verdict(printed, row->low[c], row->high[c]);
    if (markdown)
        fprintf(to, "| %d | %s | %s | %.4g | %s | %u | %s |\n", row->table, name,
                table->column[c].name, printed, ours, row->rests[c], verdict);
    else
        fprintf(to, "  %-30.60s %-24s %7.4g  %-24s %3u  %s\n", name, table->column[c].name,
                printed, ours, row->rests[c], verdict);
}

static void print_table(FILE *to, int table, const struct paper_rows *rows, bool markdown)
{
    bool begun = false;
    char name[PAPER_NAME];

    for (size_t i = 0; i < rows->count; i++) {
        const struct paper_row *const row = &rows->row[i];
        if (row->table != table)
            continue;
        if (!begun && !markdown)
            fprintf(to, "\nTable %d. %s\n", table, paper_table(table)->title);
        begun = true;
        name_row(row, name);
        for (size_t c = 0; c < paper_table(table)->columns; c++)
            print_cell(to, row, c, name, markdown);
    }
}

void paper_fair_print(FILE *to, const struct paper_rows *rows, bool markdown)
{
    if (markdown)
        fprintf(to, "| table | row | figure | the paper | here [95 %% interval] | runs | |\n"
                    "| --- | --- | --- | --- | --- | --- | --- |\n");
    else
        fprintf(to, "  %-30s %-24s %7s  %-24s %s\n", "the paper's method", "", "paper",
                "here [95 % interval]", "runs");
    for (int table = 1; table <= PAPER_TABLES; table++)
        print_table(to, table, rows, markdown);
    fprintf(to, "\n%zu runs, which took %.2f core-hours in all.\n", rows->runs,
            rows->seconds / 3600);
}
