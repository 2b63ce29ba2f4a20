/* trace.c - the recorder of a run. While it goes on, frames are copied and thinned; pictures are
 * painted at the end. */
#include "program/trace.h"

#include "base/file.h"
#include "base/json.h"
#include "program/program.h"

#include <stdlib.h>
#include <string.h>

#define FRAMES 320               /* that are kept; with one more there is room for the last */
#define SHOWN 16                 /* particles that are written */
#define MEMORY ((size_t)1 << 28) /* bytes of values; where all particles take more, the first do */
#define CHARS ((size_t)24 << 20) /* of a file, about */
#define TONES 256

struct frame {
    uint64_t step;
    double seconds, noise;
    bool resampled;
    float *energy;     /* (particles); all of the frame's arrays are in this block */
    uint32_t *parent;  /* (particles) in the frame before */
    uint64_t *broken;  /* (particles) */
    int32_t *value;    /* (kept, values) */
};

struct trace {
    basin_ctx *ctx;
    const basin_problem *problem;
    basin_picture *picture;
    struct trace_about about;
    size_t particles, kept, values;
    size_t frames;              /* the last one may be there for the time being */
    struct frame frame[FRAMES + 1];
    bool passing;               /* it is */
    uint64_t moments, stride;   /* seen; of how many one is kept */
    bool no_memory;
    size_t shown;
    size_t show[SHOWN];         /* particles to write */
};

struct trace *trace_new(basin_ctx *ctx, const basin_problem *problem,
                        const struct trace_about *about)
{
    struct trace *const t = calloc(1, sizeof *t);

    if (!t) {
        complain("out of memory");
        return NULL;
    }
    *t = (struct trace){ .ctx = ctx, .problem = problem, .about = *about, .stride = 1,
                         .values = basin_problem_values(problem) };
    if (basin_picture_new(ctx, problem, &t->picture) == BASIN_STATUS_OK)
        return t;
    complain_ctx(ctx);
    trace_free(t);
    return NULL;
}

void trace_free(struct trace *t)
{
    if (!t)
        return;
    for (size_t i = 0; i < t->frames; i++)
        free(t->frame[i].broken);
    basin_picture_free(t->ctx, t->picture);
    free(t);
}

/* ----------------------------------------------------------------------------- recording ---- */

/* One block for the arrays of a frame, the largest numbers first. */
static bool new_frame(const struct trace *t, struct frame *frame)
{
    const size_t each = sizeof *frame->broken + sizeof *frame->energy + sizeof *frame->parent;
    void *const block =
        malloc(t->particles * each + t->kept * t->values * sizeof *frame->value + 1);

    *frame = (struct frame){ .broken = block };
    if (!block)
        return false;
    frame->energy = (float *)(frame->broken + t->particles);
    frame->parent = (uint32_t *)(frame->energy + t->particles);
    frame->value = (int32_t *)(frame->parent + t->particles);
    return true;
}

static void fill_frame(const struct trace *t, const struct basin_moment *now, struct frame *frame)
{
    frame->step = now->step;
    frame->seconds = now->seconds;
    frame->noise = now->noise;
    memcpy(frame->energy, now->energy, t->particles * sizeof *frame->energy);
    memcpy(frame->broken, now->broken, t->particles * sizeof *frame->broken);
    memcpy(frame->value, now->values, t->kept * t->values * sizeof *frame->value);
}

/* What `later` continues is in the frame before `gone`, once that is no more. */
static void skip_generation(const struct trace *t, const struct frame *gone, struct frame *later)
{
    if (!gone->resampled)
        return;
    for (size_t p = 0; p < t->particles; p++)
        later->parent[p] = gone->parent[later->resampled ? later->parent[p] : p];
    later->resampled = true;
}

/* Drops every second frame, sparing the first, the last, and those after a resampling if that is
 * how at least one in four goes. */
static void thin(struct trace *t)
{
    const size_t before = t->frames;
    size_t plain = 0, to = 0;

    for (size_t i = 1; i + 1 < before; i += 2)
        plain += !t->frame[i].resampled;
    const bool spare = 4 * plain >= before;
    for (size_t i = 0; i < before; i++) {
        if (i % 2 == 1 && i + 1 < before && !(spare && t->frame[i].resampled)) {
            skip_generation(t, &t->frame[i], &t->frame[i + 1]);
            free(t->frame[i].broken);
        } else {
            t->frame[to++] = t->frame[i];
        }
    }
    t->frames = to;
    t->stride *= 2;
}

static void begin(struct trace *t, size_t particles)
{
    const size_t bytes = t->values * sizeof(int32_t) * FRAMES;

    t->particles = particles;
    t->kept = bytes == 0 || particles <= MEMORY / bytes || particles < SHOWN ? particles : SHOWN;
}

