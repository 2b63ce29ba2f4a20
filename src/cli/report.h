/* report.h - what eval prints: a row of a table or JSON lines for each instance, and a summary. */
#ifndef BASIN_CLI_REPORT_H
#define BASIN_CLI_REPORT_H

#include "show_answer.h"

/* How an instance went. */
struct outcome {
    bool failed;                  /* there are no answers ... */
    char *error;                  /* ... because; NULL: no memory even for that */
    struct basin_answer *answer;  /* (tally.count) without their values, */
    struct run_facts *facts;      /* (tally.count) and what is kept of these */
    struct tally tally;
    struct question question;
    double seconds;               /* from the opening to the last answer */
    double reference;             /* energy that the domain's reference finds; NAN: none */
    size_t entry;                 /* which of the instances it is, from 0 */
    const struct run_line *line;  /* (tally.count) lines that say so already; NULL: none do */
    bool kept;                    /* they stand where they would be written */
};
void outcome_clear(struct outcome *out);

struct report {
    const struct options *o;
    const struct setup *setup;
    FILE *lines;      /* where JSON lines go, or NULL */
    int64_t whole;    /* bytes of whole lines in it */
    int lines_error;  /* why no more can be written there, or 0 */
    size_t entries;   /* instances that were given, also those of other shards */
    size_t behind;    /* bytes of the file of lines that stay, see eval --resume */
    bool table;       /* on standard output, unless the lines are there */
    int width;        /* of the first column */
    const char *reference;  /* name of the domain's, or NULL */
    const char *solved;     /* what an answer without broken constraints is called */
    struct {
        size_t instances, solved, failed, runs, solved_runs, begun_runs;
        double seconds, longest;
        double holding;  /* share of constraints that hold, summed over the runs begun */
        size_t scored, right;
        struct basin_score score;
        size_t compared, reached;  /* runs to hold against the reference; at or below it */
        uint32_t samplers;  /* those that ran, bit i - 1 for the number i of an answer */
    } total;
};

/* Opens the file of JSON lines, if there is one, and prints the head of a table for instances of
 * these names. Returns false after complaining. */
bool report_open(struct report *r, char *const *name, size_t names);
/* Prints how an instance went and counts it. Returns false when nothing can be written any more;
 * report_close says why. */
bool report_outcome(struct report *r, const char *name, const struct outcome *out);
void report_summary(const struct report *r, double seconds);
/* Returns the exit code: `code`, or EXIT_ERROR after complaining that not all was written. */
int report_close(struct report *r, int code);

#endif
