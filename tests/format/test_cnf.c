/* test_cnf.c - formulas are read as they are meant, and whatever is wrong is refused by line. */
#define _GNU_SOURCE
#include "format/cnf.h"

#include "base/file.h"
#include "base/text.h"
#include "damage.h"

#include <fcntl.h>
#include <unistd.h>

/* Parses a copy of exactly the text's size, so that a sanitizer sees any read outside. */
static basin_status parse_bytes(basin_ctx *ctx, const char *text, size_t length,
                                struct bsn_cnf *out)
{
    char *tight = malloc(length ? length : 1);

    assert_non_null(tight);
    memcpy(tight, text, length);
    const basin_status status = bsn_cnf_parse(ctx, "f.cnf", tight, length, out);
    free(tight);
    return status;
}

static basin_status parse(basin_ctx *ctx, const char *text, struct bsn_cnf *out)
{
    return parse_bytes(ctx, text, strlen(text), out);
}

/* What bsn_cnf_write makes of a formula; to be freed with bsn_free. */
static char *written(basin_ctx *ctx, const struct bsn_cnf *cnf, const char *comment)
{
    struct bsn_text text = BSN_TEXT_INIT(ctx);
    char *chars = NULL;

    bsn_cnf_write(cnf, comment, &text);
    ASSERT_OK(ctx, bsn_text_take(&text, &chars));
    return chars;
}

/* What must be true of every formula, wherever it came from. */
static void check_clean(const struct bsn_cnf *cnf)
{
    size_t longest = 0;

    assert_int_equal(cnf->given, cnf->clauses + cnf->tautologies + cnf->empty);
    assert_int_equal(cnf->first[0], 0);
    for (size_t k = 0; k < cnf->clauses; k++) {
        const uint32_t begin = cnf->first[k], end = cnf->first[k + 1];
        assert_true(begin < end);
        longest = end - begin > longest ? end - begin : longest;
        for (uint32_t i = begin; i < end; i++) {
            assert_int_not_equal(cnf->literal[i], 0);
            assert_true((uint32_t)abs(cnf->literal[i]) <= cnf->vars);
            for (uint32_t j = begin; j < i; j++)
                assert_int_not_equal(abs(cnf->literal[i]), abs(cnf->literal[j]));
        }
    }
    assert_int_equal(cnf->longest, longest);
}

/* ------------------------------------------------------------------------ right formulas ---- */

/* Reads a text and compares with what it should be once written again. */
static void means(const char *text, const char *expected)
{
    basin_ctx *ctx = test_ctx();
    struct bsn_cnf cnf;

    ASSERT_OK(ctx, parse(ctx, text, &cnf));
    check_clean(&cnf);
    char *chars = written(ctx, &cnf, NULL);
    assert_string_equal(chars, expected);
    bsn_free(ctx, chars);
    bsn_cnf_clear(ctx, &cnf);
    test_ctx_done(ctx);
}

static void a_small_formula(void **state)
{
    (void)state;
    static const uint32_t first[] = { 0, 3, 4 };
    static const int32_t literal[] = { 1, -3, 2, -2 };
    basin_ctx *ctx = test_ctx();
    struct bsn_cnf cnf;

    ASSERT_OK(ctx, parse(ctx, "c hello\np cnf 4 2\n1 -3 2 0\n-2 0\n", &cnf));
    assert_int_equal(cnf.vars, 4);
    assert_int_equal(cnf.clauses, 2);
    assert_int_equal(cnf.given, 2);
    assert_int_equal(cnf.longest, 3);
    assert_memory_equal(cnf.first, first, sizeof first);
    assert_memory_equal(cnf.literal, literal, sizeof literal);
    bsn_cnf_clear(ctx, &cnf);
    assert_null(cnf.first);
    bsn_cnf_clear(ctx, &cnf);
    test_ctx_done(ctx);
}

