/* knowledge.c - energies of all words of a length. */
#include "domain/crossword/knowledge/knowledge.h"

#include "base/mem.h"

#include <libstemmer.h>
#include <math.h>
#include <string.h>

/* Scores of words that the clue does not touch, by profile. */
static basin_status score_profiles(basin_ctx *ctx, const struct bsn_knowledge *k,
                                   const struct bsn_retriever *retriever,
                                   const struct bsn_clue *clue, size_t length, float *score)
{
    const struct bsn_index *const x = k->index;
    float feature[BSN_FEATURES], *known;

    BSN_TRY(BSN_NEW(ctx, x->profile_count, &known));
    for (size_t p = 0; p < x->profile_count; p++)
        known[p] = NAN;
    for (size_t i = 0; i < bsn_knowledge_words(k, length); i++) {
        const uint16_t p = x->profile[x->sorted[x->length_first[length] + i]];
        if (isnan(known[p])) {
            bsn_ask_profile(retriever, clue, &x->profiles[p], feature);
            known[p] = (float)bsn_mixer_score(&k->mixer, feature);
        }
        score[i] = known[p];
    }
    bsn_free(ctx, known);
    return BASIN_STATUS_OK;
}

basin_status bsn_knowledge_prepare(basin_ctx *ctx, struct bsn_knowledge *k, size_t length)
{
    if (length > BSN_ANSWER_LONGEST)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "words of %zu letters; at most %d", length,
                        BSN_ANSWER_LONGEST);
    return k->encoder ? bsn_encoder_prepare(ctx, k->index, length, k->encoder) : BASIN_STATUS_OK;
}

basin_status bsn_knowledge_energies(basin_ctx *ctx, const struct bsn_knowledge *k,
                                    struct bsn_retriever *retriever, const struct bsn_clue *clue,
                                    size_t length, float *energy)
{
    const size_t words = bsn_knowledge_words(k, length);
    const struct bsn_match *match;
    double most = -INFINITY, sum = 0;

    const size_t count = bsn_ask(retriever, clue, length, BSN_NONE, &match);
    BSN_TRY(score_profiles(ctx, k, retriever, clue, length, energy));
    for (size_t m = 0; m < count; m++)
        energy[k->index->place[match[m].word]] =
            (float)bsn_mixer_score(&k->mixer, match[m].feature);
    for (size_t i = 0; i < words; i++)
        most = (double)energy[i] > most ? (double)energy[i] : most;
    for (size_t i = 0; i < words; i++)
        sum += exp((double)energy[i] - most);
    const double total = most + log(sum);
    for (size_t i = 0; i < words; i++)
        energy[i] = (float)(total - (double)energy[i]);
    return BASIN_STATUS_OK;
}

basin_status bsn_knowledge_embed(basin_ctx *ctx, const struct bsn_knowledge *k, const char *text,
                                 float out[BSN_ENCODER_DIM])
{
    struct sb_stemmer *const stemmer = sb_stemmer_new("english", NULL);
    struct bsn_clue clue;

    if (!stemmer)
        return bsn_fail(ctx, BASIN_STATUS_MEMORY, "out of memory for the stemmer");
    memset(out, 0, BSN_ENCODER_DIM * sizeof *out);
    bsn_clue_parse(text, strlen(text), &clue);
    for (size_t i = 0; i < clue.tokens && k->encoder; i++) {
        const uint32_t stem = bsn_index_stem(k->index, stemmer, clue.token[i].form,
                                             clue.token[i].length);
        if (stem != BSN_NONE)
            bsn_encoder_add(k->encoder, stem, out);
    }
    bsn_encoder_unit(out);
    sb_stemmer_delete(stemmer);
    return BASIN_STATUS_OK;
}

void bsn_knowledge_clear(basin_ctx *ctx, struct bsn_knowledge *k)
{
    bsn_encoder_free(ctx, k->encoder);
    bsn_index_free(ctx, k->index);
    bsn_lexicon_clear(ctx, &k->lex);
    *k = (struct bsn_knowledge){ 0 };
}
