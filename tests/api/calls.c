/* calls.c - one random legal call after the other, and what must be so after each. */
#define _GNU_SOURCE
#include "api/calls.h"

#include <basin.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CONTEXTS 2
#define THINGS 4     /* of each kind that are alive at most */
#define VARIABLES 12 /* of a problem of one's own */
#define LIMITS 16    /* constraints of it */
#define MOST_VALUES 400

/* -------------------------------------------------------------------------- what is alive ---- */

struct context {
    basin_ctx *ctx;
    size_t calls, refuse, live; /* of its allocator */
    bool refused, small, stops; /* in this call; a limit of memory is set; a stop is */
};

struct model {
    basin_model *model;
    struct context *owner;
    size_t uses; /* problems and drafts that it must outlive */
};

enum limit_kind { ONE, ANY, CLAUSE, EDGE, LIMIT_KINDS };
struct limit {
    enum limit_kind kind;
    struct basin_literal literal[3];
    size_t literals;
};

/* A problem of one's own as this file knows it; handed to its verifier, so it lives to the end. */
struct own {
    struct own *next;
    uint32_t variables, values, limits;
    struct limit limit[LIMITS];
    struct model *uses[LIMITS];
};

struct draft {
    basin_draft *draft;
    struct context *owner;
    struct own *own;
};

struct problem {
    basin_problem *problem;
    struct context *owner;
    const char *domain;
    int32_t values;        /* of each variable, for assignments that fit; 0: not known */
    const struct own *own; /* or NULL */
};

struct answer {
    struct basin_answer answer;
    struct context *owner;
    const struct problem *of;
};

static struct {
    struct context context[CONTEXTS];
    struct model model[THINGS];
    struct draft draft[THINGS];
    struct problem problem[THINGS];
    struct answer answer[THINGS];
    struct own *owns;
    const char *folder, *call;
    uint64_t dice, number;
    size_t place, asked, asks; /* how often should_stop was called, and when it says yes */
    bool tell;
} all;

static _Noreturn void wrong(const char *format, ...)
{
    va_list list;

    fprintf(stderr, "sequence %llu, call %zu, %s: ", (unsigned long long)all.number, all.place,
            all.call);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
    fflush(stderr);
    _exit(EXIT_FAILURE);
}

#define MUST(condition)                                     \
    do {                                                    \
        if (!(condition))                                   \
            wrong("line %d: not %s", __LINE__, #condition); \
    } while (0)

static uint32_t draw(uint32_t below)
{
    all.dice += 0x9e3779b97f4a7c15u;
    uint64_t x = all.dice;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)((x ^ x >> 31) >> 33) % below;
}

/* One of the things of a kind that are alive (or, `free`, a place for a new one); NULL: there is
 * none. The first member of each is the pointer that says so. */
static void *pick_of(void *things, size_t size, size_t count, bool empty)
{
    const uint32_t first = draw((uint32_t)count);

    for (size_t i = 0; i < count; i++) {
        void *const at = (char *)things + (first + i) % count * size;
        void *what;
        memcpy(&what, at, sizeof what);
        if (!what == empty)
            return at;
    }
    return NULL;
}
#define PICK(kind) \
    ((struct kind *)pick_of(all.kind, sizeof *all.kind, sizeof all.kind / sizeof *all.kind, false))
#define PLACE(kind) \
    ((struct kind *)pick_of(all.kind, sizeof *all.kind, sizeof all.kind / sizeof *all.kind, true))

/* ------------------------------------------------------------------------------- contexts ---- */

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

static bool stop_later(void *user)
{
    (void)user;
    return ++all.asked >= all.asks;
}

static void context_new(void)
{
    struct context *const c = PLACE(context);

    if (!c)
        return;
    *c = (struct context){ 0 };
    const struct basin_alloc alloc = { resize, release, c };
    MUST(basin_ctx_new(&alloc, &c->ctx) == BASIN_STATUS_OK);
}

/* Now and then a call's k-th allocation fails, whichever it is. */
static struct context *begin(void)
{
    struct context *const c = PICK(context);

    if (c) {
        c->refused = false;
        c->calls = 0;
        c->refuse = draw(4) == 0 ? 1 + draw(draw(2) ? 8 : 200) : 0;
    }
    return c;
}

