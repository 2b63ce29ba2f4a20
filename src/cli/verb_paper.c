/* verb_paper.c - the verb of the reproduction, which is a program of its own: src/paper. */
#include "cli.h"
#include "shard.h"

#include "paper/paper.h"

int verb_paper(const struct verb *verb, const struct options *o)
{
    struct shard shard;

    if (!shard_read(o->shard, &shard))
        return EXIT_ERROR;
    const struct paper_options options = {
        .operand = o->operand, .operands = o->operands, .quick = o->quick, .measure = o->measure,
        .fair = o->fair, .full = o->full, .recheck = o->recheck, .fresh = o->fresh,
        .quiet = o->quiet, .data = o->data, .output = o->output, .results = o->results,
        .readme = o->readme, .shard = shard.index, .shards = shard.count,
    };
    basin_ctx *ctx = NULL;

    if (o->shard && !o->quick && !o->full && !o->fair)
        return complain("%s: --shard is of the runs that --quick, --full or --fair make", verb->name);
    if (ctx_new(&ctx) != BASIN_STATUS_OK)
        return complain("out of memory");
    const int code = paper_reproduce(ctx, &options);
    basin_ctx_free(ctx);
    return code;
}
