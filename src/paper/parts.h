/* parts.h - the paper's tables and figures, ours beside them: what the files of this room share.
 *
 * published.txt holds what the paper printed, plan.c says how each of our rows is measured, bench.c
 * measures, store.c remembers, document.c makes the report, reproduce.c does what was asked for. A
 * published figure and a measured one never stand in the same list.
 */
#ifndef BASIN_PAPER_PARTS_H
#define BASIN_PAPER_PARTS_H

#include "paper/paper.h"
#include "program/program.h"

#include <jansson.h>

#define PAPER_TABLES 23
#define PAPER_FIGURES 7
#define PAPER_CELLS 18
#define PAPER_PATH 4096
#define PAPER_NAME 200
#define PAPER_RUNS 20  /* a row with fewer in a cell claims nothing */

enum paper_who { PAPER_BASELINE, PAPER_PAPER, PAPER_BASIN, PAPER_METHOD };
const char *paper_who_word(enum paper_who who);

/* ---------------------------------------------------------------- what the paper printed ---- */

struct paper_column {
    const char *name;
    const char *better;  /* "high", "low", or "": figures that do not compare */
    double best;         /* nothing is better than this; NAN where there is no such bound */
};

struct paper_published {
    enum paper_who who;  /* PAPER_PAPER or PAPER_BASELINE */
    const char *group;   /* rows of one group are held against each other; "": of all groups */
    const char *label;
    double cell[PAPER_CELLS], spread[PAPER_CELLS];  /* spread 0: none printed */
};

struct paper_table {
    const char *title, *about;
    size_t columns, rows;
    struct paper_column column[PAPER_CELLS];
    const struct paper_published *row;  /* (rows) */
};

/* Tables 1 to PAPER_TABLES. */
const struct paper_table *paper_table(int number);

/* ---------------------------------------------------------------------- what we measured ---- */

struct paper_row {
    int table;
    enum paper_who who;  /* PAPER_BASIN or PAPER_METHOD */
    char group[40], label[120];
    double cell[PAPER_CELLS], spread[PAPER_CELLS];  /* NAN: none */
    double low[PAPER_CELLS], high[PAPER_CELLS];     /* 95 % interval of a cell; NAN: none */
    uint32_t rests[PAPER_CELLS];                    /* runs that a cell rests on */
    char settings[400], instances[400];
    double seconds;
    uint32_t runs;       /* that the cell with the fewest rests on; 0: no runs */
};
/* "P = 8: basin, 3 runs": group and label, and how much it rests on where that is little. */
void paper_row_name(const struct paper_row *row, char text[static PAPER_NAME]);
/* Does it rest on enough runs, or on none, to be held against what is published? */
bool paper_row_counts(const struct paper_row *row);

struct paper_rows {
    struct paper_row *row;
    size_t count, room;
    size_t runs;     /* of fair rows: all the runs behind them, and their processor time */
    double seconds;
};
bool paper_rows_add(struct paper_rows *rows, const struct paper_row *row);

#define PAPER_KEY 256

/* How one run went: what is kept of an answer. */
struct paper_run {
    char key[PAPER_KEY];  /* instance and settings: the same key, the same run */
    bool begun;
    uint64_t violated, constraints, placed, steps, particles, hash;
    double energy;        /* composed energy of the particle */
    double weighed;       /* energy of the board by the paper's network; NAN where not asked */
    double seconds;
    double processor;     /* seconds of processor time, on all threads */
    uint64_t model;       /* basin_model_hash */
    struct basin_score score;
    bool scored;
};
/* The beginning of the key of a run of that instance, and its length; and the end of every key,
 * with the seed and the sample. */
size_t paper_key_instance(const char *domain, const char *name, uint32_t limit,
                          char key[static PAPER_KEY]);
#define PAPER_KEY_END " seed=%llu sample=%llu"
/* What an answer is told by from another one. */
uint64_t paper_hash(const int32_t *value, size_t count);

/* What is written of a run beside that, so that others can judge and repeat it. */
struct paper_record {
    const char *domain, *instance;  /* the file's name below the folder of the data, or a size */
    uint32_t limit;
    uint64_t seed, sample;
    json_t *answer;                 /* its values */
};

