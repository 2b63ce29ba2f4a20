/* checkpoint.c - training states to and from safetensors files. */
#include "train/checkpoint.h"

#include "base/file.h"
#include "base/mem.h"
#include "energy/safetensors.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT "basin training state 1"

static struct bsn_tensor block(const char *name, const float *data, size_t count)
{
    return (struct bsn_tensor){ .name = name, .dims = 1, .dim = { count }, .data = data,
                                .count = count };
}

basin_status bsn_checkpoint_write(basin_ctx *ctx, const char *path, const char *plan,
                                  const struct bsn_position *position, const basin_model *model,
                                  const float *const state[3])
{
    const size_t count = bsn_net_params(&model->net[position->net].net);
    struct bsn_tensor tensor[BSN_MODEL_NETS + 2];
    char where[160], loss[BSN_MODEL_NETS * 32] = "", *bytes;
    size_t length, used = 0, n = 0;

    for (; n < position->net; n++)
        tensor[n] = block(model->net[n].name, model->net[n].theta,
                          bsn_net_params(&model->net[n].net));
    for (size_t k = 0; k <= n; k++)
        used += (size_t)snprintf(loss + used, sizeof loss - used, "%a ", position->loss[k]);
    tensor[n] = block(model->net[n].name, state[0], count);
    tensor[n + 1] = block("optimiser.m", state[1], count);
    tensor[n + 2] = block("optimiser.v", state[2], count);
    snprintf(where, sizeof where, "%zu %llu %a %llu", position->net,
             (unsigned long long)position->step, position->rate_scale,
             (unsigned long long)position->log_bytes);
    const struct bsn_pair meta[] = {
        { "format", FORMAT }, { "plan", plan }, { "position", where }, { "losses", loss }
    };
    BSN_TRY(bsn_safetensors_format(ctx, tensor, n + 3, meta, 4, &bytes, &length));
    const basin_status status = bsn_file_write(ctx, path, bytes, length);
    bsn_free(ctx, bytes);
    return status;
}

static basin_status bad(basin_ctx *ctx, const char *path, const char *what)
{
    return bsn_fail(ctx, BASIN_STATUS_PARSE, "%s: %s", path, what);
}

static basin_status read_position(basin_ctx *ctx, const char *path, const char *plan,
                                  const struct bsn_safetensors *file, size_t nets,
                                  struct bsn_position *position)
{
    const char *const format = bsn_safetensors_meta(file, "format");
    const char *const made = bsn_safetensors_meta(file, "plan");
    const char *const where = bsn_safetensors_meta(file, "position");
    const char *losses = bsn_safetensors_meta(file, "losses");
    unsigned long long net, step, log_bytes;

    if (!format || strcmp(format, FORMAT) != 0 || !made || !where || !losses)
        return bad(ctx, path, "not a training state of this version");
    if (strcmp(made, plan) != 0)
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "%s: made with other settings; train without --resume, or as before", path);
    if (sscanf(where, "%llu %llu %la %llu", &net, &step, &position->rate_scale, &log_bytes) != 4 ||
        net >= nets || !(position->rate_scale > 0 && position->rate_scale <= 1))
        return bad(ctx, path, "its position makes no sense");
    position->net = (size_t)net;
    position->step = step;
    position->log_bytes = log_bytes;
    for (size_t k = 0; k <= net; k++) {
        char *after;
        position->loss[k] = strtod(losses, &after);
        if (after == losses || !isfinite(position->loss[k]))
            return bad(ctx, path, "its losses make no sense");
        losses = after;
    }
    return BASIN_STATUS_OK;
}

static basin_status read_block(basin_ctx *ctx, const char *path,
                               const struct bsn_safetensors *file, const char *name, size_t count,
                               float *out)
{
    const struct bsn_tensor *const tensor =
        bsn_safetensors_typed(file, name, BSN_TENSOR_F32);

    if (!tensor || tensor->count != count)
        return bsn_fail(ctx, BASIN_STATUS_PARSE, "%s: %s is missing or of the wrong size", path,
                        name);
    memcpy(out, tensor->data, count * sizeof *out);
    return BASIN_STATUS_OK;
}

static basin_status read_blocks(basin_ctx *ctx, const char *path,
                                const struct bsn_safetensors *file, size_t net,
                                basin_model *model, float *m, float *v)
{
    const size_t count = bsn_net_params(&model->net[net].net);

    for (size_t k = 0; k <= net; k++) {
        struct bsn_model_net *const entry = &model->net[k];
        BSN_TRY(read_block(ctx, path, file, entry->name, bsn_net_params(&entry->net),
                           entry->theta));
        bsn_net_expand_f32(&entry->net, entry->theta);
    }
    BSN_TRY(read_block(ctx, path, file, "optimiser.m", count, m));
    return read_block(ctx, path, file, "optimiser.v", count, v);
}

basin_status bsn_checkpoint_read(basin_ctx *ctx, const char *path, const char *plan,
                                 struct bsn_position *position, basin_model *model, float *m,
                                 float *v)
{
    struct bsn_safetensors *file = NULL;
    char *bytes;
    size_t length;

    BSN_TRY(bsn_file_read(ctx, path, &bytes, &length));
    basin_status status = bsn_safetensors_parse(ctx, path, bytes, length, &file);
    bsn_free(ctx, bytes);
    if (status == BASIN_STATUS_OK)
        status = read_position(ctx, path, plan, file, model->nets, position);
    if (status == BASIN_STATUS_OK)
        status = read_blocks(ctx, path, file, position->net, model, m, v);
    bsn_safetensors_free(ctx, file);
    return status;
}
