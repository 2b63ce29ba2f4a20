/* residual.c - the paper's residual network, with a squared vector norm as energy.
 *
 *     r = Win (y, cond) + bin
 *     per block:  n = layernorm(r)             (no scale, no shift)
 *                 u = W1 relu(n) + b1 + V e_t  (width 2h; e_t a learned time embedding)
 *                 w = W2 relu(u) + b2          (width 2h)
 *                 r <- r + W3 relu(w) + b3
 *     o = Wout r + bout,   E = |o|^2
 *
 * V e_t is the same for every column of level t, so it is formed once a step for all levels (the
 * derived parameters) and only looked up. Suffixes: _b adjoint, _d derivative along the tangent.
 */
#include "nn/kind.h"

#include "base/rng.h"
#include "nn/layer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#ifdef BSN_DOUBLE
#define SQRT sqrt
#else
#define SQRT sqrtf
#endif

#define VARIANCE_FLOOR ((real)1e-5)
#define MAX_BLOCKS 16

/* Offsets into the parameter block. */
struct layout {
    size_t h, wide, in;   /* h, 2h, inputs + conds */
    size_t w_in, b_in;    /* (h, in), (h) */
    size_t block, stride; /* first block and the distance to the next */
    size_t w_out, b_out;  /* (outputs, h), (outputs) */
    size_t table;         /* (levels, h) time embeddings */
    size_t params;
    size_t shift, full;   /* derived: (blocks, levels, 2h) = V e_t */
};

/* Offsets within a block. */
struct block_layout {
    size_t w1, b1, v, w2, b2, w3, b3, size;
};

static struct block_layout block_layout(size_t h)
{
    const size_t wide = 2 * h;
    struct block_layout at = { 0 };

    at.b1 = at.w1 + wide * h;
    at.v = at.b1 + wide;
    at.w2 = at.v + wide * h;
    at.b2 = at.w2 + wide * wide;
    at.w3 = at.b2 + wide;
    at.b3 = at.w3 + h * wide;
    at.size = at.b3 + h;
    return at;
}

static struct layout layout(const struct bsn_net *net)
{
    struct layout at = { .h = net->hidden, .wide = 2 * (size_t)net->hidden,
                         .in = net->inputs + net->conds };

    at.b_in = at.w_in + at.h * at.in;
    at.block = at.b_in + at.h;
    at.stride = block_layout(at.h).size;
    at.w_out = at.block + net->blocks * at.stride;
    at.b_out = at.w_out + net->outputs * at.h;
    at.table = at.b_out + net->outputs;
    at.params = at.table + net->levels * at.h;
    at.shift = at.params;
    at.full = at.shift + net->blocks * net->levels * at.wide;
    return at;
}

static size_t params(const struct bsn_net *net)
{
    return layout(net).params;
}

static size_t full(const struct bsn_net *net)
{
    return layout(net).full;
}

static bool tensor(const struct bsn_net *net, size_t index, struct bsn_net_tensor *out)
{
    const struct layout at = layout(net);
    const struct block_layout in = block_layout(at.h);
    const struct bsn_net_tensor ends[] = {
        { "in.weight", "", at.h, at.in, at.w_in },
        { "in.bias", "", 1, at.h, at.b_in },
        { "out.weight", "", net->outputs, at.h, at.w_out },
        { "out.bias", "", 1, net->outputs, at.b_out },
        { "time", "", net->levels, at.h, at.table },
    };
    const struct bsn_net_tensor inner[] = {
        { "1.weight", "", at.wide, at.h, in.w1 },   { "1.bias", "", 1, at.wide, in.b1 },
        { "time", "", at.wide, at.h, in.v },        { "2.weight", "", at.wide, at.wide, in.w2 },
        { "2.bias", "", 1, at.wide, in.b2 },        { "3.weight", "", at.h, at.wide, in.w3 },
        { "3.bias", "", 1, at.h, in.b3 },
    };
    const size_t n_inner = sizeof inner / sizeof *inner;

    if (index < 2) {
        *out = ends[index];
    } else if (index < 2 + net->blocks * n_inner) {
        const size_t block = (index - 2) / n_inner;
        *out = inner[(index - 2) % n_inner];
        out->offset += at.block + block * at.stride;
        snprintf(out->text, sizeof out->text, "block%zu.%s", block % 1000, out->name);
        out->name = out->text;
    } else if (index < 2 + net->blocks * n_inner + 3) {
        *out = ends[index - net->blocks * n_inner];
    } else {
        return false;
    }
    return true;
}

