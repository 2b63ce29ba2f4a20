/* cfn_write.c - cost function networks written as CFN files. */
#include "format/cfn.h"

#include <math.h>
#include <string.h>

/* A text as JSON has it. */
static void add_text(struct bsn_text *text, const char *chars)
{
    bsn_text_add(text, "\"");
    for (; *chars; chars++)
        if (*chars == '"' || *chars == '\\')
            bsn_text_add(text, "\\%c", *chars);
        else if ((unsigned char)*chars < ' ')
            bsn_text_add(text, "\\u%04x", (unsigned)*chars);
        else
            bsn_text_add(text, "%c", *chars);
    bsn_text_add(text, "\"");
}

/* Above all sums of costs that are not forbidden, however many of them are below 0. */
static double find_top(const struct bsn_cfn *cfn)
{
    double top = 1 + fabs(cfn->constant);

    for (size_t i = 0; i < cfn->functions; i++) {
        double most = 0;
        for (size_t k = 0; cfn->function[i].cost && k < cfn->function[i].costs; k++)
            if (cfn->function[i].cost[k] < INFINITY)
                most = fmax(most, fabs(cfn->function[i].cost[k]));
        top += most;
    }
    return ceil(top);
}

static void add_variable(const struct bsn_cfn_variable *v, struct bsn_text *text)
{
    add_text(text, v->name);
    bsn_text_add(text, ": ");
    if (!v->value)
        bsn_text_add(text, "%u", v->values);
    for (uint32_t k = 0; v->value && k < v->values; k++) {
        bsn_text_add(text, k == 0 ? "[" : ", ");
        add_text(text, v->value[k]);
    }
    bsn_text_add(text, v->value ? "]" : "");
}

static void add_function(const struct bsn_cfn *cfn, const struct bsn_cfn_function *f, int decimals,
                         double forbidden, struct bsn_text *text)
{
    add_text(text, f->name);
    bsn_text_add(text, ": {\"scope\": [");
    for (size_t k = 0; k < f->scope; k++) {
        bsn_text_add(text, k == 0 ? "" : ", ");
        add_text(text, cfn->variable[f->variable[k]].name);
    }
    bsn_text_add(text, "], \"costs\": [");
    for (size_t k = 0; k < f->costs; k++) {
        bsn_text_add(text, k == 0 ? "" : ", ");
        bsn_text_number(text, f->cost[k] < INFINITY ? f->cost[k] : forbidden, decimals);
    }
    bsn_text_add(text, "]}");
}

/* All decimals of it: solvers take from here how many decimals costs have. */
static void add_bound(struct bsn_text *text, double bound, int decimals)
{
    char number[BSN_DECIMAL_CHARS];

    bsn_decimal(bound, decimals, number);
    const char *const point = strchr(number, '.');
    bsn_text_add(text, "%s%s", number, point ? "" : ".");
    for (size_t i = point ? strlen(point + 1) : 0; i < (size_t)decimals; i++)
        bsn_text_add(text, "0");
}

void bsn_cfn_write(const struct bsn_cfn *cfn, int decimals, struct bsn_text *text)
{
    const double top = find_top(cfn);

    bsn_text_add(text, "{\n\"problem\": {\"name\": ");
    add_text(text, cfn->name);
    bsn_text_add(text, ", \"mustbe\": \"<");
    add_bound(text, fmin(top, cfn->bound), decimals);
    bsn_text_add(text, "\"},\n\"variables\": {\n");
    for (size_t i = 0; i < cfn->variables; i++) {
        add_variable(&cfn->variable[i], text);
        bsn_text_add(text, i + 1 < cfn->variables ? ",\n" : "\n");
    }
    bsn_text_add(text, "},\n\"functions\": {\n");
    for (size_t i = 0; i < cfn->functions; i++) {
        add_function(cfn, &cfn->function[i], decimals, 2 * top, text);
        bsn_text_add(text, i + 1 < cfn->functions ? ",\n" : "\n");
    }
    bsn_text_add(text, "}\n}\n");
}
