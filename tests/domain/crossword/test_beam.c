/* test_beam.c - the search over fillings of a grid, against trying everything. */
#include "base/rng.h"
#include "domain/crossword/knowledge/beam.h"
#include "support.h"

#include <math.h>

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
        const struct bsn_beam beam = { 9, 3, slot, 6, 3000, NULL };
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
    const struct bsn_beam beam = { 9, 3, slot, 2, 100, NULL };
    ASSERT_OK(ctx, bsn_beam_search(ctx, &beam, letter, &found));
    assert_string_equal(letter, "CAT  A  C");
    assert_true(fabs(found - 3) < 1e-6);
    const struct bsn_beam held = { 9, 3, slot, 2, 100, "T\0\0\0\0\0\0\0\0" };
    ASSERT_OK(ctx, bsn_beam_search(ctx, &held, letter, &found));
    assert_string_equal(letter, "TAC  A  T");  /* the letter that is given costs 11 */
    assert_true(fabs(found - 14) < 1e-6);
    const struct bsn_beam wrong = { 9, 2, slot, 2, 100, NULL };
    ASSERT_FAILS(ctx, bsn_beam_search(ctx, &wrong, letter, &found), BASIN_STATUS_INPUT, "grid");
    bsn_trie_free(ctx, trie);
    test_ctx_done(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(beam_against_all),
        cmocka_unit_test(beam_in_any_shape),
    };

    return cmocka_run_group_tests_name("crossword beam", tests, NULL, NULL);
}
