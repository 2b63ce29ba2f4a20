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

static atomic_int asked;  /* lock-free, so a handler may touch it */

static void on_signal(int number)
{
    (void)number;
    if (!atomic_exchange(&asked, 1))
        return;
    screen_restore();
    _exit(EXIT_KILLED);
}

void stop_catch(void)
{
    struct sigaction action = { .sa_handler = on_signal };

    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

bool stop_asked(void *unused)
{
    (void)unused;
    return atomic_load(&asked) != 0;
}

void stop_ask(void)
{
    atomic_store(&asked, 1);
}
