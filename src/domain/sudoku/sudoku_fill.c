/* sudoku_fill.c - a random solved grid.
 *
 * A grid made by a pattern is mixed by exchanges that keep it solved: of two rows of one band, as
 * many squares change places as it takes until each row has every value again; columns likewise.
 * At the end the values are renamed.
 */
#include "domain/sudoku/sudoku_gen.h"

#define EXCHANGES 100  /* for each row and column */

/* Lines of squares: square i of line k is k * across + i * along. */
struct lines {
    uint32_t across, along;
};

/* Where else in a line the value of its square i stands; i when nowhere. */
static uint32_t find_twin(const struct bsn_sudoku *grid, struct lines l, uint32_t line, uint32_t i)
{
    const int8_t *const at = grid->given + line * l.across;

    for (uint32_t j = 0; j < grid->n; j++)
        if (j != i && at[j * l.along] == at[i * l.along])
            return j;
    return i;
}

/* Exchanges square i of two lines of one band, and then what that makes necessary. */
static void exchange(struct bsn_sudoku *grid, struct lines l, uint32_t one, uint32_t two,
                     uint32_t i)
{
    for (uint32_t before = grid->n; i != before;) {
        int8_t *const a = &grid->given[one * l.across + i * l.along];
        int8_t *const b = &grid->given[two * l.across + i * l.along];
        const int8_t kept = *a;
        *a = *b;
        *b = kept;
        before = i;
        i = find_twin(grid, l, one, i);
    }
}

static void rename_values(struct bsn_dice *dice, struct bsn_sudoku *grid)
{
    int8_t name[BSN_SUDOKU_SIDE];

    for (uint32_t v = 0; v < grid->n; v++) {
        const uint32_t place = bsn_roll(dice, v + 1);
        name[v] = name[place];
        name[place] = (int8_t)v;
    }
    for (uint32_t i = 0; i < grid->n * grid->n; i++)
        grid->given[i] = name[grid->given[i]];
}

void bsn_sudoku_fill(struct bsn_dice *dice, struct bsn_sudoku *grid)
{
    const uint32_t n = grid->n, box = grid->box;

    for (uint32_t i = 0; i < n * n; i++) {
        const uint32_t row = i / n, column = i % n;
        grid->given[i] = (int8_t)((row % box * box + row / box + column) % n);
    }
    for (uint32_t k = 0; k < 2 * n * EXCHANGES; k++) {
        const struct lines l = bsn_roll(dice, 2) ? (struct lines){ n, 1 } : (struct lines){ 1, n };
        const uint32_t band = bsn_roll(dice, box) * box, one = bsn_roll(dice, box);
        const uint32_t two = (one + 1 + bsn_roll(dice, box - 1)) % box;
        exchange(grid, l, band + one, band + two, bsn_roll(dice, n));
    }
    rename_values(dice, grid);
}
