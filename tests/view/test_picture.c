/* test_picture.c - pictures of random instances: nothing outside, nothing moved, what is wrong is
 * what the verifier counts; costs; files. */
#define _GNU_SOURCE
#include "view/picture.h"

#include "base/file.h"
#include "base/rng.h"
#include "domain/queens/board.h"
#include "domain/sat/sat_draw.h"
#include "support.h"
#include "view/pen.h"

#include <math.h>
#include <unistd.h>

#define ROUNDS 12

struct scenery {
    basin_ctx *ctx;
    basin_problem *problem;
    basin_picture *picture;
    size_t values;
    int32_t *value;
};

/* Writes a random instance of a domain to a file and names it in `path`. */
static void make_instance(basin_ctx *ctx, const char *domain, uint32_t n, uint64_t seed,
                          char path[static 64])
{
    struct basin_gen_opts gen = BASIN_GEN_OPTS_INIT;
    char *text;

    gen.n = n;
    gen.seed = seed;
    if (strcmp(domain, "sat") == 0)
        gen.kind = "planted";  /* needs no other program */
    snprintf(path, 64, "/tmp/basin-picture-%ld%s", (long)getpid(), basin_domain_suffix(domain));
    ASSERT_OK(ctx, basin_generate(ctx, domain, &gen, &text));
    FILE *const file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    basin_text_free(ctx, text);
}

static struct scenery open_scenery(basin_ctx *ctx, const char *domain, const char *spec)
{
    struct scenery s = { .ctx = ctx };

    ASSERT_OK(ctx, basin_problem_open(ctx, domain, spec, &s.problem));
    s.values = basin_problem_values(s.problem);
    ASSERT_OK(ctx, BSN_NEW(ctx, s.values + 1, &s.value));
    ASSERT_OK(ctx, basin_picture_new(ctx, s.problem, &s.picture));
    return s;
}

static void close_scenery(struct scenery *s)
{
    basin_picture_free(s->ctx, s->picture);
    basin_problem_free(s->ctx, s->problem);
    bsn_free(s->ctx, s->value);
}

/* Round r of a domain's instances: of many sizes, from the smallest on. */
static struct scenery any_scenery(basin_ctx *ctx, const char *domain, uint32_t r)
{
    static const uint32_t queens[ROUNDS] = { 1, 4, 5, 6, 7, 8, 9, 10, 20, 50, 100, 101 };
    static const uint32_t sides[] = { 4, 9, 16, 25 };
    char spec[64];

    if (strcmp(domain, "queens") == 0)
        snprintf(spec, sizeof spec, "%u", queens[r]);
    else if (strcmp(domain, "crossword") == 0)
        snprintf(spec, sizeof spec, "examples/mini.%s", r % 2 ? "ipuz" : "txt");
    else
        make_instance(ctx, domain, strcmp(domain, "sudoku") == 0 ? sides[r % 4] : 5 + 9 * r, r,
                      spec);
    struct scenery s = open_scenery(ctx, domain, spec);
    if (strchr(spec, '/') && spec[0] == '/')
        unlink(spec);
    return s;
}

/* Values such as the domain has, and some that are none. */
static void draw_values(struct scenery *s, const struct bsn_rng *at)
{
    const char *const domain = basin_problem_domain(s->problem);
    const uint32_t most = strcmp(domain, "queens") == 0  ? (uint32_t)s->values
                          : strcmp(domain, "sat") == 0   ? 2
                          : strcmp(domain, "color") == 0 ? 3
                                                         : 26;

    for (uint32_t i = 0; i < s->values; i++) {
        s->value[i] = (int32_t)bsn_rng_below(at, 2 * i, most);
        if (bsn_rng_below(at, 2 * i + 1, 12) == 0)
            s->value[i] = -1;
    }
}

static const char *const domains[] = { "queens", "sat", "color", "crossword", "sudoku" };

/* ------------------------------------------------------------------------------- shapes ---- */

static void assert_inside(const struct bsn_scene *scene)
{
    const double slack = 1e-3;

    for (size_t i = 0; i < scene->shapes; i++) {
        const struct bsn_shape *const s = &scene->shape[i];
        const bool centred = s->kind == BSN_SHAPE_DISC || s->kind == BSN_SHAPE_TEXT;
        const double x = s->x - (centred ? s->w / 2 : 0), y = s->y - (centred ? s->h / 2 : 0);
        assert_true(x >= -slack && y >= -slack);
        assert_true(x + s->w >= -slack && x + s->w <= scene->width + slack);
        assert_true(y + s->h >= -slack && y + s->h <= scene->height + slack);
    }
}