static void the_layout_is_free(void **state)
{
    (void)state;
    static const char *const same[] = {
        "p cnf 3 2\n1 2 0\n-3 0\n",
        "p cnf 3 2\n1 2 0\n-3 0",
        "p cnf 3 2\n1 2 0 -3 0\n",
        "p cnf 3 2\n1\n2\n\n0\n-3\n0\n",
        "p cnf 3 2\r\n1 2 0\r\n-3 0\r\n",
        "  p\t cnf   3  2  \n\t1  2\t0\n   -3 0   \n\n\n",
        "c\nc a\ncb\n\nc \xc3\xa9\xff\np cnf 3 2\n1 2 0\n-3 0\n",
        "p cnf 3 2\nc between\n1 2 0\nc\n-3 0\nc after",
        "p cnf 3 2\n1\nc inside a clause: 3 0\n2 0 -3\n  c with blanks before\n0\nc",
        "p cnf 3 2\n1 2 0\n-3 0\n%\n0\n\n",
        "p cnf 3 2\n1 2 0\n-3 0\n%",
        "p cnf 3 2\n1 2 0\n-3 0\n % anything 4 5\np cnf x\n",
        "p cnf 0003 02\n01 2 000\n-03 0\n",
    };

    for (size_t i = 0; i < COUNT(same); i++)
        means(same[i], "p cnf 3 2\n1 2 0\n-3 0\n");
}

static void formulas_without_clauses(void **state)
{
    (void)state;
    means("p cnf 0 0", "p cnf 0 0\n");
    means("c none\np cnf 0 0\n", "p cnf 0 0\n");
    means("p cnf 5 0\n%\n0\n", "p cnf 5 0\n");
    means("p cnf 134217728 0\n", "p cnf 134217728 0\n");
}

static void clauses_are_cleaned(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    struct bsn_cnf cnf;

    means("p cnf 3 1\n3 1 3 3 1 -2 0\n", "p cnf 3 1\n3 1 -2 0\n");
    means("p cnf 3 2\n1 2 -1 0\n3 0\n", "p cnf 3 1\n3 0\n");
    means("p cnf 3 2\n0\n3 0\n", "p cnf 3 2\n3 0\n0\n");
    means("p cnf 0 2\n0 0\n", "p cnf 0 2\n0\n0\n");
    means("p cnf 134217728 1\n134217728 -134217727 134217728 0",
          "p cnf 134217728 1\n134217728 -134217727 0\n");
    ASSERT_OK(ctx, parse(ctx, "p cnf 2 6\n1 1 -1 0 0 2 0 -1 1 0 0 -2 -2 0", &cnf));
    assert_int_equal(cnf.given, 6);
    assert_int_equal(cnf.clauses, 2);
    assert_int_equal(cnf.tautologies, 2);
    assert_int_equal(cnf.empty, 2);
    assert_int_equal(cnf.longest, 1);
    bsn_cnf_clear(ctx, &cnf);
    test_ctx_done(ctx);
}

static void comments_are_written(void **state)
{
    (void)state;
    static const struct {
        const char *comment, *text;
    } pair[] = {
        { NULL, "p cnf 1 1\n-1 0\n" },
        { "", "p cnf 1 1\n-1 0\n" },
        { "seed 7", "c seed 7\np cnf 1 1\n-1 0\n" },
        { "a\n\nb\n", "c a\nc\nc b\np cnf 1 1\n-1 0\n" },
    };
    basin_ctx *ctx = test_ctx();
    struct bsn_cnf cnf;

    ASSERT_OK(ctx, parse(ctx, "p cnf 1 1 \n -1 0", &cnf));
    for (size_t i = 0; i < COUNT(pair); i++) {
        char *chars = written(ctx, &cnf, pair[i].comment);
        assert_string_equal(chars, pair[i].text);
        bsn_free(ctx, chars);
    }
    bsn_cnf_clear(ctx, &cnf);
    test_ctx_done(ctx);
}

/* ----------------------------------------------------------------------- random formulas ---- */

/* The cleaning once more, as it is defined. Returns the number of literals that stay, 0 for a
 * clause that holds always. */
static size_t clean_naively(const int32_t *literal, size_t count, int32_t *kept)
{
    size_t n = 0;

    for (size_t i = 0; i < count; i++) {
        bool known = false;
        for (size_t j = 0; j < n; j++) {
            if (kept[j] == -literal[i])
                return 0;
            known = known || kept[j] == literal[i];
        }
        if (!known)
            kept[n++] = literal[i];
    }
    return n;
}

