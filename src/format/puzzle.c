/* puzzle.c - which form a puzzle's text has, and the reader for it. */
#include "format/puzzle.h"

#include "base/file.h"
#include "base/mem.h"
#include "format/puzzle_draft.h"

#include <string.h>

#define BLANKS " \t\r\n"

/* A text without what comes before its first character. */
struct source {
    struct bsn_word text;
    size_t line;
    bool json;
};

static bool begins(struct bsn_word text, const char *with)
{
    return text.length >= strlen(with) && memcmp(text.chars, with, strlen(with)) == 0;
}

/* JSON, bare or as ipuz(...)? A typed grid may begin with the letters i p u z, too. */
static bool is_json(struct bsn_word text)
{
    size_t k = sizeof "ipuz" - 1;

    if (begins(text, "{") || begins(text, "["))
        return true;
    if (!begins(text, "ipuz"))
        return false;
    while (k < text.length && strchr(BLANKS, text.chars[k]))
        k++;
    return k < text.length && text.chars[k] == '(';
}

/* The number of the line that begins or goes on behind text[0 .. length). */
static size_t line_after(const char *text, size_t length)
{
    size_t line = 1;

    for (size_t k = 0; k < length; k++)
        line += text[k] == '\n';
    return line;
}

static basin_status find_form(const struct bsn_draft *draft, const char *text, size_t length,
                              struct source *out)
{
    const char *const zero = memchr(text, 0, length);
    struct bsn_word rest = { text, length };

    if (length == 0)
        return bsn_draft_refuse(draft, BASIN_STATUS_PARSE, 1, "the file is empty");
    if (length > BSN_PUZZLE_CHARS)
        return bsn_draft_refuse(draft, BASIN_STATUS_TOO_BIG, 0,
                                "%zu bytes are no crossword; at most %zu", length,
                                BSN_PUZZLE_CHARS);
    if (zero)
        return bsn_draft_refuse(draft, BASIN_STATUS_PARSE, line_after(text, (size_t)(zero - text)),
                                "a zero byte: this is no text");
    while (rest.length > 0 && strchr(BLANKS, rest.chars[0]))
        rest = (struct bsn_word){ rest.chars + 1, rest.length - 1 };
    if (rest.length == 0)
        return bsn_draft_refuse(draft, BASIN_STATUS_PARSE, 1, "no crossword in it");
    *out = (struct source){ rest, line_after(text, length - rest.length), is_json(rest) };
    return BASIN_STATUS_OK;
}

basin_status bsn_puzzle_parse(basin_ctx *ctx, const char *name, const char *text, size_t length,
                              size_t index, struct bsn_puzzle *out)
{
    struct bsn_draft draft = { .ctx = ctx, .name = name };
    struct source source;
    basin_status status;

    BSN_TRY(find_form(&draft, text, length, &source));
    BSN_TRY_OUT(bsn_draft_begin(&draft));
    draft.puzzle.index = index;
    if (source.json)
        BSN_TRY_OUT(bsn_draft_json(&draft, source.line, source.text));
    else
        BSN_TRY_OUT(bsn_draft_typed(&draft, source.line, source.text));
    BSN_TRY_OUT(bsn_draft_finish(&draft, out));
out:
    bsn_puzzle_clear(ctx, &draft.puzzle);
    return status;
}

basin_status bsn_puzzle_count_text(basin_ctx *ctx, const char *name, const char *text,
                                   size_t length, size_t *count)
{
    struct bsn_draft draft = { .ctx = ctx, .name = name };
    struct source source;

    BSN_TRY(find_form(&draft, text, length, &source));
    if (source.json)
        return bsn_draft_count(&draft, source.line, source.text, count);
    *count = 1;
    return BASIN_STATUS_OK;
}

basin_status bsn_puzzle_read(basin_ctx *ctx, const char *path, size_t index, struct bsn_puzzle *out)
{
    size_t length;
    char *text;

    BSN_TRY(bsn_file_read_text(ctx, path, &text, &length));
    const basin_status status =
        bsn_puzzle_parse(ctx, bsn_file_label(path), text, length, index, out);
    bsn_free(ctx, text);
    return status;
}

basin_status bsn_puzzle_count(basin_ctx *ctx, const char *path, size_t *count)
{
    size_t length;
    char *text;

    BSN_TRY(bsn_file_read_text(ctx, path, &text, &length));
    const basin_status status =
        bsn_puzzle_count_text(ctx, bsn_file_label(path), text, length, count);
    bsn_free(ctx, text);
    return status;
}

void bsn_puzzle_clear(basin_ctx *ctx, struct bsn_puzzle *puzzle)
{
    for (size_t k = 0; k < puzzle->slots + puzzle->shorts; k++)
        bsn_free(ctx, puzzle->slot[k].clue);
    bsn_free(ctx, puzzle->slot);
    bsn_free(ctx, puzzle->cell);
    bsn_free(ctx, puzzle->solution);
    bsn_free(ctx, puzzle->title);
    bsn_free(ctx, puzzle->author);
    bsn_free(ctx, puzzle->copyright);
    *puzzle = (struct bsn_puzzle){ 0 };
}
