/* tally.c - what the runs of a row come to: its figures, their intervals, and settings in words. */
#include "paper/work.h"

#include <math.h>
#include <string.h>

/* ---------------------------------------------------------------------- what it comes to ---- */

static double value_of(enum paper_measure measure, const struct paper_run *run)
{
    switch (measure) {
    case MEASURE_CORRECT: return run->begun && run->violated == 0 ? 100 : 0;
    case MEASURE_PLACED: return (double)run->placed;
    case MEASURE_SHARE: return 1 - (double)run->violated / (double)run->constraints;
    case MEASURE_VIOLATED: return (double)run->violated;
    case MEASURE_WEIGHED: return run->weighed;
    case MEASURE_LETTERS:
        return 100.0 * (double)run->score.letters_right / (double)run->score.letters;
    case MEASURE_WORDS: return 100.0 * (double)run->score.words_right / (double)run->score.words;
    default: return NAN;
    }
}

static double count_unique(const struct paper_work *w, size_t part)
{
    size_t unique = 0;

    for (size_t i = 0; i < w->jobs; i++) {
        const struct paper_job *const job = &w->job[i];
        bool fresh = job->done && job->part == part && job->run.begun && job->run.violated == 0;
        for (size_t j = 0; fresh && j < i; j++)
            fresh = !(w->job[j].done && w->job[j].part == part && w->job[j].run.violated == 0 &&
                      w->job[j].run.hash == job->run.hash);
        unique += fresh;
    }
    return (double)unique;
}

static bool is_spread(enum paper_measure measure)
{
    return measure == MEASURE_PLACED || measure == MEASURE_VIOLATED || measure == MEASURE_WEIGHED;
}

/* Cell `at` of the row: what the runs of a part come to by one measure. */
static void fill_cell(const struct paper_work *w, size_t part, enum paper_measure measure,
                      size_t at, struct paper_row *row)
{
    double *const cell = &row->cell[at];
    double n = 0, sum = 0, squares = 0;

    for (size_t i = 0; i < w->jobs; i++)
        if (w->job[i].done && w->job[i].part == part) {
            const double x = value_of(measure, &w->job[i].run);
            n++;
            sum += x;
            squares += x * x;
        }
    *cell = sum / n;
    row->rests[at] = (uint32_t)n;
    const double deviation = sqrt(fmax(0, squares / n - *cell * *cell));
    if (is_spread(measure))
        row->spread[at] = deviation;
    if (measure == MEASURE_CORRECT && n > 0) {
        paper_wilson(sum / 100, n, &row->low[at], &row->high[at]);
        row->low[at] *= 100;
        row->high[at] *= 100;
    } else if (n > 0 && measure != MEASURE_UNIQUE && measure != MEASURE_SECONDS) {
        paper_mean_interval(*cell, deviation, n, &row->low[at], &row->high[at]);
    }
    if (measure == MEASURE_UNIQUE && n > 0)
        *cell = count_unique(w, part);
    if (measure == MEASURE_SECONDS)
        *cell = w->took;
}

/* ---------------------------------------------------------------------- in so many words ---- */

static const char *selection(const struct paper_way *way)
{
    return way->method == BASIN_METHOD_PAPER || strcmp(way->domain, "crossword") == 0
               ? "lowest energy"
               : "first verified";
}

static void write_settings(const struct paper_work *w, struct paper_row *row)
{
    const struct paper_way *const way = &w->plan->way;
    char particles[60], levels[40] = "";
    uint64_t low = UINT64_MAX, high = 0;
    double steps = 0, n = 0;

    for (size_t i = 0; i < w->jobs; i++)
        if (w->job[i].done) {
            const struct paper_run *const run = &w->job[i].run;
            low = run->particles < low ? run->particles : low;
            high = run->particles > high ? run->particles : high;
            steps += (double)run->steps;
            n++;
        }
    snprintf(particles, sizeof particles, low == high ? "%llu" : "%llu to %llu",
             (unsigned long long)low, (unsigned long long)high);
    if (way->method == BASIN_METHOD_PAPER)
        snprintf(levels, sizeof levels, ", %u noise levels", way->levels ? way->levels : 100);
    snprintf(row->settings, sizeof row->settings,
             "method %s, energy %s%s, sampler %s%s, %s particles%s, %.4g steps on average%s, "
             "seed %d, %s",
             way->method == BASIN_METHOD_PAPER ? "paper" : "basin", basin_energy_name(way->energy),
             paper_model_text(w->bench, way),
             way->sampler ? way->sampler
             : way->method == BASIN_METHOD_PAPER ? "pem"
                                                 : basin_domain_sampler(way->domain, way->energy),
             way->whole ? " over all vertices" : "", particles, levels, steps / n,
             way->steps ? " (limited)" : "", PAPER_SEED, selection(way));
}

/* How many runs of a part there are, on how many of its instances. */
static void count_part(const struct paper_work *w, size_t part, size_t *runs, size_t *instances)
{
    *runs = *instances = 0;
    for (size_t i = 0; i < w->jobs; i++)
        if (w->job[i].done && w->job[i].part == part) {
            *runs += 1;
            *instances += w->job[i].sample == 0;
        }
}

/* Parts that say the same are told once. */
static void write_instances(const struct paper_work *w, struct paper_row *row)
{
    char last[300] = "", text[300], counts[64];
    size_t used = 0;

    for (size_t p = 0; p < w->plan->parts; p++) {
        size_t runs, instances;
        count_part(w, p, &runs, &instances);
        if (runs == instances)
            snprintf(counts, sizeof counts, "%zu", instances);
        else
            snprintf(counts, sizeof counts, "%zu, %zu samples", instances, runs);
        snprintf(text, sizeof text, "%s: %s", w->set[p].text, counts);
        if (strcmp(text, last) == 0 || used >= sizeof row->instances)
            continue;
        used += (size_t)snprintf(row->instances + used, sizeof row->instances - used, "%s%s",
                                 used ? "; " : "", text);
        memcpy(last, text, sizeof last);
    }
}

void paper_tally(const struct paper_work *w, struct paper_row *row)
{
    const struct paper_plan *const plan = w->plan;

    for (size_t p = 0; p < plan->parts; p++)
        for (size_t m = 0; m < plan->measures; m++)
            fill_cell(w, p, plan->measure[m], p * plan->measures + m, row);
    row->runs = UINT32_MAX;
    for (size_t p = 0; p < plan->parts; p++) {
        size_t runs, instances;
        count_part(w, p, &runs, &instances);
        row->runs = runs < row->runs ? (uint32_t)runs : row->runs;
    }
    for (size_t i = 0; i < w->jobs; i++)
        row->seconds += w->job[i].done ? w->job[i].run.seconds : 0;
    if (plan->batch)
        row->seconds = w->took;
    write_settings(w, row);
    write_instances(w, row);
}
