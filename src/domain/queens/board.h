/* board.h - the lines of a queens' board, what a row's value says, and the board's picture. */
#ifndef BSN_QUEENS_BOARD_H
#define BSN_QUEENS_BOARD_H

#include "domain/scene.h"

/* A line of cells: from (row, col) in steps of (down, right), `length` cells. */
struct bsn_line {
    uint32_t row, col, length;
    int down, right;
};

/* Lines 0 .. 2n - 1 are rows and columns, then 2n - 1 falling and 2n - 1 rising diagonals. */
struct bsn_line bsn_line_of(uint32_t n, uint32_t index);
uint32_t bsn_line_cell(uint32_t n, const struct bsn_line *line, uint32_t i);

/* A solution has one queen in a row: its column. A board with two in a row is none, but it can be
 * priced and drawn: columns a < b are the value a + n (b + 1). Writes the columns and returns how
 * many there are: 0 for a row that is open, and for values that are neither. */
uint32_t bsn_row_queens(uint32_t n, int32_t value, uint32_t column[static 2]);

basin_status bsn_queens_lay(uint32_t n, struct bsn_scene *scene);
void bsn_queens_paint(uint32_t n, const int32_t *value, const double *cost,
                      struct bsn_scene *scene);

#endif
