/* judge.c - runs cadical or minisat as a process of its own on a temporary file.
 *
 * The limits are on conflicts first and on time second, so that the verdict on a formula that is
 * not at the edge of them is the same on every machine.
 */
#define _GNU_SOURCE  /* mkostemp */
#include "domain/sat/judge.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const char *const cadical[] = { "cadical", "-q", "-c", "300000", "-t", "20", NULL };
static const char *const minisat[] = { "minisat", "-verb=0", "-cpu-lim=20", NULL };
static const char *const *const judges[] = { cadical, minisat };

/* An open file that holds the text and has no name; -1 when there is none to be had. */
static int open_text(const char *text, size_t length)
{
    const char *const folder = getenv("TMPDIR");
    char path[4096];

    if (folder && strlen(folder) > sizeof path - 32)
        return -1;
    strcpy(path, folder && *folder ? folder : "/tmp");
    strcat(path, "/basin-XXXXXX");
    const int file = mkostemp(path, O_CLOEXEC);
    if (file < 0)
        return -1;
    unlink(path);
    for (ssize_t wrote; length > 0; text += wrote, length -= (size_t)wrote) {
        wrote = write(file, text, length);
        if (wrote <= 0) {
            close(file);
            return -1;
        }
    }
    lseek(file, 0, SEEK_SET);
    return file;
}

/* Runs a program on the file; its exit code, or -1 when it could not be run. */
static int run(const char *const *words, int file)
{
    posix_spawn_file_actions_t actions;
    pid_t child;
    int state = -1;

    if (posix_spawn_file_actions_init(&actions) != 0)
        return -1;
    posix_spawn_file_actions_adddup2(&actions, file, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    const int failed =
        posix_spawnp(&child, words[0], &actions, NULL, (char *const *)words, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed)
        return -1;
    while (waitpid(child, &state, 0) < 0)
        if (errno != EINTR)
            return -1;
    if (!WIFEXITED(state))
        return -1;
    return WEXITSTATUS(state) == 127 ? -1 : WEXITSTATUS(state);
}

enum bsn_verdict bsn_judge(const char *cnf, size_t length, const char **judge)
{
    enum bsn_verdict verdict = BSN_VERDICT_NO_JUDGE;
    const int file = open_text(cnf, length);

    for (size_t i = 0; file >= 0 && i < 2 && verdict == BSN_VERDICT_NO_JUDGE; i++) {
        lseek(file, 0, SEEK_SET);
        const int code = run(judges[i], file);
        *judge = judges[i][0];
        if (code >= 0)
            verdict = code == 10   ? BSN_VERDICT_SAT
                      : code == 20 ? BSN_VERDICT_UNSAT
                                   : BSN_VERDICT_OPEN;
    }
    if (file >= 0)
        close(file);
    return verdict;
}
