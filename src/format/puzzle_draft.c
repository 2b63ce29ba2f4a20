/* puzzle_draft.c - from cells to words: numbering, clues to their words, and what must hold.
 *
 * Numbers follow the usual rule: cells are counted, row by row, that begin a run of at least 2 open
 * cells across or down. Files may number otherwise (labels); then theirs count.
 */
#include "format/puzzle_draft.h"

#include "base/mem.h"
#include "base/utf8.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define CELLS ((size_t)BSN_PUZZLE_SIDE * BSN_PUZZLE_SIDE)

/* -------------------------------------------------------------------------------- texts ---- */

basin_status bsn_draft_refuse(const struct bsn_draft *draft, basin_status status, size_t line,
                              const char *format, ...)
{
    char reason[BSN_ERROR_CHARS];
    va_list args;

    va_start(args, format);
    vsnprintf(reason, sizeof reason, format, args);
    va_end(args);
    if (line == 0)
        return bsn_fail(draft->ctx, status, "%s: %s", draft->name, reason);
    return bsn_fail(draft->ctx, status, "%s:%zu: %s", draft->name, line, reason);
}

struct bsn_quote bsn_quote_first(struct bsn_word text)
{
    const size_t length = bsn_utf8_bytes(text.chars, text.length);
    struct bsn_quote quote;

    /* U+0080 to U+009F command terminals, as bytes below a blank do. */
    if (length < 2 || (length == 2 && (unsigned char)text.chars[0] == 0xc2))
        return bsn_word_quote((struct bsn_word){ text.chars, text.length > 0 });
    memcpy(quote.text, text.chars, length);
    quote.text[length] = 0;
    return quote;
}

char bsn_capital(char letter)
{
    if (letter >= 'a' && letter <= 'z')
        return (char)(letter - 'a' + 'A');
    return letter >= 'A' && letter <= 'Z' ? letter : 0;
}

basin_status bsn_draft_keep(struct bsn_draft *draft, size_t line, struct bsn_word text, char **to)
{
    assert(!*to);
    for (size_t k = 0, length; k < text.length; k += length) {
        const struct bsn_word rest = { text.chars + k, text.length - k };
        length = bsn_utf8_bytes(rest.chars, rest.length);
        if (length == 0)
            return bsn_draft_refuse(draft, BASIN_STATUS_PARSE, line, "\"%s\" is no text in UTF-8",
                                    bsn_quote_first(rest).text);
    }
    BSN_TRY(BSN_NEW(draft->ctx, text.length + 1, to));
    memcpy(*to, text.chars, text.length);
    return BASIN_STATUS_OK;
}

/* -------------------------------------------------------------------------------- words ---- */

static const char *name_of(enum bsn_direction direction)
{
    return direction == BSN_DOWN ? "down" : "across";
}

/* Open cells from this one on, in a direction; 0 when a run does not begin here. */
static uint32_t run_from(const struct bsn_puzzle *p, uint32_t cell, enum bsn_direction direction)
{
    const bool down = direction == BSN_DOWN;
    const uint32_t step = down ? p->columns : 1;
    const uint32_t at = down ? cell / p->columns : cell % p->columns;
    const uint32_t room = (down ? p->rows : p->columns) - at;
    uint32_t length = 0;

    if (at > 0 && p->cell[cell - step] != BSN_CELL_BLOCK)
        return 0;
    while (length < room && p->cell[cell + length * step] != BSN_CELL_BLOCK)
        length++;
    return length;
}

static void number_usually(const struct bsn_puzzle *p, uint32_t *number)
{
    uint32_t last = 0;

    for (uint32_t cell = 0; cell < p->rows * p->columns; cell++)
        if (run_from(p, cell, BSN_ACROSS) >= 2 || run_from(p, cell, BSN_DOWN) >= 2)
            number[cell] = ++last;
}

static struct bsn_slot *find_slot(const struct bsn_puzzle *p, enum bsn_direction direction,
                                  uint32_t number)
{
    for (size_t k = 0; k < p->slots + p->shorts; k++)
        if (p->slot[k].direction == direction && p->slot[k].number == number)
            return &p->slot[k];
    return NULL;
}

/* Numbers may be missing or occur twice only where the file gives them. */
static basin_status check_run(const struct bsn_draft *draft, uint32_t cell,
                              enum bsn_direction direction, uint32_t number, uint32_t length)
{
    const struct bsn_puzzle *const p = &draft->puzzle;

    if (number == 0)
        return bsn_draft_refuse(draft, BASIN_STATUS_PARSE, 0,
                                "row %u, column %u begins a word %s, but has no number",
                                cell / p->columns + 1, cell % p->columns + 1, name_of(direction));
    if (find_slot(p, direction, number))
        return bsn_draft_refuse(draft, BASIN_STATUS_PARSE, 0, "two words are %u %s", number,
                                name_of(direction));
    if (length > BSN_SLOT_LONGEST)
        return bsn_draft_refuse(draft, BASIN_STATUS_TOO_BIG, 0, "%u %s has %u letters; at most %d",
                                number, name_of(direction), length, BSN_SLOT_LONGEST);
    return BASIN_STATUS_OK;
}

/* Adds the runs of 2 cells, or those of more. A file that gives numbers may leave out runs of 2. */
static basin_status add_slots(struct bsn_draft *draft, const uint32_t *number,
                              enum bsn_direction direction, bool shorts)
{
    struct bsn_puzzle *const p = &draft->puzzle;

