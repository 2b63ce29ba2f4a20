/* crossword.c - crosswords: letters in a grid, so that each word answers its clue.
 *
 * A cell that is not black has a coordinate for each of 26 letters (1 for its own, 0 for the
 * others). A factor is a slot, a run of 3 to 15 cells across or down; its energy is that of its
 * words given its clue, -log p(word | clue), learned from dictionaries (knowledge/knowledge.h). An
 * assignment has a letter, 0 to 25, for each cell. What it ought to be, only the setter knows: any
 * full grid that keeps the given letters is valid, and the one of lowest energy is the answer.
 */
#define _GNU_SOURCE  /* strsep */
#include "base/mem.h"
#include "domain/assign.h"
#include "domain/crossword/crossword_draw.h"
#include "domain/crossword/crossword_gen.h"
#include "domain/crossword/crossword_paper.h"
#include "domain/crossword/crossword_reference.h"
#include "domain/crossword/crossword_teach.h"
#include "domain/crossword/extension_crossword.h"
#include "domain/crossword/words/term_words.h"
#include "domain/domain.h"
#include "domain/named.h"
#include "format/puzzle.h"

#include <ctype.h>
#include <string.h>

struct crossword {
    struct bsn_puzzle puzzle;
    uint32_t open;     /* cells that are not black */
    uint32_t *place;   /* (cells of the grid) number among them, or UINT32_MAX */
};

static size_t grid_cells(const struct crossword *c)
{
    return (size_t)c->puzzle.rows * c->puzzle.columns;
}

/* ----------------------------------------------------------------------------- instance ---- */

static bool crossword_claims(const char *spec)
{
    static const char *const endings[] = { ".ipuz", ".json", ".crossword", ".txt", NULL };

    return bsn_named(spec, bsn_spec_file(spec), endings);
}

static void crossword_free(basin_ctx *ctx, void *instance)
{
    struct crossword *const c = instance;

    bsn_puzzle_clear(ctx, &c->puzzle);
    bsn_free(ctx, c->place);
    bsn_free(ctx, c);
}

static basin_status read_puzzle(basin_ctx *ctx, const char *spec, struct bsn_puzzle *puzzle)
{
    char *path;
    size_t index;

    BSN_TRY(bsn_spec_split(ctx, spec, &path, &index));
    const basin_status status = bsn_puzzle_read(ctx, path, index, puzzle);
    bsn_free(ctx, path);
    return status;
}

static basin_status crossword_open(basin_ctx *ctx, const char *spec, void **instance)
{
    struct crossword *c;
    basin_status status;

    BSN_TRY(BSN_NEW(ctx, 1, &c));
    BSN_TRY_OUT(read_puzzle(ctx, spec, &c->puzzle));
    BSN_TRY_OUT(BSN_NEW(ctx, grid_cells(c), &c->place));
    for (size_t i = 0; i < grid_cells(c); i++)
        c->place[i] = c->puzzle.cell[i] == BSN_CELL_BLOCK ? UINT32_MAX : c->open++;
    *instance = c;
    return BASIN_STATUS_OK;
out:
    crossword_free(ctx, c);
    return status;
}

static size_t crossword_values(const void *instance)
{
    return ((const struct crossword *)instance)->open;
}

static size_t crossword_constraints(const void *instance)
{
    return ((const struct crossword *)instance)->open;
}

static void crossword_given(const void *instance, int32_t *value)
{
    const struct crossword *const c = instance;

    for (size_t i = 0; i < grid_cells(c); i++)
        if (c->puzzle.cell[i] >= 'A' && c->puzzle.cell[i] <= 'Z')
            value[c->place[i]] = c->puzzle.cell[i] - 'A';
}

/* -------------------------------------------------------------------------------- graph ---- */

static basin_status add_cells(basin_ctx *ctx, const struct crossword *c, struct bsn_graph *graph)
{
    const struct bsn_term_size size = { .parts = c->open, .factors = c->open, .members = c->open,
                                        .inputs = BSN_LETTERS };
    struct bsn_term *term;

    BSN_TRY(bsn_graph_add(ctx, graph, "cell", true, &size, &term));
    term->kind = &bsn_term_letters;
    for (uint32_t i = 0; i < c->open * BSN_LETTERS; i++)
        term->input[i] = i;
    for (uint32_t i = 0; i < c->open; i++) {
        term->member[i] = i;
        term->first[i + 1] = i + 1;
    }
    return BASIN_STATUS_OK;
}

