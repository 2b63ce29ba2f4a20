/* test_samplers.c - samplers on an energy whose distribution is known, and the rules they share. */
#include "sample/mcmc.h"

#include "toy.h"

#define CHAINS 2048

/* ------------------------------------------------------------------------------ statistics ---- */

struct spread {
    double mean, variance, fourth;  /* central moments */
    double n;
};

/* Of coordinate 0 of all particles of a run; momenta are in `extra`. */
static struct spread measure(const struct bsn_run *run, bool momentum)
{
    struct spread s = { .n = run->particles };

    for (int round = 0; round < 2; round++)
        for (size_t p = 0; p < run->particles; p++) {
            const struct bsn_tile *const tile = &run->tile[p / BSN_LANES];
            const double x = (momentum ? tile->extra : tile->y)[p % BSN_LANES];
            if (round == 0)
                s.mean += x / s.n;
            else {
                const double square = (x - s.mean) * (x - s.mean);
                s.variance += square / s.n;
                s.fourth += square * square / s.n;
            }
        }
    return s;
}

/* Standard errors between a measured spread and the truth. */
static double mean_error(struct spread s, double mean)
{
    return fabs(s.mean - mean) / sqrt(s.variance / s.n);
}

static double variance_error(struct spread s, double variance)
{
    return fabs(s.variance - variance) / sqrt((s.fourth - s.variance * s.variance) / s.n);
}

/* ------------------------------------------------------------- moves at one level ---- */

/* Many chains at one level, where the two modes overlap enough to be crossed often. */
struct chains {
    struct toy toy;
    struct bsn_mcmc move;
    double mean, variance;  /* of exp(-E) */
};

static void weigh(struct bsn_run *run, struct bsn_tile *tile, void *t)
{
    bsn_tile_weigh(run, tile, *(const uint32_t *)t);
}

static void start_chains(double step, bool corrected, struct chains *c)
{
    const struct toy_setup setup = { .ones = "0.75", .coords = 1, .levels = 100,
                                     .particles = CHAINS, .threads = 2, .sampler = "hmc" };

    toy_make(&setup, &c->toy);
    struct bsn_run *const run = c->toy.run;
    const struct bsn_schedule *const schedule = bsn_compose_schedule(c->toy.compose);
    uint32_t t = bsn_schedule_find(schedule, 0.15);
    const double signal = sqrt(schedule->abar[t]);
    c->move = (struct bsn_mcmc){ .t = t, .corrected = corrected, .step = step, .mass = 1 };
    c->mean = 0.75 * signal;
    c->variance = 1 - schedule->abar[t] + 0.75 * 0.25 * signal * signal;
    run->seed = 11;
    bsn_run_each(run, bsn_tile_start, NULL);
    bsn_run_each(run, weigh, &t);
}

static void walk(struct chains *c, bsn_tile_fn *work, uint32_t moves)
{
    for (uint32_t k = 0; k < moves; k++) {
        c->move.when++;
        bsn_run_each(c->toy.run, work, &c->move);
    }
}

/* Share of chains that a further move leaves where they are; also: that energy and gradient are
 * those of the position afterwards. */
static double refusals(struct chains *c, bsn_tile_fn *work)
{
    static float before[CHAINS], energy[CHAINS], grad[CHAINS];
    struct bsn_run *const run = c->toy.run;
    double refused = 0;

    for (size_t p = 0; p < CHAINS; p++)
        before[p] = toy_at(&c->toy, 0, p);
    walk(c, work, 1);
    for (size_t p = 0; p < CHAINS; p++) {
        refused += before[p] == toy_at(&c->toy, 0, p);
        energy[p] = run->tile[p / BSN_LANES].energy[p % BSN_LANES];
        grad[p] = run->tile[p / BSN_LANES].grad[p % BSN_LANES];
    }
    bsn_run_each(run, weigh, &c->move.t);
    for (size_t p = 0; p < CHAINS; p++) {
        assert_true(energy[p] == run->tile[p / BSN_LANES].energy[p % BSN_LANES]);
        assert_true(grad[p] == run->tile[p / BSN_LANES].grad[p % BSN_LANES] ||
                    energy[p] == INFINITY);
    }
    return refused / CHAINS;
}

