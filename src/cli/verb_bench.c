/* verb_bench.c - the verb of the bench, which sees the inside of the library: src/bench. */
#include "cli.h"

#include "bench/bench.h"

int verb_bench(const struct verb *verb, const struct options *o)
{
    const struct bench_options options = {
        .operand = o->operand, .operands = o->operands, .kernel = o->kernel,
        .compare = o->compare, .json = o->json, .quiet = o->quiet,
    };
    basin_ctx *ctx = NULL;

    (void)verb;
    if (ctx_new(&ctx) != BASIN_STATUS_OK)
        return complain("out of memory");
    const int code = bench_run(ctx, &options);
    basin_ctx_free(ctx);
    return code;
}
