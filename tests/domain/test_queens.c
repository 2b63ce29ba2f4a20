/* test_queens.c - the verifier, decoding and geometry of N-queens against plain twins. */
#define _GNU_SOURCE
#include "domain/domain.h"

#include "base/file.h"
#include "group.h"

#include <math.h>
#include <unistd.h>

extern const struct bsn_domain bsn_domain_queens;
static const struct bsn_domain *const queens = &bsn_domain_queens;

static void *open_board(uint32_t n)
{
    char spec[16];
    void *board = NULL;

    snprintf(spec, sizeof spec, "%u", n);
    ASSERT_OK(ctx, queens->text->open(ctx, spec, &board));
    assert_int_equal(queens->task->values(board), n);
    return board;
}

static uint32_t draw(uint32_t stream, uint32_t item, uint32_t n)
{
    const struct bsn_rng rng = { 11, BSN_RNG_TEST, stream, 0 };

    return bsn_rng_below(&rng, item, n);
}

/* ------------------------------------------------------------------------------- verifier ---- */

/* As the rules say, pair by pair. */
static bool is_solution(uint32_t n, const int32_t *value)
{
    for (uint32_t i = 0; i < n; i++) {
        if (value[i] < 0 || value[i] >= (int32_t)n)
            return false;
        for (uint32_t j = 0; j < i; j++)
            if (value[i] == value[j] || (uint32_t)abs(value[i] - value[j]) == i - j)
                return false;
    }
    return true;
}

/* Queens beyond the first on every line, counted on a board of cells; rows without a queen. */
static uint64_t count_broken(uint32_t n, const int32_t *value)
{
    uint64_t broken = 0;

    for (uint32_t i = 0; i < n; i++)
        broken += value[i] < 0 || value[i] >= (int32_t)n;
    for (int kind = 0; kind < 3; kind++)
        for (int32_t line = -(int32_t)n; line < 2 * (int32_t)n; line++) {
            uint64_t on = 0;
            for (int32_t i = 0; i < (int32_t)n; i++) {
                const int32_t at = kind == 0 ? value[i] : kind == 1 ? value[i] - i : value[i] + i;
                on += value[i] >= 0 && value[i] < (int32_t)n && at == line;
            }
            broken += on > 1 ? on - 1 : 0;
        }
    return broken;
}

static uint64_t verify(const void *board, const int32_t *value)
{
    static uint32_t scratch[5 * 1000];

    memset(scratch, 0xff, sizeof scratch);  /* what was there before must not matter */
    assert_true(queens->task->scratch(board) <= COUNT(scratch));
    uint64_t violated;
    queens->task->verify(board, 1, value, scratch, &violated);
    return violated;
}

static void test_verify_random(void **state)
{
    static const uint32_t sizes[] = { 1, 4, 5, 6, 7, 8, 31 };
    int32_t value[31];

    (void)state;
    for (size_t s = 0; s < COUNT(sizes); s++) {
        const uint32_t n = sizes[s];
        void *const board = open_board(n);
        for (uint32_t k = 0; k < 3000; k++) {
            for (uint32_t i = 0; i < n; i++)  /* now and then open or out of range */
                value[i] = (int32_t)draw(n, k * n + i, n + (k % 2)) - (int32_t)(k % 3 == 1);
            assert_int_equal(verify(board, value) == 0, is_solution(n, value));
            assert_int_equal(verify(board, value), count_broken(n, value));
        }
        queens->task->free(ctx, board);
    }
}

static void test_verify_all(void **state)
{
    static const size_t known[] = { [1] = 1, [4] = 2, [5] = 10, [6] = 4 };
    int32_t value[6] = { 0 };

    (void)state;
    for (uint32_t n = 1; n <= 6; n += n == 1 ? 3 : 1) {
        void *const board = open_board(n);
        size_t solutions = 0, all = 1;
        for (uint32_t i = 0; i < n; i++)
            all *= n;
        for (size_t k = 0; k < all; k++) {
            for (size_t i = 0, rest = k; i < n; i++, rest /= n)
                value[i] = (int32_t)(rest % n);
            const bool valid = verify(board, value) == 0;
            assert_int_equal(valid, is_solution(n, value));
            solutions += valid;
        }
        assert_int_equal(solutions, known[n]);
        queens->task->free(ctx, board);
    }
}

