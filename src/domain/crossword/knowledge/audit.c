/* audit.c - units of articles against parts of clues, all told apart by a hash of their forms. */
#include "domain/crossword/knowledge/audit.h"

#include "base/mem.h"
#include "domain/crossword/knowledge/forms.h"
#include "format/clues.h"

#include <stdlib.h>
#include <string.h>

/* A part of a clue between semicolons. */
struct part {
    uint64_t hash;
    uint32_t clue;
    uint32_t article;  /* the last one that has it + 1, or 0 */
};

/* What is known of a clue. */
struct asked {
    uint32_t parts;
    uint32_t answer;                /* number of its word, or BSN_STRINGS_NONE */
    uint32_t article, here;         /* how many parts the article of that number + 1 has */
    uint8_t found, answered;        /* sources, one bit each */
};

struct audit {
    const struct bsn_lexicon *lex;
    struct asked *asked;            /* (clues) */
    struct part *part;              /* (parts) by hash */
    size_t parts, room;
};

#define HASH_START 14695981039346656037u

/* 64 bits for some thousand parts and a million units: none are taken for others. */
static uint64_t mix(uint64_t hash, uint32_t form)
{
    hash = (hash ^ form) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
}

static int by_hash(const void *a, const void *b)
{
    const struct part *const p = a, *const q = b;

    if (p->hash != q->hash)
        return p->hash < q->hash ? -1 : 1;
    return p->clue < q->clue ? -1 : p->clue > q->clue;
}

/* The hash of a text as a unit would have it; false when no form is left of it. A form that the
 * lexicon does not have makes it one that no unit has. */
static bool hash_text(const struct bsn_lexicon *lex, const char *text, size_t length,
                      uint64_t *hash)
{
    char form[BSN_FORM_CHARS + 1];
    size_t at = 0, count = 0, chars;

    *hash = HASH_START;
    while (count < BSN_UNIT_FORMS && (chars = bsn_form_next(text, length, &at, false, form)) > 0) {
        *hash = mix(*hash, bsn_strings_find(&lex->form, form, chars));
        count++;
    }
    return count > 0;
}

static basin_status add_clue(basin_ctx *ctx, struct audit *a, const struct bsn_clue_line *line,
                             uint32_t clue)
{
    char answer[BSN_ANSWER_LONGEST + 1];
    const char *text = line->clue;
    const size_t length = bsn_answer_of(line->word, strlen(line->word), answer);
    uint64_t hash;

    a->asked[clue].answer = length ? bsn_strings_find(&a->lex->word, answer, length)
                                   : BSN_STRINGS_NONE;
    for (bool more = true; more;) {
        const size_t part = strcspn(text, ";");
        more = text[part] == ';';
        if (hash_text(a->lex, text, part, &hash)) {
            BSN_TRY(BSN_GROW(ctx, &a->part, &a->room, a->parts + 1));
            a->part[a->parts++] = (struct part){ hash, clue, 0 };
            a->asked[clue].parts++;
        }
        text += part + more;
    }
    return BASIN_STATUS_OK;
}

static bool has_word(const struct bsn_lexicon *lex, uint32_t article, uint32_t word)
{
    const struct bsn_article *const at = &lex->article[article];

    for (uint32_t k = at->first_word; k < at[1].first_word; k++)
        if (lex->article_word[k] == word)
            return true;
    return false;
}

/* The article has that part of a clue; has it all of them now? */
static void meet(struct audit *a, struct part *part, uint32_t article)
{
    struct asked *const asked = &a->asked[part->clue];
    const uint8_t bit = (uint8_t)(1u << a->lex->article[article].source);

    if (part->article == article + 1)
        return;
    part->article = article + 1;
    asked->here = asked->article == article + 1 ? asked->here + 1 : 1;
    asked->article = article + 1;
    if (asked->here < asked->parts)
        return;
    asked->found |= bit;
    if (asked->answer != BSN_STRINGS_NONE && has_word(a->lex, article, asked->answer))
        asked->answered |= bit;
}

/* The first part whose hash is not below. */
static size_t find_part(const struct audit *a, uint64_t hash)
{
    size_t low = 0, high = a->parts;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (a->part[middle].hash < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void walk_articles(struct audit *a)
{
    const struct bsn_lexicon *const lex = a->lex;

    for (uint32_t n = 0; n < lex->articles; n++)
        for (uint32_t u = lex->article[n].first_unit; u < lex->article[n + 1].first_unit; u++) {
            uint64_t hash = HASH_START;
            for (uint32_t k = lex->unit[u].first_form; k < lex->unit[u + 1].first_form; k++)
                hash = mix(hash, lex->unit_form[k]);
            for (size_t p = find_part(a, hash); p < a->parts && a->part[p].hash == hash; p++)
                meet(a, &a->part[p], n);
        }
}

static void count(const struct audit *a, size_t clues, struct bsn_audit *out)
{
    *out = (struct bsn_audit){ .clues = clues };
    for (size_t k = 0; k < clues; k++) {
        out->found_any += a->asked[k].found != 0;
        out->answered_any += a->asked[k].answered != 0;
        for (size_t s = 0; s < BSN_SOURCES; s++) {
            out->found[s] += a->asked[k].found >> s & 1;
            out->answered[s] += a->asked[k].answered >> s & 1;
        }
    }
}

basin_status bsn_audit(basin_ctx *ctx, const struct bsn_lexicon *lex,
                       const struct bsn_clues *clues, struct bsn_audit *out)
{
    struct audit a = { .lex = lex };
    basin_status status;

    BSN_TRY_OUT(BSN_NEW(ctx, clues->count + 1, &a.asked));
    for (uint32_t k = 0; k < clues->count; k++)
        BSN_TRY_OUT(add_clue(ctx, &a, &clues->line[k], k));
    if (a.parts > 0)
        qsort(a.part, a.parts, sizeof *a.part, by_hash);
    walk_articles(&a);
    count(&a, clues->count, out);
    status = BASIN_STATUS_OK;
out:
    bsn_free(ctx, a.asked);
    bsn_free(ctx, a.part);
    return status;
}
