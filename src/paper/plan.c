/* plan.c - which rows of ours each table has, and how they are measured.
 *
 * A full row is as the paper's: its particles, samples and instances. A quick one by the paper's
 * method has fewer of them, and a row that would still take minutes (hundreds of particles of a
 * network of half a million numbers) is left to the full run. Basin's rows differ little: they
 * take seconds either way.
 */
#define _GNU_SOURCE
#include "paper/parts.h"

#include <assert.h>
#include <string.h>

#define LIMITED_STEPS 5000  /* for models that may never solve anything */
#define FEW_LEVELS 25       /* noise levels of the dearest quick rows */
#define FEW_SAMPLES 30      /* of a quick row in which every one takes a tenth of a second */

struct planner {
    struct paper_plans *plans;
    int table;
    bool full;
};

/* --------------------------------------------------------------------------- small words ---- */

static struct paper_way basin_way(const char *domain, uint32_t particles)
{
    return (struct paper_way){ .domain = domain, .method = BASIN_METHOD_BASIN,
                               .energy = BASIN_ENERGY_COMPACT, .particles = particles };
}

/* For rows that are about the search: what need not be searched is searched too. */
static struct paper_way whole_way(uint32_t particles)
{
    struct paper_way way = basin_way("color", particles);

    way.whole = true;
    return way;
}

static struct paper_way paper_way(const char *domain, uint32_t particles, uint32_t levels)
{
    return (struct paper_way){ .domain = domain, .method = BASIN_METHOD_PAPER,
                               .energy = BASIN_ENERGY_PAPER, .particles = particles,
                               .levels = levels };
}

/* A new row, without parts yet. */
static struct paper_plan *add(struct planner *p, const struct paper_way *way, const char *group,
                              const char *label)
{
    struct paper_plans *const all = p->plans;

    assert(all->count < PAPER_PLANS);
    struct paper_plan *const plan = &all->plan[all->count++];
    *plan = (struct paper_plan){ .table = p->table, .way = *way };
    plan->who = way->method == BASIN_METHOD_PAPER ? PAPER_METHOD : PAPER_BASIN;
    snprintf(plan->group, sizeof plan->group, "%s", group);
    if (way->method == BASIN_METHOD_BASIN)
        snprintf(plan->label, sizeof plan->label, "basin%s%s", *label ? ", " : "", label);
    else if (way->particles && strncmp(group, "P = ", 4) != 0)  /* which says it */
        snprintf(plan->label, sizeof plan->label, "paper's method, P = %u%s%s", way->particles,
                 *label ? ", " : "", label);
    else
        snprintf(plan->label, sizeof plan->label, "paper's method%s%s", *label ? ", " : "", label);
    return plan;
}

static void measure(struct paper_plan *plan, enum paper_measure one, enum paper_measure two)
{
    plan->measure[0] = one;
    plan->measure[1] = two;
    plan->measures = two == MEASURE_NONE ? 1 : 2;
}

static void part(struct paper_plan *plan, const char *set, size_t instances, size_t samples)
{
    assert(plan->parts < PAPER_CELLS);
    plan->part[plan->parts++] = (struct paper_part){ .set = set, .instances = instances,
                                                     .samples = samples };
}

static const char *by_particles(uint32_t particles, char text[static 40])
{
    snprintf(text, 40, "P = %u", particles);
    return text;
}

/* -------------------------------------------------------------------------------- queens ---- */

static struct paper_plan *boards(struct planner *p, const struct paper_way *way, const char *group,
                                 const char *label, const char *set, size_t samples)
{
    struct paper_plan *const plan = add(p, way, group, label);

    measure(plan, MEASURE_CORRECT, MEASURE_PLACED);
    part(plan, set, 1, samples);
    return plan;
}

static void plan_1(struct planner *p)
{
    const struct paper_way own = basin_way("queens", 0);
    const struct paper_way theirs = paper_way("queens", p->full ? 1024 : 64, 0);

    boards(p, &own, "", "", "queens 8", 100);
    boards(p, &theirs, "", "", "queens 8", p->full ? 100 : 2)->seconds = p->full ? 0 : 15;
}

