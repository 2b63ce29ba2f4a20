/* line_teach.c - lessons and exact energies of lines of which one place is taken. */
#include "domain/line_teach.h"

#include "base/mem.h"

#include <math.h>

#define EMPTY 57  /* of a hundred invalid lines of 8 or 9 places that are due one, 0.34 / 0.60 */

void bsn_line_teach(const struct bsn_line_lesson *lesson, const uint32_t word[4],
                    struct bsn_minibatch *minibatch, size_t col)
{
    const size_t cols = minibatch->cols;
    const uint32_t length = lesson->length;

    for (uint32_t c = 0; c < lesson->places; c++) {
        minibatch->y[c * cols + col] = c == lesson->taken;
        minibatch->negative[c * cols + col] = 0;
    }
    if (lesson->one_due && word[1] % 100 < EMPTY)
        return;
    const uint32_t first = word[2] % length, second = 1 + word[3] % (length - 1);
    minibatch->negative[first * cols + col] = 1;
    minibatch->negative[(first + second) % length * cols + col] = 1;
}

size_t bsn_line_places(const struct bsn_rng *at, size_t length)
{
    const size_t more = bsn_rng_below(at, 0, 8);

    return more < 4 ? length : length << (more < 6 ? 1 : more - 4);
}

basin_status bsn_line_examples(basin_ctx *ctx, size_t parts, uint32_t length, bool alone, bool empty,
                               struct bsn_examples *out)
{
    const double n = (double)parts, others = length - 1;
    const double total = n + (empty ? others : 0);  /* weights: 1 for each place, the rest for none */

    *out = (struct bsn_examples){ .width = parts, .count = parts + empty };
    BSN_TRY(BSN_NEW(ctx, out->count, &out->log_weight));
    BSN_TRY(BSN_NEW(ctx, out->count + 1, &out->first));
    BSN_TRY(BSN_NEW(ctx, parts, &out->one));
    for (uint32_t i = 0; i < parts; i++) {
        out->one[i] = i;
        out->first[i + 1] = i + 1;
        out->log_weight[i] = -log(total);
    }
    if (empty) {
        out->first[parts + 1] = (uint32_t)parts;
        out->log_weight[parts] = log(others / total);
    }
    /* The log-probability that independent places make such a line. */
    out->floor = alone ? 0 : log(total / length) + (n - 1) * log(others / length);
    return BASIN_STATUS_OK;
}
