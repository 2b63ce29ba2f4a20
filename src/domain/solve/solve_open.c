/* solve_open.c - from a problem file to a problem: its functions are stated one by one. */
#include "base/file.h"
#include "base/mem.h"
#include "domain/named.h"
#include "domain/solve/solve.h"

#include <stdio.h>
#include <string.h>

static const char *const uai_endings[] = { ".uai", NULL };
static const char *const all_endings[] = { ".cfn", ".uai", NULL };

bool bsn_solve_claims(const char *spec)
{
    return bsn_named(spec, strlen(spec), all_endings);
}

void bsn_solve_free(basin_ctx *ctx, void *instance)
{
    struct bsn_solve *const solve = instance;

    if (!solve)
        return;
    basin_problem_free(ctx, solve->problem);
    for (size_t i = 0; i < solve->models; i++) {
        bsn_free(ctx, solve->model[i].path);
        basin_model_free(ctx, solve->model[i].model);
    }
    bsn_free(ctx, solve->model);
    bsn_cfn_clear(ctx, &solve->file);
    bsn_free(ctx, solve);
}

/* ------------------------------------------------------------------------------- reading ---- */

/* FILE.evid beside a UAI file; that there is none is no fault. */
static basin_status read_evidence(basin_ctx *ctx, const char *path, struct bsn_cfn *file)
{
    char evidence[BSN_PATH_CHARS], *bytes;
    size_t length;

    if (snprintf(evidence, sizeof evidence, "%s.evid", path) >= (int)sizeof evidence ||
        !bsn_file_exists(evidence))
        return BASIN_STATUS_OK;
    BSN_TRY(bsn_file_read_text(ctx, evidence, &bytes, &length));
    const basin_status status = bsn_uai_evidence(ctx, evidence, bytes, length, file);
    bsn_free(ctx, bytes);
    return status;
}

/* A file without a name (standard input) says by its first letter what it is. */
static basin_status read_file(basin_ctx *ctx, const char *path, struct bsn_cfn *file)
{
    char *bytes;
    size_t length;

    BSN_TRY(bsn_file_read_text(ctx, path, &bytes, &length));
    const bool uai = bsn_named(path, strlen(path), uai_endings) ||
                     (length > 0 && (bytes[0] == 'M' || bytes[0] == 'B'));
    basin_status status = (uai ? bsn_uai_parse : bsn_cfn_parse)(ctx, bsn_file_label(path), bytes,
                                                                length, file);
    bsn_free(ctx, bytes);
    if (status == BASIN_STATUS_OK && uai)
        status = read_evidence(ctx, path, file);
    return status;
}

/* ------------------------------------------------------------------------------- stating ---- */

/* A line of the library's own, behind the file's name and the function's. */
static basin_status blame(basin_ctx *ctx, const char *path, const char *function,
                          basin_status status)
{
    char text[256];

    if (status == BASIN_STATUS_OK || status == BASIN_STATUS_MEMORY)
        return status;
    snprintf(text, sizeof text, "%s", basin_error_text(ctx));
    return bsn_fail(ctx, status, "%s: function \"%.80s\": %s", bsn_file_label(path), function,
                    text);
}

/* The model of that path, seen from the file's folder; opened once. */
static basin_status find_model(basin_ctx *ctx, struct bsn_solve *solve, const char *path,
                               const char *name, const basin_model **out)
{
    const char *const slash = strrchr(path, '/');
    const int folder = *name == '/' || !slash ? 0 : (int)(slash - path) + 1;
    struct bsn_solve_model fresh = { 0 };
    char full[BSN_PATH_CHARS];

    for (size_t i = 0; i < solve->models; i++)
        if (strcmp(solve->model[i].path, name) == 0) {
            *out = solve->model[i].model;
            return BASIN_STATUS_OK;
        }
    if (snprintf(full, sizeof full, "%.*s%s", folder, path, name) >= (int)sizeof full)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "a path that is too long");
    BSN_TRY(bsn_copy_text(ctx, name, &fresh.path));
    const basin_status status = basin_model_load(ctx, full, &fresh.model);
    if (status != BASIN_STATUS_OK) {
        bsn_free(ctx, fresh.path);
        return status;
    }
    solve->model[solve->models++] = fresh;
    *out = fresh.model;
    return BASIN_STATUS_OK;
}

