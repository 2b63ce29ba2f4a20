/* store.c - what was measured, kept as lines of JSON so that a run can be taken up again.
 *
 * results.jsonl has a line for each finished row, runs.jsonl one for each single run: a row that
 * was interrupted, and another table that needs the same runs, find them there. A line that is torn
 * or of another version is passed over.
 */
#define _GNU_SOURCE
#include "base/json_read.h"
#include "paper/parts.h"
#include "program/whole.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* --------------------------------------------------------------------------------- files ---- */

bool paper_folder_make(const char *path)
{
    struct stat info;

    if (mkdir(path, 0777) == 0 || (errno == EEXIST && stat(path, &info) == 0 &&
                                   S_ISDIR(info.st_mode)))
        return true;
    complain("%s: cannot make this folder: %s", path,
             errno == EEXIST ? "there is a file of that name" : strerror(errno));
    return false;
}

/* ------------------------------------------------------------------------------ the rows ---- */

/* Room for one more in a list of `count`; NULL after complaining, with the list as it was. */
static void *grow(void *list, size_t count, size_t *room, size_t size)
{
    const size_t wider = *room ? 2 * *room : 64;

    if (count < *room)
        return list;
    void *const more = realloc(list, wider * size);
    if (more)
        *room = wider;
    else
        complain("out of memory");
    return more;
}

bool paper_rows_add(struct paper_rows *rows, const struct paper_row *row)
{
    struct paper_row *const more = grow(rows->row, rows->count, &rows->room, sizeof *more);

    if (!more)
        return false;
    rows->row = more;
    rows->row[rows->count++] = *row;
    return true;
}

const struct paper_row *paper_store_row(const struct paper_store *store, int table,
                                        enum paper_who who, const char *group, const char *label)
{
    for (size_t i = 0; i < store->rows.count; i++) {
        const struct paper_row *const row = &store->rows.row[i];
        if (row->table == table && row->who == who && strcmp(row->group, group) == 0 &&
            strcmp(row->label, label) == 0)
            return row;
    }
    return NULL;
}

static json_t *numbers(const double *number, size_t count)
{
    json_t *const list = json_array();

    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, isfinite(number[i]) ? json_real(number[i]) : json_null());
    return list;
}

static void read_numbers(const json_t *list, double *number)
{
    for (size_t i = 0; i < PAPER_CELLS; i++) {
        const json_t *const cell = json_array_get(list, i);
        number[i] = json_is_number(cell) ? json_number_value(cell) : NAN;
    }
}

static json_t *counts(const uint32_t *count, size_t number)
{
    json_t *const list = json_array();

    for (size_t i = 0; i < number; i++)
        json_array_append_new(list, json_integer(count[i]));
    return list;
}

static void read_counts(const json_t *list, uint32_t *count)
{
    for (size_t i = 0; i < PAPER_CELLS; i++)
        count[i] = (uint32_t)json_integer_value(json_array_get(list, i));
}

static void copy(char *to, size_t room, const json_t *from, const char *key)
{
    const char *const text = json_string_value(json_object_get(from, key));

    snprintf(to, room, "%s", text ? text : "");
}

static const char *mode_word(bool full)
{
    return full ? "full" : "quick";
}

static json_t *row_line(const struct paper_store *store, const struct paper_row *row)
{
    const size_t cells = paper_table(row->table)->columns;
    char key[300];

    snprintf(key, sizeof key, "%d/%s/%s/%s/%s", row->table, paper_who_word(row->who), row->group,
             row->label, mode_word(store->full));
    return json_pack("{s:s, s:i, s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:s, s:s, s:f, s:I, s:s, "
                     "s:s}", "key", key, "table", row->table, "who", paper_who_word(row->who),
                     "group", row->group, "label", row->label, "cells", numbers(row->cell, cells),
                     "spread", numbers(row->spread, cells), "low", numbers(row->low, cells),
                     "high", numbers(row->high, cells), "rests", counts(row->rests, cells),
                     "settings", row->settings, "instances",
                     row->instances, "seconds", row->seconds, "runs", (json_int_t)row->runs,
                     "mode", mode_word(store->full), "version", BASIN_VERSION);
}

static bool same_text(const json_t *line, const char *key, const char *text)
{
    const char *const value = json_string_value(json_object_get(line, key));

    return value && strcmp(value, text) == 0;
}

