/* test_col.c - graphs are read alike in three forms, and whatever is wrong is refused by line. */
#define _GNU_SOURCE
#include "format/col.h"

#include "base/file.h"
#include "base/text.h"
#include "damage.h"

#include <fcntl.h>
#include <unistd.h>

/* Parses a copy of exactly the text's size, so that a sanitizer sees any read outside. */
static basin_status parse_bytes(basin_ctx *ctx, const char *text, size_t length,
                                struct bsn_col *out)
{
    char *tight = malloc(length ? length : 1);

    assert_non_null(tight);
    memcpy(tight, text, length);
    const basin_status status = bsn_col_parse(ctx, "f.col", tight, length, out);
    free(tight);
    return status;
}

static basin_status parse(basin_ctx *ctx, const char *text, struct bsn_col *out)
{
    return parse_bytes(ctx, text, strlen(text), out);
}

/* What bsn_col_write makes of a graph; to be freed with bsn_free. */
static char *written(basin_ctx *ctx, const struct bsn_col *col, const char *comment)
{
    struct bsn_text text = BSN_TEXT_INIT(ctx);
    char *chars = NULL;

    bsn_col_write(col, comment, &text);
    ASSERT_OK(ctx, bsn_text_take(&text, &chars));
    return chars;
}

/* What must be true of every graph, wherever it came from. */
static void check_clean(const struct bsn_col *col)
{
    assert_true(col->edges + col->loops <= col->given);
    for (size_t k = 0; k < col->edges; k++) {
        const struct bsn_edge *const e = &col->edge[k];
        assert_true(e->a < e->b && e->b < col->vertices);
        if (k > 0)
            assert_true(e[-1].a < e->a || (e[-1].a == e->a && e[-1].b < e->b));
    }
}

static void check_same(const struct bsn_col *one, const struct bsn_col *other)
{
    assert_int_equal(one->vertices, other->vertices);
    assert_int_equal(one->colors, other->colors);
    assert_int_equal(one->edges, other->edges);
    for (size_t k = 0; k < one->edges; k++) {
        assert_int_equal(one->edge[k].a, other->edge[k].a);
        assert_int_equal(one->edge[k].b, other->edge[k].b);
    }
}

/* -------------------------------------------------------------------------- right graphs ---- */

/* Reads a text and compares with what it should be once written again. */
static void means(const char *text, const char *expected)
{
    basin_ctx *ctx = test_ctx();
    struct bsn_col col;

    ASSERT_OK(ctx, parse(ctx, text, &col));
    check_clean(&col);
    char *chars = written(ctx, &col, NULL);
    assert_string_equal(chars, expected);
    bsn_free(ctx, chars);
    bsn_col_clear(ctx, &col);
    test_ctx_done(ctx);
}

static void a_small_graph(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    struct bsn_col col;

    ASSERT_OK(ctx, parse(ctx, "c hi\np edge 5 9\ne 4 2\ne 1 2\ne 2 4\ne 3 3\ne 2 1\ne 4 2", &col));
    assert_int_equal(col.vertices, 5);
    assert_int_equal(col.colors, 0);
    assert_int_equal(col.edges, 2);
    assert_int_equal(col.given, 6);
    assert_int_equal(col.loops, 1);
    assert_true(col.edge[0].a == 0 && col.edge[0].b == 1);
    assert_true(col.edge[1].a == 1 && col.edge[1].b == 3);
    bsn_col_clear(ctx, &col);
    assert_null(col.edge);
    bsn_col_clear(ctx, &col);
    test_ctx_done(ctx);
}

#define PATH "p edge 4 3\ne 1 2\ne 2 3\ne 3 4\n"

