/* test_puzzle.c - crosswords read alike in three forms, and whatever is wrong is one line. */
#define _GNU_SOURCE
#include "format/puzzle.h"

#include "base/file.h"
#include "base/text.h"
#include "damage.h"

#include <unistd.h>

/* Parses a copy of exactly the text's size, so that a sanitizer sees any read outside. */
static basin_status parse_bytes(basin_ctx *ctx, const char *text, size_t length, size_t index,
                                struct bsn_puzzle *out)
{
    char *tight = malloc(length ? length : 1);

    assert_non_null(tight);
    memcpy(tight, text, length);
    const basin_status status = bsn_puzzle_parse(ctx, "f.puz", tight, length, index, out);
    free(tight);
    return status;
}

static basin_status parse(basin_ctx *ctx, const char *text, struct bsn_puzzle *out)
{
    return parse_bytes(ctx, text, strlen(text), 0, out);
}

/* Everything a puzzle holds, in words: what two puzzles are compared by. Freed with bsn_free. */
static char *told(basin_ctx *ctx, const struct bsn_puzzle *p)
{
    struct bsn_text text = BSN_TEXT_INIT(ctx);
    char *chars = NULL;

    bsn_puzzle_write_grid(p, NULL, &text);
    for (size_t k = 0; k < p->slots + p->shorts; k++) {
        const struct bsn_slot *const s = &p->slot[k];
        bsn_text_add(&text, "%u%c:%u+%u*%u %s\n", s->number, bsn_direction_letter(s->direction),
                     s->first, s->length, s->step, s->clue);
    }
    if (p->solution)
        bsn_text_add(&text, "%.*s\n", (int)(p->rows * p->columns), p->solution);
    bsn_text_add(&text, "%zu %zu [%s] [%s] [%s]\n", p->slots, p->shorts, p->title ? p->title : "-",
                 p->author ? p->author : "-", p->copyright ? p->copyright : "-");
    ASSERT_OK(ctx, bsn_text_take(&text, &chars));
    return chars;
}

typedef void writer(const struct bsn_puzzle *p, struct bsn_text *text);

/* What a writer makes of a puzzle, given as text. */
static void writes(const char *source, writer *write, const char *expected)
{
    basin_ctx *ctx = test_ctx();
    struct bsn_text text = BSN_TEXT_INIT(ctx);
    struct bsn_puzzle p;
    char *chars = NULL;

    ASSERT_OK(ctx, parse(ctx, source, &p));
    write(&p, &text);
    ASSERT_OK(ctx, bsn_text_take(&text, &chars));
    assert_string_equal(chars, expected);
    bsn_free(ctx, chars);
    bsn_puzzle_clear(ctx, &p);
    test_ctx_done(ctx);
}

static void means(const char *source, const char *expected)
{
    basin_ctx *ctx = test_ctx();
    struct bsn_puzzle p;

    ASSERT_OK(ctx, parse(ctx, source, &p));
    char *chars = told(ctx, &p);
    assert_string_equal(chars, expected);
    bsn_free(ctx, chars);
    bsn_puzzle_clear(ctx, &p);
    assert_null(p.cell);
    bsn_puzzle_clear(ctx, &p);
    test_ctx_done(ctx);
}

/* What must be true of every puzzle, wherever it came from. */
static void check_sound(const struct bsn_puzzle *p)
{
    assert_true(p->rows >= 1 && p->rows <= BSN_PUZZLE_SIDE);
    assert_true(p->columns >= 1 && p->columns <= BSN_PUZZLE_SIDE);
    assert_true(p->slots > 0 && p->index < p->count);
    for (size_t k = 0; k < p->slots + p->shorts; k++) {
        const struct bsn_slot *const s = &p->slot[k];
        assert_true(k < p->slots ? s->length >= 3 && s->length <= 15 : s->length == 2);
        assert_true(s->number > 0 && s->clue);
        assert_int_equal(s->step, s->direction == BSN_DOWN ? p->columns : 1);
        for (size_t i = 0; i < s->length; i++) {
            const size_t cell = bsn_slot_cell(s, i);
            assert_true(cell < (size_t)p->rows * p->columns);
            assert_true(p->cell[cell] != BSN_CELL_BLOCK);
        }
    }
}

/* Written as ipuz and read again, a puzzle is the same. */
static void check_round_trip(basin_ctx *ctx, const struct bsn_puzzle *p)
{
    struct bsn_text text = BSN_TEXT_INIT(ctx);
    struct bsn_puzzle again;
    char *chars = NULL;

    bsn_puzzle_write_ipuz(p, NULL, NULL, &text);
    ASSERT_OK(ctx, bsn_text_take(&text, &chars));
    ASSERT_OK(ctx, parse(ctx, chars, &again));
    bsn_free(ctx, chars);
    char *const one = told(ctx, p), *const other = told(ctx, &again);
    assert_string_equal(one, other);
    bsn_free(ctx, one);
    bsn_free(ctx, other);
    bsn_puzzle_clear(ctx, &again);
}

/* ------------------------------------------------------------------------- the three forms ---- */

#define TYPED                                                                                      \
    "HEART\n.....\n.....\n.....\n.....\n\nAcross\n1. Pump\n6. Glow\n7. Misuse\n8. Gum\n9. Drift\n" \
    "Down\n1. Core\n2. Coal\n3. Harm\n4. Sap\n5. Fashion\n"
#define SOLVED "\nSolution\nHEART\nEMBER\nABUSE\nRESIN\nTREND\n"
#define WORDS                                                         \
    "1A:0+5*1 Pump\n6A:5+5*1 Glow\n7A:10+5*1 Misuse\n8A:15+5*1 Gum\n" \
    "9A:20+5*1 Drift\n1D:0+5*5 Core\n2D:1+5*5 Coal\n3D:2+5*5 Harm\n"  \
    "4D:3+5*5 Sap\n5D:4+5*5 Fashion\n"
#define OPEN_ROW ". . . . .\n"
#define MINI                                                                                       \
    "[[\"Pump\",\"Glow\",\"Misuse\",\"Gum\",\"Drift\",\"Core\",\"Coal\",\"Harm\",\"Sap\","         \
    "\"Fashion\"],[\"H\",\"E\",\"A\",\"R\",\"T\",\"E\",\"M\",\"B\",\"E\",\"R\",\"A\",\"B\",\"U\"," \
    "\"S\",\"E\",\"R\",\"E\",\"S\",\"I\",\"N\",\"T\",\"R\",\"E\",\"N\",\"D\"]]"