/* Image `k` of a solution under the eight symmetries of the board. */
static void mirror(uint32_t n, const int32_t *value, int k, int32_t *image)
{
    for (uint32_t r = 0; r < n; r++) {
        uint32_t row = r, col = (uint32_t)value[r];
        row = k & 1 ? n - 1 - row : row;
        col = k & 2 ? n - 1 - col : col;
        image[k & 4 ? col : row] = (int32_t)(k & 4 ? row : col);
    }
}

/* A queen moved anywhere else within its row, or taken away: all refused. */
static void break_each_way(const void *board, uint32_t n, int32_t *value, uint32_t row)
{
    const int32_t right = value[row];

    assert_true(is_solution(n, value));
    assert_int_equal(verify(board, value), 0);
    for (value[row] = -1; value[row] <= (int32_t)n; value[row]++)
        if (value[row] != right)
            assert_true(verify(board, value) > 0);
}

static void test_verify_broken(void **state)
{
    static const char *const sizes[] = { "5", "7", "8" };
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
    struct basin_answer answers[22];
    size_t broken = 0;
    basin_model *model;

    (void)state;
    opts.threads = 1;
    ASSERT_OK(ctx, basin_model_default(ctx, "queens", BASIN_ENERGY_COMPACT, &model));
    for (size_t s = 0; s < COUNT(sizes); s++) {
        basin_problem *problem;
        for (size_t i = 0; i < COUNT(answers); i++)
            answers[i] = (struct basin_answer)BASIN_ANSWER_INIT;
        ASSERT_OK(ctx, basin_problem_open(ctx, "queens", sizes[s], &problem));
        ASSERT_OK(ctx, basin_solve_many(ctx, model, problem, &opts, COUNT(answers), answers));
        for (size_t i = 0; i < COUNT(answers); i++) {
            const uint32_t n = (uint32_t)answers[i].values;
            int32_t image[8];
            assert_int_equal(answers[i].kind, BASIN_ANSWER_SOLVED);
            for (int k = 0; k < 8; k++, broken++) {
                mirror(n, answers[i].value, k, image);
                break_each_way(problem->instance, n, image, draw(77, (uint32_t)broken, n));
            }
            basin_answer_clear(ctx, &answers[i]);
        }
        basin_problem_free(ctx, problem);
    }
    assert_true(broken >= 500);
    basin_model_free(ctx, model);
}

/* --------------------------------------------------------------------------------- decode ---- */

struct cell {
    float heat;
    uint32_t at;
};

/* Hottest first, then by number. */
static int by_heat(const void *a, const void *b)
{
    const struct cell *const x = a, *const y = b;

    return x->heat > y->heat ? -1 : x->heat < y->heat ? 1 : x->at < y->at ? -1 : 1;
}

static bool fits(uint32_t n, const int32_t *value, uint32_t row, int32_t col)
{
    for (uint32_t r = 0; r < n; r++)
        if (value[r] >= 0 && (r == row || value[r] == col ||
                              value[r] - (int32_t)r == col - (int32_t)row ||
                              value[r] + (int32_t)r == col + (int32_t)row))
            return false;
    return true;
}

/* Sorts the cells and places queens until one attacks another; NaN cells are not there. */
static void greedy(uint32_t n, const float *y, size_t lane, int32_t *value)
{
    struct cell cell[100];
    size_t cells = 0;

    for (uint32_t i = 0; i < n * n; i++)
        if (!isnan(y[i * BSN_LANES + lane]))
            cell[cells++] = (struct cell){ y[i * BSN_LANES + lane], i };
    qsort(cell, cells, sizeof *cell, by_heat);
    for (uint32_t r = 0; r < n; r++)
        value[r] = -1;
    for (size_t k = 0; k < n && k < cells; k++) {
        const uint32_t row = cell[k].at / n;
        const int32_t col = (int32_t)(cell[k].at % n);
        if (!fits(n, value, row, col))
            return;
        value[row] = col;
    }
}

