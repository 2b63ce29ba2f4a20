/* basin.h - solve constraint problems with energies learned from examples.
 *
 * basin trains small energy networks on single subproblems (a clause, an edge, a board line),
 * adds their energies up over a whole problem of any size, and moves many particles on the sum
 * until one of them decodes to an assignment that an independent verifier accepts.
 *
 *     #include <basin.h>
 *
 *     basin_ctx *ctx;
 *     basin_model *model;
 *     basin_problem *problem;
 *     struct basin_answer answer = BASIN_ANSWER_INIT;
 *
 *     basin_ctx_new(NULL, &ctx);
 *     basin_model_default(ctx, "queens", BASIN_ENERGY_COMPACT, &model);
 *     basin_problem_open(ctx, "queens", "12", &problem);
 *     basin_solve(ctx, model, problem, NULL, &answer);
 *     if (answer.kind == BASIN_ANSWER_SOLVED)
 *         printf("the queen of row 1 stands in column %d\n", answer.value[0] + 1);
 *     basin_answer_clear(ctx, &answer);
 *     basin_problem_free(ctx, problem);
 *     basin_model_free(ctx, model);
 *     basin_ctx_free(ctx);
 *
 * Rules that hold everywhere: a call that can fail returns a status and explains itself in
 * basin_error_text; a failed call leaves what it was given as it was; the library never prints,
 * exits, aborts, or touches signals and locale; every _free accepts NULL. A call that returns no
 * status and is given NULL where it needs something answers with nothing (NULL, 0, false, "") or
 * does nothing. One context belongs to one thread at a time; models and problems are immutable and
 * may be shared by many contexts.
 */
#ifndef BASIN_H
#define BASIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BASIN_VERSION "0.1.0"

#if defined(__GNUC__)
#define BASIN_API __attribute__((visibility("default")))
#else
#define BASIN_API
#endif

/* The version of the library that runs; BASIN_VERSION is that of the header. */
BASIN_API const char *basin_version(void);

/* The INIT macros of the structs below fill `size` and the defaults that are not zero: in C an
 * initialiser, in C++, which had no designated ones before C++20, a value. A struct that begins
 * with `size` may grow at its end: the library reads and writes no more of it than its size says,
 * and finds the elements of an array by it. */
#ifdef __cplusplus
#define BASIN_INIT_(type, set) \
    []() -> struct type { struct type init_ = {}; init_.size = sizeof init_; set return init_; }()
#define BASIN_SET_(field, value) init_.field = value;
#else
#define BASIN_INIT_(type, set) { .size = sizeof(struct type) set }
#define BASIN_SET_(field, value) , .field = value
#endif

/* ------------------------------------------------------------------ status and context ---- */

typedef enum basin_status {
    BASIN_STATUS_OK = 0,
    BASIN_STATUS_INPUT,    /* an argument, option or instance that makes no sense */
    BASIN_STATUS_PARSE,    /* a file whose content breaks its format */
    BASIN_STATUS_IO,       /* the operating system refused to open, read or write */
    BASIN_STATUS_MEMORY,   /* an allocation failed */
    BASIN_STATUS_TOO_BIG,  /* a size past the limits */
    BASIN_STATUS_MODEL,    /* a model that does not fit the problem or its own description */
    BASIN_STATUS_DIVERGED, /* training produced non-finite numbers again and again */
    BASIN_STATUS_STOPPED   /* the caller asked to stop before there was anything to return */
} basin_status;

/* A context holds the allocator and the text of the last error. */
typedef struct basin_ctx basin_ctx;

/* Where memory comes from. Both functions get `user`; `resize` follows realloc (a NULL block is
 * an allocation) and must return memory aligned for any type, or NULL. */
struct basin_alloc {
    void *(*resize)(void *user, void *block, size_t bytes);
    void (*release)(void *user, void *block);
    void *user;
};

/* Makes a context; a NULL allocator means malloc. On failure *out is untouched. */
BASIN_API basin_status basin_ctx_new(const struct basin_alloc *alloc, basin_ctx **out);
BASIN_API void basin_ctx_free(basin_ctx *ctx);

/* One line about the last failed call of this context; "" when there was none. The text lives
 * until the next failing call. */
BASIN_API const char *basin_error_text(const basin_ctx *ctx);

/* Blocks taken from the allocator and not yet returned: 1 (the context itself) when everything
 * else was freed. */
BASIN_API size_t basin_ctx_blocks(const basin_ctx *ctx);

/* No more memory than so many bytes at a time for what this context makes: a call that needs more
 * fails with BASIN_STATUS_TOO_BIG, and takes none. 0, as at the beginning: as much as there is. */
BASIN_API void basin_ctx_memory(basin_ctx *ctx, size_t bytes);

/* Who may end the calls of this context, beside what their own options say: once should_stop (NULL:
 * nobody is asked) returns true, or `seconds` from now (0: never) are over, calls that take long
 * (reading, opening, setting up) return BASIN_STATUS_STOPPED, and those that search return what they
 * have. It holds until the next such call; NULL and 0 end it. should_stop is called on the thread
 * that called. */
typedef bool basin_stop_fn(void *user);
BASIN_API void basin_ctx_stop(basin_ctx *ctx, basin_stop_fn *should_stop, void *user,
                              double seconds);
/* Has that ended a call? */
BASIN_API bool basin_ctx_stopped(const basin_ctx *ctx);

/* Files that come packed. The library reads plain bytes; who can unpack others sets a function that
 * sees the bytes of every file that was read, before anything else does. When it knows them it adds
 * what they unpack to, piece by piece; when it does not it returns OK and adds nothing, and the
 * file is taken as it is. A piece of no bytes makes a file that unpacks to nothing. */
