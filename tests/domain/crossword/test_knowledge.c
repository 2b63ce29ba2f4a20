/* test_knowledge.c - from small dictionaries to a model, to bytes, and back. */
#define _GNU_SOURCE
#include "base/file.h"
#include "base/rng.h"
#include "domain/crossword/knowledge/knowledge_file.h"
#include "domain/crossword/knowledge/knowledge_learn.h"
#include "energy/safetensors.h"
#include "format/clues.h"
#include "support.h"

#include <math.h>
#include <unistd.h>

/* ------------------------------------------------------------------------ a small recipe ---- */

static const char *const small_clues =
    "A small horse\tPONY\nA young horse\tFOAL\nA large horse with stripes\tZEBRA\n"
    "To cry loudly\tYELL\nTo cry; to weep\tBAWL\nTo shed tears\tWEEP\nA pet that barks\tDOG\n"
    "A baked dish\tPIE\nA place for a horse\tSTALL\nA horse house\tSTABLE\nHot drink\tTEA\n"
    "A tall tree\tELM\nA tree with acorns\tOAK\nTo move through water\tSWIM\nA loud cry\tYELL\n";


/* A dictionary of one article, with inflected forms. */
static const char *const small_dict =
    "Curdle \\Cur\"dle\\, v. t. [imp. & p. p. {Curdled}; p. pr. & vb. n. {Curdling}.]\n"
    "   To thicken; to make into curds.\n"
    "   [1913 Webster]\n";

/* Paths of the sources, in a folder of their own. */
struct sources {
    char folder[64], clues[96], dict[96], index[96], text[96];
};

static void write_sources(basin_ctx *ctx, struct sources *s)
{
    char index[32];
    const size_t length = strlen(small_dict);

    strcpy(s->folder, "/tmp/basin-xw-XXXXXX");
    assert_non_null(mkdtemp(s->folder));
    snprintf(s->clues, sizeof s->clues, "%s/clues.tsv", s->folder);
    snprintf(s->dict, sizeof s->dict, "%s/small", s->folder);
    snprintf(s->index, sizeof s->index, "%s/small.index", s->folder);
    snprintf(s->text, sizeof s->text, "%s/small.dict", s->folder);
    /* The length in the index's base 64: two digits. */
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    snprintf(index, sizeof index, "Curdle\tA\t%c%c\n", digit[length / 64], digit[length % 64]);
    ASSERT_OK(ctx, bsn_file_write(ctx, s->clues, small_clues, strlen(small_clues)));
    ASSERT_OK(ctx, bsn_file_write(ctx, s->index, index, strlen(index)));
    ASSERT_OK(ctx, bsn_file_write(ctx, s->text, small_dict, length));
}

static void remove_sources(const struct sources *s)
{
    unlink(s->clues);
    unlink(s->index);
    unlink(s->text);
    rmdir(s->folder);
}

static struct bsn_learn_opts small_recipe(const struct sources *s)
{
    return (struct bsn_learn_opts){ .clues = s->clues, .gcide = s->dict, .free_only = true,
                               .encoder_passes = 20, .lessons = 60, .passes = 3, .seed = 5,
                               .threads = 1 };
}

static void make_small(basin_ctx *ctx, uint32_t threads, struct bsn_knowledge *k)
{
    struct sources sources;
    struct bsn_learn_report report;

    write_sources(ctx, &sources);
    struct bsn_learn_opts recipe = small_recipe(&sources);
    recipe.threads = threads;
    ASSERT_OK(ctx, bsn_knowledge_learn(ctx, &recipe, k, &report));
    assert_int_equal(report.articles[BSN_SOURCE_CLUES], 15);
    assert_int_equal(report.articles[BSN_SOURCE_WEBSTER], 1);
    remove_sources(&sources);
}

static char *small_bytes(basin_ctx *ctx, uint32_t threads, size_t *length)
{
    static struct bsn_knowledge k; /* large */
    char *bytes;

    make_small(ctx, threads, &k);
    ASSERT_OK(ctx, bsn_knowledge_to_bytes(ctx, &k, NULL, 0, &bytes, length));
    bsn_knowledge_clear(ctx, &k);
    return bytes;
}