static void plan_2(struct planner *p)
{
    static const uint32_t particles[] = { 8, 64, 128, 256, 512, 1024 };
    static const size_t quick[] = { 4, 2, 1, 0, 0, 0 };
    char group[40];

    for (size_t i = 0; i < 6; i++) {
        const struct paper_way own = basin_way("queens", particles[i]);
        const struct paper_way theirs = paper_way("queens", particles[i], 0);
        by_particles(particles[i], group);
        boards(p, &own, group, "", "queens 8", 100);
        if (p->full || quick[i])
            boards(p, &theirs, group, "", "queens 8", p->full ? 100 : quick[i])->seconds =
                p->full ? 0 : 10;
    }
}

static void plan_3(struct planner *p)
{
    static const char *const set[] = { "queens 7", "queens 8", "queens 9", "queens 10" };
    static const char *const networks[] = { "7", NULL, "9", "10" };  /* one for each board */
    static const uint32_t particles[] = { 8, 16, 32, 64, 128 };
    static const size_t quick[] = { 4, 2, 1, 1, 1 };
    char group[40];

    for (size_t n = 0; n < 4; n++) {
        const struct paper_way own = basin_way("queens", 0);
        struct paper_way theirs = paper_way("queens", 0, p->full ? 0 : 50);
        theirs.model = networks[n];
        snprintf(group, sizeof group, "%s queens", set[n] + 7);
        for (int who = 0; who < 2; who++) {
            struct paper_plan *const plan = add(p, who ? &theirs : &own, group, "");
            measure(plan, MEASURE_CORRECT, MEASURE_NONE);
            for (size_t i = 0; i < 5; i++) {
                part(plan, set[n], 1, who == 0 || p->full ? 100 : quick[i]);
                plan->part[i].particles = particles[i];
            }
            plan->seconds = p->full || who == 0 ? 0 : 8;
        }
    }
}

/* The samplers of tables 4, 20 and 22. */
static const struct {
    const char *sampler, *label;
} samplers[] = {
    { "reverse", "reverse diffusion" }, { "ula", "ULA" },   { "mala", "MALA" },
    { "uhmc", "UHMC" },                 { "hmc", "HMC" },   { "pem", "PEM" },
};
#define SAMPLERS (sizeof samplers / sizeof *samplers)

static void plan_4(struct planner *p)
{
    const struct paper_way own = basin_way("queens", 8);

    boards(p, &own, "", "P = 8", "queens 4", 100);
    for (size_t i = 0; i < SAMPLERS; i++) {
        struct paper_way theirs = paper_way("queens", i == SAMPLERS - 1 ? 8 : 1, 0);
        theirs.model = "4";
        theirs.sampler = samplers[i].sampler;
        boards(p, &theirs, "", samplers[i].label, "queens 4", p->full ? 100 : 8)->seconds =
            p->full ? 0 : 2;
    }
}

/* The models of tables 5, 21 and 23. */
static const struct {
    const char *model, *group;
} losses[] = {
    { "contrastive", "contrastive only" }, { "diffusion", "diffusion only" }, { "both", "both" },
};
#define LOSSES (sizeof losses / sizeof *losses)

static void plan_5(struct planner *p)
{
    for (size_t i = 0; i < LOSSES; i++) {
        struct paper_way own = basin_way("queens", 0);
        struct paper_way theirs = paper_way("queens", p->full ? 1024 : 16, 0);
        own.model = theirs.model = losses[i].model;
        own.steps = LIMITED_STEPS;
        boards(p, &own, losses[i].group, "", "queens 8", 100)->seconds = p->full ? 0 : 8;
        boards(p, &theirs, losses[i].group, "", "queens 8", p->full ? 100 : 2)->seconds =
            p->full ? 0 : 5;
    }
}

static void plan_11(struct planner *p)
{
    const struct paper_way own = basin_way("queens", 0);
    const struct paper_way theirs =
        p->full ? paper_way("queens", 1024, 0) : paper_way("queens", 8, FEW_LEVELS);

    for (int who = 0; who < 2; who++) {
        struct paper_plan *const plan = add(p, who ? &theirs : &own, "", "");
        measure(plan, MEASURE_SECONDS, MEASURE_NONE);
        part(plan, "queens 8", 1, 25);
        plan->batch = true;
    }
}

