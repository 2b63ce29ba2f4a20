/* test_train.c - training: equal bytes at any number of threads and through any stop, refusals of
 * bad states, divergence, and the gradient of the losses. */
#define _GNU_SOURCE
#include "train/loss.h"

#include "base/file.h"
#include "domain/domain.h"
#include "train/workshop.h"

#include <fcntl.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

static void spill(const char *name, const char *data, size_t length)
{
    FILE *file = fopen(name, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, length, file), length);
    fclose(file);
}

/* A training of a second's fraction: 3 networks of 120 steps, or the paper's one. */
static struct basin_train_opts tiny(enum basin_energy energy)
{
    struct basin_train_opts opts = BASIN_TRAIN_OPTS_INIT;

    opts.energy = energy;
    opts.steps = energy == BASIN_ENERGY_PAPER ? 55 : 120;
    opts.batch = 16;
    opts.threads = 1;
    opts.log = log_path;
    return opts;
}

static void train(const struct basin_train_opts *opts)
{
    basin_ctx *ctx = test_ctx();

    ASSERT_OK(ctx, basin_train(ctx, "queens", opts, path));
    test_ctx_done(ctx);
    assert_false(bsn_file_exists(state_path));
}

static void refuse(const struct basin_train_opts *opts, basin_status status, const char *part)
{
    basin_ctx *ctx = test_ctx();

    ASSERT_FAILS(ctx, basin_train(ctx, "queens", opts, path), status, part);
    test_ctx_done(ctx);
}

/* ---------------------------------------------------------------------------- equal bytes ---- */

static void test_threads(void **state)
{
    (void)state;
    for (int energy = BASIN_ENERGY_COMPACT; energy <= BASIN_ENERGY_PAPER; energy++) {
        struct basin_train_opts opts = tiny((enum basin_energy)energy);
        opts.steps = energy == BASIN_ENERGY_PAPER ? 3 : 8;
        opts.batch = energy == BASIN_ENERGY_PAPER ? 256 : 320;  /* more than one tile */
        clean();
        train(&opts);
        struct bytes model = slurp(path), log = slurp(log_path);
        for (opts.threads = 2; opts.threads <= 3; opts.threads++) {
            clean();
            train(&opts);
            same_bytes(&model, path);
            same_bytes(&log, log_path);
        }
        opts.seed = 2;
        train(&opts);
        struct bytes other = slurp(path);
        assert_true(other.length != model.length ||
                    memcmp(other.data, model.data, model.length) != 0);
        free(other.data);
        free(model.data);
        free(log.data);
    }
}

/* The model that comes out is one that loads and solves. */
static void test_result(void **state)
{
    const struct basin_train_opts opts = tiny(BASIN_ENERGY_COMPACT);
    struct basin_solve_opts solve = BASIN_SOLVE_OPTS_INIT;
    struct basin_answer answer = BASIN_ANSWER_INIT;
    basin_ctx *ctx = test_ctx();
    basin_model *model;
    basin_problem *problem;

    (void)state;
    clean();
    train(&opts);
    ASSERT_OK(ctx, basin_model_load(ctx, path, &model));
    assert_string_equal(basin_model_domain(model), "queens");
    assert_int_equal(basin_model_energy(model), BASIN_ENERGY_COMPACT);
    ASSERT_OK(ctx, basin_problem_open(ctx, "queens", "4", &problem));
    solve.steps = 5;
    solve.threads = 1;
    ASSERT_OK(ctx, basin_solve(ctx, model, problem, &solve, &answer));
    assert_true(answer.kind != BASIN_ANSWER_NONE);
    basin_answer_clear(ctx, &answer);
    basin_problem_free(ctx, problem);
    basin_model_free(ctx, model);
    test_ctx_done(ctx);
    /* Three networks, a header, and a row for each window of 50 steps. */
    struct bytes log = slurp(log_path);
    size_t rows = 0;
    for (size_t i = 0; i < log.length; i++)
        rows += log.data[i] == '\n';
    assert_int_equal(rows, 1 + 3 * 3);
    free(log.data);
}