#define HEAD "{\"version\":\"http://ipuz.org/v2\",\"kind\":[\"http://ipuz.org/crossword#1\"],"
#define IPUZ_CLUES                                                                 \
    "\"clues\":{\"Across\":[[1,\"Pump\"],[6,\"Glow\"],[7,\"Misuse\"],[8,\"Gum\"]," \
    "[9,\"Drift\"]],\"Down\":[[1,\"Core\"],[2,\"Coal\"],[3,\"Harm\"],[4,\"Sap\"]," \
    "[5,\"Fashion\"]]},"
#define IPUZ                                                                              \
    HEAD "\"dimensions\":{\"width\":5,\"height\":5},\"puzzle\":[[1,2,3,4,5],"             \
         "[6,0,0,0,0],[7,0,0,0,0],[8,0,0,0,0],[9,0,0,0,0]]," IPUZ_CLUES                   \
         "\"solution\":[[\"H\",\"E\",\"A\",\"R\",\"T\"],[\"E\",\"M\",\"B\",\"E\",\"R\"]," \
         "[\"A\",\"B\",\"U\",\"S\",\"E\"],[\"R\",\"E\",\"S\",\"I\",\"N\"],"               \
         "[\"T\",\"R\",\"E\",\"N\",\"D\"]]}"
#define SAME                                           \
    OPEN_ROW OPEN_ROW OPEN_ROW OPEN_ROW OPEN_ROW WORDS \
        "HEARTEMBERABUSERESINTREND\n10 0 [-] [-] [-]\n"

static void the_forms_agree(void **state)
{
    (void)state;
    static const char *const rest = TYPED SOLVED;
    char typed[1000];

    snprintf(typed, sizeof typed, ".....%s", rest + 5);
    means(typed, SAME);
    means("[" MINI "]", SAME);
    means(IPUZ, SAME);
    means("  \n ipuz ( " IPUZ " ) ;\n", SAME);
    means(IPUZ "\n", SAME);
    means(TYPED, "H E A R T\n" OPEN_ROW OPEN_ROW OPEN_ROW OPEN_ROW WORDS "10 0 [-] [-] [-]\n");
}

static void the_examples_agree(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    struct bsn_puzzle typed, ipuz;

    ASSERT_OK(ctx, bsn_puzzle_read(ctx, "examples/mini.txt", 0, &typed));
    ASSERT_OK(ctx, bsn_puzzle_read(ctx, "examples/mini.ipuz", 0, &ipuz));
    assert_null(typed.solution);
    assert_memory_equal(ipuz.solution, "#CAB#HOMERAMBLEYIELD#CRY#", 25);
    bsn_free(ctx, ipuz.solution);
    ipuz.solution = NULL;
    char *const one = told(ctx, &typed), *const other = told(ctx, &ipuz);
    assert_string_equal(one, other);
    bsn_free(ctx, one);
    bsn_free(ctx, other);
    bsn_puzzle_clear(ctx, &typed);
    bsn_puzzle_clear(ctx, &ipuz);
    test_ctx_done(ctx);
}

static void typed_puzzles(void **state)
{
    (void)state;
#define ROWS "S . .\n. # .\n. . .\n"
#define SLOTS "1A:0+3*1 one\n3A:6+3*1 three\n1D:0+3*3 four\n2D:2+3*3 two\n4 0 [-] [-] [-]\n"
    static const char *const same[] = {
        "s..\n.#.\n...\n\nAcross\n1. one\n3. three\n\nDown\n1. four\n2. two\n",
        "S _ _\r\n_ # _\r\n_ _ _\r\n\r\nACROSS:\r\n1) one\r\n3 three\r\ndown\r\n1 four\r\n2: two",
        "\n\n\tS ? -\n\n.#.\n\n...\n1 Across: one\n3 across three\n1-Down: four\n2D two\n",
        "S..\n.#.\n...\n1A one\n1D. four\n3a) three\n2d: two\n",
        "S..\n.#.\n...\nAcross.\n1 - one\n2D two\n3.three\n1 Down: four\n",
        "S..\n.#.\n...\nDown\n2. two\n1. four\nAcross\n3. three\n1. one",
    };

    for (size_t i = 0; i < COUNT(same); i++)
        means(same[i], ROWS SLOTS);
#undef ROWS
#undef SLOTS
    means("D O W N\n....\nAcross\n1 Down under\n5 ... and so on\nDown\n1. A\n2 A \n3.\n4 -ing\n",
          "D O W N\n. . . .\n1A:0+4*1 Down under\n5A:4+4*1 ... and so on\n1D:0+2*4 A\n2D:1+2*4 A\n"
          "3D:2+2*4 \n4D:3+2*4 -ing\n2 4 [-] [-] [-]\n");
    means("Title: \xc3\x89t\xc3\xa9\nauthor :A. Nobody\nCOPYRIGHT: none\n...\nAcross\n"
          "1. \xd0\x9a\xd0\xbe\xd1\x82 (3)\n",
          ". . .\n1A:0+3*1 \xd0\x9a\xd0\xbe\xd1\x82 (3)\n"
          "1 0 [\xc3\x89t\xc3\xa9] [A. Nobody] [none]\n");
    means("....\n", ". . . .\n1A:0+4*1 \n1 0 [-] [-] [-]\n");
    means("...\nSolution:\n\nc.T\nAcross\n1. Pet\n", ". . .\n1A:0+3*1 Pet\nC.T\n1 0 [-] [-] [-]\n");
    means("...\nSolution\n._?\n", ". . .\n1A:0+3*1 \n1 0 [-] [-] [-]\n");
}

/* Numbers by hand, with black squares, runs of 2 and of 1, and given letters in no word. */
static void numbering(void **state)
{
    (void)state;
    means("#...#\n.....\n.....\n.....\n#...#\n",
          "# . . . #\n" OPEN_ROW OPEN_ROW OPEN_ROW "# . . . #\n"
          "1A:1+3*1 \n4A:5+5*1 \n6A:10+5*1 \n7A:15+5*1 \n8A:21+3*1 \n"
          "1D:1+5*5 \n2D:2+5*5 \n3D:3+5*5 \n4D:5+3*5 \n5D:9+3*5 \n10 0 [-] [-] [-]\n");
    means("...#...\n.#.#.#.\n...X...\n#.#Y#.#\n...#...\n",
          ". . . # . . .\n. # . # . # .\n. . . X . . .\n# . # Y # . #\n. . . # . . .\n"
          "1A:0+3*1 \n3A:4+3*1 \n5A:14+7*1 \n9A:28+3*1 \n10A:32+3*1 \n"
          "1D:0+3*7 \n2D:2+3*7 \n3D:4+3*7 \n4D:6+3*7 \n6D:15+3*7 \n8D:19+3*7 \n7D:17+2*7 \n"
          "11 1 [-] [-] [-]\n");
    means("...\n.#A\n.#B\n.##\n", ". . .\n. # A\n. # B\n. # #\n1A:0+3*1 \n1D:0+4*3 \n2D:2+3*3 \n"
                                  "3 0 [-] [-] [-]\n");
    means("...#Q\n", ". . . # Q\n1A:0+3*1 \n1 0 [-] [-] [-]\n");
    means(".\n.\n.\n", ".\n.\n.\n1D:0+3*1 \n1 0 [-] [-] [-]\n");
}

