/* word_list.c - cuts words in two, and finds them again. */
#include "domain/crossword/words/word_list.h"

#include "base/mem.h"

#include <string.h>

#define HEADS_CACHED 6000

/* ----------------------------------------------------------------------------- the halves ---- */

/* A half that is being made: each node's children, and how much room there is. */
struct growth {
    uint32_t *child;  /* (nodes, 26) 0: none */
    size_t child_room, parent_room, letter_room, place_room;
};

static basin_status add_node(basin_ctx *ctx, struct bsn_word_half *half, struct growth *g)
{
    const size_t n = half->nodes + 1;

    BSN_TRY(BSN_GROW(ctx, &g->child, &g->child_room, n * BSN_LETTERS));
    BSN_TRY(BSN_GROW(ctx, &half->parent, &g->parent_room, n));
    BSN_TRY(BSN_GROW(ctx, &half->letter, &g->letter_room, n));
    BSN_TRY(BSN_GROW(ctx, &half->place, &g->place_room, n));
    half->nodes = n;
    return BASIN_STATUS_OK;
}

/* Follows the letters at place[0], then place[2] further, ..., before place[1]; *node is where
 * that leads. */
static basin_status follow(basin_ctx *ctx, struct bsn_word_half *half, struct growth *g,
                           const uint8_t *letter, const int place[3], uint32_t *node)
{
    *node = 0;
    for (int i = place[0]; i != place[1]; i += place[2]) {
        const size_t at = (size_t)*node * BSN_LETTERS + letter[i];
        if (g->child[at] == 0) {
            const uint32_t next = (uint32_t)half->nodes;
            BSN_TRY(add_node(ctx, half, g));
            half->parent[next] = *node;
            half->letter[next] = letter[i];
            half->place[next] = (uint8_t)i;
            g->child[at] = next;
        }
        *node = g->child[at];
    }
    return BASIN_STATUS_OK;
}

/* The node of every word in one half. */
static basin_status make_half(basin_ctx *ctx, const struct bsn_word_list *list, const int place[3],
                              struct bsn_word_half *half, uint32_t *node)
{
    struct growth g = { 0 };
    basin_status status;

    BSN_TRY_OUT(add_node(ctx, half, &g));
    for (size_t w = 0; w < list->words; w++)
        BSN_TRY_OUT(follow(ctx, half, &g, list->letter + w * list->length, place, &node[w]));
out:
    bsn_free(ctx, g.child);
    return status;
}

/* Appends the runs of words that are `length` long, or all for 0. Words of one head follow each
 * other, since words ascend. Returns the length of the shortest run that is longer. */
static size_t add_runs(struct bsn_word_list *list, const uint32_t *head, const uint32_t *tail,
                       size_t length)
{
    size_t next = SIZE_MAX, at = list->run_first[list->runs];

    for (size_t from = 0, to; from < list->words; from = to) {
        for (to = from + 1; to < list->words && head[to] == head[from]; to++)
            ;
        if (to - from > length && to - from < next)
            next = to - from;
        if (length > 0 && to - from != length)
            continue;
        list->run_head[list->runs++] = head[from];
        for (size_t w = from; w < to; w++, at++) {
            list->order[at] = (uint32_t)w;
            list->tail_node[at] = tail[w];
        }
        list->run_first[list->runs] = (uint32_t)at;
    }
    return next;
}

/* Short runs first, where the heads fit into the processor's cache; where they do not, it is better
 * to meet them in their own order. */
static void sort_runs(struct bsn_word_list *list, const uint32_t *head, const uint32_t *tail)
{
    if (list->head.nodes > HEADS_CACHED)
        add_runs(list, head, tail, 0);
    else
        for (size_t length = 1; length < SIZE_MAX && list->words > 0;)
            length = add_runs(list, head, tail, length);
}

