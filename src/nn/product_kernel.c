/* product_kernel.c - products of matrices, a strip of rows and a panel of columns at a time.
 *
 * A panel of the right factor is copied side by side, which also brings it into the order needed
 * (rows for columns, when it is read transposed); then each strip of rows of the left factor goes
 * over it with all its sums in registers. Sums run over the depth in order, whatever the shape, so
 * that a column's result does not depend on the columns beside it.
 *
 * A library was used before: OpenBLAS 0.3.21 does not know processors younger than itself and takes
 * kernels of 2004 for them, four times slower than these; on those that it knows it is as fast.
 */
#include "nn/vec.h"

#include <string.h>

#define CAT_(a, b) a##_##b
#define CAT(a, b) CAT_(a, b)

/* As many sums as registers have room for, beside a row of the panel. */
#if VEC_LANES == 16
#define STRIP 6
#define VECS 4
#else
#define STRIP 4
#define VECS 2
#endif
#define PANEL (VECS * VEC_LANES)
#define DEPTH 256  /* of a panel: with 64 columns 64 KB, which the second-level cache holds */

/* panel (depth, PANEL) from columns `from` .. of b; columns beyond the last are 0. */
INLINE void fill_panel(const struct bsn_product *p, size_t from, size_t top, size_t depth,
                       float *panel)
{
    const size_t left = p->cols - from, count = left < PANEL ? left : PANEL;
    const float *const b = p->b + top * p->b_depth + from * p->b_col;

    if (count < PANEL)
        memset(panel, 0, depth * PANEL * sizeof *panel);
    if (p->b_col == 1) {
        for (size_t k = 0; k < depth; k++)
            memcpy(panel + k * PANEL, b + k * p->b_depth, count * sizeof *panel);
        return;
    }
    for (size_t l = 0; l < count; l++)
        for (size_t k = 0; k < depth; k++)
            panel[k * PANEL + l] = b[k * p->b_depth + l * p->b_col];
}

/* A vector in the product, where rows begin anywhere. */
typedef float loose __attribute__((vector_size(4 * VEC_LANES), may_alias, aligned(4)));

/* Writes one row of sums in `vecs` vectors, which may go beyond the last column. */
INLINE void put_row(const vec *sum, size_t vecs, size_t count, bool add, float *c)
{
    float row[PANEL];

    if (count == vecs * VEC_LANES) {
        for (size_t v = 0; v < vecs; v++) {
            loose *const at = (loose *)(void *)(c + v * VEC_LANES);
            *at = add ? (loose)(*at + sum[v]) : (loose)sum[v];
        }
        return;
    }
    memcpy(row, sum, vecs * sizeof *sum);
    for (size_t l = 0; l < count; l++)
        c[l] = add ? c[l] + row[l] : row[l];
}

/* x in every lane; vset would add it to 0. */
INLINE vec spread(float x)
{
    return x - (vec){ 0 };
}

/* A strip of the left factor over a panel. */
struct over {
    const struct bsn_product *p;
    const float *a, *panel;
    size_t depth, count;  /* count: columns */
    bool add;
    float *c;
};

/* `rows` rows of the product, at most STRIP, in `vecs` vectors, at most VECS: known when compiled, so
 * that sums stay in registers. */
INLINE void strip(const struct over *o, size_t rows, size_t vecs)
{
    const struct bsn_product *const p = o->p;
    vec sum[STRIP][VECS];

    for (size_t r = 0; r < rows; r++)
        for (size_t v = 0; v < vecs; v++)
            sum[r][v] = vset(0);
    for (size_t k = 0; k < o->depth; k++) {
        vec row[VECS];
        for (size_t v = 0; v < vecs; v++)
            row[v] = vload(o->panel + k * PANEL + v * VEC_LANES);
        for (size_t r = 0; r < rows; r++) {
            const vec by = spread(o->a[r * p->a_row + k * p->a_depth]);
            for (size_t v = 0; v < vecs; v++)
                sum[r][v] += by * row[v];
        }
    }
    for (size_t r = 0; r < rows; r++)
        put_row(sum[r], vecs, o->count, o->add, o->c + r * p->cols);
}

INLINE void last_strip(const struct over *o, size_t rows, size_t vecs)
{
    switch (rows) {
    case 1:
        strip(o, 1, vecs);
        break;
    case 2:
        strip(o, 2, vecs);
        break;
    case 3:
        strip(o, 3, vecs);
        break;
#if STRIP > 4
    case 4:
        strip(o, 4, vecs);
        break;
    case 5:
        strip(o, 5, vecs);
        break;
#endif
    default:
        break;
    }
}

/* All rows over one panel. */
INLINE void strips(struct over *o, size_t vecs)
{
    size_t row = 0;

    for (; row + STRIP <= o->p->rows; row += STRIP) {
        strip(o, STRIP, vecs);
        o->a += STRIP * o->p->a_row;
        o->c += STRIP * o->p->cols;
    }
    last_strip(o, o->p->rows - row, vecs);
}

void CAT(bsn_product, BSN_LEVEL)(const struct bsn_product *p)
{
    _Alignas(64) float panel[DEPTH * PANEL];
    size_t top = 0;

    do {
        const size_t below = p->depth - top, depth = below < DEPTH ? below : DEPTH;
        for (size_t from = 0; from < p->cols; from += PANEL) {
            const size_t left = p->cols - from, count = left < PANEL ? left : PANEL;
            struct over o = { p, p->a + top * p->a_depth, panel, depth, count, p->add || top > 0,
                              p->c + from };
            fill_panel(p, from, top, depth, panel);
            if (count > PANEL / 2)
                strips(&o, VECS);
            else
                strips(&o, VECS / 2);  /* of the last panel half may be empty */
        }
        top += depth;
    } while (top < p->depth);
}
