/* queens.c - N-queens: N queens on an N x N board, no two on one line.
 *
 * A coordinate is a cell (0 empty, 1 queen). Rows and columns are factors of the network "one",
 * diagonals of "any", single cells of "cell"; the paper's network "line" serves all of them. All
 * are trained on the lines of one 8-queens solution. A solution is the column of each row's queen.
 */
#define _GNU_SOURCE  /* strsep */
#include "base/mem.h"
#include "domain/assign.h"
#include "domain/domain.h"
#include "domain/queens/board.h"
#include "domain/queens/queens_teach.h"
#include "sample/dynamics.h"

#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE_MAX_QUEENS 5000

struct queens {
    uint32_t n;
};

/* ----------------------------------------------------------------------------- instance ---- */

static bool queens_claims(const char *spec)
{
    return *spec && strspn(spec, "0123456789") == strlen(spec);
}

static basin_status queens_open(basin_ctx *ctx, const char *spec, void **instance)
{
    char *end;
    const long n = strtol(spec, &end, 10);

    if (!isdigit((unsigned char)*spec) || *end)
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "queens: \"%s\" is not a board size; give a number from 1 to %d", spec,
                        SIZE_MAX_QUEENS);
    if (n < 1 || n > SIZE_MAX_QUEENS)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "queens: board size %s is not within 1 to %d",
                        spec, SIZE_MAX_QUEENS);
    if (n == 2 || n == 3)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "queens: no solution exists on a %ld x %ld board",
                        n, n);
    struct queens *q;
    BSN_TRY(BSN_NEW(ctx, 1, &q));
    q->n = (uint32_t)n;
    *instance = q;
    return BASIN_STATUS_OK;
}

static void queens_free(basin_ctx *ctx, void *instance)
{
    bsn_free(ctx, instance);
}

static size_t queens_values(const void *instance)
{
    return ((const struct queens *)instance)->n;
}

static size_t queens_constraints(const void *instance)
{
    return 6 * (size_t)((const struct queens *)instance)->n - 2;  /* rows, columns, diagonals */
}

/* -------------------------------------------------------------------------------- graph ---- */

static basin_status add_cells(basin_ctx *ctx, uint32_t n, struct bsn_graph *graph)
{
    const size_t cells = (size_t)n * n;
    const struct bsn_term_size size = { .parts = cells, .factors = cells, .members = cells,
                                        .inputs = 1 };
    struct bsn_term *term;

    BSN_TRY(bsn_graph_add(ctx, graph, "cell", true, &size, &term));
    for (uint32_t i = 0; i < cells; i++) {
        term->input[i] = term->member[i] = i;
        term->first[i + 1] = i + 1;
    }
    return BASIN_STATUS_OK;
}

/* Lines from .. to - 1 as factors whose parts are cells; lines of one cell constrain nothing. */
static basin_status add_lines(basin_ctx *ctx, uint32_t n, const char *net, uint32_t from,
                              uint32_t to, struct bsn_graph *graph)
{
    struct bsn_term_size size = { .parts = (size_t)n * n, .inputs = 1, .labelled = true };
    struct bsn_term *term;

    for (uint32_t i = from; i < to; i++) {
        const uint32_t length = bsn_line_of(n, i).length;
        size.factors += length > 1;
        size.members += length > 1 ? length : 0;
    }
    size.covers = size.members;
    BSN_TRY(bsn_graph_add(ctx, graph, net, false, &size, &term));
    for (uint32_t i = 0; i < size.parts; i++)
        term->input[i] = i;
    uint32_t factor = 0, at = 0;
    for (uint32_t i = from; i < to; i++) {
        const struct bsn_line line = bsn_line_of(n, i);
        if (line.length == 1)
            continue;
        BSN_TRY(bsn_poll(ctx));
        for (uint32_t c = 0; c < line.length; c++, at++)
            term->member[at] = term->cover[at] = bsn_line_cell(n, &line, c);
        term->label[factor++] = i;
        term->first[factor] = term->cover_first[factor] = at;
    }
    return BASIN_STATUS_OK;
}

