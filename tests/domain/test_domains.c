/* test_domains.c - what every domain must keep to, on a small instance of each. */
#define _GNU_SOURCE
#include "domain/domain.h"

#include "base/file.h"
#include "basin_pictures.h"
#include "support.h"

#include <math.h>
#include <unistd.h>

/* A formula in which every value counts in every solution: x1 + x2 + x3 is odd, x3 and x4 differ,
 * x5 holds. */
static char formula_path[] = "/tmp/basin-domains-XXXXXX.cnf";
static const char formula[] = "p cnf 5 8\n1 2 3 0\n1 -2 -3 0\n-1 2 -3 0\n-1 -2 3 0\n3 4 0\n"
                              "-3 -4 0\n5 0\n2 -2 1 0\n";

/* A graph on which a greedy colouring takes four colours, three are enough, and no vertex can be
 * left for later. */
static char graph_path[] = "/tmp/basin-domains-XXXXXX.col";
static const char graph_text[] = "c colours 3\np edge 9 15\ne 1 3\ne 1 4\ne 1 6\ne 2 3\ne 2 4\n"
                                 "e 2 5\ne 2 7\ne 3 6\ne 3 9\ne 4 8\ne 5 6\ne 5 7\ne 6 8\n"
                                 "e 7 9\ne 8 9\n";

/* Values that follow from each other, so that each counts. */
static char puzzle_path[] = "/tmp/basin-domains-XXXXXX.sudoku";
static const char puzzle_text[] = "1..4..1.2..3..2.\n";

/* Tables that leave one assignment. */
static char network_path[] = "/tmp/basin-domains-XXXXXX.cfn";
static const char network_text[] =
    "{\"problem\": {\"name\": \"n\"}, \"variables\": {\"a\": 2, \"b\": 3, \"c\": [\"x\", \"y\"]},"
    "\"functions\": [{\"scope\": [0, 1], \"costs\": [\"inf\", 0, \"inf\", \"inf\", \"inf\", \"inf\"]},"
    "{\"scope\": [1, 2], \"costs\": [0, 0, \"inf\", 0, 0, \"inf\"]}]}\n";

/* A small instance of each domain; a new domain adds a line. */
static const struct {
    const char *domain, *spec;
} small[] = {
    { "queens", "5" },
    { "sat", formula_path },
    { "color", graph_path },
    { "crossword", "examples/mini.txt" },
    { "sudoku", puzzle_path },
    { "solve", network_path },
};

/* One instance with its exact model and a solution. */
struct setup {
    basin_ctx *ctx;
    const char *name;
    basin_problem *problem;
    const struct bsn_domain *domain;
    basin_model *model;
    struct basin_answer answer;
};

static const char *small_spec(const char *domain)
{
    for (size_t i = 0; i < COUNT(small); i++)
        if (strcmp(small[i].domain, domain) == 0)
            return small[i].spec;
    fail_msg("%s has no small instance in this test", domain);
    return NULL;
}

static void open_small(const char *domain, struct setup *s)
{
    const struct basin_answer empty = BASIN_ANSWER_INIT;
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;

    *s = (struct setup){ .ctx = test_ctx(), .name = domain, .answer = empty };
    opts.threads = 1;
    ASSERT_OK(s->ctx, basin_problem_open(s->ctx, domain, small_spec(domain), &s->problem));
    s->domain = s->problem->domain;
    if (!basin_domain_has(domain, BASIN_TRAIT_MODELS))
        ASSERT_OK(s->ctx, basin_model_default(s->ctx, domain, BASIN_ENERGY_EXACT, &s->model));
    ASSERT_OK(s->ctx, basin_solve(s->ctx, s->model, s->problem, &opts, &s->answer));
    assert_int_equal(s->answer.kind, BASIN_ANSWER_SOLVED);
}

static void close_small(struct setup *s)
{
    basin_answer_clear(s->ctx, &s->answer);
    basin_model_free(s->ctx, s->model);
    basin_problem_free(s->ctx, s->problem);
    test_ctx_done(s->ctx);
}