/* What a call may return, and what holds when it failed. `may` says that arguments of random things
 * need not fit together. */
static bool end(struct context *c, basin_status status, bool may)
{
    c->refuse = 0;
    if (status == BASIN_STATUS_OK)
        return true;
    const char *const text = basin_error_text(c->ctx);
    if (!((status == BASIN_STATUS_MEMORY && c->refused) ||
          (status == BASIN_STATUS_TOO_BIG && c->small) ||
          (status == BASIN_STATUS_STOPPED && c->stops) ||
          (may && (status == BASIN_STATUS_INPUT || status == BASIN_STATUS_MODEL))))
        wrong("status %d: %s", status, text);
    MUST(text[0] && !strchr(text, '\n'));
    return false;
}

static void context_set(void)
{
    struct context *const c = PICK(context);

    if (!c)
        return;
    switch (draw(5)) {
    case 0:
        c->small = true;
        basin_ctx_memory(c->ctx, (size_t)1 << (10 + draw(14)));
        break;
    case 1:
        c->stops = true;
        all.asked = 0;
        all.asks = 1 + draw(20);
        basin_ctx_stop(c->ctx, stop_later, NULL, 0);
        break;
    default:
        c->small = c->stops = false;
        basin_ctx_memory(c->ctx, 0);
        basin_ctx_stop(c->ctx, NULL, NULL, 0);
    }
}

/* --------------------------------------------------------------------------------- models ---- */

/* The domain of a problem that is there, or any. */
static const char *draw_domain(void)
{
    static const char *const domains[] = { "queens", "sat", "color", "sudoku" };
    const struct problem *const p = PICK(problem);

    return p && strcmp(p->domain, "own") != 0 && strcmp(p->domain, "solve") != 0 ? p->domain
                                                                                 : domains[draw(4)];
}

static void model_new(void)
{
    static const char *const names[] = { "queens-compact", "sat-compact", "color-compact",
                                         "sudoku-compact", "none-such" };
    struct context *const c = begin();
    struct model *const m = PLACE(model);
    basin_model *model = NULL;

    if (!c || !m)
        return;
    const basin_status status =
        draw(3) == 0
            ? basin_model_named(c->ctx, names[draw(5)], &model)
            : basin_model_default(c->ctx, draw_domain(),
                                  draw(3) ? BASIN_ENERGY_COMPACT : BASIN_ENERGY_EXACT, &model);
    if (end(c, status, true))
        *m = (struct model){ model, c, 0 };
    else
        MUST(!model);
}

static void path_in(const char *name, char path[static 256])
{
    snprintf(path, 256, "%s/%s", all.folder, name);
}

/* There and back. */
static void model_save(void)
{
    struct context *const c = begin();
    const struct model *const from = PICK(model);
    struct model *const to = PLACE(model);
    basin_model *model = NULL;
    char path[256];

    if (!c || !from || !to)
        return;
    path_in("model", path);
    if (!end(c, basin_model_save(c->ctx, from->model, path), true) ||
        !end(c, basin_model_load(c->ctx, path, &model), true))
        return;
    MUST(strcmp(basin_model_domain(model), basin_model_domain(from->model)) == 0);
    MUST(basin_model_energy(model) == basin_model_energy(from->model));
    MUST(basin_model_hash(model) == basin_model_hash(from->model));
    *to = (struct model){ model, c, 0 };
}

static void model_free(void)
{
    struct model *const m = PICK(model);

    if (m && m->uses == 0) {
        basin_model_free(m->owner->ctx, m->model);
        m->model = NULL;
    }
}

/* ------------------------------------------------------------------------------- problems ---- */

static void put_file(const char *text, char path[static 256])
{
    path_in("instance", path);
    FILE *const file = fopen(path, "w");
    MUST(file && fputs(text, file) >= 0);
    MUST(fclose(file) == 0);
}

