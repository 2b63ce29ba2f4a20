/* watch.c - --watch: the search in the terminal while it goes on.
 *
 * A frame has three lines of numbers and below them the picture of one particle: the one that is
 * best, and the same one as long as no other is better. Frames are 50 ms apart; so that a run of
 * some dozens of steps can be seen, its first moments wait for that time to pass. In all they wait
 * for at most 3 s, and a tenth of a time limit.
 */
#define _GNU_SOURCE
#include "watch.h"

#include "program/gathered.h"
#include "program/screen.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define FRAME 0.05       /* seconds between frames, */
#define FRAME_COSTS 9.0  /* or so many times as long as one takes to draw */
#define WAIT_MOST 3.0
#define WAIT_SHARE 0.1   /* of a time limit */
#define WAIT_FRAMES 20   /* after so many, every second moment is shown, then every fourth, ... */
#define STAY 1.0         /* seconds of the last frame */
#define BINS 16
#define HEAD_LINES 3
#define ROOMY 16         /* rows from which an empty one is put between */

struct watch {
    basin_ctx *ctx;
    const struct setup *setup;
    const basin_problem *problem;
    uint32_t limit;             /* of what is being solved; 0: it has none */
    const char *spec;
    basin_picture *picture;
    bool colors, blocks;        /* what the terminal shows */
    double drawn, cost;         /* when the last frame was, how long it took */
    double waited, run_waited;  /* in all, in this run */
    uint64_t moments, slow;     /* seen; frames that were waited for */
    size_t particle;            /* the one shown */
    /* The last moment. */
    uint64_t step, broken;
    double seconds;
    bool judged;                /* there is a best so far: */
    uint64_t best;
    size_t particles, energies;
    float *energy;              /* (energies) those that are numbers; in a frame, ascending */
    size_t capacity;
};

/* Can the terminal be expected to show blocks? */
static bool says_utf8(void)
{
    static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *const value = getenv(names[i]);
        if (value && *value)
            return strcasestr(value, "utf-8") || strcasestr(value, "utf8");
    }
    return false;
}

struct watch *watch_new(const struct setup *s, const basin_problem *problem, const char *spec)
{
    struct watch *const w = calloc(1, sizeof *w);
    const char *const slash = strrchr(spec, '/'), *const refused = getenv("NO_COLOR");

    if (!w) {
        complain("out of memory");
        return NULL;
    }
    *w = (struct watch){ .ctx = s->ctx, .setup = s, .problem = problem,
                         .limit = basin_problem_limited(problem),
                         .spec = slash ? slash + 1 : spec, .blocks = says_utf8(),
                         .colors = !(refused && *refused) };
    if (basin_picture_new(w->ctx, problem, &w->picture) != BASIN_STATUS_OK) {
        complain_ctx(w->ctx);
    } else if (screen_open()) {
        /* What is printed meanwhile waits until the terminal is back. */
        setvbuf(stdout, NULL, _IOFBF, 1 << 16);
        return w;
    }
    watch_free(w);
    return NULL;
}

void watch_limit(struct watch *w, uint32_t limit)
{
    w->limit = limit;
}

void watch_free(struct watch *w)
{
    if (!w)
        return;
    screen_close();
    basin_picture_free(w->ctx, w->picture);
    free(w->energy);
    free(w);
}

/* ------------------------------------------------------------------------------- numbers ---- */

static int by_number(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;

    return (x > y) - (x < y);
}

static void note_energies(struct watch *w, const struct basin_moment *now)
{
    if (now->particles > w->capacity) {
        float *const energy = realloc(w->energy, now->particles * sizeof *energy);
        if (!energy)
            return;
        w->energy = energy;
        w->capacity = now->particles;
    }
    w->energies = 0;
    for (size_t p = 0; p < now->particles; p++)
        if (isfinite(now->energy[p]))
            w->energy[w->energies++] = now->energy[p];
}

static bool is_better(const struct basin_moment *now, size_t a, size_t b)
{
    if (now->broken[a] != now->broken[b])
        return now->broken[a] < now->broken[b];
    return now->energy[a] < now->energy[b];
}

/* Stays with a particle that no other beats in what it breaks. */
static void choose_particle(struct watch *w, const struct basin_moment *now)
{
    size_t best = 0;

    for (size_t p = 1; p < now->particles; p++)
        if (is_better(now, p, best))
            best = p;
    if (w->particle >= now->particles || now->broken[w->particle] > now->broken[best] ||
        now->broken[best] == 0)
        w->particle = best;
}

static void note(struct watch *w, const struct basin_moment *now)
{
    choose_particle(w, now);
    note_energies(w, now);
    w->step = now->step;
    w->seconds = now->seconds;
    w->broken = now->broken[w->particle];
    w->judged = now->value != NULL;
    w->best = now->violated;
    w->particles = now->particles;
}

/* --------------------------------------------------------------------------------- frame ---- */

