/* calls_context.c - calls about contexts, whose allocator fails now and then, and models. */
#include "api/alive.h"

#include <stdlib.h>
#include <string.h>

static void *resize(void *user, void *block, size_t bytes)
{
    struct context *const c = user;

    if (++c->calls == c->refuse) {
        c->refused = true;
        return NULL;
    }
    void *const next = realloc(block, bytes);
    c->live += next && !block;
    return next;
}

static void release(void *user, void *block)
{
    struct context *const c = user;

    c->live -= block != NULL;
    free(block);
}

void call_context_new(void)
{
    struct context *const c = PLACE(context);

    if (!c)
        return;
    *c = (struct context){ 0 };
    const struct basin_alloc alloc = { resize, release, c };
    MUST(basin_ctx_new(&alloc, &c->ctx) == BASIN_STATUS_OK);
}

void call_context_set(void)
{
    struct context *const c = PICK(context);

    if (!c)
        return;
    switch (alive_draw(5)) {
    case 0:
        c->small = true;
        basin_ctx_memory(c->ctx, (size_t)1 << (10 + alive_draw(14)));
        break;
    case 1:
        c->stops = true;
        alive.asked = 0;
        alive.asks = 1 + alive_draw(20);
        basin_ctx_stop(c->ctx, alive_stop_later, NULL, 0);
        break;
    default:
        c->small = c->stops = false;
        basin_ctx_memory(c->ctx, 0);
        basin_ctx_stop(c->ctx, NULL, NULL, 0);
    }
}
void call_context_free(void)
{
    struct context *const c = PICK(context);

    if (!c || alive_draw(3))
        return;
    alive_drop(c);
    for (size_t i = 0; i < THINGS; i++)
        if (alive.model[i].model && alive.model[i].owner == c)
            return; /* a problem of the other context still reads it */
    alive_close(c);
}

/* The domain of a problem that is there, or any. */
static const char *draw_domain(void)
{
    static const char *const domains[] = { "queens", "sat", "color", "sudoku" };
    const struct problem *const p = PICK(problem);

    return p && strcmp(p->domain, "own") != 0 && strcmp(p->domain, "solve") != 0
               ? p->domain
               : domains[alive_draw(4)];
}

void call_model_new(void)
{
    static const char *const names[] = { "queens-compact", "sat-compact", "color-compact",
                                         "sudoku-compact", "none-such" };
    struct context *const c = alive_begin();
    struct model *const m = PLACE(model);
    basin_model *model = NULL;

    if (!c || !m)
        return;
    const basin_status status =
        alive_draw(3) == 0
            ? basin_model_named(c->ctx, names[alive_draw(5)], &model)
            : basin_model_default(c->ctx, draw_domain(),
                                  alive_draw(3) ? BASIN_ENERGY_COMPACT : BASIN_ENERGY_EXACT,
                                  &model);
    if (alive_end(c, status, true))
        *m = (struct model){ model, c, 0 };
    else
        MUST(!model);
}

/* There and back. */
void call_model_save(void)
{
    struct context *const c = alive_begin();
    const struct model *const from = PICK(model);
    struct model *const to = PLACE(model);
    basin_model *model = NULL;
    char path[256];

    if (!c || !from || !to)
        return;
    alive_path("model", path);
    if (!alive_end(c, basin_model_save(c->ctx, from->model, path), true) ||
        !alive_end(c, basin_model_load(c->ctx, path, &model), true))
        return;
    MUST(strcmp(basin_model_domain(model), basin_model_domain(from->model)) == 0);
    MUST(basin_model_energy(model) == basin_model_energy(from->model));
    MUST(basin_model_hash(model) == basin_model_hash(from->model));
    *to = (struct model){ model, c, 0 };
}

void call_model_free(void)
{
    struct model *const m = PICK(model);

    if (m && m->uses == 0) {
        basin_model_free(m->owner->ctx, m->model);
        m->model = NULL;
    }
}
