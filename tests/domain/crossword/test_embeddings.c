/* test_embeddings.c - vectors of clues from files and from a knowledge; pairs made of them. */
#define _GNU_SOURCE
#include "domain/crossword/knowledge/embeddings.h"

#include "base/file.h"
#include "domain/crossword/knowledge/knowledge.h"
#include "domain/crossword/knowledge/pairs.h"
#include "energy/safetensors.h"
#include "format/clues.h"
#include "support.h"

#include <math.h>
#include <unistd.h>

static char path[] = "/tmp/basin-embeddings-XXXXXX";
static const float first[] = { 3, 0, -4 }, second[] = { 0.5f, 0.5f, 0.5f }, zero[] = { 0, 0, 0 };
static const uint32_t whole[] = { 1, 2, 3 };

static struct bsn_tensor row(const char *name, const float *data, size_t count)
{
    return (struct bsn_tensor){ .name = name, .dims = 1, .dim = { count }, .data = data,
                                .count = count };
}

static void write_file(basin_ctx *ctx, const struct bsn_tensor *tensor, size_t count)
{
    char *bytes;
    size_t length;

    ASSERT_OK(ctx, bsn_safetensors_format(ctx, tensor, count, NULL, 0, &bytes, &length));
    ASSERT_OK(ctx, bsn_file_write(ctx, path, bytes, length));
    bsn_free(ctx, bytes);
}

static double mean_square(size_t width, const float *vector)
{
    double sum = 0;

    for (size_t i = 0; i < width; i++)
        sum += (double)(vector[i] * vector[i]);
    return sum / (double)width;
}

/* --------------------------------------------------------------------------------- files ---- */

/* Names are clues as they stand: blanks, quotes, other alphabets. */
static void a_file_is_read(void **state)
{
    const struct bsn_tensor tensor[] = {
        row("One who \"wires\"", first, 3), row("Кошка; a cat", second, 3),
        { .name = "Nothing", .dims = 2, .dim = { 1, 3 }, .data = zero, .count = 3 },
    };
    basin_ctx *ctx = test_ctx();
    struct bsn_embeddings *e;
    char name[BSN_EMBEDDINGS_NAME];
    float v[3];

    (void)state;
    write_file(ctx, tensor, COUNT(tensor));
    ASSERT_OK(ctx, bsn_embeddings_read(ctx, path, &e));
    assert_int_equal(e->width, 3);
    ASSERT_OK(ctx, bsn_embeddings_find(ctx, e, "One who \"wires\"", v));
    assert_true(fabs(mean_square(3, v) - 1) < 1e-6);
    assert_true(fabsf(v[0] / v[2] + 0.75f) < 1e-6f && v[1] == 0 && v[0] > 0);
    ASSERT_OK(ctx, bsn_embeddings_find(ctx, e, "Кошка; a cat", v));
    assert_true(fabsf(v[0] - 1) < 1e-6f);
    ASSERT_OK(ctx, bsn_embeddings_find(ctx, e, "Nothing", v));
    assert_true(v[0] == 0 && v[1] == 0 && v[2] == 0);
    ASSERT_FAILS(ctx, bsn_embeddings_find(ctx, e, "one who \"wires\"", v), BASIN_STATUS_INPUT,
                 "no vector of the clue \"one who \"wires\"\"");
    bsn_embeddings_name(e, name);
    assert_string_equal(name, BSN_EMBEDDINGS_OF_FILE);
    bsn_embeddings_free(ctx, e);
    test_ctx_done(ctx);
}

static void refuse(const struct bsn_tensor *tensor, size_t count, const char *part)
{
    basin_ctx *ctx = test_ctx();
    struct bsn_embeddings *e = NULL;

    write_file(ctx, tensor, count);
    ASSERT_FAILS(ctx, bsn_embeddings_read(ctx, path, &e), BASIN_STATUS_PARSE, part);
    assert_null(e);
    test_ctx_done(ctx);
}

static void bad_files(void **state)
{
    const struct bsn_tensor good = row("A", first, 3), narrow = row("B", second, 2);
    const struct bsn_tensor square = { .name = "B", .dims = 2, .dim = { 3, 1 }, .data = second,
                                       .count = 3 };
    const struct bsn_tensor number = { .name = "B", .data = second, .count = 1 };
    const struct bsn_tensor counted = { .name = "B", .type = BSN_TENSOR_U32, .dims = 1,
                                        .dim = { 3 }, .whole = whole, .count = 3 };
    const struct bsn_tensor empty = { .name = "B", .dims = 1, .dim = { 0 }, .data = second };

    (void)state;
    refuse(NULL, 0, "no vectors in it");
    refuse((const struct bsn_tensor[]){ good, narrow }, 2,
           "the vector of \"B\" has 2 numbers, that of the first clue 3");
    refuse((const struct bsn_tensor[]){ good, square }, 2, "\"B\" has 3 numbers in 2 dimensions");
    refuse(&number, 1, "\"B\" has 1 numbers in 0 dimensions");
    refuse(&counted, 1, "the vector of \"B\" holds whole numbers");
    refuse(&empty, 1, "\"B\" has 0 numbers in 1 dimensions");
}

