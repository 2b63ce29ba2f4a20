/* alive.c - what a random sequence of calls has alive: found by chance, begun, ended, freed. */
#include "api/alive.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct alive alive;

_Noreturn void alive_wrong(const char *format, ...)
{
    va_list list;

    fprintf(stderr, "sequence %llu, call %zu, %s: ", (unsigned long long)alive.number, alive.place,
            alive.call);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
    fflush(stderr);
    _exit(EXIT_FAILURE);
}

uint32_t alive_draw(uint32_t below)
{
    alive.dice += 0x9e3779b97f4a7c15u;
    uint64_t x = alive.dice;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)((x ^ x >> 31) >> 33) % below;
}

void *alive_pick(void *things, size_t size, size_t count, bool empty)
{
    const uint32_t first = alive_draw((uint32_t)count);

    for (size_t i = 0; i < count; i++) {
        void *const at = (char *)things + (first + i) % count * size;
        void *what;
        memcpy(&what, at, sizeof what);
        if (!what == empty)
            return at;
    }
    return NULL;
}

void alive_path(const char *name, char path[static 256])
{
    snprintf(path, 256, "%s/%s", alive.folder, name);
}

void alive_put(const char *text, char path[static 256])
{
    alive_path("instance", path);
    FILE *const file = fopen(path, "w");
    MUST(file && fputs(text, file) >= 0);
    MUST(fclose(file) == 0);
}

const struct model *alive_model_for(const struct problem *p)
{
    const uint32_t first = alive_draw(THINGS);

    for (size_t i = 0; i < THINGS; i++) {
        const struct model *const m = &alive.model[(first + i) % THINGS];
        if (m->model && basin_domain_takes(p->domain, m->model))
            return m;
    }
    return alive_draw(4) == 0 ? PICK(model) : NULL;
}

bool alive_stop_later(void *user)
{
    (void)user;
    return ++alive.asked >= alive.asks;
}

struct context *alive_begin(void)
{
    struct context *const c = PICK(context);

    if (c) {
        c->refused = false;
        c->calls = 0;
        c->refuse = alive_draw(4) == 0 ? 1 + alive_draw(alive_draw(2) ? 8 : 200) : 0;
    }
    return c;
}

bool alive_end(struct context *c, basin_status status, bool may)
{
    c->refuse = 0;
    if (status == BASIN_STATUS_OK)
        return true;
    const char *const text = basin_error_text(c->ctx);
    if (!((status == BASIN_STATUS_MEMORY && c->refused) ||
          (status == BASIN_STATUS_TOO_BIG && c->small) ||
          (status == BASIN_STATUS_STOPPED && c->stops) ||
          (may && (status == BASIN_STATUS_INPUT || status == BASIN_STATUS_MODEL))))
        alive_wrong("status %d: %s", status, text);
    MUST(text[0] && !strchr(text, '\n'));
    return false;
}

/* ---------------------------------------------------------------------------- freeing it ---- */

static void release_uses(const struct own *own)
{
    for (uint32_t k = 0; k < own->limits; k++)
        if (own->uses[k])
            own->uses[k]->uses--;
}

void alive_drop_problem(struct problem *p)
{
    basin_problem_free(p->owner->ctx, p->problem);
    if (p->own)
        release_uses(p->own);
    p->problem = NULL;
}

void alive_drop_draft(struct draft *d)
{
    basin_draft_free(d->owner->ctx, d->draft);
    release_uses(d->own);
    d->draft = NULL;
}

void alive_drop_answer(struct answer *a)
{
    basin_answer_clear(a->owner->ctx, &a->answer);
    MUST(!a->answer.value && a->answer.kind == BASIN_ANSWER_NONE);
    *a = (struct answer){ .answer = BASIN_ANSWER_INIT };
}

static bool is_of(const struct context *owner, const struct context *c)
{
    return !c || owner == c;
}

void alive_drop(const struct context *c)
{
    for (size_t i = 0; i < THINGS; i++)
        if (alive.answer[i].owner &&
            (is_of(alive.answer[i].owner, c) || is_of(alive.answer[i].of->owner, c)))
            alive_drop_answer(&alive.answer[i]);
    for (size_t i = 0; i < THINGS; i++)
        if (alive.problem[i].problem && is_of(alive.problem[i].owner, c))
            alive_drop_problem(&alive.problem[i]);
    for (size_t i = 0; i < THINGS; i++)
        if (alive.draft[i].draft && is_of(alive.draft[i].owner, c))
            alive_drop_draft(&alive.draft[i]);
    for (size_t i = 0; i < THINGS; i++)
        if (alive.model[i].model && is_of(alive.model[i].owner, c) && alive.model[i].uses == 0) {
            basin_model_free(alive.model[i].owner->ctx, alive.model[i].model);
            alive.model[i].model = NULL;
        }
}

void alive_close(struct context *c)
{
    MUST(basin_ctx_blocks(c->ctx) == 1 && c->live == 1);
    basin_ctx_free(c->ctx);
    MUST(c->live == 0);
    c->ctx = NULL;
}