static void dimacs_texts(void **state)
{
    (void)state;
    static const char *const same[] = {
        PATH,
        "p edge 4 3\ne 1 2\ne 2 3\ne 3 4",
        "p edges 4 3\ne 1 2\ne 2 3\ne 3 4\n",
        "p col 4 3\r\ne 2 1\r\ne 3 2\r\ne 3 4\r\n",
        "  p\t col 4   3  \n\n e  3 4 \n\te 2 3\ne 1\t2\n\n\n",
        "p edge 4 6\ne 1 2\ne 2 1\ne 2 3\ne 3 2\ne 3 4\ne 4 3\n",
        "p edge 4 0\ne 1 2\ne 2 3\ne 3 4\ne 4 4\ne 4 4\n",
        "p edge 4 100\ne 1 2\ne 2 3\ne 3 4\n",
        "c\ncomment\nc \xc3\xa9\xff\n# x\n\np edge 4 3\nc e 1 4\ne 1 2\nc\ne 2 3\ne 3 4\nc",
        "p edge 4 3\nn 1 7\nd 5 6 7\nv 1 2\nx anything 1\ne 1 2\ne 2 3\nn 99 0\ne 3 4\n",
        "c colours many\nc colours\nc colours 3 or 4\nc colours 99999999\nc colour 4\n" PATH,
        "c colours 9\nc colours 0\n" PATH,
        "p edge 0004 03\ne 01 2\ne 2 03\ne 3 00000000004\n",
    };

    for (size_t i = 0; i < COUNT(same); i++)
        means(same[i], PATH);
    means("c colours 12\n" PATH, "c colours 12\n" PATH);
    means("p edge 2 0\n\n  c  colours\t2 \r\n", "c colours 2\np edge 2 0\n");
    means("p edge 0 0", "p edge 0 0\n");
    means("p edge 1 1\ne 1 1\n", "p edge 1 0\n");
    means("p col 16777216 1\ne 16777216 1", "p edge 16777216 1\ne 1 16777216\n");
}

/* The form of the paper's files. */
#define GRAPH_HEAD                                                   \
    "TYPE : TSP\nDIMENSION: 4\nEDGE_DATA_FORMAT: EDGE_LIST\n"        \
    "EDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX \n" \
    "EDGE_DATA_SECTION\n"
#define GRAPH_EDGES "0 1\n1 0\n1 2\n2 1\n2 3\n3 2\n-1\n"
#define GRAPH_MATRIX                                                \
    "EDGE_WEIGHT_SECTION\n0.0\t1.0\t0.0\t0.0\n1.0\t0.0\t1.0\t0.0\n" \
    "0.0\t1.0\t0.0\t1.0\n0.0\t0.0\t1.0\t0.0\nDIFF_EDGE\n0 0\n"

static void tsplib_texts(void **state)
{
    (void)state;
    static const char *const same[] = {
        GRAPH_HEAD GRAPH_EDGES GRAPH_MATRIX "CHROM_NUMBER\n2\nEOF\n",
        GRAPH_HEAD GRAPH_EDGES "CHROM_NUMBER : 2\nEOF",
        "CHROM_NUMBER:2\nDIMENSION :4\nEDGE_DATA_SECTION\n2 3\n1 2\n0 1\n3 3\n-1\nEOF\nand more",
        ("DIMENSION:4\r\nEDGE_DATA_SECTION:\r\n\r\n2\t3\r\n1 2\r\n0 1\r\n -1 \r\n"
         "CHROM_NUMBER:2\r\nEOF"),
    };

    for (size_t i = 0; i < COUNT(same); i++)
        means(same[i], "c colours 2\n" PATH);
    means(GRAPH_HEAD GRAPH_EDGES GRAPH_MATRIX "EOF\n", PATH);
    means("DIMENSION: 3\nEDGE_DATA_SECTION\n-1\nEOF\n", "p edge 3 0\n");
}

static void edge_lists(void **state)
{
    (void)state;
    static const char *const same[] = {
        "0 1\n1 2\n2 3\n",
        "1 2\n2 3\n3 4\n",
        "1,2\n2,3\n3,4",
        "# from a to b\n% more\nc more\n\n1\t2\r\n  2 , 3\r\n#\n3,\t4\r\n\n",
        "3 2\n1 2\n0 0\n1 0\n2 3\n",
        "4 4\n1 2\n2 3\n4 3\n",
    };

    for (size_t i = 0; i < COUNT(same); i++)
        means(same[i], PATH);
    means("5 5\n", "p edge 5 0\n");
    means("0 0", "p edge 1 0\n");
    means("7 2\n", "p edge 7 1\ne 2 7\n");
    means("16777215 0", "p edge 16777216 1\ne 1 16777216\n");
}

