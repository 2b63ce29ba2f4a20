/* kind.h - a kind of network: one table of functions and facts, which a file of this folder fills.
 *
 * The file is compiled twice (real.h) and so is its table, bsn_net_X_f32 and bsn_net_X_f64; a line
 * in the list of net.h makes the kind known. Everything else asks the table. What a pass means and
 * what its arrays are is said at the functions of net.h that hand each question on.
 */
#ifndef BSN_KIND_H
#define BSN_KIND_H

#include "nn/kernel.h"
#include "nn/net.h"

/* One number of a shape that model files hold, and its bounds: what the code behind can take, and
 * what a sane file can hold. */
struct bsn_net_field {
    const char *name;
    size_t offset;
    uint32_t low, high;
};

#define BSN_NET_FIELD(name, low, high) { #name, offsetof(struct bsn_net, name), low, high }
#define BSN_NET_FIELDS_END { NULL, 0, 0, 0 }

struct NN(net_kind) {
    const char *name;                  /* in model files */
    const struct bsn_net_field *field; /* what files say of a shape */
    /* What a factor is made of. A part reads as many numbers as the network has inputs: */
    bool whole_variables;  /* those of one variable, as many as that has values; no field */
    bool negatable;        /* or their opposites, if the problem says so */
    bool ordered;          /* which part is which matters, and which value */
    uint32_t (*parts)(const struct bsn_net *net);  /* see net.h; NULL: any number */
    bool (*alone)(const struct bsn_net *net);      /* NULL: none is */

    /* Is a shape within the bounds of its fields one that can be evaluated? If not, says in `why`
     * what must be otherwise. NULL: always. */
    bool (*sound)(const struct bsn_net *net, size_t chars, char *why);

    size_t (*params)(const struct bsn_net *net);
    size_t (*full)(const struct bsn_net *net);  /* NULL: there are no derived parameters */
    bool (*tensor)(const struct bsn_net *net, size_t index, struct bsn_net_tensor *out);

    void (*init)(const struct bsn_net *net, uint64_t seed, uint32_t stream, real *theta);
    void (*direct)(const struct bsn_net *net, real *theta);  /* NULL: has no such beginning */
    void (*expand)(const struct bsn_net *net, real *theta);  /* both NULL: nothing is derived */
    void (*fold)(const struct bsn_net *net, const real *theta, real *gradient);

    size_t (*workspace)(const struct bsn_net *net, size_t parts, size_t cols);
    void (*forward)(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                    real *work, real *energy);
    void (*backward)(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                     real *work, const real *seed, real *grad_y, real *gradient);
    void (*tangent)(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                    real *work, const real *direction);
    void (*second)(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                   real *work, const real *seed, real *gradient);

    /* Training. `level` maps a number uniform in [0, 1) to the share of the schedule, likewise,
     * whose noise level an example gets. */
    double (*level)(double u);
    bool (*classifies)(const struct bsn_net *net);

    /* Solving: the kernel of each level of the processor, and the floats of scratch that it needs.
     * A kind without is evaluated by its forward and backward pass. */
    bsn_term_fn *term[BSN_KERNELS];
    size_t (*scratch)(const struct bsn_net *net, const struct bsn_factors *f);

    /* What `basin bench` counts, see flops.h: the operations of energies and gradients of these
     * factors on a tile, by the kernel or by those passes; and those of the products with weights
     * in the forward pass of one column (NULL: there are none). */
    double (*flops)(const struct bsn_net *net, const struct bsn_factors *f);
    double (*products)(const struct bsn_net *net, size_t parts);
};

/* The table of a network; and that of the kind of that number, NULL past the last. */
const struct NN(net_kind) *NN(net_kind)(const struct bsn_net *net);
const struct NN(net_kind) *NN(net_kind_at)(size_t index);

/* The ways to draw levels. Kinds that look each level up see all alike; those that read signal
 * and noise see little noise more often, where there is something to tell: half of the schedule is
 * all but pure noise. */
double bsn_level_even(double u);
double bsn_level_low(double u);
/* And a third, for kinds whose parameters mean the same at every level: they are learned where there
 * is least noise to hide what they say. */
double bsn_level_least(double u);

#endif
