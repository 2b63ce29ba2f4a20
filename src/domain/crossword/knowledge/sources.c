/* sources.c - WordNet, files of clues and lists of words as articles; GCIDE is in gcide.c. */
#include "domain/crossword/knowledge/sources.h"

#include "base/mem.h"
#include "format/clues.h"
#include "format/wordnet.h"

#include <string.h>

/* --------------------------------------------------------------------------------- WordNet ---- */

static enum bsn_pos pos_of(char file)
{
    return file == 'n'   ? BSN_POS_NOUN
           : file == 'v' ? BSN_POS_VERB
           : file == 'a' ? BSN_POS_ADJECTIVE
                         : BSN_POS_ADVERB;
}

/* A gloss without its examples, which are in quotation marks at the end. */
static size_t gloss_length(const char *gloss)
{
    return strcspn(gloss, "\"");
}

/* A word without the mark for where an adjective may stand: "galore(ip)". */
static size_t lemma_length(const char *word)
{
    return strcspn(word, "(");
}

static basin_status add_synset(basin_ctx *ctx, const struct bsn_wordnet *net,
                               const struct bsn_wordnet_synset *synset, struct bsn_lexicon *lex)
{
    BSN_TRY(bsn_lexicon_begin(ctx, lex, BSN_SOURCE_WORDNET, pos_of(synset->file)));
    for (uint32_t k = 0; k < synset->words; k++) {
        const char *const word = net->word[synset->first_word + k];
        BSN_TRY(bsn_lexicon_word(ctx, lex, word, lemma_length(word), BSN_LIST_WORDNET));
    }
    return bsn_lexicon_text(ctx, lex, synset->gloss, gloss_length(synset->gloss));
}

/* Each pair of relations that are the same read backwards is kept once. */
static bool relation_of(const char *symbol, uint32_t from, uint32_t to, enum bsn_relation *out)
{
    switch (symbol[0]) {
    case '@': *out = BSN_RELATION_UP; return true;
    case '%': *out = BSN_RELATION_PART; return true;
    case '&':
    case '^':
    case '$': *out = BSN_RELATION_LIKE; return from < to;
    case '+':
    case '\\':
    case '<': *out = BSN_RELATION_DERIVED; return from < to;
    case '!': *out = BSN_RELATION_OPPOSITE; return from < to;
    case '*':
    case '>':
    case ';': *out = BSN_RELATION_OTHER; return true;
    default: return false;
    }
}

static basin_status add_pointers(basin_ctx *ctx, const struct bsn_wordnet *net, size_t first,
                                 struct bsn_lexicon *lex)
{
    enum bsn_relation relation;

    for (size_t k = 0; k < net->synsets; k++)
        for (uint32_t i = 0; i < net->synset[k].pointers; i++) {
            const struct bsn_wordnet_pointer *const p =
                &net->pointer[net->synset[k].first_pointer + i];
            if (p->synset != UINT32_MAX &&
                relation_of(p->symbol, (uint32_t)k, p->synset, &relation))
                BSN_TRY(bsn_lexicon_relate(ctx, lex, (uint32_t)(first + k),
                                           (uint32_t)(first + p->synset), relation));
        }
    return BASIN_STATUS_OK;
}

static bool ends(const char *text, const char *with)
{
    const size_t n = strlen(text), m = strlen(with);

    return n >= m && strcmp(text + n - m, with) == 0;
}

static enum bsn_inflection inflection_of(const struct bsn_wordnet_exception *e)
{
    switch (e->file) {
    case 'n': return BSN_INFLECTION_S;
    case 'v': return ends(e->form, "ing") ? BSN_INFLECTION_ING : BSN_INFLECTION_ED;
    default: return ends(e->form, "st") ? BSN_INFLECTION_EST : BSN_INFLECTION_ER;
    }
}

basin_status bsn_lexicon_add_wordnet(basin_ctx *ctx, const struct bsn_wordnet *net,
                                     struct bsn_lexicon *lex)
{
    const size_t first = lex->articles; /* no synset is left out, so their numbers stay in step */

    for (size_t k = 0; k < net->synsets; k++)
        BSN_TRY(add_synset(ctx, net, &net->synset[k], lex));
    BSN_TRY(add_pointers(ctx, net, first, lex));
    for (size_t k = 0; k < net->exceptions; k++) {
        const struct bsn_wordnet_exception *const e = &net->exception[k];
        BSN_TRY(bsn_lexicon_inflect(ctx, lex, e->form, strlen(e->form), e->base, strlen(e->base),
                                    inflection_of(e)));
    }
    return BASIN_STATUS_OK;
}

/* ------------------------------------------------------------------------- clues and lists ---- */

basin_status bsn_lexicon_add_clues(basin_ctx *ctx, const struct bsn_clues *clues,
                                   struct bsn_lexicon *lex)
{
    for (size_t k = 0; k < clues->count; k++) {
        const struct bsn_clue_line *const line = &clues->line[k];
        BSN_TRY(bsn_lexicon_begin(ctx, lex, BSN_SOURCE_CLUES, BSN_POS_OTHER));
        BSN_TRY(bsn_lexicon_word(ctx, lex, line->word, strlen(line->word), BSN_LIST_CLUES));
        BSN_TRY(bsn_lexicon_text(ctx, lex, line->clue, strlen(line->clue)));
        bsn_lexicon_end(lex);
    }
    return BASIN_STATUS_OK;
}

/* Lists of words hold the possessive of every noun; it is no answer. */
static bool is_possessive(const char *word)
{
    return ends(word, "'s");
}

basin_status bsn_lexicon_add_words(basin_ctx *ctx, const struct bsn_clues *words, unsigned bits,
                                   struct bsn_lexicon *lex)
{
    uint32_t number;

    for (size_t k = 0; k < words->count; k++) {
        const char *const word = words->line[k].word;
        if (!is_possessive(word))
            BSN_TRY(bsn_lexicon_list(ctx, lex, word, strlen(word), bits, &number));
    }
    return BASIN_STATUS_OK;
}
