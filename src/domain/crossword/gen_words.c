/* gen_words.c - picks words and clues: plain words, and definitions that a person could ask by. */
#include "domain/crossword/gen_words.h"

#include "base/mem.h"
#include "domain/crossword/knowledge/forms.h"
#include "domain/crossword/knowledge/gcide_text.h"
#include "domain/crossword/knowledge/knowledge_learn.h"
#include "format/dictd.h"
#include "format/wordnet.h"

#include <ctype.h>
#include <string.h>

#define RAW_CHARS 1000
#define HEAD_CHARS 40
#define CLUE_LEAST 10
#define CLUE_MOST 80
#define PART_LEAST 16  /* of a definition before a semicolon; what is shorter takes the next part */

/* -------------------------------------------------------------------------------- one clue ---- */

/* Where the heading of an article ends: at the first end of line outside of brackets. */
static size_t heading_length(const char *text, size_t length)
{
    int depth = 0;
    size_t at = 0;

    for (; at < length && !(text[at] == '\n' && depth <= 0); at++) {
        depth += text[at] == '[' || text[at] == '(';
        depth -= text[at] == ']' || text[at] == ')';
    }
    return at < length ? at + 1 : length;
}

/* The first paragraph behind the heading in one line, up to the mark of its source; false when that
 * is not 1913 Webster. */
static bool first_paragraph(const char *text, size_t length, char raw[static RAW_CHARS + 1])
{
    size_t used = 0;

    for (size_t at = heading_length(text, length); at < length && used < RAW_CHARS; at++) {
        if (text[at] == '[' && bsn_gcide_is_mark(text + at + 1)) {
            raw[used] = 0;
            return bsn_gcide_is_free(text + at + 1);
        }
        if (text[at] == '\n' && at + 1 < length && text[at + 1] == '\n')
            break;
        if (!isspace((unsigned char)text[at]))
            raw[used++] = text[at];
        else if (used > 0 && raw[used - 1] != ' ')
            raw[used++] = ' ';
    }
    raw[used] = 0;
    return true;
}

/* Cuts a cleaned sense to its first part, or to two if that is short. */
static void cut_sense(char *sense)
{
    char *cut = strchr(sense, ';');

    if (cut && cut - sense < PART_LEAST) {
        char *const more = strchr(cut + 1, ';');
        cut = more && more - sense < CLUE_MOST ? more : cut;
    }
    if (cut)
        *cut = 0;
    for (size_t n = strlen(sense); n > 0 && strchr(" .,", sense[n - 1]); n--)
        sense[n - 1] = 0;
}

/* Does the sense hold the word, or nearly: all but the last letter of a longer one? */
static bool tells_word(const char *sense, const char *word)
{
    const size_t length = strlen(word), whole = length > 4 ? length - 1 : length;

    for (; *sense; sense++) {
        size_t same = 0;
        while (same < whole && toupper((unsigned char)sense[same]) == word[same])
            same++;
        if (same == whole)
            return true;
    }
    return false;
}

/* Is the sense something to ask by: a phrase, not a reference to another entry? */
static bool is_clue(const char *sense, const char *word)
{
    static const char *const refused[] = { "See", "Same as", "Alt.", "imp.", "Imp", "p. p", "pl. ",
                                           "Plural", "Of ", "Syn", "Note" };
    const size_t length = strlen(sense);

    if (length < CLUE_LEAST || length > CLUE_MOST || !isupper((unsigned char)sense[0]) ||
        !strchr(sense, ' ') || strstr(sense, ". ") || strpbrk(sense, "\\()[]{}|0123456789"))
        return false;
    for (size_t i = 0; i < length; i++)
        if (sense[i] < ' ' || sense[i] > '~')
            return false;
    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++)
        if (bsn_begins(sense, refused[k]))
            return false;
    return !tells_word(sense, word);
}

static bool find_clue(const char *text, size_t length, const char *word,
                      char clue[static BSN_GEN_CLUE])
{
    char raw[RAW_CHARS + 1], sense[BSN_GCIDE_SENSE + 8];
    const char *s = raw;

    if (!first_paragraph(text, length, raw))
        return false;
    s += bsn_begins(s, "1. ") ? 3 : 0;
    for (size_t label; (label = *s == ' ' ? 1 : bsn_gcide_label(s, strlen(s))) > 0;)
        s += label;
    const char *const link = strchr(s, '{');
    if (link && link - s < 12)  /* "See {X}" */
        return false;
    bsn_gcide_clean(s, strlen(s), sense);
    cut_sense(sense);
    if (!is_clue(sense, word))
        return false;
    strcpy(clue, sense);
    return true;
}

/* ------------------------------------------------------------------------------- all words ---- */

static bool is_plain(const char *name, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!isalpha((unsigned char)name[i]))
            return false;
    return length > 0;
}

