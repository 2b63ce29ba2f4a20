/* pairs.c - collects pairs of clues and words from articles and from lists of clues. */
#include "domain/crossword/knowledge/pairs.h"

#include "base/hash.h"
#include "base/mem.h"
#include "domain/crossword/knowledge/knowledge.h"
#include "format/clues.h"

#include <string.h>

/* Room for one vector more; *vector is it, zeroed, and is no part of the list yet. */
static basin_status next_vector(basin_ctx *ctx, struct bsn_pairs *p, float **vector)
{
    const size_t width = p->embeddings->width;

    BSN_TRY(BSN_GROW(ctx, &p->vector, &p->vector_room, (p->vectors + 1) * width));
    *vector = p->vector + p->vectors * width;
    memset(*vector, 0, width * sizeof **vector);
    return BASIN_STATUS_OK;
}

/* A pair of the last vector of the list and a word of five capitals. */
static basin_status add_pair(basin_ctx *ctx, struct bsn_pairs *p, const char *letters)
{
    BSN_TRY(BSN_GROW(ctx, &p->pair, &p->pair_room, p->count + 1));
    struct bsn_pair_of_clue *const pair = &p->pair[p->count++];
    pair->vector = (uint32_t)(p->vectors - 1);
    for (size_t i = 0; i < BSN_PAIR_LETTERS; i++)
        pair->letter[i] = (uint8_t)(letters[i] - 'A');
    return BASIN_STATUS_OK;
}

/* ------------------------------------------------------------------------------- articles ---- */

/* An article that is being looked at. */
struct reading {
    const struct bsn_knowledge *k;
    uint32_t article;
    const uint32_t *word;  /* (words) */
    size_t words;
};

static bool fits(const struct bsn_lexicon *lex, uint32_t word)
{
    return bsn_strings_length(&lex->word, word) == BSN_PAIR_LETTERS;
}

/* The vector just made asks for each five-letter word of the article but `asked`. */
static basin_status pair_all(basin_ctx *ctx, const struct reading *r, uint32_t asked,
                             float *vector, struct bsn_pairs *p)
{
    if (!bsn_encoder_unit(vector))
        return BASIN_STATUS_OK;
    bsn_embeddings_scale(p->embeddings->width, vector);
    p->vectors++;
    for (size_t i = 0; i < r->words; i++)
        if (r->word[i] != asked && fits(&r->k->lex, r->word[i]))
            BSN_TRY(add_pair(ctx, p, bsn_strings_at(&r->k->lex.word, r->word[i])));
    return BASIN_STATUS_OK;
}

/* Units first .. last - 1 of an article, as one clue. */
static basin_status add_units(basin_ctx *ctx, const struct reading *r, uint32_t first,
                              uint32_t last, struct bsn_pairs *p)
{
    const struct bsn_lexicon *const lex = &r->k->lex;
    float *vector;

    BSN_TRY(next_vector(ctx, p, &vector));
    for (uint32_t f = lex->unit[first].first_form; f < lex->unit[last].first_form; f++)
        bsn_encoder_add(r->k->encoder, r->k->index->form_stem[lex->unit_form[f]], vector);
    return pair_all(ctx, r, BSN_NONE, vector, p);
}

/* One word of an article as a clue for the others. */
static basin_status add_mate(basin_ctx *ctx, const struct reading *r, uint32_t word,
                             struct bsn_pairs *p)
{
    const uint32_t stem = bsn_encoder_stem(r->k->index, word);
    float *vector;

    if (stem == BSN_NONE)
        return BASIN_STATUS_OK;
    BSN_TRY(next_vector(ctx, p, &vector));
    bsn_encoder_add(r->k->encoder, stem, vector);
    return pair_all(ctx, r, word, vector, p);
}

