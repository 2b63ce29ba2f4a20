/* learn_teach.h - networks are taught what examples show: the recipe, and its lessons. */
#ifndef BSN_LEARN_TEACH_H
#define BSN_LEARN_TEACH_H

#include "domain/own/learn.h"
#include "train/curriculum.h"

/* What minibatches are made from. */
struct bsn_learn_lessons {
    struct bsn_lore *lore;
    const struct bsn_form *form;
    size_t negatives;
    int32_t *negative;  /* (negatives, high) rows that the form refuses, for a network of tuples */
    struct bsn_recipe recipe;
    char name[BSN_MODEL_NETS][24];  /* of the recipe's networks */
    struct basin_learn_report *report;
    const char *const *value_name;
    size_t drawn, accepted;  /* tuples that were asked about, each as likely, and taken for valid; */
    size_t unseen, elsewhere; /* of these: with parts never seen; refused by any other table */
};

/* Counts a tuple of those that are as likely as any other. */
void bsn_learn_count(struct bsn_learn_lessons *lessons, const int32_t *row, size_t length,
                     bool accepted);

/* Takes back the report's `sure` where there is a reason for doubt that tables alone do not show. */
void bsn_learn_doubt(const struct bsn_learn_lessons *lessons);

/* Fills negatives and recipe. To be cleared in any case. */
basin_status bsn_learn_lessons_make(basin_ctx *ctx, struct bsn_learn_lessons *lessons);
void bsn_learn_lessons_clear(basin_ctx *ctx, struct bsn_learn_lessons *lessons);

extern const struct bsn_curriculum bsn_learn_curriculum;

#endif
