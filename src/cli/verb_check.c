/* verb_check.c - the verifier alone: judges solutions, wherever they came from. */
#include "show_answer.h"

static void print_json(basin_ctx *ctx, const basin_problem *problem, const char *spec, size_t index,
                       uint64_t violated)
{
    struct question question = question_of(ctx, problem);
    struct bsn_json j = { .to = stdout };

    bsn_json_open(&j, NULL, '{');
    bsn_json_text(&j, "domain", basin_problem_domain(problem));
    bsn_json_text(&j, "instance", spec);
    bsn_json_count(&j, "solution", index);
    answer_solved(&j, basin_problem_domain(problem), violated == 0);
    bsn_json_count(&j, "violated", violated);
    bsn_json_count(&j, "constraints", question.constraints);
    answer_remarks(&j, &question);
    bsn_json_close(&j, '}');
    bsn_json_line(&j);
    question_clear(&question);
}

static void print_verdict(basin_ctx *ctx, const basin_problem *problem, const struct options *o,
                          size_t index, uint64_t violated)
{
    const char *const plural = violated == 1 ? "" : "s";

    if (o->json) {
        print_json(ctx, problem, o->operand[0], index, violated);
    } else if (violated) {
        printf("solution %zu: %llu constraint%s broken\n", index, (unsigned long long)violated,
               plural);
    } else {
        printf("solution %zu: valid\n", index);
    }
}

static int judge(basin_ctx *ctx, const basin_problem *problem, const struct options *o)
{
    const size_t values = basin_problem_values(problem);
    int32_t *value = NULL;
    size_t count = 0, valid = 0;

    if (basin_solutions_read(ctx, problem, o->operand[1], &value, &count) != BASIN_STATUS_OK)
        return complain_ctx(ctx);
    for (size_t i = 0; i < count; i++) {
        uint64_t violated;
        if (basin_problem_check(ctx, problem, value + i * values, &violated) != BASIN_STATUS_OK) {
            basin_values_free(ctx, value);
            return complain_ctx(ctx);
        }
        print_verdict(ctx, problem, o, i + 1, violated);
        valid += violated == 0;
    }
    basin_values_free(ctx, value);
    if (count == 0)
        return complain("%s: no solution in it", o->operand[1]);
    if (!o->quiet)
        tell("%zu of %zu valid", valid, count);
    return valid == count ? EXIT_DONE : EXIT_ERROR;
}

int verb_check(const struct verb *verb, const struct options *o)
{
    const char *const domain = basin_domain_of(o->operand[0]);
    basin_ctx *ctx;
    basin_problem *problem = NULL;
    char why[LIMIT_CHARS];
    int code;

    (void)verb;
    if (!domain)
        return complain("%s: not an instance of any domain; see `basin domains`", o->operand[0]);
    if (ctx_new(&ctx) != BASIN_STATUS_OK)
        return complain("out of memory");
    const struct setup plain = { .ctx = ctx };
    if (basin_problem_open(ctx, domain, o->operand[0], &problem) != BASIN_STATUS_OK)
        code = complain_ctx(ctx);
    else if (!limit_set(&plain, &problem, o, o->operand[0], why))
        code = complain("%s", why);
    else if (!o->quiet && tell_remarks(ctx, problem, o->operand[0]) != 0)
        code = EXIT_ERROR;
    else
        code = judge(ctx, problem, o);
    basin_problem_free(ctx, problem);
    basin_ctx_free(ctx);
    return code;
}
