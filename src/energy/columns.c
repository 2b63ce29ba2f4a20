/* columns.c - gathers and scatters the inputs of a term's factors. */
#include "energy/columns.h"

#include <string.h>

/* What input d of part j of a factor reads. */
struct place {
    size_t at;           /* its first lane in an array of coordinates */
    uint32_t coord;      /* BSN_GRAPH_EMPTY: nothing */
    float turn, offset;
};

static struct place place_of(const struct bsn_columns *c, size_t k, size_t j, size_t d)
{
    const struct bsn_term *const term = c->term;
    const uint32_t part = term->member[term->first[c->from + k] + j];
    const uint32_t coord = term->input[part * term->inputs + d];
    const float mirror = term->mirror ? term->mirror[part] : 0;

    return (struct place){ coord * c->stride, coord, 1 - 2 * mirror, mirror };
}

/* Where the columns of that input begin in a batch. */
static size_t column_of(const struct bsn_columns *c, size_t k, size_t j, size_t d)
{
    return ((j * c->term->inputs + d) * c->count + k) * c->lanes;
}

static void gather_conditions(const struct bsn_columns *c, size_t k, size_t j, float *cond)
{
    const struct bsn_term *const term = c->term;
    const uint32_t part = term->member[term->first[c->from + k] + j];

    for (size_t d = 0; d < term->conds; d++)
        for (size_t lane = 0; lane < c->lanes; lane++)
            cond[((j * term->conds + d) * c->count + k) * c->lanes + lane] =
                term->cond[part * term->conds + d];
}

void bsn_columns_gather(const struct bsn_columns *c, const float *y, const float *signal, float *x,
                        float *cond)
{
    for (size_t k = 0; k < c->count; k++)
        for (size_t j = 0; j < c->parts; j++) {
            for (size_t d = 0; d < c->term->inputs; d++) {
                const struct place from = place_of(c, k, j, d);
                float *const to = x + column_of(c, k, j, d);
                if (from.coord == BSN_GRAPH_EMPTY)
                    memset(to, 0, c->lanes * sizeof *to);
                for (size_t l = 0; from.coord != BSN_GRAPH_EMPTY && l < c->lanes; l++)
                    to[l] = from.turn * y[from.at + l] + from.offset * signal[l];
            }
            gather_conditions(c, k, j, cond);
        }
}

void bsn_columns_scatter(const struct bsn_columns *c, const float *slope, const float *weight,
                         const float *scale, const float *share, float *grad)
{
    for (size_t k = 0; k < c->count; k++)
        for (size_t j = 0; j < c->parts; j++)
            for (size_t d = 0; d < c->term->inputs; d++) {
                const struct place to = place_of(c, k, j, d);
                const float *const from = slope + column_of(c, k, j, d);
                if (to.coord == BSN_GRAPH_EMPTY)
                    continue;
                const float all = to.turn * (share ? share[to.coord] : 1) * (scale ? scale[k] : 1);
                for (size_t l = 0; l < c->lanes; l++)
                    grad[to.at + l] += (weight ? all * weight[k * c->stride + l] : all) * from[l];
            }
}

void bsn_columns_back(const struct bsn_columns *c, const float *grad, const float *share,
                      float *slope)
{
    for (size_t k = 0; k < c->count; k++)
        for (size_t j = 0; j < c->parts; j++)
            for (size_t d = 0; d < c->term->inputs; d++) {
                const struct place from = place_of(c, k, j, d);
                float *const to = slope + column_of(c, k, j, d);
                const bool empty = from.coord == BSN_GRAPH_EMPTY;
                const float all = empty || !share ? from.turn : from.turn * share[from.coord];
                for (size_t l = 0; l < c->lanes; l++)
                    to[l] = empty ? 0 : all * grad[from.at + l];
            }
}
