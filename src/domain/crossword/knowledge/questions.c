/* questions.c - draws questions for lessons from the articles of a lexicon. */
#include "base/mem.h"
#include "base/rng.h"
#include "domain/crossword/knowledge/encoder.h"
#include "domain/crossword/knowledge/lessons.h"

#include <string.h>

/* Which item of a question's random numbers decides what; 0 to 13 are used. */
enum draw {
    DRAW_ARTICLE = 0, DRAW_ANSWER, DRAW_UNITS, DRAW_SKIP, DRAW_OWN = 8, DRAW_DROP, DRAW_MATES,
    DRAW_MATE_COUNT, DRAW_MATE_FIRST, DRAW_LONG
};

static basin_status add_question(basin_ctx *ctx, struct bsn_lessons *l,
                                 const struct bsn_clue *clue, uint32_t answer, uint32_t skip)
{
    BSN_TRY(BSN_GROW(ctx, &l->question, &l->question_room, l->questions + 1));
    l->question[l->questions++] = (struct bsn_question){ *clue, answer, skip };
    return BASIN_STATUS_OK;
}

basin_status bsn_lessons_pair(basin_ctx *ctx, struct bsn_lessons *l, const char *text,
                              const char *word)
{
    char letters[BSN_ANSWER_LONGEST + 1];
    const size_t length = bsn_answer_of(word, strlen(word), letters);
    const uint32_t answer = bsn_strings_find(&l->index->lex->word, letters, length);
    struct bsn_clue clue;

    if (length == 0 || answer == BSN_NONE)
        return BASIN_STATUS_OK;
    bsn_clue_parse(text, strlen(text), &clue);
    return clue.tokens ? add_question(ctx, l, &clue, answer, BSN_NONE) : BASIN_STATUS_OK;
}

/* Puzzles ask with few words: one to three units of an article, none of them long. */
static size_t choose_units(const struct bsn_lexicon *lex, uint32_t article,
                           const struct bsn_rng *rng, uint32_t unit[3])
{
    const uint32_t first = lex->article[article].first_unit;
    const uint32_t last = lex->article[article + 1].first_unit;
    const uint32_t want = 1 + bsn_rng_below(rng, DRAW_UNITS, 3);
    const uint32_t skip = bsn_rng_below(rng, DRAW_SKIP, 2);
    size_t count = 0;

    for (uint32_t u = first; u < last && count < want; u++) {
        const uint32_t forms = lex->unit[u + 1].first_form - lex->unit[u].first_form;
        if (forms <= 7 && lex->unit[u].kind == BSN_UNIT_TEXT &&
            (u + 1 == last || u >= first + skip))
            unit[count++] = u;
    }
    return count;
}

/* Is the answer part of the clue? Puzzles avoid that. */
static bool tells_answer(const struct bsn_lexicon *lex, const struct bsn_clue *clue,
                         uint32_t answer)
{
    const char *const word = bsn_strings_at(&lex->word, answer);
    const size_t length = bsn_strings_length(&lex->word, answer);

    for (size_t k = 0; k < clue->tokens; k++) {
        const struct bsn_token *const t = &clue->token[k];
        bool same = t->length == length;
        for (size_t i = 0; i < length && same; i++)
            same = (t->form[i] & ~0x20) == word[i];
        if (same)
            return true;
    }
    return false;
}

/* Leaves out one word of a clue of several: a clue that is nearly, not quite, a definition. */
static void drop_token(struct bsn_clue *clue, const struct bsn_rng *rng)
{
    const size_t drop = bsn_rng_below(rng, DRAW_DROP, (uint32_t)clue->tokens + 1);

    if (clue->tokens < 2 || drop >= clue->tokens)
        return;
    clue->whole[clue->token[drop].segment][0] = 0;
    memmove(&clue->token[drop], &clue->token[drop + 1],
            (clue->tokens - drop - 1) * sizeof *clue->token);
    clue->tokens--;
}