/* Workspace of one block; every array is (rows, cols). */
struct block_arrays {
    real *n, *scale;          /* (h), (1): layernorm(r) and 1 / standard deviation */
    real *a1, *a2, *a3;       /* relu outputs (h), (2h), (2h): the inputs of the products */
    real *n_b, *u_b, *w_b;    /* adjoints of n, u, w (h), (2h), (2h) */
    real *r_b;                /* adjoint of what the block adds (h) */
    real *n_d, *scale_d;      /* tangents */
    real *a1_d, *a2_d, *a3_d;
};

struct arrays {
    real *x, *x_d;            /* (in) */
    real *r, *r_d;            /* (h) the residual stream after the last block done */
    real *o, *o_d, *o_b;      /* (outputs) */
    real *stream_b;           /* (h) adjoint of the stream before the first block */
    real *t1, *t2, *t3;       /* scratch (2h) */
    struct block_arrays block[MAX_BLOCKS];
};

#define TAKE(count) NN(take)(work, &used, count)

static size_t lay_out(const struct bsn_net *net, size_t cols, real *work, struct arrays *a)
{
    const size_t h = net->hidden * cols, wide = 2 * h, in = (net->inputs + net->conds) * cols;
    size_t used = 0;

    a->x = TAKE(in), a->x_d = TAKE(in);
    a->r = TAKE(h), a->r_d = TAKE(h);
    a->o = TAKE(net->outputs * cols), a->o_d = TAKE(net->outputs * cols);
    a->o_b = TAKE(net->outputs * cols), a->stream_b = TAKE(h);
    a->t1 = TAKE(wide), a->t2 = TAKE(wide);
    a->t3 = TAKE(wide);
    for (size_t b = 0; b < net->blocks; b++) {
        struct block_arrays *const k = &a->block[b];
        k->n = TAKE(h), k->scale = TAKE(cols);
        k->a1 = TAKE(h), k->a2 = TAKE(wide);
        k->a3 = TAKE(wide), k->n_b = TAKE(h);
        k->u_b = TAKE(wide), k->w_b = TAKE(wide);
        k->r_b = TAKE(h);
        k->n_d = TAKE(h), k->scale_d = TAKE(cols);
        k->a1_d = TAKE(h), k->a2_d = TAKE(wide);
        k->a3_d = TAKE(wide);
    }
    return used;
}

static size_t workspace(const struct bsn_net *net, size_t parts, size_t cols)
{
    struct arrays a;

    (void)parts;  /* a column has one */
    return lay_out(net, cols, NULL, &a);
}

static void init(const struct bsn_net *net, uint64_t seed, uint32_t stream, real *theta)
{
    const struct bsn_rng rng = { seed, BSN_RNG_INIT, stream, 0 };
    struct bsn_net_tensor cut;

    for (size_t k = 0; tensor(net, k, &cut); k++) {
        /* Uniform within 1 / sqrt(fan in), as the authors' framework does; embeddings normal. */
        const bool table = cut.rows == net->levels && cut.offset == layout(net).table;
        const double reach = 1.0 / sqrt((double)cut.cols);
        for (size_t i = 0; i < cut.rows * cut.cols; i++) {
            const uint32_t item = (uint32_t)(cut.offset + i);
            double normal[2];
            bsn_rng_normal2(&rng, item, normal);
            theta[item] = (real)(table ? normal[0] : (2 * bsn_rng_uniform(&rng, item) - 1) * reach);
        }
    }
}

/* The first numbers of the stream are those of y, and the outputs read them. For networks with
 * hidden >= inputs == outputs. */
