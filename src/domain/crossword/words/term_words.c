/* term_words.c - cells of letters and slots of words as kinds of terms. */
#include "domain/crossword/words/term_words.h"

#include "base/mem.h"
#include "nn/flops.h"

static basin_status check_inputs(basin_ctx *ctx, const struct bsn_term *term, bool unary)
{
    if (term->inputs == BSN_LETTERS && term->unary == unary)
        return BASIN_STATUS_OK;
    return bsn_fail(ctx, BASIN_STATUS_MODEL, "term %s: cells have %u letters and no words",
                    term->net, term->inputs);
}

static basin_status letters_bind(basin_ctx *ctx, const struct bsn_term_source *source,
                                 struct bsn_bound *b)
{
    (void)source;
    b->scratch = bsn_words_scratch(NULL, &b->term->f);
    return check_inputs(ctx, b->term, true);
}

static void letters_eval(const struct bsn_bound *b, const struct bsn_term_call *call)
{
    bsn_words_term(call->kernel)(NULL, &b->term->f, call->level, call->y, call->weight, b->scale,
                                 call->scratch, call->energy, call->grad, call->residual);
}

/* The shares of a cell's letters, as words_kernel.c finds them. */
#define SHARE_FLOPS (BSN_LETTERS * (5 + BSN_FLOPS_EXP2) + BSN_FLOPS_LOG2 + 4)

static double letters_flops(const struct bsn_bound *b)
{
    const double factors = (double)b->term->f.factors;

    return BSN_LANES * factors * (SHARE_FLOPS + 7 * BSN_LETTERS + 9);
}

const struct bsn_term_kind bsn_term_letters = { .name = "letters", .bind = letters_bind,
                                                .eval = letters_eval, .flops = letters_flops };

/* ----------------------------------------------------------------------------------- slots ---- */

basin_status bsn_term_words_new(basin_ctx *ctx, size_t slots, struct bsn_term *term)
{
    struct bsn_words *words;

    BSN_TRY(bsn_words_new(ctx, slots, &words));
    term->kind = &bsn_term_words;
    term->own = words;
    return BASIN_STATUS_OK;
}

static void words_free(basin_ctx *ctx, void *own)
{
    bsn_words_free(ctx, own);
}

static basin_status words_bind(basin_ctx *ctx, const struct bsn_term_source *source,
                               struct bsn_bound *b)
{
    struct bsn_words *const words = bsn_words_of(b->term);

    (void)source;
    BSN_TRY(check_inputs(ctx, b->term, false));
    BSN_TRY(bsn_words_bind(ctx, words, &b->term->f));
    b->scratch = bsn_words_scratch(bsn_words_summed(words), &b->term->f);
    return BASIN_STATUS_OK;
}

static void words_eval(const struct bsn_bound *b, const struct bsn_term_call *call)
{
    bsn_words_term(call->kernel)(bsn_words_summed(bsn_words_of(b->term)), &b->term->f, call->level,
                                 call->y, call->weight, b->scale, call->scratch, call->energy,
                                 call->grad, call->residual);
}

static basin_status words_narrow(basin_ctx *ctx, struct bsn_term *term, size_t most)
{
    return bsn_words_narrow(ctx, bsn_words_of(term), most);
}

static basin_status words_sure(basin_ctx *ctx, const struct bsn_term *term, const int32_t *value,
                               double *sure)
{
    uint8_t *letter;

    BSN_TRY(BSN_NEW(ctx, term->f.parts, &letter));
    for (size_t i = 0; i < term->f.parts; i++)
        letter[i] = (uint8_t)value[i];
    for (size_t k = 0; k < term->f.factors; k++)
        sure[k] = bsn_words_sure(bsn_words_of(term), &term->f, k, letter);
    bsn_free(ctx, letter);
    return BASIN_STATUS_OK;
}

/* A node is a product forward and two backward, a word two sums, a run one, and each letter of a cell
 * six on its way back. */
static double words_flops(const struct bsn_bound *b)
{
    const struct bsn_word_slot *const slot = bsn_words_summed(bsn_words_of(b->term));
    double sum = (double)b->term->f.parts * SHARE_FLOPS;

    for (size_t k = 0; k < b->term->f.factors; k++) {
        const struct bsn_word_list *const list = slot[k].list;
        sum += 5 * (double)(list->head.nodes + list->tail.nodes) + 4 * (double)list->words +
               2 * (double)list->runs + 7 * BSN_LETTERS * (double)list->length + BSN_FLOPS_LOG2 + 6;
    }
    return BSN_LANES * sum;
}

const struct bsn_term_kind bsn_term_words = { .name = "words", .bind = words_bind,
                                              .eval = words_eval, .flops = words_flops,
                                              .free = words_free,
                                              .narrow = words_narrow, .sure = words_sure };
