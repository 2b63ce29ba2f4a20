/* puzzle_ipuz.c - the reader for ipuz objects: grid, clues, solution and saved letters.
 *
 * Of the format (ipuz.org, version 2) this is the plain crossword: words go across and down between
 * black squares, and a cell holds one letter from A to Z. What would change the words if it were
 * left out, such as bars or several letters in a cell, is refused; styles, notes and all other
 * keys are skipped. A cell that is left out (null) counts as black.
 */
#include "base/mem.h"
#include "base/utf8.h"
#include "format/puzzle_draft.h"

#include <jansson.h>
#include <string.h>

struct reader {
    struct bsn_draft *draft;
    const json_t *root;
    const char *block;   /* what black squares are in this file */
    const json_t *empty; /* what cells without a number are, or NULL */
    bool labelled;       /* a cell has a number */
    uint32_t *label;     /* (rows, columns) */
};

/* Where a cell is, for errors. */
struct place {
    const char *grid; /* the key it stands under */
    uint32_t row, column;
};

#define REFUSE(r, ...) bsn_draft_refuse((r)->draft, BASIN_STATUS_PARSE, 0, __VA_ARGS__)
#define REFUSE_AT(r, at, format, ...)                                                        \
    REFUSE(r, "\"%s\", row %u, column %u " format, (at).grid, (at).row + 1, (at).column + 1, \
           __VA_ARGS__)

/* ------------------------------------------------------------------------------- values ---- */

static struct bsn_word word_of(const json_t *string)
{
    return (struct bsn_word){ json_string_value(string), json_string_length(string) };
}

static struct bsn_quote quote(const char *text)
{
    return bsn_word_quote((struct bsn_word){ text, strlen(text) });
}

static bool is_text(const json_t *value, const char *text)
{
    return json_is_string(value) && strcmp(json_string_value(value), text) == 0;
}

/* A whole number above 0, also as text. */
static bool read_number(const json_t *value, uint32_t *out)
{
    if (json_is_string(value))
        return bsn_word_number(word_of(value), out) && *out > 0;
    if (!json_is_integer(value) || json_integer_value(value) <= 0 ||
        json_integer_value(value) > UINT32_MAX)
        return false;
    *out = (uint32_t)json_integer_value(value);
    return true;
}

/* What the file has under a key; null is nothing. */
static const json_t *get(const struct reader *r, const char *key)
{
    const json_t *const value = json_object_get(r->root, key);

    return json_is_null(value) ? NULL : value;
}

static bool is_block(const struct reader *r, const json_t *value)
{
    return json_is_null(value) || is_text(value, r->block);
}

/* Nothing in a cell: 0 and "_" are common, whatever "empty" says. */
static bool is_empty(const struct reader *r, const json_t *value)
{
    return !value || (r->empty && json_equal(value, r->empty)) || is_text(value, "") ||
           is_text(value, "_") || is_text(value, "0") ||
           (json_is_integer(value) && json_integer_value(value) == 0);
}

/* The letter in a cell of any grid: BSN_CELL_OPEN for none, BSN_CELL_BLOCK for a black square. */
static basin_status read_letter(const struct reader *r, struct place at, const json_t *value,
                                char *out)
{
    if (json_is_object(value) && json_object_get(value, "value"))
        value = json_object_get(value, "value");
    else if (json_is_object(value))
        value = json_object_get(value, "cell");
    *out = BSN_CELL_OPEN;
    if (json_is_null(value) || is_empty(r, value))
        return BASIN_STATUS_OK;
    if (is_block(r, value)) {
        *out = BSN_CELL_BLOCK;
        return BASIN_STATUS_OK;
    }
    if (!json_is_string(value))
        return REFUSE_AT(r, at, "%s", "holds no text");
    const struct bsn_word text = word_of(value);
    *out = bsn_capital(text.chars[0]);
    if (bsn_utf8_bytes(text.chars, text.length) < text.length)
        return REFUSE_AT(r, at, "holds more than one letter, \"%s\": a rebus cannot be solved",
                         bsn_word_quote(text).text);
    if (!*out)
        return REFUSE_AT(r, at, "holds \"%s\", which is no letter from A to Z",
                         bsn_quote_first(text).text);
    return BASIN_STATUS_OK;
}

/* --------------------------------------------------------------------------------- grids ---- */

/* Does a style, or the one it names, put bars between cells? */
static bool is_barred(const struct reader *r, const json_t *style)
{
    if (json_is_string(style))
        style = json_object_get(get(r, "styles"), json_string_value(style));
    const json_t *const bars = json_object_get(style, "barred");
    return bars && !is_text(bars, "") && !json_is_null(bars);
}

