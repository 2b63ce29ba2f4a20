/* sudoku_formula.c - a puzzle as clauses, for a complete solver that says whether it has another
 * solution than the one that is known. Random puzzles are judged by it; nothing is solved with it.
 *
 * What a given excludes by itself is a clause of its own and in no other, which keeps formulas small.
 */
#include "domain/sudoku/sudoku_gen.h"

struct formula {
    const struct bsn_sudoku *puzzle;
    bool may[BSN_SUDOKU_SQUARES][BSN_SUDOKU_SIDE];
    struct bsn_text *text;  /* of the clauses; NULL: they are only counted */
    size_t clauses;
};

static int variable_of(const struct formula *f, uint32_t square, uint32_t value)
{
    return (int)(square * f->puzzle->n + value + 1);
}

static void find_candidates(struct formula *f)
{
    const uint32_t n = f->puzzle->n;

    for (uint32_t i = 0; i < n * n; i++)
        for (uint32_t v = 0; v < n; v++)
            f->may[i][v] = f->puzzle->given[i] < 0 || f->puzzle->given[i] == (int32_t)v;
    for (uint32_t unit = 0; unit < 3 * n; unit++)
        for (uint32_t k = 0; k < n; k++) {
            const uint32_t from = bsn_sudoku_square(f->puzzle, unit, k);
            for (uint32_t i = 0; i < n && f->puzzle->given[from] >= 0; i++) {
                const uint32_t square = bsn_sudoku_square(f->puzzle, unit, i);
                f->may[square][f->puzzle->given[from]] &= square == from;
            }
        }
}

/* A clause of up to n literals, and then those that no two of its variables hold. */
static void add_one(struct formula *f, uint32_t count, const int *variable)
{
    f->clauses += 1 + (size_t)count * (count - 1) / 2;
    if (!f->text)
        return;
    for (uint32_t i = 0; i < count; i++)
        bsn_text_add(f->text, "%d ", variable[i]);
    bsn_text_add(f->text, "0\n");
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < i; j++)
            bsn_text_add(f->text, "%d %d 0\n", -variable[i], -variable[j]);
}

static void exclude(struct formula *f, int variable)
{
    f->clauses++;
    if (f->text)
        bsn_text_add(f->text, "%d 0\n", -variable);
}

static void add_groups(struct formula *f)
{
    const uint32_t n = f->puzzle->n;
    int variable[BSN_SUDOKU_SIDE];

    for (uint32_t i = 0; i < n * n; i++) {
        uint32_t count = 0;
        for (uint32_t v = 0; v < n; v++)
            if (f->may[i][v])
                variable[count++] = variable_of(f, i, v);
            else
                exclude(f, variable_of(f, i, v));
        add_one(f, count, variable);
    }
    for (uint32_t group = 0; group < 3 * n * n; group++) {
        uint32_t count = 0;
        for (uint32_t k = 0; k < n; k++) {
            const uint32_t square = bsn_sudoku_square(f->puzzle, group / n, k);
            if (f->may[square][group % n])
                variable[count++] = variable_of(f, square, group % n);
        }
        add_one(f, count, variable);
    }
}

void bsn_sudoku_formula(const struct bsn_sudoku *puzzle, const struct bsn_sudoku *not,
                        struct bsn_text *text)
{
    const uint32_t n = puzzle->n;
    struct formula f = { .puzzle = puzzle };

    find_candidates(&f);
    add_groups(&f);
    bsn_text_add(text, "p cnf %u %zu\n", n * n * n, f.clauses + 1);
    f.text = text;
    add_groups(&f);
    for (uint32_t i = 0; i < n * n; i++)
        if (puzzle->given[i] < 0)
            bsn_text_add(text, "%d ", -variable_of(&f, i, (uint32_t)not->given[i]));
    bsn_text_add(text, "0\n");
}
