/* json_read.c - JSON to jansson's values, by descent; every allocation is looked at.
 *
 * Allocations are jansson's (json_set_alloc_funcs), so that who gives it others has them all.
 */
#include "base/json_read.h"

#include "base/text.h"
#include "base/utf8.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MOST 2048 /* of values inside of values, the innermost counted */
#define NEAR_MOST 20    /* bytes of a token that are shown */

struct reading {
    const char *begin, *at, *end; /* the text; all before `at` is read */
    const char *token;            /* where the last token begins */
    size_t flags, depth;
    struct bsn_json_error *error;
    /* Keys of the objects that are open, one behind the other, then the string or number at work. */
    char *room;
    size_t capacity, kept, used; /* bytes; of the keys; of all */
    json_malloc_t take;
    json_free_t give;
};

/* ---------------------------------------------------------------------- what goes wrong ---- */

static bool fail(struct reading *r, basin_status status, const char *text)
{
    r->error->status = status;
    r->error->line = 1;
    for (const char *c = r->begin; c < r->at; c++)
        r->error->line += *c == '\n';
    r->error->byte = (size_t)(r->at - r->begin) + (r->at < r->end);
    snprintf(r->error->text, sizeof r->error->text, "%s", text);
    return false;
}

/* Says what was expected, and the token that is there instead, where it can be shown. */
static bool refuse(struct reading *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static bool refuse(struct reading *r, const char *format, ...)
{
    char what[60], text[BSN_JSON_ERROR_CHARS];
    const char *const stop = r->at < r->end && r->at == r->token ? r->at + 1 : r->at;
    const int chars = (int)(stop - r->token);
    bool shown = stop - r->token <= NEAR_MOST;
    va_list args;

    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    for (const char *c = r->token; shown && c < stop; c++)
        shown = *c >= ' ' && *c <= '~';
    if (r->token == r->end)
        snprintf(text, sizeof text, "%s near end of file", what);
    else if (shown)
        snprintf(text, sizeof text, "%s near '%.*s'", what, chars, r->token);
    else
        snprintf(text, sizeof text, "%s", what);
    return fail(r, BASIN_STATUS_PARSE, text);
}

/* What a constructor gave, which is NULL where memory was short. */
static json_t *made(struct reading *r, json_t *value)
{
    if (!value)
        fail(r, BASIN_STATUS_MEMORY, "out of memory");
    return value;
}

/* ---------------------------------------------------------------------------- characters ---- */

#define END (-1)

static int peek(const struct reading *r)
{
    return r->at < r->end ? (unsigned char)*r->at : END;
}

/* The first character of the next token. */
static int next_token(struct reading *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r'))
        r->at++;
    r->token = r->at;
    return peek(r);
}

static bool put(struct reading *r, const char *chars, size_t count)
{
    if (r->capacity - r->used < count) {
        const size_t capacity = 2 * (r->used + count) + 64;
        char *const more = r->take(capacity);
        if (!more)
            return fail(r, BASIN_STATUS_MEMORY, "out of memory");
        if (r->used > 0)
            memcpy(more, r->room, r->used);
        r->give(r->room);
        r->room = more;
        r->capacity = capacity;
    }
    if (count > 0)
        memcpy(r->room + r->used, chars, count);
    r->used += count;
    return true;
}

/* The text at work, which ends in 0. */
static const char *text_of(const struct reading *r)
{
    return r->room + r->kept;
}

/* ------------------------------------------------------------------------------- strings ---- */

static bool read_hex(struct reading *r, uint32_t *code)
{
    *code = 0;
    for (int k = 0; k < 4; k++, r->at++) {
        const int c = peek(r);
        const int digit = c >= '0' && c <= '9'   ? c - '0'
                          : c >= 'a' && c <= 'f' ? c - 'a' + 10
                          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                 : -1;
        if (digit < 0)
            return refuse(r, "invalid escape");
        *code = *code << 4 | (uint32_t)digit;
    }
    return true;
}

static bool put_code(struct reading *r, uint32_t code)
{
    const int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned char mark[] = { 0, 0xc0, 0xe0, 0xf0 };
    char bytes[4];

    for (int k = more; k > 0; k--, code >>= 6)
        bytes[k] = (char)(0x80 | (code & 0x3f));
    bytes[0] = (char)(mark[more] | code);
    return put(r, bytes, (size_t)more + 1);
}

/* What stands behind \u: characters past U+FFFF are two of them. */
static bool read_code(struct reading *r)
{
    uint32_t code, second;

    if (!read_hex(r, &code))
        return false;
    if (code == 0)
        return refuse(r, "\\u0000 is not allowed");
    if (code >= 0xd800 && code < 0xdc00) {
        if (r->end - r->at < 2 || r->at[0] != '\\' || r->at[1] != 'u')
            return refuse(r, "invalid Unicode '\\u%04X'", code);
        r->at += 2;
        if (!read_hex(r, &second))
            return false;
        if (second < 0xdc00 || second >= 0xe000)
            return refuse(r, "invalid Unicode '\\u%04X\\u%04X'", code, second);
        code = 0x10000 + ((code - 0xd800) << 10) + (second - 0xdc00);
    } else if (code >= 0xdc00 && code < 0xe000) {
        return refuse(r, "invalid Unicode '\\u%04X'", code);
    }
    return put_code(r, code);
}

static bool read_escape(struct reading *r)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";

    r->at++;
    const int c = peek(r);
    const char *const found = c > 0 ? strchr(from, c) : NULL;
    if (c != 'u' && !found)
        return refuse(r, "invalid escape");
    r->at++;
    return found ? put(r, &to[found - from], 1) : read_code(r);
}

