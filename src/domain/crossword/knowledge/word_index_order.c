/* word_index_order.c - words by length and letters, and what is known of a word without a
 * clue. */
#define _GNU_SOURCE /* qsort_r */
#include "base/mem.h"
#include "domain/crossword/knowledge/word_index_parts.h"

#include <stdlib.h>
#include <string.h>

enum bsn_ending bsn_ending_of(const char *letters, size_t n)
{
    static const struct {
        const char *upper, *lower;
        enum bsn_ending ending;
    } known[] = {
        { "ING", "ing", BSN_ENDING_ING }, { "EST", "est", BSN_ENDING_EST },
        { "ED", "ed", BSN_ENDING_ED },    { "ER", "er", BSN_ENDING_ER },
        { "OR", "or", BSN_ENDING_ER },    { "LY", "ly", BSN_ENDING_LY },
        { "SS", "ss", BSN_ENDING_OTHER }, { "US", "us", BSN_ENDING_OTHER },
        { "IS", "is", BSN_ENDING_OTHER }, { "S", "s", BSN_ENDING_S },
        { "Y", "y", BSN_ENDING_Y },
    };

    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        const size_t m = strlen(known[k].upper);
        if (n > m + 1 && (memcmp(letters + n - m, known[k].upper, m) == 0 ||
                          memcmp(letters + n - m, known[k].lower, m) == 0))
            return known[k].ending;
    }
    return BSN_ENDING_OTHER;
}

static int by_letters(const void *a, const void *b, void *user)
{
    const struct bsn_strings *const word = user;

    return strcmp(bsn_strings_at(word, *(const uint32_t *)a),
                  bsn_strings_at(word, *(const uint32_t *)b));
}

static bool is_sorted(const struct bsn_strings *s)
{
    for (uint32_t k = 1; k < s->count; k++)
        if (strcmp(bsn_strings_at(s, k - 1), bsn_strings_at(s, k)) >= 0)
            return false;
    return true;
}

/* By length; words of a length then are in order already if all words were. */
basin_status bsn_index_order(basin_ctx *ctx, struct bsn_index *x)
{
    struct bsn_strings word = x->lex->word;
    uint32_t at[BSN_ANSWER_LONGEST + 2];

    BSN_TRY(BSN_NEW(ctx, word.count + 1, &x->sorted));
    BSN_TRY(BSN_NEW(ctx, word.count + 1, &x->place));
    for (uint32_t w = 0; w < word.count; w++)
        x->length_first[bsn_strings_length(&word, w) + 1]++;
    for (size_t n = 0; n <= BSN_ANSWER_LONGEST; n++)
        x->length_first[n + 1] += x->length_first[n];
    memcpy(at, x->length_first, sizeof at);
    for (uint32_t w = 0; w < word.count; w++)
        x->sorted[at[bsn_strings_length(&word, w)]++] = w;
    for (size_t n = 0; n <= BSN_ANSWER_LONGEST && !is_sorted(&word); n++)
        qsort_r(x->sorted + x->length_first[n], x->length_first[n + 1] - x->length_first[n],
                sizeof *x->sorted, by_letters, &word);
    for (uint32_t i = 0; i < word.count; i++)
        x->place[x->sorted[i]] = i - x->length_first[bsn_strings_length(&word, x->sorted[i])];
    return BASIN_STATUS_OK;
}

uint8_t bsn_bucket(uint32_t count, uint8_t most)
{
    uint8_t k = 0;

    for (; count > 0 && k < most; count >>= 1)
        k++;
    return k;
}

static uint32_t profile_key(struct bsn_profile p)
{
    return ((uint32_t)p.list << 8 | p.frequency) << 8 | (uint32_t)(p.articles << 4) | p.ending;
}

static basin_status number_profile(basin_ctx *ctx, struct bsn_index *x, struct bsn_strings *seen,
                                   struct bsn_profile p, size_t *room, uint16_t *out)
{
    const uint32_t key = profile_key(p);
    uint32_t number;

    BSN_TRY(bsn_strings_add(ctx, seen, (const char *)&key, sizeof key, &number));
    if (number > UINT16_MAX)
        return bsn_fail(ctx, BASIN_STATUS_TOO_BIG, "more than 65536 kinds of words");
    if (number == x->profile_count) {
        BSN_TRY(BSN_GROW(ctx, &x->profiles, room, number + 1));
        x->profiles[x->profile_count++] = p;
    }
    *out = (uint16_t)number;
    return BASIN_STATUS_OK;
}

/* How often a word is used in definitions; `used` counts forms. */
static uint32_t uses(const struct bsn_lexicon *lex, const uint32_t *used, uint32_t word)
{
    const char *const letters = bsn_strings_at(&lex->word, word);
    const size_t length = bsn_strings_length(&lex->word, word);
    char form[BSN_ANSWER_LONGEST + 1];

    for (size_t i = 0; i < length; i++)
        form[i] = (char)(letters[i] | 0x20);
    const uint32_t number = bsn_strings_find(&lex->form, form, length);
    return number == BSN_NONE ? 0 : used[number];
}

basin_status bsn_index_profiles(basin_ctx *ctx, struct bsn_index *x)
{
    const struct bsn_lexicon *const lex = x->lex;
    struct bsn_strings seen = { 0 };
    uint32_t *used = NULL;
    size_t room = 0;
    basin_status status = BASIN_STATUS_OK;

    BSN_TRY(BSN_NEW(ctx, lex->word.count + 1, &x->profile));
    BSN_TRY_OUT(BSN_NEW(ctx, lex->form.count + 1, &used));
    for (size_t k = 0; k < lex->unit_forms; k++)
        used[lex->unit_form[k]]++;
    for (uint32_t w = 0; w < lex->word.count; w++) {
        BSN_TRY_OUT(BSN_POLL_AT(ctx, w, 4096));
        const uint32_t articles = x->word_article.first[w + 1] - x->word_article.first[w];
        const struct bsn_profile p = {
            lex->list[w], bsn_bucket(uses(lex, used, w), BSN_PROFILE_USES),
            bsn_bucket(articles, BSN_PROFILE_ARTICLES),
            (uint8_t)bsn_ending_of(bsn_strings_at(&lex->word, w),
                                   bsn_strings_length(&lex->word, w)),
        };
        BSN_TRY_OUT(number_profile(ctx, x, &seen, p, &room, &x->profile[w]));
    }
out:
    bsn_free(ctx, used);
    bsn_strings_clear(ctx, &seen);
    return status;
}
