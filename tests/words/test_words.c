/* test_crossword_words.c - from small dictionaries to energies of words, and the search over them. */
#define _GNU_SOURCE
#include "base/file.h"
#include "base/rng.h"
#include "words/beam.h"
#include "words/fit.h"
#include "words/knowledge_file.h"
#include "words/sources.h"
#include "words/study.h"
#include "format/dictd.h"
#include "format/safetensors.h"
#include "support.h"

#include <math.h>
#include <unistd.h>

/* ---------------------------------------------------------------------------- the sources ---- */

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

/* --------------------------------------------------------------------------- the knowledge ---- */

static const char *const small_clues =
    "A small horse\tPONY\nA young horse\tFOAL\nA large horse with stripes\tZEBRA\n"
    "To cry loudly\tYELL\nTo cry; to weep\tBAWL\nTo shed tears\tWEEP\nA pet that barks\tDOG\n"
    "A baked dish\tPIE\nA place for a horse\tSTALL\nA horse house\tSTABLE\nHot drink\tTEA\n"
    "A tall tree\tELM\nA tree with acorns\tOAK\nTo move through water\tSWIM\nA loud cry\tYELL\n";

static void make_small(basin_ctx *ctx, struct bsn_knowledge *k)
{
    char path[] = "/tmp/basin-xw-XXXXXX";
    struct bsn_study study = { .clues = path, .encoder_passes = 20, .lessons = 60, .passes = 3,
                               .seed = 5 };
    struct bsn_study_report report;

    close(mkstemp(path));
    ASSERT_OK(ctx, bsn_file_write(ctx, path, small_clues, strlen(small_clues)));
    ASSERT_OK(ctx, bsn_study(ctx, &study, k, &report));
    assert_int_equal(report.articles[BSN_SOURCE_CLUES], 15);
    unlink(path);
}

static void ask(basin_ctx *ctx, struct bsn_knowledge *k, const char *text, size_t length,
                float *energy)
{
    struct bsn_asker *asker;
    struct bsn_clue clue;
    double sum = 0;

    ASSERT_OK(ctx, bsn_knowledge_prepare(ctx, k, length));
    ASSERT_OK(ctx, bsn_asker_new(ctx, k->index, &k->habits, k->encoder, &asker));
    bsn_clue_parse(text, strlen(text), &clue);
    ASSERT_OK(ctx, bsn_knowledge_energies(ctx, k, asker, &clue, length, energy));
    for (size_t i = 0; i < bsn_knowledge_words(k, length); i++)
        sum += exp(-(double)energy[i]);
    assert_true(fabs(sum - 1) < 1e-4);
    bsn_asker_free(ctx, asker);
}

static void the_same_from_its_bytes(void **state)
{
    (void)state;
    static struct bsn_knowledge k, again; /* must not move */
    basin_ctx *ctx = test_ctx();
    char *bytes, *more;
    size_t length, other;
    float energy[2][8];

    make_small(ctx, &k);
    ASSERT_OK(ctx, bsn_knowledge_to_bytes(ctx, &k, NULL, 0, &bytes, &length));
    ASSERT_OK(ctx, bsn_knowledge_from_bytes(ctx, "m", bytes, length, &again));
    assert_int_equal(bsn_knowledge_words(&again, 4), 6);
    ask(ctx, &k, "A horse; a small one", 4, energy[0]);
    ask(ctx, &again, "A horse; a small one", 4, energy[1]);
    assert_memory_equal(energy[0], energy[1], 6 * sizeof(float));
    ASSERT_OK(ctx, bsn_knowledge_to_bytes(ctx, &again, NULL, 0, &more, &other));
    assert_int_equal(length, other);
    assert_memory_equal(bytes, more, length);
    bsn_free(ctx, more);
    bsn_knowledge_clear(ctx, &again);
    /* A second study gives the same bytes. */
    make_small(ctx, &again);
    ASSERT_OK(ctx, bsn_knowledge_to_bytes(ctx, &again, NULL, 0, &more, &other));
    assert_int_equal(length, other);
    assert_memory_equal(bytes, more, length);
    bsn_free(ctx, more);
    bsn_free(ctx, bytes);
    bsn_knowledge_clear(ctx, &again);
    bsn_knowledge_clear(ctx, &k);
    test_ctx_done(ctx);
}

/* Any byte changed: it is refused, or it is a knowledge that can be asked. */
static void damaged_bytes(void **state)
{
    (void)state;
    static struct bsn_knowledge k, again;
    const struct bsn_rng rng = { .seed = 3, .purpose = BSN_RNG_TEST };
    basin_ctx *ctx = test_ctx();
    char *bytes;
    size_t length;
    float energy[64];

    make_small(ctx, &k);
    ASSERT_OK(ctx, bsn_knowledge_to_bytes(ctx, &k, NULL, 0, &bytes, &length));
    for (uint32_t i = 0; i < 400; i++) {
        const size_t at = bsn_rng_below(&rng, 2 * i, (uint32_t)length);
        const char was = bytes[at];
        bytes[at] = (char)bsn_rng_below(&rng, 2 * i + 1, 256);
        const bool mixer = at + sizeof(struct bsn_mixer) + sizeof(struct bsn_habits) + 64 > length;
        if (!mixer && bsn_knowledge_from_bytes(ctx, "m", bytes, length, &again) ==
                          BASIN_STATUS_OK) {
            if (bsn_knowledge_words(&again, 4) <= COUNT(energy) &&
                bsn_knowledge_words(&again, 4) > 0)
                ask(ctx, &again, "A horse; to cry", 4, energy);
            bsn_knowledge_clear(ctx, &again);
        }
        bytes[at] = was;
    }
    bsn_free(ctx, bytes);
    bsn_knowledge_clear(ctx, &k);
    test_ctx_done(ctx);
}

