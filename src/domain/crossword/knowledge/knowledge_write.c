/* knowledge_write.c - a crossword model as a safetensors file. */
#include "domain/crossword/knowledge/knowledge_file.h"

#include "base/mem.h"
#include "domain/crossword/knowledge/knowledge_parts.h"

#include <string.h>

const struct bsn_knowledge_part bsn_knowledge_parts[BSN_PARTS] = {
    [BSN_PART_WORD_LETTERS] = { "word.letters", BSN_TENSOR_U8 },
    [BSN_PART_WORD_LIST] = { "word.list", BSN_TENSOR_U8 },
    [BSN_PART_FORM_LETTERS] = { "form.letters", BSN_TENSOR_U8 },
    [BSN_PART_ARTICLE_KIND] = { "article.kind", BSN_TENSOR_U8 },
    [BSN_PART_ARTICLE_WORDS] = { "article.words", BSN_TENSOR_U8 },
    [BSN_PART_ARTICLE_UNITS] = { "article.units", BSN_TENSOR_U8 },
    [BSN_PART_ARTICLE_WORD] = { "article.word", BSN_TENSOR_U32 },
    [BSN_PART_UNIT_KIND] = { "unit.kind", BSN_TENSOR_U8 },
    [BSN_PART_UNIT_FORMS] = { "unit.forms", BSN_TENSOR_U8 },
    [BSN_PART_UNIT_FORM] = { "unit.form", BSN_TENSOR_U16 },
    [BSN_PART_RELATION_ENDS] = { "relation.ends", BSN_TENSOR_U32 },
    [BSN_PART_RELATION_KIND] = { "relation.kind", BSN_TENSOR_U8 },
    [BSN_PART_INFLECTION_ENDS] = { "inflection.ends", BSN_TENSOR_U32 },
    [BSN_PART_INFLECTION_KIND] = { "inflection.kind", BSN_TENSOR_U8 },
    [BSN_PART_ENCODER_SCALE] = { "encoder.scale", BSN_TENSOR_F32 },
    [BSN_PART_ENCODER_TABLE] = { "encoder.table", BSN_TENSOR_U8 },
    [BSN_PART_HABITS] = { "habits", BSN_TENSOR_F32 },
    [BSN_PART_MIXER] = { "mixer", BSN_TENSOR_F32 },
};

struct writer {
    basin_ctx *ctx;
    const struct bsn_knowledge *k;
    struct bsn_tensor tensor[BSN_PARTS];
    void *block[BSN_PARTS]; /* what was made for the purpose */
};

static void set(struct writer *w, enum bsn_part part, const void *data, size_t count)
{
    const struct bsn_knowledge_part *const p = &bsn_knowledge_parts[part];
    const bool real = p->type == BSN_TENSOR_F32;

    w->tensor[part] = (struct bsn_tensor){ .name = p->name, .type = p->type, .dims = 1,
                                           .dim = { count }, .count = count,
                                           .data = real ? data : NULL,
                                           .whole = real ? NULL : data };
}

/* Sorted strings: letters shared with the last one, further letters, and these. */
static basin_status write_strings(struct writer *w, enum bsn_part part, const struct bsn_strings *s)
{
    uint8_t *to;
    size_t used = 0;
    const char *last = "";

    BSN_TRY(BSN_NEW(w->ctx, s->count * 2 + (s->count ? s->first[s->count] : 0) + 1, &to));
    w->block[part] = to;
    for (uint32_t k = 0; k < s->count; k++) {
        const char *const chars = bsn_strings_at(s, k);
        const size_t length = bsn_strings_length(s, k);
        size_t shared = 0;
        while (shared < length && chars[shared] == last[shared])
            shared++;
        to[used++] = (uint8_t)shared;
        to[used++] = (uint8_t)(length - shared);
        memcpy(to + used, chars + shared, length - shared);
        used += length - shared;
        last = chars;
    }
    set(w, part, to, used);
    return BASIN_STATUS_OK;
}

static basin_status write_bytes(struct writer *w, enum bsn_part part, size_t count, uint8_t **to)
{
    BSN_TRY(BSN_NEW(w->ctx, count + 1, to));
    w->block[part] = *to;
    set(w, part, *to, count);
    return BASIN_STATUS_OK;
}

static basin_status too_long(struct writer *w, const char *what, size_t at)
{
    return bsn_fail(w->ctx, BASIN_STATUS_TOO_BIG, "%s %zu of the lexicon has more than 255 parts",
                    what, at);
}

static basin_status write_articles(struct writer *w)
{
    const struct bsn_lexicon *const lex = &w->k->lex;
    uint8_t *kind, *words, *units;

    BSN_TRY(write_bytes(w, BSN_PART_ARTICLE_KIND, lex->articles, &kind));
    BSN_TRY(write_bytes(w, BSN_PART_ARTICLE_WORDS, lex->articles, &words));
    BSN_TRY(write_bytes(w, BSN_PART_ARTICLE_UNITS, lex->articles, &units));
    for (size_t a = 0; a < lex->articles; a++) {
        const struct bsn_article *const at = &lex->article[a];
        const uint32_t n = at[1].first_word - at->first_word;
        const uint32_t m = at[1].first_unit - at->first_unit;
        if (n > UINT8_MAX || m > UINT8_MAX)
            return too_long(w, "article", a);
        kind[a] = (uint8_t)(at->source << 4 | at->pos);
        words[a] = (uint8_t)n;
        units[a] = (uint8_t)m;
    }
    set(w, BSN_PART_ARTICLE_WORD, lex->article_word, lex->article_words);
    return BASIN_STATUS_OK;
}

