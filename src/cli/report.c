/* report.c - prints what eval found: a table for people, JSON lines for programs, a summary. */
#define _GNU_SOURCE
#include "program/whole.h"
#include "run_lines.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define WIDTH_LEAST 12
#define WIDTH_MOST 60
#define ROUNDING 1e-3  /* of energies that are the same */

/* -------------------------------------------------------------------------- one instance ---- */

void outcome_clear(struct outcome *out)
{
    free(out->answer);
    free(out->facts);
    free(out->error);
    question_clear(&out->question);
    *out = (struct outcome){ 0 };
}

static void print_facts(struct bsn_json *j, const struct run_facts *facts)
{
    char hash[17];

    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)facts->hash);
    bsn_json_count(j, "placed", facts->placed);
    bsn_json_text(j, "hash", hash);
    if (!facts->scored)
        return;
    bsn_json_count(j, "letters", facts->score.letters);
    bsn_json_count(j, "letters_right", facts->score.letters_right);
    bsn_json_count(j, "words", facts->score.words);
    bsn_json_count(j, "words_right", facts->score.words_right);
}

static void print_line(const struct report *r, const char *name, const struct outcome *out,
                       size_t i)
{
    struct bsn_json j = { .to = r->lines };

    if (out->line) {
        fprintf(r->lines, "%s\n", out->line[i].text);
        return;
    }
    answer_open(&j, r->setup, name, &out->question, &out->answer[i]);
    bsn_json_count(&j, "entry", out->entry);
    bsn_json_count(&j, "entries", r->entries);
    if (out->answer[i].kind != BASIN_ANSWER_NONE)
        print_facts(&j, &out->facts[i]);
    if (r->reference)
        bsn_json_number(&j, r->reference, out->reference, 9);
    bsn_json_close(&j, '}');
    bsn_json_line(&j);
}

static double mean_energy(const struct outcome *out)
{
    double sum = 0;

    for (size_t i = 0; i < out->tally.count; i++)
        if (out->answer[i].kind != BASIN_ANSWER_NONE)
            sum += out->answer[i].energy;
    return sum / (double)out->tally.begun;
}

static void print_row(const struct report *r, const char *name, const struct outcome *out)
{
    const struct tally *const tally = &out->tally;
    char solved[48];

    snprintf(solved, sizeof solved, "%zu/%zu", tally->solved, tally->count);
    printf("%-*s %11s %7zu %9.2f %9.4g %9.3g %9.0f", r->width, name, solved, tally->unique,
           tally->placed, tally->violated, tally->seconds, tally->steps);
    if (r->reference)
        printf(" %9.3f %9.3f", mean_energy(out), out->reference);
    putchar('\n');
    fflush(stdout);
}

static void count_score(struct report *r, const struct outcome *out)
{
    for (size_t i = 0; i < out->tally.count; i++) {
        const struct basin_score *const one = &out->facts[i].score;
        if (!out->facts[i].scored)
            continue;
        r->total.scored++;
        r->total.right += one->letters_right == one->letters;
        r->total.score.letters += one->letters;
        r->total.score.letters_right += one->letters_right;
        r->total.score.words += one->words;
        r->total.score.words_right += one->words_right;
    }
}

static void count(struct report *r, const struct outcome *out)
{
    const struct tally *const tally = &out->tally;
    const size_t constraints = out->question.constraints;
    const double broken = constraints ? tally->violated / (double)constraints : 0;

    r->total.instances++;
    r->total.solved += tally->solved > 0;
    r->total.runs += tally->count;
    r->total.solved_runs += tally->solved;
    r->total.begun_runs += tally->begun;
    r->total.holding += (double)tally->begun * (1 - broken);
    r->total.seconds += out->seconds;
    count_score(r, out);
    for (size_t i = 0; i < tally->count; i++)
        if (out->answer[i].kind != BASIN_ANSWER_NONE && out->answer[i].sampler > 0)
            r->total.samplers |= 1u << (out->answer[i].sampler - 1);
    if (out->seconds > r->total.longest)
        r->total.longest = out->seconds;
    for (size_t i = 0; !isnan(out->reference) && i < tally->count; i++)
        if (out->answer[i].kind != BASIN_ANSWER_NONE) {
            r->total.compared++;
            r->total.reached += out->answer[i].energy <= out->reference + ROUNDING;
        }
}

/* What is not in the numbers; that some constraints stay broken is. */
static void tell_left_out(const struct report *r, const char *name, const char *remarks)
{
    if (!r->o->quiet && remarks && strncmp(remarks, "left out: ", strlen("left out: ")) == 0)
        tell("%s %s: %.*s", domain_of(r->setup), name, (int)strcspn(remarks, "\n"), remarks);
}

bool report_outcome(struct report *r, const char *name, const struct outcome *out)
{
    progress_show(NULL);
    if (out->failed) {
        complain("%s", out->error ? out->error : "out of memory");
        r->total.failed++;
        return true;
    }
    count(r, out);
    tell_left_out(r, name, out->question.remarks);
    for (size_t i = 0; r->lines && !out->kept && i < out->tally.count; i++)
        print_line(r, name, out, i);
    if (r->lines && r->lines != stdout && !whole_lines(r->lines, &r->whole)) {
        r->lines_error = errno;
        return false;
    }
    if (r->table)
        print_row(r, name, out);
    return !ferror(stdout);
}

