/* stop.c - Ctrl-C and SIGTERM: the first asks for the best answer so far, the second ends it all.
 *
 * The handler only sets a flag, which the library polls through should_stop, on any thread.
 */
#define _GNU_SOURCE
#include "program/program.h"
#include "program/screen.h"

#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int asked;  /* the signal, or 0; lock-free, so a handler may touch it */

static void on_signal(int number)
{
    if (atomic_exchange(&asked, number) == 0)
        return;
    screen_restore();
    _exit(EXIT_KILLED);
}

/* Who began the program with such signals ignored, as nohup and shells do, goes on to have them so. */
static void set_handler(int number, void (*handler)(int))
{
    /* A write that waits for its reader goes on: stdio would lose what it holds. */
    struct sigaction action = { .sa_handler = handler, .sa_flags = SA_RESTART }, before;

    sigemptyset(&action.sa_mask);
    if (sigaction(number, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(number, &action, NULL);
}

void stop_catch(void)
{
    set_handler(SIGINT, on_signal);
    set_handler(SIGTERM, on_signal);
}

void stop_release(void)
{
    set_handler(SIGINT, SIG_DFL);
    set_handler(SIGTERM, SIG_DFL);
    const int number = atomic_load(&asked);
    if (number != 0)
        raise(number);
}

bool stop_asked(void *unused)
{
    (void)unused;
    return atomic_load(&asked) != 0;
}

void stop_ask(void)
{
    atomic_store(&asked, SIGTERM);
}
