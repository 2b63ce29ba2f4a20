/* test_sampler_words.c - the sampler for grids of words finds what was hidden, on any threads; on
 * grids so small that all fillings can be tried, the best of all, and so does the beam search. */
#include "support.h"

#include "base/rng.h"
#include "domain/crossword/crossword_reference.h"
#include "domain/crossword/words/term_words.h"
#include "sample/sampler.h"

#include <math.h>

#define SIDE_MAX 4
#define CELLS_MAX (SIDE_MAX * SIDE_MAX)
#define WORDS_MAX 400
#define FLOOR 15.0

extern const struct bsn_sampler bsn_sampler_words;

/* What a puzzle is made of: a square, the first letters of the alphabet, random words beside the
 * hidden ones. Numbers are the same for the same k. */
struct plan {
    uint32_t k;
    size_t side, letters, words;
};

/* The hidden filling's words have energies of 2 to 4, all others more. */
struct puzzle {
    struct plan plan;
    size_t side, cells, slots;
    basin_ctx *ctx;
    basin_model *model;
    struct bsn_graph graph;
    struct bsn_term *slot;
    struct bsn_compose *compose;
    struct basin_problem problem;
    uint8_t hidden[CELLS_MAX];
    double energy;  /* of the hidden filling */
};

static double uniform(uint32_t stream, uint32_t item)
{
    const struct bsn_rng rng = { 11, BSN_RNG_TEST, stream, 0 };

    return bsn_rng_uniform(&rng, item);
}

