/* knowledge_read.c - a crossword model from a safetensors file.
 *
 * Reading trusts nothing: all numbers are checked before the index is made from them.
 */
#include "domain/crossword/knowledge/knowledge_file.h"

#include "base/mem.h"
#include "domain/crossword/knowledge/knowledge_parts.h"

#include <math.h>
#include <string.h>

#define MOST_WORDS ((size_t)1 << 24)      /* and forms, articles, units */
#define MOST_NUMBERS (MOST_WORDS * 16)    /* in one tensor */
#define MOST_LEARNED 1e4f                 /* beyond it a number was never learned */

static const struct bsn_knowledge_part *const parts = bsn_knowledge_parts;

struct reader {
    basin_ctx *ctx;
    const char *where;
    struct bsn_safetensors *file;
    const struct bsn_tensor *part[BSN_PARTS];
    struct bsn_knowledge made;
};

#define REFUSE(r, format, ...) \
    bsn_fail((r)->ctx, BASIN_STATUS_PARSE, "%s: " format, (r)->where, __VA_ARGS__)

static basin_status find_parts(struct reader *r)
{
    const char *const format = bsn_safetensors_meta(r->file, "format");

    if (!format || strcmp(format, BSN_KNOWLEDGE_FORMAT) != 0)
        return REFUSE(r, "not a crossword model: its format is \"%.32s\", not \"%s\"",
                      format ? format : "", BSN_KNOWLEDGE_FORMAT);
    for (size_t i = 0; i < BSN_PARTS; i++) {
        r->part[i] = bsn_safetensors_typed(r->file, parts[i].name, parts[i].type);
        if (!r->part[i] || r->part[i]->dims != 1 || r->part[i]->count > MOST_NUMBERS)
            return REFUSE(r, "tensor %s is missing, too large or not a list of its type",
                          parts[i].name);
    }
    return BASIN_STATUS_OK;
}

/* `low` to `high` are the letters that may occur. */
static basin_status read_strings(struct reader *r, enum bsn_part part, size_t longest, char low,
                                 char high, struct bsn_strings *s)
{
    const uint8_t *at = r->part[part]->whole, *const end = at + r->part[part]->count;
    char chars[256] = "";
    size_t last = 0;
    uint32_t number;

    if (part == BSN_PART_WORD_LETTERS)
        BSN_TRY(bsn_strings_reserve(r->ctx, s, r->part[BSN_PART_WORD_LIST]->count));
    while (at < end) {
        const size_t shared = at[0], more = end - at > 1 ? at[1] : 0;
        if (end - at < 2 || shared > last || shared + more > longest ||
            more > (size_t)(end - at - 2) || more == 0 || s->count == MOST_WORDS)
            return REFUSE(r, "%s: item %zu is broken", parts[part].name, s->count);
        memcpy(chars + shared, at + 2, more);
        last = shared + more;
        for (size_t i = shared; i < last; i++)
            if (chars[i] < low || chars[i] > high)
                return REFUSE(r, "%s: item %zu is no word", parts[part].name, s->count);
        const size_t before = s->count;
        BSN_TRY(bsn_strings_add(r->ctx, s, chars, last, &number));
        if (s->count == before)
            return REFUSE(r, "%s: item %zu occurs twice", parts[part].name, before);
        at += 2 + more;
    }
    return BASIN_STATUS_OK;
}

static basin_status check_count(struct reader *r, enum bsn_part part, size_t count)
{
    if (r->part[part]->count != count)
        return REFUSE(r, "tensor %s has %zu numbers instead of %zu", parts[part].name,
                      r->part[part]->count, count);
    return BASIN_STATUS_OK;
}

static basin_status read_words(struct reader *r)
{
    struct bsn_lexicon *const lex = &r->made.lex;

    BSN_TRY(read_strings(r, BSN_PART_WORD_LETTERS, BSN_ANSWER_LONGEST, 'A', 'Z', &lex->word));
    BSN_TRY(read_strings(r, BSN_PART_FORM_LETTERS, BSN_FORM_CHARS, 'a', 'z', &lex->form));
    BSN_TRY(check_count(r, BSN_PART_WORD_LIST, lex->word.count));
    for (uint32_t k = 0; k < lex->word.count; k++)
        if (bsn_strings_length(&lex->word, k) < BSN_ANSWER_SHORTEST)
            return REFUSE(r, "word %u is too short", k);
    BSN_TRY(BSN_GROW(r->ctx, &lex->list, &lex->list_room, lex->word.count + 1));
    memcpy(lex->list, r->part[BSN_PART_WORD_LIST]->whole, lex->word.count);
    return BASIN_STATUS_OK;
}

