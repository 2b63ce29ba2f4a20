/* lexicon_pack.c - a lexicon as it is trained on and stored: sorted, without rarities. */
#define _GNU_SOURCE /* qsort_r */
#include "base/mem.h"
#include "domain/crossword/knowledge/lexicon.h"

#include <stdlib.h>
#include <string.h>

struct packing {
    basin_ctx *ctx;
    const struct bsn_lexicon *from;
    struct bsn_lexicon to;
    uint32_t *word, *form;  /* new numbers of old ones; BSN_STRINGS_NONE: left out */
    uint32_t *article;
};

static int by_letters(const void *a, const void *b, void *user)
{
    const struct bsn_strings *const s = user;

    return strcmp(bsn_strings_at(s, *(const uint32_t *)a), bsn_strings_at(s, *(const uint32_t *)b));
}

/* The strings with keep[k] != 0, by letters; number[k] becomes the new number of k. */
static basin_status sort_strings(basin_ctx *ctx, const struct bsn_strings *from,
                                 const uint32_t *keep, struct bsn_strings *to, uint32_t *number)
{
    struct bsn_strings strings = *from;
    uint32_t *order, count = 0;
    basin_status status = BASIN_STATUS_OK;

    BSN_TRY(BSN_NEW(ctx, from->count + 1, &order));
    for (uint32_t k = 0; k < from->count; k++) {
        number[k] = BSN_STRINGS_NONE;
        if (!keep || keep[k])
            order[count++] = k;
    }
    qsort_r(order, count, sizeof *order, by_letters, &strings);
    for (uint32_t i = 0; i < count && status == BASIN_STATUS_OK; i++)
        status = bsn_strings_add(ctx, to, bsn_strings_at(from, order[i]),
                                 bsn_strings_length(from, order[i]), &number[order[i]]);
    bsn_free(ctx, order);
    return status;
}

static basin_status pack_words(struct packing *p)
{
    BSN_TRY(BSN_NEW(p->ctx, p->from->word.count + 1, &p->word));
    BSN_TRY(sort_strings(p->ctx, &p->from->word, NULL, &p->to.word, p->word));
    BSN_TRY(BSN_GROW(p->ctx, &p->to.list, &p->to.list_room, p->to.word.count + 1));
    for (uint32_t k = 0; k < p->from->word.count; k++)
        p->to.list[p->word[k]] = p->from->list[k];
    return BASIN_STATUS_OK;
}

static int by_count(const void *a, const void *b, void *user)
{
    const uint32_t *const count = user;
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    if (count[x] != count[y])
        return count[x] > count[y] ? -1 : 1;
    return (x > y) - (x < y);
}

static basin_status pack_forms(struct packing *p, size_t most)
{
    const size_t forms = p->from->form.count;
    uint32_t *count = NULL, *order = NULL;
    basin_status status;

    BSN_TRY_OUT(BSN_NEW(p->ctx, forms + 1, &p->form));
    BSN_TRY_OUT(BSN_NEW(p->ctx, forms + 1, &count));
    BSN_TRY_OUT(BSN_NEW(p->ctx, forms + 1, &order));
    for (size_t k = 0; k < p->from->unit_forms; k++)
        count[p->from->unit_form[k]]++;
    for (uint32_t k = 0; k < forms; k++)
        order[k] = k;
    qsort_r(order, forms, sizeof *order, by_count, count);
    for (size_t k = most; k < forms; k++)
        count[order[k]] = 0;
    BSN_TRY_OUT(sort_strings(p->ctx, &p->from->form, count, &p->to.form, p->form));
out:
    bsn_free(p->ctx, order);
    bsn_free(p->ctx, count);
    return status;
}

static basin_status pack_unit(struct packing *p, uint32_t u)
{
    const struct bsn_unit *const from = &p->from->unit[u];
    struct bsn_lexicon *const to = &p->to;
    const size_t begin = to->unit_forms;

    BSN_TRY(BSN_GROW(p->ctx, &to->unit, &to->unit_room, to->units + 2));
    BSN_TRY(BSN_GROW(p->ctx, &to->unit_form, &to->form_room, begin + BSN_UNIT_FORMS));
    for (uint32_t k = from->first_form; k < from[1].first_form; k++)
        if (p->form[p->from->unit_form[k]] != BSN_STRINGS_NONE)
            to->unit_form[to->unit_forms++] = p->form[p->from->unit_form[k]];
    if (to->unit_forms == begin)
        return BASIN_STATUS_OK;
    to->unit[to->units++] = (struct bsn_unit){ from->kind, from->asks, (uint32_t)begin };
    to->unit[to->units].first_form = (uint32_t)to->unit_forms;
    return BASIN_STATUS_OK;
}

