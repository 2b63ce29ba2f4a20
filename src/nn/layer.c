/* layer.c - products by a kernel, and the soft hinge. */
#include "nn/layer.h"

#include "nn/kernel.h"

#include <math.h>

#ifdef BSN_DOUBLE
#define EXP exp
#define LOG1P log1p
#else
#define EXP expf
#define LOG1P log1pf
#endif

/* c (rows, cols) = a b [+ c], with the strides of struct bsn_product. */
#ifdef BSN_DOUBLE
typedef struct {
    size_t rows, depth, cols;
    const real *a, *b;
    size_t a_row, a_depth, b_depth, b_col;
    bool add;
    real *c;
} product;

static void multiply(const struct bsn_kernel *kernel, const product *p)
{
    (void)kernel;
    for (size_t r = 0; r < p->rows; r++)
        for (size_t l = 0; l < p->cols; l++) {
            real sum = 0;
            for (size_t k = 0; k < p->depth; k++)
                sum += p->a[r * p->a_row + k * p->a_depth] * p->b[k * p->b_depth + l * p->b_col];
            p->c[r * p->cols + l] = p->add ? p->c[r * p->cols + l] + sum : sum;
        }
}
#else
typedef struct bsn_product product;

static void multiply(const struct bsn_kernel *kernel, const product *p)
{
    (kernel ? kernel : bsn_kernel_pick(NULL))->product(p);
}
#endif

void NN(product)(const struct bsn_kernel *kernel, size_t out, size_t in, size_t cols,
                 const real *w, const real *x, bool add, real *z)
{
    multiply(kernel, &(product){ .rows = out,
                                 .depth = in,
                                 .cols = cols,
                                 .a = w,
                                 .a_row = in,
                                 .a_depth = 1,
                                 .b = x,
                                 .b_depth = cols,
                                 .b_col = 1,
                                 .add = add,
                                 .c = z });
}

void NN(product_transposed)(const struct bsn_kernel *kernel, size_t out, size_t in, size_t cols,
                            const real *w, const real *z, bool add, real *x)
{
    multiply(kernel, &(product){ .rows = in,
                                 .depth = out,
                                 .cols = cols,
                                 .a = w,
                                 .a_row = 1,
                                 .a_depth = in,
                                 .b = z,
                                 .b_depth = cols,
                                 .b_col = 1,
                                 .add = add,
                                 .c = x });
}

void NN(product_weight)(const struct bsn_kernel *kernel, size_t out, size_t in, size_t cols,
                        const real *z, const real *x, real *dw)
{
    multiply(kernel, &(product){ .rows = out,
                                 .depth = cols,
                                 .cols = in,
                                 .a = z,
                                 .a_row = cols,
                                 .a_depth = 1,
                                 .b = x,
                                 .b_depth = 1,
                                 .b_col = cols,
                                 .add = true,
                                 .c = dw });
}

real NN(softplus)(real x, real tau, real *slope)
{
    const real far = EXP(-(x < 0 ? -x : x) / tau); /* never overflows */
    const real near = 1 / (1 + far);

    *slope = x < 0 ? far * near : near;
    return (x < 0 ? 0 : x) + tau * LOG1P(far);
}
