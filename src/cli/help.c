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
    if (row->type == OPTION_CHOICE && row->words == WORDS_FIXED)
        words_join(WORDS_FIXED, row->value, NULL, "|", text, room);
    else
        snprintf(text, room, "%s",
                 row->value ? row->value : row->type == OPTION_CHOICE ? "NAME" : "");
}

void option_text(const struct option *row, const char *domain, char *text, size_t room)
{
    char domains[128];

    option_domains(row, domains, sizeof domains);
    snprintf(text, room, "%s%s%s", *domains && !domain ? domains : "",
             *domains && !domain ? ": " : "", row->help);
}

static void print_option(const struct option *row, const char *domain)
{
    char value[128], left[200], text[512];

    option_value(row, value, sizeof value);
    snprintf(left, sizeof left, "  %s%c%s--%s%s%s", row->letter ? "-" : "",
             row->letter ? row->letter : ' ', row->letter ? ", " : "   ", row->name,
             *value ? " " : "", value);
    option_text(row, domain, text, sizeof text);
    if (row->fallback) {
        const size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, " (default: %s)", row->fallback);
    }
    printf("%-*s", LEFT, left);
    if ((int)strlen(left) >= LEFT)
        printf("\n%*s", LEFT, "");
    print_wrapped(text, LEFT, LEFT);
}

static void print_examples(const struct verb *verb)
{
    char command[EXAMPLE_CHARS];
    const char *what;

    printf("\nexamples:\n");
    for (size_t i = 0; verb_example(verb, i, command, &what); i++) {
        printf("  basin %s\n      ", command);
        print_wrapped(what, 6, 6);
    }
}

/* With a domain: only what is for that one. */
static void print_verb(const struct verb *verb, const char *domain)
{
    printf("usage: basin %s%s%s [options]\n\n", verb->name, *verb->operands ? " " : "",
           verb->operands);
    print_wrapped(verb->summary, 0, 0);
    if (verb->set == VERBS_SOLVE) {
        putchar('\n');
        print_wrapped(verb_solving, 0, 0);
    }
    if (verb->text) {
        putchar('\n');
        print_wrapped(verb->text, 0, 0);
    }
    printf("\noptions%s%s:\n", domain && verb->set != VERBS_SOLVE ? " for " : "",
           domain && verb->set != VERBS_SOLVE ? domain : "");
    for (const struct option *row = option_table; row->name; row++)
        if (option_fits(row, verb, domain) && row->help)
            print_option(row, domain);
    print_examples(verb);
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
    verb_find("help", &verb);
    print_examples(&verb);
}

int help_usage(void)
{
    char verbs[256], command[EXAMPLE_CHARS];
    const char *what;
    struct verb verb;

    words_join(WORDS_VERBS, NULL, NULL, " ", verbs, sizeof verbs);
    tell("usage: basin VERB [operands] [options]");
    tell("verbs: %s", verbs);
    if (verb_at(0, &verb) && verb_example(&verb, 0, command, &what))
        tell("try `basin %s`; `basin help` tells more", command);
    return EXIT_ERROR;
}

static void print_completion(const char *shell)
{
    if (strcmp(shell, "bash") == 0)
        help_bash();
    else if (strcmp(shell, "zsh") == 0)
        help_zsh();
    else
        help_fish();
}

static int help_verb(const struct options *o)
{
    struct verb about;
    char text[128];
    const char *const name = o->operand[0], *const domain = o->operands > 1 ? o->operand[1] : NULL;

    if (!verb_find(name, &about))
        return complain("unknown verb \"%s\"%s", name, verb_hint(name, text, sizeof text));
    if (domain && about.first != WORDS_DOMAINS)
        return complain("help: %s takes no domain; \"%s\" is one word too many", name, domain);
    if (domain && !verb_domain(&about, domain))
        return complain("help: no domain is called \"%s\"; see `basin domains`", domain);
    print_verb(&about, verb_domain(&about, domain));
    return EXIT_DONE;
}

int verb_help(const struct verb *verb, const struct options *o)
{
    (void)verb;
    if (o->man)
        help_man();
    else if (o->completion)
        print_completion(o->completion);
    else if (o->operands == 0)
        print_all();
    else
        return help_verb(o);
    return EXIT_DONE;
}