/* A clause over `vars` variables in which some occur again. In half of the clauses a variable
 * always has the same sign: most long clauses would hold always otherwise. */
static size_t random_clause(const struct bsn_rng *rng, uint32_t most, uint32_t vars,
                            int32_t *literal)
{
    const size_t count = bsn_rng_below(rng, 0, most + 1);
    const bool mixed = bsn_rng_below(rng, 1, 2) == 0;

    for (uint32_t i = 0; i < count; i++) {
        uint32_t word[4];
        bsn_rng_words(rng, 2 + i, word);
        const bool again = i > 0 && word[0] % 8 == 0;
        const int32_t v = again ? abs(literal[word[1] % i]) : 1 + (int32_t)(word[1] % vars);
        const bool negative = mixed ? word[2] % 2 : v % 3 == 0;
        literal[i] = negative ? -v : v;
    }
    return count;
}

/* Short and long clauses, few and many variables: both ways of finding repeats, and each pass of
 * the sort. */
static void adding_is_cleaning(void **state)
{
    (void)state;
    enum { MOST = 150 };
    static const uint32_t sizes[] = { 2, 9, 200, 3000, 1 << 20, 1 << 27 };
    basin_ctx *ctx = test_ctx();
    int32_t literal[MOST], kept[MOST];

    for (uint32_t s = 0; s < COUNT(sizes); s++) {
        struct bsn_cnf cnf;
        ASSERT_OK(ctx, bsn_cnf_begin(ctx, sizes[s], 10, &cnf));
        for (uint32_t round = 0; round < 300; round++) {
            const struct bsn_rng rng = { 3, BSN_RNG_TEST, s, round };
            const size_t count = random_clause(&rng, round % 3 ? MOST : 8, sizes[s], literal);
            const size_t n = clean_naively(literal, count, kept);
            const struct bsn_cnf was = cnf;
            ASSERT_OK(ctx, bsn_cnf_add(ctx, &cnf, literal, count));
            assert_int_equal(cnf.empty, was.empty + (count == 0));
            assert_int_equal(cnf.tautologies, was.tautologies + (count > 0 && n == 0));
            assert_int_equal(cnf.first[cnf.clauses], cnf.first[was.clauses] + n);
            if (n > 0)
                assert_memory_equal(cnf.literal + cnf.first[was.clauses], kept, n * sizeof *kept);
        }
        check_clean(&cnf);
        assert_true(cnf.clauses > 50 && cnf.tautologies > 10 && cnf.empty > 0);
        bsn_cnf_clear(ctx, &cnf);
    }
    test_ctx_done(ctx);
}

static void random_formula(basin_ctx *ctx, uint32_t stream, struct bsn_cnf *out)
{
    const struct bsn_rng size = { 4, BSN_RNG_TEST, stream, 0 };
    const uint32_t vars = 1 + bsn_rng_below(&size, 0, stream % 2 ? 30 : BSN_CNF_VARS);
    const uint32_t clauses = bsn_rng_below(&size, 1, 40);
    int32_t literal[80];

    ASSERT_OK(ctx, bsn_cnf_begin(ctx, vars, clauses, out));
    for (uint32_t k = 0; k < clauses; k++) {
        const struct bsn_rng rng = { 4, BSN_RNG_TEST, stream, 1 + k };
        const size_t count = random_clause(&rng, k % 8 ? 6 : COUNT(literal), vars, literal);
        ASSERT_OK(ctx, bsn_cnf_add(ctx, out, literal, count));
    }
}

static void random_formulas_come_back(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();

    for (uint32_t round = 0; round < 300; round++) {
        struct bsn_cnf cnf, again;
        random_formula(ctx, round, &cnf);
        char *chars = written(ctx, &cnf, "random\nformula");
        ASSERT_OK(ctx, parse(ctx, chars, &again));
        check_clean(&again);
        assert_int_equal(again.vars, cnf.vars);
        assert_int_equal(again.clauses, cnf.clauses);
        assert_int_equal(again.empty, cnf.empty);
        assert_int_equal(again.tautologies, 0);
        assert_int_equal(again.longest, cnf.longest);
        assert_memory_equal(again.first, cnf.first, (cnf.clauses + 1) * sizeof *cnf.first);
        assert_memory_equal(again.literal, cnf.literal,
                            cnf.first[cnf.clauses] * sizeof *cnf.literal);
        bsn_free(ctx, chars);
        bsn_cnf_clear(ctx, &again);
        bsn_cnf_clear(ctx, &cnf);
    }
    test_ctx_done(ctx);
}

