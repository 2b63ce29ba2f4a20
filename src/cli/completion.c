/* completion.c - the bash completion, made from the tables of verbs and options. */
#include "help.h"

#include <string.h>

/* Has the table an earlier row of this name? (The same option may read differently by verb.) */
static bool seen_before(const struct option *row)
{
    for (const struct option *other = option_table; other < row; other++)
        if (strcmp(other->name, row->name) == 0)
            return true;
    return false;
}

static void print_values(void)
{
    char word[64];

    printf("    case $previous in\n");
    for (const struct option *row = option_table; row->name; row++) {
        if (seen_before(row) || row->type == OPTION_FLAG)
            continue;
        printf("    --%s", row->name);
        if (row->letter)
            printf(" | -%c", row->letter);
        printf(")\n");
        if (row->type == OPTION_CHOICE) {
            printf("        words=\"");
            for (size_t i = 0; option_word(row, i, word, sizeof word); i++)
                printf("%s%s", i ? " " : "", word);
            printf("\"\n");
        } else if (row->type == OPTION_FILE) {
            printf("        files=yes\n");
        }
        printf("        words=${words- }\n        ;;\n");
    }
    printf("    esac\n");
}

static void print_options(void)
{
    struct verb verb;

    printf("    case ${COMP_WORDS[1]} in\n");
    for (size_t i = 0; verb_at(i, &verb); i++) {
        printf("    %s)\n        options=\"", verb.name);
        const char *blank = "";
        for (const struct option *row = option_table; row->name; row++)
            if ((row->verbs & verb.set) && row->help) {
                printf("%s--%s", blank, row->name);
                blank = " ";
            }
        printf("\"\n        ;;\n");
    }
    printf("    esac\n");
}

/* What can be drawn. */
static void print_kinds(void)
{
    printf("    if [ \"$COMP_CWORD\" -eq 2 ] && [ \"$previous\" = draw ]; then\n"
           "        words=\"");
    for (size_t i = 0; draw_kind(i); i++)
        printf("%s%s", i ? " " : "", draw_kind(i));
    printf("\"\n"
           "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
           "        return\n    fi\n");
}

void help_completion(void)
{
    struct verb verb;

    printf("# basin.bash - completion for bash, made by `basin help --completion`\n\n"
           "_basin()\n{\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}\n"
           "    local words files=no options=\n"
           "    unset words\n\n"
           "    COMPREPLY=()\n"
           "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
           "        words=\"");
    for (size_t i = 0; verb_at(i, &verb); i++)
        printf("%s ", verb.name);
    printf("--help --version\"\n"
           "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
           "        return\n    fi\n");
    print_kinds();
    print_values();
    print_options();
    printf("    if [ $files = yes ] || { [ -z \"${words+set}\" ] && [[ $word != -* ]]; }; then\n"
           "        mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n"
           "        compopt -o filenames 2>/dev/null\n"
           "    else\n"
           "        mapfile -t COMPREPLY < <(compgen -W \"${words-$options}\" -- \"$word\")\n"
           "    fi\n}\n\ncomplete -F _basin basin\n");
}
