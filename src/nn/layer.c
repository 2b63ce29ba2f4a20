/* layer.c - products through cblas, one thread, and the soft hinge. */
#include "nn/layer.h"

#include <cblas.h>
#include <math.h>
#include <pthread.h>

#ifdef BSN_DOUBLE
#define GEMM cblas_dgemm
#define EXP exp
#define LOG1P log1p
#else
#define GEMM cblas_sgemm
#define EXP expf
#define LOG1P log1pf
#endif

void NN(product)(size_t out, size_t in, size_t cols, const real *w, const real *x, real add,
                 real *z)
{
    GEMM(CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)out, (int)cols, (int)in, 1, w, (int)in, x,
         (int)cols, add, z, (int)cols);
}

void NN(product_transposed)(size_t out, size_t in, size_t cols, const real *w, const real *z,
                            real add, real *x)
{
    GEMM(CblasRowMajor, CblasTrans, CblasNoTrans, (int)in, (int)cols, (int)out, 1, w, (int)in, z,
         (int)cols, add, x, (int)cols);
}

void NN(product_weight)(size_t out, size_t in, size_t cols, const real *z, const real *x,
                        real *dw)
{
    GEMM(CblasRowMajor, CblasNoTrans, CblasTrans, (int)out, (int)in, (int)cols, 1, z, (int)cols, x,
         (int)cols, 1, dw, (int)in);
}

#ifndef BSN_DOUBLE
/* The setting is the process's, and several contexts may be at work: the first sets it, the last
 * puts it back. */
static pthread_mutex_t blas_lock = PTHREAD_MUTEX_INITIALIZER;
static int blas_users, blas_threads;

void bsn_blas_alone(void)
{
    pthread_mutex_lock(&blas_lock);
    if (blas_users++ == 0) {
        blas_threads = openblas_get_num_threads();
        openblas_set_num_threads(1);
    }
    pthread_mutex_unlock(&blas_lock);
}

void bsn_blas_restore(void)
{
    pthread_mutex_lock(&blas_lock);
    if (--blas_users == 0)
        openblas_set_num_threads(blas_threads);
    pthread_mutex_unlock(&blas_lock);
}
#endif

real NN(softplus)(real x, real tau, real *slope)
{
    const real far = EXP(-(x < 0 ? -x : x) / tau);  /* never overflows */
    const real near = 1 / (1 + far);

    *slope = x < 0 ? far * near : near;
    return (x < 0 ? 0 : x) + tau * LOG1P(far);
}
