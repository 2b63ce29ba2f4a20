/* learn.c - a constraint is learned from examples: what they show, which networks, the model.
 *
 * The public face, and what the model and the report say in the end.
 */
#include "domain/own/learn.h"

#include "base/hash.h"
#include "base/mem.h"
#include "domain/own/learn_teach.h"
#include "domain/own/learned.h"
#include "domain/own/own.h"
#include "train/train.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define VALUES_MAX 256
#define PLACES_MAX 1024
#define ALL_TUPLES 20000  /* so many are all asked about; of more, so many drawn ones */

struct learning {
    basin_ctx *ctx;
    struct basin_learn_opts opts;
    struct bsn_lore lore;
    struct bsn_form form;
    struct bsn_learn_lessons lessons;
    struct basin_learn_report report;
    size_t *first[2];     /* of valid and of invalid rows */
    char *number;         /* names of values that have none */
    const char **name;
};

/* ------------------------------------------------------------------------------ examples ---- */

static basin_status check_rows(struct learning *l, const char *what, const struct bsn_sample *s)
{
    const uint32_t values = l->opts.values;

    for (size_t r = 0; r < s->rows; r++) {
        size_t length;
        const int32_t *const row = bsn_sample_row(s, r, &length);
        if (length < 2 || length > PLACES_MAX)
            return bsn_fail(l->ctx, BASIN_STATUS_INPUT,
                            "%s example %zu has %zu places; it must be 2 to %d", what, r + 1,
                            length, PLACES_MAX);
        for (size_t i = 0; i < length; i++)
            if (row[i] < 0 || row[i] >= (int64_t)values)
                return bsn_fail(l->ctx, BASIN_STATUS_INPUT,
                                "%s example %zu has the value %d in place %zu; there are %u, "
                                "from 0", what, r + 1, row[i], i + 1, values);
    }
    return BASIN_STATUS_OK;
}

static basin_status take_rows(struct learning *l, size_t which, const int32_t *value,
                              const size_t *lengths, size_t rows, struct bsn_sample *out)
{
    static const char *const what[] = { "valid", "invalid" };

    if (rows > INT32_MAX || (rows > 0 && !value))
        return bsn_fail(l->ctx, BASIN_STATUS_INPUT, "%zu %s examples%s", rows, what[which],
                        value ? "" : ", which are NULL");
    BSN_TRY(BSN_NEW(l->ctx, rows + 1, &l->first[which]));
    for (size_t r = 0; r < rows; r++)
        l->first[which][r + 1] = l->first[which][r] + (lengths ? lengths[r] : l->opts.places);
    *out = (struct bsn_sample){ rows, l->first[which], value };
    return check_rows(l, what[which], out);
}

static void measure(struct bsn_lore *lore)
{
    lore->low = UINT32_MAX;
    for (size_t r = 0; r < lore->valid.rows; r++) {
        const uint32_t length = (uint32_t)(lore->valid.first[r + 1] - lore->valid.first[r]);
        lore->low = length < lore->low ? length : lore->low;
        lore->high = length > lore->high ? length : lore->high;
    }
}

static basin_status check_invalid(struct learning *l)
{
    const struct bsn_lore *const lore = &l->lore;

    for (size_t r = 0; r < lore->invalid.rows; r++) {
        size_t length;
        const int32_t *const row = bsn_sample_row(&lore->invalid, r, &length);
        if (length < lore->low || length > lore->high)
            return bsn_fail(l->ctx, BASIN_STATUS_INPUT,
                            "invalid example %zu has %zu places; the valid ones have %u to %u",
                            r + 1, length, lore->low, lore->high);
        if (bsn_lore_knows(lore, row, length))
            return bsn_fail(l->ctx, BASIN_STATUS_INPUT,
                            "invalid example %zu is a valid example too", r + 1);
    }
    return BASIN_STATUS_OK;
}

static basin_status check_values(struct learning *l)
{
    const struct basin_learn_opts *const o = &l->opts;

    if (o->values < 2 || o->values > VALUES_MAX)
        return bsn_fail(l->ctx, BASIN_STATUS_INPUT, "examples of %u values; it must be 2 to %d",
                        o->values, VALUES_MAX);
    if (o->rows < 2)
        return bsn_fail(l->ctx, BASIN_STATUS_INPUT,
                        "%zu valid example%s: nothing can be learned from fewer than two", o->rows,
                        o->rows == 1 ? "" : "s");
    return BASIN_STATUS_OK;
}

