/* lessons.h - what the mixer learns from: definitions that are taken out one by one.
 *
 * A clue is a few units of an article, its answer one of the article's words; the article itself is
 * not looked at when the features are made. So what is learned is how well one source predicts
 * another. Pairs of clue and word can be given as well.
 *
 * A lesson keeps the rows of its answer and of some other words: those that match best, and random
 * ones that stand for all the rest. Each row has the logarithm of how many words it stands for, so
 * that the sum over all words is estimated without bias.
 */
#ifndef BSN_LESSONS_H
#define BSN_LESSONS_H

#include "domain/crossword/knowledge/clue.h"

#define BSN_LESSON_BEST 80      /* rows of words that match best */
#define BSN_LESSON_OTHERS 60    /* of other words that the clue touches */
#define BSN_LESSON_STRANGERS 40 /* and of words that it does not touch */
#define BSN_LESSON_ROWS (1 + BSN_LESSON_BEST + BSN_LESSON_OTHERS + BSN_LESSON_STRANGERS)

struct bsn_encoder;
struct bsn_pool;
struct bsn_watch;

/* A clue with its answer; article `skip` is to be looked away from, or BSN_NONE. */
struct bsn_question {
    struct bsn_clue clue;
    uint32_t answer, skip;
};

struct bsn_clue_lesson {
    uint32_t first, rows; /* the first row is the answer's */
};

struct bsn_lessons {
    const struct bsn_index *index;
    struct bsn_question *question; /* (questions) */
    size_t questions, question_room;

    struct bsn_clue_lesson *lesson;     /* (count) made from the first questions */
    size_t count, lesson_room;
    float *row;                    /* (rows, BSN_FEATURES) */
    float *log_count;              /* (rows) */
    size_t rows, row_room, log_room;
};

/* How questions are drawn from the articles. */
struct bsn_draw {
    size_t count;
    double own;   /* share for which the article itself stays, and the clue is short of a word:
                   * puzzles take clues from dictionaries, too */
    double mates; /* share whose clue is other words of the article */
    bool encoder; /* ask only about articles that an encoder has not seen, see encoder.h */
    uint64_t seed;
};

/* Adds questions to lessons that began as { .index = index }. */
basin_status bsn_lessons_draw(basin_ctx *ctx, struct bsn_lessons *lessons,
                              const struct bsn_draw *draw);
/* Adds a pair of clue and word, unless the word is not known. */
basin_status bsn_lessons_pair(basin_ctx *ctx, struct bsn_lessons *lessons, const char *clue,
                              const char *word);

/* Makes a lesson of each question that is not one yet. The result does not depend on the threads of
 * the pool. The encoder may be NULL; it must be prepared for all lengths. */
basin_status bsn_lessons_make(basin_ctx *ctx, struct bsn_lessons *lessons,
                              const struct bsn_habits *habits, const struct bsn_encoder *encoder,
                              struct bsn_pool *pool, const struct bsn_watch *watch);
void bsn_lessons_clear(basin_ctx *ctx, struct bsn_lessons *lessons);

#endif
