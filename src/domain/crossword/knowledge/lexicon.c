/* lexicon.c - building a lexicon, article by article. */
#include "domain/crossword/knowledge/lexicon.h"

#include "base/mem.h"
#include "domain/crossword/knowledge/forms.h"

#include <string.h>

/* --------------------------------------------------------------------------------- answers ---- */

size_t bsn_answer_of(const char *text, size_t length, char *answer)
{
    size_t count = 0;

    for (size_t at = 0; at < length;) {
        const char letter = bsn_letter_at(text, length, &at);
        if (!letter)
            continue;
        if (count == BSN_ANSWER_LONGEST)
            return 0;
        answer[count++] = (char)(letter & ~0x20);
    }
    answer[count] = 0;
    return count < BSN_ANSWER_SHORTEST ? 0 : count;
}

/* What can be seen of a word as it is written. */
static unsigned look_of(const char *text, size_t length)
{
    const bool capital = length > 0 && text[0] >= 'A' && text[0] <= 'Z';
    bool phrase = false;

    for (size_t i = 0; i < length; i++)
        phrase |= text[i] == ' ' || text[i] == '_' || text[i] == '-';
    return (capital ? BSN_LIST_PROPER : 0u) | (phrase ? BSN_LIST_PHRASE : 0u);
}

/* Words of other scripts and with digits are no answers, though some of their characters are. */
static bool is_answer_text(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((text[i] >= '0' && text[i] <= '9') || text[i] == '/' || text[i] == '*')
            return false;
    return true;
}

basin_status bsn_lexicon_list(basin_ctx *ctx, struct bsn_lexicon *lex, const char *text,
                              size_t length, unsigned bits, uint32_t *number)
{
    /* Webster's heads all begin with a capital: it says nothing there. */
    const unsigned look = look_of(text, length) & (bits & BSN_LIST_GCIDE ? ~BSN_LIST_PROPER : ~0u);
    char answer[BSN_ANSWER_LONGEST + 1];
    const size_t letters = is_answer_text(text, length) ? bsn_answer_of(text, length, answer) : 0;

    *number = BSN_STRINGS_NONE;
    if (letters == 0)
        return BASIN_STATUS_OK;
    const size_t before = lex->word.count;
    BSN_TRY(bsn_strings_add(ctx, &lex->word, answer, letters, number));
    BSN_TRY(BSN_GROW(ctx, &lex->list, &lex->list_room, lex->word.count));
    uint8_t *const list = &lex->list[*number];
    if (lex->word.count > before)
        *list = (uint8_t)look;
    *list = (uint8_t)((*list & (look | ~(unsigned)(BSN_LIST_PROPER | BSN_LIST_PHRASE))) | bits);
    return BASIN_STATUS_OK;
}

/* -------------------------------------------------------------------------------- articles ---- */

static void close_lists(struct bsn_lexicon *lex)
{
    lex->article[lex->articles].first_word = (uint32_t)lex->article_words;
    lex->article[lex->articles].first_unit = (uint32_t)lex->units;
}

basin_status bsn_lexicon_begin(basin_ctx *ctx, struct bsn_lexicon *lex, enum bsn_source source,
                               enum bsn_pos pos)
{
    BSN_TRY(BSN_GROW(ctx, &lex->article, &lex->article_room, lex->articles + 2));
    BSN_TRY(BSN_GROW(ctx, &lex->unit, &lex->unit_room, lex->units + 1));
    close_lists(lex);
    lex->article[lex->articles].source = (uint8_t)source;
    lex->article[lex->articles].pos = (uint8_t)pos;
    lex->articles++;
    close_lists(lex);
    return BASIN_STATUS_OK;
}

basin_status bsn_lexicon_word(basin_ctx *ctx, struct bsn_lexicon *lex, const char *text,
                              size_t length, unsigned bits)
{
    uint32_t number;

    BSN_TRY(bsn_lexicon_list(ctx, lex, text, length, bits, &number));
    if (number == BSN_STRINGS_NONE)
        return BASIN_STATUS_OK;
    const size_t first = lex->article[lex->articles - 1].first_word;
    for (size_t k = first; k < lex->article_words; k++)
        if (lex->article_word[k] == number)
            return BASIN_STATUS_OK;
    BSN_TRY(BSN_GROW(ctx, &lex->article_word, &lex->word_room, lex->article_words + 1));
    lex->article_word[lex->article_words++] = number;
    close_lists(lex);
    return BASIN_STATUS_OK;
}

