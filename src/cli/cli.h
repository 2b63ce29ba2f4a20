/* cli.h - what the files of the tool share: options, verbs, how to solve.
 *
 * The tool is a user of basin.h like any other, and of src/program, which says how a program talks
 * and ends; a verb returns the exit code.
 */
#ifndef BASIN_CLI_H
#define BASIN_CLI_H

#include "program/program.h"

/* ------------------------------------------------------------------------------ options ---- */

/* Kinds of verbs; an option says which of them take it. */
enum verb_set {
    VERBS_SOLVE = 1, /* one verb for each domain */
    VERBS_EVAL = 2,
    VERBS_TRAIN = 4,
    VERBS_CHECK = 8,
    VERBS_MODEL = 16,
    VERBS_LIST = 32,
    VERBS_HELP = 64,
    VERBS_GEN = 128,
    VERBS_DRAW = 256,
    VERBS_PAPER = 512,
    VERBS_LEARN = 1024,
    VERBS_EXPORT = 2048,
    VERBS_BENCH = 4096,
    VERBS_MERGE = 8192,
    VERBS_ALL = 16383,
    VERBS_SHARED = VERBS_SOLVE | VERBS_EVAL | VERBS_TRAIN | VERBS_LEARN  /* by several processes */
};

/* Where the words are listed that a value or an operand can be. */
enum word_source {
    WORDS_NONE = 0,
    WORDS_FIXED,     /* in the table, separated by blanks */
    WORDS_SAMPLERS,
    WORDS_KINDS,     /* of random instances of the domain */
    WORDS_FORMATS,   /* of the domain */
    WORDS_MODELS,    /* built in, of the domain; or a file */
    WORDS_DOMAINS,
    WORDS_VERBS
};

/* One word after the other in `word`; false past the last one. `fixed` is for WORDS_FIXED; domain
 * NULL is any: then all models are listed, and no kinds or formats. */
bool word_at(enum word_source source, const char *fixed, const char *domain, size_t index,
             char *word, size_t room);
/* All of them with `between` between them. */
void words_join(enum word_source source, const char *fixed, const char *domain,
                const char *between, char *text, size_t room);

struct option;
#define MOST_NARROW 16  /* options of a verb that are not for every domain */

/* The command line, read. Zero and NULL mean "not given" where the table has no default. */
struct options {
    uint64_t particles, steps, seed, threads, count, batch, width, level, levels, board;
    double time, memory, rate, diffusion, contrastive, checkpoint, ratio;
    const char *sampler, *compose, *energy, *model, *method, *format, *kind;
    const char *output, *log, *jsonl, *fix, *start, *limit, *index, *trace, *picture, *title;
    const char *clues, *hold_out, *hold_from, *audit, *embeddings, *data, *readme, *results;
    const char *kernel, *completion, *invalid, *compare, *shard;
    bool json, quiet, resume, refine, whole, full, only_clues, watch, accept_believed, help, man;
    bool quick, fresh, fair, measure, recheck, header, ordered, values_differ;
    const char **operand;
    size_t operands;
    const struct option *narrow[MOST_NARROW];  /* those given that are not for every domain */
    size_t narrows;
};

enum option_type {
    OPTION_FLAG,
    OPTION_COUNT,
    OPTION_REAL,
    OPTION_TEXT,
    OPTION_FILE,
    OPTION_CHOICE
};

/* A row of the table from which parsing, help, man page and completion are made. */
struct option {
    const char *name;
    char letter;           /* short form, or 0 */
    enum option_type type;
    const char *value;     /* its name; of a choice: the words, or NULL */
    const char *fallback;  /* the value when not given, as it would be typed, or NULL */
    uint64_t low, high;    /* bounds of a number */
    unsigned verbs;        /* enum verb_set */
    size_t offset;         /* in struct options */
    const char *help;      /* NULL: a hidden option */
    enum word_source words;  /* of the value */
    unsigned traits;       /* FOR(enum basin_trait): domains that have one of these take it; 0: all */
};
#define FOR(trait) (1u << BASIN_TRAIT_##trait)

