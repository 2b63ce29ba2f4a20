/* focus_breed.c - two particles that become children of both, generation after generation.
 *
 * Where it matters only which variables have equal values, an assignment is a partition of the
 * variables. A child takes, in turns from the one parent and from the other, the largest class
 * that is left (Galinier and Hao 1999); what no class held gets any value. Two children of two
 * parents, both bettered by tabu search (focus_tabu.c), and from time to time the best of an
 * earlier generation instead of one of them: HEAD (Moalic and Gondran 2018). When the two have
 * become one, both begin anew, and generations become twice as long: how long they should be
 * differs from problem to problem. So does where to begin: greedy values serve geometric graphs,
 * random ones those with a hidden solution, and both take turns.
 */
#include "base/mem.h"
#include "sample/focus_dice.h"

#include <string.h>

#define CYCLE 10   /* generations between visits of an earlier best */
#define ALIKE 64   /* two particles are one when they differ in less than one variable of so many */
#define FIRST 1    /* rounds of a generation, at first */

basin_status bsn_focus_breed_make(basin_ctx *ctx, struct bsn_focus_particle *two,
                                  struct bsn_focus_breed *breed)
{
    const struct bsn_focus_map *const map = two->map;
    const uint32_t values = map->literal[1];

    for (int i = 0; i < 2; i++) {
        breed->p[i] = &two[i];
        BSN_TRY(bsn_focus_tabu_make(ctx, &two[i]));
        BSN_TRY(BSN_NEW(ctx, map->variables, &breed->child[i]));
        BSN_TRY(BSN_NEW(ctx, map->variables, &breed->elite[i]));
    }
    BSN_TRY(BSN_NEW(ctx, 2 * (size_t)values, &breed->size));
    BSN_TRY(BSN_NEW(ctx, 3 * (size_t)map->variables, &breed->queue));
    return BSN_NEW(ctx, (size_t)values * values, &breed->common);
}

void bsn_focus_breed_clear(basin_ctx *ctx, struct bsn_focus_breed *breed)
{
    for (int i = 0; i < 2; i++) {
        bsn_free(ctx, breed->child[i]);
        bsn_free(ctx, breed->elite[i]);
    }
    bsn_free(ctx, breed->size);
    bsn_free(ctx, breed->common);
    bsn_free(ctx, breed->queue);
}

/* Generations of so many rounds, from no elite on. */
static void begin(struct bsn_focus_breed *b, uint32_t length)
{
    b->age = b->generation = 0;
    b->length = length;
    b->elite_opens[0] = b->elite_opens[1] = UINT32_MAX;
}

static void place(struct bsn_focus_breed *b, bool greedy)
{
    const uint32_t variables = b->p[0]->map->variables, values = b->p[0]->map->literal[1];

    for (int i = 0; i < 2; i++) {
        if (greedy && !bsn_focus_greedy(b->p[i], b->queue, b->child[i]))
            return;
        for (uint32_t v = 0; !greedy && v < variables; v++)
            b->child[i][v] = (uint16_t)below(b->p[i], values);
        bsn_focus_restart(b->p[i], b->child[i]);
    }
    b->greedy = greedy;
}

void bsn_focus_breed_begin(struct bsn_focus_breed *b, bool greedy)
{
    begin(b, FIRST);
    b->greedy = false;
    if (greedy)
        place(b, true);
}

/* Classes that are still there, by size; the largest, one of several at random. */
static uint32_t largest(struct bsn_focus_particle *dice, const uint32_t *size, uint32_t values)
{
    uint32_t pick = 0, ties = 0;

    for (uint32_t j = 0; j < values; j++) {
        if (size[j] > size[pick])
            ties = 0;
        if (size[j] >= size[pick] && below(dice, ++ties) == 0)
            pick = j;
    }
    return pick;
}

static void cross(struct bsn_focus_breed *b, uint32_t first, uint16_t *child)
{
    const uint32_t variables = b->p[0]->map->variables, values = b->p[0]->map->literal[1];
    struct bsn_focus_particle *const dice = b->p[first];
    const uint16_t *const parent[2] = { b->p[first]->lowest, b->p[!first]->lowest };
    uint32_t *const size[2] = { b->size, b->size + values };

    memset(b->size, 0, 2 * values * sizeof *b->size);
    for (uint32_t v = 0; v < variables; v++) {
        size[0][parent[0][v]]++;
        size[1][parent[1][v]]++;
        child[v] = UINT16_MAX;
    }
    for (uint32_t j = 0; j < values; j++) {
        const uint16_t pick = (uint16_t)largest(dice, size[j % 2], values);
        for (uint32_t v = 0; v < variables; v++)
            if (child[v] == UINT16_MAX && parent[j % 2][v] == pick) {
                child[v] = (uint16_t)j;
                size[0][parent[0][v]]--;
                size[1][parent[1][v]]--;
            }
    }
    for (uint32_t v = 0; v < variables; v++)
        if (child[v] == UINT16_MAX)
            child[v] = (uint16_t)below(dice, values);
}

/* At most so many variables differ when the classes of the two are named alike. */
static uint32_t distance(struct bsn_focus_breed *b)
{
    const uint32_t variables = b->p[0]->map->variables, values = b->p[0]->map->literal[1];
    uint32_t alike = 0;

    memset(b->common, 0, (size_t)values * values * sizeof *b->common);
    for (uint32_t v = 0; v < variables; v++)
        b->common[b->p[0]->lowest[v] * values + b->p[1]->lowest[v]]++;
    for (uint32_t i = 0; i < values; i++) {
        uint32_t most = 0;
        for (uint32_t j = 0; j < values; j++)
            most = b->common[i * values + j] > most ? b->common[i * values + j] : most;
        alike += most;
    }
    return variables - alike;
}

static void keep_elite(struct bsn_focus_breed *b)
{
    const size_t bytes = b->p[0]->map->variables * sizeof *b->elite[0];

    for (int i = 0; i < 2; i++)
        if (b->p[i]->lowest_opens < b->elite_opens[0]) {
            memcpy(b->elite[0], b->p[i]->lowest, bytes);
            b->elite_opens[0] = b->p[i]->lowest_opens;
        }
    if (b->generation % CYCLE != 0)
        return;
    if (b->elite_opens[1] != UINT32_MAX)
        memcpy(b->p[0]->lowest, b->elite[1], bytes);
    memcpy(b->elite[1], b->elite[0], bytes);
    b->elite_opens[1] = b->elite_opens[0];
    b->elite_opens[0] = UINT32_MAX;
}

void bsn_focus_breed_round(struct bsn_focus_breed *b)
{
    if (++b->age < b->length || b->p[0]->held)
        return;
    b->age = 0;
    b->generation++;
    keep_elite(b);
    if (distance(b) <= b->p[0]->map->variables / ALIKE) {
        begin(b, 2 * b->length);
        place(b, !b->greedy);
        return;
    }
    for (uint32_t i = 0; i < 2; i++)
        cross(b, i, b->child[i]);
    for (uint32_t i = 0; i < 2; i++)
        bsn_focus_restart(b->p[i], b->child[i]);
}