/* How many particles have which energy, from the lowest to the highest. */
static void put_histogram(const struct watch *w, FILE *to)
{
    static const char *const block[] = { " ", "\u2581", "\u2582", "\u2583", "\u2584",
                                         "\u2585", "\u2586", "\u2587", "\u2588" };
    static const char *const plain[] = { " ", ".", ":", "-", "=", "+", "*", "%", "#" };
    const double low = w->energy[0], high = w->energy[w->energies - 1];
    size_t count[BINS] = { 0 }, most = 1;

    for (size_t i = 0; i < w->energies; i++) {
        const double share = high > low ? (w->energy[i] - low) / (high - low) : 0;
        const size_t bin = share < 1 ? (size_t)(share * BINS) : BINS - 1;
        count[bin]++;
        most = count[bin] > most ? count[bin] : most;
    }
    putc('[', to);
    for (size_t i = 0; i < BINS; i++)
        fputs((w->blocks ? block : plain)[(8 * count[i] + most - 1) / most], to);
    putc(']', to);
}

static void put_name(const struct watch *w, FILE *to)
{
    fprintf(to, "%s ", basin_problem_domain(w->problem));
    for (const char *c = w->spec; *c; c++)  /* no control characters, and no others to be cut */
        putc(*c > ' ' && *c < 127 ? *c : '?', to);
    if (w->limit > 0)
        fprintf(to, ", %u colours", w->limit);
}

static void put_head(const struct watch *w, const char *state, FILE *to)
{
    const double rate = w->seconds > 0 ? (double)w->step / w->seconds : 0;
    char took[32];

    put_name(w, to);
    fprintf(to, "  step %llu  %.0f steps/s  %s\n", (unsigned long long)w->step, rate,
            time_text(w->seconds > 0 ? w->seconds : 0, took));
    fprintf(to, "%sbreaks %llu of %zu", state, (unsigned long long)w->broken,
            basin_problem_constraints(w->problem));
    if (!*state && w->judged)
        fprintf(to, "  best so far %llu", (unsigned long long)w->best);
    if (!*state)
        fprintf(to, "  particle %zu of %zu", w->particle + 1, w->particles);
    fputs("\nenergy", to);
    if (w->energies > 0) {
        fprintf(to, " lowest %.4g  median %.4g  ", (double)w->energy[0],
                (double)w->energy[w->energies / 2]);
        put_histogram(w, to);
    }
    putc('\n', to);
}

static void put_picture(const struct watch *w, FILE *to)
{
    size_t columns, rows;
    char *text;

    screen_size(&columns, &rows);
    const size_t head = HEAD_LINES + (rows >= ROOMY);
    if (columns == 0 || rows <= head)
        return;
    if (rows >= ROOMY)
        putc('\n', to);
    if (basin_picture_cells(w->ctx, w->picture, (uint32_t)columns, (uint32_t)(rows - head),
                            w->colors, &text) != BASIN_STATUS_OK)
        return;  /* no memory: a frame without a picture */
    fputs(text, to);
    basin_text_free(w->ctx, text);
}

static void draw(struct watch *w, const char *state, const int32_t *value)
{
    const double begun = clock_seconds();
    struct gathered text;
    FILE *const to = gathered_open(&text);

    if (!to)
        return;
    if (w->energies > 0)
        qsort(w->energy, w->energies, sizeof *w->energy, by_number);
    put_head(w, state, to);
    if (basin_picture_paint(w->ctx, w->picture, value, NULL) == BASIN_STATUS_OK)
        put_picture(w, to);
    if (gathered_close(to, &text))
        screen_draw(text.text);
    free(text.text);
    w->drawn = clock_seconds();
    w->cost = w->drawn - begun;
}

/* ---------------------------------------------------------------------------------- time ---- */

/* Waits, but not when the run is to stop. */
static void wait_for(double seconds)
{
    struct timespec left = { .tv_sec = (time_t)seconds,
                             .tv_nsec = (long)(1e9 * (seconds - floor(seconds))) };

    while (!stop_asked(NULL) && nanosleep(&left, &left) != 0 && errno == EINTR)
        ;
}

/* Does this moment wait until a frame is due? */
static bool waits(const struct watch *w)
{
    const double limit = w->setup->solve.seconds;
    const double most = limit > 0 ? fmin(WAIT_MOST, WAIT_SHARE * limit) : WAIT_MOST;
    const uint64_t stride = (uint64_t)1 << (w->slow / WAIT_FRAMES);

    return w->waited < most && w->moments % stride == 0;
}

double watch_waited(struct watch *w, const struct basin_moment *now)
{
    if (now->step == 0)
        w->run_waited = 0;
    return w->run_waited;
}

void watch_moment(struct watch *w, const struct basin_moment *now)
{
    const double since = clock_seconds() - w->drawn;
    bool due = since >= fmax(FRAME, FRAME_COSTS * w->cost);

    if (!due && since < FRAME && waits(w)) {
        wait_for(FRAME - since);
        w->waited += FRAME - since;
        w->run_waited += FRAME - since;
        w->slow++;
        due = true;
    }
    w->moments++;
    note(w, now);
    if (due)
        draw(w, "", now->values + w->particle * basin_problem_values(w->problem));
}

void watch_end(struct watch *w, const struct basin_answer *answer)
{
    char title[16];

    if (answer && answer->kind != BASIN_ANSWER_NONE) {
        snprintf(title, sizeof title, "%s: ",
                 answer->kind == BASIN_ANSWER_BEST
                     ? "the best"
                     : solved_word(basin_problem_domain(w->problem)));
        w->step = answer->steps;
        w->broken = answer->violated;
        draw(w, title, answer->value);
        wait_for(STAY);
    }
    screen_close();
}
