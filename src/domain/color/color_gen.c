/* color_gen.c - what each kind of graph makes of the options, and the table of all kinds.
 *
 * A kind fills in what was left open, refuses what makes no sense, and has the graph made by
 * random.c or famous.c. The options are then complete: written out, they are the command that makes
 * this graph again.
 */
#include "domain/color/color_gen.h"

#include "base/mem.h"
#include "base/text.h"
#include "domain/color/famous.h"
#include "domain/color/color_random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_EDGES 4e6
#define SMALL 40        /* vertices of the paper's small graphs, at most */
#define MEAN_DEGREE 4.0 /* about that of the paper's Erdos-Renyi graphs */
#define PLANTED_COLORS 3

static basin_status check_edges(basin_ctx *ctx, const struct basin_gen_opts *o, double edges)
{
    if (edges <= MOST_EDGES)
        return BASIN_STATUS_OK;
    return bsn_fail(ctx, BASIN_STATUS_INPUT, "color: %s: about %.0f edges; at most %.0f", o->kind,
                    edges, MOST_EDGES);
}

/* The ratio as a probability; `degree` is the mean degree wanted when none was given. */
static basin_status settle_probability(basin_ctx *ctx, double degree, struct basin_gen_opts *o)
{
    const double n = o->n;

    if (o->ratio == 0)
        o->ratio = degree < n - 1 ? degree / (n - 1) : 1;
    if (!(o->ratio > 0 && o->ratio <= 1))
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "color: %s: ratio %g is not a probability, above 0 and up to 1", o->kind,
                        o->ratio);
    return check_edges(ctx, o, o->ratio * n * (n - 1) / 2);
}

/* The ratio as a number of edges of one vertex, from 1 to n - 1. */
static basin_status settle_degree(basin_ctx *ctx, uint32_t small, uint32_t large,
                                  struct basin_gen_opts *o)
{
    if (o->n < 2)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "color: %s: at least 2 vertices are needed",
                        o->kind);
    if (o->ratio == 0) {
        o->ratio = o->n <= SMALL ? small : large;
        o->ratio = o->ratio < o->n ? o->ratio : o->n - 1;
    }
    if (!(o->ratio >= 1 && o->ratio <= o->n - 1 && o->ratio == floor(o->ratio)))
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "color: %s: ratio %g is not a whole number from 1 to %u", o->kind, o->ratio,
                        o->n - 1);
    return BASIN_STATUS_OK;
}

static basin_status make_erdos_renyi(basin_ctx *ctx, const struct bsn_rng *at,
                                     struct basin_gen_opts *o, struct bsn_col *out)
{
    BSN_TRY(settle_probability(ctx, MEAN_DEGREE, o));
    return bsn_color_erdos_renyi(ctx, at, o->n, o->ratio, out);
}

static basin_status make_holme_kim(basin_ctx *ctx, const struct bsn_rng *at,
                                   struct basin_gen_opts *o, struct bsn_col *out)
{
    BSN_TRY(settle_degree(ctx, 3, 5, o));
    BSN_TRY(check_edges(ctx, o, o->ratio * o->n));
    if (o->width == 0)
        o->width = o->n <= SMALL ? 40 : 60;
    if (o->width > 100)
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "color: holme-kim: width %u is not a percentage of steps", o->width);
    return bsn_color_holme_kim(ctx, at, o->n, (uint32_t)o->ratio, o->width / 100.0, out);
}

static basin_status make_regular(basin_ctx *ctx, const struct bsn_rng *at, struct basin_gen_opts *o,
                                 struct bsn_col *out)
{
    BSN_TRY(settle_degree(ctx, 6, 4, o));
    BSN_TRY(check_edges(ctx, o, o->ratio * o->n / 2));
    if (fmod(o->n * o->ratio, 2) != 0)
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "color: regular: %u vertices of degree %.0f; one of the two must be even",
                        o->n, o->ratio);
    return bsn_color_regular(ctx, at, o->n, (uint32_t)o->ratio, out);
}

/* Left open, there are about as many edges as random graphs have that can just be coloured. */
static basin_status make_planted(basin_ctx *ctx, const struct bsn_rng *at, struct basin_gen_opts *o,
                                 struct bsn_col *out)
{
    int32_t *color;

    if (o->width == 0)
        o->width = o->n < PLANTED_COLORS ? o->n : PLANTED_COLORS;
    if (o->width > o->n)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "color: planted: %u colours for %u vertices",
                        o->width, o->n);
    const double k = o->width, share = k > 1 ? (k - 1) / k : 1; /* of pairs with two colours */
    BSN_TRY(settle_probability(ctx, fmax(1, (2 * k - 1) * log(k) - 1) / share, o));
    BSN_TRY(BSN_NEW(ctx, o->n, &color));
    const basin_status status = bsn_color_planted(ctx, at, o->n, o->width, o->ratio, color, out);
    bsn_free(ctx, color);
    return status;
}

static bool is_prime(uint32_t q)
{
    for (uint32_t d = 2; d * d <= q; d++)
        if (q % d == 0)
            return false;
    return q > 1;
}

static basin_status make_paley(basin_ctx *ctx, const struct bsn_rng *at, struct basin_gen_opts *o,
                               struct bsn_col *out)
{
    (void)at;
    if (!is_prime(o->n))
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "color: paley: %u is not a prime number", o->n);
    if (o->n % 4 != 1)
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "color: paley: %u is not 1 modulo 4, so its edges have a direction; take a "
                        "prime such as 13, 17, 29 or 37",
                        o->n);
    return bsn_color_paley(ctx, o->n, out);
}

