/* ask_shapes.c - which words look like a word of the clue: begin like it, or are it with a prefix.
 *
 * Puzzles avoid the word itself but not its relatives: RETIE for "to tie again".
 */
#include "domain/crossword/knowledge/retriever.h"

#include <libstemmer.h>
#include <string.h>

/* The first word of the asked length that is not before letters[0 .. n). */
static size_t lower_bound(const struct bsn_retriever *a, const char *letters, size_t n)
{
    const struct bsn_index *const x = a->index;
    size_t low = x->length_first[a->length], high = x->length_first[a->length + 1];

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (strncmp(bsn_strings_at(&x->lex->word, x->sorted[middle]), letters, n) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Is what follows a stem an ending that words are made with? */
static bool is_suffix(const char *rest)
{
    static const char *const known[] = {
        "",   "E",  "Y",  "S",  "ER",  "OR",  "ED",  "AL",  "IC",   "LY",   "ISH", "ING",
        "EN", "ES", "IE", "EY", "IST", "ISM", "IER", "OUS", "ANT",  "ENT",  "EST", "ION",
        "R",  "D",  "N",  "EE", "ATE", "INE", "IVE", "ARY", "NESS", "LESS", "IAN", "ABLE",
    };

    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strcmp(rest, known[k]) == 0)
            return true;
    return false;
}

/* Words that begin with letters[0 .. n), the stem of a token. */
static void tell_starts(struct bsn_retriever *a, const char *letters, size_t n)
{
    const struct bsn_index *const x = a->index;

    for (size_t k = lower_bound(a, letters, n); k < x->length_first[a->length + 1]; k++) {
        const char *const word = bsn_strings_at(&x->lex->word, x->sorted[k]);
        if (strncmp(word, letters, n) != 0)
            break;
        if (is_suffix(word + n) || (word[n] == word[n - 1] && is_suffix(word + n + 1)))
            bsn_lift(&bsn_retriever_features(a, x->sorted[k])[BSN_F_START], 1);
    }
}

static void tell_prefixed(struct bsn_retriever *a, const char *letters, size_t n)
{
    static const char *const prefix[] = { "RE",  "UN",  "IN",   "OUT", "OVER", "BE", "EN", "DE",
                                          "MIS", "DIS", "FORE", "UP",  "NON",  "A",  "PRE" };
    char word[BSN_ANSWER_LONGEST + 1];

    for (size_t k = 0; k < sizeof prefix / sizeof *prefix; k++) {
        const size_t m = strlen(prefix[k]);
        if (m + n != a->length)
            continue;
        memcpy(word, prefix[k], m);
        memcpy(word + m, letters, n);
        const uint32_t found = bsn_strings_find(&a->index->lex->word, word, a->length);
        if (found != BSN_NONE)
            bsn_retriever_credit(a, found, BSN_F_PREFIXED, k == 0 ? 1 : 0.5);
    }
}

/* How many letters of a token its stem keeps: "happi" is the stem of happy, and such a last letter
 * does not count. 0 when stem and token differ before that. */
static size_t stem_letters(struct bsn_retriever *a, const struct bsn_token *t)
{
    const sb_symbol *const stem =
        sb_stemmer_stem(a->stemmer, (const sb_symbol *)t->form, t->length);
    size_t n = stem ? (size_t)sb_stemmer_length(a->stemmer) : 0;

    if (n > t->length)
        return 0;
    if (n > 0 && stem[n - 1] != (sb_symbol)t->form[n - 1])
        n--;
    return n > 0 && memcmp(stem, t->form, n) == 0 ? n : 0;
}

static void tell_shapes(struct bsn_retriever *a, const struct bsn_token *t)
{
    const size_t sure = stem_letters(a, t);
    char letters[BSN_FORM_CHARS + 1];

    for (size_t i = 0; i < t->length; i++)
        letters[i] = (char)(t->form[i] & ~0x20);
    if (sure >= 3 && sure <= a->length)
        tell_starts(a, letters, sure);
    if (t->length >= 2)
        tell_prefixed(a, letters, t->length);
    const uint32_t same = bsn_strings_find(&a->index->lex->word, letters, t->length);
    if (same != BSN_NONE)
        bsn_retriever_credit(a, same, BSN_F_SAME, 1);
}

void bsn_ask_shapes(struct bsn_retriever *a)
{
    for (size_t k = 0; k < a->clue->tokens; k++)
        tell_shapes(a, &a->clue->token[k]);
}
