/* set_kernel.c - set networks on a tile: each part embedded once, factors pooled and headed.
 *
 * The formulas are those of set.c in units of tau / log2(e): there act(x) = log2(1 + 2^x), a pool
 * is log2(sum 2^c), and tau is in no formula but E = D ln 2. Sums count from the absent part and
 * pools from their sink, which goes into the biases. The embedding's Jacobian is carried forward
 * with its value, so nothing of the hidden layer is kept for the way back: a part stores its
 * channels c, the Jacobian dc/dy, and the adjoint that its factors add up.
 *
 * The body is compiled for the shapes of the recipes, with loops of known length so that channels
 * and constants stay in registers, and once for all other shapes.
 */
#include "nn/set_fold.h"

#define CAT_(a, b) a##_##b
#define CAT(a, b) CAT_(a, b)

#define LN2 0.69314718f
#define POOL_LEAST (-64.0f)  /* shares below 2^-64 of the sink's count as that */
#define POOL_MOST 110.0f     /* a part this far above the sink needs the careful pooling; so far, a
                              * hundred thousand of them still add up to a float */
#define AHEAD 8              /* factors between asking for parts and reading them */
#define LINE_FLOATS 16       /* floats of a cache line */
#define CACHED_FLOATS 131072 /* parts of this size stay in the cache by themselves */
#define CHECKED 32           /* parts embedded between two looks at that bound */

/* The arguments of one call, from the first of the lanes that are being worked on. */
struct call {
    const struct bsn_factors *f;
    const float *y, *weight, *scale;
    float *scratch, *energy, *grad, *residual;
    struct bsn_brake *brake;
};

/* Is what is left of the work not wanted any more? Asked once for so many parts or factors. */
#define POLL 1024

static bool is_cut(const struct call *call, size_t done)
{
    return done % POLL == 0 && bsn_brake_on(call->brake);
}

/* A part, from its inputs to its channels. */
struct embedding {
    vec in[INPUTS_MAX];
    vec c[BSN_CHANNELS_MAX];
    vec jac[BSN_CHANNELS_MAX * INPUTS_MAX];  /* (channels, inputs) */
};

/* --------------------------------------------------------------------------------- parts ---- */

/* The weight of a condition in a hidden unit. */
INLINE float condition(const struct folded *k, size_t h, size_t d)
{
    return k->theta[k->at.w1 + h * k->at.features + k->net->inputs + d];
}

/* What a part reads of a coordinate at `at`: y, or its opposite, signal - y. */
INLINE vec read_input(const struct folded *k, const struct call *call, size_t part, size_t at)
{
    const vec y = vload(call->y + at);

    if (!call->f->mirror)
        return y;
    const float mirror = call->f->mirror[part];
    return mirror * k->signal + (1 - 2 * mirror) * y;
}

/* The derivative of that. */
INLINE float turn_of(const struct call *call, size_t part)
{
    return call->f->mirror ? 1 - 2 * call->f->mirror[part] : 1;
}

/* Channels of a part before the hidden layer is added, and their Jacobian. */
INLINE void embed_straight(const struct bsn_net s, const struct folded *k, const struct call *call,
                           size_t part, struct embedding *e)
{
    const uint32_t *const input = call->f->input + part * s.inputs;
    const float *const cond = call->f->cond + part * s.conds;
    const size_t wide = s.hidden + s.inputs + s.conds + 3;

    for (size_t d = 0; d < s.inputs; d++)
        e->in[d] = read_input(k, call, part, (size_t)input[d] * BSN_LANES) * k->unit;
    for (size_t i = 0; i < s.sums + s.pools; i++) {
        const float *const w = k->theta + k->at.w2 + i * wide + s.hidden;
        e->c[i] = k->bias2[i];
        for (size_t d = 0; d < s.inputs; d++) {
            e->c[i] += w[d] * e->in[d];
            e->jac[i * s.inputs + d] = vset(w[d]);
        }
        for (size_t d = 0; d < s.conds; d++)
            e->c[i] += w[s.inputs + d] * cond[d] * k->unit;
    }
}

