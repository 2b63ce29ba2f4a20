/* dimacs.c - words, numbers and comments of texts in DIMACS' manner. */
#include "format/dimacs.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

struct bsn_scan bsn_scan_begin(basin_ctx *ctx, const char *name, const char *text, size_t length)
{
    return (struct bsn_scan){
        .ctx = ctx, .name = name, .at = text, .end = text + length, .line = 1, .blank = ' '
    };
}

size_t bsn_scan_last_line(const struct bsn_scan *s)
{
    return s->at == s->end && s->line > 1 && s->at[-1] == '\n' ? s->line - 1 : s->line;
}

bool bsn_scan_blank(const struct bsn_scan *s, char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == s->blank; /* lines may end in CR LF */
}

bool bsn_scan_word(struct bsn_scan *s, struct bsn_word *word)
{
    while (s->at < s->end && bsn_scan_blank(s, *s->at))
        s->at++;
    word->chars = s->at;
    while (s->at < s->end && !bsn_scan_blank(s, *s->at) && *s->at != '\n')
        s->at++;
    word->length = (size_t)(s->at - word->chars);
    return word->length > 0;
}

bool bsn_word_is(struct bsn_word word, const char *text)
{
    return word.length == strlen(text) && memcmp(word.chars, text, word.length) == 0;
}

bool bsn_word_number(struct bsn_word word, uint32_t *out)
{
    uint64_t value = 0;

    for (size_t k = 0; k < word.length; k++) {
        if (word.chars[k] < '0' || word.chars[k] > '9')
            return false;
        value = 10 * value + (uint64_t)(word.chars[k] - '0');
        if (value > UINT32_MAX)
            value = UINT32_MAX;
    }
    *out = (uint32_t)value;
    return word.length > 0;
}

struct bsn_quote bsn_word_quote(struct bsn_word word)
{
    struct bsn_quote q;
    size_t used = 0;

    for (size_t k = 0; k < word.length; k++) {
        const unsigned char c = (unsigned char)word.chars[k];
        const bool plain = c > ' ' && c < 127;
        if (used + (plain ? 1 : 4) > BSN_QUOTE_CHARS) {
            snprintf(q.text + used, sizeof q.text - used, "...");
            return q;
        }
        snprintf(q.text + used, sizeof q.text - used, plain ? "%c" : "\\x%02x", c);
        used += plain ? 1 : 4;
    }
    q.text[used] = 0;
    return q;
}

void bsn_comment_write(const char *comment, struct bsn_text *text)
{
    while (*comment) {
        const size_t chars = strcspn(comment, "\n");
        bsn_text_add(text, "c%s%.*s\n", chars ? " " : "", (int)chars, comment);
        comment += chars + (comment[chars] == '\n');
    }
}