static void mala_leaves_the_mixture_as_it_is(void **state)
{
    (void)state;
    struct chains c;

    start_chains(0.15, true, &c);
    walk(&c, bsn_tile_langevin, 200);
    const struct spread s = measure(c.toy.run, false);
    assert_true(mean_error(s, c.mean) < 4);
    assert_true(variance_error(s, c.variance) < 4);
    const double refused = refusals(&c, bsn_tile_langevin);
    assert_true(refused > 0.05 && refused < 0.8);
    toy_free(&c.toy);
}

/* The same step without correction is visibly wrong: the test above would notice. */
static void ula_with_a_long_step_does_not(void **state)
{
    (void)state;
    struct chains c;

    start_chains(0.15, false, &c);
    walk(&c, bsn_tile_langevin, 200);
    assert_true(variance_error(measure(c.toy.run, false), c.variance) > 8);
    toy_free(&c.toy);
    start_chains(0.002, false, &c);
    walk(&c, bsn_tile_langevin, 1500);
    const struct spread s = measure(c.toy.run, false);
    assert_true(mean_error(s, c.mean) < 4);
    assert_true(variance_error(s, c.variance) < 4);
    assert_true(refusals(&c, bsn_tile_langevin) < 0.01);
    toy_free(&c.toy);
}

static void hmc_leaves_the_mixture_as_it_is(void **state)
{
    (void)state;
    struct chains c;

    start_chains(0.6, true, &c);
    walk(&c, bsn_tile_momentum, 1);
    walk(&c, bsn_tile_leapfrog, 200);
    const struct spread s = measure(c.toy.run, false), momentum = measure(c.toy.run, true);
    assert_true(mean_error(s, c.mean) < 4);
    assert_true(variance_error(s, c.variance) < 4);
    assert_true(mean_error(momentum, 0) < 4);
    assert_true(variance_error(momentum, 1) < 4);
    const double refused = refusals(&c, bsn_tile_leapfrog);
    assert_true(refused > 0.05 && refused < 0.8);
    toy_free(&c.toy);
}

static void uhmc_does_so_with_short_steps_only(void **state)
{
    (void)state;
    struct chains c;

    start_chains(0.6, false, &c);
    walk(&c, bsn_tile_momentum, 1);
    walk(&c, bsn_tile_leapfrog, 200);
    assert_true(variance_error(measure(c.toy.run, false), c.variance) > 8);
    toy_free(&c.toy);
    start_chains(0.05, false, &c);
    walk(&c, bsn_tile_momentum, 1);
    walk(&c, bsn_tile_leapfrog, 300);
    const struct spread s = measure(c.toy.run, false);
    assert_true(mean_error(s, c.mean) < 4);
    assert_true(variance_error(s, c.variance) < 4);
    toy_free(&c.toy);
}

/* A move to where the energy is no number is refused; a particle that is lost stays lost, and its
 * energy is never the lowest. */
static void what_is_no_number_is_never_accepted(void **state)
{
    (void)state;
    bsn_tile_fn *const works[] = { bsn_tile_langevin, bsn_tile_leapfrog };

    for (size_t k = 0; k < COUNT(works); k++) {
        struct chains c;
        start_chains(1e30, true, &c);  /* a step that leaves the numbers */
        struct bsn_tile *const tile = c.toy.run->tile;
        tile->y[3] = NAN;
        bsn_tile_weigh(c.toy.run, tile, c.move.t);
        assert_true(tile->energy[3] == INFINITY);
        assert_true(refusals(&c, works[k]) > 0.999 * (CHAINS - 1) / CHAINS);
        for (size_t lane = 0; lane < BSN_LANES; lane++)
            assert_true(isfinite(tile->energy[lane]) == (lane != 3));
        toy_free(&c.toy);
    }
}

