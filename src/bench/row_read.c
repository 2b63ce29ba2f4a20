/* row_read.c - a file of a million clauses becomes a formula. */
#include "base/mem.h"
#include "base/rng.h"
#include "base/text.h"
#include "bench/parts.h"
#include "format/cnf.h"
#include "program/nameless.h"

#include <unistd.h>

struct reading {
    basin_ctx *ctx;
    int file;
    char path[32];
};

/* What went wrong once would have gone wrong when the row was opened. */
static void run_read(void *own)
{
    const struct reading *const r = own;
    struct bsn_cnf cnf;

    if (bsn_cnf_read(r->ctx, r->path, &cnf) == BASIN_STATUS_OK)
        bsn_cnf_clear(r->ctx, &cnf);
}

static void close_read(basin_ctx *ctx, void *own)
{
    const struct reading *const r = own;

    if (r->file >= 0)
        close(r->file);
    bsn_free(ctx, own);
}

static basin_status write_file(const struct bench_row *row, struct reading *r, size_t *length)
{
    const uint32_t vars = (uint32_t)(row->size / row->ratio);
    uint64_t state[2] = { 1, 2 };
    struct bsn_text text = BSN_TEXT_INIT(r->ctx);
    char *chars;

    bsn_text_add(&text, "p cnf %u %u\n", (unsigned)vars, (unsigned)row->size);
    for (uint32_t k = 0; k < row->size; k++) {
        for (uint32_t i = 0; i < row->width; i++) {
            const uint64_t word = bsn_next(state);
            const int64_t v = (int64_t)((word >> 32) % vars) + 1;
            bsn_text_whole(&text, i > 0 ? ' ' : '\n', word & 1u << 8 ? -v : v);
        }
        bsn_text_whole(&text, ' ', 0);
    }
    bsn_text_add(&text, "\n");
    *length = text.length;
    BSN_TRY(bsn_text_take(&text, &chars));
    r->file = nameless_file(chars, *length);
    basin_text_free(r->ctx, chars);
    if (r->file < 0)
        return bsn_fail(r->ctx, BASIN_STATUS_IO, "no temporary file can be made (TMPDIR)");
    snprintf(r->path, sizeof r->path, "/dev/fd/%d", r->file);
    return BASIN_STATUS_OK;
}

basin_status bench_open_read(const struct bench_room *room, const struct bench_row *row,
                             struct bench_job *job)
{
    struct reading *r;
    struct bsn_cnf cnf;

    BSN_TRY(BSN_NEW(room->ctx, 1, &r));
    *r = (struct reading){ .ctx = room->ctx, .file = -1 };
    *job = (struct bench_job){ .run = run_read, .close = close_read, .own = r };
    BSN_TRY(write_file(row, r, &job->bytes));
    BSN_TRY(bsn_cnf_read(room->ctx, r->path, &cnf));
    bsn_cnf_clear(room->ctx, &cnf);
    job->units = row->size;
    job->work = (double)job->bytes;
    return BASIN_STATUS_OK;
}
