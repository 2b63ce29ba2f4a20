/* grid.h - a Sudoku: the puzzle, its units, and how squares are written. */
#ifndef BSN_SUDOKU_GRID_H
#define BSN_SUDOKU_GRID_H

#include "base/text.h"
#include "domain/scene.h"

#define BSN_SUDOKU_SIDE 25  /* of the largest */
#define BSN_SUDOKU_SQUARES (BSN_SUDOKU_SIDE * BSN_SUDOKU_SIDE)

/* n x n squares in boxes of box x box, each with one of n values from 0 on. Squares are numbered
 * row by row. */
struct bsn_sudoku {
    uint32_t box, n;
    int8_t given[BSN_SUDOKU_SQUARES];  /* the value, or -1 */
};

/* The side of a box in a puzzle of so many squares; 0: there is none of that size. */
uint32_t bsn_sudoku_box(size_t squares);

/* Square i of a unit: rows, columns and boxes, n each. */
uint32_t bsn_sudoku_square(const struct bsn_sudoku *sudoku, uint32_t unit, uint32_t i);

/* 1 to 9, then A to P; a point for what is no value. */
char bsn_sudoku_sign(int32_t value);

/* The value of a sign, -1 for an open square (0 or a point); n or more: it is no sign. */
int32_t bsn_sudoku_value(char sign);

/* Reads puzzle `index`, from 0, of a file with one a line. What follows a blank or a comma in a
 * line, empty lines and those that begin with # are passed over. */
basin_status bsn_sudoku_read(basin_ctx *ctx, const char *path, size_t index,
                             struct bsn_sudoku *sudoku);
/* How many puzzles it has. */
basin_status bsn_sudoku_count(basin_ctx *ctx, const char *path, size_t *count);

/* As in the tables of a domain. */
void bsn_sudoku_write(const struct bsn_sudoku *sudoku, const int32_t *value, const char *format,
                      struct bsn_text *text);
basin_status bsn_sudoku_solutions(basin_ctx *ctx, const struct bsn_sudoku *sudoku, const char *path,
                                  const char *text, int32_t **value, size_t *count);
basin_status bsn_sudoku_lay(const struct bsn_sudoku *sudoku, struct bsn_scene *scene);
void bsn_sudoku_paint(const struct bsn_sudoku *sudoku, const int32_t *value, const double *cost,
                      struct bsn_scene *scene);

#endif