typedef struct basin_unpacked basin_unpacked;
typedef basin_status basin_unpack_fn(void *user, const void *bytes, size_t length,
                                     basin_unpacked *out);
/* NULL, as at the beginning: nothing is unpacked. */
BASIN_API void basin_ctx_unpack(basin_ctx *ctx, basin_unpack_fn *unpack, void *user);
/* Adds a piece. What it returns, if not OK, is to be returned: MEMORY, or TOO_BIG for a file that
 * unpacks to more than is read of a plain one. */
BASIN_API basin_status basin_unpacked_add(basin_unpacked *out, const void *bytes, size_t length);
/* Says in a few words why a file cannot be unpacked (PARSE, MEMORY) and returns that status. */
BASIN_API basin_status basin_unpacked_fail(basin_unpacked *out, basin_status status,
                                           const char *reason);

/* The length of a file's name without the ending that says how it is packed: .gz, .xz, .bz2 or
 * .zst, with something before it. Domains know their instances by what is left. */
BASIN_API size_t basin_name_plain(const char *name, size_t length);

/* Frees text that a call handed out. */
BASIN_API void basin_text_free(basin_ctx *ctx, char *text);

/* Processes, on one machine or several, that make the same call at the same time and share its work.
 * The library starts none and sends nothing: who has started them gives each its number, from 0, and
 * a way to share. All processes of a team share equally often, each on the thread that made the
 * call: `blocks` has `bytes` bytes for each process, one after the other, of which the process has
 * filled its own, and comes back with those of all. There is no way for it to fail: where a process
 * was lost, it must not return. At most 1,024. What is said by one to end the call (a time limit,
 * should_stop) ends it for all. */
struct basin_team {
    size_t size;
    uint32_t count, number;
    void (*share)(void *user, void *blocks, size_t bytes);
    void *user;
};
#define BASIN_TEAM_INIT BASIN_INIT_(basin_team, )

/* --------------------------------------------------------------- domains and problems ---- */

/* The domains built into this library, in a fixed order; NULL past the last one. "crossword" is in
 * libbasin-full alone (basin_words.h); "own", of the problems that their users state, is not
 * listed: its problems are made by drafts, see below. */
BASIN_API const char *basin_domain_name(size_t index);
BASIN_API const char *basin_domain_summary(const char *domain);

/* How an instance is named on the command line ("N", "FILE"), and the formats in which answers
 * of this domain can be written, separated by blanks; the first is the default. */
BASIN_API const char *basin_domain_operand(const char *domain);
BASIN_API const char *basin_domain_formats(const char *domain);
/* How the names of its instance files end (".cnf"); "" when instances are no files. */
BASIN_API const char *basin_domain_suffix(const char *domain);

/* What its first format says where nothing was found, not even a problem; "" for most. */
BASIN_API const char *basin_domain_unknown(const char *domain);

/* What else is to be known of its files and answers, in a sentence or some; "" when nothing is. */
BASIN_API const char *basin_domain_about(const char *domain);

/* What only some domains have; false for an unknown domain too. */
enum basin_trait {
    BASIN_TRAIT_LIMIT = 0, /* problems that ask for few: basin_problem_with_limit */
    BASIN_TRAIT_MANY,      /* files that hold several instances: basin_instances */
    BASIN_TRAIT_TEXT,      /* energies learned from dictionaries and clues, not from examples */
    BASIN_TRAIT_REFINE,    /* trained models can go on learning: basin_train_opts.refine */
    BASIN_TRAIT_NUMBER,    /* an instance is a number, its size, and no file */
    BASIN_TRAIT_RANKED,    /* every full assignment is valid: answers differ by their energy */
    BASIN_TRAIT_MODELS     /* instances name their models themselves: they are solved with NULL */
};
BASIN_API bool basin_domain_has(const char *domain, enum basin_trait trait);

/* The first domain that recognises `spec` as one of its instances; NULL when none does. */
BASIN_API const char *basin_domain_of(const char *spec);

/* A problem is one instance: its variables, its constraints, and the verifier that judges. */
typedef struct basin_problem basin_problem;

/* Opens an instance: `spec` is a file name, "-" for standard input, or, for domains whose
 * instances are a number, that number. On success *out is the caller's. */
BASIN_API basin_status basin_problem_open(basin_ctx *ctx, const char *domain, const char *spec,
                                          basin_problem **out);
/* How many instances a file holds: 1, except for files of many crosswords or Sudokus. The one of number INDEX,
 * counted from 0, is opened as "FILE:INDEX". */
BASIN_API basin_status basin_instances(basin_ctx *ctx, const char *domain, const char *spec,
                                       size_t *count);
BASIN_API void basin_problem_free(basin_ctx *ctx, basin_problem *problem);

BASIN_API const char *basin_problem_domain(const basin_problem *problem);
BASIN_API size_t basin_problem_values(const basin_problem *problem);  /* length of a solution */
BASIN_API size_t basin_problem_constraints(const basin_problem *problem);

/* Some problems ask for few of something: colours. Their limit says how many there may be, and they
 * need one to be solved, unless their file names it; for other problems it is an error. *out is a
 * new problem, the caller's, with that limit; the one that is given stays as it is and is no longer
 * needed by it. What need not be searched at that limit is left out of the search (a vertex with
 * fewer neighbours than there are colours is coloured last), except for values that are at least 0
 * in `keep` (values); NULL is none. Give what you will give as `fixed`. */