static void test_shapes_are_inside_and_do_not_move(void **state)
{
    (void)state;
    basin_ctx *const ctx = test_ctx();

    for (size_t d = 0; d < COUNT(domains); d++)
        for (uint32_t r = 0; r < ROUNDS; r++) {
            const struct bsn_rng at = { r, BSN_RNG_TEST, (uint32_t)d, 0 };
            struct scenery s = any_scenery(ctx, domains[d], r);
            char *before, *after;
            assert_inside(&s.picture->scene);
            ASSERT_OK(ctx, basin_picture_json(ctx, s.picture, true, &before));
            draw_values(&s, &at);
            ASSERT_OK(ctx, basin_picture_paint(ctx, s.picture, s.value, NULL));
            ASSERT_OK(ctx, basin_picture_json(ctx, s.picture, true, &after));
            assert_string_equal(before, after);
            basin_text_free(ctx, before);
            basin_text_free(ctx, after);
            close_scenery(&s);
        }
    test_ctx_done(ctx);
}

/* Painting nothing again gives the first picture back. */
static void test_painting_leaves_no_traces(void **state)
{
    (void)state;
    basin_ctx *const ctx = test_ctx();

    for (size_t d = 0; d < COUNT(domains); d++)
        for (uint32_t r = 0; r < ROUNDS; r += 3) {
            const struct bsn_rng at = { r, BSN_RNG_TEST, (uint32_t)d, 1 };
            struct scenery s = any_scenery(ctx, domains[d], r);
            char *before, *after;
            ASSERT_OK(ctx, basin_picture_json(ctx, s.picture, false, &before));
            draw_values(&s, &at);
            ASSERT_OK(ctx, basin_picture_paint(ctx, s.picture, s.value, NULL));
            ASSERT_OK(ctx, basin_picture_paint(ctx, s.picture, NULL, NULL));
            ASSERT_OK(ctx, basin_picture_json(ctx, s.picture, false, &after));
            assert_string_equal(before, after);
            basin_text_free(ctx, before);
            basin_text_free(ctx, after);
            close_scenery(&s);
        }
    test_ctx_done(ctx);
}

/* The same instance is laid out the same way. */
static void test_layouts_are_repeated(void **state)
{
    (void)state;
    basin_ctx *const ctx = test_ctx();

    for (uint32_t r = 0; r < ROUNDS; r += 4) {
        struct scenery a = any_scenery(ctx, "color", r), b = any_scenery(ctx, "color", r);
        char *one, *two;
        ASSERT_OK(ctx, basin_picture_svg(ctx, a.picture, &one));
        ASSERT_OK(ctx, basin_picture_svg(ctx, b.picture, &two));
        assert_string_equal(one, two);
        basin_text_free(ctx, one);
        basin_text_free(ctx, two);
        close_scenery(&a);
        close_scenery(&b);
    }
    test_ctx_done(ctx);
}

/* ------------------------------------------------------------------------ what is wrong ---- */

static size_t count_wrong(const basin_picture *picture, enum bsn_shape_kind kind)
{
    size_t wrong = 0;

    for (size_t i = 0; i < picture->scene.shapes; i++)
        wrong += picture->scene.shape[i].kind == kind &&
                 picture->scene.shape[i].tone == BSN_TONE_WRONG;
    return wrong;
}

/* Of formulas, graphs and crosswords every broken constraint is one shape. */
static void test_wrong_is_what_the_verifier_counts(void **state)
{
    (void)state;
    basin_ctx *const ctx = test_ctx();

    for (size_t d = 1; d < COUNT(domains) - 1; d++)
        for (uint32_t r = 0; r < ROUNDS; r++) {
            struct scenery s = any_scenery(ctx, domains[d], r);
            for (uint32_t draw = 0; draw < 8; draw++) {
                const struct bsn_rng at = { r, BSN_RNG_TEST, (uint32_t)d, 2 + draw };
                uint64_t violated;
                draw_values(&s, &at);
                ASSERT_OK(ctx, basin_problem_check(ctx, s.problem, s.value, &violated));
                ASSERT_OK(ctx, basin_picture_paint(ctx, s.picture, s.value, NULL));
                assert_int_equal(count_wrong(s.picture, BSN_SHAPE_RECT) +
                                     count_wrong(s.picture, BSN_SHAPE_DISC) +
                                     count_wrong(s.picture, BSN_SHAPE_LINE),
                                 violated);
            }
            close_scenery(&s);
        }
    test_ctx_done(ctx);
}