/* Can a model hold these names, and can they be told apart? Asked before anything is learned. */
static basin_status check_names(const struct learning *l)
{
    const uint32_t values = l->opts.values;
    basin_model *trial;

    for (uint32_t v = 0; v < values; v++) {
        if (!l->name[v] || !*l->name[v] || strchr(l->name[v], ','))
            return bsn_fail(l->ctx, BASIN_STATUS_INPUT, "the name of value %u %s", v,
                            l->name[v] && *l->name[v] ? "has a comma in it" : "is missing");
        for (uint32_t u = 0; u < v; u++)
            if (strcmp(l->name[u], l->name[v]) == 0)
                return bsn_fail(l->ctx, BASIN_STATUS_INPUT, "values %u and %u are both called %.60s",
                                u, v, l->name[v]);
    }
    BSN_TRY(BSN_NEW(l->ctx, 1, &trial));
    const bool fits = bsn_learned_note(trial, values, l->name, 0, 0);
    bsn_free(l->ctx, trial);
    return fits ? BASIN_STATUS_OK
                : bsn_fail(l->ctx, BASIN_STATUS_TOO_BIG,
                           "the names of the %u values are too long, together", values);
}

static basin_status name_values(struct learning *l)
{
    const uint32_t values = l->opts.values;

    BSN_TRY(BSN_NEW(l->ctx, values, &l->name));
    BSN_TRY(BSN_NEW(l->ctx, values * (size_t)8, &l->number));
    for (uint32_t v = 0; v < values; v++) {
        snprintf(l->number + 8 * (size_t)v, 8, "%u", v % 1000);
        l->name[v] = l->opts.name ? l->opts.name[v] : l->number + 8 * (size_t)v;
    }
    return check_names(l);
}

static basin_status take_examples(struct learning *l)
{
    const struct basin_learn_opts *const o = &l->opts;
    struct bsn_lore *const lore = &l->lore;

    BSN_TRY(check_values(l));
    BSN_TRY(take_rows(l, 0, o->valid, o->lengths, o->rows, &lore->valid));
    BSN_TRY(take_rows(l, 1, o->invalid, o->invalid_lengths, o->invalids, &lore->invalid));
    lore->values = o->values;
    lore->numbers = o->numbers;
    lore->seed = o->seed;
    measure(lore);
    if (o->ordered && lore->low < lore->high)
        return bsn_fail(l->ctx, BASIN_STATUS_INPUT,
                        "examples of %u to %u places: where order matters, all have as many",
                        lore->low, lore->high);
    BSN_TRY(name_values(l));
    BSN_TRY(bsn_lore_sort(l->ctx, lore));
    BSN_TRY(check_invalid(l));
    return bsn_lore_make(l->ctx, lore);
}

/* ------------------------------------------------------------------- networks and tables ---- */

/* Do the networks judge a row as the tables do? even: it is one of all tuples, each as likely. */
static basin_status ask(struct bsn_learn_lessons *lessons, basin_ctx *ctx,
                        const basin_problem *problem, const int32_t *row, size_t length, bool even)
{
    uint64_t violated;
    bool unsure = false;

    BSN_TRY(basin_problem_check(ctx, problem, row, &violated));
    const bool refused =
        bsn_form_refuses(lessons->lore, lessons->form->tables, row, length, &unsure);
    lessons->report->asked++;
    lessons->report->agreed += refused == (violated > 0);
    if (even)
        bsn_learn_count(lessons, row, length, !refused);
    return BASIN_STATUS_OK;
}

/* All tuples where they are few; else rows of made-up values, valid examples and changed ones. */
static basin_status ask_all(struct bsn_learn_lessons *lessons, basin_ctx *ctx,
                            const basin_problem *problem, int32_t *row)
{
    const struct bsn_lore *const lore = lessons->lore;
    const size_t n = lore->high, k = lore->values;
    struct bsn_dice dice = { .rng = { lore->seed, BSN_RNG_EXAMPLE, 0xfffc, 0xffffffff } };
    double tuples = 1;

    for (size_t i = 0; i < n && tuples <= ALL_TUPLES; i++)
        tuples *= (double)k;
    const bool all = tuples <= ALL_TUPLES;
    for (size_t t = 0; t < (all ? (size_t)tuples : ALL_TUPLES); t++) {
        size_t length = n, rest = t;
        const bool even = all || t % 4 == 0;
        if (even)
            for (size_t i = 0; i < n; i++, rest /= k)
                row[i] = (int32_t)(all ? rest % k : bsn_roll(&dice, (uint32_t)k));
        else
            length = bsn_lore_make_up(lore, &dice, row);
        if (length == n)
            BSN_TRY(ask(lessons, ctx, problem, row, n, even));
    }
    return BASIN_STATUS_OK;
}

