/* before.c - an earlier measurement, as --json wrote it, and what has changed since. */
#include "bench/parts.h"
#include "format/run_file.h"
#include "program/machine.h"
#include "program/program.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

#define NOISE 0.03  /* a smaller change is none */

struct bench_before {
    json_t *root;
};

/* Both are needed of each row: a positive number. */
static bool read_seconds(const json_t *row, const char *key, double *seconds)
{
    const json_t *const number = json_object_get(row, key);

    *seconds = json_number_value(number);
    return json_is_number(number) && *seconds > 0 && isfinite(*seconds);
}

static const char *what_is_wrong(const json_t *root)
{
    const json_t *const rows = json_object_get(root, "rows");
    const json_t *row;
    size_t i;
    double seconds;

    if (!json_is_object(json_object_get(root, "machine")) || !json_is_array(rows))
        return "it has no machine and no list of rows";
    json_array_foreach(rows, i, row)
        if (!json_is_string(json_object_get(row, "name")) || !read_seconds(row, "min", &seconds) ||
            !read_seconds(row, "median", &seconds))
            return "a row has no name, min or median";
    return NULL;
}

bool bench_before_read(basin_ctx *ctx, const char *path, struct bench_before **out)
{
    json_t *root = NULL;
    const char *wrong;

    if (bsn_record_load(ctx, path, &root) != BASIN_STATUS_OK) {
        complain_ctx(ctx);
        return false;
    }
    wrong = what_is_wrong(root);
    *out = wrong ? NULL : malloc(sizeof **out);
    if (!*out) {
        complain("%s: not what `basin bench --json` writes: %s", path,
                 wrong ? wrong : "no memory to read it");
        json_decref(root);
        return false;
    }
    (*out)->root = root;
    return true;
}

void bench_before_free(struct bench_before *before)
{
    if (before)
        json_decref(before->root);
    free(before);
}

bool bench_before_find(const struct bench_before *before, const char *name, double *min,
                       double *median)
{
    const json_t *row;
    size_t i;

    json_array_foreach(json_object_get(before->root, "rows"), i, row)
        if (strcmp(json_string_value(json_object_get(row, "name")), name) == 0)
            return read_seconds(row, "min", min) && read_seconds(row, "median", median);
    return false;
}

void bench_before_other(const struct bench_before *before, const struct bench_room *room,
                        char text[static 200])
{
    char processor[128];

    machine_processor(processor, sizeof processor);
    const char *const here[][2] = { { "processor", processor },
                                    { "kernel", room->kernel->level },
                                    { "compiler", machine_compiler } };
    text[0] = 0;
    for (size_t i = 0; i < sizeof here / sizeof *here; i++) {
        const char *const there =
            json_string_value(json_object_get(json_object_get(before->root, "machine"),
                                              here[i][0]));
        const size_t used = strlen(text);
        if (!there || strcmp(there, here[i][1]) != 0)
            snprintf(text + used, 200 - used, "%s%s %.60s", used ? ", " : "", here[i][0],
                     there ? there : "unknown");
    }
}

const char *bench_verdict(const struct bench_job *job, double min, double median)
{
    const double by_min = bench_min(job) / min, by_median = bench_median(job) / median;

    if (by_min < 1 - NOISE && by_median < 1 - NOISE)
        return "faster";
    return by_min > 1 + NOISE && by_median > 1 + NOISE ? "slower" : "same";
}