static basin_status pack_article(struct packing *p, uint32_t a)
{
    const struct bsn_article *const from = &p->from->article[a];
    struct bsn_lexicon *const to = &p->to;

    BSN_TRY(BSN_GROW(p->ctx, &to->article, &to->article_room, to->articles + 2));
    struct bsn_article *const made = &to->article[to->articles];
    *made = (struct bsn_article){ from->source, from->pos, (uint32_t)to->article_words,
                                  (uint32_t)to->units };
    for (uint32_t u = from->first_unit; u < from[1].first_unit; u++)
        BSN_TRY(pack_unit(p, u));
    const uint32_t words = from[1].first_word - from->first_word;
    BSN_TRY(BSN_GROW(p->ctx, &to->article_word, &to->word_room, to->article_words + words + 1));
    for (uint32_t k = 0; k < words; k++)
        to->article_word[to->article_words++] =
            p->word[p->from->article_word[from->first_word + k]];
    p->article[a] = (uint32_t)to->articles++;
    made[1].first_word = (uint32_t)to->article_words;
    made[1].first_unit = (uint32_t)to->units;
    return BASIN_STATUS_OK;
}

static int by_from(const void *a, const void *b)
{
    const struct bsn_relation_link *const x = a, *const y = b;

    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->to != y->to)
        return x->to < y->to ? -1 : 1;
    return (x->relation > y->relation) - (x->relation < y->relation);
}

static basin_status pack_links(struct packing *p)
{
    const struct bsn_lexicon *const from = p->from;

    for (size_t k = 0; k < from->relations; k++)
        BSN_TRY(bsn_lexicon_relate(p->ctx, &p->to, p->article[from->relation[k].from],
                                   p->article[from->relation[k].to],
                                   (enum bsn_relation)from->relation[k].relation));
    if (p->to.relations > 0)
        qsort(p->to.relation, p->to.relations, sizeof *p->to.relation, by_from);
    const size_t room = from->inflections + 1;
    BSN_TRY(BSN_GROW(p->ctx, &p->to.inflection, &p->to.inflection_room, room));
    for (size_t k = 0; k < from->inflections; k++)
        p->to.inflection[p->to.inflections++] =
            (struct bsn_inflection_link){ p->word[from->inflection[k].word],
                                          p->word[from->inflection[k].base],
                                          from->inflection[k].inflection };
    return BASIN_STATUS_OK;
}

static basin_status pack(struct packing *p, size_t forms)
{
    BSN_TRY(pack_words(p));
    BSN_TRY(pack_forms(p, forms));
    BSN_TRY(BSN_NEW(p->ctx, p->from->articles + 1, &p->article));
    BSN_TRY(BSN_GROW(p->ctx, &p->to.article, &p->to.article_room, 1));
    BSN_TRY(BSN_GROW(p->ctx, &p->to.unit, &p->to.unit_room, 1));
    for (uint32_t a = 0; a < p->from->articles; a++)
        BSN_TRY(pack_article(p, a));
    return pack_links(p);
}

basin_status bsn_lexicon_pack(basin_ctx *ctx, struct bsn_lexicon *lex, size_t forms)
{
    struct packing p = { .ctx = ctx, .from = lex };
    const basin_status status = pack(&p, forms < BSN_LEXICON_FORMS ? forms : BSN_LEXICON_FORMS);

    bsn_free(ctx, p.word);
    bsn_free(ctx, p.form);
    bsn_free(ctx, p.article);
    if (status != BASIN_STATUS_OK) {
        bsn_lexicon_clear(ctx, &p.to);
        return status;
    }
    bsn_lexicon_clear(ctx, lex);
    *lex = p.to;
    return BASIN_STATUS_OK;
}
