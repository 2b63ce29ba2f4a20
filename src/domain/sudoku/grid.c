/* grid.c - squares and units of a Sudoku, and files of them. */
#include "domain/sudoku/grid.h"

#include "base/file.h"
#include "domain/assign.h"

#include <ctype.h>
#include <string.h>

#define BOX_LEAST 2
#define BOX_MOST 5
#define NO_SIGN INT32_MAX

uint32_t bsn_sudoku_box(size_t squares)
{
    for (uint32_t box = BOX_LEAST; box <= BOX_MOST; box++)
        if (squares == (size_t)box * box * box * box)
            return box;
    return 0;
}

uint32_t bsn_sudoku_square(const struct bsn_sudoku *sudoku, uint32_t unit, uint32_t i)
{
    const uint32_t n = sudoku->n, box = sudoku->box, u = unit % n;

    if (unit < n)
        return u * n + i;
    if (unit < 2 * n)
        return i * n + u;
    return (u / box * box + i / box) * n + u % box * box + i % box;
}

char bsn_sudoku_sign(int32_t value)
{
    static const char signs[] = "123456789ABCDEFGHIJKLMNOP";

    return value >= 0 && value < BSN_SUDOKU_SIDE ? signs[value] : '.';
}

int32_t bsn_sudoku_value(char sign)
{
    if (sign == '.' || sign == '0')
        return -1;
    if (sign >= '1' && sign <= '9')
        return sign - '1';
    if (sign >= 'A' && sign <= 'P')
        return sign - 'A' + 9;
    return sign >= 'a' && sign <= 'p' ? sign - 'a' + 9 : NO_SIGN;
}

/* -------------------------------------------------------------------------------- puzzles ---- */

/* The next puzzle in the text: where it stands, its length, and the number of its line; NULL when
 * there is none. */
static const char *next_puzzle(const char **rest, size_t *line, size_t *length)
{
    while (**rest) {
        const char *const at = *rest + strspn(*rest, " \t\r");
        const char *const end = at + strcspn(at, "\n");
        *rest = end + (*end == '\n');
        ++*line;
        *length = strcspn(at, " \t\r\n,;");
        if (at < end && *at != '#')
            return at;
    }
    return NULL;
}

static basin_status read_text(basin_ctx *ctx, const char *path, char **text)
{
    size_t length;

    BSN_TRY(bsn_file_read_text(ctx, path, text, &length));
    if (strlen(*text) == length)
        return BASIN_STATUS_OK;
    bsn_free(ctx, *text);
    return bsn_fail(ctx, BASIN_STATUS_PARSE, "%s: a zero byte in it; not a text file",
                    bsn_file_label(path));
}

/* The text between 1 and the highest sign. */
static basin_status refuse_sign(basin_ctx *ctx, const char *path, size_t line, const char *sign,
                                uint32_t n, size_t square)
{
    const unsigned char c = (unsigned char)*sign;
    char shown[8];

    snprintf(shown, sizeof shown, c > 32 && c < 127 ? "\"%c\"" : "\\x%02x", c);
    return bsn_fail(ctx, BASIN_STATUS_PARSE,
                    "%s:%zu: %s in row %zu, column %zu, where 1 to %c, or 0 or . for an open "
                    "square, is expected", bsn_file_label(path), line, shown, square / n + 1,
                    square % n + 1, bsn_sudoku_sign((int32_t)n - 1));
}

static basin_status read_squares(basin_ctx *ctx, const char *path, size_t line, const char *at,
                                 size_t length, struct bsn_sudoku *sudoku)
{
    const uint32_t box = bsn_sudoku_box(length);

    if (box == 0)
        return bsn_fail(ctx, BASIN_STATUS_PARSE,
                        "%s:%zu: a puzzle of %zu characters; one has 16, 81, 256 or 625",
                        bsn_file_label(path), line, length);
    *sudoku = (struct bsn_sudoku){ .box = box, .n = box * box };
    for (size_t i = 0; i < length; i++) {
        const int32_t value = bsn_sudoku_value(at[i]);
        if (value >= (int32_t)sudoku->n)
            return refuse_sign(ctx, path, line, at + i, sudoku->n, i);
        sudoku->given[i] = (int8_t)value;
    }
    return BASIN_STATUS_OK;
}

