/* focus_holder.c - which variables make a counting factor's parts 1: a list for each factor.
 *
 * A value of a variable touches few factors, so that a variable stands in few lists, and enters and
 * leaves them when its value changes. They are kept where all variables have more than two values:
 * of many parts few are 1 then, and they would be long to look for.
 */
#include "base/mem.h"
#include "sample/focus.h"

#include <string.h>

struct bsn_focus_holders {
    uint32_t width;        /* factors that a literal touches, at most */
    uint32_t *head;        /* (factors) a place below, from 1; 0: the list is empty */
    uint32_t *next, *back; /* (variables, width) likewise */
};

basin_status bsn_focus_holders_make(basin_ctx *ctx, struct bsn_focus_particle *p)
{
    const struct bsn_focus_map *const map = p->map;
    struct bsn_focus_holders *h;
    uint32_t width = 0;

    for (uint32_t v = 0; v < map->variables; v++)
        if (map->literal[v + 1] - map->literal[v] <= 2)
            return BASIN_STATUS_OK;
    for (uint32_t i = 0; i < map->literals; i++) {
        const uint32_t touches = map->touch_first[i + 1] - map->touch_first[i];
        width = touches > width ? touches : width;
    }
    if (width == 0)
        return BASIN_STATUS_OK;
    BSN_TRY(BSN_NEW(ctx, 1, &h));
    p->holders = h;
    h->width = width;
    BSN_TRY(BSN_NEW(ctx, map->factors, &h->head));
    BSN_TRY(BSN_NEW(ctx, (size_t)map->variables * width, &h->next));
    return BSN_NEW(ctx, (size_t)map->variables * width, &h->back);
}

void bsn_focus_holders_clear(basin_ctx *ctx, struct bsn_focus_particle *p)
{
    struct bsn_focus_holders *const h = p->holders;

    if (!h)
        return;
    bsn_free(ctx, h->head);
    bsn_free(ctx, h->next);
    bsn_free(ctx, h->back);
    bsn_free(ctx, h);
}

static void enter(const struct bsn_focus_particle *p, uint32_t v)
{
    struct bsn_focus_holders *const h = p->holders;
    const uint32_t literal = p->map->literal[v] + p->value[v];
    const uint32_t *const touch = p->map->touch + p->map->touch_first[literal];
    const uint32_t touches = p->map->touch_first[literal + 1] - p->map->touch_first[literal];

    for (uint32_t i = 0; i < touches; i++) {
        const uint32_t place = v * h->width + i, head = h->head[touch[i]];
        h->next[place] = head;
        h->back[place] = 0;
        if (head > 0)
            h->back[head - 1] = place + 1;
        h->head[touch[i]] = place + 1;
    }
}

static void leave(const struct bsn_focus_particle *p, uint32_t v)
{
    struct bsn_focus_holders *const h = p->holders;
    const uint32_t literal = p->map->literal[v] + p->value[v];
    const uint32_t *const touch = p->map->touch + p->map->touch_first[literal];
    const uint32_t touches = p->map->touch_first[literal + 1] - p->map->touch_first[literal];

    for (uint32_t i = 0; i < touches; i++) {
        const uint32_t place = v * h->width + i, next = h->next[place], back = h->back[place];
        if (next > 0)
            h->back[next - 1] = back;
        if (back > 0)
            h->next[back - 1] = next;
        else
            h->head[touch[i]] = next;
    }
}

void bsn_focus_holders_count(struct bsn_focus_particle *p)
{
    memset(p->holders->head, 0, p->map->factors * sizeof *p->holders->head);
    for (uint32_t v = 0; v < p->map->variables; v++)
        enter(p, v);
}

void bsn_focus_holders_change(struct bsn_focus_particle *p, uint32_t v, uint32_t after)
{
    leave(p, v);
    p->value[v] = (uint16_t)after;
    enter(p, v);
}

uint32_t bsn_focus_holders_find(const struct bsn_focus_particle *p, uint32_t factor, uint32_t most,
                                uint32_t *variable)
{
    const struct bsn_focus_holders *const h = p->holders;
    uint32_t found = 0;

    for (uint32_t place = h->head[factor]; place > 0 && found < most; place = h->next[place - 1]) {
        const uint32_t v = (place - 1) / h->width;
        variable[found] = v;
        found += !(p->held && p->held[v]);
    }
    return found;
}
