/* verb_merge.c - joins the JSON lines of runs that were made in parts, and adds them up.
 *
 * What comes out is what one process would have written, but for times: lines in the order of the
 * whole list, each run once, and behind lines of eval its table and summary. Lines of other verbs
 * are joined and counted.
 */
#define _GNU_SOURCE
#include "program/gathered.h"
#include "program/whole.h"
#include "run_lines.h"

#include <stdlib.h>
#include <string.h>

struct merge {
    const struct options *o;
    const char *output;   /* a file, or NULL for standard output */
    struct options as;    /* options of the eval that would have printed the same */
    struct run_lines lines;
    struct setup setup;   /* words of the first line; nothing is solved with it */
    struct report report;
    size_t runs;          /* lines of an instance */
    size_t found, cut;    /* instances that there are lines of, and those with too few of them */
    size_t missing;       /* the first one without lines */
};

/* -------------------------------------------------------------------------------- checks ---- */

/* The sampler that was asked for or chosen: the first that is not what runs where that does not
 * fit. */
static void take_sampler(struct merge *m)
{
    const char *const instead = basin_sampler_name(0);

    m->setup.sampler = instead;
    for (size_t i = 0; i < m->lines.count && !m->setup.chosen; i++) {
        const char *const word = run_line_word(m->lines.line[i].object, "sampler");
        m->setup.chosen = strcmp(word, instead) != 0;
        m->setup.sampler = m->setup.chosen ? word : instead;
    }
}

/* Lines of one eval have its settings in common; their words are what the summary says. */
static void take_words(struct merge *m)
{
    const json_t *const first = m->lines.line[0].object;
    struct setup *const s = &m->setup;

    s->domain = run_line_word(first, "domain");
    s->method = run_line_word(first, "method");
    s->energy = run_line_word(first, "model_energy");
    take_sampler(m);
    s->selection = run_line_word(first, "selection");
    s->kernel = run_line_word(first, "kernel");
    s->solve.seed = run_line_count(first, "seed");
    s->solve.steps = run_line_count(first, "most_steps");
    s->samples = m->lines.line[0].samples;
}

/* And one entry of the list is one instance. */
static bool check(const struct merge *m)
{
    const struct run_line *const line = m->lines.line;
    char one[RUN_PLACE], other[RUN_PLACE];

    for (size_t i = 0; i < m->lines.count; i++) {
        const struct run_line *const last = i > 0 ? &line[i - 1] : line;
        const bool same = last->entry != line[i].entry || last->place == line[i].place;
        const char *const key = run_line_differs(&line[i], &m->setup, line[0].entries);
        if (!same || key)
            return complain("%s and %s are of different runs of eval: \"%s\" differs",
                            run_line_place(last, one), run_line_place(&line[i], other),
                            key ? key : "instance") == 0;
    }
    return true;
}

/* Runs that a signal ended are shorter than those of one process. Returns the exit code. */
static int tell_stopped(const struct merge *m)
{
    size_t count = 0;

    for (size_t i = 0; i < m->lines.count; i++)
        count += run_line_says(&m->lines.line[i], "stop", "caller");
    if (count > 0)
        tell("%zu of the runs %s cut short by a signal", count, count == 1 ? "was" : "were");
    return count > 0 ? EXIT_STOPPED : EXIT_DONE;
}

/* All lines, as a file that is there when all of it is. */
static int write_file(const struct merge *m)
{
    struct gathered text = { 0 };
    basin_ctx *ctx = NULL;
    FILE *const to = gathered_open(&text);
    int code = EXIT_ERROR;

    for (size_t i = 0; to && i < m->lines.count; i++)
        fprintf(to, "%s\n", m->lines.line[i].text);
    if (!to || !gathered_close(to, &text) || ctx_new(&ctx) != BASIN_STATUS_OK)
        complain("out of memory");
    else
        code = whole_write(ctx, m->output, text.text);
    basin_ctx_free(ctx);
    free(text.text);
    return code;
}

/* ----------------------------------------------------------------------- lines of an eval ---- */

/* How many lines from `first` on are of the same instance. */
static size_t runs_at(const struct run_lines *lines, size_t first)
{
    size_t count = 1;

    while (first + count < lines->count &&
           lines->line[first + count].entry == lines->line[first].entry)
        count++;
    return count;
}

/* What there is of the list, before any of it is printed: names, and what is not there. */
static char **list_names(struct merge *m)
{
    char **const name = calloc(m->lines.count, sizeof *name);

    m->missing = SIZE_MAX;
    m->runs = m->setup.samples;
    for (size_t i = 0; name && i < m->lines.count; i += runs_at(&m->lines, i)) {
        const size_t runs = runs_at(&m->lines, i);
        m->runs = runs > m->runs ? runs : m->runs;
        if (m->missing == SIZE_MAX && m->lines.line[i].entry != m->found)
            m->missing = m->found;
        name[m->found++] = (char *)run_line_word(m->lines.line[i].object, "instance");
    }
    if (m->missing == SIZE_MAX)
        m->missing = m->found;
    for (size_t i = 0; name && i < m->lines.count; i += runs_at(&m->lines, i))
        m->cut += runs_at(&m->lines, i) < m->runs;
    return name;
}

