/* eval_tally.c - what many answers come to: how many are valid, how many differ, means. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b)
{
    const struct basin_answer *const p = *(const struct basin_answer *const *)a;
    const struct basin_answer *const q = *(const struct basin_answer *const *)b;

    return memcmp(p->value, q->value, p->values * sizeof *p->value);
}

static void add(const struct basin_answer *answer, struct tally *tally)
{
    size_t placed = 0;

    for (size_t v = 0; v < answer->values; v++)
        placed += answer->value[v] >= 0;
    tally->begun++;
    tally->placed += (double)placed;
    tally->violated += (double)answer->violated;
    tally->seconds += answer->seconds;
    tally->steps += (double)answer->steps;
}

bool tally_answers(const struct basin_answer *answer, size_t count, struct tally *tally)
{
    const struct basin_answer **const solved = calloc(count + 1, sizeof *solved);

    *tally = (struct tally){ .count = count };
    if (!solved)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (answer[i].kind != BASIN_ANSWER_NONE)
            add(&answer[i], tally);
        tally->believed += answer[i].kind == BASIN_ANSWER_BELIEVED;
        if (answer[i].kind == BASIN_ANSWER_SOLVED || answer[i].kind == BASIN_ANSWER_BELIEVED)
            solved[tally->solved++] = &answer[i];
    }
    qsort(solved, tally->solved, sizeof *solved, compare);
    for (size_t i = 0; i < tally->solved; i++)
        tally->unique += i == 0 || compare(&solved[i - 1], &solved[i]) != 0;
    const double n = tally->begun ? (double)tally->begun : 1;
    tally->placed /= n;
    tally->violated /= n;
    tally->seconds /= n;
    tally->steps /= n;
    free(solved);
    return true;
}