/* The paper's factors: every line is one part of `width` inputs, padded right with zeros. */
static basin_status add_padded(basin_ctx *ctx, uint32_t n, const basin_model *model,
                               struct bsn_graph *graph)
{
    const struct bsn_model_net *const net = bsn_model_find(model, "line");
    const uint32_t width = net ? net->net.inputs : BSN_QUEENS_TAUGHT, lines = 6 * n - 2;
    const struct bsn_term_size size = { .parts = lines, .factors = lines, .members = lines,
                                        .inputs = width };
    struct bsn_term *term;

    if (n > width)
        return bsn_fail(ctx, BASIN_STATUS_MODEL,
                        "queens: this network reads lines of up to %u cells; the board has %u",
                        width, n);
    BSN_TRY(bsn_graph_add(ctx, graph, "line", false, &size, &term));
    for (uint32_t i = 0; i < lines; i++) {
        const struct bsn_line line = bsn_line_of(n, i);
        for (uint32_t c = 0; c < width; c++)
            term->input[i * width + c] = c < line.length ? bsn_line_cell(n, &line, c)
                                                         : BSN_GRAPH_EMPTY;
        term->member[i] = i;
        term->first[i + 1] = i + 1;
    }
    return BASIN_STATUS_OK;
}

static basin_status queens_graph(basin_ctx *ctx, const void *instance, const basin_model *model,
                                 struct bsn_graph *graph)
{
    const uint32_t n = ((const struct queens *)instance)->n;

    graph->coords = (size_t)n * n;
    graph->weigh = BSN_WEIGH_MEAN;
    BSN_TRY(bsn_graph_even(ctx, graph, n));
    if (model->energy == BASIN_ENERGY_PAPER)
        return add_padded(ctx, n, model, graph);
    BSN_TRY(add_cells(ctx, n, graph));
    BSN_TRY(add_lines(ctx, n, "one", 0, 2 * n, graph));
    return add_lines(ctx, n, "any", 2 * n, 6 * n - 2, graph);
}

/* ---------------------------------------------------------------------- decode and encode ---- */

static bool attacks(const int32_t *value, uint32_t n, uint32_t row, int32_t col)
{
    for (uint32_t r = 0; r < n; r++) {
        const int32_t away = (int32_t)row - (int32_t)r;
        if (value[r] >= 0 && (r == row || value[r] == col || abs(value[r] - col) == abs(away)))
            return true;
    }
    return false;
}

/* The paper's greedy decoding: queens in order of the heat map until one attacks another. Cells
 * of equal heat, which a 0/1 board is full of, follow each other by their number. */
static void decode_greedy(uint32_t n, const float *y, size_t lane, int32_t *value)
{
    float above = INFINITY;
    int64_t last = -1;

    for (uint32_t r = 0; r < n; r++)
        value[r] = -1;
    for (uint32_t placed = 0; placed < n; placed++) {
        float top = -FLT_MAX;
        int64_t best = -1;
        for (uint32_t i = 0; i < n * n; i++) {
            const float heat = y[(size_t)i * BSN_LANES + lane];
            if (heat > top && (heat < above || (heat == above && i > last))) {
                top = heat;
                best = i;
            }
        }
        if (best < 0 || attacks(value, n, (uint32_t)best / n, (int32_t)(best % n)))
            return;
        value[best / n] = (int32_t)(best % n);
        above = top;
        last = best;
    }
}

static void queens_decode(const void *instance, enum bsn_decode how, size_t count, const float *y,
                          int32_t *value)
{
    const uint32_t n = ((const struct queens *)instance)->n;

    if (how == BSN_DECODE_BASIN) {
        bsn_highest_decode(n, n, count, y, value);
        return;
    }
    for (size_t lane = 0; lane < count; lane++)
        decode_greedy(n, y, lane, value + lane * n);
}

static void queens_encode(const void *instance, const int32_t *value, float open, float *y)
{
    const uint32_t n = ((const struct queens *)instance)->n;

    for (uint32_t r = 0; r < n; r++) {
        uint32_t column[2] = { n, n };
        const bool two = bsn_row_queens(n, value[r], column) == 2;
        for (uint32_t c = 0; c < n; c++, y += BSN_LANES)
            for (size_t l = 0; l < BSN_LANES; l++)
                y[l] = value[r] < 0 ? open
                                    : (float)(c == column[0] || (two && c == column[1]));
    }
}

