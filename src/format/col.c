/* col.c - graphs: building them clean, reading them in three forms, writing them as DIMACS.
 *
 * The reader walks over the text once, line by line, and hands each edge to the builder. Edges are
 * sorted at the end, and then the repeated ones lie side by side. There is no table over the
 * vertices, because a short file may declare 2^24 of them.
 */
#include "format/col.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/text.h"
#include "format/dimacs.h"

#include <assert.h>
#include <string.h>

/* ----------------------------------------------------------------------------- building ---- */

#define DIGIT_BITS 12 /* two digits hold a vertex */
#define DIGITS (1u << DIGIT_BITS)
#define POLL 16384    /* edges read between polls */

_Static_assert(BSN_COL_VERTICES <= 1u << 2 * DIGIT_BITS, "two passes sort by all of a vertex");

static size_t digit(struct bsn_edge edge, unsigned pass)
{
    return (pass < 2 ? edge.b : edge.a) >> pass % 2 * DIGIT_BITS & (DIGITS - 1);
}

/* Sorts by one digit; what has the same digit keeps its order. */
static basin_status sort_pass(basin_ctx *ctx, const struct bsn_edge *from, size_t count,
                              unsigned pass, struct bsn_edge *to)
{
    size_t start[DIGITS + 1] = { 0 };

    for (size_t k = 0; k < count; k++) {
        BSN_TRY(BSN_POLL_ITEM(ctx, k));
        start[digit(from[k], pass) + 1]++;
    }
    for (size_t d = 0; d < DIGITS; d++)
        start[d + 1] += start[d];
    for (size_t k = 0; k < count; k++) {
        BSN_TRY(BSN_POLL_ITEM(ctx, k));
        to[start[digit(from[k], pass)]++] = from[k];
    }
    return BASIN_STATUS_OK;
}

/* Moves the first of equal edges, which lie side by side, to the front; returns how many stay. */
static size_t drop_repeated(struct bsn_edge *edge, size_t count)
{
    size_t kept = 0;

    for (size_t k = 0; k < count; k++)
        if (kept == 0 || edge[k].a != edge[kept - 1].a || edge[k].b != edge[kept - 1].b)
            edge[kept++] = edge[k];
    return kept;
}

basin_status bsn_col_add(basin_ctx *ctx, struct bsn_col *col, uint32_t a, uint32_t b)
{
    assert(a < col->vertices && b < col->vertices);
    if (a != b) {
        BSN_TRY(BSN_GROW(ctx, &col->edge, &col->edge_room, col->edges + 1));
        col->edge[col->edges++] = a < b ? (struct bsn_edge){ a, b } : (struct bsn_edge){ b, a };
    }
    col->given++;
    col->loops += a == b;
    return BASIN_STATUS_OK;
}

basin_status bsn_col_finish(basin_ctx *ctx, struct bsn_col *col)
{
    struct bsn_edge *other;
    basin_status status;

    BSN_TRY(BSN_NEW(ctx, col->edges, &other));
    for (unsigned pass = 0; pass < 4; pass += 2) {
        BSN_TRY_OUT(sort_pass(ctx, col->edge, col->edges, pass, other));
        BSN_TRY_OUT(sort_pass(ctx, other, col->edges, pass + 1, col->edge));
    }
    col->edges = drop_repeated(col->edge, col->edges);
    status = BASIN_STATUS_OK;
out:
    bsn_free(ctx, other);
    return status;
}

void bsn_col_clear(basin_ctx *ctx, struct bsn_col *col)
{
    bsn_free(ctx, col->edge);
    *col = (struct bsn_col){ 0 };
}

basin_status bsn_col_copy(basin_ctx *ctx, const struct bsn_col *col, struct bsn_col *out)
{
    struct bsn_edge *edge;

    BSN_TRY(BSN_NEW(ctx, col->edges, &edge));
    if (col->edges > 0)
        memcpy(edge, col->edge, col->edges * sizeof *edge);
    *out = *col;
    out->edge = edge;
    out->edge_room = col->edges;
    return BASIN_STATUS_OK;
}

/* -------------------------------------------------------------------------------- lines ---- */

#define HEADER "\"p edge VERTICES EDGES\""

/* Where reading is, and what has been read. */
struct reader {
    struct bsn_scan scan;
    const char *comments; /* a line that begins with one of these is a comment */
    bool sized;           /* the number of vertices is known */
    bool listed;          /* there was an EDGE_DATA_SECTION */
    uint32_t base;        /* the first vertex's number */
    uint32_t least, most; /* numbers of vertices that occurred */
    struct bsn_col col;
};

