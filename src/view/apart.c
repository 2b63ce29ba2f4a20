/* apart.c - forks, and reads what the copy has to say from a pipe. */
#define _GNU_SOURCE
#include "view/apart.h"

#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* What comes before the bytes, or before the text of an error. */
struct head {
    basin_status status;
    size_t length;
};

/* ------------------------------------------------------------------------------ the copy ---- */

void bsn_apart_alive(void)
{
    const struct itimerval limit = { .it_value.tv_sec = BSN_APART_SECONDS };

    (void)setitimer(ITIMER_PROF, &limit, NULL);
}

/* Dies of what goes wrong, at once and without a word, and when nobody waits for it any more. Returns
 * the pipe's end, away from the places of standard streams, which the caller may have closed. */
static int prepare(pid_t parent, int to)
{
    static const int deadly[] = { SIGSEGV, SIGBUS, SIGABRT, SIGILL,  SIGFPE, SIGTRAP,
                                  SIGPIPE, SIGTERM, SIGHUP, SIGQUIT, SIGPROF };
    const struct sigaction usual = { .sa_handler = SIG_DFL }, ignored = { .sa_handler = SIG_IGN };
    const struct rlimit none = { 0, 0 };
    sigset_t all;
    const int pipe = fcntl(to, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);

    for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++)
        (void)sigaction(deadly[i], &usual, NULL);
    (void)sigaction(SIGINT, &ignored, NULL);  /* of the terminal, for all: the caller decides */
    sigemptyset(&all);
    (void)sigprocmask(SIG_SETMASK, &all, NULL);
    (void)setrlimit(RLIMIT_CORE, &none);
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent || pipe < 0 || nowhere < 0 || dup2(nowhere, STDERR_FILENO) < 0)
        _exit(1);
    bsn_apart_alive();
    return pipe;
}

static void send_all(int to, const void *from, size_t length)
{
    const char *at = from;

    while (length > 0) {
        const ssize_t wrote = write(to, at, length);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            _exit(1);
        at += wrote;
        length -= (size_t)wrote;
    }
}

static _Noreturn void work_apart(basin_ctx *ctx, int to, bsn_apart_fn *call, const void *work)
{
    unsigned char *bytes = NULL;
    size_t length = 0;

    ctx->brake = NULL;  /* the caller's functions are for the caller's process */
    const basin_status status = call(ctx, work, &bytes, &length);
    const bool made = status == BASIN_STATUS_OK;
    const struct head head = { status, made ? length : strlen(basin_error_text(ctx)) };
    send_all(to, &head, sizeof head);
    send_all(to, made ? (const void *)bytes : basin_error_text(ctx), head.length);
    _exit(0);
}

/* --------------------------------------------------------------------------- who waits ---- */

/* Fills `to`; false when the copy ended before that. */
static bool receive(int from, void *to, size_t length)
{
    for (size_t got = 0; got < length;) {
        const ssize_t count = read(from, (char *)to + got, length - got);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        got += (size_t)count;
    }
    return true;
}

static basin_status broke_down(basin_ctx *ctx, const char *name)
{
    return bsn_fail(ctx, BASIN_STATUS_MEMORY, "%s broke down; memory may be short", name);
}

static basin_status take_message(basin_ctx *ctx, const char *name, int from, unsigned char **bytes,
                                 size_t *length)
{
    basin_status status = BASIN_STATUS_OK;
    struct head head;
    unsigned char *block;

    if (!receive(from, &head, sizeof head))
        return broke_down(ctx, name);
    BSN_TRY(BSN_NEW(ctx, head.length + 1, &block));
    if (!receive(from, block, head.length))
        status = broke_down(ctx, name);
    else if (head.status != BASIN_STATUS_OK)
        status = bsn_fail(ctx, head.status, "%s", (const char *)block);
    if (status != BASIN_STATUS_OK) {
        bsn_free(ctx, block);
        return status;
    }
    *bytes = block;
    *length = head.length;
    return BASIN_STATUS_OK;
}

static basin_status begin(basin_ctx *ctx, bsn_apart_fn *call, const void *work, int end[2],
                          pid_t *child)
{
    const pid_t parent = getpid();

    if (pipe2(end, O_CLOEXEC) != 0)
        return bsn_fail(ctx, BASIN_STATUS_IO, "cannot make a pipe: %s", strerror(errno));
    *child = fork();
    if (*child == 0)
        work_apart(ctx, prepare(parent, end[1]), call, work);
    const int why = errno;
    close(end[1]);
    if (*child > 0)
        return BASIN_STATUS_OK;
    close(end[0]);
    return bsn_fail(ctx, why == ENOMEM ? BASIN_STATUS_MEMORY : BASIN_STATUS_IO,
                    "cannot make a process: %s", strerror(why));
}

basin_status bsn_apart(basin_ctx *ctx, const char *name, bsn_apart_fn *call, const void *work,
                       unsigned char **bytes, size_t *length)
{
    pid_t child = 0;
    int end[2];

    BSN_TRY(begin(ctx, call, work, end, &child));
    const basin_status status = take_message(ctx, name, end[0], bytes, length);
    close(end[0]);
    if (status != BASIN_STATUS_OK)
        kill(child, SIGKILL);  /* one that was not listened to may still be at work */
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
        continue;
    return status;
}
