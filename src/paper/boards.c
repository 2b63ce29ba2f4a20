/* boards.c - table 14: energies of random boards, of boards with one queen wrong, of solutions. */
#include "paper/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BOARDS 100
#define N 8
#define KINDS 3  /* the columns of the table */

/* SplitMix64: which squares, nothing that has to be good. */
static uint32_t draw(uint64_t *state, uint32_t below)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ z >> 31) % below);
}

/* One more queen in a row: its value holds up to two columns, the lower one first. False where
 * there are two. */
static bool place(int32_t column, int32_t *value)
{
    if (*value < 0) {
        *value = column;
        return true;
    }
    if (*value >= N)
        return false;
    const int32_t low = *value < column ? *value : column, high = *value + column - low;
    *value = low + N * (high + 1);
    return true;
}

/* As many queens as rows, anywhere; boards with three in a row are drawn again, since a solution's
 * values hold no more than two. */
static void scatter(uint64_t *state, int32_t *value)
{
    bool again;

    do {
        again = false;
        for (size_t row = 0; row < N; row++)
            value[row] = -1;
        for (size_t queen = 0; !again && queen < N;) {
            const uint32_t square = draw(state, N * N);
            int32_t *const row = &value[square / N];
            const int32_t column = (int32_t)(square % N);
            const bool taken = *row >= 0 && (*row % N == column || *row / N - 1 == column);
            if (taken)
                continue;
            again = !place(column, row);
            queen++;
        }
    } while (again);
}

/* A board of that kind, made from a correct one. */
static void make_board(size_t kind, uint64_t *state, int32_t *value)
{
    if (kind == 0)
        scatter(state, value);
    if (kind != 1)
        return;
    const uint32_t row = draw(state, N), away = 1 + draw(state, N - 1);
    value[row] = (value[row] + (int32_t)away) % N;
}

static basin_status weigh(struct paper_bench *bench, const struct paper_way *way,
                          const basin_model *model, const basin_problem *problem,
                          const struct basin_answer *answer, struct paper_row *row)
{
    uint64_t state = 1;

    for (size_t kind = 0; kind < KINDS; kind++) {
        double sum = 0, squares = 0;
        for (size_t i = 0; i < BOARDS; i++) {
            int32_t value[N];
            double energy;
            memcpy(value, answer[i].value, sizeof value);
            make_board(kind, &state, value);
            const basin_status status = basin_problem_energy(bench->ctx, model, problem, value, 1,
                                                             way->method, &energy);
            if (status != BASIN_STATUS_OK)
                return status;
            sum += energy;
            squares += energy * energy;
        }
        row->cell[kind] = sum / BOARDS;
        row->spread[kind] = sqrt(fmax(0, squares / BOARDS - row->cell[kind] * row->cell[kind]));
    }
    return BASIN_STATUS_OK;
}

/* Correct boards are drawn by basin's method, for both rows the same. */
static basin_status weigh_all(struct paper_bench *bench, const struct paper_way *way,
                              const basin_model *model, struct basin_answer *answer,
                              struct paper_row *row)
{
    const struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
    basin_problem *problem = NULL;
    basin_model *solver = NULL;
    basin_status status = basin_problem_open(bench->ctx, "queens", "8", &problem);

    if (status == BASIN_STATUS_OK)
        status = basin_model_default(bench->ctx, "queens", BASIN_ENERGY_COMPACT, &solver);
    if (status == BASIN_STATUS_OK)
        status = basin_solve_many(bench->ctx, solver, problem, &opts, BOARDS, answer);
    if (status == BASIN_STATUS_OK)
        status = weigh(bench, way, model, problem, answer, row);
    basin_model_free(bench->ctx, solver);
    basin_problem_free(bench->ctx, problem);
    return status;
}

int paper_boards_row(struct paper_bench *bench, const struct paper_plan *plan,
                     struct paper_row *row)
{
    const double begun = clock_seconds();

    paper_row_start(plan, row);
    const basin_model *const model = paper_model(bench, &plan->way, row->settings);
    struct basin_answer *const answer = model ? answers_new(BOARDS) : NULL;

    if (!model)
        return complain("%s", row->settings);
    if (!answer)
        return complain("out of memory");
    const basin_status status = weigh_all(bench, &plan->way, model, answer, row);
    answers_free(bench->ctx, answer, BOARDS);
    if (status != BASIN_STATUS_OK)
        return complain_ctx(bench->ctx);
    row->seconds = clock_seconds() - begun;
    snprintf(row->settings, sizeof row->settings,
             "energy %s, %s, noise level 1; nothing is searched, so no particles, steps or "
             "selection; boards drawn with seed 1",
             basin_energy_name(plan->way.energy),
             plan->way.method == BASIN_METHOD_PAPER ? "the mean over cells of the mean over lines"
                                                    : "basin's composition");
    snprintf(row->instances, sizeof row->instances,
             "%d boards of each kind: 8 queens anywhere, no three in a row; a solution with one "
             "queen moved in its row; a solution", BOARDS);
    return 0;
}
