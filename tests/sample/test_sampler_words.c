/* test_sampler_words.c - the sampler for grids of words finds what was hidden, on any threads. */
#include "support.h"

#include "base/rng.h"
#include "sample/sampler.h"

#include <math.h>

#define SIDE 4
#define CELLS (SIDE * SIDE)
#define SLOTS (2 * SIDE)
#define WORDS_MAX 400
#define FLOOR 15.0

extern const struct bsn_sampler bsn_sampler_words;

/* The hidden filling's words have energies of 2 to 4, all others more. */
struct puzzle {
    basin_ctx *ctx;
    basin_model *model;
    struct bsn_graph graph;
    struct bsn_term *slot;
    struct bsn_compose *compose;
    struct basin_problem problem;
    uint8_t hidden[CELLS];
    double energy;  /* of the hidden filling */
};

static double uniform(uint32_t stream, uint32_t item)
{
    const struct bsn_rng rng = { 11, BSN_RNG_TEST, stream, 0 };

    return bsn_rng_uniform(&rng, item);
}

static void decode(const void *instance, enum bsn_decode how, const float *y, int32_t *value)
{
    (void)instance;
    (void)how;
    for (size_t lane = 0; lane < BSN_LANES; lane++)
        for (size_t c = 0; c < CELLS; c++) {
            int32_t best = 0;
            for (int32_t l = 1; l < BSN_LETTERS; l++)
                if (y[(c * BSN_LETTERS + (size_t)l) * BSN_LANES + lane] >
                    y[(c * BSN_LETTERS + (size_t)best) * BSN_LANES + lane])
                    best = l;
            value[lane * CELLS + c] = best;
        }
}

static void verify(const void *instance, size_t count, const int32_t *value, uint32_t *scratch,
                   uint64_t *violated)
{
    (void)instance;
    (void)value;
    (void)scratch;
    memset(violated, 0, count * sizeof *violated);
}

static size_t scratch(const void *instance)
{
    (void)instance;
    return 0;
}

static const struct bsn_domain domain = { .name = "toy", .decode = decode, .verify = verify,
                                          .scratch = scratch };

static uint32_t cell_of(size_t slot, size_t i)
{
    return (uint32_t)(slot < SIDE ? slot * SIDE + i : i * SIDE + slot - SIDE);
}

static void make_graph(struct puzzle *p)
{
    const struct bsn_term_size one = { .parts = CELLS, .factors = CELLS, .members = CELLS,
                                       .inputs = BSN_LETTERS };
    const struct bsn_term_size line = { .parts = CELLS, .factors = SLOTS, .members = 2 * CELLS,
                                        .covers = 2 * CELLS, .inputs = BSN_LETTERS };
    struct bsn_term *cell;

    p->graph.coords = CELLS * BSN_LETTERS;
    ASSERT_OK(p->ctx, bsn_graph_add(p->ctx, &p->graph, "letter", true, &one, &cell));
    ASSERT_OK(p->ctx, bsn_graph_add(p->ctx, &p->graph, "word", false, &line, &p->slot));
    cell->letters = true;
    for (uint32_t i = 0; i < CELLS * BSN_LETTERS; i++)
        cell->input[i] = p->slot->input[i] = i;
    for (uint32_t i = 0; i < CELLS; i++) {
        cell->member[i] = i;
        cell->first[i + 1] = i + 1;
    }
    for (size_t k = 0; k < SLOTS; k++) {
        for (size_t i = 0; i < SIDE; i++)
            p->slot->member[k * SIDE + i] = p->slot->cover[k * SIDE + i] = cell_of(k, i);
        p->slot->first[k + 1] = p->slot->cover_first[k + 1] = (uint32_t)((k + 1) * SIDE);
    }
    bsn_graph_finish(&p->graph);
}

static int by_letters(const void *a, const void *b)
{
    return memcmp(a, b, SIDE);
}

/* Hidden words and random ones, ascending, each once. */
static size_t make_list(struct puzzle *p, uint32_t k, char (*word)[SIDE])
{
    size_t count = 0, kept = 0;

    for (size_t s = 0; s < SLOTS; s++, count++)
        for (size_t i = 0; i < SIDE; i++)
            word[count][i] = (char)('A' + p->hidden[cell_of(s, i)]);
    for (; count < WORDS_MAX; count++)
        for (size_t i = 0; i < SIDE; i++)
            word[count][i] = (char)('A' + (int)(uniform(k, (uint32_t)(count * SIDE + i)) * 6));
    qsort(word, count, SIDE, by_letters);
    for (size_t w = 0; w < count; w++)
        if (w == 0 || memcmp(word[w], word[w - 1], SIDE) != 0)
            memmove(word[kept++], word[w], SIDE);
    return kept;
}

static void fill_slots(struct puzzle *p, uint32_t k)
{
    char word[WORDS_MAX][SIDE];
    float energy[WORDS_MAX];
    const size_t words = make_list(p, k, word);

    ASSERT_OK(p->ctx, bsn_words_new(p->ctx, SLOTS, &p->slot->words));
    ASSERT_OK(p->ctx, bsn_words_list(p->ctx, p->slot->words, word[0], words, SIDE));
    for (uint32_t s = 0; s < SLOTS; s++) {
        for (uint32_t w = 0; w < words; w++) {
            bool hidden = true;
            for (size_t i = 0; i < SIDE; i++)
                hidden &= word[w][i] - 'A' == p->hidden[cell_of(s, i)];
            const double u = uniform(k + 500, s * WORDS_MAX + w);
            energy[w] = (float)(hidden ? 2 + 2 * u : 4 + 8 * u);
        }
        ASSERT_OK(p->ctx, bsn_words_slot(p->ctx, p->slot->words, s, SIDE, energy, FLOOR));
    }
}