/* The last frame makes room for the next moment, when it was there for the time being only. */
static void add_frame(struct trace *t, struct frame *next)
{
    if (t->passing) {
        struct frame *const last = &t->frame[t->frames - 1];
        skip_generation(t, last, next);
        free(last->broken);
        t->frames--;
    }
    if (t->frames == FRAMES)
        thin(t);
    t->frame[t->frames++] = *next;
    t->passing = t->moments++ % t->stride != 0 && !next->resampled;
}

void trace_moment(struct trace *t, const struct basin_moment *now)
{
    struct frame next;

    if (t->frames == 0)
        begin(t, now->particles);
    if (t->no_memory || !new_frame(t, &next)) {
        t->no_memory = true;
        return;
    }
    fill_frame(t, now, &next);
    next.resampled = now->parent != NULL;
    if (now->parent)
        memcpy(next.parent, now->parent, t->particles * sizeof *next.parent);
    add_frame(t, &next);
}

/* ------------------------------------------------------------------------------- choosing ---- */

/* The particle that is the answer at the end, or SIZE_MAX. */
static size_t find_winner(const struct trace *t, const struct basin_answer *answer)
{
    const struct frame *const last = &t->frame[t->frames - 1];

    for (size_t p = 0; answer && answer->value && p < t->kept; p++)
        if (memcmp(last->value + p * t->values, answer->value, t->values * sizeof *last->value) ==
            0)
            return p;
    return SIZE_MAX;
}

/* Sets what is shown; returns which of it is the winner, or SIZE_MAX. */
static size_t choose_particles(struct trace *t, const struct basin_answer *answer)
{
    const size_t winner = find_winner(t, answer);

    t->shown = t->kept < SHOWN ? t->kept : SHOWN;
    for (size_t i = 0; i < t->shown; i++)
        t->show[i] = i;
    if (winner == SIZE_MAX)
        return winner;
    if (winner >= t->shown)
        t->show[t->shown - 1] = winner;
    return winner < t->shown ? winner : t->shown - 1;
}

/* Large pictures are shown more rarely, and of fewer particles. */
static basin_status make_it_fit(struct trace *t, size_t *winner)
{
    char *paint;

    basin_status status = basin_picture_paint(t->ctx, t->picture, t->frame[0].value, NULL);
    if (status == BASIN_STATUS_OK)
        status = basin_picture_json(t->ctx, t->picture, false, &paint);
    if (status != BASIN_STATUS_OK)
        return status;
    const size_t chars = strlen(paint);
    basin_text_free(t->ctx, paint);
    while (chars * t->frames * t->shown > CHARS && (t->frames > 3 || t->shown > 1))
        if (t->frames > 80 || (t->frames > 3 && t->shown <= 4)) {
            thin(t);
        } else {
            t->shown = (t->shown + 1) / 2;
            if (*winner != SIZE_MAX && *winner >= t->shown) {
                t->show[t->shown - 1] = t->show[*winner];
                *winner = t->shown - 1;
            }
        }
    return BASIN_STATUS_OK;
}

/* -------------------------------------------------------------------------------- writing ---- */

/* Notes the characters of a paint's tones: {"tone":"...". */
static void note_tones(const char *paint, bool *tone)
{
    const unsigned char *c = (const unsigned char *)strchr(paint, ':') + 2;

    for (; *c && *c != '"'; c++) {
        c += *c == '\\';
        unsigned code = *c;
        if (code >= 0xC0) {
            code = (code & 0x1F) << 6 | (c[1] & 0x3F);
            c++;
        }
        tone[(code - 48) % TONES] = true;
    }
}

static void write_tones(const bool *tone, struct bsn_json *j)
{
    struct basin_tone look;

    bsn_json_break(j);
    bsn_json_open(j, "tones", '{');
    for (unsigned i = 0; i < TONES; i++) {
        const unsigned code = 48 + i;
        if (!tone[i])
            continue;
        const char utf8[] = { (char)(code < 0x80 ? code : 0xC0 | code >> 6),
                              (char)(code < 0x80 ? 0 : 0x80 | (code & 0x3F)), 0 };
        basin_tone_look(i, &look);
        bsn_json_open(j, utf8, '{');
        bsn_json_text(j, "fill", look.fill);
        bsn_json_text(j, "ink", look.ink);
        bsn_json_text(j, "name", look.name);
        bsn_json_close(j, '}');
    }
    bsn_json_close(j, '}');
}