static void ask(basin_ctx *ctx, struct bsn_knowledge *k, const char *text, size_t length,
                float *energy)
{
    struct bsn_retriever *retriever;
    struct bsn_clue clue;
    double sum = 0;

    ASSERT_OK(ctx, bsn_knowledge_prepare(ctx, k, length));
    ASSERT_OK(ctx, bsn_retriever_new(ctx, k->index, &k->habits, k->encoder, &retriever));
    bsn_clue_parse(text, strlen(text), &clue);
    ASSERT_OK(ctx, bsn_knowledge_energies(ctx, k, retriever, &clue, length, energy));
    for (size_t i = 0; i < bsn_knowledge_words(k, length); i++)
        sum += exp(-(double)energy[i]);
    assert_true(fabs(sum - 1) < 1e-4);
    bsn_retriever_free(ctx, retriever);
}

/* ------------------------------------------------------------------------- the same bytes ---- */

static void the_same_from_its_bytes(void **state)
{
    (void)state;
    static struct bsn_knowledge k, again; /* must not move */
    basin_ctx *ctx = test_ctx();
    char *bytes, *more;
    size_t length, other;
    float energy[2][8];

    make_small(ctx, 1, &k);
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
    bsn_free(ctx, bytes);
    bsn_knowledge_clear(ctx, &again);
    bsn_knowledge_clear(ctx, &k);
    test_ctx_done(ctx);
}

static void the_same_on_any_threads(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    size_t length, other;
    char *const bytes = small_bytes(ctx, 1, &length);

    for (uint32_t threads = 1; threads <= 3; threads++) {
        char *const more = small_bytes(ctx, threads, &other);
        assert_int_equal(length, other);
        assert_memory_equal(bytes, more, length);
        bsn_free(ctx, more);
    }
    bsn_free(ctx, bytes);
    test_ctx_done(ctx);
}

/* What a run reported, and when it is to stop. */
struct seen {
    double done;
    size_t calls, stop_at;
    bool fell;
};

static void on_progress(void *user, const char *stage, double done)
{
    struct seen *const s = user;

    assert_non_null(stage);
    s->fell |= done < s->done || done > 1;
    s->done = done;
    s->calls++;
}

static bool should_stop(void *user)
{
    const struct seen *const s = user;

    return s->stop_at > 0 && s->calls >= s->stop_at;
}

/* Progress never falls, and a recipe that is stopped anywhere keeps nothing. */
static void stopped_anywhere(void **state)
{
    (void)state;
    static struct bsn_knowledge k;
    basin_ctx *ctx = test_ctx();
    struct bsn_learn_report report;
    struct sources sources;
    struct seen seen = { 0 };

    write_sources(ctx, &sources);
    struct bsn_learn_opts recipe = small_recipe(&sources);
    recipe.on_progress = on_progress;
    recipe.should_stop = should_stop;
    recipe.user = &seen;
    ASSERT_OK(ctx, bsn_knowledge_learn(ctx, &recipe, &k, &report));
    bsn_knowledge_clear(ctx, &k);
    assert_true(!seen.fell && seen.calls > 6 && seen.done >= 0.9);
    const size_t calls = seen.calls;
    for (size_t stop = 1; stop <= calls; stop++) {
        seen = (struct seen){ .stop_at = stop };
        ASSERT_FAILS(ctx, bsn_knowledge_learn(ctx, &recipe, &k, &report), BASIN_STATUS_STOPPED,
                     "stopped");
        assert_int_equal(basin_ctx_blocks(ctx), 1);
    }
    remove_sources(&sources);
    test_ctx_done(ctx);
}

/* A word that is held out keeps its place among the words, but no clue leads to it. */
static void a_word_held_out(void **state)
{
    (void)state;
    static struct bsn_knowledge k;
    struct bsn_clue_line line[] = { { NULL, "pony" }, { NULL, "zebra" } };
    const struct bsn_clues held = { .line = line, .count = COUNT(line) };
    basin_ctx *ctx = test_ctx();
    struct bsn_learn_report report;
    struct sources sources;

    write_sources(ctx, &sources);
    struct bsn_learn_opts recipe = small_recipe(&sources);
    recipe.held = &held;
    ASSERT_OK(ctx, bsn_knowledge_learn(ctx, &recipe, &k, &report));
    const uint32_t pony = bsn_strings_find(&k.lex.word, "PONY", 4);
    assert_int_not_equal(pony, BSN_NONE);
    assert_int_equal(k.index->word_article.first[pony], k.index->word_article.first[pony + 1]);
    assert_int_equal(bsn_strings_find(&k.lex.form, "stripes", 7), BSN_NONE);
    bsn_knowledge_clear(ctx, &k);
    remove_sources(&sources);
    test_ctx_done(ctx);
}