/* The first highest cell of each row; -1 where all are NaN. */
static void row_peaks(uint32_t n, const float *y, size_t lane, int32_t *value)
{
    for (uint32_t r = 0; r < n; r++) {
        float top = 0;
        value[r] = -1;
        for (uint32_t c = 0; c < n; c++) {
            const float heat = y[(r * n + c) * BSN_LANES + lane];
            if (!isnan(heat) && (value[r] < 0 || heat > top)) {
                value[r] = (int32_t)c;
                top = heat;
            }
        }
    }
}

/* Random heat, with ties (k odd) and with NaN here and there (k % 3 == 2). */
static void random_heat(uint32_t k, uint32_t n, float *y)
{
    for (uint32_t i = 0; i < n * n * BSN_LANES; i++) {
        y[i] = (float)draw(1000 + k, i, k % 2 ? 5 : 1u << 20) - 2;
        if (k % 3 == 2 && draw(3000 + k, i, 10) == 0)
            y[i] = NAN;
    }
}

static void test_decode(void **state)
{
    static float y[81 * BSN_LANES];
    int32_t value[9 * BSN_LANES], expected[9];

    (void)state;
    for (uint32_t k = 0; k < 120; k++) {
        const uint32_t n = k % 7 == 0 ? 1 : 4 + k % 6;
        void *const board = open_board(n);
        random_heat(k, n, y);
        queens->task->decode(board, BSN_DECODE_BASIN, BSN_LANES, y, value);
        for (size_t lane = 0; lane < BSN_LANES; lane++) {
            row_peaks(n, y, lane, expected);
            assert_memory_equal(value + lane * n, expected, n * sizeof *value);
        }
        queens->task->decode(board, BSN_DECODE_PAPER, BSN_LANES, y, value);
        for (size_t lane = 0; lane < BSN_LANES; lane++) {
            greedy(n, y, lane, expected);
            assert_memory_equal(value + lane * n, expected, n * sizeof *value);
        }
        queens->task->free(ctx, board);
    }
}

/* A solution stays one through encoding, noise below 1/2 and decoding, in both ways; a lane with
 * a row of NaN is never a solution. */
static void test_decode_solution(void **state)
{
    static const int32_t solution[8] = { 0, 4, 7, 5, 2, 6, 1, 3 };
    float y[64 * BSN_LANES];
    int32_t value[8 * BSN_LANES];
    void *const board = open_board(8);

    (void)state;
    for (int how = BSN_DECODE_BASIN; how <= BSN_DECODE_PAPER; how++) {
        queens->task->encode(board, solution, 0, y);
        for (uint32_t i = 0; i < COUNT(y); i++)
            y[i] += (float)draw(5, i, 1000) / 2100;
        for (uint32_t c = 0; c < 8; c++)
            y[(3 * 8 + c) * BSN_LANES + 5] = NAN;
        queens->task->decode(board, (enum bsn_decode)how, BSN_LANES, y, value);
        for (size_t lane = 0; lane < BSN_LANES; lane++)
            assert_int_equal(verify(board, value + lane * 8) == 0, lane != 5);
    }
    for (uint32_t i = 0; i < COUNT(y); i++)
        y[i] = i % 3 ? NAN : -INFINITY;
    for (int how = BSN_DECODE_BASIN; how <= BSN_DECODE_PAPER; how++) {
        queens->task->decode(board, (enum bsn_decode)how, BSN_LANES, y, value);
        for (size_t i = 0; i < COUNT(value); i++)
            assert_int_equal(value[i], -1);
    }
    queens->task->free(ctx, board);
}

