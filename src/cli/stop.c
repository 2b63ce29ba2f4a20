/* stop.c - Ctrl-C and SIGTERM: the first asks for the best answer so far, the second ends it all.
 *
 * The handler only sets a flag, which the library polls through should_stop.
 */
#define _GNU_SOURCE
#include "cli.h"

#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t asked;

static void on_signal(int number)
{
    (void)number;
    if (asked)
        _exit(EXIT_KILLED);
    asked = 1;
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
    return asked != 0;
}