/* The words of a length, one after the other. */
static basin_status list_words(basin_ctx *ctx, const struct bsn_knowledge *k, size_t length,
                               struct bsn_words *words)
{
    const size_t count = bsn_knowledge_words(k, length);
    char *letters;

    BSN_TRY(BSN_NEW(ctx, count * length + 1, &letters));
    for (size_t i = 0; i < count; i++)
        memcpy(letters + i * length, bsn_knowledge_word(k, length, i), length);
    const basin_status status = bsn_words_list(ctx, words, letters, count, length);
    bsn_free(ctx, letters);
    return status;
}

/* What slot `i`'s clue says about the words of its length. */
static basin_status weigh_words(basin_ctx *ctx, const struct bsn_knowledge *k,
                                struct bsn_retriever *retriever, const struct bsn_slot *slot,
                                size_t i, struct bsn_words *words)
{
    struct bsn_clue clue;
    float *energy;

    if (!words->list[slot->length])
        BSN_TRY(list_words(ctx, k, slot->length, words));
    BSN_TRY(BSN_NEW(ctx, bsn_knowledge_words(k, slot->length) + 1, &energy));
    bsn_clue_parse(slot->clue, strlen(slot->clue), &clue);
    basin_status status = bsn_knowledge_energies(ctx, k, retriever, &clue, slot->length, energy);
    if (status == BASIN_STATUS_OK)
        status = bsn_words_slot(ctx, words, i, slot->length, energy,
                                bsn_knowledge_floor(slot->length));
    bsn_free(ctx, energy);
    return status;
}

/* A model has no vectors of words: they are made for the lengths that a puzzle has. */
static basin_status ask_all(basin_ctx *ctx, const struct crossword *c,
                            const struct bsn_knowledge *k, struct bsn_words *words)
{
    struct bsn_encoder encoder = { 0 };
    struct bsn_retriever *retriever = NULL;
    basin_status status;

    if (k->encoder)
        encoder = *k->encoder;
    for (size_t i = 0; i < c->puzzle.slots && k->encoder; i++)
        BSN_TRY_OUT(bsn_encoder_prepare(ctx, k->index, c->puzzle.slot[i].length, &encoder));
    BSN_TRY_OUT(bsn_retriever_new(ctx, k->index, &k->habits, k->encoder ? &encoder : NULL,
                                  &retriever));
    for (size_t i = 0; i < c->puzzle.slots; i++)
        BSN_TRY_OUT(weigh_words(ctx, k, retriever, &c->puzzle.slot[i], i, words));
    status = BASIN_STATUS_OK;
out:
    bsn_retriever_free(ctx, retriever);
    bsn_encoder_forget(ctx, &encoder);
    return status;
}

static basin_status add_slots(basin_ctx *ctx, const struct crossword *c,
                              const struct bsn_knowledge *k, struct bsn_graph *graph)
{
    struct bsn_term_size size = { .parts = c->open, .factors = c->puzzle.slots,
                                  .inputs = BSN_LETTERS };
    struct bsn_term *term;
    uint32_t at = 0;

    for (size_t i = 0; i < c->puzzle.slots; i++)
        size.members += c->puzzle.slot[i].length;
    size.covers = size.members;
    BSN_TRY(bsn_graph_add(ctx, graph, "slot", false, &size, &term));
    for (uint32_t i = 0; i < c->open * BSN_LETTERS; i++)
        term->input[i] = i;
    for (size_t i = 0; i < c->puzzle.slots; i++) {
        const struct bsn_slot *const slot = &c->puzzle.slot[i];
        for (size_t j = 0; j < slot->length; j++, at++)
            term->member[at] = term->cover[at] = c->place[bsn_slot_cell(slot, j)];
        term->first[i + 1] = term->cover_first[i + 1] = at;
    }
    BSN_TRY(bsn_term_words_new(ctx, c->puzzle.slots, term));
    return ask_all(ctx, c, k, bsn_words_of(term));
}

static basin_status crossword_graph(basin_ctx *ctx, const void *instance, const basin_model *model,
                                    struct bsn_graph *graph)
{
    const struct crossword *const c = instance;

    graph->coords = (size_t)c->open * BSN_LETTERS;
    BSN_TRY(bsn_graph_even(ctx, graph, BSN_LETTERS));
    graph->weigh = BSN_WEIGH_SUM;
    if (model->energy == BASIN_ENERGY_PAPER)
        return bsn_crossword_paper_graph(ctx, &c->puzzle, c->place, model, graph);
    const struct bsn_knowledge *const knowledge = bsn_crossword_knowledge(model);
    if (!knowledge)
        return bsn_fail(ctx, BASIN_STATUS_MODEL, "crossword: a model of %s energies knows no words",
                        basin_energy_name(model->energy));
    BSN_TRY(add_cells(ctx, c, graph));
    return add_slots(ctx, c, knowledge, graph);
}

