/* run_lines.h - JSON lines of runs, read back: to be joined, or to go on where they end.
 *
 * doc/json.md says what a line holds. Two lines with the same identity are of the same run; they
 * say the same but for times and the machine.
 */
#ifndef BASIN_CLI_RUN_LINES_H
#define BASIN_CLI_RUN_LINES_H

#include "report.h"

#include <jansson.h>

struct run_line {
    json_t *object;
    char *text;          /* as it stands in the file, without its line break */
    char *identity;      /* which run it is, but for its sample */
    const char *path;
    size_t number;       /* of the line in the file, from 1 */
    size_t end;          /* bytes of the file up to its line break, that included */
    size_t entry, sample, entries;  /* entries 0: no line of eval */
    size_t samples;      /* of this run in all parts; 0: the line does not say */
    size_t place;        /* of the first line with that identity */
};

struct run_lines {
    struct run_line *line;
    size_t count, room;
    size_t doubles;      /* lines left out by the joining: of a run that another line tells of */
    size_t late;         /* of these, pairs of which one tells more of its run: that one stays */
};

/* Appends the lines of a file, all of which say of which run they are. One at its end that was torn
 * off is left out. Returns 0, or EXIT_ERROR after complaining. */
int run_lines_read(struct run_lines *lines, const char *path);
/* The same of a file that may be packed, or of standard input for "-"; what was torn off is told
 * unless `quiet`. */
int run_lines_unpack(basin_ctx *ctx, struct run_lines *lines, const char *path, bool quiet);
void run_lines_free(struct run_lines *lines);

/* Puts them in the order in which one process writes them, and leaves one of those that are of the
 * same run: of one that was stopped and made again, the one that came further. Returns 0, or
 * EXIT_ERROR after complaining that two say what cannot both be so. */
int run_lines_join(struct run_lines *lines);

/* "path:3" */
#define RUN_PLACE 320
const char *run_line_place(const struct run_line *line, char text[static RUN_PLACE]);

/* A member that is a text, "" where there is none; and is it that one? */
const char *run_line_word(const json_t *object, const char *key);
bool run_line_says(const struct run_line *line, const char *key, const char *word);

/* A member that is a count or a seed, 0 where there is none. In a line with a large seed all
 * numbers are read as reals. */
uint64_t run_line_count(const json_t *object, const char *key);

/* What a line of eval must have to stand for its run, and this one has not: a member, or NULL. */
const char *run_line_lacks(const struct run_line *line);
/* In what it differs from the lines of an eval of so many instances with such a setup, or NULL. */
const char *run_line_differs(const struct run_line *line, const struct setup *s, size_t entries);

/* Was that run begun, and not cut short by a signal? */
bool run_line_done(const struct run_line *line);

/* What `count` lines of one instance, in order, say of it. False: no memory. */
bool run_lines_outcome(const struct run_line *line, size_t count, const char *reference,
                       struct outcome *out);

#endif