static void problem_open(void)
{
    static const struct {
        const char *domain, *text;
        int32_t values;
    } known[] = {
        { "sat", "p cnf 5 7\n1 2 -3 0\n-1 3 4 0\n2 -4 0\n-2 5 0\n-5 -1 3 0\n4 5 0\n-3 -4 1 0\n",
          2 },
        { "sat", "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n", 2 },
        { "color", "p edge 6 8\ne 1 2\ne 1 3\ne 2 3\ne 2 4\ne 3 4\ne 4 5\ne 5 6\ne 4 6\n", 3 },
        { "color", "c colours 3\np edge 4 6\ne 1 2\ne 1 3\ne 2 3\ne 2 4\ne 3 4\ne 1 4\n", 3 },
        { "sudoku", "1..............2\n", 4 },
        { "solve",
          "{\"problem\": {\"name\": \"p\", \"mustbe\": \"<9\"}, \"variables\": {\"a\": 2, "
          "\"b\": 2}, \"functions\": {\"f\": {\"scope\": [\"a\", \"b\"], "
          "\"costs\": [0, 1, 2, 9]}}}",
          2 },
    };
    struct context *const c = begin();
    struct problem *const p = PLACE(problem);
    basin_problem *problem = NULL;
    char path[256], number[8];

    if (!c || !p)
        return;
    const uint32_t which = draw(8), rows = 4 + draw(6);
    const char *domain = "queens", *spec = number;
    snprintf(number, sizeof number, "%u", rows);
    if (which < 6) {
        domain = known[which].domain;
        put_file(known[which].text, path);
        spec = path;
    }
    if (end(c, basin_problem_open(c->ctx, domain, spec, &problem), false))
        *p = (struct problem){ problem, c, domain, which < 6 ? known[which].values : (int32_t)rows,
                               NULL };
    else
        MUST(!problem);
}

static void problem_generate(void)
{
    static const char *const domains[] = { "sat", "color", "sudoku" };
    struct context *const c = begin();
    struct problem *const p = PLACE(problem);
    struct basin_gen_opts opts = BASIN_GEN_OPTS_INIT;
    basin_problem *problem = NULL;
    char *text = NULL, path[256];

    if (!c || !p)
        return;
    const uint32_t which = draw(3);
    opts.n = which == 2 ? (draw(2) ? 4 : 9) : 4 + draw(12);
    opts.seed = draw(1000);
    if (!end(c, basin_generate(c->ctx, domains[which], &opts, &text), false)) {
        MUST(!text);
        return;
    }
    put_file(text, path);
    basin_text_free(c->ctx, text);
    if (end(c, basin_problem_open(c->ctx, domains[which], path, &problem), false))
        *p = (struct problem){ problem, c, domains[which], which == 0 ? 2 : 3, NULL };
}

static void problem_limit(void)
{
    struct context *const c = begin();
    struct problem *const p = PICK(problem), *const to = PLACE(problem);
    basin_problem *problem = NULL;
    const uint32_t limit = 1 + draw(4);

    if (!c || !p || !to)
        return;
    const bool takes = basin_problem_has_limit(p->problem);
    if (!end(c, basin_problem_with_limit(c->ctx, p->problem, limit, NULL, &problem), !takes))
        return;
    MUST(takes && basin_problem_limited(problem) == limit);
    *to = (struct problem){ problem, c, p->domain, (int32_t)limit, NULL };
}

static bool is_answered(const struct problem *p)
{
    for (size_t i = 0; i < THINGS; i++)
        if (all.answer[i].of == p)
            return true;
    return false;
}

static void release_uses(const struct own *own)
{
    for (uint32_t k = 0; k < own->limits; k++)
        if (own->uses[k])
            own->uses[k]->uses--;
}

static void problem_drop(struct problem *p)
{
    basin_problem_free(p->owner->ctx, p->problem);
    if (p->own)
        release_uses(p->own);
    p->problem = NULL;
}

static void problem_free(void)
{
    struct problem *const p = PICK(problem);

    if (p && !is_answered(p))
        problem_drop(p);
}

/* -------------------------------------------------------------------- problems of one's own ---- */

