/* instances.c - the sets of instances that tables are measured on: benchmark files where they are
 * found, else generated ones of the same kind, which are kept in FOLDER/instances.
 *
 * Which files a set has, and in how many colours graphs are to be coloured, is known here without
 * looking at any of them: the runs of an instance are found by its name, and only making a run
 * needs the file. Names of sets: "queens N", "uf20", "uf50", the families below, "color NAME" for a
 * graph of the COLOR benchmark, "one graph", "crosswords".
 */
#define _GNU_SOURCE
#include "paper/parts.h"
#include "program/judge.h"
#include "program/whole.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FAMILY 5         /* graphs of a family */
#define ONE_GRAPH 1      /* of the family below, counted from 0 */
#define ONE_FAMILY "holme-kim-small"
#define PUZZLES 20
#define PUZZLE_FILE "crosswords/mini0505.json"
#define PUZZLE_FIRST 1   /* 1, 6, ..., 96 of the file */
#define PUZZLE_STEP 5

/* A family of random graphs. Files: `file` with the size twice (where it is part of the name) and
 * the number. Generated: by kind and ratio, with the seeds 1 to 5. */
struct family {
    const char *name, *title, *file, *kind;
    double ratio;
    uint32_t width, size[FAMILY];
    uint32_t limit[FAMILY];  /* colours that the paper's files ask for */
    bool sized;              /* the size says all: the file's name holds it, and a generated graph
                                has the file's limit */
};

static const struct family families[] = {
    { "erdos-renyi-small", "Erdos-Renyi, 20 to 39 vertices", "erdos_renyi_20_40_0.3", "erdos-renyi",
      .10, 0, { 38, 39, 31, 20, 33 }, { 3, 3, 3, 3, 4 }, false },
    { "erdos-renyi-large", "Erdos-Renyi, 81 to 99 vertices", "erdos_renyi_80_100_0.3",
      "erdos-renyi", .05, 0, { 96, 85, 99, 81, 99 }, { 3, 4, 4, 4, 4 }, false },
    { ONE_FAMILY, "Holme-Kim, 22 to 34 vertices", "powerlaw_cluster_graph_20_40_0.4", "holme-kim",
      3, 40, { 25, 22, 32, 34, 28 }, { 4, 4, 4, 4, 4 }, false },
    { "holme-kim-large", "Holme-Kim, 86 to 100 vertices", "powerlaw_cluster_graph_80_100_0.6",
      "holme-kim", 5, 60, { 94, 86, 100, 86, 94 }, { 6, 5, 6, 6, 5 }, false },
    { "regular-small", "regular, 21 to 40 vertices", "random_regular_expander_graph_20_40_6.0",
      "regular", 6, 0, { 24, 33, 40, 21, 28 }, { 4, 4, 4, 4, 4 }, false },
    { "regular-large", "regular, 86 to 100 vertices", "random_regular_expander_graph_80_100_4.0",
      "regular", 4, 0, { 86, 100, 92, 92, 99 }, { 3, 3, 3, 3, 3 }, false },
    { "paley", "Paley, 19 to 37 vertices", "paley_graph", "paley", 0, 0, { 19, 23, 29, 31, 37 },
      { 6, 6, 8, 8, 10 }, true },
    { "complete", "complete, 8 to 12 vertices", "complete_graph", "complete", 0, 0,
      { 8, 9, 10, 11, 12 }, { 8, 9, 10, 11, 12 }, true },
};

/* The COLOR graphs of table 17: vertices, edges, colours; where we can make the graph itself, its
 * kind and size. Others are replaced by random graphs of that size with a planted colouring. */
struct famous {
    const char *name;
    uint32_t vertices, edges, limit;
    const char *kind;
    uint32_t size, width;
};

