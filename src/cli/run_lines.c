/* run_lines.c - reads JSON lines of runs, tells which are of the same run, puts them in order. */
#define _GNU_SOURCE
#include "base/json_read.h"
#include "run_lines.h"

#include "program/whole.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What tells runs apart; the sample comes beside it. The limit is last: see sort. */
static const char *const identities[] = { "run", "key", "domain", "instance", "method",
                                          "model_energy", "sampler", "selection", "kernel",
                                          "seed", "most_steps", "samples", "solution", "model",
                                          "version", "limit" };
/* What two accounts of one run may differ in. */
static const char *const accidents[] = { "seconds", "processor_seconds", "load", "processor",
                                         "compiler", "commit" };
#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* ------------------------------------------------------------------------------- reading ---- */

const char *run_line_place(const struct run_line *line, char text[static RUN_PLACE])
{
    snprintf(text, RUN_PLACE, "%.280s:%zu", line->path, line->number);
    return text;
}

uint64_t run_line_count(const json_t *object, const char *key)
{
    const json_t *const value = json_object_get(object, key);
    const json_int_t whole = json_integer_value(value);
    const double real = json_real_value(value);

    if (whole > 0)
        return (uint64_t)whole;
    return real >= 0x1p64 ? UINT64_MAX : real > 0 ? (uint64_t)real : 0;
}

static size_t count_of(const json_t *object, const char *key)
{
    return (size_t)run_line_count(object, key);
}

static bool has_text(const json_t *object, const char *key)
{
    return json_string_length(json_object_get(object, key)) > 0;
}

/* Does it say of which run it is? */
static bool is_run(const json_t *object)
{
    return has_text(object, "run") || has_text(object, "key") ||
           (has_text(object, "domain") && has_text(object, "instance"));
}

/* The members that say which run it is, as JSON. */
static char *identify(const json_t *object)
{
    json_t *const list = json_array();

    for (size_t i = 0; i < LENGTH(identities); i++) {
        json_t *const value = json_object_get(object, identities[i]);
        if (json_array_append_new(list, value ? json_incref(value) : json_null()) != 0) {
            json_decref(list);
            return NULL;
        }
    }
    char *const text = json_dumps(list, JSON_COMPACT);
    json_decref(list);
    return text;
}

static void clear(struct run_line *line)
{
    json_decref(line->object);
    free(line->text);
    free(line->identity);
}

static bool append(struct run_lines *lines, const struct run_line *line)
{
    if (lines->count == lines->room) {
        const size_t room = 2 * lines->room + 64;
        struct run_line *const more = realloc(lines->line, room * sizeof *more);
        if (!more)
            return false;
        lines->line = more;
        lines->room = room;
    }
    lines->line[lines->count++] = *line;
    return true;
}

static int take(struct run_lines *lines, struct run_line *line)
{
    char place[RUN_PLACE];

    if (!is_run(line->object)) {
        clear(line);
        return complain("%s: not a line of a run: no \"run\", no \"key\", no \"domain\" with "
                        "\"instance\"", run_line_place(line, place));
    }
    line->identity = identify(line->object);
    line->sample = count_of(line->object, "sample");
    line->entry = count_of(line->object, "entry");
    line->entries = count_of(line->object, "entries");
    line->samples = count_of(line->object, "samples");
    if (line->identity && append(lines, line))
        return 0;
    clear(line);
    return complain("out of memory");
}

/* Seeds may be larger than the integers of the reader are. */
static json_t *parse(const char *text, size_t length, struct bsn_json_error *error)
{
    const size_t strict = JSON_REJECT_DUPLICATES;
    json_t *const object = bsn_json_read(text, length, strict, error);

    return object || error->status == BASIN_STATUS_MEMORY
               ? object
               : bsn_json_read(text, length, strict | JSON_DECODE_INT_AS_REAL, error);
}

static int read_all(struct run_lines *lines, const char *path, FILE *from, bool quiet)
{
    struct run_line line = { .path = path };
    struct bsn_json_error error;
    char *text = NULL;
    size_t room = 0;
    ssize_t length;
    int code = 0;

    while (code == 0 && (length = getline(&text, &room, from)) > 0) {
        const bool whole = text[length - 1] == '\n';
        line.number++;
        line.end += (size_t)length;
        text[length - whole] = 0;
        if (!text[strspn(text, " \t\r")])
            continue;
        line.object = parse(text, (size_t)length - whole, &error);
        if (line.object && json_is_object(line.object) && whole) {
            line.text = strdup(text);
            line.identity = NULL;
            code = line.text ? take(lines, &line) : complain("out of memory");
            continue;
        }
        json_decref(line.object);
        if (!line.object && error.status == BASIN_STATUS_MEMORY)
            code = complain("%s:%zu: %s", path, line.number, error.text);
        else if (whole || text[0] != '{')  /* a packed file may have no line break at all */
            code = complain("%s:%zu: not a JSON object on a line", path, line.number);
        else if (!quiet)
            tell("%s:%zu: torn off before its end, left out", path, line.number);
    }
    free(text);
    return code == 0 && !feof(from) ? complain("%s: cannot read", path) : code;
}

