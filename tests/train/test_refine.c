/* test_refine.c - refinement: its loss against the composed slope, its gradient against differences
 * of that loss, and trainings that go on from a model. */
#define _GNU_SOURCE
#include "train/refine.h"

#include "base/file.h"
#include "domain/domain.h"
#include "train/workshop.h"

#include <math.h>
#include <sys/wait.h>
#include <unistd.h>

#define INSTANCES 5

extern const struct bsn_domain bsn_domain_sat, bsn_domain_queens;

static struct bsn_subject subject(const struct bsn_domain *domain)
{
    return (struct bsn_subject){ .name = domain->name, .task = domain->task,
                                 .curriculum = domain->curriculum };
}

/* ------------------------------------------------------------------------ one loss by hand ---- */

/* A model with random parameters, its instances, and the loss of one of its networks. */
struct lab {
    basin_ctx *ctx;
    basin_model *model;
    struct bsn_solved *solved;
    struct bsn_recipe_net recipe;
    struct bsn_loss loss;
    float *theta, *gradient, *work;
    size_t params, full;
};

/* Networks as in the recipe; the paper's is a narrow one, for speed. */
static basin_model *random_model(basin_ctx *ctx, enum basin_energy energy, uint64_t seed)
{
    const struct bsn_recipe *const recipe = bsn_domain_sat.curriculum->recipe(energy);
    struct bsn_model_net *net;
    basin_model *model;

    ASSERT_OK(ctx, bsn_model_new(ctx, "sat", energy, recipe->levels, &model));
    for (uint32_t i = 0; i < recipe->nets; i++) {
        struct bsn_net shape = recipe->net[i].net;
        if (energy == BASIN_ENERGY_PAPER)
            shape.hidden = 16;
        ASSERT_OK(ctx, bsn_model_add(ctx, model, recipe->net[i].name, &shape, &net));
        bsn_net_init_f32(&shape, seed, i, net->theta);
        bsn_net_expand_f32(&shape, net->theta);
    }
    return model;
}

static void open_lab(enum basin_energy energy, struct lab *lab)
{
    const struct bsn_recipe *const recipe = bsn_domain_sat.curriculum->recipe(energy);
    const size_t k = recipe->nets - 1;  /* "clause" is the last one */
    const struct bsn_subject sat = subject(&bsn_domain_sat);

    *lab = (struct lab){ .ctx = test_ctx(), .recipe = recipe->net[k] };
    lab->model = random_model(lab->ctx, energy, 3);
    lab->recipe.net = lab->model->net[k].net;
    lab->recipe.batch = lab->recipe.tile = 1;
    lab->recipe.contrastive = 0;
    ASSERT_OK(lab->ctx, bsn_solved_new(lab->ctx, &sat, lab->model, 7, INSTANCES, &lab->solved));
    lab->loss = (struct bsn_loss){ .curriculum = sat.curriculum, .recipe = &lab->recipe,
                                   .schedule = &lab->model->schedule, .solved = lab->solved,
                                   .seed = 5, .stream = (uint32_t)k };
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
    bsn_solved_free(lab->ctx, lab->solved);
    basin_model_free(lab->ctx, lab->model);
    test_ctx_done(lab->ctx);
}

/* The loss of one instance; lab->gradient gets its gradient. */
static double loss_at(struct lab *lab, uint32_t step, uint32_t tile)
{
    struct bsn_loss_sum sum = { 0 };

    memset(lab->gradient, 0, lab->full * sizeof *lab->gradient);
    bsn_net_expand_f32(&lab->recipe.net, lab->theta);
    bsn_loss_tile(&lab->loss, lab->theta, step, tile, lab->work, lab->gradient, &sum);
    bsn_net_fold_f32(&lab->recipe.net, lab->theta, lab->gradient);
    assert_true(sum.contrastive == 0);
    return lab->recipe.diffusion * sum.diffusion / lab->recipe.batch;
}

/* |eps - s grad E|^2 with the slope as solving composes it; y and eps are (coords, 16), all lanes
 * alike. */