static void test_encode(void **state)
{
    float y[25 * BSN_LANES];
    int32_t value[5], found[5 * BSN_LANES];
    void *const board = open_board(5);

    (void)state;
    for (uint32_t k = 0; k < 200; k++) {
        for (uint32_t i = 0; i < 5; i++)
            value[i] = (int32_t)draw(6, k * 5 + i, 5);
        for (size_t i = 0; i < COUNT(y); i++)
            y[i] = NAN;
        queens->task->encode(board, value, 0, y);
        for (uint32_t i = 0; i < COUNT(y); i++) {
            const uint32_t at = i / BSN_LANES;
            assert_true(y[i] == (value[at / 5] == (int32_t)(at % 5)));
        }
        queens->task->decode(board, BSN_DECODE_BASIN, BSN_LANES, y, found);
        assert_memory_equal(found, value, sizeof value);
        assert_memory_equal(found + 5 * (BSN_LANES - 1), value, sizeof value);
    }
    queens->task->free(ctx, board);
}

/* ---------------------------------------------------------------------------------- graph ---- */

static void make_graph(uint32_t n, enum basin_energy energy, struct bsn_graph *graph)
{
    void *const board = open_board(n);
    basin_model *model;

    ASSERT_OK(ctx, bsn_model_new(ctx, "queens", energy, 100, &model));
    *graph = (struct bsn_graph){ 0 };
    ASSERT_OK(ctx, queens->task->graph(ctx, board, model, graph));
    bsn_graph_finish(graph);
    basin_model_free(ctx, model);
    queens->task->free(ctx, board);
}

/* Cells of factor i of a term, in order; returns how many. */
static size_t cells_of(const struct bsn_term *term, size_t i, uint32_t *cell)
{
    size_t cells = 0;

    for (size_t m = term->first[i]; m < term->first[i + 1]; m++)
        for (size_t d = 0; d < term->inputs; d++)
            if (term->input[term->member[m] * term->inputs + d] != BSN_GRAPH_EMPTY)
                cell[cells++] = term->input[term->member[m] * term->inputs + d];
    return cells;
}

/* 0 row, 1 column, 2 falling, 3 rising; fails when the cells are no such line, whole. */
static int kind_of(uint32_t n, const uint32_t *cell, size_t cells)
{
    static const int step[4][2] = { { 0, 1 }, { 1, 0 }, { 1, 1 }, { -1, 1 } };

    for (int kind = 0; kind < 4; kind++) {
        const int down = step[kind][0], right = step[kind][1], size = (int)n;
        int row = (int)(cell[0] / n), col = (int)(cell[0] % n);
        size_t i = 0;
        if ((row - down >= 0 && row - down < size && col - right >= 0))
            continue;  /* does not begin at the border */
        while (i < cells && row >= 0 && row < size && col < size &&
               cell[i] == (uint32_t)(row * size + col))
            i++, row += down, col += right;
        if (i == cells && !(row >= 0 && row < size && col < size))
            return kind;
    }
    fail_msg("%zu cells from %u on are no line", cells, cell[0]);
    return -1;
}

/* Every cell is on one row, one column, one falling and one rising diagonal; diagonals of a single
 * cell have no factor, except in the paper's graph, whose one-cell lines all count as rows here. */
static void test_lines(void **state)
{
    uint32_t cell[12], on[4][144];

    (void)state;
    for (uint32_t n = 4; n <= 12; n++) {
        struct bsn_graph graph;
        memset(on, 0, sizeof on);
        make_graph(n, BASIN_ENERGY_COMPACT, &graph);
        assert_int_equal(graph.coords, n * n);
        assert_int_equal(graph.factors, 6 * n - 2 - 4);
        for (size_t k = 0; k < graph.terms; k++) {
            const struct bsn_term *const term = &graph.term[k];
            for (size_t i = 0; !term->unary && i < term->f.factors; i++) {
                const size_t cells = cells_of(term, i, cell);
                const int kind = kind_of(n, cell, cells);
                assert_string_equal(term->net, kind < 2 ? "one" : "any");
                assert_true(cells > 1);
                for (size_t c = 0; c < cells; c++)
                    on[kind][cell[c]]++;
                assert_int_equal(term->cover_first[i + 1] - term->cover_first[i], cells);
                assert_memory_equal(term->cover + term->cover_first[i], cell,
                                    cells * sizeof *cell);
            }
        }
        for (uint32_t i = 0; i < n * n; i++) {
            const bool falling = i == n - 1 || i == n * (n - 1), rising = i == 0 || i == n * n - 1;
            assert_int_equal(on[0][i], 1);
            assert_int_equal(on[1][i], 1);
            assert_int_equal(on[2][i], !falling);
            assert_int_equal(on[3][i], !rising);
        }
        bsn_graph_clear(ctx, &graph);
    }
}

