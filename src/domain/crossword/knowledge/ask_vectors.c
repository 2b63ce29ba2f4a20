/* ask_vectors.c - whose vector is near the vectors of the clue's segments, see encoder.h. */
#include "domain/crossword/knowledge/retriever.h"
#include "domain/crossword/knowledge/encoder.h"

#include <math.h>
#include <string.h>

#define NEAR 0.4   /* cosine above which a word counts as touched */
#define ALOOF 0.15 /* and below which it counts nothing */

/* Vectors of the segments, times 1 / 127 so that they go with those of words. */
static size_t encode_segments(struct bsn_retriever *a, float vector[][BSN_ENCODER_DIM])
{
    size_t count = 0;

    for (size_t s = 0; s < a->clue->segments; s++) {
        memset(vector[count], 0, sizeof *vector);
        for (uint32_t m = a->segment_mask[s]; m; m &= m - 1)
            bsn_encoder_add(a->encoder, a->bit_stem[__builtin_ctz(m)], vector[count]);
        if (!bsn_encoder_unit(vector[count]))
            continue;
        for (size_t i = 0; i < BSN_ENCODER_DIM; i++)
            vector[count][i] /= 127;
        count++;
    }
    return count;
}

static float near(const int8_t *word, const float *vector)
{
    float sum[8] = { 0 };

    for (size_t i = 0; i < BSN_ENCODER_DIM; i += 8)
        for (size_t l = 0; l < 8; l++)
            sum[l] += (float)word[i + l] * vector[i + l];
    return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
}

static bool is_of_article(const struct bsn_index *x, uint32_t word, uint32_t article)
{
    const struct bsn_article *const at = &x->lex->article[article];

    for (uint32_t k = at->first_word; k < at[1].first_word; k++)
        if (x->lex->article_word[k] == word)
            return true;
    return false;
}

/* How near a word is to the nearest segment, and to all on average. */
static void compare_word(const struct bsn_retriever *a, uint32_t word,
                         float vector[][BSN_ENCODER_DIM], size_t segments, float out[2])
{
    const int8_t *row =
        a->encoder->word[a->length] + (size_t)a->index->place[word] * BSN_ENCODER_DIM;
    int8_t without[BSN_ENCODER_DIM] = { 0 };
    float other[BSN_ENCODER_DIM];

    if (a->skip != BSN_NONE && is_of_article(a->index, word, a->skip)) {
        if (bsn_encoder_word(a->encoder, a->index, word, a->skip, other))
            for (size_t i = 0; i < BSN_ENCODER_DIM; i++)
                without[i] = (int8_t)lrintf(other[i] * 127);
        row = without;
    }
    out[0] = out[1] = 0;
    for (size_t s = 0; s < segments; s++) {
        const float cos = near(row, vector[s]) - (float)ALOOF;
        const float counts = cos > 0 ? cos / (1 - (float)ALOOF) : 0;
        out[0] = counts > out[0] ? counts : out[0];
        out[1] += counts / (float)segments;
    }
}

void bsn_ask_vectors(struct bsn_retriever *a)
{
    const struct bsn_index *const x = a->index;
    const float bar = (float)((NEAR - ALOOF) / (1 - ALOOF));
    float vector[BSN_CLUE_SEGMENTS][BSN_ENCODER_DIM], found[2];

    if (!a->encoder || !a->encoder->word[a->length])
        return;
    const size_t segments = encode_segments(a, vector);
    for (uint32_t k = x->length_first[a->length]; k < x->length_first[a->length + 1]; k++) {
        const uint32_t word = x->sorted[k];
        compare_word(a, word, vector, segments, found);
        if (found[0] < bar && a->word_slot[word] == 0)
            continue;
        float *const feature = bsn_retriever_features(a, word);
        feature[BSN_F_ENCODER] = found[0];
        feature[BSN_F_ENCODER_MEAN] = found[1];
    }
}
