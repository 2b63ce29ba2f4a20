/* ask_stems.c - who is described with the stems of the clue.
 *
 * Each unit they occur in gets a mask with a bit for each stem of the clue, each article the masks
 * of its units, each word what its articles have.
 */
#include "domain/crossword/knowledge/retriever.h"

void bsn_retriever_mark(struct bsn_retriever *a, const uint32_t *stem, size_t bits)
{
    const struct bsn_lists *const lists = &a->index->stem_unit;

    a->units = 0;
    for (size_t b = 0; b < bits; b++)
        for (uint32_t k = lists->first[stem[b]]; k < lists->first[stem[b] + 1]; k++) {
            const uint32_t u = lists->item[k];
            if (a->unit_mask[u] == 0)
                a->unit[a->units++] = u;
            a->unit_mask[u] |= 1u << b;
        }
}

bool bsn_retriever_has_length(const struct bsn_retriever *a, uint32_t article)
{
    const struct bsn_index *const x = a->index;

    for (uint32_t k = x->article_first[article]; k < x->article_first[article + 1]; k++)
        if (x->article_word[k].length == a->length)
            return true;
    return false;
}

static struct bsn_hit *hit_of(struct bsn_retriever *a, uint32_t article)
{
    if (a->article_slot[article] == 0) {
        a->hit[a->hits] = (struct bsn_hit){ .article = article };
        a->article_slot[article] = (uint32_t)++a->hits;
    }
    return &a->hit[a->article_slot[article] - 1];
}

/* Gathers what units have of the clue in their articles; clears the masks. */
static void gather_units(struct bsn_retriever *a)
{
    for (size_t k = 0; k < a->units; k++) {
        const uint32_t u = a->unit[k], mask = a->unit_mask[u];
        const uint32_t article = a->index->unit_article[u];
        a->unit_mask[u] = 0;
        if (article == a->skip || !bsn_retriever_has_length(a, article))
            continue;
        struct bsn_hit *const hit = hit_of(a, article);
        hit->mask |= mask;
        for (size_t s = 0; s < a->clue->segments; s++)
            if (mask & a->segment_mask[s])
                bsn_lift(&hit->cos[s],
                         bsn_retriever_weight(a, mask & a->segment_mask[s]) /
                             ((double)a->segment_norm[s] * (double)a->index->unit_norm[u]));
    }
}

/* What the best hit of a word says about grammar. */
static void note_grammar(const struct bsn_retriever *a, const struct bsn_hit *hit, size_t segment,
                         uint8_t inflection, struct bsn_tally *t)
{
    const double cos = (double)hit->cos[segment];


    if (cos <= (double)t->best)
        return;
    const struct bsn_article *const article = &a->index->lex->article[hit->article];
    t->best = (float)cos;
    t->pos = a->habits->pos[a->clue->asks[segment]][article->pos];
    t->inflection = inflection;
}

static void tell_word(struct bsn_retriever *a, const struct bsn_hit *hit, uint8_t inflection,
                      size_t row)
{
    const bool clues = a->index->lex->article[hit->article].source == BSN_SOURCE_CLUES;
    struct bsn_tally *const t = &a->tally[row];
    float *const f = a->match[row].feature;

    t->mask[clues] |= hit->mask;
    for (size_t s = 0; s < a->clue->segments; s++) {
        bsn_lift(&t->cos[clues][s], (double)hit->cos[s]);
        if (!clues)
            note_grammar(a, hit, s, inflection, t);
    }
    if (!clues)
        bsn_lift(&f[BSN_F_ARTICLE], bsn_retriever_weight(a, hit->mask) / (double)a->total);
}

static void tell_words(struct bsn_retriever *a)
{
    const struct bsn_index *const x = a->index;

    for (size_t k = 0; k < a->hits; k++) {
        const uint32_t article = a->hit[k].article;
        for (uint32_t i = x->article_first[article]; i < x->article_first[article + 1]; i++) {
            const struct bsn_index_word *const w = &x->article_word[i];
            if (w->length == a->length)
                tell_word(a, &a->hit[k], w->inflection, bsn_retriever_row(a, w->word));
        }
    }
}

void bsn_ask_stems(struct bsn_retriever *a)
{
    bsn_retriever_mark(a, a->bit_stem, a->bits);
    gather_units(a);
    tell_words(a);
}
