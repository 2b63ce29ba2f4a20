/* sudoku.c - Sudoku: numbers in a square grid, each once in every row, column and box.
 *
 * A square is a variable with a value, and a coordinate, for each number. Constraints are groups of
 * things of which exactly one holds: the values of a square; for each unit (a row, a column, a box)
 * and each value the squares that may have it. Groups are factors of the network "one", coordinates
 * of "cell", both trained on the groups of one solved grid. The rows and columns of a board of
 * queens are such groups too, and their networks go by the same names: they serve as well.
 */
#include "base/mem.h"
#include "domain/assign.h"
#include "domain/domain.h"
#include "domain/named.h"
#include "domain/sudoku/grid.h"
#include "domain/sudoku/sudoku_gen.h"
#include "domain/sudoku/sudoku_teach.h"
#include "sample/dynamics.h"

#include <string.h>

/* ----------------------------------------------------------------------------- instance ---- */

static bool sudoku_claims(const char *spec)
{
    static const char *const endings[] = { ".sudoku", ".sdm", NULL };

    return bsn_named(spec, bsn_spec_file(spec), endings);
}

static basin_status sudoku_open(basin_ctx *ctx, const char *spec, void **instance)
{
    struct bsn_sudoku *sudoku;
    char *path = NULL;
    size_t index;
    basin_status status;

    BSN_TRY(BSN_NEW(ctx, 1, &sudoku));
    BSN_TRY_OUT(bsn_spec_split(ctx, spec, &path, &index));
    BSN_TRY_OUT(bsn_sudoku_read(ctx, path, index, sudoku));
    bsn_free(ctx, path);
    *instance = sudoku;
    return BASIN_STATUS_OK;
out:
    bsn_free(ctx, path);
    bsn_free(ctx, sudoku);
    return status;
}

static void sudoku_free(basin_ctx *ctx, void *instance)
{
    bsn_free(ctx, instance);
}

static size_t squares_of(const struct bsn_sudoku *sudoku)
{
    return (size_t)sudoku->n * sudoku->n;
}

static size_t sudoku_values(const void *instance)
{
    return squares_of(instance);
}

/* Squares, and the values of rows, columns and boxes. */
static size_t sudoku_constraints(const void *instance)
{
    return 4 * squares_of(instance);
}

static void sudoku_given(const void *instance, int32_t *value)
{
    const struct bsn_sudoku *const sudoku = instance;

    for (size_t i = 0; i < squares_of(sudoku); i++)
        value[i] = sudoku->given[i] >= 0 ? sudoku->given[i] : value[i];
}

/* ---------------------------------------------------------------- givens that exclude others ---- */

/* The first unit in which two givens are the same, or UINT32_MAX; *twice is their value. */
static uint32_t find_double(const struct bsn_sudoku *sudoku, int32_t *twice)
{
    for (uint32_t unit = 0; unit < 3 * sudoku->n; unit++) {
        uint32_t seen = 0;
        for (uint32_t i = 0; i < sudoku->n; i++) {
            const int32_t value = sudoku->given[bsn_sudoku_square(sudoku, unit, i)];
            *twice = value;
            if (value >= 0 && (seen >> value & 1))
                return unit;
            seen |= value >= 0 ? (uint32_t)1 << value : 0;
        }
    }
    return UINT32_MAX;
}

/* One changed given may mend more, so that nothing is known past the first. */
static uint64_t sudoku_floor(const void *instance)
{
    int32_t twice = -1;

    return find_double(instance, &twice) != UINT32_MAX;
}

static void sudoku_floor_reason(const void *instance, struct bsn_text *text)
{
    static const char *const units[] = { "row", "column", "box" };
    const struct bsn_sudoku *const sudoku = instance;
    int32_t twice = -1;
    const uint32_t unit = find_double(sudoku, &twice);

    bsn_text_add(text, "%c is given twice in %s %u", bsn_sudoku_sign(twice),
                 units[unit / sudoku->n], unit % sudoku->n + 1);
}

/* -------------------------------------------------------------------------------- graph ---- */

