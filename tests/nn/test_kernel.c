/* test_kernel.c - the kernels of every level against plain formulas in double. */
#include "support.h"

#include "base/rng.h"
#include "nn/kernel.h"
#include "nn/set.h"

#include <math.h>

/* nn/net.h once more in double: the twin that the Makefile links into every test. */
struct bsn_batch_f64 {
    size_t cols, parts;
    const double *y, *cond, *signal, *noise;
    const uint32_t *t;
    const struct bsn_kernel *kernel;
};
size_t bsn_net_workspace_f64(const struct bsn_net *net, size_t parts, size_t cols);
void bsn_net_forward_f64(const struct bsn_net *net, const double *theta,
                         const struct bsn_batch_f64 *batch, double *work, double *energy);
void bsn_net_backward_f64(const struct bsn_net *net, const double *theta,
                          const struct bsn_batch_f64 *batch, double *work, const double *seed,
                          double *grad_y, double *gradient);

#define CHOICES 300  /* cases from this one on are choice networks */

static const char *const levels[] = { "sse2", "avx2", "avx512" };

/* A network, factors that share parts, and room for what a term is made of. */
struct setup {
    struct bsn_net net;
    struct bsn_factors f;
    struct bsn_level level;
    size_t coords;
    uint32_t *input, *first, *member;
    float *theta, *cond, *mirror, *y, *weight, *scale, *scratch;
    float *energy, *grad, *residual;         /* the kernel's */
    double *energy64, *grad64, *residual64;  /* the twin's */
};

static void *room(size_t count, size_t item)
{
    const size_t bytes = (count * item + 63) / 64 * 64 + 64;
    void *const block = aligned_alloc(64, bytes);

    assert_non_null(block);
    return memset(block, 0, bytes);
}

#define ROOM(count, pointer) ((pointer) = room(count, sizeof *(pointer)))

static struct bsn_net random_net(const struct bsn_rng *rng, uint32_t k)
{
    if (k >= CHOICES)
        return (struct bsn_net){ .kind = BSN_NET_CHOICE, .inputs = 2 + bsn_rng_below(rng, 1, 40),
                                 .pair = k % 2 };
    /* Every fourth shape is one that the kernels have a body of its own for. */
    if (k % 8 == 0)
        return (struct bsn_net){ .inputs = 1, .hidden = 4, .sums = 1, .pools = 1, .head = 2,
                                 .quadratic = 1 };
    if (k % 8 == 4)
        return (struct bsn_net){ .inputs = 1, .hidden = 8, .sums = 2, .pools = 2, .head = 4,
                                 .positive = 1 };
    struct bsn_net net = { .kind = BSN_NET_SET };
    net.inputs = 1 + bsn_rng_below(rng, 1, 3);
    net.conds = bsn_rng_below(rng, 2, 3);
    net.hidden = 1 + bsn_rng_below(rng, 3, 12);
    net.sums = bsn_rng_below(rng, 4, 4);
    net.pools = bsn_rng_below(rng, 5, 4);
    net.pools += net.sums + net.pools == 0;
    net.head = bsn_rng_below(rng, 6, 7);
    net.quadratic = bsn_rng_below(rng, 7, 2);
    net.positive = bsn_rng_below(rng, 8, 2);
    return net;
}

/* Noise s^2 from 0.001 to 0.999, each lane its own; some cases have little noise everywhere or
 * much, so that both ways of pooling are met. Choices have noise: without, variables agree to the
 * last bit of a float, and the logarithm of what is left is anything. */
static void random_levels(const struct bsn_rng *rng, uint32_t k, struct bsn_level *level)
{
    for (uint32_t l = 0; l < BSN_LANES; l++) {
        const double u = bsn_rng_uniform(rng, 100 + l);
        const double noise = k >= CHOICES  ? 0.3 + 0.6 * u
                             : k % 3 == 0 ? 0.001 * pow(999, u)
                             : k % 3 == 1 ? 0.3 + 0.699 * u
                                          : 0.08 + 0.1 * u;
        level->noise[l] = (float)noise;
        level->signal[l] = (float)sqrt(1 - noise);
    }
    level->brake = NULL;
}

