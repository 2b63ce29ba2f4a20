/* show_answer.h - an answer as JSON, the same for a solving verb and for eval. */
#ifndef BASIN_CLI_ANSWER_H
#define BASIN_CLI_ANSWER_H

#include "base/json.h"
#include "cli.h"

/* What an answer is the answer to; known also when the problem is gone. */
struct question {
    size_t constraints, searched;
    uint64_t floor;  /* what every assignment breaks, as far as is known */
    bool has_limit;
    uint32_t limit;
    char *remarks;   /* lines, see basin_problem_remarks; or NULL */
};
struct question question_of(basin_ctx *ctx, const basin_problem *problem);
void question_clear(struct question *question);

/* "remarks", one by one; nothing where there are none. */
void answer_remarks(struct bsn_json *j, const struct question *question);

/* What answers call the domain: that of the energies. */
const char *domain_of(const struct setup *s);

/* Opens an object and writes all that is known of an answer but its values. */
void answer_open(struct bsn_json *j, const struct setup *s, const char *instance,
                 const struct question *question, const struct basin_answer *a);

/* The kind that answer_open called so; NONE for any other word. */
enum basin_answer_kind kind_of(const char *word);

/* "solved": what the verifier says; null where none can accept an answer. */
void answer_solved(struct bsn_json *j, const char *domain, bool accepted);

#endif
