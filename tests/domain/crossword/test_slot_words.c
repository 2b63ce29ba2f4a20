/* test_slot_words.c - slots of words against plain sums in double, and fillings against
 * trying all. */
#include "support.h"

#include "base/rng.h"
#include "domain/crossword/words/term_words.h"
#include "energy/compose.h"

#include <math.h>

static const char *const levels[] = { "sse2", "avx2", "avx512" };

/* A grid of `side` x `side` cells, a slot for each row and column, random words. */
struct grid {
    basin_ctx *ctx;
    size_t side, words;
    struct bsn_graph graph;
    struct bsn_term *cell, *slot;
    char letters[4096];
    float energy[16][1024];
    double floor;
};

static double uniform(uint32_t k, uint32_t item)
{
    const struct bsn_rng rng = { 7, BSN_RNG_TEST, k, 0 };

    return bsn_rng_uniform(&rng, item);
}

/* Random words of a length, ascending, each once; returns how many. */
static size_t draw_words(uint32_t k, size_t want, size_t length, char *letters)
{
    size_t count = 0;

    for (uint32_t n = 0; n < want; n++) {
        char word[BSN_WORD_LONGEST];
        size_t at = 0;
        for (uint32_t i = 0; i < length; i++)
            word[i] = (char)('A' + (int)(uniform(k, n * 40 + i) * (n % 3 ? 4 : 26)));
        while (at < count && memcmp(letters + at * length, word, length) < 0)
            at++;
        if (at < count && memcmp(letters + at * length, word, length) == 0)
            continue;
        memmove(letters + (at + 1) * length, letters + at * length, (count - at) * length);
        memcpy(letters + at * length, word, length);
        count++;
    }
    return count;
}

static void add_terms(struct grid *g)
{
    const size_t side = g->side, cells = side * side;
    const struct bsn_term_size one = { .parts = cells, .factors = cells, .members = cells,
                                       .inputs = BSN_LETTERS };
    const struct bsn_term_size line = { .parts = cells, .factors = 2 * side, .members = 2 * cells,
                                        .covers = 2 * cells, .inputs = BSN_LETTERS };

    g->graph = (struct bsn_graph){ .coords = cells * BSN_LETTERS };
    ASSERT_OK(g->ctx, bsn_graph_add(g->ctx, &g->graph, "letter", true, &one, &g->cell));
    ASSERT_OK(g->ctx, bsn_graph_add(g->ctx, &g->graph, "word", false, &line, &g->slot));
    g->cell = &g->graph.term[0];
    g->cell->kind = &bsn_term_letters;
    for (uint32_t i = 0; i < cells * BSN_LETTERS; i++)
        g->cell->input[i] = g->slot->input[i] = i;
    for (uint32_t i = 0; i < cells; i++) {
        g->cell->member[i] = i;
        g->cell->first[i + 1] = i + 1;
    }
    for (size_t k = 0; k < 2 * side; k++) {
        for (size_t i = 0; i < side; i++)
            g->slot->member[k * side + i] = g->slot->cover[k * side + i] =
                (uint32_t)(k < side ? k * side + i : i * side + k - side);
        g->slot->first[k + 1] = g->slot->cover_first[k + 1] = (uint32_t)((k + 1) * side);
    }
}

static void make_grid(uint32_t k, size_t side, size_t want, struct grid *g)
{
    *g = (struct grid){ .ctx = test_ctx(), .side = side, .floor = 3 + 2.0 * (double)side };
    g->words = draw_words(k, want, side, g->letters);
    add_terms(g);
    ASSERT_OK(g->ctx, bsn_term_words_new(g->ctx, 2 * side, g->slot));
    ASSERT_OK(g->ctx, bsn_words_list(g->ctx, bsn_words_of(g->slot), g->letters, g->words, side));
    for (uint32_t s = 0; s < 2 * side; s++) {
        for (uint32_t w = 0; w < g->words; w++)
            g->energy[s][w] = (float)(uniform(k + 1000, s * 1024 + w) * (g->floor + 2));
        ASSERT_OK(g->ctx, bsn_words_slot(g->ctx, bsn_words_of(g->slot), s, side, g->energy[s],
                                         g->floor));
    }
    bsn_graph_finish(&g->graph);
    ASSERT_OK(g->ctx, bsn_words_bind(g->ctx, bsn_words_of(g->slot), &g->slot->f));
}