static void direct(const struct bsn_net *net, real *theta)
{
    const struct layout at = layout(net);

    memset(theta + at.w_in, 0, net->inputs * at.in * sizeof *theta);
    memset(theta + at.b_in, 0, net->inputs * sizeof *theta);
    memset(theta + at.w_out, 0, net->outputs * at.h * sizeof *theta);
    memset(theta + at.b_out, 0, net->outputs * sizeof *theta);
    for (size_t i = 0; i < net->inputs; i++) {
        theta[at.w_in + i * at.in + i] = 1;
        theta[at.w_out + i * at.h + i] = (real)0.70710678118654752440;
    }
}

static void expand(const struct bsn_net *net, real *theta)
{
    const struct bsn_kernel *const plain = bsn_kernel_plain();  /* the same on every processor */
    const struct layout at = layout(net);
    const struct block_layout in = block_layout(at.h);

    for (size_t b = 0; b < net->blocks; b++) {  /* (levels, 2h) = table (levels, h) V^T */
        real *const shift = theta + at.shift + b * net->levels * at.wide;
        memset(shift, 0, net->levels * at.wide * sizeof *shift);
        NN(product_weight)(plain, net->levels, at.wide, at.h, theta + at.table,
                           theta + at.block + b * at.stride + in.v, shift);
    }
}

static void fold(const struct bsn_net *net, const real *theta, real *gradient)
{
    const struct bsn_kernel *const plain = bsn_kernel_plain();
    const struct layout at = layout(net);
    const struct block_layout in = block_layout(at.h);

    for (size_t b = 0; b < net->blocks; b++) {
        const real *const d_shift = gradient + at.shift + b * net->levels * at.wide;
        const size_t v = at.block + b * at.stride + in.v;
        NN(product)(plain, net->levels, at.wide, at.h, d_shift, theta + v, 1, gradient + at.table);
        NN(product_transposed)(plain, net->levels, at.wide, at.h, d_shift, theta + at.table, 1,
                               gradient + v);
    }
}

/* z (rows, cols) += bias, a number a row. */
static void add_bias(size_t rows, size_t cols, const real *bias, real *z)
{
    for (size_t i = 0; i < rows; i++)
        for (size_t l = 0; l < cols; l++)
            z[i * cols + l] += bias[i];
}

/* u (2h, cols) += shift of the column's level, 16 rows at a time: those rows stay in cache while
 * the columns go by. */
static void add_shift(const struct NN(batch) *batch, size_t wide, const real *shift, real *u)
{
    for (size_t from = 0; from < wide; from += 16)
        for (size_t l = 0; l < batch->cols; l++)
            for (size_t i = from; i < from + 16 && i < wide; i++)
                u[i * batch->cols + l] += shift[(batch->t[l] - 1) * wide + i];
}

/* z (rows, cols) through z + bias and relu, in place. */
static void bias_relu(size_t rows, size_t cols, const real *bias, real *z)
{
    for (size_t i = 0; i < rows; i++)
        for (size_t l = 0; l < cols; l++) {
            const real x = z[i * cols + l] + bias[i];
            z[i * cols + l] = x > 0 ? x : 0;
        }
}

static void relu(size_t n, const real *x, real *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = x[i] > 0 ? x[i] : 0;
}

/* x stays where relu's output was above 0: its derivative applied. */
static void gate(size_t n, const real *output, real *x)
{
    for (size_t i = 0; i < n; i++)
        x[i] = output[i] > 0 ? x[i] : 0;
}

/* mean (cols) over rows of x, or of x * y when y is given. */
static void mean_rows(size_t rows, size_t cols, const real *x, const real *y, real *mean)
{
    memset(mean, 0, cols * sizeof *mean);
    for (size_t i = 0; i < rows; i++)
        for (size_t l = 0; l < cols; l++)
            mean[l] += y ? x[i * cols + l] * y[i * cols + l] : x[i * cols + l];
    for (size_t l = 0; l < cols; l++)
        mean[l] /= (real)rows;
}

