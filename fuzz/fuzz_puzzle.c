/* fuzz_puzzle.c - any bytes at all, read as a crossword.
 *
 * They give a puzzle that comes back unchanged once it is written as ipuz, or one line that says
 * what is wrong; either way nothing stays allocated.
 */
#include "fuzz.h"

#include "format/puzzle.h"

static void check_sound(const struct bsn_puzzle *p)
{
    REQUIRE(p->rows >= 1 && p->rows <= BSN_PUZZLE_SIDE);
    REQUIRE(p->columns >= 1 && p->columns <= BSN_PUZZLE_SIDE);
    REQUIRE(p->slots > 0 && p->index < p->count);
    for (size_t k = 0; k < p->slots + p->shorts; k++) {
        const struct bsn_slot *const s = &p->slot[k];
        REQUIRE(k < p->slots ? s->length >= BSN_SLOT_SHORTEST && s->length <= BSN_SLOT_LONGEST
                             : s->length == 2);
        REQUIRE(s->number > 0 && s->clue);
        for (size_t i = 0; i < s->length; i++) {
            REQUIRE(bsn_slot_cell(s, i) < (size_t)p->rows * p->columns);
            REQUIRE(p->cell[bsn_slot_cell(s, i)] != BSN_CELL_BLOCK);
        }
    }
}

static bool same_text(const char *one, const char *other)
{
    return one && other ? strcmp(one, other) == 0 : one == other;
}

static void check_same(const struct bsn_puzzle *one, const struct bsn_puzzle *other)
{
    const size_t cells = (size_t)one->rows * one->columns;

    REQUIRE(one->rows == other->rows && one->columns == other->columns);
    REQUIRE(memcmp(one->cell, other->cell, cells) == 0);
    REQUIRE(!one->solution == !other->solution);
    REQUIRE(!one->solution || memcmp(one->solution, other->solution, cells) == 0);
    REQUIRE(one->slots == other->slots && one->shorts == other->shorts);
    for (size_t k = 0; k < one->slots + one->shorts; k++) {
        const struct bsn_slot *const a = &one->slot[k], *const b = &other->slot[k];
        REQUIRE(a->number == b->number && a->direction == b->direction && a->length == b->length);
        REQUIRE(a->first == b->first && a->step == b->step && same_text(a->clue, b->clue));
    }
    REQUIRE(same_text(one->title, other->title) && same_text(one->author, other->author));
    REQUIRE(same_text(one->copyright, other->copyright));
}

static void check_round_trip(basin_ctx *ctx, const struct bsn_puzzle *p)
{
    struct bsn_text text = BSN_TEXT_INIT(ctx);
    struct bsn_puzzle again;
    char *chars;

    bsn_puzzle_write_ipuz(p, NULL, NULL, &text);
    const size_t length = text.length;
    REQUIRE(bsn_text_take(&text, &chars) == BASIN_STATUS_OK);
    REQUIRE(bsn_puzzle_parse(ctx, "again", chars, length, 0, &again) == BASIN_STATUS_OK);
    bsn_free(ctx, chars);
    check_same(p, &again);
    bsn_puzzle_clear(ctx, &again);
}

/* One line a word, whatever is in the clues. */
static void check_lines(basin_ctx *ctx, const struct bsn_puzzle *p)
{
    struct bsn_text text = BSN_TEXT_INIT(ctx);
    size_t lines = 0;
    char *chars;

    bsn_puzzle_write_slots(p, NULL, NULL, &text);
    REQUIRE(bsn_text_take(&text, &chars) == BASIN_STATUS_OK);
    for (const char *c = chars; *c; c++) {
        REQUIRE(*c == '\n' || (unsigned char)*c >= ' ');
        lines += *c == '\n';
    }
    REQUIRE(lines == p->slots + p->shorts);
    bsn_free(ctx, chars);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    basin_ctx *const ctx = fuzz_begin();
    struct bsn_puzzle p;

    const basin_status status = bsn_puzzle_parse(ctx, "f", (const char *)bytes, length, 0, &p);
    if (status == BASIN_STATUS_OK) {
        check_sound(&p);
        check_round_trip(ctx, &p);
        check_lines(ctx, &p);
        bsn_puzzle_clear(ctx, &p);
    } else {
        REQUIRE(status == BASIN_STATUS_PARSE || status == BASIN_STATUS_TOO_BIG);
        REQUIRE(strncmp(basin_error_text(ctx), "f:", 2) == 0);
        REQUIRE(!strchr(basin_error_text(ctx), '\n'));
    }
    fuzz_end(ctx);
    return 0;
}