static void random_factors(const struct bsn_rng *rng, uint32_t k, struct setup *s)
{
    const uint32_t single = k % 5 == 0, factors = 1 + bsn_rng_below(rng, 20, 6);
    const uint32_t most = k >= CHOICES ? 1 + s->net.pair
                          : single     ? 1
                                       : 1 + bsn_rng_below(rng, 21, 40);
    const uint32_t parts = 1 + bsn_rng_below(rng, 22, 60);
    uint32_t members = 0;

    s->coords = 1 + bsn_rng_below(rng, 23, 50);
    ROOM(parts * s->net.inputs, s->input);
    ROOM(parts * s->net.conds, s->cond);
    ROOM(parts, s->mirror);
    ROOM(factors + 1, s->first);
    ROOM(factors * most, s->member);
    for (uint32_t i = 0; i < parts * s->net.inputs; i++)
        s->input[i] = bsn_rng_below(rng, 1000 + i, (uint32_t)s->coords);
    for (uint32_t i = 0; i < parts * s->net.conds; i++)
        s->cond[i] = (float)(2 * bsn_rng_uniform(rng, 2000 + i) - 1);
    for (uint32_t i = 0; i < parts; i++)
        s->mirror[i] = (float)bsn_rng_below(rng, 4000 + i, 2);
    for (uint32_t i = 0; i < factors; i++) {
        const uint32_t count = k >= CHOICES ? most : 1 + bsn_rng_below(rng, 30 + i, most);
        for (uint32_t j = 0; j < count; j++, members++)
            s->member[members] = bsn_rng_below(rng, 3000 + members, parts);
        s->first[i + 1] = members;
        s->f.longest = count > s->f.longest ? count : s->f.longest;
    }
    s->f.parts = parts;
    s->f.factors = factors;
    s->f.input = s->input;
    s->f.cond = s->cond;
    /* With every kind of body; choices have no opposite. */
    s->f.mirror = k < CHOICES && (k % 3 == 1 || k % 16 >= 8) ? s->mirror : NULL;
    s->f.first = s->first;
    s->f.member = s->member;
}

static struct setup make(uint32_t k)
{
    const struct bsn_rng rng = { 77, BSN_RNG_TEST, k, 0 };
    struct setup s = { .net = random_net(&rng, k) };
    const size_t lanes = BSN_LANES;

    random_levels(&rng, k, &s.level);
    random_factors(&rng, k, &s);
    ROOM(bsn_net_full(&s.net), s.theta);
    bsn_net_init_f32(&s.net, 1000 + k, 0, s.theta);
    ROOM(s.coords * lanes, s.y), ROOM(s.f.factors * lanes, s.weight), ROOM(s.f.factors, s.scale);
    bsn_rng_fill_normal(&rng, s.y, (uint32_t)(s.coords * lanes));
    for (uint32_t i = 0; i < s.f.factors * lanes; i++)
        s.weight[i] = (float)(3 * bsn_rng_uniform(&rng, 5000 + i));
    for (uint32_t i = 0; i < s.f.factors; i++)
        s.scale[i] = (float)(4 * bsn_rng_uniform(&rng, 9000 + i));
    ROOM(bsn_kernel_scratch(&s.net, &s.f), s.scratch);
    ROOM(lanes, s.energy), ROOM(s.coords * lanes, s.grad), ROOM(s.f.factors * lanes, s.residual);
    ROOM(lanes, s.energy64), ROOM(s.coords * lanes, s.grad64);
    ROOM(s.f.factors * lanes, s.residual64);
    return s;
}

static void discard(struct setup *s)
{
    void *const blocks[] = { s->input, s->first, s->member, s->theta, s->cond, s->mirror, s->y,
                             s->weight, s->scale, s->scratch, s->energy, s->grad, s->residual,
                             s->energy64, s->grad64, s->residual64 };

    for (size_t i = 0; i < COUNT(blocks); i++)
        free(blocks[i]);
}

/* Does the part read the opposite, signal - y, of its inputs? */
static bool is_mirrored(const struct setup *s, size_t part)
{
    return s->f.mirror && s->f.mirror[part] > 0;
}

static double input_of(const struct setup *s, size_t part, size_t d, size_t lane)
{
    const double y = s->y[(size_t)s->input[part * s->net.inputs + d] * BSN_LANES + lane];

    return is_mirrored(s, part) ? s->level.signal[lane] - y : y;
}