basin_status bsn_lexicon_unit(basin_ctx *ctx, struct bsn_lexicon *lex, enum bsn_unit_kind kind,
                              const char *text, size_t length)
{
    const size_t begin = lex->unit_forms;
    char form[BSN_FORM_CHARS + 1];
    size_t at = 0, count = 0, chars;

    BSN_TRY(BSN_GROW(ctx, &lex->unit, &lex->unit_room, lex->units + 2));
    BSN_TRY(BSN_GROW(ctx, &lex->unit_form, &lex->form_room, begin + BSN_UNIT_FORMS));
    while (count < BSN_UNIT_FORMS && (chars = bsn_form_next(text, length, &at, false, form)) > 0)
        BSN_TRY(bsn_strings_add(ctx, &lex->form, form, chars, &lex->unit_form[begin + count++]));
    if (count == 0)
        return BASIN_STATUS_OK;
    lex->unit_forms += count;
    lex->unit[lex->units++] = (struct bsn_unit){ (uint8_t)kind, (uint8_t)bsn_asks_of(text, length),
                                                  (uint32_t)begin };
    /* WordNet's glosses of verbs have no "to". */
    if (lex->article[lex->articles - 1].pos == BSN_POS_VERB && kind == BSN_UNIT_TEXT)
        lex->unit[lex->units - 1].asks = BSN_ASKS_VERB;
    lex->unit[lex->units].first_form = (uint32_t)lex->unit_forms;
    close_lists(lex);
    return BASIN_STATUS_OK;
}

basin_status bsn_lexicon_text(basin_ctx *ctx, struct bsn_lexicon *lex, const char *text,
                              size_t length)
{
    while (length > 0) {
        const char *const end = memchr(text, ';', length);
        const size_t part = end ? (size_t)(end - text) : length;
        BSN_TRY(bsn_lexicon_unit(ctx, lex, BSN_UNIT_TEXT, text, part));
        text += part + (end != NULL);
        length -= part + (end != NULL);
    }
    return BASIN_STATUS_OK;
}

void bsn_lexicon_end(struct bsn_lexicon *lex)
{
    const struct bsn_article *const last = &lex->article[lex->articles - 1];

    if (last->first_word < lex->article_words && last->first_unit < lex->units)
        return;
    lex->article_words = last->first_word;
    lex->units = last->first_unit;
    lex->unit_forms = lex->unit[lex->units].first_form;
    lex->articles--;
    close_lists(lex);
}

/* ----------------------------------------------------------------------------------- links ---- */

basin_status bsn_lexicon_relate(basin_ctx *ctx, struct bsn_lexicon *lex, uint32_t from,
                                uint32_t to, enum bsn_relation relation)
{
    BSN_TRY(BSN_GROW(ctx, &lex->relation, &lex->relation_room, lex->relations + 1));
    lex->relation[lex->relations++] = (struct bsn_relation_link){ from, to, relation };
    return BASIN_STATUS_OK;
}

basin_status bsn_lexicon_inflect(basin_ctx *ctx, struct bsn_lexicon *lex, const char *text,
                                 size_t length, const char *base, size_t base_length,
                                 enum bsn_inflection inflection)
{
    uint32_t word, root;

    BSN_TRY(bsn_lexicon_list(ctx, lex, text, length, 0, &word));
    BSN_TRY(bsn_lexicon_list(ctx, lex, base, base_length, 0, &root));
    if (word == BSN_STRINGS_NONE || root == BSN_STRINGS_NONE || word == root)
        return BASIN_STATUS_OK;
    BSN_TRY(BSN_GROW(ctx, &lex->inflection, &lex->inflection_room, lex->inflections + 1));
    lex->inflection[lex->inflections++] = (struct bsn_inflection_link){ word, root, inflection };
    return BASIN_STATUS_OK;
}

void bsn_lexicon_clear(basin_ctx *ctx, struct bsn_lexicon *lex)
{
    bsn_strings_clear(ctx, &lex->word);
    bsn_strings_clear(ctx, &lex->form);
    bsn_free(ctx, lex->list);
    bsn_free(ctx, lex->article);
    bsn_free(ctx, lex->unit);
    bsn_free(ctx, lex->unit_form);
    bsn_free(ctx, lex->article_word);
    bsn_free(ctx, lex->relation);
    bsn_free(ctx, lex->inflection);
    *lex = (struct bsn_lexicon){ 0 };
}