static void plan_12(struct planner *p)
{
    const struct paper_way own = basin_way("queens", 0);
    const struct paper_way theirs = paper_way("queens", p->full ? 128 : 8, 0);

    for (int who = 0; who < 2; who++) {
        struct paper_plan *const plan = add(p, who ? &theirs : &own, "", "");
        measure(plan, MEASURE_CORRECT, MEASURE_UNIQUE);
        part(plan, "queens 8", 1, p->full || who == 0 ? 100 : 25);
        plan->seconds = p->full ? 0 : 5;
    }
}

static void plan_13(struct planner *p)
{
    static const uint32_t particles[] = { 2, 4, 8, 16, 32, 64, 128, 256 };
    static const size_t quick[] = { 5, 5, 10, 2, 1, 2, 1, 0 };
    char group[40];

    for (size_t i = 0; i < 8; i++)
        for (int who = 0; who < 2; who++) {
            const struct paper_way own = basin_way("queens", particles[i]);
            const struct paper_way theirs = paper_way("queens", particles[i], 0);
            if (who && !p->full && quick[i] == 0)
                continue;
            by_particles(particles[i], group);
            struct paper_plan *const plan = add(p, who ? &theirs : &own, group, "");
            measure(plan, MEASURE_WEIGHED, MEASURE_NONE);
            part(plan, "queens 8", 1, p->full ? 100 : who == 0 ? FEW_SAMPLES : quick[i]);
            plan->seconds = p->full ? 0 : 3;
        }
}

static void plan_14(struct planner *p)
{
    const struct paper_way own = basin_way("queens", 0), theirs = paper_way("queens", 0, 0);

    add(p, &own, "", "");
    add(p, &theirs, "", "");
}

/* --------------------------------------------------------------------------------- 3-SAT ---- */

/* uf20, and uf50 unless `larger` is 0: so many formulas of each. */
static struct paper_plan *formulas(struct planner *p, const struct paper_way *way,
                                   const char *group, const char *label, size_t small,
                                   size_t larger)
{
    struct paper_plan *const plan = add(p, way, group, label);

    measure(plan, MEASURE_CORRECT, MEASURE_SHARE);
    part(plan, "uf20", small, 1);
    if (larger > 0)
        part(plan, "uf50", larger, 1);
    return plan;
}

static void plan_6(struct planner *p)
{
    const struct paper_way own = basin_way("sat", 0);
    const struct paper_way theirs = paper_way("sat", p->full ? 1024 : 64, 0);

    formulas(p, &own, "", "", 100, 100);
    if (p->full)
        formulas(p, &theirs, "", "", 100, 100);
    else
        formulas(p, &theirs, "", "", 1, 1)->seconds = 30;
}

static void plan_7(struct planner *p)
{
    static const uint32_t particles[] = { 8, 64, 128, 1024 };
    static const size_t quick[] = { 2, 1, 0, 0 };
    char group[40];

    for (size_t i = 0; i < 4; i++) {
        const struct paper_way own = basin_way("sat", particles[i]);
        const struct paper_way theirs = paper_way("sat", particles[i], 0);
        by_particles(particles[i], group);
        formulas(p, &own, group, "", 100, 100);
        if (p->full)
            formulas(p, &theirs, group, "", 100, 100);
        else if (quick[i] > 0)
            formulas(p, &theirs, group, "", quick[i], 1)->seconds = 30;
    }
}

static void plan_8(struct planner *p)
{
    for (int with = 0; with < 2; with++) {
        const char *const group = with ? "with" : "without";
        struct paper_way own = basin_way("sat", 0);
        struct paper_way theirs = paper_way("sat", p->full ? 1024 : 16, 0);
        own.model = with ? "refined" : NULL;
        theirs.model = with ? NULL : "base";
        formulas(p, &own, group, "", 100, 0);
        formulas(p, &theirs, group, "", p->full ? 100 : 2, 0)->seconds = p->full ? 0 : 10;
    }
}

static void plan_20(struct planner *p)
{
    const struct paper_way own = basin_way("sat", 0);

    formulas(p, &own, "", "", 100, 100);
    for (size_t i = 0; i < SAMPLERS; i++) {
        const bool pem = i == SAMPLERS - 1;
        struct paper_way theirs = paper_way("sat", !pem ? 1 : p->full ? 1024 : 64, 0);
        theirs.sampler = pem ? NULL : samplers[i].sampler;  /* its runs are those of table 7 */
        theirs.levels = p->full || pem ? 0 : FEW_LEVELS;
        formulas(p, &theirs, "", samplers[i].label, p->full ? 100 : 1 + !pem,
                 p->full ? 100 : 1)->seconds = p->full ? 0 : 3;
    }
}