BASIN_API basin_status basin_problem_with_limit(basin_ctx *ctx, const basin_problem *problem,
                                                uint32_t limit, const int32_t *keep,
                                                basin_problem **out);
/* Is it such a problem? And the limit that it has; 0 when it has none. */
BASIN_API bool basin_problem_has_limit(const basin_problem *problem);
BASIN_API uint32_t basin_problem_limited(const basin_problem *problem);
/* How many of its values are searched for; the others follow from them. */
BASIN_API size_t basin_problem_searched(const basin_problem *problem);
/* What is known of such a problem without a search: no limit below *low has a solution, and one for
 * *high is left in `value` (values). */
BASIN_API basin_status basin_problem_bounds(basin_ctx *ctx, const basin_problem *problem,
                                            int32_t *value, uint32_t *low, uint32_t *high);

/* How many constraints every assignment breaks, as far as is known without a search: clauses
 * without literals, clauses of one literal and what follows from them alone, more vertices that are
 * all joined to each other than there are colours. 0 says nothing. */
BASIN_API uint64_t basin_problem_floor(const basin_problem *problem);
/* What its user should know of a problem, as lines of text: what of its file was left out, behind
 * "left out: " (edges from a vertex to itself, which are no constraints), and why its floor is not
 * 0; "" when there is nothing. */
BASIN_API basin_status basin_problem_remarks(basin_ctx *ctx, const basin_problem *problem,
                                             char **text);

/* Judges a solution of basin_problem_values() numbers with code that shares nothing with the
 * energies (a problem of one's own: with its verifier, or, where it has none, with the energies):
 * *violated is the number of broken constraints, 0 for a valid solution. A value of -1 is "left
 * open" and satisfies nothing. */
BASIN_API basin_status basin_problem_check(basin_ctx *ctx, const basin_problem *problem,
                                           const int32_t *value, uint64_t *violated);

/* What an assignment of a problem of one's own, or of a problem file, costs: the sum of its given
 * tables (INFINITY where one forbids it) and of its learned constraints' energies at their lowest
 * noise, each times its weight. NAN for problems of other domains. */
BASIN_API basin_status basin_problem_sum(basin_ctx *ctx, const basin_problem *problem,
                                         const int32_t *value, double *sum);

/* Writes a solution as text in one of the domain's formats (NULL: its default). Without a value,
 * NULL, it writes what the format has to say when nothing was found, maybe nothing. */
BASIN_API basin_status basin_problem_write(basin_ctx *ctx, const basin_problem *problem,
                                           const int32_t *value, const char *format, char **text);

/* How much of an assignment is as the problem's own file says, where it says it: crosswords. */
struct basin_score {
    size_t letters, letters_right;
    size_t words, words_right;
};
/* False, and all zero, when the problem has no solution of its own to compare with. */
BASIN_API bool basin_problem_score(const basin_problem *problem, const int32_t *value,
                                   struct basin_score *score);

/* Reads solutions from a file or "-": *value holds *count solutions one after the other and is
 * freed with basin_values_free. */
BASIN_API basin_status basin_solutions_read(basin_ctx *ctx, const basin_problem *problem,
                                            const char *path, int32_t **value, size_t *count);
BASIN_API void basin_values_free(basin_ctx *ctx, int32_t *value);

/* --------------------------------------------------------------------- making instances ---- */

/* The kinds of random instances a domain can make, separated by blanks, the first the default;
 * "" when it makes none. */
BASIN_API const char *basin_domain_kinds(const char *domain);

/* What a complete solver, which the caller runs, says of a formula in DIMACS. Of one that it calls
 * satisfiable, `value` (values; all -1 before) gets a solution of 0s and 1s, which is verified; one
 * that is wrong is an error. *name gets the solver's name, for the comment of the formula. */
enum basin_verdict {
    BASIN_VERDICT_NONE = 0, /* nobody could be asked */
    BASIN_VERDICT_OPEN,     /* not decided */
    BASIN_VERDICT_SATISFIABLE,
    BASIN_VERDICT_UNSATISFIABLE
};
typedef enum basin_verdict basin_judge_fn(void *user, const char *dimacs, int32_t *value,
                                          size_t values, const char **name);

/* What to make. Start from BASIN_GEN_OPTS_INIT; zero and NULL mean "as the domain sees fit". What
 * ratio and width are to each kind of graph, `basin help gen` says. */
struct basin_gen_opts {
    size_t size;
    const char *kind;
    uint32_t n;        /* variables */
    double ratio;      /* constraints for each of them */
    uint32_t width;    /* variables of a constraint */
    uint64_t seed;
    basin_judge_fn *judge; /* satisfiability, kind "random": who says whether a formula has a
                            * solution; NULL: nobody, and the formula is one of kind "planted".
                            * Sudoku, kind "unique": whether a puzzle has a second solution, which
                            * is a formula too; NULL: nobody, and it may have */
    void *judge_user;
};
#define BASIN_GEN_OPTS_INIT BASIN_INIT_(basin_gen_opts, BASIN_SET_(seed, 1))

/* Writes a random instance as the text of a file that basin_problem_open reads; its comments say
 * how it was made. A satisfiability instance of kind "random" is the first of a seed's formulas
 * that the judge does not call unsatisfiable. */
BASIN_API basin_status basin_generate(basin_ctx *ctx, const char *domain,
                                      const struct basin_gen_opts *opts, char **text);

/* ------------------------------------------------------------------------------ models ---- */