/* Parts first .. first + n - 1, unit by unit for all of them. */
INLINE void embed(const struct bsn_net s, const struct folded *k, const struct call *call, size_t n,
                  const uint32_t *part, struct embedding *e)
{
    const size_t channels = s.sums + s.pools;

    VEC_EACH(n) embed_straight(s, k, call, part[u], &e[u]);
    VEC_UNROLL
    for (size_t h = 0; h < s.hidden; h++) {
        const struct hidden *const w = &k->hidden[h];
        vec value[VEC_FEW], slope[VEC_FEW];
        VEC_EACH(n) value[u] = k->bias1[h];
        for (size_t d = 0; d < s.inputs; d++)
            VEC_EACH(n) value[u] += w->in[d] * e[u].in[d];
        for (size_t d = 0; d < s.conds; d++)
            VEC_EACH(n)
                value[u] += condition(k, h, d) * call->f->cond[part[u] * s.conds + d] * k->unit;
        vsoftplus2_each(n, value, slope);
        for (size_t i = 0; i < channels; i++)
            VEC_EACH(n) e[u].c[i] += w->out[i] * value[u];
        for (size_t i = 0; i < channels * s.inputs; i++)
            VEC_EACH(n) e[u].jac[i] += w->both[i] * slope[u];
    }
}

/* Vectors of a stored part: c (channels), adjoint (channels), Jacobian (channels, inputs). */
INLINE size_t part_floats(const struct bsn_net s)
{
    return (s.sums + s.pools) * (2 + s.inputs) * VEC_LANES;
}

INLINE void keep(const struct bsn_net s, const struct embedding *e, float *part)
{
    const size_t channels = s.sums + s.pools;

    for (size_t i = 0; i < channels; i++) {
        vstore(part + i * VEC_LANES, e->c[i]);
        vstore(part + (channels + i) * VEC_LANES, vset(0));
    }
    for (size_t i = 0; i < channels * s.inputs; i++)
        vstore(part + (2 * channels + i) * VEC_LANES, e->jac[i]);
}

/* Is any lane above the bound? */
static bool any_above(vec x, float bound)
{
    bool above = false;

    for (size_t l = 0; l < VEC_LANES; l++)
        above |= x[l] > bound;
    return above;
}

/* Embeds parts from .. from + n - 1; `top` gets the highest pool channel. With `powers`, pool
 * channels are stored as 2^c and their Jacobians times that: a factor's pool is a plain sum. */
INLINE void embed_few(const struct bsn_net s, const struct folded *k, const struct call *call,
                      size_t n, size_t from, bool powers, vec *top)
{
    uint32_t part[VEC_FEW];
    struct embedding e[VEC_FEW];

    VEC_EACH(n) part[u] = (uint32_t)(from + u);
    embed(s, k, call, n, part, e);
    for (size_t i = s.sums; powers && i < s.sums + s.pools; i++)
        VEC_EACH(n) {
            *top = vmax(e[u].c[i], *top);
            e[u].c[i] = vexp2(vmin(e[u].c[i], vset(POOL_MOST)), POOL_LEAST);
            for (size_t d = 0; d < s.inputs; d++)
                e[u].jac[i * s.inputs + d] *= e[u].c[i];
        }
    VEC_EACH(n) keep(s, &e[u], call->scratch + part[u] * part_floats(s));
}

/* Embeds all parts. False when, with `powers`, some part is out of the range for it. */
INLINE bool embed_all(const struct bsn_net s, const struct folded *k, const struct call *call,
                      bool powers)
{
    const size_t parts = call->f->parts;
    vec top = vset(0);
    size_t p = 0;

    for (; p + VEC_FEW <= parts; p += VEC_FEW) {
        embed_few(s, k, call, VEC_FEW, p, powers, &top);
        if (powers && s.pools > 0 && p % CHECKED == 0 && any_above(top, POOL_MOST))
            return false;
        if (is_cut(call, p))
            return true;  /* nor are the factors looked at */
    }
    for (; p < parts; p++)
        embed_few(s, k, call, 1, p, powers, &top);
    return !any_above(top, POOL_MOST);
}