static basin_status read_puzzle_cell(struct reader *r, struct place at, const json_t *value)
{
    struct bsn_puzzle *const p = &r->draft->puzzle;
    const size_t k = (size_t)at.row * p->columns + at.column;
    const json_t *const given = json_object_get(value, "value");

    if (is_barred(r, json_object_get(value, "style")))
        return REFUSE_AT(r, at, "%s", "has bars: only black squares can end words");
    if (json_is_object(value))
        value = json_object_get(value, "cell");
    p->cell[k] = BSN_CELL_BLOCK;
    if (value && is_block(r, value))
        return BASIN_STATUS_OK;
    if (!is_empty(r, value)) {
        if (!read_number(value, &r->label[k]))
            return REFUSE_AT(r, at, "%s", "is neither a number nor black nor empty");
        r->labelled = true;
    }
    BSN_TRY(read_letter(r, at, given, &p->cell[k]));
    if (p->cell[k] == BSN_CELL_BLOCK)
        return REFUSE_AT(r, at, "%s", "is open, but its value is black");
    return BASIN_STATUS_OK;
}

static basin_status read_solution_cell(struct reader *r, struct place at, const json_t *value)
{
    struct bsn_puzzle *const p = &r->draft->puzzle;
    const size_t k = (size_t)at.row * p->columns + at.column;

    BSN_TRY(read_letter(r, at, value, &p->solution[k]));
    if (p->cell[k] == BSN_CELL_BLOCK && p->solution[k] == BSN_CELL_OPEN)
        p->solution[k] = BSN_CELL_BLOCK;
    return BASIN_STATUS_OK;
}

/* Letters that a player put in are given; one that is printed in the puzzle counts more. */
static basin_status read_saved_cell(struct reader *r, struct place at, const json_t *value)
{
    struct bsn_puzzle *const p = &r->draft->puzzle;
    const size_t k = (size_t)at.row * p->columns + at.column;
    char letter;

    BSN_TRY(read_letter(r, at, value, &letter));
    if (p->cell[k] == BSN_CELL_OPEN && letter != BSN_CELL_BLOCK)
        p->cell[k] = letter;
    return BASIN_STATUS_OK;
}

static basin_status read_grid(struct reader *r, const char *key,
                              basin_status (*read_cell)(struct reader *, struct place,
                                                        const json_t *))
{
    const struct bsn_puzzle *const p = &r->draft->puzzle;
    const json_t *const rows = get(r, key);

    if (!json_is_array(rows) || json_array_size(rows) != p->rows)
        return REFUSE(r, "\"%s\" is no list of %u rows", key, p->rows);
    for (uint32_t row = 0; row < p->rows; row++) {
        const json_t *const cells = json_array_get(rows, row);
        if (!json_is_array(cells) || json_array_size(cells) != p->columns)
            return REFUSE(r, "row %u of \"%s\" is no list of %u cells", row + 1, key, p->columns);
        for (uint32_t column = 0; column < p->columns; column++) {
            const struct place at = { key, row, column };
            BSN_TRY(read_cell(r, at, json_array_get(cells, column)));
        }
    }
    return BASIN_STATUS_OK;
}

/* The same for a grid that need not be there. */
static basin_status read_more(struct reader *r, const char *key,
                              basin_status (*read_cell)(struct reader *, struct place,
                                                        const json_t *))
{
    return get(r, key) ? read_grid(r, key, read_cell) : BASIN_STATUS_OK;
}

/* -------------------------------------------------------------------------------- clues ---- */

/* A clue is [number, text] or { "number": number, "clue": text }. */
static basin_status read_clue(struct reader *r, const char *list, enum bsn_direction direction,
                              const json_t *clue)
{
    const json_t *number = json_array_get(clue, 0), *text = json_array_get(clue, 1);
    uint32_t value;

    if (json_is_object(clue)) {
        number = json_object_get(clue, "number");
        text = json_object_get(clue, "clue");
    } else if (json_array_size(clue) != 2) {
        return REFUSE(r, "a clue of \"%s\" is neither [number, text] nor an object",
                      quote(list).text);
    }
    if (!read_number(number, &value))
        return REFUSE(r, "a clue of \"%s\" has no number", quote(list).text);
    if (text && !json_is_string(text))
        return REFUSE(r, "clue %u of \"%s\" is no text", value, quote(list).text);
    const struct bsn_word none = { "", 0 };
    return bsn_draft_clue(r->draft, 0, direction, value, text ? word_of(text) : none);
}

/* "Across", or "Across:Title", in whatever case. */
static bool is_direction(const char *list, const char *capitals)
{
    while (*capitals && bsn_capital(*list) == *capitals) {
        list++;
        capitals++;
    }
    return *capitals == 0 && (*list == 0 || *list == ':');
}

