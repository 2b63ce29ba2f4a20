/* models.c - the models that rows are measured with: built in, or trained for a row and kept in
 * FOLDER/models, so that each is trained once.
 *
 * Names of those that are trained: "contrastive", "diffusion" (one loss alone), "both", and
 * "refined". A quick run trains with few steps of few examples, a full one as the recipe says.
 */
#define _GNU_SOURCE
#include "paper/paper.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_MODELS 32
#define QUICK_BATCH 256
#define QUICK_PAPER_STEPS 300
#define QUICK_COMPACT_STEPS 800
#define QUICK_REFINE_STEPS 200

struct paper_models {
    size_t count;
    struct {
        char name[120];
        basin_model *model;
    } entry[MOST_MODELS];
};

struct paper_models *paper_models_new(void)
{
    return calloc(1, sizeof(struct paper_models));
}

void paper_models_free(basin_ctx *ctx, struct paper_models *models)
{
    for (size_t i = 0; models && i < models->count; i++)
        basin_model_free(ctx, models->entry[i].model);
    free(models);
}

/* ---------------------------------------------------------------------------------- training ---- */

static bool is_trained(const char *name)
{
    return name && strcmp(name, "base") != 0;
}

static void show(void *user, const struct basin_train_moment *now)
{
    const struct paper_way *const way = user;
    char line[160];

    snprintf(line, sizeof line, "training %s %s, %s: step %llu of %llu", way->domain,
             energy_word(way->energy), way->model, (unsigned long long)now->step,
             (unsigned long long)now->steps);
    if (isatty(STDERR_FILENO))
        progress_show(line);
}

static struct basin_train_opts train_opts(const struct paper_bench *bench,
                                          const struct paper_way *way)
{
    struct basin_train_opts opts = BASIN_TRAIN_OPTS_INIT;
    const bool refined = strcmp(way->model, "refined") == 0;

    opts.energy = way->energy;
    if (!bench->full) {
        opts.steps = refined                             ? QUICK_REFINE_STEPS
                     : way->energy == BASIN_ENERGY_PAPER ? QUICK_PAPER_STEPS
                                                         : QUICK_COMPACT_STEPS;
        opts.batch = refined ? 0 : QUICK_BATCH;
    }
    if (strcmp(way->model, "contrastive") == 0)
        opts.diffusion = 0;
    if (strcmp(way->model, "diffusion") == 0)
        opts.contrastive = 0;
    opts.resume = true;
    opts.should_stop = stop_asked;
    opts.on_moment = show;
    opts.user = (void *)(uintptr_t)way;
    return opts;
}

static basin_status train(struct paper_bench *bench, const struct paper_way *way,
                          const char *path)
{
    struct basin_train_opts opts = train_opts(bench, way);
    basin_model *base = NULL;
    basin_status status = BASIN_STATUS_OK;

    if (strcmp(way->model, "refined") == 0)
        status = basin_model_default(bench->ctx, way->domain, way->energy, &base);
    opts.refine = base;
    if (status == BASIN_STATUS_OK)
        status = basin_train(bench->ctx, way->domain, &opts, path);
    progress_show(NULL);
    basin_model_free(bench->ctx, base);
    return status;
}

/* The file of a trained model, trained now if it is not there. */
static basin_status trained(struct paper_bench *bench, const struct paper_way *way,
                            const char *name, basin_model **model)
{
    char path[PAPER_PATH];

    snprintf(path, sizeof path, "%.3800s/models", bench->store->folder);
    if (!paper_folder_make(path))
        return BASIN_STATUS_IO;
    snprintf(path, sizeof path, "%.3800s/models/%s-%s.safetensors", bench->store->folder, name,
             bench->full ? "full" : "quick");
    if (access(path, R_OK) != 0) {
        const basin_status status = train(bench, way, path);
        if (status != BASIN_STATUS_OK)
            return status;
    }
    return basin_model_load(bench->ctx, path, model);
}

/* ------------------------------------------------------------------------------------ finding ---- */

const basin_model *paper_model(struct paper_bench *bench, const struct paper_way *way,
                               char why[static 300])
{
    struct paper_models *const all = bench->models;
    char name[120];
    basin_status status;

    snprintf(name, sizeof name, "%s-%s%s%s", way->domain, energy_word(way->energy),
             way->model ? "-" : "", way->model ? way->model : "");
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->entry[i].name, name) == 0)
            return all->entry[i].model;
    snprintf(why, 300, "more than %d models", MOST_MODELS);
    if (all->count == MOST_MODELS)
        return NULL;
    basin_model **const model = &all->entry[all->count].model;
    if (is_trained(way->model))
        status = trained(bench, way, name, model);
    else
        status = basin_model_named(bench->ctx, name, model);
    if (status != BASIN_STATUS_OK) {
        snprintf(why, 300, "%s", basin_error_text(bench->ctx));
        return NULL;
    }
    snprintf(all->entry[all->count++].name, sizeof name, "%s", name);
    return *model;
}

void paper_model_text(const struct paper_bench *bench, const struct paper_way *way, char *text,
                      size_t room)
{
    const bool refined = way->model && strcmp(way->model, "refined") == 0;

    text[0] = 0;
    if (!is_trained(way->model))
        snprintf(text, room, "%s", way->model ? ", before refinement" : "");
    else if (refined)
        snprintf(text, room, ", refined %s", bench->full ? "as the recipe says" : "for 200 steps");
    else if (bench->full)
        snprintf(text, room, ", trained as the recipe says, %s", way->model);
    else
        snprintf(text, room, ", trained for %d steps of %d examples, %s",
                 way->energy == BASIN_ENERGY_PAPER ? QUICK_PAPER_STEPS : QUICK_COMPACT_STEPS,
                 QUICK_BATCH, way->model);
}
