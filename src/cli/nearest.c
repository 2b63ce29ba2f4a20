/* nearest.c - "did you mean": the known word that is the fewest edits away. */
#define _GNU_SOURCE
#include "cli.h"

#include <ctype.h>
#include <string.h>

#define WORD_CHARS 64

/* Insertions, deletions and replacements that make b of a, small or large letters; words of up to
 * WORD_CHARS. */
static size_t distance(const char *a, const char *b)
{
    const size_t n = strnlen(a, WORD_CHARS), m = strnlen(b, WORD_CHARS);
    size_t row[WORD_CHARS + 1];

    for (size_t j = 0; j <= m; j++)
        row[j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            const bool same = tolower((unsigned char)a[i - 1]) == tolower((unsigned char)b[j - 1]);
            const size_t replaced = diagonal + !same;
            const size_t shifted = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            diagonal = row[j];
            row[j] = replaced < shifted ? replaced : shifted;
        }
    }
    return row[m];
}

void nearest_try(struct nearest *best, const char *word, const char *candidate)
{
    const size_t away = distance(word, candidate);

    if (!best->name || away < best->distance)
        *best = (struct nearest){ candidate, away };
}

const char *nearest_text(const struct nearest *best, const char *word, const char *before,
                         const char *otherwise, char *text, size_t room)
{
    /* A third of the letters may be wrong; beyond that a guess is no help. */
    const size_t near = strlen(word) < 6 ? 2 : strlen(word) / 3;

    if (best->name && best->distance <= near && best->distance < strlen(word))
        snprintf(text, room, "; did you mean %s%s?", before, best->name);
    else
        snprintf(text, room, "%s", otherwise);
    return text;
}
