/* gather.c - packs answers into one message, and takes them out of it where they are printed. */
#define _GNU_SOURCE
#include "gather.h"

#include "program/program.h"
#include "program/ranks.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define REST_NANOSECONDS 1000000

/* A message is the number of its first answer and how many there are, then each with its values and
 * how sure they are. */
struct head {
    uint64_t first, count;
};

static size_t value_bytes(const struct basin_answer *a)
{
    return a->kind == BASIN_ANSWER_NONE ? 0 : a->values * sizeof *a->value;
}

/* Behind the values, where numbers of eight bytes can stand. */
static size_t sure_offset(const struct basin_answer *a)
{
    return (value_bytes(a) + 7) & ~(size_t)7;
}

static size_t bytes_of(const struct basin_answer *a)
{
    return sizeof *a + sure_offset(a) + (a->sure ? a->sures * sizeof *a->sure : 0);
}

static bool bring(const struct basin_answer *answer, size_t first, size_t own)
{
    size_t length = sizeof(struct head);

    for (size_t i = 0; i < own; i++)
        length += bytes_of(&answer[first + i]);
    char *const bytes = calloc(length, 1);
    if (!bytes)
        return complain("out of memory") == 0;
    memcpy(bytes, &(struct head){ first, own }, sizeof(struct head));
    char *at = bytes + sizeof(struct head);
    for (size_t i = 0; i < own; i++) {
        const struct basin_answer *const a = &answer[first + i];
        memcpy(at, a, sizeof *a);
        if (value_bytes(a) > 0)
            memcpy(at + sizeof *a, a->value, value_bytes(a));
        if (a->sure)
            memcpy(at + sizeof *a + sure_offset(a), a->sure, a->sures * sizeof *a->sure);
        at += bytes_of(a);
    }
    ranks_bring(bytes, length);
    free(bytes);
    return true;
}

/* The answers lie in the message from then on. */
static void take(char *bytes, struct basin_answer *answer, size_t count)
{
    const struct head *const head = (const struct head *)(void *)bytes;
    char *at = bytes + sizeof *head;

    for (uint64_t i = 0; i < head->count && head->first + i < count; i++) {
        struct basin_answer *const a = &answer[head->first + i];
        memcpy(a, at, sizeof *a);
        a->value = value_bytes(a) > 0 ? (int32_t *)(void *)(at + sizeof *a) : NULL;
        if (a->sure)
            a->sure = (double *)(void *)(at + sizeof *a + sure_offset(a));
        at += bytes_of(a);
    }
}

bool gather_answers(struct basin_answer *answer, size_t count, size_t first, size_t own,
                    void ***held)
{
    size_t from, length;

    *held = calloc(ranks_count(), sizeof **held);
    if (!*held)
        return complain("out of memory") == 0;
    if (ranks_number() > 0)
        return bring(answer, first, own);
    for (size_t others = 1; others < ranks_count(); others++) {
        while (ranks_take(&from, &(*held)[others], &length) == RANKS_NOTHING)
            nanosleep(&(struct timespec){ .tv_nsec = REST_NANOSECONDS }, NULL);
        take((*held)[others], answer, count);
    }
    return true;
}

void gather_drop(struct basin_answer *answer, size_t count, size_t own, void **held)
{
    const struct basin_answer none = BASIN_ANSWER_INIT;

    for (size_t i = own; held && ranks_number() == 0 && i < count; i++)
        answer[i] = none;
    for (size_t i = 0; held && i < ranks_count(); i++)
        free(held[i]);
    free(held);
}