/* A batch of one factor in double: its parts' inputs and conditions copied side by side. */
static void twin_inputs(const struct setup *s, size_t factor, double *y, double *cond)
{
    const size_t inputs = s->net.inputs, conds = s->net.conds;

    for (size_t j = s->first[factor]; j < s->first[factor + 1]; j++)
        for (size_t l = 0; l < BSN_LANES; l++) {
            for (size_t d = 0; d < inputs; d++)
                y[((j - s->first[factor]) * inputs + d) * BSN_LANES + l] =
                    input_of(s, s->member[j], d, l);
            for (size_t d = 0; d < conds; d++)
                cond[((j - s->first[factor]) * conds + d) * BSN_LANES + l] =
                    s->cond[s->member[j] * conds + d];
        }
}

static double factor_weight(const struct setup *s, size_t factor, size_t lane, bool weighted)
{
    return weighted ? (double)s->weight[factor * BSN_LANES + lane] * s->scale[factor] : 1;
}

/* Adds one factor's energy and gradient, found by the plain twin, in double. */
static void twin_factor(struct setup *s, const double *theta, size_t factor, bool weighted)
{
    const size_t members = s->first[factor + 1] - s->first[factor], inputs = s->net.inputs;
    double signal[BSN_LANES], noise[BSN_LANES], *y, *cond, *grad, *work;

    for (size_t l = 0; l < BSN_LANES; l++) {
        signal[l] = s->level.signal[l];
        noise[l] = s->level.noise[l];
    }
    ROOM(members * inputs * BSN_LANES, y), ROOM(members * inputs * BSN_LANES, grad);
    ROOM(members * s->net.conds * BSN_LANES, cond);
    ROOM(bsn_net_workspace_f64(&s->net, members, BSN_LANES), work);
    twin_inputs(s, factor, y, cond);
    const struct bsn_batch_f64 batch = { .cols = BSN_LANES, .parts = members, .y = y,
                                         .cond = cond, .signal = signal, .noise = noise };
    double *const energy = s->residual64 + factor * BSN_LANES;
    bsn_net_forward_f64(&s->net, theta, &batch, work, energy);
    bsn_net_backward_f64(&s->net, theta, &batch, work, NULL, grad, NULL);
    for (size_t l = 0; l < BSN_LANES; l++)
        s->energy64[l] += factor_weight(s, factor, l, weighted) * energy[l];
    for (size_t j = 0; j < members; j++)
        for (size_t i = 0; i < inputs * BSN_LANES; i++) {
            const uint32_t part = s->member[s->first[factor] + j];
            const size_t l = i % BSN_LANES;
            const size_t at = (size_t)s->input[part * inputs + i / BSN_LANES] * BSN_LANES + l;
            s->grad64[at] += factor_weight(s, factor, l, weighted) *
                             (is_mirrored(s, part) ? -1 : 1) * grad[j * inputs * BSN_LANES + i];
        }
    free(y), free(grad), free(cond), free(work);
}

static void twin(struct setup *s, bool weighted)
{
    double *theta;

    ROOM(bsn_net_full(&s->net), theta);
    for (size_t i = 0; i < bsn_net_full(&s->net); i++)
        theta[i] = s->theta[i];
    for (size_t i = 0; i < s->f.factors; i++)
        twin_factor(s, theta, i, weighted);
    free(theta);
}

/* Numbers inside a network are about as large as y; an energy is such a number over s^2, and
 * rounded as such: with n parts it is good to 5e-7 (n + 4) (1 + 1 / s^2). */
static void assert_near(const char *what, uint32_t k, double found, double expected, double size,
                        double tolerance)
{
    if (!(fabs(found - expected) <= tolerance * (size + fabs(expected))))
        fail_msg("case %u: %s is %.9g, the twin says %.9g (allowed %g)", k, what, found, expected,
                 tolerance * (size + fabs(expected)));
}