/* --------------------------------------------------------------------------- whole runs ---- */

static const char *const names[] = { "basin", "hmc", "mala", "pem", "pem-lookahead", "reverse",
                                     "uhmc", "ula" };

static void the_registry_lists_all_samplers(void **state)
{
    (void)state;
    size_t count = 0;

    assert_string_equal(bsn_sampler_list[0]->name, "basin");
    for (size_t i = 0; i < COUNT(names); i++) {
        const struct bsn_sampler *const sampler = toy_sampler(names[i]);
        const bool pem = strncmp(names[i], "pem", 3) == 0;
        assert_int_equal(sampler->particles, pem ? 128 : 16);
        assert_true(strlen(sampler->summary) > 10);
    }
    while (bsn_sampler_list[count])
        count++;
    assert_int_equal(count, COUNT(names) + 2);
    assert_true(toy_sampler("words")->needs);  /* these have tests of their own */
    assert_true(toy_sampler("focus")->assignments);
}

/* With reverse diffusion at the end, particles are at 0 or 1, as often as the examples are. */
static void samplers_that_end_in_reverse_diffusion_draw_examples(void **state)
{
    (void)state;
    const char *const reverse[] = { "reverse", "mala", "hmc", "uhmc", "ula" };

    for (size_t k = 0; k < COUNT(reverse); k++) {
        const struct toy_setup setup = { .ones = "0.75", .coords = 1, .levels = 100,
                                         .particles = CHAINS, .threads = 2,
                                         .sampler = reverse[k] };
        struct toy toy;
        double ones = 0;
        toy_make(&setup, &toy);
        assert_int_equal(toy_sample(&toy, 0), BASIN_STOP_END);
        for (size_t p = 0; p < CHAINS; p++) {
            const float y = toy_at(&toy, 0, p);
            assert_true(fabsf(y) < 0.01f || fabsf(y - 1) < 0.01f);
            ones += y > 0.5f;
        }
        /* 4 standard errors, and 0.01 for the steps being finite. */
        if (fabs(ones / CHAINS - 0.75) > 4 * sqrt(0.75 * 0.25 / CHAINS) + 0.01)
            fail_msg("%s: %g of the particles are 1", reverse[k], ones / CHAINS);
        toy_free(&toy);
    }
}

/* A level of the authors' samplers: above the middle, moves follow the reverse step, with momenta
 * of variance beta^2 that hardly a kick changes; from the middle down, the reverse step is all. */
static void moves_follow_the_reverse_step(void **state)
{
    (void)state;
    for (uint32_t t = 51; t <= 52; t++) {
        const struct toy_setup setup = { .ones = "0.75", .coords = 1, .levels = 100,
                                         .particles = CHAINS, .sampler = "uhmc" };
        struct toy moved, plain;
        toy_make(&setup, &moved);
        toy_make(&setup, &plain);
        toy_sample(&moved, 0);
        toy_sample(&plain, 0);
        bsn_run_each(moved.run, weigh, &t);
        bsn_run_each(plain.run, weigh, &t);
        struct bsn_anneal way = { .t = t, .when = 7 }, other = way;
        bsn_descend_leapfrog(moved.run, &way, false);
        bsn_descend_reverse(plain.run, &other);
        const double beta = bsn_compose_schedule(moved.compose)->beta[t];
        const double far = fabs((double)toy_at(&moved, 0, 0) - toy_at(&plain, 0, 0));
        assert_true(t == 51 ? far == 0 : far > 0);
        if (t == 52)
            assert_true(fabs(measure(moved.run, true).variance / (beta * beta) - 1) < 0.25);
        toy_free(&moved);
        toy_free(&plain);
    }
}