/* More tensors, and longer names, than a model file may have. */
static void many_clues(void **state)
{
    enum { CLUES = 6000, CHARS = 390 };
    char *const header = malloc((size_t)CLUES * (CHARS + 100)), *at = header, name[CHARS + 1];
    FILE *const file = fopen(path, "wb");
    basin_ctx *ctx = test_ctx();
    struct bsn_embeddings *e;
    float v[1];

    (void)state;
    assert_true(header && file);
    for (int k = 0; k < CLUES; k++)
        at += sprintf(at, "%c\"%0*d\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[%d,%d]}",
                      k ? ',' : '{', CHARS, k, 4 * k, 4 * k + 4);
    *at++ = '}';
    const uint64_t chars = (uint64_t)(at - header);
    fwrite(&chars, 8, 1, file);
    fwrite(header, 1, (size_t)chars, file);
    for (int k = 0; k < CLUES; k++)
        fwrite(k % 2 ? (const float[]){ 2 } : (const float[]){ -3 }, 4, 1, file);
    fclose(file);
    ASSERT_OK(ctx, bsn_embeddings_read(ctx, path, &e));
    for (int k = 0; k < CLUES; k += 999) {
        snprintf(name, sizeof name, "%0*d", CHARS, k);
        ASSERT_OK(ctx, bsn_embeddings_find(ctx, e, name, v));
        assert_true(v[0] == (k % 2 ? 1 : -1));
    }
    bsn_embeddings_free(ctx, e);
    free(header);
    test_ctx_done(ctx);
}

static basin_status read_one(basin_ctx *ctx, void *arg)
{
    struct bsn_embeddings *e;

    (void)arg;
    BSN_TRY(bsn_embeddings_read(ctx, path, &e));
    bsn_embeddings_free(ctx, e);
    return BASIN_STATUS_OK;
}

static void memory_runs_out(void **state)
{
    const struct bsn_tensor tensor[] = { row("A", first, 3), row("B", second, 3) };
    basin_ctx *ctx = test_ctx();

    (void)state;
    write_file(ctx, tensor, 2);
    test_ctx_done(ctx);
    assert_true(test_refuse_each(read_one, NULL) > 5);
}

/* ----------------------------------------------------------------- a knowledge, and pairs ---- */

/* Three articles: of HORSE and STEED, in two parts; of PONY and HORSE; of a word of six letters. */
static struct bsn_knowledge *small_knowledge(basin_ctx *ctx)
{
    static const char *const text[] = { "animal that runs; carries a rider", "small animal",
                                        "striped" };
    static const char *const words[3][2] = { { "horse", "steed" }, { "pony", "horse" },
                                             { "donkey", "donkey" } };
    struct bsn_knowledge *k;

    ASSERT_OK(ctx, BSN_NEW(ctx, 1, &k));
    for (size_t a = 0; a < 3; a++) {
        ASSERT_OK(ctx, bsn_lexicon_begin(ctx, &k->lex, BSN_SOURCE_WORDNET, BSN_POS_NOUN));
        for (size_t i = 0; i < 2; i++)
            ASSERT_OK(ctx, bsn_lexicon_word(ctx, &k->lex, words[a][i], strlen(words[a][i]),
                                            BSN_LIST_WORDNET));
        ASSERT_OK(ctx, bsn_lexicon_text(ctx, &k->lex, text[a], strlen(text[a])));
        bsn_lexicon_end(&k->lex);
    }
    ASSERT_OK(ctx, bsn_lexicon_pack(ctx, &k->lex, BSN_LEXICON_FORMS));
    ASSERT_OK(ctx, bsn_index_new(ctx, &k->lex, &k->index));
    ASSERT_OK(ctx, BSN_NEW(ctx, 1, &k->encoder));
    k->encoder->stems = k->index->stem.count;
    ASSERT_OK(ctx, BSN_NEW(ctx, k->encoder->stems * BSN_ENCODER_DIM, &k->encoder->table));
    ASSERT_OK(ctx, BSN_NEW(ctx, k->encoder->stems, &k->encoder->scale));
    for (size_t i = 0; i < k->encoder->stems; i++) {
        k->encoder->table[i * BSN_ENCODER_DIM + i] = 100; /* each stem a direction of its own */
        k->encoder->scale[i] = 1;
    }
    return k;
}

