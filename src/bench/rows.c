/* rows.c - the table of hot paths.
 *
 * Behind rows of products, energies and training stand the same networks with the products of
 * OpenBLAS. The compact energy of crosswords has none: it is sums over words, not a network.
 */
#include "bench/parts.h"

#define ENERGY_ROW(WITH, BLAS, DOMAIN, WORD, ENERGY_OF, ABOUT, ...)                               \
    { WITH "energy-" DOMAIN "-" WORD,                                                             \
      "an evaluation of 16 particles with gradients, " ABOUT, "evaluation", BENCH_FLOPS,          \
      bench_open_energy, .openblas = BLAS, .domain = DOMAIN, .energy = ENERGY_OF, __VA_ARGS__ }
#define ENERGY(...) ENERGY_ROW("", false, __VA_ARGS__), ENERGY_ROW("openblas-", true, __VA_ARGS__)
#define COMPACT(DOMAIN, ABOUT, ...) \
    ENERGY(DOMAIN, "compact", BASIN_ENERGY_COMPACT, ABOUT, __VA_ARGS__)
#define PAPER(DOMAIN, ABOUT, ...) ENERGY(DOMAIN, "paper", BASIN_ENERGY_PAPER, ABOUT, __VA_ARGS__)
#define TRAIN_ROW(WITH, BLAS, DOMAIN, WORD, ENERGY_OF, ABOUT)                                     \
    { WITH "train-" DOMAIN "-" WORD, "a step of training, " ABOUT, "step", BENCH_FLOPS,           \
      bench_open_train, .openblas = BLAS, .domain = DOMAIN, .energy = ENERGY_OF }
#define TRAIN(...) TRAIN_ROW("", false, __VA_ARGS__), TRAIN_ROW("openblas-", true, __VA_ARGS__)
#define PRODUCT_ROW(WITH, BLAS)                                                                   \
    { WITH "product", "a product of matrices, 256 x 256 by 256 x 128", "product", BENCH_FLOPS,    \
      bench_open_product, .openblas = BLAS }

const struct bench_row bench_rows[] = {
    PRODUCT_ROW("", false),
    PRODUCT_ROW("openblas-", true),
    COMPACT("queens", "50 queens", .size = 50),
    COMPACT("sat", "250 variables at 4.26", .kind = "any", .size = 250, .ratio = 4.26),
    COMPACT("color", "250 vertices, half of the edges, 28 colours", .kind = "erdos-renyi",
            .size = 250, .ratio = 0.5, .width = 28),
    ENERGY_ROW("", false, "crossword", "compact", BASIN_ENERGY_COMPACT, "10 words", .size = 5),
    COMPACT("sudoku", "9 x 9", .size = 9),
    PAPER("queens", "8 queens", .size = 8),
    PAPER("sat", "50 variables at 4.36", .kind = "any", .size = 50, .ratio = 4.36),
    PAPER("color", "50 vertices, a fifth of the edges, 5 colours", .kind = "erdos-renyi",
          .size = 50, .ratio = 0.2, .width = 5),
    PAPER("crossword", "10 words", .size = 5),
    TRAIN("queens", "compact", BASIN_ENERGY_COMPACT, "diagonals"),
    TRAIN("queens", "paper", BASIN_ENERGY_PAPER, "lines of a board"),
    TRAIN("sat", "paper", BASIN_ENERGY_PAPER, "clauses"),
    TRAIN("color", "paper", BASIN_ENERGY_PAPER, "edges"),
    { "resample", "a particle of 1,024 that are resampled, 8 queens", "particle", BENCH_STREAM, bench_open_resample,
      .domain = "queens", .energy = BASIN_ENERGY_COMPACT, .size = 8 },
    { "random", "a normal number and the step it is for", "number", BENCH_MULTIPLY,
      bench_open_random, .domain = NULL },
    { "decode-color", "a particle of 250 vertices and 28 colours", "particle", BENCH_STREAM, bench_open_decode,
      .domain = "color", .energy = BASIN_ENERGY_COMPACT, .kind = "erdos-renyi", .size = 250,
      .ratio = 0.5, .width = 28 },
    { "decode-sat", "a particle of 10,000 variables", "particle", BENCH_STREAM, bench_open_decode,
      .domain = "sat", .energy = BASIN_ENERGY_COMPACT, .kind = "any", .size = 10000,
      .ratio = 4.2 },
    { "verify-sat", "a particle of 42,000 clauses", "particle", BENCH_SCATTER, bench_open_verify,
      .domain = "sat", .energy = BASIN_ENERGY_COMPACT, .kind = "any", .size = 10000,
      .ratio = 4.2 },
    { "move-sat", "a move of focus, 10,000 variables at 4.2", "move", BENCH_SCATTER,
      bench_open_move, .domain = "sat", .energy = BASIN_ENERGY_COMPACT, .kind = "any",
      .size = 10000, .ratio = 4.2 },
    { "move-color", "a move of focus, 500 vertices, half of the edges, 52 colours", "move",
      BENCH_SCATTER, bench_open_move, .domain = "color", .energy = BASIN_ENERGY_COMPACT,
      .kind = "erdos-renyi", .size = 500, .ratio = 0.5, .width = 52 },
    { "read-sat", "a clause of 10^6 in a file", "clause", BENCH_TEXT, bench_open_read, .size = 1000000,
      .ratio = 4.2, .width = 3 },
    { .name = NULL },
};