static void test_lines_paper(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= 8; n += n == 1 ? 3 : 1) {
        struct bsn_graph graph;
        uint32_t cell[8], on[64] = { 0 };
        make_graph(n, BASIN_ENERGY_PAPER, &graph);
        assert_int_equal(graph.terms, 1);
        assert_int_equal(graph.factors, 6 * n - 2);
        for (size_t i = 0; i < graph.factors; i++) {
            const size_t cells = cells_of(graph.term, i, cell);
            assert_int_equal(graph.term->inputs, 8);
            kind_of(n, cell, cells);
            for (size_t c = 0; c < cells; c++) {
                assert_int_equal(graph.term->input[i * 8 + c], cell[c]);  /* padded on the right */
                on[cell[c]]++;
            }
        }
        for (uint32_t i = 0; i < n * n; i++)
            assert_int_equal(on[i], 4);
        bsn_graph_clear(ctx, &graph);
    }
    struct bsn_graph graph = { 0 };
    void *const board = open_board(9);
    basin_model *model;
    ASSERT_OK(ctx, bsn_model_new(ctx, "queens", BASIN_ENERGY_PAPER, 100, &model));
    ASSERT_FAILS(ctx, queens->task->graph(ctx, board, model, &graph), BASIN_STATUS_MODEL, "up to 8");
    bsn_graph_clear(ctx, &graph);
    basin_model_free(ctx, model);
    queens->task->free(ctx, board);
}

/* Do all factors hold: one queen on lines of "one", at most one on those of "any"? */
static bool factors_hold(const struct bsn_graph *graph, uint32_t n, const int32_t *value)
{
    uint32_t cell[8];

    for (size_t k = 0; k < graph->terms; k++)
        for (size_t i = 0; !graph->term[k].unary && i < graph->term[k].f.factors; i++) {
            const size_t cells = cells_of(&graph->term[k], i, cell);
            size_t queens_on = 0;
            for (size_t c = 0; c < cells; c++)
                queens_on += value[cell[c] / n] == (int32_t)(cell[c] % n);
            if (queens_on > 1 || (queens_on == 0 && strcmp(graph->term[k].net, "one") == 0))
                return false;
        }
    return true;
}

static void test_factors_against_verify(void **state)
{
    int32_t value[8];

    (void)state;
    for (uint32_t n = 4; n <= 8; n++) {
        void *const board = open_board(n);
        struct bsn_graph graph;
        size_t valid = 0, all = 1;
        make_graph(n, BASIN_ENERGY_COMPACT, &graph);
        for (uint32_t i = 0; i < n; i++)
            all *= n + 1;
        for (size_t k = 0; k < (n <= 5 ? all : 3000); k++) {
            for (size_t i = 0, rest = k; i < n; i++, rest /= n + 1)
                value[i] = n <= 5 ? (int32_t)(rest % (n + 1)) - 1
                                  : (int32_t)draw(20 + n, (uint32_t)(k * n + i), n);
            const bool holds = factors_hold(&graph, n, value);
            assert_int_equal(holds, verify(board, value) == 0);
            valid += holds;
        }
        if (n <= 5)
            assert_int_equal(valid, n == 4 ? 2 : 10);
        bsn_graph_clear(ctx, &graph);
        queens->task->free(ctx, board);
    }
}

/* ------------------------------------------------------------------------------ instances ---- */

