/* strings.c - interned strings in a hash table with open addressing, at most half full. */
#include "words/strings.h"

#include "base/hash.h"
#include "base/mem.h"

#include <string.h>

static size_t hash(const char *chars, size_t length)
{
    const uint64_t h = bsn_hash(BSN_HASH_INIT, chars, length);

    return (size_t)(h ^ h >> 29);
}

/* The slot that holds the string, or the empty one where it belongs. There must be slots. */
static size_t find_slot(const struct bsn_strings *s, const char *chars, size_t length)
{
    size_t at = hash(chars, length) & (s->slots - 1);

    for (; s->slot[at]; at = (at + 1) & (s->slots - 1)) {
        const uint32_t k = s->slot[at] - 1;
        if (bsn_strings_length(s, k) == length &&
            memcmp(bsn_strings_at(s, k), chars, length) == 0)
            break;
    }
    return at;
}

static basin_status enlarge(basin_ctx *ctx, struct bsn_strings *s, size_t slots)
{
    uint32_t *slot;

    BSN_TRY(BSN_NEW(ctx, slots, &slot));
    bsn_free(ctx, s->slot);
    s->slot = slot;
    s->slots = slots;
    for (uint32_t k = 0; k < s->count; k++)
        s->slot[find_slot(s, bsn_strings_at(s, k), bsn_strings_length(s, k))] = k + 1;
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
    const size_t at = find_slot(s, chars, length);
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
    *number = (uint32_t)s->count++;
    return BASIN_STATUS_OK;
}

uint32_t bsn_strings_find(const struct bsn_strings *s, const char *chars, size_t length)
{
    if (s->slots == 0)
        return BSN_STRINGS_NONE;
    const size_t at = find_slot(s, chars, length);
    return s->slot[at] ? s->slot[at] - 1 : BSN_STRINGS_NONE;
}

void bsn_strings_clear(basin_ctx *ctx, struct bsn_strings *s)
{
    bsn_free(ctx, s->chars);
    bsn_free(ctx, s->first);
    bsn_free(ctx, s->slot);
    *s = (struct bsn_strings){ 0 };
}
