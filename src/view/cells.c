/* cells.c - a scene in the character cells of a terminal.
 *
 * One unit is two columns and one row where that fits; else several shapes share a character, and
 * the one that tells most (what is wrong) is seen. Only ASCII is written, with the 256 colours of
 * terminals or without: what is wrong has a mark of its own in any case.
 */
#include "base/text.h"
#include "view/picture.h"
#include "view/tone.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_TEXT 0.3f  /* height from which a text is more than a footnote */
#define LEAST_ROW 0.45   /* of a row that a text is high, or its neighbours are in the same row */
#define FEW_LINES 4      /* lines that hold are drawn when there are so many cells for each */
#define LARGEST 4        /* rows of a unit of a scene that has no rectangles: of a graph */
#define NO_COLOR (-1)
#define GREY 244         /* readable on black and on white */
#define MARK '!'         /* of what is wrong */
#define BLACK 0x1c1c1c
#define WHITE 0xffffff

struct cell {
    char glyph;         /* 0: nothing */
    bool text, bold;    /* a glyph that is a text's, not a mere filling */
    uint8_t rank;       /* of what it shows */
    int16_t fill, ink;  /* of 256, or NO_COLOR */
};

struct grid {
    size_t columns, rows;
    double across, down;  /* columns and rows of a unit */
    bool colors;
    double low, high;     /* range of energies; NAN: none are shown */
    struct cell *cell;    /* (rows, columns) */
};

/* --------------------------------------------------------------------------------- tones ---- */

/* What wins a cell that several shapes share. */
static uint8_t rank_of(uint8_t tone)
{
    static const uint8_t ranks[BSN_TONE_CLASS] = {
        [BSN_TONE_NONE] = 0,  [BSN_TONE_LIGHT] = 1, [BSN_TONE_DARK] = 1,  [BSN_TONE_BLOCK] = 1,
        [BSN_TONE_HOLDS] = 1, [BSN_TONE_MUTED] = 1, [BSN_TONE_OPEN] = 2,  [BSN_TONE_FALSE] = 2,
        [BSN_TONE_TRUE] = 3,  [BSN_TONE_INK] = 3,   [BSN_TONE_GIVEN] = 3, [BSN_TONE_MARK] = 4,
        [BSN_TONE_MISS] = 5,  [BSN_TONE_WRONG] = 6,
    };

    return tone >= BSN_TONE_CLASS ? 3 : ranks[tone];
}

/* What stands for an area without text. */
static char glyph_of(uint8_t tone, bool colors)
{
    switch (tone) {
    case BSN_TONE_WRONG:
        return MARK;
    case BSN_TONE_MARK:
        return 'Q';
    case BSN_TONE_TRUE:
        return '1';
    case BSN_TONE_FALSE:
        return '0';
    case BSN_TONE_OPEN:
        return '?';
    case BSN_TONE_HOLDS:
        return '+';
    case BSN_TONE_BLOCK:
        return '#';
    case BSN_TONE_LIGHT:
    case BSN_TONE_DARK:
    case BSN_TONE_GIVEN:
        return colors ? ' ' : '.';
    default:
        return "abcdefghijklmnopqrstuvwxyz "[tone >= BSN_TONE_CLASS ? (tone - BSN_TONE_CLASS) % 26
                                                                    : 26];
    }
}

/* The nearest of the 6 x 6 x 6 colours, or of the greys. */
static int16_t nearest(uint32_t color)
{
    static const int level[] = { 0, 95, 135, 175, 215, 255 };
    const int want[] = { (int)(color >> 16 & 255), (int)(color >> 8 & 255), (int)(color & 255) };
    int near[3], far = 0, grey_far = 0;

    for (int i = 0; i < 3; i++) {
        near[i] = 0;
        for (int k = 1; k < 6; k++)
            near[i] = abs(level[k] - want[i]) < abs(level[near[i]] - want[i]) ? k : near[i];
        far += (level[near[i]] - want[i]) * (level[near[i]] - want[i]);
    }
    const int mean = (want[0] + want[1] + want[2]) / 3;
    const int grey = mean < 8 ? 0 : mean > 238 ? 23 : (mean - 3) / 10;
    for (int i = 0; i < 3; i++)
        grey_far += (8 + 10 * grey - want[i]) * (8 + 10 * grey - want[i]);
    return (int16_t)(grey_far < far ? 232 + grey : 16 + 36 * near[0] + 6 * near[1] + near[2]);
}