static basin_status compare_networks(struct bsn_learn_lessons *lessons, basin_ctx *ctx,
                                     basin_model *model)
{
    const struct bsn_lore *const lore = lessons->lore;
    basin_draft *draft = NULL;
    basin_problem *problem = NULL;
    uint32_t *variable = NULL;
    int32_t *row = NULL;
    basin_status status;

    BSN_TRY_OUT(BSN_NEW(ctx, lore->high, &variable));
    BSN_TRY_OUT(BSN_NEW(ctx, lore->high, &row));
    for (uint32_t i = 0; i < lore->high; i++)
        variable[i] = i;
    BSN_TRY_OUT(basin_draft_new(ctx, &draft));
    BSN_TRY_OUT(basin_draft_variables(ctx, draft, lore->high, lore->values, NULL));
    BSN_TRY_OUT(basin_draft_learned(ctx, draft, model, variable, lore->high, 1));
    BSN_TRY_OUT(basin_draft_finish(ctx, draft, &problem));
    status = ask_all(lessons, ctx, problem, row);
out:
    basin_problem_free(ctx, problem);
    basin_draft_free(ctx, draft);
    bsn_free(ctx, row);
    bsn_free(ctx, variable);
    return status;
}

/* ------------------------------------------------------------------------------ the model ---- */

static void note_counts(const struct bsn_learn_lessons *lessons, basin_model *model)
{
    const struct bsn_form *const f = lessons->form;
    const struct basin_learn_report *const r = lessons->report;

    bsn_model_note(model, "data", "%zu valid examples; %zu invalid ones given", r->examples,
                   r->invalid);
    bsn_model_note(model, "found", "%s", f->what);
    bsn_model_note(model, "held out",
                   "%zu of %zu valid examples are refused when each is judged by the others",
                   f->refused, r->examples);
    if (r->invalid > 0)
        bsn_model_note(model, "invalid",
                       "%zu of %zu invalid examples are refused when each is judged by the others",
                       f->invalid_told, r->invalid);
    bsn_model_note(model, "made up",
                   "of %zu changed valid examples %zu were valid examples; of the others %zu are "
                   "refused, the rest may be valid by accident",
                   f->made, f->known, f->told);
    bsn_model_note(model, "judged", "the networks judge %zu of %zu rows as what was found does", r->agreed,
                   r->asked);
    bsn_model_note(model, "sure", "%s%s", r->sure ? "yes" : "no: ", r->why);
}

static basin_status note(basin_ctx *ctx, const void *from, basin_model *model)
{
    struct bsn_learn_lessons *const lessons = (struct bsn_learn_lessons *)(uintptr_t)from;
    struct basin_learn_report *const r = lessons->report;
    const struct bsn_lore *const lore = lessons->lore;

    if (!bsn_learned_note(model, lore->values, lessons->value_name, lore->low, lore->high))
        return bsn_fail(ctx, BASIN_STATUS_TOO_BIG,
                        "the names of the values are too long, or one has a comma or nothing in it");
    BSN_TRY(bsn_learned_complete(ctx, "learned", model));
    BSN_TRY(compare_networks(lessons, ctx, model));
    if (r->sure && r->agreed < r->asked) {
        r->sure = false;
        snprintf(r->why, sizeof r->why,
                 "the networks did not learn all of it: they judge %zu of %zu rows otherwise",
                 r->asked - r->agreed, r->asked);
    }
    bsn_learn_doubt(lessons);
    note_counts(lessons, model);
    return BASIN_STATUS_OK;
}