static void check_term(uint32_t k, const struct bsn_kernel *kernel)
{
    struct setup s = make(k);
    const bool weighted = k / 2 % 2 == 1;

    twin(&s, weighted);
    for (size_t l = 0; l < BSN_LANES; l++)
        s.energy[l] = (float)l;  /* is added to, as is the gradient */
    for (size_t i = 0; i < s.coords * BSN_LANES; i++)
        s.grad[i] = 0.5f;
    bsn_kernel_term(kernel, &s.net)(
        &s.net, s.theta, &s.f, &s.level, s.y, weighted ? s.weight : NULL,
        weighted ? s.scale : NULL, s.scratch, s.energy, s.grad, s.residual);
    for (size_t l = 0; l < BSN_LANES; l++) {
        const double unit = (double)(s.f.longest + 4) * (1 + 1 / (double)s.level.noise[l]);
        double total = unit;
        for (size_t i = 0; i < s.f.factors; i++) {
            total += factor_weight(&s, i, l, weighted) * unit;
            assert_near("residual", k, s.residual[i * BSN_LANES + l],
                        s.residual64[i * BSN_LANES + l], unit, 5e-7);
        }
        assert_near("energy", k, s.energy[l], s.energy64[l] + (double)l, total, 5e-7);
        /* A slope changes within s^2 of y, and y / s^2 carries an error of 1e-7 / s^2. */
        for (size_t i = l; i < s.coords * BSN_LANES; i += BSN_LANES)
            assert_near("gradient", k, s.grad[i], s.grad64[i] + 0.5, total, 2e-6);
    }
    discard(&s);
}

static void test_term(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(levels); i++) {
        const struct bsn_kernel *const kernel = bsn_kernel_pick(levels[i]);
        for (uint32_t k = 0; kernel && k < CHOICES + 100; k++)
            check_term(k, kernel);
    }
}

/* The same call gives the same bits, whatever stood in scratch before. */
static void test_set_term_repeats(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(levels); i++)
        for (uint32_t k = 0; bsn_kernel_pick(levels[i]) && k < 20; k++) {
            struct setup s = make(k);
            float *const kept = room(s.coords * BSN_LANES, sizeof *kept);
            for (int round = 0; round < 2; round++) {
                memset(s.energy, 0, BSN_LANES * sizeof *s.energy);
                memset(s.grad, 0, s.coords * BSN_LANES * sizeof *s.grad);
                bsn_kernel_term(bsn_kernel_pick(levels[i]), &s.net)(
                    &s.net, s.theta, &s.f, &s.level, s.y, NULL, NULL, s.scratch, s.energy, s.grad,
                    s.residual);
                if (round == 0)
                    memcpy(kept, s.grad, s.coords * BSN_LANES * sizeof *kept);
            }
            assert_memory_equal(kept, s.grad, s.coords * BSN_LANES * sizeof *kept);
            free(kept);
            discard(&s);
        }
}

/* Mirrors that are all 0 change no bit; all 1, they turn the gradient of the turned inputs. */
static void check_mirror(const struct bsn_kernel *kernel, uint32_t k)
{
    struct setup plain = make(k), turned = make(k);

    plain.f.mirror = NULL;
    turned.f.mirror = turned.mirror;
    for (int all = 0; all < 2; all++) {
        for (size_t i = 0; i < turned.f.parts; i++)
            turned.mirror[i] = (float)all;
        for (size_t i = 0; i < plain.coords * BSN_LANES; i++) {
            turned.y[i] = all ? plain.level.signal[i % BSN_LANES] - plain.y[i] : plain.y[i];
            plain.grad[i] = turned.grad[i] = 0;
        }
        for (size_t l = 0; l < BSN_LANES; l++)
            plain.energy[l] = turned.energy[l] = 0;
        bsn_term_fn *const run = bsn_kernel_term(kernel, &plain.net);
        run(&plain.net, plain.theta, &plain.f, &plain.level, plain.y, NULL, NULL, plain.scratch,
            plain.energy, plain.grad, plain.residual);
        run(&turned.net, turned.theta, &turned.f, &turned.level, turned.y, NULL, NULL,
            turned.scratch, turned.energy, turned.grad, turned.residual);
        if (!all) {
            assert_memory_equal(plain.energy, turned.energy, BSN_LANES * sizeof(float));
            assert_memory_equal(plain.grad, turned.grad, plain.coords * BSN_LANES * sizeof(float));
        }
        for (size_t i = 0; i < plain.coords * BSN_LANES; i++) {
            const double noise = plain.level.noise[i % BSN_LANES];
            const double unit = (double)((plain.f.longest + 4) * (plain.f.factors + 1));
            assert_near("turned slope", k, all ? -turned.grad[i] : turned.grad[i], plain.grad[i],
                        unit * (1 + 1 / noise), 4e-6);
        }
    }
    discard(&plain);
    discard(&turned);
}

