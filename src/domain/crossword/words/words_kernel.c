/* words_kernel.c - slots of words on a tile, and single cells of any letter.
 *
 * With signal m, noise tau, and u a cell's shares of letters, softmax(m y / tau):
 *     a cell    U = |y|^2 / 2 tau - log( 1/26 sum_l exp((m y_l - m^2 / 2) / tau) )
 *     a slot    R = -log( sum_w p(w) prod_i u_i[w_i] + e^-floor )
 * R + sum U is the energy of a noisy word up to a constant (26 letters for each cell). Without
 * noise R is the energy of the word itself, which is why the constant is left out. The product over
 * cells is gone along the halves of word_list.h, and back again for its slopes:
 *     dR/dy = -m/tau u (G / total + e^-floor / total - 1)    G: the same sum without the factor u
 * Shares are at most 1 and e^-floor bounds the sum from below, so nothing overflows, and what
 * becomes too small for a float does not count: denormal numbers are switched off here, since they
 * are many and slow.
 */
#include "domain/crossword/words/word_list.h"
#include "nn/vec.h"

#define CAT_(a, b) a##_##b
#define CAT(a, b) CAT_(a, b)

#define LOG2E 1.44269504f
#define LN2 0.69314718f
#define LOG_LETTERS 3.25809654f
#define SHARE_LEAST (-100.0f)

/* The arguments of one call, from the first of the lanes that are being worked on. */
struct call {
    const struct bsn_factors *f;
    vec signal, inverse;    /* m, 1 / tau */
    const float *y, *weight, *scale;
    float *share;           /* (parts, 26, 16) */
    float *slope;           /* (longest, 26, 16) */
    float *node;            /* products and slopes of both halves */
    float *energy, *grad, *residual;
};

INLINE vec weight_of(const struct call *call, size_t factor)
{
    const vec scale = vset(call->scale ? call->scale[factor] : 1);

    if (!call->weight)
        return scale;
    return scale * vload(call->weight + factor * BSN_LANES);
}

/* Shares (26, 16) of one cell; returns log2 sum_l 2^(..). */
INLINE vec shares_of(const struct call *call, size_t part, float *share)
{
    const uint32_t *const input = call->f->input + part * BSN_LETTERS;
    const vec unit = call->signal * call->inverse * LOG2E;
    vec top = unit * vload(call->y + (size_t)input[0] * BSN_LANES), total = vset(0);

    for (size_t l = 1; l < BSN_LETTERS; l++)
        top = vmax(top, unit * vload(call->y + (size_t)input[l] * BSN_LANES));
    for (size_t l = 0; l < BSN_LETTERS; l += VEC_FEW) {
        vec x[VEC_FEW];
        VEC_EACH(VEC_FEW) x[u] = unit * vload(call->y + (size_t)input[l + u] * BSN_LANES) - top;
        vexp2_each(VEC_FEW, x, SHARE_LEAST, x);
        VEC_EACH(VEC_FEW) vstore(share + (l + u) * BSN_LANES, x[u]);
        VEC_EACH(VEC_FEW) total += x[u];
    }
    const vec part_of = 1.0f / total;
    for (size_t l = 0; l < BSN_LETTERS; l++)
        vstore(share + l * BSN_LANES, vload(share + l * BSN_LANES) * part_of);
    return top + vlog2(total);
}

static void cells(const struct call *call)
{
    const vec ratio = call->signal * call->inverse;
    vec total = vload(call->energy);

    for (size_t k = 0; k < call->f->factors; k++) {
        const size_t part = call->f->member[call->f->first[k]];
        const vec log_sum = LN2 * shares_of(call, part, call->share);
        const vec weight = weight_of(call, k);
        vec squares = vset(0);
        for (size_t l = 0; l < BSN_LETTERS; l++) {
            const size_t at = (size_t)call->f->input[part * BSN_LETTERS + l] * BSN_LANES;
            const vec y = vload(call->y + at), u = vload(call->share + l * BSN_LANES);
            squares += y * y;
            vstore(call->grad + at,
                   vload(call->grad + at) + weight * (y * call->inverse - ratio * u));
        }
        const vec energy = 0.5f * squares * call->inverse - log_sum + LOG_LETTERS +
                           0.5f * call->signal * ratio;
        vstore(call->residual + k * BSN_LANES, energy);
        total += weight * energy;
    }
    vstore(call->energy, total);
}

/* --------------------------------------------------------------------- the sum over words ---- */

/* product (nodes, 16): of the shares of a half's letters; slope (nodes, 16) is cleared. */
INLINE void go(const struct bsn_word_half *half, const float *const *share, float *product,
               float *slope)
{
    vstore(product, vset(1));
    vstore(slope, vset(0));
    for (size_t n = 1; n < half->nodes; n++) {
        const float *const u = share[half->place[n]] + (size_t)half->letter[n] * BSN_LANES;
        vstore(product + n * BSN_LANES,
               vload(product + (size_t)half->parent[n] * BSN_LANES) * vload(u));
        vstore(slope + n * BSN_LANES, vset(0));
    }
}

