/* readme.c - the results in a README: a small table between two markers, made from the rows. */
#define _GNU_SOURCE
#include "paper/paper.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BEGIN "<!-- results: begin -->\n"
#define END "<!-- results: end -->"

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

static void write_table(FILE *to, const struct paper_rows *rows)
{
    fprintf(to, "| | the paper, GPU | basin | the paper's method, here |\n| --- | --- | --- | --- "
                "|\n");
    for (size_t i = 0; i < sizeof summaries / sizeof *summaries; i++) {
        const struct summary *const s = &summaries[i];
        const struct paper_row *const own = measured(rows, s, PAPER_BASIN);
        const struct paper_row *const theirs = measured(rows, s, PAPER_METHOD);
        char note[PAPER_NAME + 4] = "", name[PAPER_NAME], few[32];
        if (theirs) {
            paper_row_name(theirs, name);
            const char *const plain = strstr(name, "paper's method, ");
            snprintf(note, sizeof note, " (%s)", plain ? plain + 16 : name);
        }
        fprintf(to, "| %s | ", s->text);
        number(to, published(s), "");
        fputc(' ', to);
        few_runs(own, few);
        number(to, own ? pick(own->cell, s) : NAN, few);
        fputc(' ', to);
        number(to, theirs ? pick(theirs->cell, s) : NAN, note);
        fputc('\n', to);
    }
}

/* What can be said of all that was measured, which is more than the lines above. */
static void write_claim(FILE *to, const struct paper_rows *rows)
{
    const struct paper_claims claims = paper_claims(rows);
    char text[PAPER_CLAIMS];

    paper_claims_text(&claims, text);
    fprintf(to, "\nAll tables that were measured: %s\n", text);
}

/* All of a file, or NULL after complaining. */
static char *read_file(const char *path)
{
    FILE *const file = fopen(path, "re");
    const long length = file && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    char *const text = length >= 0 ? calloc((size_t)length + 1, 1) : NULL;
    const bool fine = text && fseek(file, 0, SEEK_SET) == 0 &&
                      fread(text, 1, (size_t)length, file) == (size_t)length;

    if (!fine)
        complain("%s: cannot read: %s", path, strerror(errno));
    if (file)
        fclose(file);
    if (fine)
        return text;
    free(text);
    return NULL;
}

int paper_readme(const char *path, const struct paper_rows *rows)
{
    char *const old = read_file(path), *made = NULL;
    char *const begin = old ? strstr(old, BEGIN) : NULL;
    char *const end = begin ? strstr(begin, END) : NULL;
    size_t length = 0;
    int code = EXIT_ERROR;

    FILE *const to = end && rows->count > 0 ? open_memstream(&made, &length) : NULL;
    if (old && !end)
        complain("%s: the lines \"%.23s\" and \"%s\" are not there, in this order", path, BEGIN,
                 END);
    else if (end && rows->count == 0)
        complain("%s: left as it is: nothing was measured yet", path);
    if (to) {
        fprintf(to, "%.*s", (int)(begin - old), old);
        fputs(BEGIN, to);
        write_table(to, rows);
        write_claim(to, rows);
        fputs(end, to);
        if (fclose(to) == 0 && paper_file_write(path, made))
            code = EXIT_DONE;
    }
    free(made);
    free(old);
    return code;
}
