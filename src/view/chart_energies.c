/* chart_energies.c - the energies of all particles over the steps of a run. */
#include "base/file.h"
#include "format/run_file.h"
#include "domain/chart.h"
#include "view/picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 10.5   /* small enough for its numbers to be read on a phone */
#define HEIGHT 6.5

static double energy_at(const struct basin_energies *e, size_t moment, size_t particle)
{
    return e->energy[moment * e->particles + particle];
}

/* The particle of the moment before that this one continues; BASIN_PARENT_UNKNOWN for none. */
static size_t parent_of(const struct basin_energies *e, size_t moment, size_t particle)
{
    const size_t parent = e->parent ? e->parent[moment * e->particles + particle] : particle;

    return parent < e->particles || parent == BASIN_PARENT_UNKNOWN ? parent : particle;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* What the axis has to reach: the lowest of all energies, the middle one, and the highest, or,
 * where a few are far beyond all others (where particles begin), the highest but those. */
struct reach {
    double low, middle, high;
    bool cut;
};

/* False when there is no energy. */
static bool find_reach(const struct basin_energies *e, double *sorted, struct reach *reach)
{
    size_t count = 0;

    for (size_t i = 0; i < e->moments * e->particles; i++)
        if (isfinite(e->energy[i]))
            sorted[count++] = e->energy[i];
    if (count == 0)
        return false;
    qsort(sorted, count, sizeof *sorted, by_value);
    const double most = sorted[(size_t)(0.985 * (double)(count - 1))], low = sorted[0];
    *reach = (struct reach){ .low = low, .middle = sorted[count / 2], .high = sorted[count - 1] };
    if (most > low && reach->high - low > 2.5 * (most - low)) {
        reach->high = most + 0.3 * (most - low);
        reach->cut = true;
    }
    return true;
}

/* Who won: breaks least at the end, then has the lowest energy. */
static size_t winner_of(const struct basin_energies *e)
{
    const size_t last = (e->moments - 1) * e->particles;
    size_t best = 0;

    for (size_t p = 1; p < e->particles; p++) {
        const double more = e->violated ? (double)e->violated[last + p] -
                                              (double)e->violated[last + best]
                                        : 0;
        if (more < 0 || (more == 0 && e->energy[last + p] < e->energy[last + best]))
            best = p;
    }
    return best;
}

static void add_piece(const struct basin_energies *e, const struct bsn_axes *axes, size_t moment,
                      size_t particle, enum bsn_tone tone, struct bsn_scene *scene)
{
    const size_t parent = parent_of(e, moment, particle);
    const double from =
        parent == BASIN_PARENT_UNKNOWN ? NAN : energy_at(e, moment - 1, parent);
    const double to = energy_at(e, moment, particle);

    if (isfinite(from) && isfinite(to))
        bsn_scene_line(scene, tone, bsn_axes_x(axes, e->step[moment - 1]), bsn_axes_y(axes, from),
                       bsn_axes_x(axes, e->step[moment]), bsn_axes_y(axes, to));
}

/* A curve each; where particles were resampled it comes from the one that is continued. */
static void add_curves(const struct basin_energies *e, const struct bsn_axes *axes,
                       struct bsn_scene *scene)
{
    for (size_t p = 0; p < e->particles; p++)
        for (size_t m = 1; m < e->moments; m++)
            add_piece(e, axes, m, p, bsn_tone_curve((uint32_t)p), scene);
}

/* The way of the winner, back to where it began or as far as it is known, over all others. */
static void add_winner(const struct basin_energies *e, const struct bsn_axes *axes,
                       struct bsn_scene *scene)
{
    const size_t winner = winner_of(e), last = e->moments - 1;
    size_t at = winner;

    for (size_t m = last; m > 0 && at != BASIN_PARENT_UNKNOWN; m--) {
        add_piece(e, axes, m, at, BSN_TONE_MARK, scene);
        at = parent_of(e, m, at);
    }
    const double energy = energy_at(e, last, winner);
    if (!isfinite(energy))
        return;
    const double x = bsn_axes_x(axes, e->step[last]), y = bsn_axes_y(axes, energy);
    bsn_scene_disc(scene, BSN_TONE_MARK, x, y, 0.3);
    if (!e->violated)
        return;
    const uint64_t violated = e->violated[last * e->particles + winner];
    char text[32];
    if (violated)
        snprintf(text, sizeof text, "%llu broken", (unsigned long long)violated);
    else
        snprintf(text, sizeof text, "%s", e->believed ? "believed" : "solved");
    bsn_scene_label(scene, BSN_TONE_INK, -1, x + 0.25, y, 0.3, text);
}

static basin_status lay(basin_ctx *ctx, const struct basin_energies *e, struct bsn_scene *scene)
{
    struct bsn_axes axes = { .left = 1.6, .top = 0.6, .width = WIDTH - 3.5, .height = HEIGHT - 1.6,
                             .name = { "steps", "energy" } };
    struct reach reach;
    double *sorted;
    size_t energies;

    if (bsn_mul(e->moments, e->particles, &energies))
        energies = SIZE_MAX;  /* which is refused */
    BSN_TRY(BSN_NEW(ctx, energies, &sorted));
    const bool any = find_reach(e, sorted, &reach);
    bsn_free(ctx, sorted);
    if (!any)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "no energy in this run is a number");
    scene->width = WIDTH;
    scene->height = HEIGHT;
    const double span = reach.high - reach.low, room = span > 0 ? 0.04 * span : 0.5;
    const double first = e->step[0], last = e->step[e->moments - 1];
    axes.low[0] = first;
    axes.high[0] = last > first ? last : first + 1;
    axes.log_y = span > 10 * (1 + fabs(reach.middle - reach.low));
    axes.low[1] = axes.log_y ? reach.low : reach.low - room;
    axes.high[1] = reach.high + room;
    if (reach.cut)
        axes.name[1] = "energy (cut off above)";
    bsn_axes_add(&axes, scene);
    add_curves(e, &axes, scene);
    add_winner(e, &axes, scene);
    return scene->status;
}