/* grad += Jacobian^T adjoint of one part. */
INLINE void pull_back(const struct bsn_net s, const struct call *call, size_t p)
{
    const size_t channels = s.sums + s.pools;
    const float *const adjoint = call->scratch + p * part_floats(s) + channels * VEC_LANES;
    const float *const jac = adjoint + channels * VEC_LANES;

    for (size_t d = 0; d < s.inputs; d++) {
        float *const at = call->grad + (size_t)call->f->input[p * s.inputs + d] * BSN_LANES;
        vec g = vset(0);
        for (size_t i = 0; i < channels; i++)
            g += vload(adjoint + i * VEC_LANES) * vload(jac + (i * s.inputs + d) * VEC_LANES);
        vstore(at, vload(at) + turn_of(call, p) * g);
    }
}

/* ------------------------------------------------------------------------------- factors ---- */

/* The heads of n factors: energies from q, and dE/dq times `weight` in q_b. */
INLINE void heads(const struct bsn_net s, const struct folded *k, size_t n,
                  vec (*q)[BSN_CHANNELS_MAX], const vec *weight, vec (*q_b)[BSN_CHANNELS_MAX],
                  vec *energy)
{
    const size_t channels = s.sums + s.pools, width = s.head;
    const float *const w4 = k->theta + k->at.w4;
    vec d[VEC_FEW], slope[VEC_FEW], scale[VEC_FEW];

    VEC_EACH(n) d[u] = k->bias4;
    VEC_EACH(n) scale[u] = weight[u] * k->inverse;
    for (size_t i = 0; i < channels; i++)
        VEC_EACH(n) {
            d[u] += w4[width + i] * q[u][i];
            q_b[u][i] = vset(w4[width + i]);
        }
    VEC_UNROLL
    for (size_t h = 0; h < width; h++) {
        const struct top *const w = &k->top[h];
        vec value[VEC_FEW];
        VEC_EACH(n) value[u] = k->bias3[h];
        for (size_t i = 0; i < channels; i++)
            VEC_EACH(n) value[u] += w->in[i] * q[u][i];
        vsoftplus2_each(n, value, slope);
        VEC_EACH(n) d[u] += w->out * value[u];
        for (size_t i = 0; i < channels; i++)
            VEC_EACH(n) q_b[u][i] += w->both[i] * slope[u];
    }
    if (s.positive) {
        vsoftplus2_each(n, d, slope);
        VEC_EACH(n) scale[u] *= slope[u];
    }
    for (size_t i = 0; i < channels; i++)
        VEC_EACH(n) q_b[u][i] *= scale[u];
    VEC_EACH(n) energy[u] = d[u] * LN2;
}

INLINE vec weight_of(const struct call *call, size_t factor)
{
    const float scale = call->scale ? call->scale[factor] : 1;

    return scale * (call->weight ? vload(call->weight + factor * BSN_LANES) : vset(1));
}

/* The noise's own energy |y|^2 / 2 tau of one part's inputs; its slope times `weight` goes to the
 * gradient. */
INLINE vec quadratic(const struct bsn_net s, const struct folded *k, const struct call *call,
                     size_t part, vec weight)
{
    vec total = vset(0);

    for (size_t d = 0; d < s.inputs; d++) {
        const size_t at = (size_t)call->f->input[part * s.inputs + d] * BSN_LANES;
        const vec v = read_input(k, call, part, at);
        total += v * v;
        vstore(call->grad + at,
               vload(call->grad + at) + turn_of(call, part) * weight * v * k->inverse);
    }
    return total * (0.5f * k->inverse);
}

/* Pools the parts of a factor that were stored as powers: q, and d pool / d power in gain. */
INLINE void pool_powers(const struct bsn_net s, const struct call *call, size_t factor, vec *q,
                        vec *gain)
{
    const struct bsn_factors *const f = call->f;

    for (size_t i = 0; i < s.sums + s.pools; i++)
        q[i] = vset(0);
    for (size_t j = f->first[factor]; j < f->first[factor + 1]; j++) {
        const float *const c = call->scratch + f->member[j] * part_floats(s);
        for (size_t i = 0; i < s.sums + s.pools; i++)
            q[i] += vload(c + i * VEC_LANES);
    }
    for (size_t i = 0; i < s.pools; i++) {
        const vec total = q[s.sums + i] + 1.0f;  /* the sink comes last: many small ones add up */
        gain[i] = 1.0f / total;
        q[s.sums + i] = vlog2(total);
    }
}

