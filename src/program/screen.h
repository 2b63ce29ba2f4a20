/* screen.h - a terminal that whole frames are drawn on, and that is given back as it was.
 *
 * Frames go to standard error, on the alternate screen with the cursor hidden. However the program
 * ends, short of SIGKILL, the terminal is as before; its modes are never touched.
 */
#ifndef BASIN_PROGRAM_SCREEN_H
#define BASIN_PROGRAM_SCREEN_H

#include <stdbool.h>
#include <stddef.h>

/* Returns false after complaining when standard error is no terminal that can be drawn on. The
 * screen changes with the first frame. */
bool screen_open(void);
bool screen_is_open(void);
void screen_close(void);

/* What a frame may hold now; the terminal may change its size at any time. */
void screen_size(size_t *columns, size_t *rows);

/* Draws lines, each cut to the width; colours (sequences that end in m) take no room. Nothing is
 * drawn while the program is in the background. */
void screen_draw(const char *text);

/* Gives the terminal back; a signal handler may call it. */
void screen_restore(void);

#endif