/* A ring of 3 x 3 cells with four words. */
#define RING HEAD "\"dimensions\":{\"width\":3,\"height\":3},"
#define RING_CLUES "\"clues\":{\"Across\":[[1,\"up\"]],\"Down\":[[2,\"no\"]]}}"
#define RING_GRID "\"puzzle\":[[1,0,2],[0,\"#\",0],[3,0,0]],"

static void ipuz_puzzles(void **state)
{
    (void)state;
    static const char *const same[] = {
        RING "\"puzzle\":[[{\"cell\":1,\"value\":\"S\"},0,2],[0,\"#\",0],[3,0,0]]," RING_CLUES,
        RING
        "\"puzzle\":[[{\"cell\":1,\"value\":\"s\",\"style\":{\"shapebg\":\"circle\"}},0,\"2\"],"
        "[{\"cell\":0},null,{\"style\":\"x\"}],[{\"cell\":3},\"\",\"_\"]]," RING_CLUES,
        RING "\"puzzle\":[[{\"value\":\"S\"},0,0],[0,{\"cell\":\"#\"},0],[0,0,0]]," RING_CLUES,
        RING RING_GRID "\"saved\":[[\"S\",0,\"\"],[null,\"#\",null],[0,0,\"_\"]]," RING_CLUES,
        RING RING_GRID "\"saved\":[[{\"value\":\"S\"},0,0],[0,null,0],[0,0,0]]," RING_CLUES,
        RING "\"block\":\"%\",\"empty\":\"-\",\"puzzle\":[[{\"cell\":1,\"value\":\"S\"},\"-\",2],"
             "[\"-\",\"%\",\"-\"],[3,\"-\",{\"cell\":\"-\",\"value\":\"-\"}]]," RING_CLUES,
        RING "\"empty\":null,\"title\":null,\"solution\":null,\"saved\":null,\"notes\":7,"
             "\"puzzle\":[[{\"cell\":1,\"value\":\"S\"},0,2],[0,\"#\",0],[3,0,0]],"
             "\"clues\":{\"Across:Horizontal\":[{\"number\":1,\"clue\":\"up\",\"cells\":[]}],"
             "\"down\":[{\"number\":\"2\",\"clue\":\"no\"},{\"number\":1}]}}",
        "{\"kind\":\"https://ipuz.org/crossword/crypticcrossword#1\","
        "\"dimensions\":{\"width\":3,\"height\":3},\"saved\":[[\"T\",0,0],[0,0,0],[0,0,0]],"
        "\"puzzle\":[[{\"cell\":1,\"value\":\"S\"},0,2],[0,\"#\",0],[3,0,0]]," RING_CLUES,
    };

    for (size_t i = 0; i < COUNT(same); i++)
        means(same[i], "S . .\n. # .\n. . .\n1A:0+3*1 up\n3A:6+3*1 \n1D:0+3*3 \n2D:2+3*3 no\n"
                       "4 0 [-] [-] [-]\n");
    means(RING RING_GRID "\"solution\":[[\"c\",{\"value\":\"A\"},\"T\"],[0,null,\"\"],[\"R\",0,0]],"
                         "\"title\":\"T\",\"author\":\"\",\"copyright\":\"\\u00a9\"," RING_CLUES,
          ". . .\n. # .\n. . .\n1A:0+3*1 up\n3A:6+3*1 \n1D:0+3*3 \n2D:2+3*3 no\nCAT.#.R..\n"
          "4 0 [T] [] [\xc2\xa9]\n");
}

/* A file may number its words as it likes, and leave runs of 2 without. */
static void numbers_of_the_file(void **state)
{
    (void)state;
    means(RING "\"puzzle\":[[7,0,1],[0,\"#\",0],[300,0,0]],"
               "\"clues\":{\"Across\":[[300,\"x\"]],\"Down\":[[7,\"y\"],[1,\"z\"]]}}",
          ". . .\n. # .\n. . .\n7A:0+3*1 \n300A:6+3*1 x\n7D:0+3*3 y\n1D:2+3*3 z\n"
          "4 0 [-] [-] [-]\n");
    means(HEAD "\"dimensions\":{\"width\":3,\"height\":2},\"puzzle\":[[1,0,2],[3,0,0]],"
               "\"clues\":{\"Down\":[[2,\"on\"]]}}",
          ". . .\n. . .\n1A:0+3*1 \n3A:3+3*1 \n1D:0+2*3 \n2D:2+2*3 on\n2 2 [-] [-] [-]\n");
}

static void round_trips(void **state)
{
    (void)state;
    static const char *const sources[] = {
        TYPED,
        TYPED SOLVED,
        IPUZ,
        "[" MINI "]",
        "...#...\n.#.#.#.\n...X...\n#.#Y#.#\n...#...\n",
        "Title: a \"b\" \\ c\nCopyright: \x01\n...\n"
        "Across\n1. \xe2\x98\x83 \"q\" \t \\ \x7f\x1b[1m\n",
        RING "\"puzzle\":[[7,0,1],[0,\"#\",0],[300,0,0]],\"clues\":{\"Down\":[[1,\"\\n\\t/\"]]}}",
        HEAD "\"dimensions\":{\"width\":3,\"height\":2},\"puzzle\":[[1,0,2],[3,0,0]]}",
    };
    basin_ctx *ctx = test_ctx();

    for (size_t i = 0; i < COUNT(sources); i++) {
        struct bsn_puzzle p;
        ASSERT_OK(ctx, parse(ctx, sources[i], &p));
        check_sound(&p);
        check_round_trip(ctx, &p);
        bsn_puzzle_clear(ctx, &p);
    }
    test_ctx_done(ctx);
}