static void free_grid(struct grid *g)
{
    bsn_graph_clear(g->ctx, &g->graph);
    test_ctx_done(g->ctx);
}

/* ---------------------------------------------------------------------------- under noise ---- */

/* The formula for slot k, word by word, in double: E_k - sum U + length log 26. */
static double plain_slot(const struct grid *g, size_t k, double signal, double noise,
                         const double *y)
{
    double top = -INFINITY, sum = 0, cells = 0, any = -g->floor, part[1025];

    for (size_t i = 0; i < g->side; i++) {
        const double *const at = y + g->slot->member[k * g->side + i] * BSN_LETTERS;
        double most = -INFINITY, total = 0;
        for (size_t l = 0; l < BSN_LETTERS; l++)
            most = fmax(most, signal * at[l] / noise);
        for (size_t l = 0; l < BSN_LETTERS; l++)
            total += exp(signal * at[l] / noise - most);
        cells += most + log(total);
    }
    part[g->words] = any + cells;
    for (size_t w = 0; w < g->words; w++) {
        part[w] = -(double)g->energy[k][w];
        for (size_t i = 0; i < g->side; i++)
            part[w] += signal / noise *
                       y[g->slot->member[k * g->side + i] * BSN_LETTERS +
                         (size_t)(g->letters[w * g->side + i] - 'A')];
    }
    for (size_t w = 0; w <= g->words; w++)
        top = fmax(top, part[w]);
    for (size_t w = 0; w <= g->words; w++)
        sum += exp(part[w] - top);
    return cells - top - log(sum);
}

static double plain_cell(double signal, double noise, const double *y)
{
    double squares = 0, top = -INFINITY, sum = 0;

    for (size_t l = 0; l < BSN_LETTERS; l++) {
        squares += y[l] * y[l];
        top = fmax(top, signal * y[l] / noise);
    }
    for (size_t l = 0; l < BSN_LETTERS; l++)
        sum += exp(signal * y[l] / noise - top);
    return squares / (2 * noise) - top - log(sum / BSN_LETTERS) + signal * signal / (2 * noise);
}

static double plain_energy(const struct grid *g, double signal, double noise, const double *y)
{
    double sum = 0;

    for (size_t c = 0; c < g->side * g->side; c++)
        sum += plain_cell(signal, noise, y + c * BSN_LETTERS);
    for (size_t k = 0; k < 2 * g->side; k++)
        sum += plain_slot(g, k, signal, noise, y);
    return sum;
}

struct tile {
    struct bsn_level level;
    float *y, *scratch, *energy, *grad, *residual;
};

static void make_tile(const struct grid *g, uint32_t k, double least, struct tile *t)
{
    const size_t floats = g->graph.coords * BSN_LANES;
    const size_t scratch = bsn_words_scratch(bsn_words_summed(bsn_words_of(g->slot)), &g->slot->f);

    *t = (struct tile){ 0 };
    ASSERT_OK(g->ctx, BSN_NEW(g->ctx, floats, &t->y));
    ASSERT_OK(g->ctx, BSN_NEW(g->ctx, floats, &t->grad));
    ASSERT_OK(g->ctx, BSN_NEW(g->ctx, BSN_LANES, &t->energy));
    ASSERT_OK(g->ctx, BSN_NEW(g->ctx, g->side * g->side * 2 * BSN_LANES, &t->residual));
    ASSERT_OK(g->ctx, BSN_NEW(g->ctx, scratch, &t->scratch));
    for (uint32_t lane = 0; lane < BSN_LANES; lane++) {
        t->level.noise[lane] = (float)(least * pow(0.98 / least, lane / 15.0));
        t->level.signal[lane] = sqrtf(1 - t->level.noise[lane]);
    }
    const struct bsn_rng rng = { 3, BSN_RNG_TEST, k, 1 };
    bsn_rng_fill_normal(&rng, t->y, (uint32_t)floats);
}

