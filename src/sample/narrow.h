/* narrow.h - values that the learned energies exclude with certainty, given others that are fixed.
 *
 * On the table of a factor (focus.h) some states are broken for certain: at the lowest noise they
 * hold with a probability that is next to nothing. A value is excluded when a factor would be in
 * such a state whatever the variables that are still open become; what follows from that is
 * followed to its end. Nothing here knows what a factor means: only its table is asked.
 *
 * Exclusions stand on a trail, in order, each with the factor that is its reason; the last ones can
 * be taken back. Suppositions are exclusions without a reason.
 */
#ifndef BSN_NARROW_H
#define BSN_NARROW_H

#include "sample/focus.h"

/* Energies at the lowest noise above this are broken for certain: such a factor holds with a
 * probability below exp(-10), one in 22,000. In the built-in compact models valid states have
 * energies below 0.000001 and broken ones above 13.5 (edges; counting factors above 261), for 1 to
 * 400 parts and 3 to 300 values (measured once). A model with a smaller margin narrows less. */
#define BSN_NARROW_CERTAIN 10.0f

#define BSN_NARROW_NONE UINT32_MAX
#define BSN_NARROW_LEARNED 0x80000000u  /* reasons from here on are of narrow_learn.c */

struct bsn_narrow_learned;

struct bsn_narrow {
    const struct bsn_focus_map *map;
    const struct bsn_focus_table *table;
    uint32_t *next;       /* (entries) the first slot of the same length from this one on that is not
                           * broken for certain; BSN_NARROW_NONE: none is */
    uint16_t *last;       /* (entries) the last slot of its length */
    bool *same, *differ;  /* (pairs) are equal, are different ones broken for certain? */
    uint32_t *place;      /* (literals) where it stands on the trail, from 1; 0: not excluded */
    uint32_t *left;       /* (variables) values that are left, */
    uint32_t *settled;    /* (variables) place of what left one alone; BSN_NARROW_NONE: several */
    uint32_t open;        /* variables with several */
    uint32_t *ones, *zeros;  /* (factors) parts that are 1, and 0, whatever comes */
    uint32_t *trail, *reason, *level;  /* (literals) */
    uint32_t trailed, met;   /* exclusions, and how many of them all others have heard of */
    uint32_t depth;          /* suppositions so far; level of what is excluded now */
    uint32_t *queue, head, queues;     /* (factors) a ring of those that may exclude something */
    uint8_t *queued;         /* (factors) */
    uint32_t conflict, refused;  /* after a contradiction: its reason, and the literal that this
                                  * wants to exclude, the last of its variable, or to take, which
                                  * is excluded; NONE: it is a factor without a sound state */
    uint64_t steps;          /* exclusions that were made, also those taken back */
    struct bsn_brake *brake; /* ends the root and probing, without a contradiction; or NULL */
    uint64_t rounds;         /* of following, since the beginning */
    struct bsn_narrow_learned *learned;  /* NULL: nothing is */
    uint32_t room;           /* words for what dives learn; 0: a million */
    uint16_t *kept;          /* (variables) the last value that each had alone; NULL: not kept */
};

/* Is there a factor that excludes anything before any value is fixed? Linear, without memory of
 * its own but for the table's size. */
basin_status bsn_narrow_bites(basin_ctx *ctx, const struct bsn_focus_map *map,
                              const struct bsn_focus_table *table, bool *bites);

/* Nothing is excluded yet. To be cleared in any case. */
basin_status bsn_narrow_make(basin_ctx *ctx, const struct bsn_focus_map *map,
                             const struct bsn_focus_table *table, struct bsn_narrow *out);
void bsn_narrow_clear(basin_ctx *ctx, struct bsn_narrow *n);

/* Excludes what the factors exclude by themselves, and the other values of variables that are held
 * at `start` (variables; held NULL: none). False: some variable has no value left. */
bool bsn_narrow_root(struct bsn_narrow *n, const uint8_t *held, const uint16_t *start);

/* Tries values: one that leads to a contradiction is excluded. Ends when no value does any more, or
 * after so many steps. False: as above. */
bool bsn_narrow_probe(struct bsn_narrow *n, uint64_t steps);

/* Excludes a literal, or all others of its variable; false: contradiction. */
bool bsn_narrow_exclude(struct bsn_narrow *n, uint32_t literal, uint32_t reason);
bool bsn_narrow_take(struct bsn_narrow *n, uint32_t literal, uint32_t reason);

/* Follows what was excluded to its end; false: contradiction, which is to be taken back. */
bool bsn_narrow_follow(struct bsn_narrow *n);

/* Takes back all but the first `trailed` exclusions. */
void bsn_narrow_undo(struct bsn_narrow *n, uint32_t trailed);

/* The first value that a variable has left, from literal `from` of it on. */
static inline uint32_t bsn_narrow_remaining(const struct bsn_narrow *n, uint32_t from)
{
    while (n->place[from] > 0)
        from++;
    return from;
}