static basin_status make_runs(basin_ctx *ctx, struct bsn_word_list *list)
{
    const int cut = (int)(list->length + 1) / 2, length = (int)list->length;
    uint32_t *head = NULL, *tail = NULL;
    basin_status status;

    BSN_TRY_OUT(BSN_NEW(ctx, list->words, &head));
    BSN_TRY_OUT(BSN_NEW(ctx, list->words, &tail));
    BSN_TRY_OUT(BSN_NEW(ctx, list->words, &list->run_head));
    BSN_TRY_OUT(BSN_NEW(ctx, list->words + 1, &list->run_first));
    BSN_TRY_OUT(BSN_NEW(ctx, list->words, &list->tail_node));
    BSN_TRY_OUT(BSN_NEW(ctx, list->words, &list->order));
    BSN_TRY_OUT(make_half(ctx, list, (const int[3]){ 0, cut, 1 }, &list->head, head));
    BSN_TRY_OUT(make_half(ctx, list, (const int[3]){ length - 1, cut - 1, -1 }, &list->tail, tail));
    sort_runs(list, head, tail);
out:
    bsn_free(ctx, head);
    bsn_free(ctx, tail);
    return status;
}

/* ------------------------------------------------------------------------------- searches ---- */

static size_t shared(const uint8_t *a, const uint8_t *b, size_t length)
{
    size_t i = 0;

    while (i < length && a[i] == b[i])
        i++;
    return i;
}

static basin_status make_steps(basin_ctx *ctx, struct bsn_word_list *list)
{
    const size_t length = list->length;
    uint32_t open[BSN_WORD_LONGEST];

    for (size_t w = 0; w < list->words; w++)
        list->steps += length - (w ? shared(list->letter + (w - 1) * length,
                                            list->letter + w * length, length) : 0);
    BSN_TRY(BSN_NEW(ctx, list->steps, &list->step_letter));
    BSN_TRY(BSN_NEW(ctx, list->steps, &list->step_place));
    BSN_TRY(BSN_NEW(ctx, list->steps, &list->step_skip));
    BSN_TRY(BSN_NEW(ctx, list->steps, &list->step_word));
    uint32_t n = 0;
    for (size_t w = 0; w < list->words; w++) {
        const uint8_t *const letter = list->letter + w * length;
        const size_t from = w ? shared(letter - length, letter, length) : 0;
        for (size_t d = from; w > 0 && d < length; d++)
            list->step_skip[open[d]] = n;
        for (size_t d = from; d < length; d++) {
            open[d] = n;
            list->step_letter[n] = letter[d];
            list->step_place[n] = (uint8_t)d;
            list->step_word[n++] = (uint32_t)w;
        }
    }
    for (size_t d = 0; list->words > 0 && d < length; d++)
        list->step_skip[open[d]] = n;
    return BASIN_STATUS_OK;
}

static size_t first_bucket(const struct bsn_word_list *list, const uint8_t *letter)
{
    uint64_t hash = 0;

    for (size_t i = 0; i < list->length; i++)
        hash = (hash + letter[i] + 1) * 0x9E3779B97F4A7C15u;
    return (size_t)(hash >> 20) & (list->buckets - 1);
}

static basin_status make_buckets(basin_ctx *ctx, struct bsn_word_list *list)
{
    list->buckets = 16;
    while (list->buckets < 2 * list->words)
        list->buckets *= 2;
    BSN_TRY(BSN_NEW(ctx, list->buckets, &list->bucket));
    for (size_t w = 0; w < list->words; w++) {
        size_t at = first_bucket(list, list->letter + w * list->length);
        while (list->bucket[at] != 0)
            at = (at + 1) & (list->buckets - 1);
        list->bucket[at] = (uint32_t)w + 1;
    }
    return BASIN_STATUS_OK;
}

uint32_t bsn_word_find(const struct bsn_word_list *list, const uint8_t *letter)
{
    for (size_t at = first_bucket(list, letter);; at = (at + 1) & (list->buckets - 1)) {
        const uint32_t word = list->bucket[at];
        if (word == 0)
            return UINT32_MAX;
        if (memcmp(list->letter + (word - 1) * list->length, letter, list->length) == 0)
            return word - 1;
    }
}