/* Trains with a stop after each `stride` steps, resuming until it is done; returns the stops. */
static size_t train_in_pieces(struct basin_train_opts opts, size_t stride)
{
    basin_ctx *ctx = test_ctx();
    size_t stopped = 0;

    opts.resume = true;
    opts.should_stop = stop_at;
    for (;; stopped++) {
        struct stops stops = { 0, stride };
        opts.user = &stops;
        opts.threads = 1 + stopped % 2;
        const basin_status status = basin_train(ctx, "queens", &opts, path);
        if (status == BASIN_STATUS_OK)
            break;
        assert_int_equal(status, BASIN_STATUS_STOPPED);
        assert_non_null(strstr(basin_error_text(ctx), "--resume"));
        assert_true(bsn_file_exists(state_path) && !bsn_file_exists(path));
        assert_true(stopped < 100);
    }
    assert_false(bsn_file_exists(state_path));
    test_ctx_done(ctx);
    return stopped;
}

/* A stop goes back to the last multiple of 50 steps, so pieces are longer than that. Piece 0 is a
 * stop before the first step, which would never end: it is tried once, apart. */
static void check_resume(enum basin_energy energy)
{
    static const size_t strides[] = { 51, 100, 120, 171, 241, 359 };
    struct basin_train_opts opts = tiny(energy);

    clean();
    train(&opts);
    struct bytes model = slurp(path), log = slurp(log_path);
    for (size_t i = 0; i < COUNT(strides); i++) {
        if (strides[i] >= opts.steps * (energy == BASIN_ENERGY_PAPER ? 1 : 3))
            continue;
        clean();
        assert_true(train_in_pieces(opts, strides[i]) >= 1);
        same_bytes(&model, path);
        same_bytes(&log, log_path);
    }
    clean();
    struct stops at_once = { 0, 0 };
    opts.should_stop = stop_at;
    opts.user = &at_once;
    refuse(&opts, BASIN_STATUS_STOPPED, "step 0 ");
    opts.resume = true;
    train(&opts);
    same_bytes(&model, path);
    same_bytes(&log, log_path);
    free(model.data);
    free(log.data);
}

static void test_resume(void **state)
{
    (void)state;
    check_resume(BASIN_ENERGY_COMPACT);
}

static void test_resume_paper(void **state)
{
    (void)state;
    check_resume(BASIN_ENERGY_PAPER);
}

/* Copies the state file away at one poll of should_stop, as a kill just then would leave it. */
static bool copy_at(void *user)
{
    struct stops *const stops = user;

    if (stops->polls++ == stops->at) {
        struct bytes b = slurp(state_path);
        spill(copy_path, b.data, b.length);
        free(b.data);
    }
    return false;
}

/* A kill right after a network's last step: its last loss was lost on resuming and the model's
 * notes differed. Polls 120 and 240 are the first ones of networks two and three. */
static void test_kill_between_networks(void **state)
{
    static const size_t polls[] = { 119, 120, 240, 350 };
    struct basin_train_opts opts = tiny(BASIN_ENERGY_COMPACT);

    (void)state;
    opts.checkpoint_seconds = 1e-9;  /* at every window */
    clean();
    train(&opts);
    struct bytes model = slurp(path), log = slurp(log_path);
    for (size_t i = 0; i < COUNT(polls); i++) {
        struct stops stops = { 0, polls[i] };
        opts.should_stop = copy_at;
        opts.user = &stops;
        opts.resume = false;
        train(&opts);
        assert_int_equal(rename(copy_path, state_path), 0);
        unlink(path);
        opts.should_stop = NULL;
        opts.resume = true;
        train(&opts);
        same_bytes(&model, path);
        same_bytes(&log, log_path);
    }
    free(model.data);
    free(log.data);
}

/* --------------------------------------------------------------------------------- states ---- */

/* Leaves a state in the middle of the second network. */
static struct bytes leave_state(struct basin_train_opts opts)
{
    struct stops stops = { 0, 180 };

    clean();
    opts.should_stop = stop_at;
    opts.user = &stops;
    refuse(&opts, BASIN_STATUS_STOPPED, "stopped");
    return slurp(state_path);
}

static void test_other_settings(void **state)
{
    const struct basin_train_opts opts = tiny(BASIN_ENERGY_COMPACT);
    struct bytes left = leave_state(opts);
    struct basin_train_opts other[8];

    (void)state;
    for (size_t i = 0; i < COUNT(other); i++) {
        other[i] = opts;
        other[i].resume = true;
    }
    other[0].steps = 121;
    other[1].batch = 32;
    other[2].rate = 0.02;
    other[3].seed = 2;
    other[4].diffusion = 0.5;
    other[5].contrastive = 0.25;
    other[6].energy = BASIN_ENERGY_PAPER;
    other[7].rate = 0.01 + 1e-12;  /* settings that differ in the last digits are others, too */
    for (size_t i = 0; i < COUNT(other); i++) {
        refuse(&other[i], BASIN_STATUS_INPUT, state_path);
        same_bytes(&left, state_path);  /* and the state is still there */
    }
    assert_false(bsn_file_exists(path));
    free(left.data);
}