/* ------------------------------------------------------------------------- wrong formulas ---- */

/* A refused text leaves the formula given to it alone, and its message begins as `start` says. */
static void refuse_bytes(const char *text, size_t length, basin_status expected, const char *start)
{
    basin_ctx *ctx = test_ctx();
    struct bsn_cnf cnf, before;

    memset(&cnf, 0x5a, sizeof cnf);
    before = cnf;
    ASSERT_FAILS(ctx, parse_bytes(ctx, text, length, &cnf), expected, start);
    assert_ptr_equal(strstr(basin_error_text(ctx), start), basin_error_text(ctx));
    assert_memory_equal(&cnf, &before, sizeof cnf);
    test_ctx_done(ctx);
}

static void refuse(const char *text, basin_status expected, const char *start)
{
    refuse_bytes(text, strlen(text), expected, start);
}

static void headers_that_are_wrong(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        { "", "f.cnf:1: the file is empty" },
        { "\n", "f.cnf:1: no header" },
        { " \n \n ", "f.cnf:3: no header" },
        { "c only\nc comments\n", "f.cnf:2: no header" },
        { "c only\n%\np cnf 0 0\n", "f.cnf:2: no header" },
        { "1 2 0\np cnf 2 1\n", "f.cnf:1: \"1\" before the header" },
        { "c\n\nP cnf 1 0\n", "f.cnf:3: \"P\" before the header" },
        { "pcnf 1 0\n", "f.cnf:1: \"pcnf\" before the header" },
        { "p", "f.cnf:1: the header ends early" },
        { "\np\ncnf 1 0\n", "f.cnf:2: the header ends early" },
        { "p wcnf 3 1 10\n", "f.cnf:1: a header of kind \"wcnf\"" },
        { "c\np edge 3 1\n", "f.cnf:2: a header of kind \"edge\"" },
        { "p cnf", "f.cnf:1: the header lacks its number of variables" },
        { "p cnf\n3 1\n", "f.cnf:1: the header lacks its number of variables" },
        { "\np cnf 3 \r\n1 0\n", "f.cnf:2: the header lacks its number of clauses" },
        { "p cnf -3 1\n", "f.cnf:1: \"-3\" is not a number of variables" },
        { "p cnf 3 -1\n", "f.cnf:1: \"-1\" is not a number of clauses" },
        { "p cnf +3 1\n", "f.cnf:1: \"+3\" is not a number of variables" },
        { "p cnf 3 one\n", "f.cnf:1: \"one\" is not a number of clauses" },
        { "p cnf 3.0 1\n", "f.cnf:1: \"3.0\" is not a number of variables" },
        { "p cnf 0x3 1\n", "f.cnf:1: \"0x3\" is not a number of variables" },
        { "p cnf 3 1 1 0\n", "f.cnf:1: \"1\" after the header" },
        { "p cnf 1 1\nc\np cnf 1 1\n1 0\n", "f.cnf:3: a second header" },
        { "p cnf 1 1\n1 0\np cnf 1 1\n1 0\n", "f.cnf:3: a second header" },
    };

    for (size_t i = 0; i < COUNT(bad); i++)
        refuse(bad[i][0], BASIN_STATUS_PARSE, bad[i][1]);
}

