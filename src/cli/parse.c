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

static const struct option *find_word(const char *word, unsigned verbs)
{
    return word[1] == '-' ? find_long(word + 2, strcspn(word + 2, "="), verbs)
                          : find_short(word[1], verbs);
}

/* The verbs that take an option of that name, domains as one: "a solving verb, eval". */
static void list_takers(const char *name, char *text, size_t room)
{
    unsigned told = 0;
    size_t used = 0;
    struct verb verb;

    text[0] = 0;
    for (size_t i = 0; verb_at(i, &verb) && used < room; i++) {
        if ((told & verb.set) || !find_long(name, strlen(name), verb.set))
            continue;
        told |= verb.set;
        used += (size_t)snprintf(text + used, room - used, "%s%s", used ? ", " : "",
                                 verb.set == VERBS_SOLVE ? "the domains" : verb.name);
    }
}

static bool refuse_unknown(const struct verb *verb, const char *word)
{
    const int length = (int)strcspn(word, "=");
    const struct option *const other = find_word(word, VERBS_ALL);
    char name[WORD_CHARS], text[LIST_CHARS], otherwise[LIST_CHARS], takers[LIST_CHARS];
    struct nearest best = { 0 };

    snprintf(otherwise, sizeof otherwise, "; see `basin help %s`", verb->name);
    if (other && other->help && !(other->verbs & verb->set)) {
        list_takers(other->name, takers, sizeof takers);
        complain("%.*s is not an option of %s but of %s%s", length, word, verb->name, takers,
                 otherwise);
        return false;
    }
    snprintf(name, sizeof name, "%.*s", word[1] == '-' ? length - 2 : 0, word + 2);
    for (const struct option *row = option_table; row->name; row++)
        if (option_fits(row, verb, verb_domain(verb, NULL)) && row->help)
            nearest_try(&best, name, row->name);
    complain("unknown option %.*s%s", length, word,
             nearest_text(&best, name, "--", otherwise, text, sizeof text));
    return false;
}

/* An option that is for other domains than the one of the command line; false after saying so. */
static bool check_domains(const struct verb *verb, const struct options *o)
{
    const char *const domain = verb_domain(verb, o->operands ? o->operand[0] : NULL);
    char text[LIST_CHARS], about[LIST_CHARS] = "";

    for (size_t i = 0; domain && i < o->narrows; i++) {
        if (option_fits(o->narrow[i], verb, domain))
            continue;
        option_domains(o->narrow[i], text, sizeof text);
        if (verb->set != VERBS_SOLVE)
            snprintf(about, sizeof about, "%s ", verb->name);
        complain("--%s is for %s, not for %s; see `basin help %s%s`", o->narrow[i]->name, text,
                 domain, about, domain);
        return false;
    }
    return true;
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
    char word[WORD_CHARS], list[LIST_CHARS];

    for (size_t i = 0; word_at(row->words, row->value, NULL, i, word, sizeof word); i++)
        if (strcmp(word, text) == 0)
            return true;
    words_join(row->words, row->value, NULL, ", ", list, sizeof list);
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

static void note_narrow(const struct option *row, struct options *o)
{
    for (size_t i = 0; i < o->narrows; i++)
        if (o->narrow[i] == row)
            return;
    if (row->traits && o->narrows < MOST_NARROW)
        o->narrow[o->narrows++] = row;
}

/* Reads one option, which takes up one word or two. Returns how many; 0 after complaining. */
static int read_option(const struct verb *verb, char **words, int left, struct options *o)
{
    const char *const word = words[0];
    const bool is_long = word[1] == '-';
    const char *const equals = is_long ? strchr(word, '=') : NULL;
    const struct option *const row = find_word(word, verb->set);
    const char *value = equals ? equals + 1 : !is_long && word[2] ? word + 2 : NULL;

    if (!row || (row->type == OPTION_FLAG && !is_long && word[2])) {
        refuse_unknown(verb, word);
        return 0;
    }
    note_narrow(row, o);
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

bool options_read(const struct verb *verb, int count, char **words, const char **operand,
                  struct options *o)
{
    bool only_operands = false;

    set_defaults(verb->set, o);
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
            const int used = read_option(verb, words + i, count - i, o);
            if (used == 0)
                return false;
            i += used;
        }
    }
    return o->help || check_domains(verb, o);
}