static void skip_line(struct reader *r)
{
    while (r->scan.at < r->scan.end && *r->scan.at != '\n')
        r->scan.at++;
}

/* A comment whose first word was read. */
static void read_comment(struct reader *r, struct bsn_word word)
{
    uint32_t colors;

    if (bsn_word_is(word, "c") && bsn_scan_word(&r->scan, &word) && bsn_word_is(word, "colours") &&
        bsn_scan_word(&r->scan, &word) && bsn_word_number(word, &colors) &&
        !bsn_scan_word(&r->scan, &word) && colors <= BSN_COL_VERTICES)
        r->col.colors = colors;
    skip_line(r);
}

/* The first word of the next line that has one and is no comment; false at the end of the text.
 * All of the line before must have been read or skipped. */
static bool next_line(struct reader *r, struct bsn_word *word)
{
    struct bsn_scan *const s = &r->scan;

    while (s->at < s->end) {
        if (*s->at == '\n') {
            s->line++;
            s->at++;
        } else if (bsn_scan_word(s, word)) {
            if (!strchr(r->comments, word->chars[0]))
                return true;
            read_comment(r, *word);
        }
    }
    return false;
}

static basin_status end_line(struct reader *r, const char *what)
{
    struct bsn_word word;

    if (bsn_scan_word(&r->scan, &word))
        return BSN_REFUSE(r, "\"%s\" after %s", bsn_word_quote(word).text, what);
    return BASIN_STATUS_OK;
}

static basin_status read_count(struct reader *r, const char *what, size_t most, uint32_t *out)
{
    struct bsn_word word;

    if (!bsn_scan_word(&r->scan, &word))
        return BSN_REFUSE(r, "the number of %s is missing", what);
    if (!bsn_word_number(word, out))
        return BSN_REFUSE(r, "\"%s\" is not a number of %s", bsn_word_quote(word).text, what);
    if (*out > most)
        return BSN_REFUSE_AT(r, BASIN_STATUS_TOO_BIG, r->scan.line, "%s %s; at most %zu",
                             bsn_word_quote(word).text, what, most);
    return BASIN_STATUS_OK;
}

/* -------------------------------------------------------------------------------- edges ---- */

static basin_status read_vertex(const struct reader *r, struct bsn_word word, uint32_t *vertex)
{
    if (!bsn_word_number(word, vertex))
        return BSN_REFUSE(r, "\"%s\" is not a vertex", bsn_word_quote(word).text);
    if (!r->sized && *vertex >= BSN_COL_VERTICES)
        return BSN_REFUSE_AT(r, BASIN_STATUS_TOO_BIG, r->scan.line, "vertex %s; at most %u",
                             bsn_word_quote(word).text, (unsigned)BSN_COL_VERTICES - 1);
    if (r->sized && (*vertex < r->base || *vertex - r->base >= r->col.vertices))
        return BSN_REFUSE(r, "vertex %s is out of range: there are %u, counted from %u",
                          bsn_word_quote(word).text, (unsigned)r->col.vertices, (unsigned)r->base);
    return BASIN_STATUS_OK;
}

/* The rest of a line with an edge, whose first vertex is `word`. */
static basin_status read_edge(struct reader *r, struct bsn_word word)
{
    uint32_t a, b;

    BSN_TRY(read_vertex(r, word, &a));
    if (!bsn_scan_word(&r->scan, &word))
        return BSN_REFUSE(r, "%s", "an edge without its second vertex");
    BSN_TRY(read_vertex(r, word, &b));
    BSN_TRY(end_line(r, "an edge"));
    if (r->col.given == BSN_COL_EDGES)
        return BSN_REFUSE_AT(r, BASIN_STATUS_TOO_BIG, r->scan.line, "more than %zu edges",
                             BSN_COL_EDGES);
    r->least = a < r->least ? a : r->least;
    r->least = b < r->least ? b : r->least;
    r->most = a > r->most ? a : r->most;
    r->most = b > r->most ? b : r->most;
    BSN_TRY(BSN_POLL_AT(r->scan.ctx, r->col.given, POLL));
    return bsn_col_add(r->scan.ctx, &r->col, a - r->base, b - r->base);
}

/* ---------------------------------------------------------------------------- edge list ---- */

static basin_status read_list(struct reader *r)
{
    struct bsn_word word;

    r->scan.blank = ',';
    r->comments = "#%";
    r->col.vertices = BSN_COL_VERTICES; /* until all are known */
    while (next_line(r, &word))
        BSN_TRY(read_edge(r, word));
    const uint32_t first = r->least > 0;
    r->col.vertices = r->most + 1 - first;
    for (size_t k = 0; k < r->col.edges; k++) {
        r->col.edge[k].a -= first;
        r->col.edge[k].b -= first;
    }
    return BASIN_STATUS_OK;
}

