/* openblas.c - loads OpenBLAS and puts its product into a kernel's place.
 *
 * A release of OpenBLAS takes processors younger than itself for very old ones. It is told which of
 * its kernels to take, by the level of ours, unless the caller's environment says so.
 */
#define _GNU_SOURCE
#include "bench/openblas.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#define LIBRARY "libopenblas.so.0"
#define core_sse2 "Prescott"
#define core_avx2 "Haswell"
#define core_avx512 "SkylakeX"

enum { ROW_MAJOR = 101, AS_IT_IS = 111, TRANSPOSED = 112 };  /* of cblas.h */

typedef void sgemm_fn(int order, int trans_a, int trans_b, int rows, int cols, int depth,
                      float alpha, const float *a, int lda, const float *b, int ldb, float beta,
                      float *c, int ldc);

static sgemm_fn *sgemm;  /* a kernel's functions have no state of their own */

static void product(const struct bsn_product *p)
{
    const bool a_turned = p->a_depth != 1, b_turned = p->b_col != 1;

    sgemm(ROW_MAJOR, a_turned ? TRANSPOSED : AS_IT_IS, b_turned ? TRANSPOSED : AS_IT_IS,
          (int)p->rows, (int)p->cols, (int)p->depth, 1, p->a,
          (int)(a_turned ? p->a_depth : p->a_row), p->b, (int)(b_turned ? p->b_col : p->b_depth),
          p->add ? 1 : 0, p->c, (int)p->cols);
}

static void *load(const struct bsn_kernel *kernel)
{
    static const char *const cores[] = BSN_KERNELS_LIST(core);

    setenv("OPENBLAS_CORETYPE", cores[kernel->rank], 0);
    setenv("OPENBLAS_NUM_THREADS", "1", 1);
    void *const library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    return library ? dlsym(library, "cblas_sgemm") : NULL;
}

bool bench_openblas(const struct bsn_kernel *kernel, struct bsn_kernel *out)
{
    void *const symbol = sgemm ? NULL : load(kernel);

    if (symbol)  /* C has no cast from an object's address to that of a function */
        memcpy(&sgemm, &symbol, sizeof symbol);
    *out = *kernel;
    out->product = product;
    return sgemm != NULL;
}
