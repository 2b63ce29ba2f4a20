/* json.h - the writer of all JSON that the tool prints: commas and escapes are its job alone.
 *
 *     struct json j = { .to = stdout };
 *     json_open(&j, NULL, '{');
 *     json_text(&j, "name", "a");
 *     json_open(&j, "list", '[');
 *     json_count(&j, NULL, 3);
 *     json_close(&j, ']');
 *     json_close(&j, '}');
 *     json_line(&j);  ->  {"name": "a", "list": [3]}
 *
 * Everything is written at once and nothing is kept, so that what is written may be of any length.
 * `key` is the name of a member of an object, and NULL for an item of a list and for the outermost.
 * Whether all of it could be written, the stream knows. doc/json.md says what the members mean.
 */
#ifndef BASIN_PROGRAM_JSON_H
#define BASIN_PROGRAM_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct json {
    FILE *to;
    bool comma;   /* something stands before the next item */
    bool broken;  /* the next item begins a line */
};

void json_open(struct json *j, const char *key, char bracket);  /* '{' or '[' */
void json_close(struct json *j, char bracket);                  /* '}' or ']' */
/* A string: control characters are escaped, bytes that are not UTF-8 become U+FFFD. */
void json_text(struct json *j, const char *key, const char *text);
/* The words of a text, which blanks separate, as a list. */
void json_words(struct json *j, const char *key, const char *words);
void json_count(struct json *j, const char *key, uint64_t count);
void json_whole(struct json *j, const char *key, int64_t number);
/* A number with `digits` significant digits; null when it is not finite. */
void json_number(struct json *j, const char *key, double number, int digits);
void json_flag(struct json *j, const char *key, bool flag);
void json_none(struct json *j, const char *key);  /* null */
/* JSON that is there already; its line breaks and indents are left out. */
void json_raw(struct json *j, const char *key, const char *json);
/* The next item begins a line, for people with an editor. */
void json_break(struct json *j);
/* The end of what was outermost. */
void json_line(struct json *j);

#endif