static void comments_are_written(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    struct bsn_col col;

    ASSERT_OK(ctx, parse(ctx, "c colours 3\n1 2\n", &col));
    char *chars = written(ctx, &col, "a\n\nb\n");
    assert_string_equal(chars, "c a\nc\nc b\nc colours 3\np edge 2 1\ne 1 2\n");
    bsn_free(ctx, chars);
    bsn_col_clear(ctx, &col);
    test_ctx_done(ctx);
}

/* ------------------------------------------------------------------------- random graphs ---- */

/* A graph with a vertex 0 and a last vertex that have edges, some of them given again. */
static void random_graph(basin_ctx *ctx, uint32_t stream, struct bsn_col *out)
{
    const struct bsn_rng rng = { 7, BSN_RNG_TEST, stream, 0 };
    const uint32_t n = 2 + bsn_rng_below(&rng, 0, stream % 2 ? 30 : BSN_COL_VERTICES - 2);
    const uint32_t edges = bsn_rng_below(&rng, 1, 80);

    *out = (struct bsn_col){ .vertices = n, .colors = stream % 5 };
    ASSERT_OK(ctx, bsn_col_add(ctx, out, n - 1, 0));
    for (uint32_t k = 0; k < edges; k++) {
        uint32_t word[4];
        bsn_rng_words(&rng, 2 + k, word);
        const struct bsn_edge old = out->edge[word[2] % out->edges];
        if (word[3] % 4 == 0)
            ASSERT_OK(ctx, bsn_col_add(ctx, out, word[3] % 8 ? old.a : old.b, old.b));
        else
            ASSERT_OK(ctx, bsn_col_add(ctx, out, word[0] % n, word[1] % n));
    }
}

static int compare(const void *one, const void *other)
{
    const struct bsn_edge *const x = one, *const y = other;

    return x->a != y->a ? (x->a > y->a) - (x->a < y->a) : (x->b > y->b) - (x->b < y->b);
}

/* Sorting once more, by the C library, and dropping as it is defined. */
static void finishing_is_cleaning(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();

    for (uint32_t round = 0; round < 300; round++) {
        struct bsn_edge edge[100];
        struct bsn_col col;
        size_t n = 0;
        random_graph(ctx, round, &col);
        const size_t given = col.edges;
        memcpy(edge, col.edge, given * sizeof *edge);
        assert_int_equal(col.given, given + col.loops);
        qsort(edge, given, sizeof *edge, compare);
        for (size_t k = 0; k < given; k++)
            if (n == 0 || compare(&edge[n - 1], &edge[k]) != 0)
                edge[n++] = edge[k];
        ASSERT_OK(ctx, bsn_col_finish(ctx, &col));
        check_clean(&col);
        assert_int_equal(col.edges, n);
        assert_memory_equal(col.edge, edge, n * sizeof *edge);
        bsn_col_clear(ctx, &col);
    }
    test_ctx_done(ctx);
}

/* The same graph in each form, edges one or both ways round, counted from 0 or 1. */
static char *in_form(basin_ctx *ctx, const struct bsn_col *col, uint32_t form)
{
    static const char *const line[] = { "e %u %u\n", "%u %u\n", "%u,%u\n", "%u\t%u\n" };
    struct bsn_text text = BSN_TEXT_INIT(ctx);
    const uint32_t base = form == 0 || form == 2;
    char *chars = NULL;

    if (form == 0)
        bsn_text_add(&text, "p col %u 0\n", col->vertices);
    if (form == 1)
        bsn_text_add(&text, "TYPE : TSP\nDIMENSION: %u\nEDGE_DATA_SECTION\n", col->vertices);
    for (size_t k = col->edges; k-- > 0;) {
        const uint32_t a = col->edge[k].a + base, b = col->edge[k].b + base;
        bsn_text_add(&text, line[form], b, a);
        bsn_text_add(&text, line[form], k % 3 ? a : b, b);
    }
    if (form == 1)
        bsn_text_add(&text, "-1\nCHROM_NUMBER\n%u\nEOF\n", 3u);
    ASSERT_OK(ctx, bsn_text_take(&text, &chars));
    return chars;
}

