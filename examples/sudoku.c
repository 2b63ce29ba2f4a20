/* sudoku.c - Sudoku with an energy that was learned from one board of eight queens:
 *
 *     cc sudoku.c -o sudoku $(pkg-config --cflags --libs basin) && ./sudoku PUZZLE
 * A puzzle is 81 characters, anything but 1 to 9 an empty square; without one, lines of standard
 * input are. In each of 324 groups exactly one holds: digits of a square, places of a digit. */
#include <basin.h>
#include <stdio.h>
#include <string.h>

/* Square i of unit u: rows, columns, boxes. */
static uint32_t square(uint32_t u, uint32_t i)
{
    const uint32_t box = (u - 18) / 3 * 27 + u % 3 * 3 + i / 3 * 9 + i % 3;

    return u < 9 ? 9 * u + i : u < 18 ? 9 * i + u - 9 : box;
}

/* The verifier, which shares nothing with the energies: digits that are missing in a unit. */
static uint64_t broken(void *user, const int32_t *value, size_t values)
{
    uint64_t count = 0;

    (void)user, (void)values;
    for (uint32_t u = 0; u < 27; u++) {
        unsigned seen = 0;
        for (uint32_t i = 0; i < 9; i++)
            seen |= 1u << (value[square(u, i)] + 1);
        count += 9 - (unsigned)__builtin_popcount(seen >> 1);
    }
    return count;
}

/* 81 variables of 9 values each. BASIN_STATUS_OK is 0; a finished draft is empty again. */
static bool solve(basin_ctx *ctx, basin_draft *draft, const char *puzzle)
{
    struct basin_constraint one = BASIN_CONSTRAINT_INIT;
    struct basin_answer answer = BASIN_ANSWER_INIT;
    struct basin_literal group[9] = { { 0 } };
    basin_problem *problem = NULL;
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
    bool fine = strlen(puzzle) >= 81 && !basin_draft_variables(ctx, draft, 81, 9, NULL);

    one.network = "queens-compact:one", one.literal = group, one.literals = 9, opts.steps = 200000;
    for (uint32_t g = 0; fine && g < 324; g++) {
        for (uint32_t i = 0; i < 9; i++) {
            group[i].variable = g < 81 ? g : square(g / 9 - 9, i);
            group[i].value = (int32_t)(g < 81 ? i : g % 9);
        }
        fine = !basin_draft_constrain(ctx, draft, &one);
    }
    for (uint32_t i = 0; fine && i < 81; i++)
        if (puzzle[i] >= '1' && puzzle[i] <= '9')
            fine = !basin_draft_given(ctx, draft, i, puzzle[i] - '1');
    basin_draft_verifier(draft, broken, NULL);
    fine = fine && !basin_draft_finish(ctx, draft, &problem) &&
           !basin_solve(ctx, NULL, problem, &opts, &answer);
    for (int i = 0; fine && i < 81; i++)
        printf("%d%c", answer.value[i] + 1, i % 9 == 8 ? '\n' : ' ');
    printf("%s%lu steps\n", strlen(puzzle) < 81 ? "fewer than 81 characters: " :
           answer.violated ? "not solved: " : "", (unsigned long)answer.steps);
    basin_answer_clear(ctx, &answer);
    basin_problem_free(ctx, problem);
    return fine;
}

int main(int argc, char **argv)
{
    char line[256];
    basin_ctx *ctx = NULL;
    basin_draft *draft = NULL;
    bool fine = !basin_ctx_new(NULL, &ctx) && !basin_draft_new(ctx, &draft);

    for (int i = 1; fine && (argc > 1 ? i < argc : fgets(line, sizeof line, stdin) != NULL); i++)
        fine = solve(ctx, draft, argc > 1 ? argv[i] : line);
    fputs(fine ? "" : ctx ? basin_error_text(ctx) : "out of memory", stderr);
    basin_draft_free(ctx, draft);
    basin_ctx_free(ctx);
    return !fine;
}