static basin_status write_units(struct writer *w)
{
    const struct bsn_lexicon *const lex = &w->k->lex;
    uint8_t *kind, *forms;
    uint16_t *form;

    BSN_TRY(write_bytes(w, BSN_PART_UNIT_KIND, lex->units, &kind));
    BSN_TRY(write_bytes(w, BSN_PART_UNIT_FORMS, lex->units, &forms));
    for (size_t u = 0; u < lex->units; u++) {
        kind[u] = (uint8_t)(lex->unit[u].kind << 4 | lex->unit[u].asks);
        forms[u] = (uint8_t)(lex->unit[u + 1].first_form - lex->unit[u].first_form);
    }
    BSN_TRY(BSN_NEW(w->ctx, lex->unit_forms + 1, &form));
    w->block[BSN_PART_UNIT_FORM] = form;
    for (size_t k = 0; k < lex->unit_forms; k++)
        form[k] = (uint16_t)lex->unit_form[k];
    set(w, BSN_PART_UNIT_FORM, form, lex->unit_forms);
    return BASIN_STATUS_OK;
}

/* Links of three numbers: their ends, and in the part that follows what kind they are of. */
static basin_status write_links(struct writer *w, enum bsn_part ends_part, const uint32_t *link,
                                size_t links)
{
    uint32_t *ends;
    uint8_t *kind;

    BSN_TRY(write_bytes(w, ends_part + 1, links, &kind));
    BSN_TRY(BSN_NEW(w->ctx, 2 * links + 1, &ends));
    w->block[ends_part] = ends;
    for (size_t k = 0; k < links; k++) {
        memcpy(ends + 2 * k, link + 3 * k, 2 * sizeof *ends);
        kind[k] = (uint8_t)link[3 * k + 2];
    }
    set(w, ends_part, ends, 2 * links);
    return BASIN_STATUS_OK;
}

/* Rows of stems without a vector are left out: their scale is 0. */
static basin_status write_encoder(struct writer *w)
{
    const struct bsn_encoder *const e = w->k->encoder;
    const size_t stems = e ? e->stems : 0;
    uint8_t *table;
    size_t rows = 0;

    BSN_TRY(BSN_NEW(w->ctx, stems * BSN_ENCODER_DIM + 1, &table));
    w->block[BSN_PART_ENCODER_TABLE] = table;
    for (size_t k = 0; k < stems; k++)
        if (e->scale[k] > 0)
            memcpy(table + rows++ * BSN_ENCODER_DIM, e->table + k * BSN_ENCODER_DIM,
                   BSN_ENCODER_DIM);
    set(w, BSN_PART_ENCODER_TABLE, table, rows * BSN_ENCODER_DIM);
    set(w, BSN_PART_ENCODER_SCALE, e ? e->scale : NULL, stems);
    return BASIN_STATUS_OK;
}

static basin_status write_all(struct writer *w)
{
    const struct bsn_lexicon *const lex = &w->k->lex;

    BSN_TRY(write_strings(w, BSN_PART_WORD_LETTERS, &lex->word));
    set(w, BSN_PART_WORD_LIST, lex->list, lex->word.count);
    BSN_TRY(write_strings(w, BSN_PART_FORM_LETTERS, &lex->form));
    BSN_TRY(write_articles(w));
    BSN_TRY(write_units(w));
    BSN_TRY(write_links(w, BSN_PART_RELATION_ENDS, (const uint32_t *)lex->relation,
                        lex->relations));
    BSN_TRY(write_links(w, BSN_PART_INFLECTION_ENDS, (const uint32_t *)lex->inflection,
                        lex->inflections));
    BSN_TRY(write_encoder(w));
    set(w, BSN_PART_HABITS, &w->k->habits, BSN_HABITS_COUNT);
    set(w, BSN_PART_MIXER, &w->k->mixer, BSN_MIXER_PARAMS);
    return BASIN_STATUS_OK;
}

basin_status bsn_knowledge_to_bytes(basin_ctx *ctx, const struct bsn_knowledge *k,
                                    const struct bsn_pair *note, size_t notes, char **bytes,
                                    size_t *length)
{
    struct writer w = { .ctx = ctx, .k = k };
    struct bsn_pair *meta = NULL;
    basin_status status;

    BSN_TRY_OUT(write_all(&w));
    BSN_TRY_OUT(BSN_NEW(ctx, notes + 1, &meta));
    meta[0] = (struct bsn_pair){ "format", BSN_KNOWLEDGE_FORMAT };
    if (notes > 0)
        memcpy(meta + 1, note, notes * sizeof *meta);
    BSN_TRY_OUT(bsn_safetensors_format(ctx, w.tensor, BSN_PARTS, meta, notes + 1, bytes, length));
out:
    bsn_free(ctx, meta);
    for (size_t i = 0; i < BSN_PARTS; i++)
        bsn_free(ctx, w.block[i]);
    return status;
}
