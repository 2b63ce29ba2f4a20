/* uai.c - networks of the UAI competitions (MARKOV, BAYES), and their evidence.
 *
 * Numbers and blanks: the kind, how many variables, their numbers of values, how many functions,
 * their scopes, their tables. A value of a table is a factor of a product; its cost is -log of it.
 */
#include "format/cfn.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT_MAX 10000000  /* variables, functions */

/* Words one after the other. */
struct scanner {
    basin_ctx *ctx;
    const char *label, *at, *end;
    size_t line;
    char word[40];
};

static basin_status refuse(const struct scanner *s, const char *why)
{
    return bsn_fail(s->ctx, BASIN_STATUS_PARSE, "%s:%zu: %s", s->label, s->line, why);
}

/* The next word; "" at the end. */
static basin_status next_word(struct scanner *s)
{
    size_t length = 0;

    while (s->at < s->end && strchr(" \t\r\n", *s->at) && *s->at)
        s->line += *s->at++ == '\n';
    while (s->at < s->end && !(strchr(" \t\r\n", *s->at) && *s->at)) {
        if (*s->at == 0 || length + 1 == sizeof s->word)
            return refuse(s, *s->at ? "a word that is too long" : "a zero byte; not a text file");
        s->word[length++] = *s->at++;
    }
    s->word[length] = 0;
    return BASIN_STATUS_OK;
}

static basin_status next_count(struct scanner *s, const char *what, uint64_t most, uint64_t *out)
{
    char *end, why[160];

    BSN_TRY(next_word(s));
    const unsigned long long number = strtoull(s->word, &end, 10);
    if (!s->word[0])
        snprintf(why, sizeof why, "the file ends where %s is expected", what);
    else if (*end || s->word[0] == '-' || s->word[0] == '+' || number > most)
        snprintf(why, sizeof why, "\"%s\" is not %s, a number up to %llu", s->word, what,
                 (unsigned long long)most);
    else {
        *out = number;
        return BASIN_STATUS_OK;
    }
    return refuse(s, why);
}

static basin_status next_factor(struct scanner *s, double *cost)
{
    char *end;

    BSN_TRY(next_word(s));
    const double factor = bsn_read_number(s->word, &end);
    if (!s->word[0])
        return refuse(s, "the file ends within a table");
    if (*end || !(factor >= 0) || isinf(factor))
        return refuse(s, "a table has something that is no number, or one below 0");
    *cost = factor > 0 ? -log(factor) : INFINITY;
    return BASIN_STATUS_OK;
}

static basin_status name_it(basin_ctx *ctx, const char *prefix, size_t number, char **out)
{
    char name[32];

    snprintf(name, sizeof name, "%s%zu", prefix, number);
    return bsn_copy_text(ctx, name, out);
}

/* A file of n bytes has fewer words than n: more variables than that it does not have. */
static uint64_t most_words(const struct scanner *s)
{
    const size_t left = (size_t)(s->end - s->at);

    return left < COUNT_MAX ? left : COUNT_MAX;
}

static basin_status read_variables(struct scanner *s, struct bsn_cfn *cfn)
{
    uint64_t count, values;

    BSN_TRY(next_count(s, "the number of variables", most_words(s), &count));
    if (count == 0)
        return refuse(s, "it has no variables");
    BSN_TRY(BSN_NEW(s->ctx, count, &cfn->variable));
    for (size_t i = 0; i < count; i++) {
        struct bsn_cfn_variable *const v = &cfn->variable[cfn->variables++];
        v->given = -1;
        BSN_TRY(name_it(s->ctx, "x", i, &v->name));
        BSN_TRY(next_count(s, "a number of values", UINT16_MAX, &values));
        if (values == 0)
            return refuse(s, "a variable of no values");
        v->values = (uint32_t)values;
    }
    return BASIN_STATUS_OK;
}

static basin_status read_scope(struct scanner *s, const struct bsn_cfn *cfn,
                               struct bsn_cfn_function *f)
{
    uint64_t count, number;