/* The slopes by products, gathered into those by shares, by_share (length, 26, 16). */
INLINE void go_back(const struct bsn_word_half *half, const float *const *share,
                    const float *product, float *slope, float *by_share)
{
    for (size_t n = half->nodes - 1; n > 0; n--) {
        const size_t letter = (size_t)half->letter[n] * BSN_LANES;
        const size_t parent = (size_t)half->parent[n] * BSN_LANES;
        float *const to = by_share + half->place[n] * (BSN_LETTERS * BSN_LANES) + letter;
        const vec s = vload(slope + n * BSN_LANES);
        vstore(to, vload(to) + vload(product + parent) * s);
        vstore(slope + parent,
               vload(slope + parent) + vload(share[half->place[n]] + letter) * s);
    }
}

/* Returns the sum over words; by_share gets its slopes. */
INLINE vec sum_words(const struct bsn_word_slot *slot, const float *const *share, float *node,
                     float *by_share)
{
    const struct bsn_word_list *const list = slot->list;
    const size_t heads = list->head.nodes * BSN_LANES, tails = list->tail.nodes * BSN_LANES;
    float *const head = node, *const head_slope = head + heads;
    float *const tail = head_slope + heads, *const tail_slope = tail + tails;
    vec total = vset(0);

    go(&list->head, share, head, head_slope);
    go(&list->tail, share, tail, tail_slope);
    for (size_t r = 0; r < list->runs; r++) {
        const size_t at = (size_t)list->run_head[r] * BSN_LANES;
        const vec begin = vload(head + at);
        vec sum = vset(0);
        for (size_t w = list->run_first[r]; w < list->run_first[r + 1]; w++) {
            const size_t end = (size_t)list->tail_node[w] * BSN_LANES;
            const vec p = vset(slot->chance[w]);
            sum += p * vload(tail + end);
            vstore(tail_slope + end, vload(tail_slope + end) + p * begin);
        }
        vstore(head_slope + at, sum);
        total += begin * sum;
    }
    go_back(&list->head, share, head, head_slope, by_share);
    go_back(&list->tail, share, tail, tail_slope, by_share);
    return total;
}

static void slots(const struct bsn_word_slot *slot, const struct call *call)
{
    const vec ratio = call->signal * call->inverse;
    const size_t cell = BSN_LETTERS * BSN_LANES;
    vec energy = vload(call->energy);

    for (size_t part = 0; part < call->f->parts; part++)
        shares_of(call, part, call->share + part * cell);
    for (size_t k = 0; k < call->f->factors; k++) {
        const uint32_t *const member = call->f->member + call->f->first[k];
        const size_t length = slot[k].list->length;
        const float *share[BSN_WORD_LONGEST];
        for (size_t i = 0; i < length; i++)
            share[i] = call->share + member[i] * cell;
        for (size_t i = 0; i < length * cell; i += BSN_LANES)
            vstore(call->slope + i, vset(0));
        const vec other = vset(__builtin_expf(-(float)slot[k].floor));
        const vec total = sum_words(&slot[k], share, call->node, call->slope) + other;
        const vec r = -LN2 * vlog2(total), inverse = 1.0f / total, weight = weight_of(call, k);
        vstore(call->residual + k * BSN_LANES, r);
        energy += weight * r;
        for (size_t i = 0; i < length; i++)
            for (size_t l = 0; l < BSN_LETTERS; l++) {
                float *const grad =
                    call->grad + (size_t)call->f->input[member[i] * BSN_LETTERS + l] * BSN_LANES;
                const vec sum = vload(call->slope + i * cell + l * BSN_LANES) + other;
                vstore(grad, vload(grad) - weight * ratio * vload(share[i] + l * BSN_LANES) *
                                               (sum * inverse - 1.0f));
            }
    }
    vstore(call->energy, energy);
}

#if defined(__SSE2__)
#define FLUSH_DENORMALS 0x8040u
#define FLUSH_BEGIN()                          \
    const unsigned int control = _mm_getcsr(); \
    _mm_setcsr(control | FLUSH_DENORMALS)
#define FLUSH_END() _mm_setcsr(control)
#else
#define FLUSH_BEGIN() ((void)0)
#define FLUSH_END() ((void)0)
#endif

void CAT(bsn_words_term, BSN_LEVEL)(const struct bsn_word_slot *slot, const struct bsn_factors *f,
                                    const struct bsn_level *level, const float *y,
                                    const float *weight, const float *scale, float *scratch,
                                    float *energy, float *grad, float *residual)
{
    const size_t shares = f->parts * BSN_LETTERS * BSN_LANES;
    const size_t slopes = f->longest * BSN_LETTERS * BSN_LANES;

    FLUSH_BEGIN();
    for (size_t lane = 0; lane < BSN_LANES; lane += VEC_LANES) {
        const struct call call = { f, vload(level->signal + lane),
                                   1.0f / vload(level->noise + lane), y + lane,
                                   weight ? weight + lane : NULL, scale, scratch + lane,
                                   scratch + shares + lane, scratch + shares + slopes + lane,
                                   energy + lane, grad + lane, residual + lane };
        if (slot)
            slots(slot, &call);
        else
            cells(&call);
    }
    FLUSH_END();
}
