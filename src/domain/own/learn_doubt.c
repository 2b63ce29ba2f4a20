/* learn_doubt.c - what the examples leave open: reasons not to be sure of what was found.
 *
 * Each asks whether examples that favour no valid tuple would look like these, were what was found
 * all there is. Examples that do favour some give the same doubts: from here both look alike.
 */
#include "domain/own/learn_teach.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ROWS_MOST 5000 /* of more examples, it is not counted how many are different */
#define SPREADS 2      /* fewer different ones than expected by so many standard deviations */
#define UNSEEN 0.1     /* valid tuples that were never seen, on average, at most, to be sure */
#define PARTS 0.01     /* share of accepted tuples with parts that were never seen, at most, */
#define REFUSED 0.01   /* and of those that a table which is not used refuses */
#define UNEVEN 4       /* standard errors between how often interchangeable values come, at most */

void bsn_learn_count(struct bsn_learn_lessons *lessons, const int32_t *row, size_t length,
                     bool accepted)
{
    const struct bsn_lore *const lore = lessons->lore;
    bool refused = false, unseen = false;

    lessons->drawn++;
    lessons->accepted += accepted;
    for (size_t k = 0; accepted && k < BSN_TABLES; k++) {
        const struct bsn_table *const table = &lore->table[k];
        const size_t cells = table->used ? bsn_table_read(lore, (enum bsn_table_kind)k, row, length,
                                                          lore->scratch)
                                         : 0;
        for (size_t i = 0; i < cells; i++) {
            refused |= table->cell[lore->scratch[i]] == BSN_CELL_BROKEN;
            unseen |= lessons->form->tables >> k & 1 && table->seen[lore->scratch[i]] == 0;
        }
    }
    lessons->elsewhere += refused;
    lessons->unseen += unseen;
}

static size_t count_different(const struct bsn_sample *sample)
{
    size_t different = 0;

    for (size_t r = 0; r < sample->rows; r++) {
        size_t length, other, q = 0;
        const int32_t *const row = bsn_sample_row(sample, r, &length);
        for (; q < r; q++) {
            const int32_t *const before = bsn_sample_row(sample, q, &other);
            if (other == length && memcmp(before, row, length * sizeof *row) == 0)
                break;
        }
        different += q == r;
    }
    return different;
}

/* Of A tuples that are accepted, m examples show A (1 - exp(-m / A)) different ones. Far fewer say
 * that there is a rule that nothing here looks at. */
static bool lacks_variety(const struct bsn_learn_lessons *lessons, char *why, size_t room)
{
    const struct bsn_lore *const lore = lessons->lore;
    const double m = (double)lore->valid.rows;
    const double all = pow((double)lore->values, (double)lore->high) * (double)lessons->accepted /
                       (double)lessons->drawn;

    if (lessons->accepted == 0 || lore->low != lore->high || m > ROWS_MOST)
        return false;
    const double load = m / all, empty = exp(-load);
    const double expected = -all * expm1(-load);
    const double spread = sqrt(all * empty * fmax(0, 1 - (1 + load) * empty));
    const size_t different = count_different(&lore->valid);
    if ((double)different >= expected - SPREADS * spread - 1)
        return false;
    snprintf(why, room,
             "of the tuples that it accepts, examples that favour none would show about %.0f "
             "different ones; these show %zu: there is a rule that it does not see, or some are "
             "favoured", expected, different);
    return true;
}

/* A table of all tuples holds those for broken that it never saw. Were there one more valid tuple,
 * (d + 1) exp(-m / (d + 1)) of them would be missing on average from m examples of d + 1. */
static bool may_miss_tuples(const struct bsn_learn_lessons *lessons, char *why, size_t room)
{
    const struct bsn_lore *const lore = lessons->lore;
    const struct bsn_table *const table = &lore->table[BSN_TABLE_WHOLE];
    size_t seen = 0, unknown = 0;

    if (lessons->form->tables != 1u << BSN_TABLE_WHOLE)
        return false;
    for (size_t c = 0; c < table->cells; c++) {
        seen += table->seen[c] > 0;
        unknown += table->seen[c] == 0 && table->blamed[c] == 0;
    }
    const double all = (double)seen + 1;
    if (unknown == 0 || all * exp(-(double)lore->valid.rows / all) <= UNSEEN)
        return false;
    snprintf(why, room,
             "too few examples: %zu show %zu different tuples, and might have missed another",
             lore->valid.rows, seen);
    return true;
}

/* Parts never seen and too rare to tell are taken for what the nearest that can be told is. Of many
 * places these are the tails of long counts, where that is right; of few, anything. */
static bool accepts_unseen(const struct bsn_learn_lessons *lessons, char *why, size_t room)
{
    const struct bsn_lore *const lore = lessons->lore;
    const bool few = (double)lessons->drawn >= pow((double)lore->values, (double)lore->high);

    if (!few || (double)lessons->unseen <= PARTS * (double)lessons->accepted)
        return false;
    snprintf(why, room,
             "too few examples: of %zu tuples that it accepts %zu have parts that were never seen "
             "and are too rare to tell",
             lessons->accepted, lessons->unseen);
    return true;
}

/* A richer table, which refuses too many valid examples to be used, is certain of some cells. */
static bool is_refused_elsewhere(const struct bsn_learn_lessons *lessons, char *why, size_t room)
{
    if ((double)lessons->elsewhere <= REFUSED * (double)lessons->accepted)
        return false;
    snprintf(why, room,
             "too few examples: %zu of %zu tuples that it accepts have values together that never "
             "come together in the examples, though they would by chance",
             lessons->elsewhere, lessons->accepted);
    return true;
}

/* By how many standard errors is a value more or less frequent than all are on average? */
static double unevenness(const struct bsn_sample *sample, int32_t value, uint32_t values)
{
    double sum = 0, squares = 0;

    for (size_t r = 0; r < sample->rows; r++) {
        size_t length, count = 0;
        const int32_t *const row = bsn_sample_row(sample, r, &length);
        for (size_t i = 0; i < length; i++)
            count += row[i] == value;
        const double more = (double)count - (double)length / values;
        sum += more;
        squares += more * more;
    }
    const double m = (double)sample->rows, mean = sum / m;
    const double error = sqrt(fmax(squares / m - mean * mean, 1 / m) / m);
    return fabs(mean) / error;
}

/* What is found alike for all values says that they are interchangeable. */
static bool is_uneven(const struct bsn_learn_lessons *lessons, char *why, size_t room)
{
    const struct bsn_lore *const lore = lessons->lore;
    double most = 0;

    if (lessons->form->tables & BSN_FORM_VALUES_DIFFER)
        return false;
    for (uint32_t v = 0; v < lore->values; v++)
        most = fmax(most, unevenness(&lore->valid, (int32_t)v, lore->values));
    if (most <= UNEVEN)
        return false;
    snprintf(why, room,
             "too few examples: values are taken for interchangeable, but some come far more often "
             "than others: there is a rule that it does not see, or some are favoured");
    return true;
}

void bsn_learn_doubt(const struct bsn_learn_lessons *lessons)
{
    struct basin_learn_report *const r = lessons->report;

    if (r->sure)
        r->sure = !(lacks_variety(lessons, r->why, sizeof r->why) ||
                    may_miss_tuples(lessons, r->why, sizeof r->why) ||
                    accepts_unseen(lessons, r->why, sizeof r->why) ||
                    is_refused_elsewhere(lessons, r->why, sizeof r->why) ||
                    is_uneven(lessons, r->why, sizeof r->why));
}
