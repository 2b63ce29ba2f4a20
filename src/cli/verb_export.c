/* verb_export.c - the energies of an instance as a network of tables that exact solvers read. */
#include "cli.h"

#include "program/whole.h"

static int export_to(const struct options *o, struct setup *s)
{
    const char *const spec = o->operand[0];
    const char *const domain = basin_domain_of(spec);
    basin_problem *problem = NULL;
    char why[LIMIT_CHARS];
    int code = EXIT_ERROR;

    if (!domain)
        return complain("%s: not an instance of any domain, by its name", spec);
    if (basin_problem_open(s->ctx, domain, spec, &problem) != BASIN_STATUS_OK)
        return complain_ctx(s->ctx);
    if (setup_model(domain, o, s) != 0)
        code = EXIT_ERROR;
    else if (!limit_set(s, &problem, o, spec, why))
        complain("%s", why);
    else if (basin_problem_export(s->ctx, s->model, problem, o->output) != BASIN_STATUS_OK)
        complain_ctx(s->ctx);
    else
        code = EXIT_DONE;
    basin_problem_free(s->ctx, problem);
    return code;
}

int verb_export(const struct verb *verb, const struct options *o)
{
    struct options whole = *o;
    struct setup setup;

    if (!o->output)
        return complain("%s needs -o FILE", verb->name);
    if (whole_same(o->operand[0], o->output))
        return complain("%s: is what it reads; give -o another file", o->output);
    whole.method = "basin";
    whole.whole = true;  /* all of a graph, not only what is searched */
    if (setup_open(&whole, &setup) != 0)
        return EXIT_ERROR;
    const int code = export_to(&whole, &setup);
    setup_close(&setup);
    return code;
}