static uint64_t broken_of(const struct own *own, const int32_t *value)
{
    uint64_t broken = 0;

    for (uint32_t k = 0; k < own->limits; k++) {
        const struct limit *const l = &own->limit[k];
        size_t held = 0;
        for (size_t i = 0; i < l->literals && l->kind != EDGE; i++)
            held += (value[l->literal[i].variable] == l->literal[i].value) != l->literal[i].negated;
        broken += l->kind == ONE   ? held != 1
                  : l->kind == ANY ? held > 1
                  : l->kind == CLAUSE
                      ? held == 0
                      : value[l->literal[0].variable] == value[l->literal[1].variable];
    }
    return broken;
}

static uint64_t verify(void *user, const int32_t *value, size_t values)
{
    const struct own *const own = user;

    MUST(values == own->variables);
    for (size_t v = 0; v < values; v++)
        if (value[v] < 0)
            return 1 + own->limits;
    return broken_of(own, value);
}

static void draft_new(void)
{
    struct context *const c = begin();
    struct draft *const d = PLACE(draft);
    basin_draft *draft = NULL;

    if (!c || !d || !end(c, basin_draft_new(c->ctx, &draft), false))
        return;
    struct own *const own = calloc(1, sizeof *own);
    MUST(own);
    *own = (struct own){ .next = all.owns, .values = 2 + draw(3), .variables = 2 + draw(4) };
    all.owns = own;
    *d = (struct draft){ draft, c, own };
    c->refuse = 0;
    (void)end(c, basin_draft_variables(c->ctx, draft, own->variables, own->values, NULL), false);
}

/* Calls on a draft are on its owner's context. */
static struct draft *draft_begin(void)
{
    struct draft *const d = PICK(draft);

    if (d) {
        d->owner->refused = false;
        d->owner->calls = 0;
        d->owner->refuse = draw(4) == 0 ? 1 + draw(8) : 0;
    }
    return d;
}

static void draft_variables(void)
{
    struct draft *const d = draft_begin();
    const uint32_t count = 1 + draw(4);
    uint32_t first = UINT32_MAX;

    if (!d || d->own->variables + count > VARIABLES)
        return;
    if (end(d->owner, basin_draft_variables(d->owner->ctx, d->draft, count, d->own->values, &first),
            false)) {
        MUST(first == d->own->variables);
        d->own->variables += count;
    }
}

static struct limit draw_limit(const struct own *own)
{
    struct limit l = { .kind = (enum limit_kind)draw(LIMIT_KINDS) };
    const uint32_t first = draw(own->variables);

    l.literals = l.kind == EDGE ? 2 : 1 + draw(own->variables < 3 ? own->variables : 3);
    for (uint32_t i = 0; i < l.literals; i++)
        l.literal[i] = (struct basin_literal){
            .variable = (first + i) % own->variables,
            .value = l.kind == EDGE ? BASIN_WHOLE : (int32_t)draw(own->values),
            .negated = l.kind == CLAUSE && draw(2),
        };
    return l;
}

static void draft_constrain(void)
{
    static const char *const network[LIMIT_KINDS] = { "one", "any", "clause", "edge" };
    static const char *const model[LIMIT_KINDS] = { "queens", "queens", "sat", "color" };
    struct draft *const d = draft_begin();
    struct model *const m = draw(3) == 0 ? PICK(model) : NULL;
    struct basin_constraint c = BASIN_CONSTRAINT_INIT;
    char name[64];

    if (!d || d->own->variables < 2 || d->own->limits == LIMITS)
        return;
    const struct limit l = draw_limit(d->own);
    const bool given = m && strcmp(basin_model_domain(m->model), model[l.kind]) == 0 &&
                       basin_model_energy(m->model) == BASIN_ENERGY_COMPACT;
    snprintf(name, sizeof name, "%s-compact:%s", model[l.kind], network[l.kind]);
    c.network = given ? network[l.kind] : name;
    c.model = given ? m->model : NULL;
    c.literal = l.literal;
    c.literals = l.literals;
    c.weight = 1 + draw(3);
    if (!end(d->owner, basin_draft_constrain(d->owner->ctx, d->draft, &c), false))
        return;
    d->own->limit[d->own->limits] = l;
    d->own->uses[d->own->limits++] = given ? m : NULL;
    if (given)
        m->uses++;
}

