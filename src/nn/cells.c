/* cells.c - automata that read a factor's places, and the energies of the cells they end in. */
#include "nn/cells.h"

#include "base/rng.h"
#include "nn/layer.h"

#include <math.h>
#include <string.h>

#ifdef BSN_DOUBLE
#define EXP exp
#define LOG log
#else
#define EXP expf
#define LOG logf
#endif

#ifndef BSN_DOUBLE  /* the same in both precisions */
size_t bsn_reader_states(const struct bsn_reader *reader, size_t step)
{
    size_t states = 1;

    if (reader->reading == BSN_READ_COUNT)
        return (step < reader->most ? step : reader->most) + 1;
    if (reader->reading == BSN_READ_APART)
        return step == 2 ? 2 * reader->values - 1 : step == 1 ? reader->values : 1;
    for (size_t i = 0; i < step; i++)
        states *= reader->values;
    return states;
}

size_t bsn_reader_next(const struct bsn_reader *reader, size_t step, size_t state, size_t value)
{
    if (reader->reading == BSN_READ_COUNT)
        return state + (value == reader->value && state < reader->most);
    if (reader->reading == BSN_READ_APART && step == 1)
        return value + reader->values - 1 - state;
    return state * reader->values + value;
}
#endif

/* Numbers that a reader's states take, of all steps, for one column. */
static size_t all_states(const struct bsn_reader *r)
{
    size_t count = 0;

    for (size_t step = 0; step <= r->steps; step++)
        count += bsn_reader_states(r, step);
    return count;
}

size_t NN(cells_lay_out)(const struct bsn_net *net, const struct NN(cells) *cells, real *work,
                         struct NN(cells_work) *w)
{
    const size_t shares = cells->places * cells->values * cells->cols;
    size_t used = 0, states = 0, most = 0;

    for (size_t i = 0; i < cells->readers; i++) {
        struct bsn_reader r;
        cells->reader(net, cells->places, i, &r);
        states += all_states(&r);
        most = r.cells > most ? r.cells : most;
        for (size_t step = 0; step <= r.steps; step++)
            most = bsn_reader_states(&r, step) > most ? bsn_reader_states(&r, step) : most;
    }
    w->p = NN(take)(work, &used, shares);
    w->p_d = NN(take)(work, &used, shares);
    w->p_b = NN(take)(work, &used, shares);
    w->f = NN(take)(work, &used, states * cells->cols);
    w->f_d = NN(take)(work, &used, states * cells->cols);
    w->a = NN(take)(work, &used, 2 * most * cells->cols);
    w->h = NN(take)(work, &used, cells->readers * cells->cols);
    w->g_d = NN(take)(work, &used, cells->readers * cells->cols);
    return used;
}

static real holds(real theta)
{
    return 1 / (1 + EXP(-theta));
}

/* to[next] += from[s] * p(a), over all states and values of a step; with `more`, + d[s] * q(a). */
static void step_forward(const struct bsn_reader *r, size_t step, size_t cols, const real *from,
                         const real *p, const real *d, const real *q, real *to)
{
    const size_t states = bsn_reader_states(r, step);

    memset(to, 0, bsn_reader_states(r, step + 1) * cols * sizeof *to);
    for (size_t s = 0; s < states; s++)
        for (size_t a = 0; a < r->values; a++) {
            real *const next = to + bsn_reader_next(r, step, s, a) * cols;
            for (size_t l = 0; l < cols; l++)
                next[l] += from[s * cols + l] * p[a * cols + l];
            for (size_t l = 0; d && l < cols; l++)
                next[l] += d[s * cols + l] * q[a * cols + l];
        }
}

static const real *shares_at(const struct bsn_reader *r, size_t step, size_t cols, const real *p)
{
    return p + (r->place + step * r->stride) * r->values * cols;
}

void NN(cells_forward)(const struct bsn_net *net, const struct NN(cells) *cells, const real *theta,
                       struct NN(cells_work) *w, real *energy)
{
    const size_t cols = cells->cols;
    real *f = w->f;

    memset(energy, 0, cols * sizeof *energy);
    for (size_t i = 0; i < cells->readers; i++) {
        real *const h = w->h + i * cols;
        struct bsn_reader r;
        cells->reader(net, cells->places, i, &r);
        for (size_t l = 0; l < cols; l++)
            f[l] = 1;
        for (size_t step = 0; step < r.steps; step++) {
            real *const to = f + bsn_reader_states(&r, step) * cols;
            step_forward(&r, step, cols, f, shares_at(&r, step, cols, w->p), NULL, NULL, to);
            f = to;
        }
        memset(h, 0, cols * sizeof *h);
        const size_t ends = bsn_reader_states(&r, r.steps);
        for (size_t c = 0; c < ends; c++, f += cols) {
            const real good = holds(theta[r.table + c]);
            for (size_t l = 0; l < cols; l++)
                h[l] += f[l] * good;
        }
        for (size_t l = 0; l < cols; l++) {
            h[l] = (real)BSN_CELLS_EDGE + (real)(1 - BSN_CELLS_EDGE) * h[l];
            energy[l] -= LOG(h[l]);
        }
    }
}