static void free_tile(const struct grid *g, struct tile *t)
{
    bsn_free(g->ctx, t->y);
    bsn_free(g->ctx, t->grad);
    bsn_free(g->ctx, t->energy);
    bsn_free(g->ctx, t->residual);
    bsn_free(g->ctx, t->scratch);
}

static void lane_of(const struct grid *g, const struct tile *t, size_t lane, double *y)
{
    for (size_t i = 0; i < g->graph.coords; i++)
        y[i] = (double)t->y[i * BSN_LANES + lane];
}

/* Slopes against differences of the plain energy, at a few coordinates. */
static void check_slopes(const struct grid *g, const struct tile *t, uint32_t k, size_t lane,
                         double *y)
{
    const double signal = (double)t->level.signal[lane], noise = (double)t->level.noise[lane];
    const double h = 1e-4 * noise;

    for (uint32_t n = 0; n < 8; n++) {
        const size_t i = (size_t)(uniform(k + 2000, n) * (double)g->graph.coords);
        const double was = y[i], got = (double)t->grad[i * BSN_LANES + lane];
        y[i] = was + h;
        const double above = plain_energy(g, signal, noise, y);
        y[i] = was - h;
        const double slope = (above - plain_energy(g, signal, noise, y)) / (2 * h);
        y[i] = was;
        if (!(fabs(got - slope) <= 2e-4 * (1 / noise + fabs(slope))))
            fail_msg("case %u lane %zu: slope %g, should be %g", k, lane, got, slope);
    }
}

static void check_tile(const struct grid *g, const struct bsn_kernel *kernel, uint32_t k,
                       double least)
{
    struct tile t;
    double y[5 * 5 * BSN_LETTERS];

    make_tile(g, k, least, &t);
    bsn_words_term(kernel)(NULL, &g->cell->f, &t.level, t.y, NULL, NULL, t.scratch, t.energy,
                           t.grad, t.residual);
    bsn_words_term(kernel)(bsn_words_summed(bsn_words_of(g->slot)), &g->slot->f, &t.level, t.y,
                           NULL, NULL, t.scratch, t.energy, t.grad, t.residual);
    for (size_t lane = 0; lane < BSN_LANES; lane++) {
        const double signal = (double)t.level.signal[lane], noise = (double)t.level.noise[lane];
        lane_of(g, &t, lane, y);
        const double whole = plain_energy(g, signal, noise, y);
        if (!(fabs((double)t.energy[lane] - whole) <= 2e-6 * (fabs(whole) + 100 / noise)))
            fail_msg("case %u lane %zu: energy %g, should be %g", k, lane,
                     (double)t.energy[lane], whole);
        for (size_t s = 0; s < 2 * g->side; s++) {
            const double r = plain_slot(g, s, signal, noise, y);
            if (!(fabs((double)t.residual[s * BSN_LANES + lane] - r) <= 2e-4 + 2e-6 / noise))
                fail_msg("case %u lane %zu slot %zu: %g, should be %g", k, lane, s,
                         (double)t.residual[s * BSN_LANES + lane], r);
        }
        check_slopes(g, &t, k, lane, y);
    }
    free_tile(g, &t);
}

/* No word, one word, few and many; hardly any noise and much. */
static void the_kernels_agree_with_plain_sums(void **state)
{
    static const size_t wants[] = { 0, 1, 5, 40, 300 };

    (void)state;
    for (uint32_t k = 0; k < 25; k++) {
        struct grid g;
        make_grid(k, 1 + k / 5, wants[k % 5], &g);
        for (size_t l = 0; l < COUNT(levels); l++) {
            const struct bsn_kernel *const kernel = bsn_kernel_pick(levels[l]);
            if (kernel)
                check_tile(&g, kernel, k, k % 2 ? 0.003 : 0.1);
        }
        free_grid(&g);
    }
}

