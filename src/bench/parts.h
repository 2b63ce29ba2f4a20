/* parts.h - rows and limits: what the files of this room share.
 *
 * A row is a hot path, a limit is what the machine could do at best of what the row is made of. Both
 * are jobs that are timed alike, in turns, so that a machine that slows down slows both. The share
 * of a row is the time that its work would take at the limit's rate, of the time that it took.
 */
#ifndef BASIN_BENCH_PARTS_H
#define BASIN_BENCH_PARTS_H

#include "bench/bench.h"
#include "energy/task.h"

#include <stdio.h>

#define BENCH_RUNS 10

/* What work is counted in. */
enum bench_limit {
    BENCH_FLOPS = 0,  /* floating-point operations (nn/flops.h), in registers */
    BENCH_STREAM,     /* bytes, one after the other */
    BENCH_SCATTER,    /* reads, anywhere */
    BENCH_MULTIPLY,   /* 64-bit products of 32-bit words */
    BENCH_TEXT,       /* characters of numbers, each looked at once */
    BENCH_LIMITS
};

/* Something that is timed. */
struct bench_job {
    void (*run)(void *own);
    void (*close)(basin_ctx *ctx, void *own);
    void *own;
    double units, work;  /* of one run; of a limit both are its work */
    size_t bytes;        /* that it works in: its limit is measured on as many */
    size_t again;        /* runs that are timed together */
    double seconds[BENCH_RUNS];  /* of a run, in processor time, sorted at the end */
};

struct bench_room {
    basin_ctx *ctx;
    const struct bsn_kernel *kernel;
};

struct bench_row {
    const char *name, *about, *unit;
    enum bench_limit limit;
    /* Fills the job; what stands there after a failure is closed, too. */
    basin_status (*open)(const struct bench_room *room, const struct bench_row *row,
                         struct bench_job *job);
    bool openblas;  /* the same by the passes of networks alone, with OpenBLAS for products */
    /* What the row is about, where rows of several domains are opened alike. */
    const char *domain, *kind;
    enum basin_energy energy;
    uint32_t size, width;
    double ratio;
};

extern const struct bench_row bench_rows[];  /* ends with a NULL name */

/* Rows' jobs, by what they do. */
typedef basin_status bench_open_fn(const struct bench_room *room, const struct bench_row *row,
                                   struct bench_job *job);
bench_open_fn bench_open_product, bench_open_energy, bench_open_train, bench_open_resample,
    bench_open_random, bench_open_decode, bench_open_verify, bench_open_move, bench_open_read;

/* A limit for rows that work in so many bytes. */
basin_status bench_open_limit(const struct bench_room *room, enum bench_limit limit, size_t bytes,
                              struct bench_job *job);
/* "multiply-adds", and what its rate is counted in ("Gflop/s"). */
const char *bench_limit_name(enum bench_limit limit);
const char *bench_limit_unit(enum bench_limit limit);

/* A row's instance, generated (of crosswords a small one that is always the same), and the built-in
 * model of the row's energy bound to it. */
struct bench_instance {
    basin_problem *problem;
    basin_model *model;
    struct bsn_graph graph;
    struct bsn_compose *compose;
    size_t floats;  /* of a tile's coordinates */
};
/* To be closed in any case. */
basin_status bench_instance_open(const struct bench_room *room, const struct bench_row *row,
                                 struct bench_instance *out);
void bench_instance_close(basin_ctx *ctx, struct bench_instance *instance);

/* ------------------------------------------------------------------------ what was measured ---- */

struct bench_line {
    const struct bench_row *row;
    struct bench_job job;
    size_t limit;       /* among the limits */
};

struct bench_top {
    enum bench_limit limit;
    struct bench_job job;
};

struct bench_table {
    struct bench_room room;
    struct bsn_kernel openblas;  /* for rows that ask for it, */
    bool lacks_openblas;         /* which were left out */
    size_t lines, tops;
    struct bench_line *line;  /* (lines) */
    struct bench_top *top;    /* (lines) at most */
};

double bench_min(const struct bench_job *job);     /* seconds of a unit */
double bench_median(const struct bench_job *job);
/* Of the limit, in the fastest run of each. */
double bench_share(const struct bench_table *table, const struct bench_line *line);

/* An earlier measurement, read. */
struct bench_before;
/* False after complaining. */
bool bench_before_read(basin_ctx *ctx, const char *path, struct bench_before **out);
void bench_before_free(struct bench_before *before);
/* The seconds of a row; false where it was not measured. */
bool bench_before_find(const struct bench_before *before, const char *row, double *min,
                       double *median);
/* What of its machine is not as here, in words; "" where all is. */
void bench_before_other(const struct bench_before *before, const struct bench_room *room,
                        char text[static 200]);
/* "faster" or "slower" where both shortest and median time say so by more than noise, else
 * "same". */
const char *bench_verdict(const struct bench_job *job, double min, double median);

void bench_print(const struct bench_table *table, const struct bench_before *before);
void bench_print_json(const struct bench_table *table, const struct bench_before *before);

#endif