static const struct famous famous_graphs[] = {
    { "myciel3", 11, 20, 4, "mycielski", 3, 0 },      { "myciel4", 23, 71, 5, "mycielski", 4, 0 },
    { "queen5_5", 25, 160, 5, "queen", 5, 5 },        { "queen6_6", 36, 290, 7, "queen", 6, 6 },
    { "myciel5", 47, 236, 6, "mycielski", 5, 0 },     { "queen7_7", 49, 476, 7, "queen", 7, 7 },
    { "queen8_8", 64, 728, 9, "queen", 8, 8 },        { "1-Insertions_4", 67, 232, 5, NULL, 0, 0 },
    { "huck", 74, 301, 11, NULL, 0, 0 },              { "jean", 77, 254, 10, NULL, 0, 0 },
    { "david", 87, 406, 11, NULL, 0, 0 },             { "mug88_1", 88, 146, 4, NULL, 0, 0 },
    { "myciel6", 95, 755, 7, "mycielski", 6, 0 },     { "queen8_12", 96, 1368, 12, "queen", 8, 12 },
    { "games120", 120, 638, 9, NULL, 0, 0 },          { "anna", 138, 493, 11, NULL, 0, 0 },
    { "2-Insertions_4", 149, 541, 5, NULL, 0, 0 },    { "homer", 556, 1629, 13, NULL, 0, 0 },
};

/* The puzzle that stands in for the test puzzles where they are absent: a square of words. */
static const char own_puzzle[] =
    "{\"version\":\"http://ipuz.org/v2\",\"kind\":[\"http://ipuz.org/crossword#1\"],"
    "\"dimensions\":{\"width\":5,\"height\":5},\"puzzle\":[[1,2,3,4,5],[6,0,0,0,0],[7,0,0,0,0],"
    "[8,0,0,0,0],[9,0,0,0,0]],\"solution\":[[\"H\",\"E\",\"A\",\"R\",\"T\"],"
    "[\"E\",\"M\",\"B\",\"E\",\"R\"],[\"A\",\"B\",\"U\",\"S\",\"E\"],"
    "[\"R\",\"E\",\"S\",\"I\",\"N\"],[\"T\",\"R\",\"E\",\"N\",\"D\"]],\"clues\":{\"Across\":["
    "[1,\"Organ that pumps the blood\"],[6,\"Glowing coal among the ashes\"],"
    "[7,\"Treat badly; misuse\"],[8,\"Sticky substance that oozes from pine trees\"],"
    "[9,\"General direction or tendency\"]],\"Down\":[[1,\"Seat of the affections\"],"
    "[2,\"Bit of live coal\"],[3,\"Use wrongly; ill treatment\"],[4,\"Amber or copal\"],"
    "[5,\"Tend in a certain direction\"]]}}\n";

/* --------------------------------------------------------------------------------- a set ---- */

/* Keeps the first `count` of them. */
static void shorten(struct paper_set *set, size_t count)
{
    for (size_t i = count; i < set->count; i++) {
        free(set->instance[i].name);
        free(set->instance[i].spec);
    }
    set->count = count;
}

void paper_set_free(struct paper_set *set)
{
    shorten(set, 0);
    free(set->instance);
    *set = (struct paper_set){ 0 };
}

/* One more instance; `spec` NULL: it is not known where it lies. */
static bool add(struct paper_set *set, const char *name, const char *spec, uint32_t limit)
{
    struct paper_instance *const more =
        realloc(set->instance, (set->count + 1) * sizeof *more);
    char *const own = strdup(name), *const place = spec ? strdup(spec) : NULL;

    if (more)
        set->instance = more;
    if (!more || !own || (spec && !place)) {
        free(own);
        free(place);
        complain("out of memory");
        return false;
    }
    set->instance[set->count++] = (struct paper_instance){ own, place, limit };
    return true;
}

static bool exists(const char *path)
{
    return access(path, R_OK) == 0;
}

