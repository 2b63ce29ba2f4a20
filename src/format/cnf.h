/* cnf.h - formulas in conjunctive normal form, and DIMACS, the text they come in.
 *
 * A formula is kept clean: a clause holds no literal twice, clauses that hold always (v or not v)
 * and clauses that hold never (no literal) are counted but not kept. A formula with empty > 0 has
 * no solution. Reading trusts nothing: time and memory follow the text, never what its header says.
 */
#ifndef BSN_CNF_H
#define BSN_CNF_H

#include "base/ctx.h"

#define BSN_CNF_VARS ((uint32_t)1 << 27)
#define BSN_CNF_CLAUSES ((size_t)1 << 30)
#define BSN_CNF_CHARS ((size_t)UINT32_MAX)  /* of a text, so that its literals can be counted */

struct bsn_text;

struct bsn_cnf {
    uint32_t vars;       /* variables 1 .. vars */
    size_t clauses;      /* kept */
    size_t given;        /* clauses + tautologies + empty */
    size_t tautologies;  /* clauses that hold always */
    size_t empty;        /* clauses that hold never */
    size_t longest;      /* literals of the longest kept clause */
    uint32_t *first;     /* (clauses + 1) clause k has literals first[k] .. first[k + 1] - 1 */
    int32_t *literal;    /* (first[clauses]) v or -v, in the order given */
    size_t first_room, literal_room;  /* allocated items */
};

/* Reads a DIMACS text; `name` is the file's name in error texts. Comment lines ("c ...") may be
 * anywhere, a line that begins with % ends the formula (SATLIB). On success *out is the caller's,
 * to be given to bsn_cnf_clear; on failure (PARSE, TOO_BIG or MEMORY) it is untouched, and for the
 * first two the error text is "NAME:LINE: reason". */
basin_status bsn_cnf_parse(basin_ctx *ctx, const char *name, const char *text, size_t length,
                           struct bsn_cnf *out);

/* The same for a file, or standard input for "-". */
basin_status bsn_cnf_read(basin_ctx *ctx, const char *path, struct bsn_cnf *out);

/* Frees what a formula holds and leaves it all zero; a formula that is all zero is fine. */
void bsn_cnf_clear(basin_ctx *ctx, struct bsn_cnf *cnf);

/* Adds the formula as DIMACS: each line of `comment` (may be NULL) behind "c ", the header, one
 * clause a line. Empty clauses are written too, last, because they matter; tautologies are not. */
void bsn_cnf_write(const struct bsn_cnf *cnf, const char *comment, struct bsn_text *text);

/* Building by hand: a formula without clauses, with room for about `clauses_hint` of them, then one
 * clause after the other. The literals must be of variables 1 .. vars and lie outside the formula.
 * On failure (TOO_BIG past the limits, or MEMORY) *out and *cnf are as they were. */
basin_status bsn_cnf_begin(basin_ctx *ctx, uint32_t vars, size_t clauses_hint, struct bsn_cnf *out);
basin_status bsn_cnf_add(basin_ctx *ctx, struct bsn_cnf *cnf, const int32_t *literal, size_t count);

#endif