static void the_forms_agree(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();

    for (uint32_t round = 0; round < 200; round++) {
        struct bsn_col col, again;
        random_graph(ctx, round, &col);
        ASSERT_OK(ctx, bsn_col_finish(ctx, &col));
        for (uint32_t form = 0; form < 4; form++) {
            char *chars = in_form(ctx, &col, form);
            ASSERT_OK(ctx, parse(ctx, chars, &again));
            bsn_free(ctx, chars);
            check_clean(&again);
            assert_int_equal(again.given, 2 * col.edges);
            col.colors = form == 1 ? 3 : 0;
            check_same(&again, &col);
            bsn_col_clear(ctx, &again);
        }
        col.colors = round % 4;
        char *chars = written(ctx, &col, "random\ngraph");
        ASSERT_OK(ctx, parse(ctx, chars, &again));
        bsn_free(ctx, chars);
        check_same(&again, &col);
        assert_true(again.given == col.edges && again.loops == 0);
        bsn_col_clear(ctx, &again);
        bsn_col_clear(ctx, &col);
    }
    test_ctx_done(ctx);
}

/* -------------------------------------------------------------------------- wrong graphs ---- */

/* A refused text leaves the graph given to it alone, and its message begins as `start` says. */
static void refuse_bytes(const char *text, size_t length, basin_status expected, const char *start)
{
    basin_ctx *ctx = test_ctx();
    struct bsn_col col, before;

    memset(&col, 0x5a, sizeof col);
    before = col;
    ASSERT_FAILS(ctx, parse_bytes(ctx, text, length, &col), expected, start);
    assert_ptr_equal(strstr(basin_error_text(ctx), start), basin_error_text(ctx));
    assert_memory_equal(&col, &before, sizeof col);
    test_ctx_done(ctx);
}

static void refuse(const char *text, basin_status expected, const char *start)
{
    refuse_bytes(text, strlen(text), expected, start);
}

static void dimacs_that_is_wrong(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        { "", "f.col:1: the file is empty" },
        { "\n", "f.col:1: no graph in it" },
        { " \n \n ", "f.col:3: no graph in it" },
        { "c only\n# comments\n% here\n", "f.col:3: no graph in it" },
        { "e 1 2\np edge 2 1\n", "f.col:1: \"e\" before the header" },
        { "c\nn 1 2\n", "f.col:2: \"n\" before the header" },
        { "pedge 1 0\n", "f.col:1: \"pedge\" before the header" },
        { "\np\nedge 1 0\n", "f.col:2: the header ends early" },
        { "p cnf 3 1\n1 0\n", "f.col:1: a header of kind \"cnf\"" },
        { "p edge", "f.col:1: the number of vertices is missing" },
        { "\np edge 3 \r\ne 1 2\n", "f.col:2: the number of edges is missing" },
        { "p edge -3 1\n", "f.col:1: \"-3\" is not a number of vertices" },
        { "p edge 3 -1\n", "f.col:1: \"-1\" is not a number of edges" },
        { "p edge 3.0 1\n", "f.col:1: \"3.0\" is not a number of vertices" },
        { "p edge 0x3 1\n", "f.col:1: \"0x3\" is not a number of vertices" },
        { "p edge 3 1 1\n", "f.col:1: \"1\" after the header" },
        { "p edge 3 1\ne 1 2\np edge 3 1\n", "f.col:3: a second header" },
        { "p edge 3 1\ne 1 4\n", "f.col:2: vertex 4 is out of range: there are 3, counted from 1" },
        { "p edge 3 1\n\ne 0 1\n", "f.col:3: vertex 0 is out of range" },
        { "p edge 0 1\ne 1 1\n", "f.col:2: vertex 1 is out of range" },
        { "p edge 3 1\ne 1 4294967297\n", "f.col:2: vertex 4294967297 is out of range" },
        { "p edge 3 1\ne 18446744073709551617 1\n", "f.col:2: vertex 18446744073709551617 is out" },
        { "p edge 3 1\ne 100000000000000000000000000000 1\n",
          "f.col:2: vertex 10000000000000000000... is out of range" },
        { "p edge 3 1\ne -1 2\n", "f.col:2: \"-1\" is not a vertex" },
        { "p edge 3 1\ne one 2\n", "f.col:2: \"one\" is not a vertex" },
        { "p edge 3 1\ne 1,2\n", "f.col:2: \"1,2\" is not a vertex" },
        { "p edge 3 1\ne 1 +2\n", "f.col:2: \"+2\" is not a vertex" },
        { "p edge 3 1\ne 1 2.0\n", "f.col:2: \"2.0\" is not a vertex" },
        { "p edge 3 1\ne", "f.col:2: an edge without its vertices" },
        { "p edge 3 1\ne 1\n2\n", "f.col:2: an edge without its second vertex" },
        { "p edge 3 1\ne 1 2 3\n", "f.col:2: \"3\" after an edge" },
        { "p edge 3 1\n1 2\n", "f.col:2: \"1\" begins no line of a graph" },
        { "p edge 3 1\nedge 1 2\n", "f.col:2: \"edge\" begins no line of a graph" },
        { "p edge 3 1\ne 1 2\n%\n0\n", "f.col:3: \"%\" begins no line of a graph" },
    };

    for (size_t i = 0; i < COUNT(bad); i++)
        refuse(bad[i][0], BASIN_STATUS_PARSE, bad[i][1]);
}

