/* sudoku_gen.c - random puzzles: a solved grid, of which some squares are shown.
 *
 * Of kind "unique", who judges is asked for a second solution. As long as there is one, a square in
 * which it differs is shown too; when there is none, squares are covered again, one after the other,
 * as long as there is still none, down to the number that is wanted.
 */
#include "domain/sudoku/sudoku_gen.h"

#include "domain/domain.h"

#include <string.h>

extern const struct bsn_domain bsn_domain_sudoku;

struct making {
    basin_ctx *ctx;
    const struct basin_gen_opts *o;
    struct bsn_dice dice;
    struct bsn_sudoku solution, puzzle;
    uint32_t squares, givens;
    int8_t other[BSN_SUDOKU_SQUARES];  /* a second solution */
    int32_t *value;                    /* (squares n) of the judge */
    const char *judge;
};

static void show(struct making *m, uint32_t square)
{
    m->givens += m->puzzle.given[square] < 0;
    m->puzzle.given[square] = m->solution.given[square];
}

static void cover(struct making *m, uint32_t square)
{
    m->givens -= m->puzzle.given[square] >= 0;
    m->puzzle.given[square] = -1;
}

/* All squares in a random order. */
static void shuffle(struct making *m, uint16_t order[static BSN_SUDOKU_SQUARES])
{
    for (uint32_t i = 0; i < m->squares; i++) {
        const uint32_t place = bsn_roll(&m->dice, i + 1);
        order[i] = order[place];
        order[place] = (uint16_t)i;
    }
}

/* --------------------------------------------------------------------------------- judging ---- */

/* Takes the judge's solution only when it is one, and another. */
static basin_status take_other(struct making *m)
{
    const uint32_t n = m->puzzle.n;
    int32_t grid[BSN_SUDOKU_SQUARES] = { 0 };
    uint32_t scratch[3 * BSN_SUDOKU_SIDE];
    uint64_t broken = 0;
    bool same = true;

    for (uint32_t i = 0; i < m->squares; i++) {
        grid[i] = -1;
        for (uint32_t v = 0; v < n; v++)
            grid[i] = m->value[i * n + v] == 1 ? (int32_t)v : grid[i];
        m->other[i] = (int8_t)grid[i];
        same &= grid[i] == m->solution.given[i];
    }
    bsn_domain_sudoku.task->verify(&m->puzzle, 1, grid, scratch, &broken);
    if (broken > 0 || same)
        return bsn_fail(m->ctx, BASIN_STATUS_INPUT,
                        "sudoku: %.40s names a second solution that is none", m->judge);
    return BASIN_STATUS_OK;
}

/* Has the puzzle a second solution? SATISFIABLE: it has. */
static basin_status ask(struct making *m, enum basin_verdict *verdict)
{
    const size_t values = (size_t)m->squares * m->puzzle.n;
    struct bsn_text formula = BSN_TEXT_INIT(m->ctx);

    bsn_sudoku_formula(&m->puzzle, &m->solution, &formula);
    memset(m->value, 0xff, values * sizeof *m->value);
    *verdict = BASIN_VERDICT_NONE;
    if (formula.status == BASIN_STATUS_OK)
        *verdict = m->o->judge(m->o->judge_user, formula.chars, m->value, values, &m->judge);
    const basin_status status = formula.status;
    bsn_text_clear(&formula);
    return status == BASIN_STATUS_OK && *verdict == BASIN_VERDICT_SATISFIABLE ? take_other(m)
                                                                              : status;
}

/* Shows squares until there is one solution. */
static basin_status make_unique(struct making *m, enum basin_verdict *verdict)
{
    for (;;) {
        uint16_t order[BSN_SUDOKU_SQUARES];
        uint32_t i = 0;
        BSN_TRY(ask(m, verdict));
        if (*verdict == BASIN_VERDICT_NONE || *verdict == BASIN_VERDICT_UNSATISFIABLE)
            return BASIN_STATUS_OK;
        shuffle(m, order);
        const bool known = *verdict == BASIN_VERDICT_SATISFIABLE;
        while (m->puzzle.given[order[i]] >= 0 ||
               (known && m->other[order[i]] == m->solution.given[order[i]]))
            i++;
        show(m, order[i]);
    }
}