static double denoise_by_hand(const struct lab *lab, void *instance, const struct bsn_level *level,
                              const float *y, const float *eps)
{
    const bool paper = lab->model->energy == BASIN_ENERGY_PAPER;
    struct bsn_graph graph = { 0 };
    struct bsn_compose *compose;
    float *scratch, *energy, *grad, *residual;
    double total = 0;

    ASSERT_OK(lab->ctx, bsn_domain_sat.task->graph(lab->ctx, instance, lab->model, &graph));
    bsn_graph_finish(&graph);
    ASSERT_OK(lab->ctx, bsn_compose_new(lab->ctx, lab->model, &graph,
                                        paper ? BSN_COMPOSE_MEAN : BSN_COMPOSE_BASIN, NULL,
                                        &compose));
    ASSERT_OK(lab->ctx, BSN_NEW(lab->ctx, bsn_compose_scratch(compose), &scratch));
    ASSERT_OK(lab->ctx, BSN_NEW(lab->ctx, BSN_LANES, &energy));
    ASSERT_OK(lab->ctx, BSN_NEW(lab->ctx, graph.coords * BSN_LANES, &grad));
    ASSERT_OK(lab->ctx, BSN_NEW(lab->ctx, graph.factors * BSN_LANES, &residual));
    bsn_compose_eval(compose, level, y, NULL, scratch, energy, grad, residual);
    for (size_t i = 0; i < graph.coords * BSN_LANES; i += BSN_LANES) {
        const double miss = eps[i] - sqrt((double)level->noise[0]) * grad[i];
        total += miss * miss;
    }
    float *const blocks[] = { scratch, energy, grad, residual };
    for (size_t i = 0; i < COUNT(blocks); i++)
        bsn_free(lab->ctx, blocks[i]);
    bsn_compose_free(lab->ctx, compose);
    bsn_graph_clear(lab->ctx, &graph);
    return total;
}

/* The same loss from the documented addresses of its draws: which instance, level, noise. */
static double loss_by_hand(const struct lab *lab, uint32_t step, uint32_t tile)
{
    struct bsn_rng rng = { lab->loss.seed, BSN_RNG_EXAMPLE, lab->loss.stream << 16 | tile, step };
    const struct bsn_rng which = { 7, BSN_RNG_INSTANCE, bsn_rng_below(&rng, 0, INSTANCES), 0 };
    struct bsn_level level;
    float noise[20], *y, *eps;
    int32_t *value;
    void *instance;

    rng.purpose = BSN_RNG_LEVEL;
    const double u = bsn_rng_uniform(&rng, 0);
    const double share = lab->recipe.net.kind == BSN_NET_SET ? u * u : u;
    bsn_level_all(&lab->model->schedule, 1 + (uint32_t)(share * lab->model->schedule.levels),
                  &level);
    ASSERT_OK(lab->ctx, bsn_domain_sat.curriculum->solved(lab->ctx, &which, &instance, &value));
    const size_t vars = bsn_domain_sat.task->values(instance);
    rng.purpose = BSN_RNG_NOISE;
    bsn_rng_fill_normal(&rng, noise, (uint32_t)vars);
    ASSERT_OK(lab->ctx, BSN_NEW(lab->ctx, vars * BSN_LANES, &y));
    ASSERT_OK(lab->ctx, BSN_NEW(lab->ctx, vars * BSN_LANES, &eps));
    for (size_t i = 0; i < vars * BSN_LANES; i++) {
        eps[i] = noise[i / BSN_LANES];
        y[i] = level.signal[0] * (float)value[i / BSN_LANES] + sqrtf(level.noise[0]) * eps[i];
    }
    const double total = denoise_by_hand(lab, instance, &level, y, eps);
    bsn_free(lab->ctx, y);
    bsn_free(lab->ctx, eps);
    bsn_free(lab->ctx, value);
    bsn_domain_sat.task->free(lab->ctx, instance);
    return total;
}

static void check_loss(enum basin_energy energy)
{
    struct lab lab;

    open_lab(energy, &lab);
    for (uint32_t step = 0; step < 40; step++) {
        const double found = loss_at(&lab, step, step % 3);
        const double expected = loss_by_hand(&lab, step, step % 3);
        if (!(fabs(found - expected) <= 2e-4 * (1 + expected)))
            fail_msg("%s, step %u: loss %.9g, by hand %.9g", basin_energy_name(energy), step, found,
                     expected);
    }
    close_lab(&lab);
}

static void test_loss(void **state)
{
    (void)state;
    check_loss(BASIN_ENERGY_COMPACT);
    check_loss(BASIN_ENERGY_PAPER);
}

/* ------------------------------------------------------------------------------- gradient ---- */