static void tsplib_that_is_wrong(void **state)
{
    (void)state;
#define HEAD "DIMENSION: 3\nEDGE_DATA_SECTION\n"
    static const char *const bad[][2] = {
        { "P edge 1 0\n", "f.col:1: \"P\" is neither a keyword nor a number" },
        { "Graph\n", "f.col:1: \"Graph\" is neither a keyword nor a number" },
        { "NAME: x\nhello\n", "f.col:2: \"hello\" is neither" },
        { "EOF\n", "f.col:1: no DIMENSION before EOF" },
        { "DIMENSION: 3\n0 1\n1 2\n-1\nEOF\n", "f.col:5: no EDGE_DATA_SECTION before EOF" },
        { "TYPE: TSP\nEDGE_DATA_SECTION\n0 1\n-1\nEOF\n", "f.col:2: edges before DIMENSION" },
        { "DIMENSION:\n3\n", "f.col:1: the number of vertices is missing" },
        { "DIMENSION: -3\n", "f.col:1: \"-3\" is not a number of vertices" },
        { "DIMENSION: 3 4\n", "f.col:1: \"4\" after DIMENSION" },
        { "DIMENSION: 3\nDIMENSION: 3\n", "f.col:2: a second DIMENSION" },
        { "EDGE_DATA_FORMAT: ADJ_LIST\n", "f.col:1: edges as \"ADJ_LIST\"; only EDGE_LIST" },
        { "EDGE_DATA_FORMAT\n", "f.col:1: edges as \"\"; only EDGE_LIST" },
        { HEAD "0 3\n-1\nEOF\n", "f.col:3: vertex 3 is out of range: there are 3, counted from 0" },
        { HEAD "0 1\n-2\n", "f.col:4: \"-2\" is not a vertex" },
        { HEAD "0\n1\n-1\n", "f.col:3: an edge without its second vertex" },
        { HEAD "0 1 2\n-1\n", "f.col:3: \"2\" after an edge" },
        { HEAD "-1 0\nEOF\n", "f.col:3: \"0\" after -1" },
        { HEAD "0 1\nEOF\n", "f.col:4: \"EOF\" is not a vertex" },
        { HEAD "0 1\n", "f.col:3: the edges do not end in -1" },
        { HEAD, "f.col:2: the edges do not end in -1" },
        { HEAD "0 1\n-1\n", "f.col:4: the file ends before the line EOF: is it cut off?" },
        { HEAD "0 1\n-1\nEDGE_WEIGHT_SECTION\n0.0 1.", "f.col:6: the file ends before" },
        { HEAD "-1\nCHROM_NUMBER\n", "f.col:4: CHROM_NUMBER without its number" },
        { HEAD "-1\nCHROM_NUMBER\nEOF\n", "f.col:5: \"EOF\" is not a number of colours" },
        { HEAD "-1\nCHROM_NUMBER\n0\nEOF\n", "f.col:5: \"0\" is not a number of colours" },
        { HEAD "-1\nCHROM_NUMBER\n-2\nEOF\n", "f.col:5: \"-2\" is not a number of colours" },
        { HEAD "-1\nCHROM_NUMBER\n2 3\nEOF\n", "f.col:5: \"3\" after CHROM_NUMBER" },
    };
#undef HEAD

    for (size_t i = 0; i < COUNT(bad); i++)
        refuse(bad[i][0], BASIN_STATUS_PARSE, bad[i][1]);
}

