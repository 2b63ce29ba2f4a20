/* cnf.c - formulas in DIMACS: building them clean, reading and writing them.
 *
 * The reader walks over the text once, word by word, and hands each clause to the builder, which
 * drops repeated literals and counts what is trivial. Nothing is sized by what the header claims;
 * there is no table over the variables either, because a short file may declare 2^27 of them.
 */
#include "format/cnf.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/text.h"
#include "format/dimacs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------ clean clauses ---- */

#define POLL 65536   /* words between polls */
#define FEW 32       /* literals that are compared with each other rather than sorted */
#define DIGIT_BITS 9 /* three digits hold a variable */
#define DIGITS (1u << DIGIT_BITS)

_Static_assert(BSN_CNF_VARS <= 1u << 3 * DIGIT_BITS, "three passes sort by all of a variable");

/* A literal on its way through the sort: its variable, counted from 0, and its place. */
struct item {
    uint32_t variable, place;
};

/* Sets repeated literals to 0; returns true when a variable occurs with both signs. */
static bool mark_few(int32_t *literal, size_t count)
{
    for (size_t i = 1; i < count; i++)
        for (size_t j = 0; j < i; j++) {
            if (literal[j] == -literal[i])
                return true;
            if (literal[j] == literal[i]) {
                literal[i] = 0;
                break;
            }
        }
    return false;
}

static size_t digit(struct item item, unsigned pass)
{
    return item.variable >> pass * DIGIT_BITS & (DIGITS - 1);
}

/* Sorts by one digit; what has the same digit keeps its order. */
static void sort_pass(const struct item *from, size_t count, unsigned pass, struct item *to)
{
    size_t start[DIGITS + 1] = { 0 };

    for (size_t k = 0; k < count; k++)
        start[digit(from[k], pass) + 1]++;
    for (size_t d = 0; d < DIGITS; d++)
        start[d + 1] += start[d];
    for (size_t k = 0; k < count; k++)
        to[start[digit(from[k], pass)]++] = from[k];
}

/* The same as mark_few, for literals whose items are sorted by variable, then by place. */
static bool mark_sorted(int32_t *literal, const struct item *item, size_t count)
{
    size_t lead = 0;

    for (size_t k = 1; k < count; k++) {
        if (item[k].variable != item[lead].variable)
            lead = k;
        else if (literal[item[k].place] != literal[item[lead].place])
            return true;
        else
            literal[item[k].place] = 0;
    }
    return false;
}

/* The same as mark_few for any number of literals. A radix sort takes linear time whatever the
 * literals are; a hash table could be made slow by a file chosen to collide. */
static basin_status mark_many(basin_ctx *ctx, int32_t *literal, size_t count, bool *always)
{
    struct item *item;

    BSN_TRY(BSN_NEW(ctx, 2 * count, &item));
    struct item *other = item + count;
    for (size_t k = 0; k < count; k++)
        item[k] = (struct item){ (uint32_t)abs(literal[k]) - 1, (uint32_t)k };
    sort_pass(item, count, 0, other);
    sort_pass(other, count, 1, item);
    sort_pass(item, count, 2, other);
    *always = mark_sorted(literal, other, count);
    bsn_free(ctx, item);
    return BASIN_STATUS_OK;
}

/* Moves the literals that are not 0 to the front and returns how many there are. */
static size_t close_gaps(int32_t *literal, size_t count)
{
    size_t kept = 0;

    for (size_t k = 0; k < count; k++)
        if (literal[k] != 0)
            literal[kept++] = literal[k];
    return kept;
}

/* ----------------------------------------------------------------------------- building ---- */

basin_status bsn_cnf_begin(basin_ctx *ctx, uint32_t vars, size_t clauses_hint, struct bsn_cnf *out)
{
    struct bsn_cnf made = { .vars = vars };
    basin_status status;

    if (vars > BSN_CNF_VARS || clauses_hint > BSN_CNF_CLAUSES)
        return bsn_fail(ctx, BASIN_STATUS_TOO_BIG,
                        "a formula of %u variables and %zu clauses; at most %u and %zu",
                        (unsigned)vars, clauses_hint, (unsigned)BSN_CNF_VARS, BSN_CNF_CLAUSES);
    BSN_TRY_OUT(BSN_GROW(ctx, &made.first, &made.first_room, clauses_hint + 1));
    BSN_TRY_OUT(BSN_GROW(ctx, &made.literal, &made.literal_room, clauses_hint + 1));
    *out = made;
    return BASIN_STATUS_OK;
out:
    bsn_cnf_clear(ctx, &made);
    return status;
}

