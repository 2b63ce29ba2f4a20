/* row_train.c - a step of training: all losses of a batch, their gradient, the optimiser. */
#include "base/mem.h"
#include "bench/parts.h"
#include "domain/domain.h"
#include "energy/model.h"
#include "train/fit.h"

/* Products with weights, in those of a forward pass: a positive's passes forward, backward and along
 * the tangent are one each, its second pass three (there are two gradients by the weights), and a
 * negative's are one and two. */
#define PASSES 9

struct train {
    const struct bsn_recipe *recipe;
    basin_model *model;
    struct bsn_pool *pool;
    struct bsn_fit *fit;
};

static void run_train(void *own)
{
    struct train *const t = own;
    struct bsn_loss_sum mean;

    bsn_fit_step(t->fit, t->pool, &mean);
}

static void close_train(basin_ctx *ctx, void *own)
{
    struct train *const t = own;

    bsn_fit_free(ctx, t->fit);
    bsn_pool_free(ctx, t->pool);
    basin_model_free(ctx, t->model);
    bsn_free(ctx, t);
}

/* The networks of the recipe as a training begins with them. */
static basin_status make_model(const struct bench_room *room, const struct bench_row *row,
                               struct train *t)
{
    BSN_TRY(bsn_model_new(room->ctx, row->domain, row->energy, t->recipe->levels, &t->model));
    for (uint32_t k = 0; k < t->recipe->nets; k++) {
        const struct bsn_recipe_net *const r = &t->recipe->net[k];
        struct bsn_model_net *net;
        BSN_TRY(bsn_model_add(room->ctx, t->model, r->name, &r->net, &net));
        bsn_net_init_f32(&r->net, 1, k, net->theta);
        bsn_net_expand_f32(&r->net, net->theta);
    }
    return BASIN_STATUS_OK;
}

/* Trains the last network of the recipe, which is the one that factors use. */
basin_status bench_open_train(const struct bench_room *room, const struct bench_row *row,
                              struct bench_job *job)
{
    const struct bsn_curriculum *const curriculum =
        bsn_domain_find(room->ctx, row->domain)->curriculum;
    struct train *t;

    BSN_TRY(BSN_NEW(room->ctx, 1, &t));
    *job = (struct bench_job){ .run = run_train, .close = close_train, .own = t };
    t->recipe = curriculum->recipe(row->energy);
    BSN_TRY(make_model(room, row, t));
    const size_t last = t->recipe->nets - 1;
    const struct bsn_recipe_net *const r = &t->recipe->net[last];
    const struct bsn_loss loss = { .curriculum = curriculum, .recipe = r,
                                   .schedule = &t->model->schedule, .seed = 1,
                                   .base = r->base ? bsn_model_find(t->model, r->base) : NULL,
                                   .stream = (uint32_t)last, .kernel = room->kernel };
    BSN_TRY(bsn_pool_new(room->ctx, 1, &t->pool));
    BSN_TRY(bsn_fit_new(room->ctx, &loss, &t->model->net[last], 1, NULL, &t->fit));
    job->units = 1;
    job->work = PASSES * bsn_net_products(&r->net, r->parts) * r->batch;
    return BASIN_STATUS_OK;
}
