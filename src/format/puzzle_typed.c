/* puzzle_typed.c - puzzles as a person types them: the grid, then the clues.
 *
 * The grid is all lines before the first clue or heading (Across, Down, Solution). A row of given
 * letters that spells one of these words is typed with blanks, D O W N. Clues begin with a number.
 */
#include "format/puzzle_draft.h"

#include <string.h>

#define OPEN_SIGNS "._-?"
#define CELL_RULE "\".\" is open, \"#\" is black, A to Z are given letters"

enum heading { HEADING_NONE = 0, HEADING_ACROSS, HEADING_DOWN, HEADING_SOLUTION };

/* Where reading is. */
struct reader {
    struct bsn_draft *draft;
    const char *at, *end; /* the lines to come */
    size_t line;          /* number of the one that was taken */
    enum heading under;   /* ACROSS or DOWN: what clues without a direction are */
    bool solved;          /* there was a solution */
};

#define REFUSE(r, ...) bsn_draft_refuse((r)->draft, BASIN_STATUS_PARSE, (r)->line, __VA_ARGS__)

/* -------------------------------------------------------------------------------- lines ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static struct bsn_word skip(struct bsn_word text, size_t chars)
{
    return (struct bsn_word){ text.chars + chars, text.length - chars };
}

static struct bsn_word trim(struct bsn_word text)
{
    while (text.length > 0 && is_blank(text.chars[0]))
        text = skip(text, 1);
    while (text.length > 0 && is_blank(text.chars[text.length - 1]))
        text.length--;
    return text;
}

/* The next line that is not blank, without blanks around it; false at the end. */
static bool next_line(struct reader *r, struct bsn_word *line)
{
    while (r->at < r->end) {
        const char *const stop = memchr(r->at, '\n', (size_t)(r->end - r->at));
        const char *const to = stop ? stop : r->end;
        *line = trim((struct bsn_word){ r->at, (size_t)(to - r->at) });
        r->at = stop ? stop + 1 : r->end;
        r->line++;
        if (line->length > 0)
            return true;
    }
    return false;
}

/* Is it this lower-case word, whatever the case? */
static bool says(struct bsn_word text, const char *word)
{
    if (text.length != strlen(word))
        return false;
    for (size_t k = 0; k < text.length; k++)
        if (bsn_capital(text.chars[k]) != bsn_capital(word[k]))
            return false;
    return true;
}

static enum heading heading_of(struct bsn_word line)
{
    if (line.length > 0 && strchr(":.", line.chars[line.length - 1]))
        line.length--;
    return says(line, "across")     ? HEADING_ACROSS
           : says(line, "down")     ? HEADING_DOWN
           : says(line, "solution") ? HEADING_SOLUTION
                                    : HEADING_NONE;
}

/* --------------------------------------------------------------------------------- grid ---- */

/* A line "Title: text"; *kept says whether it was one. */
static basin_status read_note(struct reader *r, struct bsn_word line, bool *kept)
{
    struct bsn_puzzle *const p = &r->draft->puzzle;
    const char *const colon = memchr(line.chars, ':', line.length);
    const size_t length = colon ? (size_t)(colon - line.chars) : 0;
    const struct bsn_word key = trim((struct bsn_word){ line.chars, length });
    char **const to = says(key, "title")       ? &p->title
                      : says(key, "author")    ? &p->author
                      : says(key, "copyright") ? &p->copyright
                                               : NULL;

    *kept = colon && to;
    if (!*kept)
        return BASIN_STATUS_OK;
    if (*to)
        return REFUSE(r, "a second line \"%s\"", bsn_word_quote(key).text);
    return bsn_draft_keep(r->draft, r->line, trim(skip(line, length + 1)), to);
}

static basin_status read_row(struct reader *r, struct bsn_word line, char cell[BSN_PUZZLE_SIDE],
                             size_t *cells)
{
    *cells = 0;
    for (; line.length > 0; line = skip(line, 1)) {
        const char c = line.chars[0];
        const bool open = strchr(OPEN_SIGNS, c);
        const char letter = bsn_capital(c);
        if (is_blank(c))
            continue;
        if (!open && !letter && c != BSN_CELL_BLOCK)
            return REFUSE(r, "\"%s\" is no cell of a grid: " CELL_RULE, bsn_quote_first(line).text);
        if (*cells == BSN_PUZZLE_SIDE)
            return bsn_draft_refuse(r->draft, BASIN_STATUS_TOO_BIG, r->line,
                                    "more than %d cells in a row", BSN_PUZZLE_SIDE);
        cell[(*cells)++] = open ? BSN_CELL_OPEN : letter ? letter : BSN_CELL_BLOCK;
    }
    return BASIN_STATUS_OK;
}

static basin_status add_row(struct reader *r, struct bsn_word line)
{
    struct bsn_puzzle *const p = &r->draft->puzzle;
    char cell[BSN_PUZZLE_SIDE];
    size_t cells;

    BSN_TRY(read_row(r, line, cell, &cells));
    if (p->rows == BSN_PUZZLE_SIDE)
        return bsn_draft_refuse(r->draft, BASIN_STATUS_TOO_BIG, r->line, "more than %d rows",
                                BSN_PUZZLE_SIDE);
    if (p->rows > 0 && cells != p->columns)
        return REFUSE(r, "row %u is %zu wide, the rows before it %u", p->rows + 1, cells,
                      p->columns);
    p->columns = (uint32_t)cells;
    memcpy(p->cell + (size_t)p->rows++ * p->columns, cell, cells);
    return BASIN_STATUS_OK;
}

