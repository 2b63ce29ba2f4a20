/* verb_gen.c - makes random instances, one to standard output or a file, many to a folder.
 *
 * A file gets its name when all of it is written: a folder never holds half an instance.
 */
#define _GNU_SOURCE
#include "cli.h"
#include "program/judge.h"
#include "program/whole.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#define PATH_CHARS 4096

/* --------------------------------------------------------------------------------- files ---- */

static int make_folder(const char *path)
{
    struct stat info;

    if (mkdir(path, 0777) == 0)
        return 0;
    if (errno != EEXIST)
        return complain("%s: cannot create: %s", path, strerror(errno));
    if (stat(path, &info) != 0 || !S_ISDIR(info.st_mode))
        return complain("%s: not a folder; with --count, -o names a folder", path);
    return 0;
}

/* With what killed runs left of such instances removed: once, for reading a folder takes long that
 * holds many. */
static int open_folder(const struct options *o)
{
    const char *const domain = o->operand[0];
    char begin[64];

    if (make_folder(o->output) != 0)
        return EXIT_ERROR;
    snprintf(begin, sizeof begin, "%.60s-", domain);
    whole_sweep(o->output, begin, basin_domain_suffix(domain));
    return 0;
}

/* ----------------------------------------------------------------------------- instances ---- */

/* FOLDER/DOMAIN-N-SEED.suffix, without N when it was left to the domain; seeds are padded, so
 * that the order of the names is theirs. False when it is too long. */
static bool name_file(const struct options *o, const struct basin_gen_opts *gen,
                      char path[PATH_CHARS])
{
    const int digits = snprintf(NULL, 0, "%llu", (unsigned long long)(o->seed + o->count - 1));
    char size[16] = "";

    if (gen->n)
        snprintf(size, sizeof size, "-%u", gen->n);
    const int chars = snprintf(path, PATH_CHARS, "%s/%s%s-%0*llu%s", o->output, o->operand[0],
                               size, digits < 4 ? 4 : digits, (unsigned long long)gen->seed,
                               basin_domain_suffix(o->operand[0]));
    return chars > 0 && chars < PATH_CHARS;
}

static int write_in_folder(basin_ctx *ctx, const struct options *o,
                           const struct basin_gen_opts *gen, const char *text)
{
    char path[PATH_CHARS];

    if (gen->seed == o->seed && open_folder(o) != 0)
        return EXIT_ERROR;
    if (!name_file(o, gen, path))
        return complain("%s: the name is too long", o->output);
    return whole_add(ctx, path, text);
}

static int make_one(basin_ctx *ctx, const struct options *o, const struct basin_gen_opts *gen)
{
    char *text = NULL;
    int code;

    if (basin_generate(ctx, o->operand[0], gen, &text) != BASIN_STATUS_OK)
        return complain_ctx(ctx);
    if (*(const bool *)gen->judge_user) {
        code = complain("%s: a solver is installed, and cannot be asked whether a formula is "
                        "satisfiable", o->operand[0]);
    } else if (o->count > 1) {
        code = write_in_folder(ctx, o, gen, text);
    } else if (o->output && strcmp(o->output, "-") != 0) {
        code = whole_write(ctx, o->output, text);
    } else {
        fputs(text, stdout);
        code = out_finish(EXIT_DONE);
    }
    basin_text_free(ctx, text);
    return code;
}

static int make_all(basin_ctx *ctx, const struct options *o, uint32_t n)
{
    struct basin_gen_opts gen = BASIN_GEN_OPTS_INIT;
    bool unasked = false;
    int code = EXIT_DONE;

    gen.judge = judge_formula;
    gen.judge_user = &unasked;
    gen.kind = o->kind;
    gen.n = n;
    gen.ratio = o->ratio;
    gen.width = (uint32_t)o->width;
    for (uint64_t i = 0; i < o->count && code == EXIT_DONE; i++) {
        gen.seed = o->seed + i;
        code = make_one(ctx, o, &gen);
    }
    return code;
}

int verb_gen(const struct verb *verb, const struct options *o)
{
    uint64_t n = 0;
    basin_ctx *ctx;

    if (o->operands > 1 && !count_read(o->operand[1], 1, UINT32_MAX, &n))
        return complain("N: \"%s\" is not a number from 1 to %u", o->operand[1], UINT32_MAX);
    if (o->count > 1 && (!o->output || strcmp(o->output, "-") == 0))
        return complain("--count: %llu instances need a folder, -o PATH; see `basin help %s`",
                        (unsigned long long)o->count, verb->name);
    if (o->seed > UINT64_MAX - (o->count - 1))
        return complain("--seed: %llu instances from this seed on are too many",
                        (unsigned long long)o->count);
    if (ctx_new(&ctx) != BASIN_STATUS_OK)
        return complain("out of memory");
    const int code = make_all(ctx, o, (uint32_t)n);
    basin_ctx_free(ctx);
    return code;
}