extern const struct option option_table[];  /* ends with a NULL name */

struct verb;

/* Does the verb take the option, for that domain (NULL: for some domain)? */
bool option_fits(const struct option *row, const struct verb *verb, const char *domain);
/* The domains that take it, separated by commas; "" when all do. */
void option_domains(const struct option *row, char *text, size_t room);

/* Reads the words after the verb. `operand` has room for all of them. Returns false after
 * complaining. */
bool options_read(const struct verb *verb, int count, char **words, const char **operand,
                  struct options *o);

/* A whole number from low to high, all of the text; false for anything else. */
bool count_read(const char *text, uint64_t low, uint64_t high, uint64_t *number);

/* The candidate nearest to `word` by edit distance so far; start with best->name NULL. */
struct nearest {
    const char *name;
    size_t distance;
};
void nearest_try(struct nearest *best, const char *word, const char *candidate);
/* ", did you mean X?" when the nearest is near enough, else the other text. */
const char *nearest_text(const struct nearest *best, const char *word, const char *before,
                         const char *otherwise, char *text, size_t room);

/* ------------------------------------------------------------------------------- verbs ---- */

struct verb {
    const char *name;
    unsigned set;          /* enum verb_set, one of them */
    const char *operands;  /* as in the synopsis */
    const char *summary;   /* a sentence without its full stop */
    const char *text;      /* some sentences more, or NULL */
    size_t least, most;    /* how many operands */
    int (*run)(const struct verb *verb, const struct options *o);
    enum word_source first;  /* what the first operand is, and the words of WORDS_FIXED */
    const char *words;
    enum word_source second;
    struct {
        const char *command, *what;
    } example[3];          /* without "basin "; of domains: see verb_example */
};

/* The verbs in the order of the help: the domains, then the others. False past the last one. */
bool verb_at(size_t index, struct verb *verb);
bool verb_find(const char *name, struct verb *verb);
/* "; did you mean X?" or "; see `basin help`". */
const char *verb_hint(const char *name, char *text, size_t room);
/* What all verbs of domains have in common. */
extern const char verb_solving[];
/* The domain that a command line is about, as far as it says so: the verb itself or its first
 * operand; NULL when that is none. */
const char *verb_domain(const struct verb *verb, const char *first);
/* A command line that works, and what it does; false past the last one. They may build on files
 * that the ones before wrote. */
#define EXAMPLE_CHARS 160
bool verb_example(const struct verb *verb, size_t index, char command[static EXAMPLE_CHARS],
                  const char **what);

int verb_solve(const struct verb *verb, const struct options *o);
int verb_eval(const struct verb *verb, const struct options *o);
int verb_train(const struct verb *verb, const struct options *o);
int verb_learn(const struct verb *verb, const struct options *o);
int verb_gen(const struct verb *verb, const struct options *o);
int verb_draw(const struct verb *verb, const struct options *o);
int verb_paper(const struct verb *verb, const struct options *o);
int verb_bench(const struct verb *verb, const struct options *o);
int verb_merge(const struct verb *verb, const struct options *o);
int verb_export(const struct verb *verb, const struct options *o);
int verb_check(const struct verb *verb, const struct options *o);
int verb_model(const struct verb *verb, const struct options *o);
int verb_domains(const struct verb *verb, const struct options *o);
int verb_samplers(const struct verb *verb, const struct options *o);
int verb_help(const struct verb *verb, const struct options *o);

/* ---------------------------------------------------------------------------- contexts ---- */

/* A context that unpacks the files it reads, see unpack.h. */
basin_status ctx_new(basin_ctx **out);
/* The memory that --memory allows, or three quarters of what is free, shared by so many contexts. */
void memory_set(const struct options *o, size_t contexts, basin_ctx *ctx);

/* --------------------------------------------------- a model and how to solve with it ---- */