/* How many words of a slot come before word w: of lower energy, or equal and earlier. */
static size_t rank_of(const struct grid *g, size_t slot, size_t w)
{
    const float *const energy = g->energy[slot];
    size_t rank = 0;

    for (size_t v = 0; v < g->words; v++)
        rank += energy[v] < energy[w] || (energy[v] == energy[w] && v < w);
    return rank;
}

/* Words that are not likely count as any letters do; fillings have the same energies as before. */
static void sums_can_be_over_likely_words(void **state)
{
    static const size_t most[] = { 1, 7, 60, 10000 };
    uint8_t letter[25];

    (void)state;
    for (uint32_t k = 0; k < COUNT(most); k++) {
        struct grid g;
        bool likely[10][1024];
        make_grid(60 + k, 5, 200, &g);
        for (size_t w = 0; k == 1 && w < g.words; w += 3)  /* of equals the first are taken */
            bsn_words_of(g.slot)->energy[0][w] = g.energy[0][w] = 2;
        for (size_t c = 0; c < COUNT(letter); c++)
            letter[c] = (uint8_t)(g.letters[3 * 5 + c] - 'A');
        const double before = bsn_words_energy(bsn_words_of(g.slot), &g.slot->f, letter);
        for (size_t s = 0; s < 10; s++)
            for (size_t w = 0; w < g.words; w++)
                likely[s][w] = rank_of(&g, s, w) < most[k];
        ASSERT_OK(g.ctx, bsn_words_narrow(g.ctx, bsn_words_of(g.slot), most[k]));
        for (size_t s = 0; s < 10; s++)
            for (size_t w = 0; w < g.words; w++)
                g.energy[s][w] = likely[s][w] ? g.energy[s][w] : INFINITY;
        check_tile(&g, bsn_kernel_pick(NULL), 60 + k, 0.05);
        assert_true(bsn_words_energy(bsn_words_of(g.slot), &g.slot->f, letter) == before);
        free_grid(&g);
    }
}

/* Weights multiply slots; where y is a filling and noise is little, residuals are its energies. */
static void without_noise_it_is_the_filling(void **state)
{
    struct grid g;
    struct tile t;
    uint8_t letter[16];

    (void)state;
    make_grid(50, 4, 200, &g);
    make_tile(&g, 50, 0.01, &t);
    memset(t.y, 0, g.graph.coords * BSN_LANES * sizeof *t.y);
    for (size_t c = 0; c < 16; c++)
        letter[c] = (uint8_t)(uniform(51, (uint32_t)c) * 4);
    for (size_t k = 0; k < 4; k++)  /* words of the list in the rows */
        for (size_t i = 0; i < 4; i++)
            letter[k * 4 + i] = (uint8_t)(g.letters[(k * 7 + 3) * 4 + i] - 'A');
    for (size_t lane = 0; lane < BSN_LANES; lane++) {
        t.level.signal[lane] = 1;
        t.level.noise[lane] = 0.002f;
        for (size_t c = 0; c < 16; c++)
            t.y[(c * BSN_LETTERS + letter[c]) * BSN_LANES + lane] = 1;
    }
    _Alignas(64) float weight[8 * BSN_LANES];
    for (size_t i = 0; i < COUNT(weight); i++)
        weight[i] = 2;
    bsn_words_term(bsn_kernel_pick(NULL))(bsn_words_of(g.slot)->slot, &g.slot->f, &t.level, t.y,
                                          weight, NULL, t.scratch, t.energy, t.grad, t.residual);
    double sum = 0;
    for (size_t k = 0; k < 8; k++) {
        const double e = bsn_words_slot_energy(bsn_words_of(g.slot), &g.slot->f, k, letter);
        const double r = (double)t.residual[k * BSN_LANES];
        assert_true(r <= e + 1e-4 && r >= e - 0.7);  /* a word at the floor: both ways to have it */
        sum += r;
    }
    assert_true(fabs((double)t.energy[3] - 2 * sum) < 1e-3);
    free_tile(&g, &t);
    free_grid(&g);
}