/* Covers squares down to `wanted`, as far as there stays one solution. */
static basin_status thin(struct making *m, uint32_t wanted)
{
    uint16_t order[BSN_SUDOKU_SQUARES];
    enum basin_verdict verdict;

    shuffle(m, order);
    for (uint32_t i = 0; i < m->squares && m->givens > wanted; i++) {
        if (m->puzzle.given[order[i]] < 0)
            continue;
        cover(m, order[i]);
        BSN_TRY(ask(m, &verdict));
        if (verdict != BASIN_VERDICT_UNSATISFIABLE)
            show(m, order[i]);
    }
    return BASIN_STATUS_OK;
}

/* ---------------------------------------------------------------------------------- making ---- */

/* Fills in what was not asked for; refuses what makes no sense. */
static basin_status complete(struct making *m, struct basin_gen_opts *o)
{
    static const uint32_t usual[] = { 0, 0, 6, 28, 120, 360 };  /* givens, by the side of a box */
    const uint32_t side = o->n ? o->n : 9, box = side <= BSN_SUDOKU_SIDE
                                                     ? bsn_sudoku_box((size_t)side * side)
                                                     : 0;

    if (box == 0)
        return bsn_fail(m->ctx, BASIN_STATUS_INPUT, "sudoku: a side of %u; it is 4, 9, 16 or 25",
                        side);
    if (!(o->ratio >= 0 && o->ratio <= 1))
        return bsn_fail(m->ctx, BASIN_STATUS_INPUT,
                        "sudoku: ratio %g; the share of squares that are given is within 0 and 1",
                        o->ratio);
    m->squares = side * side;
    if (o->width > m->squares)
        return bsn_fail(m->ctx, BASIN_STATUS_INPUT, "sudoku: %u givens of %u squares", o->width,
                        m->squares);
    if (o->width == 0)
        o->width = o->ratio > 0 ? (uint32_t)(o->ratio * m->squares + 0.5) : usual[box];
    m->solution = (struct bsn_sudoku){ .box = box, .n = side };
    return BASIN_STATUS_OK;
}

static void write_puzzle(const struct making *m, enum basin_verdict verdict, struct bsn_text *text)
{
    const struct bsn_sudoku *const line[] = { &m->puzzle, &m->solution };
    const struct basin_gen_opts *const o = m->o;

    bsn_text_add(text, "# basin gen sudoku %u --kind %s --width %u --seed %llu\n", m->puzzle.n,
                 o->kind, o->width, (unsigned long long)o->seed);
    if (verdict == BASIN_VERDICT_NONE)
        bsn_text_add(text, "# whether it has other solutions was not judged\n");
    else
        bsn_text_add(text, "# one solution, as %s found%s\n", m->judge,
                     m->givens > o->width ? "; none of its givens can be left out" : "");
    for (int k = 0; k < 2; k++)
        for (uint32_t i = 0; i < m->squares; i++)
            bsn_text_add(text, "%s%c", k == 1 && i == 0 ? " " : "",
                         bsn_sudoku_sign(line[k]->given[i]));
    bsn_text_add(text, "\n");
}

static basin_status make(struct making *m, struct bsn_text *text)
{
    uint16_t order[BSN_SUDOKU_SQUARES];
    enum basin_verdict verdict = BASIN_VERDICT_NONE;

    bsn_sudoku_fill(&m->dice, &m->solution);
    m->puzzle = m->solution;
    memset(m->puzzle.given, 0xff, m->squares * sizeof *m->puzzle.given);
    shuffle(m, order);
    for (uint32_t i = 0; i < m->o->width; i++)
        show(m, order[i]);
    if (m->o->judge && strcmp(m->o->kind, "unique") == 0) {
        BSN_TRY(make_unique(m, &verdict));
        if (verdict != BASIN_VERDICT_NONE)
            BSN_TRY(thin(m, m->o->width));
    }
    write_puzzle(m, verdict, text);
    return text->status;
}

basin_status bsn_sudoku_generate(basin_ctx *ctx, const struct basin_gen_opts *opts,
                                 struct bsn_text *text)
{
    struct basin_gen_opts o = *opts;
    struct making m = { .ctx = ctx, .o = &o, .judge = "the judge",
                        .dice = { .rng = { o.seed, BSN_RNG_INSTANCE, 0, 0 } } };

    BSN_TRY(complete(&m, &o));
    m.dice.rng.stream = m.squares;
    BSN_TRY(BSN_NEW(ctx, (size_t)m.squares * m.solution.n, &m.value));
    const basin_status status = make(&m, text);
    bsn_free(ctx, m.value);
    return status;
}
