/* bench.c - opens rows and their limits, times them in turns, and has the table printed.
 *
 * Time is processor time of the one thread that works, so that other programs count little. Each
 * job is timed BENCH_RUNS times, with all others between two of its runs; a run is repeated until
 * the clock can see it.
 */
#define _GNU_SOURCE
#include "bench/parts.h"
#include "base/mem.h"
#include "bench/openblas.h"
#include "program/program.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define RUN_SECONDS 0.005        /* that a timed run takes, at the least */
#define BYTES_LEAST 16384        /* memory of a limit: a power of two from here */
#define BYTES_MOST 268435456     /* on; so much is in no cache */

static double processor_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double time_runs(struct bench_job *job, size_t again)
{
    const double began = processor_seconds();

    for (size_t i = 0; i < again; i++)
        job->run(job->own);
    return processor_seconds() - began;
}

/* How often a run must be repeated. The first one finds no memory in the caches. */
static void calibrate(struct bench_job *job)
{
    double seconds = time_runs(job, 1);

    for (job->again = 1; (seconds = time_runs(job, job->again)) < RUN_SECONDS; job->again *= 2)
        ;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

double bench_min(const struct bench_job *job)
{
    return job->seconds[0] / job->units;
}

double bench_median(const struct bench_job *job)
{
    return (job->seconds[(BENCH_RUNS - 1) / 2] + job->seconds[BENCH_RUNS / 2]) / 2 / job->units;
}

double bench_share(const struct bench_table *table, const struct bench_line *line)
{
    const double rate = 1 / bench_min(&table->top[line->limit].job);

    return line->job.work / rate / line->job.seconds[0];
}

/* ---------------------------------------------------------------------------------- opening ---- */

/* Is the row asked for: does its name have one of the words in it? */
static bool is_asked(const struct bench_options *o, const struct bench_row *row)
{
    for (size_t i = 0; i < o->operands; i++)
        if (strstr(row->name, o->operand[i]))
            return true;
    return o->operands == 0;
}

/* A word that no row has is a mistake. */
static int check_words(const struct bench_options *o)
{
    for (size_t i = 0; i < o->operands; i++) {
        const struct bench_options one = { .operand = &o->operand[i], .operands = 1 };
        size_t r = 0;
        while (bench_rows[r].name && !is_asked(&one, &bench_rows[r]))
            r++;
        if (!bench_rows[r].name)
            return complain("bench: no row is called anything with \"%s\" in it; `basin bench "
                            "--help` names the rows", o->operand[i]);
    }
    return 0;
}

/* The limit of that kind for so many bytes, opened if it is not there yet. */
static basin_status find_limit(struct bench_table *t, enum bench_limit limit, size_t bytes,
                               size_t *index)
{
    const bool memory = limit == BENCH_STREAM || limit == BENCH_SCATTER;
    size_t room = BYTES_LEAST;

    while (memory && room < bytes && room < BYTES_MOST)
        room *= 2;
    if (limit == BENCH_TEXT)
        room = bytes;
    for (*index = 0; *index < t->tops; (*index)++)
        if (t->top[*index].limit == limit && t->top[*index].job.bytes == room)
            return BASIN_STATUS_OK;
    struct bench_top *const top = &t->top[t->tops++];
    top->limit = limit;
    return bench_open_limit(&t->room, limit, room, &top->job);
}

/* Opens the row, but for one of OpenBLAS where there is none. */
static basin_status open_row(struct bench_table *t, const struct bench_row *row)
{
    struct bench_room room = t->room;
    struct bench_line *const line = &t->line[t->lines];

    if (row->openblas) {
        room.kernel = &t->openblas;
        if (!bench_openblas(t->room.kernel, &t->openblas)) {
            t->lacks_openblas = true;
            return BASIN_STATUS_OK;
        }
    }
    line->row = row;
    t->lines++;
    BSN_TRY(row->open(&room, row, &line->job));
    return find_limit(t, row->limit, line->job.bytes, &line->limit);
}

static basin_status open_rows(struct bench_table *t, const struct bench_options *o)
{
    size_t count = 0, memory;

    while (bench_rows[count].name)
        count++;
    BSN_TRY(BSN_NEW(t->room.ctx, count, &t->line));
    BSN_TRY(BSN_NEW(t->room.ctx, count + 2, &t->top));
    BSN_TRY(find_limit(t, BENCH_FLOPS, 0, &memory));  /* these two say what the machine is like */
    BSN_TRY(find_limit(t, BENCH_STREAM, BYTES_MOST, &memory));
    for (size_t r = 0; r < count && !stop_asked(NULL); r++) {
        if (is_asked(o, &bench_rows[r]))
            BSN_TRY(open_row(t, &bench_rows[r]));
    }
    if (t->lacks_openblas && !o->quiet)
        tell("no rows of OpenBLAS: there is no libopenblas.so.0 here (Debian: libopenblas0-serial)");
    return BASIN_STATUS_OK;
}

static void close_job(basin_ctx *ctx, const struct bench_job *job)
{
    if (job->own)
        job->close(ctx, job->own);
}

static void close_table(struct bench_table *t)
{
    for (size_t i = 0; i < t->lines; i++)
        close_job(t->room.ctx, &t->line[i].job);
    for (size_t i = 0; i < t->tops; i++)
        close_job(t->room.ctx, &t->top[i].job);
    bsn_free(t->room.ctx, t->line);
    bsn_free(t->room.ctx, t->top);
}

/* --------------------------------------------------------------------------------- measuring ---- */

static struct bench_job *job_at(const struct bench_table *t, size_t i)
{
    return i < t->tops ? &t->top[i].job : &t->line[i - t->tops].job;
}

/* False when it was stopped. */
static bool measure(struct bench_table *t, bool shown)
{
    const size_t jobs = t->tops + t->lines;
    char text[64];

    for (size_t i = 0; i < jobs && !stop_asked(NULL); i++)
        calibrate(job_at(t, i));
    for (size_t r = 0; r < BENCH_RUNS; r++) {
        snprintf(text, sizeof text, "run %zu of %d", r + 1, BENCH_RUNS);
        if (shown)
            progress_show(text);
        for (size_t i = 0; i < jobs && !stop_asked(NULL); i++) {
            struct bench_job *const job = job_at(t, i);
            job->seconds[r] = time_runs(job, job->again) / (double)job->again;
        }
    }
    progress_show(NULL);
    for (size_t i = 0; i < jobs; i++)
        qsort(job_at(t, i)->seconds, BENCH_RUNS, sizeof(double), by_size);
    return !stop_asked(NULL);
}

static int run(struct bench_table *t, const struct bench_options *o,
               const struct bench_before *before)
{
    if (bsn_kernel_find(t->room.ctx, o->kernel, &t->room.kernel) != BASIN_STATUS_OK ||
        open_rows(t, o) != BASIN_STATUS_OK)
        return complain_ctx(t->room.ctx);
    if (!measure(t, !o->quiet && isatty(STDERR_FILENO)))
        return EXIT_STOPPED;
    if (o->json)
        bench_print_json(t, before);
    else
        bench_print(t, before);
    return EXIT_DONE;
}

int bench_run(basin_ctx *ctx, const struct bench_options *o)
{
    struct bench_table table = { .room.ctx = ctx };
    struct bench_before *before = NULL;
    int code = check_words(o);

    if (code == 0 && o->compare && !bench_before_read(ctx, o->compare, &before))
        code = EXIT_ERROR;
    if (code == 0) {
        code = run(&table, o, before);
        close_table(&table);
    }
    bench_before_free(before);
    return code;
}
