/* test_gcide.c - articles of GCIDE become articles of a lexicon, and can be held out. */
#define _GNU_SOURCE
#include "base/rng.h"
#include "domain/crossword/knowledge/gcide_text.h"
#include "domain/crossword/knowledge/sources.h"
#include "format/clues.h"
#include "format/dictd.h"
#include "support.h"

#define COAL                                                                             \
    "Coal \\Coal\\ (k[=o]l), n. [AS. col; akin to D.\n"                                  \
    "   kool. See {Kiln}.]\n"                                                            \
    "   1. A charred fragment from wood; charcoal; as, a live\n"                         \
    "      coal. --Shak.\n"                                                              \
    "      [1913 Webster]\n"                                                             \
    "\n"                                                                                 \
    "            Burning coals of quotation.\n"                                          \
    "                                                  --Milton.\n"                      \
    "      [1913 Webster]\n"                                                             \
    "\n"                                                                                 \
    "   2. (Min.) A black fuel.\n"                                                       \
    "      [1913 Webster +PJC]\n"                                                        \
    "\n"                                                                                 \
    "   Note: Not to be seen.\n"                                                         \
    "         [1913 Webster]\n"                                                          \
    "\n"                                                                                 \
    "   {Coal gas}, a gas made from coal.\n"                                             \
    "      [1913 Webster]\n"                                                             \
    "\n"                                                                                 \
    "   Syn: Ember; cinder.\n"                                                           \
    "        [1913 Webster]\n"
#define CURDLE                                                                           \
    "Curdle \\Cur\"dle\\, v. t. [imp. & p. p. {Curdled}; p.\n"                           \
    "   pr. & vb. n. {Curdling}.]\n"                                                     \
    "   See {Coagulate}. [Obs.]\n"                                                       \
    "   [1913 Webster]\n"

/* Heads, accents, lettered senses, labels, examples; the head and the first sense are by a later
 * hand, the second is free. */
#define TEA                                                                              \
    "Tea \\Te\"a\\, or Tay \\Tay\\, n. [F. th['e].] [pl. {Teas}]\n"                      \
    "   1. (Bot.) A new plant; -- so called.\n"                                          \
    "      [PJC]\n"                                                                      \
    "\n"                                                                                 \
    "   2. (a) A hot [Obs.] drink. The leaf (Bot.) of it; as, green tea.\n"              \
    "      (b) A m[^e]l['e]e: as, high tea.\n"                                           \
    "      [Webster 1913 Suppl.]\n"
static void add_article(basin_ctx *ctx, const char *text, bool free_only, struct bsn_lexicon *lex)
{
    struct bsn_dictd_entry entry = { "x", 0, strlen(text) };
    char *copy = strdup(text);
    const struct bsn_dictd dict = { &entry, 1, copy, strlen(text), NULL };

    ASSERT_OK(ctx, bsn_lexicon_add_gcide(ctx, &dict, free_only, lex));
    free(copy);
}

/* An article in one line: "WORD WORD: unit | unit". */
static void show(const struct bsn_lexicon *lex, size_t a, char *to)
{
    const struct bsn_article *const at = &lex->article[a];

    *to = 0;
    for (uint32_t k = at->first_word; k < at[1].first_word; k++)
        to += sprintf(to, "%s ", bsn_strings_at(&lex->word, lex->article_word[k]));
    for (uint32_t u = at->first_unit; u < at[1].first_unit; u++) {
        to += sprintf(to, "|");
        for (uint32_t k = lex->unit[u].first_form; k < lex->unit[u + 1].first_form; k++)
            to += sprintf(to, " %s", bsn_strings_at(&lex->form, lex->unit_form[k]));
    }
}

