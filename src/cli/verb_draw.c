/* verb_draw.c - pictures: an instance and its solution, what each part of it costs, a run as a chart and
 * as a film, many runs as a chart, a landscape. */
#include "cli.h"
#include "program/whole.h"

#include <stdlib.h>
#include <string.h>

#define LANDSCAPE_COLORS 4

/* What a drawing works with. */
struct drawing {
    const struct options *o;
    struct setup setup;
    basin_problem *problem;
    int32_t *value;  /* the first solution of the file, or NULL */
    double *cost;
};

/* ----------------------------------------------------------------- instances and solutions ---- */

static int read_solution(struct drawing *d)
{
    size_t count;

    if (d->o->operands < 3)
        return 0;
    if (basin_solutions_read(d->setup.ctx, d->problem, d->o->operand[2], &d->value, &count) !=
        BASIN_STATUS_OK)
        return complain_ctx(d->setup.ctx);
    return 0;
}

/* As many colours as -k or the file says; an energy map can do with those that the solution has.
 * All of the graph takes part, for all of it is drawn. */
static int set_limit(struct drawing *d, bool needed)
{
    struct options whole = *d->o;
    const size_t values = basin_problem_values(d->problem);
    char why[LIMIT_CHARS];
    uint32_t used = 1;

    whole.whole = true;
    if (!limit_set(&d->setup, &d->problem, &whole, d->o->operand[1], why))
        return complain("%s", why);
    if (!needed || !basin_problem_has_limit(d->problem) || basin_problem_limited(d->problem) > 0)
        return 0;
    int32_t *const keep = calloc(values + 1, sizeof *keep);
    if (!keep)
        return complain("out of memory");
    for (size_t i = 0; i < values; i++)
        used = d->value[i] >= (int32_t)used ? (uint32_t)d->value[i] + 1 : used;
    const basin_status status = problem_limit(d->setup.ctx, &d->problem, used, keep);
    free(keep);
    return status == BASIN_STATUS_OK ? 0 : complain_ctx(d->setup.ctx);
}

static int open_instance(struct drawing *d, const char **domain)
{
    *domain = basin_domain_of(d->o->operand[1]);
    if (!*domain)
        return complain("%s: not an instance of any domain; see `basin domains`",
                        d->o->operand[1]);
    if (basin_problem_open(d->setup.ctx, *domain, d->o->operand[1], &d->problem) !=
        BASIN_STATUS_OK)
        return complain_ctx(d->setup.ctx);
    return read_solution(d);
}

static int save(const struct drawing *d)
{
    const struct picture_task task = { .spec = d->o->operand[1], .path = d->o->output,
                                       .title = d->o->title, .value = d->value,
                                       .cost = d->cost };

    return picture_save(d->setup.ctx, d->problem, &task);
}

static int draw_instance(struct drawing *d)
{
    const char *domain;

    if (open_instance(d, &domain) != 0 || set_limit(d, false) != 0)
        return EXIT_ERROR;
    return save(d);
}

static int draw_map(struct drawing *d)
{
    const char *domain;
    size_t count;

    if (open_instance(d, &domain) != 0 || set_limit(d, true) != 0 ||
        setup_model(domain, d->o, &d->setup) != 0)
        return EXIT_ERROR;
    if (basin_problem_costs(d->setup.ctx, d->setup.model, d->problem, d->value,
                            (uint32_t)d->o->level, d->setup.solve.method, &d->cost,
                            &count) != BASIN_STATUS_OK)
        return complain_ctx(d->setup.ctx);
    return save(d);
}

/* -------------------------------------------------------------------------------- charts ---- */

static int save_chart(const struct drawing *d, basin_status status, basin_picture *picture)
{
    basin_ctx *const ctx = d->setup.ctx;

    if (status == BASIN_STATUS_OK) {
        if (d->o->title)
            basin_picture_title(picture, d->o->title);
        status = basin_picture_save(ctx, picture, d->o->output);
    }
    basin_picture_free(ctx, picture);
    return status == BASIN_STATUS_OK ? 0 : complain_ctx(ctx);
}

static int draw_time(struct drawing *d)
{
    basin_picture *picture = NULL;
    const basin_status status = basin_picture_run(d->setup.ctx, d->o->operand[1], &picture);

    return save_chart(d, status, picture);
}

typedef basin_status chart_fn(basin_ctx *ctx, const char *const *path, size_t count,
                              basin_picture **out);

