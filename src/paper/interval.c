/* interval.c - how far a figure of few runs can be trusted: 95 % intervals.
 *
 * Shares by Wilson's score, which holds for few runs and near 0 and 1. Means by Student's t; where
 * every run came out the same there is nothing to judge by, and the interval is the figure itself.
 */
#include "paper/parts.h"

#include <math.h>

#define Z95 1.959963984540054

void paper_wilson(double right, double runs, double *low, double *high)
{
    const double p = right / runs, z = Z95 * Z95 / runs;
    const double middle = (p + z / 2) / (1 + z);
    const double half = Z95 / (1 + z) * sqrt(p * (1 - p) / runs + z / (4 * runs));

    *low = right > 0 ? middle - half : 0;  /* exactly, whatever the rounding */
    *high = right < runs ? middle + half : 1;
}

/* The 97.5 % point of Student's t: a table for few degrees of freedom, then its expansion. */
static double student(double freedom)
{
    static const double table[] = { 12.706, 4.303, 3.182, 2.776, 2.571,
                                    2.447, 2.365, 2.306, 2.262 };

    if (freedom < 10)
        return table[(int)freedom - 1];
    const double z3 = Z95 * Z95 * Z95, z5 = z3 * Z95 * Z95;
    return Z95 + (z3 + Z95) / (4 * freedom) +
           (5 * z5 + 16 * z3 + 3 * Z95) / (96 * freedom * freedom);
}

void paper_mean_interval(double mean, double deviation, double runs, double *low, double *high)
{
    /* `deviation` is that of the runs themselves: n / (n - 1) makes it the population's. */
    const double half = runs > 1 ? student(runs - 1) * deviation / sqrt(runs - 1) : INFINITY;

    *low = mean - half;
    *high = mean + half;
}

const char *paper_verdict(double theirs, double low, double high)
{
    const double slack = 1e-9 * fabs(theirs);

    return theirs < low - slack ? "above" : theirs > high + slack ? "below" : "agrees";
}