static bool report_all(struct merge *m, char *const *name)
{
    bool fine = true;

    for (size_t i = 0, k = 0; fine && i < m->lines.count; k++) {
        const size_t runs = runs_at(&m->lines, i);
        struct outcome out;
        if (!run_lines_outcome(&m->lines.line[i], runs, m->report.reference, &out))
            return complain("out of memory") == 0;
        out.line = &m->lines.line[i];
        fine = report_outcome(&m->report, name[k], &out);
        outcome_clear(&out);
        i += runs;
    }
    return fine;
}

/* Says what is not there. Returns the exit code. */
static int tell_missing(const struct merge *m)
{
    const size_t all = m->lines.line[0].entries;

    if (m->found < all)
        tell("%zu of %zu instances %s missing, the first is number %zu of the list",
             all - m->found, all, all - m->found == 1 ? "is" : "are", m->missing + 1);
    if (m->cut > 0)
        tell("%zu of the instances %s fewer than %zu runs", m->cut, m->cut == 1 ? "has" : "have",
             m->runs);
    return m->found < all || m->cut > 0 ? EXIT_STOPPED : tell_stopped(m);
}

static int merge_eval(struct merge *m)
{
    int code = EXIT_ERROR;

    take_words(m);
    if (!check(m) || (m->output && write_file(m) != 0))
        return EXIT_ERROR;
    char **const name = list_names(m);
    const char *const reference = basin_domain_reference(m->setup.domain);
    m->report = (struct report){ .o = &m->as, .setup = &m->setup,
                                 .solved = solved_word(m->setup.domain) };
    if (reference && json_object_get(m->lines.line[0].object, reference))
        m->report.reference = reference;
    if (!name)
        complain("out of memory");
    else if (report_open(&m->report, name, m->found)) {
        if (report_all(m, name)) {
            report_summary(&m->report, m->report.total.seconds);
            code = tell_missing(m);
        }
        code = report_close(&m->report, code);
    }
    free(name);
    return code;
}

/* ----------------------------------------------------------------------------- other lines ---- */

/* Of the `count` lines from `first` on, answers of one problem: are all samples there that were
 * asked for, and begun? Says what is not. (mpirun gives one of several samples as the one answer.) */
static bool tell_samples(const struct run_line *first, size_t count)
{
    size_t begun = 0, sample = 0;

    for (size_t i = 0; i < count; i++) {
        if (run_line_says(&first[i], "kind", "none"))
            continue;
        begun++;
        sample += first[i].sample == sample;
    }
    if (begun >= first->samples)
        return true;
    const size_t missing = first->samples - begun;
    tell("%s: %zu of %zu answers %s missing, the first is sample %zu",
         run_line_word(first->object, "instance"), missing, first->samples,
         missing == 1 ? "is" : "are", sample);
    return false;
}

/* Says what is not there. Returns the exit code. */
static int tell_answers(const struct merge *m)
{
    const struct run_line *const line = m->lines.line;
    bool all = true;

    for (size_t i = 0, count; i < m->lines.count; i += count) {
        for (count = 1; i + count < m->lines.count && line[i + count].place == line[i].place;)
            count++;
        all &= tell_samples(&line[i], count);
    }
    return all ? tell_stopped(m) : EXIT_STOPPED;
}

static void tell_counts(const struct run_lines *lines)
{
    char late[64] = "";

    if (lines->late > 0)
        snprintf(late, sizeof late, ", %zu of these not to its end at first", lines->late);
    tell("%zu run%s, %zu of them told more than once%s", lines->count, lines->count == 1 ? "" : "s",
         lines->doubles, late);
}

static int merge_others(struct merge *m)
{
    if (m->output && write_file(m) != 0)
        return EXIT_ERROR;
    for (size_t i = 0; !m->output && i < m->lines.count; i++)
        printf("%s\n", m->lines.line[i].text);
    if (!m->o->quiet)
        tell_counts(&m->lines);
    return out_finish(tell_answers(m));
}

/* -------------------------------------------------------------------------------- the verb ---- */

static bool read_all(struct merge *m)
{
    basin_ctx *ctx = NULL;
    int code = ctx_new(&ctx) == BASIN_STATUS_OK ? 0 : complain("out of memory");

    for (size_t i = 0; code == 0 && i < m->o->operands; i++)
        code = run_lines_unpack(ctx, &m->lines, m->o->operand[i], m->o->quiet);
    basin_ctx_free(ctx);
    if (code != 0)
        return false;
    if (m->lines.count > 0)
        return run_lines_join(&m->lines) == 0;
    return complain("%s: no run in %s", m->o->operand[0], m->o->operands > 1 ? "these files" : "it") == 0;
}

int verb_merge(const struct verb *verb, const struct options *o)
{
    const char *const output = o->output && strcmp(o->output, "-") != 0 ? o->output : NULL;
    struct merge m = { .o = o, .output = output, .as = { .json = !output, .quiet = o->quiet } };
    int code = EXIT_ERROR;

    (void)verb;
    if (read_all(&m))
        code = m.lines.line[0].entries > 0 ? merge_eval(&m) : merge_others(&m);
    run_lines_free(&m.lines);
    return code;
}