    for (uint32_t cell = 0; cell < p->rows * p->columns; cell++) {
        const uint32_t length = run_from(p, cell, direction);
        if (shorts ? length != 2 || number[cell] == 0 : length < BSN_SLOT_SHORTEST)
            continue;
        BSN_TRY(check_run(draft, cell, direction, number[cell], length));
        p->slot[p->slots + p->shorts] =
            (struct bsn_slot){ .number = number[cell],
                               .direction = direction,
                               .length = length,
                               .first = cell,
                               .step = direction == BSN_DOWN ? p->columns : 1 };
        p->slots += !shorts;
        p->shorts += shorts;
    }
    return BASIN_STATUS_OK;
}

/* A letter that nothing says anything about cannot be found. */
static basin_status check_covered(const struct bsn_draft *draft)
{
    const struct bsn_puzzle *const p = &draft->puzzle;
    bool covered[CELLS] = { false };

    if (p->slots == 0)
        return bsn_draft_refuse(draft, BASIN_STATUS_PARSE, 0,
                                "the grid has no word of %d letters or more", BSN_SLOT_SHORTEST);
    for (size_t s = 0; s < p->slots; s++)
        for (size_t k = 0; k < p->slot[s].length; k++)
            covered[bsn_slot_cell(&p->slot[s], k)] = true;
    for (uint32_t cell = 0; cell < p->rows * p->columns; cell++)
        if (p->cell[cell] == BSN_CELL_OPEN && !covered[cell])
            return bsn_draft_refuse(draft, BASIN_STATUS_PARSE, 0,
                                    "row %u, column %u is in no word of %d letters or more",
                                    cell / p->columns + 1, cell % p->columns + 1,
                                    BSN_SLOT_SHORTEST);
    return BASIN_STATUS_OK;
}

basin_status bsn_draft_words(struct bsn_draft *draft, const uint32_t *label)
{
    struct bsn_puzzle *const p = &draft->puzzle;
    uint32_t usual[CELLS] = { 0 };

    if (!label)
        number_usually(p, usual);
    const uint32_t *const number = label ? label : usual;
    /* A cell begins two runs, but a run of two takes two cells. */
    BSN_TRY(BSN_NEW(draft->ctx, (size_t)p->rows * p->columns, &p->slot));
    for (int shorts = 0; shorts < 2; shorts++) {
        BSN_TRY(add_slots(draft, number, BSN_ACROSS, shorts));
        BSN_TRY(add_slots(draft, number, BSN_DOWN, shorts));
    }
    return check_covered(draft);
}

basin_status bsn_draft_clue(struct bsn_draft *draft, size_t line, enum bsn_direction direction,
                            uint32_t number, struct bsn_word clue)
{
    struct bsn_slot *const slot = find_slot(&draft->puzzle, direction, number);

    if (!slot)
        return bsn_draft_refuse(draft, BASIN_STATUS_PARSE, line,
                                "a clue for %u %s, but the grid has no such word", number,
                                name_of(direction));
    if (slot->clue)
        return bsn_draft_refuse(draft, BASIN_STATUS_PARSE, line, "a second clue for %u %s", number,
                                name_of(direction));
    return bsn_draft_keep(draft, line, clue, &slot->clue);
}

/* ----------------------------------------------------------------------- begin and finish ---- */

basin_status bsn_draft_begin(struct bsn_draft *draft)
{
    BSN_TRY(BSN_NEW(draft->ctx, CELLS, &draft->puzzle.cell));
    return BSN_NEW(draft->ctx, CELLS, &draft->puzzle.solution);
}

basin_status bsn_draft_count_is(struct bsn_draft *draft, size_t count)
{
    const size_t index = draft->puzzle.index;

    if (index >= count)
        return bsn_draft_refuse(draft, BASIN_STATUS_INPUT, 0,
                                "no puzzle %zu: the file has %zu, counted from 0", index, count);
    draft->puzzle.count = count;
    return BASIN_STATUS_OK;
}

static basin_status check_solution(const struct bsn_draft *draft)
{
    const struct bsn_puzzle *const p = &draft->puzzle;

    for (uint32_t k = 0; k < p->rows * p->columns; k++) {
        const char cell = p->cell[k], said = p->solution[k];
        const bool fits = said == cell || (said == BSN_CELL_OPEN && cell != BSN_CELL_BLOCK) ||
                          (cell == BSN_CELL_OPEN && said != BSN_CELL_BLOCK);
        if (!fits)
            return bsn_draft_refuse(draft, BASIN_STATUS_PARSE, 0,
                                    "row %u, column %u: \"%c\" in the grid, \"%c\" in its solution",
                                    k / p->columns + 1, k % p->columns + 1, cell, said);
    }
    return BASIN_STATUS_OK;
}

/* Does the solution say any letter? One that is all 0 was never begun. */
static bool is_solved(const struct bsn_puzzle *p)
{
    for (uint32_t k = 0; k < p->rows * p->columns; k++)
        if (bsn_capital(p->solution[k]))
            return true;
    return false;
}

basin_status bsn_draft_finish(struct bsn_draft *draft, struct bsn_puzzle *out)
{
    struct bsn_puzzle *const p = &draft->puzzle;

    if (is_solved(p)) {
        BSN_TRY(check_solution(draft));
    } else {
        bsn_free(draft->ctx, p->solution);
        p->solution = NULL;
    }
    for (size_t k = 0; k < p->slots + p->shorts; k++)
        if (!p->slot[k].clue)
            BSN_TRY(bsn_copy_text(draft->ctx, "", &p->slot[k].clue));
    *out = *p;
    *p = (struct bsn_puzzle){ 0 };
    return BASIN_STATUS_OK;
}