static void clauses_that_are_wrong(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        { "p cnf 3 1\n1 4 0\n",
          "f.cnf:2: literal 4 is out of range: the header's number of variables is 3" },
        { "p cnf 3 2\n1 0\n\n-5 0\n",
          "f.cnf:4: literal -5 is out of range: the header's number of variables is 3" },
        { "p cnf 0 1\n1 0\n", "f.cnf:2: literal 1 is out of range" },
        { "p cnf 3 1\n4294967297 0\n", "f.cnf:2: literal 4294967297 is out of range" },
        { "p cnf 3 1\n-4294967295 0\n", "f.cnf:2: literal -4294967295 is out of range" },
        { "p cnf 3 1\n18446744073709551617 0\n", "f.cnf:2: literal 18446744073709551617 is" },
        { "p cnf 3 1\n100000000000000000000000000000 0\n",
          "f.cnf:2: literal 10000000000000000000... is out of range" },
        { "p cnf 134217728 1\n2147483648 0\n", "f.cnf:2: literal 2147483648 is out of range" },
        { "p cnf 3 1\n1 two 0\n", "f.cnf:2: \"two\" is not a literal" },
        { "p cnf 3 1\n1 -\n0\n", "f.cnf:2: \"-\" is not a literal" },
        { "p cnf 3 1\n1 -0\n", "f.cnf:2: \"-0\" is not a literal" },
        { "p cnf 3 1\n1 --2 0\n", "f.cnf:2: \"--2\" is not a literal" },
        { "p cnf 3 1\n1 +2 0\n", "f.cnf:2: \"+2\" is not a literal" },
        { "p cnf 3 1\n1 2, 0\n", "f.cnf:2: \"2,\" is not a literal" },
        { "p cnf 3 1\n1 2 0 c no comment\n", "f.cnf:2: \"c\" is not a literal" },
        { "p cnf 3 1\n1 2 0 %\n", "f.cnf:2: \"%\" is not a literal" },
        { "p cnf 3 1\n1\f2 0\n", "f.cnf:2: \"1\\x0c2\" is not a literal" },
        { "p cnf 3 1\n1\n2\n", "f.cnf:3: the last clause does not end in 0" },
        { "p cnf 3 1\n1 2", "f.cnf:2: the last clause does not end in 0" },
        { "p cnf 3 1\n1 2\n%\n0\n", "f.cnf:3: the last clause does not end in 0" },
        { "p cnf 3 3\n1 0\n2 0\nc end\n",
          "f.cnf:4: the formula ends after clause 2; the header's number of clauses is 3" },
        { "p cnf 3 1", "f.cnf:1: the formula ends after clause 0" },
        { "p cnf 3 2\n1 0\n%\n2 0\n", "f.cnf:3: the formula ends after clause 1" },
        { "p cnf 3 2\n1 0\n2 0 3\n\n1 0\n",
          "f.cnf:3: clause 3 begins, but the header's number of clauses is 2" },
        { "p cnf 3 1\n1 0\n\n0\n", "f.cnf:4: clause 2 begins" },
        { "p cnf 3 0\n1\n", "f.cnf:2: clause 1 begins" },
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
        { BYTES("\0"), "f.cnf:1: \"\\x00\" before the header" },
        { BYTES("\x1f\x8b\x08\0\0\0\0\0\x02\x03"),
          "f.cnf:1: \"\\x1f\\x8b\\x08\\x00\\x00...\" before the header" },
        { BYTES("c text\0more\np cnf 1 0\n"), "f.cnf:1: \"\\x00more\" before the header" },
        { BYTES("p cnf 1\0 0\n"), "f.cnf:1: \"1\\x00\" is not a number of variables" },
        { BYTES("p cnf 1 1\n\n1 0\0\n"), "f.cnf:3: \"0\\x00\" is not a literal" },
        { BYTES("p cnf 1 1\n1 \xff\x7f 0\n"), "f.cnf:2: \"\\xff\\x7f\" is not a literal" },
        { BYTES("p cnf 1 1\nabcdefghijklmnopqrst\n"),
          "f.cnf:2: \"abcdefghijklmnopqrst\" is not a literal" },
        { BYTES("p cnf 1 1\nabcdefghijklmnopqrstu\n"),
          "f.cnf:2: \"abcdefghijklmnopqrst...\" is not a literal" },
        { BYTES("p cnf 1 1\n\001bcdefghijklmnopqrst\n"),
          "f.cnf:2: \"\\x01bcdefghijklmnopq...\" is not a literal" },
#undef BYTES
    };

    for (size_t i = 0; i < COUNT(bad); i++)
        refuse_bytes(bad[i].text, bad[i].length, BASIN_STATUS_PARSE, bad[i].start);
}

