/* puzzle_write.c - a puzzle and its letters as a grid, a line, a list of words, or ipuz. */
#include "base/text.h"
#include "format/puzzle.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define UNSURE 0.5

/* What a cell shows. */
static char shown(const struct bsn_puzzle *p, const char *letters, size_t cell)
{
    return letters && p->cell[cell] != BSN_CELL_BLOCK ? letters[cell] : p->cell[cell];
}

void bsn_puzzle_write_grid(const struct bsn_puzzle *p, const char *letters, struct bsn_text *text)
{
    for (size_t k = 0; k < (size_t)p->rows * p->columns; k++)
        bsn_text_add(text, "%c%c", shown(p, letters, k), (k + 1) % p->columns ? ' ' : '\n');
}

/* Is a word that has this cell surer than a half? */
static bool is_sure(const struct bsn_puzzle *p, const double *sure, size_t cell)
{
    for (size_t k = 0; sure && k < p->slots; k++)
        for (size_t i = 0; sure[k] > UNSURE && i < p->slot[k].length; i++)
            if (bsn_slot_cell(&p->slot[k], i) == cell)
                return true;
    return sure == NULL;
}

void bsn_puzzle_write_colour(const struct bsn_puzzle *p, const char *letters, const double *sure,
                             struct bsn_text *text)
{
    for (size_t k = 0; k < (size_t)p->rows * p->columns; k++) {
        const char *const colour = p->cell[k] == BSN_CELL_BLOCK  ? "\033[2m"
                                   : p->cell[k] != BSN_CELL_OPEN ? "\033[1m"
                                   : is_sure(p, sure, k)         ? ""
                                                                 : "\033[33m";
        bsn_text_add(text, "%s%c%s%c", colour, shown(p, letters, k), *colour ? "\033[0m" : "",
                     (k + 1) % p->columns ? ' ' : '\n');
    }
}

void bsn_puzzle_write_line(const struct bsn_puzzle *p, const char *letters, struct bsn_text *text)
{
    bsn_text_add(text, "%zu ", p->index);
    for (size_t k = 0; k < (size_t)p->rows * p->columns; k++)
        bsn_text_add(text, "%c", shown(p, letters, k));
    bsn_text_add(text, "\n");
}

/* -------------------------------------------------------------------------------- words ---- */

/* Bytes of the control character at `c`, among them U+0080 to U+009F; 0: it is another one. */
static size_t control_length(const char *c)
{
    const unsigned char *const byte = (const unsigned char *)c;

    if (byte[0] < ' ' || byte[0] == 127)
        return 1;
    return byte[0] == 0xc2 && byte[1] >= 0x80 && byte[1] < 0xa0 ? 2 : 0;
}

/* Adds text from a file so that it stays on its line and cannot command a terminal. */
static void add_plain(struct bsn_text *text, const char *chars)
{
    while (*chars) {
        size_t run = 0;
        while (chars[run] && !control_length(chars + run))
            run++;
        bsn_text_add(text, "%.*s", (int)run, chars);
        chars += run;
        if (*chars) {
            bsn_text_add(text, " ");
            chars += control_length(chars);
        }
    }
}

static int longest_word(const struct bsn_puzzle *p)
{
    uint32_t longest = 0;

    for (size_t k = 0; k < p->slots; k++)
        longest = p->slot[k].length > longest ? p->slot[k].length : longest;
    return (int)longest;
}

void bsn_puzzle_write_slots(const struct bsn_puzzle *p, const char *letters, const double *sure,
                            struct bsn_text *text)
{
    const int width = longest_word(p);

    for (size_t s = 0; s < p->slots + p->shorts; s++) {
        const struct bsn_slot *const slot = &p->slot[s];
        char word[BSN_SLOT_LONGEST + 1] = "", name[16];
        for (size_t k = 0; k < slot->length; k++)
            word[k] = shown(p, letters, bsn_slot_cell(slot, k));
        snprintf(name, sizeof name, "%u%c", slot->number, bsn_direction_letter(slot->direction));
        bsn_text_add(text, "%-4s %-*s", name, width, word);
        if (sure && s < p->slots)
            bsn_text_add(text, "  %.2f", sure[s]);
        else if (sure)
            bsn_text_add(text, "  ----");
        if (slot->clue[0])
            bsn_text_add(text, "  ");
        add_plain(text, slot->clue);
        bsn_text_add(text, "\n");
    }
}

/* --------------------------------------------------------------------------------- ipuz ---- */