/* Where a generated instance lies; true when it is there or could be made. */
static bool generate(struct paper_bench *bench, const char *domain, const char *name,
                     const struct basin_gen_opts *gen, char path[static PAPER_PATH])
{
    char *text = NULL;

    snprintf(path, PAPER_PATH, "%.3800s/instances", bench->store->folder);
    if (!paper_folder_make(path))
        return false;
    snprintf(path, PAPER_PATH, "%.3800s/instances/%.60s%s", bench->store->folder, name,
             basin_domain_suffix(domain));
    if (exists(path))
        return true;
    if (basin_generate(bench->ctx, domain, gen, &text) != BASIN_STATUS_OK) {
        complain_ctx(bench->ctx);
        return false;
    }
    const bool written = whole_write(bench->ctx, path, text) == 0;
    basin_text_free(bench->ctx, text);
    return written;
}

/* As many colours as a greedy colouring needs: that many are enough. */
static bool enough_colors(basin_ctx *ctx, const char *path, uint32_t *limit)
{
    basin_problem *problem = NULL;
    uint32_t low = 0;

    if (basin_problem_open(ctx, "color", path, &problem) != BASIN_STATUS_OK) {
        complain_ctx(ctx);
        return false;
    }
    int32_t *const value = calloc(basin_problem_values(problem) + 1, sizeof *value);
    const bool fine = value && basin_problem_bounds(ctx, problem, value, &low, limit) ==
                                   BASIN_STATUS_OK;
    if (!fine)
        complain("%s: its colours cannot be bounded", path);
    free(value);
    basin_problem_free(ctx, problem);
    return fine;
}

/* --------------------------------------------------------------------------------- 3-SAT ---- */

/* A size of SATLIB's formulas: the name of the set, variables, clauses. */
static const struct formulas {
    const char *name;
    uint32_t variables, clauses;
} formula_sets[] = { { "uf20", 20, 91 }, { "uf50", 50, 218 } };

static bool list_formulas(const struct formulas *f, size_t most, struct paper_set *set)
{
    char name[64];
    bool fine = true;

    for (size_t i = 1; fine && i <= most; i++) {
        snprintf(name, sizeof name, "sat/uf%u-%u/uf%u-0%zu.cnf", f->variables, f->clauses,
                 f->variables, i);
        fine = add(set, name, NULL, 0);
    }
    snprintf(set->text, sizeof set->text, "SATLIB uf%u-%u", f->variables, f->clauses);
    return fine;
}

static bool make_formulas(struct paper_bench *bench, const struct formulas *f, size_t most,
                          struct paper_set *set)
{
    char path[PAPER_PATH], name[64];
    bool fine = true;

    for (size_t i = 1; fine && i <= most; i++) {
        struct basin_gen_opts gen = BASIN_GEN_OPTS_INIT;
        gen.judge = judge_formula;
        gen.n = f->variables;
        gen.ratio = (double)f->clauses / f->variables;
        gen.seed = i;
        snprintf(name, sizeof name, "uf%u-like-%zu", f->variables, i);
        fine = generate(bench, "sat", name, &gen, path) && add(set, path, path, 0);
    }
    snprintf(set->text, sizeof set->text, "generated: random satisfiable 3-SAT like uf%u-%u",
             f->variables, f->clauses);
    return fine;
}

/* ----------------------------------------------------------------------------- colouring ---- */

static bool list_family(const struct family *f, size_t from, size_t most, struct paper_set *set)
{
    char name[128];
    bool fine = true;

    for (size_t i = from; fine && i < FAMILY && i < from + most; i++) {
        if (f->sized)
            snprintf(name, sizeof name, "color-random/%s_%u_%u_0.5_%zu.col", f->file, f->size[i],
                     f->size[i], i);
        else
            snprintf(name, sizeof name, "color-random/%s_%zu.col", f->file, i);
        fine = add(set, name, NULL, f->limit[i]);
    }
    snprintf(set->text, sizeof set->text, "the paper's graphs: %s", f->title);
    return fine;
}

static bool make_graph(struct paper_bench *bench, const struct family *f, size_t i,
                       struct paper_set *set)
{
    struct basin_gen_opts gen = BASIN_GEN_OPTS_INIT;
    char path[PAPER_PATH], name[64];
    uint32_t limit = f->limit[i];

