/* test_color_gen.c - graphs that are made to order: what they promise to be. */
#include "domain/color/famous.h"
#include "domain/color/color_gen.h"
#include "domain/color/color_random.h"

#include "base/text.h"
#include "support.h"
#include "group.h"

#include <math.h>

#define MOST 128 /* vertices of a graph that is looked at closely */

/* A graph as a table, for asking any question about it. */
struct table {
    uint32_t n, degree[MOST];
    size_t edges;
    bool joined[MOST][MOST];
};

/* Takes the graph over, which must be clean. */
static struct table table_of(struct bsn_col *col)
{
    struct table t = { .n = col->vertices, .edges = col->edges };

    assert_true(t.n <= MOST);
    for (size_t k = 0; k < col->edges; k++) {
        const struct bsn_edge e = col->edge[k];
        assert_true(e.a < e.b && e.b < t.n && !t.joined[e.a][e.b]);
        t.joined[e.a][e.b] = t.joined[e.b][e.a] = true;
        t.degree[e.a]++;
        t.degree[e.b]++;
    }
    bsn_col_clear(ctx, col);
    return t;
}

static size_t triangles(const struct table *t)
{
    size_t count = 0;

    for (uint32_t a = 0; a < t->n; a++)
        for (uint32_t b = a + 1; b < t->n; b++)
            for (uint32_t c = b + 1; t->joined[a][b] && c < t->n; c++)
                count += t->joined[a][c] && t->joined[b][c];
    return count;
}

/* Can vertices v, v + 1, ... be coloured, those before being so, with colours below `used` ? */
static bool colorable(const struct table *t, uint32_t colors, uint32_t v, uint32_t used,
                      uint32_t *color)
{
    if (v == t->n)
        return true;
    for (color[v] = 0; color[v] <= used && color[v] < colors; color[v]++) {
        bool free = true;
        for (uint32_t u = 0; u < v; u++)
            free &= !t->joined[u][v] || color[u] != color[v];
        if (free && colorable(t, colors, v + 1, used + (color[v] == used), color))
            return true;
    }
    return false;
}

static uint32_t chromatic_number(const struct table *t)
{
    uint32_t color[MOST], colors = 0;

    while (!colorable(t, colors, 0, 0, color))
        colors++;
    return colors;
}

static struct bsn_rng address(uint32_t k)
{
    return (struct bsn_rng){ 9, BSN_RNG_TEST, k, 0 };
}

/* ------------------------------------------------------------------------- random graphs ---- */

static void test_erdos_renyi(void **state)
{
    enum { DRAWS = 2000, N = 9 };
    static uint32_t seen[N][N];
    struct bsn_col col;

    (void)state;
    for (uint32_t k = 0; k < DRAWS; k++) {
        const struct bsn_rng at = address(k);
        ASSERT_OK(ctx, bsn_color_erdos_renyi(ctx, &at, N, 0.3, &col));
        const struct table t = table_of(&col);
        for (uint32_t a = 0; a < N; a++)
            for (uint32_t b = a + 1; b < N; b++)
                seen[a][b] += t.joined[a][b];
    }
    for (uint32_t a = 0; a < N; a++)
        for (uint32_t b = a + 1; b < N; b++)
            assert_true(fabs(seen[a][b] - 0.3 * DRAWS) < 5 * sqrt(0.3 * 0.7 * DRAWS));
    for (uint32_t n = 1; n < 20; n++) {
        const struct bsn_rng at = address(n);
        ASSERT_OK(ctx, bsn_color_erdos_renyi(ctx, &at, n, 1, &col));
        assert_int_equal(col.edges, n * (n - 1) / 2);
        bsn_col_clear(ctx, &col);
        ASSERT_OK(ctx, bsn_color_erdos_renyi(ctx, &at, n, 1e-300, &col));
        assert_int_equal(col.edges, 0);
        bsn_col_clear(ctx, &col);
    }
    const struct bsn_rng at = address(0);
    ASSERT_OK(ctx, bsn_color_erdos_renyi(ctx, &at, 100000, 4e-5, &col));
    assert_true(fabs((double)col.edges - 200000) < 5 * sqrt(200000));
    bsn_col_clear(ctx, &col);
}