static bool stop_always(void *unused)
{
    (void)unused;
    return true;
}

static void test_broken_state(void **state)
{
    struct basin_train_opts opts = tiny(BASIN_ENERGY_COMPACT);
    struct bytes left = leave_state(opts);
    basin_ctx *ctx = test_ctx();
    size_t refused = 0;

    (void)state;
    opts.resume = true;
    opts.should_stop = stop_always;
    for (size_t i = 0; i < 60; i++) {
        const struct bsn_rng rng = { 4, BSN_RNG_TEST, 0, 0 };
        spill(state_path, left.data, i < 4 ? i * 4 : left.length * i / 60);
        const basin_status cut = basin_train(ctx, "queens", &opts, path);
        assert_true(cut != BASIN_STATUS_OK && cut != BASIN_STATUS_STOPPED);
        assert_non_null(strstr(basin_error_text(ctx), state_path));
        assert_null(strchr(basin_error_text(ctx), '\n'));
        /* One bit of the header or of the first numbers turned: refused, or gone on from. */
        const size_t at = bsn_rng_below(&rng, (uint32_t)i, 1600);
        left.data[at] ^= (char)(1 << i % 8);
        spill(state_path, left.data, left.length);
        left.data[at] ^= (char)(1 << i % 8);
        refused += basin_train(ctx, "queens", &opts, path) != BASIN_STATUS_STOPPED;
        assert_null(strchr(basin_error_text(ctx), '\n'));
    }
    assert_true(refused > 30);
    free(left.data);
    test_ctx_done(ctx);
}

/* ------------------------------------------------------------------- refusals, divergence ---- */

static void test_unwritable(void **state)
{
    struct basin_train_opts opts = tiny(BASIN_ENERGY_COMPACT);
    struct stops polls = { 0, SIZE_MAX };
    basin_ctx *ctx = test_ctx();

    (void)state;
    clean();
    opts.should_stop = stop_at;
    opts.user = &polls;
    ASSERT_FAILS(ctx, basin_train(ctx, "queens", &opts, "/nowhere/at/all"), BASIN_STATUS_IO,
                 "/nowhere/at/all: ");
    ASSERT_FAILS(ctx, basin_train(ctx, "queens", &opts, ""), BASIN_STATUS_IO, ": ");
    /* A folder was noticed only after the training. */
    ASSERT_FAILS(ctx, basin_train(ctx, "queens", &opts, folder), BASIN_STATUS_IO, folder);
    opts.log = "/nowhere/at/all.csv";
    ASSERT_FAILS(ctx, basin_train(ctx, "queens", &opts, path), BASIN_STATUS_IO, "all.csv");
    opts.log = NULL;
    opts.energy = BASIN_ENERGY_EXACT;
    ASSERT_FAILS(ctx, basin_train(ctx, "queens", &opts, path), BASIN_STATUS_INPUT, "exact");
    assert_int_equal(polls.polls, 0);  /* no step was taken */
    assert_false(bsn_file_exists(path));
    test_ctx_done(ctx);
}

static void count_notes(void *user, const struct basin_train_moment *now)
{
    size_t *const notes = user;

    assert_true(now->step <= now->steps && now->network);
    *notes += now->note && strstr(now->note, "non-finite") && !strchr(now->note, '\n');
}

static void test_diverged(void **state)
{
    (void)state;
    for (int energy = BASIN_ENERGY_COMPACT; energy <= BASIN_ENERGY_PAPER; energy++) {
        struct basin_train_opts opts = tiny((enum basin_energy)energy);
        size_t notes = 0;
        clean();
        opts.rate = 1e30;
        opts.on_moment = count_notes;
        opts.user = &notes;
        refuse(&opts, BASIN_STATUS_DIVERGED, "--rate");
        assert_int_equal(notes, 2);
        assert_false(bsn_file_exists(path));
    }
}

/* --------------------------------------------------------------------------------- memory ---- */

static basin_status act(basin_ctx *ctx, void *arg)
{
    return basin_train(ctx, "queens", arg, path);
}

