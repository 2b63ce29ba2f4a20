/* document.c - everything as one JSON object, which the page of the report shows. */
#define _GNU_SOURCE
#include "program/jobs.h"
#include "program/machine.h"
#include "paper/parts.h"

#include <math.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

static json_t *numbers(const double *number, size_t count, bool zero_is_none)
{
    json_t *const list = json_array();

    for (size_t i = 0; i < count; i++) {
        const bool none = !isfinite(number[i]) || (zero_is_none && number[i] == 0);
        json_array_append_new(list, none ? json_null() : json_real(number[i]));
    }
    return list;
}

static bool any(const double *number, size_t count, bool zero_is_none)
{
    for (size_t i = 0; i < count; i++)
        if (isfinite(number[i]) && !(zero_is_none && number[i] == 0))
            return true;
    return false;
}

/* "P = 8: basin": the page has no groups. */
static json_t *label_of(const char *group, const char *label)
{
    return group[0] ? json_sprintf("%s: %s", group, label) : json_string(label);
}

static json_t *published_row(const struct paper_published *row, size_t columns)
{
    json_t *const out = json_pack("{s:s, s:o, s:s, s:o, s:s, s:s}", "who",
                                  paper_who_word(row->who), "label",
                                  label_of(row->group, row->label), "group", row->group, "cells",
                                  numbers(row->cell, columns, false), "settings",
                                  "as printed in the paper", "instances", "the paper's");

    if (any(row->spread, columns, true))
        json_object_set_new(out, "spread", numbers(row->spread, columns, true));
    return out;
}

/* How many runs each cell rests on; NULL: that is not known. */
static json_t *runs_of(const struct paper_row *row, size_t columns)
{
    json_t *const list = json_array();
    uint32_t most = 0;

    for (size_t i = 0; i < columns; i++) {
        json_array_append_new(list, json_integer(row->rests[i]));
        most = row->rests[i] > most ? row->rests[i] : most;
    }
    if (most > 0)
        return list;
    json_decref(list);
    return NULL;
}

static json_t *measured_row(const struct paper_row *row, size_t columns)
{
    char name[PAPER_NAME];

    paper_row_name(row, name);
    json_t *const out = json_pack(
        "{s:s, s:s, s:s, s:o, s:s, s:s, s:f, s:b}", "who", paper_who_word(row->who), "label", name,
        "group", row->group, "cells", numbers(row->cell, columns, false), "settings", row->settings,
        "instances", row->instances, "seconds", row->seconds, "few", !paper_row_counts(row));

    if (any(row->spread, columns, false))
        json_object_set_new(out, "spread", numbers(row->spread, columns, false));
    if (any(row->low, columns, false)) {
        json_object_set_new(out, "low", numbers(row->low, columns, false));
        json_object_set_new(out, "high", numbers(row->high, columns, false));
    }
    json_t *const runs = runs_of(row, columns);
    if (runs)
        json_object_set_new(out, "runs", runs);
    return out;
}

/* Is this the first published row of its group? */
static bool opens_group(const struct paper_table *table, size_t i)
{
    for (size_t j = 0; j < i; j++)
        if (strcmp(table->row[j].group, table->row[i].group) == 0)
            return false;
    return true;
}

static bool is_published_group(const struct paper_table *table, const char *group)
{
    for (size_t i = 0; i < table->rows; i++)
        if (strcmp(table->row[i].group, group) == 0)
            return true;
    return false;
}

static void add_ours(json_t *list, const struct paper_rows *rows, int number, const char *group,
                     enum paper_who who)
{
    for (size_t i = 0; i < rows->count; i++)
        if (rows->row[i].table == number && rows->row[i].who == who &&
            strcmp(rows->row[i].group, group) == 0)
            json_array_append_new(list,
                                  measured_row(&rows->row[i], paper_table(number)->columns));
}

static void add_group(json_t *list, const struct paper_rows *rows, int number, const char *group)
{
    const struct paper_table *const table = paper_table(number);

    for (size_t i = 0; i < table->rows; i++)
        if (strcmp(table->row[i].group, group) == 0)
            json_array_append_new(list, published_row(&table->row[i], table->columns));
    add_ours(list, rows, number, group, PAPER_BASIN);
    add_ours(list, rows, number, group, PAPER_METHOD);
}

/* Group by group as the paper has them, then those that only we have. */
static json_t *table_rows(const struct paper_rows *rows, int number)
{
    const struct paper_table *const table = paper_table(number);
    json_t *const list = json_array();

    for (size_t i = 0; i < table->rows; i++)
        if (opens_group(table, i))
            add_group(list, rows, number, table->row[i].group);
    for (size_t i = 0; i < rows->count; i++)
        if (rows->row[i].table == number && !is_published_group(table, rows->row[i].group))
            json_array_append_new(list, measured_row(&rows->row[i], table->columns));
    return list;
}

static json_t *one_table(const struct paper_rows *rows, int number)
{
    const struct paper_table *const table = paper_table(number);
    json_t *const columns = json_array(), *const better = json_array();

    for (size_t c = 0; c < table->columns; c++) {
        json_array_append_new(columns, json_string(table->column[c].name));
        json_array_append_new(better, json_string(table->column[c].better));
    }
    return json_pack("{s:i, s:s, s:s, s:o, s:o, s:o}", "number", number, "title", table->title,
                     "about", table->about, "columns", columns, "better", better, "rows",
                     table_rows(rows, number));
}

static json_t *made(const struct paper_bench *bench, double seconds)
{
    char date[40], processor[128], machine[256];
    const time_t now = time(NULL);
    struct utsname system;
    struct tm day;

    strftime(date, sizeof date, "%Y-%m-%d", gmtime_r(&now, &day));
    machine_processor(processor, sizeof processor);
    snprintf(machine, sizeof machine, "%zu cores, %s%s%.20s", jobs_cores(), processor,
             uname(&system) == 0 ? ", " : "", system.sysname);
    return json_pack("{s:s, s:s, s:s, s:s, s:f}", "date", date, "version", BASIN_VERSION, "mode",
                     bench->full ? "full" : "quick", "machine", machine, "seconds", seconds);
}

json_t *paper_document(struct paper_bench *bench, const bool wanted[static PAPER_TABLES + 1],
                       const struct paper_rows *rows, double seconds)
{
    json_t *const tables = json_array();

    for (int i = 1; i <= PAPER_TABLES; i++)
        if (wanted[i])
            json_array_append_new(tables, one_table(rows, i));
    json_t *const figures = paper_figures(bench, rows);
    json_t *const runs = paper_runs(bench);  /* after the figures, which record them */
    const struct paper_claims claims = paper_claims(rows);
    char claim[PAPER_CLAIMS];
    paper_claims_text(&claims, claim);
    json_t *const document = json_pack("{s:o, s:s, s:o, s:o, s:o, s:o}", "made",
                                       made(bench, seconds), "claim", claim, "behind",
                                       paper_behind(rows), "tables", tables, "figures", figures,
                                       "runs", runs);
    if (!document)
        complain("the report cannot be made: out of memory");
    return document;
}