/* FOLDER/results.jsonl and FOLDER/runs.jsonl, read at the beginning and appended to. */
struct paper_store {
    const char *folder;
    bool full;
    bool fair;                    /* the committed runs: of any version */
    struct paper_rows rows;       /* of this version and mode */
    struct paper_run *run;        /* of this version, sorted by key */
    size_t runs, room;
    FILE *rows_file, *runs_file;
    int64_t rows_whole, runs_whole;  /* bytes of whole lines in them */
};
/* All of these return false after complaining. */
bool paper_store_open(struct paper_store *store, const char *folder, bool full, bool fresh);
bool paper_store_add_row(struct paper_store *store, const struct paper_row *row);
bool paper_store_add_run(struct paper_store *store, const struct paper_run *run,
                         const struct paper_record *record);
/* FOLDER/runs.jsonl alone, the committed runs; to be added to, or only read. */
bool paper_store_open_fair(struct paper_store *store, const char *folder, bool add);
void paper_store_close(struct paper_store *store);
const struct paper_row *paper_store_row(const struct paper_store *store, int table,
                                        enum paper_who who, const char *group, const char *label);
const struct paper_run *paper_store_run(const struct paper_store *store, const char *key);
/* Makes FOLDER/NAME if need be. */
bool paper_folder_make(const char *path);

/* ------------------------------------------------------------------------ how to measure ---- */

enum paper_measure {
    MEASURE_NONE = 0,
    MEASURE_CORRECT,   /* valid answers of a hundred */
    MEASURE_PLACED,    /* values that an answer has, mean and spread */
    MEASURE_SHARE,     /* of the constraints that hold */
    MEASURE_VIOLATED,  /* constraints that an answer breaks, mean */
    MEASURE_UNIQUE,    /* different valid answers */
    MEASURE_SECONDS,   /* from the first run's beginning to the last one's end */
    MEASURE_WEIGHED,   /* energy of the answer's board by the paper's network, mean */
    MEASURE_LETTERS,   /* of a hundred, as the puzzle's own solution says */
    MEASURE_WORDS
};

/* How a run is made; zero and NULL are the library's defaults. */
struct paper_way {
    const char *domain;
    enum basin_method method;
    enum basin_energy energy;
    const char *model;    /* a model that the bench trains, see models.c; NULL: the built-in one */
    const char *sampler;
    uint32_t particles, levels;
    uint64_t steps;
    bool whole;           /* of graphs: nothing is left out of the search */
};

/* Some cells of a row: a set of instances, and how many of them. */
struct paper_part {
    const char *set;      /* see instances.c */
    uint32_t particles;   /* 0: the way's */
    size_t instances, samples;
};

/* A row to be measured. Part p fills the cells p * measures and on. */
struct paper_plan {
    int table;
    enum paper_who who;
    char group[40], label[120];
    struct paper_way way;
    size_t parts, measures;
    struct paper_part part[PAPER_CELLS];
    enum paper_measure measure[2];
    bool batch;           /* all samples in one call on all cores, timed together */
    bool exact;           /* its noise levels are what the row is about */
    double seconds;       /* after them only the first run of each part is begun; 0: no limit */
};

#define PAPER_PLANS 20  /* rows of ours that a table has at the most */
struct paper_plans {
    struct paper_plan plan[PAPER_PLANS];
    size_t count;
};
/* Our rows of a table, as the paper has them or the quick way. */
void paper_plan_table(int table, bool full, struct paper_plans *plans);

struct paper_instance {
    char *name;      /* of its file below the folder of the data; a size of board; or a made file */
    char *spec;      /* what the library opens; NULL: the file is not here */
    uint32_t limit;  /* colours; 0: none */
};
struct paper_set {
    struct paper_instance *instance;
    size_t count;
    char text[200];  /* what they are, and where they are from */
};

struct paper_models;

struct paper_bench {
    const struct paper_options *o;
    struct paper_store *store;
    bool idle;              /* makes rows of the runs that are there, and no run */
    bool part;              /* makes some runs for others to join, and no rows */
    size_t absent;          /* runs that were not made, since the instances' files are not here */
    char data[PAPER_PATH];  /* where the benchmark files are; "": nowhere */
    bool full;
    bool figure[PAPER_FIGURES];  /* asked for: a, b, ... */
    basin_ctx *ctx;
    struct paper_models *models;
    double begun;
};

/* The first `most` instances of a set by name, without looking for a file; to be freed. False after
 * complaining. */
bool paper_set_list(const char *name, size_t most, struct paper_set *set);
/* The same with their files where they are found, and the others made, except for fair rows: those
 * rest on the named files alone. */
bool paper_set_open(struct paper_bench *bench, const char *name, size_t most,
                    struct paper_set *set);
void paper_set_free(struct paper_set *set);

/* A model by name and energy; NULL with the reason in `why`. It lives as long as the bench. */
const basin_model *paper_model(struct paper_bench *bench, const struct paper_way *way,
                               char why[static 300]);