enum basin_energy {
    BASIN_ENERGY_COMPACT = 0, /* right-sized networks that share weights over exchangeable parts */
    BASIN_ENERGY_PAPER,       /* the residual network of the paper */
    BASIN_ENERGY_EXACT        /* closed form over the training examples; nothing is learned */
};
/* "compact", "paper" or "exact"; NULL for any other number. */
BASIN_API const char *basin_energy_name(enum basin_energy energy);

/* A model is the trained energy of one domain. It is immutable and may be shared. */
typedef struct basin_model basin_model;

/* The model of that domain that is built into the library: in libbasin the compact ones and the
 * exact energies, in libbasin-full those of the paper too. */
BASIN_API basin_status basin_model_default(basin_ctx *ctx, const char *domain,
                                           enum basin_energy energy, basin_model **out);
/* The names of the built-in models, in a fixed order; NULL past the last one. Most are
 * DOMAIN-ENERGY; sat-paper-base is the paper's network before its refinement. */
BASIN_API const char *basin_model_name(size_t index);
/* The built-in model of that name. */
BASIN_API basin_status basin_model_named(basin_ctx *ctx, const char *name, basin_model **out);
/* A model file (safetensors, with metadata that says what it is). */
BASIN_API basin_status basin_model_load(basin_ctx *ctx, const char *path, basin_model **out);
BASIN_API basin_status basin_model_save(basin_ctx *ctx, const basin_model *model,
                                        const char *path);
BASIN_API void basin_model_free(basin_ctx *ctx, basin_model *model);

BASIN_API const char *basin_model_domain(const basin_model *model);
/* Can problems of that domain be solved with it? Those of its own can; Sudokus also with a model of
 * queens, whose lines are groups of the same kind. */
BASIN_API bool basin_domain_takes(const char *domain, const basin_model *model);
BASIN_API enum basin_energy basin_model_energy(const basin_model *model);
/* A number that tells the networks of one model from another's; 0 where it has none. */
BASIN_API uint64_t basin_model_hash(const basin_model *model);
/* The values that a learned constraint knows (basin_learn), by name, in the order of their numbers;
 * NULL past the last one, and for any other model. */
BASIN_API const char *basin_model_value_name(const basin_model *model, size_t index);
/* All that the file says about itself, as JSON text. */
BASIN_API basin_status basin_model_describe(basin_ctx *ctx, const basin_model *model, char **text);

/* --------------------------------------------------------------- a problem of one's own ---- */

/* You say what is to be found (variables, each with a number of values), what must hold between
 * them (constraints), what is known already, and how to tell a solution. You write no formula: a
 * constraint names a network that has learned from examples what breaking it costs, its energy.
 * The solver adds these energies up and looks for an assignment that your verifier accepts. Built
 * in are
 *
 *     "queens-compact:one"   exactly one of its literals holds, of any number
 *     "queens-compact:any"   at most one of them holds
 *     "sat-compact:clause"   at least one of them holds
 *     "color-compact:edge"   two variables have different values
 *
 * where a literal says that a variable has a certain value. One problem may mix them, and networks
 * of models that you trained. Three lamps, of which exactly one is on, and not the first:
 *
 *     static uint64_t broken(void *user, const int32_t *lamp, size_t lamps)
 *     {
 *         return (lamp[0] == 1) + (lamp[1] == 1) + (lamp[2] == 1) != 1;
 *     }
 *
 *     const struct basin_literal on[] = { { 0, 1, false }, { 1, 1, false }, { 2, 1, false } };
 *     struct basin_constraint one = BASIN_CONSTRAINT_INIT;
 *     basin_draft *draft;
 *
 *     basin_draft_new(ctx, &draft);
 *     basin_draft_variables(ctx, draft, 3, 2, NULL);       variables 0 to 2, of the values 0 and 1
 *     one.network = "queens-compact:one";
 *     one.literal = on;                                    "variable 0 is 1", and so on
 *     one.literals = 3;
 *     basin_draft_constrain(ctx, draft, &one);
 *     basin_draft_given(ctx, draft, 0, 0);                 the first is off
 *     basin_draft_verifier(draft, broken, NULL);
 *     basin_draft_finish(ctx, draft, &problem);
 *     basin_draft_free(ctx, draft);
 *     basin_solve(ctx, NULL, problem, NULL, &answer);      no model: the constraints named theirs
 *
 * examples/sudoku.c is a whole program. A problem without a solution is searched for ever: give
 * basin_solve_opts.seconds or steps where you do not know that there is one.
 *
 * A draft is a problem that is being stated. A call that fails leaves it as it was. It belongs to
 * one thread at a time. */
typedef struct basin_draft basin_draft;

BASIN_API basin_status basin_draft_new(basin_ctx *ctx, basin_draft **out);
BASIN_API void basin_draft_free(basin_ctx *ctx, basin_draft *draft);

/* Adds `count` variables that take the values 0 .. values - 1, two or more. They are numbered in
 * the order in which they come, from 0; *first is the number of the first of these (NULL: not asked
 * for). A solution has one value for each. */
BASIN_API basin_status basin_draft_variables(basin_ctx *ctx, basin_draft *draft, uint32_t count,
                                             uint32_t values, uint32_t *first);

/* What a constraint reads: that a variable has a value, or, negated, that it has not. Networks of
 * pairs, such as "color-compact:edge", read whole variables. */
struct basin_literal {
    uint32_t variable;  /* BASIN_NO_VARIABLE: an input of a network of the paper's kind that is 0 */
    int32_t value;      /* or BASIN_WHOLE */
    bool negated;
};
#define BASIN_WHOLE (-1)
#define BASIN_NO_VARIABLE UINT32_MAX

