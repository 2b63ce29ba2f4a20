/* boards.c - composed energies of three kinds of 8-queens boards: correct, one queen moved, random
 * (the paper's table 14). Usage: boards [paper|compact|exact] [T] */
#include <basin.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BOARDS 100
#define SIZE 8

struct tally {
    double sum, squares;
};

static void add(struct tally *tally, double x)
{
    tally->sum += x;
    tally->squares += x * x;
}

static void print(const char *kind, const struct tally *tally)
{
    const double mean = tally->sum / BOARDS;

    printf("%-16s %10.2f +- %.2f\n", kind, mean,
           sqrt(fmax(0, tally->squares / BOARDS - mean * mean)));
}

static int fail(basin_ctx *ctx)
{
    fprintf(stderr, "boards: %s\n", basin_error_text(ctx));
    return 1;
}

int main(int argc, char **argv)
{
    const char *const word = argc > 1 ? argv[1] : "paper";
    const enum basin_energy energy = !strcmp(word, "paper")     ? BASIN_ENERGY_PAPER
                                     : !strcmp(word, "compact") ? BASIN_ENERGY_COMPACT
                                                                : BASIN_ENERGY_EXACT;
    const uint32_t t = argc > 2 ? (uint32_t)atoi(argv[2]) : 1;
    struct basin_answer answers[BOARDS];
    struct tally correct = { 0 }, moved = { 0 }, random = { 0 };
    basin_ctx *ctx;
    basin_model *solver, *model;
    basin_problem *problem;

    if (basin_ctx_new(NULL, &ctx) != BASIN_STATUS_OK)
        return 1;
    if (basin_problem_open(ctx, "queens", "8", &problem) != BASIN_STATUS_OK ||
        basin_model_default(ctx, "queens", BASIN_ENERGY_COMPACT, &solver) != BASIN_STATUS_OK ||
        basin_model_default(ctx, "queens", energy, &model) != BASIN_STATUS_OK)
        return fail(ctx);
    for (int i = 0; i < BOARDS; i++)
        answers[i] = (struct basin_answer)BASIN_ANSWER_INIT;
    if (basin_solve_many(ctx, solver, problem, NULL, BOARDS, answers) != BASIN_STATUS_OK)
        return fail(ctx);
    srand(1);
    for (int i = 0; i < BOARDS; i++) {
        int32_t *const value = answers[i].value;
        double e;
        if (basin_problem_energy(ctx, model, problem, value, t, BASIN_METHOD_PAPER, &e))
            return fail(ctx);
        add(&correct, e);
        value[rand() % SIZE] += 1 + rand() % (SIZE - 1);
        for (int r = 0; r < SIZE; r++)
            value[r] %= SIZE;
        if (basin_problem_energy(ctx, model, problem, value, t, BASIN_METHOD_PAPER, &e))
            return fail(ctx);
        add(&moved, e);
        for (int r = 0; r < SIZE; r++)
            value[r] = rand() % SIZE;
        if (basin_problem_energy(ctx, model, problem, value, t, BASIN_METHOD_PAPER, &e))
            return fail(ctx);
        add(&random, e);
        basin_answer_clear(ctx, &answers[i]);
    }
    printf("energy %s, level t = %u, mean over lines per cell, %d boards a kind\n", word, t,
           BOARDS);
    print("correct", &correct);
    print("one queen wrong", &moved);
    print("random", &random);
    basin_problem_free(ctx, problem);
    basin_model_free(ctx, solver);
    basin_model_free(ctx, model);
    basin_ctx_free(ctx);
    return 0;
}