/* Clues that stand in the sources, with their answers or others; parts in any order. */
static void clues_are_counted_in_the_sources(void **state)
{
    (void)state;
    static struct bsn_knowledge k;
    static const char asked[] = "A SMALL horse!\tPONY\nSmall horse\tMULE\nTo weep; to cry\tBAWL\n"
                                "To weep; to curse\tBAWL\nHorse, small\tPONY\nThe\tELM\n"
                                "Make into curds\tCURDLE\nA tall horse\tPONY\nWeep\tBAWL\n";
    basin_ctx *ctx = test_ctx();
    struct bsn_learn_report report;
    struct sources sources;
    char path[96];

    write_sources(ctx, &sources);
    struct bsn_learn_opts recipe = small_recipe(&sources);
    snprintf(path, sizeof path, "%s/asked", sources.folder);
    ASSERT_OK(ctx, bsn_file_write(ctx, path, asked, strlen(asked)));
    recipe.audit = path;
    ASSERT_OK(ctx, bsn_knowledge_learn(ctx, &recipe, &k, &report));
    assert_int_equal(report.audit.clues, 9);
    assert_int_equal(report.audit.found[BSN_SOURCE_CLUES], 4);
    assert_int_equal(report.audit.answered[BSN_SOURCE_CLUES], 3);
    assert_int_equal(report.audit.found[BSN_SOURCE_WEBSTER], 1);
    assert_int_equal(report.audit.answered[BSN_SOURCE_WEBSTER], 1);
    assert_int_equal(report.audit.found[BSN_SOURCE_WORDNET], 0);
    assert_int_equal(report.audit.found_any, 5);
    assert_int_equal(report.audit.answered_any, 4);
    bsn_knowledge_clear(ctx, &k);
    unlink(path);
    ASSERT_FAILS(ctx, bsn_knowledge_learn(ctx, &recipe, &k, &report), BASIN_STATUS_IO, "asked");
    remove_sources(&sources);
    test_ctx_done(ctx);
}

/* --------------------------------------------------------------------------- hostile files ---- */

/* Loads bytes; what is accepted must be able to answer. */
static basin_status load_and_ask(basin_ctx *ctx, const char *bytes, size_t length)
{
    static struct bsn_knowledge k;
    float energy[64];

    BSN_TRY(bsn_knowledge_from_bytes(ctx, "m", bytes, length, &k));
    for (size_t n = BSN_ANSWER_SHORTEST; n <= 8; n++)
        if (bsn_knowledge_words(&k, n) > 0 && bsn_knowledge_words(&k, n) <= COUNT(energy))
            ask(ctx, &k, "A horse; to cry; curdled", n, energy);
    bsn_knowledge_clear(ctx, &k);
    return BASIN_STATUS_OK;
}

static void cut_short(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    size_t length;
    char *const bytes = small_bytes(ctx, 1, &length);

    for (size_t cut = 0; cut < length; cut += cut < 3000 ? 1 : 37)
        assert_int_not_equal(load_and_ask(ctx, bytes, cut), BASIN_STATUS_OK);
    ASSERT_OK(ctx, load_and_ask(ctx, bytes, length));
    bsn_free(ctx, bytes);
    test_ctx_done(ctx);
}

/* Any byte changed: it is refused, or it is a knowledge that can be asked. */
static void damaged_bytes(void **state)
{
    (void)state;
    const struct bsn_rng rng = { .seed = 3, .purpose = BSN_RNG_TEST };
    basin_ctx *ctx = test_ctx();
    size_t length, refused = 0;
    char *const bytes = small_bytes(ctx, 1, &length);

    for (uint32_t i = 0; i < 1500; i++) {
        const size_t at = bsn_rng_below(&rng, 2 * i, (uint32_t)length);
        const char was = bytes[at];
        bytes[at] = (char)bsn_rng_below(&rng, 2 * i + 1, 256);
        refused += load_and_ask(ctx, bytes, length) != BASIN_STATUS_OK;
        assert_int_equal(basin_ctx_blocks(ctx), 2);
        bytes[at] = was;
    }
    assert_true(refused > 0);
    bsn_free(ctx, bytes);
    test_ctx_done(ctx);
}

/* How a tensor is spoilt. */
enum spoil { SPOIL_ITEM, SPOIL_SHORTER, SPOIL_LONGER, SPOIL_MISSING, SPOIL_TYPE };

struct case_of {
    const char *tensor;
    enum spoil how;
    size_t at;
    double value;      /* of item `at` */
    const char *part;  /* of the error text */
};