/* n = (r - mean) * scale. */
static void normalise(size_t h, size_t cols, const real *r, real *n, real *scale, real *mean)
{
    mean_rows(h, cols, r, NULL, mean);
    for (size_t i = 0; i < h; i++)
        for (size_t l = 0; l < cols; l++)
            n[i * cols + l] = r[i * cols + l] - mean[l];
    mean_rows(h, cols, n, n, scale);
    for (size_t l = 0; l < cols; l++)
        scale[l] = 1 / SQRT(scale[l] + VARIANCE_FLOOR);
    for (size_t i = 0; i < h; i++)
        for (size_t l = 0; l < cols; l++)
            n[i * cols + l] *= scale[l];
}

/* out = (x - mean x - n mean(x n)) * scale: the layernorm's Jacobian, which is symmetric, so it
 * serves tangents and adjoints. m, q (cols) get the two means. */
static void norm_jacobian(size_t h, size_t cols, const real *n, const real *scale, const real *x,
                          real *out, real *m, real *q)
{
    mean_rows(h, cols, x, NULL, m);
    mean_rows(h, cols, x, n, q);
    for (size_t i = 0; i < h; i++)
        for (size_t l = 0; l < cols; l++) {
            const size_t at = i * cols + l;
            out[at] = (x[at] - m[l] - n[at] * q[l]) * scale[l];
        }
}

static void forward(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                    real *work, real *energy)
{
    const struct layout at = layout(net);
    const struct block_layout in = block_layout(at.h);
    const size_t cols = batch->cols;
    struct arrays a;

    lay_out(net, cols, work, &a);
    memcpy(a.x, batch->y, net->inputs * cols * sizeof *a.x);
    if (net->conds > 0)
        memcpy(a.x + net->inputs * cols, batch->cond, net->conds * cols * sizeof *a.x);
    NN(product)(batch->kernel, at.h, at.in, cols, theta + at.w_in, a.x, 0, a.r);
    add_bias(at.h, cols, theta + at.b_in, a.r);
    for (size_t b = 0; b < net->blocks; b++) {
        const struct block_arrays *const k = &a.block[b];
        const real *const w = theta + at.block + b * at.stride;
        normalise(at.h, cols, a.r, k->n, k->scale, a.t3);
        relu(at.h * cols, k->n, k->a1);
        NN(product)(batch->kernel, at.wide, at.h, cols, w + in.w1, k->a1, 0, k->a2);
        add_shift(batch, at.wide, theta + at.shift + b * net->levels * at.wide, k->a2);
        bias_relu(at.wide, cols, w + in.b1, k->a2);
        NN(product)(batch->kernel, at.wide, at.wide, cols, w + in.w2, k->a2, 0, k->a3);
        bias_relu(at.wide, cols, w + in.b2, k->a3);
        NN(product)(batch->kernel, at.h, at.wide, cols, w + in.w3, k->a3, 1, a.r);
        add_bias(at.h, cols, w + in.b3, a.r);
    }
    NN(product)(batch->kernel, net->outputs, at.h, cols, theta + at.w_out, a.r, 0, a.o);
    add_bias(net->outputs, cols, theta + at.b_out, a.o);
    memset(energy, 0, cols * sizeof *energy);
    for (size_t i = 0; i < net->outputs; i++)
        for (size_t l = 0; l < cols; l++)
            energy[l] += a.o[i * cols + l] * a.o[i * cols + l];
}

/* bias (rows) += sum over columns of z. */
static void sum_columns(size_t rows, size_t cols, const real *z, real *bias)
{
    for (size_t i = 0; i < rows; i++) {
        real total = 0;
        for (size_t l = 0; l < cols; l++)
            total += z[i * cols + l];
        bias[i] += total;
    }
}

/* The gradient of the derived shift: adjoints of u gathered by level. */
static void sum_levels(const struct NN(batch) *batch, size_t wide, const real *u_b, real *shift)
{
    for (size_t from = 0; from < wide; from += 16)
        for (size_t l = 0; l < batch->cols; l++)
            for (size_t i = from; i < from + 16 && i < wide; i++)
                shift[(batch->t[l] - 1) * wide + i] += u_b[i * batch->cols + l];
}

