/* word_index_words.c - which words an article speaks of, and which articles lead to which.
 *
 * An article speaks of its words and of their inflected forms: those that the dictionaries name,
 * and those that the usual rules make and a list of words knows.
 */
#include "base/mem.h"
#include "domain/crossword/knowledge/word_index_parts.h"

#include <string.h>

basin_status bsn_index_articles(basin_ctx *ctx, struct bsn_index *x)
{
    const struct bsn_lexicon *const lex = x->lex;

    BSN_TRY(BSN_NEW(ctx, lex->word.count + 1, &x->word_article.first));
    for (size_t k = 0; k < lex->article_words; k++)
        x->word_article.first[lex->article_word[k] + 1]++;
    BSN_TRY(bsn_lists_open(ctx, &x->word_article, lex->word.count));
    for (uint32_t a = 0; a < lex->articles; a++)
        for (uint32_t k = lex->article[a].first_word; k < lex->article[a + 1].first_word; k++)
            x->word_article.item[x->word_article.first[lex->article_word[k]]++] = a;
    bsn_lists_close(&x->word_article, lex->word.count);
    return BASIN_STATUS_OK;
}

/* ----------------------------------------------------------------------------- inflections ---- */

struct rule {
    const char *ending, *instead;
    bool twice; /* the consonant before it may be doubled: PLANNED */
    enum bsn_inflection inflection;
};

static const struct rule rules[] = {
    { "IES", "Y", false, BSN_INFLECTION_S },     { "ES", "", false, BSN_INFLECTION_S },
    { "S", "", false, BSN_INFLECTION_S },        { "IED", "Y", false, BSN_INFLECTION_ED },
    { "ED", "", true, BSN_INFLECTION_ED },       { "ED", "E", false, BSN_INFLECTION_ED },
    { "ING", "", true, BSN_INFLECTION_ING },     { "ING", "E", false, BSN_INFLECTION_ING },
    { "IER", "Y", false, BSN_INFLECTION_ER },    { "ER", "", true, BSN_INFLECTION_ER },
    { "ER", "E", false, BSN_INFLECTION_ER },     { "OR", "", false, BSN_INFLECTION_ER },
    { "OR", "E", false, BSN_INFLECTION_ER },     { "IEST", "Y", false, BSN_INFLECTION_EST },
    { "EST", "", true, BSN_INFLECTION_EST },     { "EST", "E", false, BSN_INFLECTION_EST },
    { "ILY", "Y", false, BSN_INFLECTION_LY },    { "LY", "", false, BSN_INFLECTION_LY },
    { "LY", "LE", false, BSN_INFLECTION_LY },    { "INESS", "Y", false, BSN_INFLECTION_NESS },
    { "NESS", "", false, BSN_INFLECTION_NESS },
};

/* What the rule makes of a word, or BSN_NONE; `round` 1 undoes a doubled consonant. */
static uint32_t undo(const struct bsn_index *x, const struct rule *rule, const char *word,
                     size_t length, int round)
{
    const size_t ending = strlen(rule->ending);
    char base[BSN_ANSWER_LONGEST + 4];

    if (length < ending + 2 || strcmp(word + length - ending, rule->ending) != 0)
        return BSN_NONE;
    size_t count = length - ending;
    memcpy(base, word, count);
    if (round == 1) {
        if (!rule->twice || count < 3 || base[count - 1] != base[count - 2])
            return BSN_NONE;
        count--;
    }
    memcpy(base + count, rule->instead, strlen(rule->instead) + 1);
    count += strlen(rule->instead);
    const uint32_t found = bsn_strings_find(&x->lex->word, base, count);
    if (found == BSN_NONE ||
        x->word_article.first[found] == x->word_article.first[found + 1])
        return BSN_NONE;
    return found;
}

/* All ways in which words are inflected forms of words with articles, one behind the other. */
struct ways {
    struct bsn_inflection_link *link;
    size_t count, room;
};

static basin_status add_way(basin_ctx *ctx, struct ways *ways, struct bsn_inflection_link link)
{
    BSN_TRY(BSN_GROW(ctx, &ways->link, &ways->room, ways->count + 1));
    ways->link[ways->count++] = link;
    return BASIN_STATUS_OK;
}

static basin_status find_ways(basin_ctx *ctx, const struct bsn_index *x, struct ways *ways)
{
    const struct bsn_lexicon *const lex = x->lex;

    for (size_t k = 0; k < lex->inflections; k++)
        BSN_TRY(add_way(ctx, ways, lex->inflection[k]));
    for (uint32_t w = 0; w < lex->word.count; w++) {
        const char *const word = bsn_strings_at(&lex->word, w);
        const size_t length = bsn_strings_length(&lex->word, w);
        if (!strchr("SDGRTY", word[length - 1]))
            continue; /* no rule's ending ends so */
        for (size_t k = 0; k < sizeof rules / sizeof *rules; k++)
            for (int round = 0; round < 1 + rules[k].twice; round++) {
                const uint32_t base = undo(x, &rules[k], word, length, round);
                if (base != BSN_NONE)
                    BSN_TRY(add_way(ctx, ways, (struct bsn_inflection_link){
                                                   w, base, rules[k].inflection }));
            }
    }
    return BASIN_STATUS_OK;
}

