/* basin_pictures.h - pictures of problems, assignments and runs: svg, png, JSON, terminals.
 *
 * Not part of libbasin: link libbasin-full (pkg-config basin-full), which has all of basin.h too. A
 * program links one of the two.
 */
#ifndef BASIN_PICTURES_H
#define BASIN_PICTURES_H

#include "basin.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A picture is a list of shapes (rectangles, discs, lines, texts) with tones that say what they
 * are. The shapes of a problem stay where they are; an assignment only paints them. */
typedef struct basin_picture basin_picture;

/* Lays out the picture of a problem, which must outlive it: a board, a formula, a graph, a grid. */
BASIN_API basin_status basin_picture_new(basin_ctx *ctx, const basin_problem *problem,
                                         basin_picture **out);
BASIN_API void basin_picture_free(basin_ctx *ctx, basin_picture *picture);

/* Paints an assignment (values; NULL: none), which may break constraints, and, when the costs of
 * basin_problem_costs are given (NULL: none), how much each part of it costs. */
BASIN_API basin_status basin_picture_paint(basin_ctx *ctx, basin_picture *picture,
                                           const int32_t *value, const double *cost);

/* A line above the picture; "" is none. */
BASIN_API void basin_picture_title(basin_picture *picture, const char *title);

/* The energies that are shown in the lightest and in the darkest colour, to compare pictures by;
 * NAN, as at the beginning: the lowest and the highest of the picture, which basin_picture_range
 * tells. It returns false when the picture shows no energies. */
BASIN_API void basin_picture_scale(basin_picture *picture, double low, double high);
BASIN_API bool basin_picture_range(const basin_picture *picture, double *low, double *high);

/* A chart of a run: the energy of every particle at each moment, one curve each; the way of the one
 * that won is drawn over all others. Start from BASIN_ENERGIES_INIT. */
struct basin_energies {
    size_t size;
    const char *title;         /* or NULL */
    size_t moments, particles;
    const double *step;        /* (moments) rising */
    const double *energy;      /* (moments, particles) NAN where not known */
    const uint32_t *parent;    /* (moments, particles) which particle of the moment before each one
                                * continues, or NULL: itself; BASIN_PARENT_UNKNOWN: none of these */
    const uint64_t *violated;  /* (moments, particles) constraints that each one breaks, or NULL */
    bool believed;             /* no verifier accepts an answer: what breaks nothing is "believed" */
};
#define BASIN_PARENT_UNKNOWN UINT32_MAX
#define BASIN_ENERGIES_INIT BASIN_INIT_(basin_energies, )
BASIN_API basin_status basin_picture_energies(basin_ctx *ctx, const struct basin_energies *energies,
                                              basin_picture **out);
/* The same for a run that was recorded to a file (or "-"). */
BASIN_API basin_status basin_picture_run(basin_ctx *ctx, const char *path, basin_picture **out);

/* Charts of many instances, a curve for each of `count` files (or "-") of JSON lines as `basin
 * eval` writes them; a curve is named after its file. A cactus plot shows how many instances were
 * solved within which time, on a logarithmic axis; growth shows the time until solved over the
 * number of values searched for, both logarithmic, a disc for each instance and a line through the
 * medians of each size. At least one run must be solved. */
BASIN_API basin_status basin_picture_cactus(basin_ctx *ctx, const char *const *path, size_t count,
                                            basin_picture **out);
BASIN_API basin_status basin_picture_growth(basin_ctx *ctx, const char *const *path, size_t count,
                                            basin_picture **out);

/* A run that was recorded with its pictures (--trace) as an svg that moves: at each of up to 60
 * moments the particle that breaks least, at the end the answer, and below it what every particle
 * breaks over the steps. `title` may be NULL: the run's name. */
BASIN_API basin_status basin_film_svg(basin_ctx *ctx, const char *path, const char *title,
                                      char **text);

/* The landscape of a model of graph colouring: the energy of one edge whose first end has colour 1,
 * over the colour of the other end; and of two edges A - B - C over the colours of B and C, at
 * several noise levels. Between colours, entries are interpolated. */
BASIN_API basin_status basin_picture_landscape(basin_ctx *ctx, const basin_model *model,
                                               uint32_t colors, enum basin_method method,
                                               basin_picture **out);

/* The picture as an <svg> element that can be a file or stand in a page. */
BASIN_API basin_status basin_picture_svg(basin_ctx *ctx, const basin_picture *picture,
                                         char **text);

/* The picture as a file: svg, or png (two pixels for one of the svg; one, where there are very many
 * shapes), as the name's end says. The file is there when all of it is written. A png needs
 * libcairo, which ends a process that is short of memory: it is loaded by a copy of this one (fork),
 * and where that copy breaks down, the status is BASIN_STATUS_MEMORY; where it stands still for ten
 * seconds, BASIN_STATUS_IO. It does not call the context's allocator. The caller gets a SIGCHLD, as
 * of any child; of its children this one alone is waited for, and it may be waited for by the caller
 * or ignored. basin_picture_probe tells before the work whether one can be made there: a png's by
 * such a copy, too. */
BASIN_API basin_status basin_picture_save(basin_ctx *ctx, const basin_picture *picture,
                                          const char *path);
BASIN_API basin_status basin_picture_probe(basin_ctx *ctx, const char *path);

/* As JSON: with `places` where the shapes are, {"width", "height", "shapes": [{"kind": "rect",
 * "disc", "line" or "text", "x", "y", "w", "h"}, ...]} (rect: corner and size; disc: centre and
 * diameter; line: from (x, y) to (x + w, y + h); text: centre, room and height); without, how they
 * are painted: {"tone": one character chr(48 + tone) for each shape, "text": a string for each
 * shape of kind text, and, when energies are shown, "heat": a number or null for each shape}. */
BASIN_API basin_status basin_picture_json(basin_ctx *ctx, const basin_picture *picture,
                                          bool places, char **text);

/* For a terminal: at most `rows` lines of at most `columns` characters, each line with its end. A
 * unit is two columns and one row where that fits; where it does not, several shapes share a
 * character and what is wrong is seen. With `colors`, ANSI sequences for 256 colours are between
 * the characters; every line ends in plain ones. Only ASCII is written. */
BASIN_API basin_status basin_picture_cells(basin_ctx *ctx, const basin_picture *picture,
                                           uint32_t columns, uint32_t rows, bool colors,
                                           char **text);

/* How a tone looks: "#rrggbb" of areas and of text on them, and what it is ("wrong", "class 3"). */
struct basin_tone {
    char fill[8], ink[8], name[24];
};
BASIN_API void basin_tone_look(unsigned tone, struct basin_tone *look);

#ifdef __cplusplus
}
#endif
#endif