static void make_puzzle(uint32_t k, struct puzzle *p)
{
    *p = (struct puzzle){ .ctx = test_ctx() };
    p->problem = (struct basin_problem){ &domain, NULL, CELLS };
    for (uint32_t c = 0; c < CELLS; c++)
        p->hidden[c] = (uint8_t)(uniform(k + 900, c) * 6);
    ASSERT_OK(p->ctx, bsn_model_new(p->ctx, "toy", BASIN_ENERGY_COMPACT, 100, &p->model));
    make_graph(p);
    fill_slots(p, k);
    ASSERT_OK(p->ctx, bsn_compose_new(p->ctx, p->model, &p->graph, BSN_COMPOSE_BASIN, NULL,
                                      &p->compose));
    p->energy = bsn_words_energy(p->slot->words, &p->slot->f, p->hidden);
}

static void free_puzzle(struct puzzle *p)
{
    bsn_compose_free(p->ctx, p->compose);
    bsn_graph_clear(p->ctx, &p->graph);
    basin_model_free(p->ctx, p->model);
    test_ctx_done(p->ctx);
}

/* What a run found. */
struct found {
    uint8_t letter[CELLS];
    double energy;
    uint64_t steps;
    enum basin_stop stop;
};

struct how {
    uint32_t threads, particles;
    uint64_t steps;
    const float *held, *start;
};

static struct found solve(const struct puzzle *p, struct how how)
{
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
    struct bsn_pool *pool = NULL;
    struct bsn_run *run;
    atomic_int stop = 0;
    struct found found;

    if (how.threads > 1)
        ASSERT_OK(p->ctx, bsn_pool_new(p->ctx, how.threads, &pool));
    const struct bsn_run_setup setup = { .problem = &p->problem, .compose = p->compose,
                                         .sampler = &bsn_sampler_words, .pool = pool,
                                         .particles = how.particles, .held = how.held,
                                         .start = how.start };
    ASSERT_OK(p->ctx, bsn_run_new(p->ctx, &setup, &run));
    opts.steps = how.steps;
    found.stop = bsn_run_sample(run, &opts, 3, true, 0, &stop);
    found.energy = run->energy;
    found.steps = run->steps;
    for (size_t c = 0; c < CELLS; c++)
        found.letter[c] = (uint8_t)run->best[c];
    assert_true(fabs(bsn_words_energy(p->slot->words, &p->slot->f, found.letter) - found.energy) <
                1e-3);
    bsn_run_free(p->ctx, run);
    bsn_pool_free(p->ctx, pool);
    return found;
}

static void hidden_fillings_are_found(void **state)
{
    size_t hits = 0;

    (void)state;
    for (uint32_t k = 0; k < 10; k++) {
        struct puzzle p;
        make_puzzle(k, &p);
        const struct found found = solve(&p, (struct how){ .particles = 32 });
        hits += found.energy <= p.energy + 1e-3;
        assert_true(found.steps > 0);
        free_puzzle(&p);
    }
    assert_true(hits >= 9);
}

static void threads_change_nothing(void **state)
{
    struct puzzle p;

    (void)state;
    make_puzzle(20, &p);
    const struct found one = solve(&p, (struct how){ .particles = 40, .steps = 27 });
    assert_int_equal(one.steps, 27);
    for (uint32_t threads = 2; threads <= 3; threads++) {
        const struct found many =
            solve(&p, (struct how){ .particles = 40, .steps = 27, .threads = threads });
        assert_memory_equal(many.letter, one.letter, CELLS);
        assert_true(many.energy == one.energy);
    }
    free_puzzle(&p);
}

/* Coordinates (coords, 16) of some letters, NAN for those of other cells. */
static float *encode(const struct puzzle *p, const uint8_t *letter, size_t every)
{
    float *y;

    ASSERT_OK(p->ctx, BSN_NEW(p->ctx, p->graph.coords * BSN_LANES, &y));
    for (size_t c = 0; c < CELLS; c++)
        for (size_t l = 0; l < BSN_LETTERS; l++)
            for (size_t lane = 0; lane < BSN_LANES; lane++)
                y[(c * BSN_LETTERS + l) * BSN_LANES + lane] = c % every ? NAN : letter[c] == l;
    return y;
}

static void fixed_letters_stay(void **state)
{
    struct puzzle p;
    uint8_t odd[CELLS];

    (void)state;
    make_puzzle(30, &p);
    for (size_t c = 0; c < CELLS; c++)
        odd[c] = (uint8_t)(25 - c % 3);  /* letters of no word */
    float *const held = encode(&p, odd, 3);
    const struct found found = solve(&p, (struct how){ .particles = 10, .held = held });
    for (size_t c = 0; c < CELLS; c += 3)
        assert_int_equal(found.letter[c], odd[c]);
    bsn_free(p.ctx, held);
    free_puzzle(&p);
}

static void it_starts_where_it_is_told(void **state)
{
    struct puzzle p;

    (void)state;
    make_puzzle(40, &p);
    float *const start = encode(&p, p.hidden, 1);
    const struct found found =
        solve(&p, (struct how){ .particles = 16, .steps = 1, .start = start });
    assert_true(found.energy <= p.energy + 1e-3);
    bsn_free(p.ctx, start);
    free_puzzle(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hidden_fillings_are_found),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(fixed_letters_stay),
        cmocka_unit_test(it_starts_where_it_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
