/* limits.c - the limits as jobs: what of the machine each one asks, and on how much memory. */
#include "base/mem.h"
#include "base/rng.h"
#include "bench/limit_kernel.h"
#include "bench/parts.h"

#include <string.h>

#define TURNS 4096              /* of loops in registers */
#define READS_LEAST 4096        /* places that are read in turn, for each loop: one for so many */
#define READS_EACH 16           /* bytes, so that all lines of the memory come by */
#define READS_MOST 4194304

struct limit {
    enum bench_limit kind;
    size_t rank, bytes, reads;
    float *data;
    uint32_t *place;            /* (reads) */
    char *text;
};

const char *bench_limit_name(enum bench_limit limit)
{
    static const char *const names[] = { "multiply-adds", "memory in order", "memory anywhere",
                                         "integer products", "text" };

    return names[limit];
}

const char *bench_limit_unit(enum bench_limit limit)
{
    static const char *const units[] = { "Gflop/s", "GB/s", "G reads/s", "G products/s", "GB/s" };

    return units[limit];
}

/* Independent reads of two bytes each. */
static double scatter(const struct limit *l)
{
    const uint16_t *const data = (const uint16_t *)(const void *)l->data;
    uint64_t sum[4] = { 0 };

    for (size_t i = 0; i + 4 <= l->reads; i += 4)
        for (size_t c = 0; c < 4; c++)
            sum[c] += data[l->place[i + c]];
    bench_keep((double)(sum[0] + sum[1] + sum[2] + sum[3]));
    return (double)(l->reads / 4 * 4);
}

/* What reading numbers cannot do without. */
static double read_text(const struct limit *l)
{
    uint64_t sum = 0, number = 0;

    for (size_t i = 0; i < l->bytes; i++) {
        const unsigned digit = (unsigned char)l->text[i] - (unsigned)'0';
        if (digit < 10) {
            number = number * 10 + digit;
        } else {
            sum += number;
            number = 0;
        }
    }
    bench_keep((double)sum);
    return (double)l->bytes;
}

static double once(const struct limit *l)
{
    static bench_flops_fn *const flops[] = BSN_KERNELS_LIST(bench_flops);
    static bench_multiply_fn *const multiply[] = BSN_KERNELS_LIST(bench_multiply);
    static bench_stream_fn *const stream[] = BSN_KERNELS_LIST(bench_stream);

    switch (l->kind) {
    case BENCH_STREAM: return stream[l->rank](l->data, l->bytes / sizeof *l->data);
    case BENCH_SCATTER: return scatter(l);
    case BENCH_MULTIPLY: return multiply[l->rank](TURNS);
    case BENCH_TEXT: return read_text(l);
    default: return flops[l->rank](TURNS);
    }
}

static void run(void *own)
{
    once(own);
}

static void close_limit(basin_ctx *ctx, void *own)
{
    struct limit *const l = own;

    bsn_free(ctx, l->data);
    bsn_free(ctx, l->place);
    bsn_free(ctx, l->text);
    bsn_free(ctx, l);
}

static basin_status make_places(basin_ctx *ctx, struct limit *l)
{
    const size_t each = l->bytes / READS_EACH;
    uint64_t state[2] = { 1, 2 };

    l->reads = each < READS_LEAST ? READS_LEAST : each > READS_MOST ? READS_MOST : each;
    BSN_TRY(BSN_NEW(ctx, l->reads, &l->place));
    for (size_t i = 0; i < l->reads; i++)
        l->place[i] = (uint32_t)((bsn_next(state) >> 32) * (l->bytes / sizeof(uint16_t)) >> 32);
    return BASIN_STATUS_OK;
}

basin_status bench_open_limit(const struct bench_room *room, enum bench_limit limit, size_t bytes,
                              struct bench_job *job)
{
    struct limit *l;

    BSN_TRY(BSN_NEW(room->ctx, 1, &l));
    *job = (struct bench_job){ .run = run, .close = close_limit, .own = l };
    *l = (struct limit){ .kind = limit, .rank = room->kernel->rank, .bytes = bytes };
    if (limit == BENCH_STREAM || limit == BENCH_SCATTER)
        BSN_TRY(BSN_NEW(room->ctx, bytes / sizeof *l->data + 1, &l->data));
    if (limit == BENCH_STREAM || limit == BENCH_SCATTER)
        memset(l->data, 0, bytes);  /* fresh memory is one page of zeros, however large */
    if (limit == BENCH_SCATTER)
        BSN_TRY(make_places(room->ctx, l));
    if (limit == BENCH_TEXT) {
        BSN_TRY(BSN_NEW(room->ctx, bytes, &l->text));
        for (size_t i = 0; i < bytes; i++)
            l->text[i] = i % 6 == 5 ? ' ' : (char)('1' + i % 7);
    }
    job->units = job->work = once(l);
    job->bytes = bytes;
    return BASIN_STATUS_OK;
}
