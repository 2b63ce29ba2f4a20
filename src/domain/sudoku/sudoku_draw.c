/* sudoku_draw.c - the picture of a Sudoku.
 *
 * Shapes: the squares, their numbers, and the lines around the boxes. Givens are bold on a ground of
 * their own. The heat of a square is what its groups cost: those of its value in its row, its
 * column and its box, and that of the square itself.
 */
#include "domain/sudoku/grid.h"

#include <math.h>

basin_status bsn_sudoku_lay(const struct bsn_sudoku *sudoku, struct bsn_scene *scene)
{
    const uint32_t n = sudoku->n;

    scene->width = scene->height = (float)n;
    for (uint32_t i = 0; i < n * n; i++)
        bsn_scene_rect(scene, BSN_TONE_OPEN, i % n, i / n, 1, 1);
    for (uint32_t i = 0; i < n * n; i++)
        bsn_scene_text(scene, BSN_TONE_MUTED, i % n + 0.5, i / n + 0.5, 0.8, 0.7, "");
    for (uint32_t at = 0; at <= n; at += sudoku->box) {
        bsn_scene_line(scene, BSN_TONE_INK, at, 0, at, n);
        bsn_scene_line(scene, BSN_TONE_INK, 0, at, n, at);
    }
    return scene->status;
}

/* Squares of a unit that have the value of another one in it. */
static void mark_doubles(const struct bsn_sudoku *sudoku, const int32_t *value, uint32_t unit,
                         bool wrong[static BSN_SUDOKU_SQUARES])
{
    for (uint32_t i = 0; i < sudoku->n; i++)
        for (uint32_t j = 0; j < i; j++) {
            const uint32_t a = bsn_sudoku_square(sudoku, unit, i);
            const uint32_t b = bsn_sudoku_square(sudoku, unit, j);
            if (value[a] >= 0 && value[a] == value[b])
                wrong[a] = wrong[b] = true;
        }
}

static void paint_square(const struct bsn_sudoku *sudoku, uint32_t i, int32_t value, bool wrong,
                         struct bsn_shape *square, struct bsn_shape *text)
{
    const bool given = sudoku->given[i] >= 0, fine = value >= 0 && value < (int32_t)sudoku->n;

    square->tone = wrong ? BSN_TONE_WRONG : given ? BSN_TONE_GIVEN : BSN_TONE_OPEN;
    text->tone = wrong ? BSN_TONE_WRONG : given ? BSN_TONE_MARK : BSN_TONE_MUTED;
    text->text[0] = 0;
    if (fine)
        bsn_shape_say(text, "%c", bsn_sudoku_sign(value));
}

/* The groups of the units are numbered after those of the squares, value by value. */
static double cost_of(const struct bsn_sudoku *sudoku, const double *cost, uint32_t i,
                      int32_t value)
{
    const uint32_t n = sudoku->n, box = sudoku->box, row = i / n, column = i % n;
    const uint32_t unit[] = { row, n + column, 2 * n + row / box * box + column / box };
    double sum = cost[i];

    for (int k = 0; k < 3 && value >= 0 && value < (int32_t)n; k++)
        sum += cost[n * n + unit[k] * n + (uint32_t)value];
    return sum;
}

void bsn_sudoku_paint(const struct bsn_sudoku *sudoku, const int32_t *value, const double *cost,
                      struct bsn_scene *scene)
{
    const uint32_t n = sudoku->n, squares = n * n;
    struct bsn_shape *const square = scene->shape, *const text = square + squares;
    int32_t shown[BSN_SUDOKU_SQUARES];
    bool wrong[BSN_SUDOKU_SQUARES] = { false };

    for (uint32_t i = 0; i < squares; i++) {
        shown[i] = value ? value[i] : sudoku->given[i];
        wrong[i] = value && (value[i] < 0 || value[i] >= (int32_t)n ||
                             (sudoku->given[i] >= 0 && value[i] != sudoku->given[i]));
    }
    for (uint32_t unit = 0; unit < 3 * n; unit++)
        mark_doubles(sudoku, shown, unit, wrong);
    for (uint32_t i = 0; i < squares; i++) {
        paint_square(sudoku, i, shown[i], wrong[i], &square[i], &text[i]);
        square[i].heat = text[i].heat = cost ? (float)cost_of(sudoku, cost, i, shown[i]) : NAN;
    }
}
