/* floor.c - opposite clauses of one literal, then unit propagation with counters. */
#include "domain/sat/floor.h"

#include "base/mem.h"
#include "base/text.h"

#include <stdlib.h>

#define SHOWN 8  /* literals of a clause in a message */

/* Literals as numbers: 2 v for the variable v from 0, 2 v + 1 for its opposite. */
struct spread {
    const struct bsn_cnf *cnf;
    uint8_t *holds;     /* (2 vars) literals that must hold */
    uint32_t *queue;    /* (vars) them in the order in which they were found */
    size_t queued;
    uint32_t *left;     /* (clauses) literals that are not known to fail */
    uint32_t *first;    /* (2 vars + 2) clauses of literal l are clause[first[l] ..] */
    uint32_t *clause;
};

static uint32_t number_of(int32_t literal)
{
    return 2 * ((uint32_t)abs(literal) - 1) + (literal < 0);
}

static uint32_t width(const struct bsn_cnf *cnf, size_t k)
{
    return cnf->first[k + 1] - cnf->first[k];
}

static void ask(struct spread *s, uint32_t literal)
{
    s->holds[literal] = 1;
    s->queue[s->queued++] = literal;
}

/* Sets aside opposite clauses of one literal, pair by pair; what is left of them is asked for. */
static basin_status pair_up(basin_ctx *ctx, const uint32_t *count, struct spread *s,
                            struct bsn_sat_floor *out)
{
    for (uint32_t v = 0; v < s->cnf->vars; v++) {
        BSN_TRY(BSN_POLL_ITEM(ctx, v));
        const uint32_t plus = count[2 * v], minus = count[2 * v + 1];
        out->pairs += plus < minus ? plus : minus;
        if (plus > 0 && minus > 0 && out->var == 0)
            out->var = v + 1;
        if (plus != minus)
            ask(s, 2 * v + (plus < minus));
    }
    return BASIN_STATUS_OK;
}

/* The clauses of each literal, those of one literal left out. */
static basin_status list_clauses(basin_ctx *ctx, struct spread *s)
{
    const struct bsn_cnf *const cnf = s->cnf;
    const size_t literals = 2 * (size_t)cnf->vars;

    BSN_TRY(BSN_NEW(ctx, cnf->clauses, &s->left));
    BSN_TRY(BSN_NEW(ctx, literals + 2, &s->first));
    BSN_TRY(BSN_NEW(ctx, cnf->first[cnf->clauses], &s->clause));
    for (size_t k = 0; k < cnf->clauses; k++) {
        BSN_TRY(BSN_POLL_ITEM(ctx, k));
        s->left[k] = width(cnf, k);
        for (uint32_t i = cnf->first[k]; s->left[k] > 1 && i < cnf->first[k + 1]; i++)
            s->first[number_of(cnf->literal[i]) + 2]++;
    }
    for (size_t l = 0; l < literals; l++) {
        BSN_TRY(BSN_POLL_ITEM(ctx, l));
        s->first[l + 2] += s->first[l + 1];
    }
    for (size_t k = 0; k < cnf->clauses; k++) {  /* first[l + 1] moves to where l ends */
        BSN_TRY(BSN_POLL_ITEM(ctx, k));
        for (uint32_t i = cnf->first[k]; s->left[k] > 1 && i < cnf->first[k + 1]; i++)
            s->clause[s->first[number_of(cnf->literal[i]) + 1]++] = (uint32_t)k;
    }
    return BASIN_STATUS_OK;
}

/* All but one literal of clause k fail: the last one must hold. */
static void ask_last(struct spread *s, uint32_t k)
{
    uint32_t last = UINT32_MAX;

    for (uint32_t i = s->cnf->first[k]; i < s->cnf->first[k + 1]; i++) {
        const uint32_t literal = number_of(s->cnf->literal[i]);
        if (s->holds[literal])
            return;
        if (!s->holds[literal ^ 1])
            last = literal;
    }
    if (last != UINT32_MAX)  /* else the clause fails, which is seen when the counts say so */
        ask(s, last);
}