/* (L(theta + h way) - L(theta - h way)) / 2h */
static double slope_along(struct lab *lab, uint32_t step, const double *way, double h)
{
    float *const from = malloc(lab->params * sizeof *from);
    double end[2];

    memcpy(from, lab->theta, lab->params * sizeof *from);
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < lab->params; i++)
            lab->theta[i] = (float)(from[i] + (side ? h : -h) * way[i]);
        end[side] = loss_at(lab, step, 0);
    }
    memcpy(lab->theta, from, lab->params * sizeof *from);
    free(from);
    return (end[1] - end[0]) / (2 * h);
}

/* Fills `way` with the gradient, or with a direction drawn around it, or, where there is none, with
 * any direction; returns its squared length. */
static double choose_way(const struct lab *lab, uint32_t step, bool random, double *way)
{
    const struct bsn_rng rng = { 8, BSN_RNG_TEST, step, 0 };
    double pair[2], norm = 0, top = 0;

    for (size_t i = 0; i < lab->params; i++)
        top = fmax(top, fabs((double)lab->gradient[i]));
    for (uint32_t i = 0; i < lab->params; i++) {
        const double size = top > 0 ? fabs((double)lab->gradient[i]) : 1;
        bsn_rng_normal2(&rng, i, pair);
        way[i] = lab->gradient[i] + (random || top == 0 ? pair[0] * size : 0);
        norm += way[i] * way[i];
    }
    return norm;
}

/* The slope of the loss along a direction is <gradient, direction>. Which step is right between
 * rounding and curvature differs by orders of magnitude with the noise level; a wrong gradient
 * agrees at none. At the least noise the factors of a network that is not trained may be flat:
 * then the gradient is next to 0, and so is the slope. Returns whether it was not. */
static bool check_direction(struct lab *lab, uint32_t step, bool random)
{
    double *const way = calloc(lab->params, sizeof *way), expected = 0, nearest = INFINITY;

    loss_at(lab, step, 0);
    const double norm = choose_way(lab, step, random, way);
    for (uint32_t i = 0; i < lab->params; i++)
        expected += lab->gradient[i] * way[i];
    const bool flat = fabs(expected) < 1e-10;  /* less than a float's loss can show */
    const double near = flat ? 1e-10 : 0.02 * norm;
    for (double reach = 1e-2; reach > 1e-5 && fabs(nearest - expected) > near; reach /= 3) {
        const double found = slope_along(lab, step, way, reach / sqrt(norm));
        if (fabs(found - expected) < fabs(nearest - expected))
            nearest = found;
    }
    if (!(fabs(nearest - expected) <= near))
        fail_msg("%s, step %u: slope %g, gradient says %g", lab->recipe.name, step, nearest,
                 expected);
    free(way);
    return !flat;
}

static void check_gradient(enum basin_energy energy, double diffusion)
{
    size_t steep = 0;
    struct lab lab;

    open_lab(energy, &lab);
    lab.recipe.diffusion = diffusion;
    for (uint32_t step = 0; step < 12; step++)
        steep += check_direction(&lab, step, step % 2);
    assert_true(steep >= 8);
    close_lab(&lab);
}

static void test_gradient_compact(void **state)
{
    (void)state;
    check_gradient(BASIN_ENERGY_COMPACT, 1);
    check_gradient(BASIN_ENERGY_COMPACT, 0.25);
}

static void test_gradient_paper(void **state)
{
    (void)state;
    check_gradient(BASIN_ENERGY_PAPER, 1);
}

/* The batch's mean: a tile's gradient is divided by it, and is added to what is there. The tile
 * leaves the parameters, those of the frozen network too, as they were. */
static void test_tile(void **state)
{
    struct bsn_loss_sum sum = { .diffusion = 3, .contrastive = 4 };
    struct lab lab;

    (void)state;
    open_lab(BASIN_ENERGY_COMPACT, &lab);
    const struct bsn_model_net *const var = bsn_model_find(lab.model, "var");
    const size_t bytes = bsn_net_full(&var->net) * sizeof(float);
    float *const frozen = malloc(bytes), *const one = malloc(lab.full * sizeof *one);
    memcpy(frozen, var->theta, bytes);
    const double alone = loss_at(&lab, 1, 2);
    memcpy(one, lab.gradient, lab.full * sizeof *one);
    lab.recipe.batch = 4;
    for (size_t i = 0; i < lab.full; i++)
        lab.gradient[i] = 1;
    bsn_refine_tile(&lab.loss, lab.theta, 1, 2, lab.work, lab.gradient, &sum);
    assert_true(fabs(sum.diffusion - 3 - alone) <= 1e-9 * alone && sum.contrastive == 4);
    for (size_t i = 0; i < lab.full; i++)
        assert_true(fabsf(lab.gradient[i] - 1 - one[i] / 4) <= 1e-5f * (1 + fabsf(one[i])));
    assert_memory_equal(frozen, var->theta, bytes);
    free(frozen);
    free(one);
    close_lab(&lab);
}