static basin_status read_articles(struct reader *r)
{
    struct bsn_lexicon *const lex = &r->made.lex;
    const uint8_t *const kind = r->part[BSN_PART_ARTICLE_KIND]->whole;
    const uint8_t *const words = r->part[BSN_PART_ARTICLE_WORDS]->whole;
    const uint8_t *const units = r->part[BSN_PART_ARTICLE_UNITS]->whole;
    const size_t count = r->part[BSN_PART_ARTICLE_KIND]->count;

    if (count > MOST_WORDS) /* with fewer, sums of lengths below 256 do not overflow */
        return REFUSE(r, "%zu articles; at most %zu", count, MOST_WORDS);
    BSN_TRY(check_count(r, BSN_PART_ARTICLE_WORDS, count));
    BSN_TRY(check_count(r, BSN_PART_ARTICLE_UNITS, count));
    BSN_TRY(BSN_GROW(r->ctx, &lex->article, &lex->article_room, count + 1));
    for (size_t a = 0; a < count; a++) {
        struct bsn_article *const at = &lex->article[a];
        at->source = kind[a] >> 4;
        at->pos = kind[a] & 15;
        if (at->source >= BSN_SOURCES || at->pos >= BSN_POSES)
            return REFUSE(r, "article %zu is of no known kind", a);
        at[1].first_word = at->first_word + words[a];
        at[1].first_unit = at->first_unit + units[a];
    }
    lex->articles = count;
    lex->article_words = lex->article[count].first_word;
    lex->units = lex->article[count].first_unit;
    if (lex->units > MOST_WORDS)
        return REFUSE(r, "%zu units; at most %zu", lex->units, MOST_WORDS);
    BSN_TRY(check_count(r, BSN_PART_ARTICLE_WORD, lex->article_words));
    BSN_TRY(BSN_GROW(r->ctx, &lex->article_word, &lex->word_room, lex->article_words + 1));
    for (size_t k = 0; k < lex->article_words; k++) {
        lex->article_word[k] = ((const uint32_t *)r->part[BSN_PART_ARTICLE_WORD]->whole)[k];
        if (lex->article_word[k] >= lex->word.count)
            return REFUSE(r, "article.word %zu is no word", k);
    }
    return BASIN_STATUS_OK;
}

static basin_status read_units(struct reader *r)
{
    struct bsn_lexicon *const lex = &r->made.lex;
    const uint8_t *const kind = r->part[BSN_PART_UNIT_KIND]->whole;
    const uint8_t *const forms = r->part[BSN_PART_UNIT_FORMS]->whole;

    BSN_TRY(check_count(r, BSN_PART_UNIT_KIND, lex->units));
    BSN_TRY(check_count(r, BSN_PART_UNIT_FORMS, lex->units));
    BSN_TRY(BSN_GROW(r->ctx, &lex->unit, &lex->unit_room, lex->units + 1));
    for (size_t u = 0; u < lex->units; u++) {
        struct bsn_unit *const at = &lex->unit[u];
        at->kind = kind[u] >> 4;
        at->asks = kind[u] & 15;
        if (at->kind > BSN_UNIT_SEE || at->asks >= BSN_ASKS_KINDS || forms[u] > BSN_UNIT_FORMS)
            return REFUSE(r, "unit %zu is of no known kind or too long", u);
        at[1].first_form = at->first_form + forms[u];
    }
    lex->unit_forms = lex->unit[lex->units].first_form;
    BSN_TRY(check_count(r, BSN_PART_UNIT_FORM, lex->unit_forms));
    BSN_TRY(BSN_GROW(r->ctx, &lex->unit_form, &lex->form_room, lex->unit_forms + 1));
    for (size_t k = 0; k < lex->unit_forms; k++) {
        lex->unit_form[k] = ((const uint16_t *)r->part[BSN_PART_UNIT_FORM]->whole)[k];
        if (lex->unit_form[k] >= lex->form.count)
            return REFUSE(r, "unit.form %zu is no form", k);
    }
    return BASIN_STATUS_OK;
}

/* Links whose ends are below `below` and whose kind, in the part that follows, is below `kinds`, as
 * three numbers each. */
static basin_status read_links(struct reader *r, enum bsn_part ends_part, size_t below,
                               unsigned kinds, uint32_t *link)
{
    const uint32_t *const ends = r->part[ends_part]->whole;
    const uint8_t *const kind = r->part[ends_part + 1]->whole;

    for (size_t k = 0; k < r->part[ends_part + 1]->count; k++) {
        if (ends[2 * k] >= below || ends[2 * k + 1] >= below || kind[k] >= kinds)
            return REFUSE(r, "%s: link %zu leads nowhere", parts[ends_part].name, k);
        link[3 * k] = ends[2 * k];
        link[3 * k + 1] = ends[2 * k + 1];
        link[3 * k + 2] = kind[k];
    }
    return BASIN_STATUS_OK;
}

