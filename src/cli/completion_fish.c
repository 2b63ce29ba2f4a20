/* completion_fish.c - the completion for fish. */
#include "completion.h"
#include "help.h"

#include <string.h>

/* `complete` for this place alone. */
static void print_start(const struct place *place)
{
    printf("complete -c basin -n '__basin_at %s%s%s'", place->verb.name, place->exact ? " " : "",
           place->exact ? place->domain : "");
}

static void print_option(const struct place *place, const struct option *row)
{
    char words[COMPLETION_CHARS], brief[COMPLETION_CHARS];

    words_join(row->words, row->value, place->domain, " ", words, sizeof words);
    option_brief(row, brief, sizeof brief);
    print_start(place);
    printf(" -l %s", row->name);
    if (row->letter)
        printf(" -s %c", row->letter);
    if (row->type != OPTION_FLAG)
        printf(value_is_file(row) ? " -r -F" : " -x");
    if (*words)
        printf(" -a '%s'", words);
    printf(" -d '%s'\n", brief);
}

static void print_operand(const struct place *place, size_t number)
{
    char words[COMPLETION_CHARS];

    operand_words(place, number, words, sizeof words);
    if (!*words && !operand_is_file(place, number))
        return;
    printf("complete -c basin -n '__basin_at %s%s%s; and __basin_operand %zu'", place->verb.name,
           place->exact ? " " : "", place->exact ? place->domain : "", number);
    if (operand_is_file(place, number))
        printf(" -F");
    if (*words)
        printf(" -a '%s'", words);
    putchar('\n');
}

/* A domain's own place and the place of any other word must not both match. */
static const char functions[] =
    "function __basin_at\n"
    "    set -l line (commandline -opc)\n"
    "    test (count $line) -ge 2; and test \"$line[2]\" = $argv[1]; or return 1\n"
    "    set -l domain any\n"
    "    if test (count $line) -ge 3; and contains -- \"$line[3]\" $__basin_domains\n"
    "        set domain $line[3]\n"
    "    end\n"
    "    contains -- $argv[1] $__basin_about_domains; or set domain any\n"
    "    set -q argv[2]; or set argv $argv any\n"
    "    test \"$domain\" = \"$argv[2]\"\n"
    "end\n\n"
    "# Is the word the operand of that number? The third stands for all behind it.\n"
    "function __basin_operand\n"
    "    set -l number (math (count (commandline -opc)) - 1)\n"
    "    test $number -eq $argv[1]; or test $argv[1] -eq 3 -a $number -gt 3\n"
    "end\n\n";

static void print_lists(void)
{
    char domains[COMPLETION_CHARS];
    struct verb verb;

    words_join(WORDS_DOMAINS, NULL, NULL, " ", domains, sizeof domains);
    printf("set -g __basin_domains %s\nset -g __basin_about_domains", domains);
    for (size_t i = 0; verb_at(i, &verb); i++)
        if (verb.first == WORDS_DOMAINS)
            printf(" %s", verb.name);
    printf("\n\n");
}

void help_fish(void)
{
    struct place place;
    struct verb verb;

    printf("# basin.fish - completion for fish, made by `basin help --completion fish`\n\n");
    print_lists();
    fputs(functions, stdout);
    printf("complete -c basin -f\n"
           "complete -c basin -n 'test (count (commandline -opc)) -eq 1' -l version -l help\n");
    for (size_t i = 0; verb_at(i, &verb); i++)
        printf("complete -c basin -n 'test (count (commandline -opc)) -eq 1' -a %s -d '%s'\n",
               verb.name, verb.summary);
    for (size_t i = 0; place_at(i, &place); i++) {
        for (const struct option *row = option_table; row->name; row++)
            if (option_fits(row, &place.verb, place.domain) && row->help)
                print_option(&place, row);
        for (size_t number = 1; number <= 3; number++)
            print_operand(&place, number);
    }
}