static void fill_report(struct learning *l)
{
    const struct bsn_form *const f = &l->form;
    struct basin_learn_report *const r = &l->report;

    r->sure = f->sure;
    r->ordered = f->tables & BSN_FORM_ORDERED;
    r->values_differ = f->tables & BSN_FORM_VALUES_DIFFER;
    r->examples = l->lore.valid.rows;
    r->refused = f->refused;
    r->invalid = l->lore.invalid.rows;
    r->invalid_told = f->invalid_told;
    r->made = f->made;
    r->made_known = f->known;
    r->made_told = f->told;
    r->made_unsure = f->unsure;
    snprintf(r->found, sizeof r->found, "%s", f->what);
    snprintf(r->why, sizeof r->why, "%s", f->why);
}

static uint64_t hash_examples(const struct bsn_lore *lore)
{
    const struct bsn_sample *const both[] = { &lore->valid, &lore->invalid };
    uint64_t hash = BSN_HASH_INIT;

    for (size_t i = 0; i < 2; i++)
        if (both[i]->rows > 0) {
            hash = bsn_hash(hash, both[i]->first, (both[i]->rows + 1) * sizeof *both[i]->first);
            hash = bsn_hash(hash, both[i]->value,
                            both[i]->first[both[i]->rows] * sizeof *both[i]->value);
        }
    return hash;
}

static basin_status teach(struct learning *l, const char *path)
{
    const struct basin_learn_opts *const o = &l->opts;
    struct basin_train_opts opts = BASIN_TRAIN_OPTS_INIT;
    struct bsn_learn_lessons *const lessons = &l->lessons;

    *lessons = (struct bsn_learn_lessons){ .lore = &l->lore, .form = &l->form, .report = &l->report,
                                     .value_name = l->name };
    BSN_TRY(bsn_learn_lessons_make(l->ctx, lessons));
    lessons->recipe.data = "examples";
    lessons->recipe.mark = hash_examples(&l->lore);
    opts.seed = o->seed;
    opts.steps = o->steps;
    opts.threads = o->threads;
    opts.resume = o->resume;
    opts.checkpoint_seconds = o->checkpoint_seconds;
    opts.log = o->log;
    opts.should_stop = o->should_stop;
    opts.on_moment = o->on_moment;
    opts.user = o->user;
    opts.kernel = o->kernel;
    opts.team = o->team;
    const struct bsn_subject subject = { .name = BSN_LEARNED_DOMAIN, .task = bsn_own_domain.task,
                                         .curriculum = &bsn_learn_curriculum,
                                         .recipe = &lessons->recipe, .lessons = lessons,
                                         .note = note };
    return bsn_train(l->ctx, &subject, &opts, path);
}

static basin_status learn(struct learning *l, const char *path)
{
    unsigned wanted = (1u << BSN_TABLES) - 1;

    BSN_TRY(take_examples(l));
    wanted &= l->opts.ordered ? BSN_FORM_ORDERED : wanted;
    wanted &= l->opts.values_differ ? BSN_FORM_VALUES_DIFFER : wanted;
    BSN_TRY(bsn_form_find(l->ctx, &l->lore, wanted, &l->form));
    if (l->form.tables == 0)
        return bsn_fail(l->ctx, BASIN_STATUS_INPUT,
                        "nothing can be learned from these %zu examples: %s", l->lore.valid.rows,
                        l->form.why);
    fill_report(l);
    return teach(l, path);
}

basin_status basin_learn(basin_ctx *ctx, const struct basin_learn_opts *opts, const char *path,
                         struct basin_learn_report *report)
{
    BSN_NEED(ctx, opts && path);
    struct learning l = { .ctx = ctx, .opts = BASIN_LEARN_OPTS_INIT };

    memcpy(&l.opts, opts, opts->size < sizeof l.opts ? opts->size : sizeof l.opts);
    BSN_TRY(bsn_train_check_time(ctx, l.opts.checkpoint_seconds));
    const basin_status status = learn(&l, path);
    if (status == BASIN_STATUS_OK && report) {
        const size_t size = report->size < sizeof l.report ? report->size : sizeof l.report;
        l.report.size = report->size;
        memcpy(report, &l.report, size);
    }
    bsn_learn_lessons_clear(ctx, &l.lessons);
    bsn_lore_clear(ctx, &l.lore);
    bsn_free(ctx, l.first[0]);
    bsn_free(ctx, l.first[1]);
    bsn_free(ctx, l.number);
    bsn_free(ctx, l.name);
    return status;
}
