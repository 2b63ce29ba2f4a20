/* test_crossword_paper.c - the paper's network on a grid, against ten words one by one; training on
 * embeddings of one's own. */
#define _GNU_SOURCE
#include "domain/domain.h"

#include "base/file.h"
#include "basin_words.h"
#include "domain/crossword/extension_crossword.h"
#include "energy/safetensors.h"
#include "support.h"

#include <math.h>
#include <unistd.h>

#define WIDTH 3
#define SIDE 5
#define LETTERS 26
#define INPUTS (SIDE * LETTERS)
#define COORDS (SIDE * SIDE * LETTERS)

static char folder[] = "/tmp/basin-crossword-XXXXXX";
static char puzzle_path[64], vectors_path[64], clues_path[64], words_path[64], model_path[64];

static const char puzzle[] =
    "[[[\"a0\",\"a1\",\"a2\",\"a3\",\"a4\",\"d0\",\"d1\",\"d2\",\"d3\",\"d4\"],[\"A\",\"B\",\"C\","
    "\"D\",\"E\",\"F\",\"G\",\"H\",\"I\",\"J\",\"K\",\"L\",\"M\",\"N\",\"O\",\"P\",\"Q\",\"R\","
    "\"S\",\"T\",\"U\",\"V\",\"W\",\"X\",\"Y\"]]]";
static const char clues[] = "a0\tABCDE\na1\tFGHIJ\nd0\tAFKPU\nd4\tEJOTY\na2\ttoolong\n";
static const char *const names[] = { "a0", "a1", "a2", "a3", "a4", "d0", "d1", "d2", "d3", "d4" };

/* Component i of the vector of clue k; its mean square is 1 already. */
static double component(size_t k, size_t i)
{
    const double angle = 0.7 * (double)k;

    return i == 0 ? 1 : sqrt(2) * (i == 1 ? cos(angle) : sin(angle));
}

static void write_vectors(basin_ctx *ctx, size_t count)
{
    struct bsn_tensor tensor[COUNT(names)];
    float data[COUNT(names)][WIDTH];
    char *bytes;
    size_t length;

    for (size_t k = 0; k < count; k++) {
        for (size_t i = 0; i < WIDTH; i++)
            data[k][i] = (float)component(k, i);
        tensor[k] = (struct bsn_tensor){ .name = names[k], .dims = 1, .dim = { WIDTH },
                                         .data = data[k], .count = WIDTH };
    }
    ASSERT_OK(ctx, bsn_safetensors_format(ctx, tensor, count, NULL, 0, &bytes, &length));
    ASSERT_OK(ctx, bsn_file_write(ctx, vectors_path, bytes, length));
    bsn_free(ctx, bytes);
}

/* A model with random weights that takes vectors of three numbers. */
static basin_model *random_model(basin_ctx *ctx)
{
    const struct bsn_net net = { .kind = BSN_NET_RESIDUAL, .inputs = INPUTS, .conds = WIDTH,
                                 .hidden = 16, .blocks = 2, .outputs = 8, .levels = 100 };
    struct bsn_model_net *entry;
    basin_model *model;

    ASSERT_OK(ctx, bsn_model_new(ctx, "crossword", BASIN_ENERGY_PAPER, 100, &model));
    ASSERT_OK(ctx, bsn_model_add(ctx, model, "slot", &net, &entry));
    bsn_net_init_f32(&net, 3, 0, entry->theta);
    bsn_net_expand_f32(&net, entry->theta);
    bsn_model_note(model, BSN_NOTE_CONDITIONS, "file");
    return model;
}

/* -------------------------------------------------------------------------- composition ---- */

/* Where the letters of word k lie: words 0 to 4 are rows, the others columns. */
static size_t cell_of(size_t k, size_t i)
{
    return k < SIDE ? k * SIDE + i : i * SIDE + k - SIDE;
}