static uint64_t violated(const struct setup *s, const int32_t *value)
{
    uint64_t broken = UINT64_MAX;

    ASSERT_OK(s->ctx, basin_problem_check(s->ctx, s->problem, value, &broken));
    return broken;
}

/* ------------------------------------------------------------------------------ the table ---- */

/* A domain of files claims those it writes, and the others that it reads, by how they end. */
static void check_suffix(const char *name)
{
    const char *const suffix = basin_domain_suffix(name), *const spec = small_spec(name);
    char file[64];

    if (!*suffix)
        return;
    snprintf(file, sizeof file, "some/file%s", suffix);
    assert_string_equal(basin_domain_of(file), name);
    assert_string_equal(basin_domain_of(spec), name);
}

static void test_words(void **state)
{
    const char *name;
    size_t domains = 0;

    (void)state;
    for (; (name = basin_domain_name(domains)) != NULL; domains++) {
        assert_true(*name != 0 && strlen(name) < 24);
        assert_true(*basin_domain_summary(name) != 0);
        assert_true(*basin_domain_operand(name) != 0);
        assert_true(*basin_domain_formats(name) != 0);
        assert_null(strstr(basin_domain_formats(name), "  "));
        assert_non_null(basin_domain_kinds(name));
        assert_non_null(basin_domain_about(name));
        check_suffix(name);
        assert_string_equal(basin_domain_of(small_spec(name)), name);
        for (size_t i = 0; i < domains; i++)
            assert_string_not_equal(basin_domain_name(i), name);
    }
    assert_true(domains > 0);
    assert_null(basin_domain_name(domains + 1));
    assert_null(basin_domain_summary("nothing"));
    assert_null(basin_domain_operand(""));
    assert_null(basin_domain_formats("queens "));
    assert_null(basin_domain_suffix("nothing"));
    assert_null(basin_domain_about("nothing"));
    assert_null(basin_domain_kinds("nothing"));
    assert_null(basin_domain_of("/no/such instance"));
    assert_null(basin_domain_of(""));
}

/* Which traits a domain has is seen in what its calls do; here, only that unknown names have none
 * and that each trait is some domain's but not every one's. */
static void test_traits(void **state)
{
    (void)state;
    for (int trait = BASIN_TRAIT_LIMIT; trait <= BASIN_TRAIT_RANKED; trait++) {
        size_t have = 0, domains = 0;
        for (; basin_domain_name(domains); domains++)
            have += basin_domain_has(basin_domain_name(domains), (enum basin_trait)trait);
        assert_true(have > 0 && have < domains);
        assert_false(basin_domain_has("nothing", (enum basin_trait)trait));
    }
    assert_true(basin_domain_has("color", BASIN_TRAIT_LIMIT));
    assert_true(basin_domain_has("crossword", BASIN_TRAIT_RANKED));
    assert_false(basin_domain_has("color", (enum basin_trait)99));
}

static void test_unknown(void **state)
{
    basin_ctx *ctx = test_ctx();
    basin_problem *problem = NULL;
    basin_model *model = NULL;

    (void)state;
    ASSERT_FAILS(ctx, basin_problem_open(ctx, "chess", "8", &problem), BASIN_STATUS_INPUT, "chess");
    ASSERT_FAILS(ctx, basin_problem_open(ctx, "", "8", &problem), BASIN_STATUS_INPUT, "queens");
    assert_null(problem);
    ASSERT_FAILS(ctx, basin_model_default(ctx, "chess", BASIN_ENERGY_EXACT, &model),
                 BASIN_STATUS_INPUT, "chess");
    ASSERT_FAILS(ctx, basin_train(ctx, "chess", NULL, "/tmp/none"), BASIN_STATUS_INPUT, "chess");
    assert_null(model);
    test_ctx_done(ctx);
}

/* -------------------------------------------------------------------------------- formats ---- */