/* What is to be said of it in the settings of a row; "" of a plain built-in one. */
const char *paper_model_text(const struct paper_bench *bench, const struct paper_way *way);
struct paper_models *paper_models_new(void);
void paper_models_free(basin_ctx *ctx, struct paper_models *models);

/* Has a quick run taken so long that what is left must be done with less? */
bool paper_is_late(const struct paper_bench *bench);

/* A row without figures. */
void paper_row_start(const struct paper_plan *plan, struct paper_row *row);

/* Measures a row. Returns 0, EXIT_STOPPED, or EXIT_ERROR after complaining. A row for which there
 * is no model has no figures, and its settings say why. */
int paper_bench_row(struct paper_bench *bench, const struct paper_plan *plan,
                    struct paper_row *row);
/* Table 14, which weighs boards instead of solving. */
int paper_boards_row(struct paper_bench *bench, const struct paper_plan *plan,
                     struct paper_row *row);

/* ----------------------------------------------------------------------------- fair rows ---- */

/* 95 % intervals of a share and of a mean, whose runs have that standard deviation. */
void paper_wilson(double right, double runs, double *low, double *high);
void paper_mean_interval(double mean, double deviation, double runs, double *low, double *high);
/* "agrees" when a figure of the paper lies in the interval of ours, else where ours lies: "below",
 * "above". */
const char *paper_verdict(double theirs, double low, double high);

/* Rows of the paper's method at the paper's own settings, of some tables, with 25 runs a cell or,
 * where one takes minutes, 10. Tables that have none are left empty. */
bool paper_is_fair(int table);
void paper_plan_fair(int table, struct paper_plans *plans);
/* All of them that are wanted, in the order in which they are worth measuring. With an idle bench
 * rows are of the runs that are there; else those missing are made. */
int paper_fair_rows(struct paper_bench *bench, const bool wanted[static PAPER_TABLES + 1],
                    struct paper_rows *rows);
/* The published row that one of ours is to be held against; NULL: none. */
const struct paper_published *paper_counterpart(const struct paper_row *row);
/* A line for each cell: the paper's figure, ours, its interval and runs, the verdict. */
void paper_fair_print(FILE *to, const struct paper_rows *rows, bool markdown);

/* Judges every stored answer of FOLDER/runs.jsonl with the verifier, and holds each line's key
 * against its instance; instances that are files lie in `data`, "" for nowhere: the answers of
 * those are counted and not judged. Returns an exit code. */
int paper_recheck(basin_ctx *ctx, const char *folder, const char *data);

/* What a run is signed with. */
json_t *paper_machine(void);

/* ---------------------------------------------------------------------------- the report ---- */

/* Every place where a basin row is not ahead of what is published in its table and group, as an
 * array of texts; and, of tables whose figures do not compare, where the order is another. */
json_t *paper_behind(const struct paper_rows *rows);

/* How many cells of basin's can be held against published ones, in rows of enough runs; of them,
 * those that are ahead; and those in rows of too few runs, of which nothing is claimed. */
struct paper_claims {
    size_t compared, ahead, few;
};
struct paper_claims paper_claims(const struct paper_rows *rows);
/* The same as a sentence or two. */
#define PAPER_CLAIMS 240
void paper_claims_text(const struct paper_claims *claims, char text[static PAPER_CLAIMS]);

/* From the first on, the last says whether jansson was refused memory, or a call whose status was
 * noted: then what was built of it may lack something, and must not be kept. */
void paper_memory_watch(void);
void paper_memory_note(basin_status status);
bool paper_memory_short(void);

/* The document of the report for these tables; NULL after complaining. */
json_t *paper_document(struct paper_bench *bench, const bool wanted[static PAPER_TABLES + 1],
                       const struct paper_rows *rows, double seconds);
/* The figures of it that are asked for; then the films of figures a and e, which are recorded while
 * their panels are made. */
json_t *paper_figures(struct paper_bench *bench, const struct paper_rows *rows);
bool paper_film_panels(struct paper_bench *bench, char id, json_t *panels);
json_t *paper_runs(struct paper_bench *bench);

/* On standard output. */
void paper_print(const bool wanted[static PAPER_TABLES + 1], const struct paper_rows *rows,
                 const json_t *behind);
/* Writes the summary, and the fair rows, between the markers of a file that has them. Returns an
 * exit code. */
int paper_readme(basin_ctx *ctx, const char *path, const struct paper_rows *rows,
                 const struct paper_rows *fair);

#endif