static void one_of_many(void **state)
{
    (void)state;
    static const char many[] = "[" MINI "," MINI ",[],{\"x\":1}," MINI "]";
    basin_ctx *ctx = test_ctx();
    struct bsn_puzzle p;
    size_t count = 0;

    ASSERT_OK(ctx, bsn_puzzle_count_text(ctx, "f", many, strlen(many), &count));
    assert_int_equal(count, 5);
    ASSERT_OK(ctx, bsn_puzzle_count_text(ctx, "f", IPUZ, strlen(IPUZ), &count));
    assert_int_equal(count, 1);
    ASSERT_OK(ctx, bsn_puzzle_count_text(ctx, "f", TYPED, strlen(TYPED), &count));
    assert_int_equal(count, 1);
    ASSERT_OK(ctx, parse_bytes(ctx, many, strlen(many), 4, &p));
    assert_true(p.index == 4 && p.count == 5);
    bsn_puzzle_clear(ctx, &p);
    ASSERT_FAILS(ctx, parse_bytes(ctx, many, strlen(many), 5, &p), BASIN_STATUS_INPUT,
                 "f.puz: no puzzle 5: the file has 5, counted from 0");
    ASSERT_FAILS(ctx, parse_bytes(ctx, many, strlen(many), 3, &p), BASIN_STATUS_PARSE,
                 "f.puz: puzzle 3 is not [[clues], [letters]]");
    ASSERT_FAILS(ctx, parse_bytes(ctx, IPUZ, strlen(IPUZ), 1, &p), BASIN_STATUS_INPUT,
                 "f.puz: no puzzle 1: the file has 1, counted from 0");
    ASSERT_FAILS(ctx, parse_bytes(ctx, TYPED, strlen(TYPED), 1, &p), BASIN_STATUS_INPUT,
                 "f.puz: no puzzle 1: the file has 1, counted from 0");
    ASSERT_FAILS(ctx, bsn_puzzle_count_text(ctx, "f", "[]", 2, &count), BASIN_STATUS_PARSE,
                 "f: no puzzle in it");
    test_ctx_done(ctx);
}

/* ------------------------------------------------------------------------------- writing ---- */

#define RING_LETTERS "CATAxNRAA" /* what is at a black square does not matter */

static const double ring_sure[] = { 0.966, 1.0, 0.0, 0.5 };

static void write_grid(const struct bsn_puzzle *p, struct bsn_text *text)
{
    bsn_puzzle_write_grid(p, RING_LETTERS, text);
    bsn_puzzle_write_grid(p, NULL, text);
}

static void write_line(const struct bsn_puzzle *p, struct bsn_text *text)
{
    bsn_puzzle_write_line(p, RING_LETTERS, text);
    bsn_puzzle_write_line(p, NULL, text);
}

static void write_slots(const struct bsn_puzzle *p, struct bsn_text *text)
{
    bsn_puzzle_write_slots(p, RING_LETTERS, ring_sure, text);
    bsn_puzzle_write_slots(p, NULL, NULL, text);
}

static void write_ipuz(const struct bsn_puzzle *p, struct bsn_text *text)
{
    bsn_puzzle_write_ipuz(p, RING_LETTERS, ring_sure, text);
}

static void write_short(const struct bsn_puzzle *p, struct bsn_text *text)
{
    bsn_puzzle_write_slots(p, "SEATE.", ring_sure, text);
}

static void writing(void **state)
{
    (void)state;
    /* A clue that would colour a terminal, in two ways. */
    static const char ring[] = "S..\n.#.\n..A\nAcross\n1. x\x1b[31m\xc2\x9b\xc2\xa9\tz\n";

    writes(ring, write_grid, "C A T\nA # N\nR A A\nS . .\n. # .\n. . A\n");
    writes(ring, write_line, "0 CATA#NRAA\n0 S...#...A\n");
    writes(ring, write_slots,
           "1A   CAT  0.97  x [31m \xc2\xa9 z\n3A   RAA  1.00\n1D   CAR  0.00\n2D   TNA  0.50\n"
           "1A   S..  x [31m \xc2\xa9 z\n3A   ..A\n1D   S..\n2D   ..A\n");
    writes("...\n...\n2D on\n", write_short,
           "1A   SEA  0.97\n4A   TE.  1.00\n1D   ST   ----\n2D   EE   ----  on\n3D   A.   ----\n");
    writes(
        "Title: a\n"
        "S..\n.#.\n..A\n1A \"x\"\n2D y\n",
        write_ipuz,
        "{\n  \"version\": \"http://ipuz.org/v2\",\n"
        "  \"kind\": [\"http://ipuz.org/crossword#1\"],\n  \"title\": \"a\",\n"
        "  \"dimensions\": {\"width\": 3, \"height\": 3},\n  \"puzzle\": [\n"
        "    [{\"cell\": 1, \"value\": \"S\"}, 0, 2],\n    [0, \"#\", 0],\n"
        "    [3, 0, {\"cell\": 0, \"value\": \"A\"}]\n  ],\n  \"solution\": [\n"
        "    [\"C\", \"A\", \"T\"],\n    [\"A\", \"#\", \"N\"],\n    [\"R\", \"A\", \"A\"]\n  ],\n"
        "  \"basin:sure\": {\"Across\": [[1, 0.9660], [3, 1.0000]], "
        "\"Down\": [[1, 0.0000], [2, 0.5000]]},\n"
        "  \"clues\": {\n    \"Across\": [\n      [1, \"\\\"x\\\"\"],\n      [3, \"\"]\n"
        "    ],\n    \"Down\": [\n      [1, \"\"],\n      [2, \"y\"]\n    ]\n  }\n}\n");
}

/* A grid that was written is the beginning of a typed puzzle. */
static void grids_can_be_read(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    struct bsn_text text = BSN_TEXT_INIT(ctx);
    struct bsn_puzzle p, again;
    char *chars = NULL;

    ASSERT_OK(ctx, parse(ctx, "d o w n\n#...\n", &p));
    bsn_puzzle_write_grid(&p, NULL, &text);
    ASSERT_OK(ctx, bsn_text_take(&text, &chars));
    ASSERT_OK(ctx, parse(ctx, chars, &again));
    assert_memory_equal(again.cell, "DOWN#...", 8);
    bsn_free(ctx, chars);
    bsn_puzzle_clear(ctx, &p);
    bsn_puzzle_clear(ctx, &again);
    test_ctx_done(ctx);
}

