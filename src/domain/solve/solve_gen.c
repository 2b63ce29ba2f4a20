/* solve_gen.c - random networks of costs, as files. */
#include "base/rng.h"
#include "domain/solve/solve.h"

#include <string.h>

#define VARIABLES 20
#define VARIABLES_MOST 100000
#define RATIO 2.0      /* tables for each variable */
#define WIDTH 2        /* variables of a table */
#define WIDTH_MOST 8
#define VALUES 4
#define FORBIDDEN 30   /* of a hundred tuples of kind hard, but for a hidden assignment's */

/* A table over different variables; costs from 0 to 10, or 0 and forbidden. */
static void add_table(const struct basin_gen_opts *o, uint32_t number, const uint8_t *hidden,
                      bool hard, struct bsn_text *text)
{
    struct bsn_dice dice = { .rng = { o->seed, BSN_RNG_INSTANCE, 1, number } };
    uint32_t scope[WIDTH_MOST];
    size_t tuples = 1, kept = 0;

    bsn_text_add(text, "%s\"f%u\": {\"scope\": [", number > 0 ? ",\n" : "", number + 1);
    for (uint32_t k = 0; k < o->width; k++) {
        bool again = true;
        while (again) {
            scope[k] = bsn_roll(&dice, o->n);
            again = false;
            for (uint32_t j = 0; j < k; j++)
                again |= scope[j] == scope[k];
        }
        bsn_text_add(text, "%s\"x%u\"", k > 0 ? ", " : "", scope[k] + 1);
        tuples *= VALUES;
        kept = kept * VALUES + hidden[scope[k]];
    }
    bsn_text_add(text, "], \"costs\": [");
    for (size_t x = 0; x < tuples; x++) {
        const uint32_t drawn = bsn_roll(&dice, hard ? 100 : 10001);
        bsn_text_add(text, x > 0 ? ", " : "");
        if (!hard)
            bsn_text_add(text, "%u.%03u", drawn / 1000, drawn % 1000);
        else
            bsn_text_add(text, "%s", drawn < FORBIDDEN && x != kept ? "\"inf\"" : "0");
    }
    bsn_text_add(text, "]}");
}

basin_status bsn_solve_generate(basin_ctx *ctx, const struct basin_gen_opts *opts,
                                struct bsn_text *text)
{
    const bool hard = strcmp(opts->kind, "hard") == 0;
    struct basin_gen_opts o = *opts;
    struct bsn_dice dice = { .rng = { o.seed, BSN_RNG_INSTANCE, 0, 0 } };
    uint8_t *hidden;

    o.n = o.n > 0 ? o.n : VARIABLES;
    o.width = o.width > 0 ? o.width : WIDTH;
    o.ratio = o.ratio > 0 ? o.ratio : RATIO;
    if (o.n > VARIABLES_MOST || o.width > WIDTH_MOST || o.width > o.n || o.ratio > 1000)
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "solve: at most %d variables, %d of them in a table, no more than there "
                        "are, and 1000 tables for each", VARIABLES_MOST, WIDTH_MOST);
    BSN_TRY(BSN_NEW(ctx, o.n, &hidden));
    for (uint32_t v = 0; v < o.n; v++)
        hidden[v] = (uint8_t)bsn_roll(&dice, VALUES);
    bsn_text_add(text, "{\"problem\": {\"name\": \"%s tables, seed %llu\"},\n\"variables\": {",
                 o.kind, (unsigned long long)o.seed);
    for (uint32_t v = 0; v < o.n; v++)
        bsn_text_add(text, "%s\"x%u\": %d", v > 0 ? ", " : "", v + 1, VALUES);
    bsn_text_add(text, "},\n\"functions\": {\n");
    for (uint32_t i = 0; i == 0 || i < (uint32_t)(o.ratio * o.n); i++)
        add_table(&o, i, hidden, hard, text);
    bsn_text_add(text, "}}\n");
    bsn_free(ctx, hidden);
    return BASIN_STATUS_OK;
}
