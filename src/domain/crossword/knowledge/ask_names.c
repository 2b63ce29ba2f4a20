/* ask_names.c - where the dictionaries lead from what the clue names.
 *
 * A segment that is a word, or each of its words when they are few, is looked up: words with the
 * same meaning, words that define it, related ones, and those that are defined alike.
 */
#include "domain/crossword/knowledge/retriever.h"

#include <math.h>
#include <string.h>

#define NAMED_ARTICLES 24    /* of one name that are followed */
#define FEW_WORDS 3
#define EXPAND_POSTINGS 6000 /* more common stems say too little to be worth the time */
#define EXPAND_STEMS 24
#define EXPAND_COS 0.15      /* below it, definitions are not alike */

/* A name in the clue that is being followed. */
struct name {
    uint32_t word;
    uint8_t inflection; /* of the name as the clue has it: what is found is inflected likewise */
    bool part;          /* it is one word of a longer segment */
};

/* Credits a word that was found by way of a name, inflected as the name is. */
static void credit_like(struct bsn_retriever *a, const struct name *name, uint32_t word,
                        size_t feature, double value)
{
    const struct bsn_lists *const forms = &a->index->word_form;

    if (word == name->word)
        return;
    if (name->inflection == BSN_INFLECTION_NONE) {
        bsn_retriever_credit(a, word, feature, value);
        return;
    }
    for (uint32_t k = forms->first[word]; k < forms->first[word + 1]; k += 2)
        if (forms->item[k + 1] == name->inflection)
            bsn_retriever_credit(a, forms->item[k], feature, value);
}

static void credit_words(struct bsn_retriever *a, const struct name *name, uint32_t article,
                         size_t feature, double value)
{
    const struct bsn_article *const at = &a->index->lex->article[article];

    for (uint32_t k = at->first_word; k < at[1].first_word; k++)
        credit_like(a, name, a->index->lex->article_word[k], feature, value);
}

/* ------------------------------------------------------------------------------- relations ---- */

/* Down the tree of WordNet from an article, as far as `depth` more steps. */
static void follow_down(struct bsn_retriever *a, const struct name *name, uint32_t article,
                        int depth)
{
    const struct bsn_lists *const r = &a->index->relation;

    for (uint32_t k = r->first[article]; k < r->first[article + 1]; k += 2) {
        if (r->item[k + 1] != BSN_RELATION_DOWN || r->item[k] == a->skip)
            continue;
        credit_words(a, name, r->item[k], BSN_F_BELOW, name->part ? 0.5 : 1);
        if (depth > 0)
            follow_down(a, name, r->item[k], depth - 1);
    }
}

static void follow_relations(struct bsn_retriever *a, const struct name *name, uint32_t article)
{
    const struct bsn_lists *const r = &a->index->relation;

    for (uint32_t k = r->first[article]; k < r->first[article + 1]; k += 2) {
        if (r->item[k] == a->skip)
            continue;
        credit_words(a, name, r->item[k], BSN_F_RELATION + r->item[k + 1], name->part ? 0.5 : 1);
        if (r->item[k + 1] == BSN_RELATION_DOWN)
            follow_down(a, name, r->item[k], 1);
    }
}

/* Follows what an article with that name says. */
static void follow_article(struct bsn_retriever *a, const struct name *name, uint32_t article)
{
    const struct bsn_article *const at = &a->index->lex->article[article];

    credit_words(a, name, article, name->part ? BSN_F_SYNONYM_PART : BSN_F_SYNONYM, 1);
    for (uint32_t u = at->first_unit; u < at[1].first_unit; u++) {
        const uint32_t word = a->index->unit_word[u];
        if (word != BSN_NONE)
            credit_like(a, name, word, name->part ? BSN_F_REVERSE_PART : BSN_F_REVERSE, 1);
    }
    follow_relations(a, name, article);
}

static void follow_name(struct bsn_retriever *a, const struct name *name)
{
    const struct bsn_lists *const articles = &a->index->word_article;
    const uint32_t first = articles->first[name->word], last = articles->first[name->word + 1];

    for (uint32_t k = first; k < last && k < first + NAMED_ARTICLES; k++)
        if (articles->item[k] != a->skip)
            follow_article(a, name, articles->item[k]);
}

/* Follows a word of the clue and what it is an inflected form of. */
static void follow_word(struct bsn_retriever *a, uint32_t word, bool part)
{
    const struct bsn_lists *const bases = &a->index->word_base;

    follow_name(a, &(struct name){ word, BSN_INFLECTION_NONE, part });
    for (uint32_t k = bases->first[word]; k < bases->first[word + 1]; k += 2) {
        const struct name base = { bases->item[k], (uint8_t)bases->item[k + 1], part };
        follow_name(a, &base);
    }
}