static bool read_plain(struct reading *r)
{
    const char *const from = r->at;

    while (r->at < r->end && (unsigned char)*r->at >= ' ' && *r->at != '"' && *r->at != '\\') {
        const size_t bytes = bsn_utf8_bytes(r->at, (size_t)(r->end - r->at));
        if (bytes == 0)
            return refuse(r, "unable to decode byte 0x%x", (unsigned)peek(r));
        r->at += bytes;
    }
    return put(r, from, (size_t)(r->at - from));
}

/* From one quotation mark to the other. */
static bool read_text(struct reading *r)
{
    for (r->at++;;) {
        if (!read_plain(r))
            return false;
        const int c = peek(r);
        if (c == END)
            return refuse(r, "premature end of input");
        if (c == '\n')
            return refuse(r, "unexpected newline");
        if (c < ' ')
            return refuse(r, "control character 0x%x", (unsigned)c);
        if (c == '\\' && !read_escape(r))
            return false;
        if (c == '"')
            break;
    }
    r->at++;
    return put(r, "", 1);
}

static json_t *read_string(struct reading *r)
{
    return read_text(r) ? made(r, json_string_nocheck(text_of(r))) : NULL;
}

/* --------------------------------------------------------------------- numbers and words ---- */

static bool skip_digits(struct reading *r)
{
    const char *const from = r->at;

    while (peek(r) >= '0' && peek(r) <= '9')
        r->at++;
    return r->at > from;
}

/* Past a number; *whole says that it has neither fraction nor exponent. */
static bool skip_number(struct reading *r, bool *whole)
{
    r->at += peek(r) == '-';
    const char *const first = r->at;
    if (!skip_digits(r) || (*first == '0' && r->at - first > 1))
        return refuse(r, "invalid token");
    *whole = peek(r) != '.' && peek(r) != 'e' && peek(r) != 'E';
    if (peek(r) == '.') {
        r->at++;
        if (!skip_digits(r))
            return refuse(r, "invalid token");
    }
    if (peek(r) == 'e' || peek(r) == 'E') {
        r->at++;
        r->at += peek(r) == '+' || peek(r) == '-';
        if (!skip_digits(r))
            return refuse(r, "invalid token");
    }
    return true;
}

static json_t *read_number(struct reading *r)
{
    bool whole = false;

    if (!skip_number(r, &whole) || !put(r, r->token, (size_t)(r->at - r->token)) || !put(r, "", 1))
        return NULL;
    errno = 0;
    if (whole && !(r->flags & JSON_DECODE_INT_AS_REAL)) {
        const long long number = strtoll(text_of(r), NULL, 10);
        if (errno == ERANGE) {
            refuse(r, number < 0 ? "too big negative integer" : "too big integer");
            return NULL;
        }
        return made(r, json_integer(number));
    }
    const double number = bsn_read_number(text_of(r), NULL);
    if (isinf(number)) {
        refuse(r, "real number overflow");
        return NULL;
    }
    return made(r, json_real(number));
}

