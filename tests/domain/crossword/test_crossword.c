/* test_crossword.c - crosswords through the public calls, and puzzles that are made to order. */
#define _GNU_SOURCE
#include "base/file.h"
#include "domain/crossword/gen_grid.h"
#include "support.h"

#include <math.h>
#include <unistd.h>

#define LOG_LETTERS 3.25809654

/* --------------------------------------------------------------------- through basin.h ---- */

/* The example with the model that is built in. */
struct setup {
    basin_ctx *ctx;
    basin_model *model;
    basin_problem *problem;
};

static void open_mini(struct setup *s)
{
    s->ctx = test_ctx();
    ASSERT_OK(s->ctx, basin_model_default(s->ctx, "crossword", BASIN_ENERGY_COMPACT, &s->model));
    ASSERT_OK(s->ctx, basin_problem_open(s->ctx, "crossword", "examples/mini.txt", &s->problem));
}

static void close_mini(struct setup *s)
{
    basin_problem_free(s->ctx, s->problem);
    basin_model_free(s->ctx, s->model);
    test_ctx_done(s->ctx);
}

static double energy_at(const struct setup *s, const int32_t *value, uint32_t t)
{
    double energy = NAN;

    ASSERT_OK(s->ctx, basin_problem_energy(s->ctx, s->model, s->problem, value, t,
                                           BASIN_METHOD_BASIN, &energy));
    return energy;
}

/* Almost without noise the composed energy is that of the words, and log 26 for each cell; words
 * that no sum of the sampler has count there as well. */
static void the_energy_of_an_assignment(void **state)
{
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
    struct basin_answer answer = BASIN_ANSWER_INIT;
    struct setup s;
    double beam = NAN, energy;

    (void)state;
    open_mini(&s);
    opts.threads = 2;
    ASSERT_OK(s.ctx, basin_solve(s.ctx, s.model, s.problem, &opts, &answer));
    const double cells = LOG_LETTERS * (double)answer.values;
    assert_true(fabs(energy_at(&s, answer.value, 1) - cells - answer.energy) < 0.05);
    ASSERT_OK(s.ctx, basin_problem_reference(s.ctx, s.model, s.problem, &beam));
    assert_true(answer.energy <= beam + 1e-3);
    const int32_t was = answer.value[4];
    answer.value[4] = (was + 13) % 26;  /* one letter changes two words */
    assert_true(energy_at(&s, answer.value, 1) > cells + answer.energy + 5);
    answer.value[4] = was;
    assert_true(isfinite(energy_at(&s, answer.value, 100)));
    ASSERT_FAILS(s.ctx, basin_problem_energy(s.ctx, s.model, s.problem, answer.value, 101,
                                             BASIN_METHOD_BASIN, &energy),
                 BASIN_STATUS_INPUT, "noise level");
    basin_answer_clear(s.ctx, &answer);
    close_mini(&s);
}

/* Only crosswords have a reference; a model must be of the problem's domain. */
static void the_reference_is_for_crosswords(void **state)
{
    basin_problem *queens;
    basin_model *model;
    struct setup s;
    double energy = 0;

    (void)state;
    open_mini(&s);
    ASSERT_OK(s.ctx, basin_problem_open(s.ctx, "queens", "5", &queens));
    ASSERT_OK(s.ctx, basin_model_default(s.ctx, "queens", BASIN_ENERGY_EXACT, &model));
    ASSERT_OK(s.ctx, basin_problem_reference(s.ctx, model, queens, &energy));
    assert_true(isnan(energy));
    assert_null(basin_domain_reference("queens"));
    assert_string_equal(basin_domain_reference("crossword"), "beam");
    ASSERT_FAILS(s.ctx, basin_problem_reference(s.ctx, model, s.problem, &energy),
                 BASIN_STATUS_MODEL, "queens");
    basin_model_free(s.ctx, model);
    basin_problem_free(s.ctx, queens);
    close_mini(&s);
}

