/* json.c - writes JSON piece by piece, to a stream or to a text. */
#include "base/json.h"

#include "base/text.h"
#include "base/utf8.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

static void put(struct bsn_json *j, const char *chars, size_t length)
{
    if (j->to)
        fwrite(chars, 1, length, j->to);
    else
        bsn_text_add(j->text, "%.*s", (int)length, chars);
}

static void put_all(struct bsn_json *j, const char *chars)
{
    put(j, chars, strlen(chars));
}

/* What fits into 64 characters. */
__attribute__((format(printf, 2, 3))) static void put_short(struct bsn_json *j, const char *format,
                                                            ...)
{
    char chars[64];
    va_list args;

    va_start(args, format);
    vsnprintf(chars, sizeof chars, format, args);
    va_end(args);
    put_all(j, chars);
}

static void put_string(struct bsn_json *j, const char *text, size_t length)
{
    const char *const end = text + length;

    put_all(j, "\"");
    for (const char *c = text; c < end;) {
        const size_t bytes = bsn_utf8_bytes(c, (size_t)(end - c));
        if (bytes == 0)
            put_all(j, "\\ufffd");
        else if ((unsigned char)*c < ' ' || *c == 127)
            put_short(j, "\\u%04x", (unsigned char)*c);
        else if (*c == '"' || *c == '\\')
            put_short(j, "\\%c", *c);
        else
            put(j, c, bytes);
        c += bytes ? bytes : 1;
    }
    put_all(j, "\"");
}

static void put_break(struct bsn_json *j)
{
    put_all(j, "\n");
    for (unsigned i = 0; i < j->indent * j->depth; i++)
        put_all(j, " ");
}

/* All that stands before a value. */
static void begin(struct bsn_json *j, const char *key)
{
    if (j->comma)
        put_all(j, ",");
    if (j->broken) {
        put_break(j);
        j->lines |= j->indent > 0 && j->depth < 32 ? 1u << j->depth : 0;
    } else if (j->comma && !j->tight) {
        put_all(j, " ");
    }
    if (key) {
        put_string(j, key, strlen(key));
        put_all(j, j->tight ? ":" : ": ");
    }
    j->comma = true;
    j->broken = false;
}

void bsn_json_open(struct bsn_json *j, const char *key, char bracket)
{
    begin(j, key);
    put(j, &bracket, 1);
    j->comma = false;
    j->depth++;
}

void bsn_json_close(struct bsn_json *j, char bracket)
{
    const uint32_t line = j->depth < 32 ? j->lines & 1u << j->depth : 0;

    j->depth--;
    j->lines &= ~line;
    if (line)
        put_break(j);
    put(j, &bracket, 1);
    j->comma = true;
    j->broken = false;
}

void bsn_json_text(struct bsn_json *j, const char *key, const char *text)
{
    begin(j, key);
    put_string(j, text, strlen(text));
}

void bsn_json_words(struct bsn_json *j, const char *key, const char *words)
{
    bsn_json_open(j, key, '[');
    for (const char *word = words + strspn(words, " "); *word;) {
        const size_t length = strcspn(word, " ");
        begin(j, NULL);
        put_string(j, word, length);
        word += length + strspn(word + length, " ");
    }
    bsn_json_close(j, ']');
}

void bsn_json_count(struct bsn_json *j, const char *key, uint64_t count)
{
    begin(j, key);
    put_short(j, "%llu", (unsigned long long)count);
}

void bsn_json_whole(struct bsn_json *j, const char *key, int64_t number)
{
    begin(j, key);
    put_short(j, "%lld", (long long)number);
}

void bsn_json_number(struct bsn_json *j, const char *key, double number, int digits)
{
    begin(j, key);
    if (isfinite(number))
        put_short(j, "%.*g", digits, number);
    else
        put_all(j, "null");
}

void bsn_json_decimal(struct bsn_json *j, const char *key, double number, int decimals)
{
    char chars[BSN_DECIMAL_CHARS];

    begin(j, key);
    bsn_decimal(number, decimals, chars);
    put_all(j, chars);
}

void bsn_json_flag(struct bsn_json *j, const char *key, bool flag)
{
    begin(j, key);
    put_all(j, flag ? "true" : "false");
}

void bsn_json_none(struct bsn_json *j, const char *key)
{
    begin(j, key);
    put_all(j, "null");
}

/* A line break inside a string is escaped: one that is not belongs to the layout. */
void bsn_json_raw(struct bsn_json *j, const char *key, const char *json)
{
    begin(j, key);
    while (*json) {
        const size_t length = strcspn(json, "\n");
        put(j, json, length);
        json += length;
        if (*json && length > 0 && json[-1] == ',')
            put_all(j, " ");
        json += strspn(json, "\n ");
    }
}

void bsn_json_break(struct bsn_json *j)
{
    j->broken = true;
}

void bsn_json_line(struct bsn_json *j)
{
    put_all(j, "\n");
    j->comma = j->broken = false;
}