static void lists_that_are_wrong(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        { "1 2\n3\n", "f.col:2: an edge without its second vertex" },
        { "# edges\n1 2 0.5\n", "f.col:2: \"0.5\" after an edge" },
        { "1 -2\n", "f.col:1: \"-2\" is not a vertex" },
        { "-1 2\n", "f.col:1: \"-1\" is not a vertex" },
        { "1 2\nc no comment here\n", "f.col:2: \"c\" is not a vertex" },
        { "1 2\n\n2;3\n", "f.col:3: \"2;3\" is not a vertex" },
        { "1.5 2\n", "f.col:1: \"1.5\" is not a vertex" },
        { "1 2 # inside\n", "f.col:1: \"#\" after an edge" },
        { "1 2\np edge 2 1\n", "f.col:2: \"p\" is not a vertex" },
    };

    for (size_t i = 0; i < COUNT(bad); i++)
        refuse(bad[i][0], BASIN_STATUS_PARSE, bad[i][1]);
}

static void texts_that_are_no_text(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t length;
        const char *start;
    } bad[] = {
#define BYTES(text) text, sizeof text - 1
        { BYTES("\0"), "f.col:1: a zero byte" },
        { BYTES("\177ELF\x02\x01\x01\0\0\0\0\0"), "f.col:1: a zero byte" },
        { BYTES("c text\nmore\0\np edge 1 0\n"), "f.col:2: a zero byte" },
        { BYTES("p edge 2 1\ne 1 2\n\0"), "f.col:3: a zero byte" },
        { BYTES("\x1f\x8b\x08\xff\xfe rubbish"),
          "f.col:1: \"\\x1f\\x8b\\x08\\xff\\xfe\" begins no graph" },
        { BYTES("\xff\xfe\xfd\xfc\xfb\xfa\xf9\n"),
          "f.col:1: \"\\xff\\xfe\\xfd\\xfc\\xfb...\" begins no graph" },
        { BYTES("p edge 1 1\ne 1 \x01\x7f\n"), "f.col:2: \"\\x01\\x7f\" is not a vertex" },
        { BYTES("{ \"nodes\": 3 }\n"), "f.col:1: \"{\" begins no graph" },
#undef BYTES
    };

    for (size_t i = 0; i < COUNT(bad); i++)
        refuse_bytes(bad[i].text, bad[i].length, BASIN_STATUS_PARSE, bad[i].start);
}

static void sizes_past_the_limits(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        { "p edge 16777217 1\n", "f.col:1: 16777217 vertices; at most 16777216" },
        { "p edge 2000000000 1\n", "f.col:1: 2000000000 vertices; at most" },
        { "p edge 99999999999999999999999 1\n", "f.col:1: 99999999999999999999... vertices" },
        { "p edge 3 134217729\n", "f.col:1: 134217729 edges; at most 134217728" },
        { "DIMENSION: 4294967296\n", "f.col:1: 4294967296 vertices; at most" },
        { "DIMENSION: 3\nEDGE_DATA_SECTION\n-1\nCHROM_NUMBER\n16777217\nEOF\n",
          "f.col:5: 16777217 colours; at most 16777216" },
        { "1 2\n\n16777216 1\n", "f.col:3: vertex 16777216; at most 16777215" },
        { "0 4294967296\n", "f.col:1: vertex 4294967296; at most" },
    };

    for (size_t i = 0; i < COUNT(bad); i++)
        refuse(bad[i][0], BASIN_STATUS_TOO_BIG, bad[i][1]);
}