/* ------------------------------------------------------------------------------ verifier ---- */

static size_t queens_scratch(const void *instance)
{
    return 5 * (size_t)((const struct queens *)instance)->n;
}

/* Lines that have a queen already when one comes to stand at (r, c). */
static uint64_t stand(int64_t n, int64_t r, int64_t c, uint32_t *scratch)
{
    uint32_t *const column = scratch, *const sum = column + n, *const difference = sum + 2 * n;

    return (uint64_t)(column[c]++ > 0) + (sum[r + c]++ > 0) + (difference[r - c + n]++ > 0);
}

/* Rows without a queen or with two, and for each column and diagonal the queens beyond the
 * first. */
static uint64_t count_broken(int64_t n, const int32_t *value, uint32_t *scratch)
{
    uint64_t broken = 0;

    memset(scratch, 0, 5 * (size_t)n * sizeof *scratch);
    for (int64_t r = 0; r < n; r++) {
        if (value[r] >= 0 && value[r] < n) {
            broken += stand(n, r, value[r], scratch);
            continue;
        }
        const int64_t a = value[r] % n, b = value[r] / n - 1;
        broken++;
        if (a >= 0 && a < b && b < n)
            broken += stand(n, r, a, scratch) + stand(n, r, b, scratch);
    }
    return broken;
}

static void queens_verify(const void *instance, size_t count, const int32_t *value,
                          uint32_t *scratch, uint64_t *violated)
{
    const uint32_t n = ((const struct queens *)instance)->n;

    for (size_t i = 0; i < count; i++)
        violated[i] = count_broken(n, value + i * n, scratch);
}

/* ------------------------------------------------------------------------- text in and out ---- */

static void queens_write(const void *instance, const int32_t *value, uint64_t violated,
                         const double *sure, const char *format, struct bsn_text *text)
{
    const int32_t n = (int32_t)((const struct queens *)instance)->n;

    (void)violated;
    (void)sure;
    for (int32_t r = 0; value && r < n; r++) {
        if (strcmp(format, "rows") == 0) {
            bsn_text_add(text, r + 1 < n ? "%lld " : "%lld\n", (long long)value[r] + 1);
            continue;
        }
        uint32_t column[2] = { UINT32_MAX, UINT32_MAX };
        const bool two = bsn_row_queens((uint32_t)n, value[r], column) == 2;
        for (uint32_t c = 0; c < (uint32_t)n; c++)
            bsn_text_add(text, c + 1 < (uint32_t)n ? "%c " : "%c\n",
                         c == column[0] || (two && c == column[1]) ? 'Q' : '.');
    }
}

/* A row of a board: a `.` or a Q for each square, at most two Q. */
static basin_status read_squares(basin_ctx *ctx, const char *where, uint32_t n, const char *row,
                                 int32_t *value)
{
    uint32_t squares = 0, queens = 0;

    *value = -1;
    for (; *row; row++) {
        if (isspace((unsigned char)*row))
            continue;
        const bool queen = *row == 'Q' || *row == 'q';
        if ((!queen && *row != '.') || squares == n)
            return bsn_fail(ctx, BASIN_STATUS_PARSE,
                            "%s: \"%.1s\" where %u squares, each Q or ., are expected", where, row,
                            n);
        if (queen && ++queens > 2)
            return bsn_fail(ctx, BASIN_STATUS_PARSE, "%s: more than two queens in a row", where);
        if (queen)
            *value = (int32_t)(queens == 1 ? squares : (uint32_t)*value + n * (squares + 1));
        squares++;
    }
    if (squares == n)
        return BASIN_STATUS_OK;
    return bsn_fail(ctx, BASIN_STATUS_PARSE, "%s: %u squares where %u are expected", where, squares,
                    n);
}

