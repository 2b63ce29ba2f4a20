/* published.c - finds the tables that the paper printed; what is in them is published.txt. */
#include "paper/parts.h"

#include <assert.h>

extern const struct paper_table paper_tables[PAPER_TABLES];  /* made by scripts/published.sh */

const struct paper_table *paper_table(int number)
{
    assert(number >= 1 && number <= PAPER_TABLES);
    return &paper_tables[number - 1];
}

const char *paper_who_word(enum paper_who who)
{
    static const char *const words[] = { "baseline", "paper", "basin", "paper-method" };

    return words[who];
}