/* Energies and gradients of all ten words, each evaluated alone for each particle. */
static void sum_words(basin_ctx *ctx, const basin_model *model, const struct bsn_level *level,
                      const float *y, double energy[BSN_LANES], double *grad)
{
    const struct bsn_net *const net = &model->net[0].net;
    float word[INPUTS], slope[INPUTS], cond[WIDTH], e, *work;

    ASSERT_OK(ctx, BSN_NEW(ctx, bsn_net_workspace_f32(net, 1, 1), &work));
    for (size_t l = 0; l < BSN_LANES; l++)
        for (size_t k = 0; k < 2 * SIDE; k++) {
            const struct bsn_batch_f32 batch = { .cols = 1, .parts = 1, .y = word, .cond = cond,
                                                 .t = &level->t[l] };
            for (size_t i = 0; i < INPUTS; i++)
                word[i] = y[(cell_of(k, i / LETTERS) * LETTERS + i % LETTERS) * BSN_LANES + l];
            for (size_t i = 0; i < WIDTH; i++)
                cond[i] = (float)component(k, i);
            bsn_net_forward_f32(net, model->net[0].theta, &batch, work, &e);
            bsn_net_backward_f32(net, model->net[0].theta, &batch, work, NULL, slope, NULL);
            energy[l] += (double)e;
            for (size_t i = 0; i < INPUTS; i++)
                grad[(cell_of(k, i / LETTERS) * LETTERS + i % LETTERS) * BSN_LANES + l] +=
                    (double)slope[i];
        }
    bsn_free(ctx, work);
}

/* In mode mean each letter, which is in two words, has half the gradient; the energy of a word
 * counts once, as it does in the sum. */
static void check_mode(basin_ctx *ctx, const basin_model *model, const struct bsn_graph *graph,
                       enum bsn_compose_mode mode, double part)
{
    static float y[COORDS * BSN_LANES], grad[COORDS * BSN_LANES];
    static double want[COORDS * BSN_LANES];
    const struct bsn_rng rng = { 5, BSN_RNG_TEST, 0, 0 };
    double want_energy[BSN_LANES] = { 0 };
    float energy[BSN_LANES], residual[2 * SIDE * BSN_LANES], *scratch;
    struct bsn_compose *compose;
    struct bsn_level level;

    ASSERT_OK(ctx, bsn_compose_new(ctx, model, graph, mode, NULL, &compose));
    ASSERT_OK(ctx, BSN_NEW(ctx, bsn_compose_scratch(compose), &scratch));
    bsn_rng_fill_normal(&rng, y, COORDS * BSN_LANES);
    for (size_t l = 0; l < BSN_LANES; l++)
        bsn_level_lane(&model->schedule, 0.1 + 0.05 * (double)l, l, &level);
    bsn_compose_eval(compose, &level, y, NULL, scratch, energy, grad, residual);
    memset(want, 0, sizeof want);
    sum_words(ctx, model, &level, y, want_energy, want);
    for (size_t l = 0; l < BSN_LANES; l++)
        assert_true(fabs((double)energy[l] - want_energy[l]) < 1e-4 * (1 + want_energy[l]));
    for (size_t i = 0; i < COORDS * BSN_LANES; i++)
        assert_true(fabs((double)grad[i] - part * want[i]) < 1e-4 * (1 + fabs(want[i])));
    bsn_free(ctx, scratch);
    bsn_compose_free(ctx, compose);
}