/* An allocator that keeps count of the largest request. */
static void *watch_resize(void *user, void *block, size_t bytes)
{
    size_t *const largest = user;

    *largest = bytes > *largest ? bytes : *largest;
    return realloc(block, bytes);
}

static void watch_release(void *user, void *block)
{
    (void)user;
    free(block);
}

static void claims_cost_nothing(void **state)
{
    (void)state;
    static const char *const claims[] = { "p edge 16777216 134217728\ne 1 16777216\n",
                                          "DIMENSION: 16777216\nEDGE_DATA_SECTION\n-1\nEOF\n",
                                          "0 16777215\n" };
    size_t largest = 0;
    const struct basin_alloc alloc = { watch_resize, watch_release, &largest };
    basin_ctx *ctx = NULL;

    assert_int_equal(basin_ctx_new(&alloc, &ctx), BASIN_STATUS_OK);
    largest = 0;
    for (size_t i = 0; i < COUNT(claims); i++) {
        struct bsn_col col;
        ASSERT_OK(ctx, parse(ctx, claims[i], &col));
        assert_int_equal(col.vertices, BSN_COL_VERTICES);
        bsn_col_clear(ctx, &col);
    }
    assert_true(largest < 1000);
    test_ctx_done(ctx);
}

/* -------------------------------------------------------------------------------- damage ---- */

static const char *const sound[] = {
    "c a comment\nc colours 3\np edge 12 4\nn 1 2\ne 1 2\ne 12 3\ne 3 12\ne 4 4\ne 11 10\n",
    GRAPH_HEAD GRAPH_EDGES GRAPH_MATRIX "CHROM_NUMBER\n2\nEOF\n",
    "# a list\n1 2\n10,12\n\n% more\n3\t4\n12 11\n5 5\n",
};

/* Whatever the bytes are, the outcome is a clean graph or one line with a place. */
static void parse_any(basin_ctx *ctx, const char *text, size_t length)
{
    struct bsn_col col;
    const basin_status status = parse_bytes(ctx, text, length, &col);

    if (status == BASIN_STATUS_OK) {
        check_clean(&col);
        bsn_col_clear(ctx, &col);
        return;
    }
    assert_true(status == BASIN_STATUS_PARSE || status == BASIN_STATUS_TOO_BIG);
    assert_int_equal(strncmp(basin_error_text(ctx), "f.col:", 6), 0);
    assert_null(strchr(basin_error_text(ctx), '\n'));
}

static void cut_at_every_byte(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();

    for (size_t i = 0; i < COUNT(sound); i++)
        for (size_t length = 0; length <= strlen(sound[i]); length++)
            parse_any(ctx, sound[i], length);
    /* Only whole files of this form can be read. */
    for (size_t length = 0; length < strlen(sound[1]) - 1; length++) {
        struct bsn_col col;
        assert_int_equal(parse_bytes(ctx, sound[1], length, &col), BASIN_STATUS_PARSE);
    }
    test_ctx_done(ctx);
}

static void random_damage(void **state)
{
    (void)state;
    static const char likely[] = "0123456789 \n\t\r-,:ecpn#%EOF\0\xff";
    enum { MOST = 8 };
    basin_ctx *ctx = test_ctx();

    for (uint32_t round = 0; round < 20000; round++) {
        const struct bsn_rng rng = { 8, BSN_RNG_TEST, 0, round };
        const char *const source = sound[round % COUNT(sound)];
        char text[1000];
        size_t length = strlen(source);
        memcpy(text, source, length);
        for (uint32_t k = 0; k <= round / 3 % MOST; k++)
            length = test_hurt(&rng, k, likely, sizeof likely - 1, text, length);
        parse_any(ctx, text, length);
    }
    test_ctx_done(ctx);
}