/* One example leaves no doubt: one step of PEM from anywhere is at signal * example. */
static void pem_finds_a_single_example(void **state)
{
    (void)state;
    const struct toy_setup setup = { .ones = "1", .coords = 3, .levels = 20, .particles = 24,
                                     .by_energy = true, .sampler = "pem" };
    struct toy toy;

    toy_make(&setup, &toy);
    toy.opts.steps = 1000;  /* by energy, there is one pass only */
    toy_sample(&toy, 0);
    assert_int_equal(toy.run->steps, 20);
    const double signal = sqrt(bsn_compose_schedule(toy.compose)->abar[1]);
    for (size_t p = 0; p < 24; p++)
        for (size_t i = 0; i < 3; i++)
            assert_true(fabs(toy_at(&toy, i, p) - signal) < 1e-4);
    assert_int_equal(toy.run->violated, 1);  /* made unsolvable; else all ones */
    assert_int_equal(toy.run->best[0] + toy.run->best[1] + toy.run->best[2], 3);
    toy_free(&toy);
}

/* What one level of PEM does to N(0, 1), by summing over a grid: the mean of what it ends at. */
static double pem_mean(double abar, double ones)
{
    const double signal = sqrt(abar), v = 1 - abar, h = 0.02;
    double mean = 0, total = 0;

    for (double y = -6; y < 6; y += h) {
        const double weight = exp(-y * y / 2) * ((1 - ones) * exp(-y * y / (2 * v)) +
                                  ones * exp(-(y - signal) * (y - signal) / (2 * v)));
        for (double xi = -6; xi < 6; xi += h) {
            const double at = y + sqrt(v) * xi, mass = weight * exp(-xi * xi / 2);
            const double odds = ones / (1 - ones) * exp((signal * at - abar / 2) / v);
            total += mass;
            mean += mass * signal * odds / (1 + odds);
        }
    }
    return mean / total;
}

static void one_level_of_pem_is_as_computed(void **state)
{
    (void)state;
    const struct toy_setup setup = { .ones = "0.3", .coords = 1, .levels = 1, .particles = 512,
                                     .by_energy = true, .sampler = "pem" };
    const int runs = 64;
    struct toy toy;
    double sum = 0, squares = 0;

    toy_make(&setup, &toy);
    for (int k = 0; k < runs; k++) {
        toy_sample(&toy, (uint64_t)k);
        const double mean = measure(toy.run, false).mean;
        sum += mean / runs;
        squares += mean * mean / runs;
    }
    const double error = sqrt((squares - sum * sum) / (runs - 1));
    const double expected = pem_mean(bsn_compose_schedule(toy.compose)->abar[1], 0.3);
    assert_true(error < 0.01);
    assert_true(fabs(sum - expected) < 4 * error);
    toy_free(&toy);
}

/* The energies that the selection reads are those of where the particles are. */
static void energies_at_the_end_are_those_of_the_final_positions(void **state)
{
    (void)state;
    for (size_t k = 1; k < COUNT(names); k++) {
        const struct toy_setup setup = { .ones = "0.75", .coords = 2, .levels = 10,
                                         .particles = 20, .by_energy = true,
                                         .sampler = names[k] };
        struct toy toy;
        float energy[32];
        double lowest = INFINITY;
        toy_make(&setup, &toy);
        assert_int_equal(toy_sample(&toy, 2), BASIN_STOP_END);
        assert_int_equal(toy.run->steps, 10);
        for (size_t p = 0; p < 32; p++) {
            energy[p] = toy.run->tile[p / 16].energy[p % 16];
            lowest = p < 20 && energy[p] < lowest ? energy[p] : lowest;
        }
        uint32_t t = 1;
        bsn_run_each(toy.run, weigh, &t);
        for (size_t p = 0; p < 32; p++)
            assert_true(energy[p] == toy.run->tile[p / 16].energy[p % 16]);
        assert_true(toy.run->energy == lowest);
        toy_free(&toy);
    }
}