/* Parameter gradient of one block from adjoints (u_b, w_b, r_b) and product inputs (a1..a3). */
static void block_weights(const struct bsn_net *net, const struct NN(batch) *batch, size_t b,
                          const struct block_arrays *k, const real *const adjoint[3],
                          real *gradient)
{
    const struct layout at = layout(net);
    const struct block_layout in = block_layout(at.h);
    real *const g = gradient + at.block + b * at.stride;
    const size_t cols = batch->cols;

    NN(product_weight)(batch->kernel, at.wide, at.h, cols, adjoint[0], k->a1, g + in.w1);
    NN(product_weight)(batch->kernel, at.wide, at.wide, cols, adjoint[1], k->a2, g + in.w2);
    NN(product_weight)(batch->kernel, at.h, at.wide, cols, adjoint[2], k->a3, g + in.w3);
    sum_columns(at.wide, cols, adjoint[0], g + in.b1);
    sum_levels(batch, at.wide, adjoint[0], gradient + at.shift + b * net->levels * at.wide);
    sum_columns(at.wide, cols, adjoint[1], g + in.b2);
    sum_columns(at.h, cols, adjoint[2], g + in.b3);
}

static void backward(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                     real *work, const real *seed, real *grad_y, real *gradient)
{
    const struct layout at = layout(net);
    const struct block_layout in = block_layout(at.h);
    const size_t cols = batch->cols;
    struct arrays a;

    lay_out(net, cols, work, &a);
    for (size_t i = 0; i < net->outputs; i++)
        for (size_t l = 0; l < cols; l++)
            a.o_b[i * cols + l] = 2 * a.o[i * cols + l] * (seed ? seed[l] : 1);
    NN(product_transposed)(batch->kernel, net->outputs, at.h, cols, theta + at.w_out, a.o_b, 0,
                           a.stream_b);
    for (size_t b = net->blocks; b-- > 0;) {
        const struct block_arrays *const k = &a.block[b];
        const real *const w = theta + at.block + b * at.stride;
        memcpy(k->r_b, a.stream_b, at.h * cols * sizeof *k->r_b);
        NN(product_transposed)(batch->kernel, at.h, at.wide, cols, w + in.w3, k->r_b, 0, k->w_b);
        gate(at.wide * cols, k->a3, k->w_b);
        NN(product_transposed)(batch->kernel, at.wide, at.wide, cols, w + in.w2, k->w_b, 0, k->u_b);
        gate(at.wide * cols, k->a2, k->u_b);
        NN(product_transposed)(batch->kernel, at.wide, at.h, cols, w + in.w1, k->u_b, 0, k->n_b);
        gate(at.h * cols, k->a1, k->n_b);
        norm_jacobian(at.h, cols, k->n, k->scale, k->n_b, a.t1, a.t2, a.t3);
        for (size_t i = 0; i < at.h * cols; i++)
            a.stream_b[i] += a.t1[i];
        if (gradient)
            block_weights(net, batch, b, k, (const real *const[]){ k->u_b, k->w_b, k->r_b },
                          gradient);
    }
    if (gradient) {
        NN(product_weight)(batch->kernel, net->outputs, at.h, cols, a.o_b, a.r,
                           gradient + at.w_out);
        sum_columns(net->outputs, cols, a.o_b, gradient + at.b_out);
        NN(product_weight)(batch->kernel, at.h, at.in, cols, a.stream_b, a.x, gradient + at.w_in);
        sum_columns(at.h, cols, a.stream_b, gradient + at.b_in);
    }
    if (grad_y) {
        NN(product_transposed)(batch->kernel, at.h, at.in, cols, theta + at.w_in, a.stream_b, 0,
                               a.t1);
        memcpy(grad_y, a.t1, net->inputs * cols * sizeof *grad_y);
    }
}