/* On a board the lines are: those with two queens or more, and rows with none. */
static size_t broken_lines(const struct scenery *s)
{
    const uint32_t n = (uint32_t)s->values;
    size_t broken = 0;

    for (uint32_t i = 0; i < 6 * n - 2; i++) {
        const struct bsn_line line = bsn_line_of(n, i);
        uint32_t queens = 0;
        for (uint32_t c = 0; c < line.length; c++) {
            const uint32_t cell = bsn_line_cell(n, &line, c);
            queens += s->value[cell / n] == (int32_t)(cell % n);
        }
        broken += queens > 1 || (i < n && queens == 0);
    }
    return broken;
}

static void test_wrong_lines_of_boards(void **state)
{
    (void)state;
    basin_ctx *const ctx = test_ctx();

    for (uint32_t r = 0; r < ROUNDS; r++)
        for (uint32_t draw = 0; draw < 8; draw++) {
            const struct bsn_rng at = { r, BSN_RNG_TEST, 0, 2 + draw };
            struct scenery s = any_scenery(ctx, "queens", r);
            uint64_t violated;
            draw_values(&s, &at);
            ASSERT_OK(ctx, basin_problem_check(ctx, s.problem, s.value, &violated));
            ASSERT_OK(ctx, basin_picture_paint(ctx, s.picture, s.value, NULL));
            assert_int_equal(count_wrong(s.picture, BSN_SHAPE_LINE), broken_lines(&s));
            assert_int_equal(violated > 0, broken_lines(&s) > 0);
            close_scenery(&s);
        }
    test_ctx_done(ctx);
}

/* Two queens in a row are one value; they are no solution, and all that they break is seen. */
static void test_a_ninth_queen(void **state)
{
    (void)state;
    basin_ctx *const ctx = test_ctx();
    struct scenery s = open_scenery(ctx, "queens", "8");
    const int32_t good[] = { 4, 6, 1, 5, 2, 0, 3, 7 };
    uint64_t violated;

    memcpy(s.value, good, sizeof good);
    ASSERT_OK(ctx, basin_problem_check(ctx, s.problem, s.value, &violated));
    assert_int_equal(violated, 0);
    s.value[3] = 5 + 8 * (7 + 1);
    ASSERT_OK(ctx, basin_problem_check(ctx, s.problem, s.value, &violated));
    assert_int_equal(violated, 3);  /* the row, the column, a diagonal */
    ASSERT_OK(ctx, basin_picture_paint(ctx, s.picture, s.value, NULL));
    assert_int_equal(count_wrong(s.picture, BSN_SHAPE_LINE), 3);
    assert_int_equal(count_wrong(s.picture, BSN_SHAPE_TEXT), 4);
    close_scenery(&s);
    test_ctx_done(ctx);
}

/* ------------------------------------------------------------------------------- costs ---- */

struct evaluated {
    struct scenery s;
    basin_model *model;
    double *cost;
    size_t count;
};

static struct evaluated evaluate(basin_ctx *ctx, const char *domain, uint32_t round, uint32_t t,
                                 enum basin_method method)
{
    const struct bsn_rng at = { round, BSN_RNG_TEST, 9, 0 };
    struct evaluated p = { .s = any_scenery(ctx, domain, round) };

    draw_values(&p.s, &at);
    for (size_t i = 0; i < p.s.values; i++)
        p.s.value[i] = p.s.value[i] < 0 ? 0 : p.s.value[i];
    if (basin_problem_has_limit(p.s.problem)) {
        basin_picture_free(ctx, p.s.picture);
        ASSERT_OK(ctx, test_limit(ctx, &p.s.problem, 3, p.s.value));
        ASSERT_OK(ctx, basin_picture_new(ctx, p.s.problem, &p.s.picture));
    }
    ASSERT_OK(ctx, basin_model_default(ctx, domain,
                                       method == BASIN_METHOD_PAPER ? BASIN_ENERGY_PAPER
                                                                    : BASIN_ENERGY_COMPACT,
                                       &p.model));
    ASSERT_OK(ctx, basin_problem_costs(ctx, p.model, p.s.problem, p.s.value, t, method, &p.cost,
                                       &p.count));
    return p;
}

static void free_priced(basin_ctx *ctx, struct evaluated *p)
{
    basin_costs_free(ctx, p->cost);
    basin_model_free(ctx, p->model);
    close_scenery(&p->s);
}