static void a_clue_of_any_length(void **state)
{
    (void)state;
    enum { CHARS = 100000 };
    basin_ctx *ctx = test_ctx();
    struct bsn_text text = BSN_TEXT_INIT(ctx);
    struct bsn_puzzle p;
    char *chars = NULL;

    bsn_text_add(&text, "...\nAcross\n1. %0*d\n", CHARS, 0);
    ASSERT_OK(ctx, bsn_text_take(&text, &chars));
    ASSERT_OK(ctx, parse(ctx, chars, &p));
    bsn_free(ctx, chars);
    assert_int_equal(strlen(p.slot[0].clue), CHARS);
    check_round_trip(ctx, &p);
    bsn_puzzle_clear(ctx, &p);
    test_ctx_done(ctx);
}

/* ----------------------------------------------------------------------------- wrong files ---- */

static void refuse_bytes(const char *text, size_t length, basin_status expected, const char *start)
{
    basin_ctx *ctx = test_ctx();
    struct bsn_puzzle untouched, p;

    memset(&untouched, 0x5a, sizeof untouched);
    p = untouched;
    ASSERT_FAILS(ctx, parse_bytes(ctx, text, length, 0, &p), expected, start);
    assert_ptr_equal(strstr(basin_error_text(ctx), start), basin_error_text(ctx));
    assert_memory_equal(&p, &untouched, sizeof p);
    test_ctx_done(ctx);
}

static void refuse(const char *text, basin_status expected, const char *start)
{
    refuse_bytes(text, strlen(text), expected, start);
}

static void typed_that_is_wrong(void **state)
{
    (void)state;
#define GRID "...\n.#.\n...\n"
    static const char *const bad[][2] = {
        { "", "f.puz:1: the file is empty" },
        { " \n\t\r\n", "f.puz:1: no crossword in it" },
        { "\xef\xbb\xbf", "f.puz:1: \"\xef\xbb\xbf\" is no cell" },
        { "Title: x\n", "f.puz:1: no grid before the clues" },
        { "\nAcross\n1. x\n", "f.puz:2: no grid before the clues" },
        { "1. x\n...\n", "f.puz:1: no grid before the clues" },
        { "...\n.\xc3\x89.\n", "f.puz:2: \"\xc3\x89\" is no cell of a grid: \".\" is open" },
        { "\n...\n..\xd0\x96\n", "f.puz:3: \"\xd0\x96\" is no cell" },
        { "...\n..\xff\n", "f.puz:2: \"\\xff\" is no cell" },
        { "\x1f\x8b\x08\n", "f.puz:1: \"\\x1f\" is no cell" },
        { "...\n..\xc2\x9b\n", "f.puz:2: \"\\xc2\" is no cell" },
        { "Date: today\n...\n", "f.puz:1: \":\" is no cell" },
        { "Title: a\nTitle: b\n...\n", "f.puz:2: a second line \"Title\"" },
        { "Title: \xff\n...\n", "f.puz:1: \"\\xff\" is no text in UTF-8" },
        { "...\n..\n", "f.puz:2: row 2 is 2 wide, the rows before it 3" },
        { "...\n\n....\n", "f.puz:3: row 2 is 4 wide, the rows before it 3" },
        { "..\n..\n", "f.puz: the grid has no word of 3 letters or more" },
        { "###\n", "f.puz: the grid has no word" },
        { "A\n", "f.puz: the grid has no word" },
        { "...#.\n", "f.puz: row 1, column 5 is in no word of 3 letters or more" },
        { "...#..\n####..\n", "f.puz: row 1, column 5 is in no word" },
        { GRID "Across\n2. x\n", "f.puz:5: a clue for 2 across, but the grid has no such word" },
        { GRID "Down\n0. x\n", "f.puz:5: a clue for 0 down" },
        { GRID "3D x\n", "f.puz:4: a clue for 3 down" },
        { GRID "99999999999999999999A x\n", "f.puz:4: a clue for 4294967295 across" },
        { GRID "Across\n1. x\nDown\n1. y\n1A z\n", "f.puz:8: a second clue for 1 across" },
        { GRID "Across\n1.\n1. x\n", "f.puz:6: a second clue for 1 across" },
        { GRID "1. x\n", "f.puz:4: is clue 1 across or down?" },
        { GRID "1 A bird\n", "f.puz:4: is clue 1 across or down?" },
        { GRID "1 solution: x\n", "f.puz:4: is clue 1 across or down?" },
        { GRID "Across\nx\n", "f.puz:5: \"x\" begins no clue" },
        { GRID "Across\n\xd0\x96\n", "f.puz:5: \"\xd0\x96\" begins no clue" },
        { GRID "Across\n1. x\n...\n", "f.puz:6: \".\" begins no clue" },
        { GRID "Across\n1. a\xffz\n", "f.puz:5: \"\\xff\" is no text in UTF-8" },
        { GRID "Across\n1. \xed\xa0\x80\n", "f.puz:5: \"\\xed\" is no text" },
        { GRID "Across\n1. \xc0\xaf\n", "f.puz:5: \"\\xc0\" is no text" },
        { GRID "Across\n1. \xf5\x80\x80\x80\n", "f.puz:5: \"\\xf5\" is no text" },
        { GRID "Across\n1. \xe2\x98", "f.puz:5: \"\\xe2\" is no text" },
        { GRID "Solution\nCAT\nA#A\n", "f.puz:6: the solution has 2 rows, the grid has 3" },
        { GRID "Solution\nCAT\nA#\nXXX\n", "f.puz:6: row 2 of the solution is 2 wide" },
        { GRID "Solution\nCATS\n", "f.puz:5: row 1 of the solution is 4 wide, the grid 3" },
        { GRID "Solution\nC1T\n", "f.puz:5: \"1\" is no cell" },
        { GRID "Solution\nCAT\nAAA\nTTT\n",
          "f.puz: row 2, column 2: \"#\" in the grid, \"A\" in its solution" },
        { GRID "Solution\nC#T\nA#A\nTTT\n",
          "f.puz: row 1, column 2: \".\" in the grid, \"#\" in its solution" },
        { "S..\nSolution\nCAT\n", "f.puz: row 1, column 1: \"S\" in the grid, \"C\" in its" },
        { "...\nSolution\nCAT\nSolution\nCAT\n", "f.puz:4: a second solution" },
        { "...\nSolution\nCAT\nCAT\n", "f.puz:4: \"C\" begins no clue" },
    };
#undef GRID

    for (size_t i = 0; i < COUNT(bad); i++)
        refuse(bad[i][0], BASIN_STATUS_PARSE, bad[i][1]);
}