static void decode(const void *instance, enum bsn_decode how, size_t count, const float *y,
                   int32_t *value)
{
    const size_t cells = ((const struct puzzle *)instance)->cells;

    (void)how;
    for (size_t lane = 0; lane < count; lane++)
        for (size_t c = 0; c < cells; c++) {
            int32_t best = 0;
            for (int32_t l = 1; l < BSN_LETTERS; l++)
                if (y[(c * BSN_LETTERS + (size_t)l) * BSN_LANES + lane] >
                    y[(c * BSN_LETTERS + (size_t)best) * BSN_LANES + lane])
                    best = l;
            value[lane * cells + c] = best;
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

static const struct bsn_task task = { .decode = decode, .verify = verify, .scratch = scratch };

static uint32_t cell_of(const struct puzzle *p, size_t slot, size_t i)
{
    return (uint32_t)(slot < p->side ? slot * p->side + i : i * p->side + slot - p->side);
}

static void make_graph(struct puzzle *p)
{
    const size_t cells = p->cells;
    const struct bsn_term_size one = { .parts = cells, .factors = cells, .members = cells,
                                       .inputs = BSN_LETTERS };
    const struct bsn_term_size line = { .parts = cells, .factors = p->slots, .members = 2 * cells,
                                        .covers = 2 * cells, .inputs = BSN_LETTERS };
    struct bsn_term *cell;

    p->graph.coords = cells * BSN_LETTERS;
    ASSERT_OK(p->ctx, bsn_graph_add(p->ctx, &p->graph, "letter", true, &one, &cell));
    ASSERT_OK(p->ctx, bsn_graph_add(p->ctx, &p->graph, "word", false, &line, &p->slot));
    cell = &p->graph.term[0];
    cell->kind = &bsn_term_letters;
    for (uint32_t i = 0; i < cells * BSN_LETTERS; i++)
        cell->input[i] = p->slot->input[i] = i;
    for (uint32_t i = 0; i < cells; i++) {
        cell->member[i] = i;
        cell->first[i + 1] = i + 1;
    }
    for (size_t k = 0; k < p->slots; k++) {
        for (size_t i = 0; i < p->side; i++)
            p->slot->member[k * p->side + i] = p->slot->cover[k * p->side + i] = cell_of(p, k, i);
        p->slot->first[k + 1] = p->slot->cover_first[k + 1] = (uint32_t)((k + 1) * p->side);
    }
    bsn_graph_finish(&p->graph);
}

static int by_letters(const void *a, const void *b)
{
    return strcmp(a, b);
}

static char letter_of(const struct puzzle *p, uint32_t item)
{
    return (char)('A' + (int)(uniform(p->plan.k, item) * (double)p->plan.letters));
}

/* Hidden words and random ones, ascending, each once, behind each other. */
static size_t make_list(const struct puzzle *p, char *letters)
{
    char word[WORDS_MAX][SIDE_MAX + 1] = { "" };
    size_t count = 0, kept = 0;

    for (size_t s = 0; s < p->slots; s++, count++)
        for (size_t i = 0; i < p->side; i++)
            word[count][i] = (char)('A' + p->hidden[cell_of(p, s, i)]);
    for (; count < p->plan.words; count++)
        for (size_t i = 0; i < p->side; i++)
            word[count][i] = letter_of(p, (uint32_t)(count * p->side + i));
    qsort(word, count, sizeof *word, by_letters);
    for (size_t w = 0; w < count; w++)
        if (w == 0 || strcmp(word[w], word[w - 1]) != 0)
            memcpy(letters + p->side * kept++, word[w], p->side);
    return kept;
}

static void fill_slots(struct puzzle *p)
{
    char letters[WORDS_MAX * SIDE_MAX];
    float energy[WORDS_MAX];
    const size_t words = make_list(p, letters);

    ASSERT_OK(p->ctx, bsn_term_words_new(p->ctx, p->slots, p->slot));
    ASSERT_OK(p->ctx, bsn_words_list(p->ctx, bsn_words_of(p->slot), letters, words, p->side));
    for (uint32_t s = 0; s < p->slots; s++) {
        for (uint32_t w = 0; w < words; w++) {
            bool hidden = true;
            for (size_t i = 0; i < p->side; i++)
                hidden &= letters[w * p->side + i] - 'A' == p->hidden[cell_of(p, s, i)];
            const double u = uniform(p->plan.k + 500, s * WORDS_MAX + w);
            energy[w] = (float)(hidden ? 2 + 2 * u : 4 + 8 * u);
        }
        ASSERT_OK(p->ctx,
                  bsn_words_slot(p->ctx, bsn_words_of(p->slot), s, p->side, energy, FLOOR));
    }
}

static void make_puzzle(struct plan plan, struct puzzle *p)
{
    *p = (struct puzzle){ .ctx = test_ctx(), .plan = plan, .side = plan.side,
                          .cells = plan.side * plan.side, .slots = 2 * plan.side };
    p->problem = (struct basin_problem){ .name = "toy", .task = &task, .instance = p,
                                         .values = p->cells };
    for (uint32_t c = 0; c < p->cells; c++)
        p->hidden[c] = (uint8_t)(uniform(plan.k + 900, c) * (double)plan.letters);
    ASSERT_OK(p->ctx, bsn_model_new(p->ctx, "toy", BASIN_ENERGY_COMPACT, 100, &p->model));
    make_graph(p);
    fill_slots(p);
    ASSERT_OK(p->ctx, bsn_compose_new(p->ctx, p->model, &p->graph, BSN_COMPOSE_BASIN, NULL,
                                      &p->compose));
    p->energy = bsn_words_energy(bsn_words_of(p->slot), &p->slot->f, p->hidden);
}

/* A square of 4 x 4 with some 400 words of six letters. */
static struct plan square(uint32_t k)
{
    return (struct plan){ k, SIDE_MAX, 6, WORDS_MAX };
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
    uint8_t letter[CELLS_MAX];
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
    struct bsn_brake brake;
    struct found found;

    if (how.threads > 1)
        ASSERT_OK(p->ctx, bsn_pool_new(p->ctx, how.threads, &pool));
    const struct bsn_run_setup setup = { .problem = &p->problem, .compose = p->compose,
                                         .sampler = &bsn_sampler_words, .pool = pool,
                                         .particles = how.particles, .held = how.held,
                                         .start = how.start };
    ASSERT_OK(p->ctx, bsn_run_new(p->ctx, &setup, &run));
    opts.steps = how.steps;
    bsn_brake_put(p->ctx, &brake, NULL, NULL, 0);
    found.stop = bsn_run_sample(run, &opts, 3, true, &brake);
    bsn_brake_take(p->ctx, &brake);
    found.energy = run->energy;
    found.steps = run->steps;
    for (size_t c = 0; c < p->cells; c++)
        found.letter[c] = (uint8_t)run->best[c];
    const double energy = bsn_words_energy(bsn_words_of(p->slot), &p->slot->f, found.letter);
    assert_true(fabs(energy - found.energy) < 1e-3);
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
        make_puzzle(square(k), &p);
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
    make_puzzle(square(20), &p);
    const struct found one = solve(&p, (struct how){ .particles = 40, .steps = 27 });
    assert_int_equal(one.steps, 27);
    for (uint32_t threads = 2; threads <= 3; threads++) {
        const struct found many =
            solve(&p, (struct how){ .particles = 40, .steps = 27, .threads = threads });
        assert_memory_equal(many.letter, one.letter, p.cells);
        assert_true(many.energy == one.energy);
    }
    free_puzzle(&p);
}

/* Coordinates (coords, 16) of some letters, NAN for those of other cells. */
static float *encode(const struct puzzle *p, const uint8_t *letter, size_t every)
{
    float *y;

    ASSERT_OK(p->ctx, BSN_NEW(p->ctx, p->graph.coords * BSN_LANES, &y));
    for (size_t c = 0; c < p->cells; c++)
        for (size_t l = 0; l < BSN_LETTERS; l++)
            for (size_t lane = 0; lane < BSN_LANES; lane++)
                y[(c * BSN_LETTERS + l) * BSN_LANES + lane] = c % every ? NAN : letter[c] == l;
    return y;
}

static void fixed_letters_stay(void **state)
{
    struct puzzle p;
    uint8_t odd[CELLS_MAX];

    (void)state;
    make_puzzle(square(30), &p);
    for (size_t c = 0; c < p.cells; c++)
        odd[c] = (uint8_t)(25 - c % 3);  /* letters of no word */
    float *const held = encode(&p, odd, 3);
    const struct found found = solve(&p, (struct how){ .particles = 10, .held = held });
    for (size_t c = 0; c < p.cells; c += 3)
        assert_int_equal(found.letter[c], odd[c]);
    bsn_free(p.ctx, held);
    free_puzzle(&p);
}

static void it_starts_where_it_is_told(void **state)
{
    struct puzzle p;

    (void)state;
    make_puzzle(square(40), &p);
    float *const start = encode(&p, p.hidden, 1);
    const struct found found =
        solve(&p, (struct how){ .particles = 16, .steps = 1, .start = start });
    assert_true(found.energy <= p.energy + 1e-3);
    bsn_free(p.ctx, start);
    free_puzzle(&p);
}

/* The lowest energy of all fillings. Letters that no word has need not be tried: they leave both of
 * their slots at the floor, where any other letter does no worse. */
static double try_all(const struct puzzle *p)
{
    uint8_t letter[CELLS_MAX] = { 0 };
    double least = INFINITY;

    for (size_t at = 0; at < p->cells;) {
        least = fmin(least, bsn_words_energy(bsn_words_of(p->slot), &p->slot->f, letter));
        for (at = 0; at < p->cells && ++letter[at] == p->plan.letters; at++)
            letter[at] = 0;
    }
    return least;
}

/* What the beam search finds on the same words. */
static double search(const struct puzzle *p)
{
    struct bsn_slot slot[2 * SIDE_MAX];
    char cell[CELLS_MAX];
    const struct bsn_puzzle grid = { .rows = (uint32_t)p->side, .columns = (uint32_t)p->side,
                                     .cell = cell, .slots = p->slots, .slot = slot };
    double energy = 0;

    memset(cell, BSN_CELL_OPEN, sizeof cell);
    for (size_t k = 0; k < p->slots; k++)
        slot[k] = (struct bsn_slot){ .length = (uint32_t)p->side, .first = cell_of(p, k, 0),
                                     .step = cell_of(p, k, 1) - cell_of(p, k, 0) };
    ASSERT_OK(p->ctx, bsn_crossword_reference(p->ctx, &grid, bsn_words_of(p->slot), &energy));
    return energy;
}

static void the_best_of_all_is_found(void **state)
{
    (void)state;
    for (uint32_t k = 50; k < 55; k++) {
        struct puzzle p;
        make_puzzle((struct plan){ k, 3, 4, 14 + 8 * (k - 50) }, &p);
        const double least = try_all(&p), beam = search(&p);
        const struct found found = solve(&p, (struct how){ .particles = 32 });
        assert_true(least <= p.energy + 1e-3);
        assert_true(beam >= least - 1e-3);
        assert_true(found.energy <= beam + 1e-3);
        assert_true(fabs(found.energy - least) < 1e-3);
        free_puzzle(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hidden_fillings_are_found),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(fixed_letters_stay),
        cmocka_unit_test(it_starts_where_it_is_told),
        cmocka_unit_test(the_best_of_all_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