/* Adds a factor's adjoints to its parts. */
INLINE void spread_powers(const struct bsn_net s, const struct call *call, size_t factor, vec *q_b,
                          const vec *gain)
{
    const struct bsn_factors *const f = call->f;

    for (size_t i = 0; i < s.pools; i++)
        q_b[s.sums + i] *= gain[i];
    for (size_t j = f->first[factor]; j < f->first[factor + 1]; j++) {
        float *const adjoint = call->scratch + f->member[j] * part_floats(s) +
                               (s.sums + s.pools) * VEC_LANES;
        for (size_t i = 0; i < s.sums + s.pools; i++)
            vstore(adjoint + i * VEC_LANES, vload(adjoint + i * VEC_LANES) + q_b[i]);
    }
}

/* The same for channels in any range, relative to the factor's highest part: share (members,
 * pools) gets each part's power, gain what it is to be multiplied with. */
INLINE void pool_carefully(const struct bsn_net s, const struct call *call, size_t factor, vec *q,
                           vec *gain)
{
    const struct bsn_factors *const f = call->f;
    float *share = call->scratch + f->parts * part_floats(s);
    vec top[BSN_CHANNELS_MAX];

    for (size_t i = 0; i < s.sums + s.pools; i++)
        q[i] = top[i] = vset(0);
    for (size_t j = f->first[factor]; j < f->first[factor + 1]; j++) {
        const float *const c = call->scratch + f->member[j] * part_floats(s);
        for (size_t i = 0; i < s.sums; i++)
            q[i] += vload(c + i * VEC_LANES);
        for (size_t i = s.sums; i < s.sums + s.pools; i++)
            top[i] = vmax(vload(c + i * VEC_LANES), top[i]);
    }
    for (size_t j = f->first[factor]; j < f->first[factor + 1]; j++) {
        const float *const c = call->scratch + f->member[j] * part_floats(s);
        for (size_t i = s.sums; i < s.sums + s.pools; i++, share += VEC_LANES) {
            const vec power = vexp2(vload(c + i * VEC_LANES) - top[i], POOL_LEAST);
            q[i] += power;
            vstore(share, power);
        }
    }
    for (size_t i = s.sums; i < s.sums + s.pools; i++) {
        const vec total = q[i] + vexp2(-top[i], POOL_LEAST);
        gain[i - s.sums] = 1.0f / total;
        q[i] = top[i] + vlog2(total);
    }
}

INLINE void spread_carefully(const struct bsn_net s, const struct call *call, size_t factor,
                             vec *q_b, const vec *gain)
{
    const struct bsn_factors *const f = call->f;
    const float *share = call->scratch + f->parts * part_floats(s);

    for (size_t i = 0; i < s.pools; i++)
        q_b[s.sums + i] *= gain[i];
    for (size_t j = f->first[factor]; j < f->first[factor + 1]; j++) {
        float *at = call->scratch + f->member[j] * part_floats(s) +
                    (s.sums + s.pools) * VEC_LANES;
        for (size_t i = 0; i < s.sums; i++, at += VEC_LANES)
            vstore(at, vload(at) + q_b[i]);
        for (size_t i = s.sums; i < s.sums + s.pools; i++, at += VEC_LANES, share += VEC_LANES)
            vstore(at, vload(at) + q_b[i] * vload(share));
    }
}

/* ----------------------------------------------------------------------------- the terms ---- */

/* Factors from .. from + n - 1 of one part each: a pool is a soft hinge, and nothing needs to be
 * stored. */