static basin_status find_puzzle(basin_ctx *ctx, const char *path, const char *text, size_t index,
                                struct bsn_sudoku *sudoku)
{
    size_t line = 0, length = 0, count = 0;

    for (const char *at; (at = next_puzzle(&text, &line, &length)) != NULL; count++)
        if (count == index)
            return read_squares(ctx, path, line, at, length, sudoku);
    if (count == 0)
        return bsn_fail(ctx, BASIN_STATUS_PARSE, "%s: no puzzle in it", bsn_file_label(path));
    return bsn_fail(ctx, BASIN_STATUS_INPUT, "%s: no puzzle %zu; it has %zu, from 0",
                    bsn_file_label(path), index, count);
}

basin_status bsn_sudoku_read(basin_ctx *ctx, const char *path, size_t index,
                             struct bsn_sudoku *sudoku)
{
    char *text;

    BSN_TRY(read_text(ctx, path, &text));
    const basin_status status = find_puzzle(ctx, path, text, index, sudoku);
    bsn_free(ctx, text);
    return status;
}

basin_status bsn_sudoku_count(basin_ctx *ctx, const char *path, size_t *count)
{
    char *text;
    size_t line = 0, length, found = 0;

    BSN_TRY(read_text(ctx, path, &text));
    const char *rest = text;
    while (next_puzzle(&rest, &line, &length))
        found++;
    bsn_free(ctx, text);
    if (found == 0)
        return bsn_fail(ctx, BASIN_STATUS_PARSE, "%s: no puzzle in it", bsn_file_label(path));
    *count = found;
    return BASIN_STATUS_OK;
}

/* ------------------------------------------------------------------------------ solutions ---- */

/* Boxes stand apart. */
void bsn_sudoku_write(const struct bsn_sudoku *sudoku, const int32_t *value, const char *format,
                      struct bsn_text *text)
{
    const uint32_t n = sudoku->n, box = sudoku->box;
    const bool line = strcmp(format, "line") == 0;

    for (uint32_t i = 0; value && i < n * n; i++) {
        const uint32_t row = i / n, column = i % n;
        if (!line && column > 0)
            bsn_text_add(text, column % box ? " " : "  ");
        else if (!line && row > 0)
            bsn_text_add(text, row % box ? "\n" : "\n\n");
        bsn_text_add(text, "%c", bsn_sudoku_sign(value[i]));
    }
    bsn_text_add(text, value ? "\n" : "");
}

/* Squares one after the other, however they are spread over lines. Lines that begin with # or, as
 * those of a best so far do, with "c " do not count. */
basin_status bsn_sudoku_solutions(basin_ctx *ctx, const struct bsn_sudoku *sudoku, const char *path,
                                  const char *text, int32_t **value, size_t *count)
{
    const uint32_t n = sudoku->n, squares = n * n;
    const char *const begin = text;
    size_t capacity = 0, line = 1, at = 0;

    for (; *text; text++) {
        const bool first = text == begin || text[-1] == '\n';
        if (*text == '#' || (first && text[0] == 'c' && text[1] == ' '))
            text += strcspn(text, "\n");
        if (!*text)
            break;
        line += *text == '\n';
        if (isspace((unsigned char)*text))
            continue;
        if (at == 0)
            BSN_TRY(bsn_assign_next(ctx, squares, value, &capacity, count));
        const int32_t number = bsn_sudoku_value(*text);
        if (number >= (int32_t)n)
            return refuse_sign(ctx, path, line, text, n, at);
        (*value)[(*count - 1) * squares + at] = number;
        at = (at + 1) % squares;
    }
    if (at > 0)
        return bsn_fail(ctx, BASIN_STATUS_PARSE, "%s: the last grid ends after %zu of %u squares",
                        bsn_file_label(path), at, squares);
    return BASIN_STATUS_OK;
}