static void refuse_formats(const struct setup *s)
{
    static const char *const wrong[] = { "", " ", "nothing", "text ", "tex", "ext", "rows text" };
    char both[256], *text = NULL;

    if (strchr(s->domain->text->formats, ' '))  /* all the words are no word */
        ASSERT_FAILS(s->ctx, basin_problem_write(s->ctx, s->problem, s->answer.value,
                                                 s->domain->text->formats, &text),
                     BASIN_STATUS_INPUT, "no format");
    snprintf(both, sizeof both, "%sx", s->domain->text->formats);
    for (size_t i = 0; i < COUNT(wrong); i++)
        ASSERT_FAILS(s->ctx, basin_problem_write(s->ctx, s->problem, s->answer.value, wrong[i],
                                                 &text),
                     BASIN_STATUS_INPUT, s->domain->text->formats);
    ASSERT_FAILS(s->ctx, basin_problem_write(s->ctx, s->problem, s->answer.value, both, &text),
                 BASIN_STATUS_INPUT, "no format");
    assert_null(text);
}

/* Writes `value` twice in `format` and reads it back; false when the reader refuses the format. */
static bool round_trip(const struct setup *s, const char *format, const int32_t *value)
{
    char path[] = "/tmp/basin-domain-XXXXXX", *text = NULL, *twice = NULL;
    const size_t bytes = s->problem->values * sizeof *value;
    int32_t *found = NULL;
    size_t count = 0;

    close(mkstemp(path));
    ASSERT_OK(s->ctx, basin_problem_write(s->ctx, s->problem, value, format, &text));
    assert_true(*text && text[strlen(text) - 1] == '\n');
    assert_true(asprintf(&twice, "%s\n%s", text, text) > 0);
    ASSERT_OK(s->ctx, bsn_file_write(s->ctx, path, twice, strlen(twice)));
    const basin_status status = basin_solutions_read(s->ctx, s->problem, path, &found, &count);
    if (status == BASIN_STATUS_OK) {
        assert_int_equal(count, 2);
        assert_memory_equal(found, value, bytes);
        assert_memory_equal(found + s->problem->values, value, bytes);
        basin_values_free(s->ctx, found);
    } else {
        assert_int_equal(status, BASIN_STATUS_PARSE);
        assert_null(found);
        assert_non_null(strstr(basin_error_text(s->ctx), path));
    }
    basin_text_free(s->ctx, text);
    free(twice);
    unlink(path);
    return status == BASIN_STATUS_OK;
}

static void check_formats(const struct setup *s)
{
    char formats[256], *rest = formats, *text = NULL, *first = NULL;
    size_t readable = 0;

    refuse_formats(s);
    snprintf(formats, sizeof formats, "%s", s->domain->text->formats);
    for (char *format; (format = strsep(&rest, " ")) != NULL;) {
        readable += round_trip(s, format, s->answer.value);
        if (format != formats)
            continue;
        ASSERT_OK(s->ctx, basin_problem_write(s->ctx, s->problem, s->answer.value, NULL, &text));
        ASSERT_OK(s->ctx, basin_problem_write(s->ctx, s->problem, s->answer.value, format, &first));
        assert_string_equal(text, first);
        basin_text_free(s->ctx, text);
        basin_text_free(s->ctx, first);
    }
    assert_true(readable > 0);
}

/* ---------------------------------------------------------------------- verify and decode ---- */

/* A solution broken in one place is no solution any more: left open, out of range, or changed
 * where every other value is wrong. */
static void check_verify(const struct setup *s)
{
    static const int32_t wrong[] = { -1, -2, INT32_MIN, INT32_MAX };
    const size_t values = s->problem->values;
    int32_t *const value = calloc(values, sizeof *value);

    assert_int_equal(values, basin_problem_values(s->problem));
    assert_string_equal(basin_problem_domain(s->problem), s->name);
    assert_int_equal(violated(s, s->answer.value), 0);
    for (size_t i = 0; i < values; i++)
        for (size_t k = 0; k < COUNT(wrong); k++) {
            memcpy(value, s->answer.value, values * sizeof *value);
            value[i] = wrong[k];
            assert_true(violated(s, value) > 0);
        }
    for (size_t i = 0; i < values; i++)
        value[i] = -1;
    assert_true(violated(s, value) > 0);
    free(value);
}