static bool take_row(struct paper_store *store, const json_t *line)
{
    struct paper_row row = { .table = (int)json_integer_value(json_object_get(line, "table")) };

    if (!same_text(line, "version", BASIN_VERSION) ||
        !same_text(line, "mode", mode_word(store->full)) || row.table < 1 ||
        row.table > PAPER_TABLES)
        return true;
    row.who = same_text(line, "who", "basin") ? PAPER_BASIN : PAPER_METHOD;
    copy(row.group, sizeof row.group, line, "group");
    copy(row.label, sizeof row.label, line, "label");
    copy(row.settings, sizeof row.settings, line, "settings");
    copy(row.instances, sizeof row.instances, line, "instances");
    row.seconds = json_number_value(json_object_get(line, "seconds"));
    row.runs = (uint32_t)json_integer_value(json_object_get(line, "runs"));
    read_numbers(json_object_get(line, "cells"), row.cell);
    read_numbers(json_object_get(line, "spread"), row.spread);
    read_numbers(json_object_get(line, "low"), row.low);
    read_numbers(json_object_get(line, "high"), row.high);
    read_counts(json_object_get(line, "rests"), row.rests);
    return paper_store_row(store, row.table, row.who, row.group, row.label) ||
           paper_rows_add(&store->rows, &row);
}

/* ------------------------------------------------------------------------------ the runs ---- */

static int compare(const void *a, const void *b)
{
    return strcmp(((const struct paper_run *)a)->key, ((const struct paper_run *)b)->key);
}

const struct paper_run *paper_store_run(const struct paper_store *store, const char *key)
{
    struct paper_run wanted;

    snprintf(wanted.key, sizeof wanted.key, "%s", key);
    return store->runs == 0 ? NULL
                            : bsearch(&wanted, store->run, store->runs, sizeof wanted, compare);
}

/* Kept in order; most come at the end of it. */
static bool insert_run(struct paper_store *store, const struct paper_run *run)
{
    struct paper_run *const more = grow(store->run, store->runs, &store->room, sizeof *more);
    size_t at = store->runs;

    if (!more)
        return false;
    store->run = more;
    while (at > 0 && strcmp(store->run[at - 1].key, run->key) > 0)
        at--;
    if (at > 0 && strcmp(store->run[at - 1].key, run->key) == 0) {
        store->run[at - 1] = *run;  /* the later one counts: of another model */
        return true;
    }
    memmove(store->run + at + 1, store->run + at, (store->runs - at) * sizeof *store->run);
    store->run[at] = *run;
    store->runs++;
    return true;
}

static json_t *real_or_null(double number)
{
    return isfinite(number) ? json_real(number) : json_null();
}

static json_t *run_line(const struct paper_run *run)
{
    char model[20];

    snprintf(model, sizeof model, "%016llx", (unsigned long long)run->model);
    return json_pack("{s:s, s:s, s:b, s:I, s:I, s:I, s:I, s:I, s:I, s:o, s:o, s:f, s:b, s:I, s:I, "
                     "s:I, s:I, s:s, s:o}",
                     "version", BASIN_VERSION, "run", run->key, "begun", run->begun, "violated",
                     (json_int_t)run->violated, "constraints", (json_int_t)run->constraints,
                     "placed", (json_int_t)run->placed, "steps", (json_int_t)run->steps,
                     "particles", (json_int_t)run->particles, "hash", (json_int_t)run->hash,
                     "energy", real_or_null(run->energy), "weighed", real_or_null(run->weighed),
                     "seconds", run->seconds, "scored", run->scored, "letters",
                     (json_int_t)run->score.letters, "letters_right",
                     (json_int_t)run->score.letters_right, "words", (json_int_t)run->score.words,
                     "words_right", (json_int_t)run->score.words_right, "model", model,
                     "processor_seconds", real_or_null(run->processor));
}

/* A run's line with what else is known of it. */
static json_t *record_line(const struct paper_run *run, const struct paper_record *record)
{
    json_t *const line = run_line(run), *const machine = paper_machine();
    json_t *const more = json_pack("{s:s, s:s, s:I, s:I, s:I, s:O}", "domain", record->domain,
                                   "instance", record->instance, "limit",
                                   (json_int_t)record->limit, "seed", (json_int_t)record->seed,
                                   "sample", (json_int_t)record->sample, "answer", record->answer);
    const bool fine = json_object_update(line, more) == 0 && json_object_update(line, machine) == 0;

    json_decref(more);
    json_decref(machine);
    if (fine)
        return line;
    json_decref(line);
    return NULL;
}

static uint64_t whole(const json_t *line, const char *key)
{
    return (uint64_t)json_integer_value(json_object_get(line, key));
}

static double real(const json_t *line, const char *key)
{
    const json_t *const value = json_object_get(line, key);

    return json_is_number(value) ? json_number_value(value) : NAN;
}

static bool take_run(struct paper_store *store, const json_t *line)
{
    struct paper_run run = { .begun = json_is_true(json_object_get(line, "begun")),
                             .scored = json_is_true(json_object_get(line, "scored")) };

    if (!store->fair && !same_text(line, "version", BASIN_VERSION))
        return true;
    copy(run.key, sizeof run.key, line, "run");
    run.violated = whole(line, "violated");
    run.constraints = whole(line, "constraints");
    run.placed = whole(line, "placed");
    run.steps = whole(line, "steps");
    run.particles = whole(line, "particles");
    run.hash = whole(line, "hash");
    run.energy = real(line, "energy");
    run.weighed = real(line, "weighed");
    run.seconds = real(line, "seconds");
    run.processor = real(line, "processor_seconds");
    const char *const model = json_string_value(json_object_get(line, "model"));
    run.model = model ? strtoull(model, NULL, 16) : 0;
    run.score = (struct basin_score){ whole(line, "letters"), whole(line, "letters_right"),
                                      whole(line, "words"), whole(line, "words_right") };
    return run.key[0] == 0 || insert_run(store, &run);
}