static void letters_of(const struct bsn_pair_of_clue *pair, char word[static 6])
{
    for (size_t i = 0; i < BSN_PAIR_LETTERS; i++)
        word[i] = (char)('A' + pair->letter[i]);
    word[BSN_PAIR_LETTERS] = 0;
}

/* Is there a pair of this clue and this word? */
static bool has_pair(basin_ctx *ctx, const struct bsn_pairs *p, const char *clue, const char *word)
{
    float v[BSN_ENCODER_DIM];
    char letters[6];
    bool found = false;

    ASSERT_OK(ctx, bsn_embeddings_find(ctx, p->embeddings, clue, v));
    for (size_t i = 0; i < p->count; i++) {
        const float *const other = p->vector + p->pair[i].vector * BSN_ENCODER_DIM;
        double apart = 0;
        for (size_t d = 0; d < BSN_ENCODER_DIM; d++)
            apart += fabs((double)(v[d] - other[d]));
        letters_of(&p->pair[i], letters);
        found |= apart < 1e-4 && strcmp(letters, word) == 0;
    }
    return found;
}

/* A definition has the vector that the same text has as a clue. */
static void pairs_of_articles(void **state)
{
    static char list[] = "horse\n", clues[] = "Striped one\tZEBRA\nStriped\tdonkey\nRuns\tPaced\n";
    basin_ctx *ctx = test_ctx();
    struct bsn_embeddings *e;
    struct bsn_clues lines;
    char name[BSN_EMBEDDINGS_NAME];

    (void)state;
    ASSERT_OK(ctx, bsn_embeddings_of(ctx, small_knowledge(ctx), &e));
    struct bsn_pairs p = { .embeddings = e };
    ASSERT_OK(ctx, bsn_pairs_add_articles(ctx, &p));
    assert_true(has_pair(ctx, &p, "animal that runs; carries a rider", "HORSE"));
    assert_true(has_pair(ctx, &p, "animal that runs; carries a rider", "STEED"));
    assert_true(has_pair(ctx, &p, "carries a rider", "STEED"));
    assert_true(has_pair(ctx, &p, "small animal", "HORSE"));
    assert_false(has_pair(ctx, &p, "small animal", "STEED"));
    for (size_t i = 0; i < p.count; i++)
        assert_true(fabs(mean_square(64, p.vector + p.pair[i].vector * 64) - 1) < 1e-5);
    const size_t before = p.count;
    const uint64_t mark = bsn_pairs_mark(&p);
    ASSERT_OK(ctx, bsn_file_write(ctx, path, clues, strlen(clues)));
    ASSERT_OK(ctx, bsn_clues_read(ctx, path, &lines));
    ASSERT_OK(ctx, bsn_pairs_add_clues(ctx, &lines, &p));
    bsn_clues_clear(ctx, &lines);
    assert_int_equal(p.count, before + 2); /* DONKEY is too long */
    assert_true(has_pair(ctx, &p, "runs", "PACED") && has_pair(ctx, &p, "striped one", "ZEBRA"));
    assert_true(bsn_pairs_mark(&p) != mark);
    ASSERT_OK(ctx, bsn_file_write(ctx, path, list, strlen(list)));
    ASSERT_OK(ctx, bsn_words_read(ctx, path, &lines));
    ASSERT_OK(ctx, bsn_pairs_hold_out(ctx, &lines, &p));
    bsn_clues_clear(ctx, &lines);
    assert_false(has_pair(ctx, &p, "small animal", "HORSE"));
    assert_true(has_pair(ctx, &p, "carries a rider", "STEED"));
    bsn_embeddings_name(e, name);
    assert_memory_equal(name, "crossword-compact ", 18);
    bsn_pairs_clear(ctx, &p);
    bsn_embeddings_free(ctx, e);
    test_ctx_done(ctx);
}

/* One vector changed by the least there is: another name, so that a model is not used with it. */
static void other_vectors_other_name(void **state)
{
    basin_ctx *ctx = test_ctx();
    struct bsn_embeddings *e;
    char name[2][BSN_EMBEDDINGS_NAME];

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct bsn_knowledge *const k = small_knowledge(ctx);
        k->encoder->table[7] = (int8_t)i;
        ASSERT_OK(ctx, bsn_embeddings_of(ctx, k, &e));
        bsn_embeddings_name(e, name[i]);
        bsn_embeddings_free(ctx, e);
    }
    assert_string_not_equal(name[0], name[1]);
    test_ctx_done(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_read),    cmocka_unit_test(bad_files),
        cmocka_unit_test(many_clues),        cmocka_unit_test(memory_runs_out),
        cmocka_unit_test(pairs_of_articles), cmocka_unit_test(other_vectors_other_name),
    };

    const int fd = mkstemp(path);
    if (fd < 0)
        return 1;
    close(fd);
    const int failed = cmocka_run_group_tests_name("embeddings", tests, NULL, NULL);
    unlink(path);
    return failed;
}