static void a_grid_is_ten_words(void **state)
{
    basin_ctx *ctx = test_ctx();
    basin_model *const bare = random_model(ctx), *model;
    struct bsn_graph graph = { 0 };
    basin_problem *problem;

    (void)state;
    write_vectors(ctx, COUNT(names));
    ASSERT_OK(ctx, basin_model_with_embeddings(ctx, bare, vectors_path, &model));
    basin_model_free(ctx, bare);
    ASSERT_OK(ctx, basin_problem_open(ctx, "crossword", puzzle_path, &problem));
    ASSERT_OK(ctx, problem->task->graph(ctx, problem->instance, model, &graph));
    bsn_graph_finish(&graph);
    assert_int_equal(graph.coords, COORDS);
    assert_int_equal(graph.factors, 2 * SIDE);
    check_mode(ctx, model, &graph, BSN_COMPOSE_SUM, 1);
    check_mode(ctx, model, &graph, BSN_COMPOSE_MEAN, 0.5);
    bsn_graph_clear(ctx, &graph);
    basin_problem_free(ctx, problem);
    basin_model_free(ctx, model);
    test_ctx_done(ctx);
}

/* ------------------------------------------------------------------------------ refusals ---- */

static void solve_fails(basin_ctx *ctx, const basin_model *model, const char *spec,
                        basin_status status, const char *part)
{
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
    struct basin_answer answer = BASIN_ANSWER_INIT;
    basin_problem *problem;

    opts.method = BASIN_METHOD_PAPER;
    opts.threads = 1;
    ASSERT_OK(ctx, basin_problem_open(ctx, "crossword", spec, &problem));
    ASSERT_FAILS(ctx, basin_solve(ctx, model, problem, &opts, &answer), status, part);
    basin_problem_free(ctx, problem);
}

static void what_does_not_fit(void **state)
{
    basin_ctx *ctx = test_ctx();
    basin_model *const bare = random_model(ctx), *model, *queens, *none = NULL;

    (void)state;
    write_vectors(ctx, COUNT(names) - 1);
    ASSERT_OK(ctx, basin_model_with_embeddings(ctx, bare, vectors_path, &model));
    solve_fails(ctx, bare, puzzle_path, BASIN_STATUS_MODEL, "needs those of the puzzle's clues");
    basin_model_free(ctx, bare);
    solve_fails(ctx, model, puzzle_path, BASIN_STATUS_INPUT, "no vector of the clue \"d4\"");
    solve_fails(ctx, model, "examples/mini.ipuz", BASIN_STATUS_MODEL,
                "reads words of 5 letters; 1A has 3");
    model->net[0].net.conds = 7; /* as if it had been trained with others */
    ASSERT_FAILS(ctx, basin_model_with_embeddings(ctx, model, vectors_path, &none),
                 BASIN_STATUS_MODEL,
                 "vectors of 3 numbers; the model was trained with 7");
    model->net[0].net.conds = WIDTH;
    basin_model_free(ctx, model);
    ASSERT_OK(ctx, basin_model_default(ctx, "queens", BASIN_ENERGY_EXACT, &queens));
    ASSERT_FAILS(ctx, basin_model_with_embeddings(ctx, queens, vectors_path, &none),
                 BASIN_STATUS_INPUT,
                 "this exact model of queens was not");
    basin_model_free(ctx, queens);
    test_ctx_done(ctx);
}

/* ------------------------------------------------------------------------------ training ---- */

static struct basin_train_opts tiny(uint32_t threads)
{
    struct basin_train_opts opts = BASIN_TRAIN_OPTS_INIT;

    opts.energy = BASIN_ENERGY_PAPER;
    opts.steps = 6;
    opts.batch = 8;
    opts.threads = threads;
    opts.clues = clues_path;
    opts.embeddings = vectors_path;
    return opts;
}

static char *trained_bytes(basin_ctx *ctx, uint32_t threads, size_t *length)
{
    const struct basin_train_opts opts = tiny(threads);
    char *bytes;

    ASSERT_OK(ctx, basin_train(ctx, "crossword", &opts, model_path));
    ASSERT_OK(ctx, bsn_file_read(ctx, model_path, &bytes, length));
    return bytes;
}

