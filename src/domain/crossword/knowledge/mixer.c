/* mixer.c - the network over features, forward and backward. */
#include "domain/crossword/knowledge/mixer.h"

#include "base/rng.h"

#include <math.h>

#define LANES 4
_Static_assert(BSN_FEATURES % LANES == 0, "rows are whole lanes");

#define PART_FEATURES (BSN_FEATURES / BSN_MIXER_PARTS)
#define PART_HIDDEN (BSN_MIXER_HIDDEN / BSN_MIXER_PARTS)
_Static_assert(PART_FEATURES * BSN_MIXER_PARTS == BSN_FEATURES &&
                   PART_HIDDEN * BSN_MIXER_PARTS == BSN_MIXER_HIDDEN,
               "parts are of one size");

static double unit(const struct bsn_mixer *m, size_t h, const float *feature)
{
    float sum[LANES] = { 0 }; /* lanes, so that the compiler may use them side by side */
    float total = m->bias[h];

    for (size_t k = 0; k < BSN_FEATURES; k += LANES)
        for (size_t i = 0; i < LANES; i++)
            sum[i] += m->weight[h][k + i] * feature[k + i];
    for (size_t i = 0; i < LANES; i++)
        total += sum[i];
    return (double)total;
}

double bsn_mixer_score(const struct bsn_mixer *m, const float feature[static BSN_FEATURES])
{
    double score = 0;

    for (size_t k = 0; k < BSN_FEATURES; k++)
        score += (double)(m->direct[k] * feature[k]);
    for (size_t h = 0; h < BSN_MIXER_HIDDEN; h++) {
        const double z = unit(m, h, feature);
        score += z > 0 ? (double)m->out[h] * z : 0;
    }
    return score;
}

void bsn_mixer_slope(const struct bsn_mixer *m, const float feature[static BSN_FEATURES],
                     double slope, size_t part, struct bsn_mixer *gradient)
{
    for (size_t k = part * PART_FEATURES; k < (part + 1) * PART_FEATURES; k++)
        gradient->direct[k] += (float)slope * feature[k];
    for (size_t h = part * PART_HIDDEN; h < (part + 1) * PART_HIDDEN; h++) {
        const double z = unit(m, h, feature);
        if (z <= 0)
            continue;
        const float back = (float)(slope * (double)m->out[h]);
        gradient->out[h] += (float)(slope * z);
        gradient->bias[h] += back;
        for (size_t k = 0; k < BSN_FEATURES; k++)
            gradient->weight[h][k] += back * feature[k];
    }
}

void bsn_mixer_init(struct bsn_mixer *m, uint64_t seed)
{
    const struct bsn_rng rng = { .seed = seed, .purpose = BSN_RNG_INIT };
    float *const weight = &m->weight[0][0];
    const float scale = (float)(1 / sqrt((double)BSN_FEATURES));

    *m = (struct bsn_mixer){ 0 };
    bsn_rng_fill_normal(&rng, weight, BSN_MIXER_HIDDEN * BSN_FEATURES);
    for (size_t k = 0; k < BSN_MIXER_HIDDEN * BSN_FEATURES; k++)
        weight[k] *= scale;
    const struct bsn_rng more = { .seed = seed, .purpose = BSN_RNG_INIT, .stream = 1 };
    bsn_rng_fill_normal(&more, m->out, BSN_MIXER_HIDDEN);
    for (size_t h = 0; h < BSN_MIXER_HIDDEN; h++)
        m->out[h] *= 0.1f;
}
