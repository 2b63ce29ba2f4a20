/* puzzle_json.c - puzzles in JSON: the wrapper around ipuz, and the mini benchmark's array.
 *
 * The benchmark is a list of 5 x 5 grids without black squares: for each, 10 clues (5 rows, then 5
 * columns) and the 25 letters. What an ipuz object holds is read in puzzle_ipuz.c.
 */
#include "format/puzzle_draft.h"

#include "base/json_read.h"

#include <string.h>

#define MINI_SIDE 5
#define MINI_CLUES (2 * MINI_SIDE)
#define MINI_CELLS (MINI_SIDE * MINI_SIDE)

/* ------------------------------------------------------------------------------ the text ---- */

static bool ends(struct bsn_word text, const char *with)
{
    return text.length > 0 && strchr(with, text.chars[text.length - 1]);
}

/* What is inside ipuz(...), with or without a semicolon behind it; anything else stays. */
static basin_status unwrap(const struct bsn_draft *draft, struct bsn_word *text)
{
    if (text->chars[0] != 'i')
        return BASIN_STATUS_OK;
    const char *const open = memchr(text->chars, '(', text->length);
    const size_t before = (size_t)(open - text->chars) + 1;
    *text = (struct bsn_word){ open + 1, text->length - before };
    while (ends(*text, " \t\r\n;"))
        text->length--;
    if (!ends(*text, ")"))
        return bsn_draft_refuse(draft, BASIN_STATUS_PARSE, 0,
                                "\"ipuz(\" is not closed by \")\": is the file cut off?");
    text->length--;
    return BASIN_STATUS_OK;
}

static basin_status load(const struct bsn_draft *draft, size_t line, struct bsn_word text,
                         json_t **root)
{
    struct bsn_json_error error;

    BSN_TRY(unwrap(draft, &text));
    json_t *const loaded = bsn_json_read(text.chars, text.length, JSON_REJECT_DUPLICATES, &error);
    if (!loaded)
        return bsn_draft_refuse(draft, error.status, line + error.line - 1, "JSON: %s", error.text);
    *root = loaded;
    return BASIN_STATUS_OK;
}

/* ---------------------------------------------------------------------------- the minis ---- */

#define REFUSE(draft, format, ...)                                                              \
    bsn_draft_refuse(draft, BASIN_STATUS_PARSE, 0, "puzzle %zu " format, (draft)->puzzle.index, \
                     __VA_ARGS__)

static basin_status read_mini_cells(struct bsn_draft *draft, const json_t *letters)
{
    struct bsn_puzzle *const p = &draft->puzzle;

    if (!json_is_array(letters) || json_array_size(letters) != MINI_CELLS)
        return REFUSE(draft, "has no list of %d letters behind its clues", MINI_CELLS);
    for (size_t k = 0; k < MINI_CELLS; k++) {
        const char *const text = json_string_value(json_array_get(letters, k));
        const char letter = text ? bsn_capital(text[0]) : 0;
        if (!letter || text[1] != 0)
            return REFUSE(draft, "has something that is no letter from A to Z at place %zu", k + 1);
        p->solution[k] = letter;
    }
    p->rows = p->columns = MINI_SIDE;
    memset(p->cell, BSN_CELL_OPEN, MINI_CELLS);
    return bsn_draft_words(draft, NULL);
}

static basin_status read_mini_clues(struct bsn_draft *draft, const json_t *clues)
{
    if (!json_is_array(clues) || json_array_size(clues) != MINI_CLUES)
        return REFUSE(draft, "has no list of %d clues", MINI_CLUES);
    for (size_t k = 0; k < MINI_CLUES; k++) {
        const json_t *const clue = json_array_get(clues, k);
        const struct bsn_slot *const slot = &draft->puzzle.slot[k];
        if (!json_is_string(clue))
            return REFUSE(draft, "has no text as clue %zu", k + 1);
        const struct bsn_word text = { json_string_value(clue), json_string_length(clue) };
        BSN_TRY(bsn_draft_clue(draft, 0, slot->direction, slot->number, text));
    }
    return BASIN_STATUS_OK;
}

/* ------------------------------------------------------------------------------- either ---- */

static basin_status count_puzzles(const struct bsn_draft *draft, const json_t *root, size_t *count)
{
    *count = json_is_array(root) ? json_array_size(root) : 1;
    if (*count == 0)
        return bsn_draft_refuse(draft, BASIN_STATUS_PARSE, 0, "no puzzle in it");
    return BASIN_STATUS_OK;
}

static basin_status read_one(struct bsn_draft *draft, const json_t *root)
{
    size_t count;

    BSN_TRY(count_puzzles(draft, root, &count));
    BSN_TRY(bsn_draft_count_is(draft, count));
    if (json_is_object(root))
        return bsn_draft_ipuz(draft, root);
    const json_t *const mini = json_array_get(root, draft->puzzle.index);
    if (!json_is_array(mini) || json_array_size(mini) != 2)
        return REFUSE(draft, "%s", "is not [[clues], [letters]]");
    BSN_TRY(read_mini_cells(draft, json_array_get(mini, 1)));
    return read_mini_clues(draft, json_array_get(mini, 0));
}

basin_status bsn_draft_json(struct bsn_draft *draft, size_t line, struct bsn_word text)
{
    json_t *root;

    BSN_TRY(load(draft, line, text, &root));
    const basin_status status = read_one(draft, root);
    json_decref(root);
    return status;
}

basin_status bsn_draft_count(const struct bsn_draft *draft, size_t line, struct bsn_word text,
                             size_t *count)
{
    size_t found;
    json_t *root;

    BSN_TRY(load(draft, line, text, &root));
    const basin_status status = count_puzzles(draft, root, &found);
    json_decref(root);
    if (status == BASIN_STATUS_OK)
        *count = found;
    return status;
}
