/* reproduce.c - what was asked for: which tables, measured or from the runs that are there, and the
 * report. */
#define _GNU_SOURCE
#include "paper/page.h"
#include "paper/parts.h"
#include "program/whole.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FOLDER "paper-results"
#define RESULTS "results"

/* ------------------------------------------------------------------------------ choosing ---- */

/* The number of a table as it is typed; 0: it is none. */
static int table_number(const char *word)
{
    char typed[12];

    for (int number = 1; number <= PAPER_TABLES; number++) {
        snprintf(typed, sizeof typed, "%d", number);
        if (strcmp(word, typed) == 0)
            return number;
    }
    return 0;
}

/* The tables and figures that are asked for; false after complaining. Figure g is table 3. */
static bool choose(const struct paper_options *o, bool wanted[static PAPER_TABLES + 1],
                   bool figure[static PAPER_FIGURES])
{
    for (int i = 1; i <= PAPER_TABLES; i++)
        wanted[i] = o->operands == 0;
    for (int i = 0; i < PAPER_FIGURES; i++)
        figure[i] = o->operands == 0;
    for (size_t i = 0; i < o->operands; i++) {
        const char *const word = o->operand[i];
        const int number = table_number(word);
        if (number > 0) {
            wanted[number] = true;
        } else if (word[0] >= 'a' && word[0] < 'a' + PAPER_FIGURES && word[1] == 0) {
            figure[word[0] - 'a'] = true;
            wanted[3] |= word[0] == 'g';
        } else {
            complain("paper: \"%s\" is neither a table, 1 to %d, nor a figure, a to %c", word,
                     PAPER_TABLES, 'a' + PAPER_FIGURES - 1);
            return false;
        }
    }
    return true;
}

/* The folder of --data, or of BASIN_DATA in the environment; none is where neither is given. */
static bool find_data(const struct paper_options *o, char data[static PAPER_PATH])
{
    const char *const folder = o->data ? o->data : getenv("BASIN_DATA");

    data[0] = 0;
    if (!folder || !*folder)
        return true;
    snprintf(data, PAPER_PATH, "%.4000s", folder);
    if (access(data, R_OK | X_OK) == 0)
        return true;
    complain("%s: no folder that can be read", folder);
    return false;
}

static bool has_runs(const char *results)
{
    char path[PAPER_PATH];

    snprintf(path, sizeof path, "%.4000s/runs.jsonl", results);
    return access(path, R_OK) == 0;
}

/* ----------------------------------------------------------------------------- measuring ---- */

static bool has_figures(const struct paper_row *row)
{
    return row->cell[0] == row->cell[0];
}

/* A row of the store, or one that is measured now; both go to `rows`. */
static int get_row(struct paper_bench *bench, const struct paper_plan *plan,
                   struct paper_rows *rows)
{
    const struct paper_row *const known =
        paper_store_row(bench->store, plan->table, plan->who, plan->group, plan->label);
    struct paper_row row;

    if (bench->part && plan->parts == 0)
        return 0;
    if (known)
        return paper_rows_add(rows, known) ? 0 : EXIT_ERROR;
    const int code = plan->parts > 0 ? paper_bench_row(bench, plan, &row)
                                     : paper_boards_row(bench, plan, &row);
    if (code != 0 || bench->part)
        return code;
    if (!bench->o->quiet)
        tell("table %d, %s%s%s: %s", plan->table, plan->group, plan->group[0] ? ": " : "",
             plan->label, has_figures(&row) ? "measured" : row.settings);
    if (has_figures(&row) && !paper_store_add_row(bench->store, &row))
        return EXIT_ERROR;
    return paper_rows_add(rows, &row) ? 0 : EXIT_ERROR;
}

/* The committed rows of a table; false: there are none that rest on runs. */
static bool has_committed(const struct paper_rows *fair, int table)
{
    for (size_t i = 0; i < fair->count; i++)
        if (fair->row[i].table == table && fair->row[i].rests[0] > 0)
            return true;
    return false;
}

static int add_committed(const struct paper_rows *fair, int table, struct paper_rows *rows)
{
    for (size_t i = 0; i < fair->count; i++)
        if (fair->row[i].table == table && fair->row[i].rests[0] > 0 &&
            !paper_rows_add(rows, &fair->row[i]))
            return EXIT_ERROR;
    return 0;
}

