/* lexicon_hold.c - forgets what dictionaries say of some words, as if it had not been read.
 *
 * Articles keep their numbers, because relations lead to them; those that are held out have neither
 * words nor units left. Done before a lexicon is packed.
 */
#include "base/mem.h"
#include "domain/crossword/knowledge/lexicon.h"
#include "format/clues.h"

#include <string.h>

/* held[w] becomes true for each of the words that the lexicon has. */
static void mark_words(const struct bsn_lexicon *lex, const struct bsn_clues *words, bool *held)
{
    char letters[BSN_ANSWER_LONGEST + 1];

    for (size_t k = 0; k < words->count; k++) {
        const char *const text = words->line[k].word;
        const size_t length = bsn_answer_of(text, strlen(text), letters);
        const uint32_t word = bsn_strings_find(&lex->word, letters, length);
        if (length > 0 && word != BSN_STRINGS_NONE)
            held[word] = true;
    }
}

static bool is_held(const struct bsn_lexicon *lex, const struct bsn_article *article,
                    uint32_t last_word, const bool *held, unsigned sources)
{
    if (!(sources >> article->source & 1))
        return false;
    for (uint32_t k = article->first_word; k < last_word; k++)
        if (held[lex->article_word[k]])
            return true;
    return false;
}

/* Moves what is kept of an article to where the articles before it end. */
static void keep_article(struct bsn_lexicon *lex, struct bsn_article *article,
                         const struct bsn_article *end)
{
    const uint32_t words = end->first_word - article->first_word;

    memmove(lex->article_word + lex->article_words, lex->article_word + article->first_word,
            words * sizeof *lex->article_word);
    article->first_word = (uint32_t)lex->article_words;
    lex->article_words += words;
    const uint32_t first_unit = article->first_unit;
    article->first_unit = (uint32_t)lex->units;
    for (uint32_t u = first_unit; u < end->first_unit; u++) {
        const uint32_t first = lex->unit[u].first_form;
        const uint32_t forms = lex->unit[u + 1].first_form - first;
        memmove(lex->unit_form + lex->unit_forms, lex->unit_form + first,
                forms * sizeof *lex->unit_form);
        lex->unit[lex->units] = lex->unit[u];
        lex->unit[lex->units++].first_form = (uint32_t)lex->unit_forms;
        lex->unit_forms += forms;
    }
}

/* A word is on a dictionary's list when an article of it is left. */
static void list_again(struct bsn_lexicon *lex, const bool *held)
{
    static const unsigned bit[BSN_SOURCES] = {
        [BSN_SOURCE_WORDNET] = BSN_LIST_WORDNET, [BSN_SOURCE_WEBSTER] = BSN_LIST_GCIDE,
        [BSN_SOURCE_GCIDE] = BSN_LIST_GCIDE, [BSN_SOURCE_CLUES] = BSN_LIST_CLUES,
    };
    const unsigned all = BSN_LIST_WORDNET | BSN_LIST_GCIDE | BSN_LIST_CLUES;

    for (size_t w = 0; w < lex->word.count; w++)
        if (held[w])
            lex->list[w] = (uint8_t)(lex->list[w] & ~all);
    for (size_t a = 0; a < lex->articles; a++)
        for (uint32_t k = lex->article[a].first_word; k < lex->article[a + 1].first_word; k++)
            lex->list[lex->article_word[k]] |= (uint8_t)bit[lex->article[a].source];
}

basin_status bsn_lexicon_hold_out(basin_ctx *ctx, struct bsn_lexicon *lex,
                                  const struct bsn_clues *words, unsigned sources)
{
    bool *held;

    BSN_TRY(BSN_NEW(ctx, lex->word.count + 1, &held));
    mark_words(lex, words, held);
    lex->article_words = lex->units = lex->unit_forms = 0;
    for (size_t a = 0; a < lex->articles; a++) {
        struct bsn_article *const article = &lex->article[a];
        const struct bsn_article end = article[1];
        if (!is_held(lex, article, end.first_word, held, sources)) {
            keep_article(lex, article, &end);
        } else {
            article->first_word = (uint32_t)lex->article_words;
            article->first_unit = (uint32_t)lex->units;
        }
    }
    if (lex->articles > 0) {
        lex->article[lex->articles].first_word = (uint32_t)lex->article_words;
        lex->article[lex->articles].first_unit = (uint32_t)lex->units;
        lex->unit[lex->units].first_form = (uint32_t)lex->unit_forms;
    }
    list_again(lex, held);
    bsn_free(ctx, held);
    return BASIN_STATUS_OK;
}