static basin_status make_complete(basin_ctx *ctx, const struct bsn_rng *at,
                                  struct basin_gen_opts *o, struct bsn_col *out)
{
    (void)at;
    return bsn_color_complete(ctx, o->n, out);
}

static basin_status make_queen(basin_ctx *ctx, const struct bsn_rng *at, struct basin_gen_opts *o,
                               struct bsn_col *out)
{
    (void)at;
    if (o->width == 0)
        o->width = o->n;
    BSN_TRY(check_edges(ctx, o, (double)o->n * o->width * (o->n + (double)o->width)));
    return bsn_color_queen(ctx, o->n, o->width, out);
}

static basin_status make_mycielski(basin_ctx *ctx, const struct bsn_rng *at,
                                   struct basin_gen_opts *o, struct bsn_col *out)
{
    (void)at;
    return bsn_color_mycielski(ctx, o->n, out);
}

/* ------------------------------------------------------------------------------ all kinds ---- */

static const struct kind {
    const char *name;
    uint32_t low, high, most;  /* n: drawn from low to high when it is left open */
    bool random, ratio, width; /* do the seed, the ratio and the width matter? */
    basin_status (*make)(basin_ctx *ctx, const struct bsn_rng *at, struct basin_gen_opts *o,
                         struct bsn_col *out);
} kinds[] = {
    { "erdos-renyi", 20, 40, 1000000, true, true, false, make_erdos_renyi },
    { "holme-kim", 20, 40, 1000000, true, true, true, make_holme_kim },
    { "regular", 20, 40, 1000000, true, true, false, make_regular },
    { "planted", 20, 40, 1000000, true, true, true, make_planted },
    { "paley", 29, 29, 4000, false, false, false, make_paley },
    { "complete", 8, 12, 2800, false, false, false, make_complete },
    { "queen", 8, 8, 1000, false, false, true, make_queen },
    { "mycielski", 4, 4, 13, false, false, false, make_mycielski },
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* Fills in n; refuses what the kind has no use for. */
static basin_status settle(basin_ctx *ctx, const struct kind *kind, struct basin_gen_opts *o)
{
    const struct bsn_rng at = { o->seed, BSN_RNG_INSTANCE, 0, 0 };

    if (o->n == 0)
        o->n = kind->low + bsn_rng_below(&at, 0, kind->high - kind->low + 1);
    if (o->n > kind->most)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "color: %s %u; at most %u", kind->name, o->n,
                        kind->most);
    if ((o->ratio != 0 && !kind->ratio) || (o->width != 0 && !kind->width))
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "color: %s has no %s", kind->name,
                        o->ratio != 0 && !kind->ratio ? "ratio" : "width");
    return BASIN_STATUS_OK;
}

static basin_status draw(basin_ctx *ctx, const struct kind *kind, struct basin_gen_opts *o,
                         struct bsn_col *out)
{
    const struct bsn_rng at = { o->seed, BSN_RNG_INSTANCE, 1 + (uint32_t)(kind - kinds), 0 };
    struct bsn_col made = { 0 };

    BSN_TRY(settle(ctx, kind, o));
    const basin_status status = kind->make(ctx, &at, o, &made);
    if (status == BASIN_STATUS_OK)
        *out = made;
    else
        bsn_col_clear(ctx, &made);
    return status;
}

static const struct kind *find_kind(basin_ctx *ctx, const char *name)
{
    for (size_t k = 0; k < KINDS; k++)
        if (strcmp(kinds[k].name, name) == 0)
            return &kinds[k];
    bsn_fail(ctx, BASIN_STATUS_INPUT, "color has no kind \"%.40s\"; there are: %s", name,
             BSN_COLOR_KINDS);
    return NULL;
}

basin_status bsn_color_draw(basin_ctx *ctx, struct basin_gen_opts *o, struct bsn_col *out)
{
    const struct kind *const kind = find_kind(ctx, o->kind);

    return kind ? draw(ctx, kind, o, out) : BASIN_STATUS_INPUT;
}

/* As few digits as give the same number when they are read again. */
static void write_ratio(double ratio, struct bsn_text *text)
{
    char number[32];
    int digits = 4;

    do
        snprintf(number, sizeof number, "%.*g", digits++, ratio);
    while (digits <= 17 && strtod(number, NULL) != ratio);
    bsn_text_add(text, " --ratio %s", number);
}

/* The command that makes this graph, with nothing left open. */
static void write_command(const struct kind *kind, const struct basin_gen_opts *o,
                          struct bsn_text *text)
{
    bsn_text_add(text, "basin gen color %u --kind %s", o->n, kind->name);
    if (kind->ratio)
        write_ratio(o->ratio, text);
    if (kind->width)
        bsn_text_add(text, " --width %u", o->width);
    if (kind->random)
        bsn_text_add(text, " --seed %llu", (unsigned long long)o->seed);
}

basin_status bsn_color_generate(basin_ctx *ctx, const struct basin_gen_opts *given,
                                struct bsn_text *text)
{
    struct basin_gen_opts o = *given;
    struct bsn_text comment = BSN_TEXT_INIT(ctx);
    const struct kind *const kind = find_kind(ctx, o.kind);
    struct bsn_col col;

    if (!kind)
        return BASIN_STATUS_INPUT;
    BSN_TRY(draw(ctx, kind, &o, &col));
    write_command(kind, &o, &comment);
    bsn_col_write(&col, comment.chars, text);
    bsn_col_clear(ctx, &col);
    bsn_text_clear(&comment);
    return comment.status != BASIN_STATUS_OK ? comment.status : text->status;
}