    BSN_TRY(next_count(s, "the size of a scope", BSN_CFN_SCOPE, &count));
    BSN_TRY(BSN_NEW(s->ctx, count, &f->variable));
    f->scope = count;
    f->costs = 1;
    for (size_t k = 0; k < count; k++) {
        BSN_TRY(next_count(s, "a variable's number", cfn->variables - 1, &number));
        for (size_t j = 0; j < k; j++)
            if (f->variable[j] == number)
                return refuse(s, "a variable is twice in a scope");
        f->variable[k] = (uint32_t)number;
        f->costs *= cfn->variable[number].values;
        if (f->costs > BSN_CFN_TUPLES)
            return refuse(s, "a function of more than 16777216 tuples");
    }
    return BASIN_STATUS_OK;
}

static basin_status read_functions(struct scanner *s, struct bsn_cfn *cfn)
{
    uint64_t count;

    BSN_TRY(next_count(s, "the number of functions", most_words(s), &count));
    BSN_TRY(BSN_NEW(s->ctx, count, &cfn->function));
    for (size_t i = 0; i < count; i++) {
        struct bsn_cfn_function *const f = &cfn->function[cfn->functions++];
        f->weight = 1;
        BSN_TRY(name_it(s->ctx, "f", i, &f->name));
        BSN_TRY(read_scope(s, cfn, f));
    }
    return BASIN_STATUS_OK;
}

static basin_status read_tables(struct scanner *s, struct bsn_cfn *cfn)
{
    uint64_t count;

    for (size_t i = 0; i < cfn->functions; i++) {
        struct bsn_cfn_function *const f = &cfn->function[i];
        BSN_TRY(next_count(s, "the size of a table", BSN_CFN_TUPLES, &count));
        if (count != f->costs)
            return refuse(s, "a table is not of the size of its scope");
        if (count > most_words(s))
            return refuse(s, "the file ends within a table");
        BSN_TRY(BSN_NEW(s->ctx, count, &f->cost));
        for (size_t k = 0; k < count; k++)
            BSN_TRY(next_factor(s, &f->cost[k]));
        if (f->scope == 0 && f->cost[0] == INFINITY)
            return refuse(s, "a function of no variables is 0: all is forbidden");
        cfn->constant += f->scope == 0 ? f->cost[0] : 0;
    }
    BSN_TRY(next_word(s));
    return s->word[0] ? refuse(s, "more behind the last table") : BASIN_STATUS_OK;
}

static basin_status read_all(struct scanner *s, struct bsn_cfn *cfn)
{
    cfn->bound = INFINITY;
    BSN_TRY(next_word(s));
    if (strcmp(s->word, "MARKOV") != 0 && strcmp(s->word, "BAYES") != 0)
        return refuse(s, "it begins with neither MARKOV nor BAYES");
    BSN_TRY(bsn_copy_text(s->ctx, "", &cfn->name));
    BSN_TRY(read_variables(s, cfn));
    BSN_TRY(read_functions(s, cfn));
    return read_tables(s, cfn);
}

basin_status bsn_uai_parse(basin_ctx *ctx, const char *label, const char *bytes, size_t length,
                           struct bsn_cfn *out)
{
    struct scanner s = { .ctx = ctx, .label = label, .at = bytes, .end = bytes + length,
                         .line = 1 };
    struct bsn_cfn cfn = { 0 };
    const basin_status status = read_all(&s, &cfn);

    if (status != BASIN_STATUS_OK) {
        bsn_cfn_clear(ctx, &cfn);
        return status;
    }
    *out = cfn;
    return BASIN_STATUS_OK;
}

basin_status bsn_uai_evidence(basin_ctx *ctx, const char *label, const char *bytes, size_t length,
                              struct bsn_cfn *cfn)
{
    struct scanner s = { .ctx = ctx, .label = label, .at = bytes, .end = bytes + length,
                         .line = 1 };
    uint64_t count, variable, value;

    BSN_TRY(next_count(&s, "how many variables are observed", cfn->variables, &count));
    for (size_t i = 0; i < count; i++) {
        BSN_TRY(next_count(&s, "a variable's number", cfn->variables - 1, &variable));
        BSN_TRY(next_count(&s, "its value", cfn->variable[variable].values - 1, &value));
        if (cfn->variable[variable].given >= 0)
            return refuse(&s, "a variable is observed twice");
        cfn->variable[variable].given = (int32_t)value;
    }
    BSN_TRY(next_word(&s));
    return s.word[0] ? refuse(&s, "more behind the last value") : BASIN_STATUS_OK;
}