static int draw_runs(struct drawing *d, chart_fn *chart)
{
    basin_picture *picture = NULL;
    const basin_status status =
        chart(d->setup.ctx, d->o->operand + 1, d->o->operands - 1, &picture);

    return save_chart(d, status, picture);
}

static int draw_cactus(struct drawing *d)
{
    return draw_runs(d, basin_picture_cactus);
}

static int draw_growth(struct drawing *d)
{
    return draw_runs(d, basin_picture_growth);
}

/* Films are svg: no png moves. */
static int draw_film(struct drawing *d)
{
    basin_ctx *const ctx = d->setup.ctx;
    const size_t length = strlen(d->o->output);
    char *svg = NULL;

    if (strcmp(d->o->output + (length > 4 ? length - 4 : 0), ".svg") != 0)
        return complain("%s: a film is a file whose name ends in .svg", d->o->output);
    if (basin_film_svg(ctx, d->o->operand[1], d->o->title, &svg) != BASIN_STATUS_OK)
        return complain_ctx(ctx);
    const int code = whole_write(ctx, d->o->output, svg);
    basin_text_free(ctx, svg);
    return code;
}

static int draw_landscape(struct drawing *d)
{
    basin_picture *picture = NULL;
    uint64_t colors = LANDSCAPE_COLORS;
    char title[120];

    if (d->o->limit && !count_read(d->o->limit, 1, UINT32_MAX, &colors))
        return complain("-k: \"%s\" is not a number of colours", d->o->limit);
    if (setup_model("color", d->o, &d->setup) != 0)
        return EXIT_ERROR;
    const basin_status status = basin_picture_landscape(
        d->setup.ctx, d->setup.model, (uint32_t)colors, d->setup.solve.method, &picture);
    snprintf(title, sizeof title, "Energy landscape of graph colouring: %llu colours, %s energies",
             (unsigned long long)colors, d->setup.energy);
    if (status == BASIN_STATUS_OK)
        basin_picture_title(picture, title);
    return save_chart(d, status, picture);
}

/* --------------------------------------------------------------------------------- verb ---- */

static const struct kind {
    const char *name, *operands;
    size_t least, most;  /* operands, the name included */
    int (*draw)(struct drawing *d);
} kinds[] = {
    { "instance", "SPEC [SOLUTION]", 2, 3, draw_instance },
    { "map", "SPEC SOLUTION", 3, 3, draw_map },
    { "time", "RUN", 2, 2, draw_time },
    { "film", "RUN", 2, 2, draw_film },
    { "cactus", "RUNS...", 2, SIZE_MAX, draw_cactus },
    { "growth", "RUNS...", 2, SIZE_MAX, draw_growth },
    { "landscape", "", 1, 1, draw_landscape },
};

static const struct kind *find_kind(const struct options *o)
{
    struct nearest nearest = { 0 };
    char text[80];

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        nearest_try(&nearest, o->operand[0], kinds[i].name);
        if (strcmp(kinds[i].name, o->operand[0]) != 0)
            continue;
        if (o->operands >= kinds[i].least && o->operands <= kinds[i].most)
            return &kinds[i];
        complain("draw %s takes %s", kinds[i].name,
                 kinds[i].operands[0] ? kinds[i].operands : "no operands");
        return NULL;
    }
    complain("draw: no picture \"%s\"%s", o->operand[0],
             nearest_text(&nearest, o->operand[0], "draw ",
                          "; there are instance, map, time, film, cactus, growth and landscape",
                          text, sizeof text));
    return NULL;
}

int verb_draw(const struct verb *verb, const struct options *o)
{
    const struct kind *const kind = find_kind(o);
    struct drawing d = { .o = o };
    int code = EXIT_ERROR;

    if (!kind)
        return EXIT_ERROR;
    if (!o->output)
        return complain("draw: -o FILE is needed; see `basin help %s`", verb->name);
    if (setup_open(o, &d.setup) != 0)
        return EXIT_ERROR;
    if (basin_picture_probe(d.setup.ctx, o->output) != BASIN_STATUS_OK)
        complain_ctx(d.setup.ctx);
    else
        code = kind->draw(&d);
    basin_costs_free(d.setup.ctx, d.cost);
    basin_values_free(d.setup.ctx, d.value);
    basin_problem_free(d.setup.ctx, d.problem);
    setup_close(&d.setup);
    return code;
}