/* What forbids values of a variable: a cost that the judge of this file need not know. */
static void draft_cost(void)
{
    struct draft *const d = draft_begin();
    double cost[16];

    if (!d || d->own->variables < 2)
        return;
    const uint32_t pair[2] = { draw(d->own->variables - 1), d->own->variables - 1 };
    for (uint32_t i = 0; i < 16; i++)
        cost[i] = draw(10);
    (void)end(d->owner, basin_draft_cost(d->owner->ctx, d->draft, pair, 2, cost, 1), false);
}

static void draft_given(void)
{
    struct draft *const d = draft_begin();

    if (d && d->own->variables > 0)
        (void)end(d->owner,
                  basin_draft_given(d->owner->ctx, d->draft, draw(d->own->variables),
                                    (int32_t)draw(d->own->values + 1) - 1),
                  false);
}

static void draft_finish(void)
{
    struct draft *const d = draft_begin();
    struct problem *const p = PLACE(problem);
    basin_problem *problem = NULL;

    if (!d || !p)
        return;
    const bool judged = draw(3) > 0;
    if (judged)
        basin_draft_verifier(d->draft, verify, d->own);
    if (end(d->owner, basin_draft_finish(d->owner->ctx, d->draft, &problem), true)) {
        MUST(basin_problem_values(problem) == d->own->variables);
        *p = (struct problem){ problem, d->owner, "own", (int32_t)d->own->values, d->own };
        basin_draft_free(d->owner->ctx, d->draft);
        d->draft = NULL;
    } else {
        MUST(!problem);
    }
}

static void draft_drop(struct draft *d)
{
    basin_draft_free(d->owner->ctx, d->draft);
    release_uses(d->own);
    d->draft = NULL;
}

static void draft_free(void)
{
    struct draft *const d = PICK(draft);

    if (d && draw(2))
        draft_drop(d);
}

/* -------------------------------------------------------------------------------- solving ---- */

static void answer_clear(struct answer *a)
{
    basin_answer_clear(a->owner->ctx, &a->answer);
    MUST(!a->answer.value && a->answer.kind == BASIN_ANSWER_NONE);
    *a = (struct answer){ .answer = BASIN_ANSWER_INIT };
}

static void see_moment(void *user, const struct basin_moment *now)
{
    (void)user;
    MUST(now->seconds >= 0 && (!now->values || now->particles > 0));
}

/* An answer is what it says: judged once more by the problem's verifier and, of one's own problems,
 * by the code above. */
static void judge(struct context *c, const struct problem *p, const struct basin_answer *a,
                  const int32_t *fixed)
{
    uint64_t violated = UINT64_MAX;

    if (a->kind == BASIN_ANSWER_NONE) {
        MUST(!a->value);
        return;
    }
    MUST(a->value && a->values == basin_problem_values(p->problem));
    MUST(basin_problem_check(c->ctx, p->problem, a->value, &violated) == BASIN_STATUS_OK);
    MUST(violated == a->violated);
    MUST(a->kind != BASIN_ANSWER_SOLVED || violated == 0);
    MUST(violated >= basin_problem_floor(p->problem));
    for (size_t v = 0; v < a->values; v++)
        MUST(!fixed || fixed[v] < 0 || a->value[v] == fixed[v]);
    if (a->kind != BASIN_ANSWER_SOLVED)
        return;
    for (size_t v = 0; v < a->values; v++)
        MUST(a->value[v] >= 0);
    MUST(!p->own || broken_of(p->own, a->value) == 0);
}

static bool draw_values(const struct problem *p, uint32_t share, int32_t value[static MOST_VALUES])
{
    const size_t values = basin_problem_values(p->problem);

    if (p->values == 0 || values > MOST_VALUES || draw(2))
        return false;
    for (size_t v = 0; v < values; v++)
        value[v] = draw(share) == 0 ? (int32_t)draw((uint32_t)p->values) : -1;
    return true;
}

static struct basin_solve_opts draw_opts(const struct problem *p, int32_t *fixed, int32_t *start)
{
    static const char *const samplers[] = { NULL, NULL, NULL, "basin", "focus", "pem", "ula" };
    struct basin_solve_opts o = BASIN_SOLVE_OPTS_INIT;