static basin_status make_room(basin_ctx *ctx, struct bsn_cnf *cnf, size_t used, size_t count)
{
    if (cnf->given >= BSN_CNF_CLAUSES || count > UINT32_MAX - used)
        return bsn_fail(ctx, BASIN_STATUS_TOO_BIG,
                        "a formula of more than %zu clauses or %lu literals", BSN_CNF_CLAUSES,
                        (unsigned long)UINT32_MAX);
    BSN_TRY(BSN_GROW(ctx, &cnf->first, &cnf->first_room, cnf->clauses + 2));
    return BSN_GROW(ctx, &cnf->literal, &cnf->literal_room, used + count);
}

/* Makes the next `count` literals a clause. */
static void keep_clause(struct bsn_cnf *cnf, size_t count)
{
    cnf->first[cnf->clauses + 1] = cnf->first[cnf->clauses] + (uint32_t)count;
    cnf->clauses++;
    if (count > cnf->longest)
        cnf->longest = count;
}

basin_status bsn_cnf_add(basin_ctx *ctx, struct bsn_cnf *cnf, const int32_t *literal, size_t count)
{
    const size_t used = cnf->first[cnf->clauses];
    bool always = false;

    BSN_TRY(make_room(ctx, cnf, used, count));
    int32_t *mine = cnf->literal + used;
    for (size_t k = 0; k < count; k++) {
        assert(literal[k] != 0 && llabs(literal[k]) <= cnf->vars);
        mine[k] = literal[k];
    }
    if (count <= FEW)
        always = mark_few(mine, count);
    else
        BSN_TRY(mark_many(ctx, mine, count, &always));
    cnf->given++;
    if (always)
        cnf->tautologies++;
    else if (count == 0)
        cnf->empty++;
    else
        keep_clause(cnf, close_gaps(mine, count));
    return BASIN_STATUS_OK;
}

void bsn_cnf_clear(basin_ctx *ctx, struct bsn_cnf *cnf)
{
    bsn_free(ctx, cnf->first);
    bsn_free(ctx, cnf->literal);
    *cnf = (struct bsn_cnf){ 0 };
}

/* -------------------------------------------------------------------------------- words ---- */

#define HEADER "\"p cnf VARIABLES CLAUSES\""

/* Where reading is, and what has been read. */
struct reader {
    struct bsn_scan scan;
    bool fresh;      /* there were only blanks on this line */
    size_t claimed;  /* clauses, says the header */
    int32_t *clause; /* (count) the clause that has begun */
    size_t count, room;
    struct bsn_cnf cnf;
};

/* A zero byte ends a comment too, and is then refused as a word: this is no text. */
static void skip_comment(struct bsn_scan *s)
{
    while (s->at < s->end && *s->at != '\n' && *s->at != 0)
        s->at++;
}

/* The next word of the formula; false at its end, which is that of the text or a line with %. */
static bool next_word(struct reader *r, struct bsn_word *word)
{
    struct bsn_scan *const s = &r->scan;

    while (s->at < s->end) {
        const char c = *s->at;
        if (c == '\n') {
            s->line++;
            r->fresh = true;
            s->at++;
        } else if (bsn_scan_blank(s, c)) {
            s->at++;
        } else if (r->fresh && c == '%') {
            return false;
        } else if (r->fresh && c == 'c') {
            skip_comment(s);
            r->fresh = false;
        } else {
            r->fresh = false;
            return bsn_scan_word(s, word);
        }
    }
    return false;
}

/* ------------------------------------------------------------------------------ reading ---- */

static basin_status read_count(struct reader *r, const char *what, size_t most, uint32_t *out)
{
    struct bsn_word word;

    if (!bsn_scan_word(&r->scan, &word))
        return BSN_REFUSE(r, "the header lacks its number of %s: " HEADER " is expected", what);
    if (!bsn_word_number(word, out))
        return BSN_REFUSE(r, "\"%s\" is not a number of %s", bsn_word_quote(word).text, what);
    if (*out > most)
        return BSN_REFUSE_AT(r, BASIN_STATUS_TOO_BIG, r->scan.line, "%s %s; at most %zu",
                             bsn_word_quote(word).text, what, most);
    return BASIN_STATUS_OK;
}

/* What comes after "p". */
static basin_status read_sizes(struct reader *r, uint32_t *vars, uint32_t *clauses)
{
    struct bsn_word word;

    if (!bsn_scan_word(&r->scan, &word))
        return BSN_REFUSE(r, "%s", "the header ends early: " HEADER " is expected");
    if (!bsn_word_is(word, "cnf"))
        return BSN_REFUSE(r, "a header of kind \"%s\"; only " HEADER " can be read",
                          bsn_word_quote(word).text);
    BSN_TRY(read_count(r, "variables", BSN_CNF_VARS, vars));
    BSN_TRY(read_count(r, "clauses", BSN_CNF_CLAUSES, clauses));
    if (bsn_scan_word(&r->scan, &word))
        return BSN_REFUSE(r, "\"%s\" after the header " HEADER, bsn_word_quote(word).text);
    return BASIN_STATUS_OK;
}