/* Values are matched by name where both have names: then the model's must be the file's, in its
 * order. */
static basin_status match_values(basin_ctx *ctx, const basin_model *model,
                                 const struct bsn_cfn_variable *v)
{
    for (size_t k = 0; v->value && k < v->values; k++) {
        const char *const name = basin_model_value_name(model, k);
        if (name && strcmp(name, v->value[k]) != 0)
            return bsn_fail(ctx, BASIN_STATUS_INPUT,
                            "value %zu of \"%.60s\" is \"%.60s\"; the model's is \"%.60s\"", k,
                            v->name, v->value[k], name);
    }
    return BASIN_STATUS_OK;
}

static basin_status state_learned(basin_ctx *ctx, struct bsn_solve *solve, const char *path,
                                  const struct bsn_cfn_function *f, basin_draft *draft)
{
    const basin_model *model = NULL;

    BSN_TRY(find_model(ctx, solve, path, f->model, &model));
    for (size_t k = 0; k < f->scope; k++)
        BSN_TRY(match_values(ctx, model, &solve->file.variable[f->variable[k]]));
    return basin_draft_learned(ctx, draft, model, f->variable, f->scope, f->weight);
}

/* Variables of one value do not change a table, and are no variables of a draft's. */
static basin_status state_table(basin_ctx *ctx, struct bsn_solve *solve,
                                const struct bsn_cfn_function *f, basin_draft *draft)
{
    uint32_t *scope;
    size_t count = 0;
    basin_status status = BASIN_STATUS_OK;

    BSN_TRY(BSN_NEW(ctx, f->scope, &scope));
    for (size_t k = 0; k < f->scope; k++)
        if (solve->file.variable[f->variable[k]].values > 1)
            scope[count++] = f->variable[k];
    if (count > 0)
        status = basin_draft_cost(ctx, draft, scope, count, f->cost, f->weight);
    else if (f->scope > 0 && f->cost[0] > 1e300)
        status = bsn_fail(ctx, BASIN_STATUS_INPUT, "it forbids everything");
    else
        solve->file.constant += f->scope > 0 ? f->cost[0] : 0;
    bsn_free(ctx, scope);
    return status;
}

static basin_status state_all(basin_ctx *ctx, struct bsn_solve *solve, const char *path,
                              basin_draft *draft)
{
    const struct bsn_cfn *const file = &solve->file;

    for (size_t i = 0; i < file->variables; i++) {
        const struct bsn_cfn_variable *const v = &file->variable[i];
        BSN_TRY(basin_draft_variables(ctx, draft, 1, v->values > 1 ? v->values : 2, NULL));
        if (v->values == 1 || v->given >= 0)
            BSN_TRY(basin_draft_given(ctx, draft, (uint32_t)i, v->values == 1 ? 0 : v->given));
    }
    BSN_TRY(BSN_NEW(ctx, file->functions, &solve->model));
    for (size_t i = 0; i < file->functions; i++) {
        const struct bsn_cfn_function *const f = &file->function[i];
        BSN_TRY(blame(ctx, path, f->name,
                      f->model ? state_learned(ctx, solve, path, f, draft)
                               : state_table(ctx, solve, f, draft)));
    }
    return basin_draft_finish(ctx, draft, &solve->problem);
}

basin_status bsn_solve_open(basin_ctx *ctx, const char *path, void **instance)
{
    struct bsn_solve *solve;
    basin_draft *draft = NULL;
    basin_status status;

    BSN_TRY(BSN_NEW(ctx, 1, &solve));
    BSN_TRY_OUT(read_file(ctx, path, &solve->file));
    BSN_TRY_OUT(basin_draft_new(ctx, &draft));
    BSN_TRY_OUT(state_all(ctx, solve, path, draft));
    bsn_cfn_forget(ctx, &solve->file);
    basin_draft_free(ctx, draft);
    *instance = solve;
    return BASIN_STATUS_OK;
out:
    basin_draft_free(ctx, draft);
    bsn_solve_free(ctx, solve);
    return status;
}
