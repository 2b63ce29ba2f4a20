/* word_index.c - builds the index of a lexicon: stems, units, and the parts of other files. */
#include "domain/crossword/knowledge/word_index.h"

#include "base/mem.h"
#include "domain/crossword/knowledge/word_index_parts.h"

#include <libstemmer.h>
#include <math.h>
#include <string.h>

#define POLL_EVERY 4096  /* words or units, between two questions whether all this is to end */

/* ----------------------------------------------------------------------------------- lists ---- */

basin_status bsn_lists_open(basin_ctx *ctx, struct bsn_lists *lists, size_t count)
{
    for (size_t k = 0; k < count; k++)
        lists->first[k + 1] += lists->first[k];
    return BSN_NEW(ctx, (size_t)lists->first[count] + 1, &lists->item);
}

void bsn_lists_close(struct bsn_lists *lists, size_t count)
{
    memmove(lists->first + 1, lists->first, count * sizeof *lists->first);
    lists->first[0] = 0;
}

void bsn_lists_clear(basin_ctx *ctx, struct bsn_lists *lists)
{
    bsn_free(ctx, lists->first);
    bsn_free(ctx, lists->item);
}

/* ----------------------------------------------------------------------------------- stems ---- */

uint32_t bsn_index_stem(const struct bsn_index *index, struct sb_stemmer *stemmer,
                        const char *form, size_t length)
{
    const sb_symbol *const stem = sb_stemmer_stem(stemmer, (const sb_symbol *)form, (int)length);

    return stem ? bsn_strings_find(&index->stem, (const char *)stem,
                                   (size_t)sb_stemmer_length(stemmer))
                : BSN_NONE;
}

static basin_status make_stems(basin_ctx *ctx, struct bsn_index *x)
{
    struct sb_stemmer *const stemmer = sb_stemmer_new("english", NULL);
    basin_status status = BASIN_STATUS_OK;

    if (!stemmer)
        return bsn_fail(ctx, BASIN_STATUS_MEMORY, "out of memory for the stemmer");
    for (uint32_t k = 0; k < x->lex->form.count && status == BASIN_STATUS_OK; k++) {
        BSN_TRY_OUT(BSN_POLL_AT(ctx, k, POLL_EVERY));
        const sb_symbol *const stem =
            sb_stemmer_stem(stemmer, (const sb_symbol *)bsn_strings_at(&x->lex->form, k),
                            (int)bsn_strings_length(&x->lex->form, k));
        status = stem ? bsn_strings_add(ctx, &x->stem, (const char *)stem,
                                        (size_t)sb_stemmer_length(stemmer), &x->form_stem[k])
                      : bsn_fail(ctx, BASIN_STATUS_MEMORY, "out of memory for the stemmer");
    }
out:
    sb_stemmer_delete(stemmer);
    return status;
}

/* Is this the first time that the unit has this stem? */
static bool is_first(const struct bsn_index *x, uint32_t begin, uint32_t at)
{
    const uint32_t stem = x->form_stem[x->lex->unit_form[at]];

    for (uint32_t k = begin; k < at; k++)
        if (x->form_stem[x->lex->unit_form[k]] == stem)
            return false;
    return true;
}

/* Counts (fill false) or fills the units of each stem. */
static basin_status walk_units(basin_ctx *ctx, struct bsn_index *x, bool fill)
{
    const struct bsn_lexicon *const lex = x->lex;

    for (uint32_t u = 0; u < lex->units; u++) {
        BSN_TRY(BSN_POLL_AT(ctx, u, POLL_EVERY));
        for (uint32_t k = lex->unit[u].first_form; k < lex->unit[u + 1].first_form; k++) {
            const uint32_t stem = x->form_stem[lex->unit_form[k]];
            if (!is_first(x, lex->unit[u].first_form, k))
                continue;
            if (fill)
                x->stem_unit.item[x->stem_unit.first[stem]++] = u;
            else
                x->stem_unit.first[stem + 1]++;
        }
    }
    return BASIN_STATUS_OK;
}

static basin_status make_postings(basin_ctx *ctx, struct bsn_index *x)
{
    const size_t stems = x->stem.count;

    BSN_TRY(BSN_NEW(ctx, stems + 1, &x->stem_unit.first));
    BSN_TRY(BSN_NEW(ctx, stems + 1, &x->weight));
    BSN_TRY(walk_units(ctx, x, false));
    for (size_t k = 0; k < stems; k++) {
        const double idf = log(((double)x->lex->units + 1) / (x->stem_unit.first[k + 1] + 0.5));
        x->weight[k] = (float)(idf * idf);
    }
    BSN_TRY(bsn_lists_open(ctx, &x->stem_unit, stems));
    BSN_TRY(walk_units(ctx, x, true));
    bsn_lists_close(&x->stem_unit, stems);
    return BASIN_STATUS_OK;
}

