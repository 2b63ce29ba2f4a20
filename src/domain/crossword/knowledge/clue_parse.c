/* clue_parse.c - from the text of a clue, or a definition that stands for one, to its tokens. */
#include "domain/crossword/knowledge/clue.h"

#include <string.h>

static void add_token(struct bsn_clue *clue, const char *form, size_t length, size_t segment)
{
    if (clue->tokens == BSN_CLUE_TOKENS)
        return;
    struct bsn_token *const t = &clue->token[clue->tokens++];
    memcpy(t->form, form, length);
    t->form[length] = 0;
    t->length = (uint8_t)length;
    t->segment = (uint8_t)segment;
}

/* The segment written together, without the article or "to" that it begins with. */
static void join(const char *text, size_t length, char whole[static BSN_ANSWER_LONGEST + 1])
{
    char form[BSN_FORM_CHARS + 1];
    size_t at = 0, used = 0, chars;
    bool first = true;

    while ((chars = bsn_form_next(text, length, &at, true, form)) > 0) {
        const bool lead = first && (strcmp(form, "a") == 0 || strcmp(form, "an") == 0 ||
                                    strcmp(form, "the") == 0 || strcmp(form, "to") == 0);
        first = false;
        if (lead)
            continue;
        if (used + chars > BSN_ANSWER_LONGEST) {
            used = 0;
            break;
        }
        for (size_t i = 0; i < chars; i++)
            whole[used++] = (char)(form[i] & ~0x20);
    }
    whole[used] = 0;
}

static void parse_segment(const char *text, size_t length, struct bsn_clue *clue)
{
    const size_t before = clue->tokens, segment = clue->segments;
    char form[BSN_FORM_CHARS + 1];
    size_t chars;

    /* Common words come in only when nothing else is left, as of "To be". */
    for (int all = 0; all < 2 && clue->tokens == before; all++) {
        size_t at = 0;
        while ((chars = bsn_form_next(text, length, &at, all, form)) > 0)
            add_token(clue, form, chars, segment);
    }
    if (clue->tokens == before)
        return;
    clue->asks[segment] = (uint8_t)bsn_asks_of(text, length);
    join(text, length, clue->whole[segment]);
    clue->segments++;
}

void bsn_clue_parse(const char *text, size_t length, struct bsn_clue *clue)
{
    *clue = (struct bsn_clue){ 0 };
    while (length > 0 && clue->segments < BSN_CLUE_SEGMENTS) {
        const char *const end =
            clue->segments + 1 < BSN_CLUE_SEGMENTS ? memchr(text, ';', length) : NULL;
        const size_t part = end ? (size_t)(end - text) : length;
        parse_segment(text, part, clue);
        text += part + (end != NULL);
        length -= part + (end != NULL);
    }
}

void bsn_clue_of_units(const struct bsn_lexicon *lex, const uint32_t *unit, size_t count,
                       struct bsn_clue *clue)
{
    *clue = (struct bsn_clue){ 0 };
    for (size_t i = 0; i < count && i < BSN_CLUE_SEGMENTS; i++) {
        const struct bsn_unit *const u = &lex->unit[unit[i]];
        char *const whole = clue->whole[i];
        size_t used = 0;
        for (uint32_t k = u->first_form; k < u[1].first_form; k++) {
            const char *const form = bsn_strings_at(&lex->form, lex->unit_form[k]);
            const size_t chars = bsn_strings_length(&lex->form, lex->unit_form[k]);
            add_token(clue, form, chars, i);
            for (size_t c = 0; c < chars && used <= BSN_ANSWER_LONGEST; c++, used++)
                if (used < BSN_ANSWER_LONGEST)
                    whole[used] = (char)(form[c] & ~0x20);
        }
        whole[used <= BSN_ANSWER_LONGEST ? used : 0] = 0;
        clue->asks[i] = u->asks;
        clue->segments++;
    }
}

void bsn_clue_of_words(const struct bsn_lexicon *lex, const uint32_t *word, size_t count,
                       enum bsn_asks asks, struct bsn_clue *clue)
{
    char form[BSN_ANSWER_LONGEST + 1];

    *clue = (struct bsn_clue){ 0 };
    for (size_t i = 0; i < count && i < BSN_CLUE_SEGMENTS; i++) {
        const char *const letters = bsn_strings_at(&lex->word, word[i]);
        const size_t length = bsn_strings_length(&lex->word, word[i]);
        for (size_t k = 0; k < length; k++)
            form[k] = (char)(letters[k] | 0x20);
        add_token(clue, form, length, i);
        memcpy(clue->whole[i], letters, length + 1);
        clue->asks[i] = (uint8_t)asks;
        clue->segments++;
    }
}

size_t bsn_clue_asking(const struct bsn_clue *clue)
{
    if (clue->tokens == 0)
        return 0;
    const struct bsn_token *const first = &clue->token[0];
    return clue->asks[0] * (size_t)BSN_ENDINGS + bsn_ending_of(first->form, first->length);
}
