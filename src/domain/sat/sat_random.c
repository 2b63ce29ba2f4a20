/* sat_random.c - draws random formulas, and solves the small ones by going through assignments. */
#include "domain/sat/sat_random.h"

#include "base/mem.h"

#include <string.h>

/* Different variables, 0 .. vars - 1. */
static void roll_vars(struct bsn_dice *dice, uint32_t vars, uint32_t width, uint32_t *var)
{
    for (uint32_t i = 0; i < width;) {
        bool taken = false;
        var[i] = bsn_roll(dice, vars);
        for (uint32_t j = 0; j < i; j++)
            taken |= var[j] == var[i];
        i += !taken;
    }
}

/* ------------------------------------------------------------------------ small formulas ---- */

static void draw_clauses(struct bsn_dice *dice, struct bsn_small *f)
{
    uint32_t var[BSN_SMALL_WIDTH];

    for (size_t k = 0; k < f->clauses; k++) {
        roll_vars(dice, f->vars, f->width, var);
        f->mask[k] = f->wrong[k] = 0;
        for (uint32_t i = 0; i < f->width; i++) {
            f->var[k][i] = (uint8_t)var[i];
            f->mask[k] |= 1u << var[i];
            f->wrong[k] |= bsn_roll(dice, 2) << var[i];
        }
    }
}

/* Does the assignment `x` of variables 0 .. v break a clause whose last variable is v? */
static bool breaks(const struct bsn_small *f, uint32_t x, uint32_t v)
{
    for (size_t k = 0; k < f->clauses; k++)
        if (f->mask[k] >> v == 1 && ((x ^ f->wrong[k]) & f->mask[k]) == 0)
            return true;
    return false;
}

/* Depth-first over the variables in order, the value of `first` before the other one. */
static bool search(struct bsn_small *f, uint32_t x, uint32_t v, uint32_t first)
{
    if (v == f->vars) {
        f->solution = x;
        return true;
    }
    for (uint32_t other = 0; other < 2; other++) {
        const uint32_t next = x | ((first >> v & 1) ^ other) << v;
        if (!breaks(f, next, v) && search(f, next, v + 1, first))
            return true;
    }
    return false;
}

void bsn_small_draw(const struct bsn_rng *at, uint32_t width, struct bsn_small *out)
{
    const double ratio = width == 1 ? 0.25 : width == 2 ? 0.9 : BSN_SAT_RATIO;
    struct bsn_dice dice = { .rng = *at };

    out->width = width;
    do {
        out->vars = 10 + bsn_roll(&dice, BSN_SMALL_VARS - 9);
        out->clauses = (size_t)(ratio * out->vars);
        draw_clauses(&dice, out);
    } while (!search(out, 0, 0, bsn_roll(&dice, 1u << BSN_SMALL_VARS)));
}

/* --------------------------------------------------------------------- formulas at large ---- */

/* Signs at random; with `hidden`, all but the ones that it breaks. */
static void roll_signs(struct bsn_dice *dice, const uint8_t *hidden, const uint32_t *var,
                       uint32_t width, int32_t *literal)
{
    bool agrees = !hidden;

    do
        for (uint32_t i = 0; i < width; i++) {
            const uint32_t positive = bsn_roll(dice, 2);
            literal[i] = positive ? (int32_t)var[i] + 1 : -(int32_t)var[i] - 1;
            agrees |= hidden && hidden[var[i]] == positive;
        }
    while (!agrees);
}

basin_status bsn_sat_draw(basin_ctx *ctx, const struct bsn_rng *at, uint32_t vars, size_t clauses,
                          uint32_t width, bool planted, struct bsn_cnf *out)
{
    struct bsn_dice dice = { .rng = *at };
    uint32_t var[BSN_SMALL_WIDTH];
    int32_t literal[BSN_SMALL_WIDTH];
    struct bsn_cnf cnf;
    uint8_t *hidden;
    basin_status status;

    BSN_TRY(BSN_NEW(ctx, vars, &hidden));
    for (uint32_t v = 0; v < vars; v++)
        hidden[v] = (uint8_t)bsn_roll(&dice, 2);
    BSN_TRY_OUT(bsn_cnf_begin(ctx, vars, clauses, &cnf));
    for (size_t k = 0; k < clauses && status == BASIN_STATUS_OK; k++) {
        roll_vars(&dice, vars, width, var);
        roll_signs(&dice, planted ? hidden : NULL, var, width, literal);
        status = bsn_cnf_add(ctx, &cnf, literal, width);
    }
    if (status == BASIN_STATUS_OK)
        *out = cnf;
    else
        bsn_cnf_clear(ctx, &cnf);
out:
    bsn_free(ctx, hidden);
    return status;
}
