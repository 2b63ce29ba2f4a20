/* models.c - the models that rows are measured with: built in, or trained for a row and kept in
 * FOLDER/models, so that each is trained once.
 *
 * Names of those that are trained: "contrastive", "diffusion" (one loss alone), "both", and
 * "refined". The others are built in: "base", of 3-SAT before its refinement, and a number, of that
 * board. A quick run trains with few steps of few examples, a full one as the recipe says.
 */
#define _GNU_SOURCE
#include "paper/parts.h"
#include "program/whole.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_MODELS 32
#define QUICK_COMPACT_BATCH 256
#define QUICK_PAPER_BATCH 64
#define QUICK_PAPER_STEPS 600
#define QUICK_COMPACT_STEPS 2000
#define QUICK_REFINE_STEPS 200
#define HURRIED_STEPS 100

struct paper_models {
    size_t count;
    struct {
        char name[120], text[120];
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

/* ------------------------------------------------------------------------------ training ---- */

static bool is_trained(const char *name)
{
    static const char *const trained[] = { "contrastive", "diffusion", "both", "refined" };

    for (size_t i = 0; name && i < sizeof trained / sizeof *trained; i++)
        if (strcmp(name, trained[i]) == 0)
            return true;
    return false;
}

static void show(void *user, const struct basin_train_moment *now)
{
    const struct paper_way *const way = user;
    char line[160];

    snprintf(line, sizeof line, "training %s %s, %s: step %llu of %llu", way->domain,
             basin_energy_name(way->energy), way->model, (unsigned long long)now->step,
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
                     : way->energy != BASIN_ENERGY_PAPER ? QUICK_COMPACT_STEPS
                     : paper_is_late(bench)              ? HURRIED_STEPS
                                                         : QUICK_PAPER_STEPS;
        opts.batch = refined                             ? 0
                     : way->energy == BASIN_ENERGY_PAPER ? QUICK_PAPER_BATCH
                                                         : QUICK_COMPACT_BATCH;
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
                          struct basin_train_opts *opts, const char *path)
{
    basin_model *base = NULL;
    basin_status status = BASIN_STATUS_OK;

    if (strcmp(way->model, "refined") == 0)
        status = basin_model_default(bench->ctx, way->domain, way->energy, &base);
    opts->refine = base;
    if (status == BASIN_STATUS_OK)
        status = basin_train(bench->ctx, way->domain, opts, path);
    progress_show(NULL);
    basin_model_free(bench->ctx, base);
    return status;
}

/* How it was trained is kept beside the model. */
static void say_training(const struct basin_train_opts *opts, const struct paper_way *way,
                         char text[static 120])
{
    const bool refined = strcmp(way->model, "refined") == 0;
    const char *const verb = refined ? "refined" : "trained";

    if (opts->steps == 0)
        snprintf(text, 120, ", %s as the recipe says", verb);
    else
        snprintf(text, 120, ", %s for %llu steps", verb, (unsigned long long)opts->steps);
    if (opts->batch)
        snprintf(text + strlen(text), 120 - strlen(text), " of %u examples", opts->batch);
    if (!refined)
        snprintf(text + strlen(text), 120 - strlen(text), ", %.20s%s", way->model,
                 strcmp(way->model, "both") == 0 ? " losses" : " loss only");
}

static bool keep_text(basin_ctx *ctx, const char *path, const char *text)
{
    char name[PAPER_PATH];

    snprintf(name, sizeof name, "%.4000s.txt", path);
    return whole_write(ctx, name, text) == 0;
}

static void recall_text(const char *path, char text[static 120])
{
    char name[PAPER_PATH];

    snprintf(name, sizeof name, "%.4000s.txt", path);
    FILE *const file = fopen(name, "re");
    if (!file || !fgets(text, 120, file))
        text[0] = 0;
    if (file)
        fclose(file);
}

/* The file of a trained model, trained now if it is not there. */
static basin_status trained(struct paper_bench *bench, const struct paper_way *way,
                            const char *name, char text[static 120], basin_model **model)
{
    char path[PAPER_PATH];

    snprintf(path, sizeof path, "%.3800s/models", bench->store->folder);
    if (!paper_folder_make(path))
        return BASIN_STATUS_IO;
    snprintf(path, sizeof path, "%.3800s/models/%s-%s.safetensors", bench->store->folder, name,
             bench->full ? "full" : "quick");
    if (access(path, R_OK) != 0) {
        struct basin_train_opts opts = train_opts(bench, way);
        say_training(&opts, way, text);
        const basin_status status = keep_text(bench->ctx, path, text)
                                        ? train(bench, way, &opts, path)
                                        : BASIN_STATUS_IO;
        if (status != BASIN_STATUS_OK)
            return status;
    }
    recall_text(path, text);
    return basin_model_load(bench->ctx, path, model);
}

/* ------------------------------------------------------------------------------- finding ---- */

static void name_model(const struct paper_way *way, char name[static 120])
{
    snprintf(name, 120, "%s-%s%s%s", way->domain, basin_energy_name(way->energy), way->model ? "-" : "",
             way->model ? way->model : "");
}

static size_t find(const struct paper_models *all, const char *name)
{
    size_t i = 0;

    while (i < all->count && strcmp(all->entry[i].name, name) != 0)
        i++;
    return i;
}

const basin_model *paper_model(struct paper_bench *bench, const struct paper_way *way,
                               char why[static 300])
{
    struct paper_models *const all = bench->models;
    char name[120], text[120] = "";
    basin_model *model = NULL;
    basin_status status;

    name_model(way, name);
    const size_t at = find(all, name);
    if (at < all->count)
        return all->entry[at].model;
    snprintf(why, 300, "more than %d models", MOST_MODELS);
    if (all->count == MOST_MODELS)
        return NULL;
    if (is_trained(way->model))
        status = trained(bench, way, name, text, &model);
    else
        status = basin_model_named(bench->ctx, name, &model);
    if (status != BASIN_STATUS_OK) {
        paper_memory_note(status);
        snprintf(why, 300, "%s", basin_error_text(bench->ctx));
        return NULL;
    }
    if (way->model && !is_trained(way->model))
        snprintf(text, sizeof text, strcmp(way->model, "base") == 0
                                        ? ", before refinement"
                                        : ", of this size of board");
    memcpy(all->entry[at].name, name, sizeof name);
    memcpy(all->entry[at].text, text, sizeof text);
    all->entry[at].model = model;
    all->count++;
    return model;
}

const char *paper_model_text(const struct paper_bench *bench, const struct paper_way *way)
{
    char name[120];

    name_model(way, name);
    const size_t at = find(bench->models, name);
    return at < bench->models->count ? bench->models->entry[at].text : "";
}