/* --------------------------------------------------------------------- whole refinements ---- */

static struct basin_train_opts tiny(const basin_model *refine)
{
    struct basin_train_opts opts = BASIN_TRAIN_OPTS_INIT;

    opts.energy = BASIN_ENERGY_COMPACT;
    opts.steps = 120;
    opts.batch = 4;
    opts.threads = 1;
    opts.log = log_path;
    opts.refine = refine;
    return opts;
}

/* A model of the compact recipe, hardly trained. */
static basin_model *young_model(basin_ctx *ctx)
{
    struct basin_train_opts opts = tiny(NULL);
    basin_model *model;

    clean();
    opts.batch = 64;
    ASSERT_OK(ctx, basin_train(ctx, "sat", &opts, path));
    ASSERT_OK(ctx, basin_model_load(ctx, path, &model));
    clean();
    return model;
}

static void test_threads(void **state)
{
    basin_ctx *ctx = test_ctx();
    basin_model *const model = young_model(ctx);
    struct basin_train_opts opts = tiny(model);

    (void)state;
    opts.steps = 10;
    opts.batch = 20;
    ASSERT_OK(ctx, basin_train(ctx, "sat", &opts, path));
    struct bytes one = slurp(path), log = slurp(log_path);
    clean();
    opts.threads = 3;
    ASSERT_OK(ctx, basin_train(ctx, "sat", &opts, path));
    same_bytes(&one, path);
    same_bytes(&log, log_path);
    clean();
    opts.seed = 2;
    ASSERT_OK(ctx, basin_train(ctx, "sat", &opts, path));
    struct bytes other = slurp(path);
    assert_true(other.length != one.length || memcmp(other.data, one.data, one.length) != 0);
    free(other.data);
    free(one.data);
    free(log.data);
    clean();
    basin_model_free(ctx, model);
    test_ctx_done(ctx);
}

/* Stopped after 60 steps, then again after 60 more, then to the end: as if never stopped. */
static void test_resume(void **state)
{
    basin_ctx *ctx = test_ctx();
    basin_model *const model = young_model(ctx), *other;
    struct basin_train_opts opts = tiny(model);
    size_t stopped = 0;

    (void)state;
    ASSERT_OK(ctx, basin_train(ctx, "sat", &opts, path));
    struct bytes whole = slurp(path), log = slurp(log_path);
    clean();
    opts.resume = true;
    opts.should_stop = stop_at;
    for (basin_status status = BASIN_STATUS_STOPPED; status != BASIN_STATUS_OK; stopped++) {
        struct stops stops = { 0, 60 };
        opts.user = &stops;
        opts.threads = 1 + stopped % 2;
        status = basin_train(ctx, "sat", &opts, path);
        assert_true(status == BASIN_STATUS_OK || status == BASIN_STATUS_STOPPED);
        assert_int_equal(bsn_file_exists(state_path), status == BASIN_STATUS_STOPPED);
        assert_true(stopped < 10);
    }
    assert_true(stopped >= 2);
    same_bytes(&whole, path);
    same_bytes(&log, log_path);
    /* A state belongs to the model that it goes on from, and to refinement. */
    clean();
    struct stops stops = { 0, 60 };
    opts.user = &stops;
    assert_int_equal(basin_train(ctx, "sat", &opts, path), BASIN_STATUS_STOPPED);
    other = random_model(ctx, BASIN_ENERGY_COMPACT, 4);
    opts.refine = other;
    ASSERT_FAILS(ctx, basin_train(ctx, "sat", &opts, path), BASIN_STATUS_INPUT, "other settings");
    opts.refine = NULL;
    ASSERT_FAILS(ctx, basin_train(ctx, "sat", &opts, path), BASIN_STATUS_INPUT, "other settings");
    free(whole.data);
    free(log.data);
    clean();
    basin_model_free(ctx, other);
    basin_model_free(ctx, model);
    test_ctx_done(ctx);
}

/* The mean loss of a model on instances and noise that are always the same. */
static double mean_loss(struct lab *lab, const basin_model *model)
{
    double total = 0;

    for (size_t k = 0; k < model->nets; k++)
        memcpy(lab->model->net[k].theta, model->net[k].theta,
               bsn_net_full(&model->net[k].net) * sizeof(float));
    for (uint32_t step = 0; step < 400; step++)
        total += loss_at(lab, step, 0) / 400;
    return total;
}