static float norm_of(const struct bsn_index *x, uint32_t u)
{
    const uint32_t begin = x->lex->unit[u].first_form;
    double sum = 0;

    for (uint32_t k = begin; k < x->lex->unit[u + 1].first_form; k++)
        if (is_first(x, begin, k))
            sum += (double)x->weight[x->form_stem[x->lex->unit_form[k]]];
    return (float)sqrt(sum);
}

/* The word that the forms of a unit make when written together. */
static uint32_t word_of_unit(const struct bsn_lexicon *lex, uint32_t u)
{
    char letters[BSN_ANSWER_LONGEST + 1];
    size_t count = 0;

    for (uint32_t k = lex->unit[u].first_form; k < lex->unit[u + 1].first_form; k++) {
        const char *const form = bsn_strings_at(&lex->form, lex->unit_form[k]);
        for (size_t i = 0; form[i]; i++) {
            if (count == BSN_ANSWER_LONGEST)
                return BSN_NONE;
            letters[count++] = (char)(form[i] & ~0x20);
        }
    }
    return bsn_strings_find(&lex->word, letters, count);
}

static basin_status make_units(basin_ctx *ctx, struct bsn_index *x)
{
    BSN_TRY(BSN_NEW(ctx, x->lex->units + 1, &x->unit_norm));
    BSN_TRY(BSN_NEW(ctx, x->lex->units + 1, &x->unit_article));
    BSN_TRY(BSN_NEW(ctx, x->lex->units + 1, &x->unit_word));
    for (uint32_t a = 0; a < x->lex->articles; a++)
        for (uint32_t u = x->lex->article[a].first_unit; u < x->lex->article[a + 1].first_unit; u++)
            x->unit_article[u] = a;
    for (uint32_t u = 0; u < x->lex->units; u++) {
        BSN_TRY(BSN_POLL_AT(ctx, u, POLL_EVERY));
        x->unit_norm[u] = norm_of(x, u);
        x->unit_word[u] = word_of_unit(x->lex, u);
    }
    return BASIN_STATUS_OK;
}

/* ----------------------------------------------------------------------------------- whole ---- */

basin_status bsn_index_new(basin_ctx *ctx, const struct bsn_lexicon *lex, struct bsn_index **out)
{
    struct bsn_index *x;
    basin_status status;

    BSN_TRY(BSN_NEW(ctx, 1, &x));
    x->lex = lex;
    BSN_TRY_OUT(BSN_NEW(ctx, lex->form.count + 1, &x->form_stem));
    BSN_TRY_OUT(make_stems(ctx, x));
    BSN_TRY_OUT(make_postings(ctx, x));
    BSN_TRY_OUT(make_units(ctx, x));
    BSN_TRY_OUT(bsn_index_articles(ctx, x));
    BSN_TRY_OUT(bsn_index_inflections(ctx, x));
    BSN_TRY_OUT(bsn_index_relations(ctx, x));
    BSN_TRY_OUT(bsn_index_order(ctx, x));
    BSN_TRY_OUT(bsn_index_profiles(ctx, x));
    *out = x;
    x = NULL;
out:
    bsn_index_free(ctx, x);
    return status;
}

void bsn_index_free(basin_ctx *ctx, struct bsn_index *x)
{
    if (!x)
        return;
    bsn_strings_clear(ctx, &x->stem);
    bsn_lists_clear(ctx, &x->stem_unit);
    bsn_lists_clear(ctx, &x->word_article);
    bsn_lists_clear(ctx, &x->word_base);
    bsn_lists_clear(ctx, &x->word_form);
    bsn_lists_clear(ctx, &x->relation);
    bsn_free(ctx, x->form_stem);
    bsn_free(ctx, x->weight);
    bsn_free(ctx, x->unit_norm);
    bsn_free(ctx, x->unit_article);
    bsn_free(ctx, x->unit_word);
    bsn_free(ctx, x->article_first);
    bsn_free(ctx, x->article_word);
    bsn_free(ctx, x->sorted);
    bsn_free(ctx, x->place);
    bsn_free(ctx, x->profile);
    bsn_free(ctx, x->profiles);
    bsn_free(ctx, x);
}