static basin_status crossword_reference(basin_ctx *ctx, const void *instance,
                                        const struct bsn_graph *graph, double *energy)
{
    const struct crossword *const c = instance;
    const struct bsn_term *const term = bsn_term_words_find(graph);

    return term ? bsn_crossword_reference(ctx, &c->puzzle, bsn_words_of(term), energy)
                : BASIN_STATUS_OK;
}

/* ---------------------------------------------------------------------- decode and encode ---- */

static void crossword_decode(const void *instance, enum bsn_decode how, size_t count,
                             const float *y, int32_t *value)
{
    (void)how;  /* the paper's is the same */
    bsn_highest_decode(((const struct crossword *)instance)->open, BSN_LETTERS, count, y,
                       value);
}

static void crossword_encode(const void *instance, const int32_t *value, float open, float *y)
{
    bsn_highest_encode(((const struct crossword *)instance)->open, BSN_LETTERS, value, open, y);
}

/* ------------------------------------------------------------------------------ verifier ---- */

static size_t crossword_scratch(const void *instance)
{
    (void)instance;
    return 0;
}

/* Cells without a letter, and given letters that were changed. */
static void crossword_verify(const void *instance, size_t count, const int32_t *value,
                             uint32_t *scratch, uint64_t *violated)
{
    const struct crossword *const c = instance;

    (void)scratch;
    for (size_t k = 0; k < count; k++, value += c->open) {
        violated[k] = 0;
        for (size_t i = 0; i < grid_cells(c); i++) {
            const char cell = c->puzzle.cell[i];
            if (cell == BSN_CELL_BLOCK)
                continue;
            const int32_t letter = value[c->place[i]];
            const bool fine = letter >= 0 && letter < BSN_LETTERS;
            violated[k] += !fine || (cell != BSN_CELL_OPEN && cell != 'A' + letter);
        }
    }
}

/* ------------------------------------------------------------------------- text in and out ---- */

/* letters (cells of the grid) of an assignment. */
static basin_status letters_of(basin_ctx *ctx, const struct crossword *c, const int32_t *value,
                               char **letters)
{
    BSN_TRY(BSN_NEW(ctx, grid_cells(c) + 1, letters));
    for (size_t i = 0; i < grid_cells(c); i++) {
        const int32_t letter = c->place[i] == UINT32_MAX ? -1 : value[c->place[i]];
        (*letters)[i] = letter >= 0 && letter < BSN_LETTERS ? (char)('A' + letter) : BSN_CELL_OPEN;
    }
    return BASIN_STATUS_OK;
}

static void crossword_write(const void *instance, const int32_t *value, uint64_t violated,
                            const double *sure, const char *format, struct bsn_text *text)
{
    const struct crossword *const c = instance;
    char *letters = NULL;

    (void)violated;
    if (!value)
        return;
    text->status = letters_of(text->ctx, c, value, &letters);
    if (text->status != BASIN_STATUS_OK)
        return;
    if (strcmp(format, "line") == 0)
        bsn_puzzle_write_line(&c->puzzle, letters, text);
    else if (strcmp(format, "color") == 0)
        bsn_puzzle_write_color(&c->puzzle, letters, sure, text);
    else if (strcmp(format, "ipuz") == 0)
        bsn_puzzle_write_ipuz(&c->puzzle, letters, sure, text);
    else if (strcmp(format, "slots") == 0)
        bsn_puzzle_write_slots(&c->puzzle, letters, sure, text);
    else
        bsn_puzzle_write_grid(&c->puzzle, letters, text);
    bsn_free(text->ctx, letters);
}

/* Grids as they are written, one after the other: rows of letters, `.` for a cell left open and `#`
 * for a black one; or whole grids in one line, maybe behind an index. Blanks do not matter. Lines
 * "c ..." are comments. */