static void check_decode(const struct setup *s, size_t coords)
{
    const size_t values = s->problem->values;
    float *const y = calloc(coords * BSN_LANES, sizeof *y);
    int32_t *const value = calloc(values * BSN_LANES, sizeof *value);

    for (int how = BSN_DECODE_BASIN; how <= BSN_DECODE_PAPER; how++) {
        s->domain->task->encode(s->problem->instance, s->answer.value, 0, y);
        memset(value, 0x55, values * BSN_LANES * sizeof *value);
        s->domain->task->decode(s->problem->instance, (enum bsn_decode)how, BSN_LANES, y, value);
        for (size_t lane = 0; lane < BSN_LANES; lane++)
            assert_memory_equal(value + lane * values, s->answer.value, values * sizeof *value);
        for (size_t i = 0; i < coords * BSN_LANES; i++)
            y[i] = NAN;
        s->domain->task->decode(s->problem->instance, (enum bsn_decode)how, BSN_LANES, y, value);
        for (size_t lane = 0; lane < BSN_LANES; lane++)
            assert_true(violated(s, value + lane * values) > 0);
        /* of three lanes no more is written than three assignments */
        memset(value, 0x55, values * BSN_LANES * sizeof *value);
        s->domain->task->decode(s->problem->instance, (enum bsn_decode)how, 3, y, value);
        for (size_t lane = 0; lane < 3; lane++)
            assert_true(violated(s, value + lane * values) > 0);
        for (size_t i = 3 * values; i < BSN_LANES * values; i++)
            assert_int_equal(value[i], 0x55555555);
    }
    free(y);
    free(value);
}

/* Values that are no values at all may come from the caller: encoding stays within y. */
static void check_encode(const struct setup *s, size_t coords)
{
    static const int32_t wild[] = { -1, INT32_MIN, INT32_MAX, 1 << 20 };
    const size_t values = s->problem->values;
    float *const y = calloc(coords * BSN_LANES, sizeof *y);  /* guarded by the sanitizer twin */
    int32_t *const value = calloc(values, sizeof *value);

    for (size_t k = 0; k < COUNT(wild); k++) {
        for (size_t i = 0; i < values; i++)
            value[i] = wild[k];
        s->domain->task->encode(s->problem->instance, value, 0, y);
        for (size_t i = 0; i < coords * BSN_LANES; i++)
            assert_true(isfinite(y[i]));
    }
    free(y);
    free(value);
}

/* ---------------------------------------------------------------------------------- graph ---- */

static void check_term(const struct bsn_graph *graph, const struct bsn_term *term, size_t unaries)
{
    const struct bsn_factors *const f = &term->f;

    assert_true(term->inputs > 0 && f->input == term->input && f->member == term->member);
    for (size_t i = 0; i < f->parts * term->inputs; i++)
        assert_true(term->input[i] < graph->coords || term->input[i] == BSN_GRAPH_EMPTY);
    for (size_t i = 0; i < f->parts * term->conds; i++)
        assert_true(isfinite(term->cond[i]));
    assert_ptr_equal(f->mirror, term->mirror);
    for (size_t i = 0; term->mirror && i < f->parts; i++)
        assert_true(term->mirror[i] == 0 || term->mirror[i] == 1);
    assert_int_equal(term->first[0], 0);
    for (size_t i = 0; i < f->factors; i++) {
        assert_true(term->first[i] < term->first[i + 1]);
        assert_true(term->first[i + 1] - term->first[i] <= f->longest);
    }
    for (size_t i = 0; i < term->first[f->factors]; i++)
        assert_true(term->member[i] < f->parts);
    if (term->unary || unaries == 0)
        return;
    assert_int_equal(term->cover_first[0], 0);
    for (size_t i = 0; i < f->factors; i++)
        assert_true(term->cover_first[i] < term->cover_first[i + 1]);
    for (size_t i = 0; i < term->cover_first[f->factors]; i++)
        assert_true(term->cover[i] < unaries);
}

