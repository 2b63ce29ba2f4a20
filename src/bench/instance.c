/* instance.c - what rows work on: a generated problem with a built-in model bound to it. */
#define _GNU_SOURCE
#include "bench/parts.h"
#include "program/nameless.h"
#include "sample/sampler.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FD_CHARS 32

/* Generated ones need dictionaries, and the paper's network words of five letters; this does not, and
 * has them. */
static const char crossword[] =
    ". . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .\n\n"
    "Across\n1. Greek poet of the Iliad and the Odyssey\n6. Walk at a leisurely pace\n"
    "7. Give way under pressure\n8. Yellow fossil resin used for jewelry\n"
    "9. Country of the pyramids\n\n"
    "Down\n1. Dwelling built for a family\n2. Funny; arousing laughter\n3. Abdomen; stomach\n"
    "4. Liquid that falls from clouds\n5. The color of blood\n";

static basin_status open_text(basin_ctx *ctx, const char *domain, const char *text,
                              basin_problem **out)
{
    const int file = nameless_file(text, strlen(text));
    char path[FD_CHARS];

    if (file < 0)
        return bsn_fail(ctx, BASIN_STATUS_IO, "no temporary file can be made (TMPDIR)");
    snprintf(path, sizeof path, "/dev/fd/%d", file);
    const basin_status status = basin_problem_open(ctx, domain, path, out);
    close(file);
    return status;
}

static basin_status generate(basin_ctx *ctx, const struct bench_row *row, basin_problem **out)
{
    struct basin_gen_opts opts = BASIN_GEN_OPTS_INIT;
    char *text;

    opts.kind = row->kind;
    opts.n = row->size;
    opts.ratio = row->ratio;
    BSN_TRY(basin_generate(ctx, row->domain, &opts, &text));
    const basin_status status = open_text(ctx, row->domain, text, out);
    basin_text_free(ctx, text);
    return status;
}

static basin_status open_problem(basin_ctx *ctx, const struct bench_row *row, basin_problem **out)
{
    basin_problem *whole;
    char size[FD_CHARS];

    if (basin_domain_has(row->domain, BASIN_TRAIT_NUMBER)) {
        snprintf(size, sizeof size, "%u", (unsigned)row->size);
        return basin_problem_open(ctx, row->domain, size, out);
    }
    if (basin_domain_has(row->domain, BASIN_TRAIT_TEXT))
        return open_text(ctx, row->domain, crossword, out);
    BSN_TRY(generate(ctx, row, &whole));
    if (!basin_problem_has_limit(whole)) {
        *out = whole;
        return BASIN_STATUS_OK;
    }
    const basin_status status = basin_problem_with_limit(ctx, whole, row->width, NULL, out);
    basin_problem_free(ctx, whole);
    return status;
}

/* As the domain's own sampler sees it: see bsn_sampler.narrow. */
static basin_status narrow(basin_ctx *ctx, const struct bench_row *row, struct bsn_graph *graph)
{
    const char *const name = basin_domain_sampler(row->domain, row->energy);
    size_t s = 0;

    while (bsn_sampler_list[s] && strcmp(bsn_sampler_list[s]->name, name) != 0)
        s++;
    for (size_t k = 0; bsn_sampler_list[s] && k < graph->terms; k++) {
        struct bsn_term *const term = &graph->term[k];
        if (bsn_sampler_list[s]->narrow && term->kind && term->kind->narrow)
            BSN_TRY(term->kind->narrow(ctx, term, bsn_sampler_list[s]->narrow));
    }
    return BASIN_STATUS_OK;
}

basin_status bench_instance_open(const struct bench_room *room, const struct bench_row *row,
                                 struct bench_instance *out)
{
    const enum bsn_compose_mode mode = row->energy == BASIN_ENERGY_PAPER ? BSN_COMPOSE_MEAN
                                                                         : BSN_COMPOSE_BASIN;

    BSN_TRY(open_problem(room->ctx, row, &out->problem));
    BSN_TRY(basin_model_default(room->ctx, row->domain, row->energy, &out->model));
    const struct bsn_task *const task = out->problem->task;
    BSN_TRY(task->graph(room->ctx, out->problem->instance, out->model, &out->graph));
    bsn_graph_finish(&out->graph);
    BSN_TRY(narrow(room->ctx, row, &out->graph));
    BSN_TRY(bsn_compose_new(room->ctx, out->model, &out->graph, mode, task->examples,
                            &out->compose));
    out->floats = out->graph.coords * BSN_LANES;
    return bsn_compose_level(room->ctx, out->compose, room->kernel->level);
}

void bench_instance_close(basin_ctx *ctx, struct bench_instance *instance)
{
    bsn_compose_free(ctx, instance->compose);
    bsn_graph_clear(ctx, &instance->graph);
    basin_model_free(ctx, instance->model);
    basin_problem_free(ctx, instance->problem);
}