static void test_mirror(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(levels); i++)
        for (uint32_t k = 0; bsn_kernel_pick(levels[i]) && k < 40; k++)
            check_mirror(bsn_kernel_pick(levels[i]), k);
}

/* A network whose energy is one soft hinge of y, tau = 1: E = log(1 + exp(y)). Over a fine grid it
 * shows how good the exponential and the logarithm are; with a pool, how good log(1 + n exp(y)). */
static void check_hinge(const struct bsn_kernel *kernel, uint32_t copies)
{
    const struct bsn_net net = { .inputs = 1, .hidden = 1, .sums = copies ? 0 : 1,
                                 .pools = copies ? 1 : 0 };
    const struct bsn_set_layout at = bsn_set_layout(&net);
    const size_t wide = net.hidden + at.features;
    _Alignas(64) float theta[64] = { 0 }, y[BSN_LANES], energy[BSN_LANES], grad[BSN_LANES];
    _Alignas(64) float residual[BSN_LANES], scratch[8 * BSN_LANES + 64 * BSN_LANES];
    uint32_t input[1] = { 0 }, first[2] = { 0, copies ? copies : 1 }, member[32] = { 0 };
    const struct bsn_factors f = { .parts = 1, .factors = 1, .input = input, .first = first,
                                   .member = member, .longest = first[1] };
    struct bsn_level level = { 0 };

    assert_true(at.params <= COUNT(theta) && copies <= COUNT(member));
    if (copies) {
        theta[at.w2 + net.hidden] = 1;  /* c = y */
    } else {
        theta[at.w1] = 1;               /* h = act(y), c = h */
        theta[at.w2] = 1;
    }
    theta[at.w4 + net.head] = 1;        /* D = the channel */
    assert_true(wide == 5);
    for (size_t l = 0; l < BSN_LANES; l++) {
        level.noise[l] = 1;
        level.signal[l] = 0;
    }
    const double count = copies ? copies : 1;
    const double base = copies ? 0 : log(2);  /* sums count from y = 0 */
    for (int i = 0; i < 4000; i += BSN_LANES) {
        for (int l = 0; l < BSN_LANES; l++) {
            y[l] = (float)(-40 + 80.0 * (i + l) / 4000);
            energy[l] = grad[l] = 0;
        }
        bsn_kernel_term(kernel, &net)(&net, theta, &f, &level, y, NULL, NULL, scratch, energy, grad,
                                      residual);
        for (int l = 0; l < BSN_LANES; l++) {
            const double rise = count * exp((double)y[l]);
            assert_near("hinge", 0, energy[l], log1p(rise) - base, 1, 5e-7);
            assert_near("slope", 0, grad[l], rise / (1 + rise), 1, 5e-7);
        }
    }
}

static void test_hinge(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(levels); i++)
        for (uint32_t copies = 0; bsn_kernel_pick(levels[i]) && copies < 12; copies++)
            check_hinge(bsn_kernel_pick(levels[i]), copies);
}

/* The normals of four coordinates in one lane, from the words at the documented address. */
static void expect_normals(const struct bsn_move *move, uint32_t coordinate, uint32_t lane,
                           double normal[4])
{
    const struct bsn_rng rng = { move->seed, BSN_RNG_MOVE, move->stream, move->when };
    uint32_t word[4];

    bsn_rng_words(&rng, coordinate / 4 * BSN_LANES + lane, word);
    for (int i = 0; i < 4; i += 2) {
        const double u = ((word[i] >> 8) + 0.5) * 0x1p-24, v = (word[i + 1] >> 8) * 0x1p-24;
        normal[i] = sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
        normal[i + 1] = sqrt(-2 * log(u)) * sin(6.283185307179586 * v);
    }
}