/* In the engine: sum is all slots' whole energies, basin counts cells once. */
static void it_composes(void **state)
{
    struct grid g;
    struct tile t;
    basin_model *model;
    struct bsn_compose *compose;
    double y[3 * 3 * BSN_LETTERS], cells = 0, slots = 0;

    (void)state;
    make_grid(60, 3, 60, &g);
    ASSERT_OK(g.ctx, bsn_model_new(g.ctx, "toy", BASIN_ENERGY_COMPACT, 10, &model));
    make_tile(&g, 60, 0.05, &t);
    lane_of(&g, &t, 5, y);
    for (size_t c = 0; c < 9; c++)
        cells += plain_cell((double)t.level.signal[5], (double)t.level.noise[5],
                            y + c * BSN_LETTERS);
    for (size_t k = 0; k < 6; k++)
        slots += plain_slot(&g, k, (double)t.level.signal[5], (double)t.level.noise[5], y);
    for (int mode = BSN_COMPOSE_BASIN; mode <= BSN_COMPOSE_SUM; mode++) {
        ASSERT_OK(g.ctx, bsn_compose_new(g.ctx, model, &g.graph, (enum bsn_compose_mode)mode, NULL,
                                         &compose));
        assert_ptr_equal(bsn_term_words_find(bsn_compose_graph(compose)), g.slot);
        float *scratch;
        ASSERT_OK(g.ctx, BSN_NEW(g.ctx, bsn_compose_scratch(compose), &scratch));
        bsn_compose_eval(compose, &t.level, t.y, NULL, scratch, t.energy, t.grad, t.residual);
        const double whole = slots + cells * (mode == BSN_COMPOSE_SUM ? 2 : 1);
        assert_true(fabs((double)t.energy[5] - whole) < 1e-5 * fabs(whole) + 1e-3);
        bsn_free(g.ctx, scratch);
        bsn_compose_free(g.ctx, compose);
    }
    free_tile(&g, &t);
    basin_model_free(g.ctx, model);
    free_grid(&g);
}

/* ------------------------------------------------------------------------------- fillings ---- */

static double worth(const struct grid *g, size_t k, const uint8_t *letter)
{
    for (size_t w = 0; w < g->words; w++) {
        bool same = true;
        for (size_t i = 0; i < g->side; i++)
            same &= letter[g->slot->member[k * g->side + i]] == g->letters[w * g->side + i] - 'A';
        if (same)
            return fmin((double)g->energy[k][w], g->floor);
    }
    return g->floor;
}

static double plain_filling(const struct grid *g, const uint8_t *letter)
{
    double sum = 0;

    for (size_t k = 0; k < 2 * g->side; k++)
        sum += worth(g, k, letter);
    return sum;
}

/* The best letters for slot k of a 3 x 3 grid, by trying all 26^3. */
static double best_of_all(const struct grid *g, size_t k, const uint8_t *fixed,
                          const uint8_t *letter)
{
    const uint32_t *const member = g->slot->member + k * 3;
    double best = INFINITY;
    uint8_t at[9];

    memcpy(at, letter, sizeof at);
    for (size_t n = 0; n < 26 * 26 * 26; n++) {
        at[member[0]] = (uint8_t)(n % 26);
        at[member[1]] = (uint8_t)(n / 26 % 26);
        at[member[2]] = (uint8_t)(n / 676);
        bool allowed = true;
        for (size_t i = 0; i < 3; i++)
            allowed &= fixed[member[i]] == 255 || fixed[member[i]] == at[member[i]];
        if (allowed)
            best = fmin(best, plain_filling(g, at));
    }
    return best;
}

