/* paper.c - the verb that measures the paper's tables anew and makes the report. */
#define _GNU_SOURCE
#include "paper/paper.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FOLDER "paper-results"
#define BESIDE "../shared/data"  /* where benchmark files may be, without --data */

/* ------------------------------------------------------------------------------ choosing ---- */

/* The tables and figures that are asked for; false after complaining. Figure g is table 3. */
static bool choose(const struct options *o, bool wanted[static PAPER_TABLES + 1],
                   bool figure[static PAPER_FIGURES])
{
    for (int i = 1; i <= PAPER_TABLES; i++)
        wanted[i] = o->operands == 0;
    for (int i = 0; i < PAPER_FIGURES; i++)
        figure[i] = o->operands == 0;
    for (size_t i = 0; i < o->operands; i++) {
        const char *const word = o->operand[i];
        uint64_t number;
        if (count_read(word, 1, PAPER_TABLES, &number)) {
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

static bool find_data(const struct options *o, char data[static PAPER_PATH])
{
    const char *const place = o->data ? o->data : access(BESIDE, R_OK) == 0 ? BESIDE : "";

    snprintf(data, PAPER_PATH, "%.4000s", place);
    if (!o->data || access(o->data, R_OK | X_OK) == 0)
        return true;
    complain("%s: no folder that can be read", o->data);
    return false;
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

    if (known)
        return paper_rows_add(rows, known) ? 0 : EXIT_ERROR;
    const int code = plan->parts > 0 ? paper_bench_row(bench, plan, &row)
                                     : paper_boards_row(bench, plan, &row);
    if (code != 0)
        return code;
    if (!bench->o->quiet)
        tell("table %d, %s%s%s: %s", plan->table, plan->group, plan->group[0] ? ": " : "",
             plan->label, has_figures(&row) ? "measured" : row.settings);
    if (has_figures(&row) && !paper_store_add_row(bench->store, &row))
        return EXIT_ERROR;
    return paper_rows_add(rows, &row) ? 0 : EXIT_ERROR;
}

static int get_table(struct paper_bench *bench, int table, struct paper_rows *rows)
{
    struct paper_plans plans = { 0 };
    int code = paper_plan_table(table, bench->full, &plans) ? 0 : EXIT_ERROR;

    for (size_t i = 0; code == 0 && i < plans.count; i++)
        code = get_row(bench, &plans.plan[i], rows);
    free(plans.plan);
    return code;
}

/* ----------------------------------------------------------------------------- reporting ---- */

static bool write_page(struct paper_bench *bench, const char *json)
{
    char path[PAPER_PATH], *html = NULL;

    if (basin_report_page(bench->ctx, json, &html) != BASIN_STATUS_OK) {
        complain_ctx(bench->ctx);
        return false;
    }
    snprintf(path, sizeof path, "%.4000s/report.html", bench->store->folder);
    const bool written = paper_file_write(path, html);
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
    if (text && paper_file_write(path, text) && write_page(bench, text)) {
        paper_print(wanted, rows, json_object_get(document, "behind"));
        printf("\n%s/report.html has all of it, with figures; %s/report.json the same as data.\n",
               bench->store->folder, bench->store->folder);
        code = out_finish(EXIT_DONE);
    }
    free(text);
    json_decref(document);
    return code;
}

/* ----------------------------------------------------------------------------- all of it ---- */

static int measure_all(struct paper_bench *bench, const bool wanted[static PAPER_TABLES + 1],
                       struct paper_rows *rows)
{
    int code = 0;

    for (int i = 1; code == 0 && i <= PAPER_TABLES; i++)
        if (wanted[i])
            code = get_table(bench, i, rows);
    if (code == EXIT_STOPPED && !bench->o->quiet)
        tell("stopped; what was measured is kept in %s, and the same command goes on from there",
             bench->store->folder);
    return code;
}

static int run(struct paper_bench *bench)
{
    const struct options *const o = bench->o;
    bool wanted[PAPER_TABLES + 1] = { false };
    struct paper_rows rows = { 0 };
    const char *const folder = o->output ? o->output : FOLDER;
    int code = EXIT_ERROR;

    if (o->readme && access(folder, R_OK) != 0)
        return complain("%s: no results there to be summed up; `basin paper` measures them", folder);
    if (choose(o, wanted, bench->figure) && find_data(o, bench->data) &&
        paper_store_open(bench->store, folder, o->full, o->fresh)) {
        if (o->readme)
            code = paper_readme(o->readme, &bench->store->rows);
        else
            code = measure_all(bench, wanted, &rows);
        if (code == 0 && !o->readme)
            code = report(bench, wanted, &rows);
    }
    free(rows.row);
    return code;
}

int verb_paper(const struct verb *verb, const struct options *o)
{
    struct paper_store store = { 0 };
    struct paper_bench bench = { .o = o, .store = &store, .full = o->full,
                                 .begun = clock_seconds() };

    if (o->quick && o->full)
        return complain("%s: --quick and --full exclude each other", verb->name);
    stop_catch();
    bench.models = paper_models_new();
    if (!bench.models || ctx_new(&bench.ctx) != BASIN_STATUS_OK) {
        paper_models_free(NULL, bench.models);
        return complain("out of memory");
    }
    const int code = run(&bench);
    paper_store_close(&store);
    paper_models_free(bench.ctx, bench.models);
    basin_ctx_free(bench.ctx);
    return code;
}
