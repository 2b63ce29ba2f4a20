/* domain.h - what a domain is: tables of functions, one for each kind of reader.
 *
 * A domain X is added by adding a file X.c or a folder X to this one that defines bsn_domain_X; the
 * build lists the folder. Solving sees its task, training its curriculum, pictures its drawing; all
 * that is about text and files is read here alone, by problem.c.
 */
#ifndef BSN_DOMAIN_H
#define BSN_DOMAIN_H

#include "base/text.h"
#include "domain/drawing.h"
#include "energy/task.h"
#include "train/curriculum.h"

/* How instances are found and read, and assignments written and read. */
struct bsn_notation {
    const char *operand, *formats;
    const char *suffix; /* of its files' names; "" when instances are no files */
    const char *unknown; /* what the first format says where nothing was found; NULL: nothing */
    const char *about;  /* what else is to be known of its files and answers; NULL: nothing */

    bool (*claims)(const char *spec);  /* does this look like an instance of mine? */
    basin_status (*open)(basin_ctx *ctx, const char *spec, void **instance);
    /* Instances that a file holds; NULL: one. The others are "FILE:INDEX". */
    basin_status (*instances)(basin_ctx *ctx, const char *path, size_t *count);
    /* What of the instance's file is no part of the instance, where that matters; NULL: nothing. */
    void (*left_out)(const void *instance, struct bsn_text *text);
    /* Why the task's floor is not 0; NULL where it always is. */
    void (*floor_reason)(const void *instance, struct bsn_text *text);

    /* An assignment that breaks `violated` constraints, or NULL when there is none; `sure` says how
     * sure each of its words is, or is NULL. */
    void (*write)(const void *instance, const int32_t *value, uint64_t violated,
                  const double *sure, const char *format, struct bsn_text *text);
    /* Solutions in a file's text, appended to *value one after the other. */
    basin_status (*read)(basin_ctx *ctx, const void *instance, const char *path, char *text,
                         int32_t **value, size_t *count);
    /* The name of a variable, or, with a value of 0 or more, of that value; NULL: it has none. */
    const char *(*name)(const void *instance, size_t variable, int64_t value);
    /* How much of an assignment is as the file's own solution says; false when it has none. NULL:
     * none ever has. */
    bool (*score)(const void *instance, const int32_t *value, struct basin_score *score);
};

struct bsn_generator {
    const char *kinds;  /* of random instances */
    /* One of them as text. The options are complete. */
    basin_status (*generate)(basin_ctx *ctx, const struct basin_gen_opts *opts,
                             struct bsn_text *text);
};

/* Every domain has a task; what else it lacks is NULL. */
struct bsn_domain {
    const char *name, *summary;
    const struct bsn_task *task;
    const struct bsn_notation *text;
    const struct bsn_curriculum *curriculum;
    const struct bsn_drawing *drawing;
    const struct bsn_generator *generator;
};

extern const struct bsn_domain *const bsn_domain_list[];  /* ends with NULL */

/* The domain of that name, or NULL and an error that lists the names. */
const struct bsn_domain *bsn_domain_find(basin_ctx *ctx, const char *name);

#endif
