/* gcide_text.c - how GCIDE writes: marks of sources, accents, labels, examples. */
#include "domain/crossword/knowledge/gcide_text.h"

#include "domain/crossword/knowledge/forms.h"

#include <string.h>

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool begins_any(const char *text, const char *const *with, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (bsn_begins(text, with[k]))
            return true;
    return false;
}

bool bsn_gcide_is_mark(const char *text)
{
    static const char *const source[] = { "1913 Webster", "Webster 1913", "WordNet", "PJC", "+PJC",
                                          "Century", "RDH]", "RP]", "AS]", "Webster Suppl" };

    return begins_any(text, source, sizeof source / sizeof *source);
}

bool bsn_gcide_is_free(const char *text)
{
    static const char *const source[] = { "1913 Webster]", "Webster 1913 Suppl.]",
                                          "1913 Webster + Webster 1913 Suppl.]" };

    return begins_any(text, source, sizeof source / sizeof *source);
}

/* A letter with an accent is written in brackets: [=o], ['e], [aum], [ae]. Copies its letters and
 * returns how many characters of the text they took, or 0 when this is no such thing. */
static size_t copy_accent(const char *text, char *to, size_t *used)
{
    size_t end = 1, letters = 0;
    char found[4];

    while (end < 6 && text[end] && text[end] != ']' && text[end] != ' ') {
        if (is_letter(text[end]) && letters < 3)
            found[letters++] = text[end];
        end++;
    }
    if (text[end] != ']' || letters == 0 || end < 2)
        return 0;
    if (letters == 3 && found[1] == 'u' && found[2] == 'm')
        letters = 1; /* [aum]: an umlaut */
    if (letters > 2)
        return 0;
    memcpy(to + *used, found, letters);
    *used += letters;
    return end + 1;
}

size_t bsn_gcide_name(const char *text, size_t length, char to[static BSN_GCIDE_NAME])
{
    size_t used = 0;

    for (size_t i = 0; i < length && used + 4 < BSN_GCIDE_NAME;) {
        const size_t accent = text[i] == '[' ? copy_accent(text + i, to, &used) : 0;
        if (accent == 0 && !strchr("\"`*|{}", text[i]))
            to[used++] = text[i] == '\n' ? ' ' : text[i];
        i += accent ? accent : 1;
    }
    while (used > 0 && (to[used - 1] == ' ' || to[used - 1] == ','))
        used--;
    to[used] = 0;
    return used;
}

/* Short, in parentheses, begins with a capital and ends in a full stop. */
size_t bsn_gcide_label(const char *text, size_t length)
{
    const char *const close = text[0] == '(' ? memchr(text, ')', length) : NULL;

    if (!close || close - text > 40 || close[-1] != '.' || !is_capital(text[1]))
        return 0;
    return (size_t)(close - text) + 1;
}

static size_t bracket_length(const char *text, size_t length)
{
    const char *const close = memchr(text, ']', length);

    return close ? (size_t)(close - text) + 1 : 1;
}

/* Is this where a sense stops: an example, or the name of who used it so? */
static bool is_stop(const char *text)
{
    static const char *const stop[] = { "; as,", ": as,", "; as in", "; -- ", "; see {", " -- {",
                                        "--{", "Contrasted with", "See Illust" };

    return begins_any(text, stop, sizeof stop / sizeof *stop) ||
           (bsn_begins(text, "--") && is_capital(text[2]));
}

/* Does a sentence end here, and another one begin? */
static bool is_full_stop(const char *text, size_t left)
{
    return text[0] == '.' && left > 2 && text[1] == ' ' && is_capital(text[2]);
}

size_t bsn_gcide_clean(const char *text, size_t length, char to[static BSN_GCIDE_SENSE + 8])
{
    size_t used = 0;

    for (size_t i = 0; i < length && used < BSN_GCIDE_SENSE && !is_stop(text + i);) {
        const size_t left = length - i;
        size_t skip = text[i] == '[' ? copy_accent(text + i, to, &used) : 0;
        if (skip == 0)
            skip = text[i] == '[' ? bracket_length(text + i, left)
                                  : bsn_gcide_label(text + i, left);
        if (skip == 0 && text[i] != '{' && text[i] != '}')
            to[used++] = is_full_stop(text + i, left) ? ';' : text[i];
        i += skip ? skip : 1;
    }
    to[used] = 0;
    return used;
}