/* ------------------------------------------------------------------------------- DIMACS ---- */

/* What comes after "p". */
static basin_status read_header(struct reader *r)
{
    uint32_t edges; /* often a wrong number: not looked at any further */
    struct bsn_word word;

    if (r->sized)
        return BSN_REFUSE(r, "%s", "a second header");
    if (!bsn_scan_word(&r->scan, &word))
        return BSN_REFUSE(r, "%s", "the header ends early: " HEADER " is expected");
    if (!bsn_word_is(word, "edge") && !bsn_word_is(word, "edges") && !bsn_word_is(word, "col"))
        return BSN_REFUSE(r, "a header of kind \"%s\"; only " HEADER " can be read",
                          bsn_word_quote(word).text);
    BSN_TRY(read_count(r, "vertices", BSN_COL_VERTICES, &r->col.vertices));
    BSN_TRY(read_count(r, "edges", BSN_COL_EDGES, &edges));
    r->sized = true;
    return end_line(r, "the header " HEADER);
}

static basin_status read_dimacs_line(struct reader *r, struct bsn_word word)
{
    if (bsn_word_is(word, "p"))
        return read_header(r);
    if (!r->sized)
        return BSN_REFUSE(r, "\"%s\" before the header " HEADER, bsn_word_quote(word).text);
    if (bsn_word_is(word, "e")) {
        if (!bsn_scan_word(&r->scan, &word))
            return BSN_REFUSE(r, "%s", "an edge without its vertices");
        return read_edge(r, word);
    }
    if (word.length != 1 || !strchr("ndvx", word.chars[0]))
        return BSN_REFUSE(r, "\"%s\" begins no line of a graph", bsn_word_quote(word).text);
    skip_line(r);
    return BASIN_STATUS_OK;
}

static basin_status read_dimacs(struct reader *r)
{
    struct bsn_word word;

    r->comments = "c";
    r->base = 1;
    while (next_line(r, &word))
        BSN_TRY(read_dimacs_line(r, word));
    return BASIN_STATUS_OK;
}

/* ------------------------------------------------------------------------------- TSPLIB ---- */

static bool is_keyword(struct bsn_word word)
{
    for (size_t k = 0; k < word.length; k++)
        if (!(word.chars[k] >= 'A' && word.chars[k] <= 'Z') && word.chars[k] != '_')
            return false;
    return word.length >= sizeof "EOF" - 1;
}

/* Does it begin as a number does, of whatever kind? */
static bool is_number(struct bsn_word word)
{
    return strchr("0123456789-+.", word.chars[0]) != NULL;
}

static basin_status read_dimension(struct reader *r)
{
    if (r->sized)
        return BSN_REFUSE(r, "%s", "a second DIMENSION");
    BSN_TRY(read_count(r, "vertices", BSN_COL_VERTICES, &r->col.vertices));
    r->sized = true;
    return end_line(r, "DIMENSION");
}

static basin_status read_format(struct reader *r)
{
    struct bsn_word word = { "", 0 };

    if (!bsn_scan_word(&r->scan, &word) || !bsn_word_is(word, "EDGE_LIST"))
        return BSN_REFUSE(r, "edges as \"%s\"; only EDGE_LIST can be read",
                          bsn_word_quote(word).text);
    return end_line(r, "EDGE_DATA_FORMAT");
}

static basin_status read_edges(struct reader *r)
{
    struct bsn_word word;

    if (!r->sized)
        return BSN_REFUSE(r, "%s", "edges before DIMENSION");
    BSN_TRY(end_line(r, "EDGE_DATA_SECTION"));
    r->listed = true;
    while (next_line(r, &word)) {
        if (bsn_word_is(word, "-1"))
            return end_line(r, "-1");
        BSN_TRY(read_edge(r, word));
    }
    return BSN_REFUSE_END(r, "%s", "the edges do not end in -1");
}

/* The number is on this line or on the next one. */
static basin_status read_colors(struct reader *r)
{
    struct bsn_word word;

    if (!bsn_scan_word(&r->scan, &word) && !next_line(r, &word))
        return BSN_REFUSE_END(r, "%s", "CHROM_NUMBER without its number");
    if (!bsn_word_number(word, &r->col.colors) || r->col.colors == 0)
        return BSN_REFUSE(r, "\"%s\" is not a number of colours", bsn_word_quote(word).text);
    if (r->col.colors > BSN_COL_VERTICES)
        return BSN_REFUSE_AT(r, BASIN_STATUS_TOO_BIG, r->scan.line, "%s colours; at most %u",
                             bsn_word_quote(word).text, (unsigned)BSN_COL_VERTICES);
    return end_line(r, "CHROM_NUMBER");
}

