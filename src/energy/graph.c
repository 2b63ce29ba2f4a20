/* graph.c - keeps the arrays of a problem's terms. */
#include "energy/graph.h"

#include "base/mem.h"
#include "energy/term.h"

#include <stdio.h>

basin_status bsn_graph_add(basin_ctx *ctx, struct bsn_graph *graph, const char *net, bool unary,
                           const struct bsn_term_size *size, struct bsn_term **out)
{
    if (size->parts >= UINT32_MAX || size->members >= UINT32_MAX || size->covers >= UINT32_MAX)
        return bsn_fail(ctx, BASIN_STATUS_TOO_BIG, "term %s: %zu parts, %zu members are too many",
                        net, size->parts, size->members);
    BSN_TRY(BSN_GROW(ctx, &graph->term, &graph->room, graph->terms + 1));
    struct bsn_term *const term = &graph->term[graph->terms++];  /* cleared with the graph */
    *term = (struct bsn_term){ .unary = unary, .inputs = size->inputs, .conds = size->conds };
    snprintf(term->net, sizeof term->net, "%s", net);
    BSN_TRY(BSN_NEW(ctx, size->parts * size->inputs, &term->input));
    BSN_TRY(BSN_NEW(ctx, size->parts * size->conds, &term->cond));
    if (size->mirrored)
        BSN_TRY(BSN_NEW(ctx, size->parts, &term->mirror));
    BSN_TRY(BSN_NEW(ctx, size->factors + 1, &term->first));
    BSN_TRY(BSN_NEW(ctx, size->members, &term->member));
    if (!unary) {
        if (!size->alike)
            BSN_TRY(BSN_NEW(ctx, size->factors + 1, &term->cover_first));
        else
            term->cover_first = term->first;
        BSN_TRY(BSN_NEW(ctx, size->covers, &term->cover));
        if (size->labelled)
            BSN_TRY(BSN_NEW(ctx, size->factors, &term->label));
    }
    term->f = (struct bsn_factors){ .parts = size->parts, .factors = size->factors,
                                    .input = term->input, .cond = term->cond,
                                    .mirror = term->mirror,
                                    .first = term->first, .member = term->member };
    *out = term;
    return BASIN_STATUS_OK;
}

basin_status bsn_graph_even(basin_ctx *ctx, struct bsn_graph *graph, uint32_t each)
{
    const size_t variables = graph->coords / each;

    BSN_TRY(BSN_NEW(ctx, variables + 1, &graph->variable));
    graph->variables = variables;
    for (size_t i = 0; i <= variables; i++) {
        BSN_TRY(BSN_POLL_ITEM(ctx, i));
        graph->variable[i] = (uint32_t)(i * each);
    }
    return BASIN_STATUS_OK;
}

void bsn_graph_finish(struct bsn_graph *graph)
{
    graph->factors = 0;
    for (size_t k = 0; k < graph->terms; k++) {
        struct bsn_factors *const f = &graph->term[k].f;
        f->longest = 0;
        for (size_t i = 0; i < f->factors; i++)
            if (f->first[i + 1] - f->first[i] > f->longest)
                f->longest = f->first[i + 1] - f->first[i];
        graph->factors += graph->term[k].unary ? 0 : f->factors;
    }
}

void bsn_graph_clear(basin_ctx *ctx, struct bsn_graph *graph)
{
    for (size_t k = 0; k < graph->terms; k++) {
        struct bsn_term *const term = &graph->term[k];
        if (term->cover_first != term->first)
            bsn_free(ctx, term->cover_first);
        bsn_free(ctx, term->input);
        bsn_free(ctx, term->cond);
        bsn_free(ctx, term->mirror);
        bsn_free(ctx, term->first);
        bsn_free(ctx, term->member);
        bsn_free(ctx, term->cover);
        bsn_free(ctx, term->label);
        bsn_free(ctx, term->weight);
        if (term->own)
            term->kind->free(ctx, term->own);
    }
    bsn_free(ctx, graph->term);
    bsn_free(ctx, graph->variable);
    *graph = (struct bsn_graph){ 0 };
}

const struct bsn_term *bsn_graph_find(const struct bsn_graph *graph,
                                      const struct bsn_term_kind *kind)
{
    for (size_t k = 0; k < graph->terms; k++)
        if (graph->term[k].kind == kind)
            return &graph->term[k];
    return NULL;
}