INLINE void singles(const struct bsn_net s, const struct folded *k, const struct call *call,
                    size_t n, size_t from, vec *total)
{
    const uint32_t *const part = call->f->member + from;
    vec q[VEC_FEW][BSN_CHANNELS_MAX], q_b[VEC_FEW][BSN_CHANNELS_MAX];
    vec share[VEC_FEW], shares[VEC_FEW][BSN_CHANNELS_MAX], weight[VEC_FEW], energy[VEC_FEW];
    struct embedding e[VEC_FEW];

    embed(s, k, call, n, part, e);
    VEC_EACH(n) weight[u] = weight_of(call, from + u);
    for (size_t i = 0; i < s.sums; i++)
        VEC_EACH(n) q[u][i] = e[u].c[i];
    for (size_t i = s.sums; i < s.sums + s.pools; i++) {
        vec pool[VEC_FEW];
        VEC_EACH(n) pool[u] = e[u].c[i];
        vsoftplus2_each(n, pool, share);
        VEC_EACH(n) {
            q[u][i] = pool[u];
            shares[u][i] = share[u];
        }
    }
    heads(s, k, n, q, weight, q_b, energy);
    for (size_t i = s.sums; i < s.sums + s.pools; i++)
        VEC_EACH(n) q_b[u][i] *= shares[u][i];
    VEC_EACH(n) {
        if (s.quadratic)
            energy[u] += quadratic(s, k, call, part[u], weight[u]);
        for (size_t d = 0; d < s.inputs; d++) {
            float *const at = call->grad +
                              (size_t)call->f->input[part[u] * s.inputs + d] * BSN_LANES;
            vec g = vset(0);
            for (size_t i = 0; i < s.sums + s.pools; i++)
                g += q_b[u][i] * e[u].jac[i * s.inputs + d];
            vstore(at, vload(at) + turn_of(call, part[u]) * g);
        }
        *total += weight[u] * energy[u];
        vstore(call->residual + (from + u) * BSN_LANES, energy[u]);
    }
}

INLINE void term_of_singles(const struct bsn_net s, const struct folded *k, const struct call *call)
{
    vec total = vload(call->energy);
    size_t factor = 0;

    for (; factor + VEC_FEW <= call->f->factors; factor += VEC_FEW) {
        if (is_cut(call, factor))
            return;
        singles(s, k, call, VEC_FEW, factor, &total);
    }
    for (; factor < call->f->factors; factor++)
        singles(s, k, call, 1, factor, &total);
    vstore(call->energy, total);
}

/* Factors from .. from + n - 1 of many parts, which are embedded already. */
INLINE void manys(const struct bsn_net s, const struct folded *k, const struct call *call, size_t n,
                  size_t from, bool powers, vec *total)
{
    const struct bsn_factors *const f = call->f;
    vec q[VEC_FEW][BSN_CHANNELS_MAX], q_b[VEC_FEW][BSN_CHANNELS_MAX];
    vec gain[VEC_FEW][BSN_CHANNELS_MAX], weight[VEC_FEW], energy[VEC_FEW];

    VEC_EACH(n) weight[u] = weight_of(call, from + u);
    VEC_EACH(n) {
        if (powers)
            pool_powers(s, call, from + u, q[u], gain[u]);
        else
            pool_carefully(s, call, from + u, q[u], gain[u]);
    }
    heads(s, k, n, q, weight, q_b, energy);
    VEC_EACH(n) {
        if (powers)
            spread_powers(s, call, from + u, q_b[u], gain[u]);
        else
            spread_carefully(s, call, from + u, q_b[u], gain[u]);
        for (size_t j = f->first[from + u]; s.quadratic && j < f->first[from + u + 1]; j++)
            energy[u] += quadratic(s, k, call, f->member[j], weight[u]);
        *total += weight[u] * energy[u];
        vstore(call->residual + (from + u) * BSN_LANES, energy[u]);
    }
}

/* Parts of the factors that come next are asked for early: in a large problem they lie anywhere in
 * memory, and waiting for them took half of the time. */
INLINE void fetch_ahead(const struct bsn_net s, const struct call *call, size_t factor)
{
    const struct bsn_factors *const f = call->f;
    const size_t floats = 2 * (s.sums + s.pools) * VEC_LANES;  /* channels and adjoints */

    if (factor + VEC_FEW > f->factors)
        return;
    for (size_t j = f->first[factor]; j < f->first[factor + VEC_FEW]; j++)
        for (size_t i = 0; i < floats; i += LINE_FLOATS)
            __builtin_prefetch(call->scratch + f->member[j] * part_floats(s) + i, 1);
}

/* What the fast way has done too much of already is done again: the parts are embedded once more.
 * Rare, so there is one body for all shapes. */