static void tangent(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                    real *work, const real *direction)
{
    const struct layout at = layout(net);
    const struct block_layout in = block_layout(at.h);
    const size_t cols = batch->cols;
    struct arrays a;

    lay_out(net, cols, work, &a);
    memset(a.x_d, 0, at.in * cols * sizeof *a.x_d);
    memcpy(a.x_d, direction, net->inputs * cols * sizeof *a.x_d);
    NN(product)(batch->kernel, at.h, at.in, cols, theta + at.w_in, a.x_d, 0, a.r_d);
    for (size_t b = 0; b < net->blocks; b++) {
        const struct block_arrays *const k = &a.block[b];
        const real *const w = theta + at.block + b * at.stride;
        norm_jacobian(at.h, cols, k->n, k->scale, a.r_d, k->n_d, a.t2, a.t3);
        for (size_t l = 0; l < cols; l++)  /* d scale = -scale^2 d deviation, = mean(n r_d) */
            k->scale_d[l] = -k->scale[l] * k->scale[l] * a.t3[l];
        memcpy(k->a1_d, k->n_d, at.h * cols * sizeof *k->a1_d);
        gate(at.h * cols, k->a1, k->a1_d);
        NN(product)(batch->kernel, at.wide, at.h, cols, w + in.w1, k->a1_d, 0, k->a2_d);
        gate(at.wide * cols, k->a2, k->a2_d);
        NN(product)(batch->kernel, at.wide, at.wide, cols, w + in.w2, k->a2_d, 0, k->a3_d);
        gate(at.wide * cols, k->a3, k->a3_d);
        NN(product)(batch->kernel, at.h, at.wide, cols, w + in.w3, k->a3_d, 1, a.r_d);
    }
    NN(product)(batch->kernel, net->outputs, at.h, cols, theta + at.w_out, a.r_d, 0, a.o_d);
}

/* Derivative along the tangent of  x_b = (n_b - mean n_b - n mean(n_b n)) scale,  added to
 * `stream_bd`. n_bd is the tangent of n_b. m and q (cols each) are scratch. */
static void norm_second(const struct block_arrays *k, size_t h, size_t cols, const real *n_bd,
                        real *stream_bd, real *m)
{
    real *const q = m + cols, *const m_d = q + cols, *const q_d = m_d + cols;

    mean_rows(h, cols, k->n_b, NULL, m);
    mean_rows(h, cols, k->n_b, k->n, q);
    mean_rows(h, cols, n_bd, NULL, m_d);
    mean_rows(h, cols, n_bd, k->n, q_d);
    mean_rows(h, cols, k->n_b, k->n_d, q_d + cols);
    for (size_t l = 0; l < cols; l++)
        q_d[l] += q_d[cols + l];
    for (size_t i = 0; i < h; i++)
        for (size_t l = 0; l < cols; l++) {
            const size_t at = i * cols + l;
            const real u = k->n_b[at] - m[l] - k->n[at] * q[l];
            const real u_d = n_bd[at] - m_d[l] - k->n_d[at] * q[l] - k->n[at] * q_d[l];
            stream_bd[at] += u_d * k->scale[l] + u * k->scale_d[l];
        }
}

/* One block of the second pass: stream_bd comes in as the tangent adjoint of the block's output
 * and leaves as that of its input. */
static void block_second(const struct bsn_net *net, const real *theta,
                         const struct NN(batch) *batch, size_t b, const struct arrays *a,
                         real *stream_bd, real *gradient)
{
    const struct layout at = layout(net);
    const struct block_layout in = block_layout(at.h);
    const struct block_arrays *const k = &a->block[b];
    const real *const w = theta + at.block + b * at.stride;
    const size_t cols = batch->cols;
    real *const u_bd = a->t1, *const w_bd = a->t2, *const r_bd = a->r_d, *const n_bd = a->t3;
    real *const g = gradient + at.block + b * at.stride;

    memcpy(r_bd, stream_bd, at.h * cols * sizeof *r_bd);
    NN(product_transposed)(batch->kernel, at.h, at.wide, cols, w + in.w3, r_bd, 0, w_bd);
    gate(at.wide * cols, k->a3, w_bd);
    NN(product_transposed)(batch->kernel, at.wide, at.wide, cols, w + in.w2, w_bd, 0, u_bd);
    gate(at.wide * cols, k->a2, u_bd);
    block_weights(net, batch, b, k, (const real *const[]){ u_bd, w_bd, r_bd }, gradient);
    NN(product_weight)(batch->kernel, at.wide, at.h, cols, k->u_b, k->a1_d, g + in.w1);
    NN(product_weight)(batch->kernel, at.wide, at.wide, cols, k->w_b, k->a2_d, g + in.w2);
    NN(product_weight)(batch->kernel, at.h, at.wide, cols, k->r_b, k->a3_d, g + in.w3);
    NN(product_transposed)(batch->kernel, at.wide, at.h, cols, w + in.w1, u_bd, 0, n_bd);
    gate(at.h * cols, k->a1, n_bd);
    norm_second(k, at.h, cols, n_bd, stream_bd, a->t1);
}