static basin_status read_all_links(struct reader *r)
{
    struct bsn_lexicon *const lex = &r->made.lex;

    lex->relations = r->part[BSN_PART_RELATION_KIND]->count;
    lex->inflections = r->part[BSN_PART_INFLECTION_KIND]->count;
    BSN_TRY(check_count(r, BSN_PART_RELATION_ENDS, 2 * lex->relations));
    BSN_TRY(check_count(r, BSN_PART_INFLECTION_ENDS, 2 * lex->inflections));
    BSN_TRY(BSN_GROW(r->ctx, &lex->relation, &lex->relation_room, lex->relations + 1));
    BSN_TRY(BSN_GROW(r->ctx, &lex->inflection, &lex->inflection_room, lex->inflections + 1));
    BSN_TRY(read_links(r, BSN_PART_RELATION_ENDS, lex->articles, BSN_RELATIONS,
                       (uint32_t *)lex->relation));
    return read_links(r, BSN_PART_INFLECTION_ENDS, lex->word.count, BSN_INFLECTIONS,
                      (uint32_t *)lex->inflection);
}

/* Learned numbers: as many as there should be, none beyond reason. */
static basin_status check_learned(struct reader *r, enum bsn_part part, size_t count)
{
    BSN_TRY(check_count(r, part, count));
    for (size_t k = 0; k < count; k++)
        if (!(fabsf(r->part[part]->data[k]) <= MOST_LEARNED))
            return REFUSE(r, "%s: number %zu is beyond reason", parts[part].name, k);
    return BASIN_STATUS_OK;
}

static basin_status read_learned(struct reader *r)
{
    BSN_TRY(check_learned(r, BSN_PART_HABITS, BSN_HABITS_COUNT));
    BSN_TRY(check_learned(r, BSN_PART_MIXER, BSN_MIXER_PARAMS));
    memcpy(&r->made.habits, r->part[BSN_PART_HABITS]->data, sizeof r->made.habits);
    memcpy(&r->made.mixer, r->part[BSN_PART_MIXER]->data, sizeof r->made.mixer);
    return BASIN_STATUS_OK;
}

static basin_status read_encoder(struct reader *r)
{
    const struct bsn_index *const x = r->made.index;
    const struct bsn_tensor *const scale = r->part[BSN_PART_ENCODER_SCALE];
    struct bsn_encoder *e;
    size_t rows = 0;

    if (scale->count == 0) /* learned without one */
        return check_count(r, BSN_PART_ENCODER_TABLE, 0);
    BSN_TRY(check_learned(r, BSN_PART_ENCODER_SCALE, x->stem.count));
    for (size_t k = 0; k < scale->count; k++)
        rows += scale->data[k] > 0;
    BSN_TRY(check_count(r, BSN_PART_ENCODER_TABLE, rows * BSN_ENCODER_DIM));
    BSN_TRY(BSN_NEW(r->ctx, 1, &e));
    r->made.encoder = e;
    e->stems = scale->count;
    BSN_TRY(BSN_NEW(r->ctx, e->stems * BSN_ENCODER_DIM + 1, &e->table));
    BSN_TRY(BSN_NEW(r->ctx, e->stems + 1, &e->scale));
    memcpy(e->scale, scale->data, e->stems * sizeof *e->scale);
    const int8_t *from = r->part[BSN_PART_ENCODER_TABLE]->whole;
    for (size_t k = 0; k < e->stems; k++)
        if (e->scale[k] > 0) {
            memcpy(e->table + k * BSN_ENCODER_DIM, from, BSN_ENCODER_DIM);
            from += BSN_ENCODER_DIM;
        }
    return BASIN_STATUS_OK;
}

static basin_status read_all(struct reader *r)
{
    BSN_TRY(find_parts(r));
    BSN_TRY(read_words(r));
    BSN_TRY(read_articles(r));
    BSN_TRY(read_units(r));
    BSN_TRY(read_all_links(r));
    BSN_TRY(read_learned(r));
    BSN_TRY(bsn_index_new(r->ctx, &r->made.lex, &r->made.index));
    return read_encoder(r);
}

basin_status bsn_knowledge_from_bytes(basin_ctx *ctx, const char *where, const void *bytes,
                                      size_t length, struct bsn_knowledge *out)
{
    struct reader r = { .ctx = ctx, .where = where };
    basin_status status = bsn_safetensors_parse_in_place(ctx, where, bytes, length, &r.file);

    if (status == BASIN_STATUS_OK)
        status = read_all(&r);
    bsn_safetensors_free(ctx, r.file);
    if (status != BASIN_STATUS_OK) {
        bsn_knowledge_clear(ctx, &r.made);
        return status;
    }
    *out = r.made;
    out->index->lex = &out->lex; /* the lexicon has moved */
    return BASIN_STATUS_OK;
}
