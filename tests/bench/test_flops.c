/* test_flops.c - the floating-point operations that kinds of terms say they do are those that the
 * processor executes: a child is stepped through one evaluation, instruction by instruction. */
#define _GNU_SOURCE
#include "group.h"

#include "base/file.h"
#include "base/rng.h"
#include "domain/domain.h"

#include <math.h>
#include <signal.h>

#if defined(__x86_64__)
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#endif

#define LESS 0.03
#define MORE 0.08

struct instance {
    basin_problem *problem;
    basin_model *model;
    struct bsn_graph graph;
    struct bsn_compose *compose;
    struct bsn_level level;
    float *y, *grad, *residual, *scratch;
    _Alignas(64) float energy[BSN_LANES];
};

/* ----------------------------------------------------------------------- instructions ---- */

/* Operations of an instruction of that map and code on so many lanes. */
static unsigned work_of(unsigned map, unsigned prefix, bool wide, unsigned code, unsigned lanes)
{
    if (map == 1 && (prefix == 0 || prefix == 2) &&
        (code == 0x51 || code == 0x58 || code == 0x59 || code == 0x5c || code == 0x5e))
        return prefix == 2 ? 1 : lanes;
    if (map == 2 && prefix == 1 && !wide && (code >> 4) >= 9 && (code >> 4) <= 0xb &&
        (code & 15) >= 6)
        return 2 * ((code & 15) >= 9 && (code & 1) ? 1 : lanes);
    return 0;
}

/* Of the instruction at `p`: VEX and EVEX encodings, which the kernels of avx2 and avx512 have. */
static unsigned operations(const uint8_t *p)
{
    if (p[0] == 0xc5)
        return work_of(1, p[1] & 3, false, p[2], 4u << (p[1] >> 2 & 1));
    if (p[0] == 0xc4)
        return work_of(p[1] & 31, p[2] & 3, p[2] >> 7, p[3], 4u << (p[2] >> 2 & 1));
    if (p[0] == 0x62)
        return work_of(p[1] & 7, p[2] & 3, p[2] >> 7, p[4], 4u << (p[3] >> 5 & 3));
    return 0;
}

/* ------------------------------------------------------------------------------ stepping ---- */

static volatile int marked;

static __attribute__((noinline)) void mark(void)
{
    marked++;
}

static void evaluate(struct instance *in)
{
    bsn_compose_eval(in->compose, &in->level, in->y, NULL, in->scratch, in->energy, in->grad,
                     in->residual);
}

static void child(struct instance *in)
{
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0)
        _exit(1);
    raise(SIGSTOP);
    mark();
    evaluate(in);
    mark();
    _exit(0);
}

/* The operations of an evaluation; NAN where processes cannot be stepped through. The child has our
 * code at our addresses. */
static double executed(struct instance *in)
{
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__)
    const pid_t pid = fork();
    double sum = 0;
    int marks = 0, state;

    if (pid == 0)
        child(in);
    if (pid < 0 || waitpid(pid, &state, 0) != pid || !WIFSTOPPED(state))
        return NAN;
    while (marks < 2) {
        struct user_regs_struct regs;
        if (ptrace(PTRACE_SINGLESTEP, pid, NULL, NULL) != 0 || waitpid(pid, &state, 0) != pid ||
            !WIFSTOPPED(state) || WSTOPSIG(state) != SIGTRAP || ptrace(PTRACE_GETREGS, pid, NULL, &regs) != 0)
            break;
        const uint8_t *const at = (const uint8_t *)regs.rip;
        marks += at == (const uint8_t *)(uintptr_t)mark;
        sum += marks == 1 ? operations(at) : 0;
    }
    kill(pid, SIGKILL);
    waitpid(pid, &state, 0);
    return marks < 2 ? NAN : sum;
#else
    (void)in;  /* other instructions, or more of them */
    return NAN;
#endif
}

/* ----------------------------------------------------------------------------- instances ---- */