/* ----------------------------------------------------------------------- made to order ---- */

static uint32_t count_black(const struct bsn_gen_grid *grid)
{
    uint32_t count = 0;

    for (uint32_t c = 0; c < grid->side * grid->side; c++)
        count += grid->black[c];
    return count;
}

static void patterns_are_as_asked_for(void **state)
{
    static struct bsn_gen_grid grid;
    size_t made = 0;

    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct bsn_dice dice = { .rng = { .seed = seed, .purpose = BSN_RNG_TEST } };
        grid.side = 9 + (uint32_t)(seed % 7);
        const uint32_t cells = grid.side * grid.side, blacks = cells / 5;
        if (!bsn_gen_pattern(&dice, blacks, 12, &grid))
            continue;
        uint8_t covered[BSN_GEN_SIDE * BSN_GEN_SIDE] = { 0 };
        made++;
        assert_true(count_black(&grid) >= blacks);
        for (size_t k = 0; k < grid.slots; k++) {
            assert_in_range(grid.slot[k].length, 3, 12);
            assert_int_equal(grid.slot[k].step, k < grid.across ? 1 : grid.side);
            for (uint32_t i = 0; i < grid.slot[k].length; i++)
                covered[grid.slot[k].first + i * grid.slot[k].step]++;
        }
        for (uint32_t c = 0; c < cells; c++) {
            assert_int_equal(grid.black[c], grid.black[cells - 1 - c]);
            assert_int_equal(covered[c], grid.black[c] ? 0 : 2);
        }
    }
    assert_true(made > 5);
}

/* All words of three letters out of four, as the lists of dictionaries are. */
static void make_words(basin_ctx *ctx, struct bsn_gen_words *words)
{
    struct bsn_gen_list *const list = &words->list[3];

    *words = (struct bsn_gen_words){ 0 };
    list->count = 64;
    list->blocks = 1;
    ASSERT_OK(ctx, BSN_NEW(ctx, list->count, &list->word));
    ASSERT_OK(ctx, BSN_NEW(ctx, list->count, &list->clue));
    ASSERT_OK(ctx, BSN_NEW(ctx, 3 * 26, &list->has));
    for (uint32_t w = 0; w < 64; w++)
        for (uint32_t i = 0; i < 3; i++) {
            list->word[w][i] = (char)('A' + (w >> 2 * i & 3));
            list->has[i * 26 + (w >> 2 * i & 3)] |= (uint64_t)1 << w;
        }
}

static void words_cross_and_differ(void **state)
{
    basin_ctx *ctx = test_ctx();
    static struct bsn_gen_grid grid;
    struct bsn_gen_words words;

    (void)state;
    make_words(ctx, &words);
    for (uint64_t seed = 0; seed < 10; seed++) {
        struct bsn_dice dice = { .rng = { .seed = seed, .purpose = BSN_RNG_TEST } };
        char letter[9] = "";
        bool filled = false;
        grid.side = 3;
        assert_true(bsn_gen_pattern(&dice, 0, 3, &grid));
        assert_int_equal(grid.slots, 6);
        ASSERT_OK(ctx, bsn_gen_fill(ctx, &dice, &words, &grid, &filled));
        assert_true(filled);
        for (size_t k = 0; k < 6; k++) {
            for (size_t j = 0; j < k; j++)
                assert_int_not_equal(grid.slot[j].word, grid.slot[k].word);
            for (uint32_t i = 0; i < 3; i++) {
                const char l = words.list[3].word[grid.slot[k].word][i];
                char *const at = &letter[grid.slot[k].first + i * grid.slot[k].step];
                assert_true(k < 3 || *at == l);
                *at = l;
            }
        }
    }
    bsn_gen_words_clear(ctx, &words);
    test_ctx_done(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_energy_of_an_assignment),
        cmocka_unit_test(the_reference_is_for_crosswords),
        cmocka_unit_test(patterns_are_as_asked_for),
        cmocka_unit_test(words_cross_and_differ),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