static basin_status add_places(basin_ctx *ctx, struct bsn_graph *graph)
{
    const size_t places = graph->coords;
    const struct bsn_term_size size = { .parts = places, .factors = places, .members = places,
                                        .inputs = 1 };
    struct bsn_term *term;

    BSN_TRY(bsn_graph_add(ctx, graph, "cell", true, &size, &term));
    for (uint32_t i = 0; i < places; i++) {
        term->input[i] = term->member[i] = i;
        term->first[i + 1] = i + 1;
    }
    return BASIN_STATUS_OK;
}

/* The groups of squares come first, then those of the units, value by value. */
static basin_status add_groups(basin_ctx *ctx, const struct bsn_sudoku *sudoku,
                               struct bsn_graph *graph)
{
    const uint32_t n = sudoku->n, squares = n * n, groups = 4 * squares;
    const size_t members = (size_t)groups * n;
    const struct bsn_term_size size = { .parts = graph->coords, .factors = groups,
                                        .members = members, .covers = members, .inputs = 1 };
    struct bsn_term *term;
    uint32_t at = 0;

    BSN_TRY(bsn_graph_add(ctx, graph, "one", false, &size, &term));
    for (uint32_t i = 0; i < graph->coords; i++)
        term->input[i] = i;
    for (uint32_t g = 0; g < groups; g++) {
        for (uint32_t i = 0; i < n; i++, at++) {
            const uint32_t square = g < squares ? g : bsn_sudoku_square(sudoku, g / n - n, i);
            term->member[at] = term->cover[at] = square * n + (g < squares ? i : g % n);
        }
        term->first[g + 1] = term->cover_first[g + 1] = at;
    }
    return BASIN_STATUS_OK;
}

static basin_status sudoku_graph(basin_ctx *ctx, const void *instance, const basin_model *model,
                                 struct bsn_graph *graph)
{
    const struct bsn_sudoku *const sudoku = instance;

    (void)model;  /* the networks have the same names in all */
    graph->coords = squares_of(sudoku) * sudoku->n;
    BSN_TRY(bsn_graph_even(ctx, graph, sudoku->n));
    BSN_TRY(add_places(ctx, graph));
    return add_groups(ctx, sudoku, graph);
}

/* ---------------------------------------------------------------------- decode and encode ---- */

static void sudoku_decode(const void *instance, enum bsn_decode how, size_t count, const float *y,
                          int32_t *value)
{
    const struct bsn_sudoku *const sudoku = instance;

    (void)how;  /* there is one way */
    bsn_highest_decode(squares_of(sudoku), sudoku->n, count, y, value);
}

static void sudoku_encode(const void *instance, const int32_t *value, float open, float *y)
{
    const struct bsn_sudoku *const sudoku = instance;

    bsn_highest_encode(squares_of(sudoku), sudoku->n, value, open, y);
}

/* ------------------------------------------------------------------------------ verifier ---- */

static size_t sudoku_scratch(const void *instance)
{
    return 3 * (size_t)((const struct bsn_sudoku *)instance)->n;
}

/* Squares without a value or without the given one, and values that a unit does not have. */
static uint64_t count_broken(const struct bsn_sudoku *sudoku, const int32_t *value, uint32_t *scratch)
{
    const uint32_t n = sudoku->n, box = sudoku->box;
    uint32_t *const row = scratch, *const column = row + n, *const block = column + n;
    uint64_t broken = 3 * (uint64_t)n * n;

    memset(scratch, 0, 3 * n * sizeof *scratch);
    for (uint32_t r = 0; r < n; r++)
        for (uint32_t c = 0; c < n; c++) {
            const int32_t given = sudoku->given[r * n + c], v = value[r * n + c];
            broken += v < 0 || v >= (int32_t)n || (given >= 0 && given != v);
            if (v < 0 || v >= (int32_t)n)
                continue;
            row[r] |= (uint32_t)1 << v;
            column[c] |= (uint32_t)1 << v;
            block[r / box * box + c / box] |= (uint32_t)1 << v;
        }
    for (uint32_t i = 0; i < 3 * n; i++)
        broken -= (uint64_t)__builtin_popcount(scratch[i]);
    return broken;
}

