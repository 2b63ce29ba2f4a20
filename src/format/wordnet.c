/* wordnet.c - the reader of WordNet's database.
 *
 * Each file is read whole and cut up in place. Pointers name a synset by its file and offset; they
 * become numbers at the end, by binary search, since each file lists its synsets by offset.
 */
#include "format/wordnet.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

#define FILES 4

static const struct {
    const char *name;
    char letter;
} parts[FILES] = { { "noun", 'n' }, { "verb", 'v' }, { "adj", 'a' }, { "adv", 'r' } };

/* One line on its way: `at` goes from word to word. */
struct line {
    char *at;
    bool bad; /* a word was missing or not what it should be */
};

/* The next word of the line, cut off with a 0. */
static char *next_word(struct line *line)
{
    char *const word = line->at + strspn(line->at, " ");
    char *const end = word + strcspn(word, " ");

    line->bad |= end == word;
    line->at = *end ? end + 1 : end;
    *end = 0;
    return word;
}

static uint32_t next_number(struct line *line, int base, uint32_t most)
{
    char *const word = next_word(line), *end;
    const unsigned long value = strtoul(word, &end, base);

    line->bad |= end == word || *end || value > most;
    return line->bad ? 0 : (uint32_t)value;
}

static char file_letter(const char *pos)
{
    return pos[0] == 's' ? 'a' : pos[0];
}

static basin_status read_words(basin_ctx *ctx, struct line *line, struct bsn_wordnet *net,
                               struct bsn_wordnet_synset *synset)
{
    synset->first_word = (uint32_t)net->words;
    synset->words = next_number(line, 16, 255);
    BSN_TRY(BSN_GROW(ctx, &net->word, &net->word_room, net->words + synset->words));
    for (uint32_t k = 0; k < synset->words && !line->bad; k++) {
        net->word[net->words++] = next_word(line);
        next_word(line); /* the word's number in its lexicographer file */
    }
    return BASIN_STATUS_OK;
}

static basin_status read_pointers(basin_ctx *ctx, struct line *line, struct bsn_wordnet *net,
                                  struct bsn_wordnet_synset *synset)
{
    synset->first_pointer = (uint32_t)net->pointers;
    synset->pointers = next_number(line, 10, 999);
    BSN_TRY(BSN_GROW(ctx, &net->pointer, &net->pointer_room, net->pointers + synset->pointers));
    for (uint32_t k = 0; k < synset->pointers && !line->bad; k++) {
        struct bsn_wordnet_pointer *const p = &net->pointer[net->pointers++];
        const char *const symbol = next_word(line);
        line->bad |= strlen(symbol) >= sizeof p->symbol;
        strncpy(p->symbol, symbol, sizeof p->symbol - 1);
        p->synset = next_number(line, 10, UINT32_MAX);
        const char letter = file_letter(next_word(line));
        const uint32_t ends = next_number(line, 16, 0xffff);
        p->from = (uint8_t)(ends >> 8);
        p->to = (uint8_t)(ends & 255);
        p->symbol[sizeof p->symbol - 1] = letter; /* until the pointer is resolved */
    }
    return BASIN_STATUS_OK;
}

static basin_status read_synset(basin_ctx *ctx, char *text, char letter, struct bsn_wordnet *net,
                                bool *bad)
{
    char *const bar = strstr(text, "| ");
    struct line line = { .at = text, .bad = !bar };
    struct bsn_wordnet_synset synset = { .file = letter, .gloss = bar ? bar + 2 : text };

    if (bar)
        *bar = 0;
    BSN_TRY(BSN_GROW(ctx, &net->synset, &net->synset_room, net->synsets + 1));
    synset.offset = next_number(&line, 10, UINT32_MAX);
    next_word(&line); /* number of the lexicographer file */
    next_word(&line); /* kind of synset */
    BSN_TRY(read_words(ctx, &line, net, &synset));
    BSN_TRY(read_pointers(ctx, &line, net, &synset));
    net->synset[net->synsets++] = synset;
    *bad = line.bad;
    return BASIN_STATUS_OK;
}

/* Ends the line at `at` with a 0 and says where the next one begins. */
static char *cut_line(char *at)
{
    char *const end = at + strcspn(at, "\n");
    char *const next = *end ? end + 1 : end;

    *end = 0;
    return next;
}

static basin_status read_data(basin_ctx *ctx, const char *path, char *text, char letter,
                              struct bsn_wordnet *net)
{
    bool bad;