static void gcide_is_cleaned(void **state)
{
    (void)state;
    static const char *const all[] = {
        "COAL | charred fragment wood| charcoal", "COAL | black fuel", "COALGAS | gas made coal",
        "COAL | ember| cinder", "CURDLE | coagulate",
    };
    basin_ctx *ctx = test_ctx();
    char line[256];

    for (int free_only = 0; free_only < 2; free_only++) {
        struct bsn_lexicon lex = { 0 };
        size_t seen = 0;
        add_article(ctx, COAL, free_only, &lex);
        add_article(ctx, CURDLE, free_only, &lex);
        assert_int_equal(lex.articles, COUNT(all) - (size_t)free_only);
        for (size_t k = 0; k < COUNT(all); k++) {
            if (free_only && k == 1)
                continue; /* someone else had a hand in it */
            show(&lex, seen++, line);
            assert_string_equal(line, all[k]);
        }
        assert_int_equal(lex.inflections, 2);
        assert_int_equal(lex.inflection[0].inflection, BSN_INFLECTION_ED);
        assert_string_equal(bsn_strings_at(&lex.word, lex.inflection[1].word), "CURDLING");
        bsn_lexicon_clear(ctx, &lex);
    }
    test_ctx_done(ctx);
}

/* What the head says is from where the first sense is from. */
static void heads_of_a_later_hand(void **state)
{
    (void)state;
    static const char *const all[] = { "TEA TAY | new plant", "TEA TAY | hot drink| leaf",
                                       "TEA TAY | melee" };
    basin_ctx *ctx = test_ctx();
    char line[256];

    for (size_t free_only = 0; free_only < 2; free_only++) {
        struct bsn_lexicon lex = { 0 };
        add_article(ctx, TEA, free_only, &lex);
        assert_int_equal(lex.articles, COUNT(all) - free_only);
        for (size_t k = 0; k < lex.articles; k++) {
            show(&lex, k, line);
            assert_string_equal(line, all[k + free_only]);
        }
        assert_int_equal(lex.inflections, free_only ? 0 : 1);
        assert_int_equal(bsn_strings_find(&lex.word, "TEAS", 4) == BSN_STRINGS_NONE, free_only);
        bsn_lexicon_clear(ctx, &lex);
    }
    test_ctx_done(ctx);
}

static void senses_are_cleaned(void **state)
{
    (void)state;
    static const struct {
        const char *text, *clean;
    } known[] = {
        { "A fish. It swims.", "A fish; It swims." },
        { "(Zool.) A fish [Obs.] of {Siam}; as, a big one.", " A fish  of Siam" },
        { "An [ae]on, a c[aum]fe, o[=o]ze", "An aeon, a cafe, ooze" },
        { "To cut --Shak.", "To cut " },
        { "To cut -- not a name", "To cut -- not a name" },
        { "A bracket [never closed", "A bracket never closed" },
        { "", "" },
    };
    char clean[BSN_GCIDE_SENSE + 8];

    for (size_t k = 0; k < COUNT(known); k++) {
        bsn_gcide_clean(known[k].text, strlen(known[k].text), clean);
        assert_string_equal(clean, known[k].clean);
    }
}

static void marks(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool is_mark, is_free;
    } known[] = {
        { "1913 Webster]", true, true },      { "Webster 1913 Suppl.]", true, true },
        { "1913 Webster +PJC]", true, false }, { "WordNet 1.5]", true, false },
        { "PJC]", true, false },              { "Obs.]", false, false },
        { "1913 Webster + Webster 1913 Suppl.]", true, true },
        { "1913 Webster + WordNet 1.5]", true, false },
    };

    for (size_t k = 0; k < COUNT(known); k++) {
        assert_int_equal(bsn_gcide_is_mark(known[k].text), known[k].is_mark);
        assert_int_equal(bsn_gcide_is_free(known[k].text), known[k].is_free);
    }
}