/* The colours are proper, as many of each, and all pairs of two colours are alike. */
static void test_planted(void **state)
{
    int32_t color[60];
    double edges = 0, pairs = 0;
    struct bsn_col col;

    (void)state;
    for (uint32_t k = 0; k < 100; k++) {
        const struct bsn_rng at = address(k);
        const uint32_t n = 20 + k % 41, colors = 1 + k % 7;
        uint32_t size[7] = { 0 };
        ASSERT_OK(ctx, bsn_color_planted(ctx, &at, n, colors, 0.4, color, &col));
        assert_true(col.vertices == n && col.colors == colors);
        const struct table t = table_of(&col);
        for (uint32_t a = 0; a < n; a++) {
            assert_true(color[a] >= 0 && color[a] < (int32_t)colors);
            size[color[a]]++;
            for (uint32_t b = a + 1; b < n; b++) {
                pairs += color[a] != color[b];
                assert_false(t.joined[a][b] && color[a] == color[b]);
            }
        }
        for (uint32_t c = 0; c < colors; c++)
            assert_true(size[c] == n / colors || size[c] == n / colors + 1);
        edges += (double)t.edges;
    }
    assert_true(fabs(edges - 0.4 * pairs) < 5 * sqrt(0.4 * 0.6 * pairs));
}

/* Each vertex has m earlier neighbours; there are hubs, and triangles where they are asked for. */
static void test_holme_kim(void **state)
{
    double plain = 0, closed = 0, hubs = 0;
    struct bsn_col col;

    (void)state;
    for (uint32_t k = 0; k < 60; k++) {
        const struct bsn_rng at = address(k);
        const uint32_t n = 100, m = 3, small = 2 + k % 12, few = 1 + k % (small - 1);
        ASSERT_OK(ctx, bsn_color_holme_kim(ctx, &at, n, m, k % 2, &col));
        const struct table t = table_of(&col);
        assert_int_equal(t.edges, m * (n - m));
        uint32_t hub = 0;
        for (uint32_t v = 0; v < n; v++) {
            uint32_t earlier = 0;
            for (uint32_t u = 0; u < v; u++)
                earlier += t.joined[u][v];
            assert_int_equal(earlier, v < m ? 0 : m);
            hub = t.degree[v] > hub ? t.degree[v] : hub;
        }
        hubs += hub / 60.0;
        *(k % 2 ? &closed : &plain) += (double)triangles(&t) / 30;
        ASSERT_OK(ctx, bsn_color_holme_kim(ctx, &at, small, few, 0.5, &col));
        assert_int_equal(col.edges, few * (small - few));
        bsn_col_clear(ctx, &col);
    }
    assert_true(hubs > 20 && closed > 2 * plain);
}

/* Every degree, odd and even, sparse and dense; no trace of the circle is left: a random regular
 * graph has (d - 1)^3 / 6 triangles on average, the circle n for d = 4. */
static void test_regular(void **state)
{
    enum { DRAWS = 200 };
    double found = 0, on_circle = 0;
    struct bsn_col col;

    (void)state;
    for (uint32_t n = 2; n <= 16; n++)
        for (uint32_t degree = 1 + n % 2; degree < n; degree += 1 + n % 2) {
            const struct bsn_rng at = address(n);
            ASSERT_OK(ctx, bsn_color_regular(ctx, &at, n, degree, &col));
            const struct table t = table_of(&col);
            for (uint32_t v = 0; v < n; v++)
                assert_int_equal(t.degree[v], degree);
        }
    for (uint32_t k = 0; k < DRAWS; k++) {
        const struct bsn_rng at = address(k);
        ASSERT_OK(ctx, bsn_color_regular(ctx, &at, 100, 4, &col));
        const struct table t = table_of(&col);
        found += (double)triangles(&t);
        for (uint32_t v = 0; v < 100; v++)
            on_circle += t.joined[v][(v + 1) % 100];
    }
    assert_true(fabs(found / DRAWS - 4.5) < 5 * sqrt(4.5 / DRAWS) + 0.2);
    const double expected = DRAWS * 100 * 4 / 99.0;
    assert_true(fabs(on_circle - expected) < 5 * sqrt(expected));
}

/* ------------------------------------------------------------------------- famous graphs ---- */

/* Times a number that is no square, edges become pairs without an edge: the graph is its own
 * complement. */
