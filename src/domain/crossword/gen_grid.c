/* gen_grid.c - black squares, one pair after the other where they leave all words long enough. */
#include "domain/crossword/gen_grid.h"

#include <string.h>

#define THROWS 4000
#define SHORTEST BSN_ANSWER_SHORTEST

/* The cells of line k, across or down: first + i * step. */
static uint32_t line_cell(uint32_t side, bool down, uint32_t k, uint32_t i)
{
    return down ? i * side + k : k * side + i;
}

/* Is a run of open squares too short for a word? */
static bool has_short_run(const struct bsn_gen_grid *grid)
{
    for (uint32_t k = 0; k < 2 * grid->side; k++) {
        uint32_t run = 0;
        for (uint32_t i = 0; i <= grid->side; i++) {
            const bool open =
                i < grid->side && !grid->black[line_cell(grid->side, k & 1, k / 2, i)];
            if (!open && run > 0 && run < SHORTEST)
                return true;
            run = open ? run + 1 : 0;
        }
    }
    return false;
}

static uint32_t open_cells(const struct bsn_gen_grid *grid)
{
    uint32_t count = 0;

    for (uint32_t c = 0; c < grid->side * grid->side; c++)
        count += !grid->black[c];
    return count;
}

/* How many open squares hang together with the first one. */
static uint32_t reached_cells(const struct bsn_gen_grid *grid)
{
    const uint32_t side = grid->side, cells = side * side;
    uint32_t todo[BSN_GEN_SIDE * BSN_GEN_SIDE], count = 0, done = 0, first = 0;
    bool seen[BSN_GEN_SIDE * BSN_GEN_SIDE] = { false };

    while (first < cells && grid->black[first])
        first++;
    if (first == cells)
        return 0;
    seen[first] = true;
    todo[count++] = first;
    for (; done < count; done++) {
        const uint32_t c = todo[done];
        const uint32_t next[4] = { c % side > 0 ? c - 1 : c, c % side < side - 1 ? c + 1 : c,
                                   c >= side ? c - side : c, c + side < cells ? c + side : c };
        for (size_t k = 0; k < 4; k++)
            if (!seen[next[k]] && !grid->black[next[k]]) {
                seen[next[k]] = true;
                todo[count++] = next[k];
            }
    }
    return count;
}

/* Lists the words; false when one is too long. */
static bool list_slots(struct bsn_gen_grid *grid, uint32_t longest)
{
    const uint32_t side = grid->side, cells = side * side;

    grid->slots = 0;
    for (uint32_t down = 0; down < 2; down++) {
        const uint32_t step = down ? side : 1;
        grid->across = down ? grid->slots : 0;
        for (uint32_t c = 0; c < cells; c++) {
            const uint32_t at = down ? c / side : c % side;
            if (grid->black[c] || (at > 0 && !grid->black[c - step]))
                continue;
            uint32_t length = 1;
            while (at + length < side && !grid->black[c + length * step])
                length++;
            if (length > longest)
                return false;
            grid->slot[grid->slots++] = (struct bsn_gen_slot){ length, c, step, 0 };
        }
    }
    return true;
}

bool bsn_gen_pattern(struct bsn_dice *dice, uint32_t blacks, uint32_t longest,
                     struct bsn_gen_grid *grid)
{
    const uint32_t cells = grid->side * grid->side;

    memset(grid->black, 0, sizeof grid->black);
    for (uint32_t n = 0; n < THROWS && cells - open_cells(grid) < blacks; n++) {
        const uint32_t c = bsn_roll(dice, cells);
        if (grid->black[c])
            continue;
        grid->black[c] = grid->black[cells - 1 - c] = true;
        if (has_short_run(grid) || reached_cells(grid) != open_cells(grid))
            grid->black[c] = grid->black[cells - 1 - c] = false;
    }
    return cells - open_cells(grid) >= blacks && open_cells(grid) > 0 &&
           list_slots(grid, longest);
}