/* ------------------------------------------------------------------------- shared rules ---- */

#define ODD 100  /* particles: seven tiles, the last with four */

struct outcome {
    float y[ODD][5], energy[ODD];
    int32_t best[5];
    uint64_t violated, at_step, steps;
};

static void run_with(const char *sampler, uint32_t threads, bool solvable, struct outcome *out)
{
    const struct toy_setup setup = { .ones = "0.1", .coords = 5, .levels = 12, .particles = ODD,
                                     .threads = threads, .solvable = solvable,
                                     .sampler = sampler };
    struct toy toy;

    memset(out, 0, sizeof *out);
    toy_make(&setup, &toy);
    toy.opts.steps = 30;  /* two and a half schedules */
    toy_sample(&toy, 3);
    for (size_t p = 0; p < ODD; p++) {
        for (size_t i = 0; i < 5; i++)
            out->y[p][i] = toy_at(&toy, i, p);
        out->energy[p] = toy.run->tile[p / BSN_LANES].energy[p % BSN_LANES];
    }
    memcpy(out->best, toy.run->best, sizeof out->best);
    out->violated = toy.run->violated;
    out->at_step = toy.run->at_step;
    out->steps = toy.run->steps;
    toy_free(&toy);
}

static void results_do_not_depend_on_threads(void **state)
{
    (void)state;
    const uint32_t threads[] = { 1, 2, 3, 7 };
    struct outcome alone, many;

    for (size_t k = 0; k < 2 * COUNT(names); k++) {
        const bool solvable = k % 2;
        run_with(names[k / 2], 0, solvable, &alone);
        assert_true(solvable ? alone.steps <= 30 : alone.steps == 30);
        for (size_t i = 0; i < COUNT(threads); i++) {
            run_with(names[k / 2], threads[i], solvable, &many);
            if (solvable && k / 2 == 0)  /* basin's tiles go on until they meet */
                memcpy(many.y, alone.y, sizeof many.y), memcpy(many.energy, alone.energy,
                                                               sizeof many.energy);
            if (memcmp(&alone, &many, sizeof many) != 0)
                fail_msg("%s: %u threads give another result", names[k / 2], threads[i]);
        }
    }
}

static void a_solution_ends_the_run(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT(names); k++) {
        const struct toy_setup setup = { .ones = "0.75", .coords = 3, .levels = 20,
                                         .particles = 32, .solvable = true, .sampler = names[k] };
        struct toy toy;
        toy_make(&setup, &toy);
        assert_int_equal(toy_sample(&toy, 0), BASIN_STOP_SOLVED);
        assert_int_equal(toy.run->violated, 0);
        assert_int_equal(toy.run->at_step, toy.run->steps);
        for (size_t i = 0; i < 3; i++)
            assert_int_equal(toy.run->best[i], 1);
        toy_free(&toy);
    }
}

static void limits_and_passes(void **state)
{
    (void)state;
    for (size_t k = 1; k < COUNT(names); k++) {
        const struct toy_setup setup = { .ones = "0.75", .coords = 2, .levels = 40,
                                         .particles = 16, .sampler = names[k] };
        float first[16];
        struct toy toy;
        toy_make(&setup, &toy);
        assert_int_equal(toy_sample(&toy, 0), BASIN_STOP_END);
        assert_int_equal(toy.run->steps, 40);
        toy.opts.steps = 22;
        assert_int_equal(toy_sample(&toy, 0), BASIN_STOP_STEPS);
        assert_int_equal(toy.run->steps, 22);
        for (size_t p = 0; p < 16; p++)
            first[p] = toy_at(&toy, 0, p);
        toy.opts.steps = 40 + 22;  /* the same levels of the second pass, with other noise */
        assert_int_equal(toy_sample(&toy, 0), BASIN_STOP_STEPS);
        assert_int_equal(toy.run->steps, 62);
        size_t same = 0;
        for (size_t p = 0; p < 16; p++)
            same += first[p] == toy_at(&toy, 0, p);
        if (same > 1)
            fail_msg("%s: the second pass repeats the first", names[k]);
        toy.opts.steps = 0;  /* a deadline in the past ends it in its first step */
        toy.opts.seconds = 1e-9;
        assert_int_equal(toy_sample(&toy, 0), BASIN_STOP_TIME);
        assert_true(toy.run->steps <= 1);
        toy_free(&toy);
    }
}