    /* The paper's files of sizes 3 modulo 4 are complete graphs. */
    gen.kind = strcmp(f->kind, "paley") == 0 && f->size[i] % 4 == 3 ? "complete" : f->kind;
    gen.n = f->size[i];
    gen.ratio = f->ratio;
    gen.width = f->width;
    gen.seed = i + 1;
    snprintf(name, sizeof name, "%s-%zu", f->name, i);
    return generate(bench, "color", name, &gen, path) &&
           (f->sized || enough_colors(bench->ctx, path, &limit)) && add(set, path, path, limit);
}

static bool make_family(struct paper_bench *bench, const struct family *f, size_t from,
                        size_t most, struct paper_set *set)
{
    bool fine = true;

    for (size_t i = from; fine && i < FAMILY && i < from + most; i++)
        fine = make_graph(bench, f, i, set);
    snprintf(set->text, sizeof set->text, "generated: %s", f->title);
    return fine;
}

static bool list_famous(const struct famous *f, struct paper_set *set)
{
    char name[64];

    snprintf(name, sizeof name, "color/%s.col", f->name);
    snprintf(set->text, sizeof set->text, "the COLOR graphs' files");
    return add(set, name, NULL, f->limit);
}

/* A stand-in keeps vertices, edges and colours: among n (n - 1) / 2 pairs, those of different
 * planted colours get an edge with this probability. */
static bool make_famous(struct paper_bench *bench, const struct famous *f, struct paper_set *set)
{
    const double n = f->vertices, pairs = n * (n - 1) / 2 * (1 - 1.0 / f->limit);
    struct basin_gen_opts gen = BASIN_GEN_OPTS_INIT;
    char path[PAPER_PATH];

    gen.kind = f->kind ? f->kind : "planted";
    gen.n = f->kind ? f->size : f->vertices;
    gen.width = f->kind ? f->width : f->limit;
    gen.ratio = f->kind ? 0 : f->edges / pairs;
    snprintf(set->text, sizeof set->text,
             f->kind ? "the COLOR graphs, queen and myciel as they are, others generated: planted "
                       "colourings of the same size"
                     : "generated");
    return generate(bench, "color", f->name, &gen, path) && add(set, path, path, f->limit);
}

/* ---------------------------------------------------------------------------- crosswords ---- */

static bool list_puzzles(size_t most, struct paper_set *set)
{
    char name[64];
    bool fine = true;

    for (size_t i = 0; fine && i < PUZZLES && i < most; i++) {
        snprintf(name, sizeof name, PUZZLE_FILE ":%zu", PUZZLE_FIRST + i * PUZZLE_STEP);
        fine = add(set, name, NULL, 0);
    }
    snprintf(set->text, sizeof set->text, "the minis' test puzzles 1, 6, ..., 96");
    return fine;
}

static bool make_puzzle(struct paper_bench *bench, struct paper_set *set)
{
    char path[PAPER_PATH];

    snprintf(set->text, sizeof set->text, "one small puzzle of our own (no test puzzles here)");
    snprintf(path, sizeof path, "%.3800s/instances", bench->store->folder);
    if (!paper_folder_make(path))
        return false;
    snprintf(path, sizeof path, "%.3800s/instances/mini.ipuz", bench->store->folder);
    return (exists(path) || whole_write(bench->ctx, path, own_puzzle) == 0) &&
           add(set, path, path, 0);
}

/* ----------------------------------------------------------------------------------- all ---- */

#define COUNT(list) (sizeof list / sizeof *list)

static const struct formulas *formulas_named(const char *name)
{
    for (size_t i = 0; i < COUNT(formula_sets); i++)
        if (strcmp(formula_sets[i].name, name) == 0)
            return &formula_sets[i];
    return NULL;
}