/* The energies of variables alone: the composed energy with all weights 0. */
static double own_energy(basin_ctx *ctx, const struct evaluated *p, uint32_t t)
{
    const struct bsn_task *const task = p->s.problem->task;
    struct bsn_graph graph = { 0 };
    struct bsn_compose *compose;
    struct bsn_level level;
    float *y, *grad, *residual, *weight, *scratch;
    _Alignas(BSN_ALIGN) float energy[BSN_LANES];

    ASSERT_OK(ctx, task->graph(ctx, p->s.problem->instance, p->model, &graph));
    bsn_graph_finish(&graph);
    ASSERT_OK(ctx, bsn_compose_new(ctx, p->model, &graph, BSN_COMPOSE_BASIN, task->examples,
                                   &compose));
    ASSERT_OK(ctx, BSN_NEW(ctx, graph.coords * BSN_LANES, &y));
    ASSERT_OK(ctx, BSN_NEW(ctx, graph.coords * BSN_LANES, &grad));
    ASSERT_OK(ctx, BSN_NEW(ctx, graph.factors * BSN_LANES, &residual));
    ASSERT_OK(ctx, BSN_NEW(ctx, graph.factors * BSN_LANES, &weight));
    ASSERT_OK(ctx, BSN_NEW(ctx, bsn_compose_scratch(compose), &scratch));
    task->encode(p->s.problem->instance, p->s.value, 0, y);
    bsn_level_all(&p->model->schedule, t, &level);
    bsn_compose_eval(compose, &level, y, weight, scratch, energy, grad, residual);
    bsn_compose_free(ctx, compose);
    bsn_graph_clear(ctx, &graph);
    bsn_free(ctx, y);
    bsn_free(ctx, grad);
    bsn_free(ctx, residual);
    bsn_free(ctx, weight);
    bsn_free(ctx, scratch);
    return energy[0];
}

static void test_costs_add_up_to_the_energy(void **state)
{
    (void)state;
    basin_ctx *const ctx = test_ctx();

    for (size_t d = 0; d < 3; d++)
        for (uint32_t r = 1; r < ROUNDS; r += 2) {
            const uint32_t t = 5 + 8 * r;
            struct evaluated p = evaluate(ctx, domains[d], r, t, BASIN_METHOD_BASIN);
            double sum = own_energy(ctx, &p, t), energy, largest = fabs(sum);
            ASSERT_OK(ctx, basin_problem_energy(ctx, p.model, p.s.problem, p.s.value, t,
                                                BASIN_METHOD_BASIN, &energy));
            for (size_t i = 0; i < p.count; i++) {
                sum += p.cost[i];
                largest += fabs(p.cost[i]);
            }
            assert_true(fabs(sum - energy) <= 1e-4 * (1 + largest));
            free_priced(ctx, &p);
        }
    test_ctx_done(ctx);
}

/* Constraints in the order of costs, and whether the assignment breaks them: by the rules alone. */
static bool is_broken(const struct evaluated *p, size_t i)
{
    const struct bsn_shape *const shape = p->s.picture->scene.shape;
    const char *const domain = basin_problem_domain(p->s.problem);
    const size_t n = p->s.values;

    if (strcmp(domain, "color") == 0)
        return shape[i].tone == BSN_TONE_WRONG;
    if (strcmp(domain, "queens") == 0)
        return shape[n * n + i].tone == BSN_TONE_WRONG;
    for (size_t k = n, box = 0; k < p->s.picture->scene.shapes; k++)
        if (shape[k].kind == BSN_SHAPE_RECT && box++ == i)
            return shape[k].tone == BSN_TONE_WRONG;
    return false;
}

/* At little noise whatever is broken costs more than all that holds. Rows and columns, which also
 * want a queen, are one kind, diagonals another. */
static void assert_apart(const struct evaluated *p, size_t from, size_t to, bool skip_empty)
{
    double holds = -INFINITY, broken = INFINITY;

    for (size_t i = from; i < to; i++)
        if (is_broken(p, i))
            broken = fmin(broken, p->cost[i]);
        else if (!skip_empty || p->cost[i] < 1)  /* a column without a queen breaks no rule */
            holds = fmax(holds, p->cost[i]);
    assert_true(broken > holds);
}

static void test_what_is_broken_costs_more(void **state)
{
    (void)state;
    basin_ctx *const ctx = test_ctx();

    for (size_t d = 0; d < 3; d++)
        for (uint32_t r = 1; r < 10; r++) {
            struct evaluated p = evaluate(ctx, domains[d], r, 5, BASIN_METHOD_BASIN);
            ASSERT_OK(ctx, basin_picture_paint(ctx, p.s.picture, p.s.value, NULL));
            const size_t lines = 2 * p.s.values;
            assert_apart(&p, 0, d == 0 ? lines : p.count, d == 0);
            if (d == 0)
                assert_apart(&p, lines, p.count, false);
            free_priced(ctx, &p);
        }
    test_ctx_done(ctx);
}

