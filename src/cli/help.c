/* help.c - what the tool says about itself, made from the tables of verbs and options. */
#include "cli.h"
#include "help.h"

#include <string.h>

#define LINE 80
#define LEFT 22 /* where the second column begins */

/* Prints words from column `at` on, breaking lines before LINE; new lines begin at `indent`. */
static void print_wrapped(const char *text, int at, int indent)
{
    for (bool first = true; *text; first = false) {
        const int length = (int)strcspn(text, " ");
        if (!first && at + 1 + length > LINE) {
            printf("\n%*s", indent, "");
            at = indent;
        } else if (!first) {
            putchar(' ');
            at++;
        }
        printf("%.*s", length, text);
        at += length;
        text += length;
        text += strspn(text, " ");
    }
    putchar('\n');
}

void option_value(const struct option *row, char *text, size_t room)
{
    char word[64];
    size_t used = 0;

    text[0] = 0;
    if (row->type != OPTION_CHOICE) {
        snprintf(text, room, "%s", row->value ? row->value : "");
        return;
    }
    if (!row->value) {
        snprintf(text, room, "NAME");
        return;
    }
    for (size_t i = 0; option_word(row, i, word, sizeof word) && used < room; i++)
        used += (size_t)snprintf(text + used, room - used, "%s%s", i ? "|" : "", word);
}

static void print_option(const struct option *row)
{
    char value[128], left[200], text[512];

    option_value(row, value, sizeof value);
    snprintf(left, sizeof left, "  %s%c%s--%s%s%s", row->letter ? "-" : "",
             row->letter ? row->letter : ' ', row->letter ? ", " : "   ", row->name,
             *value ? " " : "", value);
    snprintf(text, sizeof text, "%s%s%s%s", row->help, row->fallback ? " (default: " : "",
             row->fallback ? row->fallback : "", row->fallback ? ")" : "");
    printf("%-*s", LEFT, left);
    if ((int)strlen(left) >= LEFT)
        printf("\n%*s", LEFT, "");
    print_wrapped(text, LEFT, LEFT);
}

static void print_verb(const struct verb *verb)
{
    printf("usage: basin %s%s%s [options]\n\n", verb->name, *verb->operands ? " " : "",
           verb->operands);
    print_wrapped(verb->summary, 0, 0);
    if (verb->text) {
        putchar('\n');
        print_wrapped(verb->text, 0, 0);
    }
    printf("\noptions:\n");
    for (const struct option *row = option_table; row->name; row++)
        if ((row->verbs & verb->set) && row->help)
            print_option(row);
}

static void print_all(void)
{
    struct verb verb;
    char left[64];

    printf("usage: basin VERB [operands] [options]\n\n"
           "basin solves constraint problems with energies learned from examples.\n\nverbs:\n");
    for (size_t i = 0; verb_at(i, &verb); i++) {
        snprintf(left, sizeof left, "  %s %s", verb.name, verb.operands);
        printf("%-*s  ", LEFT + 4, left);
        print_wrapped(verb.summary, LEFT + 6, LEFT + 6);
    }
    printf("\n`basin help VERB` tells more; `man basin` tells all.\n"
           "Exit codes: 10 solved, 0 done or not solved, 1 error, 3 stopped, 130 killed.\n");
}

int verb_help(const struct verb *verb, const struct options *o)
{
    struct verb about;

    (void)verb;
    if (o->man) {
        help_man();
    } else if (o->completion) {
        help_completion();
    } else if (o->operands == 0) {
        print_all();
    } else {
        if (!verb_find(o->operand[0], &about))
            return complain("unknown verb %s; see `basin help`", o->operand[0]);
        print_verb(&about);
    }
    return EXIT_DONE;
}
