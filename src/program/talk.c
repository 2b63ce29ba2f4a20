/* talk.c - what the tool says on standard error: errors, remarks, and one line of progress. */
#define _GNU_SOURCE
#include "program/program.h"
#include "program/screen.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#define LINE_CHARS 1024

static bool keeps;  /* see talk_keep */
static char kept[LINE_CHARS];

static void say(const char *prefix, const char *format, va_list args)
{
    char brief[LINE_CHARS], *whole = NULL;
    va_list again;

    va_copy(again, args);
    if (vsnprintf(brief, sizeof brief, format, args) >= LINE_CHARS &&
        vasprintf(&whole, format, again) < 0)
        whole = NULL;  /* without memory the beginning has to do */
    va_end(again);
    char *const line = whole ? whole : brief;
    for (char *c = line; *c; c++) /* hostile file names must not break the one line */
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = '?';
    if (keeps) {
        if (*prefix)
            snprintf(kept, sizeof kept, "%.*s", LINE_CHARS - 1, line);
    } else {
        progress_show(NULL);
        screen_close();
        fprintf(stderr, "%s%s\n", prefix, line);
    }
    free(whole);
}

void talk_keep(void)
{
    keeps = true;
}

void talk_kept(size_t number)
{
    if (kept[0])
        fprintf(stderr, "basin: process %zu: %s\n", number, kept);
}

int complain(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    say("basin: ", format, args);
    va_end(args);
    return EXIT_ERROR;
}

int complain_ctx(const basin_ctx *ctx)
{
    return complain("%s", basin_error_text(ctx));
}

void tell(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    say("", format, args);
    va_end(args);
}

int tell_remarks(basin_ctx *ctx, const basin_problem *problem, const char *spec)
{
    char *text;

    if (basin_problem_remarks(ctx, problem, &text) != BASIN_STATUS_OK)
        return complain_ctx(ctx);
    for (const char *at = text; *at;) {
        const size_t length = strcspn(at, "\n");
        tell("%s %s: %.*s", basin_problem_domain(problem), spec, (int)length, at);
        at += length + (at[length] == '\n');
    }
    basin_text_free(ctx, text);
    return 0;
}

/* Columns that a line may have: one that wraps could not be taken away again. */
static int terminal_width(void)
{
    struct winsize size;

    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 2)
        return 79;
    return size.ws_col - 1;
}

void progress_show(const char *text)
{
    static bool shown;

    if (keeps)
        return;
    if (text)
        fprintf(stderr, "\r%.*s\033[K", terminal_width(), text);
    else if (shown)
        fputs("\r\033[K", stderr);
    fflush(stderr);
    shown = text != NULL;
}

const char *time_text(double seconds, char text[static 32])
{
    const long whole = seconds < 1e9 ? (long)seconds : 1000000000;

    if (seconds < 60)
        snprintf(text, 32, seconds < 10 ? "%.2g s" : "%.0f s", seconds);
    else if (whole < 3600)
        snprintf(text, 32, "%ld:%02ld", whole / 60, whole % 60);
    else
        snprintf(text, 32, "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60, whole % 60);
    return text;
}

double clock_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