static basin_status add_article(basin_ctx *ctx, const struct reading *r, struct bsn_pairs *p)
{
    const struct bsn_article *const at = &r->k->lex.article[r->article];
    const uint32_t first = at->first_unit, last = at[1].first_unit;
    size_t fitting = 0;

    for (size_t i = 0; i < r->words; i++)
        fitting += fits(&r->k->lex, r->word[i]);
    if (fitting == 0)
        return BASIN_STATUS_OK;
    if (last > first)
        BSN_TRY(add_units(ctx, r, first, last, p));
    for (uint32_t unit = first; unit < last && last - first > 1; unit++)
        BSN_TRY(add_units(ctx, r, unit, unit + 1, p));
    for (size_t i = 0; i < r->words; i++)
        if (fitting > fits(&r->k->lex, r->word[i]))
            BSN_TRY(add_mate(ctx, r, r->word[i], p));
    return BASIN_STATUS_OK;
}

basin_status bsn_pairs_add_articles(basin_ctx *ctx, struct bsn_pairs *pairs)
{
    const struct bsn_knowledge *const k = pairs->embeddings->knowledge;

    for (uint32_t a = 0; a < k->lex.articles; a++) {
        const struct bsn_article *const at = &k->lex.article[a];
        const struct reading r = { k, a, k->lex.article_word + at->first_word,
                                   at[1].first_word - at->first_word };
        BSN_TRY(add_article(ctx, &r, pairs));
    }
    return BASIN_STATUS_OK;
}

/* ---------------------------------------------------------------------------------- clues ---- */

basin_status bsn_pairs_add_clues(basin_ctx *ctx, const struct bsn_clues *clues,
                                 struct bsn_pairs *pairs)
{
    char letters[BSN_ANSWER_LONGEST + 1];
    float *vector;

    for (size_t i = 0; i < clues->count; i++) {
        const struct bsn_clue_line *const line = &clues->line[i];
        if (bsn_answer_of(line->word, strlen(line->word), letters) != BSN_PAIR_LETTERS)
            continue;
        BSN_TRY(next_vector(ctx, pairs, &vector));
        BSN_TRY(bsn_embeddings_find(ctx, pairs->embeddings, line->clue, vector));
        pairs->vectors++;
        BSN_TRY(add_pair(ctx, pairs, letters));
    }
    return BASIN_STATUS_OK;
}

static basin_status list_words(basin_ctx *ctx, const struct bsn_clues *words,
                               struct bsn_strings *list)
{
    char letters[BSN_ANSWER_LONGEST + 1];
    uint32_t number;

    for (size_t i = 0; i < words->count; i++) {
        const char *const word = words->line[i].word;
        const size_t length = bsn_answer_of(word, strlen(word), letters);
        if (length == BSN_PAIR_LETTERS)
            BSN_TRY(bsn_strings_add(ctx, list, letters, length, &number));
    }
    return BASIN_STATUS_OK;
}

basin_status bsn_pairs_hold_out(basin_ctx *ctx, const struct bsn_clues *words,
                                struct bsn_pairs *pairs)
{
    struct bsn_strings list = { 0 };
    size_t kept = 0;

    const basin_status status = list_words(ctx, words, &list);
    for (size_t i = 0; i < pairs->count && status == BASIN_STATUS_OK; i++) {
        char letters[BSN_PAIR_LETTERS];
        for (size_t k = 0; k < BSN_PAIR_LETTERS; k++)
            letters[k] = (char)('A' + pairs->pair[i].letter[k]);
        if (bsn_strings_find(&list, letters, BSN_PAIR_LETTERS) == BSN_STRINGS_NONE)
            pairs->pair[kept++] = pairs->pair[i];
    }
    bsn_strings_clear(ctx, &list);
    if (status == BASIN_STATUS_OK)
        pairs->count = kept;
    return status;
}

uint64_t bsn_pairs_mark(const struct bsn_pairs *p)
{
    const size_t width = p->embeddings->width;
    uint64_t mark = bsn_hash(BSN_HASH_INIT, p->vector, p->vectors * width * sizeof *p->vector);

    for (size_t i = 0; i < p->count; i++) {
        mark = bsn_hash(mark, &p->pair[i].vector, sizeof p->pair[i].vector);
        mark = bsn_hash(mark, p->pair[i].letter, sizeof p->pair[i].letter);
    }
    return mark;
}

void bsn_pairs_clear(basin_ctx *ctx, struct bsn_pairs *pairs)
{
    bsn_free(ctx, pairs->pair);
    bsn_free(ctx, pairs->vector);
    *pairs = (struct bsn_pairs){ 0 };
}
