/* clues.c - reads lists of clues and lists of words; cut up in place. */
#include "format/clues.h"

#include "base/file.h"
#include "base/mem.h"

#include <string.h>

/* Cuts "clue<TAB>WORD" at its last tab: a clue may hold one, a word may not. */
static bool cut_clue(char *text, struct bsn_clue_line *line)
{
    char *const tab = strrchr(text, '\t');

    if (!tab || tab == text || !tab[1])
        return false;
    *tab = 0;
    *line = (struct bsn_clue_line){ text, tab + 1 };
    return true;
}

static basin_status cut_lines(basin_ctx *ctx, const char *path, bool clues, struct bsn_clues *out)
{
    size_t lines = 1;

    for (const char *c = out->text; *c; c++)
        lines += *c == '\n';
    BSN_TRY(BSN_NEW(ctx, lines, &out->line));
    char *at = out->text;
    for (size_t number = 1; *at; number++) {
        char *const end = at + strcspn(at, "\n");
        char *const next = *end ? end + 1 : end;
        *end = 0;
        if (end > at && end[-1] == '\r')
            end[-1] = 0;
        if (*at && !clues)
            out->line[out->count++] = (struct bsn_clue_line){ NULL, at };
        else if (*at && !cut_clue(at, &out->line[out->count++]))
            return bsn_fail(ctx, BASIN_STATUS_PARSE, "%s, line %zu: not a clue, a tab and a word",
                            path, number);
        at = next;
    }
    return BASIN_STATUS_OK;
}

static basin_status read_lines(basin_ctx *ctx, const char *path, bool clues,
                               struct bsn_clues *out)
{
    struct bsn_clues made = { 0 };
    size_t length;

    BSN_TRY(bsn_file_read_text(ctx, path, &made.text, &length));
    const basin_status status = cut_lines(ctx, path, clues, &made);
    if (status == BASIN_STATUS_OK)
        *out = made;
    else
        bsn_clues_clear(ctx, &made);
    return status;
}

basin_status bsn_clues_read(basin_ctx *ctx, const char *path, struct bsn_clues *out)
{
    return read_lines(ctx, path, true, out);
}

basin_status bsn_words_read(basin_ctx *ctx, const char *path, struct bsn_clues *out)
{
    return read_lines(ctx, path, false, out);
}

void bsn_clues_clear(basin_ctx *ctx, struct bsn_clues *clues)
{
    bsn_free(ctx, clues->line);
    bsn_free(ctx, clues->text);
    *clues = (struct bsn_clues){ 0 };
}