/* All N columns, counted from 1; 0 is a row left open. */
static basin_status read_columns(basin_ctx *ctx, const char *where, uint32_t n, char *row,
                                 int32_t *value)
{
    uint32_t found = 0;

    for (char *word; (word = strsep(&row, " \t\r")) != NULL;) {
        char *end;
        if (!*word)
            continue;
        const long column = strtol(word, &end, 10);
        if (*end || column < 0 || column > (long)n || found == n)
            return bsn_fail(ctx, BASIN_STATUS_PARSE,
                            "%s: \"%.20s\" where %u columns from 1 to %u are expected", where, word,
                            n, n);
        value[found++] = (int32_t)column - 1;
    }
    if (found == n)
        return BASIN_STATUS_OK;
    return bsn_fail(ctx, BASIN_STATUS_PARSE, "%s: %u columns where %u are expected", where, found,
                    n);
}

/* One solution a line, or one board in N lines, as they are written. Lines "c ..." are comments. */
static basin_status queens_read(basin_ctx *ctx, const void *instance, const char *path,
                                char *text, int32_t **value, size_t *count)
{
    const uint32_t n = ((const struct queens *)instance)->n;
    size_t capacity = 0, line = 0;
    uint32_t rows = 0;  /* of a board that has begun */
    char *rest = text, where[300];

    for (char *row; (row = strsep(&rest, "\n")) != NULL;) {
        line++;
        row += strspn(row, " \t\r");
        if (!*row || strncmp(row, "c ", 2) == 0)
            continue;
        snprintf(where, sizeof where, "%.250s:%zu", path, line);
        BSN_TRY(BSN_GROW(ctx, value, &capacity, (*count + 1) * n));
        int32_t *const next = *value + *count * n;
        if (rows > 0 || strchr(".Qq", *row)) {
            BSN_TRY(read_squares(ctx, where, n, row, &next[rows]));
            rows = (rows + 1) % n;
        } else {
            BSN_TRY(read_columns(ctx, where, n, row, next));
        }
        *count += rows == 0;
    }
    if (rows > 0)
        return bsn_fail(ctx, BASIN_STATUS_PARSE, "%s: the last board has %u of %u rows", path, rows,
                        n);
    return BASIN_STATUS_OK;
}

/* ------------------------------------------------------------------------------- pictures ---- */

static basin_status queens_lay(basin_ctx *ctx, const void *instance, struct bsn_scene *scene)
{
    (void)ctx;
    return bsn_queens_lay(((const struct queens *)instance)->n, scene);
}

static void queens_paint(const void *instance, const int32_t *value, const double *cost,
                         struct bsn_scene *scene)
{
    bsn_queens_paint(((const struct queens *)instance)->n, value, cost, scene);
}

static struct bsn_dynamics queens_dynamics(const void *instance)
{
    (void)instance;
    return (struct bsn_dynamics){ .sigma = { 0.3, 0.45 }, .decay = { 0.025, 0.025 }, .rate = 0.2,
                                  .step_size = 0.5, .clip = 1, .noise_scale = 0.4 };
}

static const struct bsn_task task = {
    .free = queens_free,
    .values = queens_values,
    .constraints = queens_constraints,
    .graph = queens_graph,
    .costs = queens_constraints,
    .examples = bsn_queens_examples,
    .decode = queens_decode,
    .encode = queens_encode,
    .verify = queens_verify,
    .scratch = queens_scratch,
    .sampler = "focus",
    .dynamics = queens_dynamics,
};

static const struct bsn_notation notation = {
    .operand = "N",
    .formats = "text rows",
    .suffix = "",
    .claims = queens_claims,
    .open = queens_open,
    .write = queens_write,
    .read = queens_read,
};

static const struct bsn_curriculum curriculum = {
    .recipe = bsn_queens_recipe,
    .minibatch = bsn_queens_minibatch,
    .gather = bsn_queens_gather,
    .dismiss = bsn_free,
    .boards = true,
};

static const struct bsn_drawing drawing = {
    .lay = queens_lay,
    .paint = queens_paint,
};

const struct bsn_domain bsn_domain_queens = {
    .name = "queens",
    .summary = "N queens on an N x N board, no two on one row, column or diagonal",
    .task = &task,
    .text = &notation,
    .curriculum = &curriculum,
    .drawing = &drawing,
};