struct setup {
    basin_ctx *ctx;
    basin_model *model;  /* NULL: the instances name theirs */
    const char *domain;
    struct basin_solve_opts solve;
    const char *method, *energy, *sampler, *selection, *kernel;  /* words for summaries; of the
                                                                  * sampler NULL: none ran */
    size_t runs;     /* answers that the progress line of a solve is about */
    size_t samples;  /* answers of an instance that all parts of the work give together */
    bool chosen;     /* the sampler is the domain's: another one runs where it does not fit */
    bool silent;     /* no progress line */
    bool told;       /* that there is no limit */
    double begun, shown;
};

/* The sampler of an answer, or, where none was needed or known, that of the setup. */
const char *setup_sampler(const struct setup *s, const struct basin_answer *answer);
/* What summaries call a way of solving by a domain's model of such energies. */
void setup_words(const char *domain, enum basin_energy energy, const struct options *o,
                 struct setup *s);
/* The context and the solve options; then the model of a domain. Both return 0, or EXIT_ERROR
 * after complaining; setup_close is needed in any case. */
int setup_open(const struct options *o, struct setup *s);
int setup_model(const char *domain, const struct options *o, struct setup *s);
void setup_close(struct setup *s);
/* The progress line of a solve, if it is time; `setup` is the struct. */
void setup_progress(void *setup, const struct basin_moment *now);
/* Is it time to show the progress line anew? *seconds is the time since s->begun. */
bool setup_show(struct setup *s, double *seconds);
/* Solves `count` times into answers that answers_new made. */
basin_status setup_solve(struct setup *s, const basin_problem *problem, size_t count,
                         struct basin_answer *answer);

/* Gives *problem the limit that -k asks for, a number or a table in which the instance has a row, or the one
 * that the instance names itself, if any. With --whole, and by the paper's method, all is searched.
 * Returns false with the reason in `why`. */
#define LIMIT_CHARS 400
bool limit_set(const struct setup *s, basin_problem **problem, const struct options *o,
               const char *spec, char why[static LIMIT_CHARS]);

/* The number that -k with `place` gives for an instance. False with the reason in `why`. */
bool limit_find(const char *place, const char *spec, uint64_t *limit,
                char why[static LIMIT_CHARS]);

/* A picture to be made; `cost` (of basin_problem_costs) and `value` may be NULL. */
struct picture_task {
    const char *spec, *path;
    const char *title;  /* NULL: says what it is and how many constraints are broken */
    const int32_t *value;
    const double *cost;
};
/* Returns 0, or EXIT_ERROR after complaining. */
int picture_save(basin_ctx *ctx, const basin_problem *problem, const struct picture_task *task);

/* What is kept of an assignment when its values are gone. */
struct run_facts {
    size_t placed;             /* variables that have a value */
    uint64_t hash;             /* of the values */
    bool scored;               /* there is a solution to compare with, */
    struct basin_score score;  /* and this is how it compares */
};
/* Of answers to a problem, to be freed; NULL: no memory. */
struct run_facts *facts_new(const basin_problem *problem, const struct basin_answer *answer,
                            size_t count);

/* What many answers come to. */
struct tally {
    size_t count, begun;
    size_t solved, believed, unique;  /* `solved` are also those that are only believed */
    double placed, violated, seconds, steps;  /* means over those begun */
};
/* False when there is no memory to compare them. */
bool tally_runs(const struct basin_answer *answer, const struct run_facts *facts, size_t count,
                struct tally *tally);

/* A built-in model by its name, DOMAIN-ENERGY or, with that energy, DOMAIN; else a model file.
 * Returns 0, or EXIT_ERROR after complaining; *model is to be freed in any case. */
int model_find(basin_ctx *ctx, const char *name, const char *energy, basin_model **model);
/* The model of --model, which must fit, or the built-in one of that energy. The same. */
int model_open(basin_ctx *ctx, const char *domain, const struct options *o, const char *energy,
               basin_model **model);
/* What an answer of that domain is called that breaks no constraint: "solved" or "believed". */
const char *solved_word(const char *domain);
enum basin_energy energy_of(const char *word);

#endif