/* By the paper's method costs are whole energies, of as many constraints. */
static void test_costs_by_the_paper(void **state)
{
    (void)state;
    basin_ctx *const ctx = test_ctx();

    for (size_t d = 0; d < 3; d++) {
        struct evaluated p = evaluate(ctx, domains[d], 5, 5, BASIN_METHOD_PAPER);
        assert_int_equal(p.count, d == 0 ? 6 * p.s.values - 2
                                         : basin_problem_constraints(p.s.problem));
        for (size_t i = 0; i < p.count; i++)
            assert_true(p.cost[i] >= 0);
        free_priced(ctx, &p);
    }
    test_ctx_done(ctx);
}

/* The heat of a square is that of its four lines. */
static void test_heat_of_squares(void **state)
{
    (void)state;
    basin_ctx *const ctx = test_ctx();
    struct evaluated p = evaluate(ctx, "queens", 5, 5, BASIN_METHOD_BASIN);
    const uint32_t n = (uint32_t)p.s.values;

    ASSERT_OK(ctx, basin_picture_paint(ctx, p.s.picture, p.s.value, p.cost));
    for (uint32_t cell = 0; cell < n * n; cell++) {
        double sum = 0;
        for (uint32_t i = 0; i < 6 * n - 2; i++) {
            const struct bsn_line line = bsn_line_of(n, i);
            for (uint32_t c = 0; c < line.length; c++)
                sum += bsn_line_cell(n, &line, c) == cell ? p.cost[i] : 0;
        }
        assert_true(fabs(p.s.picture->scene.shape[cell].heat - sum) < 1e-4 * (1 + sum));
    }
    free_priced(ctx, &p);
    test_ctx_done(ctx);
}

/* -------------------------------------------------------------------------------- files ---- */

/* python3 is a stranger that knows what xml and json are. */
static void assert_python(const char *program, const char *path)
{
    char command[512];

    snprintf(command, sizeof command, "python3 -c '%s' %s", program, path);
    assert_int_equal(system(command), 0);
}

static void test_svg_is_xml(void **state)
{
    (void)state;
    basin_ctx *const ctx = test_ctx();
    char path[64];

    snprintf(path, sizeof path, "/tmp/basin-picture-%ld.svg", (long)getpid());
    for (size_t d = 0; d < COUNT(domains); d++) {
        const struct bsn_rng at = { 7, BSN_RNG_TEST, (uint32_t)d, 99 };
        struct scenery s = any_scenery(ctx, domains[d], 5);
        draw_values(&s, &at);
        ASSERT_OK(ctx, basin_picture_paint(ctx, s.picture, s.value, NULL));
        basin_picture_title(s.picture, "<b> & \"quotes\" ' \x01\xff \xe2\x99\x9b ]]> %s");
        ASSERT_OK(ctx, basin_picture_save(ctx, s.picture, path));
        assert_python("import sys, xml.dom.minidom as m; r = m.parse(sys.argv[1]).documentElement; "
                      "assert r.tagName == \"svg\" and float(r.getAttribute(\"width\")) > 0",
                      path);
        close_scenery(&s);
    }
    unlink(path);
    test_ctx_done(ctx);
}

static void test_json_is_json(void **state)
{
    (void)state;
    basin_ctx *const ctx = test_ctx();
    char path[64];

    snprintf(path, sizeof path, "/tmp/basin-picture-%ld.json", (long)getpid());
    struct scenery s = open_scenery(ctx, "queens", "4");
    for (size_t i = 0; i < s.picture->scene.shapes; i++)  /* every tone that there can be */
        s.picture->scene.shape[i].tone = (uint8_t)(7 * i);
    for (int places = 0; places < 2; places++) {
        char *text;
        ASSERT_OK(ctx, basin_picture_json(ctx, s.picture, places, &text));
        FILE *const file = fopen(path, "w");
        assert_non_null(file);
        fputs(text, file);
        fclose(file);
        basin_text_free(ctx, text);
        assert_python(places ? "import sys, json; d = json.load(open(sys.argv[1])); "
                               "assert d[\"width\"] == 4 and len(d[\"shapes\"]) == 54"
                             : "import sys, json; d = json.load(open(sys.argv[1])); "
                               "assert [ord(c) - 48 for c in d[\"tone\"]] == "
                               "[7 * i % 256 for i in range(54)] and len(d[\"text\"]) == 16",
                      path);
    }
    unlink(path);
    close_scenery(&s);
    test_ctx_done(ctx);
}

