/* apart.c - forks, and reads what the copy has to say from a pipe. */
#define _GNU_SOURCE
#include "view/apart.h"

#include "base/file.h"
#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
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

/* The caller's functions are for the caller's process: a lock of its allocator that another thread
 * held stays held here, and whom its brake asks is not here. Locks of malloc are let go by fork. */
static basin_ctx *own_ctx(const basin_ctx *from)
{
    basin_ctx *ctx;

    if (basin_ctx_new(NULL, &ctx) != BASIN_STATUS_OK)
        _exit(1);
    ctx->bytes = from->bytes;
    ctx->bytes_most = from->bytes_most;
    return ctx;
}

static _Noreturn void work_apart(const basin_ctx *from, int to, bsn_apart_fn *call,
                                 const void *work)
{
    basin_ctx *const ctx = own_ctx(from);
    unsigned char *bytes = NULL;
    size_t length = 0;

    const basin_status status = call(ctx, work, &bytes, &length);
    const bool made = status == BASIN_STATUS_OK;
    const struct head head = { status, made ? length : strlen(basin_error_text(ctx)) };
    send_all(to, &head, sizeof head);
    send_all(to, made ? (const void *)bytes : basin_error_text(ctx), head.length);
    _exit(0);
}

/* --------------------------------------------------------------------------- who waits ---- */

/* What is known of the copy by who waits for it. */
struct copy {
    const char *name;
    pid_t child;
    int from;
    bool still;  /* it stood still */
};

/* How long it computed. */
static double worked(const struct copy *copy)
{
    struct timespec time = { .tv_sec = -1 };
    clockid_t clock;

    if (clock_getcpuclockid(copy->child, &clock) == 0)
        (void)clock_gettime(clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Waits until there is something to read. False when the copy does nothing second after second:
 * another thread may have held one of cairo's locks when it was made. Seconds are counted here, so
 * that those do not count in which both were stopped. */
static bool await(struct copy *copy)
{
    struct pollfd ready = { .fd = copy->from, .events = POLLIN };
    double last = worked(copy), begun = bsn_seconds();

    for (int still = 0; still < BSN_APART_STILL;) {
        const int count = poll(&ready, 1, 1000);
        if (count > 0 || (count < 0 && errno != EINTR))
            return true;
        if (bsn_seconds() - begun < 1)
            continue;
        const double now = worked(copy);
        still = now > last ? 0 : still + 1;
        last = now;
        begun = bsn_seconds();
    }
    copy->still = true;
    return false;
}

/* Fills `to`; false when the copy ended before that, or stands still. */
static bool receive(struct copy *copy, void *to, size_t length)
{
    for (size_t got = 0; got < length;) {
        if (!await(copy))
            return false;
        const ssize_t count = read(copy->from, (char *)to + got, length - got);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        got += (size_t)count;
    }
    return true;
}

static basin_status broke_down(basin_ctx *ctx, const struct copy *copy)
{
    if (copy->still)
        return bsn_fail(ctx, BASIN_STATUS_IO, "%s stood still for %d seconds; another thread may "
                        "have held a lock of its libraries", copy->name, BSN_APART_STILL);
    return bsn_fail(ctx, BASIN_STATUS_MEMORY, "%s broke down; memory may be short", copy->name);
}

static basin_status take_message(basin_ctx *ctx, struct copy *copy, unsigned char **bytes,
                                 size_t *length)
{
    basin_status status = BASIN_STATUS_OK;
    struct head head;
    unsigned char *block;

    if (!receive(copy, &head, sizeof head))
        return broke_down(ctx, copy);
    BSN_TRY(BSN_NEW(ctx, head.length + 1, &block));
    if (!receive(copy, block, head.length))
        status = broke_down(ctx, copy);
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

/* Waits for the copy, and for no other child. One that was not listened to may still be at work;
 * one that the caller has waited for may have left its number to another process. */
static void end(const struct copy *copy, bool heard)
{
    if (!heard && waitpid(copy->child, NULL, WNOHANG) != 0)
        return;
    if (!heard)
        kill(copy->child, SIGKILL);
    while (waitpid(copy->child, NULL, 0) < 0 && errno == EINTR)
        continue;
}

static basin_status begin(basin_ctx *ctx, bsn_apart_fn *call, const void *work, struct copy *copy)
{
    const pid_t parent = getpid();
    int ends[2];

    if (pipe2(ends, O_CLOEXEC) != 0)
        return bsn_fail(ctx, BASIN_STATUS_IO, "cannot make a pipe: %s", strerror(errno));
    copy->from = ends[0];
    copy->child = fork();
    if (copy->child == 0)
        work_apart(ctx, prepare(parent, ends[1]), call, work);
    const int why = errno;
    close(ends[1]);
    if (copy->child > 0)
        return BASIN_STATUS_OK;
    close(ends[0]);
    return bsn_fail(ctx, why == ENOMEM ? BASIN_STATUS_MEMORY : BASIN_STATUS_IO,
                    "cannot make a process: %s", strerror(why));
}

basin_status bsn_apart(basin_ctx *ctx, const char *name, bsn_apart_fn *call, const void *work,
                       unsigned char **bytes, size_t *length)
{
    struct copy copy = { .name = name };

    BSN_TRY(begin(ctx, call, work, &copy));
    const basin_status status = take_message(ctx, &copy, bytes, length);
    close(copy.from);
    end(&copy, status == BASIN_STATUS_OK);
    return status;
}
