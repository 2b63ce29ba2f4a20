/* ask.c - a question from its beginning to the features of words.
 *
 * The stems of the clue become bits, so that what a unit, an article or a word has of the clue is a
 * mask: masks make all sums exact and independent of order. The parts of the answer, each in a file
 * of its own, end at words of the asked length, which get a row each.
 */
#include "base/mem.h"
#include "domain/crossword/knowledge/retriever.h"
#include "domain/crossword/knowledge/encoder.h"

#include <libstemmer.h>
#include <math.h>
#include <string.h>

static size_t most_words(const struct bsn_index *x)
{
    size_t most = 0;

    for (size_t n = 0; n <= BSN_ANSWER_LONGEST; n++) {
        const size_t words = x->length_first[n + 1] - x->length_first[n];
        most = words > most ? words : most;
    }
    return most;
}

basin_status bsn_retriever_new(basin_ctx *ctx, const struct bsn_index *index,
                               const struct bsn_habits *habits, const struct bsn_encoder *encoder,
                               struct bsn_retriever **out)
{
    const size_t rows = most_words(index) + 1;
    struct bsn_retriever *a;
    basin_status status;

    BSN_TRY(BSN_NEW(ctx, 1, &a));
    a->index = index;
    a->habits = habits;
    a->encoder = encoder;
    a->stemmer = sb_stemmer_new("english", NULL);
    if (!a->stemmer) {
        status = bsn_fail(ctx, BASIN_STATUS_MEMORY, "out of memory for the stemmer");
        goto out;
    }
    BSN_TRY_OUT(BSN_NEW(ctx, index->lex->units + 1, &a->unit_mask));
    BSN_TRY_OUT(BSN_NEW(ctx, index->lex->units + 1, &a->unit));
    BSN_TRY_OUT(BSN_NEW(ctx, index->lex->articles + 1, &a->article_slot));
    BSN_TRY_OUT(BSN_NEW(ctx, index->lex->articles + 1, &a->hit));
    BSN_TRY_OUT(BSN_NEW(ctx, index->lex->word.count + 1, &a->word_slot));
    BSN_TRY_OUT(BSN_NEW(ctx, rows, &a->match));
    BSN_TRY_OUT(BSN_NEW(ctx, rows, &a->tally));
    *out = a;
    return BASIN_STATUS_OK;
out:
    bsn_retriever_free(ctx, a);
    return status;
}

void bsn_retriever_free(basin_ctx *ctx, struct bsn_retriever *a)
{
    if (!a)
        return;
    if (a->stemmer)
        sb_stemmer_delete(a->stemmer);
    bsn_free(ctx, a->unit_mask);
    bsn_free(ctx, a->unit);
    bsn_free(ctx, a->article_slot);
    bsn_free(ctx, a->hit);
    bsn_free(ctx, a->word_slot);
    bsn_free(ctx, a->match);
    bsn_free(ctx, a->tally);
    bsn_free(ctx, a);
}

/* ---------------------------------------------------------------------------- the question ---- */

static double unknown_weight(const struct bsn_index *x)
{
    const double idf = log(2 * ((double)x->lex->units + 1));

    return idf * idf;
}

/* The bit of a token's stem, made if it is new; BSN_CLUE_TOKENS for a stem that no unit has. */
static size_t bit_of(struct bsn_retriever *a, const struct bsn_token *t)
{
    const uint32_t stem = bsn_index_stem(a->index, a->stemmer, t->form, t->length);

    if (stem == BSN_NONE)
        return BSN_CLUE_TOKENS;
    for (size_t b = 0; b < a->bits; b++)
        if (a->bit_stem[b] == stem)
            return b;
    a->bit_stem[a->bits] = stem;
    a->bit_weight[a->bits] = a->index->weight[stem];
    return a->bits++;
}

double bsn_retriever_weight(const struct bsn_retriever *a, uint32_t mask)
{
    double sum = 0;

    for (; mask; mask &= mask - 1)
        sum += (double)a->bit_weight[__builtin_ctz(mask)];
    return sum;
}

static void begin_question(struct bsn_retriever *a)
{
    double unknown[BSN_CLUE_SEGMENTS] = { 0 }, all = 0;

    a->bits = a->units = a->hits = a->matches = 0;
    a->unknown = 0;
    a->asking = bsn_clue_asking(a->clue);
    memset(a->segment_mask, 0, sizeof a->segment_mask);
    for (size_t k = 0; k < a->clue->tokens; k++) {
        const struct bsn_token *const t = &a->clue->token[k];
        const size_t bit = bit_of(a, t);
        if (bit < BSN_CLUE_TOKENS)
            a->segment_mask[t->segment] |= 1u << bit;
        else
            unknown[t->segment] += unknown_weight(a->index);
    }
    for (size_t s = 0; s < a->clue->segments; s++) {
        a->segment_norm[s] = (float)sqrt(bsn_retriever_weight(a, a->segment_mask[s]) + unknown[s]);
        all += unknown[s];
    }
    a->unknown = (float)all;
    a->total = (float)(all + bsn_retriever_weight(a, a->bits == 32 ? ~0u : (1u << a->bits) - 1u));
}