static void set_item(const struct bsn_tensor *t, size_t at, double value, char *block)
{
    assert_true(at < t->count);
    if (t->type == BSN_TENSOR_F32)
        ((float *)(void *)block)[at] = (float)value;
    else if (t->type == BSN_TENSOR_U32)
        ((uint32_t *)(void *)block)[at] = (uint32_t)value;
    else if (t->type == BSN_TENSOR_U16)
        ((uint16_t *)(void *)block)[at] = (uint16_t)value;
    else
        ((uint8_t *)block)[at] = (uint8_t)value;
}

/* Changes one tensor of t[0 .. *count); the new numbers are in `block`. */
static void spoil(struct bsn_tensor *t, size_t *count, const struct case_of *c, char *block,
                  size_t room)
{
    static const size_t item[] = { 4, 1, 2, 4 };
    size_t k = 0;

    while (k < *count && strcmp(t[k].name, c->tensor) != 0)
        k++;
    assert_true(k < *count);
    assert_true((t[k].count + 1) * item[t[k].type] <= room);
    memset(block, 0, room);
    if (t[k].count > 0)
        memcpy(block, t[k].type == BSN_TENSOR_F32 ? (const void *)t[k].data : t[k].whole,
               t[k].count * item[t[k].type]);
    if (c->how == SPOIL_ITEM)
        set_item(&t[k], c->at, c->value, block);
    if (c->how == SPOIL_TYPE)
        t[k].type = t[k].type == BSN_TENSOR_U8 ? BSN_TENSOR_U16 : BSN_TENSOR_U8;
    if (c->how == SPOIL_TYPE && t[k].type == BSN_TENSOR_U16)
        t[k].count /= 2;
    t[k].count += (size_t)(c->how == SPOIL_LONGER) - (size_t)(c->how == SPOIL_SHORTER);
    t[k].dim[0] = t[k].count;
    t[k].data = t[k].type == BSN_TENSOR_F32 ? (const float *)(void *)block : NULL;
    t[k].whole = t[k].type == BSN_TENSOR_F32 ? NULL : block;
    if (c->how == SPOIL_MISSING)
        memmove(&t[k], &t[k + 1], (--*count - k) * sizeof *t);
}

static void refuse_spoilt(basin_ctx *ctx, const char *bytes, size_t length,
                          const struct case_of *c)
{
    const struct bsn_pair note = { "format", "basin crossword 1" };
    _Alignas(64) static char block[1 << 16];
    struct bsn_safetensors *file;
    char *made;
    size_t size;

    ASSERT_OK(ctx, bsn_safetensors_parse(ctx, "m", bytes, length, &file));
    size_t count = file->count;
    spoil(file->tensor, &count, c, block, sizeof block);
    ASSERT_OK(ctx, bsn_safetensors_format(ctx, file->tensor, count, &note, 1, &made, &size));
    ASSERT_FAILS(ctx, load_and_ask(ctx, made, size), BASIN_STATUS_PARSE, c->part);
    assert_int_equal(strncmp(basin_error_text(ctx), "m: ", 3), 0);
    bsn_free(ctx, made);
    bsn_safetensors_free(ctx, file);
}

