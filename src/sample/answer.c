/* answer.c - hands answers over: nothing of the caller's is touched before all is well.
 *
 * A caller that was compiled with an older header has a smaller struct, one with a newer header a
 * larger one. Only what both know is read and written; an array goes by the caller's size.
 */
#include "sample/answer.h"

#include "base/mem.h"

#include <string.h>

#define HAS(answer, field) \
    ((answer)->size >= offsetof(struct basin_answer, field) + sizeof (answer)->field)

static struct basin_answer *at(struct basin_answer *answers, size_t index)
{
    return (struct basin_answer *)((char *)answers + index * answers->size);
}

basin_status bsn_answers_check(basin_ctx *ctx, size_t count, const struct basin_answer *answers)
{
    const char *next = (const char *)answers;

    for (size_t i = 0; i < count; i++, next += answers->size) {
        const struct basin_answer *const answer = (const struct basin_answer *)next;
        if (answer->size != answers->size || !HAS(answer, particles) ||
            answer->size % _Alignof(struct basin_answer) != 0)
            return bsn_fail(ctx, BASIN_STATUS_INPUT,
                            "answer %zu has size %zu: answers begin as BASIN_ANSWER_INIT", i,
                            answer->size);
    }
    return BASIN_STATUS_OK;
}

void basin_answer_clear(basin_ctx *ctx, struct basin_answer *answer)
{
    if (!answer)
        return;
    const size_t size = answer->size;
    bsn_free(ctx, answer->value);
    if (HAS(answer, sure))
        bsn_free(ctx, answer->sure);
    memset(answer, 0, size);
    answer->size = size;
}

void bsn_answers_give(basin_ctx *ctx, size_t count, struct basin_answer *ours,
                      struct basin_answer *answers)
{
    for (size_t i = 0; i < count; i++) {
        struct basin_answer *const theirs = at(answers, i);
        const size_t size = theirs->size;
        basin_answer_clear(ctx, theirs);
        memcpy(theirs, &ours[i], size < sizeof *ours ? size : sizeof *ours);
        theirs->size = size;
        if (!HAS(theirs, sure))
            bsn_free(ctx, ours[i].sure);
        ours[i] = (struct basin_answer){ .size = sizeof *ours };
    }
}
