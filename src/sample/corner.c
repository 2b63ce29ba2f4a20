/* corner.c - assignments as coordinates, for samplers that hold assignments. */
#include "sample/corner.h"

#include <math.h>

uint16_t bsn_corner_value(const struct bsn_graph *graph, const float *y, uint32_t v)
{
    const uint32_t first = graph->variable[v], end = graph->variable[v + 1];

    if (isnan(y[(size_t)first * BSN_LANES]))
        return UINT16_MAX;
    if (end - first == 1)
        return y[(size_t)first * BSN_LANES] > 0.5f;
    for (uint32_t c = first; c < end; c++)
        if (y[(size_t)c * BSN_LANES] > 0.5f)
            return (uint16_t)(c - first);
    return UINT16_MAX;
}

void bsn_corner_start(const struct bsn_run *run, uint16_t *start, uint8_t *held)
{
    const struct bsn_graph *const graph = bsn_compose_graph(run->compose);

    for (uint32_t v = 0; v < graph->variables; v++) {
        const uint16_t fixed = run->held ? bsn_corner_value(graph, run->held, v) : UINT16_MAX;
        held[v] = fixed != UINT16_MAX;
        start[v] = held[v]      ? fixed
                   : run->start ? bsn_corner_value(graph, run->start, v)
                                : UINT16_MAX;
    }
}

void bsn_corner_show(const struct bsn_graph *graph, const uint16_t *value, struct bsn_tile *tile,
                     size_t lane)
{
    for (uint32_t v = 0; v < graph->variables; v++) {
        const uint32_t first = graph->variable[v], end = graph->variable[v + 1];
        for (uint32_t c = first; c < end; c++)
            tile->y[(size_t)c * BSN_LANES + lane] =
                end - first == 1 ? value[v] : value[v] == c - first;
    }
}

/* Is variable i value i, and does nobody want to see coordinates? */
static bool is_plain(const struct bsn_run *run)
{
    return !run->watch && !run->problem->task->limit &&
           bsn_compose_graph(run->compose)->variables == run->problem->values;
}

void bsn_corner_lay(const struct bsn_run *run, const uint16_t *value, struct bsn_tile *tile,
                    size_t lane)
{
    const struct bsn_graph *const graph = bsn_compose_graph(run->compose);
    int32_t *const to = tile->value + lane * run->problem->values;

    if (!is_plain(run)) {
        bsn_corner_show(graph, value, tile, lane);
        return;
    }
    for (size_t v = 0; v < graph->variables; v++)
        to[v] = value[v];
}

bool bsn_corner_look(struct bsn_run *run, struct bsn_tile *tile, uint64_t step)
{
    return (is_plain(run) ? bsn_tile_judge : bsn_tile_look)(run, tile, step);
}

struct each {
    struct bsn_run *run;
    void (*work)(void *arg, size_t task, uint32_t thread);
    void *arg;
};

static void each_task(void *arg, size_t task, uint32_t thread)
{
    const struct each *const each = arg;

    each->work(each->arg, task, thread);
}

/* Others work, and only this thread may ask the caller. */
static void each_idle(void *arg)
{
    bsn_run_poll(((const struct each *)arg)->run);
}

void bsn_corner_each(struct bsn_run *run, size_t tasks,
                     void (*work)(void *arg, size_t task, uint32_t thread), void *arg)
{
    struct each each = { run, work, arg };

    if (run->pool) {
        bsn_pool_run_idle(run->pool, tasks, each_task, each_idle, &each);
        return;
    }
    for (size_t i = 0; i < tasks; i++)
        work(arg, i, 0);
}
