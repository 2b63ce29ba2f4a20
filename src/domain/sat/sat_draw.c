/* sat_draw.c - the picture of a formula.
 *
 * Shapes, in this order: a square for each variable and its name; a box for each clause, and at the
 * end one for each empty clause; where there are few of them, the literals of each clause as text.
 * Where there are many, a box is a small square, row by row in the order of the file, and a literal
 * is a bar in it: x1 at the left edge, the last variable at the right one, up for the variable and
 * down for its negation.
 */
#include "domain/sat/sat_draw.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FEW_CLAUSES 120    /* that can be read as text */
#define FEW_LITERALS 6     /* in each of them */
#define FEW_VARS 60        /* that are named */
#define HEADING 0.9        /* room for a line of text above a block */
#define HEADING_TEXT 0.52  /* its height; no other text has it, see cells.c on crowds */
#define GAP 0.7            /* between blocks */
#define ROW 1.15           /* height of a clause as text, with the space below */
#define COLUMN_GAP 0.5
#define TEXT_SCALE 0.62f
#define MANY_BARS 500000   /* beyond, boxes are too small for bars */
#define NOTE_TEXT 0.29     /* height of what is said about bars: a footnote, see cells.c */
#define NAMED 2.0          /* width of a variable's box that has its name in it */

/* Where things are; derived from the formula alone. */
struct plan {
    bool words;          /* clauses as text */
    bool names;          /* variables with their names */
    bool bars;           /* literals as bars */
    size_t boxes;        /* clauses, empty ones included */
    size_t columns;      /* of clauses */
    size_t vars_across;
    double literal, clause, var, width;  /* widths */
    double vars_top, clauses_top, height;
};

static size_t rounded_up(size_t count, size_t across)
{
    return (count + across - 1) / across;
}

static struct plan make_plan(const struct bsn_cnf *cnf)
{
    struct plan p = { .boxes = cnf->clauses + cnf->empty };
    const double literals = cnf->longest > 0 ? (double)cnf->longest : 1;
    const double boxes = p.boxes > 0 ? (double)p.boxes : 1;

    p.words = p.boxes <= FEW_CLAUSES && cnf->longest <= FEW_LITERALS;
    p.names = p.words && cnf->vars <= FEW_VARS;
    p.bars = !p.words && cnf->first[cnf->clauses] <= MANY_BARS;
    p.literal = 1.4 + 0.33 * (cnf->vars > 9) + 0.33 * (cnf->vars > 99);
    p.clause = p.words ? literals * p.literal + 0.3 : 1;
    p.var = p.names ? NAMED : 1;
    if (p.words)  /* about as wide as high */
        p.columns = (size_t)ceil(sqrt(boxes * ROW / (p.clause + COLUMN_GAP)));
    else
        p.columns = (size_t)ceil(sqrt(1.6 * boxes));
    p.width = p.words ? (double)p.columns * (p.clause + COLUMN_GAP) - COLUMN_GAP
                      : (double)p.columns;
    p.width = p.width < 6 ? 6 : p.width;
    p.vars_across = (size_t)(p.width / p.var);
    const double var_rows = (double)rounded_up(cnf->vars, p.vars_across);
    const double rows = (double)rounded_up(p.boxes, p.columns);
    p.vars_top = HEADING;
    p.clauses_top = p.vars_top + var_rows + GAP + HEADING;
    p.height = p.clauses_top + rows * (p.words ? ROW : 1);
    return p;
}

static void lay_vars(const struct bsn_cnf *cnf, const struct plan *p, struct bsn_scene *scene)
{
    char name[16];

    for (uint32_t v = 0; v < cnf->vars; v++)
        bsn_scene_rect(scene, BSN_TONE_OPEN, (double)(v % p->vars_across) * p->var,
                       p->vars_top + (double)(v / p->vars_across), p->var, 1);
    for (uint32_t v = 0; p->names && v < cnf->vars; v++) {
        snprintf(name, sizeof name, "x%u", v + 1);
        bsn_scene_text(scene, BSN_TONE_OPEN, ((double)(v % p->vars_across) + 0.5) * p->var,
                       p->vars_top + (double)(v / p->vars_across) + 0.5, 0.9 * p->var, 0.5, name);
    }
}

/* Clauses go down the columns when they are text, as a list is read, else along the rows. */
static void place_of(const struct plan *p, size_t k, double *x, double *y)
{
    const size_t rows = rounded_up(p->boxes, p->columns);

    *x = p->words ? (double)(k / rows) * (p->clause + COLUMN_GAP) : (double)(k % p->columns);
    *y = p->clauses_top + (p->words ? (double)(k % rows) * ROW : (double)(k / p->columns));
}

static void lay_literals(const struct bsn_cnf *cnf, const struct plan *p, struct bsn_scene *scene)
{
    char name[24];
    double x, y;

    for (size_t k = 0; k < cnf->clauses; k++) {
        place_of(p, k, &x, &y);
        const uint32_t width = cnf->first[k + 1] - cnf->first[k];
        for (uint32_t i = 0; i < width; i++) {
            const int32_t literal = cnf->literal[cnf->first[k] + i];
            snprintf(name, sizeof name, "%sx%d", literal < 0 ? "\xc2\xac" : "", abs(literal));
            bsn_scene_text(scene, BSN_TONE_INK, x + 0.15 + (i + 0.5) * p->literal, y + 0.5,
                           p->literal - 0.25, 0.55, name);
        }
    }
}

