/* sat_gen.c - random formulas as text, with what is known about them in a comment. */
#include "domain/sat/sat_gen.h"

#include "base/mem.h"
#include "base/text.h"
#include "domain/domain.h"
#include "domain/sat/floor.h"
#include "domain/sat/sat_random.h"
#include "format/cnf.h"

#include <string.h>

#define ATTEMPTS 1000  /* unsatisfiable formulas in a row that are put up with */
#define VARS_MOST 1000000

extern const struct bsn_domain bsn_domain_sat;

static const char *verdict_text(enum basin_verdict verdict, bool planted)
{
    return verdict == BASIN_VERDICT_SATISFIABLE ? "satisfiable, as %s found"
           : verdict == BASIN_VERDICT_OPEN ? "%s did not decide in time whether it is satisfiable"
           : planted                       ? "satisfiable by construction"
                                           : "whether it is satisfiable was not asked";
}

/* What the caller's judge says; a solution is taken only when it is one. */
static basin_status ask(basin_ctx *ctx, const struct basin_gen_opts *o, const struct bsn_cnf *cnf,
                        const char *dimacs, enum basin_verdict *verdict, const char **judge)
{
    const struct bsn_task *const task = bsn_domain_sat.task;
    const struct bsn_sat sat = { .cnf = *cnf };
    int32_t *value;
    uint32_t *scratch = NULL;
    uint64_t broken = 0;
    basin_status status;

    BSN_TRY(BSN_NEW(ctx, cnf->vars, &value));
    BSN_TRY_OUT(BSN_NEW(ctx, task->scratch(&sat), &scratch));
    for (uint32_t i = 0; i < cnf->vars; i++)
        value[i] = -1;
    *verdict = o->judge(o->judge_user, dimacs, value, cnf->vars, judge);
    if (*verdict == BASIN_VERDICT_SATISFIABLE)
        task->verify(&sat, 1, value, scratch, &broken);
    if (broken > 0)
        status = bsn_fail(ctx, BASIN_STATUS_INPUT,
                          "sat: %.40s calls a formula satisfiable, but its values break %llu "
                          "clauses",
                          *judge, (unsigned long long)broken);
out:
    bsn_free(ctx, scratch);
    bsn_free(ctx, value);
    return status;
}

/* One formula as text, with what a complete solver says about it when it is not planted. */
static basin_status attempt(basin_ctx *ctx, const struct basin_gen_opts *o, uint32_t number,
                            bool planted, struct bsn_text *text, enum basin_verdict *verdict)
{
    const struct bsn_rng at = { o->seed, BSN_RNG_INSTANCE, o->width, number };
    struct bsn_text comment = BSN_TEXT_INIT(ctx);
    struct bsn_cnf cnf;
    const char *judge = "the judge";
    basin_status status = BASIN_STATUS_OK;

    BSN_TRY(bsn_sat_draw(ctx, &at, o->n, (size_t)(o->ratio * o->n + 0.5), o->width, planted, &cnf));
    *verdict = BASIN_VERDICT_NONE;
    if (!planted && o->judge) {
        bsn_cnf_write(&cnf, NULL, text);
        status = text->status;
        if (status == BASIN_STATUS_OK)
            status = ask(ctx, o, &cnf, text->chars, verdict, &judge);
        bsn_text_clear(text);
    }
    bsn_text_add(&comment, "basin gen sat %u --kind %s --ratio %.10g --width %u --seed %llu\n",
                 o->n, planted ? "planted" : o->kind, o->ratio, o->width,
                 (unsigned long long)o->seed);
    bsn_text_add(&comment, verdict_text(*verdict, planted), judge);
    bsn_cnf_write(&cnf, comment.chars, text);
    bsn_cnf_clear(ctx, &cnf);
    bsn_text_clear(&comment);
    if (status != BASIN_STATUS_OK)
        return status;
    return comment.status != BASIN_STATUS_OK ? comment.status : text->status;
}

/* Fills in what was not asked for; refuses what makes no sense. */
static basin_status complete_opts(basin_ctx *ctx, struct basin_gen_opts *o)
{
    const struct bsn_rng at = { o->seed, BSN_RNG_INSTANCE, 0, 0 };

    if (o->n == 0)
        o->n = 10 + bsn_rng_below(&at, 0, BSN_SMALL_VARS - 9);
    if (o->width == 0)
        o->width = BSN_SAT_WIDTH;
    if (o->ratio == 0)
        o->ratio = BSN_SAT_RATIO;
    if (o->n > VARS_MOST || o->width > BSN_SMALL_WIDTH || o->width > o->n)
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "sat: %u variables, clauses of %u; at most %d variables, %d a clause, and "
                        "no more than there are",
                        o->n, o->width, VARS_MOST, BSN_SMALL_WIDTH);
    if (!(o->ratio > 0 && o->ratio <= 1000))
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "sat: ratio %g is not within 0 and 1000",
                        o->ratio);
    return BASIN_STATUS_OK;
}

basin_status bsn_sat_generate(basin_ctx *ctx, const struct basin_gen_opts *opts,
                              struct bsn_text *text)
{
    struct basin_gen_opts o = *opts;
    enum basin_verdict verdict;

    BSN_TRY(complete_opts(ctx, &o));
    if (strcmp(o.kind, "planted") == 0)
        return attempt(ctx, &o, 0, true, text, &verdict);
    if (strcmp(o.kind, "any") == 0) {
        o.judge = NULL;
        return attempt(ctx, &o, 0, false, text, &verdict);
    }
    for (uint32_t number = 0; number < ATTEMPTS; number++) {
        bsn_text_clear(text);
        BSN_TRY(attempt(ctx, &o, number, false, text, &verdict));
        if (verdict == BASIN_VERDICT_SATISFIABLE || verdict == BASIN_VERDICT_OPEN)
            return BASIN_STATUS_OK;
        if (verdict == BASIN_VERDICT_NONE) {
            bsn_text_clear(text);
            return attempt(ctx, &o, 0, true, text, &verdict);
        }
    }
    return bsn_fail(ctx, BASIN_STATUS_INPUT,
                    "sat: %d random formulas in a row were not satisfiable; the ratio is too high",
                    ATTEMPTS);
}
