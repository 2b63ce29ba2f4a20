/* judge.c - runs cadical or minisat as a process of its own on a temporary file, and reads the
 * solution that it writes.
 *
 * The limits are on conflicts first and on time second, so that the verdict on a formula that is
 * not at the edge of them is the same on every machine.
 */
#define _GNU_SOURCE  /* pipe2 */
#include "program/judge.h"

#include "program/nameless.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define PATH_CHARS 4096

extern char **environ;

static const char *const cadical[] = { "cadical", "-q", "-c", "300000", "-t", "20", NULL };
static const char *const minisat[] = { "minisat",    "-verb=0",     "-cpu-lim=20",
                                       "/dev/stdin", "/dev/stdout", NULL };
static const char *const *const judges[] = { cadical, minisat };

/* Where a program lies. Folders of PATH that are not named in full are passed over: what lies in
 * the folder that one happens to be in is not run. */
static bool find(const char *program, char path[static PATH_CHARS])
{
    const char *at = getenv("PATH");

    while (at && *at) {
        const size_t length = strcspn(at, ":");
        if (*at == '/' && length + strlen(program) + 2 <= PATH_CHARS) {
            snprintf(path, PATH_CHARS, "%.*s/%s", (int)length, at, program);
            if (access(path, X_OK) == 0)
                return true;
        }
        at += length + (at[length] == ':');
    }
    return false;
}

/* Starts a program that reads the file and writes to `to`; 0 when it could not be started. */
static pid_t start(const char *path, const char *const *words, int file, int to)
{
    posix_spawn_file_actions_t actions;
    pid_t child = 0;

    if (posix_spawn_file_actions_init(&actions) != 0)
        return 0;
    if (posix_spawn_file_actions_adddup2(&actions, file, STDIN_FILENO) != 0 ||
        posix_spawn_file_actions_adddup2(&actions, to, STDOUT_FILENO) != 0 ||
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) != 0 ||
        posix_spawn(&child, path, &actions, NULL, (char *const *)words, environ) != 0)
        child = 0;
    posix_spawn_file_actions_destroy(&actions);
    return child;
}

/* The literals in lines of numbers, of cadical behind a "v"; all other lines are passed over. */
static void read_values(FILE *from, int32_t *value, size_t values)
{
    char *line = NULL, *end;
    size_t room = 0;

    while (getline(&line, &room, from) >= 0)
        for (const char *at = line + (*line == 'v');; at = end) {
            const long literal = strtol(at, &end, 10);
            const unsigned long variable = literal < 0 ? -(unsigned long)literal
                                                       : (unsigned long)literal;
            if (end == at)
                break;
            if (variable >= 1 && variable <= values)
                value[variable - 1] = literal > 0;
        }
    free(line);
}

/* The exit code of a program, or -1 when it was ended by a signal or could not be loaded. */
static int wait_for(pid_t child)
{
    int state = -1;

    while (waitpid(child, &state, 0) < 0)
        if (errno != EINTR)
            return -1;
    return !WIFEXITED(state) || WEXITSTATUS(state) == 127 ? -1 : WEXITSTATUS(state);
}

/* Runs a program on the file; its exit code, or -1 when it could not be run. */
static int run(const char *path, const char *const *words, int file, int32_t *value, size_t values)
{
    int end[2];

    if (pipe2(end, O_CLOEXEC) != 0)
        return -1;
    const pid_t child = start(path, words, file, end[1]);
    close(end[1]);
    FILE *const from = fdopen(end[0], "r");
    if (from && child > 0)
        read_values(from, value, values);
    if (from)
        fclose(from);
    else
        close(end[0]);
    return child > 0 ? wait_for(child) : -1;
}

enum basin_verdict judge_formula(void *user, const char *dimacs, int32_t *value, size_t values,
                                 const char **name)
{
    enum basin_verdict verdict = BASIN_VERDICT_NONE;
    const int file = nameless_file(dimacs, strlen(dimacs));
    bool *const failed = user;
    char path[PATH_CHARS];

    for (size_t i = 0; i < 2 && verdict == BASIN_VERDICT_NONE; i++) {
        if (!find(judges[i][0], path))
            continue;
        lseek(file, 0, SEEK_SET);
        const int code = file < 0 ? -1 : run(path, judges[i], file, value, values);
        *name = judges[i][0];
        if (code < 0 && failed)
            *failed = true;
        if (code >= 0)
            verdict = code == 10   ? BASIN_VERDICT_SATISFIABLE
                      : code == 20 ? BASIN_VERDICT_UNSATISFIABLE
                                   : BASIN_VERDICT_OPEN;
    }
    if (file >= 0)
        close(file);
    if (verdict != BASIN_VERDICT_NONE && failed)
        *failed = false;
    return verdict;
}