static const struct famous *famous_named(const char *name)
{
    for (size_t i = 0; strncmp(name, "color ", 6) == 0 && i < COUNT(famous_graphs); i++)
        if (strcmp(famous_graphs[i].name, name + 6) == 0)
            return &famous_graphs[i];
    return NULL;
}

static const struct family *family_named(const char *name)
{
    for (size_t i = 0; i < COUNT(families); i++)
        if (strcmp(families[i].name, name) == 0)
            return &families[i];
    return NULL;
}

/* Which graphs of which family a set has; "one graph" is one of them. */
struct choice {
    const struct family *family;  /* NULL: it is no set of a family */
    size_t from, most;
};

static struct choice choose(const char *name, size_t most)
{
    if (strcmp(name, "one graph") == 0)
        return (struct choice){ family_named(ONE_FAMILY), ONE_GRAPH, 1 };
    return (struct choice){ family_named(name), 0, most };
}

static bool list(const char *name, size_t most, struct paper_set *set)
{
    const struct formulas *const formulas = formulas_named(name);
    const struct famous *const famous = famous_named(name);
    const struct choice graphs = choose(name, most);

    if (strncmp(name, "queens ", 7) == 0) {
        snprintf(set->text, sizeof set->text, "the board of %s", name + 7);
        return add(set, name + 7, name + 7, 0);
    }
    if (strcmp(name, "crosswords") == 0)
        return list_puzzles(most, set);
    if (formulas)
        return list_formulas(formulas, most, set);
    if (famous)
        return list_famous(famous, set);
    if (graphs.family)
        return list_family(graphs.family, graphs.from, graphs.most, set);
    complain("no instances are called \"%s\"", name);
    return false;
}

/* The stand-ins of a set whose files are not here. */
static bool make(struct paper_bench *bench, const char *name, size_t most, struct paper_set *set)
{
    const struct formulas *const formulas = formulas_named(name);
    const struct famous *const famous = famous_named(name);
    const struct choice graphs = choose(name, most);

    if (formulas)
        return make_formulas(bench, formulas, most, set);
    if (famous)
        return make_famous(bench, famous, set);
    if (graphs.family)
        return make_family(bench, graphs.family, graphs.from, graphs.most, set);
    return make_puzzle(bench, set);
}

/* The path of an instance's file, and whether it is there; a puzzle is FILE:NUMBER. */
static bool find_file(const struct paper_bench *bench, const char *name,
                      char path[static PAPER_PATH])
{
    char file[PAPER_PATH];

    snprintf(file, sizeof file, "%.3900s/%.*s", bench->data, (int)strcspn(name, ":"), name);
    snprintf(path, PAPER_PATH, "%.3900s/%.150s", bench->data, name);
    return bench->data[0] && exists(file);
}

/* Says where the files are. False after complaining. */
static bool place(const struct paper_bench *bench, struct paper_set *set)
{
    char path[PAPER_PATH];

    for (size_t i = 0; i < set->count; i++) {
        struct paper_instance *const one = &set->instance[i];
        if (one->spec || !find_file(bench, one->name, path))
            continue;
        one->spec = strdup(path);
        if (!one->spec) {
            complain("out of memory");
            return false;
        }
    }
    return true;
}

/* How many there are before the first one without a file: a folder may have the first ones only. */
static size_t count_found(const struct paper_set *set)
{
    size_t found = 0;

    while (found < set->count && set->instance[found].spec)
        found++;
    return found;
}

bool paper_set_list(const char *name, size_t most, struct paper_set *set)
{
    *set = (struct paper_set){ 0 };
    if (list(name, most, set))
        return true;
    paper_set_free(set);
    return false;
}

bool paper_set_open(struct paper_bench *bench, const char *name, size_t most,
                    struct paper_set *set)
{
    if (!paper_set_list(name, most, set))
        return false;
    bool fine = place(bench, set);
    if (fine && !bench->store->fair) {
        shorten(set, count_found(set));
        fine = set->count > 0 || make(bench, name, most, set);
    }
    if (!fine)
        paper_set_free(set);
    return fine;
}