/* ---------------------------------------------------------------- files and refused memory ---- */

static const char *temporary_path(void)
{
    static char path[64];

    snprintf(path, sizeof path, "/tmp/basin-test-col.%ld", (long)getpid());
    return path;
}

static void files_are_read(void **state)
{
    (void)state;
    const char *path = temporary_path();
    basin_ctx *ctx = test_ctx();
    struct bsn_col col;
    char start[100];

    ASSERT_OK(ctx, bsn_file_write(ctx, path, PATH, sizeof PATH - 1));
    ASSERT_OK(ctx, bsn_col_read(ctx, path, &col));
    assert_int_equal(col.edges, 3);
    bsn_col_clear(ctx, &col);
    ASSERT_OK(ctx, bsn_file_write(ctx, path, "p edge 1 1\ne 2 1\n", 17));
    snprintf(start, sizeof start, "%s:2: vertex 2", path);
    ASSERT_FAILS(ctx, bsn_col_read(ctx, path, &col), BASIN_STATUS_PARSE, start);
    unlink(path);
    ASSERT_FAILS(ctx, bsn_col_read(ctx, path, &col), BASIN_STATUS_IO, path);
    test_ctx_done(ctx);
}

static void standard_input_is_read(void **state)
{
    (void)state;
    const char *path = temporary_path();
    const int kept = dup(STDIN_FILENO);
    basin_ctx *ctx = test_ctx();
    struct bsn_col col;

    ASSERT_OK(ctx, bsn_file_write(ctx, path, "1 2\n3\n", 6));
    const int fd = open(path, O_RDONLY);
    assert_true(fd >= 0 && dup2(fd, STDIN_FILENO) == STDIN_FILENO);
    close(fd);
    unlink(path);
    const basin_status status = bsn_col_read(ctx, "-", &col);
    if (kept >= 0)
        dup2(kept, STDIN_FILENO);
    close(kept);
    ASSERT_FAILS(ctx, status, BASIN_STATUS_PARSE, "<stdin>:2: an edge");
    test_ctx_done(ctx);
}

static basin_status parse_and_write(basin_ctx *ctx, void *arg)
{
    const char *source = arg;
    struct bsn_text text = BSN_TEXT_INIT(ctx);
    struct bsn_col col;
    char *chars;

    BSN_TRY(bsn_col_parse(ctx, "f.col", source, strlen(source), &col));
    bsn_col_write(&col, "again", &text);
    bsn_col_clear(ctx, &col);
    BSN_TRY(bsn_text_take(&text, &chars));
    bsn_free(ctx, chars);
    return BASIN_STATUS_OK;
}

static void refused_memory_is_reported(void **state)
{
    (void)state;
    char source[1000];
    size_t used = 0;

    for (unsigned k = 0; k < 100; k++)
        used += (size_t)snprintf(source + used, sizeof source - used, "%u %u\n", k, k * 7 % 31);
    assert_true(test_refuse_each(parse_and_write, source) > 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_graph),
        cmocka_unit_test(dimacs_texts),
        cmocka_unit_test(tsplib_texts),
        cmocka_unit_test(edge_lists),
        cmocka_unit_test(comments_are_written),
        cmocka_unit_test(finishing_is_cleaning),
        cmocka_unit_test(the_forms_agree),
        cmocka_unit_test(dimacs_that_is_wrong),
        cmocka_unit_test(tsplib_that_is_wrong),
        cmocka_unit_test(lists_that_are_wrong),
        cmocka_unit_test(texts_that_are_no_text),
        cmocka_unit_test(sizes_past_the_limits),
        cmocka_unit_test(claims_cost_nothing),
        cmocka_unit_test(cut_at_every_byte),
        cmocka_unit_test(random_damage),
        cmocka_unit_test(files_are_read),
        cmocka_unit_test(standard_input_is_read),
        cmocka_unit_test(refused_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