int run_lines_read(struct run_lines *lines, const char *path)
{
    FILE *const from = fopen(path, "re");

    if (!from)
        return complain("%s: cannot open: %s", path, strerror(errno));
    const int code = read_all(lines, path, from, true);
    fclose(from);
    return code;
}

static int read_bytes(struct run_lines *lines, const char *path, char *bytes, size_t length,
                      bool quiet)
{
    FILE *const from = fmemopen(bytes, length, "r");

    if (!from)
        return complain("out of memory");
    const int code = read_all(lines, strcmp(path, "-") == 0 ? "<stdin>" : path, from, quiet);
    fclose(from);
    return code;
}

int run_lines_unpack(basin_ctx *ctx, struct run_lines *lines, const char *path, bool quiet)
{
    char *bytes;
    size_t length;

    if (whole_read(ctx, path, &bytes, &length) != 0)
        return EXIT_ERROR;
    const int code = length > 0 ? read_bytes(lines, path, bytes, length, quiet) : 0;
    whole_free(ctx, bytes);
    return code;
}

void run_lines_free(struct run_lines *lines)
{
    for (size_t i = 0; i < lines->count; i++)
        clear(&lines->line[i]);
    free(lines->line);
    *lines = (struct run_lines){ 0 };
}

/* ------------------------------------------------------------------------------- joining ---- */

static int by_identity(const void *a, const void *b)
{
    const struct run_line *const p = a, *const q = b;
    const int identity = strcmp(p->identity, q->identity);

    return identity ? identity : p->place < q->place ? -1 : p->place > q->place;
}

/* Entries come first; lines without one where the first of their kind stood. */
static int by_place(const void *a, const void *b)
{
    const struct run_line *const p = a, *const q = b;

    if (p->entry != q->entry)
        return p->entry < q->entry ? -1 : 1;
    if (p->place != q->place)
        return p->place < q->place ? -1 : 1;
    if (p->sample != q->sample)
        return p->sample < q->sample ? -1 : 1;
    return p->end < q->end ? -1 : p->end > q->end;
}

/* How much of its run a line tells of. */
enum { NOT_BEGUN, CUT_SHORT, DONE };
static int how_far(const struct run_line *line)
{
    const json_t *const begun = json_object_get(line->object, "begun");

    if (run_line_says(line, "kind", "none") || json_is_false(begun))
        return NOT_BEGUN;
    return run_line_says(line, "stop", "caller") ? CUT_SHORT : DONE;
}

/* Is the second line of the same run as the first, but for a limit which it does not know? It was
 * stopped before its graph was read. */
static bool knows_no_limit(const struct run_line *a, const struct run_line *b)
{
    const size_t head = (size_t)(strrchr(a->identity, ',') + 1 - a->identity);

    return how_far(b) == NOT_BEGUN && strncmp(a->identity, b->identity, head) == 0 &&
           strcmp(b->identity + head, "null]") == 0;
}

/* By identity, one without a limit stands right behind those with one. */
static void sort(struct run_lines *lines)
{
    for (size_t i = 0; i < lines->count; i++)
        lines->line[i].place = i;
    qsort(lines->line, lines->count, sizeof *lines->line, by_identity);
    for (size_t i = 1; i < lines->count; i++)
        if (strcmp(lines->line[i - 1].identity, lines->line[i].identity) == 0 ||
            knows_no_limit(&lines->line[i - 1], &lines->line[i]))
            lines->line[i].place = lines->line[i - 1].place;
    qsort(lines->line, lines->count, sizeof *lines->line, by_place);
}

static bool is_same_run(const struct run_line *a, const struct run_line *b)
{
    return a->sample == b->sample && a->entry == b->entry && a->place == b->place;
}

static bool says_same(const struct run_line *a, const struct run_line *b)
{
    json_t *const p = json_copy(a->object), *const q = json_copy(b->object);

    for (size_t i = 0; i < LENGTH(accidents); i++) {
        json_object_del(p, accidents[i]);
        json_object_del(q, accidents[i]);
    }
    const bool same = p && q && json_equal(p, q);
    json_decref(p);
    json_decref(q);
    return same;
}

static int refuse(const struct run_line *a, const struct run_line *b)
{
    char one[RUN_PLACE], other[RUN_PLACE];

    return complain("%s and %s are of the same run and differ in more than times",
                    run_line_place(a, one), run_line_place(b, other));
}

/* Which of two lines of one run tells less of it? Below 0 the first, above 0 the second, 0 neither.
 * Of two that signals cut short, at whatever moments, it is the one of fewer steps. */
static int tells_less(const struct run_line *a, const struct run_line *b)
{
    const int one = how_far(a), two = how_far(b);
    const size_t steps = count_of(a->object, "steps"), others = count_of(b->object, "steps");

    if (one != two)
        return one - two;
    return one != CUT_SHORT || steps == others ? 0 : steps < others ? -1 : 1;
}

