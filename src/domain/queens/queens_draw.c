/* queens_draw.c - the picture of a queens' board.
 *
 * Shapes: the n x n squares, the 6n - 2 lines (seen only where one is broken), and, up to a size at
 * which they can be told apart, a queen for each square; beyond, the border. The heat of a square
 * is what its row, its column and its two diagonals cost together.
 */
#include "domain/queens/board.h"

#include <math.h>

#define SMALL 100  /* beyond, a queen is a filled square */

static enum bsn_tone square_tone(uint32_t n, uint32_t row, uint32_t col)
{
    return n > SMALL ? BSN_TONE_NONE : (row + col) % 2 ? BSN_TONE_DARK : BSN_TONE_LIGHT;
}

basin_status bsn_queens_lay(uint32_t n, struct bsn_scene *scene)
{
    scene->width = scene->height = (float)n;
    for (uint32_t i = 0; i < n * n; i++)
        bsn_scene_rect(scene, square_tone(n, i / n, i % n), i % n, i / n, 1, 1);
    for (uint32_t i = 0; i < 6 * n - 2; i++) {
        const struct bsn_line line = bsn_line_of(n, i);
        const int far = (int)line.length - 1;
        const double x = line.col + 0.5, y = line.row + 0.5;
        bsn_scene_line(scene, BSN_TONE_NONE, x, y, x + line.right * far, y + line.down * far);
    }
    for (uint32_t i = 0; n <= SMALL && i < n * n; i++)
        bsn_scene_text(scene, BSN_TONE_MARK, i % n + 0.5, i / n + 0.5, 0.8, 0.8, "");
    for (uint32_t side = 0; n > SMALL && side < 4; side++) {
        const double from[] = { 0, 0, n, n, 0, 0 };  /* corner by corner */
        bsn_scene_line(scene, BSN_TONE_MUTED, from[side], from[side + 1], from[side + 1],
                       from[side + 2]);
    }
    return scene->status;
}

/* The lines through a square. */
static void lines_of(uint32_t n, uint32_t row, uint32_t col, uint32_t line[4])
{
    line[0] = row;
    line[1] = n + col;
    line[2] = 2 * n + (n - 1 + col - row);
    line[3] = 4 * n - 1 + row + col;
}

static void reset(uint32_t n, const double *cost, struct bsn_scene *scene)
{
    uint32_t line[4];

    for (uint32_t i = 0; i < n * n; i++) {
        struct bsn_shape *const square = &scene->shape[i];
        square->tone = (uint8_t)square_tone(n, i / n, i % n);
        square->heat = NAN;
        lines_of(n, i / n, i % n, line);
        if (cost)
            square->heat = (float)(cost[line[0]] + cost[line[1]] + cost[line[2]] + cost[line[3]]);
    }
    const uint32_t queens = n * n + 6 * n - 2, end = queens + (n <= SMALL ? n * n : 0);
    for (uint32_t i = n * n; i < end; i++) {
        scene->shape[i].tone = BSN_TONE_NONE;
        scene->shape[i].text[0] = 0;
        scene->shape[i].heat = i < queens ? NAN : scene->shape[i - queens].heat;
    }
}

/* A line with a queen already is broken by the next; its tone tells: none, once met, broken. */
static void meet(uint32_t n, uint32_t row, uint32_t col, struct bsn_scene *scene)
{
    struct bsn_shape *const lines = scene->shape + n * n;
    uint32_t line[4];

    lines_of(n, row, col, line);
    for (int i = 0; i < 4; i++)
        lines[line[i]].tone = lines[line[i]].tone == BSN_TONE_NONE ? BSN_TONE_HOLDS
                                                                   : BSN_TONE_WRONG;
}

static void put_queen(uint32_t n, uint32_t row, uint32_t col, struct bsn_scene *scene)
{
    const struct bsn_shape *const lines = scene->shape + n * n;
    uint32_t line[4];
    enum bsn_tone tone = BSN_TONE_MARK;

    lines_of(n, row, col, line);
    for (int i = 0; i < 4; i++)
        tone = lines[line[i]].tone == BSN_TONE_WRONG ? BSN_TONE_WRONG : tone;
    if (n > SMALL || tone == BSN_TONE_WRONG)
        scene->shape[row * n + col].tone = (uint8_t)tone;
    if (n > SMALL)
        return;
    struct bsn_shape *const queen = &scene->shape[n * n + 6 * n - 2 + row * n + col];
    queen->tone = (uint8_t)tone;
    bsn_shape_say(queen, "%s", BSN_SHAPE_QUEEN);
}

void bsn_queens_paint(uint32_t n, const int32_t *value, const double *cost,
                      struct bsn_scene *scene)
{
    struct bsn_shape *const lines = scene->shape + n * n;
    uint32_t column[2];

    reset(n, cost, scene);
    if (!value)
        return;
    for (uint32_t r = 0; r < n; r++) {
        const uint32_t queens = bsn_row_queens(n, value[r], column);
        for (uint32_t q = 0; q < queens; q++)
            meet(n, r, column[q], scene);
        if (queens == 0)
            lines[r].tone = BSN_TONE_WRONG;
    }
    for (uint32_t r = 0; r < n; r++) {
        const uint32_t queens = bsn_row_queens(n, value[r], column);
        for (uint32_t q = 0; q < queens; q++)
            put_queen(n, r, column[q], scene);
    }
    for (uint32_t i = 0; i < 6 * n - 2; i++)
        if (lines[i].tone == BSN_TONE_HOLDS)
            lines[i].tone = BSN_TONE_NONE;
}