static void second(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                   real *work, const real *seed, real *gradient)
{
    const struct layout at = layout(net);
    const size_t cols = batch->cols;
    struct arrays a;

    lay_out(net, cols, work, &a);
    /* o_b = 2 o came from seed 1: its tangent is 2 o_d, and the new seed adds seed * 2 o. */
    NN(product_weight)(batch->kernel, net->outputs, at.h, cols, a.o_b, a.r_d, gradient + at.w_out);
    real *const o_bd = a.o_d;
    for (size_t i = 0; i < net->outputs; i++)
        for (size_t l = 0; l < cols; l++)
            o_bd[i * cols + l] = 2 * a.o_d[i * cols + l] + seed[l] * a.o_b[i * cols + l];
    NN(product_weight)(batch->kernel, net->outputs, at.h, cols, o_bd, a.r, gradient + at.w_out);
    sum_columns(net->outputs, cols, o_bd, gradient + at.b_out);
    NN(product_weight)(batch->kernel, at.h, at.in, cols, a.stream_b, a.x_d, gradient + at.w_in);

    real *const stream_bd = a.r;  /* the forward stream is not needed any more */
    NN(product_transposed)(batch->kernel, net->outputs, at.h, cols, theta + at.w_out, o_bd, 0,
                           stream_bd);
    for (size_t b = net->blocks; b-- > 0;)
        block_second(net, theta, batch, b, &a, stream_bd, gradient);
    NN(product_weight)(batch->kernel, at.h, at.in, cols, stream_bd, a.x, gradient + at.w_in);
    sum_columns(at.h, cols, stream_bd, gradient + at.b_in);
}

/* ------------------------------------------------------------------------------ counting ---- */

static double products(const struct bsn_net *net, size_t parts)
{
    const struct layout at = layout(net);
    const double h = (double)at.h;

    (void)parts;  /* a column has one */
    return 2 * h * ((double)at.in + 8 * h * net->blocks + net->outputs);
}

/* Products alone: a pass forward and one backward. What lies between them is one part in a hundred. */
static double flops(const struct bsn_net *net, const struct bsn_factors *f)
{
    return 2 * products(net, 1) * (double)f->factors * BSN_LANES;
}

/* ---------------------------------------------------------------------------- the table ---- */

static bool classifies(const struct bsn_net *net)
{
    (void)net;
    return false;  /* a squared norm says nothing of probabilities */
}

static uint32_t parts(const struct bsn_net *net)
{
    (void)net;
    return 1;
}

static const struct bsn_net_field fields[] = {
    BSN_NET_FIELD(inputs, 1, 4096),
    BSN_NET_FIELD(conds, 0, 4096),
    BSN_NET_FIELD(hidden, 4, 4096),
    BSN_NET_FIELD(blocks, 1, MAX_BLOCKS),
    BSN_NET_FIELD(outputs, 1, 4096),
    BSN_NET_FIELD(levels, 1, 1000),
    BSN_NET_FIELDS_END,
};

const struct NN(net_kind) NN(net_residual) = {
    .name = "residual",
    .field = fields,
    .parts = parts,
    .params = params,
    .full = full,
    .tensor = tensor,
    .init = init,
    .direct = direct,
    .expand = expand,
    .fold = fold,
    .workspace = workspace,
    .forward = forward,
    .backward = backward,
    .tangent = tangent,
    .second = second,
    .level = bsn_level_even,
    .classifies = classifies,
    .flops = flops,
    .products = products,
};