static void check_steps(void *user, const struct basin_train_moment *now)
{
    const uint64_t *const steps = user;

    assert_string_equal(now->network, "clause");
    assert_true(now->steps == *steps && now->step <= *steps);
    assert_true(isfinite(now->loss) && now->contrastive == 0);
}

/* What comes out denoises whole instances better, has the same energies of variables, says that
 * it was refined and how it was trained before, and solves. */
static void test_result(void **state)
{
    basin_ctx *ctx = test_ctx();
    basin_model *const model = young_model(ctx), *refined;
    struct basin_train_opts opts = tiny(model);
    uint64_t steps = 150;
    struct lab lab;
    char *text;

    (void)state;
    opts.steps = steps;
    opts.batch = 16;
    opts.rate = 0.005;
    opts.on_moment = check_steps;
    opts.user = &steps;
    ASSERT_OK(ctx, basin_train(ctx, "sat", &opts, path));
    ASSERT_OK(ctx, basin_model_load(ctx, path, &refined));
    open_lab(BASIN_ENERGY_COMPACT, &lab);
    const double before = mean_loss(&lab, model), after = mean_loss(&lab, refined);
    if (!(after < 0.98 * before))
        fail_msg("loss %g before, %g after", before, after);
    const struct bsn_model_net *const from = bsn_model_find(model, "var");
    const struct bsn_model_net *const to = bsn_model_find(refined, "var");
    assert_memory_equal(from->theta, to->theta, bsn_net_params(&from->net) * sizeof(float));
    ASSERT_OK(ctx, basin_model_describe(ctx, refined, &text));
    assert_non_null(strstr(text, "refined.clause"));
    assert_null(strstr(text, "refined.var"));
    assert_non_null(strstr(text, "training.clause"));
    assert_non_null(strstr(text, "150 steps of 16"));
    basin_text_free(ctx, text);
    close_lab(&lab);
    basin_model_free(ctx, refined);
    basin_model_free(ctx, model);
    clean();
    test_ctx_done(ctx);
}

/* Without options of its own a refinement is short, slow, and leaves the caller's model alone. */
static void test_leaves_model(void **state)
{
    basin_ctx *ctx = test_ctx();
    basin_model *const model = random_model(ctx, BASIN_ENERGY_COMPACT, 6);
    basin_model *const twin = random_model(ctx, BASIN_ENERGY_COMPACT, 6);
    struct basin_train_opts opts = tiny(model);

    (void)state;
    clean();
    opts.steps = 2;
    ASSERT_OK(ctx, basin_train(ctx, "sat", &opts, path));
    for (size_t k = 0; k < model->nets; k++)
        assert_memory_equal(model->net[k].theta, twin->net[k].theta,
                            bsn_net_full(&model->net[k].net) * sizeof(float));
    assert_int_equal(model->notes, 0);
    clean();
    basin_model_free(ctx, twin);
    basin_model_free(ctx, model);
    test_ctx_done(ctx);
}

/* ------------------------------------------------------------------------------- refusals ---- */

static void refuse(basin_ctx *ctx, const basin_model *model, const char *domain,
                   enum basin_energy energy, basin_status status, const char *part)
{
    struct basin_train_opts opts = tiny(model);

    clean();
    opts.energy = energy;
    opts.steps = 1;
    ASSERT_FAILS(ctx, basin_train(ctx, domain, &opts, path), status, part);
    assert_false(bsn_file_exists(path) || bsn_file_exists(state_path));
    clean();
}