static void write_numbers(const struct trace *t, const struct frame *frame, struct bsn_json *j)
{
    bsn_json_count(j, "step", frame->step);
    bsn_json_number(j, "seconds", frame->seconds, 6);
    bsn_json_number(j, "noise", frame->noise, 5);
    bsn_json_open(j, "energy", '[');
    for (size_t i = 0; i < t->shown; i++)
        bsn_json_number(j, NULL, frame->energy[t->show[i]], 7);
    bsn_json_close(j, ']');
    bsn_json_open(j, "violated", '[');
    for (size_t i = 0; i < t->shown; i++)
        bsn_json_count(j, NULL, frame->broken[t->show[i]]);
    bsn_json_close(j, ']');
}

static void write_parents(const struct trace *t, const struct frame *frame, struct bsn_json *j)
{
    bsn_json_open(j, "parent", '[');
    for (size_t i = 0; i < t->shown; i++) {
        size_t at = 0;
        while (at < t->shown && t->show[at] != frame->parent[t->show[i]])
            at++;
        if (at < t->shown)
            bsn_json_count(j, NULL, at);
        else
            bsn_json_none(j, NULL);
    }
    bsn_json_close(j, ']');
}

static int write_frame(struct trace *t, const struct frame *frame, bool *tone, struct bsn_json *j)
{
    char *paint;

    bsn_json_open(j, NULL, '{');
    write_numbers(t, frame, j);
    if (frame->resampled)
        write_parents(t, frame, j);
    bsn_json_open(j, "paint", '[');
    for (size_t i = 0; i < t->shown; i++) {
        const int32_t *const value = frame->value + t->show[i] * t->values;
        if (basin_picture_paint(t->ctx, t->picture, value, NULL) != BASIN_STATUS_OK ||
            basin_picture_json(t->ctx, t->picture, false, &paint) != BASIN_STATUS_OK)
            return complain_ctx(t->ctx);
        note_tones(paint, tone);
        bsn_json_break(j);
        bsn_json_raw(j, NULL, paint);
        basin_text_free(t->ctx, paint);
    }
    bsn_json_close(j, ']');
    bsn_json_close(j, '}');
    return 0;
}

static int write_head(const struct trace *t, size_t winner, uint32_t ran, struct bsn_json *j)
{
    const struct trace_about *const a = &t->about;
    const char *const sampler = ran > 0 ? basin_sampler_name(ran - 1) : a->sampler;
    const char *const domain = basin_problem_domain(t->problem);
    char name[400], *places;

    snprintf(name, sizeof name, "%s %.200s, %s, %zu particles", domain, a->instance, sampler,
             t->particles);
    bsn_json_text(j, "name", a->name ? a->name : name);
    bsn_json_text(j, "domain", domain);
    bsn_json_text(j, "instance", a->instance);
    bsn_json_text(j, "method", a->method);
    bsn_json_text(j, "model_energy", a->energy);
    bsn_json_text(j, "sampler", sampler);
    bsn_json_count(j, "seed", a->seed);
    bsn_json_count(j, "particles", t->particles);
    bsn_json_count(j, "shown", t->shown);
    if (winner != SIZE_MAX)
        bsn_json_count(j, "winner", winner);
    if (basin_picture_json(t->ctx, t->picture, true, &places) != BASIN_STATUS_OK)
        return complain_ctx(t->ctx);
    bsn_json_break(j);
    bsn_json_raw(j, "picture", places);
    basin_text_free(t->ctx, places);
    return 0;
}

int trace_write(struct trace *t, const struct basin_answer *answer, FILE *to)
{
    struct bsn_json j = { .to = to };
    bool tone[TONES] = { false };
    size_t winner = SIZE_MAX;

    if (t->no_memory)
        return complain("out of memory for the moments of a run");
    if (t->frames > 0)
        winner = choose_particles(t, answer);
    if (t->frames > 0 && make_it_fit(t, &winner) != BASIN_STATUS_OK)
        return complain_ctx(t->ctx);
    bsn_json_open(&j, NULL, '{');
    if (write_head(t, winner, answer ? answer->sampler : 0, &j) != 0)
        return EXIT_ERROR;
    bsn_json_break(&j);
    bsn_json_open(&j, "frames", '[');
    for (size_t i = 0; i < t->frames; i++) {
        bsn_json_break(&j);
        if (write_frame(t, &t->frame[i], tone, &j) != 0)
            return EXIT_ERROR;
    }
    bsn_json_close(&j, ']');
    write_tones(tone, &j);
    bsn_json_close(&j, '}');
    bsn_json_line(&j);
    return 0;
}

int trace_save(struct trace *t, const struct basin_answer *answer, const char *path)
{
    struct bsn_writing file;

    if (bsn_file_begin(t->ctx, path, &file) != BASIN_STATUS_OK)
        return complain_ctx(t->ctx);
    const int code = trace_write(t, answer, file.to);
    const basin_status status = bsn_file_end(t->ctx, &file, code == 0);
    return code != 0 || status == BASIN_STATUS_OK ? code : complain_ctx(t->ctx);
}
