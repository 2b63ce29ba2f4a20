/* json.c - the writer of all JSON that the tool prints. */
#include "program/json.h"

#include "base/utf8.h"

#include <math.h>
#include <string.h>

static void put_string(FILE *to, const char *text, size_t length)
{
    const char *c = text, *const end = text + length;

    putc('"', to);
    while (c < end) {
        const size_t bytes = bsn_utf8_bytes(c, (size_t)(end - c));
        if (bytes == 0)
            fputs("\\ufffd", to);
        else if ((unsigned char)*c < ' ' || *c == 127)
            fprintf(to, "\\u%04x", (unsigned char)*c);
        else if (*c == '"' || *c == '\\')
            fprintf(to, "\\%c", *c);
        else
            fwrite(c, 1, bytes, to);
        c += bytes ? bytes : 1;
    }
    putc('"', to);
}

/* All that stands before a value. */
static void begin(struct json *j, const char *key)
{
    if (j->comma)
        putc(',', j->to);
    if (j->broken)
        putc('\n', j->to);
    else if (j->comma)
        putc(' ', j->to);
    if (key) {
        put_string(j->to, key, strlen(key));
        fputs(": ", j->to);
    }
    j->comma = true;
    j->broken = false;
}

void json_open(struct json *j, const char *key, char bracket)
{
    begin(j, key);
    putc(bracket, j->to);
    j->comma = false;
}

void json_close(struct json *j, char bracket)
{
    putc(bracket, j->to);
    j->comma = true;
    j->broken = false;
}

void json_text(struct json *j, const char *key, const char *text)
{
    begin(j, key);
    put_string(j->to, text, strlen(text));
}

void json_words(struct json *j, const char *key, const char *words)
{
    json_open(j, key, '[');
    for (const char *word = words + strspn(words, " "); *word;) {
        const size_t length = strcspn(word, " ");
        begin(j, NULL);
        put_string(j->to, word, length);
        word += length + strspn(word + length, " ");
    }
    json_close(j, ']');
}

void json_count(struct json *j, const char *key, uint64_t count)
{
    begin(j, key);
    fprintf(j->to, "%llu", (unsigned long long)count);
}

void json_whole(struct json *j, const char *key, int64_t number)
{
    begin(j, key);
    fprintf(j->to, "%lld", (long long)number);
}

void json_number(struct json *j, const char *key, double number, int digits)
{
    begin(j, key);
    if (isfinite(number))
        fprintf(j->to, "%.*g", digits, number);
    else
        fputs("null", j->to);
}

void json_flag(struct json *j, const char *key, bool flag)
{
    begin(j, key);
    fputs(flag ? "true" : "false", j->to);
}

void json_none(struct json *j, const char *key)
{
    begin(j, key);
    fputs("null", j->to);
}

/* A line break inside a string is escaped: one that is not belongs to the layout. */
void json_raw(struct json *j, const char *key, const char *json)
{
    begin(j, key);
    while (*json) {
        const size_t length = strcspn(json, "\n");
        fwrite(json, 1, length, j->to);
        json += length;
        if (*json && length > 0 && json[-1] == ',')
            putc(' ', j->to);
        json += strspn(json, "\n ");
    }
}

void json_break(struct json *j)
{
    j->broken = true;
}

void json_line(struct json *j)
{
    putc('\n', j->to);
    j->comma = j->broken = false;
}
