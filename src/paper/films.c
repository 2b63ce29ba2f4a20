/* films.c - the paper's figures a and e: runs recorded with their particles, in FOLDER/films. */
#define _GNU_SOURCE
#include "format/run_file.h"
#include "program/trace.h"
#include "paper/parts.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SEED 1

struct film {
    const char *file, *name;
    char figure;            /* 'a' or 'e'; figure e shows the film of 8 queens too */
    const char *set;
    struct paper_way way;
};

#define PAPERS(domain_, sampler_, particles_) \
    { .domain = domain_, .method = BASIN_METHOD_PAPER, .energy = BASIN_ENERGY_PAPER, \
      .sampler = sampler_, .particles = particles_ }
#define BASINS(domain_, particles_) { .domain = domain_, .particles = particles_ }

static const struct film films[] = {
    { "a-reverse", "8 queens, reverse diffusion", 'a', "queens 8", PAPERS("queens", "reverse", 1) },
    { "a-pem-2", "8 queens, PEM, 2 particles", 'a', "queens 8", PAPERS("queens", "pem", 2) },
    { "a-pem-8", "8 queens, PEM, 8 particles", 'a', "queens 8", PAPERS("queens", "pem", 8) },
    { "e-queens", "8 queens, basin, 8 particles", 'e', "queens 8", BASINS("queens", 8) },
    { "e-graph-pem", "a graph of 22 vertices, PEM, 8 particles", 'e', "one graph",
      PAPERS("color", "pem", 8) },
    { "e-graph", "myciel4 with 5 colours, basin, 8 particles", 'e', "color myciel4",
      BASINS("color", 8) },
    { "e-crossword", "a crossword, basin, 8 particles", 'e', "crosswords", BASINS("crossword", 8) },
};
#define FILMS (sizeof films / sizeof *films)

/* The moments of figure a: noise levels that are left; 0 is the end. */
static const uint64_t levels_left[] = { 100, 75, 50, 25, 10, 4, 3, 2, 1, 0 };
#define STILLS (sizeof levels_left / sizeof *levels_left)

/* A run while it is recorded. */
struct camera {
    struct trace *trace;
    size_t values;
    int32_t *still;  /* (STILLS, values) */
    bool taken[STILLS];
};

static void on_moment(void *user, const struct basin_moment *now)
{
    struct camera *const c = user;

    trace_moment(c->trace, now);
    for (size_t i = 0; i < STILLS; i++)
        if (now->value && now->step + levels_left[i] == levels_left[0]) {
            memcpy(c->still + i * c->values, now->value, c->values * sizeof *c->still);
            c->taken[i] = true;
        }
}

static bool open_problem(struct paper_bench *bench, const struct film *film,
                         const struct paper_instance *instance, basin_problem **problem)
{
    if (basin_problem_open(bench->ctx, film->way.domain, instance->spec, problem) !=
        BASIN_STATUS_OK)
        return false;
    if (instance->limit == 0)
        return true;
    int32_t *const keep = calloc(basin_problem_values(*problem) + 1, sizeof *keep);
    const bool fine = keep && problem_limit(bench->ctx, problem, instance->limit, keep) ==
                                  BASIN_STATUS_OK;
    free(keep);
    return fine;
}

static struct basin_solve_opts film_opts(const struct film *film, struct camera *camera)
{
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;

    opts.method = film->way.method;
    opts.sampler = film->way.sampler;
    opts.particles = film->way.particles;
    opts.seconds = film->way.method == BASIN_METHOD_BASIN ? 5 : 0;
    opts.seed = SEED;
    opts.watch = true;
    opts.should_stop = stop_asked;
    opts.on_moment = on_moment;
    opts.user = camera;
    return opts;
}

/* A picture of each moment that was taken. */
static bool add_stills(struct paper_bench *bench, const struct film *film,
                       const basin_problem *problem, const struct camera *camera, json_t *panels)
{
    basin_picture *picture = NULL;
    bool fine = basin_picture_new(bench->ctx, problem, &picture) == BASIN_STATUS_OK;

    for (size_t i = 0; fine && i < STILLS; i++) {
        char label[160], *svg = NULL;
        if (!camera->taken[i])
            continue;
        fine = basin_picture_paint(bench->ctx, picture, camera->still + i * camera->values,
                                   NULL) == BASIN_STATUS_OK &&
               basin_picture_svg(bench->ctx, picture, &svg) == BASIN_STATUS_OK;
        snprintf(label, sizeof label, levels_left[i] ? "%s, T = %llu" : "%s, decoded", film->name,
                 (unsigned long long)levels_left[i]);
        if (fine)
            json_array_append_new(panels, json_pack("{s:s, s:s}", "label", label, "svg", svg));
        basin_text_free(bench->ctx, svg);
    }
    if (!fine)
        complain_ctx(bench->ctx);
    basin_picture_free(bench->ctx, picture);
    return fine;
}

