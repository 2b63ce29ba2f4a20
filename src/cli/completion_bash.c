/* completion_bash.c - the completion for bash. */
#include "completion.h"
#include "help.h"

#include <string.h>

/* The pattern of a place in "VERB FIRST-OPERAND". */
static void print_pattern(const struct place *place)
{
    if (place->exact)
        printf("    \"%s %s\")\n", place->verb.name, place->domain);
    else
        printf("    \"%s \"*)\n", place->verb.name);
}

static void print_value(const struct option *row, const struct place *place)
{
    char words[COMPLETION_CHARS];

    words_join(row->words, row->value, place->domain, " ", words, sizeof words);
    printf("        --%s", row->name);
    if (row->letter)
        printf(" | -%c", row->letter);
    printf(") words=\"%s\" files=%s ;;\n", words, value_is_file(row) ? "yes" : "no");
}

/* Values behind their options, then the words at operands. */
static void print_place(const struct place *place)
{
    char words[COMPLETION_CHARS];

    print_pattern(place);
    printf("        options=\"");
    for (const struct option *row = option_table; row->name; row++)
        if (option_fits(row, &place->verb, place->domain) && row->help)
            printf("--%s ", row->name);
    printf("\"\n        case $previous in\n");
    for (const struct option *row = option_table; row->name; row++)
        if (option_fits(row, &place->verb, place->domain) && row->type != OPTION_FLAG)
            print_value(row, place);
    printf("        *)\n            value=no\n            case $COMP_CWORD in\n");
    for (size_t number = 1; number <= 3; number++) {
        operand_words(place, number, words, sizeof words);
        printf("            %s) words=\"%s\" files=%s ;;\n",
               number == 1 ? "2" : number == 2 ? "3" : "*", words,
               operand_is_file(place, number) ? "yes" : "no");
    }
    printf("            esac\n            ;;\n        esac\n        ;;\n");
}

void help_bash(void)
{
    char verbs[COMPLETION_CHARS];
    struct place place;

    words_join(WORDS_VERBS, NULL, NULL, " ", verbs, sizeof verbs);
    printf("# basin.bash - completion for bash, made by `basin help --completion bash`\n\n"
           "_basin()\n{\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}\n"
           "    local words= files=no options= value=yes\n\n"
           "    COMPREPLY=()\n"
           "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
           "        mapfile -t COMPREPLY < <(compgen -W \"%s --help --version\" -- \"$word\")\n"
           "        return\n    fi\n"
           "    case \"${COMP_WORDS[1]} ${COMP_WORDS[2]-}\" in\n",
           verbs);
    for (size_t i = 0; place_at(i, &place); i++)
        print_place(&place);
    printf("    esac\n"
           "    if [ $value = no ] && [[ $word == -* ]]; then\n"
           "        words=$options files=no\n"
           "    fi\n"
           "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
           "    if [ $files = yes ]; then\n"
           "        local names\n"
           "        mapfile -t names < <(compgen -f -- \"$word\")\n"
           "        COMPREPLY+=(\"${names[@]}\")\n"
           "        compopt -o filenames 2>/dev/null\n"
           "    fi\n}\n\ncomplete -F _basin basin\n");
}