/* dE/dg */
static real slope(real h)
{
    return (real)-(1 - BSN_CELLS_EDGE) / h;
}

/* Back from the cells, a (2, most, cols) holds dE/dF of two steps in turn; f is at the last. */
static void walk_back(const struct bsn_reader *r, size_t cols, const real *f,
                      struct NN(cells_work) *w, real *a, real *before)
{
    for (size_t step = r->steps; step-- > 0;) {
        const size_t states = bsn_reader_states(r, step);
        const real *const p = shares_at(r, step, cols, w->p);
        real *const p_b = w->p_b + (p - w->p);
        f -= states * cols;
        memset(before, 0, states * cols * sizeof *before);
        for (size_t s = 0; s < states; s++)
            for (size_t v = 0; v < r->values; v++) {
                const real *const next = a + bsn_reader_next(r, step, s, v) * cols;
                for (size_t l = 0; l < cols; l++) {
                    before[s * cols + l] += p[v * cols + l] * next[l];
                    p_b[v * cols + l] += f[s * cols + l] * next[l];
                }
            }
        real *const swap = a;
        a = before;
        before = swap;
    }
}

void NN(cells_backward)(const struct bsn_net *net, const struct NN(cells) *cells,
                        const real *theta, struct NN(cells_work) *w, const real *seed, bool slopes,
                        real *gradient)
{
    const size_t cols = cells->cols;
    const real *f = w->f;

    memset(w->p_b, 0, cells->places * cells->values * cols * sizeof *w->p_b);
    for (size_t i = 0; i < cells->readers; i++) {
        struct bsn_reader r;
        cells->reader(net, cells->places, i, &r);
        const size_t ends = bsn_reader_states(&r, r.steps);
        f += (all_states(&r) - ends) * cols;
        for (size_t c = 0; c < ends; c++) {
            const real good = holds(theta[r.table + c]);
            real sum = 0;
            for (size_t l = 0; l < cols; l++) {
                const real by_g = (seed ? seed[l] : 1) * slope(w->h[i * cols + l]);
                w->a[c * cols + l] = by_g * good;
                sum += by_g * f[c * cols + l];
            }
            if (gradient)
                gradient[r.table + c] += sum * good * (1 - good);
        }
        if (slopes) {
            size_t most = ends;
            for (size_t step = 0; step < r.steps; step++)
                most = bsn_reader_states(&r, step) > most ? bsn_reader_states(&r, step) : most;
            walk_back(&r, cols, f, w, w->a, w->a + most * cols);
        }
        f += ends * cols;
    }
}

void NN(cells_tangent)(const struct bsn_net *net, const struct NN(cells) *cells, const real *theta,
                       struct NN(cells_work) *w)
{
    const size_t cols = cells->cols;
    const real *f = w->f;
    real *f_d = w->f_d;

    for (size_t i = 0; i < cells->readers; i++) {
        real *const g_d = w->g_d + i * cols;
        struct bsn_reader r;
        cells->reader(net, cells->places, i, &r);
        memset(f_d, 0, cols * sizeof *f_d);
        for (size_t step = 0; step < r.steps; step++) {
            const size_t states = bsn_reader_states(&r, step) * cols;
            step_forward(&r, step, cols, f_d, shares_at(&r, step, cols, w->p), f,
                         shares_at(&r, step, cols, w->p_d), f_d + states);
            f += states;
            f_d += states;
        }
        memset(g_d, 0, cols * sizeof *g_d);
        const size_t ends = bsn_reader_states(&r, r.steps);
        for (size_t c = 0; c < ends; c++) {
            const real good = holds(theta[r.table + c]);
            for (size_t l = 0; l < cols; l++)
                g_d[l] += f_d[c * cols + l] * good;
        }
        f += ends * cols;
        f_d += ends * cols;
    }
}

void NN(cells_second)(const struct bsn_net *net, const struct NN(cells) *cells, const real *theta,
                      struct NN(cells_work) *w, const real *seed, real *gradient)
{
    const size_t cols = cells->cols;
    size_t at = 0;

    for (size_t i = 0; i < cells->readers; i++) {
        struct bsn_reader r;
        cells->reader(net, cells->places, i, &r);
        const size_t ends = bsn_reader_states(&r, r.steps);
        at += (all_states(&r) - ends) * cols;
        for (size_t c = 0; c < ends; c++, at += cols) {
            const real good = holds(theta[r.table + c]);
            real sum = 0;
            for (size_t l = 0; l < cols; l++) {
                const real by_g = slope(w->h[i * cols + l]), g_d = w->g_d[i * cols + l];
                sum += (seed[l] * by_g + by_g * by_g * g_d) * w->f[at + l] + by_g * w->f_d[at + l];
            }
            gradient[r.table + c] += sum * good * (1 - good);
        }
    }
}

void NN(cells_init)(size_t params, uint64_t seed, uint32_t stream, real *theta)
{
    const struct bsn_rng rng = { seed, BSN_RNG_INIT, stream, 0 };
    double pair[2];

    for (uint32_t i = 0; i < params; i++) {
        bsn_rng_normal2(&rng, i, pair);
        theta[i] = (real)(4 + 0.1 * pair[0]);
    }
}
