/* gcide.c - the articles of GCIDE, as Debian's dict-gcide prints them.
 *
 * An article begins with a head: words with their pronunciation between backslashes, the part of
 * speech, inflected forms, an etymology in brackets. Paragraphs follow: senses, quotations
 * (indented deeper), notes, synonyms, and phrases with an explanation of their own. What a
 * paragraph was taken from stands behind it in brackets, one mark for all paragraphs since the
 * last mark. Not every article keeps to this; what is not understood ends up as words of a
 * definition, which does little harm.
 */
#include "base/mem.h"
#include "domain/crossword/knowledge/forms.h"
#include "domain/crossword/knowledge/gcide_text.h"
#include "domain/crossword/knowledge/sources.h"
#include "format/dictd.h"

#include <string.h>

#define PENDING 16384 /* characters of paragraphs that wait for their mark; the rest is dropped */
#define HEADS 6
#define SYNONYM 30    /* a synonym is shorter */
#define PHRASE_GAP 40   /* characters between a phrase and the comma before its explanation */
#define SIGNATURE 30  /* a line that is indented by as much names an author */
#define QUOTATION 9   /* a paragraph that is indented by more is a quotation */

struct reader {
    basin_ctx *ctx;
    struct bsn_lexicon *lex;
    bool free_only;

    char head[HEADS][BSN_GCIDE_NAME]; /* words of the article */
    size_t heads;
    enum bsn_pos pos;
    const char *forms, *forms_end; /* the rest of the head, until its forms are read */

    char pending[PENDING]; /* paragraphs, each ends in a line feed */
    size_t length;
    bool skipping;         /* in a quotation */
};

/* ----------------------------------------------------------------------------------- heads ---- */

/* The end of the head: the first line feed outside of brackets, or the end of the article. */
static size_t head_length(const char *text, size_t length)
{
    int depth = 0;
    size_t i = 0;

    for (; i < length && !(text[i] == '\n' && depth <= 0); i++) {
        depth += text[i] == '[' || text[i] == '(';
        depth -= text[i] == ']' || text[i] == ')';
        if (text[i] == '\n' && i + 1 < length && text[i + 1] == '\n')
            break; /* a bracket that was never closed */
    }
    return i;
}

/* Words stand before a pronunciation: "Tea \Tea\, or Tay \Tay\, n." Returns what follows. */
static const char *read_names(struct reader *r, const char *text, const char *end)
{
    r->heads = 0;
    for (;;) {
        const char *const open = memchr(text, '\\', (size_t)(end - text));
        const char *const close = open ? memchr(open + 1, '\\', (size_t)(end - open - 1)) : NULL;
        if (!close || memchr(text, '[', (size_t)(open - text)))
            return text;
        while (text < open && (strchr(" ,\n", *text) || bsn_begins(text, "or ")))
            text += bsn_begins(text, "or ") ? 3 : 1;
        if (r->heads < HEADS && text < open)
            r->heads += bsn_gcide_name(text, (size_t)(open - text), r->head[r->heads]) > 0;
        text = close + 1;
    }
}

/* The first part of speech that is named outside of brackets. */
static enum bsn_pos read_pos(const char *text, const char *end)
{
    static const struct {
        const char *label;
        enum bsn_pos meaning;
    } labels[] = {
        { " n.", BSN_POS_NOUN },      { " v.", BSN_POS_VERB },
        { " imp.", BSN_POS_VERB },    { " p. p", BSN_POS_VERB },
        { " a.", BSN_POS_ADJECTIVE }, { " adj.", BSN_POS_ADJECTIVE },
        { " adv.", BSN_POS_ADVERB },
    };
    int depth = 0;

    for (; text < end; text++) {
        depth += *text == '[' || *text == '(';
        depth -= *text == ']' || *text == ')';
        for (size_t k = 0; k < sizeof labels / sizeof *labels && depth <= 0; k++)
            if (bsn_begins(text, labels[k].label))
                return labels[k].meaning;
    }
    return BSN_POS_OTHER;
}

/* Forms stand in braces behind what they are: "[imp. & p. p. {Coagulated}; p. pr. ...". */
static basin_status read_forms(struct reader *r)
{
    static const struct {
        const char *label;
        enum bsn_inflection meaning;
    } labels[] = {
        { "pl.", BSN_INFLECTION_S },     { "imp.", BSN_INFLECTION_ED },
        { "p. p.", BSN_INFLECTION_ED },  { "p. pr.", BSN_INFLECTION_ING },
        { "vb. n.", BSN_INFLECTION_ING }, { "ompar.", BSN_INFLECTION_ER },
        { "uperl.", BSN_INFLECTION_EST }, { "See", BSN_INFLECTION_NONE },
        { "f. ", BSN_INFLECTION_NONE },  { "fr.", BSN_INFLECTION_NONE },
    };
    const char *const end = r->forms_end;
    enum bsn_inflection kind = BSN_INFLECTION_NONE;
    char form[BSN_GCIDE_NAME];

    for (const char *text = r->forms; text < end; text++) {
        for (size_t k = 0; k < sizeof labels / sizeof *labels; k++)
            if (bsn_begins(text, labels[k].label))
                kind = labels[k].meaning;
        const char *const close = *text == '{' ? memchr(text, '}', (size_t)(end - text)) : NULL;
        if (!close || kind == BSN_INFLECTION_NONE || r->heads == 0)
            continue;
        const size_t length = bsn_gcide_name(text + 1, (size_t)(close - text - 1), form);
        BSN_TRY(bsn_lexicon_inflect(r->ctx, r->lex, form, length, r->head[0], strlen(r->head[0]),
                                    kind));
        text = close;
    }
    return BASIN_STATUS_OK;
}

