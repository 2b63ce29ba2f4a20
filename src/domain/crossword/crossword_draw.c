/* crossword_draw.c - the picture of a crossword.
 *
 * Shapes: the squares of the grid, a letter for each of them, then the numbers of the words. The
 * heat of a square is what the words through it cost. A letter that the file's own solution has
 * otherwise is a miss: no rule is broken by it, which is why it is not wrong.
 */
#include "domain/crossword/crossword_draw.h"

#include "domain/crossword/words/word_list.h"

#include <math.h>
#include <stdio.h>

basin_status bsn_crossword_lay(const struct bsn_puzzle *puzzle, struct bsn_scene *scene)
{
    const uint32_t columns = puzzle->columns, cells = puzzle->rows * columns;
    char number[12];

    scene->width = (float)columns;
    scene->height = (float)puzzle->rows;
    for (uint32_t i = 0; i < cells; i++)
        bsn_scene_rect(scene, BSN_TONE_OPEN, i % columns, i / columns, 1, 1);
    for (uint32_t i = 0; i < cells; i++)
        bsn_scene_text(scene, BSN_TONE_INK, i % columns + 0.5, i / columns + 0.57, 0.8, 0.62, "");
    for (size_t s = 0; s < puzzle->slots + puzzle->shorts; s++) {
        const struct bsn_slot *const slot = &puzzle->slot[s];
        bool seen = false;  /* a number is that of two words at most */
        for (size_t before = 0; before < s; before++)
            seen |= puzzle->slot[before].first == slot->first;
        if (seen)
            continue;
        snprintf(number, sizeof number, "%u", slot->number);
        bsn_scene_text(scene, BSN_TONE_MUTED, slot->first % columns + 0.2,
                       slot->first / columns + 0.17, 0.36, 0.24, number);
    }
    return scene->status;
}

static void paint_cell(const struct bsn_puzzle *puzzle, uint32_t i, int32_t letter, bool filled,
                       struct bsn_shape *square, struct bsn_shape *text)
{
    const char given = puzzle->cell[i];
    const bool fine = letter >= 0 && letter < BSN_LETTERS;
    const bool broken = filled && (!fine || (given != BSN_CELL_OPEN && given != 'A' + letter));
    const char wanted = puzzle->solution ? puzzle->solution[i] : BSN_CELL_OPEN;
    const bool miss = fine && wanted != BSN_CELL_OPEN && wanted != 'A' + letter;

    square->tone = broken                    ? BSN_TONE_WRONG
                   : miss                    ? BSN_TONE_MISS
                   : given != BSN_CELL_OPEN ? BSN_TONE_GIVEN
                   : fine                    ? BSN_TONE_LIGHT
                                             : BSN_TONE_OPEN;
    text->tone = broken ? BSN_TONE_WRONG : miss ? BSN_TONE_MISS : BSN_TONE_INK;
    if (fine)
        bsn_shape_say(text, "%c", 'A' + letter);
}

void bsn_crossword_paint(const struct bsn_puzzle *puzzle, const int32_t *value, const double *cost,
                         struct bsn_scene *scene)
{
    const uint32_t cells = puzzle->rows * puzzle->columns;
    struct bsn_shape *const square = scene->shape, *const text = square + cells;
    uint32_t at = 0;

    for (uint32_t i = 0; i < cells; i++) {
        square[i].heat = NAN;
        square[i].tone = BSN_TONE_BLOCK;
        text[i].tone = BSN_TONE_INK;
        text[i].text[0] = 0;
        if (puzzle->cell[i] == BSN_CELL_BLOCK)
            continue;
        const int32_t given = puzzle->cell[i] == BSN_CELL_OPEN ? -1 : puzzle->cell[i] - 'A';
        paint_cell(puzzle, i, value ? value[at] : given, value != NULL, &square[i], &text[i]);
        at++;
    }
    for (size_t s = 0; cost && s < puzzle->slots; s++)
        for (size_t j = 0; j < puzzle->slot[s].length; j++) {
            float *const heat = &square[bsn_slot_cell(&puzzle->slot[s], j)].heat;
            *heat = (isnan(*heat) ? 0 : *heat) + (float)cost[s];
        }
    for (uint32_t i = 0; i < cells; i++)
        text[i].heat = square[i].heat;
    for (size_t i = 2 * cells; i < scene->shapes; i++) {  /* numbers stand in squares' corners */
        struct bsn_shape *const number = &scene->shape[i];
        const struct bsn_shape *const below =
            &square[(uint32_t)number->y * puzzle->columns + (uint32_t)number->x];
        number->heat = below->heat;
        number->tone = below->tone == BSN_TONE_WRONG ? BSN_TONE_WRONG : BSN_TONE_MUTED;
    }
}
