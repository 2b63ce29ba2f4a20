/* board.c - lines and rows of a queens' board. */
#include "domain/queens/board.h"

struct bsn_line bsn_line_of(uint32_t n, uint32_t index)
{
    const uint32_t diagonals = 2 * n - 1;

    if (index < n)
        return (struct bsn_line){ index, 0, n, 0, 1 };
    if (index < 2 * n)
        return (struct bsn_line){ 0, index - n, n, 1, 0 };
    const bool falling = index < 2 * n + diagonals;
    const uint32_t d = (index - 2 * n) % diagonals;  /* n - 1 is the longest */
    const uint32_t length = d < n ? d + 1 : diagonals - d;
    const uint32_t side = d < n ? 0 : d - n + 1;     /* how far the start is from the corner */
    if (falling)
        return (struct bsn_line){ d < n ? n - 1 - d : 0, side, length, 1, 1 };
    return (struct bsn_line){ d < n ? d : n - 1, side, length, -1, 1 };
}

uint32_t bsn_line_cell(uint32_t n, const struct bsn_line *line, uint32_t i)
{
    const int row = (int)line->row + line->down * (int)i;
    const int col = (int)line->col + line->right * (int)i;

    return (uint32_t)row * n + (uint32_t)col;
}

uint32_t bsn_row_queens(uint32_t n, int32_t value, uint32_t column[static 2])
{
    const uint32_t v = (uint32_t)value;

    if (value < 0 || v >= n * (n + 1))
        return 0;
    column[0] = v % n;
    if (v < n)
        return 1;
    column[1] = v / n - 1;
    return column[0] < column[1] ? 2 : 0;
}
