/* train.c - the training loop: the networks of a recipe one after the other, with checkpoints.
 *
 * Every WINDOW steps the state is good: it is copied, logged, and, when it is time, written. A
 * stop, a kill or a non-finite loss goes back to such a state and no other, so every way through
 * a training ends in the same bytes.
 */
#include "base/file.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/team.h"
#include "base/text.h"
#include "energy/model_file.h"
#include "train/checkpoint.h"
#include "train/fit.h"
#include "train/log.h"
#include "train/refine.h"
#include "train/train.h"

#include <stdio.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#define WINDOW 50
#define REFINE_WHOLES 4000  /* solved instances of a refinement */
#define REFINE_BATCH 32     /* of them in a step */
#define PATIENCE 3  /* non-finite windows in a row that end a training */

struct training {
    basin_ctx *ctx;
    struct bsn_brake brake;
    const struct bsn_subject *subject;
    struct basin_train_opts opts;
    struct bsn_recipe recipe;      /* with the caller's changes */
    const char *path;
    char *state_path, *plan;
    basin_model *model;
    struct bsn_solved *solved;     /* of a refinement */
    void *lessons;                 /* what the domain gathered to teach from, or NULL */
    const struct bsn_kernel *kernel;
    struct bsn_pool *pool;
    struct bsn_position position;
    bool resumed;
    float *good[3];                /* theta, m, v of the last good state */
    uint64_t good_step;
    struct bsn_log log;
    struct bsn_loss_sum window;    /* sums since the last good state */
    int failures;
    double began, written, shown;
    uint64_t steps_now;            /* steps taken by this process, for the rate */
};

/* ------------------------------------------------------------------------------ the plan ---- */

/* A refinement is a few more steps at a lower rate, on whole instances. */
static void make_refinement(struct bsn_recipe_net *net)
{
    net->steps /= 4;
    net->batch = REFINE_BATCH;
    net->tile = 1;
    net->rate /= 10;
    net->contrastive = 0;
}

static basin_status make_recipe(struct training *t)
{
    const struct bsn_recipe *const recipe =
        t->subject->recipe ? t->subject->recipe : t->subject->curriculum->recipe(t->opts.energy);

    if (!recipe)
        return bsn_fail(t->ctx, BASIN_STATUS_INPUT, "%s has no %s energy to train",
                        t->subject->name, basin_energy_name(t->opts.energy));
    t->recipe = *recipe;
    if (t->subject->curriculum->gather)
        BSN_TRY(t->subject->curriculum->gather(t->ctx, &t->opts, &t->recipe, &t->lessons));
    for (size_t k = 0; k < recipe->nets; k++) {
        struct bsn_recipe_net *const net = &t->recipe.net[k];
        if (t->opts.refine)
            make_refinement(net);
        net->steps = t->opts.steps > 0 ? t->opts.steps : net->steps;
        net->batch = t->opts.batch > 0 ? t->opts.batch : net->batch;
        net->rate = t->opts.rate > 0 ? t->opts.rate : net->rate;
        net->diffusion = t->opts.diffusion >= 0 ? t->opts.diffusion : net->diffusion;
        net->contrastive = t->opts.contrastive >= 0 ? t->opts.contrastive : net->contrastive;
        net->tile = net->tile < net->batch ? net->tile : net->batch;
        net->batch -= net->batch % net->tile;  /* whole tiles */
        if (net->batch / net->tile > 1 << 16 || net->steps >= UINT32_MAX)
            return bsn_fail(t->ctx, BASIN_STATUS_TOO_BIG, "batch %u or %llu steps are too many",
                            net->batch, (unsigned long long)net->steps);
    }
    return BASIN_STATUS_OK;
}

/* All that decides the result, in words. */
static basin_status make_plan(struct training *t)
{
    struct bsn_text text = BSN_TEXT_INIT(t->ctx);

    if (t->opts.refine)
        bsn_text_add(&text, "refinement of %016llx; ",
                     (unsigned long long)basin_model_hash(t->opts.refine));
    bsn_text_add(&text, "basin %s; %s %s; seed %llu; kernel %s", BASIN_VERSION, t->subject->name,
                 basin_energy_name(t->opts.energy), (unsigned long long)t->opts.seed,
                 bsn_kernel_rounding(t->kernel));
    if (t->recipe.mark)
        bsn_text_add(&text, "; examples %016llx", (unsigned long long)t->recipe.mark);
    for (size_t k = 0; k < t->recipe.nets; k++) {
        const struct bsn_recipe_net *const r = &t->recipe.net[k];
        bsn_text_add(&text,
                     "; %s: %zu parameters, %llu steps, batch %u, rate %.17g, decay %.17g, "
                     "diffusion %.17g, contrastive %.17g, odds %.17g, calm %.17g",
                     r->name, bsn_net_params(&r->net), (unsigned long long)r->steps, r->batch,
                     r->rate, r->decay, r->diffusion, r->contrastive, r->odds, r->noise_floor);
    }
    return bsn_text_take(&text, &t->plan);
}

