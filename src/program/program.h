/* program.h - what the programs of this project have in common: how they talk, stop and end.
 *
 * The tool (src/cli) and the reproduction of the paper (src/paper) both use it. Answers go to
 * standard output and are closed by out.c; all else goes to standard error through talk.c.
 */
#ifndef BASIN_PROGRAM_H
#define BASIN_PROGRAM_H

#include <basin_pictures.h>

#include <stdio.h>

enum exit_code {
    EXIT_DONE = 0,     /* done; of a solving verb: not solved, the best so far was printed */
    EXIT_ERROR = 1,    /* one line on standard error says why */
    EXIT_STOPPED = 3,  /* eval, train or paper was stopped before its end */
    EXIT_SOLVED = 10,  /* every answer that was asked for is verified */
    EXIT_KILLED = 130  /* a second signal while stopping */
};

/* "basin: TEXT" on standard error, on one line whatever the text holds; returns EXIT_ERROR. */
int complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same with the last error of a context. */
int complain_ctx(const basin_ctx *ctx);
/* A line on standard error without "basin: ". */
void tell(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* What basin_problem_remarks says, line by line. Returns 0, or EXIT_ERROR after complaining. */
int tell_remarks(basin_ctx *ctx, const basin_problem *problem, const char *spec);
/* From here on nothing is said; the last complaint is kept. */
void talk_keep(void);
/* Says it now, if there is one, as that of process `number`. */
void talk_kept(size_t number);
/* Replaces the progress line of the terminal; text NULL takes it away. */
void progress_show(const char *text);
/* "1:02:03", "4:05" or "6.7 s". */
const char *time_text(double seconds, char text[static 32]);
double clock_seconds(void);

/* A number that tells byte strings apart; and one that goes on behind it. */
uint64_t hash_bytes(const void *bytes, size_t length);
uint64_t hash_more(uint64_t before, const void *bytes, size_t length);

/* Flushes standard output; complains and returns EXIT_ERROR when something was not written. */
int out_finish(int code);
/* May standard output be coloured? */
bool out_color(void);

/* From here on SIGINT and SIGTERM are noted, and a second one ends the program. Ignored ones stay
 * ignored. */
void stop_catch(void);
/* They end the program again, as one does that was noted. */
void stop_release(void);
bool stop_asked(void *unused);
/* Ends what is running as a first signal would. */
void stop_ask(void);

/* Puts a problem with that limit, see basin_problem_with_limit, in the place of *problem, which is
 * freed; on failure it stays. */
basin_status problem_limit(basin_ctx *ctx, basin_problem **problem, uint32_t limit,
                           const int32_t *keep);

/* Answers to be filled by the library; NULL: no memory. */
struct basin_answer *answers_new(size_t count);
void answers_free(basin_ctx *ctx, struct basin_answer *answer, size_t count);

#endif