    o.sampler = samplers[draw(7)];
    o.method = draw(6) == 0 ? BASIN_METHOD_PAPER : BASIN_METHOD_BASIN;
    o.particles = draw(2) ? 1 + draw(5) : 0;
    o.steps = 1 + draw(draw(3) ? 6 : 60);
    o.levels = draw(4) == 0 ? 2 + draw(20) : 0;
    o.seed = draw(100);
    o.sample = draw(3);
    o.threads = 1 + draw(2);
    o.watch = draw(4) == 0;
    o.whole = draw(4) == 0;
    o.on_moment = draw(2) ? see_moment : NULL;
    o.fixed = draw_values(p, 6, fixed) ? fixed : NULL;
    o.start = draw_values(p, 2, start) ? start : NULL;
    return o;
}

/* The model of a problem's domain, if one is there; of few problems another. */
static const struct model *model_for(const struct problem *p)
{
    const uint32_t first = draw(THINGS);

    for (size_t i = 0; i < THINGS; i++) {
        const struct model *const m = &all.model[(first + i) % THINGS];
        if (m->model && basin_domain_takes(p->domain, m->model))
            return m;
    }
    return draw(4) == 0 ? PICK(model) : NULL;
}

/* Once more, with another number of threads and other moments: the same answer. */
static void solve_again(struct context *c, const basin_model *model, const struct problem *p,
                        struct basin_solve_opts opts, const struct basin_answer *first)
{
    struct basin_answer again = BASIN_ANSWER_INIT;

    opts.threads = 3 - opts.threads;
    opts.on_moment = NULL;
    MUST(basin_solve(c->ctx, model, p->problem, &opts, &again) == BASIN_STATUS_OK);
    MUST(again.kind == first->kind && again.steps == first->steps);
    MUST(again.violated == first->violated && again.values == first->values);
    MUST(!again.value ||
         memcmp(again.value, first->value, again.values * sizeof *again.value) == 0);
    basin_answer_clear(c->ctx, &again);
}

static void solve(void)
{
    struct context *const c = begin();
    const struct problem *const p = PICK(problem);
    struct answer *const a = &all.answer[draw(THINGS)];
    int32_t fixed[MOST_VALUES], start[MOST_VALUES];

    if (!c || !p)
        return;
    const struct model *const m = model_for(p);
    const bool models = strcmp(p->domain, "own") == 0 || strcmp(p->domain, "solve") == 0;
    struct basin_solve_opts opts = draw_opts(p, fixed, start);
    const bool stopped = draw(4) == 0, was_stops = c->stops;
    if (stopped) {
        opts.should_stop = stop_later;
        all.asked = 0;
        all.asks = 1 + draw(10);
        c->stops = true;
    }
    if (a->owner && a->owner != c)
        answer_clear(a);
    const struct basin_answer before = a->answer;
    const basin_model *const model = models || !m ? NULL : m->model;
    const size_t blocks = basin_ctx_blocks(c->ctx);
    if (end(c, basin_solve(c->ctx, model, p->problem, &opts, &a->answer), true)) {
        a->owner = c;
        a->of = p;
        judge(c, p, &a->answer, opts.fixed);
        if (!stopped && !c->stops && !c->small && draw(4) == 0)
            solve_again(c, model, p, opts, &a->answer);
    } else {
        MUST(memcmp(&before, &a->answer, sizeof before) == 0);
        MUST(basin_ctx_blocks(c->ctx) == blocks);
    }
    c->stops = was_stops;
}

static void solve_many(void)
{
    struct context *const c = begin();
    const struct problem *const p = PICK(problem);
    struct basin_answer answer[3] = { BASIN_ANSWER_INIT, BASIN_ANSWER_INIT, BASIN_ANSWER_INIT };
    int32_t fixed[MOST_VALUES], start[MOST_VALUES];

    if (!c || !p)
        return;
    const struct model *const m = model_for(p);
    const struct basin_solve_opts opts = draw_opts(p, fixed, start);
    const bool models = strcmp(p->domain, "own") == 0 || strcmp(p->domain, "solve") == 0;
    if (end(c,
            basin_solve_many(c->ctx, models || !m ? NULL : m->model, p->problem, &opts, 1 + draw(3),
                             answer),
            true))
        for (size_t i = 0; i < 3; i++)
            judge(c, p, &answer[i], opts.fixed);
    for (size_t i = 0; i < 3; i++)
        basin_answer_clear(c->ctx, &answer[i]);
}