/* ---------------------------------------------------------------------------------- grid ---- */

/* Units become two columns wide and a row high, more where it makes lines be seen, less where there
 * is no room; never wider than that nor narrower than high. */
static void fit(const struct bsn_scene *scene, struct grid *grid)
{
    const double width = fmax(scene->width, 1e-3), height = fmax(scene->height, 1e-3);
    double most = LARGEST;

    for (size_t i = 0; i < scene->shapes; i++)
        most = scene->shape[i].kind == BSN_SHAPE_RECT ? 1 : most;
    grid->across = fmin(2 * most, (double)grid->columns / width);
    grid->down = fmin(most, (double)grid->rows / height);
    grid->across = fmin(grid->across, 2 * grid->down);
    grid->down = fmin(grid->down, grid->across);
    grid->columns = (size_t)fmin((double)grid->columns, ceil(grid->across * width));
    grid->rows = (size_t)fmin((double)grid->rows, ceil(grid->down * height));
}

static struct cell *cell_at(const struct grid *grid, long column, long row)
{
    if (column < 0 || row < 0 || column >= (long)grid->columns || row >= (long)grid->rows)
        return NULL;
    return &grid->cell[(size_t)row * grid->columns + (size_t)column];
}

/* The column in which a single character in the middle of something stands. */
static long middle(const struct grid *grid, double x)
{
    return (long)floor(x * grid->across - 0.5 + 1e-6);
}

/* From the first to the one before the last cell that a length covers; at least one. */
static void span(double from, double length, double scale, long *first, long *end)
{
    *first = lround(from * scale);
    *end = lround((from + length) * scale);
    if (*end <= *first) {
        *first = (long)((from + length / 2) * scale);
        *end = *first + 1;
    }
}

struct area {
    long left, right, top, bottom;  /* the last ones are not in it */
};

/* A disc is small: it has the cell where its text would be. */
static struct area area_of(const struct grid *grid, const struct bsn_shape *s)
{
    struct area a;

    if (s->kind == BSN_SHAPE_RECT) {
        span(s->x, s->w, grid->across, &a.left, &a.right);
        span(s->y, s->h, grid->down, &a.top, &a.bottom);
    } else {
        a.left = middle(grid, s->x);
        a.top = (long)floor(s->y * grid->down);
        a.right = a.left + 1;
        a.bottom = a.top + 1;
    }
    return a;
}

/* The look of an area: its tone, or how much it costs. */
static struct cell ground_of(const struct grid *grid, const struct bsn_shape *s)
{
    const struct bsn_look look = bsn_tone_look(s->tone);
    struct cell c = { .rank = rank_of(s->tone), .fill = NO_COLOR, .ink = NO_COLOR,
                      .glyph = glyph_of(s->tone, grid->colors) };

    if (isfinite(s->heat) && isfinite(grid->low)) {
        const double hot = (s->heat - grid->low) / (grid->high - grid->low);
        c.fill = nearest(bsn_heat_color(hot));
        c.ink = nearest(hot > 0.5 ? WHITE : BLACK);
        if (!grid->colors && s->tone != BSN_TONE_WRONG)
            c.glyph = (char)('0' + (int)fmin(9, fmax(0, 10 * hot)));
    } else if (s->tone != BSN_TONE_NONE && s->tone != BSN_TONE_OPEN) {
        c.fill = nearest(look.fill);
        c.ink = nearest(look.ink);
    }
    return c;
}

static void fill_area(const struct grid *grid, const struct bsn_shape *s)
{
    const struct area a = area_of(grid, s);
    const struct cell ground = ground_of(grid, s);

    for (long row = a.top; row < a.bottom; row++)
        for (long column = a.left; column < a.right; column++) {
            struct cell *const c = cell_at(grid, column, row);
            if (!c || c->rank > ground.rank)
                continue;
            *c = ground;
            if (column > a.left || row > a.top)
                c->glyph = ' ';
        }
}

/* --------------------------------------------------------------------------------- lines ---- */

/* How a line that is `w` columns wide and `h` rows high looks. */
static char stroke(double w, double h)
{
    return fabs(h) < fabs(w) / 4         ? '-'
           : fabs(w) < fabs(h) / 2       ? '|'
           : (w > 0) == (h > 0)          ? '\\'
                                         : '/';
}

