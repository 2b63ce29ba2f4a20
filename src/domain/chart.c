/* chart.c - axes: where numbers lie, and which of them are written. */
#include "domain/chart.h"

#include <math.h>
#include <stdio.h>

#define NUMBERS 6      /* about so many on an axis */
#define SIZE 0.3       /* of numbers */
#define NAME_SIZE 0.32
#define POWERS_FEW 500 /* high over low, below which powers of ten are too few */
#define ROOM 0.5       /* from number to number, upwards */

static double bent(const struct bsn_axes *axes, int axis, double value)
{
    if (axes->decades[axis])
        return log10(fmax(value, axes->low[axis]));
    return axis == 1 && axes->log_y ? copysign(log10(1 + fabs(value)), value) : value;
}

/* How far along its axis a number lies, from 0 to 1. */
static double share(const struct bsn_axes *axes, int axis, double value)
{
    const double low = bent(axes, axis, axes->low[axis]), high = bent(axes, axis, axes->high[axis]);

    return high > low ? fmin(fmax((bent(axes, axis, value) - low) / (high - low), 0), 1) : 0.5;
}

double bsn_axes_x(const struct bsn_axes *axes, double x)
{
    return axes->left + axes->width * share(axes, 0, x);
}

double bsn_axes_y(const struct bsn_axes *axes, double y)
{
    return axes->top + axes->height * (1 - share(axes, 1, y));
}

/* 1, 2 or 5 times a power of ten, so that about that many fit. */
static double step_of(double low, double high, double numbers)
{
    const double rough = (high - low) / numbers, ten = pow(10, floor(log10(rough)));
    const double times = rough / ten;

    return ten * (times < 1.5 ? 1 : times < 3.5 ? 2 : times < 7.5 ? 5 : 10);
}

static void number_text(double value, double step, char text[static 24])
{
    const int decimals = step < 1 ? (int)ceil(-log10(step) - 1e-9) : 0;

    if (fabs(value) >= 1e5)
        snprintf(text, 24, "%.2g", value);
    else
        snprintf(text, 24, "%.*f", decimals < 6 ? decimals : 6, fabs(value) < step / 2 ? 0 : value);
}

static void mark_x(const struct bsn_axes *a, double value, double step, struct bsn_scene *scene)
{
    const double x = bsn_axes_x(a, value), bottom = a->top + a->height;
    char text[24];

    number_text(value, step, text);
    bsn_scene_line(scene, BSN_TONE_FAINT, x, a->top, x, bottom);
    bsn_scene_text(scene, BSN_TONE_MUTED, x, bottom + 0.3, 1.2, SIZE, text);
}

static void mark_y(const struct bsn_axes *a, double value, double step, struct bsn_scene *scene)
{
    const double y = bsn_axes_y(a, value);
    char text[24];

    number_text(value, step, text);
    bsn_scene_line(scene, BSN_TONE_FAINT, a->left, y, a->left + a->width, y);
    bsn_scene_label(scene, BSN_TONE_MUTED, 1, a->left - 0.15, y, SIZE, text);
}

static void mark_decades(const struct bsn_axes *a, struct bsn_scene *scene)
{
    for (double sign = -1; sign <= 1; sign += 2)
        for (double value = 1; value < 1e15; value *= 10)
            if (sign * value >= a->low[1] && sign * value <= a->high[1])
                mark_y(a, sign * value, 1, scene);
    if (a->low[1] <= 0 && a->high[1] >= 0)
        mark_y(a, 0, 1, scene);
}

/* Powers of ten, and where those are few, twice and five times as much. */
static void mark_powers(const struct bsn_axes *a, int axis, struct bsn_scene *scene)
{
    static const int times[] = { 1, 2, 5 };
    const double low = a->low[axis] * (1 - 1e-9), high = a->high[axis] * (1 + 1e-9);
    const bool few = high < low * POWERS_FEW;

    for (int power = (int)floor(log10(low)); pow(10, power) <= high; power++)
        for (int i = 0; i < (few ? 3 : 1); i++) {
            const double ten = pow(10, power), value = times[i] * ten;
            if (value >= low && value <= high)
                (axis ? mark_y : mark_x)(a, value, ten, scene);
        }
}

static void mark_steps(const struct bsn_axes *a, int axis, struct bsn_scene *scene)
{
    const double room = axis == 0 ? NUMBERS : fmin(NUMBERS, a->height / ROOM);
    const double fine = step_of(a->low[axis], a->high[axis], room);
    const double step = axis == 0 || a->whole_y ? fmax(fine, 1) : fine;  /* steps, colours */

    for (double value = ceil(a->low[axis] / step - 1e-9) * step;
         value <= a->high[axis] + step * 1e-9; value += step)
        (axis ? mark_y : mark_x)(a, value, step, scene);
}

void bsn_axes_add(const struct bsn_axes *a, struct bsn_scene *scene)
{
    const double right = a->left + a->width, bottom = a->top + a->height;

    for (int axis = 0; axis < 2; axis++)
        if (a->decades[axis])
            mark_powers(a, axis, scene);
        else if (axis == 1 && a->log_y)
            mark_decades(a, scene);
        else
            mark_steps(a, axis, scene);
    bsn_scene_line(scene, BSN_TONE_MUTED, a->left, a->top, a->left, bottom);
    bsn_scene_line(scene, BSN_TONE_MUTED, a->left, bottom, right, bottom);
    bsn_scene_text(scene, BSN_TONE_MUTED, a->left + a->width / 2, bottom + 0.75, a->width,
                   NAME_SIZE, a->name[0]);
    bsn_scene_label(scene, BSN_TONE_MUTED, -1, a->left, a->top - 0.3, NAME_SIZE, a->name[1]);
}
