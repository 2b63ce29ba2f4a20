/* rows.c - reads examples, one a line; see rows.h. */
#include "format/rows.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

#define ROWS_MAX 1000000

struct reader {
    basin_ctx *ctx;
    const char *path;
    struct bsn_words *words;
    struct bsn_rows *rows;
    size_t line;
};

#define REFUSE(r, format, ...) \
    bsn_fail((r)->ctx, BASIN_STATUS_PARSE, "%s:%zu: " format, (r)->path, (r)->line, __VA_ARGS__)

static basin_status find_word(const struct reader *r, const char *word, int32_t *number)
{
    struct bsn_words *const w = r->words;

    for (size_t i = 0; i < w->count; i++)
        if (strcmp(w->word[i], word) == 0) {
            *number = (int32_t)i;
            return BASIN_STATUS_OK;
        }
    if (w->count == BSN_ROWS_VALUES)
        return REFUSE(r, "\"%.20s\" is one word more than the %d different ones that there may be",
                      word, BSN_ROWS_VALUES);
    BSN_TRY(BSN_GROW(r->ctx, &w->word, &w->room, w->count + 1));
    BSN_TRY(bsn_copy_text(r->ctx, word, &w->word[w->count]));
    *number = (int32_t)w->count++;
    return BASIN_STATUS_OK;
}

