/* problem.c - the public face of domains and their instances. */
#include "base/file.h"
#include "domain/domain.h"
#include "sample/sampler.h"

#include <math.h>
#include <string.h>

const struct bsn_domain *bsn_domain_find(basin_ctx *ctx, const char *name)
{
    char known[128] = "";

    for (size_t i = 0; name && bsn_domain_list[i]; i++) {
        if (strcmp(bsn_domain_list[i]->name, name) == 0)
            return bsn_domain_list[i];
        if (strlen(known) + strlen(bsn_domain_list[i]->name) + 2 < sizeof known) {
            strcat(known, i ? " " : "");
            strcat(known, bsn_domain_list[i]->name);
        }
    }
    if (ctx)
        bsn_fail(ctx, BASIN_STATUS_INPUT, "no domain \"%.40s\"; there are: %s", name, known);
    return NULL;
}

const char *basin_domain_name(size_t index)
{
    for (size_t i = 0; bsn_domain_list[i]; i++)
        if (i == index)
            return bsn_domain_list[i]->name;
    return NULL;
}

const char *basin_domain_summary(const char *domain)
{
    const struct bsn_domain *const d = bsn_domain_find(NULL, domain);

    return d ? d->summary : NULL;
}

const char *basin_domain_operand(const char *domain)
{
    const struct bsn_domain *const d = bsn_domain_find(NULL, domain);

    return d && d->text ? d->text->operand : d ? "" : NULL;
}

const char *basin_domain_formats(const char *domain)
{
    const struct bsn_domain *const d = bsn_domain_find(NULL, domain);

    return d && d->text ? d->text->formats : d ? "" : NULL;
}

const char *basin_domain_suffix(const char *domain)
{
    const struct bsn_domain *const d = bsn_domain_find(NULL, domain);

    return d && d->text ? d->text->suffix : d ? "" : NULL;
}

const char *basin_domain_unknown(const char *domain)
{
    const struct bsn_domain *const d = bsn_domain_find(NULL, domain);

    return d && d->text && d->text->unknown ? d->text->unknown : d ? "" : NULL;
}

const char *basin_domain_about(const char *domain)
{
    const struct bsn_domain *const d = bsn_domain_find(NULL, domain);

    return d && d->text && d->text->about ? d->text->about : d ? "" : NULL;
}

const char *basin_domain_reference(const char *domain)
{
    const struct bsn_domain *const d = bsn_domain_find(NULL, domain);

    return d && d->task->reference ? d->task->reference->name : NULL;
}

const char *basin_domain_sampler(const char *domain, enum basin_energy energy)
{
    const struct bsn_domain *const d = bsn_domain_find(NULL, domain);

    return d ? bsn_task_sampler(d->task, energy) : NULL;
}

const struct bsn_drawing *bsn_drawing_find(const char *domain)
{
    const struct bsn_domain *const d = bsn_domain_find(NULL, domain);

    return d ? d->drawing : NULL;
}

bool basin_domain_has(const char *domain, enum basin_trait trait)
{
    const struct bsn_domain *const d = bsn_domain_find(NULL, domain);

    if (!d)
        return false;
    switch (trait) {
    case BASIN_TRAIT_LIMIT:
        return d->task->limit != NULL;
    case BASIN_TRAIT_MANY:
        return d->text && d->text->instances;
    case BASIN_TRAIT_TEXT:
        return d->curriculum && d->curriculum->learn;
    case BASIN_TRAIT_REFINE:
        return d->curriculum && d->curriculum->solved;
    case BASIN_TRAIT_NUMBER:
        return d->text && !*d->text->suffix;
    case BASIN_TRAIT_RANKED:
        return d->task->ranked;
    case BASIN_TRAIT_MODELS:
        return d->task->brings_models;
    }
    return false;
}

const char *basin_domain_of(const char *spec)
{
    for (size_t i = 0; spec && bsn_domain_list[i]; i++)
        if (bsn_domain_list[i]->text && bsn_domain_list[i]->text->claims(spec))
            return bsn_domain_list[i]->name;
    return NULL;
}

bool basin_domain_takes(const char *domain, const basin_model *model)
{
    const struct bsn_domain *const d = bsn_domain_find(NULL, domain);

    return d && model && bsn_task_takes(d->task, d->name, basin_model_domain(model));
}

basin_status basin_problem_open(basin_ctx *ctx, const char *domain, const char *spec,
                                basin_problem **out)
{
    BSN_NEED(ctx, domain && spec && out);
    const struct bsn_domain *const d = bsn_domain_find(ctx, domain);
    basin_problem *problem;

    if (!d)
        return BASIN_STATUS_INPUT;
    if (!d->text)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "%s has no files to open", d->name);
    BSN_TRY(BSN_NEW(ctx, 1, &problem));
    const basin_status status = d->text->open(ctx, spec, &problem->instance);
    if (status != BASIN_STATUS_OK) {
        bsn_free(ctx, problem);
        return status;
    }
    problem->name = d->name;
    problem->task = d->task;
    problem->domain = d;
    problem->values = d->task->values(problem->instance);
    problem->believed = d->task->believed ? d->task->believed(problem->instance) : d->task->ranked;
    *out = problem;
    return BASIN_STATUS_OK;
}