static void plan_21(struct planner *p)
{
    for (size_t i = 0; i < LOSSES; i++) {
        struct paper_way own = basin_way("sat", 0);
        struct paper_way theirs = paper_way("sat", p->full ? 1024 : 16, p->full ? 0 : 50);
        own.model = theirs.model = losses[i].model;
        own.steps = LIMITED_STEPS;
        formulas(p, &own, losses[i].group, "", 100, 0)->seconds = p->full ? 0 : 8;
        formulas(p, &theirs, losses[i].group, "", p->full ? 100 : 2, 0)->seconds =
            p->full ? 0 : 5;
    }
}

/* ----------------------------------------------------------------------------- colouring ---- */

static struct paper_plan *graphs(struct planner *p, const struct paper_way *way, const char *group,
                                 const char *label, const char *const *set, size_t sets,
                                 size_t each)
{
    struct paper_plan *const plan = add(p, way, group, label);

    measure(plan, MEASURE_VIOLATED, MEASURE_NONE);
    for (size_t i = 0; i < sets; i++)
        part(plan, set[i], each, 1);
    return plan;
}

static const char *const holme_kim[] = { "holme-kim-small", "holme-kim-large" };

static void plan_9(struct planner *p)
{
    static const char *const set[] = { "erdos-renyi-small", "erdos-renyi-large", "holme-kim-small",
                                       "holme-kim-large", "regular-small", "regular-large",
                                       "paley", "complete" };
    const struct paper_way own = whole_way(0);
    const struct paper_way theirs =
        p->full ? paper_way("color", 128, 0) : paper_way("color", 16, FEW_LEVELS);

    graphs(p, &own, "", "", set, 8, 5);
    graphs(p, &theirs, "", "", set, 8, p->full ? 5 : 1)->seconds = p->full ? 0 : 20;
}

/* Several solutions of the one graph. */
static struct paper_plan *one_graph(struct planner *p, const struct paper_way *way,
                                    const char *group, const char *label, size_t samples)
{
    struct paper_plan *const plan = add(p, way, group, label);

    measure(plan, MEASURE_VIOLATED, MEASURE_NONE);
    part(plan, "one graph", 1, samples);
    return plan;
}

static void plan_15(struct planner *p)
{
    static const uint32_t particles[] = { 8, 64, 128, 1024 };
    static const size_t quick[] = { 3, 1, 0, 0 };
    char group[40];

    for (size_t i = 0; i < 4; i++) {
        const struct paper_way own = whole_way(particles[i]);
        const struct paper_way theirs = paper_way("color", particles[i], 0);
        by_particles(particles[i], group);
        one_graph(p, &own, group, "", 3);
        if (p->full || quick[i])
            one_graph(p, &theirs, group, "", p->full ? 3 : quick[i])->seconds = p->full ? 0 : 10;
    }
}

static void plan_16(struct planner *p)
{
    static const char *const set[] = { "erdos-renyi-small", "erdos-renyi-large" };
    const struct paper_way own = whole_way(0);
    const struct paper_way theirs =
        p->full ? paper_way("color", 128, 0) : paper_way("color", 16, FEW_LEVELS);

    graphs(p, &own, "", "", set, 2, 5);
    graphs(p, &theirs, "", "", set, 2, p->full ? 5 : 1)->seconds = p->full ? 0 : 10;
}

static void plan_17(struct planner *p)
{
    static const char *const set[] = {
        "color myciel3", "color myciel4", "color queen5_5", "color queen6_6", "color myciel5",
        "color queen7_7", "color queen8_8", "color 1-Insertions_4", "color huck", "color jean",
        "color david", "color mug88_1", "color myciel6", "color queen8_12", "color games120",
        "color anna", "color 2-Insertions_4", "color homer",
    };
    const struct paper_way own = whole_way(0);
    const struct paper_way theirs = paper_way("color", p->full ? 128 : 4, p->full ? 0 : 12);

    graphs(p, &own, "", "", set, 18, 1);
    graphs(p, &theirs, "", "", set, 18, 1)->seconds = p->full ? 0 : 20;
}

