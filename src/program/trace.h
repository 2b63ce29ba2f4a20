/* trace.h - the recorder of a run: what its particles were at some hundred moments, as JSON.
 *
 * The members are those of doc/json.md, "A recorded run". What is large, the pictures and the
 * frames, is written as it is made.
 *
 * Frames are thinned evenly, but the first, the last and, as far as there is room, those after a
 * resampling stay. The first particles are shown, and the winner.
 */
#ifndef BASIN_PROGRAM_TRACE_H
#define BASIN_PROGRAM_TRACE_H

#include <basin_pictures.h>

#include <stdio.h>

struct trace;

/* What a run is called. The texts must live as long as the recorder. */
struct trace_about {
    const char *name;  /* NULL: made of the others */
    const char *instance, *method, *sampler, *energy;
    uint64_t seed;
};

/* A recorder for one run on a problem, which must outlive it. NULL after complaining. */
struct trace *trace_new(basin_ctx *ctx, const basin_problem *problem,
                        const struct trace_about *about);
void trace_free(struct trace *t);  /* accepts NULL */

/* Takes a moment down; the run needs basin_solve_opts.watch. */
void trace_moment(struct trace *t, const struct basin_moment *now);

/* Writes what was recorded, once. Returns 0, or EXIT_ERROR after complaining; whether all of it
 * could be written, the stream knows. */
int trace_write(struct trace *t, const struct basin_answer *answer, FILE *to);

/* The same into a file that appears when all of it is written. */
int trace_save(struct trace *t, const struct basin_answer *answer, const char *path);

#endif