static void the_same_on_any_threads(void **state)
{
    basin_ctx *ctx = test_ctx();
    basin_model *model;
    size_t length[2];

    (void)state;
    write_vectors(ctx, COUNT(names));
    char *const one = trained_bytes(ctx, 1, &length[0]);
    char *const three = trained_bytes(ctx, 3, &length[1]);
    assert_int_equal(length[0], length[1]);
    assert_memory_equal(one, three, length[0]);
    bsn_free(ctx, one);
    bsn_free(ctx, three);
    ASSERT_OK(ctx, basin_model_load(ctx, model_path, &model));
    assert_string_equal(bsn_model_noted(model, BSN_NOTE_CONDITIONS), "file");
    assert_int_equal(model->net[0].net.conds, WIDTH);
    assert_null(bsn_crossword_clues(model));
    basin_model_free(ctx, model);
    test_ctx_done(ctx);
}

static void refuse_training(struct basin_train_opts opts, const char *part)
{
    basin_ctx *ctx = test_ctx();

    ASSERT_FAILS(ctx, basin_train(ctx, "crossword", &opts, model_path), BASIN_STATUS_INPUT, part);
    test_ctx_done(ctx);
}

static void trainings_that_cannot_be(void **state)
{
    struct basin_train_opts opts = tiny(1);
    basin_ctx *ctx = test_ctx();

    (void)state;
    write_vectors(ctx, 2); /* of a0 and a1; the clues ask for d0 too */
    test_ctx_done(ctx);
    refuse_training(opts, "no vector of the clue \"d0\"");
    opts.clues = NULL;
    refuse_training(opts, "embeddings need the clues");
    opts.clues = clues_path;
    opts.full = true;
    refuse_training(opts, "only compact energies say");
    opts.full = false;
    opts.energy = BASIN_ENERGY_COMPACT;
    refuse_training(opts, "are not learned from embeddings");
}

static bool stop_at_once(void *user)
{
    (void)user;
    return true;
}

/* A checkpoint is gone on with for the pairs it was made with, and for no others. */
static void other_pairs_other_plan(void **state)
{
    basin_ctx *ctx = test_ctx();
    struct basin_train_opts opts = tiny(1);

    (void)state;
    write_vectors(ctx, COUNT(names));
    opts.should_stop = stop_at_once;
    assert_int_equal(basin_train(ctx, "crossword", &opts, model_path), BASIN_STATUS_STOPPED);
    opts.should_stop = NULL;
    opts.resume = true;
    opts.hold_out = words_path;
    ASSERT_FAILS(ctx, basin_train(ctx, "crossword", &opts, model_path), BASIN_STATUS_INPUT,
                 "made with other settings");
    opts.hold_out = NULL;
    ASSERT_OK(ctx, basin_train(ctx, "crossword", &opts, model_path));
    test_ctx_done(ctx);
}

static void spill(const char *path, const char *text)
{
    FILE *const file = fopen(path, "w");

    fputs(text, file);
    fclose(file);
}

static void clean_up(void)
{
    char command[96];

    snprintf(command, sizeof command, "rm -r %s", folder);
    if (system(command) != 0)
        fprintf(stderr, "%s stays\n", folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_grid_is_ten_words),
        cmocka_unit_test(what_does_not_fit),
        cmocka_unit_test(the_same_on_any_threads),
        cmocka_unit_test(trainings_that_cannot_be),
        cmocka_unit_test(other_pairs_other_plan),
    };

    if (!mkdtemp(folder))
        return 1;
    snprintf(puzzle_path, sizeof puzzle_path, "%s/p.json", folder);
    snprintf(vectors_path, sizeof vectors_path, "%s/vectors", folder);
    snprintf(clues_path, sizeof clues_path, "%s/clues", folder);
    snprintf(words_path, sizeof words_path, "%s/words", folder);
    snprintf(model_path, sizeof model_path, "%s/model", folder);
    spill(puzzle_path, puzzle);
    spill(clues_path, clues);
    spill(words_path, "abcde\n");
    const int failed = cmocka_run_group_tests_name("crossword_paper", tests, NULL, NULL);
    clean_up();
    return failed;
}
