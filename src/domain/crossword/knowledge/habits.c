/* habits.c - counts how clues go with endings and parts of speech, and takes logarithms of ratios.
 *
 * log p(ending | asking) / p(ending), where each p(. | asking) is drawn towards p(.) by as much as
 * PRIOR further observations would.
 */
#include "domain/crossword/knowledge/habits.h"

#include <math.h>

#define PRIOR 10

struct counts {
    double ending[BSN_ASKINGS][BSN_ENDINGS], ending_all[BSN_ENDINGS];
    double pos[BSN_ASKS_KINDS][BSN_POSES], pos_all[BSN_POSES];
};

static void count_article(const struct bsn_index *x, uint32_t article, struct counts *c)
{
    const struct bsn_lexicon *const lex = x->lex;
    const struct bsn_article *const at = &lex->article[article];
    struct bsn_clue clue;

    if (at->first_unit == at[1].first_unit || at->first_word == at[1].first_word)
        return;
    bsn_clue_of_units(lex, &at->first_unit, 1, &clue);
    for (uint32_t k = at->first_word; k < at[1].first_word; k++) {
        const size_t ending = x->profiles[x->profile[lex->article_word[k]]].ending;
        c->ending[bsn_clue_asking(&clue)][ending]++;
        c->ending_all[ending]++;
    }
    if (at->source != BSN_SOURCE_CLUES) {
        c->pos[clue.asks[0]][at->pos]++;
        c->pos_all[at->pos]++;
    }
}

static void take_logs(const double *joint, const double *all, size_t kinds, float *out)
{
    double sum = 0, total = 0;

    for (size_t i = 0; i < kinds; i++) {
        sum += joint[i];
        total += all[i];
    }
    for (size_t i = 0; i < kinds; i++) {
        const double share = (all[i] + 1) / (total + (double)kinds);
        out[i] = (float)log((joint[i] + PRIOR * share) / (sum + PRIOR) / share);
    }
}

void bsn_habits_learn(const struct bsn_index *index, struct bsn_habits *habits)
{
    struct counts c = { 0 };

    for (uint32_t a = 0; a < index->lex->articles; a++)
        count_article(index, a, &c);
    for (size_t i = 0; i < BSN_ASKINGS; i++)
        take_logs(c.ending[i], c.ending_all, BSN_ENDINGS, habits->ending[i]);
    for (size_t i = 0; i < BSN_ASKS_KINDS; i++)
        take_logs(c.pos[i], c.pos_all, BSN_POSES, habits->pos[i]);
}