/* Numbers that lead outside, lists that do not fit each other. */
static const struct case_of cases[] = {
    { "word.letters", SPOIL_ITEM, 0, 5, "word.letters: item 0 is broken" },
    { "word.letters", SPOIL_ITEM, 1, 0, "word.letters: item 0 is broken" },
    { "word.letters", SPOIL_ITEM, 1, 200, "word.letters: item 0 is broken" },
    { "word.letters", SPOIL_ITEM, 2, 'a', "word.letters: item 0 is no word" },
    { "word.letters", SPOIL_SHORTER, 0, 0, "is broken" },
    { "form.letters", SPOIL_ITEM, 2, 'A', "form.letters: item 0 is no word" },
    { "form.letters", SPOIL_LONGER, 0, 0, "is broken" },
    { "word.list", SPOIL_LONGER, 0, 0, "word.list has" },
    { "article.kind", SPOIL_ITEM, 3, 0xf0, "article 3 is of no known kind" },
    { "article.kind", SPOIL_ITEM, 3, 0x0f, "article 3 is of no known kind" },
    { "article.kind", SPOIL_SHORTER, 0, 0, "numbers instead of" },
    { "article.words", SPOIL_ITEM, 2, 255, "article.word has" },
    { "article.units", SPOIL_ITEM, 2, 255, "unit.kind has" },
    { "article.units", SPOIL_SHORTER, 0, 0, "article.units has" },
    { "article.word", SPOIL_ITEM, 1, 4294967295.0, "article.word 1 is no word" },
    { "article.word", SPOIL_ITEM, 1, 1000, "article.word 1 is no word" },
    { "article.word", SPOIL_LONGER, 0, 0, "article.word has" },
    { "unit.kind", SPOIL_ITEM, 4, 0x30, "unit 4 is of no known kind" },
    { "unit.kind", SPOIL_ITEM, 4, 0x0f, "unit 4 is of no known kind" },
    { "unit.forms", SPOIL_ITEM, 4, 49, "unit 4 is of no known kind or too long" },
    { "unit.forms", SPOIL_ITEM, 4, 48, "unit.form has" },
    { "unit.form", SPOIL_ITEM, 0, 65535, "unit.form 0 is no form" },
    { "unit.form", SPOIL_SHORTER, 0, 0, "unit.form has" },
    { "relation.ends", SPOIL_LONGER, 0, 0, "relation.ends has" },
    { "relation.kind", SPOIL_LONGER, 0, 0, "relation.ends has" },
    { "inflection.ends", SPOIL_ITEM, 1, 1000, "inflection.ends: link 0 leads nowhere" },
    { "inflection.kind", SPOIL_ITEM, 1, 99, "inflection.ends: link 1 leads nowhere" },
    { "inflection.kind", SPOIL_SHORTER, 0, 0, "inflection.ends has" },
    { "encoder.scale", SPOIL_ITEM, 0, 1e9, "encoder.scale: number 0 is beyond reason" },
    { "encoder.scale", SPOIL_SHORTER, 0, 0, "encoder.scale has" },
    { "encoder.table", SPOIL_SHORTER, 0, 0, "encoder.table has" },
    { "encoder.table", SPOIL_LONGER, 0, 0, "encoder.table has" },
    { "habits", SPOIL_SHORTER, 0, 0, "habits has" },
    { "habits", SPOIL_ITEM, 0, -1e30, "habits: number 0 is beyond reason" },
    { "mixer", SPOIL_LONGER, 0, 0, "mixer has" },
    { "mixer", SPOIL_ITEM, 7, 1e30, "mixer: number 7 is beyond reason" },
};

static void spoilt_tensors(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    size_t length;
    char *const bytes = small_bytes(ctx, 1, &length);
    struct bsn_safetensors *file;

    for (size_t i = 0; i < COUNT(cases); i++)
        refuse_spoilt(ctx, bytes, length, &cases[i]);
    ASSERT_OK(ctx, bsn_safetensors_parse(ctx, "m", bytes, length, &file));
    for (size_t k = 0; k < file->count; k++) {
        const struct case_of missing = { file->tensor[k].name, SPOIL_MISSING, 0, 0, "is missing" };
        const struct case_of type = { file->tensor[k].name, SPOIL_TYPE, 0, 0, "its type" };
        refuse_spoilt(ctx, bytes, length, &missing);
        refuse_spoilt(ctx, bytes, length, &type);
    }
    bsn_safetensors_free(ctx, file);
    bsn_free(ctx, bytes);
    test_ctx_done(ctx);
}

static basin_status load_small(basin_ctx *ctx, void *arg)
{
    static struct bsn_knowledge k;
    const struct {
        const char *bytes;
        size_t length;
    } *const file = arg;

    BSN_TRY(bsn_knowledge_from_bytes(ctx, "m", file->bytes, file->length, &k));
    bsn_knowledge_clear(ctx, &k);
    return BASIN_STATUS_OK;
}

static void memory_runs_out(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    struct {
        const char *bytes;
        size_t length;
    } file;
    char *const bytes = small_bytes(ctx, 1, &file.length);

    file.bytes = bytes;
    assert_true(test_refuse_each(load_small, &file) > 20);
    bsn_free(ctx, bytes);
    test_ctx_done(ctx);
}

/* ------------------------------------------------------------------------------- the mixer ---- */

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_from_its_bytes), cmocka_unit_test(the_same_on_any_threads),
        cmocka_unit_test(stopped_anywhere),        cmocka_unit_test(a_word_held_out),
        cmocka_unit_test(clues_are_counted_in_the_sources),
        cmocka_unit_test(cut_short),               cmocka_unit_test(damaged_bytes),
        cmocka_unit_test(spoilt_tensors),          cmocka_unit_test(memory_runs_out),
        cmocka_unit_test(slopes_are_right),
    };

    return cmocka_run_group_tests_name("crossword knowledge", tests, NULL, NULL);
}