/* A constraint. Start from BASIN_CONSTRAINT_INIT.
 *
 * Compact networks that are learned on sets ("one", "any", "clause") read any number of literals
 * and are blind to their order; networks of pairs read two whole variables with the same number of
 * values. The energies of single variables, which both kinds need beside them ("cell", "var",
 * "vertex"), are found in the same model and counted once for each variable; where networks of
 * several models read one variable, it is the model of the constraint that came first. All
 * models of a problem have the same number of noise levels, as those that are built in do.
 *
 * Networks of the paper's kind ("queens-paper:line") read a fixed number of inputs: one for each
 * literal, and for a whole variable one for each of its values (for two values: one in all). Inputs
 * that are left over are 0. They are whole energies: variables that one of them reads get no energy
 * of their own, weights are not for them, and no literal may be negated (their networks of clauses
 * read signs as conditions). */
struct basin_constraint {
    size_t size;
    const char *network;             /* "MODEL:NETWORK", MODEL a built-in name or a file; with
                                      * `model`, the name of its network alone */
    const basin_model *model;        /* or NULL. It must outlive the problem. */
    const struct basin_literal *literal;
    size_t literals;
    const float *condition;          /* numbers that the network reads beside them; NULL: none */
    size_t conditions;
    double weight;                   /* how much it counts, above 0 */
};
#define BASIN_CONSTRAINT_INIT BASIN_INIT_(basin_constraint, BASIN_SET_(weight, 1))

/* Adds a constraint; all that it points to but the model is copied. A model that is named is opened
 * once for each draft and belongs to the problem. */
BASIN_API basin_status basin_draft_constrain(basin_ctx *ctx, basin_draft *draft,
                                             const struct basin_constraint *constraint);

/* Adds a table that is given, not learned: what each tuple of values of these variables costs, the
 * last variable's value running fastest; INFINITY: it is forbidden. `cost` has as many numbers as
 * there are tuples, `weight` (above 0) multiplies them; both are copied. The answer to a problem
 * with such costs is the assignment with the lowest sum that was found (basin_problem_sum) before
 * time or steps ran out, or the lowest that is possible at all. Where nothing is learned and every
 * tuple costs 0 or is forbidden, the tables themselves are the verifier and an answer is SOLVED;
 * otherwise, without a verifier, it is BELIEVED. Forbidden tuples are counted as broken; a cost is
 * not. Of basin_problem_costs, tables come behind the other constraints. */
BASIN_API basin_status basin_draft_cost(basin_ctx *ctx, basin_draft *draft,
                                        const uint32_t *variable, size_t count,
                                        const double *cost, double weight);

/* Adds a constraint that basin_learn learned, over these variables in this order: as many factors as
 * its networks need. The variables have as many values as it knows, and there are as many of them as
 * its examples had places; one that was learned from several lengths takes others too. The model
 * must outlive the problem. */
BASIN_API basin_status basin_draft_learned(basin_ctx *ctx, basin_draft *draft,
                                           const basin_model *model, const uint32_t *variable,
                                           size_t variables, double weight);

/* Holds a variable at a value; -1 sets it free again. basin_solve_opts.fixed holds more of them,
 * for one run. */
BASIN_API basin_status basin_draft_given(basin_ctx *ctx, basin_draft *draft, uint32_t variable,
                                         int32_t value);

/* Who judges: returns how many constraints an assignment breaks, 0 for a solution. A value may be
 * -1, left open: that is no solution. It gets `user` and is called often and by several threads at
 * once. Without one (NULL, as at the beginning) nobody can accept an answer, and the best that
 * comes is BASIN_ANSWER_BELIEVED: an assignment of which the networks themselves, at their lowest
 * noise, hold no constraint for broken. What these hold for broken is then what is counted. */
typedef uint64_t basin_verify_fn(void *user, const int32_t *value, size_t values);
BASIN_API void basin_draft_verifier(basin_draft *draft, basin_verify_fn *verify, void *user);

/* Makes the problem, of domain "own", out of all that was stated; the draft is then empty, as a new
 * one. The problem is solved with the model NULL; samplers, limits of steps and time, and fixed
 * values are as for any other. */
BASIN_API basin_status basin_draft_finish(basin_ctx *ctx, basin_draft *draft, basin_problem **out);

/* ----------------------------------------------------------------------------- solving ---- */

enum basin_method {
    BASIN_METHOD_BASIN = 0, /* basin's composition and solver; the first verified particle wins */
    BASIN_METHOD_PAPER      /* the mean of the gradients that meet in a variable, as the authors'
                             * code takes it (the plain sum of the paper's text diverges), Algorithm
                             * 1 of the paper, and the particle of lowest energy */
};

enum basin_answer_kind {
    BASIN_ANSWER_NONE = 0, /* nothing was evaluated */
    BASIN_ANSWER_BEST,     /* the best so far; it breaks `violated` constraints */
    BASIN_ANSWER_SOLVED,   /* the verifier accepts it */
    BASIN_ANSWER_BELIEVED  /* complete, and as good as the energies can tell; there is no verifier
                            * that could accept it: crosswords, problems of one's own without one */
};

enum basin_stop {
    BASIN_STOP_SOLVED = 0, /* a verified solution, or one that is believed */
    BASIN_STOP_END,        /* the sampler's schedule ran to its end, or it was known that there is
                            * no solution and all that is done without a limit was done */
    BASIN_STOP_STEPS,      /* the step limit */
    BASIN_STOP_TIME,       /* the time limit */
    BASIN_STOP_CALLER,     /* should_stop said so */
    BASIN_STOP_FLOOR       /* every assignment breaks as many constraints as the answer does */
};

