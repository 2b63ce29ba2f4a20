/* crossword_draw.h - the picture of a crossword: squares, numbers, letters. */
#ifndef BSN_CROSSWORD_DRAW_H
#define BSN_CROSSWORD_DRAW_H

#include "format/puzzle.h"
#include "domain/scene.h"

basin_status bsn_crossword_lay(const struct bsn_puzzle *puzzle, struct bsn_scene *scene);
void bsn_crossword_paint(const struct bsn_puzzle *puzzle, const int32_t *value, const double *cost,
                         struct bsn_scene *scene);

#endif
