/* fuzz_options.c - any words at all, one a line, read as a command line behind `basin`.
 *
 * They give options within their bounds, or a complaint; nothing is run.
 */
#include "fuzz.h"

#include "cli/cli.h"

#define WORDS 64

static void check(const struct verb *verb, const struct options *o, int words)
{
    REQUIRE(o->operands <= (size_t)words && o->narrows <= MOST_NARROW);
    for (const struct option *row = option_table; row->name; row++) {
        const void *const at = (const char *)o + row->offset;
        if (!(row->verbs & verb->set))
            continue;
        if (row->type == OPTION_COUNT && *(const uint64_t *)at != 0)
            REQUIRE(*(const uint64_t *)at >= row->low && *(const uint64_t *)at <= row->high);
        if (row->type == OPTION_REAL)
            REQUIRE(*(const double *)at >= -1 && *(const double *)at <= (double)row->high);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    char *const text = malloc(length + 1), *word[WORDS];
    const char *operand[WORDS];
    struct options o;
    struct verb verb;
    int words = 0;

    REQUIRE(text);
    if (length > 0)
        memcpy(text, bytes, length);
    text[length] = 0;
    talk_keep();
    char hint[128], *rest = text;
    while (rest && words < WORDS)
        word[words++] = strsep(&rest, "\n");
    if (!verb_find(word[0], &verb))
        REQUIRE(strlen(verb_hint(word[0], hint, sizeof hint)) < sizeof hint);
    else if (options_read(&verb, words - 1, word + 1, operand, &o))
        check(&verb, &o, words);
    free(text);
    return 0;
}