static void plan_18(struct planner *p)
{
    static const uint32_t particles[] = { 128, 256, 512, 1024, 2048 };
    char group[40];

    for (size_t i = 0; i < 5; i++) {
        const struct paper_way own = whole_way(particles[i]);
        const struct paper_way theirs = paper_way("color", particles[i], 0);
        by_particles(particles[i], group);
        graphs(p, &own, group, "", holme_kim, 2, 5);
        if (p->full)
            graphs(p, &theirs, group, "", holme_kim, 2, 5);
    }
    for (uint32_t few = 1; !p->full && few <= 8; few *= 8) {  /* the paper's take too long */
        const struct paper_way theirs = paper_way("color", few, 0);
        by_particles(few, group);
        graphs(p, &theirs, group, "", holme_kim, 2, 1)->seconds = 10;
    }
}

static void plan_19(struct planner *p)
{
    static const uint32_t levels[] = { 20, 50, 100, 200, 500, 1000 };
    const struct paper_way own = whole_way(0);
    char group[40];

    graphs(p, &own, "", "", holme_kim, 2, 5);
    for (size_t i = 0; i < (p->full ? 6 : 3); i++) {
        /* 100 are the model's own: the same runs as in table 18. */
        const struct paper_way theirs =
            paper_way("color", p->full ? 1024 : 8, levels[i] == 100 ? 0 : levels[i]);
        snprintf(group, sizeof group, "T = %u", levels[i]);
        struct paper_plan *const plan =
            graphs(p, &theirs, group, "", holme_kim, 2, p->full ? 5 : 1);
        plan->exact = true;
        plan->seconds = p->full ? 0 : 10;
    }
}

static void plan_22(struct planner *p)
{
    const struct paper_way own = whole_way(0);

    one_graph(p, &own, "", "", 3);
    for (size_t i = 0; i < SAMPLERS; i++) {
        const bool pem = i == SAMPLERS - 1;
        struct paper_way theirs = paper_way("color", !pem ? 1 : p->full ? 1024 : 64, 0);
        theirs.sampler = pem ? NULL : samplers[i].sampler;
        theirs.levels = p->full || pem ? 0 : FEW_LEVELS;
        one_graph(p, &theirs, "", samplers[i].label, pem && !p->full ? 1 : 3)->seconds =
            p->full ? 0 : 8;
    }
}

static void plan_23(struct planner *p)
{
    for (size_t i = 0; i < LOSSES; i++) {
        struct paper_way own = whole_way(0);
        struct paper_way theirs = paper_way("color", p->full ? 1024 : 16, 0);
        own.model = theirs.model = losses[i].model;
        own.steps = LIMITED_STEPS;
        one_graph(p, &own, losses[i].group, "", 3)->seconds = p->full ? 0 : 8;
        one_graph(p, &theirs, losses[i].group, "", p->full ? 3 : 1)->seconds = p->full ? 0 : 5;
    }
}

/* ---------------------------------------------------------------------------- crosswords ---- */

static void plan_10(struct planner *p)
{
    const struct paper_way own = basin_way("crossword", 0);
    const struct paper_way theirs = paper_way("crossword", p->full ? 1024 : 16, 0);

    for (int who = 0; who < 2; who++) {
        struct paper_plan *const plan = add(p, who ? &theirs : &own, "", "");
        measure(plan, MEASURE_LETTERS, MEASURE_WORDS);
        part(plan, "crosswords", 20, 1);
        plan->seconds = p->full ? 0 : who ? 10 : 20;
    }
}

void paper_plan_table(int table, bool full, struct paper_plans *plans)
{
    static void (*const make[PAPER_TABLES])(struct planner *) = {
        plan_1,  plan_2,  plan_3,  plan_4,  plan_5,  plan_6,  plan_7,  plan_8,
        plan_9,  plan_10, plan_11, plan_12, plan_13, plan_14, plan_15, plan_16,
        plan_17, plan_18, plan_19, plan_20, plan_21, plan_22, plan_23,
    };
    struct planner p = { .plans = plans, .table = table, .full = full };

    plans->count = 0;
    make[table - 1](&p);
}