static basin_status read_header(struct reader *r)
{
    uint32_t vars, clauses;
    struct bsn_word word;

    if (r->scan.at == r->scan.end)
        return BSN_REFUSE(r, "%s", "the file is empty");
    if (!next_word(r, &word))
        return BSN_REFUSE_END(r, "%s", "no header " HEADER);
    if (!bsn_word_is(word, "p"))
        return BSN_REFUSE(r, "\"%s\" before the header " HEADER, bsn_word_quote(word).text);
    BSN_TRY(read_sizes(r, &vars, &clauses));
    r->claimed = clauses;
    /* A clause worth keeping takes four characters, such as "1 0\n"; the claim may be a lie. */
    const size_t possible = (size_t)(r->scan.end - r->scan.at) / 4;
    return bsn_cnf_begin(r->scan.ctx, vars, clauses < possible ? clauses : possible, &r->cnf);
}

static basin_status read_literal(const struct reader *r, struct bsn_word word, int32_t *literal)
{
    const size_t sign = word.chars[0] == '-';
    const struct bsn_word digits = { word.chars + sign, word.length - sign };
    uint32_t variable;

    if (!bsn_word_number(digits, &variable) || (sign && variable == 0))
        return bsn_word_is(word, "p")
                   ? BSN_REFUSE(r, "%s", "a second header")
                   : BSN_REFUSE(r, "\"%s\" is not a literal", bsn_word_quote(word).text);
    if (variable > r->cnf.vars)
        return BSN_REFUSE(r, "literal %s is out of range: the header's number of variables is %u",
                          bsn_word_quote(word).text, (unsigned)r->cnf.vars);
    *literal = sign ? -(int32_t)variable : (int32_t)variable;
    return BASIN_STATUS_OK;
}

static basin_status read_clauses(struct reader *r)
{
    struct bsn_word word;
    int32_t literal = 0;
    size_t words = 0;

    while (next_word(r, &word)) {
        BSN_TRY(BSN_POLL_AT(r->scan.ctx, ++words, POLL));
        BSN_TRY(read_literal(r, word, &literal));
        if (r->cnf.given == r->claimed)
            return BSN_REFUSE(r, "clause %zu begins, but the header's number of clauses is %zu",
                              r->cnf.given + 1, r->claimed);
        if (literal == 0) {
            BSN_TRY(bsn_cnf_add(r->scan.ctx, &r->cnf, r->clause, r->count));
            r->count = 0;
        } else {
            BSN_TRY(BSN_GROW(r->scan.ctx, &r->clause, &r->room, r->count + 1));
            r->clause[r->count++] = literal;
        }
    }
    if (r->count > 0)
        return BSN_REFUSE_END(r, "%s", "the last clause does not end in 0");
    if (r->cnf.given < r->claimed)
        return BSN_REFUSE_END(
            r, "the formula ends after clause %zu; the header's number of clauses is %zu",
            r->cnf.given, r->claimed);
    return BASIN_STATUS_OK;
}

basin_status bsn_cnf_parse(basin_ctx *ctx, const char *name, const char *text, size_t length,
                           struct bsn_cnf *out)
{
    struct reader r = { .scan = bsn_scan_begin(ctx, name, text, length), .fresh = true };
    basin_status status;

    if (length > BSN_CNF_CHARS)
        return BSN_REFUSE_AT(&r, BASIN_STATUS_TOO_BIG, r.scan.line, "%zu characters; at most %zu",
                             length, BSN_CNF_CHARS);
    BSN_TRY_OUT(read_header(&r));
    BSN_TRY_OUT(read_clauses(&r));
    *out = r.cnf;
    r.cnf = (struct bsn_cnf){ 0 };
out:
    bsn_free(ctx, r.clause);
    bsn_cnf_clear(ctx, &r.cnf);
    return status;
}

basin_status bsn_cnf_read(basin_ctx *ctx, const char *path, struct bsn_cnf *out)
{
    size_t length;
    char *text;

    BSN_TRY(bsn_file_read_text(ctx, path, &text, &length));
    const basin_status status = bsn_cnf_parse(ctx, bsn_file_label(path), text, length, out);
    bsn_free(ctx, text);
    return status;
}

/* ------------------------------------------------------------------------------ writing ---- */

void bsn_cnf_write(const struct bsn_cnf *cnf, const char *comment, struct bsn_text *text)
{
    if (comment)
        bsn_comment_write(comment, text);
    bsn_text_add(text, "p cnf %u %zu", (unsigned)cnf->vars, cnf->clauses + cnf->empty);
    for (size_t k = 0; k < cnf->clauses; k++) {
        for (size_t i = cnf->first[k]; i < cnf->first[k + 1]; i++)
            bsn_text_whole(text, i == cnf->first[k] ? '\n' : ' ', cnf->literal[i]);
        bsn_text_whole(text, ' ', 0);
    }
    for (size_t k = 0; k < cnf->empty; k++)
        bsn_text_whole(text, '\n', 0);
    bsn_text_add(text, "\n");
}
