/* completion_zsh.c - the completion for zsh. */
#include "completion.h"
#include "help.h"

#include <string.h>

static void print_value(const struct option *row, const struct place *place)
{
    char words[COMPLETION_CHARS];

    words_join(row->words, row->value, place->domain, " ", words, sizeof words);
    printf("    --%s", row->name);
    if (row->letter)
        printf("|-%c", row->letter);
    printf(") list=(%s) files=%s ;;\n", words, value_is_file(row) ? "yes" : "no");
}

static void print_options(const struct place *place)
{
    char brief[COMPLETION_CHARS];

    printf("  options=(\n");
    for (const struct option *row = option_table; row->name; row++)
        if (option_fits(row, &place->verb, place->domain) && row->help) {
            option_brief(row, brief, sizeof brief);
            printf("    '--%s:%s'\n", row->name, brief);
        }
    printf("  )\n");
}

static void print_place(const struct place *place)
{
    char words[COMPLETION_CHARS];

    if (place->exact)
        printf("('%s %s')\n", place->verb.name, place->domain);
    else
        printf("('%s '*)\n", place->verb.name);
    print_options(place);
    printf("  case $words[CURRENT-1] in\n");
    for (const struct option *row = option_table; row->name; row++)
        if (option_fits(row, &place->verb, place->domain) && row->type != OPTION_FLAG)
            print_value(row, place);
    printf("    *)\n      value=no\n      case $CURRENT in\n");
    for (size_t number = 1; number <= 3; number++) {
        operand_words(place, number, words, sizeof words);
        printf("        %s) list=(%s) files=%s ;;\n", number == 1 ? "3" : number == 2 ? "4" : "*",
               words, operand_is_file(place, number) ? "yes" : "no");
    }
    printf("      esac\n  esac\n  ;;\n");
}

static void print_verbs(void)
{
    struct verb verb;

    printf("  list=(\n");
    for (size_t i = 0; verb_at(i, &verb); i++)
        printf("    '%s:%s'\n", verb.name, verb.summary);
    printf("  )\n");
}

void help_zsh(void)
{
    struct place place;

    printf("#compdef basin\n"
           "# _basin - completion for zsh, made by `basin help --completion zsh`\n\n"
           "local -a list options\n"
           "local files=no value=yes\n\n"
           "if (( CURRENT == 2 )); then\n");
    print_verbs();
    printf("  _describe verb list\n  return\nfi\n"
           "case \"$words[2] $words[3]\" in\n");
    for (size_t i = 0; place_at(i, &place); i++)
        print_place(&place);
    printf("esac\n"
           "if [[ $value = no && $words[CURRENT] = -* ]]; then\n"
           "  _describe -o option options\n"
           "  return\n"
           "fi\n"
           "(( $#list )) && compadd -- $list\n"
           "[[ $files = yes ]] && _files\n");
}
