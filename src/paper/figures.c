/* figures.c - the paper's figures b, c, d, f (pictures of energies) and g (a plot of table 3).
 *
 * Figures a and e are films, see films.c. A figure that was made is kept in FOLDER/figures.
 */
#define _GNU_SOURCE
#include "format/run_file.h"
#include "paper/parts.h"
#include "program/judge.h"
#include "program/whole.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LEVEL 5  /* noise level of energy maps: with some noise energies are of one size */
#define LANDSCAPE_COLORS 3

/* --------------------------------------------------------------------------- energy maps ---- */

/* Two assignments of one problem, a right one and a wrong one. */
struct contrast {
    basin_problem *problem;
    int32_t *right, *wrong;
    const char *right_name, *wrong_name;
};

static bool add_panel(struct paper_bench *bench, json_t *panels, const basin_picture *picture,
                      const char *label)
{
    char *svg = NULL;

    if (basin_picture_svg(bench->ctx, picture, &svg) != BASIN_STATUS_OK) {
        complain_ctx(bench->ctx);
        return false;
    }
    json_array_append_new(panels, json_pack("{s:s, s:s}", "label", label, "svg", svg));
    basin_text_free(bench->ctx, svg);
    return true;
}

/* Paints an assignment with its costs; *low and *high become wide enough for them. */
static basin_picture *paint(struct paper_bench *bench, const struct contrast *c,
                            const basin_model *model, enum basin_method method,
                            const int32_t *value, double *low, double *high)
{
    basin_picture *picture = NULL;
    double *cost = NULL, from, to;
    size_t count;

    if (basin_picture_new(bench->ctx, c->problem, &picture) != BASIN_STATUS_OK ||
        basin_problem_costs(bench->ctx, model, c->problem, value, LEVEL, method, &cost, &count) !=
            BASIN_STATUS_OK ||
        basin_picture_paint(bench->ctx, picture, value, cost) != BASIN_STATUS_OK) {
        complain_ctx(bench->ctx);
        basin_picture_free(bench->ctx, picture);
        picture = NULL;
    } else if (basin_picture_range(picture, &from, &to)) {
        *low = from < *low ? from : *low;
        *high = to > *high ? to : *high;
    }
    basin_costs_free(bench->ctx, cost);
    return picture;
}

/* Right and wrong by one kind of energies, in the same colours. */
static bool add_maps(struct paper_bench *bench, const struct contrast *c, enum basin_energy energy,
                     json_t *panels)
{
    const bool paper = energy == BASIN_ENERGY_PAPER;
    const enum basin_method method = paper ? BASIN_METHOD_PAPER : BASIN_METHOD_BASIN;
    const struct paper_way way = { .domain = basin_problem_domain(c->problem), .energy = energy };
    char why[300], label[160];
    double low = INFINITY, high = -INFINITY;
    const basin_model *const model = paper_model(bench, &way, why);

    if (!model) {
        complain("%s", why);
        return false;
    }
    basin_picture *const right = paint(bench, c, model, method, c->right, &low, &high);
    basin_picture *const wrong =
        right ? paint(bench, c, model, method, c->wrong, &low, &high) : NULL;
    bool fine = wrong != NULL;
    if (fine) {
        const char *const by = paper ? "the paper's network" : "basin's compact network";
        basin_picture_scale(right, low, high);
        basin_picture_scale(wrong, low, high);
        snprintf(label, sizeof label, "%s; %s", c->right_name, by);
        fine = add_panel(bench, panels, right, label);
        snprintf(label, sizeof label, "%s; %s", c->wrong_name, by);
        fine = fine && add_panel(bench, panels, wrong, label);
    }
    basin_picture_free(bench->ctx, right);
    basin_picture_free(bench->ctx, wrong);
    return fine;
}

/* ----------------------------------------------------------------------- the assignments ---- */

/* A solution by basin's method, in c->right and, to be spoiled, in c->wrong. */
static bool solve(struct paper_bench *bench, struct contrast *c)
{
    const struct paper_way way = { .domain = basin_problem_domain(c->problem) };
    const size_t values = basin_problem_values(c->problem);
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
    struct basin_answer answer = BASIN_ANSWER_INIT;
    char why[300];
    const basin_model *const model = paper_model(bench, &way, why);

    opts.seconds = 10;
    c->right = calloc(values, sizeof *c->right);
    c->wrong = calloc(values, sizeof *c->wrong);
    const bool fine = model && c->right && c->wrong &&
                      basin_solve(bench->ctx, model, c->problem, &opts, &answer) ==
                          BASIN_STATUS_OK && answer.kind == BASIN_ANSWER_SOLVED;
    if (fine) {
        memcpy(c->right, answer.value, values * sizeof *c->right);
        memcpy(c->wrong, answer.value, values * sizeof *c->wrong);
    } else {
        complain("no solution to draw");
    }
    basin_answer_clear(bench->ctx, &answer);
    return fine;
}