static int get_table(struct paper_bench *bench, int table, const struct paper_rows *fair,
                     struct paper_rows *rows)
{
    const bool committed = has_committed(fair, table);
    struct paper_plans plans;
    int code = 0;

    paper_plan_table(table, bench->full, &plans);
    for (size_t i = 0; code == 0 && i < plans.count; i++)
        if (!committed || plans.plan[i].who != PAPER_METHOD)
            code = get_row(bench, &plans.plan[i], rows);
    return code == 0 && committed ? add_committed(fair, table, rows) : code;
}

/* The rows of the committed runs; with `add`, those missing are made and added to them. */
static int get_fair(const struct paper_bench *bench, const char *results, bool add,
                    const bool wanted[static PAPER_TABLES + 1], struct paper_rows *rows)
{
    struct paper_store store;
    struct paper_bench fair = *bench;

    fair.store = &store;
    fair.idle = !add;
    fair.full = true;
    if (!paper_store_open_fair(&store, results, add))
        return EXIT_ERROR;
    const int code = paper_fair_rows(&fair, wanted, rows);
    rows->runs = store.runs;
    for (size_t i = 0; i < store.runs; i++)
        rows->seconds += store.run[i].processor == store.run[i].processor ? store.run[i].processor
                                                                          : 0;
    if (fair.absent > 0 && !bench->o->quiet)
        tell("%zu runs were not made: their instances are files that are not here, see --data",
             fair.absent);
    paper_store_close(&store);
    return code;
}

/* ----------------------------------------------------------------------------- reporting ---- */

static bool write_page(struct paper_bench *bench, const char *json)
{
    char path[PAPER_PATH], *html = NULL;

    if (paper_page(bench->ctx, json, &html) != BASIN_STATUS_OK) {
        complain_ctx(bench->ctx);
        return false;
    }
    snprintf(path, sizeof path, "%.4000s/report.html", bench->store->folder);
    const bool written = whole_write(bench->ctx, path, html) == 0;
    basin_text_free(bench->ctx, html);
    return written;
}

static int report(struct paper_bench *bench, const bool wanted[static PAPER_TABLES + 1],
                  const struct paper_rows *rows)
{
    char path[PAPER_PATH];
    json_t *const document =
        paper_document(bench, wanted, rows, clock_seconds() - bench->begun);
    char *const text = document ? json_dumps(document, JSON_INDENT(1) | JSON_REAL_PRECISION(9))
                                : NULL;
    int code = EXIT_ERROR;

    snprintf(path, sizeof path, "%.4000s/report.json", bench->store->folder);
    if (document && (!text || paper_memory_short()))
        complain("the report cannot be made: out of memory");
    else if (document && whole_write(bench->ctx, path, text) == 0 && write_page(bench, text)) {
        paper_print(wanted, rows, json_object_get(document, "behind"));
        printf("\n%s/report.html has all of it, with figures; %s/report.json the same as data.\n",
               bench->store->folder, bench->store->folder);
        code = out_finish(EXIT_DONE);
    }
    free(text);
    json_decref(document);
    return code;
}

/* Instead of a report: where the runs of a part are. */
static int tell_part(const struct paper_bench *bench, const char *folder)
{
    if (!bench->o->quiet)
        tell("part %zu of %zu: its runs are in %s/runs.jsonl", bench->o->shard + 1,
             bench->o->shards, folder);
    return EXIT_DONE;
}

/* ----------------------------------------------------------------------------- all of it ---- */

static int measure_all(struct paper_bench *bench, const bool wanted[static PAPER_TABLES + 1],
                       const struct paper_rows *fair, struct paper_rows *rows)
{
    int code = 0;

    for (int i = 1; code == 0 && i <= PAPER_TABLES; i++)
        if (wanted[i])
            code = get_table(bench, i, fair, rows);
    return code;
}

static int show_fair(const struct paper_bench *bench, const char *results,
                     const bool wanted[static PAPER_TABLES + 1])
{
    struct paper_rows rows = { 0 };
    int code = get_fair(bench, results, bench->o->fair, wanted, &rows);

    if (code == 0 && bench->part) {
        code = tell_part(bench, results);
    } else if (code == 0) {
        printf("The paper's method as it does here, from the runs in %s; `basin paper --quick` "
               "measures basin's.\n", results);
        paper_fair_print(stdout, &rows, false);
    }
    free(rows.row);
    return code == 0 ? out_finish(EXIT_DONE) : code;
}