/* Everything up to the first clue or heading, which is handed on; a line of length 0 at the end. */
static basin_status read_grid(struct reader *r, struct bsn_word *line)
{
    struct bsn_puzzle *const p = &r->draft->puzzle;
    bool note;

    while (next_line(r, line)) {
        if (heading_of(*line) || is_digit(line->chars[0]))
            break;
        BSN_TRY(read_note(r, *line, &note));
        if (!note)
            BSN_TRY(add_row(r, *line));
        line->length = 0;
    }
    if (p->rows == 0)
        return REFUSE(r, "%s", "no grid before the clues: " CELL_RULE);
    return bsn_draft_words(r->draft, NULL);
}

static basin_status read_solution(struct reader *r)
{
    struct bsn_puzzle *const p = &r->draft->puzzle;
    char cell[BSN_PUZZLE_SIDE];
    struct bsn_word line;
    size_t cells;

    if (r->solved)
        return REFUSE(r, "%s", "a second solution");
    r->solved = true;
    for (uint32_t row = 0; row < p->rows; row++) {
        if (!next_line(r, &line))
            return REFUSE(r, "the solution has %u rows, the grid has %u", row, p->rows);
        BSN_TRY(read_row(r, line, cell, &cells));
        if (cells != p->columns)
            return REFUSE(r, "row %u of the solution is %zu wide, the grid %u", row + 1, cells,
                          p->columns);
        memcpy(p->solution + (size_t)row * p->columns, cell, cells);
    }
    return BASIN_STATUS_OK;
}

/* -------------------------------------------------------------------------------- clues ---- */

/* Takes a direction from behind a clue's number: "A" only right behind it; "Across" also after a
 * blank or hyphen, but under a heading only with a colon, because clues may begin so. */
static enum heading take_direction(const struct reader *r, struct bsn_word *rest)
{
    size_t from = 0, to;

    while (from < rest->length && (is_blank(rest->chars[from]) || rest->chars[from] == '-'))
        from++;
    for (to = from; to < rest->length && bsn_capital(rest->chars[to]); to++)
        ;
    const struct bsn_word word = { rest->chars + from, to - from };
    const enum heading direction = heading_of(word);
    const bool colon = to < rest->length && rest->chars[to] == ':';
    enum heading found = HEADING_NONE;

    if (from == 0 && (says(word, "a") || says(word, "d")))
        found = says(word, "a") ? HEADING_ACROSS : HEADING_DOWN;
    else if (direction != HEADING_SOLUTION && (from == 0 || colon || r->under == HEADING_NONE))
        found = direction;
    if (found)
        *rest = skip(*rest, to);
    return found;
}

/* What stands between a clue's number and its text: "1. text", "1) text", "1: text", "1 - text". */
static struct bsn_word skip_mark(struct bsn_word rest)
{
    if (rest.length > 0 && strchr(".):", rest.chars[0]))
        rest = skip(rest, 1);
    rest = trim(rest);
    if (rest.length > 1 && rest.chars[0] == '-' && is_blank(rest.chars[1]))
        rest = skip(rest, 1);
    return trim(rest);
}

static basin_status read_clue(struct reader *r, struct bsn_word line)
{
    struct bsn_word number = { line.chars, 0 };
    uint32_t value = 0;

    while (number.length < line.length && is_digit(line.chars[number.length]))
        number.length++;
    bsn_word_number(number, &value);
    struct bsn_word rest = skip(line, number.length);
    const enum heading own = take_direction(r, &rest);
    const enum heading direction = own ? own : r->under;
    if (direction == HEADING_NONE)
        return REFUSE(r, "is clue %s across or down? A line \"Across\" or \"Down\" must come first",
                      bsn_word_quote(number).text);
    return bsn_draft_clue(r->draft, r->line, direction == HEADING_DOWN ? BSN_DOWN : BSN_ACROSS,
                          value, skip_mark(rest));
}

static basin_status read_line(struct reader *r, struct bsn_word line)
{
    const enum heading heading = heading_of(line);

    if (heading == HEADING_SOLUTION)
        return read_solution(r);
    if (heading) {
        r->under = heading;
        return BASIN_STATUS_OK;
    }
    if (!is_digit(line.chars[0]))
        return REFUSE(r, "\"%s\" begins no clue: they begin with a number, such as \"1. text\"",
                      bsn_quote_first(line).text);
    return read_clue(r, line);
}

basin_status bsn_draft_typed(struct bsn_draft *draft, size_t line, struct bsn_word text)
{
    struct reader r = {
        .draft = draft, .at = text.chars, .end = text.chars + text.length, .line = line - 1
    };
    struct bsn_word next;

    BSN_TRY(bsn_draft_count_is(draft, 1));
    BSN_TRY(read_grid(&r, &next));
    if (next.length > 0)
        BSN_TRY(read_line(&r, next));
    while (next_line(&r, &next))
        BSN_TRY(read_line(&r, next));
    return BASIN_STATUS_OK;
}