static void sizes_past_the_limits(void **state)
{
    (void)state;
    static const int32_t literal[] = { 1 };
    basin_ctx *ctx = test_ctx();
    struct bsn_cnf cnf = { 0 };

    refuse("p cnf 134217729 1\n", BASIN_STATUS_TOO_BIG,
           "f.cnf:1: 134217729 variables; at most 134217728");
    refuse("c\np cnf 3 1073741825\n", BASIN_STATUS_TOO_BIG,
           "f.cnf:2: 1073741825 clauses; at most 1073741824");
    refuse("p cnf 4294967297 1\n", BASIN_STATUS_TOO_BIG, "f.cnf:1: 4294967297 variables");
    refuse("p cnf 3 99999999999999999999999\n", BASIN_STATUS_TOO_BIG,
           "f.cnf:1: 99999999999999999999... clauses");
    ASSERT_FAILS(ctx, bsn_cnf_parse(ctx, "f.cnf", "", BSN_CNF_CHARS + 1, &cnf),
                 BASIN_STATUS_TOO_BIG, "f.cnf:1: 4294967296 characters");
    ASSERT_FAILS(ctx, bsn_cnf_begin(ctx, BSN_CNF_VARS + 1, 0, &cnf), BASIN_STATUS_TOO_BIG,
                 "134217729 variables");
    ASSERT_FAILS(ctx, bsn_cnf_begin(ctx, 1, BSN_CNF_CLAUSES + 1, &cnf), BASIN_STATUS_TOO_BIG,
                 "1073741825 clauses");
    assert_null(cnf.first);

    ASSERT_OK(ctx, bsn_cnf_begin(ctx, 1, 0, &cnf));
    ASSERT_OK(ctx, bsn_cnf_add(ctx, &cnf, literal, 1));
    ASSERT_FAILS(ctx, bsn_cnf_add(ctx, &cnf, literal, UINT32_MAX), BASIN_STATUS_TOO_BIG,
                 "4294967295 literals");
    cnf.given = BSN_CNF_CLAUSES;
    ASSERT_FAILS(ctx, bsn_cnf_add(ctx, &cnf, literal, 1), BASIN_STATUS_TOO_BIG,
                 "1073741824 clauses");
    assert_int_equal(cnf.clauses, 1);
    bsn_cnf_clear(ctx, &cnf);
    test_ctx_done(ctx);
}

/* An allocator that remembers the largest request. */
static void *measured_resize(void *user, void *block, size_t bytes)
{
    size_t *largest = user;

    *largest = bytes > *largest ? bytes : *largest;
    return realloc(block, bytes);
}

static void measured_release(void *user, void *block)
{
    (void)user;
    free(block);
}

static void claims_cost_nothing(void **state)
{
    (void)state;
    static const char text[] = "p cnf 134217728 1073741824\n134217728 -1 134217728 0\n";
    size_t largest = 0;
    const struct basin_alloc alloc = { measured_resize, measured_release, &largest };
    basin_ctx *ctx = NULL;
    struct bsn_cnf cnf;

    assert_int_equal(basin_ctx_new(&alloc, &ctx), BASIN_STATUS_OK);
    ASSERT_FAILS(ctx, parse(ctx, text, &cnf), BASIN_STATUS_PARSE,
                 "f.cnf:2: the formula ends after clause 1; the header's number of clauses is "
                 "1073741824");
    assert_in_range(largest, 1, 2000);
    test_ctx_done(ctx);
}

/* One clause of many literals, all different, all equal, and such that the last one decides: would
 * take minutes if time grew with the square. */
static void long_clauses_take_linear_time(void **state)
{
    (void)state;
    enum { MANY = 1000000 };
    basin_ctx *ctx = test_ctx();
    struct bsn_cnf cnf;
    int32_t *literal;

    ASSERT_OK(ctx, BSN_NEW(ctx, MANY, &literal));
    ASSERT_OK(ctx, bsn_cnf_begin(ctx, BSN_CNF_VARS, 3, &cnf));
    for (int32_t i = 0; i < MANY; i++)
        literal[i] = 134 * (i + 1);
    ASSERT_OK(ctx, bsn_cnf_add(ctx, &cnf, literal, MANY));
    assert_int_equal(cnf.longest, MANY);
    literal[MANY - 1] = -literal[0];
    ASSERT_OK(ctx, bsn_cnf_add(ctx, &cnf, literal, MANY));
    assert_int_equal(cnf.tautologies, 1);
    for (size_t i = 0; i < MANY; i++)
        literal[i] = -7;
    ASSERT_OK(ctx, bsn_cnf_add(ctx, &cnf, literal, MANY));
    assert_int_equal(cnf.first[2], MANY + 1);
    bsn_cnf_clear(ctx, &cnf);
    bsn_free(ctx, literal);
    test_ctx_done(ctx);
}