basin_status basin_instances(basin_ctx *ctx, const char *domain, const char *spec, size_t *count)
{
    BSN_NEED(ctx, domain && spec && count);
    const struct bsn_domain *const d = bsn_domain_find(ctx, domain);
    size_t found = 1;

    if (!d)
        return BASIN_STATUS_INPUT;
    if (d->text && d->text->instances)
        BSN_TRY(d->text->instances(ctx, spec, &found));
    *count = found;
    return BASIN_STATUS_OK;
}

void basin_problem_free(basin_ctx *ctx, basin_problem *problem)
{
    if (problem) {
        problem->task->free(ctx, problem->instance);
        bsn_free(ctx, problem);
    }
}

const char *basin_problem_domain(const basin_problem *problem)
{
    return problem ? problem->name : NULL;
}

size_t basin_problem_values(const basin_problem *problem)
{
    return problem ? problem->values : 0;
}

size_t basin_problem_constraints(const basin_problem *problem)
{
    return problem ? problem->task->constraints(problem->instance) : 0;
}

uint64_t basin_problem_floor(const basin_problem *problem)
{
    return problem ? bsn_problem_floor(problem) : 0;
}

basin_status basin_problem_remarks(basin_ctx *ctx, const basin_problem *problem, char **text)
{
    BSN_NEED(ctx, problem && text);
    const struct bsn_notation *const notation = problem->domain->text;
    const uint64_t floor = bsn_problem_floor(problem);
    struct bsn_text out = BSN_TEXT_INIT(ctx);

    if (notation && notation->left_out)
        notation->left_out(problem->instance, &out);
    if (notation && notation->floor_reason && floor > 0) {
        bsn_text_add(&out, "%sno assignment satisfies all, at least %llu constraint%s broken: ",
                     out.length > 0 ? "\n" : "", (unsigned long long)floor,
                     floor == 1 ? " stays" : "s stay");
        notation->floor_reason(problem->instance, &out);
    }
    bsn_text_add(&out, out.length > 0 ? "\n" : "");
    return bsn_text_take(&out, text);
}

basin_status basin_problem_with_limit(basin_ctx *ctx, const basin_problem *problem, uint32_t limit,
                                      const int32_t *keep, basin_problem **out)
{
    BSN_NEED(ctx, problem && out);
    const struct bsn_limit *const table = problem->task->limit;
    basin_problem *own;

    if (!table)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "%s has nothing to limit", problem->name);
    BSN_TRY(BSN_NEW(ctx, 1, &own));
    *own = *problem;
    const basin_status status = table->with(ctx, problem->instance, limit, keep, &own->instance);
    if (status == BASIN_STATUS_OK)
        *out = own;
    else
        bsn_free(ctx, own);
    return status;
}

bool basin_problem_has_limit(const basin_problem *problem)
{
    return problem && problem->task->limit;
}

uint32_t basin_problem_limited(const basin_problem *problem)
{
    return basin_problem_has_limit(problem) ? problem->task->limit->get(problem->instance) : 0;
}

size_t basin_problem_searched(const basin_problem *problem)
{
    if (!problem)
        return 0;
    const struct bsn_limit *const table = problem->task->limit;
    return table ? table->searched(problem->instance) : problem->values;
}

basin_status basin_problem_bounds(basin_ctx *ctx, const basin_problem *problem, int32_t *value,
                                  uint32_t *low, uint32_t *high)
{
    BSN_NEED(ctx, problem && value && low && high);
    const struct bsn_limit *const table = problem->task->limit;

    if (!table)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "%s has nothing to limit", problem->name);
    return table->bounds(ctx, problem->instance, value, low, high);
}

basin_status basin_problem_check(basin_ctx *ctx, const basin_problem *problem,
                                 const int32_t *value, uint64_t *violated)
{
    BSN_NEED(ctx, problem && value && violated);
    uint32_t *scratch;

    BSN_TRY(BSN_NEW(ctx, problem->task->scratch(problem->instance), &scratch));
    problem->task->verify(problem->instance, 1, value, scratch, violated);
    bsn_free(ctx, scratch);
    return BASIN_STATUS_OK;
}

basin_status basin_problem_sum(basin_ctx *ctx, const basin_problem *problem, const int32_t *value,
                               double *sum)
{
    BSN_NEED(ctx, problem && value && sum);
    uint32_t *scratch;

    if (!problem->task->sum) {
        *sum = NAN;
        return BASIN_STATUS_OK;
    }
    BSN_TRY(BSN_NEW(ctx, problem->task->scratch(problem->instance), &scratch));
    *sum = problem->task->sum(problem->instance, value, scratch);
    bsn_free(ctx, scratch);
    return BASIN_STATUS_OK;
}