/* Refuses each allocation of a training of two steps, and of one that resumes. */
static void test_memory(void **state)
{
    struct basin_train_opts opts = tiny(BASIN_ENERGY_COMPACT);

    (void)state;
    clean();
    opts.steps = 1;
    opts.threads = 2;
    assert_true(test_refuse_each(act, &opts) > 20);
    struct stops stops = { 0, 2 };
    opts.should_stop = stop_at;
    opts.user = &stops;
    refuse(&opts, BASIN_STATUS_STOPPED, "stopped");
    opts.resume = true;
    opts.should_stop = NULL;
    assert_true(test_refuse_each(act, &opts) > 20);
    assert_false(bsn_file_exists(state_path));
}

/* ------------------------------------------------------------------------------- gradient ---- */

struct lab {
    basin_ctx *ctx;
    basin_model *model;
    struct bsn_recipe_net recipe;
    struct bsn_loss loss;
    float *theta, *gradient, *work;
    size_t params, full;
};

static const struct bsn_curriculum *curriculum(void)
{
    extern const struct bsn_domain bsn_domain_queens;

    return bsn_domain_queens.curriculum;
}

/* Network k of a recipe with random parameters, in a batch of one tile of `cols`. */
static void open_lab(enum basin_energy energy, size_t k, uint32_t cols, struct lab *lab)
{
    const struct bsn_recipe *const recipe = curriculum()->recipe(energy);

    *lab = (struct lab){ .ctx = test_ctx(), .recipe = recipe->net[k] };
    ASSERT_OK(lab->ctx, bsn_model_new(lab->ctx, "queens", energy, recipe->levels, &lab->model));
    for (uint32_t i = 0; i <= k; i++) {
        struct bsn_model_net *net;
        ASSERT_OK(lab->ctx, bsn_model_add(lab->ctx, lab->model, recipe->net[i].name,
                                          &recipe->net[i].net, &net));
        bsn_net_init_f32(&net->net, 3, i, net->theta);
        bsn_net_expand_f32(&net->net, net->theta);
    }
    lab->recipe.batch = lab->recipe.tile = cols;
    lab->recipe.noise_floor = 0;  /* the loss that is reported does not know of it */
    lab->loss = (struct bsn_loss){ .curriculum = curriculum(), .recipe = &lab->recipe,
                                   .schedule = &lab->model->schedule, .seed = 5,
                                   .stream = (uint32_t)k };
    if (lab->recipe.base)
        lab->loss.base = bsn_model_find(lab->model, lab->recipe.base);
    lab->params = bsn_net_params(&lab->recipe.net);
    lab->full = bsn_net_full(&lab->recipe.net);
    lab->theta = lab->model->net[k].theta;
    ASSERT_OK(lab->ctx, BSN_NEW(lab->ctx, lab->full, &lab->gradient));
    ASSERT_OK(lab->ctx, BSN_NEW(lab->ctx, bsn_loss_workspace(&lab->loss), &lab->work));
}

static void close_lab(struct lab *lab)
{
    bsn_free(lab->ctx, lab->gradient);
    bsn_free(lab->ctx, lab->work);
    basin_model_free(lab->ctx, lab->model);
    test_ctx_done(lab->ctx);
}

/* The weighted mean loss; lab->gradient gets its gradient. */
static double loss_at(struct lab *lab, uint32_t step)
{
    struct bsn_loss_sum sum = { 0 };

    memset(lab->gradient, 0, lab->full * sizeof *lab->gradient);
    bsn_net_expand_f32(&lab->recipe.net, lab->theta);
    bsn_loss_tile(&lab->loss, lab->theta, step, 0, lab->work, lab->gradient, &sum);
    bsn_net_fold_f32(&lab->recipe.net, lab->theta, lab->gradient);
    return (lab->recipe.diffusion * sum.diffusion + lab->recipe.contrastive * sum.contrastive) /
           lab->recipe.tile;
}

/* (L(theta + h way) - L(theta - h way)) / 2h */
static double slope_along(struct lab *lab, uint32_t step, const double *way, double h)
{
    float *const from = malloc(lab->params * sizeof *from);
    double end[2];

    memcpy(from, lab->theta, lab->params * sizeof *from);
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < lab->params; i++)
            lab->theta[i] = (float)(from[i] + (side ? h : -h) * way[i]);
        end[side] = loss_at(lab, step);
    }
    memcpy(lab->theta, from, lab->params * sizeof *from);
    free(from);
    return (end[1] - end[0]) / (2 * h);
}

/* The slope of the loss along its gradient g, or along a direction drawn around it, is
 * <g, direction>. Which step is right between rounding and curvature differs by orders of
 * magnitude with the noise level; a wrong gradient agrees at none. */