/* Articles with bytes changed, cut off or drawn at random: anything but a crash or a leak. */
static void damaged_articles(void **state)
{
    (void)state;
    static const char *const whole[] = { COAL, CURDLE, TEA };
    static const char common[] = "[](){}\\;.-1a \n\"'_SY";
    basin_ctx *ctx = test_ctx();

    for (uint32_t round = 0; round < 3000; round++) {
        const struct bsn_rng rng = { .seed = 2, .purpose = BSN_RNG_TEST, .step = round };
        char *text = strdup(whole[round % COUNT(whole)]);
        struct bsn_lexicon lex = { 0 };
        const uint32_t length = (uint32_t)strlen(text);
        assert_non_null(text);
        for (uint32_t k = 0; k < round % 40; k++)
            text[bsn_rng_below(&rng, 2 * k, length)] =
                common[bsn_rng_below(&rng, 2 * k + 1, sizeof common)];
        text[length - bsn_rng_below(&rng, 1000, length)] = 0;
        add_article(ctx, text, round % 2, &lex);
        bsn_lexicon_clear(ctx, &lex);
        free(text);
    }
    test_ctx_done(ctx);
}

static void words_held_out(void **state)
{
    (void)state;
    struct bsn_clue_line line[] = { { NULL, "coal" }, { NULL, "no such word" }, { NULL, "TAY" } };
    const struct bsn_clues held = { .line = line, .count = COUNT(line) };
    basin_ctx *ctx = test_ctx();
    struct bsn_lexicon lex = { 0 };
    char text[256];

    add_article(ctx, COAL, true, &lex);
    add_article(ctx, CURDLE, true, &lex);
    add_article(ctx, TEA, true, &lex);
    const size_t articles = lex.articles;
    ASSERT_OK(ctx, bsn_lexicon_hold_out(ctx, &lex, &held, 1u << BSN_SOURCE_WORDNET));
    show(&lex, 0, text);
    assert_string_equal(text, "COAL | charred fragment wood| charcoal");
    ASSERT_OK(ctx, bsn_lexicon_hold_out(ctx, &lex, &held, BSN_SOURCES_ALL));
    assert_int_equal(lex.articles, articles); /* numbers stay */
    static const char *const left[] = { "", "COALGAS | gas made coal", "", "CURDLE | coagulate",
                                        "", "" };
    for (size_t a = 0; a < articles; a++) {
        show(&lex, a, text);
        assert_string_equal(text, left[a]);
    }
    const uint32_t coal = bsn_strings_find(&lex.word, "COAL", 4);
    assert_int_equal(lex.list[coal] & BSN_LIST_GCIDE, 0);
    assert_int_equal(lex.list[bsn_strings_find(&lex.word, "CURDLE", 6)] & BSN_LIST_GCIDE,
                     BSN_LIST_GCIDE);
    ASSERT_OK(ctx, bsn_lexicon_pack(ctx, &lex, BSN_LEXICON_FORMS));
    assert_int_equal(lex.units, 2);
    bsn_lexicon_clear(ctx, &lex);
    test_ctx_done(ctx);
}

static void answers(void **state)
{
    (void)state;
    static const struct {
        const char *text, *answer;
    } known[] = {
        { "ice tea", "ICETEA" },  { "caf\xc3\xa9", "CAFE" }, { "ab", "" },
        { "well-known", "WELLKNOWN" }, { "abcdefghijklmnop", "" }, { "abcdefghijklmno",
                                                                      "ABCDEFGHIJKLMNO" },
    };
    char answer[BSN_ANSWER_LONGEST + 1];

    for (size_t k = 0; k < COUNT(known); k++) {
        const size_t n = bsn_answer_of(known[k].text, strlen(known[k].text), answer);
        assert_int_equal(n, strlen(known[k].answer));
        if (n > 0)
            assert_string_equal(answer, known[k].answer);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gcide_is_cleaned), cmocka_unit_test(heads_of_a_later_hand),
        cmocka_unit_test(senses_are_cleaned), cmocka_unit_test(marks),
        cmocka_unit_test(damaged_articles), cmocka_unit_test(words_held_out),
        cmocka_unit_test(answers),
    };

    return cmocka_run_group_tests_name("crossword gcide", tests, NULL, NULL);
}