/* The parameters to go on from. */
static basin_status take_network(struct training *t, struct bsn_model_net *net)
{
    const struct bsn_model_net *const from = bsn_model_find(t->opts.refine, net->name);

    if (strcmp(t->opts.refine->domain, t->subject->name) != 0 || !from ||
        memcmp(&from->net, &net->net, sizeof net->net) != 0 ||
        t->opts.refine->schedule.levels != t->recipe.levels)
        return bsn_fail(t->ctx, BASIN_STATUS_MODEL,
                        "the model to refine is not one that %s --energy %s trains",
                        t->subject->name, basin_energy_name(t->opts.energy));
    if (t->opts.refine->notes + t->recipe.nets > BSN_MODEL_NOTES)
        return bsn_fail(t->ctx, BASIN_STATUS_MODEL,
                        "the model to refine has %zu notes; no more than %zu leave room for ours",
                        t->opts.refine->notes, BSN_MODEL_NOTES - t->recipe.nets);
    memcpy(net->theta, from->theta, bsn_net_params(&net->net) * sizeof *net->theta);
    return BASIN_STATUS_OK;
}

static basin_status make_model(struct training *t)
{
    size_t most = 0;

    BSN_TRY(bsn_model_new(t->ctx, t->subject->name, t->opts.energy, t->recipe.levels, &t->model));
    for (uint32_t k = 0; k < t->recipe.nets; k++) {
        const struct bsn_recipe_net *const r = &t->recipe.net[k];
        struct bsn_model_net *net;
        BSN_TRY(bsn_model_add(t->ctx, t->model, r->name, &r->net, &net));
        if (t->opts.refine)
            BSN_TRY(take_network(t, net));
        else
            bsn_net_init_f32(&r->net, t->opts.seed, k, net->theta);
        if (r->direct && !t->opts.refine)
            bsn_net_direct_f32(&r->net, net->theta);
        bsn_net_expand_f32(&r->net, net->theta);
        most = bsn_net_full(&r->net) > most ? bsn_net_full(&r->net) : most;
    }
    for (int i = 0; i < 3; i++)
        BSN_TRY(BSN_NEW(t->ctx, most, &t->good[i]));
    return BASIN_STATUS_OK;
}

/* Can the model be written, by the one that does? */
static basin_status probe(const struct training *t)
{
    const struct basin_team *const team = t->opts.team;
    const basin_status status = bsn_team_leads(team) ? bsn_file_probe(t->ctx, t->path)
                                                     : BASIN_STATUS_OK;

    if (bsn_team_any(team, status != BASIN_STATUS_OK) && status == BASIN_STATUS_OK)
        return bsn_fail(t->ctx, BASIN_STATUS_IO, "the first process cannot write the model");
    return status;
}

/* Do all processes of a team begin the same training at the same step? */
static basin_status check_team(const struct training *t)
{
    const uint64_t at[] = { t->resumed, t->position.net, t->position.step };
    const uint64_t hash = bsn_hash(bsn_hash(BSN_HASH_INIT, t->plan, strlen(t->plan)), at, sizeof at);

    if (bsn_team_same(t->opts.team, hash))
        return BASIN_STATUS_OK;
    return bsn_fail(t->ctx, BASIN_STATUS_INPUT,
                    "the processes of a team do not begin the same training: other options, "
                    "processors, examples, or not the same checkpoint");
}