static void check_graph(const struct setup *s, enum basin_energy energy, size_t *coords)
{
    struct bsn_graph graph = { 0 };
    size_t unaries = 0, factors = 0;
    basin_model *model;

    ASSERT_OK(s->ctx, bsn_model_new(s->ctx, s->name, energy, 100, &model));
    ASSERT_OK(s->ctx, s->domain->task->graph(s->ctx, s->problem->instance, model, &graph));
    bsn_graph_finish(&graph);
    assert_true(graph.coords > 0 && graph.terms > 0 && graph.factors > 0);
    for (size_t k = 0; k < graph.terms; k++)
        if (graph.term[k].unary)
            unaries += graph.term[k].f.factors;
        else
            factors += graph.term[k].f.factors;
    assert_int_equal(factors, graph.factors);
    for (size_t k = 0; k < graph.terms; k++)
        check_term(&graph, &graph.term[k], unaries);
    *coords = graph.coords;
    bsn_graph_clear(s->ctx, &graph);
    basin_model_free(s->ctx, model);
}

/* ---------------------------------------------------------------------- exact composition ---- */

struct composed {
    struct bsn_compose *compose;
    struct bsn_level level;
    float *y, *weight, *scratch, *grad, *residual;
    float energy[BSN_LANES];
};

static void eval(struct composed *c)
{
    bsn_compose_eval(c->compose, &c->level, c->y, c->weight, c->scratch, c->energy, c->grad,
                     c->residual);
}

static float *block(basin_ctx *ctx, size_t count)
{
    float *out = NULL;

    ASSERT_OK(ctx, BSN_NEW(ctx, count, &out));
    return out;
}

/* Every coordinate's slope against central differences, in 16 points at once. Energies are floats
 * of size 100: differences over 2h = 0.04 are good to about 1e-3. */
static void compare_slopes(struct composed *c, size_t coords)
{
    const float h = 0.02f;
    float *const slope = malloc(coords * BSN_LANES * sizeof *slope), above[BSN_LANES];

    eval(c);
    memcpy(slope, c->grad, coords * BSN_LANES * sizeof *slope);
    for (size_t i = 0; i < coords; i++) {
        float *const at = c->y + i * BSN_LANES;
        for (size_t l = 0; l < BSN_LANES; l++)
            at[l] += h;
        eval(c);
        memcpy(above, c->energy, sizeof above);
        for (size_t l = 0; l < BSN_LANES; l++)
            at[l] -= 2 * h;
        eval(c);
        for (size_t l = 0; l < BSN_LANES; l++) {
            const double found = slope[i * BSN_LANES + l];
            const double expected = ((double)above[l] - c->energy[l]) / (2 * (double)h);
            if (!(fabs(found - expected) <= 0.01 * (1 + fabs(expected))))
                fail_msg("coordinate %zu, lane %zu: slope %g, difference %g", i, l, found,
                         expected);
            at[l] += h;
        }
    }
    free(slope);
}

static void check_composed(const struct setup *s, enum bsn_compose_mode mode, bool weighted)
{
    struct bsn_graph graph = { 0 };
    struct composed c = { 0 };
    const struct bsn_rng rng = { 5, BSN_RNG_TEST, 0, 0 };

    ASSERT_OK(s->ctx, s->domain->task->graph(s->ctx, s->problem->instance, s->model, &graph));
    bsn_graph_finish(&graph);
    ASSERT_OK(s->ctx, bsn_compose_new(s->ctx, s->model, &graph, mode, s->domain->task->examples,
                                      &c.compose));
    c.y = block(s->ctx, graph.coords * BSN_LANES);
    c.grad = block(s->ctx, graph.coords * BSN_LANES);
    c.residual = block(s->ctx, graph.factors * BSN_LANES);
    c.scratch = block(s->ctx, bsn_compose_scratch(c.compose));
    c.weight = weighted ? block(s->ctx, graph.factors * BSN_LANES) : NULL;
    for (uint32_t i = 0; weighted && i < graph.factors * BSN_LANES; i++)
        c.weight[i] = (float)(0.5 + bsn_rng_uniform(&rng, i));
    bsn_rng_fill_normal(&rng, c.y, (uint32_t)(graph.coords * BSN_LANES));
    for (size_t l = 0; l < BSN_LANES; l++)
        bsn_level_lane(&s->model->schedule, 0.3 + 0.03 * (double)l, l, &c.level);
    compare_slopes(&c, graph.coords);
    float *const blocks[] = { c.y, c.grad, c.residual, c.scratch, c.weight };
    for (size_t i = 0; i < COUNT(blocks); i++)
        bsn_free(s->ctx, blocks[i]);
    bsn_compose_free(s->ctx, c.compose);
    bsn_graph_clear(s->ctx, &graph);
}