static void check_noise(const struct bsn_kernel *kernel, uint32_t coords)
{
    struct bsn_move move = { .seed = 0x123456789abcdefu, .stream = 7, .when = coords, .clip = 1,
                             .reach = 100 };
    float *const y = room(coords * BSN_LANES, sizeof *y);
    float *const grad = room(coords * BSN_LANES, sizeof *grad);
    double sum = 0, square = 0, fourth = 0, normal[4];

    for (size_t l = 0; l < BSN_LANES; l++)
        move.noise_scale[l] = 1;
    kernel->langevin(&move, coords, grad, NULL, y);
    for (uint32_t i = 0; i < coords; i++)
        for (uint32_t l = 0; l < BSN_LANES; l++) {
            const double found = y[i * BSN_LANES + l];
            expect_normals(&move, i, l, normal);
            assert_true(fabs(found - normal[i % 4]) <= 1e-5);
            sum += found;
            square += found * found;
            fourth += found * found * found * found;
        }
    const double n = coords * (double)BSN_LANES;
    assert_true(fabs(sum / n) < 5 / sqrt(n));
    assert_true(fabs(square / n - 1) < 5 * sqrt(2 / n));
    assert_true(fabs(fourth / n - 3) < 5 * sqrt(96 / n));
    free(y), free(grad);
}

/* Steps without noise: the descent is clipped, a share of the last step is taken again where there
 * was one (`momentum`), and the place is held within reach, lane by lane. */
static void check_bounds(const struct bsn_kernel *kernel, bool momentum)
{
    struct bsn_move move = { .seed = 1, .clip = 0.25f, .reach = 2, .momentum = 0.75f };
    _Alignas(64) float y[5 * BSN_LANES], grad[5 * BSN_LANES], before[5 * BSN_LANES];
    _Alignas(64) float drift[5 * BSN_LANES], drift_before[5 * BSN_LANES];

    for (size_t l = 0; l < BSN_LANES; l++)
        move.step[l] = (float)l / 16;
    for (size_t i = 0; i < COUNT(y); i++) {
        y[i] = before[i] = (float)((double)i / 16 - 2.5);
        drift[i] = drift_before[i] = (float)cos((double)i);
        grad[i] = (float)(8 * sin((double)i));
    }
    kernel->langevin(&move, 5, grad, momentum ? drift : NULL, y);
    for (size_t i = 0; i < COUNT(y); i++) {
        const double descent = fmax(fmin((double)move.step[i % BSN_LANES] * grad[i], 0.25), -0.25);
        const double by = momentum ? 0.75 * drift_before[i] - descent : -descent;
        assert_true(fabs(y[i] - fmax(fmin(before[i] + by, 2), -2)) < 1e-6);
        assert_true(fabs(drift[i] - (momentum ? by : (double)drift_before[i])) < 1e-6);
    }
}

static void test_langevin(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(levels); i++) {
        const struct bsn_kernel *const kernel = bsn_kernel_pick(levels[i]);
        for (uint32_t coords = 1; kernel && coords < 12; coords++)
            check_noise(kernel, coords);
        if (!kernel)
            continue;
        check_noise(kernel, 5003);
        check_bounds(kernel, false);
        check_bounds(kernel, true);
    }
}

static void test_reweigh(void **state)
{
    enum { FACTORS = 40, ALL = FACTORS * BSN_LANES };
    _Alignas(64) float decay[BSN_LANES], residual[ALL], weight[ALL], before[ALL];
    const float rate = 0.3f;

    (void)state;
    for (size_t i = 0; i < COUNT(levels); i++) {
        const struct bsn_kernel *const kernel = bsn_kernel_pick(levels[i]);
        if (!kernel)
            continue;
        for (size_t l = 0; l < BSN_LANES; l++)
            decay[l] = 0.01f * (float)l;
        for (size_t k = 0; k < ALL; k++) {
            residual[k] = (float)(pow(1.03, (double)k) * 1e-6 - 2.0 * (double)(k % 5 == 0));
            weight[k] = before[k] = (float)(1 + (double)(k % 7));
        }
        kernel->reweigh(FACTORS, residual, rate, decay, weight);
        for (size_t k = 0; k < ALL; k++) {
            const double gain = (double)rate * (1 - exp(-fmax(0, (double)residual[k])));
            const double to = before[k] + gain - (double)decay[k % BSN_LANES] * (before[k] - 1.0);
            assert_true(fabs(weight[k] - to) < 2e-6);
        }
    }
}