/* Gives values their next choice, one after the other, until so many constraints are broken. */
static bool spoil(struct paper_bench *bench, struct contrast *c, int32_t choices, uint64_t broken)
{
    const size_t values = basin_problem_values(c->problem);
    uint64_t violated = 0;

    for (size_t i = 0; i < values * (size_t)choices && violated != broken; i++) {
        int32_t *const value = &c->wrong[i % values];
        const int32_t before = *value;
        *value = (before + 1) % choices;
        if (basin_problem_check(bench->ctx, c->problem, c->wrong, &violated) != BASIN_STATUS_OK)
            break;
        if (violated > broken)
            *value = before;
    }
    return violated == broken || complain("no assignment to draw") == 0;
}

/* A ninth queen beside that of the first row: boards with two in a row are read from text. */
static bool add_queen(struct paper_bench *bench, struct contrast *c)
{
    const size_t n = basin_problem_values(c->problem), second = ((size_t)c->right[0] + 4) % n;
    char path[PAPER_PATH], text[128] = "";
    int32_t *read = NULL;
    size_t at = 0, count = 0;

    for (size_t row = 0; row < n; row++) {
        for (size_t col = 0; col < n; col++)
            text[at++] = (size_t)c->right[row] == col || (row == 0 && col == second) ? 'Q' : '.';
        text[at++] = '\n';
    }
    snprintf(path, sizeof path, "%.3800s/figures/nine-queens.txt", bench->store->folder);
    if (whole_write(bench->ctx, path, text) != 0)
        return false;
    if (basin_solutions_read(bench->ctx, c->problem, path, &read, &count) != BASIN_STATUS_OK) {
        complain_ctx(bench->ctx);
        return false;
    }
    memcpy(c->wrong, read, n * sizeof *c->wrong);
    basin_values_free(bench->ctx, read);
    return true;
}

static bool open_made(struct paper_bench *bench, const char *domain, const char *name,
                      struct basin_gen_opts gen, uint32_t limit, basin_problem **problem)
{
    char path[PAPER_PATH], *text = NULL;

    snprintf(path, sizeof path, "%.3800s/figures/%s%s", bench->store->folder, name,
             basin_domain_suffix(domain));
    if (basin_generate(bench->ctx, domain, &gen, &text) != BASIN_STATUS_OK) {
        complain_ctx(bench->ctx);
        return false;
    }
    bool fine = whole_write(bench->ctx, path, text) == 0;
    basin_text_free(bench->ctx, text);
    if (!fine)
        return false;
    fine = basin_problem_open(bench->ctx, domain, path, problem) == BASIN_STATUS_OK;
    if (fine && limit > 0) {
        int32_t *const keep = calloc(basin_problem_values(*problem), sizeof *keep);
        fine = keep && problem_limit(bench->ctx, problem, limit, keep) == BASIN_STATUS_OK;
        free(keep);
    }
    if (!fine)
        complain_ctx(bench->ctx);
    return fine;
}

static bool contrast_of(struct paper_bench *bench, char id, struct contrast *c)
{
    struct basin_gen_opts gen = BASIN_GEN_OPTS_INIT;

    if (id == 'b') {
        c->right_name = "a correct board";
        c->wrong_name = "the same with a ninth queen";
        return basin_problem_open(bench->ctx, "queens", "8", &c->problem) == BASIN_STATUS_OK &&
               solve(bench, c) && add_queen(bench, c);
    }
    if (id == 'c') {
        gen.kind = "mycielski";
        gen.n = 3;
        c->right_name = "a correct colouring";
        c->wrong_name = "one with two conflicts";
        return open_made(bench, "color", "myciel3", gen, 4, &c->problem) && solve(bench, c) &&
               spoil(bench, c, 4, 2);
    }
    gen.judge = judge_formula;
    gen.n = 8;
    gen.ratio = 3;
    c->right_name = "a satisfying assignment";
    c->wrong_name = "one that fails two clauses";
    return open_made(bench, "sat", "small", gen, 0, &c->problem) && solve(bench, c) &&
           spoil(bench, c, 2, 2);
}

static bool maps(struct paper_bench *bench, char id, json_t *panels)
{
    struct contrast c = { 0 };
    const bool fine = contrast_of(bench, id, &c) &&
                      add_maps(bench, &c, BASIN_ENERGY_COMPACT, panels) &&
                      add_maps(bench, &c, BASIN_ENERGY_PAPER, panels);

    free(c.right);
    free(c.wrong);
    basin_problem_free(bench->ctx, c.problem);
    return fine;
}

/* ----------------------------------------------------------------------------- landscape ---- */

static bool landscape(struct paper_bench *bench, enum basin_energy energy, const char *label,
                      json_t *panels)
{
    const struct paper_way way = { .domain = "color", .energy = energy };
    basin_picture *picture = NULL;
    char why[300];
    const basin_model *const model = paper_model(bench, &way, why);
    bool fine = model != NULL;

    if (fine && basin_picture_landscape(bench->ctx, model, LANDSCAPE_COLORS,
                                        energy == BASIN_ENERGY_PAPER ? BASIN_METHOD_PAPER
                                                                     : BASIN_METHOD_BASIN,
                                        &picture) != BASIN_STATUS_OK)
        fine = complain_ctx(bench->ctx) == 0;
    else if (!fine)
        complain("%s", why);
    fine = fine && add_panel(bench, panels, picture, label);
    basin_picture_free(bench->ctx, picture);
    return fine;
}