/* -------------------------------------------------------------------- random instances ---- */

/* Each kind of random instance opens and is the same for the same seed. */
static void check_kinds(const struct setup *s)
{
    char kinds[256], *rest = kinds, path[] = "/tmp/basin-kind-XXXXXX", *text, *again;

    snprintf(kinds, sizeof kinds, "%s", basin_domain_kinds(s->name));
    close(mkstemp(path));
    for (char *kind; (kind = strsep(&rest, " ")) != NULL && *kind;) {
        struct basin_gen_opts opts = BASIN_GEN_OPTS_INIT;
        basin_problem *problem;
        opts.kind = kind;
        ASSERT_OK(s->ctx, basin_generate(s->ctx, s->name, &opts, &text));
        ASSERT_OK(s->ctx, basin_generate(s->ctx, s->name, &opts, &again));
        assert_string_equal(text, again);
        ASSERT_OK(s->ctx, bsn_file_write(s->ctx, path, text, strlen(text)));
        ASSERT_OK(s->ctx, basin_problem_open(s->ctx, s->name, path, &problem));
        assert_true(basin_problem_values(problem) > 0 && basin_problem_constraints(problem) > 0);
        basin_problem_free(s->ctx, problem);
        basin_text_free(s->ctx, text);
        basin_text_free(s->ctx, again);
    }
    unlink(path);
}

/* Solved instances are solved, and the factors of each of their terms are alike. */
static void check_solved(const struct setup *s)
{
    for (uint32_t k = 0; s->domain->curriculum->solved && k < 20; k++) {
        const struct bsn_rng at = { 1, BSN_RNG_INSTANCE, k, 0 };
        struct basin_problem problem = { .name = s->name, .task = s->domain->task,
                                         .domain = s->domain };
        struct bsn_graph graph = { 0 };
        uint64_t broken = UINT64_MAX;
        int32_t *value;
        ASSERT_OK(s->ctx, s->domain->curriculum->solved(s->ctx, &at, &problem.instance, &value));
        problem.values = s->domain->task->values(problem.instance);
        ASSERT_OK(s->ctx, basin_problem_check(s->ctx, &problem, value, &broken));
        assert_int_equal(broken, 0);
        ASSERT_OK(s->ctx, s->domain->task->graph(s->ctx, problem.instance, s->model, &graph));
        bsn_graph_finish(&graph);
        for (size_t t = 0; t < graph.terms; t++)
            for (size_t i = 0; i < graph.term[t].f.factors; i++)
                assert_int_equal(graph.term[t].first[i + 1] - graph.term[t].first[i],
                                 graph.term[t].f.longest);
        bsn_graph_clear(s->ctx, &graph);
        basin_values_free(s->ctx, value);
        s->domain->task->free(s->ctx, problem.instance);
    }
}

/* ------------------------------------------------------------------------------------ all ---- */

/* For every domain that has exact energies: crosswords have none, see tests/crossword.sh. */
static void each(void (*check)(const struct setup *s))
{
    struct setup s;

    for (size_t i = 0; basin_domain_name(i); i++) {
        if (!bsn_domain_find(NULL, basin_domain_name(i))->task->examples)
            continue;
        open_small(basin_domain_name(i), &s);
        check(&s);
        close_small(&s);
    }
}

