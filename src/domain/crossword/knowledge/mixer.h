/* mixer.h - the learned energy of a word: a small network over its features.
 *
 *     E(word | clue) = log sum_v exp s(v) - s(word),   s = u . f + v . relu(W f + b)
 *
 * the sum over all words of the same length. The linear part is there because most features count
 * by themselves; the hidden units learn which of them repeat each other.
 */
#ifndef BSN_MIXER_H
#define BSN_MIXER_H

#include "domain/crossword/knowledge/clue.h"

#define BSN_MIXER_HIDDEN 32

struct bsn_mixer {
    float direct[BSN_FEATURES];
    float weight[BSN_MIXER_HIDDEN][BSN_FEATURES], bias[BSN_MIXER_HIDDEN];
    float out[BSN_MIXER_HIDDEN];
};

#define BSN_MIXER_PARAMS (sizeof(struct bsn_mixer) / sizeof(float))

/* s(word) of a row of features. */
double bsn_mixer_score(const struct bsn_mixer *mixer, const float feature[static BSN_FEATURES]);

/* Adds a part (of BSN_MIXER_PARTS) of the gradient of `slope` times s to `gradient`, a mixer of its
 * own. Parts share no number, so threads may add them side by side. */
#define BSN_MIXER_PARTS 4
void bsn_mixer_slope(const struct bsn_mixer *mixer, const float feature[static BSN_FEATURES],
                     double slope, size_t part, struct bsn_mixer *gradient);

void bsn_mixer_init(struct bsn_mixer *mixer, uint64_t seed);

#endif
