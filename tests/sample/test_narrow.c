/* test_narrow.c - narrowing: no solution is lost, the fixpoint is the one that a naive search finds,
 * and dives are right. (tests/sudoku.sh holds what answers say of it.) */
#define _GNU_SOURCE
#include "sample/narrow.h"

#include "base/rng.h"
#include "support.h"

#include <math.h>
#include <unistd.h>

#define INSTANCES 1500
#define VARIABLES 8
#define RULES 24
#define PARTS 4

/* ------------------------------------------------------------------ small random problems ---- */

enum rule_kind { ONE, ANY, CLAUSE, EDGE, KINDS };

struct rule {
    enum rule_kind kind;
    uint32_t length;
    struct basin_literal literal[PARTS];
};

struct small {
    uint32_t variables, values, rules;
    struct rule rule[RULES];
    int32_t given[VARIABLES];
};

static void draw_rule(struct bsn_dice *dice, const struct small *s, struct rule *r)
{
    uint32_t order[VARIABLES];

    r->kind = (enum rule_kind)bsn_roll(dice, s->values == 2 ? EDGE : KINDS);
    r->length = r->kind == EDGE ? 2 : 1 + bsn_roll(dice, PARTS);
    for (uint32_t i = 0; i < s->variables; i++) {
        const uint32_t j = bsn_roll(dice, i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    for (uint32_t i = 0; i < r->length; i++) {
        const bool negated = s->values == 2 && bsn_roll(dice, 2);
        const int32_t value = s->values == 2 ? 1 : (int32_t)bsn_roll(dice, s->values);
        r->literal[i] = (struct basin_literal){ order[i], r->kind == EDGE ? BASIN_WHOLE : value,
                                                r->kind != EDGE && negated };
    }
}

static struct small draw(uint32_t number)
{
    struct bsn_dice dice = { .rng = { 7, BSN_RNG_TEST, 0, number } };
    struct small s = { .variables = 4 + bsn_roll(&dice, VARIABLES - 3),
                       .values = 2 + bsn_roll(&dice, 3) };

    s.rules = 2 + bsn_roll(&dice, RULES - 1);
    for (uint32_t i = 0; i < s.rules; i++)
        draw_rule(&dice, &s, &s.rule[i]);
    for (uint32_t v = 0; v < s.variables; v++)
        s.given[v] = bsn_roll(&dice, 5) == 0 ? (int32_t)bsn_roll(&dice, s.values) : -1;
    return s;
}

static bool holds(const struct rule *r, const int32_t *value)
{
    uint32_t ones = 0;

    if (r->kind == EDGE)
        return value[r->literal[0].variable] != value[r->literal[1].variable];
    for (uint32_t i = 0; i < r->length; i++)
        ones += (value[r->literal[i].variable] == r->literal[i].value) != r->literal[i].negated;
    return r->kind == ONE ? ones == 1 : r->kind == ANY ? ones <= 1 : ones >= 1;
}

static uint64_t judge(void *user, const int32_t *value, size_t values)
{
    const struct small *const s = user;
    uint64_t broken = 0;

    assert_int_equal(values, s->variables);
    for (uint32_t i = 0; i < s->rules; i++)
        broken += !holds(&s->rule[i], value);
    return broken;
}

static basin_problem *state(basin_ctx *ctx, struct small *s)
{
    static const char *const network[] = { "queens-compact:one", "queens-compact:any",
                                           "sat-compact:clause", "color-compact:edge" };
    basin_draft *draft;
    basin_problem *problem;

    ASSERT_OK(ctx, basin_draft_new(ctx, &draft));
    ASSERT_OK(ctx, basin_draft_variables(ctx, draft, s->variables, s->values, NULL));
    for (uint32_t i = 0; i < s->rules; i++) {
        struct basin_constraint c = BASIN_CONSTRAINT_INIT;
        c.network = network[s->rule[i].kind];
        c.literal = s->rule[i].literal;
        c.literals = s->rule[i].length;
        ASSERT_OK(ctx, basin_draft_constrain(ctx, draft, &c));
    }
    for (uint32_t v = 0; v < s->variables; v++)
        ASSERT_OK(ctx, basin_draft_given(ctx, draft, v, s->given[v]));
    basin_draft_verifier(draft, judge, s);
    ASSERT_OK(ctx, basin_draft_finish(ctx, draft, &problem));
    basin_draft_free(ctx, draft);
    return problem;
}

/* Which values are part of a solution; returns how many solutions there are. */
static uint32_t enumerate(struct small *s, bool part[VARIABLES][4])
{
    int32_t value[VARIABLES] = { 0 };
    uint32_t found = 0, all = 1;

    memset(part, 0, VARIABLES * sizeof *part);
    for (uint32_t v = 0; v < s->variables; v++)
        all *= s->values;
    for (uint32_t n = 0; n < all; n++) {
        bool fits = true;
        for (uint32_t v = 0, rest = n; v < s->variables; v++, rest /= s->values) {
            value[v] = (int32_t)(rest % s->values);
            fits &= s->given[v] < 0 || s->given[v] == value[v];
        }
        if (!fits || judge(s, value, s->variables) > 0)
            continue;
        found++;
        for (uint32_t v = 0; v < s->variables; v++)
            part[v][value[v]] = true;
    }
    return found;
}

/* ------------------------------------------------------------------- tables, maps, narrowing ---- */

struct setup {
    basin_ctx *ctx;
    struct small small;
    basin_problem *problem;
    struct bsn_graph graph;
    struct bsn_compose *compose;
    struct bsn_focus_table table;
    struct bsn_focus_map map;
    struct bsn_narrow narrow;
    uint8_t held[VARIABLES];
    uint16_t start[VARIABLES];
};

static void make(uint32_t number, struct setup *s)
{
    *s = (struct setup){ .ctx = test_ctx(), .small = draw(number) };
    s->problem = state(s->ctx, &s->small);
    const struct bsn_task *const task = s->problem->task;
    ASSERT_OK(s->ctx, task->graph(s->ctx, s->problem->instance, NULL, &s->graph));
    bsn_graph_finish(&s->graph);
    ASSERT_OK(s->ctx, bsn_compose_new(s->ctx, s->graph.term[0].model, &s->graph, BSN_COMPOSE_BASIN,
                                      NULL, &s->compose));
    ASSERT_OK(s->ctx, bsn_focus_table_make(s->ctx, s->compose, &s->table));
    ASSERT_OK(s->ctx, bsn_focus_map_make(s->ctx, &s->graph, &s->table, &s->map));
    ASSERT_OK(s->ctx, bsn_narrow_make(s->ctx, &s->map, &s->table, &s->narrow));
    for (uint32_t v = 0; v < s->small.variables; v++) {
        s->held[v] = s->small.given[v] >= 0;
        s->start[v] = (uint16_t)s->small.given[v];
    }
}

static void discard(struct setup *s)
{
    bsn_narrow_clear(s->ctx, &s->narrow);
    bsn_focus_map_clear(s->ctx, &s->map);
    bsn_focus_table_clear(s->ctx, &s->table);
    bsn_compose_free(s->ctx, s->compose);
    bsn_graph_clear(s->ctx, &s->graph);
    basin_problem_free(s->ctx, s->problem);
    test_ctx_done(s->ctx);
}

/* -------------------------------------------------------------------------- two ways to narrow ---- */

static bool broken(const struct setup *s, uint32_t slot)
{
    return s->table.cost[slot] > BSN_NARROW_CERTAIN;
}

/* Can a counting factor be sound when this literal is taken, or, NONE, at all? By trying every state
 * of each part that is not decided, whatever the others are. */
static bool can_hold(const struct setup *s, const bool *out, uint32_t factor, uint32_t literal)
{
    const struct bsn_focus_map *const map = &s->map;
    uint32_t low = map->base[factor], high = low, value, other;

    for (uint32_t i = map->part_first[factor]; i < map->part_first[factor + 1]; i++) {
        const uint32_t part = map->part[i], v = bsn_focus_holder(map, part, &value);
        const bool asked = literal != BSN_NARROW_NONE && bsn_focus_holder(map, literal, &other) == v;
        uint32_t left = 0;
        for (uint32_t l = map->literal[v]; l < map->literal[v + 1]; l++)
            left += !out[l];
        const bool one = asked ? part == literal : !out[part] && left == 1;
        const bool zero = asked ? part != literal : out[part];
        low += one;
        high += !zero;
    }
    for (uint32_t slot = low; slot <= high; slot++)
        if (!broken(s, slot))
            return true;
    return false;
}

static bool is_alone(const struct setup *s, const bool *out, uint32_t v, uint32_t *literal)
{
    uint32_t left = 0;

    for (uint32_t l = s->map.literal[v]; l < s->map.literal[v + 1]; l++)
        if (!out[l]) {
            *literal = l;
            left++;
        }
    return left == 1;
}

static bool near_excludes(const struct setup *s, const bool *out, uint32_t v, uint32_t literal)
{
    uint32_t alone;

    for (uint32_t pair = 0; pair < s->map.pairs; pair++)
        for (uint32_t i = s->map.near_first[pair][v]; i < s->map.near_first[pair][v + 1]; i++) {
            const uint32_t u = s->map.near[pair][i].variable;
            if (is_alone(s, out, u, &alone) &&
                alone - s->map.literal[u] == literal - s->map.literal[v])
                return true;  /* the networks of pairs here want values to differ */
        }
    return false;
}

/* Excludes one value after the other, looking at all factors for each, until none can be. */
static void narrow_naively(const struct setup *s, bool *out)
{
    bool again = true;
    uint32_t value;

    for (uint32_t v = 0; v < s->map.variables; v++)
        for (uint32_t l = s->map.literal[v]; l < s->map.literal[v + 1]; l++)
            out[l] = s->held[v] && l - s->map.literal[v] != s->start[v];
    while (again) {
        again = false;
        for (uint32_t l = 0; l < s->map.literals; l++) {
            const uint32_t v = bsn_focus_holder(&s->map, l, &value);
            bool goes = !out[l] && near_excludes(s, out, v, l);
            for (size_t k = 0; k < s->graph.terms; k++)
                for (uint32_t f = s->map.from[k];
                     s->table.kind[k] == BSN_FOCUS_COUNT && f < s->map.from[k + 1]; f++)
                    goes |= !out[l] && !can_hold(s, out, f, l);
            out[l] |= goes;
            again |= goes;
        }
    }
}

/* ----------------------------------------------------------------------------------- tests ---- */

/* Nothing that a solution has is excluded, by the root, by trying, or by a dive. */
static void test_no_solution_lost(void **unused)
{
    uint32_t narrowed = 0, against = 0, dived = 0, vain = 0;
    bool part[VARIABLES][4];
    uint32_t value;

    (void)unused;
    for (uint32_t i = 0; i < INSTANCES; i++) {
        struct setup s;
        make(i, &s);
        const uint32_t solutions = enumerate(&s.small, part);
        const bool fine = bsn_narrow_root(&s.narrow, s.held, s.start) &&
                          (i % 2 == 0 || bsn_narrow_probe(&s.narrow, 1 << 20));
        assert_true(fine || solutions == 0);
        against += !fine;
        for (uint32_t l = 0; fine && l < s.map.literals; l++) {
            const uint32_t v = bsn_focus_holder(&s.map, l, &value);
            narrowed += s.narrow.place[l] > 0;
            assert_false(s.narrow.place[l] > 0 && part[v][value]);
        }
        if (fine) {
            struct bsn_narrow_dive dive;
            uint16_t found[VARIABLES];
            int32_t answer[VARIABLES];
            const struct bsn_rng rng = { i, BSN_RNG_TEST, 0, 0 };
            ASSERT_OK(s.ctx, bsn_narrow_dive_make(s.ctx, &s.narrow, &dive));
            bsn_narrow_dive_begin(&dive, &rng);
            bsn_narrow_dive_on(&dive, 1 << 20);
            assert_int_equal(dive.state, solutions > 0 ? BSN_NARROW_FOUND : BSN_NARROW_EXHAUSTED);
            vain += solutions == 0;
            dived += solutions > 0;
            if (solutions > 0)
                bsn_narrow_dive_value(&dive, found);
            for (uint32_t v = 0; solutions > 0 && v < s.small.variables; v++)
                answer[v] = found[v];
            assert_true(solutions == 0 || judge(&s.small, answer, s.small.variables) == 0);
            bsn_narrow_dive_clear(s.ctx, &dive);
        }
        discard(&s);
    }
    print_message("%u excluded; %u contradictions, %u dives found, %u in vain\n", narrowed, against,
                  dived, vain);
    assert_true(narrowed > INSTANCES && against > 0 && dived > 0 && vain > 0);
}

/* With room for a few lists alone, dives forget; what they say is right all the same, and nothing is
 * written past that room (the sanitizer and valgrind would tell). */
static void test_little_room(void **unused)
{
    uint32_t found = 0, vain = 0;
    bool part[VARIABLES][4];

    (void)unused;
    for (uint32_t i = 0; i < INSTANCES; i++) {
        struct setup s;
        make(i, &s);
        const uint32_t solutions = enumerate(&s.small, part);
        s.narrow.room = 6 + i % 40;
        if (bsn_narrow_root(&s.narrow, s.held, s.start)) {
            struct bsn_narrow_dive dive;
            const struct bsn_rng rng = { i, BSN_RNG_TEST, 0, 0 };
            ASSERT_OK(s.ctx, bsn_narrow_dive_make(s.ctx, &s.narrow, &dive));
            bsn_narrow_dive_begin(&dive, &rng);
            bsn_narrow_dive_on(&dive, 1 << 12);
            assert_false(dive.state == BSN_NARROW_FOUND && solutions == 0);
            assert_false(dive.state == BSN_NARROW_EXHAUSTED && solutions > 0);
            found += dive.state == BSN_NARROW_FOUND;
            vain += dive.state == BSN_NARROW_EXHAUSTED;
            bsn_narrow_dive_clear(s.ctx, &dive);
        }
        discard(&s);
    }
    print_message("%u dives found, %u in vain\n", found, vain);
    assert_true(found > 0 && vain > 0);
}

/* Stopped, neither the root nor trying single values goes on, or calls that a contradiction. */
static void test_stopped(void **unused)
{
    uint64_t steps = 0;

    (void)unused;
    for (uint32_t i = 0; i < INSTANCES; i++) {
        struct bsn_brake brake;
        struct setup s;
        make(i, &s);
        bsn_brake_put(s.ctx, &brake, NULL, NULL, 1e-9);
        s.narrow.brake = &brake;
        assert_true(bsn_narrow_root(&s.narrow, NULL, NULL));
        const uint64_t before = s.narrow.steps;
        assert_true(bsn_narrow_probe(&s.narrow, 1 << 20));
        assert_int_equal(s.narrow.steps, before);
        s.narrow.brake = NULL;
        if (bsn_narrow_root(&s.narrow, NULL, NULL))
            bsn_narrow_probe(&s.narrow, 1 << 20);
        steps += s.narrow.steps - before;
        bsn_brake_take(s.ctx, &brake);
        discard(&s);
    }
    assert_true(steps > 0);
}

static void test_same_as_naive(void **unused)
{
    uint32_t compared = 0;

    (void)unused;
    for (uint32_t i = 0; i < INSTANCES; i++) {
        struct setup s;
        bool out[VARIABLES * 4];
        make(i, &s);
        narrow_naively(&s, out);
        if (bsn_narrow_root(&s.narrow, s.held, s.start)) {
            compared++;
            for (uint32_t l = 0; l < s.map.literals; l++)
                assert_int_equal(s.narrow.place[l] > 0, out[l]);
        } else {
            uint32_t alone, least = UINT32_MAX;
            for (uint32_t v = 0; v < s.map.variables; v++) {
                uint32_t left = 0;
                for (uint32_t l = s.map.literal[v]; l < s.map.literal[v + 1]; l++)
                    left += !out[l];
                least = left < least ? left : least;
                (void)is_alone(&s, out, v, &alone);
            }
            assert_int_equal(least, 0);
        }
        discard(&s);
    }
    assert_true(compared > INSTANCES / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_solution_lost),
        cmocka_unit_test(test_little_room),
        cmocka_unit_test(test_stopped),
        cmocka_unit_test(test_same_as_naive),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