/* ------------------------------------------------------------------------------- expansion ---- */

/* Adds the stems of a unit that are worth following. */
static size_t add_stems(const struct bsn_index *x, uint32_t u, uint32_t *stem, size_t count)
{
    for (uint32_t k = x->lex->unit[u].first_form; k < x->lex->unit[u + 1].first_form; k++) {
        const uint32_t s = x->form_stem[x->lex->unit_form[k]];
        bool known = x->stem_unit.first[s + 1] - x->stem_unit.first[s] > EXPAND_POSTINGS;
        for (size_t i = 0; i < count && !known; i++)
            known = stem[i] == s;
        if (!known && count < EXPAND_STEMS)
            stem[count++] = s;
    }
    return count;
}

/* The stems that dictionaries define a word with. */
static size_t defining_stems(const struct bsn_retriever *a, uint32_t word,
                             uint32_t stem[EXPAND_STEMS])
{
    const struct bsn_index *const x = a->index;
    size_t count = 0;

    for (uint32_t k = x->word_article.first[word]; k < x->word_article.first[word + 1]; k++) {
        const uint32_t article = x->word_article.item[k];
        const struct bsn_article *const at = &x->lex->article[article];
        if (article == a->skip || at->source == BSN_SOURCE_CLUES)
            continue;
        for (uint32_t u = at->first_unit; u < at[1].first_unit; u++)
            count = add_stems(x, u, stem, count);
    }
    return count;
}

static double stems_weight(const struct bsn_index *x, const uint32_t *stem, uint32_t mask)
{
    double sum = 0;

    for (; mask; mask &= mask - 1)
        sum += (double)x->weight[stem[__builtin_ctz(mask)]];
    return sum;
}

/* The words of an article, but not the one that led here, are defined this much alike. */
static void tell_alike(struct bsn_retriever *a, uint32_t article, uint32_t word, double cos)
{
    const struct bsn_index *const x = a->index;

    for (uint32_t i = x->article_first[article]; i < x->article_first[article + 1]; i++) {
        const struct bsn_index_word *const w = &x->article_word[i];
        if (w->length == a->length && w->word != word && w->inflection == BSN_INFLECTION_NONE)
            bsn_lift(&bsn_retriever_features(a, w->word)[BSN_F_EXPAND], cos);
    }
}

/* Words whose definitions are like the definitions of what the segment names. */
static void expand(struct bsn_retriever *a, uint32_t word)
{
    const struct bsn_index *const x = a->index;
    uint32_t stem[EXPAND_STEMS];
    const size_t count = defining_stems(a, word, stem);
    const double norm = sqrt(stems_weight(x, stem, (1u << count) - 1));

    bsn_retriever_mark(a, stem, count);
    for (size_t k = 0; k < a->units; k++) {
        const uint32_t u = a->unit[k], mask = a->unit_mask[u], article = x->unit_article[u];
        a->unit_mask[u] = 0;
        if (article == a->skip || !bsn_retriever_has_length(a, article))
            continue;
        const double cos = stems_weight(x, stem, mask) / (norm * (double)x->unit_norm[u]);
        if (cos >= EXPAND_COS)
            tell_alike(a, article, word, cos);
    }
}

/* -------------------------------------------------------------------------------- segments ---- */

static uint32_t word_of_token(const struct bsn_index *x, const struct bsn_token *t)
{
    char letters[BSN_FORM_CHARS + 1];

    for (size_t i = 0; i < t->length; i++)
        letters[i] = (char)(t->form[i] & ~0x20);
    return bsn_strings_find(&x->lex->word, letters, t->length);
}

/* Names of a segment: all of it, or else each of its few words. */
static void follow_segment(struct bsn_retriever *a, size_t segment)
{
    const char *const whole = a->clue->whole[segment];
    const uint32_t word = bsn_strings_find(&a->index->lex->word, whole, strlen(whole));
    size_t tokens = 0;

    if (word != BSN_NONE) {
        follow_word(a, word, false);
        expand(a, word);
        return;
    }
    for (size_t k = 0; k < a->clue->tokens; k++)
        tokens += a->clue->token[k].segment == segment;
    for (size_t k = 0; k < a->clue->tokens && tokens <= FEW_WORDS; k++) {
        const struct bsn_token *const t = &a->clue->token[k];
        const uint32_t part = t->segment == segment ? word_of_token(a->index, t) : BSN_NONE;
        if (part != BSN_NONE)
            follow_word(a, part, true);
    }
}

void bsn_ask_names(struct bsn_retriever *a)
{
    for (size_t s = 0; s < a->clue->segments; s++)
        follow_segment(a, s);
}
