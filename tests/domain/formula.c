/* formula.c - formulas as plain lists of numbers. */
#include "domain/formula.h"

#include "domain/sat/floor.h"

uint32_t formula_draw(uint32_t stream, uint32_t item, uint32_t n)
{
    const struct bsn_rng rng = { 21, BSN_RNG_TEST, stream, 0 };

    return bsn_rng_below(&rng, item, n);
}

void formula_add(struct formula *f, int32_t number)
{
    assert_true(f->numbers < FORMULA_NUMBERS);
    f->number[f->numbers++] = number;
}

void formula_add_clause(struct formula *f, uint32_t stream, uint32_t k, uint32_t width)
{
    for (uint32_t i = 0; i < width; i++) {
        const int32_t v = 1 + (int32_t)formula_draw(stream, 1000 + 16 * k + i, f->vars);
        formula_add(f, formula_draw(stream, 100000 + 16 * k + i, 2) ? v : -v);
    }
    formula_add(f, 0);
}

struct formula formula_random(uint32_t stream, uint32_t vars, uint32_t clauses, bool empty)
{
    struct formula f = { .vars = vars };

    for (uint32_t k = 0; k < clauses; k++) {
        const bool none = empty && formula_draw(stream, 500 + k, 25) == 0;
        formula_add_clause(&f, stream, k, none ? 0 : 1 + formula_draw(stream, k, 8));
    }
    return f;
}

struct formula formula_of_text(const char *text)
{
    struct formula f = { 0 };
    size_t clauses = 0;

    while (*text == 'c')
        text = strchr(text, '\n') + 1;
    assert_int_equal(sscanf(text, "p cnf %u %zu", &f.vars, &clauses), 2);
    text = strchr(text, '\n') + 1;
    for (char *rest; *text; text = rest) {
        const long number = strtol(text, &rest, 10);
        if (rest == text)
            break;
        assert_true(labs(number) <= (long)f.vars);
        formula_add(&f, (int32_t)number);
    }
    assert_int_equal(formula_clauses(&f), clauses);
    return f;
}

struct formula formula_of_cnf(const struct bsn_cnf *cnf)
{
    struct formula f = { .vars = cnf->vars };

    for (size_t k = 0; k < cnf->clauses; k++) {
        for (size_t i = cnf->first[k]; i < cnf->first[k + 1]; i++)
            formula_add(&f, cnf->literal[i]);
        formula_add(&f, 0);
    }
    return f;
}

size_t formula_clauses(const struct formula *f)
{
    size_t clauses = 0;

    for (size_t i = 0; i < f->numbers; i++)
        clauses += f->number[i] == 0;
    return clauses;
}

static bool holds(const int32_t *clause, const int32_t *value)
{
    for (const int32_t *at = clause; *at; at++) {
        if (value[abs(*at) - 1] == (*at > 0))
            return true;
        for (const int32_t *other = clause; *other; other++)
            if (*other == -*at)
                return true;
    }
    return false;
}

uint64_t formula_broken(const struct formula *f, const int32_t *value)
{
    uint64_t broken = 0;
    const int32_t *clause = f->number;

    for (const int32_t *at = f->number; at < f->number + f->numbers; at++)
        if (*at == 0) {
            broken += !holds(clause, value);
            clause = at + 1;
        }
    return broken;
}

struct bsn_cnf *formula_parse(basin_ctx *ctx, const char *text)
{
    struct bsn_sat *sat = NULL;

    ASSERT_OK(ctx, BSN_NEW(ctx, 1, &sat));
    ASSERT_OK(ctx, bsn_cnf_parse(ctx, "text", text, strlen(text), &sat->cnf));
    ASSERT_OK(ctx, bsn_sat_floor_find(ctx, &sat->cnf, &sat->floor));
    return &sat->cnf;
}

struct bsn_cnf *formula_instance(basin_ctx *ctx, const struct formula *f)
{
    static char text[16 * FORMULA_NUMBERS];
    int used = snprintf(text, sizeof text, "p cnf %u %zu\n", f->vars, formula_clauses(f));

    for (size_t i = 0; i < f->numbers; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, "%d%c", f->number[i],
                         f->number[i] ? ' ' : '\n');
    assert_true(used < (int)sizeof text);
    return formula_parse(ctx, text);
}

struct basin_problem formula_problem(struct bsn_cnf *cnf)
{
    extern const struct bsn_domain bsn_domain_sat;

    return (struct basin_problem){ .name = "sat", .task = bsn_domain_sat.task,
                                   .domain = &bsn_domain_sat, .instance = cnf,
                                   .values = cnf->vars };
}