/* What was left out of the search before it began: values that the learned energies, at their lowest
 * noise, exclude with certainty given those that are fixed. Sampler "focus" alone narrows. On
 * tables of tuples, forbidden ones count too, and where after a while every particle still breaks
 * something, nothing is left out any more: what breaks least may need such values. */
enum basin_narrow {
    BASIN_NARROW_NOTHING = 0, /* nothing was, or not to the end */
    BASIN_NARROW_SOME,        /* some values were */
    BASIN_NARROW_ALL,         /* all but one of every variable: there was no search */
    BASIN_NARROW_AGAINST      /* the energies hold that there is no solution, before the search or
                               * after a dive; they may be wrong, and from then on nothing was left
                               * out */
};

/* What a run looks like at one moment, for progress lines and pictures. The pointers are valid
 * during the call only. */
struct basin_moment {
    uint64_t step;
    double seconds;
    uint64_t violated;    /* of the best assignment so far */
    const int32_t *value; /* that assignment; NULL while there is none, and by the paper's method,
                           * which judges at the end (watched: the one of lowest energy now) */
    size_t particles;
    const float *energy;  /* (particles) composed energies now; NAN when not known */
    /* For basin_solve_opts.watch; NULL without it. */
    const int32_t *values;   /* (particles, values) what each particle decodes to now */
    const uint64_t *broken;  /* (particles) constraints that it breaks */
    const uint32_t *parent;  /* (particles) the particle of the moment before that each continues;
                              * NULL when nothing was resampled since */
    double noise;            /* variance of the first particle's noise */
};

/* How to solve. Start from BASIN_SOLVE_OPTS_INIT; zero means "as the solver sees fit". */
struct basin_solve_opts {
    size_t size;
    enum basin_method method;
    const char *sampler;   /* see basin_sampler_name; NULL: the method's own */
    const char *compose;   /* "basin", "sum" or "mean": how energies add up; NULL: the method's */
    uint32_t particles;    /* 0: the sampler's default */
    uint64_t steps;        /* 0: no limit for the default solver, one schedule for the others; when
                            * the problem has a floor and no limit is set at all: 10,000,
                            * of the sampler "focus" 100,000 */
    double seconds;        /* 0: no limit */
    uint64_t seed;
    uint64_t sample;       /* which independent run of this seed; 0 is the first */
    uint32_t threads;      /* 0: one for each core; the answer does not depend on it */
    bool (*should_stop)(void *user);                                /* polled every few steps */
    void (*on_moment)(void *user, const struct basin_moment *now);  /* from the calling thread */
    void *user;
    const int32_t *fixed;  /* (values) values that must stay, -1 where free; or NULL */
    const int32_t *start;  /* (values) where particles begin, -1 anywhere; or NULL */
    bool watch;            /* moments show all particles and come whenever these are looked at, the
                            * first before the first step; the answer does not depend on it */
    uint32_t levels;       /* noise levels that samplers with a schedule go down; 0: the model's */
    const char *kernel;    /* level of the processor to compute for, see basin_kernel_name; NULL:
                            * the best. Answers differ from level to level. */
    bool whole;            /* leave nothing out of the search, see enum basin_narrow */
    const struct basin_team *team; /* NULL: none. Process k runs sample `sample` + k, and all of them
                            * return the answer of that one which found a solution after the fewest
                            * steps (of equals, the first), or else of the best: for one answer, not
                            * for basin_solve_many */
};
#define BASIN_SOLVE_OPTS_INIT BASIN_INIT_(basin_solve_opts, BASIN_SET_(seed, 1))

/* What came out. `value` belongs to the answer: release it with basin_answer_clear. */
struct basin_answer {
    size_t size;
    enum basin_answer_kind kind;
    enum basin_stop stop;
    int32_t *value;     /* (values) the assignment, -1 where left open; NULL for kind NONE */
    size_t values;
    uint64_t violated;  /* constraints it breaks, as basin_problem_check counts them */
    double energy;      /* composed energy of its particle when it was decoded */
    uint64_t steps;     /* steps taken by every particle */
    uint64_t sample;
    double seconds;
    uint32_t particles;
    double *sure;       /* (sures) crosswords: how sure each word is, 0 to 1; else NULL */
    size_t sures;
    enum basin_narrow narrow;  /* what was left out, */
    size_t narrowed_values;    /* how many values, */
    size_t narrowed_variables; /* and how many variables had one value left by that; both beside
                                * those that are fixed */
    uint32_t sampler;          /* what moved its particles is basin_sampler_name(sampler - 1), which
                                * need not be the domain's own; 0: the end came before that was
                                * known, or no particles were needed */
};
#define BASIN_ANSWER_INIT BASIN_INIT_(basin_answer, )

/* Moves particles on the sum of the model's energies over the problem (NULL for a problem of one's
 * own, whose constraints name theirs) until one of them is a solution. Running out of time or
 * steps, or being stopped, is not an error: it returns OK with the best assignment so far. NULL
 * options are the defaults. Same model, problem, options, seed and kernel: same answer at any
 * number of threads, unless a wall-clock limit or the caller cut the run short. */
BASIN_API basin_status basin_solve(basin_ctx *ctx, const basin_model *model,
                                   const basin_problem *problem,
                                   const struct basin_solve_opts *opts,
                                   struct basin_answer *answer);

/* Draws `count` independent answers, samples opts->sample and on, spread over the threads.
 * opts->seconds is for all of them together. answers has `count` entries that began as
 * BASIN_ANSWER_INIT; what they hold is released when there are new ones, and when the call fails
 * they are as they were. Those not begun before the end get kind NONE, and the number of their
 * sample. */
