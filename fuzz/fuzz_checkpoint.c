/* fuzz_checkpoint.c - any bytes at all, read as the state of a training that is to go on.
 *
 * They give a position inside the training, or one line that says what is wrong; either way nothing
 * stays allocated.
 */
#include "fuzz.h"

#include "train/checkpoint.h"

#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    basin_ctx *const ctx = fuzz_begin();
    struct bsn_position position = { 0 };
    basin_model *model;
    float *m, *v;
    size_t most = 0;
    char path[FUZZ_PATH];
    const int fd = fuzz_file((struct fuzz_part){ bytes, length }, path);

    REQUIRE(basin_model_default(ctx, "color", BASIN_ENERGY_COMPACT, &model) == BASIN_STATUS_OK);
    for (size_t k = 0; k < model->nets; k++)
        most += bsn_net_params(&model->net[k].net);
    REQUIRE(BSN_NEW(ctx, most, &m) == BASIN_STATUS_OK);
    REQUIRE(BSN_NEW(ctx, most, &v) == BASIN_STATUS_OK);
    const basin_status status = bsn_checkpoint_read(ctx, path, "plan", &position, model, m, v);
    if (status == BASIN_STATUS_OK) {
        REQUIRE(position.net < model->nets);
        REQUIRE(position.rate_scale > 0 && position.rate_scale <= 1);
        for (size_t k = 0; k <= position.net; k++)
            REQUIRE(isfinite(position.loss[k]));
    } else {
        fuzz_refused(ctx, status, path);
    }
    bsn_free(ctx, v);
    bsn_free(ctx, m);
    basin_model_free(ctx, model);
    close(fd);
    fuzz_end(ctx);
    return 0;
}
