/* fuzz_safetensors.c - any bytes at all, read as a safetensors file, in place and copied.
 *
 * Both ways give the same tensors, whose numbers are finite and which come back unchanged once they
 * are written, or one line that says what is wrong; either way nothing stays allocated.
 */
#include "fuzz.h"

#include "energy/safetensors.h"

#include <math.h>

static void check_same(const struct bsn_safetensors *one, const struct bsn_safetensors *other)
{
    REQUIRE(one->count == other->count);
    for (size_t i = 0; i < one->count; i++) {
        const struct bsn_tensor *const a = &one->tensor[i];
        const struct bsn_tensor *const b = bsn_safetensors_find(other, a->name);
        REQUIRE(b && a->type == b->type && a->dims == b->dims && a->count == b->count);
        REQUIRE(memcmp(a->dim, b->dim, a->dims * sizeof *a->dim) == 0);
        for (size_t k = 0; a->type == BSN_TENSOR_F32 && k < a->count; k++)
            REQUIRE(isfinite(a->data[k]) && memcmp(&a->data[k], &b->data[k], sizeof *a->data) == 0);
        const size_t wide = (size_t[]){ 0, 1, 2, 4 }[a->type];
        REQUIRE(wide * a->count == 0 || memcmp(a->whole, b->whole, wide * a->count) == 0);
    }
}

static void check_round_trip(basin_ctx *ctx, const struct bsn_safetensors *file)
{
    struct bsn_safetensors *again;
    char *bytes;
    size_t length;
    const basin_status status =
        bsn_safetensors_format(ctx, file->tensor, file->count, NULL, 0, &bytes, &length);

    REQUIRE(status == BASIN_STATUS_OK);
    REQUIRE(bsn_safetensors_parse(ctx, "again", bytes, length, &again) == BASIN_STATUS_OK);
    bsn_free(ctx, bytes);
    check_same(file, again);
    bsn_safetensors_free(ctx, again);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    basin_ctx *const ctx = fuzz_begin();
    struct bsn_safetensors *copy, *place;
    const basin_status status = bsn_safetensors_parse(ctx, "f", bytes, length, &copy);

    if (status != BASIN_STATUS_OK)
        fuzz_refused(ctx, status, "f: ");
    REQUIRE(bsn_safetensors_parse_in_place(ctx, "f", bytes, length, &place) == status);
    if (status == BASIN_STATUS_OK) {
        check_same(copy, place);
        check_round_trip(ctx, copy);
        bsn_safetensors_free(ctx, place);
        bsn_safetensors_free(ctx, copy);
    }
    fuzz_end(ctx);
    return 0;
}