static void lay_bars(const struct bsn_cnf *cnf, const struct plan *p, struct bsn_scene *scene)
{
    double x, y;

    for (size_t k = 0; k < cnf->clauses; k++) {
        place_of(p, k, &x, &y);
        for (uint32_t i = cnf->first[k]; i < cnf->first[k + 1]; i++) {
            const int32_t literal = cnf->literal[i];
            const double at = x + 0.06 + 0.88 * (abs(literal) - 0.5) / cnf->vars;
            bsn_scene_line(scene, BSN_TONE_INK, at, y + 0.5, at, y + (literal > 0 ? 0.12 : 0.88));
        }
    }
    bsn_scene_label(scene, BSN_TONE_MUTED, 1, p->width, p->clauses_top - 0.3, NOTE_TEXT,
                    "bar up: x, down: not x");
}

static void lay_heading(double y, const char *text, size_t count, struct bsn_scene *scene)
{
    char line[BSN_SHAPE_TEXT_CHARS];

    snprintf(line, sizeof line, "%zu %s%s", count, text, count == 1 ? "" : "s");
    bsn_scene_label(scene, BSN_TONE_MUTED, -1, 0, y - 0.45, HEADING_TEXT, line);
}

/* Text needs no squares as large as those of a board. */
static void shrink(struct bsn_scene *scene)
{
    for (size_t i = 0; i < scene->shapes; i++) {
        scene->shape[i].x *= TEXT_SCALE;
        scene->shape[i].y *= TEXT_SCALE;
        scene->shape[i].w *= TEXT_SCALE;
        scene->shape[i].h *= TEXT_SCALE;
    }
    scene->width *= TEXT_SCALE;
    scene->height *= TEXT_SCALE;
}

basin_status bsn_sat_lay(const struct bsn_cnf *cnf, struct bsn_scene *scene)
{
    const struct plan p = make_plan(cnf);
    double x, y;

    scene->width = (float)p.width;
    scene->height = (float)p.height;
    lay_vars(cnf, &p, scene);
    for (size_t k = 0; k < p.boxes; k++) {
        place_of(&p, k, &x, &y);
        bsn_scene_rect(scene, k < cnf->clauses ? BSN_TONE_OPEN : BSN_TONE_WRONG, x, y, p.clause,
                       1);
    }
    if (p.words)
        lay_literals(cnf, &p, scene);
    else if (p.bars)
        lay_bars(cnf, &p, scene);
    lay_heading(p.vars_top, "variable", cnf->vars, scene);
    lay_heading(p.clauses_top, "clause", p.boxes, scene);
    if (p.words)
        shrink(scene);
    return scene->status;
}

static bool holds(const int32_t *value, int32_t literal)
{
    return value[abs(literal) - 1] == (literal > 0);
}

static enum bsn_tone value_tone(int32_t value)
{
    return value == 1 ? BSN_TONE_TRUE : value == 0 ? BSN_TONE_FALSE : BSN_TONE_OPEN;
}

/* The bars of literals that hold are dark; where none does, they are seen on what is wrong. */
static void paint_bars(const struct bsn_cnf *cnf, size_t k, const int32_t *value,
                       const struct bsn_shape *box, struct bsn_shape *bar)
{
    for (uint32_t i = cnf->first[k]; i < cnf->first[k + 1]; i++)
        bar[i].tone = box->tone == BSN_TONE_WRONG              ? BSN_TONE_LIGHT
                      : !value || holds(value, cnf->literal[i]) ? BSN_TONE_INK
                                                                : BSN_TONE_MUTED;
}

static void paint_clause(const struct bsn_cnf *cnf, size_t k, const int32_t *value,
                         struct bsn_shape *box, struct bsn_shape *literal)
{
    bool good = false;

    for (uint32_t i = cnf->first[k]; value && i < cnf->first[k + 1]; i++)
        good |= holds(value, cnf->literal[i]);
    box->tone = !value ? BSN_TONE_OPEN : good ? BSN_TONE_HOLDS : BSN_TONE_WRONG;
    for (uint32_t i = cnf->first[k]; literal && i < cnf->first[k + 1]; i++) {
        literal[i].heat = box->heat;
        literal[i].tone = !value                         ? BSN_TONE_INK
                          : !good                        ? BSN_TONE_WRONG
                          : holds(value, cnf->literal[i]) ? BSN_TONE_INK
                                                          : BSN_TONE_MUTED;
    }
}

void bsn_sat_paint(const struct bsn_cnf *cnf, const int32_t *value, const double *cost,
                   struct bsn_scene *scene)
{
    const struct plan p = make_plan(cnf);
    struct bsn_shape *const var = scene->shape, *const name = var + cnf->vars;
    struct bsn_shape *const box = name + (p.names ? cnf->vars : 0);
    struct bsn_shape *const literal = p.words ? box + p.boxes : NULL;
    struct bsn_shape *const bar = p.bars ? box + p.boxes : NULL;

    for (uint32_t v = 0; v < cnf->vars; v++) {
        var[v].tone = (uint8_t)value_tone(value ? value[v] : -1);
        if (!p.names)
            continue;
        name[v].tone = var[v].tone;
        if (var[v].tone == BSN_TONE_OPEN)
            bsn_shape_say(&name[v], "x%u", v + 1);
        else
            bsn_shape_say(&name[v], "x%u=%d", v + 1, var[v].tone == BSN_TONE_TRUE);
    }
    for (size_t k = 0; k < cnf->clauses; k++) {
        box[k].heat = cost ? (float)cost[k] : NAN;
        paint_clause(cnf, k, value, &box[k], literal);
        if (bar)
            paint_bars(cnf, k, value, &box[k], bar);
    }
}