static bool shoot(struct paper_bench *bench, const struct film *film, const char *path,
                  const basin_problem *problem, json_t *panels)
{
    const struct trace_about about = {
        .name = film->name, .instance = film->set,
        .method = film->way.method == BASIN_METHOD_PAPER ? "paper" : "basin",
        .sampler = film->way.sampler
                       ? film->way.sampler
                       : basin_domain_sampler(film->way.domain, film->way.energy),
        .energy = basin_energy_name(film->way.energy), .seed = SEED,
    };
    struct basin_answer answer = BASIN_ANSWER_INIT;
    struct camera camera = { .values = basin_problem_values(problem) };
    const struct basin_solve_opts opts = film_opts(film, &camera);
    char why[300] = "out of memory";
    const basin_model *const model = paper_model(bench, &film->way, why);

    camera.still = calloc(STILLS * camera.values, sizeof *camera.still);
    camera.trace = model && camera.still ? trace_new(bench->ctx, problem, &about) : NULL;
    bool fine = camera.trace != NULL || complain("%s", why) == 0;
    if (fine && basin_solve(bench->ctx, model, problem, &opts, &answer) != BASIN_STATUS_OK)
        fine = complain_ctx(bench->ctx) == 0;
    fine = fine && trace_save(camera.trace, &answer, path) == 0;
    if (fine && film->figure == 'a')
        fine = add_stills(bench, film, problem, &camera, panels);
    trace_free(camera.trace);
    basin_answer_clear(bench->ctx, &answer);
    free(camera.still);
    return fine;
}

static void film_path(const struct paper_bench *bench, const struct film *film,
                      char path[static PAPER_PATH])
{
    snprintf(path, PAPER_PATH, "%.3800s/films/%s-%s.json", bench->store->folder, film->file,
             BASIN_VERSION);
}

/* Records a film unless it is there; `panels` gets stills of one that is made now. */
static bool make_film(struct paper_bench *bench, const struct film *film, json_t *panels)
{
    struct paper_set set = { 0 };
    basin_problem *problem = NULL;
    char path[PAPER_PATH];
    bool fine;

    snprintf(path, sizeof path, "%.3800s/films", bench->store->folder);
    if (!paper_folder_make(path) || !paper_set_open(bench, film->set, 1, &set))
        return false;
    film_path(bench, film, path);
    fine = open_problem(bench, film, &set.instance[0], &problem);
    if (fine)
        fine = shoot(bench, film, path, problem, panels);
    else
        complain_ctx(bench->ctx);
    basin_problem_free(bench->ctx, problem);
    paper_set_free(&set);
    return fine;
}

/* The chart of a film's energies. */
static bool add_chart(struct paper_bench *bench, const struct film *film, json_t *panels)
{
    basin_picture *picture = NULL;
    char path[PAPER_PATH], *svg = NULL;

    film_path(bench, film, path);
    const bool fine = basin_picture_run(bench->ctx, path, &picture) == BASIN_STATUS_OK &&
                      basin_picture_svg(bench->ctx, picture, &svg) == BASIN_STATUS_OK;
    if (fine)
        json_array_append_new(panels, json_pack("{s:s, s:s}", "label", film->name, "svg", svg));
    else
        complain_ctx(bench->ctx);
    basin_text_free(bench->ctx, svg);
    basin_picture_free(bench->ctx, picture);
    return fine;
}

bool paper_film_panels(struct paper_bench *bench, char id, json_t *panels)
{
    bool fine = true;

    for (size_t i = 0; fine && i < FILMS; i++)
        if (films[i].figure == id)
            fine = make_film(bench, &films[i], panels);
    for (size_t i = 0; fine && i < FILMS; i++)
        if (films[i].figure == id && id == 'e')
            fine = add_chart(bench, &films[i], panels);
    return fine;
}

json_t *paper_runs(struct paper_bench *bench)
{
    json_t *const list = json_array();

    for (size_t i = 0; i < FILMS; i++) {
        char path[PAPER_PATH];
        if (!bench->figure[films[i].figure - 'a'])
            continue;
        film_path(bench, &films[i], path);
        json_t *film = NULL;
        if (bsn_record_load(bench->ctx, path, &film) == BASIN_STATUS_OK)
            json_array_append_new(list, film);
    }
    return list;
}