static void the_best_word_is_found(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 12; k++) {
        struct grid g;
        uint8_t letter[9], fixed[9];
        make_grid(70 + k, 3, k % 4 == 0 ? 2 : 60, &g);
        for (uint32_t c = 0; c < 9; c++) {
            letter[c] = (uint8_t)(uniform(90 + k, c) * 5);
            fixed[c] = uniform(90 + k, 20 + c) < 0.2 ? letter[c] : 255;
        }
        const size_t s = k % 6;
        const double before = bsn_words_energy(bsn_words_of(g.slot), &g.slot->f, letter);
        assert_true(fabs(before - plain_filling(&g, letter)) < 1e-6);
        const double best = best_of_all(&g, s, fixed, letter);
        const double gain = bsn_words_improve(bsn_words_of(g.slot), &g.slot->f, s, fixed, letter);
        assert_true(fabs(plain_filling(&g, letter) - (before - gain)) < 1e-5);
        assert_true(fabs(before - gain - best) < 1e-5);
        uint8_t dirty[6], was[9];
        const double settled =
            bsn_words_settle(bsn_words_of(g.slot), &g.slot->f, fixed, NULL, dirty, letter);
        assert_true(settled <= before - gain + 1e-9);
        assert_true(fabs(settled - plain_filling(&g, letter)) < 1e-6);
        memcpy(was, letter, sizeof was);
        assert_true(bsn_words_settle(bsn_words_of(g.slot), &g.slot->f, fixed, was, dirty, letter) ==
                    settled);
        assert_memory_equal(was, letter, sizeof was);
        for (size_t c = 0; c < 9; c++)
            assert_true(fixed[c] == 255 || fixed[c] == letter[c]);
        for (size_t i = 0; i < 6; i++) {
            const double sure = bsn_words_sure(bsn_words_of(g.slot), &g.slot->f, i, letter);
            assert_true(sure > 0 && sure <= 1.000001);
        }
        free_grid(&g);
    }
}

static void words_are_found(void **state)
{
    basin_ctx *ctx = test_ctx();
    struct bsn_word_list *list;
    char letters[4096];

    (void)state;
    for (size_t length = 1; length <= 15; length += 7) {
        const size_t words = draw_words(5, 200, length, letters);
        ASSERT_OK(ctx, bsn_word_list_new(ctx, letters, words, length, &list));
        uint8_t word[15];
        for (uint32_t w = 0; w < words; w++) {
            for (size_t i = 0; i < length; i++)
                word[i] = (uint8_t)(letters[w * length + i] - 'A');
            assert_int_equal(bsn_word_find(list, word), w);
        }
        memset(word, 25, sizeof word);
        word[0] = 24;
        if (length > 1)
            assert_int_equal(bsn_word_find(list, word), UINT32_MAX);
        bsn_word_list_free(ctx, list);
    }
    ASSERT_FAILS(ctx, bsn_word_list_new(ctx, "ABAA", 2, 2, &list), BASIN_STATUS_INPUT, "after");
    ASSERT_FAILS(ctx, bsn_word_list_new(ctx, "Ab", 1, 2, &list), BASIN_STATUS_INPUT, "capitals");
    ASSERT_FAILS(ctx, bsn_word_list_new(ctx, "", 0, 99, &list), BASIN_STATUS_TOO_BIG, "99");
    test_ctx_done(ctx);
}

static basin_status make_words(basin_ctx *ctx, void *arg)
{
    static const float energy[2] = { 1, 2 };
    struct bsn_words *words = NULL;
    basin_status status;

    (void)arg;
    BSN_TRY_OUT(bsn_words_new(ctx, 1, &words));
    BSN_TRY_OUT(bsn_words_list(ctx, words, "CATDOG", 2, 3));
    BSN_TRY_OUT(bsn_words_slot(ctx, words, 0, 3, energy, 9));
    BSN_TRY_OUT(bsn_words_narrow(ctx, words, 1));
out:
    bsn_words_free(ctx, words);
    return status;
}

static void refused_memory_is_reported(void **state)
{
    (void)state;
    assert_true(test_refuse_each(make_words, NULL) > 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_kernels_agree_with_plain_sums),
        cmocka_unit_test(sums_can_be_over_likely_words),
        cmocka_unit_test(without_noise_it_is_the_filling),
        cmocka_unit_test(it_composes),
        cmocka_unit_test(the_best_word_is_found),
        cmocka_unit_test(words_are_found),
        cmocka_unit_test(refused_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