static void open_generated(struct instance *in, const char *domain, const char *kind, uint32_t n,
                           double ratio)
{
    struct basin_gen_opts opts = BASIN_GEN_OPTS_INIT;
    char path[TEST_PATH], *text;

    opts.kind = kind;
    opts.n = n;
    opts.ratio = ratio;
    test_path("flops", path);
    ASSERT_OK(ctx, basin_generate(ctx, domain, &opts, &text));
    ASSERT_OK(ctx, bsn_file_write(ctx, path, text, strlen(text)));
    basin_text_free(ctx, text);
    ASSERT_OK(ctx, basin_problem_open(ctx, domain, path, &in->problem));
    unlink(path);
}

static void bind(struct instance *in, enum basin_energy energy)
{
    const struct bsn_task *const task = in->problem->task;
    const struct bsn_rng rng = { 1, BSN_RNG_TEST, 0, 0 };

    ASSERT_OK(ctx, basin_model_default(ctx, in->problem->name, energy, &in->model));
    ASSERT_OK(ctx, task->graph(ctx, in->problem->instance, in->model, &in->graph));
    bsn_graph_finish(&in->graph);
    ASSERT_OK(ctx, bsn_compose_new(ctx, in->model, &in->graph, BSN_COMPOSE_BASIN, NULL,
                                       &in->compose));
    ASSERT_OK(ctx, BSN_NEW(ctx, in->graph.coords * BSN_LANES, &in->y));
    ASSERT_OK(ctx, BSN_NEW(ctx, in->graph.coords * BSN_LANES, &in->grad));
    ASSERT_OK(ctx, BSN_NEW(ctx, in->graph.factors * BSN_LANES, &in->residual));
    ASSERT_OK(ctx, BSN_NEW(ctx, bsn_compose_scratch(in->compose), &in->scratch));
    bsn_rng_fill_normal(&rng, in->y, (uint32_t)(in->graph.coords * BSN_LANES));
    bsn_level_all(bsn_compose_schedule(in->compose), 20, &in->level);
    in->level.lanes = BSN_LANES;
}

static void close_instance(struct instance *in)
{
    float *const blocks[] = { in->y, in->grad, in->residual, in->scratch };

    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        bsn_free(ctx, blocks[i]);
    bsn_compose_free(ctx, in->compose);
    bsn_graph_clear(ctx, &in->graph);
    basin_model_free(ctx, in->model);
    basin_problem_free(ctx, in->problem);
}

/* What is executed is what is counted, and what is done once for all factors: MORE of it. On the best
 * level, as a step takes a virtual machine long; false where it cannot be seen. */
static bool compare(struct instance *in)
{
    const double counted = bsn_compose_flops(in->compose);
    const double sum = strcmp(bsn_kernel_at(0)->level, "sse2") == 0 ? NAN : executed(in);

    if (!isnan(sum) && !(sum >= (1 - LESS) * counted && sum <= (1 + MORE) * counted))
        fail_msg("%.0f operations executed, %.0f counted", sum, counted);
    return !isnan(sum);
}

static void test_queens(void **state)
{
    struct instance in = { 0 };

    (void)state;
    ASSERT_OK(ctx, basin_problem_open(ctx, "queens", "5", &in.problem));
    bind(&in, BASIN_ENERGY_COMPACT);
    const bool seen = compare(&in);
    close_instance(&in);
    if (!seen)
        skip();
}

static void test_sat(void **state)
{
    struct instance in = { 0 };

    (void)state;
    open_generated(&in, "sat", "any", 8, 4.2);
    bind(&in, BASIN_ENERGY_COMPACT);
    const bool seen = compare(&in);
    close_instance(&in);
    if (!seen)
        skip();
}

static void test_color(void **state)
{
    const int32_t keep[8] = { 0 };  /* all vertices take part */
    struct instance in = { 0 };

    (void)state;
    open_generated(&in, "color", "erdos-renyi", 8, 0.6);
    ASSERT_OK(ctx, test_limit(ctx, &in.problem, 7, keep));
    bind(&in, BASIN_ENERGY_COMPACT);
    const bool seen = compare(&in);
    close_instance(&in);
    if (!seen)
        skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_queens),
        cmocka_unit_test(test_sat),
        cmocka_unit_test(test_color),
    };

    return cmocka_run_group_tests(tests, group_begin, group_end);
}