static uint32_t read_big(const unsigned char *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static void test_png_has_its_size(void **state)
{
    (void)state;
    basin_ctx *const ctx = test_ctx();
    struct scenery s = open_scenery(ctx, "queens", "8");
    unsigned char head[24];
    char path[64], *svg;
    double width, height;

    snprintf(path, sizeof path, "/tmp/basin-picture-%ld.png", (long)getpid());
    ASSERT_OK(ctx, basin_picture_save(ctx, s.picture, path));
    ASSERT_OK(ctx, basin_picture_svg(ctx, s.picture, &svg));
    assert_int_equal(sscanf(strstr(svg, "viewBox"), "viewBox=\"0 0 %lf %lf\"", &width, &height), 2);
    FILE *const file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(fread(head, 1, sizeof head, file), sizeof head);
    fclose(file);
    assert_memory_equal(head, "\x89PNG\r\n\x1a\n", 8);
    assert_int_equal(read_big(head + 16), (uint32_t)(2 * width));
    assert_int_equal(read_big(head + 20), (uint32_t)(2 * height));
    unlink(path);
    basin_text_free(ctx, svg);
    close_scenery(&s);
    test_ctx_done(ctx);
}

static void test_files_that_cannot_be(void **state)
{
    (void)state;
    basin_ctx *const ctx = test_ctx();
    struct scenery s = open_scenery(ctx, "queens", "8");

    ASSERT_FAILS(ctx, basin_picture_save(ctx, s.picture, "/tmp/board.gif"), BASIN_STATUS_INPUT,
                 "/tmp/board.gif: a picture is a file whose name ends in .svg or .png");
    ASSERT_FAILS(ctx, basin_picture_save(ctx, s.picture, ".svg"), BASIN_STATUS_INPUT, ".svg");
    ASSERT_FAILS(ctx, basin_picture_save(ctx, s.picture, "/no/such/folder/a.png"), BASIN_STATUS_IO,
                 "/no/such/folder/a.png");
    close_scenery(&s);
    test_ctx_done(ctx);
}

/* ------------------------------------------------------------------------------ charts ---- */

static struct basin_energies make_run(double *step, double *energy, uint64_t *violated,
                                      uint32_t *parent, size_t moments, size_t particles)
{
    struct basin_energies run = BASIN_ENERGIES_INIT;
    const struct bsn_rng at = { 1, BSN_RNG_TEST, 1, 1 };

    for (size_t m = 0; m < moments; m++) {
        step[m] = 3.0 * (double)m;
        for (size_t p = 0; p < particles; p++) {
            const size_t i = m * particles + p;
            energy[i] = i % 17 == 3 ? NAN : 40 * bsn_rng_uniform(&at, (uint32_t)i) - 20;
            violated[i] = i % 5;
            parent[i] = bsn_rng_below(&at, (uint32_t)i + 10000, (uint32_t)particles + 1);
        }
    }
    run.moments = moments;
    run.particles = particles;
    run.step = step;
    run.energy = energy;
    run.violated = violated;
    run.parent = parent;
    return run;
}

/* Texts of charts may be anchored at an end: their x at least is inside. */
static void assert_chart_inside(const struct bsn_scene *scene)
{
    for (size_t i = 0; i < scene->shapes; i++) {
        const struct bsn_shape *const s = &scene->shape[i];
        const double from = bsn_words_width(s->text, s->h, false);
        const double x = s->kind != BSN_SHAPE_TEXT ? s->x : s->x - from * (s->align + 1) / 2;
        const double w = s->kind == BSN_SHAPE_TEXT ? from : s->kind == BSN_SHAPE_DISC ? 0 : s->w;
        if (!(x >= -0.01 && x + w <= scene->width + 0.01 && x + w >= -0.01))
            fail_msg("shape %zu \"%s\" from %g to %g of %g", i, s->text, x, x + w, scene->width);
        assert_true(s->y >= 0 && s->y <= scene->height);
    }
}

static void test_energies_of_any_run(void **state)
{
    (void)state;
    basin_ctx *const ctx = test_ctx();
    double step[40], energy[40 * 20];
    uint64_t violated[40 * 20];
    uint32_t parent[40 * 20];

    for (size_t moments = 1; moments <= 40; moments += 13)
        for (size_t particles = 1; particles <= 20; particles += 6)
            for (double scale = 1e-3; scale < 1e9; scale *= 1e3) {
                const struct basin_energies run =
                    make_run(step, energy, violated, parent, moments, particles);
                basin_picture *picture;
                for (size_t i = 0; i < moments * particles; i++)
                    energy[i] *= scale;
                ASSERT_OK(ctx, basin_picture_energies(ctx, &run, &picture));
                assert_chart_inside(&picture->scene);
                basin_picture_free(ctx, picture);
            }
    struct basin_energies run = make_run(step, energy, violated, parent, 3, 3);
    basin_picture *picture;
    for (size_t i = 0; i < 9; i++)
        energy[i] = NAN;
    ASSERT_FAILS(ctx, basin_picture_energies(ctx, &run, &picture), BASIN_STATUS_INPUT,
                 "no energy in this run is a number");
    run.moments = 0;
    ASSERT_FAILS(ctx, basin_picture_energies(ctx, &run, &picture), BASIN_STATUS_INPUT,
                 "without moments");
    test_ctx_done(ctx);
}

/* A file of runs of which none was solved is named. */
static void test_runs_without_a_solution(void **state)
{
    basin_ctx *const ctx = test_ctx();
    basin_picture *picture = NULL;
    char place[TEST_PATH], said[2 * TEST_PATH];
    const char *const path = place;

    (void)state;
    test_path("unsolved.jsonl", place);
    FILE *const file = fopen(place, "w");
    assert_non_null(file);
    fputs("{\"solved\": false, \"seconds\": 3.5, \"searched\": 12}\n", file);
    fclose(file);
    snprintf(said, sizeof said, "%s: no run in it was solved", place);
    ASSERT_FAILS(ctx, basin_picture_cactus(ctx, &path, 1, &picture), BASIN_STATUS_INPUT, said);
    ASSERT_FAILS(ctx, basin_picture_growth(ctx, &path, 1, &picture), BASIN_STATUS_INPUT, said);
    ASSERT_FAILS(ctx, basin_picture_cactus(ctx, (const char *[]){ path, path }, 2, &picture),
                 BASIN_STATUS_INPUT, "no run in it or the files behind it was solved");
    ASSERT_FAILS(ctx, basin_picture_cactus(ctx, &path, 0, &picture), BASIN_STATUS_INPUT,
                 "a chart needs a file of runs");
    remove(place);
    test_ctx_done(ctx);
}

/* A file that is a run, of which nobody knows an energy. */
static void test_a_run_without_energies(void **state)
{
    const char *const path = "fuzz/corpus/run/no-energies";
    basin_ctx *const ctx = test_ctx();
    basin_picture *picture = NULL;

    (void)state;
    ASSERT_FAILS(ctx, basin_picture_run(ctx, path, &picture), BASIN_STATUS_INPUT,
                 "fuzz/corpus/run/no-energies: no energy in this run is a number");
    assert_null(picture);
    test_ctx_done(ctx);
}

static void test_landscapes(void **state)
{
    (void)state;
    basin_ctx *const ctx = test_ctx();
    basin_picture *picture;
    basin_model *model;

    for (int energy = BASIN_ENERGY_COMPACT; energy <= BASIN_ENERGY_EXACT; energy++) {
        ASSERT_OK(ctx, basin_model_default(ctx, "color", (enum basin_energy)energy, &model));
        for (uint32_t k = 2; k <= 8; k += 3) {
            ASSERT_OK(ctx, basin_picture_landscape(ctx, model, k,
                                                   energy == BASIN_ENERGY_PAPER
                                                       ? BASIN_METHOD_PAPER
                                                       : BASIN_METHOD_BASIN,
                                                   &picture));
            assert_chart_inside(&picture->scene);
            basin_picture_free(ctx, picture);
        }
        ASSERT_FAILS(ctx, basin_picture_landscape(ctx, model, 9, BASIN_METHOD_BASIN, &picture),
                     BASIN_STATUS_INPUT, "2 to 8 colours, not 9");
        basin_model_free(ctx, model);
    }
    ASSERT_OK(ctx, basin_model_default(ctx, "queens", BASIN_ENERGY_COMPACT, &model));
    ASSERT_FAILS(ctx, basin_picture_landscape(ctx, model, 3, BASIN_METHOD_BASIN, &picture),
                 BASIN_STATUS_MODEL, "queens has no landscape");
    basin_model_free(ctx, model);
    test_ctx_done(ctx);
}

/* ---------------------------------------------------------------------- failing memory ---- */

struct named {
    const char *domain, *spec;
};

/* Everything once. */
static basin_status everything(basin_ctx *ctx, void *arg)
{
    const char *const domain = ((const struct named *)arg)->domain;
    const char *const spec = ((const struct named *)arg)->spec;
    basin_problem *problem = NULL;
    basin_picture *picture = NULL;
    basin_model *model = NULL;
    double *cost = NULL;
    int32_t *value = NULL;
    char *text = NULL;
    size_t count;
    basin_status status;

    BSN_TRY_OUT(basin_problem_open(ctx, domain, spec, &problem));
    BSN_TRY_OUT(BSN_NEW(ctx, basin_problem_values(problem), &value));
    if (basin_problem_has_limit(problem))
        BSN_TRY_OUT(test_limit(ctx, &problem, 3, value));
    BSN_TRY_OUT(basin_model_default(ctx, domain, BASIN_ENERGY_COMPACT, &model));
    BSN_TRY_OUT(basin_problem_costs(ctx, model, problem, value, 5, BASIN_METHOD_BASIN, &cost,
                                    &count));
    BSN_TRY_OUT(basin_picture_new(ctx, problem, &picture));
    BSN_TRY_OUT(basin_picture_paint(ctx, picture, value, cost));
    BSN_TRY_OUT(basin_picture_svg(ctx, picture, &text));
    basin_text_free(ctx, text);
    text = NULL;
    status = basin_picture_json(ctx, picture, true, &text);
out:
    basin_text_free(ctx, text);
    basin_costs_free(ctx, cost);
    basin_model_free(ctx, model);
    basin_picture_free(ctx, picture);
    bsn_free(ctx, value);
    basin_problem_free(ctx, problem);
    return status;
}

/* A chart of two files, each the same. */
static basin_status chart_twice(basin_ctx *ctx, void *arg)
{
    const char *const path[] = { arg, arg };
    basin_picture *picture = NULL;
    basin_status status = basin_picture_cactus(ctx, path, 2, &picture);

    basin_picture_free(ctx, picture);
    picture = NULL;
    if (status == BASIN_STATUS_OK)
        status = basin_picture_growth(ctx, path, 2, &picture);
    basin_picture_free(ctx, picture);
    return status;
}

static void test_charts_of_runs_may_run_out_of_memory(void **state)
{
    (void)state;
    static const char runs[] = "{\"solved\": true, \"seconds\": 1, \"searched\": 9}\n"
                               "{\"solved\": true, \"seconds\": 2, \"searched\": 8}\n";
    basin_ctx *const ctx = test_ctx();
    char path[64];

    snprintf(path, sizeof path, "/tmp/basin-picture-%ld.jsonl", (long)getpid());
    ASSERT_OK(ctx, bsn_file_write(ctx, path, runs, sizeof runs - 1));
    assert_true(test_refuse_each(chart_twice, path) > 8);
    unlink(path);
    test_ctx_done(ctx);
}

static void test_every_allocation_may_fail(void **state)
{
    (void)state;
    basin_ctx *const ctx = test_ctx();

    for (size_t d = 0; d < 3; d++) {
        char spec[64] = "4";
        struct named named = { domains[d], spec };
        if (d > 0)
            make_instance(ctx, domains[d], 8, 3, spec);
        assert_true(test_refuse_each(everything, &named) > 20);
        if (d > 0)
            unlink(spec);
    }
    test_ctx_done(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes_are_inside_and_do_not_move),
        cmocka_unit_test(test_painting_leaves_no_traces),
        cmocka_unit_test(test_layouts_are_repeated),
        cmocka_unit_test(test_wrong_is_what_the_verifier_counts),
        cmocka_unit_test(test_wrong_lines_of_boards),
        cmocka_unit_test(test_a_ninth_queen),
        cmocka_unit_test(test_costs_add_up_to_the_energy),
        cmocka_unit_test(test_what_is_broken_costs_more),
        cmocka_unit_test(test_costs_by_the_paper),
        cmocka_unit_test(test_heat_of_squares),
        cmocka_unit_test(test_svg_is_xml),
        cmocka_unit_test(test_json_is_json),
        cmocka_unit_test(test_png_has_its_size),
        cmocka_unit_test(test_files_that_cannot_be),
        cmocka_unit_test(test_energies_of_any_run),
        cmocka_unit_test(test_runs_without_a_solution),
        cmocka_unit_test(test_a_run_without_energies),
        cmocka_unit_test(test_landscapes),
        cmocka_unit_test(test_charts_of_runs_may_run_out_of_memory),
        cmocka_unit_test(test_every_allocation_may_fail),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