static void test_refuses(void **state)
{
    basin_ctx *ctx = test_ctx();
    basin_model *const paper = random_model(ctx, BASIN_ENERGY_PAPER, 1);
    basin_model *const compact = random_model(ctx, BASIN_ENERGY_COMPACT, 1);
    basin_model *queens, *exact;

    (void)state;
    ASSERT_OK(ctx, basin_model_default(ctx, "queens", BASIN_ENERGY_COMPACT, &queens));
    ASSERT_OK(ctx, basin_model_default(ctx, "sat", BASIN_ENERGY_EXACT, &exact));
    refuse(ctx, queens, "sat", BASIN_ENERGY_COMPACT, BASIN_STATUS_MODEL, "to refine");
    refuse(ctx, exact, "sat", BASIN_ENERGY_COMPACT, BASIN_STATUS_MODEL, "to refine");
    refuse(ctx, compact, "sat", BASIN_ENERGY_PAPER, BASIN_STATUS_MODEL, "--energy paper");
    refuse(ctx, paper, "sat", BASIN_ENERGY_PAPER, BASIN_STATUS_MODEL, "to refine");  /* narrow */
    refuse(ctx, compact, "sat", BASIN_ENERGY_EXACT, BASIN_STATUS_INPUT, "exact");
    refuse(ctx, compact, "queens", BASIN_ENERGY_COMPACT, BASIN_STATUS_MODEL, "to refine");
    refuse(ctx, queens, "queens", BASIN_ENERGY_COMPACT, BASIN_STATUS_INPUT, "no whole instances");
    compact->net[1].net.hidden--;  /* narrower; its block has more than that needs */
    refuse(ctx, compact, "sat", BASIN_ENERGY_COMPACT, BASIN_STATUS_MODEL, "to refine");
    compact->net[1].net.hidden++;
    bsn_schedule_make(50, &compact->schedule);
    refuse(ctx, compact, "sat", BASIN_ENERGY_COMPACT, BASIN_STATUS_MODEL, "to refine");
    bsn_schedule_make(100, &compact->schedule);
    snprintf(compact->domain, sizeof compact->domain, "color");
    refuse(ctx, compact, "sat", BASIN_ENERGY_COMPACT, BASIN_STATUS_MODEL, "to refine");
    basin_model_free(ctx, exact);
    basin_model_free(ctx, queens);
    basin_model_free(ctx, paper);
    basin_model_free(ctx, compact);
    test_ctx_done(ctx);
}

/* A model may come with as many notes as there is room for: one more is no reason to abort. In a
 * process of its own, since that is what it would end. */
static void test_full_notes(void **state)
{
    int ended = -1;

    (void)state;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        basin_ctx *ctx = NULL;
        basin_ctx_new(NULL, &ctx);
        basin_model *const model = random_model(ctx, BASIN_ENERGY_COMPACT, 1);
        struct basin_train_opts opts = tiny(model);
        char key[24];
        for (int i = 0; i < BSN_MODEL_NOTES; i++) {
            snprintf(key, sizeof key, "note %d", i);
            bsn_model_note(model, key, "%d", i);
        }
        opts.steps = 1;
        const basin_status status = basin_train(ctx, "sat", &opts, path);
        basin_model_free(ctx, model);
        basin_ctx_free(ctx);
        _exit(status == BASIN_STATUS_OK || status == BASIN_STATUS_MODEL ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &ended, 0), child);
    clean();
    assert_true(WIFEXITED(ended) && WEXITSTATUS(ended) == 0);
}

/* --------------------------------------------------------------------------------- memory ---- */

static basin_status act(basin_ctx *ctx, void *model)
{
    const struct bsn_subject sat = subject(&bsn_domain_sat);
    struct bsn_solved *solved = NULL;

    BSN_TRY(bsn_solved_new(ctx, &sat, model, 1, 2, &solved));
    bsn_solved_free(ctx, solved);
    return BASIN_STATUS_OK;
}

static void test_memory(void **state)
{
    const struct bsn_subject queens = subject(&bsn_domain_queens);
    basin_ctx *ctx = test_ctx();
    struct bsn_solved *solved = NULL;

    (void)state;
    for (int energy = BASIN_ENERGY_COMPACT; energy <= BASIN_ENERGY_PAPER; energy++) {
        basin_model *const model = random_model(ctx, (enum basin_energy)energy, 1);
        assert_true(test_refuse_each(act, model) > 20);
        ASSERT_FAILS(ctx, bsn_solved_new(ctx, &queens, model, 1, 2, &solved),
                     BASIN_STATUS_INPUT, "queens");
        basin_model_free(ctx, model);
    }
    assert_null(solved);
    bsn_solved_free(ctx, NULL);
    test_ctx_done(ctx);
}

/* ------------------------------------------------------------------------------------ all ---- */

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_loss),
        cmocka_unit_test(test_gradient_compact),
        cmocka_unit_test(test_gradient_paper),
        cmocka_unit_test(test_tile),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_resume),
        cmocka_unit_test(test_result),
        cmocka_unit_test(test_leaves_model),
        cmocka_unit_test(test_refuses),
        cmocka_unit_test(test_full_notes),
        cmocka_unit_test(test_memory),
    };

    return cmocka_run_group_tests(tests, workshop_open, workshop_close);
}