static basin_status prepare(struct training *t)
{
    struct bsn_text name = BSN_TEXT_INIT(t->ctx);

    BSN_TRY(bsn_team_check(t->ctx, t->opts.team));
    BSN_TRY(bsn_kernel_find(t->ctx, t->opts.kernel, &t->kernel));
    BSN_TRY(make_recipe(t));
    BSN_TRY(make_plan(t));
    bsn_text_add(&name, "%s.state", t->path);
    BSN_TRY(bsn_text_take(&name, &t->state_path));
    BSN_TRY(probe(t));
    BSN_TRY(make_model(t));
    if (t->opts.refine)
        BSN_TRY(bsn_solved_new(t->ctx, t->subject, t->model, t->opts.seed, REFINE_WHOLES,
                               &t->solved));
    t->position.rate_scale = 1;
    if (t->opts.resume && bsn_file_exists(t->state_path)) {
        BSN_TRY(bsn_checkpoint_read(t->ctx, t->state_path, t->plan, &t->position, t->model,
                                    t->good[1], t->good[2]));
        t->resumed = true;
    }
    BSN_TRY(check_team(t));
    if (bsn_team_leads(t->opts.team))
        BSN_TRY(bsn_log_open(t->ctx, t->opts.log, t->position.log_bytes, &t->log));
    return bsn_pool_new(t->ctx, t->opts.threads, &t->pool);
}

/* --------------------------------------------------------------------- good and written ---- */

static void keep(struct training *t, const struct bsn_fit *fit)
{
    const size_t params = bsn_net_params(&fit->net->net);

    memcpy(t->good[0], fit->net->theta, params * sizeof(float));
    memcpy(t->good[1], fit->m, params * sizeof(float));
    memcpy(t->good[2], fit->v, params * sizeof(float));
    t->good_step = fit->step;
    t->window = (struct bsn_loss_sum){ 0 };
}

static void go_back(struct training *t, struct bsn_fit *fit)
{
    const size_t params = bsn_net_params(&fit->net->net);

    memcpy(fit->net->theta, t->good[0], params * sizeof(float));
    bsn_net_expand_f32(&fit->net->net, fit->net->theta);
    memcpy(fit->m, t->good[1], params * sizeof(float));
    memcpy(fit->v, t->good[2], params * sizeof(float));
    fit->step = t->good_step;
    t->window = (struct bsn_loss_sum){ 0 };
}

static basin_status write_state(struct training *t, const struct bsn_fit *fit)
{
    t->position.step = t->good_step;
    t->position.rate_scale = fit->rate_scale;
    t->position.log_bytes = t->log.bytes > 0 ? (uint64_t)t->log.bytes : 0;
    t->written = bsn_seconds();
    if (!bsn_team_leads(t->opts.team))
        return BASIN_STATUS_OK;
    return bsn_checkpoint_write(t->ctx, t->state_path, t->plan, &t->position, t->model,
                                (const float *const[]){ t->good[0], t->good[1], t->good[2] });
}

/* Ends a training that could go on: what was reached is kept, whatever it fails of. */
static basin_status give_up(struct training *t, const struct bsn_fit *fit, basin_status status)
{
    char why[512];

    snprintf(why, sizeof why, "%s", basin_error_text(t->ctx));
    if (write_state(t, fit) != BASIN_STATUS_OK)
        return bsn_fail(t->ctx, status, "%s", why);
    return bsn_fail(t->ctx, status, "%s; go on from step %llu of network %s with --resume", why,
                    (unsigned long long)t->good_step, fit->net->name);
}

/* Energies of single variables, on which others are based, are not refined. */
static bool stays(const struct training *t, size_t k)
{
    bool base = false;

    for (size_t i = 0; i < t->recipe.nets; i++)
        base |= t->recipe.net[i].base && strcmp(t->recipe.net[i].base, t->recipe.net[k].name) == 0;
    return t->opts.refine && base;
}

/* ------------------------------------------------------------------------------ reporting ---- */

static void report(struct training *t, const struct bsn_fit *fit, const struct bsn_loss_sum *mean,
                   const char *note)
{
    struct basin_train_moment now = { .network = fit->net->name, .step = fit->step,
                                      .loss = bsn_fit_total(fit, mean),
                                      .diffusion = mean->diffusion,
                                      .contrastive = mean->contrastive, .note = note };

    for (size_t k = 0; k < t->recipe.nets; k++) {
        const uint64_t steps = stays(t, k) ? 0 : t->recipe.net[k].steps;
        now.step += k < t->position.net ? steps : 0;
        now.steps += steps;
    }
    now.steps_per_second = (double)t->steps_now / (bsn_seconds() - t->began + 1e-9);
    now.seconds_left = (double)(now.steps - now.step) / (now.steps_per_second + 1e-9);
    t->shown = bsn_seconds();
    if (t->opts.on_moment)
        t->opts.on_moment(t->opts.user, &now);
}