/* Up to two other words of the article; none when they are phrases. */
static size_t choose_mates(const struct bsn_lexicon *lex, uint32_t article, uint32_t answer,
                           const struct bsn_rng *rng, uint32_t mate[2])
{
    const uint32_t first = lex->article[article].first_word;
    const uint32_t words = lex->article[article + 1].first_word - first;
    const uint32_t want = 1 + bsn_rng_below(rng, DRAW_MATE_COUNT, 2);
    const uint32_t start = bsn_rng_below(rng, DRAW_MATE_FIRST, words);
    size_t count = 0;

    for (uint32_t k = 0; k < words && count < want; k++) {
        const uint32_t word = lex->article_word[first + (start + k) % words];
        if (word != answer && !(lex->list[word] & BSN_LIST_PHRASE))
            mate[count++] = word;
    }
    return count;
}

/* Makes the clue of a lesson: definitions, or words of the same meaning. */
static bool choose_clue(const struct bsn_lexicon *lex, uint32_t article, uint32_t answer,
                        const struct bsn_rng *rng, double mates, struct bsn_clue *clue)
{
    static const enum bsn_asks asks[BSN_POSES] = { [BSN_POS_NOUN] = BSN_ASKS_NOUN,
                                                   [BSN_POS_VERB] = BSN_ASKS_VERB };
    uint32_t unit[3], mate[2];
    const size_t named = bsn_rng_uniform(rng, DRAW_MATES) < mates
                             ? choose_mates(lex, article, answer, rng, mate)
                             : 0;
    const size_t units = choose_units(lex, article, rng, unit);

    if (named > 0)
        bsn_clue_of_words(lex, mate, named, asks[lex->article[article].pos], clue);
    else if (units > 0)
        bsn_clue_of_units(lex, unit, units, clue);
    return named > 0 || units > 0;
}

/* Puzzles have short words: long ones are seldom drawn, phrases never. */
static bool is_usual(const struct bsn_lexicon *lex, uint32_t word, const struct bsn_rng *rng)
{
    return !(lex->list[word] & BSN_LIST_PHRASE) &&
           (bsn_strings_length(&lex->word, word) <= 7 || bsn_rng_below(rng, DRAW_LONG, 4) == 0);
}

/* Draws a question; false when the article drawn has none to offer. */
static bool draw_question(const struct bsn_lexicon *lex, const struct bsn_draw *draw,
                          uint32_t number, struct bsn_question *q)
{
    const struct bsn_rng rng = { .seed = draw->seed, .purpose = BSN_RNG_EXAMPLE, .step = number };
    const bool own = bsn_rng_uniform(&rng, DRAW_OWN) < draw->own;
    uint32_t article = bsn_rng_below(&rng, DRAW_ARTICLE, (uint32_t)lex->articles);

    if (draw->encoder && !own)
        article -= article % BSN_ENCODER_HELD; /* the encoder was trained on the others */
    const struct bsn_article *const at = &lex->article[article];
    const uint32_t words = at[1].first_word - at->first_word;
    if (words == 0)
        return false;
    q->answer = lex->article_word[at->first_word + bsn_rng_below(&rng, DRAW_ANSWER, words)];
    q->skip = own ? BSN_NONE : article;
    if (!is_usual(lex, q->answer, &rng) ||
        !choose_clue(lex, article, q->answer, &rng, draw->mates, &q->clue) ||
        tells_answer(lex, &q->clue, q->answer))
        return false;
    if (own)
        drop_token(&q->clue, &rng);
    return true;
}

basin_status bsn_lessons_draw(basin_ctx *ctx, struct bsn_lessons *l, const struct bsn_draw *draw)
{
    struct bsn_question q;
    size_t drawn = 0;

    for (uint32_t number = 0; drawn < draw->count && number < 20 * draw->count; number++)
        if (draw_question(l->index->lex, draw, number, &q)) {
            BSN_TRY(add_question(ctx, l, &q.clue, q.answer, q.skip));
            drawn++;
        }
    return BASIN_STATUS_OK;
}