static void solve_least(void)
{
    struct context *const c = begin();
    const struct problem *const p = PICK(problem);
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
    struct basin_answer answer = BASIN_ANSWER_INIT;
    uint32_t limit = 0;

    if (!c || !p)
        return;
    const struct model *const m = model_for(p);
    const bool was_stops = c->stops, takes = m && basin_problem_has_limit(p->problem);
    opts.should_stop = stop_later;
    opts.threads = 1;
    all.asked = 0;
    all.asks = 1 + draw(30);
    c->stops = true;
    if (end(c,
            basin_solve_least(c->ctx, m ? m->model : NULL, p->problem, &opts, NULL, &answer,
                              &limit),
            !takes) &&
        answer.kind == BASIN_ANSWER_SOLVED)
        for (size_t v = 0; v < answer.values; v++)
            MUST(answer.value[v] >= 0 && (uint32_t)answer.value[v] < limit);
    c->stops = was_stops;
    basin_answer_clear(c->ctx, &answer);
}

/* ------------------------------------------------------------------------------- questions ---- */

/* Writes an answer in one of its formats; its default one is read again. */
static void write_answer(void)
{
    struct context *const c = begin();
    const struct answer *const a = &all.answer[draw(THINGS)];
    char *text = NULL, path[256];
    int32_t *value = NULL;
    size_t count = 0;

    if (!c || !a->of || a->answer.kind == BASIN_ANSWER_NONE)
        return;
    if (!end(c, basin_answer_write(c->ctx, a->of->problem, &a->answer, NULL, &text), true)) {
        MUST(!text);
        return;
    }
    put_file(text, path);
    basin_text_free(c->ctx, text);
    if (a->answer.kind != BASIN_ANSWER_SOLVED || a->of->own)
        return;
    if (end(c, basin_solutions_read(c->ctx, a->of->problem, path, &value, &count), false))
        MUST(count == 1 && memcmp(value, a->answer.value, a->answer.values * sizeof *value) == 0);
    basin_values_free(c->ctx, value);
}

static void ask_energy(void)
{
    struct context *const c = begin();
    const struct answer *const a = &all.answer[draw(THINGS)];
    double energy = 0, sum = 0, *cost = NULL;
    size_t count = 0;

    if (!c || !a->of || a->answer.kind == BASIN_ANSWER_NONE)
        return;
    const struct model *const m = model_for(a->of);
    const bool models = strcmp(a->of->domain, "own") == 0 || strcmp(a->of->domain, "solve") == 0;
    if (!models && !m)
        return;
    const basin_model *const model = models ? NULL : m->model;
    if (end(c,
            basin_problem_energy(c->ctx, model, a->of->problem, a->answer.value, 1,
                                 BASIN_METHOD_BASIN, &energy),
            true))
        MUST(energy == energy);
    if (end(c,
            basin_problem_costs(c->ctx, model, a->of->problem, a->answer.value, 1,
                                BASIN_METHOD_BASIN, &cost, &count),
            true))
        basin_costs_free(c->ctx, cost);
    (void)end(c, basin_problem_sum(c->ctx, a->of->problem, a->answer.value, &sum), true);
}

static void ask_problem(void)
{
    struct context *const c = begin();
    const struct problem *const p = PICK(problem);
    int32_t value[MOST_VALUES];
    uint32_t low = 0, high = 0;
    char *text = NULL;

    if (!c || !p)
        return;
    if (end(c, basin_problem_remarks(c->ctx, p->problem, &text), false))
        basin_text_free(c->ctx, text);
    MUST(basin_problem_searched(p->problem) <= basin_problem_values(p->problem));
    if (basin_problem_values(p->problem) <= MOST_VALUES &&
        end(c, basin_problem_bounds(c->ctx, p->problem, value, &low, &high),
            !basin_problem_has_limit(p->problem)))
        MUST(low <= high);
}