BASIN_API basin_status basin_solve_many(basin_ctx *ctx, const basin_model *model,
                                        const basin_problem *problem,
                                        const struct basin_solve_opts *opts, size_t count,
                                        struct basin_answer *answers);

/* For problems with a limit: solves with lower and lower limits, from the one of
 * basin_problem_bounds on, until opts->seconds are over, the caller stops it, or no lower limit is
 * possible (stop SOLVED). The answer is the last solution, and *limit, if not NULL, how many it
 * needs. on_better, if not NULL, gets each solution and how many that one needs, with opts->user. */
typedef void basin_better_fn(void *user, uint32_t limit, const struct basin_answer *answer);
BASIN_API basin_status basin_solve_least(basin_ctx *ctx, const basin_model *model,
                                         const basin_problem *problem,
                                         const struct basin_solve_opts *opts,
                                         basin_better_fn *on_better, struct basin_answer *answer,
                                         uint32_t *limit);

/* Writes an answer as basin_problem_write does, with how sure its parts are where that is known. */
BASIN_API basin_status basin_answer_write(basin_ctx *ctx, const basin_problem *problem,
                                          const struct basin_answer *answer, const char *format,
                                          char **text);

/* Releases what an answer holds and makes it NONE again. */
BASIN_API void basin_answer_clear(basin_ctx *ctx, struct basin_answer *answer);

/* The composed energy of an assignment at noise level t (1 .. T) of the model's schedule. Values
 * that the problem holds fixed stay what they are, whatever the assignment says. */
BASIN_API basin_status basin_problem_energy(basin_ctx *ctx, const basin_model *model,
                                            const basin_problem *problem, const int32_t *value,
                                            uint32_t t, enum basin_method method, double *energy);

/* The same, constraint by constraint, for an energy map: *cost, to be freed with basin_costs_free,
 * has *count of them: lines of a board (rows, columns, falling and rising diagonals), clauses as
 * they were read, edges, words of a crossword, constraints as they were stated. By basin's method a
 * cost is what the constraint adds to the energies of its variables, and their sum with those is
 * the energy of the whole; by the paper's it is the constraint's whole energy. What takes no part
 * in the search costs 0 (see basin_problem_with_limit: vertices of `keep` do take part). */
BASIN_API basin_status basin_problem_costs(basin_ctx *ctx, const basin_model *model,
                                           const basin_problem *problem, const int32_t *value,
                                           uint32_t t, enum basin_method method, double **cost,
                                           size_t *count);
BASIN_API void basin_costs_free(basin_ctx *ctx, double *cost);

/* Writes the energies of a problem at their lowest noise, learned ones too, as a network of tables in
 * toulbar2's CFN format, so that an exact solver can look for the lowest sum of the very same
 * energies (a problem of one's own or of a file: of basin_problem_sum). Not written are a file's
 * constant, its bound and its name, and what is to be maximised becomes costs below 0: the best
 * assignment is the same, its sum is another. Of compact models; each constraint must have 65,536
 * tuples of values or fewer. The model is as for basin_solve. */
BASIN_API basin_status basin_problem_export(basin_ctx *ctx, const basin_model *model,
                                            const basin_problem *problem, const char *path);

/* What a search of another kind finds on the same energies, for answers to be held against: *energy
 * compares with that of an answer of basin's method. Only crosswords have one, a near-exact beam
 * search that no sampler uses; elsewhere, and for energies it cannot search, *energy is NAN. The
 * name ("beam") is NULL for domains that have none. */
BASIN_API basin_status basin_problem_reference(basin_ctx *ctx, const basin_model *model,
                                               const basin_problem *problem, double *energy);
BASIN_API const char *basin_domain_reference(const char *domain);

/* The levels for which the hot loops are compiled ("avx512", "avx2", "sse2", which is also plain C
 * elsewhere) and which this processor has, the best first; NULL past the last one. */
BASIN_API const char *basin_kernel_name(size_t index);

/* The samplers, in a fixed order; NULL past the last one. Each domain has one that is the default
 * of basin's method with energies of a kind: "focus", a search over assignments, for compact and
 * exact ones of most; where it is not for the factors of a problem, the first of all. */
BASIN_API const char *basin_sampler_name(size_t index);
BASIN_API const char *basin_sampler_summary(const char *sampler);
BASIN_API const char *basin_domain_sampler(const char *domain, enum basin_energy energy);

/* ---------------------------------------------------------------------------- training ---- */

/* How far a training is. */
struct basin_train_moment {
    const char *network;   /* the network being trained */
    uint64_t step;         /* of all networks together */
    uint64_t steps;
    double loss;           /* running mean; NAN while nothing is learned by steps */
    double diffusion;
    double contrastive;
    double steps_per_second;
    double seconds_left;
    const char *note;      /* something to tell ("non-finite loss: ..."), or NULL */
};

/* How to train. Start from BASIN_TRAIN_OPTS_INIT; zero, negative weights and NULL mean "as the
 * domain's recipe says". */