static void test_sizes(void **state)
{
    static const char *const wrong[] = { "2", "3", "0", "5001", "99999999999999999999", "", "x",
                                         "-1", "+8", " 8", "8 ", "8x", "8.0", "0x8" };
    void *board = NULL;

    (void)state;
    for (size_t i = 0; i < COUNT(wrong); i++) {
        ASSERT_FAILS(ctx, queens->text->open(ctx, wrong[i], &board), BASIN_STATUS_INPUT, "queens: ");
        assert_null(board);
    }
    ASSERT_FAILS(ctx, queens->text->open(ctx, "3", &board), BASIN_STATUS_INPUT, "no solution exists");
    assert_true(queens->text->claims("8") && queens->text->claims("0"));
    assert_false(queens->text->claims("") || queens->text->claims("8x") || queens->text->claims("-8"));
    queens->task->free(ctx, open_board(1));
    queens->task->free(ctx, open_board(1000));
}

/* Reads `text` as solutions of 4 queens. */
static basin_status read_text(const char *text, size_t length, int32_t **value, size_t *count)
{
    char path[] = "/tmp/basin-queens-XXXXXX";
    basin_problem *problem;

    close(mkstemp(path));
    ASSERT_OK(ctx, basin_problem_open(ctx, "queens", "4", &problem));
    ASSERT_OK(ctx, bsn_file_write(ctx, path, text, length));
    const basin_status status = basin_solutions_read(ctx, problem, path, value, count);
    unlink(path);
    basin_problem_free(ctx, problem);
    return status;
}

static void test_read(void **state)
{
    static const char good[] = "c a comment\n\n 2 4\t1 3 \r\n3 1 4 2\n0 0 1 0";
    static const int32_t expected[12] = { 1, 3, 0, 2, 2, 0, 3, 1, -1, -1, 0, -1 };
    static const char *const bad[] = { "", "\n\n", "c nothing\n", "2 4 1", "2 4 1 3 1", "2 4 1 5",
                                       "2 4 1 -1", "2 4 1 x", "2,4,1,3", "2 4 1 3\nx\n",
                                       "2 4 1 99999999999999999999", ". Q . .\n" };
    int32_t *value = NULL;
    size_t count = 0;

    (void)state;
    ASSERT_OK(ctx, read_text(good, strlen(good), &value, &count));
    assert_int_equal(count, 3);
    assert_memory_equal(value, expected, sizeof expected);
    basin_values_free(ctx, value);
    value = NULL;
    for (size_t i = 0; i < COUNT(bad); i++) {
        ASSERT_FAILS(ctx, read_text(bad[i], strlen(bad[i]), &value, &count), BASIN_STATUS_PARSE,
                     "/tmp/basin-queens-");
        assert_null(value);
    }
    ASSERT_FAILS(ctx, read_text("2 4 1 3\nx", 9, &value, &count), BASIN_STATUS_PARSE, ":2: ");
    /* What stood behind a zero byte was silently left out. */
    ASSERT_FAILS(ctx, read_text("2 4 1 3\n\0nonsense", 17, &value, &count), BASIN_STATUS_PARSE,
                 "zero byte");
}

static void test_write(void **state)
{
    static const int32_t value[4] = { 1, 3, -1, INT32_MAX };
    basin_problem *problem;
    char *text;

    (void)state;
    ASSERT_OK(ctx, basin_problem_open(ctx, "queens", "4", &problem));
    ASSERT_OK(ctx, basin_problem_write(ctx, problem, value, "rows", &text));
    assert_string_equal(text, "2 4 0 2147483648\n");
    basin_text_free(ctx, text);
    ASSERT_OK(ctx, basin_problem_write(ctx, problem, value, "text", &text));
    assert_string_equal(text, ". Q . .\n. . . Q\n. . . .\n. . . .\n");
    basin_text_free(ctx, text);
    basin_problem_free(ctx, problem);
}

/* ------------------------------------------------------------------------------------ all ---- */

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_verify_random),
        cmocka_unit_test(test_verify_all),
        cmocka_unit_test(test_verify_broken),
        cmocka_unit_test(test_decode),
        cmocka_unit_test(test_decode_solution),
        cmocka_unit_test(test_encode),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_lines_paper),
        cmocka_unit_test(test_factors_against_verify),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_read),
        cmocka_unit_test(test_write),
    };

    return cmocka_run_group_tests(tests, group_begin, group_end);
}