/* Figures of basin's, or of all, measured; the report. */
static int show_measured(struct paper_bench *bench, const char *folder, const char *results,
                         const bool wanted[static PAPER_TABLES + 1])
{
    const struct paper_options *const o = bench->o;
    struct paper_rows rows = { 0 }, fair = { 0 };
    int code = EXIT_ERROR;

    if (paper_store_open(bench->store, folder, o->full, o->fresh))
        code = o->full || o->measure || !has_runs(results)
                   ? 0
                   : get_fair(bench, results, false, wanted, &fair);
    if (code == 0 && fair.count > 0)
        printf("Rows of the paper's method are the committed runs of %s, where there are any; "
               "--measure makes quick ones.\n", results);
    if (code == 0)
        code = measure_all(bench, wanted, &fair, &rows);
    if (code == 0)
        code = bench->part ? tell_part(bench, folder) : report(bench, wanted, &rows);
    free(rows.row);
    free(fair.row);
    return code;
}

static int write_readme(struct paper_bench *bench, const char *folder, const char *results)
{
    bool all[PAPER_TABLES + 1];
    struct paper_rows fair = { 0 };
    const bool measured = access(folder, R_OK) == 0;
    int code = 0;

    if (!measured && !has_runs(results))
        return complain("%s: no results there to be summed up; `basin paper --quick` measures them",
                        folder);
    memset(all, true, sizeof all);
    if (measured && !paper_store_open(bench->store, folder, bench->o->full, false))
        return EXIT_ERROR;
    if (has_runs(results))
        code = get_fair(bench, results, false, all, &fair);
    if (code == 0)
        code = paper_readme(bench->ctx, bench->o->readme, &bench->store->rows, &fair);
    free(fair.row);
    return code;
}

/* Is all that is asked for what committed runs can say? Figures, and some tables, have to be
 * made. */
static bool is_known(const struct paper_bench *bench, const bool wanted[static PAPER_TABLES + 1])
{
    const struct paper_options *const o = bench->o;

    for (int i = 1; i <= PAPER_TABLES; i++)
        if (wanted[i] && o->operands > 0 && !paper_is_fair(i))
            return false;
    for (int i = 0; i < PAPER_FIGURES; i++)
        if (bench->figure[i] && o->operands > 0)
            return false;
    return !o->quick && !o->full;
}

static int run(struct paper_bench *bench)
{
    const struct paper_options *const o = bench->o;
    bool wanted[PAPER_TABLES + 1] = { false };
    const char *const folder = o->output ? o->output : FOLDER;
    const char *const results = o->results ? o->results : RESULTS;
    int code;

    if (!choose(o, wanted, bench->figure) || !find_data(o, bench->data))
        return EXIT_ERROR;
    const bool known = o->fair || is_known(bench, wanted);
    if (o->recheck)
        return paper_recheck(bench->ctx, results, bench->data);
    if (o->readme)
        return write_readme(bench, folder, results);
    if (known && !o->fair && !has_runs(results))
        return complain("%s/runs.jsonl: no committed runs there; --results names their folder, "
                        "`basin paper --quick` measures basin's side anew", results);
    if (known)
        code = show_fair(bench, results, wanted);
    else
        code = show_measured(bench, folder, results, wanted);
    if (code == EXIT_STOPPED && !o->quiet)
        tell("stopped; what was measured is kept in %s, and the same command goes on from there",
             known ? results : folder);
    return code;
}

int paper_reproduce(basin_ctx *ctx, const struct paper_options *o)
{
    struct paper_store store = { 0 };
    struct paper_bench bench = { .o = o, .store = &store, .full = o->full, .ctx = ctx,
                                 .part = o->shards > 1,
                                 .begun = clock_seconds(), .models = paper_models_new() };

    paper_memory_watch();
    if (!bench.models)
        return complain("out of memory");
    const int code = o->quick + o->full + o->fair > 1
                         ? complain("paper: --quick, --fair and --full exclude each other")
                         : run(&bench);
    paper_store_close(&store);
    paper_models_free(ctx, bench.models);
    return code;
}
