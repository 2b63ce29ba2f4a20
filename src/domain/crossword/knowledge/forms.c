/* forms.c - the walk over a text that both clues and definitions go through. */
#include "domain/crossword/knowledge/forms.h"

#include <string.h>

/* Few: an idf weight takes care of the others, and "again" or "not" can decide a clue. */
static const char *const common[] = {
    "a", "an", "and", "any", "are", "as", "at", "be", "by", "e", "etc", "for", "from", "g", "in",
    "into", "is", "it", "its", "of", "on", "or", "s", "that", "the", "this", "to", "which", "with",
};

static bool is_common(const char *form)
{
    for (size_t k = 0; k < sizeof common / sizeof *common; k++)
        if (strcmp(form, common[k]) == 0)
            return true;
    return false;
}

char bsn_letter_at(const char *text, size_t length, size_t *at)
{
    /* U+00C0 to U+017F without their accents; '.' is no letter, lower case throughout. */
    static const char latin[] =
        "aaaaaaaceeeeiiiidnooooo.ouuuuytsaaaaaaaceeeeiiiidnooooo.ouuuuyty"
        "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkklllllll"
        "lllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";
    const unsigned char c = (unsigned char)text[*at];

    *at += 1;
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
        return (char)c;
    if (c >= 0xc3 && c <= 0xc5 && *at < length && ((unsigned char)text[*at] & 0xc0) == 0x80) {
        const unsigned point = (unsigned)(c & 31) << 6 | ((unsigned char)text[*at] & 63u);
        *at += 1;
        const char plain = latin[point - 0xc0];
        return plain == '.' ? 0 : plain;
    }
    return 0;
}

/* An apostrophe inside a word is left out, as in "don't". */
static bool is_apostrophe(const char *text, size_t length, size_t at, size_t *next)
{
    if (text[at] == '\'') {
        *next = at + 1;
        return true;
    }
    if (length - at >= 3 && memcmp(text + at, "\xe2\x80\x99", 3) == 0) {
        *next = at + 3;
        return true;
    }
    return false;
}

size_t bsn_form_next(const char *text, size_t length, size_t *at, bool all,
                     char form[static BSN_FORM_CHARS + 1])
{
    while (*at < length) {
        size_t count = 0, next;
        while (*at < length) {
            if (count > 0 && is_apostrophe(text, length, *at, &next)) {
                *at = next;
                if (*at < length && text[*at] == 's') /* the possessive is no part of the word */
                    *at += *at + 1 >= length || text[*at + 1] == ' ';
                continue;
            }
            const char letter = bsn_letter_at(text, length, at);
            if (!letter)
                break;
            if (count < BSN_FORM_CHARS)
                form[count++] = (char)(letter | 0x20);
        }
        form[count] = 0;
        if (count > 0 && (all || !is_common(form)))
            return count;
    }
    return 0;
}

bool bsn_begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

enum bsn_asks bsn_asks_of(const char *text, size_t length)
{
    static const char *const verb[] = { "to " };
    static const char *const person[] = { "one who", "one that", "he who", "she who", "someone",
                                          "a person", "a man", "a woman", "that which" };
    static const char *const noun[] = { "a ", "an ", "the ", "any ", "one ", "some " };
    static const char *const quality[] = { "of ", "pertaining", "relating", "having", "full ",
                                           "not ", "more ", "most ", "like ", "being " };
    char start[16];
    size_t count = 0, at = 0;

    while (at < length && (text[at] == ' ' || text[at] == '(' || text[at] == '"'))
        at++;
    for (; at < length && count < sizeof start - 1; at++)
        start[count++] = text[at] >= 'A' && text[at] <= 'Z' ? (char)(text[at] | 0x20) : text[at];
    start[count] = 0;
#define ANY_OF(list, answer)                                     \
    for (size_t k = 0; k < sizeof(list) / sizeof *(list); k++) \
        if (bsn_begins(start, (list)[k]))                            \
            return answer;
    ANY_OF(verb, BSN_ASKS_VERB)
    ANY_OF(person, BSN_ASKS_PERSON)
    ANY_OF(noun, BSN_ASKS_NOUN)
    ANY_OF(quality, BSN_ASKS_QUALITY)
#undef ANY_OF
    return BSN_ASKS_ANY;
}
