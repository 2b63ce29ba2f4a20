/* color_teach.c - what edges are learned from: recipes, lessons, and the examples of exact energies. */
#include "domain/color/color_teach.h"

#include "base/mem.h"

#include <math.h>
#include <string.h>

#define PALETTE BSN_COLOR_PALETTE

#define NET_PAPER { .kind = BSN_NET_RESIDUAL, .inputs = 2 * PALETTE, .hidden = 128, .blocks = 4, \
                    .outputs = 2 * PALETTE, .levels = 100 }
#define NET_VERTEX { .kind = BSN_NET_CHOICE, .inputs = PALETTE }
#define NET_EDGE { .kind = BSN_NET_CHOICE, .inputs = PALETTE, .pair = 1 }

const struct bsn_recipe *bsn_color_recipe(enum basin_energy energy)
{
    static const struct bsn_recipe paper = {
        .data = "pairs of different colours out of 14; negatives: the same colour at both ends, of "
                "strength 0.5 to 1, or a further entry of 0.01 to 1",
        .levels = 100, .nets = 1,
        .net = { { .name = "edge", .net = NET_PAPER, .parts = 1, .steps = 6000, .batch = 1024,
                   .tile = 128, .rate = 1e-3, .decay = 0.01, .diffusion = 1,
                   .contrastive = 0.5 } },
    };
    static const struct bsn_recipe compact = {
        .data = "single colours, and pairs of different colours, out of palettes of 2 to 14; "
                "negatives: the same colour at both ends",
        .levels = 100, .nets = 2,
        .net = { { .name = "vertex", .net = NET_VERTEX, .parts = 1, .steps = 4000, .batch = 1024,
                   .tile = 64, .rate = 0.01, .diffusion = 1, .noise_floor = 0.1 },
                 { .name = "edge", .net = NET_EDGE, .base = "vertex", .parts = 2, .steps = 8000,
                   .batch = 1024, .tile = 64, .rate = 0.01, .diffusion = 1, .contrastive = 0.5,
                   .noise_floor = 0.1 } },
    };

    return energy == BASIN_ENERGY_PAPER ? &paper : energy == BASIN_ENERGY_COMPACT ? &compact
                                                                                  : NULL;
}

/* The paper's negatives: the same colour at both ends, or one entry too many. */
static void spoil(const struct bsn_rng *at, uint32_t col, const uint32_t color[2],
                  struct bsn_minibatch *minibatch)
{
    const size_t cols = minibatch->cols;
    const double strength = bsn_rng_uniform(at, 4 * col + 2);
    float *const to = minibatch->negative + col;

    if (bsn_rng_below(at, 4 * col + 3, 2) == 0) {
        to[(PALETTE + color[1]) * cols] = 0;
        to[color[0] * cols] = (float)(0.5 + 0.5 * strength);
        to[(PALETTE + color[0]) * cols] = (float)(0.5 + 0.5 * strength);
        return;
    }
    const uint32_t pick = bsn_rng_below(at, UINT32_MAX - 1 - col, 2 * PALETTE - 2);
    for (uint32_t i = 0, other = 0; i < 2 * PALETTE; i++) {
        const bool own = i % PALETTE == color[i / PALETTE];
        if (!own && other++ == pick)
            to[i * cols] = (float)(0.01 + 0.99 * strength);
    }
}

/* A column of a minibatch: a vertex, or an edge with two different colours. */
void bsn_color_minibatch(const struct bsn_recipe_net *net, const struct bsn_rng *at,
                         struct bsn_minibatch *minibatch)
{
    const bool paper = net->net.kind == BSN_NET_RESIDUAL;
    const uint32_t k = paper ? PALETTE : 2 + bsn_rng_below(at, UINT32_MAX, PALETTE - 1);
    const size_t ends = paper ? 2 : minibatch->parts, cols = minibatch->cols;

    minibatch->inputs = paper ? 2 * PALETTE : k;
    minibatch->negatives = ends == 2;
    minibatch->odds = 1.0 / (k - 1);  /* of k^2 pairs k are alike */
    memset(minibatch->y, 0, ends * k * cols * sizeof *minibatch->y);
    memset(minibatch->negative, 0, ends * k * cols * sizeof *minibatch->negative);
    for (uint32_t col = 0; col < cols; col++) {
        uint32_t color[2] = { bsn_rng_below(at, 4 * col, k), 0 };
        color[1] = (color[0] + 1 + bsn_rng_below(at, 4 * col + 1, k - 1)) % k;
        for (size_t end = 0; end < ends; end++) {
            minibatch->y[(end * k + color[end]) * cols + col] = 1;
            minibatch->negative[(end * k + color[paper ? end : 0]) * cols + col] = 1;
        }
        if (paper)
            spoil(at, col, color, minibatch);
    }
}

/* Exact energies: all colours of a vertex, all pairs of different colours of an edge. */
basin_status bsn_color_examples(basin_ctx *ctx, const char *net, size_t parts, size_t inputs,
                                struct bsn_examples *out)
{
    const uint32_t k = (uint32_t)inputs;
    uint32_t count = 0;

    (void)net;  /* the number of parts says it */
    *out = (struct bsn_examples){ .width = parts * k, .count = parts == 1 ? k : k * (k - 1) };
    BSN_TRY(BSN_NEW(ctx, out->count, &out->log_weight));
    BSN_TRY(BSN_NEW(ctx, out->count + 1, &out->first));
    BSN_TRY(BSN_NEW(ctx, out->count * parts, &out->one));
    for (uint32_t a = 0; a < k; a++)
        for (uint32_t b = 0; b < (parts == 1 ? 1 : k); b++) {
            if (parts == 2 && a == b)
                continue;
            out->one[count * parts] = a;
            if (parts == 2)
                out->one[count * parts + 1] = k + b;
            out->log_weight[count++] = -log((double)out->count);
            out->first[count] = count * (uint32_t)parts;
        }
    out->floor = parts == 1 ? 0 : log1p(-1.0 / k);  /* how often two colours differ by themselves */
    return BASIN_STATUS_OK;
}
