/* puzzle_write.c - a puzzle and its letters as a grid, a line, a list of words, or ipuz. */
#include "base/json.h"
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

void bsn_puzzle_write_color(const struct bsn_puzzle *p, const char *letters, const double *sure,
                            struct bsn_text *text)
{
    for (size_t k = 0; k < (size_t)p->rows * p->columns; k++) {
        const char *const color = p->cell[k] == BSN_CELL_BLOCK  ? "\033[2m"
                                  : p->cell[k] != BSN_CELL_OPEN ? "\033[1m"
                                  : is_sure(p, sure, k)         ? ""
                                                                : "\033[33m";
        bsn_text_add(text, "%s%c%s%c", color, shown(p, letters, k), *color ? "\033[0m" : "",
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

static void add_note(struct bsn_json *j, const char *key, const char *note)
{
    bsn_json_break(j);
    if (note)
        bsn_json_text(j, key, note);
}

/* The number that a cell shows: that of the words that begin in it; 0: none do. */
static uint32_t number_at(const struct bsn_puzzle *p, size_t cell)
{
    for (size_t k = 0; k < p->slots + p->shorts; k++)
        if (p->slot[k].first == cell)
            return p->slot[k].number;
    return 0;
}

static void add_puzzle_cell(const struct bsn_puzzle *p, size_t cell, struct bsn_json *j)
{
    const char letter[] = { p->cell[cell], 0 };

    if (p->cell[cell] == BSN_CELL_BLOCK) {
        bsn_json_text(j, NULL, "#");
    } else if (p->cell[cell] == BSN_CELL_OPEN) {
        bsn_json_count(j, NULL, number_at(p, cell));
    } else {
        bsn_json_open(j, NULL, '{');
        bsn_json_count(j, "cell", number_at(p, cell));
        bsn_json_text(j, "value", letter);
        bsn_json_close(j, '}');
    }
}

static void add_solution_cell(const struct bsn_puzzle *p, const char *solution, size_t cell,
                              struct bsn_json *j)
{
    const char letter[] = { shown(p, solution, cell), 0 };

    if (letter[0] == BSN_CELL_OPEN)
        bsn_json_count(j, NULL, 0);
    else
        bsn_json_text(j, NULL, letter);
}

/* The grid of the solution, or for NULL that of the puzzle. */
static void add_grid(const struct bsn_puzzle *p, const char *solution, struct bsn_json *j)
{
    bsn_json_break(j);
    bsn_json_open(j, solution ? "solution" : "puzzle", '[');
    for (size_t row = 0; row < p->rows; row++) {
        bsn_json_break(j);
        bsn_json_open(j, NULL, '[');
        for (size_t k = row * p->columns; k < (row + 1) * p->columns; k++)
            if (solution)
                add_solution_cell(p, solution, k, j);
            else
                add_puzzle_cell(p, k, j);
        bsn_json_close(j, ']');
    }
    bsn_json_close(j, ']');
}

static void add_clues(const struct bsn_puzzle *p, enum bsn_direction direction, const char *key,
                      struct bsn_json *j)
{
    bsn_json_break(j);
    bsn_json_open(j, key, '[');
    for (size_t k = 0; k < p->slots + p->shorts; k++)
        if (p->slot[k].direction == direction) {
            bsn_json_break(j);
            bsn_json_open(j, NULL, '[');
            bsn_json_count(j, NULL, p->slot[k].number);
            bsn_json_text(j, NULL, p->slot[k].clue);
            bsn_json_close(j, ']');
        }
    bsn_json_close(j, ']');
}

static void add_sure(const struct bsn_puzzle *p, const double *sure, enum bsn_direction direction,
                     const char *key, struct bsn_json *j)
{
    char number[16];

    bsn_json_open(j, key, '[');
    for (size_t k = 0; k < p->slots; k++)
        if (p->slot[k].direction == direction) {
            assert(sure[k] >= 0.0 && sure[k] <= 1.0); /* there is no NaN in JSON */
            snprintf(number, sizeof number, "%.4f", sure[k]);
            bsn_json_open(j, NULL, '[');
            bsn_json_count(j, NULL, p->slot[k].number);
            bsn_json_raw(j, NULL, number);
            bsn_json_close(j, ']');
        }
    bsn_json_close(j, ']');
}

static void add_head(const struct bsn_puzzle *p, struct bsn_json *j)
{
    bsn_json_break(j);
    bsn_json_text(j, "version", "http://ipuz.org/v2");
    bsn_json_break(j);
    bsn_json_words(j, "kind", "http://ipuz.org/crossword#1");
    add_note(j, "title", p->title);
    add_note(j, "author", p->author);
    add_note(j, "copyright", p->copyright);
    bsn_json_break(j);
    bsn_json_open(j, "dimensions", '{');
    bsn_json_count(j, "width", p->columns);
    bsn_json_count(j, "height", p->rows);
    bsn_json_close(j, '}');
}

void bsn_puzzle_write_ipuz(const struct bsn_puzzle *p, const char *letters, const double *sure,
                           struct bsn_text *text)
{
    const char *const solution = letters ? letters : p->solution;
    struct bsn_json j = { .text = text, .indent = 2 };

    bsn_json_open(&j, NULL, '{');
    add_head(p, &j);
    add_grid(p, NULL, &j);
    if (solution)
        add_grid(p, solution, &j);
    if (sure) {
        bsn_json_break(&j);
        bsn_json_open(&j, "basin:sure", '{');
        add_sure(p, sure, BSN_ACROSS, "Across", &j);
        add_sure(p, sure, BSN_DOWN, "Down", &j);
        bsn_json_close(&j, '}');
    }
    bsn_json_break(&j);
    bsn_json_open(&j, "clues", '{');
    add_clues(p, BSN_ACROSS, "Across", &j);
    add_clues(p, BSN_DOWN, "Down", &j);
    bsn_json_close(&j, '}');
    bsn_json_close(&j, '}');
    bsn_json_line(&j);
}