static void end_question(struct bsn_retriever *a)
{
    for (size_t k = 0; k < a->hits; k++)
        a->article_slot[a->hit[k].article] = 0;
    for (size_t k = 0; k < a->matches; k++)
        a->word_slot[a->match[k].word] = 0;
}

/* ------------------------------------------------------------------------------------ rows ---- */

size_t bsn_retriever_row(struct bsn_retriever *a, uint32_t word)
{
    if (a->word_slot[word] == 0) {
        struct bsn_match *const m = &a->match[a->matches];
        m->word = word;
        bsn_ask_profile(a, a->clue, &a->index->profiles[a->index->profile[word]], m->feature);
        a->tally[a->matches] = (struct bsn_tally){ 0 };
        a->word_slot[word] = (uint32_t)++a->matches;
    }
    return a->word_slot[word] - 1;
}

float *bsn_retriever_features(struct bsn_retriever *a, uint32_t word)
{
    return a->match[bsn_retriever_row(a, word)].feature;
}

void bsn_retriever_credit(struct bsn_retriever *a, uint32_t word, size_t feature, double value)
{
    if (bsn_strings_length(&a->index->lex->word, word) == a->length)
        bsn_retriever_features(a, word)[feature] += (float)value;
}

/* Counts of ways become shares between 0 and 1, growing ever more slowly. */
static float damp(float count)
{
    return (float)(log1p((double)count) / 2);
}

static void finish_row(const struct bsn_retriever *a, size_t row)
{
    const struct bsn_tally *const t = &a->tally[row];
    float *const f = a->match[row].feature;
    const bool looks = a->asking % BSN_ENDINGS == BSN_ENDING_S ||
                       a->asking % BSN_ENDINGS == BSN_ENDING_ED ||
                       a->asking % BSN_ENDINGS == BSN_ENDING_ING;

    for (size_t s = 0; s < a->clue->segments; s++) {
        bsn_lift(&f[BSN_F_COS], (double)t->cos[0][s]);
        bsn_lift(&f[BSN_F_CLUE_COS], (double)t->cos[1][s]);
        f[BSN_F_COS_SUM] += t->cos[0][s];
        f[BSN_F_CLUE_SUM] += t->cos[1][s];
        f[BSN_F_EXACT] += t->cos[0][s] > 0.999f;
        f[BSN_F_CLUE_EXACT] += t->cos[1][s] > 0.999f;
    }
    const double covered = bsn_retriever_weight(a, t->mask[0]);
    f[BSN_F_WORD] = (float)(covered / (double)a->total);
    f[BSN_F_EVIDENCE] = (float)(covered / 300);
    f[BSN_F_CLUE_WORD] = (float)(bsn_retriever_weight(a, t->mask[1]) / (double)a->total);
    for (size_t k = BSN_F_SYNONYM; k <= BSN_F_BELOW; k++)
        f[k] = damp(f[k]);
    f[BSN_F_POS] = t->pos;
    f[BSN_F_INFLECTED] = t->best * (float)(t->inflection && looks);
    f[BSN_F_INFLECTED_NOT] = t->best * (float)(t->inflection && !looks);
    f[BSN_F_PLAIN_NOT] = t->best * (float)(!t->inflection && looks);
}

void bsn_ask_profile(const struct bsn_retriever *a, const struct bsn_clue *clue,
                     const struct bsn_profile *profile, float feature[static BSN_FEATURES])
{
    memset(feature, 0, BSN_FEATURES * sizeof *feature);
    feature[BSN_F_CLUE_WEIGHT] = a->total / 300;
    feature[BSN_F_CLUE_SEGMENTS] = (float)clue->segments / 3;
    feature[BSN_F_CLUE_UNKNOWN] = a->total > 0 ? a->unknown / a->total : 0;
    for (size_t k = 0; k < 7; k++)
        feature[BSN_F_PROFILE + k] = (float)(profile->list >> k & 1);
    feature[BSN_F_FREQUENCY] = (float)profile->frequency / 8;
    feature[BSN_F_ARTICLES] = (float)profile->articles / 4;
    feature[BSN_F_ENDING] = a->habits->ending[a->asking][profile->ending];
}

size_t bsn_ask(struct bsn_retriever *a, const struct bsn_clue *clue, size_t length, uint32_t skip,
               const struct bsn_match **match)
{
    a->clue = clue;
    a->length = length;
    a->skip = skip;
    begin_question(a);
    bsn_ask_stems(a);
    bsn_ask_names(a);
    bsn_ask_shapes(a);
    bsn_ask_vectors(a);
    for (size_t k = 0; k < a->matches; k++)
        finish_row(a, k);
    end_question(a);
    *match = a->match;
    return a->matches;
}
