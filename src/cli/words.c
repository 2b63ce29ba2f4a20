/* words.c - the words that a value or an operand can be, wherever they are listed: the table of
 * options has some, the library knows the others. */
#include "cli.h"

#include <string.h>

/* The word of that number in a list separated by blanks. */
static bool listed(const char *list, size_t index, char *word, size_t room)
{
    const char *at = list ? list : "";

    for (; index > 0 && *at; index--)
        at += strcspn(at, " "), at += strspn(at, " ");
    snprintf(word, room, "%.*s", (int)strcspn(at, " "), at);
    return *at != 0;
}

/* "DOMAIN-..." of that domain, or of any. */
static bool model_is_of(const char *model, const char *domain)
{
    const size_t length = domain ? strlen(domain) : 0;

    return !domain || (strncmp(model, domain, length) == 0 && model[length] == '-');
}

static const char *model_at(const char *domain, size_t index)
{
    const char *name;

    for (size_t i = 0; (name = basin_model_name(i)) != NULL; i++)
        if (model_is_of(name, domain) && index-- == 0)
            return name;
    return NULL;
}

bool word_at(enum word_source source, const char *fixed, const char *domain, size_t index,
             char *word, size_t room)
{
    const char *name = NULL;
    struct verb verb;

    switch (source) {
    case WORDS_NONE:
        return false;
    case WORDS_FIXED:
        return listed(fixed, index, word, room);
    case WORDS_KINDS:
        return domain && listed(basin_domain_kinds(domain), index, word, room);
    case WORDS_FORMATS:
        return domain && listed(basin_domain_formats(domain), index, word, room);
    case WORDS_SAMPLERS:
        name = basin_sampler_name(index);
        break;
    case WORDS_MODELS:
        name = model_at(domain, index);
        break;
    case WORDS_DOMAINS:
        name = basin_domain_name(index);
        break;
    case WORDS_VERBS:
        name = verb_at(index, &verb) ? verb.name : NULL;
        break;
    }
    snprintf(word, room, "%s", name ? name : "");
    return name != NULL;
}

void words_join(enum word_source source, const char *fixed, const char *domain,
                const char *between, char *text, size_t room)
{
    char word[64];
    size_t used = 0;

    text[0] = 0;
    for (size_t i = 0; word_at(source, fixed, domain, i, word, sizeof word) && used < room; i++)
        used += (size_t)snprintf(text + used, room - used, "%s%s", i ? between : "", word);
}
