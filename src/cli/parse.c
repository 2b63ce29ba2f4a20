/* parse.c - reads a command line by the table of options.
 *
 * `--name value`, `--name=value`, `-n value` and `-nvalue` are the forms; `--` ends the options; a
 * minus sign before a digit begins an operand. Numbers are taken whole or refused.
 */
#include "cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define WORD_CHARS 64
#define LIST_CHARS 256

static const struct option *find_long(const char *name, size_t length, unsigned verbs)
{
    for (const struct option *row = option_table; row->name; row++)
        if ((row->verbs & verbs) && strlen(row->name) == length &&
            strncmp(row->name, name, length) == 0)
            return row;
    return NULL;
}

static const struct option *find_short(char letter, unsigned verbs)
{
    for (const struct option *row = option_table; row->name; row++)
        if ((row->verbs & verbs) && row->letter && row->letter == letter)
            return row;
    return NULL;
}

static bool refuse_unknown(const char *verb, unsigned verbs, const char *word)
{
    const size_t length = strcspn(word, "=");
    char name[WORD_CHARS], text[LIST_CHARS], otherwise[LIST_CHARS];
    struct nearest best = { 0 };

    snprintf(otherwise, sizeof otherwise, "; see `basin help %s`", verb);
    if (word[1] == '-' && find_long(word + 2, length - 2, VERBS_ALL)) {
        complain("%.*s is not an option of %s%s", (int)length, word, verb, otherwise);
        return false;
    }
    snprintf(name, sizeof name, "%.*s", word[1] == '-' ? (int)length - 2 : 0, word + 2);
    for (const struct option *row = option_table; row->name; row++)
        if ((row->verbs & verbs) && row->help)
            nearest_try(&best, name, row->name);
    complain("unknown option %.*s%s", (int)length, word,
             nearest_text(&best, name, "--", otherwise, text, sizeof text));
    return false;
}

/* -------------------------------------------------------------------------------- values ---- */

bool count_read(const char *text, uint64_t low, uint64_t high, uint64_t *number)
{
    uint64_t sum = 0;

    for (const char *c = text; *c; c++)
        if (*c < '0' || *c > '9' || __builtin_mul_overflow(sum, (uint64_t)10, &sum) ||
            __builtin_add_overflow(sum, (uint64_t)(*c - '0'), &sum))
            return false;
    *number = sum;
    return *text && sum >= low && sum <= high;
}

static bool read_real(const char *text, uint64_t low, uint64_t high, double *number)
{
    char *end;

    if (!*text || text[strspn(text, "0123456789.eE+-")]) /* no blanks, hex, inf or nan */
        return false;
    errno = 0;
    *number = strtod(text, &end);
    return *end == 0 && end != text && errno == 0 && *number >= (double)low &&
           *number <= (double)high;
}

static bool read_choice(const struct option *row, const char *text)
{
    char word[WORD_CHARS], list[LIST_CHARS] = "";

    for (size_t i = 0; option_word(row, i, word, sizeof word); i++) {
        if (strcmp(word, text) == 0)
            return true;
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", word);
    }
    complain("--%s: \"%s\" is none of %s", row->name, text, list);
    return false;
}

static bool read_value(const struct option *row, const char *text, struct options *o)
{
    void *const to = (char *)o + row->offset;

    switch (row->type) {
    case OPTION_FLAG:
        *(bool *)to = true;
        return true;
    case OPTION_COUNT:
        if (count_read(text, row->low, row->high, to))
            return true;
        break;
    case OPTION_REAL:
        if (read_real(text, row->low, row->high, to))
            return true;
        break;
    case OPTION_CHOICE:
        if (!read_choice(row, text))
            return false;
        *(const char **)to = text;
        return true;
    case OPTION_TEXT:
    case OPTION_FILE:
        if (*text) {
            *(const char **)to = text;
            return true;
        }
        complain("--%s: an empty value", row->name);
        return false;
    }
    complain("--%s: \"%s\" is not a number from %llu to %llu", row->name, text,
             (unsigned long long)row->low, (unsigned long long)row->high);
    return false;
}

/* --------------------------------------------------------------------------------- words ---- */

/* Reads one option, which takes up one word or two. Returns how many; 0 after complaining. */
static int read_option(const char *verb, unsigned verbs, char **words, int left, struct options *o)
{
    const char *const word = words[0];
    const bool is_long = word[1] == '-';
    const char *const equals = is_long ? strchr(word, '=') : NULL;
    const struct option *const row =
        is_long ? find_long(word + 2, strcspn(word + 2, "="), verbs) : find_short(word[1], verbs);
    const char *value = equals ? equals + 1 : !is_long && word[2] ? word + 2 : NULL;

    if (!row || (row->type == OPTION_FLAG && !is_long && word[2])) {
        refuse_unknown(verb, verbs, word);
        return 0;
    }
    if (row->type == OPTION_FLAG && value) {
        complain("--%s takes no value", row->name);
        return 0;
    }
    const bool next = row->type != OPTION_FLAG && !value;
    if (next && left < 2) {
        complain("--%s needs a value", row->name);
        return 0;
    }
    if (!read_value(row, next ? words[1] : value, o))
        return 0;
    return next ? 2 : 1;
}

static void set_defaults(unsigned verbs, struct options *o)
{
    *o = (struct options){ .time = -1, .diffusion = -1, .contrastive = -1 };
    for (const struct option *row = option_table; row->name; row++)
        if ((row->verbs & verbs) && row->fallback)
            read_value(row, row->fallback, o);
}

bool options_read(const char *verb, unsigned verbs, int count, char **words, const char **operand,
                  struct options *o)
{
    bool only_operands = false;

    set_defaults(verbs, o);
    o->operand = operand;
    for (int i = 0; i < count;) {
        const char *const word = words[i];
        const bool number = word[0] == '-' && word[1] >= '0' && word[1] <= '9';
        if (!only_operands && strcmp(word, "--") == 0) {
            only_operands = true;
            i++;
        } else if (only_operands || word[0] != '-' || word[1] == 0 || number) {
            operand[o->operands++] = word;
            i++;
        } else {
            const int used = read_option(verb, verbs, words + i, count - i, o);
            if (used == 0)
                return false;
            i += used;
        }
    }
    return true;
}