/* ---------------------------------------------------------------------------- broken texts ---- */

static const char sound[] = "c a sound formula\np cnf 12 6\n1 -2 3 0\n-12 11 10 9\n8 0 4 0\n"
                            "c\n5 5 -6 0\n7 -7 0\n0\n%\n0\n";

/* Whatever the bytes are: a clean formula, or a message and nothing kept. */
static void parse_any(basin_ctx *ctx, const char *text, size_t length)
{
    struct bsn_cnf cnf = { 0 };
    const size_t blocks = basin_ctx_blocks(ctx);

    ctx->error[0] = 0;
    const basin_status status = parse_bytes(ctx, text, length, &cnf);
    if (status == BASIN_STATUS_OK) {
        check_clean(&cnf);
        bsn_cnf_clear(ctx, &cnf);
    } else {
        assert_true(status == BASIN_STATUS_PARSE || status == BASIN_STATUS_TOO_BIG);
        assert_int_equal(strncmp(basin_error_text(ctx), "f.cnf:", 6), 0);
        assert_null(cnf.first);
    }
    assert_int_equal(basin_ctx_blocks(ctx), blocks);
}

static void cut_at_every_byte(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    const size_t whole = (size_t)(strchr(sound, '%') - sound) - 1; /* ends in the last 0 */

    for (size_t n = 0; n < sizeof sound; n++) {
        struct bsn_cnf cnf;
        const basin_status status = parse_bytes(ctx, sound, n < whole ? n : whole, &cnf);
        assert_int_equal(status, n < whole ? BASIN_STATUS_PARSE : BASIN_STATUS_OK);
        if (status == BASIN_STATUS_OK)
            bsn_cnf_clear(ctx, &cnf);
        assert_int_equal(basin_ctx_blocks(ctx), 1);
    }
    test_ctx_done(ctx);
}

static void random_damage(void **state)
{
    (void)state;
    static const char likely[] = "0123456789- \n\r\tcp%";
    enum { MOST = 8 };
    basin_ctx *ctx = test_ctx();

    for (uint32_t round = 0; round < 30000; round++) {
        const struct bsn_rng rng = { 5, BSN_RNG_TEST, 0, round };
        char text[sizeof sound + MOST];
        size_t length = sizeof sound - 1;
        memcpy(text, sound, length);
        for (uint32_t k = 0; k <= round % MOST; k++)
            length = test_hurt(&rng, k, likely, sizeof likely - 1, text, length);
        parse_any(ctx, text, length);
    }
    test_ctx_done(ctx);
}

/* ---------------------------------------------------------------- files and refused memory ---- */

static const char *temporary_path(void)
{
    static char path[64];

    snprintf(path, sizeof path, "/tmp/basin-test-cnf.%ld", (long)getpid());
    return path;
}

static void files_are_read(void **state)
{
    (void)state;
    const char *path = temporary_path();
    basin_ctx *ctx = test_ctx();
    struct bsn_cnf cnf;
    char start[100];

    ASSERT_OK(ctx, bsn_file_write(ctx, path, sound, sizeof sound - 1));
    ASSERT_OK(ctx, bsn_cnf_read(ctx, path, &cnf));
    assert_int_equal(cnf.given, 6);
    bsn_cnf_clear(ctx, &cnf);
    ASSERT_OK(ctx, bsn_file_write(ctx, path, "p cnf 1 1\n2 0\n", 14));
    snprintf(start, sizeof start, "%s:2: literal 2", path);
    ASSERT_FAILS(ctx, bsn_cnf_read(ctx, path, &cnf), BASIN_STATUS_PARSE, start);
    unlink(path);
    ASSERT_FAILS(ctx, bsn_cnf_read(ctx, path, &cnf), BASIN_STATUS_IO, path);
    test_ctx_done(ctx);
}