/* ------------------------------------------------------------------------ before and after ---- */

/* What stays is followed by what is new, and by nothing else. One run at a time writes a file. */
static bool go_behind(struct report *r, int file)
{
    struct stat info;

    if (flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return complain("%s: another run is writing it", r->o->jsonl) == 0;
    if (fstat(file, &info) == 0 && S_ISREG(info.st_mode) &&
        (ftruncate(file, (off_t)r->behind) != 0 || lseek(file, (off_t)r->behind, SEEK_SET) < 0))
        return complain("%s: cannot write: %s", r->o->jsonl, strerror(errno)) == 0;
    return true;
}

static bool open_file(struct report *r)
{
    const int file = open(r->o->jsonl, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);

    if (file < 0)
        return complain("%s: cannot create: %s", r->o->jsonl, strerror(errno)) == 0;
    r->whole = (int64_t)r->behind;
    const bool ready = go_behind(r, file);
    r->lines = ready ? fdopen(file, "w") : NULL;
    if (r->lines)
        return true;
    if (ready)
        complain("%s: cannot write: %s", r->o->jsonl, strerror(errno));
    close(file);
    return false;
}

static bool open_lines(struct report *r)
{
    const bool file = r->o->jsonl && strcmp(r->o->jsonl, "-") != 0;

    r->table = !r->o->json && (file || !r->o->jsonl);
    if (file)
        return open_file(r);
    if (!r->table)
        r->lines = stdout;
    return true;
}

bool report_open(struct report *r, char *const *name, size_t names)
{
    if (!open_lines(r))
        return false;
    r->width = WIDTH_LEAST;
    for (size_t i = 0; i < names; i++) {
        const size_t length = strlen(name[i]);
        if (length > (size_t)r->width && length < WIDTH_MOST)
            r->width = (int)length;
    }
    if (r->table)
        printf("%-*s %11s %7s %9s %9s %9s %9s", r->width, "instance", r->solved, "unique",
               "placed", "broken", "seconds", "steps");
    if (r->table && r->reference)
        printf(" %9s %9s", "energy", r->reference);
    if (r->table)
        putchar('\n');
    return true;
}

/* The names of those that ran; of none: that would have. */
static void samplers_text(const struct report *r, char *text, size_t room)
{
    size_t used = 0;

    snprintf(text, room, " %s", r->setup->sampler);
    for (uint32_t i = 0; basin_sampler_name(i); i++)
        if (r->total.samplers >> i & 1 && used < room)
            used += (size_t)snprintf(text + used, room - used, "%s %s", used > 0 ? " and" : "",
                                     basin_sampler_name(i));
}

void report_summary(const struct report *r, double seconds)
{
    const struct setup *const s = r->setup;
    const double instances = r->total.instances ? (double)r->total.instances : 1;
    const double begun = r->total.begun_runs ? (double)r->total.begun_runs : 1;
    char line[800], failed[48] = "", right[128] = "", reached[96] = "", samplers[160];

    samplers_text(r, samplers, sizeof samplers);
    if (r->total.failed)
        snprintf(failed, sizeof failed, ", %zu failed", r->total.failed);
    if (r->total.scored > 0)
        snprintf(right, sizeof right,
                 "right: %.1f %% of letters, %.1f %% of words, %zu of %zu grids; ",
                 100.0 * (double)r->total.score.letters_right / (double)r->total.score.letters,
                 100.0 * (double)r->total.score.words_right / (double)r->total.score.words,
                 r->total.right, r->total.scored);
    if (r->total.compared > 0)
        snprintf(reached, sizeof reached, "energy at or below that of a %s search on %zu of %zu; ",
                 r->reference, r->total.reached, r->total.compared);
    snprintf(line, sizeof line,
             "%zu of %zu instances %s, %zu of %zu runs%s%s; %s%s%.4f of the constraints hold; "
             "%.3g s an instance, %.3g s the longest, %.3g s in all; method %s, energy %s, "
             "sampler%s, seed %llu, kernel %s, %s",
             r->total.solved, r->total.instances, r->solved, r->total.solved_runs, r->total.runs,
             failed, stop_asked(NULL) ? " (stopped)" : "", right, reached,
             r->total.holding / begun,
             r->total.seconds / instances, r->total.longest, seconds, s->method, s->energy,
             samplers, (unsigned long long)s->solve.seed, s->kernel, s->selection);
    if (r->table)
        printf("%s\n", line);
    else if (!r->o->quiet)
        tell("%s", line);
}

int report_close(struct report *r, int code)
{
    const bool file = r->lines && r->lines != stdout;

    if (file && fclose(r->lines) != 0 && r->lines_error == 0)
        r->lines_error = errno;
    if (r->lines_error != 0)
        return complain("%s: cannot write: %s", r->o->jsonl, strerror(r->lines_error));
    return out_finish(code);
}