static void json_that_is_wrong(void **state)
{
    (void)state;
#define LAST "\"A\",\"A\",\"A\",\"A\",\"A\""
#define FIVE LAST ","
    static const char *const bad[][2] = {
        { "{", "f.puz:1: JSON: " },
        { "\n\n{\n\"version\": }\n", "f.puz:4: JSON: " },
        { "{\"a\":1,\"a\":2}", "f.puz:1: JSON: duplicate object key" },
        { "{} {}", "f.puz:1: JSON: end of file expected" },
        { "{\"a\": \"\xff\"}", "f.puz:1: JSON: " },
        { "{\"a\": \"\\u0000\"}", "f.puz:1: JSON: " },
        { "{\"a\": 99999999999999999999}", "f.puz:1: JSON: too big integer" },
        { "{\"a\": 1e999}", "f.puz:1: JSON: real number overflow" },
        { "ipuz(", "f.puz: \"ipuz(\" is not closed by \")\"" },
        { "ipuz({}", "f.puz: \"ipuz(\" is not closed" },
        { "ipuz()", "f.puz:1: JSON: " },
        { "ipuz({)", "f.puz:1: JSON: " },
        { "[]", "f.puz: no puzzle in it" },
        { "[1]", "f.puz: puzzle 0 is not [[clues], [letters]]" },
        { "[[]]", "f.puz: puzzle 0 is not [[clues], [letters]]" },
        { "[[{},{},{}]]", "f.puz: puzzle 0 is not" },
        { "[[[],[]]]", "f.puz: puzzle 0 has no list of 25 letters behind its clues" },
        { "[[{},{}]]", "f.puz: puzzle 0 has no list of 25 letters" },
        { "[[[],[" FIVE FIVE FIVE FIVE "\"A\",\"A\",\"A\",\"A\",\"AB\"]]]",
          "f.puz: puzzle 0 has something that is no letter from A to Z at place 25" },
        { "[[[],[7,\"A\",\"A\",\"A\",\"A\"," FIVE FIVE FIVE LAST "]]]",
          "f.puz: puzzle 0 has something that is no letter from A to Z at place 1" },
        { "[[[],[" FIVE FIVE FIVE FIVE LAST "]]]", "f.puz: puzzle 0 has no list of 10 clues" },
        { "[[[1,2,3,4,5,6,7,8,9,0],[" FIVE FIVE FIVE FIVE LAST "]]]",
          "f.puz: puzzle 0 has no text as clue 1" },
    };
#undef LAST
#undef FIVE

    for (size_t i = 0; i < COUNT(bad); i++)
        refuse(bad[i][0], BASIN_STATUS_PARSE, bad[i][1]);
}