static void sudoku_verify(const void *instance, size_t count, const int32_t *value,
                          uint32_t *scratch, uint64_t *violated)
{
    for (size_t i = 0; i < count; i++)
        violated[i] = count_broken(instance, value + i * squares_of(instance), scratch);
}

/* ------------------------------------------------------------------------- text in and out ---- */

static void sudoku_write(const void *instance, const int32_t *value, uint64_t violated,
                         const double *sure, const char *format, struct bsn_text *text)
{
    (void)violated;
    (void)sure;
    bsn_sudoku_write(instance, value, format, text);
}

static basin_status sudoku_read(basin_ctx *ctx, const void *instance, const char *path, char *text,
                                int32_t **value, size_t *count)
{
    return bsn_sudoku_solutions(ctx, instance, path, text, value, count);
}

/* ------------------------------------------------------------------------------- pictures ---- */

static basin_status sudoku_lay(basin_ctx *ctx, const void *instance, struct bsn_scene *scene)
{
    (void)ctx;
    return bsn_sudoku_lay(instance, scene);
}

static void sudoku_paint(const void *instance, const int32_t *value, const double *cost,
                         struct bsn_scene *scene)
{
    bsn_sudoku_paint(instance, value, cost, scene);
}

/* As of problems that their users state, which were found on Sudokus among others (own.c). */
static struct bsn_dynamics sudoku_dynamics(const void *instance)
{
    (void)instance;
    return (struct bsn_dynamics){ .sigma = { 0.4, 0.7 }, .decay = { 0.05, 0.01 }, .rate = 0.2,
                                  .step_size = 0.6, .clip = 1, .noise_scale = 0.24,
                                  .momentum = 0.5 };
}

static const char *const lenders[] = { "queens", NULL };

static const struct bsn_task task = {
    .free = sudoku_free,
    .values = sudoku_values,
    .constraints = sudoku_constraints,
    .lenders = lenders,
    .given = sudoku_given,
    .floor = sudoku_floor,
    .graph = sudoku_graph,
    .costs = sudoku_constraints,
    .examples = bsn_sudoku_examples,
    .decode = sudoku_decode,
    .encode = sudoku_encode,
    .verify = sudoku_verify,
    .scratch = sudoku_scratch,
    .sampler = "focus",
    .dynamics = sudoku_dynamics,
};

static const struct bsn_notation notation = {
    .operand = "FILE",
    .formats = "grid line",
    .suffix = ".sudoku",
    .about = "FILE has a puzzle a line: 81 characters, row by row, 1 to 9, and 0 or . for an open "
             "square. Puzzles of 256 (16 x 16) have A to G for 10 to 16, those of 625 (25 x 25) A "
             "to P for 10 to 25, and those of 16 (4 x 4) 1 to 4. What follows a blank or a comma in "
             "a line is not read, nor are empty lines and those that begin with #. FILE:INDEX is "
             "another puzzle than the first, counted from 0. With --model queens-compact the "
             "energies are those of one board of 8 queens.",
    .claims = sudoku_claims,
    .open = sudoku_open,
    .instances = bsn_sudoku_count,
    .floor_reason = sudoku_floor_reason,
    .write = sudoku_write,
    .read = sudoku_read,
};

static const struct bsn_curriculum curriculum = {
    .recipe = bsn_sudoku_recipe,
    .minibatch = bsn_sudoku_minibatch,
};

static const struct bsn_drawing drawing = {
    .lay = sudoku_lay,
    .paint = sudoku_paint,
};

static const struct bsn_generator generator = {
    .kinds = BSN_SUDOKU_KINDS,
    .generate = bsn_sudoku_generate,
};

const struct bsn_domain bsn_domain_sudoku = {
    .name = "sudoku",
    .summary = "Numbers in a square grid, each once in every row, column and box",
    .task = &task,
    .text = &notation,
    .curriculum = &curriculum,
    .drawing = &drawing,
    .generator = &generator,
};