/* Draws where nothing is written; a text that a wrong line meets gets a mark beside it. */
static void draw_line(const struct grid *grid, const struct bsn_shape *s)
{
    const bool wrong = s->tone == BSN_TONE_WRONG;
    const double w = s->w * grid->across, h = s->h * grid->down;
    const char look = stroke(w, h);
    const long steps = lround(look == '-' ? fabs(w) : fabs(h));  /* a character a column, or row */
    const int16_t ink = nearest(bsn_tone_look(s->tone).fill);

    for (long i = 0; i <= steps; i++) {
        const double part = steps > 0 ? (double)i / (double)steps : 0;
        const long column = middle(grid, s->x + part * s->w);
        const long row = (long)floor(s->y * grid->down + part * h);
        struct cell *c = cell_at(grid, column, row);
        const bool met = wrong && c && c->text && c->glyph != MARK;
        if (met)
            c = cell_at(grid, column + 1, row);
        if (!c || c->text || (!wrong && c->rank > 1))
            continue;
        c->glyph = met ? MARK : wrong ? look : '.';
        c->rank = wrong ? rank_of(s->tone) : c->rank;
        c->text = met;
        c->bold = wrong;
        c->ink = ink;
    }
}

/* --------------------------------------------------------------------------------- texts ---- */

/* ASCII for what terminals may lack; `to` has the room of a shape's text. Returns its length. */
static size_t plain_text(const char *text, char *to)
{
    static const struct {
        const char *utf8;
        char ascii;
    } known[] = { { "\xe2\x99\x9b", 'Q' }, { "\xc2\xac", '-' } };
    size_t length = 0;

    while (*text) {
        size_t bytes = 1;
        char c = *text;
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            if (strncmp(text, known[i].utf8, strlen(known[i].utf8)) == 0) {
                c = known[i].ascii;
                bytes = strlen(known[i].utf8);
            }
        if ((unsigned char)c >= 0x80)
            c = '?';
        for (text += bytes; bytes == 1 && (*text & 0xC0) == 0x80; text++)
            ;
        to[length++] = (unsigned char)c < ' ' || c == 127 ? '?' : c;
    }
    to[length] = 0;
    return length;
}

/* Some tones bring the ground along that they are to be read on. */
static bool has_ground(uint8_t tone)
{
    return tone == BSN_TONE_WRONG || tone == BSN_TONE_MISS || tone >= BSN_TONE_CLASS;
}

static void write_char(const struct grid *grid, const struct bsn_shape *s, char glyph, long column,
                       long row)
{
    struct cell *const c = cell_at(grid, column, row);
    const struct bsn_look look = bsn_tone_look(s->tone);

    if (!c || (c->text && c->rank > rank_of(s->tone)))
        return;
    c->glyph = glyph;
    c->text = true;
    c->rank = rank_of(s->tone);
    c->bold = s->tone == BSN_TONE_WRONG || s->tone == BSN_TONE_MARK;
    if (has_ground(s->tone))
        c->fill = nearest(look.fill);
    c->ink = c->fill != NO_COLOR         ? nearest(look.ink)
             : s->tone == BSN_TONE_MUTED ? GREY
                                         : NO_COLOR;
}

static bool has_room(const struct grid *grid, const struct bsn_shape *s)
{
    char text[BSN_SHAPE_TEXT_CHARS];
    const size_t length = plain_text(s->text, text);
    const double wide = ceil(s->w * grid->across - 1e-3);

    return length <= 1 ||
           (grid->down >= 1 && s->h * grid->down >= LEAST_ROW && length <= grid->columns &&
            (s->w <= 0 || (double)length <= wide));
}

/* Of texts of one height, longer ones are written where all of them have room: half of a list of
 * words cannot be read. */
static bool is_crowd(const struct bsn_scene *scene, const struct grid *grid, float height)
{
    for (size_t i = 0; i < scene->shapes; i++)
        if (scene->shape[i].kind == BSN_SHAPE_TEXT && scene->shape[i].h == height &&
            !has_room(grid, &scene->shape[i]))
            return true;
    return false;
}

/* A single character is always written. */
static void write_text(const struct grid *grid, const struct bsn_shape *s, bool crowd)
{
    char text[BSN_SHAPE_TEXT_CHARS];
    const size_t length = plain_text(s->text, text);
    const double at = s->x * grid->across - (1 + s->align) / 2.0 * (double)length;
    const long column = (long)floor(at + 1e-6), row = (long)floor(s->y * grid->down);
    const bool wrong = s->tone == BSN_TONE_WRONG;

    if (length == 0 || s->h < LEAST_TEXT || (length > 1 && crowd))
        return;
    if (wrong && grid->across < 2)
        text[0] = MARK;
    for (size_t i = 0; i < length; i++)
        write_char(grid, s, text[i], column + (long)i, row);
    if (wrong && grid->across >= 2 && length < 2)
        write_char(grid, s, MARK, column + 1, row);
}