/* What a counting factor of so many ones and zeros does to its open parts. */
enum bsn_narrow_push {
    BSN_NARROW_IDLE = 0,
    BSN_NARROW_ZERO,   /* they become 0 */
    BSN_NARROW_ONE,
    BSN_NARROW_AGAINST /* whatever they become, it is broken */
};

static inline enum bsn_narrow_push bsn_narrow_push(const struct bsn_narrow *n, uint32_t factor,
                                                   uint32_t ones, uint32_t zeros)
{
    const uint32_t base = n->map->base[factor], last = n->last[base];
    const uint32_t length = n->map->part_first[factor + 1] - n->map->part_first[factor];
    const uint32_t low = base + ones < last ? base + ones : last;
    const uint32_t high = base + (length - zeros);  /* past the last slot where that is a cap */

    if (n->next[low] > high)
        return BSN_NARROW_AGAINST;
    if (low == high || low == last)
        return BSN_NARROW_IDLE;
    return n->next[low + 1] > high ? BSN_NARROW_ZERO
           : n->next[low] == high  ? BSN_NARROW_ONE
                                   : BSN_NARROW_IDLE;
}

/* ------------------------------------------------------------------- what was learned ---- */

/* Literals of which one must be taken: each contradiction teaches one such list. */
basin_status bsn_narrow_learned_make(basin_ctx *ctx, struct bsn_narrow *n);
void bsn_narrow_learned_clear(basin_ctx *ctx, struct bsn_narrow *n);

/* A literal was excluded: what the lists make of it. False: contradiction. */
bool bsn_narrow_learned_meet(struct bsn_narrow *n, uint32_t literal);

/* Forgets all; or the worse half where room is short, when nothing is supposed. */
void bsn_narrow_learned_reset(struct bsn_narrow *n);
void bsn_narrow_learned_thin(struct bsn_narrow *n);

/* After a contradiction: learns from it, takes suppositions back as far as it reaches and excludes
 * what follows there. blame() gets each variable that was part of it. False: no supposition was. */
typedef void bsn_narrow_blame_fn(void *arg, uint32_t variable);
bool bsn_narrow_learn(struct bsn_narrow *n, bsn_narrow_blame_fn *blame, void *arg);

/* ------------------------------------------------------------------------------ dives ---- */

enum bsn_narrow_state {
    BSN_NARROW_ON = 0,
    BSN_NARROW_FOUND,     /* every variable has one value, and no factor excludes it */
    BSN_NARROW_EXHAUSTED  /* there is no such assignment */
};

/* One value after the other is supposed and followed; contradictions teach. */
struct bsn_narrow_dive {
    struct bsn_narrow *n;
    uint32_t root;            /* length of the trail where it begins */
    enum bsn_narrow_state state;
    uint32_t *before, *after; /* (variables) a list, the last blamed at its end; NONE: no more */
    uint32_t tail, search;    /* its end, and from where on all nearer the end are settled */
    uint16_t *like;           /* (variables) the value that is tried first; n->kept */
    double *gain;             /* (entries) scratch */
    uint64_t began;           /* n->steps at the beginning */
    uint64_t conflicts, patience; /* since the last return to the root, and until the next */
    uint32_t returns;
};

basin_status bsn_narrow_dive_make(basin_ctx *ctx, struct bsn_narrow *n,
                                  struct bsn_narrow_dive *out);
void bsn_narrow_dive_clear(basin_ctx *ctx, struct bsn_narrow_dive *dive);

/* Begins anew, where the root left it. */
void bsn_narrow_dive_begin(struct bsn_narrow_dive *dive, const struct bsn_rng *rng);

/* Goes on for so many steps. */
void bsn_narrow_dive_on(struct bsn_narrow_dive *dive, uint64_t steps);

/* What was found, into value (variables). */
void bsn_narrow_dive_value(const struct bsn_narrow_dive *dive, uint16_t *value);

/* ------------------------------------------------------- what the search makes of it ---- */

struct bsn_narrowed {
    enum basin_narrow outcome;
    size_t values, variables; /* left out; with one value left: both beside what was held */
    struct bsn_narrow narrow;
    struct bsn_narrow_dive dive;
    bool dives;               /* enough is excluded for dives to be worth their time */
    uint8_t *held;            /* (variables) in the place of what the caller holds and begins with, */
    uint16_t *start;          /* (variables) where the outcome is SOME or ALL, */
    uint8_t *banned;          /* (literals) and what is not to be offered */
};

/* Narrows a problem, of which some variables may be held at `start` (held NULL: none). To be cleared
 * in any case. */
basin_status bsn_narrowed_make(basin_ctx *ctx, const struct bsn_focus_map *map,
                               const struct bsn_focus_table *table, const uint8_t *held,
                               const uint16_t *start, struct bsn_narrowed *out);
void bsn_narrowed_clear(basin_ctx *ctx, struct bsn_narrowed *narrowed);

#endif
