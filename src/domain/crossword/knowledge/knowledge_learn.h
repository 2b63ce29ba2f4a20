/* knowledge_learn.h - makes a knowledge from dictionaries: reads them, learns vectors and mixture.
 *
 * The same files, options and seed give the same knowledge, on any number of threads.
 */
#ifndef BSN_KNOWLEDGE_LEARN_H
#define BSN_KNOWLEDGE_LEARN_H

#include "domain/crossword/knowledge/audit.h"
#include "domain/crossword/knowledge/dictionaries.h"
#include "domain/crossword/knowledge/knowledge.h"

#define BSN_LEARN_LISTS 2

struct bsn_learn_opts {
    const char *gcide;                  /* as for bsn_dictd_read; NULL: none */
    bool free_only;                     /* only what is from 1913 Webster */
    const char *wordnet;                /* folder; NULL: none */
    const char *list[BSN_LEARN_LISTS]; /* lists of words, all and common; NULL: none */
    const char *clues;                  /* clue<TAB>WORD, to be known; NULL: none */
    const char *pairs;                  /* the same, only to learn the mixture on; NULL: none */
    const char *audit;                  /* the same, only to be counted in the sources; NULL */
    const struct bsn_clues *held;       /* list of words not to be defined; NULL: none */
    unsigned hold_sources;              /* ... by these, see bsn_lexicon_hold_out; 0: by any */

    uint32_t encoder_passes;            /* 0: no encoder */
    uint32_t lessons, passes;           /* of the mixer */
    uint64_t seed;
    uint32_t threads;                   /* 0: as many as there are; the result is the same */

    /* Called now and then from the calling thread, with the share of the whole that is done; what
     * is stopped returns STOPPED. Both may be NULL. */
    void (*on_progress)(void *user, const char *stage, double done);
    bool (*should_stop)(void *user);
    void (*on_audit)(void *user, const struct bsn_audit *audit); /* when it is done; or NULL */
    void *user;
};

#define BSN_LEARN_OPTS_INIT                                                                        \
    {                                                                                         \
        .gcide = BSN_DICTIONARY_GCIDE, .free_only = true, .wordnet = BSN_DICTIONARY_WORDNET,  \
        .list = { BSN_DICTIONARY_WORDS, BSN_DICTIONARY_WORDS2 },                              \
        .encoder_passes = 6, .lessons = 6000, .passes = 10, .seed = 1                         \
    }

/* What came of it, for the notes of the model. */
struct bsn_learn_report {
    size_t words, articles[BSN_SOURCES];
    struct bsn_audit audit;             /* all 0 when there was none */
    double encoder_loss, mixer_loss, mixer_held;
};

/* `out` must stay where it is afterwards, see knowledge.h; on failure it is empty. */
basin_status bsn_knowledge_learn(basin_ctx *ctx, const struct bsn_learn_opts *recipe,
                                 struct bsn_knowledge *out, struct bsn_learn_report *report);

#endif