/* Adds UTF-8 text as a JSON string. */
static void add_string(struct bsn_text *text, const char *chars)
{
    bsn_text_add(text, "\"");
    while (*chars) {
        size_t run = 0;
        while ((unsigned char)chars[run] >= ' ' && !strchr("\"\\", chars[run]))
            run++;
        bsn_text_add(text, "%.*s", (int)run, chars);
        chars += run;
        if (*chars)
            bsn_text_add(text, *chars < ' ' ? "\\u%04x" : "\\%c", *chars);
        chars += *chars != 0;
    }
    bsn_text_add(text, "\"");
}

static void add_note(struct bsn_text *text, const char *key, const char *note)
{
    if (note) {
        bsn_text_add(text, "  \"%s\": ", key);
        add_string(text, note);
        bsn_text_add(text, ",\n");
    }
}

/* The number that a cell shows: that of the words that begin in it; 0: none do. */
static uint32_t number_at(const struct bsn_puzzle *p, size_t cell)
{
    for (size_t k = 0; k < p->slots + p->shorts; k++)
        if (p->slot[k].first == cell)
            return p->slot[k].number;
    return 0;
}

static void add_puzzle_cell(const struct bsn_puzzle *p, size_t cell, struct bsn_text *text)
{
    if (p->cell[cell] == BSN_CELL_BLOCK)
        bsn_text_add(text, "\"#\"");
    else if (p->cell[cell] == BSN_CELL_OPEN)
        bsn_text_add(text, "%u", number_at(p, cell));
    else
        bsn_text_add(text, "{\"cell\": %u, \"value\": \"%c\"}", number_at(p, cell), p->cell[cell]);
}

static void add_solution_cell(const struct bsn_puzzle *p, const char *solution, size_t cell,
                              struct bsn_text *text)
{
    const char letter = shown(p, solution, cell);

    if (letter == BSN_CELL_OPEN)
        bsn_text_add(text, "0");
    else
        bsn_text_add(text, "\"%c\"", letter);
}

/* The grid of the solution, or for NULL that of the puzzle. */
static void add_grid(const struct bsn_puzzle *p, const char *solution, struct bsn_text *text)
{
    bsn_text_add(text, "  \"%s\": [", solution ? "solution" : "puzzle");
    for (size_t k = 0; k < (size_t)p->rows * p->columns; k++) {
        bsn_text_add(text, "%s", k == 0 ? "\n    [" : k % p->columns == 0 ? "],\n    [" : ", ");
        if (solution)
            add_solution_cell(p, solution, k, text);
        else
            add_puzzle_cell(p, k, text);
    }
    bsn_text_add(text, "]\n  ],\n");
}

static void add_clues(const struct bsn_puzzle *p, enum bsn_direction direction,
                      struct bsn_text *text)
{
    const char *before = "\n";

    for (size_t k = 0; k < p->slots + p->shorts; k++)
        if (p->slot[k].direction == direction) {
            bsn_text_add(text, "%s      [%u, ", before, p->slot[k].number);
            add_string(text, p->slot[k].clue);
            bsn_text_add(text, "]");
            before = ",\n";
        }
}

static void add_sure(const struct bsn_puzzle *p, const double *sure, enum bsn_direction direction,
                     struct bsn_text *text)
{
    const char *before = "";

    for (size_t k = 0; k < p->slots; k++)
        if (p->slot[k].direction == direction) {
            assert(sure[k] >= 0.0 && sure[k] <= 1.0); /* there is no NaN in JSON */
            bsn_text_add(text, "%s[%u, %.4f]", before, p->slot[k].number, sure[k]);
            before = ", ";
        }
}

void bsn_puzzle_write_ipuz(const struct bsn_puzzle *p, const char *letters, const double *sure,
                           struct bsn_text *text)
{
    const char *const solution = letters ? letters : p->solution;

    bsn_text_add(text, "{\n  \"version\": \"http://ipuz.org/v2\",\n"
                       "  \"kind\": [\"http://ipuz.org/crossword#1\"],\n");
    add_note(text, "title", p->title);
    add_note(text, "author", p->author);
    add_note(text, "copyright", p->copyright);
    bsn_text_add(text, "  \"dimensions\": {\"width\": %u, \"height\": %u},\n", p->columns, p->rows);
    add_grid(p, NULL, text);
    if (solution)
        add_grid(p, solution, text);
    if (sure) {
        bsn_text_add(text, "  \"basin:sure\": {\"Across\": [");
        add_sure(p, sure, BSN_ACROSS, text);
        bsn_text_add(text, "], \"Down\": [");
        add_sure(p, sure, BSN_DOWN, text);
        bsn_text_add(text, "]},\n");
    }
    bsn_text_add(text, "  \"clues\": {\n    \"Across\": [");
    add_clues(p, BSN_ACROSS, text);
    bsn_text_add(text, "\n    ],\n    \"Down\": [");
    add_clues(p, BSN_DOWN, text);
    bsn_text_add(text, "\n    ]\n  }\n}\n");
}