/* ---------------------------------------------------------------------------------- a list ---- */

static basin_status take_letters(basin_ctx *ctx, const char *letters, struct bsn_word_list *list)
{
    const size_t length = list->length;

    BSN_TRY(BSN_NEW(ctx, list->words * length, &list->letter));
    for (size_t i = 0; i < list->words * length; i++) {
        if (letters[i] < 'A' || letters[i] > 'Z')
            return bsn_fail(ctx, BASIN_STATUS_INPUT, "word %zu: not all are capitals", i / length);
        list->letter[i] = (uint8_t)(letters[i] - 'A');
    }
    for (size_t w = 1; w < list->words; w++)
        if (memcmp(letters + (w - 1) * length, letters + w * length, length) >= 0)
            return bsn_fail(ctx, BASIN_STATUS_INPUT, "word %zu does not come after the last", w);
    return BASIN_STATUS_OK;
}

basin_status bsn_word_list_new(basin_ctx *ctx, const char *letters, size_t words, size_t length,
                               struct bsn_word_list **out)
{
    struct bsn_word_list *list;
    basin_status status;

    if (length < 1 || length > BSN_WORD_LONGEST || words >= UINT32_MAX / BSN_WORD_LONGEST)
        return bsn_fail(ctx, BASIN_STATUS_TOO_BIG, "%zu words of %zu letters are too many", words,
                        length);
    BSN_TRY(BSN_NEW(ctx, 1, &list));
    list->length = length;
    list->words = words;
    BSN_TRY_OUT(take_letters(ctx, letters, list));
    BSN_TRY_OUT(make_runs(ctx, list));
    BSN_TRY_OUT(make_steps(ctx, list));
    BSN_TRY_OUT(make_buckets(ctx, list));
    *out = list;
    return BASIN_STATUS_OK;
out:
    bsn_word_list_free(ctx, list);
    return status;
}

basin_status bsn_word_list_some(basin_ctx *ctx, const struct bsn_word_list *list,
                                const uint32_t *word, size_t words, struct bsn_word_list **out)
{
    struct bsn_word_list *some;
    basin_status status;

    BSN_TRY(BSN_NEW(ctx, 1, &some));
    some->length = list->length;
    some->words = words;
    BSN_TRY_OUT(BSN_NEW(ctx, words * list->length, &some->letter));
    for (size_t w = 0; w < words; w++)
        memcpy(some->letter + w * list->length, list->letter + word[w] * list->length,
               list->length);
    BSN_TRY_OUT(make_runs(ctx, some));
    *out = some;
    return BASIN_STATUS_OK;
out:
    bsn_word_list_free(ctx, some);
    return status;
}

void bsn_word_list_free(basin_ctx *ctx, struct bsn_word_list *list)
{
    if (!list)
        return;
    void *const blocks[] = { list->letter, list->head.parent, list->head.letter, list->head.place,
                             list->tail.parent, list->tail.letter, list->tail.place,
                             list->run_head, list->run_first, list->tail_node, list->order,
                             list->step_letter, list->step_place, list->step_skip,
                             list->step_word, list->bucket, list };
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        bsn_free(ctx, blocks[i]);
}

BSN_KERNELS_DECLARE(bsn_words_fn, bsn_words_term);

bsn_words_fn *bsn_words_term(const struct bsn_kernel *kernel)
{
    static bsn_words_fn *const terms[BSN_KERNELS] = BSN_KERNELS_LIST(bsn_words_term);

    return terms[kernel->rank];
}

size_t bsn_words_scratch(const struct bsn_word_slot *slot, const struct bsn_factors *f)
{
    size_t nodes = 0;

    for (size_t k = 0; slot && k < f->factors; k++) {
        const size_t n = slot[k].list->head.nodes + slot[k].list->tail.nodes;
        nodes = n > nodes ? n : nodes;
    }
    return ((f->parts + f->longest) * BSN_LETTERS + 2 * nodes) * BSN_LANES;
}