static void ipuz_that_is_wrong(void **state)
{
    (void)state;
#define KIND "{\"kind\":[\"http://ipuz.org/crossword#1\"],"
#define CELL(cell) RING "\"puzzle\":[[1,0,2],[0,\"#\"," cell "],[3,0,0]]}"
#define SOLVE(rows) RING RING_GRID "\"solution\":" rows "}"
#define CLUE(lists) RING RING_GRID "\"clues\":" lists "}"
    static const char *const bad[][2] = {
        { "{}", "f.puz: \"kind\" is not \"http://ipuz.org/crossword#1\"" },
        { "{\"kind\":7}", "f.puz: \"kind\" is not" },
        { "{\"kind\":[7,null,{}]}", "f.puz: \"kind\" is not" },
        { "{\"kind\":[\"http://ipuz.org/sudoku#1\"]}", "f.puz: \"kind\" is not" },
        { "{\"kind\":[\"http://ipuz.org/crossword/diagramless#1\"]}", "f.puz: \"kind\" is not" },
        { "{\"version\":3}", "f.puz: \"version\" is neither" },
        { "{\"version\":\"http://ipuz.org/v9\"}", "f.puz: \"version\" is neither" },
        { KIND "\"dimensions\":5}", "f.puz: \"dimensions\" has no width" },
        { KIND "\"dimensions\":{\"width\":5}}", "f.puz: \"dimensions\" has no height" },
        { KIND "\"dimensions\":{\"width\":0,\"height\":5}}", "f.puz: \"dimensions\" has no width" },
        { KIND "\"dimensions\":{\"width\":-5,\"height\":5}}", "f.puz: \"dimensions\" has no wid" },
        { KIND "\"dimensions\":{\"width\":3.5,\"height\":5}}", "f.puz: \"dimensions\" has no wi" },
        { RING "\"puzzle\":7}", "f.puz: \"puzzle\" is no list of 3 rows" },
        { RING "\"puzzle\":[[1,0,2],[0,0,0]]}", "f.puz: \"puzzle\" is no list of 3 rows" },
        { RING "\"x\":0}", "f.puz: \"puzzle\" is no list of 3 rows" },
        { RING "\"puzzle\":[[1,0,2],[0,0],[3,0,0]]}",
          "f.puz: row 2 of \"puzzle\" is no list of 3" },
        { RING "\"puzzle\":[[1,0,2],{},[3,0,0]]}", "f.puz: row 2 of \"puzzle\" is no list of 3" },
        { RING "\"block\":7}", "f.puz: \"block\" is no text" },
        { RING "\"empty\":\"#\"}", "f.puz: \"empty\" and \"block\" are the same" },
        { CELL("-1"),
          "f.puz: \"puzzle\", row 2, column 3 is neither a number nor black nor empty" },
        { CELL("true"), "f.puz: \"puzzle\", row 2, column 3 is neither" },
        { CELL("\"S\""), "f.puz: \"puzzle\", row 2, column 3 is neither" },
        { CELL("[]"), "f.puz: \"puzzle\", row 2, column 3 is neither" },
        { CELL("1.5"), "f.puz: \"puzzle\", row 2, column 3 is neither" },
        { CELL("{\"cell\":{}}"), "f.puz: \"puzzle\", row 2, column 3 is neither" },
        { CELL("{\"value\":7}"), "f.puz: \"puzzle\", row 2, column 3 holds no text" },
        { CELL("{\"value\":\"#\"}"), "f.puz: \"puzzle\", row 2, column 3 is open, but its value" },
        { CELL("{\"value\":\"STAR\"}"),
          "f.puz: \"puzzle\", row 2, column 3 holds more than one letter, \"STAR\": a rebus" },
        { CELL("{\"value\":\"\xc3\x89\"}"),
          "f.puz: \"puzzle\", row 2, column 3 holds \"\xc3\x89\", which is no letter from A to Z" },
        { CELL("{\"style\":{\"barred\":\"TL\"}}"),
          "f.puz: \"puzzle\", row 2, column 3 has bars: only black squares can end words" },
        { RING "\"styles\":{\"b\":{\"barred\":\"T\"}},\"puzzle\":[[1,0,2],[0,\"#\","
               "{\"cell\":0,\"style\":\"b\"}],[3,0,0]]}",
          "f.puz: \"puzzle\", row 2, column 3 has bars" },
        { RING RING_GRID "\"saved\":[]}", "f.puz: \"saved\" is no list of 3 rows" },
        { RING RING_GRID "\"saved\":[[\"8\",0,0],[0,0,0],[0,0,0]]}",
          "f.puz: \"saved\", row 1, column 1 holds \"8\"" },
        { SOLVE("{}"), "f.puz: \"solution\" is no list of 3 rows" },
        { SOLVE("[[\"A\",\"AB\",0],[0,0,0],[0,0,0]]"),
          "f.puz: \"solution\", row 1, column 2 holds more than one letter" },
        { SOLVE("[[\"A\",{\"value\":[]},0],[0,0,0],[0,0,0]]"),
          "f.puz: \"solution\", row 1, column 2 holds no text" },
        { SOLVE("[[\"A\",\"#\",0],[0,0,0],[0,0,0]]"),
          "f.puz: row 1, column 2: \".\" in the grid, \"#\" in its solution" },
        { SOLVE("[[\"A\",0,0],[0,\"A\",0],[0,0,0]]"),
          "f.puz: row 2, column 2: \"#\" in the grid, \"A\" in its solution" },
        { RING "\"puzzle\":[[1,0,2],[0,\"#\",0],[0,0,0]]}",
          "f.puz: row 3, column 1 begins a word across, but has no number" },
        { RING "\"puzzle\":[[1,0,2],[0,\"#\",0],[1,0,0]]}", "f.puz: two words are 1 across" },
        { RING "\"puzzle\":[[null,0,0],[0,null,null],[0,0,0]]}",
          "f.puz: row 1, column 2 is in no" },
        { RING "\"puzzle\":[[0,0,null],[0,null,0],[null,0,0]]}", "f.puz: the grid has no word" },
        { CLUE("7"), "f.puz: \"clues\" is no object" },
        { CLUE("[[1,\"x\"]]"), "f.puz: \"clues\" is no object" },
        { CLUE("{\"Diagonal\":[]}"),
          "f.puz: clues \"Diagonal\": only Across and Down can be read" },
        { CLUE("{\"Acros\":[]}"), "f.puz: clues \"Acros\": only" },
        { CLUE("{\"Acrosses\":[]}"), "f.puz: clues \"Acrosses\": only" },
        { CLUE("{\"Across\":{}}"), "f.puz: clues \"Across\" are no list" },
        { CLUE("{\"Across\":[\"x\"]}"), "f.puz: a clue of \"Across\" is neither [number, text]" },
        { CLUE("{\"Across\":[[1]]}"), "f.puz: a clue of \"Across\" is neither" },
        { CLUE("{\"Across\":[[1,\"x\",2]]}"), "f.puz: a clue of \"Across\" is neither" },
        { CLUE("{\"Across\":[[\"x\",\"y\"]]}"), "f.puz: a clue of \"Across\" has no number" },
        { CLUE("{\"Across\":[{\"clue\":\"y\"}]}"), "f.puz: a clue of \"Across\" has no number" },
        { CLUE("{\"Down\":[[1,7]]}"), "f.puz: clue 1 of \"Down\" is no text" },
        { CLUE("{\"Across\":[[2,\"x\"]]}"),
          "f.puz: a clue for 2 across, but the grid has no such" },
        { CLUE("{\"Down\":[[1,\"x\"],[1,\"x\"]]}"), "f.puz: a second clue for 1 down" },
        { CLUE("{\"Down\":[[1,\"x\"]],\"Down:x\":[[1,\"\"]]}"), "f.puz: a second clue for 1 down" },
        { RING RING_GRID "\"title\":7}", "f.puz: \"title\" is no text" },
        { RING RING_GRID "\"author\":[]}", "f.puz: \"author\" is no text" },
    };
#undef KIND
#undef CELL
#undef SOLVE
#undef CLUE

    for (size_t i = 0; i < COUNT(bad); i++)
        refuse(bad[i][0], BASIN_STATUS_PARSE, bad[i][1]);
}

static void zero_bytes(void **state)
{
    (void)state;
    refuse_bytes("\0", 1, BASIN_STATUS_PARSE, "f.puz:1: a zero byte");
    refuse_bytes("\177ELF\2\1\1\0\0", 9, BASIN_STATUS_PARSE, "f.puz:1: a zero byte");
    refuse_bytes("...\nAcross\n1. a\0b\n", 18, BASIN_STATUS_PARSE, "f.puz:3: a zero byte");
    refuse_bytes("{\"a\":\n\"\0\"}", 10, BASIN_STATUS_PARSE, "f.puz:2: a zero byte");
}

/* `count` times the same character, then `more`; freed with free. */
static char *repeated(size_t count, char c, const char *more)
{
    char *const text = malloc(count + strlen(more) + 1);

    assert_non_null(text);
    memset(text, c, count);
    strcpy(text + count, more);
    return text;
}

static void sizes_past_the_limits(void **state)
{
    (void)state;
    char *wide = repeated(65, '.', "\n"), *tall = repeated(2 * 65, '\n', "");
    char *deep = repeated(100000, '[', ""), *huge = repeated(BSN_PUZZLE_CHARS + 1, '.', "");

    for (size_t k = 0; k < 65; k++)
        tall[2 * k] = '.';
    refuse(wide, BASIN_STATUS_TOO_BIG, "f.puz:1: more than 64 cells in a row");
    refuse(tall, BASIN_STATUS_TOO_BIG, "f.puz:65: more than 64 rows");
    refuse(deep, BASIN_STATUS_PARSE, "f.puz:1: JSON: maximum parsing depth reached");
    refuse(huge, BASIN_STATUS_TOO_BIG, "f.puz: 4194305 bytes are no crossword; at most 4194304");
    refuse("................\n", BASIN_STATUS_TOO_BIG,
           "f.puz: 1 across has 16 letters; at most 15");
    tall[2 * 16] = 0;
    refuse(tall, BASIN_STATUS_TOO_BIG, "f.puz: 1 down has 16 letters; at most 15");
    refuse(HEAD "\"dimensions\":{\"width\":65,\"height\":5}}", BASIN_STATUS_TOO_BIG,
           "f.puz: a width of 65 cells; at most 64");
    refuse(HEAD "\"dimensions\":{\"width\":5,\"height\":4294967295}}", BASIN_STATUS_TOO_BIG,
           "f.puz: a height of 4294967295 cells; at most 64");
    free(wide);
    free(tall);
    free(deep);
    free(huge);
}

