/* habits.h - how clues that begin in some way go with endings and parts of speech of words. */
#ifndef BSN_HABITS_H
#define BSN_HABITS_H

#include "domain/crossword/knowledge/clue.h"

/* Counts over all articles, each asked by its first unit. */
void bsn_habits_learn(const struct bsn_index *index, struct bsn_habits *habits);

#endif