    for (size_t line = 1; *text; line++) {
        char *const next = cut_line(text);
        if (*text && *text != ' ') { /* the licence is indented */
            BSN_TRY(read_synset(ctx, text, letter, net, &bad));
            if (bad)
                return bsn_fail(ctx, BASIN_STATUS_PARSE, "%s, line %zu: not a synset of WordNet",
                                path, line);
        }
        text = next;
    }
    return BASIN_STATUS_OK;
}

static basin_status read_exceptions(basin_ctx *ctx, char *text, char letter,
                                    struct bsn_wordnet *net)
{
    while (*text) {
        char *const next = cut_line(text);
        struct line line = { .at = text };
        const char *const form = next_word(&line), *const base = next_word(&line);
        if (!line.bad) {
            BSN_TRY(BSN_GROW(ctx, &net->exception, &net->exception_room, net->exceptions + 1));
            net->exception[net->exceptions++] =
                (struct bsn_wordnet_exception){ form, base, letter };
        }
        text = next;
    }
    return BASIN_STATUS_OK;
}

/* ------------------------------------------------------------------------------- pointers ---- */

static uint32_t find_synset(const struct bsn_wordnet *net, const size_t first[FILES + 1],
                            char letter, uint32_t offset)
{
    size_t part = 0;

    while (part < FILES && parts[part].letter != letter)
        part++;
    if (part == FILES)
        return UINT32_MAX;
    size_t low = first[part], high = first[part + 1];
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (net->synset[middle].offset < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low < first[part + 1] && net->synset[low].offset == offset ? (uint32_t)low : UINT32_MAX;
}

static void resolve(struct bsn_wordnet *net, const size_t first[FILES + 1])
{
    for (size_t k = 0; k < net->pointers; k++) {
        struct bsn_wordnet_pointer *const p = &net->pointer[k];
        p->synset = find_synset(net, first, p->symbol[sizeof p->symbol - 1], p->synset);
        p->symbol[sizeof p->symbol - 1] = 0;
    }
}

/* ------------------------------------------------------------------------------ the folder ---- */

/* Reads a file; one that is not needed and not there is empty. */
static basin_status read_file(basin_ctx *ctx, const char *path, bool needed, char **text)
{
    size_t length;

    if (!needed && !bsn_file_exists(path))
        return BSN_NEW(ctx, 1, text);
    return bsn_file_read(ctx, path, text, &length);
}

static basin_status read_part(basin_ctx *ctx, const char *folder, size_t part,
                              struct bsn_wordnet *net)
{
    struct bsn_text name = BSN_TEXT_INIT(ctx);
    char *path = NULL;
    basin_status status;

    for (size_t k = 0; k < 2; k++) { /* 0: the synsets, 1: the exceptions */
        char **const text = &net->text[2 * part + k];
        bsn_text_add(&name, k == 0 ? "%s/data.%s" : "%s/%s.exc", folder, parts[part].name);
        BSN_TRY_OUT(bsn_text_take(&name, &path));
        name = (struct bsn_text)BSN_TEXT_INIT(ctx);
        BSN_TRY_OUT(read_file(ctx, path, k == 0, text));
        BSN_TRY_OUT(k == 0 ? read_data(ctx, path, *text, parts[part].letter, net)
                           : read_exceptions(ctx, *text, parts[part].letter, net));
        bsn_free(ctx, path);
        path = NULL;
    }
    return BASIN_STATUS_OK;
out:
    bsn_free(ctx, path);
    return status;
}

basin_status bsn_wordnet_read(basin_ctx *ctx, const char *folder, struct bsn_wordnet *out)
{
    struct bsn_wordnet net = { 0 };
    size_t first[FILES + 1] = { 0 };
    basin_status status;

    for (size_t part = 0; part < FILES; part++) {
        BSN_TRY_OUT(read_part(ctx, folder, part, &net));
        first[part + 1] = net.synsets;
    }
    resolve(&net, first);
    *out = net;
    return BASIN_STATUS_OK;
out:
    bsn_wordnet_clear(ctx, &net);
    return status;
}

void bsn_wordnet_clear(basin_ctx *ctx, struct bsn_wordnet *net)
{
    bsn_free(ctx, net->synset);
    bsn_free(ctx, net->word);
    bsn_free(ctx, net->pointer);
    bsn_free(ctx, net->exception);
    for (size_t k = 0; k < sizeof net->text / sizeof *net->text; k++)
        bsn_free(ctx, net->text[k]);
    *net = (struct bsn_wordnet){ 0 };
}