static void test_paley(void **state)
{
    static const uint32_t primes[][2] = { { 5, 2 }, { 13, 2 }, { 29, 2 }, { 37, 2 }, { 41, 3 } };
    struct bsn_col col;

    (void)state;
    for (size_t i = 0; i < COUNT(primes); i++) {
        const uint32_t q = primes[i][0], factor = primes[i][1];
        ASSERT_OK(ctx, bsn_color_paley(ctx, q, &col));
        const struct table t = table_of(&col);
        assert_int_equal(t.edges, q * (q - 1) / 4);
        for (uint32_t a = 0; a < q; a++) {
            assert_int_equal(t.degree[a], (q - 1) / 2);
            for (uint32_t b = a + 1; b < q; b++)
                assert_int_not_equal(t.joined[a][b], t.joined[a * factor % q][b * factor % q]);
        }
    }
}

static bool queen_moves(uint32_t columns, uint32_t a, uint32_t b)
{
    const int across = abs((int)(a % columns) - (int)(b % columns));
    const int down = abs((int)(a / columns) - (int)(b / columns));

    return across == 0 || down == 0 || across == down;
}

static void test_queen(void **state)
{
    struct bsn_col col;

    (void)state;
    for (uint32_t rows = 1; rows <= 11; rows++)
        for (uint32_t columns = 1; columns <= 11; columns++) {
            ASSERT_OK(ctx, bsn_color_queen(ctx, rows, columns, &col));
            const uint32_t side = rows > columns ? rows : columns, colors = col.colors;
            const struct table t = table_of(&col);
            assert_int_equal(t.n, rows * columns);
            if (rows == columns)
                assert_int_equal(t.edges, rows * (rows - 1) * (5 * rows - 1) / 3);
            assert_int_equal(colors, side == 1 || side == 5 || side == 7 || side == 11 ? side : 0);
            for (uint32_t a = 0; a < t.n; a++)
                for (uint32_t b = a + 1; b < t.n; b++) {
                    assert_int_equal(t.joined[a][b], queen_moves(columns, a, b));
                    if (t.joined[a][b] && colors)
                        assert_int_not_equal((2 * (a / columns) + a % columns) % colors,
                                             (2 * (b / columns) + b % columns) % colors);
                }
        }
    ASSERT_OK(ctx, bsn_color_queen(ctx, 8, 8, &col));
    assert_true(col.vertices == 64 && col.edges == 728); /* queen8_8 */
    bsn_col_clear(ctx, &col);
    ASSERT_OK(ctx, bsn_color_queen(ctx, 8, 12, &col));
    assert_true(col.vertices == 96 && col.edges == 1368); /* queen8_12 */
    bsn_col_clear(ctx, &col);
}

static void test_mycielski(void **state)
{
    static const uint32_t sizes[][2] = { { 2, 1 }, { 5, 5 }, { 11, 20 }, { 23, 71 }, { 47, 236 } };
    struct bsn_col col;

    (void)state;
    for (uint32_t k = 1; k <= COUNT(sizes); k++) {
        ASSERT_OK(ctx, bsn_color_mycielski(ctx, k, &col));
        assert_int_equal(col.colors, k + 1);
        const struct table t = table_of(&col);
        assert_int_equal(t.n, sizes[k - 1][0]);
        assert_int_equal(t.edges, sizes[k - 1][1]);
        assert_int_equal(triangles(&t), 0);
        if (k <= 4)
            assert_int_equal(chromatic_number(&t), k + 1);
    }
}

/* ------------------------------------------------------------------------------- options ---- */

static struct basin_gen_opts options(const char *kind, uint32_t n, double ratio, uint32_t width)
{
    struct basin_gen_opts opts = BASIN_GEN_OPTS_INIT;

    opts.kind = kind;
    opts.n = n;
    opts.ratio = ratio;
    opts.width = width;
    return opts;
}

static char *generate(const struct basin_gen_opts *opts)
{
    struct bsn_text text = BSN_TEXT_INIT(ctx);
    char *chars = NULL;

    ASSERT_OK(ctx, bsn_color_generate(ctx, opts, &text));
    ASSERT_OK(ctx, bsn_text_take(&text, &chars));
    return chars;
}

static const char *const kinds[] = { "erdos-renyi", "holme-kim", "regular", "planted",
                                     "paley",       "complete",  "queen",   "mycielski" };
enum { RANDOM_KINDS = 4 };

/* The options as the text's first line has them. */
static struct basin_gen_opts options_of_text(const char *text, char kind[32])
{
    struct basin_gen_opts opts = options(kind, 0, 0, 0);
    const char *const end = strchr(text, '\n'), *at;