struct basin_train_opts {
    size_t size;
    enum basin_energy energy; /* COMPACT or PAPER */
    uint64_t steps;           /* for each network; of crosswords: lessons of the mixture */
    uint32_t batch;
    double rate;              /* learning rate */
    double diffusion;         /* weight of the diffusion loss */
    double contrastive;       /* weight of the contrastive loss */
    uint64_t seed;
    uint32_t threads;         /* the model does not depend on it */
    bool resume;              /* go on from the checkpoint beside the output, if there is one */
    double checkpoint_seconds;/* how often to write one; 0: never */
    const char *log;          /* CSV file, or NULL */
    bool (*should_stop)(void *user);
    void (*on_moment)(void *user, const struct basin_train_moment *now);
    void *user;
    const basin_model *refine; /* go on from this model, on whole solved instances; or NULL */
    bool full;                 /* crosswords: all of the dictionaries, not only what is free */
    const char *clues;         /* crosswords: a file of lines "clue<TAB>WORD" to learn too; NULL */
    const char *hold_out;      /* crosswords: words not to learn definitions of, a list or a puzzle
                                * with its solution; NULL */
    const char *hold_from;     /* crosswords: ... by "gcide", "wordnet" or "clues"; NULL: by any */
    bool only_clues;           /* crosswords: learn from `clues` and lists of words alone */
    const char *audit;         /* crosswords: a file as `clues`, of which on_moment's note and the
                                * model tell how many stand in what was learned from; NULL */
    const char *embeddings;    /* crosswords, PAPER: a file of vectors of the clues of `clues`, see
                                * basin_model_with_embeddings; then only these are learned from. NULL */
    const char *kernel;        /* level of the processor to compute for, see basin_kernel_name; NULL:
                                * the best. Models differ in their last digits, but for avx2 and
                                * avx512, which give the same. */
    uint32_t board;            /* queens, PAPER: rows of a board of this size, 4 to 32; 0: 8 */
    const struct basin_team *team; /* NULL: none. Its processes share every batch, and the first
                                * writes the files; the model does not depend on it. The compact
                                * model of crosswords is trained by the first alone. */
};
#define BASIN_TRAIN_OPTS_INIT \
    BASIN_INIT_(basin_train_opts, BASIN_SET_(seed, 1) BASIN_SET_(diffusion, -1) \
                BASIN_SET_(contrastive, -1) BASIN_SET_(checkpoint_seconds, 30))

/* Trains the domain's networks and writes the model to `path`, atomically. The checkpoint beside
 * it ("PATH.state") is removed at the end. Stopped early: BASIN_STATUS_STOPPED, with a checkpoint
 * to resume from and no model. */
BASIN_API basin_status basin_train(basin_ctx *ctx, const char *domain,
                                   const struct basin_train_opts *opts, const char *path);

/* ---------------------------------------------------------------------------- learning ---- */

/* A constraint that nobody wrote down, known only by examples: rows of values that satisfy it. What
 * of them tells valid rows from others is found out, networks are taught it, and the model is a
 * constraint for basin_draft_learned. Start from BASIN_LEARN_OPTS_INIT. */
struct basin_learn_opts {
    size_t size;
    const int32_t *valid;        /* the rows one after the other, of the values 0 .. values - 1 */
    const size_t *lengths;       /* (rows) how long each one is; NULL: all are `places` long */
    size_t rows, places;
    const int32_t *invalid;      /* rows that do not satisfy it; NULL: they are made up by changing */
    const size_t *invalid_lengths; /* valid ones, which may give valid ones again */
    size_t invalids;
    uint32_t values;             /* 2 to 256 */
    const char *const *name;     /* (values) their names, without commas; NULL: their numbers */
    bool numbers;                /* the values are numbers: their distances may mean something */
    bool ordered;                /* the order of places matters, as is known */
    bool values_differ;          /* values are not interchangeable, as is known */
    uint64_t seed;
    uint64_t steps;              /* of each network; 0: as its recipe says */
    uint32_t threads;            /* the model does not depend on it */
    bool resume;
    double checkpoint_seconds;
    const char *log;
    bool (*should_stop)(void *user);
    void (*on_moment)(void *user, const struct basin_train_moment *now);
    void *user;
    const char *kernel;
    const struct basin_team *team; /* as in training */
};
#define BASIN_LEARN_OPTS_INIT \
    BASIN_INIT_(basin_learn_opts, BASIN_SET_(seed, 1) BASIN_SET_(checkpoint_seconds, 30))

/* What was found. The texts are whole sentences without their full stops; "" where there is none. */
struct basin_learn_report {
    size_t size;
    bool sure;             /* if not, `why` says why */
    bool ordered, values_differ;
    bool header;           /* the file of examples had one */
    size_t examples, refused;      /* valid examples; those refused, each judged by the others */
    size_t invalid, invalid_told;  /* given invalid ones; those refused, each judged by the others */
    size_t made, made_known;       /* made-up rows, and how many of them are valid examples */
    size_t made_told, made_unsure; /* of the others: refused; accepted for lack of evidence */
    size_t asked, agreed;          /* rows that the networks were asked about, and that they judge
                                    * as what was found does */
    char found[240], why[240];
};
#define BASIN_LEARN_REPORT_INIT BASIN_INIT_(basin_learn_report, )

/* Learns and writes the model to `path`, as basin_train does: atomically, with a checkpoint beside
 * it. The report may be NULL. An example that is both valid and invalid is an error. */
BASIN_API basin_status basin_learn(basin_ctx *ctx, const struct basin_learn_opts *opts,
                                   const char *path, struct basin_learn_report *report);

/* The same for files of one example a line: words or numbers, with blanks or commas between them,
 * "#" before comments; `header` says that the first line is none (without it: one whose words never
 * come again). `invalid` may be NULL. Rows, values and names of the options are not looked at. */
BASIN_API basin_status basin_learn_files(basin_ctx *ctx, const char *valid, const char *invalid,
                                         bool header, const struct basin_learn_opts *opts,
                                         const char *path, struct basin_learn_report *report);

#ifdef __cplusplus
}
#endif
#endif