static basin_status check_word(const struct reader *r, const char *word, size_t place)
{
    if (!*word)
        return REFUSE(r, "nothing in place %zu, between two commas or after the last", place + 1);
    if (place == BSN_ROWS_PLACES)
        return REFUSE(r, "more than %d values in a line", BSN_ROWS_PLACES);
    if (strlen(word) > BSN_ROWS_WORD)
        return REFUSE(r, "a word of %zu bytes in place %zu; at most %d", strlen(word), place + 1,
                      BSN_ROWS_WORD);
    for (const char *c = word; *c; c += bsn_utf8_bytes(c, strlen(c)))
        if (bsn_utf8_bytes(c, strlen(c)) == 0)
            return REFUSE(r, "place %zu is not UTF-8 text", place + 1);
    for (const char *c = word; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            return REFUSE(r, "a control character, byte %d, in place %zu", (unsigned char)*c,
                          place + 1);
    return BASIN_STATUS_OK;
}

static basin_status add_word(const struct reader *r, const char *word, size_t place)
{
    struct bsn_rows *const rows = r->rows;
    const size_t at = rows->first[rows->rows] + place;

    BSN_TRY(check_word(r, word, place));
    BSN_TRY(BSN_GROW(r->ctx, &rows->value, &rows->room_values, at + 1));
    return find_word(r, word, &rows->value[at]);
}

static char *trim(char *text, const char *blanks)
{
    char *end = text + strlen(text);

    while (end > text && strchr(blanks, end[-1]))
        *--end = 0;
    return text + strspn(text, blanks);
}

/* One line, without its end: a row, or nothing. */
static basin_status read_line(const struct reader *r, char *text)
{
    struct bsn_rows *const rows = r->rows;
    size_t place = 0;

    text[strcspn(text, "#")] = 0;
    text = trim(text, " \t\r");
    if (!*text)
        return BASIN_STATUS_OK;
    if (rows->rows == ROWS_MAX)
        return REFUSE(r, "more than %d examples", ROWS_MAX);
    if (rows->rows + 2 > rows->room || !rows->line) {
        size_t room = rows->room;
        BSN_TRY(BSN_GROW(r->ctx, &rows->line, &room, rows->rows + 2));
        BSN_TRY(BSN_GROW(r->ctx, &rows->first, &rows->room, rows->rows + 2));
    }
    const bool commas = strchr(text, ',') != NULL;
    for (char *word = text, *next; word; word = next, place++) {
        char *const end = word + strcspn(word, commas ? "," : " \t");
        next = *end ? end + 1 : NULL;
        *end = 0;
        BSN_TRY(add_word(r, trim(word, " \t"), place));
        while (next && !commas && (*next == ' ' || *next == '\t'))
            next++;
    }
    rows->line[rows->rows] = r->line;
    rows->first[rows->rows + 1] = rows->first[rows->rows] + place;
    rows->rows++;
    return BASIN_STATUS_OK;
}

/* Is each word of the first row new to the words that were `known`, and does none come again? */
static bool looks_like_header(const struct bsn_rows *rows, size_t known)
{
    const size_t length = rows->first[1], all = rows->first[rows->rows];

    for (size_t i = 0; i < length; i++) {
        if ((size_t)rows->value[i] < known)
            return false;
        for (size_t k = i + 1; k < all; k++)
            if (rows->value[i] == rows->value[k])
                return false;
    }
    return rows->rows > 2;
}

/* The first row is no example: it goes, with its words. */
static basin_status drop_header(const struct reader *r, size_t words)
{
    struct bsn_rows *const rows = r->rows;
    const size_t length = rows->first[1], all = rows->first[rows->rows];

    rows->header = true;
    for (size_t i = 1; i < rows->rows; i++)
        if (rows->first[i + 1] - rows->first[i] != length)
            return bsn_fail(r->ctx, BASIN_STATUS_PARSE,
                            "%s:%zu: %zu values; the header in line %zu names %zu", r->path,
                            rows->line[i], rows->first[i + 1] - rows->first[i], rows->line[0],
                            length);
    memmove(rows->value, rows->value + length, (all - length) * sizeof *rows->value);
    for (size_t i = 1; i < rows->rows; i++) {
        rows->line[i - 1] = rows->line[i];
        rows->first[i] = rows->first[i + 1] - length;
    }
    rows->rows--;
    for (size_t w = words; w < r->words->count; w++) {  /* words that only it has */
        bool used = false;
        for (size_t i = 0; i < rows->first[rows->rows] && !used; i++)
            used = rows->value[i] == (int32_t)w;
        if (used)
            continue;
        bsn_free(r->ctx, r->words->word[w]);
        memmove(r->words->word + w, r->words->word + w + 1,
                (--r->words->count - w) * sizeof *r->words->word);
        for (size_t i = 0; i < rows->first[rows->rows]; i++)
            rows->value[i] -= rows->value[i] > (int32_t)w;
        w--;
    }
    return BASIN_STATUS_OK;
}

static basin_status read_text(struct reader *r, char *text, size_t length)
{
    for (char *at = text, *const stop = text + length; at < stop;) {
        char *const end = memchr(at, '\n', (size_t)(stop - at));
        char *const last = end ? end : stop;
        r->line++;
        if (memchr(at, 0, (size_t)(last - at)))
            return REFUSE(r, "%s", "a NUL byte: this is no text");
        *last = 0;
        BSN_TRY(read_line(r, at));
        at = last + 1;
    }
    if (r->rows->rows == 0)
        return bsn_fail(r->ctx, BASIN_STATUS_PARSE, "%s: no example in it", r->path);
    return BASIN_STATUS_OK;
}

basin_status bsn_rows_read(basin_ctx *ctx, const char *path, bool header, struct bsn_words *words,
                           struct bsn_rows *rows)
{
    struct reader r = { .ctx = ctx, .path = bsn_file_label(path), .words = words, .rows = rows };
    const size_t before = words->count;
    size_t length;
    char *bytes;

    BSN_TRY(bsn_file_read_text(ctx, path, &bytes, &length));
    basin_status status = read_text(&r, bytes, length);
    bsn_free(ctx, bytes);
    if (status == BASIN_STATUS_OK && (header || looks_like_header(rows, before)))
        status = drop_header(&r, before);
    if (status == BASIN_STATUS_OK && rows->rows == 0)
        status = bsn_fail(ctx, BASIN_STATUS_PARSE, "%s: no example in it, only a header", r.path);
    return status;
}

void bsn_rows_clear(basin_ctx *ctx, struct bsn_rows *rows)
{
    bsn_free(ctx, rows->first);
    bsn_free(ctx, rows->line);
    bsn_free(ctx, rows->value);
}

void bsn_words_clear(basin_ctx *ctx, struct bsn_words *words)
{
    for (size_t i = 0; i < words->count; i++)
        bsn_free(ctx, words->word[i]);
    bsn_free(ctx, words->word);
}

static bool is_number(const char *word)
{
    const char *const digits = word + (*word == '-');
    const size_t count = strspn(digits, "0123456789");

    return count > 0 && count <= 9 && digits[count] == 0;
}

bool bsn_words_are_numbers(const struct bsn_words *words)
{
    for (size_t i = 0; i < words->count; i++)
        if (!is_number(words->word[i]))
            return false;
    return true;
}

void bsn_words_sort(struct bsn_words *words, int32_t to[static BSN_ROWS_VALUES])
{
    const bool numbers = bsn_words_are_numbers(words);
    int32_t at[BSN_ROWS_VALUES];  /* the old number of each place */

    for (size_t i = 0; i < words->count; i++) {  /* few words: by insertion */
        char *const word = words->word[i];
        size_t k = i;
        for (; k > 0; k--) {
            const char *const other = words->word[k - 1];
            const bool before = numbers ? strtol(other, NULL, 10) <= strtol(word, NULL, 10)
                                        : strcmp(other, word) <= 0;
            if (before)
                break;
            words->word[k] = words->word[k - 1];
            at[k] = at[k - 1];
        }
        words->word[k] = word;
        at[k] = (int32_t)i;
    }
    for (size_t i = 0; i < words->count; i++)
        to[at[i]] = (int32_t)i;
}