    assert_int_equal(sscanf(text, "c basin gen color %u --kind %31s", &opts.n, kind), 2);
    if ((at = strstr(text, "--ratio ")) && at < end)
        opts.ratio = strtod(at + 8, NULL);
    if ((at = strstr(text, "--width ")) && at < end)
        opts.width = (uint32_t)strtoul(at + 8, NULL, 10);
    if ((at = strstr(text, "--seed ")) && at < end)
        opts.seed = strtoull(at + 7, NULL, 10);
    return opts;
}

/* The same options give the same text, and so does the command that the text begins with; it reads
 * back as the graph that is drawn. */
static void check_generated(struct basin_gen_opts opts)
{
    char *const text = generate(&opts), *const again = generate(&opts), kind[32];
    const struct basin_gen_opts complete = options_of_text(text, kind);
    char *const command = generate(&complete);
    struct bsn_col col, drawn;

    assert_string_equal(kind, opts.kind);
    assert_string_equal(text, again);
    assert_string_equal(text, command);
    ASSERT_OK(ctx, bsn_col_parse(ctx, "text", text, strlen(text), &col));
    ASSERT_OK(ctx, bsn_color_draw(ctx, &opts, &drawn));
    assert_true(opts.n == complete.n && opts.ratio == complete.ratio);
    assert_int_equal(opts.width, complete.width);
    assert_true(col.vertices == drawn.vertices && col.colors == drawn.colors);
    assert_true(col.edges == drawn.edges && col.given == drawn.edges);
    assert_memory_equal(col.edge, drawn.edge, col.edges * sizeof *col.edge);
    bsn_col_clear(ctx, &col);
    bsn_col_clear(ctx, &drawn);
    basin_text_free(ctx, text);
    basin_text_free(ctx, again);
    basin_text_free(ctx, command);
}

static void test_generate(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT(kinds); k++)
        for (uint64_t seed = 0; seed < 12; seed++) {
            struct basin_gen_opts opts = options(kinds[k], 0, 0, 0);
            assert_non_null(strstr(BSN_COLOR_KINDS, kinds[k]));
            opts.seed = seed << 31;
            check_generated(opts);
        }
    check_generated(options("erdos-renyi", 50, 0.1, 0));
    check_generated(options("erdos-renyi", 1, 0, 0));
    check_generated(options("holme-kim", 90, 4, 1));
    check_generated(options("holme-kim", 2, 0, 100));
    check_generated(options("regular", 31, 6, 0));
    check_generated(options("regular", 2, 0, 0));
    check_generated(options("planted", 70, 0.25, 5));
    check_generated(options("planted", 1, 0, 0));
    check_generated(options("planted", 20, 0, 1));
    check_generated(options("queen", 5, 0, 9));
}

static void test_generate_seeds(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT(kinds); k++) {
        struct basin_gen_opts opts = options(kinds[k], k < RANDOM_KINDS ? 30 : 5, 0, 0);
        char *const text = generate(&opts);
        for (opts.seed = 2; opts.seed < 10; opts.seed++) {
            char *const other = generate(&opts);
            assert_int_equal(strcmp(strstr(text, "p edge"), strstr(other, "p edge")) != 0,
                             k < RANDOM_KINDS);
            basin_text_free(ctx, other);
        }
        basin_text_free(ctx, text);
    }
}

/* What is left open is as in the paper: 20 to 40 vertices, four edges each or so. */
static void test_generate_defaults(void **state)
{
    double degree = 0;
    uint32_t least = UINT32_MAX, most = 0;

    (void)state;
    for (uint64_t seed = 0; seed < 100; seed++) {
        struct basin_gen_opts opts = options("erdos-renyi", 0, 0, 0);
        struct bsn_col col;
        opts.seed = seed;
        ASSERT_OK(ctx, bsn_color_draw(ctx, &opts, &col));
        degree += 2.0 * (double)col.edges / col.vertices / 100;
        least = col.vertices < least ? col.vertices : least;
        most = col.vertices > most ? col.vertices : most;
        bsn_col_clear(ctx, &col);
    }
    assert_true(least == 20 && most == 40 && fabs(degree - 4) < 0.4);
}