static basin_status read_tsplib_line(struct reader *r, struct bsn_word word)
{
    if (bsn_word_is(word, "DIMENSION"))
        return read_dimension(r);
    if (bsn_word_is(word, "EDGE_DATA_FORMAT"))
        return read_format(r);
    if (bsn_word_is(word, "EDGE_DATA_SECTION"))
        return read_edges(r);
    if (bsn_word_is(word, "CHROM_NUMBER"))
        return read_colors(r);
    if (!is_keyword(word) && !is_number(word))
        return BSN_REFUSE(r, "\"%s\" is neither a keyword nor a number", bsn_word_quote(word).text);
    skip_line(r);
    return BASIN_STATUS_OK;
}

static basin_status read_tsplib(struct reader *r)
{
    struct bsn_word word;

    r->scan.blank = ':';
    r->comments = "";
    do {
        if (!next_line(r, &word))
            return BSN_REFUSE_END(r, "%s", "the file ends before the line EOF: is it cut off?");
        if (!bsn_word_is(word, "EOF"))
            BSN_TRY(read_tsplib_line(r, word));
    } while (!bsn_word_is(word, "EOF"));
    if (!r->sized)
        return BSN_REFUSE(r, "%s", "no DIMENSION before EOF");
    if (!r->listed)
        return BSN_REFUSE(r, "%s", "no EDGE_DATA_SECTION before EOF");
    return BASIN_STATUS_OK;
}

/* ------------------------------------------------------------------------------ reading ---- */

/* A zero byte means that this is no text. */
static basin_status check_text(const char *text, size_t length, struct reader *r)
{
    const char *const zero = memchr(text, 0, length);

    if (!zero)
        return BASIN_STATUS_OK;
    for (const char *at = text; at < zero; at++)
        r->scan.line += *at == '\n';
    return BSN_REFUSE(r, "%s", "a zero byte: this is no text");
}

/* Finds out which form the text has, and reads it. */
static basin_status read_any(struct reader *r)
{
    struct bsn_word word;

    if (r->scan.at == r->scan.end)
        return BSN_REFUSE(r, "%s", "the file is empty");
    if (!next_line(r, &word))
        return BSN_REFUSE_END(r, "%s", "no graph in it");
    r->scan.at = word.chars; /* words may end elsewhere in that form */
    if (word.chars[0] >= 'a' && word.chars[0] <= 'z')
        return read_dimacs(r);
    if (is_number(word))
        return read_list(r);
    if (word.chars[0] >= 'A' && word.chars[0] <= 'Z')
        return read_tsplib(r);
    return BSN_REFUSE(r, "\"%s\" begins no graph: " HEADER ", DIMENSION or an edge is expected",
                      bsn_word_quote(word).text);
}

basin_status bsn_col_parse(basin_ctx *ctx, const char *name, const char *text, size_t length,
                           struct bsn_col *out)
{
    struct reader r = { .scan = bsn_scan_begin(ctx, name, text, length),
                        .comments = "c#%",
                        .least = UINT32_MAX };
    basin_status status;

    BSN_TRY_OUT(check_text(text, length, &r));
    BSN_TRY_OUT(read_any(&r));
    BSN_TRY_OUT(bsn_col_finish(ctx, &r.col));
    *out = r.col;
    r.col = (struct bsn_col){ 0 };
out:
    bsn_col_clear(ctx, &r.col);
    return status;
}

basin_status bsn_col_read(basin_ctx *ctx, const char *path, struct bsn_col *out)
{
    size_t length;
    char *text;

    BSN_TRY(bsn_file_read_text(ctx, path, &text, &length));
    const basin_status status = bsn_col_parse(ctx, bsn_file_label(path), text, length, out);
    bsn_free(ctx, text);
    return status;
}

/* ------------------------------------------------------------------------------ writing ---- */

void bsn_col_write(const struct bsn_col *col, const char *comment, struct bsn_text *text)
{
    if (comment)
        bsn_comment_write(comment, text);
    if (col->colors)
        bsn_text_add(text, "c colours %u\n", (unsigned)col->colors);
    bsn_text_add(text, "p edge %u %zu\n", (unsigned)col->vertices, col->edges);
    for (size_t k = 0; k < col->edges; k++)
        bsn_text_add(text, "e %u %u\n", (unsigned)col->edge[k].a + 1, (unsigned)col->edge[k].b + 1);
}