struct patience {
    int polls;
    uint64_t moments;
};

static bool lose_patience(void *user)
{
    return --((struct patience *)user)->polls < 0;
}

static void count_moment(void *user, const struct basin_moment *now)
{
    struct patience *const patience = user;

    assert_int_equal(now->step, ++patience->moments);
    for (size_t p = 0; p < now->particles; p++)
        assert_true(isfinite(now->energy[p]));
}

/* The caller is asked inside long levels too, and within steps of reverse diffusion. */
static void the_caller_can_stop_in_the_middle_of_a_level(void **state)
{
    (void)state;
    const char *const patient[] = { "pem-lookahead", "mala", "hmc" };

    for (size_t k = 0; k < COUNT(patient); k++) {
        const struct toy_setup setup = { .ones = "0.75", .coords = 2, .levels = 40,
                                         .particles = 40, .threads = 2, .sampler = patient[k] };
        struct patience patience = { .polls = 5 };
        struct toy toy;
        toy_make(&setup, &toy);
        toy.opts.should_stop = lose_patience;
        toy.opts.on_moment = count_moment;
        toy.opts.user = &patience;
        assert_int_equal(toy_sample(&toy, 0), BASIN_STOP_CALLER);
        assert_int_equal(patience.polls, -1);
        assert_true(patience.moments <= 1);
        assert_true(toy.run->violated == UINT64_MAX ||
                    (toy.run->violated >= 1 && toy.run->violated <= 3));
        toy_free(&toy);
    }
}

static void note_descent(struct bsn_run *run, struct bsn_anneal *way)
{
    (void)run;
    fail_msg("level %u is left for a run that is over", way->t);
}

/* Nor is another level begun: of many particles of a large problem one takes long. */
static void a_stopped_run_goes_down_no_further(void **state)
{
    (void)state;
    const struct toy_setup setup = { .ones = "0.75", .coords = 2, .levels = 40, .particles = 40,
                                     .by_energy = true, .sampler = "pem" };
    struct toy toy;

    toy_make(&setup, &toy);
    bsn_brake_put(toy.ctx, &toy.brake, NULL, NULL, 1e-9);
    toy.run->brake = &toy.brake;
    bsn_anneal(toy.run, note_descent, false);
    bsn_brake_take(toy.ctx, &toy.brake);
    toy_free(&toy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mala_leaves_the_mixture_as_it_is),
        cmocka_unit_test(ula_with_a_long_step_does_not),
        cmocka_unit_test(hmc_leaves_the_mixture_as_it_is),
        cmocka_unit_test(uhmc_does_so_with_short_steps_only),
        cmocka_unit_test(what_is_no_number_is_never_accepted),
        cmocka_unit_test(the_registry_lists_all_samplers),
        cmocka_unit_test(samplers_that_end_in_reverse_diffusion_draw_examples),
        cmocka_unit_test(moves_follow_the_reverse_step),
        cmocka_unit_test(pem_finds_a_single_example),
        cmocka_unit_test(one_level_of_pem_is_as_computed),
        cmocka_unit_test(energies_at_the_end_are_those_of_the_final_positions),
        cmocka_unit_test(results_do_not_depend_on_threads),
        cmocka_unit_test(a_solution_ends_the_run),
        cmocka_unit_test(limits_and_passes),
        cmocka_unit_test(the_caller_can_stop_in_the_middle_of_a_level),
        cmocka_unit_test(a_stopped_run_goes_down_no_further),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