/* The largest grid there can be, with words of 15 and of 2 letters. */
static void the_largest_grid(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    char *const text = repeated(64 * 65, '.', "");
    struct bsn_puzzle p;

    for (size_t row = 0; row < 64; row++) {
        text[65 * row + 64] = '\n';
        for (size_t k = 15; k < 64; k += 16)
            text[65 * row + k] = '#';
        if (row % 3 == 2)
            memset(text + 65 * row, '#', 64);
    }
    ASSERT_OK(ctx, parse(ctx, text, &p));
    check_sound(&p);
    assert_true(p.rows == 64 && p.columns == 64);
    assert_int_equal(p.slots, 43 * 4);
    assert_int_equal(p.shorts, 21 * 60);
    check_round_trip(ctx, &p);
    bsn_puzzle_clear(ctx, &p);
    free(text);
    test_ctx_done(ctx);
}

/* -------------------------------------------------------------------------------- damage ---- */

static const char *const sound[] = {
    TYPED SOLVED,
    "Title: a\n#...\n....\n...#\n\n1A x\n4 Across: y\nDown\n1. z\n",
    IPUZ,
    "ipuz(" RING RING_GRID "\"saved\":[[\"S\",0,0],[0,null,0],[0,0,0]]," RING_CLUES ");",
    "[" MINI "]",
};

/* Whatever the bytes are, the outcome is a sound puzzle or one line. */
static void parse_any(basin_ctx *ctx, const char *text, size_t length)
{
    struct bsn_puzzle p;
    const basin_status status = parse_bytes(ctx, text, length, 0, &p);

    if (status == BASIN_STATUS_OK) {
        check_sound(&p);
        check_round_trip(ctx, &p);
        bsn_puzzle_clear(ctx, &p);
        return;
    }
    assert_true(status == BASIN_STATUS_PARSE || status == BASIN_STATUS_TOO_BIG);
    assert_int_equal(strncmp(basin_error_text(ctx), "f.puz:", 6), 0);
    assert_null(strchr(basin_error_text(ctx), '\n'));
}

static void cut_at_every_byte(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();

    for (size_t i = 0; i < COUNT(sound); i++)
        for (size_t length = 0; length <= strlen(sound[i]); length++)
            parse_any(ctx, sound[i], length);
    test_ctx_done(ctx);
}

static void random_damage(void **state)
{
    (void)state;
    static const char likely[] = "0123456789 \n\r.#_ASaxd:[]{}\",()\\\0\xff\xc3\xa9";
    enum { MOST = 4 };
    basin_ctx *ctx = test_ctx();

    for (uint32_t round = 0; round < 10000; round++) {
        const struct bsn_rng rng = { 8, BSN_RNG_TEST, 0, round };
        const char *const source = sound[round % COUNT(sound)];
        char text[1000];
        size_t length = strlen(source);
        assert_true(length + MOST < sizeof text);
        memcpy(text, source, length);
        for (uint32_t k = 0; k <= round / COUNT(sound) % MOST; k++)
            length = test_hurt(&rng, k, likely, sizeof likely - 1, text, length);
        parse_any(ctx, text, length);
    }
    test_ctx_done(ctx);
}

/* ---------------------------------------------------------------- files and refused memory ---- */

static void files_are_read(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    struct bsn_puzzle p;
    char path[64], start[100];
    size_t count = 0;

    snprintf(path, sizeof path, "/tmp/basin-test-puzzle.%ld", (long)getpid());
    ASSERT_OK(ctx, bsn_file_write(ctx, path, "[" MINI "," MINI "]", sizeof MINI MINI "[,]" - 1));
    ASSERT_OK(ctx, bsn_puzzle_count(ctx, path, &count));
    assert_int_equal(count, 2);
    ASSERT_OK(ctx, bsn_puzzle_read(ctx, path, 1, &p));
    assert_int_equal(p.index, 1);
    bsn_puzzle_clear(ctx, &p);
    ASSERT_OK(ctx, bsn_file_write(ctx, path, "...\n.1.\n", 8));
    snprintf(start, sizeof start, "%s:2: \"1\" is no cell", path);
    ASSERT_FAILS(ctx, bsn_puzzle_read(ctx, path, 0, &p), BASIN_STATUS_PARSE, start);
    unlink(path);
    ASSERT_FAILS(ctx, bsn_puzzle_read(ctx, path, 0, &p), BASIN_STATUS_IO, path);
    ASSERT_FAILS(ctx, bsn_puzzle_count(ctx, path, &count), BASIN_STATUS_IO, path);
    test_ctx_done(ctx);
}

static basin_status parse_and_write(basin_ctx *ctx, void *arg)
{
    const char *source = arg;
    struct bsn_text text = BSN_TEXT_INIT(ctx);
    struct bsn_puzzle p;
    char *chars;

    BSN_TRY(bsn_puzzle_parse(ctx, "f.puz", source, strlen(source), 0, &p));
    bsn_puzzle_write_ipuz(&p, NULL, NULL, &text);
    bsn_puzzle_write_slots(&p, NULL, NULL, &text);
    bsn_puzzle_clear(ctx, &p);
    BSN_TRY(bsn_text_take(&text, &chars));
    bsn_free(ctx, chars);
    return BASIN_STATUS_OK;
}

static void refused_memory_is_reported(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(sound); i++) {
        char source[1000];
        snprintf(source, sizeof source, "%s", sound[i]);
        assert_true(test_refuse_each(parse_and_write, source) > 6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_forms_agree),
        cmocka_unit_test(the_examples_agree),
        cmocka_unit_test(typed_puzzles),
        cmocka_unit_test(numbering),
        cmocka_unit_test(ipuz_puzzles),
        cmocka_unit_test(numbers_of_the_file),
        cmocka_unit_test(round_trips),
        cmocka_unit_test(one_of_many),
        cmocka_unit_test(writing),
        cmocka_unit_test(grids_can_be_read),
        cmocka_unit_test(a_clue_of_any_length),
        cmocka_unit_test(typed_that_is_wrong),
        cmocka_unit_test(json_that_is_wrong),
        cmocka_unit_test(ipuz_that_is_wrong),
        cmocka_unit_test(zero_bytes),
        cmocka_unit_test(sizes_past_the_limits),
        cmocka_unit_test(the_largest_grid),
        cmocka_unit_test(cut_at_every_byte),
        cmocka_unit_test(random_damage),
        cmocka_unit_test(files_are_read),
        cmocka_unit_test(refused_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
