/* alive.h - what a random sequence of calls of basin.h has alive, and the calls that work on it. */
#ifndef TEST_ALIVE_H
#define TEST_ALIVE_H

#include <basin.h>

#include <stdbool.h>

#define CONTEXTS 2
#define THINGS 4     /* of each kind that are alive at most */
#define VARIABLES 12 /* of a problem of one's own */
#define LIMITS 16    /* constraints of it */
#define MOST_VALUES 400

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

/* A problem of one's own as these files know it; handed to its verifier, so it lives to the end. */
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

extern struct alive {
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
} alive;

/* ------------------------------------------------------------------------- for all calls ---- */

/* Ends the process with a line that says which call of which sequence it was. */
_Noreturn void alive_wrong(const char *format, ...);

/* Below a number, by the sequence's number and the call's place alone. */
uint32_t alive_draw(uint32_t below);

/* One of the things of a kind that are alive (or, `empty`, a place for a new one); NULL: there is
 * none. The first member of each is the pointer that says so. See PICK and PLACE. */
void *alive_pick(void *things, size_t size, size_t count, bool empty);

/* A file of the sequence's folder; one with this text. */
void alive_path(const char *name, char path[static 256]);
void alive_put(const char *text, char path[static 256]);

/* The model of a problem's domain, if one is there; of few problems another. */
const struct model *alive_model_for(const struct problem *p);

/* For should_stop: true from the call on that alive.asks says. */
bool alive_stop_later(void *user);

/* A context for a call, or NULL. Now and then the call's k-th allocation fails, whichever it is. */
struct context *alive_begin(void);

/* What a call may return, and what holds when it failed; did it do what was asked? `may` says that
 * arguments of random things need not fit together. */
bool alive_end(struct context *c, basin_status status, bool may);

/* How many constraints of a problem of one's own an assignment breaks, by this program's reckoning. */
uint64_t alive_broken(const struct own *own, const int32_t *value);

void alive_drop_problem(struct problem *p);
void alive_drop_draft(struct draft *d);
void alive_drop_answer(struct answer *a);

/* Frees what a context has made (NULL: all of them have), answers and problems before models. */
void alive_drop(const struct context *c);

/* Frees a context, which has nothing left by then. */
void alive_close(struct context *c);

#define MUST(condition)                                           \
    do {                                                          \
        if (!(condition))                                         \
            alive_wrong("line %d: not %s", __LINE__, #condition); \
    } while (0)

#define PICK(kind)                                             \
    ((struct kind *)alive_pick(alive.kind, sizeof *alive.kind, \
                               sizeof alive.kind / sizeof *alive.kind, false))
#define PLACE(kind)                                            \
    ((struct kind *)alive_pick(alive.kind, sizeof *alive.kind, \
                               sizeof alive.kind / sizeof *alive.kind, true))

/* ------------------------------------------------------------------------------ the calls ---- */

void call_context_new(void);
void call_context_set(void);
void call_context_free(void);
void call_model_new(void);
void call_model_save(void);
void call_model_free(void);
void call_problem_open(void);
void call_problem_generate(void);
void call_problem_limit(void);
void call_problem_free(void);
void call_draft_new(void);
void call_draft_variables(void);
void call_draft_constrain(void);
void call_draft_cost(void);
void call_draft_given(void);
void call_draft_finish(void);
void call_draft_free(void);
void call_solve(void);
void call_solve_many(void);
void call_solve_least(void);
void call_write_answer(void);
void call_ask_energy(void);
void call_ask_problem(void);
void call_answer_free(void);

#endif