static basin_status crossword_read(basin_ctx *ctx, const void *instance, const char *path,
                                   char *text, int32_t **value, size_t *count)
{
    const struct crossword *const c = instance;
    const size_t cells = grid_cells(c);
    size_t capacity = 0, line = 0, at = 0;
    char *rest = text;

    for (char *row; (row = strsep(&rest, "\n")) != NULL;) {
        line++;
        if (row[0] == 'c' && row[1] == ' ')
            continue;
        row += at == 0 ? strspn(row, "0123456789") : 0;
        for (; *row; row++) {
            if (isspace((unsigned char)*row))
                continue;
            if (at == 0)
                BSN_TRY(bsn_assign_next(ctx, c->open, value, &capacity, count));
            const int letter = toupper((unsigned char)*row);
            const bool black = c->place[at] == UINT32_MAX;
            const bool is_letter = letter >= 'A' && letter <= 'Z';
            if (black != (letter == BSN_CELL_BLOCK) ||
                (!black && !is_letter && letter != BSN_CELL_OPEN))
                return bsn_fail(ctx, BASIN_STATUS_PARSE,
                                "%s:%zu: \"%.1s\" at row %zu, column %zu, where the puzzle has %s",
                                path, line, row, at / c->puzzle.columns + 1,
                                at % c->puzzle.columns + 1, black ? "a black square" : "a letter");
            if (is_letter)
                (*value)[(*count - 1) * c->open + c->place[at]] = letter - 'A';
            at = (at + 1) % cells;
        }
    }
    if (at > 0)
        return bsn_fail(ctx, BASIN_STATUS_PARSE, "%s: the last grid ends after %zu of %zu squares",
                        path, at, cells);
    return BASIN_STATUS_OK;
}

/* How much of an assignment is as the file's own solution says, where it has one. */
static bool crossword_score(const void *instance, const int32_t *value, struct basin_score *score)
{
    const struct crossword *const c = instance;
    const char *const right = c->puzzle.solution;

    *score = (struct basin_score){ 0 };
    if (!right)
        return false;
    for (size_t i = 0; i < grid_cells(c); i++)
        if (c->place[i] != UINT32_MAX && right[i] != BSN_CELL_OPEN) {
            score->letters++;
            score->letters_right += value[c->place[i]] == right[i] - 'A';
        }
    for (size_t i = 0; i < c->puzzle.slots; i++) {
        const struct bsn_slot *const slot = &c->puzzle.slot[i];
        bool same = true;
        for (size_t j = 0; j < slot->length; j++) {
            const size_t cell = bsn_slot_cell(slot, j);
            same &= value[c->place[cell]] == right[cell] - 'A';
        }
        score->words++;
        score->words_right += same;
    }
    return true;
}

/* ------------------------------------------------------------------------------- pictures ---- */

static basin_status crossword_lay(basin_ctx *ctx, const void *instance, struct bsn_scene *scene)
{
    (void)ctx;
    return bsn_crossword_lay(&((const struct crossword *)instance)->puzzle, scene);
}

static void crossword_paint(const void *instance, const int32_t *value, const double *cost,
                            struct bsn_scene *scene)
{
    bsn_crossword_paint(&((const struct crossword *)instance)->puzzle, value, cost, scene);
}

static size_t crossword_costs(const void *instance)
{
    return ((const struct crossword *)instance)->puzzle.slots;
}

static const struct bsn_reference reference = {
    .name = "beam",
    .energy = crossword_reference,
};

static const struct bsn_task task = {
    .free = crossword_free,
    .values = crossword_values,
    .constraints = crossword_constraints,
    .ranked = true,
    .given = crossword_given,
    .graph = crossword_graph,
    .costs = crossword_costs,
    .decode = crossword_decode,
    .encode = crossword_encode,
    .verify = crossword_verify,
    .scratch = crossword_scratch,
    .sampler = "words",
    .reference = &reference,
};

static const struct bsn_notation notation = {
    .operand = "FILE",
    .formats = "grid line slots ipuz color",
    .suffix = ".txt",
    .claims = crossword_claims,
    .open = crossword_open,
    .instances = bsn_puzzle_count,
    .write = crossword_write,
    .read = crossword_read,
    .score = crossword_score,
};

static const struct bsn_curriculum curriculum = {
    .recipe = bsn_crossword_recipe,
    .minibatch = bsn_crossword_minibatch,
    .gather = bsn_crossword_gather,
    .dismiss = bsn_crossword_dismiss,
    .learn = bsn_crossword_learn,
};

static const struct bsn_drawing drawing = {
    .lay = crossword_lay,
    .paint = crossword_paint,
};

static const struct bsn_generator generator = {
    .kinds = BSN_CROSSWORD_KINDS,
    .generate = bsn_crossword_generate,
};

const struct bsn_domain bsn_domain_crossword = {
    .name = "crossword",
    .summary = "Letters in a grid, so that each word answers its clue",
    .task = &task,
    .text = &notation,
    .curriculum = &curriculum,
    .drawing = &drawing,
    .generator = &generator,
};