/* ---------------------------------------------------------------------------------- senses ---- */

static basin_status add_heads(struct reader *r)
{
    for (size_t k = 0; k < r->heads; k++)
        BSN_TRY(bsn_lexicon_word(r->ctx, r->lex, r->head[k], strlen(r->head[k]), BSN_LIST_GCIDE));
    return BASIN_STATUS_OK;
}

/* "See {Coke}, n.", "Same as {Lawe}": the words in the first braces. */
static basin_status add_see(struct reader *r, const char *text, size_t length)
{
    const char *const open = memchr(text, '{', length);
    const char *const close = open ? memchr(open, '}', (size_t)(text + length - open)) : NULL;
    char name[BSN_GCIDE_NAME];

    if (!close || (!bsn_begins(text, "See ") && !bsn_begins(text, "Same as") &&
                   !bsn_begins(text, "Alt. of")))
        return BASIN_STATUS_OK;
    const size_t chars = bsn_gcide_name(open + 1, (size_t)(close - open - 1), name);
    return bsn_lexicon_unit(r->ctx, r->lex, BSN_UNIT_SEE, name, chars);
}

static basin_status add_sense(struct reader *r, const char *text, size_t length,
                              enum bsn_source source)
{
    char sense[BSN_GCIDE_SENSE + 8];

    while (length > 0 && (*text == ' ' || bsn_gcide_label(text, length) > 0)) {
        const size_t skip = *text == ' ' ? 1 : bsn_gcide_label(text, length);
        text += skip;
        length -= skip;
    }
    BSN_TRY(bsn_lexicon_begin(r->ctx, r->lex, source, r->pos));
    BSN_TRY(add_heads(r));
    BSN_TRY(add_see(r, text, length));
    if (r->lex->article[r->lex->articles - 1].first_unit == r->lex->units) {
        const size_t chars = bsn_gcide_clean(text, length, sense);
        BSN_TRY(bsn_lexicon_text(r->ctx, r->lex, sense, chars));
    }
    bsn_lexicon_end(r->lex);
    return BASIN_STATUS_OK;
}

/* Senses inside a paragraph are lettered: " (a) ". */
static bool is_letter_mark(const char *text)
{
    return text[0] == '(' && text[1] >= 'a' && text[1] <= 'z' && text[2] == ')';
}

static basin_status add_senses(struct reader *r, const char *text, size_t length,
                               enum bsn_source source)
{
    size_t begin = strspn(text, "0123456789");

    begin = begin > 0 && text[begin] == '.' ? begin + 1 : 0;
    for (size_t i = begin; i <= length; i++)
        if (i == length || is_letter_mark(text + i)) {
            BSN_TRY(add_sense(r, text + begin, i - begin, source));
            begin = i < length ? i + 3 : i;
        }
    return BASIN_STATUS_OK;
}

/* "Syn: To thicken; concrete; curdle, clot. See {Curdle}." */
static basin_status add_synonyms(struct reader *r, const char *text, size_t length,
                                 enum bsn_source source)
{
    char list[BSN_GCIDE_SENSE + 8];
    const size_t chars = bsn_gcide_clean(text, length, list);

    BSN_TRY(bsn_lexicon_begin(r->ctx, r->lex, source, r->pos));
    BSN_TRY(add_heads(r));
    for (size_t i = 0; i < chars;) {
        const size_t part = strcspn(list + i, ";,.");
        const bool see = bsn_begins(list + i + strspn(list + i, " "), "See ");
        if (!see && part < SYNONYM)
            BSN_TRY(bsn_lexicon_unit(r->ctx, r->lex, BSN_UNIT_SYNONYM, list + i, part));
        i += part + 1;
    }
    bsn_lexicon_end(r->lex);
    return BASIN_STATUS_OK;
}

/* "{Lawful age}, the age when ...": an article inside the article, with a head of its own. */
static basin_status add_phrase(struct reader *r, const char *text, size_t length,
                               enum bsn_source source)
{
    const size_t heads = r->heads;
    const enum bsn_pos pos = r->pos;
    char first[BSN_GCIDE_NAME];
    const char *const close = memchr(text, '}', length), *const end = text + length;
    const char *const comma = close ? strpbrk(close + 1, ",.") : NULL;

