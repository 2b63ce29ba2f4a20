/* completion.c - what can stand where in a command line, by the tables of verbs and options. */
#include "completion.h"

#include <string.h>

bool place_at(size_t index, struct place *place)
{
    struct verb verb;

    for (size_t i = 0; verb_at(i, &verb); i++) {
        const char *name;
        for (size_t k = 0; verb.first == WORDS_DOMAINS && (name = basin_domain_name(k)); k++)
            if (index-- == 0) {
                *place = (struct place){ verb, name, true };
                return true;
            }
        if (index-- == 0) {
            *place = (struct place){ verb, verb_domain(&verb, NULL), false };
            return true;
        }
    }
    return false;
}

bool value_is_file(const struct option *row)
{
    return row->type == OPTION_FILE;
}

void operand_words(const struct place *place, size_t number, char *words, size_t room)
{
    const struct verb *const verb = &place->verb;

    words[0] = 0;
    if (number <= 2)
        words_join(number == 1 ? verb->first : verb->second, verb->words, NULL, " ", words, room);
}

/* Operands that are not words are instances, solutions, models and runs; a domain whose instances
 * are numbers has no files. */
bool operand_is_file(const struct place *place, size_t number)
{
    const struct verb *const verb = &place->verb;
    const enum word_source source = number == 1 ? verb->first : verb->second;
    const bool files = !place->domain || *basin_domain_suffix(place->domain);

    return number <= verb->most && files && verb->set != VERBS_GEN && verb->set != VERBS_PAPER &&
           (source == WORDS_NONE || source == WORDS_MODELS || number > 2);
}

void option_brief(const struct option *row, char *text, size_t room)
{
    const size_t length = strcspn(row->help, ",;:(.");
    size_t used = 0;

    for (size_t i = 0; i < length && used + 1 < room; i++)
        if (!strchr("`'\"$\\[]", row->help[i]))
            text[used++] = row->help[i];
    while (used > 0 && text[used - 1] == ' ')
        used--;
    text[used] = 0;
}