static bool is_letter(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static json_t *read_word(struct reading *r)
{
    const char *const from = r->at;

    while (is_letter(peek(r)))
        r->at++;
    const size_t count = (size_t)(r->at - from);
    if (count == 4 && memcmp(from, "true", 4) == 0)
        return json_true();
    if (count == 5 && memcmp(from, "false", 5) == 0)
        return json_false();
    if (count == 4 && memcmp(from, "null", 4) == 0)
        return json_null();
    refuse(r, "invalid token");
    return NULL;
}

/* ---------------------------------------------------------------------- lists and objects ---- */

static json_t *read_value(struct reading *r);

static bool add_item(struct reading *r, json_t *list)
{
    if (next_token(r) == END)
        return refuse(r, "']' expected");
    json_t *const item = read_value(r);
    if (item && json_array_append_new(list, item) != 0)
        return fail(r, BASIN_STATUS_MEMORY, "out of memory");
    return item;
}

static bool add_member(struct reading *r, json_t *object)
{
    const size_t key = r->kept;

    if (next_token(r) != '"')
        return refuse(r, "string or '}' expected");
    if (!read_text(r))
        return false;
    if ((r->flags & JSON_REJECT_DUPLICATES) && json_object_get(object, text_of(r)))
        return refuse(r, "duplicate object key");
    if (next_token(r) != ':')
        return refuse(r, "':' expected");
    r->at++;
    r->kept = r->used;
    json_t *const value = read_value(r);
    r->kept = key;
    if (value && json_object_set_new_nocheck(object, text_of(r), value) != 0)
        return fail(r, BASIN_STATUS_MEMORY, "out of memory");
    r->used = key;
    return value;
}

typedef bool add_fn(struct reading *r, json_t *whole);

/* Items with commas between them, up to the bracket that closes. */
static bool read_items(struct reading *r, json_t *whole, add_fn *add, char close)
{
    r->at++;
    if (next_token(r) == close) {
        r->at++;
        return true;
    }
    for (;; r->at++) {
        if (!add(r, whole))
            return false;
        const int c = next_token(r);
        if (c != ',' && c != close)
            return refuse(r, "'%c' expected", close);
        if (c == close)
            break;
    }
    r->at++;
    return true;
}

static json_t *read_whole(struct reading *r, json_t *whole, add_fn *add, char close)
{
    if (!made(r, whole) || read_items(r, whole, add, close))
        return whole;
    json_decref(whole);
    return NULL;
}

static json_t *read_value(struct reading *r)
{
    const int c = next_token(r);
    json_t *value = NULL;

    r->used = r->kept;
    if (++r->depth > DEPTH_MOST)
        refuse(r, "maximum parsing depth reached");
    else if (c == '{')
        value = read_whole(r, json_object(), add_member, '}');
    else if (c == '[')
        value = read_whole(r, json_array(), add_item, ']');
    else if (c == '"')
        value = read_string(r);
    else if (c == '-' || (c >= '0' && c <= '9'))
        value = read_number(r);
    else if (is_letter(c))
        value = read_word(r);
    else
        refuse(r, "unexpected token");
    r->depth--;
    return value;
}

json_t *bsn_json_read(const char *chars, size_t length, size_t flags, struct bsn_json_error *error)
{
    struct reading r = { .begin = chars,
                         .at = chars,
                         .end = chars + length,
                         .token = chars,
                         .flags = flags,
                         .error = error };
    const int first = next_token(&r);
    json_t *value = NULL;

    json_get_alloc_funcs(&r.take, &r.give);
    if (first == '[' || first == '{')
        value = read_value(&r);
    else
        refuse(&r, "'[' or '{' expected");
    if (value && next_token(&r) != END) {
        refuse(&r, "end of file expected");
        json_decref(value);
        value = NULL;
    }
    r.give(r.room);
    return value;
}