/* A planted graph of default density can be coloured as it says. */
static void test_generate_planted(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 30; seed++) {
        struct basin_gen_opts opts = options("planted", 24, 0, (uint32_t)(2 + seed % 3));
        struct bsn_col col;
        opts.seed = seed;
        ASSERT_OK(ctx, bsn_color_draw(ctx, &opts, &col));
        assert_int_equal(col.colors, opts.width);
        const struct table t = table_of(&col);
        assert_true(t.edges > 4 && chromatic_number(&t) <= opts.width);
    }
}

static void refuse(const char *kind, uint32_t n, double ratio, uint32_t width, const char *part)
{
    const struct basin_gen_opts opts = options(kind, n, ratio, width);
    struct bsn_text text = BSN_TEXT_INIT(ctx);

    ASSERT_FAILS(ctx, bsn_color_generate(ctx, &opts, &text), BASIN_STATUS_INPUT, part);
    assert_null(text.chars);
}

static void test_generate_refuses(void **state)
{
    (void)state;
    refuse("paley", 19, 0, 0, "19 is not 1 modulo 4");
    refuse("paley", 2, 0, 0, "2 is not 1 modulo 4");
    refuse("paley", 21, 0, 0, "21 is not a prime");
    refuse("paley", 25, 0, 0, "25 is not a prime");
    refuse("paley", 1, 0, 0, "1 is not a prime");
    refuse("paley", 4001, 0, 0, "at most 4000");
    refuse("paley", 13, 0.5, 0, "paley has no ratio");
    refuse("complete", 5, 0, 2, "complete has no width");
    refuse("complete", 2801, 0, 0, "at most 2800");
    refuse("mycielski", 14, 0, 0, "at most 13");
    refuse("queen", 200, 0, 0, "edges; at most 4000000");
    refuse("queen", 2, 0, UINT32_MAX, "edges; at most");
    refuse("erdos-renyi", 30, 1.5, 0, "ratio 1.5 is not a probability");
    refuse("erdos-renyi", 30, -0.5, 0, "ratio -0.5");
    refuse("erdos-renyi", 30, NAN, 0, "is not a probability");
    refuse("erdos-renyi", 30, INFINITY, 0, "ratio inf");
    refuse("erdos-renyi", 1000001, 0, 0, "at most 1000000");
    refuse("erdos-renyi", 1000000, 0.5, 0, "edges; at most 4000000");
    refuse("erdos-renyi", 30, 0, 3, "erdos-renyi has no width");
    refuse("holme-kim", 1, 0, 0, "at least 2 vertices");
    refuse("holme-kim", 30, 2.5, 0, "ratio 2.5 is not a whole number from 1 to 29");
    refuse("holme-kim", 30, 30, 0, "from 1 to 29");
    refuse("holme-kim", 30, NAN, 0, "whole number");
    refuse("holme-kim", 30, 3, 101, "width 101");
    refuse("holme-kim", 1000000, 5, 0, "edges; at most");
    refuse("regular", 31, 3, 0, "must be even");
    refuse("regular", 4, 4, 0, "from 1 to 3");
    refuse("planted", 5, 0, 6, "6 colours for 5 vertices");
    refuse("flat", 5, 0, 0, BSN_COLOR_KINDS);
    refuse("", 5, 0, 0, "no kind");
}

/* --------------------------------------------------------------------------------- memory ---- */

static basin_status act(basin_ctx *own, void *arg)
{
    struct bsn_text text = BSN_TEXT_INIT(own);
    const basin_status status = bsn_color_generate(own, arg, &text);

    bsn_text_clear(&text);
    return status;
}

static void test_memory(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT(kinds); k++) {
        struct basin_gen_opts opts = options(kinds[k], 13, 0, 0);
        if (strcmp(kinds[k], "mycielski") == 0)
            opts.n = 5;
        assert_true(test_refuse_each(act, &opts) >= 4);
    }
}

/* ------------------------------------------------------------------------------------ all ---- */

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_erdos_renyi),
        cmocka_unit_test(test_planted),
        cmocka_unit_test(test_holme_kim),
        cmocka_unit_test(test_regular),
        cmocka_unit_test(test_paley),
        cmocka_unit_test(test_queen),
        cmocka_unit_test(test_mycielski),
        cmocka_unit_test(test_generate),
        cmocka_unit_test(test_generate_seeds),
        cmocka_unit_test(test_generate_defaults),
        cmocka_unit_test(test_generate_planted),
        cmocka_unit_test(test_generate_refuses),
        cmocka_unit_test(test_memory),
    };

    return cmocka_run_group_tests(tests, group_begin, group_end);
}
