/* readme.c - the results in a text: a summary between two markers, and between two others the rows
 * of the committed runs; both made from the rows.
 */
#define _GNU_SOURCE
#include "paper/parts.h"
#include "program/gathered.h"
#include "program/whole.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What stands between a pair of markers. */
struct place {
    const char *begin, *end;
    void (*write)(FILE *to, const struct paper_rows *rows, const struct paper_rows *fair);
};

/* A line of the summary: a cell of a table, or the mean of all of them (column -1). */
static const struct summary {
    const char *text;
    int table;
    const char *group;
    int column;
} summaries[] = {
    { "8 queens, correct of 100", 1, "", 0 },
    { "8 queens, different solutions in 100 draws", 12, "", 1 },
    { "25 solutions of 8 queens, seconds", 11, "", 0 },
    { "10 queens, 128 particles, correct of 100", 3, "10 queens", 4 },
    { "3-SAT, uf20-91, correct of 100", 6, "", 0 },
    { "3-SAT, uf50-218, correct of 100", 6, "", 2 },
    { "graph colouring, 8 random families, mean conflicts", 9, "", -1 },
    { "graph colouring, 18 COLOR graphs, mean conflicts", 17, "", -1 },
    { "crosswords, letters %", 10, "", 0 },
    { "crosswords, words %", 10, "", 1 },
};

static double pick(const double *cell, const struct summary *s)
{
    const size_t columns = paper_table(s->table)->columns;
    double sum = 0;

    if (s->column >= 0)
        return cell[s->column];
    for (size_t c = 0; c < columns; c++)
        sum += cell[c];
    return sum / (double)columns;
}

static double published(const struct summary *s)
{
    const struct paper_table *const table = paper_table(s->table);

    for (size_t i = 0; i < table->rows; i++)
        if (table->row[i].who == PAPER_PAPER && strcmp(table->row[i].group, s->group) == 0)
            return pick(table->row[i].cell, s);
    return NAN;
}

static const struct paper_row *measured(const struct paper_rows *rows, const struct summary *s,
                                        enum paper_who who)
{
    for (size_t i = 0; i < rows->count; i++)
        if (rows->row[i].table == s->table && rows->row[i].who == who &&
            strcmp(rows->row[i].group, s->group) == 0)
            return &rows->row[i];
    return NULL;
}

/* " (3 runs)", where that is few. */
static void few_runs(const struct paper_row *row, char text[static 32])
{
    text[0] = 0;
    if (row && !paper_row_counts(row))
        snprintf(text, 32, " (%u run%s)", row->runs, row->runs == 1 ? "" : "s");
}

static void number(FILE *to, double value, const char *note)
{
    if (isfinite(value))
        fprintf(to, "%.3g%s |", value, note);
    else
        fprintf(to, "- |");
}

/* The fewest runs that one of the figures rests on. */
static uint32_t rests(const struct paper_row *row, const struct summary *s)
{
    uint32_t least = UINT32_MAX;

    for (size_t c = 0; c < paper_table(s->table)->columns; c++)
        if ((s->column < 0 || s->column == (int)c) && row->rests[c] < least)
            least = row->rests[c];
    return least;
}

/* The paper's method: committed runs with their interval; few quick ones say nothing. */
static void write_theirs(FILE *to, const struct summary *s, const struct paper_rows *fair)
{
    const struct paper_row *const row = measured(fair, s, PAPER_METHOD);
    char note[80] = "";

    if (!row || rests(row, s) == 0) {
        fputs("not measured yet |", to);
        return;
    }
    if (s->column >= 0 && isfinite(row->low[s->column]))
        snprintf(note, sizeof note, " [%.3g, %.3g], %u runs", row->low[s->column],
                 row->high[s->column], rests(row, s));
    else
        snprintf(note, sizeof note, ", %u runs%s", rests(row, s), s->column < 0 ? " each" : "");
    number(to, pick(row->cell, s), note);
}

/* What can be said of all that was measured, which is more than the lines of the table. */
static void write_claim(FILE *to, const struct paper_rows *rows)
{
    const struct paper_claims claims = paper_claims(rows);
    char text[PAPER_CLAIMS];

    paper_claims_text(&claims, text);
    fprintf(to, "\nAll tables that were measured: %s\n", text);
}

static void write_summary(FILE *to, const struct paper_rows *rows, const struct paper_rows *fair)
{
    fprintf(to, "| | the paper, GPU | basin | the paper's method, here [95 %% interval] |\n"
                "| --- | --- | --- | --- |\n");
    for (size_t i = 0; i < sizeof summaries / sizeof *summaries; i++) {
        const struct summary *const s = &summaries[i];
        const struct paper_row *const own = measured(rows, s, PAPER_BASIN);
        char few[32];
        fprintf(to, "| %s | ", s->text);
        number(to, published(s), "");
        fputc(' ', to);
        few_runs(own, few);
        number(to, own ? pick(own->cell, s) : NAN, few);
        fputc(' ', to);
        write_theirs(to, s, fair);
        fputc('\n', to);
    }
    write_claim(to, rows);
}

static void write_fair(FILE *to, const struct paper_rows *rows, const struct paper_rows *fair)
{
    (void)rows;
    paper_fair_print(to, fair, true);
}

static const struct place places[] = {
    { "<!-- results: begin -->\n", "<!-- results: end -->", write_summary },
    { "<!-- fair: begin -->\n", "<!-- fair: end -->", write_fair },
};
#define PLACES (sizeof places / sizeof *places)

/* The text with what stands between one pair of markers written anew, in *made; it has no such pair:
 * *made is left. False: no memory. */
static bool fill(const char *old, const struct place *place, const struct paper_rows *rows,
                 const struct paper_rows *fair, char **made)
{
    const char *const begin = strstr(old, place->begin);
    const char *const end = begin ? strstr(begin, place->end) : NULL;
    struct gathered text;

    if (!end)
        return true;
    FILE *const to = gathered_open(&text);
    if (!to)
        return false;
    fprintf(to, "%.*s%s", (int)(begin - old), old, place->begin);
    place->write(to, rows, fair);
    fputs(end, to);
    if (!gathered_close(to, &text))
        return false;
    free(*made);
    *made = text.text;
    return true;
}

int paper_readme(basin_ctx *ctx, const char *path, const struct paper_rows *rows,
                 const struct paper_rows *fair)
{
    char *text, *made = NULL;
    size_t length;
    bool memory = true;
    int code = EXIT_ERROR;

    if (whole_read(ctx, path, &text, &length) != 0)
        return EXIT_ERROR;
    const bool measured_some =
        rows->count > 0 || (fair->count > 0 && !strstr(text, places[0].begin));
    for (size_t i = 0; measured_some && memory && i < PLACES; i++)
        memory = fill(made ? made : text, &places[i], rows, fair, &made);
    if (!measured_some)
        complain("%s: left as it is: nothing was measured yet", path);
    else if (!memory)
        complain("out of memory");
    else if (!made)
        complain("%s: the lines \"%.23s\" and \"%s\" are not there, in this order", path,
                 places[0].begin, places[0].end);
    else if (whole_write(ctx, path, made) == 0)
        code = EXIT_DONE;
    free(made);
    whole_free(ctx, text);
    return code;
}