static void write_texts(const struct bsn_scene *scene, const struct grid *grid)
{
    float height = NAN;  /* texts of one height mostly follow each other */
    bool crowd = false;

    for (size_t i = 0; i < scene->shapes; i++) {
        const struct bsn_shape *const s = &scene->shape[i];
        if (s->kind != BSN_SHAPE_TEXT || s->tone == BSN_TONE_NONE)
            continue;
        if (s->h != height)
            crowd = is_crowd(scene, grid, s->h);
        height = s->h;
        write_text(grid, s, crowd);
    }
}

/* ---------------------------------------------------------------------------------- all ---- */

static void draw(const struct bsn_scene *scene, const struct grid *grid)
{
    size_t lines = 0;

    for (size_t i = 0; i < scene->shapes; i++) {
        const struct bsn_shape *const s = &scene->shape[i];
        lines += s->kind == BSN_SHAPE_LINE && s->tone != BSN_TONE_NONE;
        if (s->kind == BSN_SHAPE_RECT || s->kind == BSN_SHAPE_DISC)
            fill_area(grid, s);
    }
    write_texts(scene, grid);
    const bool few = lines * FEW_LINES < grid->columns * grid->rows;
    for (size_t i = 0; i < scene->shapes; i++) {
        const struct bsn_shape *const s = &scene->shape[i];
        if (s->kind == BSN_SHAPE_LINE && s->tone != BSN_TONE_NONE &&
            (few || s->tone == BSN_TONE_WRONG))
            draw_line(grid, s);
    }
}

static bool same_look(const struct cell *a, const struct cell *b)
{
    return a->fill == b->fill && a->ink == b->ink && a->bold == b->bold;
}

static void write_look(const struct cell *c, struct bsn_text *text)
{
    bsn_text_add(text, "\033[0");
    if (c->bold)
        bsn_text_add(text, ";1");
    if (c->ink != NO_COLOR)
        bsn_text_add(text, ";38;5;%d", c->ink);
    if (c->fill != NO_COLOR)
        bsn_text_add(text, ";48;5;%d", c->fill);
    bsn_text_add(text, "m");
}

static void write_row(const struct grid *grid, size_t row, struct bsn_text *text)
{
    const struct cell normal = { .fill = NO_COLOR, .ink = NO_COLOR };
    const struct cell *const cells = grid->cell + row * grid->columns, *last = &normal;
    size_t end = grid->columns;

    while (end > 0 && (cells[end - 1].glyph == 0 || cells[end - 1].glyph == ' ') &&
           (!grid->colors || cells[end - 1].fill == NO_COLOR))
        end--;
    for (size_t i = 0; i < end; i++) {
        if (grid->colors && !same_look(&cells[i], last))
            write_look(&cells[i], text);
        last = &cells[i];
        bsn_text_add(text, "%c", cells[i].glyph ? cells[i].glyph : ' ');
    }
    if (grid->colors && !same_look(last, &normal))
        bsn_text_add(text, "\033[0m");
    bsn_text_add(text, "\n");
}

basin_status basin_picture_cells(basin_ctx *ctx, const basin_picture *picture, uint32_t columns,
                                 uint32_t rows, bool colors, char **text)
{
    BSN_NEED(ctx, picture && text);
    const struct bsn_scene *const scene = &picture->scene;
    struct grid grid = { .columns = columns, .rows = rows, .colors = colors };
    struct bsn_text out = BSN_TEXT_INIT(ctx);

    fit(scene, &grid);
    if (!bsn_scene_range(scene, &grid.low, &grid.high))
        grid.low = NAN;
    BSN_TRY(BSN_NEW(ctx, grid.columns * grid.rows, &grid.cell));
    for (size_t i = 0; i < grid.columns * grid.rows; i++)
        grid.cell[i].fill = grid.cell[i].ink = NO_COLOR;
    draw(scene, &grid);
    bsn_text_add(&out, "%s", "");
    for (size_t row = 0; row < grid.rows; row++)
        write_row(&grid, row, &out);
    bsn_free(ctx, grid.cell);
    return bsn_text_take(&out, text);
}