/* Is `word` one of `words`? */
static bool is_word(const char *words, const char *word)
{
    const size_t length = strlen(word);

    if (strchr(word, ' '))
        return false;
    for (const char *at = words; length > 0 && (at = strstr(at, word)) != NULL; at++)
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == 0))
            return true;
    return false;
}

static const char *first_word(const char *words, char word[static 24])
{
    const size_t length = strcspn(words, " ");

    memcpy(word, words, length);
    word[length] = 0;
    return word;
}

static basin_status write_as(basin_ctx *ctx, const basin_problem *problem, const int32_t *value,
                             const double *sure, const char *format, char **text)
{
    const struct bsn_notation *const notation = problem->domain->text;
    struct bsn_text out = BSN_TEXT_INIT(ctx);
    uint64_t violated = 0;
    char first[24];

    if (!notation)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "%s has no formats", problem->name);
    if (format && !is_word(notation->formats, format))
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "%s has no format \"%.40s\"; there are: %s",
                        problem->name, format, notation->formats);
    if (value)
        BSN_TRY(basin_problem_check(ctx, problem, value, &violated));
    notation->write(problem->instance, value, violated, sure,
                    format ? format : first_word(notation->formats, first), &out);
    return bsn_text_take(&out, text);
}

basin_status basin_problem_write(basin_ctx *ctx, const basin_problem *problem,
                                 const int32_t *value, const char *format, char **text)
{
    BSN_NEED(ctx, problem && text);
    return write_as(ctx, problem, value, NULL, format, text);
}

basin_status basin_answer_write(basin_ctx *ctx, const basin_problem *problem,
                                const struct basin_answer *answer, const char *format, char **text)
{
    BSN_NEED(ctx, problem && answer && text);
    return write_as(ctx, problem, answer->value, answer->sure, format, text);
}

bool basin_problem_score(const basin_problem *problem, const int32_t *value,
                         struct basin_score *score)
{
    if (score)
        *score = (struct basin_score){ 0 };
    if (!problem || !value || !score)
        return false;
    const struct bsn_notation *const notation = problem->domain->text;
    return notation && notation->score && notation->score(problem->instance, value, score);
}

const char *basin_domain_kinds(const char *domain)
{
    const struct bsn_domain *const d = bsn_domain_find(NULL, domain);

    return d && d->generator ? d->generator->kinds : d ? "" : NULL;
}

basin_status basin_generate(basin_ctx *ctx, const char *domain, const struct basin_gen_opts *opts,
                            char **text)
{
    BSN_NEED(ctx, domain && text);
    const struct bsn_domain *const d = bsn_domain_find(ctx, domain);
    struct basin_gen_opts o = BASIN_GEN_OPTS_INIT;
    struct bsn_text out = BSN_TEXT_INIT(ctx);
    char first[24];

    if (!d)
        return BASIN_STATUS_INPUT;
    if (!d->generator)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "%s has no random instances", d->name);
    if (opts)
        memcpy(&o, opts, opts->size < sizeof o ? opts->size : sizeof o);
    if (o.kind && !is_word(d->generator->kinds, o.kind))
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "%s has no kind \"%.40s\"; there are: %s", d->name,
                        o.kind, d->generator->kinds);
    if (!o.kind)
        o.kind = first_word(d->generator->kinds, first);
    const basin_status status = d->generator->generate(ctx, &o, &out);
    if (status != BASIN_STATUS_OK) {
        bsn_text_clear(&out);
        return status;
    }
    return bsn_text_take(&out, text);
}

basin_status basin_solutions_read(basin_ctx *ctx, const basin_problem *problem, const char *path,
                                  int32_t **value, size_t *count)
{
    BSN_NEED(ctx, problem && path && value && count);
    const struct bsn_notation *const notation = problem->domain->text;
    char *text;
    size_t length, found = 0;
    int32_t *values = NULL;

    if (!notation)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "%s has no formats", problem->name);
    BSN_TRY(bsn_file_read_text(ctx, path, &text, &length));
    const basin_status status =
        strlen(text) < length
            ? bsn_fail(ctx, BASIN_STATUS_PARSE, "%s: a zero byte in it; not a text file", path)
            : notation->read(ctx, problem->instance, path, text, &values, &found);
    bsn_free(ctx, text);
    if (status != BASIN_STATUS_OK || found == 0) {
        bsn_free(ctx, values);
        return status != BASIN_STATUS_OK
                   ? status
                   : bsn_fail(ctx, BASIN_STATUS_PARSE, "%s: no solution in it", path);
    }
    *value = values;
    *count = found;
    return BASIN_STATUS_OK;
}
