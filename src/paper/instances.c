/* instances.c - the sets of instances that tables are measured on: benchmark files where they are
 * found, else generated ones of the same kind, which are kept in FOLDER/instances.
 *
 * Names of sets: "queens N", "uf20", "uf50", the families below, "color NAME" for a graph of the
 * COLOR benchmark, "one graph", "crosswords".
 */
#define _GNU_SOURCE
#include "paper/paper.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FAMILY 5         /* graphs of a family */
#define ONE_GRAPH 1      /* of the family below, counted from 0 */
#define ONE_FAMILY "holme-kim-small"
#define PUZZLES 20
#define PUZZLE_FIRST 1   /* 1, 6, ..., 96 of the file */
#define PUZZLE_STEP 5

/* A family of random graphs. Files: `pattern` with the size twice (where it is part of the name)
 * and the number. Generated: by kind and ratio, with the seeds 1 to 5. */
struct family {
    const char *name, *title, *file, *kind;
    double ratio;
    uint32_t width, size[FAMILY];
    uint32_t limit[FAMILY];  /* colours where the paper's files do not ask for the fewest; or 0 */
    bool sized;              /* the file's name holds the size */
};

static const struct family families[] = {
    { "erdos-renyi-small", "Erdos-Renyi, 20 to 39 vertices", "erdos_renyi_20_40_0.3", "erdos-renyi",
      .10, 0, { 38, 39, 31, 20, 33 }, { 0 }, false },
    { "erdos-renyi-large", "Erdos-Renyi, 81 to 99 vertices", "erdos_renyi_80_100_0.3",
      "erdos-renyi", .05, 0, { 96, 85, 99, 81, 99 }, { 0 }, false },
    { ONE_FAMILY, "Holme-Kim, 22 to 34 vertices", "powerlaw_cluster_graph_20_40_0.4", "holme-kim",
      3, 40, { 25, 22, 32, 34, 28 }, { 0 }, false },
    { "holme-kim-large", "Holme-Kim, 86 to 100 vertices", "powerlaw_cluster_graph_80_100_0.6",
      "holme-kim", 5, 60, { 94, 86, 100, 86, 94 }, { 0 }, false },
    { "regular-small", "regular, 21 to 40 vertices", "random_regular_expander_graph_20_40_6.0",
      "regular", 6, 0, { 24, 33, 40, 21, 28 }, { 0 }, false },
    { "regular-large", "regular, 86 to 100 vertices", "random_regular_expander_graph_80_100_4.0",
      "regular", 4, 0, { 86, 100, 92, 92, 99 }, { 0 }, false },
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

void paper_set_free(struct paper_set *set)
{
    for (size_t i = 0; i < set->count; i++)
        free(set->instance[i].spec);
    free(set->instance);
    *set = (struct paper_set){ 0 };
}

static bool add(struct paper_set *set, const char *spec, uint32_t limit)
{
    struct paper_instance *const more =
        realloc(set->instance, (set->count + 1) * sizeof *more);
    char *const copy = strdup(spec);

    if (more)
        set->instance = more;
    if (!more || !copy) {
        free(copy);
        complain("out of memory");
        return false;
    }
    set->instance[set->count++] = (struct paper_instance){ copy, limit };
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
    const bool written = paper_file_write(path, text);
    basin_text_free(bench->ctx, text);
    return written;
}

/* As many colours as a greedy colouring needs: that many are enough. */
static bool enough_colours(basin_ctx *ctx, const char *path, uint32_t *limit)
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

static bool open_formulas(struct paper_bench *bench, uint32_t variables, uint32_t clauses,
                          size_t most, struct paper_set *set)
{
    char path[PAPER_PATH], name[64];
    bool fine = true;

    snprintf(path, sizeof path, "%.3900s/sat/uf%u-%u/uf%u-01.cnf", bench->data, variables, clauses,
             variables);
    const bool files = bench->data[0] && exists(path);
    for (size_t i = 1; fine && i <= most; i++) {
        struct basin_gen_opts gen = BASIN_GEN_OPTS_INIT;
        gen.n = variables;
        gen.ratio = (double)clauses / variables;
        gen.seed = i;
        snprintf(path, sizeof path, "%.3900s/sat/uf%u-%u/uf%u-0%zu.cnf", bench->data, variables,
                 clauses, variables, i);
        snprintf(name, sizeof name, "uf%u-like-%zu", variables, i);
        if (files && !exists(path))
            break;  /* a folder with the first ones only */
        if (!files)
            fine = generate(bench, "sat", name, &gen, path);
        fine = fine && add(set, path, 0);
    }
    snprintf(set->text, sizeof set->text, files ? "SATLIB uf%u-%u" : "generated: random "
             "satisfiable 3-SAT like uf%u-%u", variables, clauses);
    return fine;
}

/* ----------------------------------------------------------------------------- colouring ---- */

static bool family_file(struct paper_bench *bench, const struct family *f, size_t i,
                        struct paper_set *set)
{
    char path[PAPER_PATH], table[PAPER_PATH], why[LIMIT_CHARS];
    uint64_t limit = 0;

    if (f->sized)
        snprintf(path, sizeof path, "%.3800s/color-random/%s_%u_%u_0.5_%zu.col", bench->data,
                 f->file, f->size[i], f->size[i], i);
    else
        snprintf(path, sizeof path, "%.3800s/color-random/%s_%zu.col", bench->data, f->file, i);
    snprintf(table, sizeof table, "%.3800s/color-random/chromatic.tsv:k_in_paper_file",
             bench->data);
    if (limit_find(table, path, &limit, why))
        return add(set, path, (uint32_t)limit);
    complain("%s", why);
    return false;
}

static bool family_made(struct paper_bench *bench, const struct family *f, size_t i,
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
           (limit > 0 || enough_colours(bench->ctx, path, &limit)) && add(set, path, limit);
}

static bool open_family(struct paper_bench *bench, const struct family *f, size_t from,
                        size_t most, struct paper_set *set)
{
    char table[PAPER_PATH];
    bool fine = true;

    snprintf(table, sizeof table, "%.3900s/color-random/chromatic.tsv", bench->data);
    const bool files = bench->data[0] && exists(table);
    for (size_t i = from; fine && i < FAMILY && i < from + most; i++)
        fine = (files ? family_file : family_made)(bench, f, i, set);
    snprintf(set->text, sizeof set->text, "%s%s", files ? "the paper's graphs: " : "generated: ",
             f->title);
    return fine;
}

/* A stand-in keeps vertices, edges and colours: among n (n - 1) / 2 pairs, those of different
 * planted colours get an edge with this probability. */
static bool famous_made(struct paper_bench *bench, const struct famous *f, char path[PAPER_PATH])
{
    const double n = f->vertices, pairs = n * (n - 1) / 2 * (1 - 1.0 / f->limit);
    struct basin_gen_opts gen = BASIN_GEN_OPTS_INIT;

    gen.kind = f->kind ? f->kind : "planted";
    gen.n = f->kind ? f->size : f->vertices;
    gen.width = f->kind ? f->width : f->limit;
    gen.ratio = f->kind ? 0 : f->edges / pairs;
    return generate(bench, "color", f->name, &gen, path);
}

static bool open_famous(struct paper_bench *bench, const char *name, struct paper_set *set)
{
    const struct famous *f = famous_graphs;
    char path[PAPER_PATH];

    while (strcmp(f->name, name) != 0)
        f++;
    snprintf(path, sizeof path, "%.3900s/color/%s.col", bench->data, name);
    const bool file = bench->data[0] && exists(path);
    if (!file && !famous_made(bench, f, path))
        return false;
    snprintf(set->text, sizeof set->text,
             file         ? "the COLOR graphs' files"
             : f->kind ? "the COLOR graphs, queen and myciel as they are, others generated: "
                            "planted colourings of the same size"
                          : "generated");
    return add(set, path, f->limit);
}

/* ---------------------------------------------------------------------------- crosswords ---- */

static bool open_puzzles(struct paper_bench *bench, size_t most, struct paper_set *set)
{
    char path[PAPER_PATH];
    bool fine = true;

    snprintf(path, sizeof path, "%.3900s/crosswords/mini0505.json", bench->data);
    if (bench->data[0] && exists(path)) {
        snprintf(set->text, sizeof set->text, "the minis' test puzzles 1, 6, ..., 96");
        const size_t end = strlen(path);
        for (size_t i = 0; fine && i < PUZZLES && i < most; i++) {
            snprintf(path + end, sizeof path - end, ":%zu", PUZZLE_FIRST + i * PUZZLE_STEP);
            fine = add(set, path, 0);
        }
        return fine;
    }
    snprintf(set->text, sizeof set->text, "one small puzzle of our own (no test puzzles here)");
    snprintf(path, sizeof path, "%.3800s/instances", bench->store->folder);
    if (!paper_folder_make(path))
        return false;
    snprintf(path, sizeof path, "%.3800s/instances/mini.ipuz", bench->store->folder);
    return (exists(path) || paper_file_write(path, own_puzzle)) && add(set, path, 0);
}

/* ----------------------------------------------------------------------------------- all ---- */

static bool open_set(struct paper_bench *bench, const char *name, size_t most,
                     struct paper_set *set)
{
    if (strncmp(name, "queens ", 7) == 0) {
        snprintf(set->text, sizeof set->text, "the board of %s", name + 7);
        return add(set, name + 7, 0);
    }
    if (strcmp(name, "uf20") == 0)
        return open_formulas(bench, 20, 91, most, set);
    if (strcmp(name, "uf50") == 0)
        return open_formulas(bench, 50, 218, most, set);
    if (strncmp(name, "color ", 6) == 0)
        return open_famous(bench, name + 6, set);
    if (strcmp(name, "crosswords") == 0)
        return open_puzzles(bench, most, set);
    const bool one = strcmp(name, "one graph") == 0;
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (strcmp(families[i].name, one ? ONE_FAMILY : name) == 0)
            return open_family(bench, &families[i], one ? ONE_GRAPH : 0, one ? 1 : most, set);
    complain("no instances are called \"%s\"", name);
    return false;
}

bool paper_set_open(struct paper_bench *bench, const char *name, size_t most,
                    struct paper_set *set)
{
    *set = (struct paper_set){ 0 };
    if (open_set(bench, name, most, set))
        return true;
    paper_set_free(set);
    return false;
}