static void answer_free(void)
{
    struct answer *const a = &all.answer[draw(THINGS)];

    if (a->owner)
        answer_clear(a);
}

/* --------------------------------------------------------------------------------- the end ---- */

static bool is_of(const struct context *owner, const struct context *c)
{
    return !c || owner == c;
}

/* Frees what a context has made (NULL: all of them have), answers and problems before models. */
static void drop_all(const struct context *c)
{
    for (size_t i = 0; i < THINGS; i++)
        if (all.answer[i].owner &&
            (is_of(all.answer[i].owner, c) || is_of(all.answer[i].of->owner, c)))
            answer_clear(&all.answer[i]);
    for (size_t i = 0; i < THINGS; i++)
        if (all.problem[i].problem && is_of(all.problem[i].owner, c))
            problem_drop(&all.problem[i]);
    for (size_t i = 0; i < THINGS; i++)
        if (all.draft[i].draft && is_of(all.draft[i].owner, c))
            draft_drop(&all.draft[i]);
    for (size_t i = 0; i < THINGS; i++)
        if (all.model[i].model && is_of(all.model[i].owner, c) && all.model[i].uses == 0) {
            basin_model_free(all.model[i].owner->ctx, all.model[i].model);
            all.model[i].model = NULL;
        }
}

static void context_close(struct context *c)
{
    MUST(basin_ctx_blocks(c->ctx) == 1 && c->live == 1);
    basin_ctx_free(c->ctx);
    MUST(c->live == 0);
    c->ctx = NULL;
}

static void context_free(void)
{
    struct context *const c = PICK(context);

    if (!c || draw(3))
        return;
    drop_all(c);
    for (size_t i = 0; i < THINGS; i++)
        if (all.model[i].model && all.model[i].owner == c)
            return; /* a problem of the other context still reads it */
    context_close(c);
}

static void finish(void)
{
    all.call = "the end";
    drop_all(NULL);
    for (size_t i = 0; i < CONTEXTS; i++)
        if (all.context[i].ctx)
            context_close(&all.context[i]);
    while (all.owns) {
        struct own *const own = all.owns;
        all.owns = own->next;
        free(own);
    }
}

#define CALL(name)  \
    {               \
#name, name \
    }
static const struct {
    const char *name;
    void (*call)(void);
} calls[] = {
    CALL(context_new),
    CALL(context_set),
    CALL(context_free),
    CALL(model_new),
    CALL(model_new),
    CALL(model_new),
    CALL(model_save),
    CALL(model_free),
    CALL(problem_open),
    CALL(problem_open),
    CALL(problem_generate),
    CALL(problem_limit),
    CALL(problem_free),
    CALL(draft_new),
    CALL(draft_variables),
    CALL(draft_constrain),
    CALL(draft_constrain),
    CALL(draft_constrain),
    CALL(draft_constrain),
    CALL(draft_cost),
    CALL(draft_given),
    CALL(draft_finish),
    CALL(draft_finish),
    CALL(draft_free),
    CALL(solve),
    CALL(solve),
    CALL(solve),
    CALL(solve),
    CALL(solve),
    CALL(solve),
    CALL(solve_many),
    CALL(solve_least),
    CALL(write_answer),
    CALL(write_answer),
    CALL(ask_energy),
    CALL(ask_energy),
    CALL(ask_problem),
    CALL(answer_free),
};

void calls_run(uint64_t number, const bool keep[static CALLS], const char *folder, bool tell)
{
    memset(&all, 0, sizeof all);
    all.folder = folder;
    all.number = number;
    for (size_t i = 0; i < THINGS; i++)
        all.answer[i].answer = (struct basin_answer)BASIN_ANSWER_INIT;
    for (all.place = 0; all.place < CALLS; all.place++) {
        all.dice = (number << 16) + (uint64_t)all.place * 0x2545f4914f6cdd1du;
        const uint32_t which = draw(sizeof calls / sizeof *calls);
        if (!keep[all.place])
            continue;
        all.call = calls[which].name;
        if (!all.context[0].ctx && !all.context[1].ctx)
            context_new();
        if (tell)
            fprintf(stderr, "  %zu %s\n", all.place, all.call);
        calls[which].call();
    }
    finish();
}