static basin_status read_clues(struct reader *r)
{
    json_t *const lists = json_object_get(r->root, "clues");
    const char *name;
    json_t *list;

    if (lists && !json_is_object(lists))
        return REFUSE(r, "%s", "\"clues\" is no object");
    json_object_foreach (lists, name, list) {
        const bool down = is_direction(name, "DOWN");
        if (!down && !is_direction(name, "ACROSS"))
            return REFUSE(r, "clues \"%s\": only Across and Down can be read", quote(name).text);
        if (!json_is_array(list))
            return REFUSE(r, "clues \"%s\" are no list", quote(name).text);
        for (size_t k = 0; k < json_array_size(list); k++)
            BSN_TRY(read_clue(r, name, down ? BSN_DOWN : BSN_ACROSS, json_array_get(list, k)));
    }
    return BASIN_STATUS_OK;
}

/* --------------------------------------------------------------------------------- head ---- */

/* http://ipuz.org/crossword#1 or its like; not one whose grid means something else. */
static bool is_crossword(const json_t *kind)
{
    static const char *const known[] = { "crossword", "crossword/crypticcrossword" };
    const char *const text = json_is_string(kind) ? json_string_value(kind) : "";
    const char *const site = strstr(text, "://ipuz.org/");

    for (size_t k = 0; site && k < sizeof known / sizeof *known; k++) {
        const char *const name = site + strlen("://ipuz.org/");
        const size_t length = strlen(known[k]);
        if (strncmp(name, known[k], length) == 0 && (name[length] == 0 || name[length] == '#'))
            return true;
    }
    return false;
}

static basin_status read_kind(const struct reader *r)
{
    const json_t *const version = get(r, "version");
    const json_t *const kind = get(r, "kind");
    bool known = is_crossword(kind);

    if (version && !is_text(version, "http://ipuz.org/v1") &&
        !is_text(version, "http://ipuz.org/v2"))
        return REFUSE(r, "%s", "\"version\" is neither \"http://ipuz.org/v1\" nor \".../v2\"");
    for (size_t k = 0; k < json_array_size(kind); k++)
        known = known || is_crossword(json_array_get(kind, k));
    if (!known)
        return REFUSE(r, "%s", "\"kind\" is not \"http://ipuz.org/crossword#1\"");
    return BASIN_STATUS_OK;
}

static basin_status read_side(const struct reader *r, const char *key, uint32_t *out)
{
    const json_t *const sides = get(r, "dimensions");

    if (!read_number(json_object_get(sides, key), out))
        return REFUSE(r, "\"dimensions\" has no %s", key);
    if (*out > BSN_PUZZLE_SIDE)
        return bsn_draft_refuse(r->draft, BASIN_STATUS_TOO_BIG, 0, "a %s of %u cells; at most %d",
                                key, *out, BSN_PUZZLE_SIDE);
    return BASIN_STATUS_OK;
}

static basin_status read_signs(struct reader *r)
{
    const json_t *const block = get(r, "block");

    r->empty = get(r, "empty");
    r->block = "#";
    if (block && !json_is_string(block))
        return REFUSE(r, "%s", "\"block\" is no text");
    if (block)
        r->block = json_string_value(block);
    if (r->empty && is_block(r, r->empty))
        return REFUSE(r, "%s", "\"empty\" and \"block\" are the same");
    return BASIN_STATUS_OK;
}

static basin_status read_note(const struct reader *r, const char *key, char **to)
{
    const json_t *const note = get(r, key);

    if (!note)
        return BASIN_STATUS_OK;
    if (!json_is_string(note))
        return REFUSE(r, "\"%s\" is no text", key);
    return bsn_draft_keep(r->draft, 0, word_of(note), to);
}

static basin_status read_all(struct reader *r)
{
    struct bsn_puzzle *const p = &r->draft->puzzle;

    BSN_TRY(read_kind(r));
    BSN_TRY(read_side(r, "width", &p->columns));
    BSN_TRY(read_side(r, "height", &p->rows));
    BSN_TRY(read_signs(r));
    BSN_TRY(BSN_NEW(r->draft->ctx, (size_t)p->rows * p->columns, &r->label));
    BSN_TRY(read_grid(r, "puzzle", read_puzzle_cell));
    BSN_TRY(read_more(r, "saved", read_saved_cell));
    BSN_TRY(read_more(r, "solution", read_solution_cell));
    BSN_TRY(bsn_draft_words(r->draft, r->labelled ? r->label : NULL));
    BSN_TRY(read_clues(r));
    BSN_TRY(read_note(r, "title", &p->title));
    BSN_TRY(read_note(r, "author", &p->author));
    return read_note(r, "copyright", &p->copyright);
}

basin_status bsn_draft_ipuz(struct bsn_draft *draft, const json_t *root)
{
    struct reader r = { .draft = draft, .root = root };
    const basin_status status = read_all(&r);

    bsn_free(draft->ctx, r.label);
    return status;
}
