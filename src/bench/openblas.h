/* openblas.h - products of matrices by OpenBLAS, where the machine has it: nothing is linked. */
#ifndef BASIN_BENCH_OPENBLAS_H
#define BASIN_BENCH_OPENBLAS_H

#include "nn/kernel.h"

/* *out is `kernel` with products by OpenBLAS on one thread. False where there is none. */
bool bench_openblas(const struct bsn_kernel *kernel, struct bsn_kernel *out);

#endif