/* ------------------------------------------------------------------------------ the plot ---- */

static json_t *points(const double *cell)
{
    static const double particles[] = { 8, 16, 32, 64, 128 };
    json_t *const list = json_array();

    for (size_t i = 0; i < 5; i++)
        json_array_append_new(list, json_pack("[f, o]", particles[i],
                                              isfinite(cell[i]) ? json_real(cell[i])
                                                                : json_null()));
    return list;
}

static void add_series(json_t *series, const char *group, const char *label, enum paper_who who,
                       const double *cell)
{
    json_array_append_new(series, json_pack("{s:o, s:s, s:o}", "label",
                                            json_sprintf("%s: %s", group, label), "who",
                                            paper_who_word(who), "points", points(cell)));
}

static json_t *plot(const struct paper_rows *rows)
{
    const struct paper_table *const table = paper_table(3);
    json_t *const series = json_array();

    for (size_t i = 0; i < table->rows; i++)
        add_series(series, table->row[i].group, table->row[i].label, table->row[i].who,
                   table->row[i].cell);
    for (size_t i = 0; i < rows->count; i++)
        if (rows->row[i].table == 3)
            add_series(series, rows->row[i].group, rows->row[i].label, rows->row[i].who,
                       rows->row[i].cell);
    return json_pack("{s:s, s:s, s:b, s:o}", "x", "particles", "y", "correct of 100", "log_x", 1,
                     "series", series);
}

/* --------------------------------------------------------------------------- all of them ---- */

static const struct {
    char id;
    const char *title, *caption;
} captions[] = {
    { 'a', "Samples over time",
      "8 queens by the paper's network: reverse diffusion, and PEM with 2 and with 8 particles, at "
      "the levels 100, 75, 50, 25, 10, 4, 3, 2, 1 and decoded at the end; the particle of lowest "
      "energy at each moment, decoded." },
    { 'b', "Energy map of a board",
      "The energy of a square is that of its row, column and diagonals, at noise level 5." },
    { 'c', "Energy of each edge", "myciel3 with four colours, at noise level 5." },
    { 'd', "Energy of each clause", "A formula of 8 variables, at noise level 5." },
    { 'e', "Eight particles over time",
      "Energies of all particles on 8 queens, on two graphs and on a crossword; the runs "
      "themselves can be played above, under \"Watch it work\". A solution may have a higher "
      "energy than wrong particles beside it: basin's weights change while a run goes on, and the "
      "verifier says which particle is a solution." },
    { 'f', "The energy landscape",
      "One edge over the second vertex's colour, two edges over two vertices, at several levels." },
    { 'g', "Correct boards by particles", "7 to 10 queens: table 3 as a plot." },
};

static bool make_panels(struct paper_bench *bench, char id, json_t *panels)
{
    if (id == 'a' || id == 'e')
        return paper_film_panels(bench, id, panels);
    if (id == 'f')
        return landscape(bench, BASIN_ENERGY_COMPACT, "basin's compact network", panels) &&
               landscape(bench, BASIN_ENERGY_PAPER, "the paper's network", panels);
    return maps(bench, id, panels);
}

/* From the folder, or made now and put there. */
static json_t *kept_panels(struct paper_bench *bench, char id)
{
    char path[PAPER_PATH];
    json_t *panels = NULL;

    snprintf(path, sizeof path, "%.3800s/figures/%c-%s.json", bench->store->folder, id,
             BASIN_VERSION);
    if (bsn_record_load(bench->ctx, path, &panels) == BASIN_STATUS_OK && json_is_array(panels))
        return panels;
    json_decref(panels);
    panels = json_array();
    if (make_panels(bench, id, panels)) {
        char *const text = json_dumps(panels, 0);
        if (text && !paper_memory_short())
            whole_write(bench->ctx, path, text);
        free(text);
    }
    return panels;
}

json_t *paper_figures(struct paper_bench *bench, const struct paper_rows *rows)
{
    json_t *const list = json_array();
    char path[PAPER_PATH];

    snprintf(path, sizeof path, "%.3800s/figures", bench->store->folder);
    for (size_t i = 0; i < sizeof captions / sizeof *captions; i++) {
        const char id[2] = { captions[i].id, 0 };
        if (!bench->figure[id[0] - 'a'] || !paper_folder_make(path))
            continue;
        const bool is_plot = id[0] == 'g';
        json_array_append_new(
            list, json_pack("{s:s, s:s, s:s, s:o}", "id", id, "title", captions[i].title, "caption",
                            captions[i].caption, is_plot ? "plot" : "panels",
                            is_plot ? plot(rows) : kept_panels(bench, id[0])));
    }
    return list;
}