/* Products of all shapes that end a strip, a panel or the depth of one, read in every order,
 * against plain sums; and a column's result is the same bits whatever columns stand beside it. */
static void check_product(const struct bsn_kernel *kernel, size_t rows, size_t depth, size_t cols,
                          bool turned, bool add)
{
    const struct bsn_rng rng = { 3, BSN_RNG_TEST, (uint32_t)(rows + depth), (uint32_t)cols };
    float *const a = room(rows * depth, sizeof *a), *const b = room(depth * cols, sizeof *b);
    float *const c = room(rows * cols, sizeof *c), *const one = room(rows, sizeof *one);
    struct bsn_product p = { .rows = rows, .depth = depth, .cols = cols, .a = a, .b = b,
                             .a_row = turned ? 1 : depth, .a_depth = turned ? rows : 1,
                             .b_depth = turned ? 1 : cols, .b_col = turned ? depth : 1,
                             .add = add, .c = c };

    bsn_rng_fill_normal(&rng, a, (uint32_t)(rows * depth));
    bsn_rng_fill_normal(&rng, b, (uint32_t)(depth * cols));
    for (size_t i = 0; i < rows * cols; i++)
        c[i] = 1;
    kernel->product(&p);
    for (size_t r = 0; r < rows; r++)
        for (size_t l = 0; l < cols; l++) {
            double sum = add, size = 1;
            for (size_t k = 0; k < depth; k++) {
                const double part = (double)a[r * p.a_row + k * p.a_depth] *
                                    b[k * p.b_depth + l * p.b_col];
                sum += part;
                size += fabs(part);
            }
            assert_true(fabs(c[r * cols + l] - sum) <= 1e-6 * size);
        }
    p.b += (cols - 1) * p.b_col;
    p.cols = 1;
    p.c = one;
    for (size_t r = 0; r < rows; r++)
        one[r] = 1;
    kernel->product(&p);
    for (size_t r = 0; r < rows; r++)
        assert_true(one[r] == c[r * cols + cols - 1]);
    free(a), free(b), free(c), free(one);
}

static void test_product(void **state)
{
    static const size_t rows[] = { 1, 4, 6, 7, 11, 17 }, depths[] = { 1, 3, 255, 256, 300 };
    static const size_t cols[] = { 1, 7, 16, 63, 64, 65, 130 };
    const size_t shapes = COUNT(rows) * COUNT(depths) * COUNT(cols);

    (void)state;
    for (size_t i = 0; i < COUNT(levels); i++)
        for (size_t k = 0; bsn_kernel_pick(levels[i]) && k < 4 * shapes; k++)
            check_product(bsn_kernel_pick(levels[i]), rows[k % COUNT(rows)],
                          depths[k / COUNT(rows) % COUNT(depths)],
                          cols[k / COUNT(rows) / COUNT(depths) % COUNT(cols)], k >= 2 * shapes,
                          k / shapes % 2 == 1);
}

/* Asking for no level gives the best one; an unknown one does not exist. */
static void test_pick(void **state)
{
    const struct bsn_kernel *const best = bsn_kernel_pick(NULL);

    (void)state;
    assert_non_null(best);
    assert_ptr_equal(bsn_kernel_pick(best->level), best);
    assert_non_null(bsn_kernel_pick("sse2"));
    assert_null(bsn_kernel_pick("mmx"));
}

/* The list begins with the best level, and each level on it is found by its name. */
static void test_names(void **state)
{
    size_t i = 0;

    (void)state;
    assert_string_equal(basin_kernel_name(0), bsn_kernel_pick(NULL)->level);
    for (; basin_kernel_name(i); i++)
        assert_string_equal(bsn_kernel_pick(basin_kernel_name(i))->level, basin_kernel_name(i));
    assert_string_equal(basin_kernel_name(i - 1), "sse2");
    assert_null(basin_kernel_name(i + 5));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_term),  cmocka_unit_test(test_set_term_repeats),
        cmocka_unit_test(test_mirror),    cmocka_unit_test(test_hinge),
        cmocka_unit_test(test_langevin),  cmocka_unit_test(test_reweigh),
        cmocka_unit_test(test_product),   cmocka_unit_test(test_pick),
        cmocka_unit_test(test_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
