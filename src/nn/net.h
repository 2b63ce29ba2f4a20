/* net.h - energy networks: what they look like and what can be asked of them.
 *
 * A network maps the noised variables y of one factor, its conditions and its noise level to one
 * energy. Everything is evaluated for many columns at once (particles when solving, examples when
 * training): an array (rows, cols) has its columns innermost.
 *
 * Training needs d/dtheta of a loss on grad_y E. With v = dL/d(grad_y E) held fixed that is the
 * derivative along v of the ordinary backward pass (forward over reverse), so a network offers
 *     forward   values, energies
 *     backward  adjoints, grad_y E, and on request the parameter gradient of sum_c seed_c E_c
 *     tangent   derivative along v of all values
 *     second    parameter gradient of  sum_c  seed_c E_c + d/dv E_c   from the three above
 * each reusing what the calls before it left in the workspace.
 */
#ifndef BSN_NET_H
#define BSN_NET_H

#include "nn/real.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The kinds there are. Each is a file that fills a table, see kind.h.
 *     set       shares weights over exchangeable parts: any number of parts
 *     residual  the paper's residual network over a fixed number of inputs
 *     choice    of one or two variables that choose among any number of entries
 *     tuple     tables over the values of a fixed number of places, in order
 *     count     a table over how many of any number of parts are 1 */
#define BSN_NET_KINDS(KIND)                                                          \
    KIND(SET, set) KIND(RESIDUAL, residual) KIND(CHOICE, choice) KIND(TUPLE, tuple) \
    KIND(COUNT, count)

#define BSN_NET_NUMBER(NAME, name) BSN_NET_##NAME,
enum bsn_net_kind { BSN_NET_KINDS(BSN_NET_NUMBER) };
#undef BSN_NET_NUMBER

/* The shape of a network; together with its parameters that is all there is to it. Each kind has
 * some of these numbers, the others are 0. */
struct bsn_net {
    enum bsn_net_kind kind;
    uint32_t inputs;   /* numbers: of one part (set), of the factor (residual); entries of a
                        * variable, which are the problem's own matter and in no file (choice) */
    uint32_t conds;    /* given numbers that come with them */
    uint32_t hidden;   /* width of the embedding (set) or of the residual stream */
    uint32_t sums;     /* set: pooled by sum */
    uint32_t pools;    /* set: pooled by log-sum-exp */
    uint32_t head;     /* set: width of the head */
    uint32_t quadratic;/* set: 1 = adds |y|^2 / 2 s^2, the energy of the noise itself */
    uint32_t positive; /* set: 1 = softplus at the end, so that the energy is never negative */
    uint32_t blocks;   /* residual */
    uint32_t outputs;  /* residual: E = |output|^2 */
    uint32_t levels;   /* residual: learned time embeddings, for t = 1 .. levels; 0: it reads the
                        * level's signal and noise instead */
    uint32_t pair;     /* choice: 1 = the energy of two variables, 0 = of one */
    uint32_t places;   /* tuple: variables of a factor */
    uint32_t values;   /* tuple: values of each; count: equally likely things of which a 1 is one */
    uint32_t pairs, apart, counts, whole;  /* tuple: which tables there are, see tuple.c */
    uint32_t most;     /* count: cells of the table, but one */
};

struct bsn_kernel;

/* What a network is evaluated on. Networks read `signal` and `noise` of a column's level, those
 * that have `levels` read `t`. */
struct NN(batch) {
    size_t cols;
    size_t parts;          /* parts of every column */
    const real *y;         /* (parts, inputs, cols) */
    const real *cond;      /* (parts, conds, cols), NULL when conds is 0 */
    const real *signal;    /* (cols) sqrt(abar_t) */
    const real *noise;     /* (cols) s_t^2 = 1 - abar_t */
    const uint32_t *t;     /* (cols) 1 .. levels */
    const struct bsn_kernel *kernel;  /* whose products are taken; NULL: the processor's best */
};

/* Parameters lie in one block. `full` counts them with the derived ones behind: products of
 * parameters that are the same for every column and are formed once by _expand. Gradients have
 * the full length too until _fold brings the derived part back to the parameters. */
size_t bsn_net_params(const struct bsn_net *net);
size_t bsn_net_full(const struct bsn_net *net);

/* The tensors that the block is cut into, for files: name, rows, cols in order; false past the
 * last one. */
struct bsn_net_tensor {
    const char *name;
    char text[24];     /* backs `name` where it is composed */
    size_t rows, cols;
    size_t offset;
};
bool bsn_net_tensor(const struct bsn_net *net, size_t index, struct bsn_net_tensor *out);

/* The same network for variables with that many values: of kinds that read whole variables. All
 * others stay as they are. */
struct bsn_net bsn_net_fit(const struct bsn_net *net, size_t inputs);

/* Parts that each factor has; 0: any number. The one part of kinds that have no more takes all that
 * a factor binds; inputs that are left over are empty. */
uint32_t bsn_net_parts(const struct bsn_net *net);
/* Is it the energy of one variable alone, which other networks of its kind come on top of? */
bool bsn_net_alone(const struct bsn_net *net);

/* Training: the noise level, 1 .. levels, of an example with the number u, uniform in [0, 1). */
uint32_t bsn_net_level(const struct bsn_net *net, double u, uint32_t levels);
/* Is it a classifier, whose energy is -log P(valid | y_t)? All other energies can only be
 * compared. */
bool bsn_net_classifies(const struct bsn_net *net);

void NN(net_init)(const struct bsn_net *net, uint64_t seed, uint32_t stream, real *theta);
/* Lets a network that was initialised begin near E = |y|^2 / 2, the energy of noise alone, where
 * its kind knows how to (see residual.c). */
void NN(net_direct)(const struct bsn_net *net, real *theta);
void NN(net_expand)(const struct bsn_net *net, real *theta);
void NN(net_fold)(const struct bsn_net *net, const real *theta, real *gradient);

/* Numbers of workspace that one batch of this size needs. */
size_t NN(net_workspace)(const struct bsn_net *net, size_t parts, size_t cols);

/* energy (cols). */
void NN(net_forward)(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                     real *work, real *energy);
/* seed (cols), NULL for ones. grad_y (parts, inputs, cols) is overwritten; gradient (full) is
 * added to; either may be NULL. */
void NN(net_backward)(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                      real *work, const real *seed, real *grad_y, real *gradient);
/* direction (parts, inputs, cols). */
void NN(net_tangent)(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                     real *work, const real *direction);
/* After forward, backward with seed NULL, and tangent. seed (cols), gradient (full) added to. */
void NN(net_second)(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                    real *work, const real *seed, real *gradient);

#endif
