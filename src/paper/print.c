/* print.c - the tables as text, for a terminal. */
#include "paper/parts.h"

#include <math.h>
#include <string.h>

#define WIDE 8  /* a table with more columns is printed on its side */
#define FEW 3   /* tables asked for whose settings are printed too; the report has them all */

static void cell_text(double cell, char text[static 16])
{
    snprintf(text, 16, isfinite(cell) ? "%.4g" : "-", cell);
}

static void write_name(const char *group, const char *label, char text[static PAPER_NAME])
{
    snprintf(text, PAPER_NAME, "%.60s%s%.120s", group, group[0] ? ": " : "", label);
}

void paper_row_name(const struct paper_row *row, char text[static PAPER_NAME])
{
    write_name(row->group, row->label, text);
    const size_t used = strlen(text);
    if (!paper_row_counts(row))
        snprintf(text + used, PAPER_NAME - used, ", %u run%s", row->runs,
                 row->runs == 1 ? "" : "s");
}

/* What a line of a table is made of, published or measured. */
struct line {
    char name[PAPER_NAME];
    const double *cell;
    enum paper_who who;
};

#define LINES 128

static size_t list_lines(int number, const struct paper_rows *rows, struct line *line)
{
    const struct paper_table *const table = paper_table(number);
    size_t count = 0;

    for (size_t i = 0; i < table->rows && count < LINES; i++, count++) {
        const struct paper_published *const row = &table->row[i];
        line[count] = (struct line){ .cell = row->cell, .who = row->who };
        write_name(row->group, row->label, line[count].name);
    }
    for (size_t i = 0; i < rows->count && count < LINES; i++)
        if (rows->row[i].table == number) {
            line[count] = (struct line){ .cell = rows->row[i].cell, .who = rows->row[i].who };
            paper_row_name(&rows->row[i], line[count++].name);
        }
    return count;
}

static void print_upright(const struct paper_table *table, const struct line *line, size_t lines)
{
    char text[16];

    printf("  %-46s", "");
    for (size_t c = 0; c < table->columns; c++)
        printf("  %s", table->column[c].name);
    putchar('\n');
    for (size_t i = 0; i < lines; i++) {
        printf("%c %-46s", line[i].who == PAPER_BASIN ? '>' : ' ', line[i].name);
        for (size_t c = 0; c < table->columns; c++) {
            cell_text(line[i].cell[c], text);
            printf("  %*s", (int)strlen(table->column[c].name), text);
        }
        putchar('\n');
    }
}

static void print_sideways(const struct paper_table *table, const struct line *line, size_t lines)
{
    char text[16];

    printf("  %-18s", "");
    for (size_t i = 0; i < lines; i++)
        printf("  %12.24s", line[i].name);
    putchar('\n');
    for (size_t c = 0; c < table->columns; c++) {
        printf("  %-18s", table->column[c].name);
        for (size_t i = 0; i < lines; i++) {
            const int width = (int)strlen(line[i].name);
            cell_text(line[i].cell[c], text);
            printf("  %*s", width < 12 ? 12 : width > 24 ? 24 : width, text);
        }
        putchar('\n');
    }
}

static void print_ours(int number, const struct paper_rows *rows)
{
    char name[PAPER_NAME], took[32];

    for (size_t i = 0; i < rows->count; i++) {
        const struct paper_row *const row = &rows->row[i];
        if (row->table != number)
            continue;
        paper_row_name(row, name);
        printf("  %s: %s; on %s; %s\n", name, row->settings,
               row->instances[0] ? row->instances : "nothing",
               time_text(row->seconds, took));
    }
}

static bool are_few(const bool wanted[static PAPER_TABLES + 1])
{
    int count = 0;

    for (int number = 1; number <= PAPER_TABLES; number++)
        count += wanted[number];
    return count <= FEW;
}

void paper_print(const bool wanted[static PAPER_TABLES + 1], const struct paper_rows *rows,
                 const json_t *behind)
{
    const struct paper_claims claims = paper_claims(rows);
    char text[PAPER_CLAIMS];

    paper_claims_text(&claims, text);
    if (rows->count > 0)
        printf("%s\n", text);
    if (json_array_size(behind) > 0)
        printf("Where basin is not ahead, and what else limits the comparison:\n");
    for (size_t i = 0; i < json_array_size(behind); i++)
        printf("  %s\n", json_string_value(json_array_get(behind, i)));
    for (int number = 1; number <= PAPER_TABLES; number++) {
        const struct paper_table *const table = paper_table(number);
        struct line line[LINES];
        if (!wanted[number])
            continue;
        printf("\nTable %d. %s%s%s\n", number, table->title, table->about[0] ? ". " : "",
               table->about);
        const size_t lines = list_lines(number, rows, line);
        (table->columns > WIDE ? print_sideways : print_upright)(table, line, lines);
        if (are_few(wanted))
            print_ours(number, rows);
    }
}