basin_status basin_picture_energies(basin_ctx *ctx, const struct basin_energies *energies,
                                    basin_picture **out)
{
    BSN_NEED(ctx, energies && out);
    struct basin_energies e = { 0 };
    basin_picture *picture;

    memcpy(&e, energies, energies->size < sizeof e ? energies->size : sizeof e);
    if (e.moments == 0 || e.particles == 0)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "a run without moments has no picture");
    BSN_NEED(ctx, e.step && e.energy);
    BSN_TRY(BSN_NEW(ctx, 1, &picture));
    bsn_scene_begin(ctx, &picture->scene);
    basin_picture_title(picture, e.title ? e.title : "");
    const basin_status status = lay(ctx, &e, &picture->scene);
    if (status != BASIN_STATUS_OK)
        basin_picture_free(ctx, picture);
    else
        *out = picture;
    return status;
}

basin_status basin_picture_run(basin_ctx *ctx, const char *path, basin_picture **out)
{
    BSN_NEED(ctx, path && out);
    struct basin_energies energies = BASIN_ENERGIES_INIT;
    struct bsn_record record;

    BSN_TRY(bsn_record_read(ctx, path, &record));
    energies.title = record.name;
    energies.moments = record.moments;
    energies.particles = record.particles;
    energies.step = record.step;
    energies.energy = record.energy;
    energies.parent = record.parent;
    energies.violated = record.violated;
    energies.believed = basin_domain_has(record.domain, BASIN_TRAIT_RANKED);
    const basin_status status = basin_picture_energies(ctx, &energies, out);
    bsn_record_clear(ctx, &record);
    if (status == BASIN_STATUS_INPUT) {  /* which does not know that there is a file */
        char why[160];
        snprintf(why, sizeof why, "%s", basin_error_text(ctx));
        return bsn_fail(ctx, status, "%s: %s", bsn_file_label(path), why);
    }
    return status;
}