/* The words of WordNet that are written in small letters only. */
static basin_status know_words(basin_ctx *ctx, struct bsn_strings *known)
{
    struct bsn_wordnet net;
    const struct bsn_learn_opts standard = BSN_LEARN_OPTS_INIT;
    char answer[BSN_ANSWER_LONGEST + 1];
    uint32_t number;
    basin_status status = BASIN_STATUS_OK;

    BSN_TRY(bsn_dictionary_read(ctx, standard.wordnet,
                                bsn_wordnet_read(ctx, standard.wordnet, &net)));
    for (size_t k = 0; k < net.words && status == BASIN_STATUS_OK; k++) {
        const char *const word = net.word[k];
        const size_t length = strlen(word);
        if (is_plain(word, length) && strpbrk(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == NULL &&
            bsn_answer_of(word, length, answer) > 0)
            status = bsn_strings_add(ctx, known, answer, length, &number);
    }
    bsn_wordnet_clear(ctx, &net);
    return status;
}

static basin_status add_word(basin_ctx *ctx, struct bsn_gen_words *words, const char *word,
                             const char *clue)
{
    struct bsn_gen_list *const list = &words->list[strlen(word)];

    BSN_TRY(BSN_GROW(ctx, &list->word, &list->word_room, list->count + 1));
    BSN_TRY(BSN_GROW(ctx, &list->clue, &list->clue_room, list->count + 1));
    strcpy(list->word[list->count], word);
    strcpy(list->clue[list->count++], clue);
    return BASIN_STATUS_OK;
}

/* The first article of a word counts. */
static basin_status take_article(basin_ctx *ctx, const char *text, size_t length,
                                 const struct bsn_strings *known, struct bsn_strings *taken,
                                 struct bsn_gen_words *words)
{
    char name[BSN_GCIDE_NAME], word[BSN_ANSWER_LONGEST + 1], clue[BSN_GEN_CLUE];
    const char *const end = memchr(text, '\\', length < HEAD_CHARS ? length : HEAD_CHARS);
    const size_t chars = end ? bsn_gcide_name(text, (size_t)(end - text), name) : 0;
    const size_t letters = is_plain(name, chars) ? bsn_answer_of(name, chars, word) : 0;
    uint32_t number;

    if (letters == 0 || bsn_strings_find(known, word, letters) == BSN_STRINGS_NONE ||
        bsn_strings_find(taken, word, letters) != BSN_STRINGS_NONE ||
        !find_clue(text, length, word, clue))
        return BASIN_STATUS_OK;
    BSN_TRY(bsn_strings_add(ctx, taken, word, letters, &number));
    return add_word(ctx, words, word, clue);
}

static basin_status read_articles(basin_ctx *ctx, const struct bsn_strings *known,
                                  struct bsn_gen_words *words)
{
    const struct bsn_learn_opts standard = BSN_LEARN_OPTS_INIT;
    struct bsn_strings taken = { 0 };
    struct bsn_dictd dict;
    basin_status status = BASIN_STATUS_OK;

    BSN_TRY(bsn_dictionary_read(ctx, standard.gcide,
                                bsn_dictd_read(ctx, standard.gcide, &dict)));
    bsn_dictd_articles(&dict);
    for (size_t k = 0; k < dict.count && status == BASIN_STATUS_OK; k++)
        status = take_article(ctx, dict.text + dict.entry[k].offset, dict.entry[k].length, known,
                              &taken, words);
    bsn_strings_clear(ctx, &taken);
    bsn_dictd_clear(ctx, &dict);
    return status;
}

static basin_status mark_letters(basin_ctx *ctx, struct bsn_gen_list *list, size_t length)
{
    list->blocks = (list->count + 63) / 64;
    BSN_TRY(BSN_NEW(ctx, length * 26 * list->blocks, &list->has));
    for (size_t w = 0; w < list->count; w++)
        for (size_t i = 0; i < length; i++)
            list->has[(i * 26 + (size_t)(list->word[w][i] - 'A')) * list->blocks + w / 64] |=
                (uint64_t)1 << w % 64;
    return BASIN_STATUS_OK;
}

basin_status bsn_gen_words_read(basin_ctx *ctx, struct bsn_gen_words *out)
{
    struct bsn_strings known = { 0 };
    basin_status status;

    *out = (struct bsn_gen_words){ 0 };
    BSN_TRY_OUT(know_words(ctx, &known));
    BSN_TRY_OUT(read_articles(ctx, &known, out));
    for (size_t n = BSN_ANSWER_SHORTEST; n <= BSN_ANSWER_LONGEST; n++)
        BSN_TRY_OUT(mark_letters(ctx, &out->list[n], n));
    status = BASIN_STATUS_OK;
out:
    bsn_strings_clear(ctx, &known);
    if (status != BASIN_STATUS_OK)
        bsn_gen_words_clear(ctx, out);
    return status;
}

void bsn_gen_words_clear(basin_ctx *ctx, struct bsn_gen_words *words)
{
    for (size_t n = 0; n <= BSN_ANSWER_LONGEST; n++) {
        bsn_free(ctx, words->list[n].word);
        bsn_free(ctx, words->list[n].clue);
        bsn_free(ctx, words->list[n].has);
    }
    *words = (struct bsn_gen_words){ 0 };
}
