/* line_teach.h - lines of places of which one is taken, as lessons: what boards of queens and grids
 * of numbers learn from alike.
 *
 * The networks are "cell", the energy of a single place, and those of lines. What they are taught
 * comes from one solved instance, which says where the one place of each of its lines is; invalid
 * lines are made up.
 */
#ifndef BSN_LINE_TEACH_H
#define BSN_LINE_TEACH_H

#include "train/curriculum.h"

/* Macros, as a constant is no constant expression in C17. */
#define BSN_NET_PLACE { .kind = BSN_NET_SET, .inputs = 1, .hidden = 4, .sums = 1, .pools = 1, \
                        .head = 2, .quadratic = 1 }
#define BSN_NET_LINE { .kind = BSN_NET_SET, .inputs = 1, .hidden = 8, .sums = 2, .pools = 2, \
                       .head = 4, .positive = 1 }

/* Recipes of the energy of a place, and of a line of `length` places of which exactly one is taken.
 * The odds of an invalid one are those of `length` places that are taken each with probability
 * 1 / length. With them the classifier and the diffusion loss agree on one energy. */
#define BSN_RECIPE_PLACE { .name = "cell", .net = BSN_NET_PLACE, .parts = 1, .steps = 4000, \
                           .batch = 1024, .tile = 64, .rate = 0.01, .diffusion = 1, \
                           .noise_floor = 0.1 }
#define BSN_RECIPE_ONE(length, invalid_odds) \
    { .name = "one", .net = BSN_NET_LINE, .base = "cell", .parts = 8 * (length), .steps = 4000, \
      .batch = 1024, .tile = 64, .rate = 0.01, .diffusion = 1, .contrastive = 0.5, \
      .odds = (invalid_odds), .noise_floor = 0.1 }

#define BSN_LINE_NONE UINT32_MAX  /* no place is taken */

/* A line of `places`, of which all past the first `length` are empty and place `taken` is not. */
struct bsn_line_lesson {
    size_t places;
    uint32_t length, taken;
    bool one_due;  /* a line of which none is taken is invalid too */
};

/* Writes column `col` of the minibatch: the line, and an invalid relative of it: one with two that
 * are taken, or, where one is due, with none. */
void bsn_line_teach(const struct bsn_line_lesson *lesson, const uint32_t word[4],
                    struct bsn_minibatch *minibatch, size_t col);

/* How many places the lines of a minibatch have. What is learned on short lines must hold on long
 * ones, where empty places are many: half of the lessons have up to eight times as many. */
size_t bsn_line_places(const struct bsn_rng *at, size_t length);

/* Exact energies: of a line, one in each place, and `empty`, none, where that is allowed; of a
 * single place (`alone`), taken once in `length`. Lines are weighted as independent places would
 * be. */
basin_status bsn_line_examples(basin_ctx *ctx, size_t parts, uint32_t length, bool alone, bool empty,
                               struct bsn_examples *out);

#endif
