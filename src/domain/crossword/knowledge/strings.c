/* strings.c - interned strings in a hash table with open addressing, at most half full. */
#include "domain/crossword/knowledge/strings.h"

#include "base/hash.h"
#include "base/mem.h"

#include <string.h>

static uint64_t hash(const char *chars, size_t length)
{
    const uint64_t h = bsn_hash(BSN_HASH_INIT, chars, length);

    return h ^ h >> 29;
}

static uint8_t tag_of(uint64_t h)
{
    return (uint8_t)(h >> 56);
}

/* The slot that holds the string, or the empty one where it belongs. There must be slots. */
static size_t find_slot(const struct bsn_strings *s, const char *chars, size_t length, uint64_t h)
{
    size_t at = (size_t)h & (s->slots - 1);

    for (; s->slot[at]; at = (at + 1) & (s->slots - 1)) {
        const uint32_t k = s->slot[at] - 1;
        if (s->tag[at] == tag_of(h) && bsn_strings_length(s, k) == length &&
            memcmp(bsn_strings_at(s, k), chars, length) == 0)
            break;
    }
    return at;
}

/* All strings in a table of more slots; they are known to differ. */
static void place_all(struct bsn_strings *s)
{
    for (uint32_t k = 0; k < s->count; k++) {
        const uint64_t h = hash(bsn_strings_at(s, k), bsn_strings_length(s, k));
        size_t at = (size_t)h & (s->slots - 1);
        while (s->slot[at])
            at = (at + 1) & (s->slots - 1);
        s->slot[at] = k + 1;
        s->tag[at] = tag_of(h);
    }
}

static basin_status enlarge(basin_ctx *ctx, struct bsn_strings *s, size_t slots)
{
    uint32_t *slot;
    uint8_t *tag;

    BSN_TRY(BSN_NEW(ctx, slots, &slot));
    const basin_status status = BSN_NEW(ctx, slots, &tag);
    if (status != BASIN_STATUS_OK) {
        bsn_free(ctx, slot);
        return status;
    }
    bsn_free(ctx, s->slot);
    bsn_free(ctx, s->tag);
    s->slot = slot;
    s->tag = tag;
    s->slots = slots;
    place_all(s);
    return BASIN_STATUS_OK;
}

basin_status bsn_strings_reserve(basin_ctx *ctx, struct bsn_strings *s, size_t count)
{
    size_t slots = 1024;

    while (slots < 2 * (count + 1))
        slots *= 2;
    return slots > s->slots ? enlarge(ctx, s, slots) : BASIN_STATUS_OK;
}

basin_status bsn_strings_add(basin_ctx *ctx, struct bsn_strings *s, const char *chars,
                             size_t length, uint32_t *number)
{
    if (2 * (s->count + 1) > s->slots)
        BSN_TRY(enlarge(ctx, s, s->slots ? 2 * s->slots : 1024));
    const uint64_t h = hash(chars, length);
    const size_t at = find_slot(s, chars, length, h);
    if (s->slot[at]) {
        *number = s->slot[at] - 1;
        return BASIN_STATUS_OK;
    }
    BSN_TRY(BSN_GROW(ctx, &s->first, &s->first_room, s->count + 2));
    const size_t used = s->first[s->count];
    if (length >= UINT32_MAX - used || s->count >= UINT32_MAX - 2)
        return bsn_fail(ctx, BASIN_STATUS_TOO_BIG, "too many words");
    BSN_TRY(BSN_GROW(ctx, &s->chars, &s->chars_room, used + length + 1));
    memcpy(s->chars + used, chars, length);
    s->chars[used + length] = 0;
    s->first[s->count + 1] = (uint32_t)(used + length + 1);
    s->slot[at] = (uint32_t)s->count + 1;
    s->tag[at] = tag_of(h);
    *number = (uint32_t)s->count++;
    return BASIN_STATUS_OK;
}

uint32_t bsn_strings_find(const struct bsn_strings *s, const char *chars, size_t length)
{
    if (s->slots == 0)
        return BSN_STRINGS_NONE;
    const size_t at = find_slot(s, chars, length, hash(chars, length));
    return s->slot[at] ? s->slot[at] - 1 : BSN_STRINGS_NONE;
}

void bsn_strings_clear(basin_ctx *ctx, struct bsn_strings *s)
{
    bsn_free(ctx, s->chars);
    bsn_free(ctx, s->first);
    bsn_free(ctx, s->slot);
    bsn_free(ctx, s->tag);
    *s = (struct bsn_strings){ 0 };
}