/* The slope of the mixer against differences of its score. */
static void slopes_are_right(void **state)
{
    (void)state;
    const struct bsn_rng rng = { .seed = 8, .purpose = BSN_RNG_TEST };
    static struct bsn_mixer mixer, gradient;
    float feature[BSN_FEATURES], *const theta = (float *)&mixer;

    bsn_mixer_init(&mixer, 4);
    bsn_rng_fill_normal(&rng, feature, BSN_FEATURES);
    for (size_t part = 0; part < BSN_MIXER_PARTS; part++)
        bsn_mixer_slope(&mixer, feature, 2, part, &gradient);
    for (size_t k = 0; k < BSN_MIXER_PARAMS; k += 7) {
        const float was = theta[k], step = 1e-2f;
        theta[k] = was + step;
        const double up = bsn_mixer_score(&mixer, feature);
        theta[k] = was - step;
        const double down = bsn_mixer_score(&mixer, feature);
        theta[k] = was;
        assert_true(fabs((up - down) / (double)step - (double)((float *)&gradient)[k]) < 2e-2);
    }
}

/* -------------------------------------------------------------------------------- the beam ---- */

/* A 3 x 3 grid, all six slots, against trying everything that three words across can be. */
static void beam_against_all(void **state)
{
    (void)state;
    static const char words[] = "ABCBCACABAAABBBCCCACEBABEEEEACABE";
    const size_t count = (sizeof words - 1) / 3;
    basin_ctx *ctx = test_ctx();
    struct bsn_trie *trie;
    struct bsn_beam_slot slot[6];
    uint32_t cell[6][3];
    float energy[6][16];

    ASSERT_OK(ctx, bsn_trie_new(ctx, words, count, 3, &trie));
    for (uint32_t round = 0; round < 20; round++) {
        const struct bsn_rng rng = { .seed = round, .purpose = BSN_RNG_TEST };
        char letter[9], grid[9];
        double best = INFINITY, found;
        for (uint32_t k = 0; k < 6; k++) {
            for (uint32_t i = 0; i < 3; i++)
                cell[k][i] = k < 3 ? 3 * k + i : 3 * i + k - 3;
            for (uint32_t w = 0; w < count; w++)
                energy[k][w] = (float)(10 * bsn_rng_uniform(&rng, k * 16 + w));
            slot[k] = (struct bsn_beam_slot){ trie, energy[k], 8, cell[k] };
        }
        const struct bsn_beam beam = { 9, 3, slot, 6, 3000 };
        ASSERT_OK(ctx, bsn_beam_search(ctx, &beam, letter, &found));
        assert_true(fabs(bsn_beam_energy(&beam, letter) - found) < 1e-4);
        for (size_t i = 0; i < count * count * count; i++) {
            memcpy(grid, words + 3 * (i % count), 3);
            memcpy(grid + 3, words + 3 * (i / count % count), 3);
            memcpy(grid + 6, words + 3 * (i / count / count), 3);
            const double e = bsn_beam_energy(&beam, grid);
            best = e < best ? e : best;
        }
        assert_true(found <= best + 1e-4);
    }
    bsn_trie_free(ctx, trie);
    test_ctx_done(ctx);
}

/* Black squares, and slots that do not cross. */
static void beam_in_any_shape(void **state)
{
    (void)state;
    static const uint32_t across[] = { 0, 1, 2 }, down[] = { 2, 5, 8 };
    const float energy[2][2] = { { 1, 5 }, { 9, 2 } };
    basin_ctx *ctx = test_ctx();
    struct bsn_trie *trie;
    char letter[10] = "";
    double found;

    ASSERT_OK(ctx, bsn_trie_new(ctx, "CATTAC", 2, 3, &trie));
    const struct bsn_beam_slot slot[2] = { { trie, energy[0], 30, across },
                                           { trie, energy[1], 30, down } };
    const struct bsn_beam beam = { 9, 3, slot, 2, 100 };
    ASSERT_OK(ctx, bsn_beam_search(ctx, &beam, letter, &found));
    assert_string_equal(letter, "CAT  A  C");
    assert_true(fabs(found - 3) < 1e-6);
    const struct bsn_beam wrong = { 9, 2, slot, 2, 100 };
    ASSERT_FAILS(ctx, bsn_beam_search(ctx, &wrong, letter, &found), BASIN_STATUS_INPUT, "grid");
    bsn_trie_free(ctx, trie);
    test_ctx_done(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gcide_is_cleaned),        cmocka_unit_test(answers),
        cmocka_unit_test(the_same_from_its_bytes), cmocka_unit_test(damaged_bytes),
        cmocka_unit_test(slopes_are_right),        cmocka_unit_test(beam_against_all),
        cmocka_unit_test(beam_in_any_shape),
    };

    return cmocka_run_group_tests_name("crossword words", tests, NULL, NULL);
}
