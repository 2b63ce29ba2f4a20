/* eval_tally.c - what many answers come to: how many are valid, how many differ, means. */
#include "cli.h"

#include <stdlib.h>

struct run_facts *facts_new(const basin_problem *problem, const struct basin_answer *answer,
                            size_t count)
{
    struct run_facts *const facts = calloc(count + 1, sizeof *facts);

    for (size_t i = 0; facts && i < count; i++) {
        const struct basin_answer *const a = &answer[i];
        if (a->kind == BASIN_ANSWER_NONE)
            continue;
        facts[i].hash = hash_bytes(a->value, a->values * sizeof *a->value);
        for (size_t v = 0; v < a->values; v++)
            facts[i].placed += a->value[v] >= 0;
        facts[i].scored = basin_problem_score(problem, a->value, &facts[i].score);
    }
    return facts;
}

static int compare(const void *a, const void *b)
{
    const uint64_t p = *(const uint64_t *)a, q = *(const uint64_t *)b;

    return p < q ? -1 : p > q;
}

static void add(const struct basin_answer *answer, const struct run_facts *facts,
                struct tally *tally)
{
    tally->begun++;
    tally->placed += (double)facts->placed;
    tally->violated += (double)answer->violated;
    tally->seconds += answer->seconds;
    tally->steps += (double)answer->steps;
}

bool tally_runs(const struct basin_answer *answer, const struct run_facts *facts, size_t count,
                struct tally *tally)
{
    uint64_t *const solved = calloc(count + 1, sizeof *solved);

    *tally = (struct tally){ .count = count };
    if (!solved)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (answer[i].kind != BASIN_ANSWER_NONE)
            add(&answer[i], &facts[i], tally);
        tally->believed += answer[i].kind == BASIN_ANSWER_BELIEVED;
        if (answer[i].kind == BASIN_ANSWER_SOLVED || answer[i].kind == BASIN_ANSWER_BELIEVED)
            solved[tally->solved++] = facts[i].hash;
    }
    qsort(solved, tally->solved, sizeof *solved, compare);
    for (size_t i = 0; i < tally->solved; i++)
        tally->unique += i == 0 || solved[i - 1] != solved[i];
    const double n = tally->begun ? (double)tally->begun : 1;
    tally->placed /= n;
    tally->violated /= n;
    tally->seconds /= n;
    tally->steps /= n;
    free(solved);
    return true;
}