/* Leaves in `kept` the line that tells more, and clears the other. */
static int choose(struct run_lines *lines, struct run_line *kept, struct run_line *other)
{
    const int less = tells_less(kept, other);
    struct run_line left = less < 0 ? *kept : *other;
    int code = 0;

    lines->late += less != 0;
    if (less == 0 && how_far(kept) == DONE && !says_same(kept, other))
        code = refuse(kept, other);
    if (less < 0)
        *kept = *other;
    clear(&left);
    return code;
}

int run_lines_join(struct run_lines *lines)
{
    const size_t told = lines->count;
    size_t kept = 0;
    int code = 0;

    sort(lines);
    for (size_t i = 0; i < told; i++) {
        struct run_line *const last = kept > 0 ? &lines->line[kept - 1] : NULL;
        if (!last || !is_same_run(last, &lines->line[i]))
            lines->line[kept++] = lines->line[i];
        else if (code == 0)
            code = choose(lines, last, &lines->line[i]);
        else
            clear(&lines->line[i]);
    }
    lines->doubles = told - kept;
    lines->count = kept;
    return code;
}

/* ------------------------------------------------------------------------------ outcomes ---- */

const char *run_line_word(const json_t *object, const char *key)
{
    const char *const word = json_string_value(json_object_get(object, key));

    return word ? word : "";
}

static double number_of(const json_t *object, const char *key)
{
    const json_t *const number = json_object_get(object, key);

    return json_is_number(number) ? json_number_value(number) : NAN;
}

bool run_line_says(const struct run_line *line, const char *key, const char *word)
{
    return strcmp(run_line_word(line->object, key), word) == 0;
}

const char *run_line_lacks(const struct run_line *line)
{
    static const char *const always[] = { "domain", "instance", "kind", "constraints", "steps",
                                          "seconds", "method", "model_energy", "sampler",
                                          "selection", "kernel", "seed", "sample", "most_steps",
                                          "entry", "entries", "placed", "hash" };
    const size_t count = LENGTH(always) - (how_far(line) == NOT_BEGUN ? 2 : 0);

    for (size_t i = 0; i < count; i++)
        if (!json_object_get(line->object, always[i]))
            return always[i];
    return NULL;
}

/* A domain's own sampler gives way to the first one where it does not fit. */
static bool sampler_fits(const struct run_line *line, const struct setup *s)
{
    return run_line_says(line, "sampler", s->sampler) ||
           (s->chosen && run_line_says(line, "sampler", basin_sampler_name(0)));
}

const char *run_line_differs(const struct run_line *line, const struct setup *s, size_t entries)
{
    const struct {
        const char *key, *word;
    } words[] = { { "domain", domain_of(s) },
                  { "method", s->method },
                  { "model_energy", s->energy },
                  { "selection", s->selection },
                  { "kernel", s->kernel } };

    for (size_t i = 0; i < LENGTH(words); i++)
        if (!run_line_says(line, words[i].key, words[i].word))
            return words[i].key;
    if (!sampler_fits(line, s))
        return "sampler";
    if (number_of(line->object, "seed") != (double)s->solve.seed)
        return "seed";
    if (count_of(line->object, "most_steps") != s->solve.steps)
        return "most_steps";
    if (line->samples > 0 && s->samples > 0 && line->samples != s->samples)
        return "samples";  /* earlier builds do not say; how many lines there are does */
    return line->entries != entries ? "entries" : line->entry >= entries ? "entry" : NULL;
}

bool run_line_done(const struct run_line *line)
{
    return how_far(line) == DONE;
}

/* As answers have it: 0 for a name that is none. */
static uint32_t sampler_of(const char *name)
{
    for (uint32_t i = 0; basin_sampler_name(i); i++)
        if (strcmp(basin_sampler_name(i), name) == 0)
            return i + 1;
    return 0;
}

static void take_run(const json_t *object, struct basin_answer *answer, struct run_facts *facts)
{
    answer->kind = kind_of(run_line_word(object, "kind"));
    answer->violated = count_of(object, "violated");
    answer->energy = number_of(object, "energy");
    answer->steps = count_of(object, "steps");
    answer->seconds = number_of(object, "seconds");
    answer->sampler = sampler_of(run_line_word(object, "sampler"));
    facts->placed = count_of(object, "placed");
    facts->hash = strtoull(run_line_word(object, "hash"), NULL, 16);
    facts->scored = json_object_get(object, "letters") != NULL;
    facts->score = (struct basin_score){ count_of(object, "letters"),
                                         count_of(object, "letters_right"),
                                         count_of(object, "words"),
                                         count_of(object, "words_right") };
}

bool run_lines_outcome(const struct run_line *line, size_t count, const char *reference,
                       struct outcome *out)
{
    *out = (struct outcome){ .reference = NAN, .answer = answers_new(count),
                             .facts = calloc(count, sizeof *out->facts) };
    if (!out->answer || !out->facts)
        return false;
    for (size_t i = 0; i < count; i++) {
        take_run(line[i].object, &out->answer[i], &out->facts[i]);
        out->seconds += out->answer[i].seconds;
    }
    if (reference)
        out->reference = number_of(line[0].object, reference);
    out->question.constraints = count_of(line[0].object, "constraints");
    return tally_runs(out->answer, out->facts, count, &out->tally);
}