/* A loss or gradient that is not finite: back to the last good state with half the rate. */
static basin_status recover(struct training *t, struct bsn_fit *fit)
{
    const struct bsn_loss_sum none = { 0 };
    char note[160];

    if (++t->failures >= PATIENCE)
        return bsn_fail(t->ctx, BASIN_STATUS_DIVERGED,
                        "network %s: the loss was not finite %d times in a row near step %llu; "
                        "try a lower --rate",
                        fit->net->name, PATIENCE, (unsigned long long)fit->step);
    snprintf(note, sizeof note,
             "network %s: non-finite loss at step %llu; back to step %llu with half the rate",
             fit->net->name, (unsigned long long)fit->step + 1, (unsigned long long)t->good_step);
    go_back(t, fit);
    fit->rate_scale /= 2;
    report(t, fit, &none, note);
    return BASIN_STATUS_OK;
}

/* ----------------------------------------------------------------------------- the loop ---- */

/* The end of a window: the state is good. */
static basin_status close_window(struct training *t, struct bsn_fit *fit)
{
    const double steps = (double)(fit->step - t->good_step);
    const struct bsn_loss_sum mean = { t->window.diffusion / steps,
                                       t->window.contrastive / steps };

    t->failures = 0;
    t->position.loss[t->position.net] = bsn_fit_total(fit, &mean);
    const basin_status logged = bsn_log_row(t->ctx, &t->log, fit->net->name, fit->step,
                                            t->position.loss[t->position.net], &mean,
                                            fit->rate_scale);
    keep(t, fit);
    if (logged != BASIN_STATUS_OK)
        return give_up(t, fit, logged);
    if (bsn_seconds() - t->shown > 0.2)
        report(t, fit, &mean, NULL);
    if (t->opts.checkpoint_seconds > 0 &&
        bsn_seconds() - t->written >= t->opts.checkpoint_seconds)
        return write_state(t, fit);
    return BASIN_STATUS_OK;
}

static basin_status fit_network(struct training *t, struct bsn_fit *fit)
{
    const struct bsn_recipe_net *const r = fit->loss.recipe;
    struct bsn_loss_sum mean;

    while (fit->step < r->steps) {
        if (bsn_team_any(t->opts.team, bsn_brake_ask(&t->brake))) {
            BSN_TRY(write_state(t, fit));
            return bsn_fail(t->ctx, BASIN_STATUS_STOPPED,
                            "stopped; go on from step %llu of network %s with --resume",
                            (unsigned long long)t->good_step, fit->net->name);
        }
        if (!bsn_fit_step(fit, t->pool, &mean)) {
            if (!bsn_brake_on(fit->brake))
                BSN_TRY(recover(t, fit));
            continue;
        }
        t->steps_now++;
        t->window.diffusion += mean.diffusion;
        t->window.contrastive += mean.contrastive;
        if (fit->step % WINDOW == 0 || fit->step == r->steps)
            BSN_TRY(close_window(t, fit));
    }
    return BASIN_STATUS_OK;
}

static basin_status train_network(struct training *t, size_t k)
{
    const struct bsn_recipe_net *const r = &t->recipe.net[k];
    const struct bsn_loss loss = { .curriculum = t->subject->curriculum, .recipe = r,
                                   .schedule = &t->model->schedule, .seed = t->opts.seed,
                                   .base = r->base ? bsn_model_find(t->model, r->base) : NULL,
                                   .solved = t->solved,
                                   .lessons = t->lessons ? t->lessons : t->subject->lessons,
                                   .stream = (uint32_t)k, .kernel = t->kernel };
    struct bsn_fit *fit;

    BSN_TRY(bsn_fit_new(t->ctx, &loss, &t->model->net[k], bsn_pool_threads(t->pool), t->opts.team, &fit));
    if (t->resumed) {
        const size_t params = bsn_net_params(&fit->net->net);
        memcpy(fit->m, t->good[1], params * sizeof(float));
        memcpy(fit->v, t->good[2], params * sizeof(float));
        fit->step = t->position.step;
        fit->rate_scale = t->position.rate_scale;
        t->resumed = false;
    }
    fit->brake = t->opts.team ? NULL : &t->brake;  /* a team ends between steps, all at the same */
    keep(t, fit);
    const basin_status status = fit_network(t, fit);
    bsn_fit_free(t->ctx, fit);
    return status;
}

