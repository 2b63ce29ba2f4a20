/* report.c - the table, for people and as JSON. */
#include "base/json.h"
#include "bench/parts.h"
#include "program/jobs.h"
#include "program/machine.h"
#include "program/program.h"

#define DIGITS 4

/* "12.3 us" */
static const char *seconds_text(double seconds, char text[static 32])
{
    static const char *const units[] = { "s", "ms", "us", "ns" };
    size_t unit = 0;

    while (unit < 3 && seconds < 1) {
        seconds *= 1000;
        unit++;
    }
    snprintf(text, 32, "%.*f %s", seconds < 10 ? 2 : seconds < 100 ? 1 : 0, seconds, units[unit]);
    return text;
}

static const char *bytes_text(size_t bytes, char text[static 32])
{
    if (bytes >= 1048576)
        snprintf(text, 32, "%zu MB", bytes / 1048576);
    else
        snprintf(text, 32, "%zu KB", bytes / 1024);
    return text;
}

static bool in_memory(enum bench_limit limit)
{
    return limit == BENCH_STREAM || limit == BENCH_SCATTER;
}

static void print_machine(const struct bench_table *t)
{
    char processor[128];

    machine_processor(processor, sizeof processor);
    printf("%s, %s, %zu cores, %s, basin %s, commit %s, load %.1f\n", processor,
           t->room.kernel->level, jobs_cores(), machine_compiler, BASIN_VERSION, machine_commit,
           machine_load());
}

static void limit_text(const struct bench_top *top, char text[static 64])
{
    char bytes[32];

    if (in_memory(top->limit))
        snprintf(text, 64, "%s, %s", bench_limit_name(top->limit),
                 bytes_text(top->job.bytes, bytes));
    else
        snprintf(text, 64, "%s", bench_limit_name(top->limit));
}

static void print_limits(const struct bench_table *t)
{
    char name[64], rate[2][32];

    printf("\n%-28s %15s %15s\n", "limit of one core", "most", "median");
    for (size_t i = 0; i < t->tops; i++) {
        const struct bench_top *const top = &t->top[i];
        limit_text(top, name);
        snprintf(rate[0], 32, "%.3g %s", 1e-9 / bench_min(&top->job), bench_limit_unit(top->limit));
        snprintf(rate[1], 32, "%.3g %s", 1e-9 / bench_median(&top->job),
                 bench_limit_unit(top->limit));
        printf("%-28s %15s %15s\n", name, rate[0], rate[1]);
    }
}

static void print_line(const struct bench_table *t, const struct bench_line *line,
                       const struct bench_before *before)
{
    char time[3][32], share[32], limit[64];
    double min, median;

    limit_text(&t->top[line->limit], limit);
    snprintf(share, sizeof share, "%.1f %%", 100 * bench_share(t, line));
    printf("%-24s %10s %10s %8s  %-26s", line->row->name,
           seconds_text(bench_min(&line->job), time[0]),
           seconds_text(bench_median(&line->job), time[1]), share, limit);
    if (!before)
        printf(" %s\n", line->row->about);
    else if (bench_before_find(before, line->row->name, &min, &median))
        printf(" %10s %8.3f  %s\n", seconds_text(median, time[2]),
               bench_median(&line->job) / median, bench_verdict(&line->job, min, median));
    else
        printf(" %10s %8s  new\n", "-", "-");
}

void bench_print(const struct bench_table *t, const struct bench_before *before)
{
    char other[200];

    print_machine(t);
    if (before) {
        bench_before_other(before, &t->room, other);
        if (*other)
            printf("before: measured elsewhere (%s)\n", other);
    }
    print_limits(t);
    printf("\n%-24s %10s %10s %8s  %-26s %s\n", "row", "shortest", "median", "share", "of",
           before ? "    before    ratio" : "one is");
    for (size_t i = 0; i < t->lines; i++)
        print_line(t, &t->line[i], before);
}

/* ------------------------------------------------------------------------------------ JSON ---- */

static void json_machine(struct bsn_json *j, const struct bench_table *t)
{
    char processor[128];

    machine_processor(processor, sizeof processor);
    bsn_json_open(j, "machine", '{');
    bsn_json_text(j, "processor", processor);
    bsn_json_text(j, "kernel", t->room.kernel->level);
    bsn_json_count(j, "cores", jobs_cores());
    bsn_json_text(j, "compiler", machine_compiler);
    bsn_json_text(j, "version", BASIN_VERSION);
    bsn_json_text(j, "commit", machine_commit);
    bsn_json_number(j, "load", machine_load(), DIGITS);
    bsn_json_close(j, '}');
}

static void json_limit(struct bsn_json *j, const struct bench_top *top)
{
    bsn_json_open(j, NULL, '{');
    bsn_json_text(j, "name", bench_limit_name(top->limit));
    bsn_json_text(j, "unit", bench_limit_unit(top->limit));
    if (in_memory(top->limit))
        bsn_json_count(j, "bytes", top->job.bytes);
    bsn_json_number(j, "most", 1e-9 / bench_min(&top->job), DIGITS);
    bsn_json_number(j, "median", 1e-9 / bench_median(&top->job), DIGITS);
    bsn_json_close(j, '}');
}

static void json_row(struct bsn_json *j, const struct bench_table *t,
                     const struct bench_line *line, const struct bench_before *before)
{
    double min, median;

    bsn_json_open(j, NULL, '{');
    bsn_json_text(j, "name", line->row->name);
    bsn_json_text(j, "about", line->row->about);
    bsn_json_text(j, "unit", line->row->unit);
    bsn_json_number(j, "min", bench_min(&line->job), DIGITS);
    bsn_json_number(j, "median", bench_median(&line->job), DIGITS);
    bsn_json_count(j, "runs", BENCH_RUNS);
    bsn_json_number(j, "work", line->job.work / line->job.units, DIGITS);
    bsn_json_count(j, "limit", line->limit);
    bsn_json_number(j, "share", bench_share(t, line), DIGITS);
    if (before && bench_before_find(before, line->row->name, &min, &median)) {
        bsn_json_number(j, "before", median, DIGITS);
        bsn_json_number(j, "ratio", bench_median(&line->job) / median, DIGITS);
        bsn_json_text(j, "verdict", bench_verdict(&line->job, min, median));
    }
    bsn_json_close(j, '}');
}

void bench_print_json(const struct bench_table *t, const struct bench_before *before)
{
    struct bsn_json j = { .to = stdout };

    bsn_json_open(&j, NULL, '{');
    json_machine(&j, t);
    bsn_json_open(&j, "limits", '[');
    for (size_t i = 0; i < t->tops; i++)
        json_limit(&j, &t->top[i]);
    bsn_json_close(&j, ']');
    bsn_json_open(&j, "rows", '[');
    for (size_t i = 0; i < t->lines; i++)
        json_row(&j, t, &t->line[i], before);
    bsn_json_close(&j, ']');
    bsn_json_close(&j, '}');
    bsn_json_line(&j);
}