static void term_carefully(const struct folded *k, const struct call *call)
{
    const struct bsn_net s = *k->net;
    vec total = vload(call->energy);

    embed_all(s, k, call, false);
    for (size_t factor = 0; factor < call->f->factors; factor++) {  /* one share array */
        if (is_cut(call, factor))
            return;
        manys(s, k, call, 1, factor, false, &total);
    }
    for (size_t p = 0; p < call->f->parts; p++)
        pull_back(s, call, p);
    vstore(call->energy, total);
}

INLINE void term_of_many(const struct bsn_net s, const struct folded *k, const struct call *call)
{
    const bool large = call->f->parts * part_floats(s) > CACHED_FLOATS;
    size_t factor = 0;

    if (!embed_all(s, k, call, true)) {
        term_carefully(k, call);
        return;
    }
    vec total = vload(call->energy);
    for (; factor + VEC_FEW <= call->f->factors; factor += VEC_FEW) {
        if (is_cut(call, factor))
            return;
        if (large)
            fetch_ahead(s, call, factor + AHEAD);
        manys(s, k, call, VEC_FEW, factor, true, &total);
    }
    for (; factor < call->f->factors; factor++)
        manys(s, k, call, 1, factor, true, &total);
    for (size_t p = 0; p < call->f->parts; p++)
        pull_back(s, call, p);
    vstore(call->energy, total);
}

typedef void term_fn(const struct folded *k, const struct call *call);

/* Shapes that have a body of their own: those of the recipes, each for the factors it is used on
 * (singles or many). Anything else takes the body for all shapes. */
#define CELL .inputs = 1, .hidden = 4, .sums = 1, .pools = 1, .head = 2, .quadratic = 1
#define CLAUSE .inputs = 1, .hidden = 4, .sums = 1, .pools = 1, .head = 2, .positive = 1
#define LINE .inputs = 1, .hidden = 8, .sums = 2, .pools = 2, .head = 4, .positive = 1

static void cells(const struct folded *k, const struct call *call)
{
    term_of_singles((struct bsn_net){ CELL }, k, call);
}

static void any_singles(const struct folded *k, const struct call *call)
{
    term_of_singles(*k->net, k, call);
}

static void lines(const struct folded *k, const struct call *call)
{
    term_of_many((struct bsn_net){ LINE }, k, call);
}

static void clauses(const struct folded *k, const struct call *call)
{
    term_of_many((struct bsn_net){ CLAUSE }, k, call);
}

static void any_many(const struct folded *k, const struct call *call)
{
    term_of_many(*k->net, k, call);
}

static bool same_shape(const struct bsn_net *a, const struct bsn_net *b)
{
    return a->inputs == b->inputs && a->conds == b->conds && a->hidden == b->hidden &&
           a->sums == b->sums && a->pools == b->pools && a->head == b->head &&
           a->quadratic == b->quadratic && a->positive == b->positive;
}

static term_fn *term_for(const struct bsn_net *net, const struct bsn_factors *f)
{
    static const struct {
        struct bsn_net net;
        bool single;
        term_fn *term;
    } known[] = { { { CELL }, true, cells }, { { LINE }, false, lines },
                  { { CLAUSE }, false, clauses } };
    const bool single = f->longest == 1 && f->first[f->factors] == f->factors;

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (single == known[i].single && same_shape(net, &known[i].net))
            return known[i].term;
    return single ? any_singles : any_many;
}

void CAT(bsn_set_term, BSN_LEVEL)(const struct bsn_net *net, const float *theta,
                                  const struct bsn_factors *f, const struct bsn_level *level,
                                  const float *y, const float *weight, const float *scale,
                                  float *scratch, float *energy, float *grad, float *residual)
{
    term_fn *const run = term_for(net, f);
    struct folded k;

    for (size_t lane = 0; lane < BSN_LANES; lane += VEC_LANES) {
        const struct call call = { f, y + lane, weight ? weight + lane : NULL, scale, scratch,
                                   energy + lane, grad + lane, residual + lane, level->brake };
        fold(net, theta, level->signal + lane, level->noise + lane, &k);
        run(&k, &call);
    }
}