static void standard_input_is_read(void **state)
{
    (void)state;
    const char *path = temporary_path();
    const int kept = dup(STDIN_FILENO);
    basin_ctx *ctx = test_ctx();
    struct bsn_cnf cnf;

    ASSERT_OK(ctx, bsn_file_write(ctx, path, "p cnf 1 1\n1\n", 12));
    const int fd = open(path, O_RDONLY);
    assert_true(fd >= 0 && dup2(fd, STDIN_FILENO) == STDIN_FILENO);
    close(fd);
    unlink(path);
    const basin_status status = bsn_cnf_read(ctx, "-", &cnf);
    if (kept >= 0)
        dup2(kept, STDIN_FILENO);
    close(kept);
    ASSERT_FAILS(ctx, status, BASIN_STATUS_PARSE, "<stdin>:2: the last clause");
    test_ctx_done(ctx);
}

/* Enough clauses to make every list grow, and one long enough to be sorted. */
static basin_status parse_and_write(basin_ctx *ctx, void *arg)
{
    const char *source = arg;
    struct bsn_text text = BSN_TEXT_INIT(ctx);
    struct bsn_cnf cnf;
    char *chars;

    BSN_TRY(bsn_cnf_parse(ctx, "f.cnf", source, strlen(source), &cnf));
    bsn_cnf_write(&cnf, "again", &text);
    bsn_cnf_clear(ctx, &cnf);
    BSN_TRY(bsn_text_take(&text, &chars));
    bsn_free(ctx, chars);
    return BASIN_STATUS_OK;
}

static basin_status build(basin_ctx *ctx, void *arg)
{
    const int32_t *literal = arg;
    struct bsn_cnf cnf;
    basin_status status = BASIN_STATUS_OK;

    BSN_TRY(bsn_cnf_begin(ctx, 100, 0, &cnf));
    for (size_t k = 0; k < 100 && status == BASIN_STATUS_OK; k++) {
        const size_t clauses = cnf.clauses;
        status = bsn_cnf_add(ctx, &cnf, literal, 1 + k);
        assert_int_equal(cnf.clauses, clauses + (status == BASIN_STATUS_OK));
    }
    check_clean(&cnf);
    bsn_cnf_clear(ctx, &cnf);
    return status;
}

static void refused_memory_is_reported(void **state)
{
    (void)state;
    int32_t literal[100];
    char source[1000];
    size_t used = (size_t)snprintf(source, sizeof source, "p cnf 100 41\n");

    for (int32_t i = 0; i < 100; i++) {
        literal[i] = i % 2 ? -i - 1 : i + 1;
        used += (size_t)snprintf(source + used, sizeof source - used, "%d ", literal[i]);
    }
    used += (size_t)snprintf(source + used, sizeof source - used, "0\n");
    for (size_t k = 0; k < 40; k++)
        used += (size_t)snprintf(source + used, sizeof source - used, "1 2 0\n");
    assert_true(test_refuse_each(parse_and_write, source) > 8);
    assert_true(test_refuse_each(build, literal) > 70);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_formula),
        cmocka_unit_test(the_layout_is_free),
        cmocka_unit_test(formulas_without_clauses),
        cmocka_unit_test(clauses_are_cleaned),
        cmocka_unit_test(comments_are_written),
        cmocka_unit_test(adding_is_cleaning),
        cmocka_unit_test(random_formulas_come_back),
        cmocka_unit_test(headers_that_are_wrong),
        cmocka_unit_test(clauses_that_are_wrong),
        cmocka_unit_test(texts_that_are_no_text),
        cmocka_unit_test(sizes_past_the_limits),
        cmocka_unit_test(claims_cost_nothing),
        cmocka_unit_test(long_clauses_take_linear_time),
        cmocka_unit_test(cut_at_every_byte),
        cmocka_unit_test(random_damage),
        cmocka_unit_test(files_are_read),
        cmocka_unit_test(standard_input_is_read),
        cmocka_unit_test(refused_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