    if (!comma || comma - close > PHRASE_GAP)
        return BASIN_STATUS_OK;
    memcpy(first, r->head[0], sizeof first);
    r->heads = bsn_gcide_name(text + 1, (size_t)(close - text - 1), r->head[0]) > 0;
    r->pos = BSN_POS_OTHER;
    const basin_status status = add_senses(r, comma + 1, (size_t)(end - comma - 1), source);
    memcpy(r->head[0], first, sizeof first);
    r->heads = heads;
    r->pos = pos;
    return status;
}

static basin_status add_paragraph(struct reader *r, const char *text, size_t length,
                                  enum bsn_source source)
{
    if (bsn_begins(text, "Note:") || bsn_begins(text, "Usage:") || length < 2)
        return BASIN_STATUS_OK;
    if (bsn_begins(text, "Syn:"))
        return add_synonyms(r, text + 4, length - 4, source);
    if (text[0] == '{')
        return add_phrase(r, text, length, source);
    return add_senses(r, text, length, source);
}

/* All paragraphs that wait come from this source; before the first mark, the head does, too. */
static basin_status flush(struct reader *r, bool is_free)
{
    const enum bsn_source source = is_free ? BSN_SOURCE_WEBSTER : BSN_SOURCE_GCIDE;
    const bool wanted = is_free || !r->free_only;

    if (wanted && r->forms)
        BSN_TRY(read_forms(r));
    r->forms = NULL;
    r->pending[r->length] = 0;
    for (char *at = r->pending; *at && wanted;) {
        char *const end = at + strcspn(at, "\n");
        char *const next = *end ? end + 1 : end;
        *end = 0;
        if (end > at)
            BSN_TRY(add_paragraph(r, at, (size_t)(end - at), source));
        at = next;
    }
    r->length = 0;
    return BASIN_STATUS_OK;
}

/* -------------------------------------------------------------------------------- articles ---- */

static void append(struct reader *r, const char *text, size_t length)
{
    if (r->length + length + 2 >= PENDING)
        return;
    memcpy(r->pending + r->length, text, length);
    r->length += length;
}

static void break_paragraph(struct reader *r)
{
    if (r->length > 0 && r->pending[r->length - 1] != '\n')
        append(r, "\n", 1);
    r->skipping = false;
}

/* Begins a new paragraph where a numbered sense or a phrase does, even without an empty line. */
static bool opens_paragraph(const char *text, size_t length)
{
    const size_t digits = strspn(text, "0123456789");

    return digits > 0 && digits < 3 && digits < length && text[digits] == '.';
}

static basin_status read_line(struct reader *r, const char *line, size_t length)
{
    const size_t indent = strspn(line, " ") < length ? strspn(line, " ") : length;
    const bool fresh = r->length == 0 || r->pending[r->length - 1] == '\n';

    line += indent;
    length -= indent;
    if (length == 0 || opens_paragraph(line, length))
        break_paragraph(r);
    if (fresh && indent > QUOTATION && *line != '(')
        r->skipping = true;
    for (size_t i = 0; i < length; i++)
        if (line[i] == '[' && bsn_gcide_is_mark(line + i + 1)) {
            if (!r->skipping)
                append(r, line, i);
            break_paragraph(r);
            return flush(r, bsn_gcide_is_free(line + i + 1));
        }
    if (!r->skipping && length > 0 && indent < SIGNATURE) {
        append(r, line, length);
        append(r, " ", 1);
    }
    return BASIN_STATUS_OK;
}

static basin_status read_article(struct reader *r, const char *text, size_t length)
{
    const size_t head = head_length(text, length);
    const char *const rest = read_names(r, text, text + head);

    if (r->heads == 0)
        return BASIN_STATUS_OK;
    r->pos = read_pos(rest, text + head);
    r->length = 0;
    r->skipping = false;
    r->forms = rest;
    r->forms_end = text + head;
    for (size_t at = head + 1; at < length;) {
        const char *const feed = memchr(text + at, '\n', length - at);
        const size_t end = feed ? (size_t)(feed - text) : length;
        BSN_TRY(read_line(r, text + at, end - at));
        at = end + 1;
    }
    break_paragraph(r);
    return flush(r, false); /* what has no mark is not known to be free */
}

basin_status bsn_lexicon_add_gcide(basin_ctx *ctx, const struct bsn_dictd *dict, bool free_only,
                                   struct bsn_lexicon *lex)
{
    struct reader *r;
    basin_status status = BASIN_STATUS_OK;

    BSN_TRY(BSN_NEW(ctx, 1, &r));
    *r = (struct reader){ .ctx = ctx, .lex = lex, .free_only = free_only };
    for (size_t k = 0; k < dict->count && status == BASIN_STATUS_OK; k++) {
        const struct bsn_dictd_entry *const e = &dict->entry[k];
        status = read_article(r, dict->text + e->offset, e->length);
    }
    bsn_free(ctx, r);
    return status;
}