/* Finds a clause all of whose literals fail, or leaves *clause as it is. */
static basin_status propagate(basin_ctx *ctx, struct spread *s, size_t *clause)
{
    size_t seen = 0;

    for (size_t done = 0; done < s->queued; done++) {
        const uint32_t fails = s->queue[done] ^ 1;
        for (uint32_t i = s->first[fails]; i < s->first[fails + 1]; i++) {
            const uint32_t k = s->clause[i];
            BSN_TRY(BSN_POLL_ITEM(ctx, seen++));
            if (--s->left[k] == 0) {
                *clause = k;
                return BASIN_STATUS_OK;
            }
            if (s->left[k] == 1)
                ask_last(s, k);
        }
    }
    return BASIN_STATUS_OK;
}

/* How many clauses there are of one literal, and of more. */
static basin_status count_clauses(basin_ctx *ctx, const struct bsn_cnf *cnf, size_t *single,
                                  size_t *longer)
{
    for (size_t k = 0; k < cnf->clauses; k++) {
        BSN_TRY(BSN_POLL_ITEM(ctx, k));
        ++*(width(cnf, k) == 1 ? single : longer);
    }
    return BASIN_STATUS_OK;
}

/* How often each literal is a clause of its own. */
static basin_status count_single(basin_ctx *ctx, const struct bsn_cnf *cnf, uint32_t *count)
{
    for (size_t k = 0; k < cnf->clauses; k++) {
        BSN_TRY(BSN_POLL_ITEM(ctx, k));
        count[number_of(cnf->literal[cnf->first[k]])] += width(cnf, k) == 1;
    }
    return BASIN_STATUS_OK;
}

basin_status bsn_sat_floor_find(basin_ctx *ctx, const struct bsn_cnf *cnf,
                                struct bsn_sat_floor *out)
{
    struct spread s = { .cnf = cnf };
    uint32_t *count = NULL;
    size_t single = 0, longer = 0;
    basin_status status;

    *out = (struct bsn_sat_floor){ .clause = SIZE_MAX };
    BSN_TRY(count_clauses(ctx, cnf, &single, &longer));
    if (single == 0)
        return BASIN_STATUS_OK;
    BSN_TRY_OUT(BSN_NEW(ctx, 2 * (size_t)cnf->vars, &count));
    BSN_TRY_OUT(BSN_NEW(ctx, 2 * (size_t)cnf->vars, &s.holds));
    BSN_TRY_OUT(BSN_NEW(ctx, cnf->vars, &s.queue));
    BSN_TRY_OUT(count_single(ctx, cnf, count));
    BSN_TRY_OUT(pair_up(ctx, count, &s, out));
    if (longer == 0)
        goto out;
    BSN_TRY_OUT(list_clauses(ctx, &s));
    BSN_TRY_OUT(propagate(ctx, &s, &out->clause));
out:
    bsn_free(ctx, count);
    bsn_free(ctx, s.holds);
    bsn_free(ctx, s.queue);
    bsn_free(ctx, s.left);
    bsn_free(ctx, s.first);
    bsn_free(ctx, s.clause);
    return status;
}

uint64_t bsn_sat_floor(const struct bsn_sat *sat)
{
    return sat->cnf.empty + sat->floor.pairs + (sat->floor.clause != SIZE_MAX);
}

static void write_clause(const struct bsn_cnf *cnf, size_t k, struct bsn_text *text)
{
    for (uint32_t i = 0; i < width(cnf, k) && i < SHOWN; i++)
        bsn_text_add(text, " %d", cnf->literal[cnf->first[k] + i]);
    bsn_text_add(text, width(cnf, k) > SHOWN ? " ..." : "");
}

void bsn_sat_floor_reason(const struct bsn_sat *sat, struct bsn_text *text)
{
    const struct bsn_sat_floor *const floor = &sat->floor;
    const char *comma = "";

    if (sat->cnf.empty > 0) {
        bsn_text_add(text, "%zu clause%s without literals", sat->cnf.empty,
                     sat->cnf.empty == 1 ? "" : "s");
        comma = "; ";
    }
    if (floor->pairs > 0) {
        bsn_text_add(text, "%s%llu pair%s of clauses of one literal that contradict each other, "
                     "the first about variable %u", comma, (unsigned long long)floor->pairs,
                     floor->pairs == 1 ? "" : "s", floor->var);
        comma = "; ";
    }
    if (floor->clause != SIZE_MAX) {
        bsn_text_add(text, "%sby unit propagation no literal is left of clause", comma);
        write_clause(&sat->cnf, floor->clause, text);
    }
}
