/* json.h - the writer of JSON: commas, escapes and line breaks are its job alone.
 *
 *     struct bsn_json j = { .to = stdout };
 *     bsn_json_open(&j, NULL, '{');
 *     bsn_json_text(&j, "name", "a");
 *     bsn_json_open(&j, "list", '[');
 *     bsn_json_count(&j, NULL, 3);
 *     bsn_json_close(&j, ']');
 *     bsn_json_close(&j, '}');
 *     bsn_json_line(&j);  ->  {"name": "a", "list": [3]}
 *
 * Everything is written at once and nothing is kept, so that what is written may be of any length.
 * `key` is the name of a member of an object, and NULL for an item of a list and for the outermost.
 * Whether all of it could be written, the stream or the text knows. doc/json.md says what the
 * members mean that the tool writes.
 */
#ifndef BSN_JSON_H
#define BSN_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct bsn_text;

struct bsn_json {
    FILE *to;               /* where it goes, */
    struct bsn_text *text;  /* or, where that is NULL, here */
    bool tight;             /* no blanks behind commas and colons */
    unsigned indent;        /* blanks before what begins a line, for each bracket that is open; and
                             * such a bracket ends on a line of its own. 0: neither */
    bool comma;             /* something stands before the next item */
    bool broken;            /* the next item begins a line */
    unsigned depth;         /* brackets that are open, */
    uint32_t lines;         /* and which of them, a bit each, have items that began a line */
};

void bsn_json_open(struct bsn_json *j, const char *key, char bracket);  /* '{' or '[' */
void bsn_json_close(struct bsn_json *j, char bracket);                  /* '}' or ']' */
/* A string: control characters are escaped, bytes that are not UTF-8 become U+FFFD. */
void bsn_json_text(struct bsn_json *j, const char *key, const char *text);
/* The words of a text, which blanks separate, as a list. */
void bsn_json_words(struct bsn_json *j, const char *key, const char *words);
void bsn_json_count(struct bsn_json *j, const char *key, uint64_t count);
void bsn_json_whole(struct bsn_json *j, const char *key, int64_t number);
/* A number with `digits` significant digits, or with at most so many decimals, see text.h; null
 * when it is not finite. */
void bsn_json_number(struct bsn_json *j, const char *key, double number, int digits);
void bsn_json_decimal(struct bsn_json *j, const char *key, double number, int decimals);
void bsn_json_flag(struct bsn_json *j, const char *key, bool flag);
void bsn_json_none(struct bsn_json *j, const char *key);  /* null */
/* JSON that is there already; its line breaks and indents are left out. */
void bsn_json_raw(struct bsn_json *j, const char *key, const char *json);
/* The next item begins a line, for people with an editor. */
void bsn_json_break(struct bsn_json *j);
/* The end of what was outermost. */
void bsn_json_line(struct bsn_json *j);

#endif
