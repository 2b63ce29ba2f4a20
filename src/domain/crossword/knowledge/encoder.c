/* encoder.c - vectors of stems and words in use; they are learned in encoder_train.c. */
#include "domain/crossword/knowledge/encoder.h"

#include "base/mem.h"

#include <math.h>
#include <string.h>

#define DIM BSN_ENCODER_DIM

void bsn_encoder_add(const struct bsn_encoder *e, uint32_t stem, float sum[BSN_ENCODER_DIM])
{
    const int8_t *const row = e->table + (size_t)stem * DIM;

    for (size_t i = 0; i < DIM; i++)
        sum[i] += e->scale[stem] * (float)row[i];
}

bool bsn_encoder_unit(float sum[BSN_ENCODER_DIM])
{
    double norm = 0;

    for (size_t i = 0; i < DIM; i++)
        norm += (double)(sum[i] * sum[i]);
    if (norm < 1e-12)
        return false;
    const float scale = (float)(1 / sqrt(norm));
    for (size_t i = 0; i < DIM; i++)
        sum[i] *= scale;
    return true;
}

uint32_t bsn_encoder_stem(const struct bsn_index *x, uint32_t word)
{
    const char *const letters = bsn_strings_at(&x->lex->word, word);
    const size_t length = bsn_strings_length(&x->lex->word, word);
    char form[BSN_ANSWER_LONGEST + 1];

    for (size_t i = 0; i < length; i++)
        form[i] = (char)(letters[i] | 0x20);
    const uint32_t number = bsn_strings_find(&x->lex->form, form, length);
    return number == BSN_NONE ? BSN_NONE : x->form_stem[number];
}

static void add_article(const struct bsn_encoder *e, const struct bsn_index *x, uint32_t article,
                        float sum[DIM])
{
    const struct bsn_lexicon *const lex = x->lex;
    const uint32_t first = lex->unit[lex->article[article].first_unit].first_form;
    const uint32_t last = lex->unit[lex->article[article + 1].first_unit].first_form;
    float one[DIM] = { 0 };

    for (uint32_t k = first; k < last; k++)
        bsn_encoder_add(e, x->form_stem[lex->unit_form[k]], one);
    if (bsn_encoder_unit(one))
        for (size_t i = 0; i < DIM; i++)
            sum[i] += one[i];
}

bool bsn_encoder_word(const struct bsn_encoder *e, const struct bsn_index *x, uint32_t word,
                      uint32_t skip, float out[BSN_ENCODER_DIM])
{
    const uint32_t stem = bsn_encoder_stem(x, word);
    const struct bsn_lists *const articles = &x->word_article;
    float one[DIM] = { 0 };

    memset(out, 0, DIM * sizeof *out);
    if (stem != BSN_NONE) {
        bsn_encoder_add(e, stem, one);
        if (bsn_encoder_unit(one))
            memcpy(out, one, sizeof one);
    }
    for (uint32_t k = articles->first[word]; k < articles->first[word + 1]; k++)
        if (articles->item[k] != skip)
            add_article(e, x, articles->item[k], out);
    return bsn_encoder_unit(out);
}

/* An inflected form without articles takes the vector of its base. */
static uint32_t described(const struct bsn_index *x, uint32_t word)
{
    if (x->word_article.first[word] == x->word_article.first[word + 1] &&
        x->word_base.first[word] < x->word_base.first[word + 1])
        return x->word_base.item[x->word_base.first[word]];
    return word;
}

basin_status bsn_encoder_prepare(basin_ctx *ctx, const struct bsn_index *x, size_t length,
                                 struct bsn_encoder *e)
{
    const uint32_t *const sorted = x->sorted + x->length_first[length];
    const size_t words = x->length_first[length + 1] - x->length_first[length];
    float vector[DIM];
    int8_t *to;

    if (e->word[length])
        return BASIN_STATUS_OK;
    BSN_TRY(BSN_NEW(ctx, words * DIM + 1, &to));
    for (size_t w = 0; w < words; w++) {
        if (!bsn_encoder_word(e, x, described(x, sorted[w]), BSN_NONE, vector))
            continue;
        for (size_t i = 0; i < DIM; i++)
            to[w * DIM + i] = (int8_t)lrintf(vector[i] * 127);
    }
    e->word[length] = to;
    return BASIN_STATUS_OK;
}

void bsn_encoder_forget(basin_ctx *ctx, struct bsn_encoder *e)
{
    for (size_t n = 0; n <= BSN_ANSWER_LONGEST; n++) {
        bsn_free(ctx, e->word[n]);
        e->word[n] = NULL;
    }
}

void bsn_encoder_free(basin_ctx *ctx, struct bsn_encoder *e)
{
    if (!e)
        return;
    bsn_encoder_forget(ctx, e);
    bsn_free(ctx, e->table);
    bsn_free(ctx, e->scale);
    bsn_free(ctx, e);
}