/* Pairs (other end, how) in the lists of the words at one end of each link. */
static basin_status list_ways(basin_ctx *ctx, const struct ways *ways, bool up, size_t words,
                              struct bsn_lists *lists)
{
    BSN_TRY(BSN_NEW(ctx, words + 1, &lists->first));
    for (size_t k = 0; k < ways->count; k++)
        lists->first[(up ? ways->link[k].word : ways->link[k].base) + 1] += 2;
    BSN_TRY(bsn_lists_open(ctx, lists, words));
    for (size_t k = 0; k < ways->count; k++) {
        const struct bsn_inflection_link *const way = &ways->link[k];
        const uint32_t at = up ? way->word : way->base;
        lists->item[lists->first[at]++] = up ? way->base : way->word;
        lists->item[lists->first[at]++] = way->inflection;
    }
    bsn_lists_close(lists, words);
    return BASIN_STATUS_OK;
}

/* Which inflections a word of this part of speech has; a noun has no past. */
static bool fits(enum bsn_pos pos, uint32_t how)
{
    switch (pos) {
    case BSN_POS_NOUN: return how == BSN_INFLECTION_S;
    case BSN_POS_VERB: return how <= BSN_INFLECTION_ER;
    case BSN_POS_ADJECTIVE: return how >= BSN_INFLECTION_ER;
    default: return pos == BSN_POS_OTHER;
    }
}

/* The words of article `a` and their inflected forms; counted only when `to` is NULL. */
static uint32_t list_words(const struct bsn_index *x, uint32_t a, struct bsn_index_word *to)
{
    const struct bsn_lexicon *const lex = x->lex;
    uint32_t count = 0;

    for (uint32_t k = lex->article[a].first_word; k < lex->article[a + 1].first_word; k++) {
        const uint32_t word = lex->article_word[k];
        if (to)
            to[count] = (struct bsn_index_word){ word, 0,
                                                 (uint8_t)bsn_strings_length(&lex->word, word) };
        count++;
        if (lex->article[a].source == BSN_SOURCE_CLUES)
            continue; /* a clue asks for just its word */
        for (uint32_t i = x->word_form.first[word]; i < x->word_form.first[word + 1]; i += 2) {
            const uint32_t form = x->word_form.item[i], how = x->word_form.item[i + 1];
            if (!fits(lex->article[a].pos, how))
                continue;
            if (to)
                to[count] = (struct bsn_index_word){
                    form, (uint8_t)how, (uint8_t)bsn_strings_length(&lex->word, form)
                };
            count++;
        }
    }
    return count;
}

static basin_status make_article_words(basin_ctx *ctx, struct bsn_index *x)
{
    size_t count = 0;

    BSN_TRY(BSN_NEW(ctx, x->lex->articles + 1, &x->article_first));
    for (uint32_t a = 0; a < x->lex->articles; a++) {
        count += list_words(x, a, NULL);
        if (count > BSN_INDEX_MOST)
            return bsn_fail(ctx, BASIN_STATUS_TOO_BIG, "articles have more than %zu words",
                            BSN_INDEX_MOST);
        x->article_first[a + 1] = (uint32_t)count;
    }
    BSN_TRY(BSN_NEW(ctx, count + 1, &x->article_word));
    for (uint32_t a = 0; a < x->lex->articles; a++)
        list_words(x, a, x->article_word + x->article_first[a]);
    return BASIN_STATUS_OK;
}

basin_status bsn_index_inflections(basin_ctx *ctx, struct bsn_index *x)
{
    struct ways ways = { 0 };
    basin_status status;

    BSN_TRY_OUT(find_ways(ctx, x, &ways));
    BSN_TRY_OUT(bsn_poll(ctx));
    BSN_TRY_OUT(list_ways(ctx, &ways, true, x->lex->word.count, &x->word_base));
    BSN_TRY_OUT(list_ways(ctx, &ways, false, x->lex->word.count, &x->word_form));
    BSN_TRY_OUT(bsn_poll(ctx));
    BSN_TRY_OUT(make_article_words(ctx, x));
out:
    bsn_free(ctx, ways.link);
    return status;
}

/* ------------------------------------------------------------------------------- relations ---- */

/* Read backwards, up is down; all others stay what they are. */
static uint32_t backwards(uint32_t relation)
{
    return relation == BSN_RELATION_UP     ? BSN_RELATION_DOWN
           : relation == BSN_RELATION_DOWN ? BSN_RELATION_UP
                                           : relation;
}

basin_status bsn_index_relations(basin_ctx *ctx, struct bsn_index *x)
{
    struct bsn_lists *const lists = &x->relation;

    BSN_TRY(BSN_NEW(ctx, x->lex->articles + 1, &lists->first));
    for (size_t k = 0; k < x->lex->relations; k++) {
        lists->first[x->lex->relation[k].from + 1] += 2;
        lists->first[x->lex->relation[k].to + 1] += 2;
    }
    BSN_TRY(bsn_lists_open(ctx, lists, x->lex->articles));
    for (size_t k = 0; k < x->lex->relations; k++) {
        const struct bsn_relation_link *const r = &x->lex->relation[k];
        lists->item[lists->first[r->from]++] = r->to;
        lists->item[lists->first[r->from]++] = r->relation;
        lists->item[lists->first[r->to]++] = r->from;
        lists->item[lists->first[r->to]++] = backwards(r->relation);
    }
    bsn_lists_close(lists, x->lex->articles);
    return BASIN_STATUS_OK;
}