static void check_direction(struct lab *lab, uint32_t step, bool random)
{
    double *const way = calloc(lab->params, sizeof *way), norm = 0, expected = 0;
    const struct bsn_rng rng = { 8, BSN_RNG_TEST, step, 0 };
    double pair[2], nearest = INFINITY;

    loss_at(lab, step);
    for (uint32_t i = 0; i < lab->params; i++) {
        bsn_rng_normal2(&rng, i, pair);
        way[i] = lab->gradient[i] + (random ? pair[0] * fabs((double)lab->gradient[i]) : 0);
        norm += way[i] * way[i];
        expected += lab->gradient[i] * way[i];
    }
    assert_true(norm > 0);
    const double near = 0.005 * norm;
    for (double reach = 3e-3; reach > 1e-5 && fabs(nearest - expected) > near; reach /= 3) {
        const double found = slope_along(lab, step, way, reach / sqrt(norm));
        if (fabs(found - expected) < fabs(nearest - expected))
            nearest = found;
    }
    if (!(fabs(nearest - expected) <= near))
        fail_msg("%s, step %u: slope %g, gradient says %g", lab->recipe.name, step, nearest,
                 expected);
    free(way);
}

static void check_loss(enum basin_energy energy, size_t k, double diffusion, double contrastive)
{
    struct lab lab;

    open_lab(energy, k, energy == BASIN_ENERGY_PAPER ? 8 : 24, &lab);
    lab.recipe.diffusion = diffusion;
    lab.recipe.contrastive = contrastive;
    for (uint32_t step = 0; step < (energy == BASIN_ENERGY_PAPER ? 3 : 6); step++)
        check_direction(&lab, step, step % 2);
    close_lab(&lab);
}

static void test_gradient_compact(void **state)
{
    const struct bsn_recipe *const recipe = curriculum()->recipe(BASIN_ENERGY_COMPACT);

    (void)state;
    for (size_t k = 0; k < recipe->nets; k++) {
        assert_int_equal(recipe->net[k].base != NULL, k > 0);
        check_loss(BASIN_ENERGY_COMPACT, k, 1, 0);
        check_loss(BASIN_ENERGY_COMPACT, k, 1, k > 0 ? 0.5 : 0);
        check_loss(BASIN_ENERGY_COMPACT, k, 0.1, k > 0 ? 3 : 0);
    }
}

static void test_gradient_paper(void **state)
{
    (void)state;
    check_loss(BASIN_ENERGY_PAPER, 0, 1, 0);
    check_loss(BASIN_ENERGY_PAPER, 0, 1, 0.5);
    check_loss(BASIN_ENERGY_PAPER, 0, 0, 1);
}

/* A single column's gradient counts by s^2 / (s^2 + noise_floor), of the level drawn for it. */
static void test_calm(void **state)
{
    struct lab lab;

    (void)state;
    open_lab(BASIN_ENERGY_COMPACT, 1, 1, &lab);
    float *const plain = malloc(lab.full * sizeof *plain);
    for (uint32_t step = 0; step < 20; step++) {
        const struct bsn_rng rng = { 5, BSN_RNG_LEVEL, 1 << 16, step };
        const double u = bsn_rng_uniform(&rng, 0);
        const uint32_t t = 1 + (uint32_t)(u * u * lab.model->schedule.levels);
        const double noise = 1 - lab.model->schedule.abar[t];
        lab.recipe.noise_floor = 0;
        const double before = loss_at(&lab, step);
        memcpy(plain, lab.gradient, lab.full * sizeof *plain);
        lab.recipe.noise_floor = 0.1;
        assert_true(loss_at(&lab, step) == before);
        double top = 0;
        for (size_t i = 0; i < lab.params; i++)
            top = fmax(top, fabs((double)plain[i]));
        for (size_t i = 0; i < lab.params; i++) {
            const double expected = plain[i] * noise / (noise + 0.1);
            assert_true(fabs(lab.gradient[i] - expected) <= 1e-4 * top);
        }
    }
    free(plain);
    close_lab(&lab);
}

/* ------------------------------------------------------------------------------------ all ---- */

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_result),
        cmocka_unit_test(test_resume),
        cmocka_unit_test(test_resume_paper),
        cmocka_unit_test(test_kill_between_networks),
        cmocka_unit_test(test_other_settings),
        cmocka_unit_test(test_broken_state),
        cmocka_unit_test(test_unwritable),
        cmocka_unit_test(test_diverged),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_gradient_compact),
        cmocka_unit_test(test_gradient_paper),
        cmocka_unit_test(test_calm),
    };

    return cmocka_run_group_tests(tests, workshop_open, workshop_close);
}