/* What is added to the notes of the model that was refined. */
static void describe_refinement(struct training *t)
{
    char key[24];

    memcpy(t->model->note, t->opts.refine->note, sizeof t->model->note);
    t->model->notes = t->opts.refine->notes;
    for (size_t k = 0; k < t->recipe.nets; k++) {
        const struct bsn_recipe_net *const r = &t->recipe.net[k];
        if (stays(t, k))
            continue;
        snprintf(key, sizeof key, "refined.%.15s", r->name);
        bsn_model_note(t->model, key,
                       "%llu steps of %u out of %d whole solved instances, AdamW rate %g, decay "
                       "%g; diffusion loss of the composed energy; seed %llu; last loss %.4f",
                       (unsigned long long)r->steps, r->batch, REFINE_WHOLES, r->rate, r->decay,
                       (unsigned long long)t->opts.seed, t->position.loss[k]);
    }
}

/* What the model file says about its making. No times: equal trainings give equal bytes. */
static void describe(struct training *t)
{
    char key[24];

    bsn_model_note(t->model, "data", "%s", t->recipe.data);
    if (t->recipe.conditions)
        bsn_model_note(t->model, BSN_NOTE_CONDITIONS, "%s", t->recipe.conditions);
    bsn_model_note(t->model, "seed", "%llu", (unsigned long long)t->opts.seed);
    bsn_model_note(t->model, "made by", "basin %s, kernel %s", BASIN_VERSION,
                   bsn_kernel_rounding(t->kernel));
    for (size_t k = 0; k < t->recipe.nets; k++) {
        const struct bsn_recipe_net *const r = &t->recipe.net[k];
        snprintf(key, sizeof key, "training.%.14s", r->name);
        bsn_model_note(t->model, key,
                       "%llu steps of %u examples, AdamW rate %g, decay %g; %g diffusion + %g "
                       "contrastive (odds %g, calm %g); last loss %.4f",
                       (unsigned long long)r->steps, r->batch, r->rate, r->decay, r->diffusion,
                       r->contrastive, r->odds, r->noise_floor, t->position.loss[k]);
    }
}

static basin_status run(struct training *t)
{
    t->began = t->written = bsn_seconds();
    for (; t->position.net < t->recipe.nets; t->position.net++)
        if (!stays(t, t->position.net))
            BSN_TRY(train_network(t, t->position.net));
    if (t->opts.refine)
        describe_refinement(t);
    else
        describe(t);
    if (t->subject->note)
        BSN_TRY(t->subject->note(t->ctx, t->subject->lessons, t->model));
    if (!bsn_team_leads(t->opts.team))
        return BASIN_STATUS_OK;
    BSN_TRY(basin_model_save(t->ctx, t->model, t->path));
    unlink(t->state_path);
    return BASIN_STATUS_OK;
}

basin_status bsn_train_check_time(basin_ctx *ctx, double seconds)
{
    if (seconds >= 0 && isfinite(seconds))
        return BASIN_STATUS_OK;
    return bsn_fail(ctx, BASIN_STATUS_INPUT, "a checkpoint every %g seconds makes no sense",
                    seconds);
}

basin_status bsn_train(basin_ctx *ctx, const struct bsn_subject *subject,
                       const struct basin_train_opts *opts, const char *path)
{
    struct training t = { .ctx = ctx, .subject = subject, .opts = *opts, .path = path };
    basin_status status = prepare(&t);

    if (status == BASIN_STATUS_OK) {  /* from here on a stop leaves a checkpoint */
        bsn_brake_put(ctx, &t.brake, opts->should_stop, opts->user, 0);
        t.brake.patient = true;  /* it is asked once a step, what the context asks within steps */
        status = run(&t);
        bsn_brake_take(ctx, &t.brake);
    }
    bsn_log_close(&t.log);
    bsn_pool_free(ctx, t.pool);
    bsn_solved_free(ctx, t.solved);
    if (t.lessons)
        subject->curriculum->dismiss(ctx, t.lessons);
    for (int i = 0; i < 3; i++)
        bsn_free(ctx, t.good[i]);
    basin_model_free(ctx, t.model);
    bsn_free(ctx, t.plan);
    bsn_free(ctx, t.state_path);
    return status;
}