static void graphs(const struct setup *s)
{
    size_t coords = 0;

    check_graph(s, BASIN_ENERGY_PAPER, &coords);
    check_graph(s, BASIN_ENERGY_EXACT, &coords);
    check_graph(s, BASIN_ENERGY_COMPACT, &coords);
    check_decode(s, coords);
    check_encode(s, coords);
}

static void composed(const struct setup *s)
{
    check_composed(s, BSN_COMPOSE_BASIN, false);
    check_composed(s, BSN_COMPOSE_BASIN, true);
    check_composed(s, BSN_COMPOSE_SUM, false);
}

static void test_formats(void **state)
{
    (void)state;
    each(check_formats);
}

static void test_verify(void **state)
{
    (void)state;
    each(check_verify);
}

static void test_graphs(void **state)
{
    (void)state;
    each(graphs);
}

/* A domain that has a task and nothing else is solved; what it lacks is refused by name. */
static void test_bare(void **state)
{
    const char *const refusal = "bare has no ";
    struct bsn_domain bare = { .name = "bare" };
    struct basin_problem problem = { .name = "bare", .domain = &bare };
    struct basin_score score;
    basin_picture *picture = NULL;
    int32_t *value = NULL;
    size_t count = 0;
    char *text = NULL;
    struct setup s;

    (void)state;
    open_small("sat", &s);
    problem.task = bare.task = s.domain->task;
    problem.instance = s.problem->instance;
    problem.values = s.problem->values;
    ASSERT_FAILS(s.ctx, basin_problem_write(s.ctx, &problem, s.answer.value, NULL, &text),
                 BASIN_STATUS_INPUT, refusal);
    ASSERT_FAILS(s.ctx, basin_solutions_read(s.ctx, &problem, formula_path, &value, &count),
                 BASIN_STATUS_INPUT, refusal);
    ASSERT_FAILS(s.ctx, basin_picture_new(s.ctx, &problem, &picture), BASIN_STATUS_INPUT, refusal);
    assert_false(basin_problem_score(&problem, s.answer.value, &score));
    assert_false(basin_problem_has_limit(&problem));
    basin_problem *limited;
    ASSERT_FAILS(s.ctx, basin_problem_with_limit(s.ctx, &problem, 3, NULL, &limited),
                 BASIN_STATUS_INPUT, "bare has nothing to limit");
    ASSERT_FAILS(s.ctx, basin_solve_least(s.ctx, s.model, &problem, NULL, NULL, &s.answer, NULL),
                 BASIN_STATUS_INPUT, "bare has nothing to limit");
    ASSERT_OK(s.ctx, basin_problem_remarks(s.ctx, &problem, &text));
    assert_string_equal(text, "");
    basin_text_free(s.ctx, text);
    problem.name = "sat";  /* the name that its model has */
    ASSERT_OK(s.ctx, basin_solve(s.ctx, s.model, &problem, NULL, &s.answer));
    assert_int_equal(s.answer.kind, BASIN_ANSWER_SOLVED);
    close_small(&s);
}

static void test_random(void **state)
{
    (void)state;
    each(check_kinds);
    each(check_solved);
}

static void test_composed(void **state)
{
    (void)state;
    each(composed);
}

static bool make_file(char *path, const char *text)
{
    const int file = mkstemps(path, (int)strlen(strrchr(path, '.')));
    const ssize_t wrote = write(file, text, strlen(text));

    return close(file) == 0 && wrote == (ssize_t)strlen(text);
}

static int set_up(void **state)
{
    (void)state;
    return make_file(formula_path, formula) && make_file(graph_path, graph_text) &&
                   make_file(puzzle_path, puzzle_text) &&
                   make_file(network_path, network_text)
               ? 0
               : -1;
}

static int tear_down(void **state)
{
    (void)state;
    return unlink(formula_path) || unlink(graph_path) || unlink(puzzle_path) ||
           unlink(network_path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_traits),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_unknown),
        cmocka_unit_test(test_formats),
        cmocka_unit_test(test_verify),
        cmocka_unit_test(test_graphs),
        cmocka_unit_test(test_composed),
        cmocka_unit_test(test_bare),
        cmocka_unit_test(test_random),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
