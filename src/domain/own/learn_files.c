/* learn_files.c - examples from files: their words become values, what is wrong is told by line. */
#include "base/file.h"
#include "base/mem.h"
#include "format/rows.h"

#include <string.h>

struct files {
    basin_ctx *ctx;
    const char *path[2];  /* of valid and of invalid examples; the second may be NULL */
    struct bsn_rows rows[2];
    struct bsn_words words;
    size_t *length[2];
};

static size_t length_of(const struct bsn_rows *rows, size_t r)
{
    return rows->first[r + 1] - rows->first[r];
}

/* Are all lengths some that can be learned from? */
static basin_status check_lengths(const struct files *f, size_t which, bool ordered)
{
    const struct bsn_rows *const rows = &f->rows[which], *const valid = &f->rows[0];
    const char *const path = bsn_file_label(f->path[which]);

    for (size_t r = 0; r < rows->rows; r++) {
        if (length_of(rows, r) < 2)
            return bsn_fail(f->ctx, BASIN_STATUS_PARSE,
                            "%s:%zu: one value; a constraint is between two places or more", path,
                            rows->line[r]);
        if (ordered && length_of(rows, r) != length_of(valid, 0))
            return bsn_fail(f->ctx, BASIN_STATUS_PARSE,
                            "%s:%zu: %zu values, and %zu in %s:%zu; where order matters, all "
                            "examples have as many", path, rows->line[r], length_of(rows, r),
                            length_of(valid, 0), bsn_file_label(f->path[0]), valid->line[0]);
    }
    return BASIN_STATUS_OK;
}

static basin_status check_one(const struct files *f, size_t r)
{
    const struct bsn_rows *const valid = &f->rows[0], *const invalid = &f->rows[1];
    bool fits = false;

    for (size_t v = 0; v < valid->rows; v++) {
        const size_t length = length_of(valid, v);
        fits |= length == length_of(invalid, r);
        if (length == length_of(invalid, r) &&
            memcmp(valid->value + valid->first[v], invalid->value + invalid->first[r],
                   length * sizeof *valid->value) == 0)
            return bsn_fail(f->ctx, BASIN_STATUS_PARSE,
                            "%s:%zu: the same example is a valid one, %s:%zu",
                            bsn_file_label(f->path[1]), invalid->line[r],
                            bsn_file_label(f->path[0]), valid->line[v]);
    }
    if (!fits)
        return bsn_fail(f->ctx, BASIN_STATUS_PARSE,
                        "%s:%zu: %zu values; no valid example has so many",
                        bsn_file_label(f->path[1]), invalid->line[r], length_of(invalid, r));
    return BASIN_STATUS_OK;
}

static basin_status check(const struct files *f, bool ordered)
{
    BSN_TRY(check_lengths(f, 0, ordered));
    if (f->rows[0].rows < 2)
        return bsn_fail(f->ctx, BASIN_STATUS_PARSE,
                        "%s:%zu: a single example; nothing can be learned from it",
                        bsn_file_label(f->path[0]), f->rows[0].line[0]);
    if (f->words.count < 2)
        return bsn_fail(f->ctx, BASIN_STATUS_PARSE,
                        "%s: all values are \"%s\"; there must be two different ones",
                        bsn_file_label(f->path[0]), f->words.word[0]);
    if (!f->path[1])
        return BASIN_STATUS_OK;
    BSN_TRY(check_lengths(f, 1, ordered));
    for (size_t r = 0; r < f->rows[1].rows; r++)
        BSN_TRY(check_one(f, r));
    return BASIN_STATUS_OK;
}

/* Numbers of values in the order of their words, and the lengths of rows. */
static basin_status number(struct files *f)
{
    int32_t to[BSN_ROWS_VALUES];

    bsn_words_sort(&f->words, to);
    for (size_t which = 0; which < 2 && f->path[which]; which++) {
        struct bsn_rows *const rows = &f->rows[which];
        for (size_t i = 0; i < rows->first[rows->rows]; i++)
            rows->value[i] = to[rows->value[i]];
        BSN_TRY(BSN_NEW(f->ctx, rows->rows, &f->length[which]));
        for (size_t r = 0; r < rows->rows; r++)
            f->length[which][r] = length_of(rows, r);
    }
    return BASIN_STATUS_OK;
}

static basin_status learn(struct files *f, bool header, const struct basin_learn_opts *opts,
                          const char *path, struct basin_learn_report *report)
{
    struct basin_learn_opts o = BASIN_LEARN_OPTS_INIT;

    if (opts)
        memcpy(&o, opts, opts->size < sizeof o ? opts->size : sizeof o);
    for (size_t which = 0; which < 2 && f->path[which]; which++)
        BSN_TRY(bsn_rows_read(f->ctx, f->path[which], header, &f->words, &f->rows[which]));
    BSN_TRY(check(f, o.ordered));
    BSN_TRY(number(f));
    o.valid = f->rows[0].value;
    o.lengths = f->length[0];
    o.rows = f->rows[0].rows;
    o.invalid = f->rows[1].value;
    o.invalid_lengths = f->length[1];
    o.invalids = f->rows[1].rows;
    o.values = (uint32_t)f->words.count;
    o.name = (const char *const *)f->words.word;
    o.numbers = bsn_words_are_numbers(&f->words);
    BSN_TRY(basin_learn(f->ctx, &o, path, report));
    if (report)
        report->header = f->rows[0].header;
    return BASIN_STATUS_OK;
}

basin_status basin_learn_files(basin_ctx *ctx, const char *valid, const char *invalid, bool header,
                               const struct basin_learn_opts *opts, const char *path,
                               struct basin_learn_report *report)
{
    BSN_NEED(ctx, valid && path);
    struct files f = { .ctx = ctx, .path = { valid, invalid } };
    const basin_status status = learn(&f, header, opts, path, report);

    for (size_t which = 0; which < 2; which++) {
        bsn_rows_clear(ctx, &f.rows[which]);
        bsn_free(ctx, f.length[which]);
    }
    bsn_words_clear(ctx, &f.words);
    return status;
}