/* ---------------------------------------------------------------------- reading, writing ---- */

typedef bool take_fn(struct paper_store *store, const json_t *line);

static bool read_lines(struct paper_store *store, FILE *file, take_fn *take)
{
    char *line = NULL;
    size_t room = 0;
    bool fine = true;

    while (fine && getline(&line, &room, file) >= 0) {
        struct bsn_json_error error;
        json_t *const parsed = bsn_json_read(line, strlen(line), 0, &error);
        if (!parsed && error.status == BASIN_STATUS_MEMORY)
            fine = complain("%s", error.text) == 0;
        else
            fine = !json_is_object(parsed) || take(store, parsed);
        json_decref(parsed);
    }
    free(line);
    if (fine && !feof(file))
        fine = complain("cannot read: %s", strerror(errno)) == 0;
    return fine;
}

/* A last line without its end was torn: the next one begins on a line of its own. */
static bool end_line(FILE *file, int64_t *whole)
{
    bool torn = false;

    if (fseek(file, -1, SEEK_END) == 0) {
        const int last = fgetc(file);
        if (last == EOF)
            return false;
        torn = last != '\n';
    }
    if (fseek(file, 0, SEEK_END) != 0 || (torn && fputc('\n', file) == EOF))
        return false;
    *whole = ftello(file);
    return true;
}

static FILE *open_lines(struct paper_store *store, const char *name, bool fresh, take_fn *take,
                        int64_t *whole)
{
    char path[PAPER_PATH];

    snprintf(path, sizeof path, "%.4000s/%s", store->folder, name);
    FILE *const file = fopen(path, fresh ? "w+e" : "a+e");
    if (!file) {
        complain("%s: cannot write: %s", path, strerror(errno));
        return NULL;
    }
    if (!read_lines(store, file, take)) {
        fclose(file);
        return NULL;
    }
    if (end_line(file, whole))
        return file;
    complain("%s: cannot read: %s", path, strerror(errno));
    fclose(file);
    return NULL;
}

bool paper_store_open(struct paper_store *store, const char *folder, bool full, bool fresh)
{
    *store = (struct paper_store){ .folder = folder, .full = full };
    if (!paper_folder_make(folder))
        return false;
    store->rows_file = open_lines(store, "results.jsonl", fresh, take_row,
                                  &store->rows_whole);
    store->runs_file = store->rows_file ? open_lines(store, "runs.jsonl", fresh, take_run,
                                                     &store->runs_whole)
                                        : NULL;
    return store->runs_file != NULL;
}

bool paper_store_open_fair(struct paper_store *store, const char *folder, bool add)
{
    char path[PAPER_PATH];

    *store = (struct paper_store){ .folder = folder, .full = true, .fair = true };
    if (add) {
        store->runs_file = paper_folder_make(folder)
                               ? open_lines(store, "runs.jsonl", false, take_run,
                                            &store->runs_whole)
                               : NULL;
        return store->runs_file != NULL;
    }
    snprintf(path, sizeof path, "%.4000s/runs.jsonl", folder);
    FILE *const file = fopen(path, "re");
    if (!file)  /* where there is no such file, there are no runs yet */
        return errno == ENOENT || complain("%s: cannot read: %s", path, strerror(errno)) == 0;
    const bool fine = read_lines(store, file, take_run);
    fclose(file);
    return fine;
}

/* The line is made before any of it is written: memory may be short. */
static bool append(FILE *file, int64_t *whole, json_t *line)
{
    char *const text = line ? json_dumps(line, JSON_COMPACT | JSON_REAL_PRECISION(9)) : NULL;

    json_decref(line);
    if (!text || paper_memory_short()) {
        free(text);
        return complain("out of memory") == 0;
    }
    fprintf(file, "%s\n", text);
    free(text);
    if (whole_lines(file, whole))
        return true;
    return complain("cannot write the results: %s", strerror(errno)) == 0;
}

bool paper_store_add_row(struct paper_store *store, const struct paper_row *row)
{
    return paper_rows_add(&store->rows, row) && append(store->rows_file, &store->rows_whole,
                                                       row_line(store, row));
}

bool paper_store_add_run(struct paper_store *store, const struct paper_run *run,
                         const struct paper_record *record)
{
    return insert_run(store, run) && append(store->runs_file, &store->runs_whole,
                                            record_line(run, record));
}

void paper_store_close(struct paper_store *store)
{
    if (store->rows_file)
        fclose(store->rows_file);
    if (store->runs_file)
        fclose(store->runs_file);
    free(store->rows.row);
    free(store->run);
}
