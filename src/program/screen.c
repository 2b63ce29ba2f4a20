/* screen.c - a terminal that whole frames are drawn on, and that is given back as it was.
 *
 * Signals may come at any time. A handler only writes constant text and sets flags; Ctrl-Z is held
 * back while a frame is written, so that what is on the terminal and the flag agree.
 */
#define _GNU_SOURCE
#include "program/screen.h"

#include "program/gathered.h"
#include "program/program.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Alternate screen, cursor hidden; and back. Terminals that do not know of synchronised updates
 * (2026) ignore them. */
#define ENTER "\033[?1049h\033[?25l"
#define LEAVE "\033[?2026l\033[0m\033[?25h\033[?1049l"
#define FRAME_BEGIN "\033[?2026h"
#define FRAME_END "\033[?2026l"
#define TERMINAL STDERR_FILENO
#define PATIENCE 1000  /* milliseconds for a terminal that takes nothing */

static bool opened;
static atomic_int entered;  /* lock-free, so a handler may touch it */
static pthread_t main_thread;

/* ------------------------------------------------------------------------------- signals ---- */

void screen_restore(void)
{
    const int error = errno;

    if (atomic_exchange(&entered, 0))
        while (write(TERMINAL, LEAVE, sizeof LEAVE - 1) < 0 && errno == EINTR)
            ;
    errno = error;
}

/* The signal ends the program as it would have done. */
static void on_fatal(int number)
{
    screen_restore();
    raise(number);
}

/* Only the main thread draws: only it knows whether a frame is being written. */
static void on_suspend(int number)
{
    const int error = errno;

    if (pthread_equal(pthread_self(), main_thread)) {
        screen_restore();
        raise(SIGSTOP);
    } else {
        pthread_kill(main_thread, number);
    }
    errno = error;
}

static void catch_signal(int number, void (*handler)(int), int flags)
{
    struct sigaction action = { .sa_handler = handler, .sa_flags = flags }, before;

    sigemptyset(&action.sa_mask);
    if (sigaction(number, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(number, &action, NULL);
}

/* ------------------------------------------------------------------------- open and close ---- */

bool screen_open(void)
{
    static const int fatal[] = { SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL,
                                 SIGXCPU };
    const char *const term = getenv("TERM");

    if (!isatty(TERMINAL)) {
        complain("--watch needs a terminal on standard error");
        return false;
    }
    if (!term || !*term || strcmp(term, "dumb") == 0) {
        complain("--watch needs a terminal that can be drawn on; TERM says that this one is dumb");
        return false;
    }
    main_thread = pthread_self();
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
        catch_signal(fatal[i], on_fatal, (int)(SA_RESETHAND | SA_NODEFER));
    catch_signal(SIGTSTP, on_suspend, SA_RESTART);
    opened = atexit(screen_restore) == 0;
    if (!opened)
        complain("out of memory");
    return opened;
}

bool screen_is_open(void)
{
    return opened;
}

void screen_close(void)
{
    opened = false;
    screen_restore();
}

void screen_size(size_t *columns, size_t *rows)
{
    struct winsize size = { 0 };

    const bool known = ioctl(TERMINAL, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 &&
                       size.ws_row > 0;
    /* The last column stays free: a full line is one that terminals disagree about. */
    *columns = known ? size.ws_col - 1u : 79;
    *rows = known ? size.ws_row : 24;
}

/* -------------------------------------------------------------------------------- frames ---- */

static bool in_foreground(void)
{
    const pid_t group = tcgetpgrp(TERMINAL);

    return group == -1 || group == getpgrp();
}

/* Bytes of what is at `text`: a sequence, or a character; *width is the columns it takes. */
static size_t piece(const char *text, size_t *width)
{
    size_t bytes = 1;

    *width = text[0] != '\033';
    if (text[0] == '\033') {
        bytes = strcspn(text, "m\n");
        return text[bytes] == 'm' ? bytes + 1 : bytes;
    }
    while ((text[bytes] & 0xC0) == 0x80)
        bytes++;
    return bytes;
}

static const char *put_line(FILE *to, const char *text, size_t columns)
{
    size_t used = 0, width;

    while (*text && *text != '\n') {
        const size_t bytes = piece(text, &width);
        if (used + width <= columns)
            fwrite(text, 1, bytes, to);
        used += width;
        text += bytes;
    }
    fputs("\033[0m\033[K", to);
    return *text ? text + 1 : text;
}

/* A frame as one piece of text, to be freed; NULL: no memory. */
static char *make_frame(const char *text, size_t *length)
{
    struct gathered frame;
    FILE *const to = gathered_open(&frame);
    size_t columns, rows, row = 0;

    if (!to)
        return NULL;
    screen_size(&columns, &rows);
    fputs(atomic_load(&entered) ? FRAME_BEGIN : ENTER FRAME_BEGIN, to);
    for (; row < rows && *text; row++) {
        fprintf(to, "\033[%zu;1H", row + 1);
        text = put_line(to, text, columns);
    }
    if (row < rows)
        fprintf(to, "\033[%zu;1H\033[J", row + 1);
    fputs(FRAME_END, to);
    (void)gathered_close(to, &frame);
    *length = frame.length;
    return frame.text;
}

static void write_all(const char *text, size_t length)
{
    struct pollfd ready = { .fd = TERMINAL, .events = POLLOUT };

    while (length > 0) {
        const ssize_t written = write(TERMINAL, text, length);
        if (written >= 0) {
            text += written;
            length -= (size_t)written;
        } else if (errno == EAGAIN ? poll(&ready, 1, PATIENCE) == 0 : errno != EINTR) {
            return;
        }
    }
}

void screen_draw(const char *text)
{
    sigset_t suspend, before;
    size_t length = 0;

    if (!opened || !in_foreground())
        return;
    sigemptyset(&suspend);
    sigaddset(&suspend, SIGTSTP);
    pthread_sigmask(SIG_BLOCK, &suspend, &before);
    char *const frame = make_frame(text, &length);
    if (frame) {
        atomic_store(&entered, 1);
        write_all(frame, length);
    }
    free(frame);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}
