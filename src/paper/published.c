/* published.c - the tables as the paper printed them: its own figures and those of its baselines.
 *
 * "Generalizable Reasoning through Compositional Energy Minimization", Oarga and Du, NeurIPS 2025.
 * Nothing here was measured by us.
 */
#include "paper/paper.h"

#include <math.h>

#define OF_100 { "correct of 100", "high", 100 }
#define QUEENS8 { "queens placed", "high", 8 }
#define ROWS(list) .rows = sizeof list / sizeof *list, .row = list
#define US PAPER_PAPER
#define THEM PAPER_BASELINE

/* -------------------------------------------------------------------------------- queens ---- */

static const struct paper_published rows_1[] = {
    { THEM, "", "LWD", { 22, 7.10 }, { 0, .57 } },
    { THEM, "", "GFlowNets", { 14, 6.93 }, { 0, .59 } },
    { THEM, "", "DIFUSCO T=50", { 17, 6.94 }, { 0, .65 } },
    { THEM, "", "Fast T2T (1,1)", { 21, 6.82 }, { 0, .88 } },
    { THEM, "", "Fast T2T (1,1) guided", { 12, 6.70 }, { 0, .71 } },
    { THEM, "", "Fast T2T (5,5)", { 20, 7.06 }, { 0, .58 } },
    { THEM, "", "Fast T2T (5,5) guided", { 41, 7.38 }, { 0, .54 } },
    { US, "", "EBM P=1024", { 97, 7.97 }, { 0, .17 } },
};
static const struct paper_published rows_2[] = {
    { US, "P = 8", "EBM", { 9, 6.66 }, { 0 } },      { US, "P = 64", "EBM", { 34, 7.25 }, { 0 } },
    { US, "P = 128", "EBM", { 87, 7.88 }, { 0 } },   { US, "P = 256", "EBM", { 89, 7.90 }, { 0 } },
    { US, "P = 512", "EBM", { 92, 7.94 }, { 0 } },   { US, "P = 1024", "EBM", { 97, 7.97 }, { 0 } },
};
static const struct paper_published rows_3[] = {
    { US, "7 queens", "EBM", { 37, 49, 71, 73, 75 }, { 0 } },
    { US, "8 queens", "EBM", { 17, 24, 47, 51, 57 }, { 0 } },
    { US, "9 queens", "EBM", { 12, 26, 34, 45, 55 }, { 0 } },
    { US, "10 queens", "EBM", { 4, 6, 17, 23, 33 }, { 0 } },
};
static const struct paper_published rows_4[] = {
    { THEM, "", "reverse diffusion", { 12, 2.64 }, { 0 } },
    { THEM, "", "ULA", { 5, 2.52 }, { 0 } },
    { THEM, "", "MALA", { 8, 2.67 }, { 0 } },
    { THEM, "", "UHMC", { 9, 2.67 }, { 0 } },
    { THEM, "", "HMC", { 11, 2.69 }, { 0 } },
    { US, "", "PEM P=8", { 99, 3.99 }, { 0 } },
};
static const struct paper_published rows_5[] = {
    { US, "contrastive only", "EBM P=1024", { 0, 1.32 }, { 0 } },
    { US, "diffusion only", "EBM P=1024", { 6, 6.68 }, { 0 } },
    { US, "both", "EBM P=1024", { 97, 7.97 }, { 0 } },
};
static const struct paper_published rows_11[] = {
    { THEM, "", "LwD", { 1.16 }, { 0 } },
    { THEM, "", "GFlowNets", { 1.12 }, { 0 } },
    { THEM, "", "DIFUSCO", { 33.46 }, { 0 } },
    { THEM, "", "Fast T2T (1,1)", { 1.82 }, { 0 } },
    { THEM, "", "Fast T2T (1,1) guided", { 1.91 }, { 0 } },
    { THEM, "", "Fast T2T (5,5)", { 3.37 }, { 0 } },
    { THEM, "", "Fast T2T (5,5) guided", { 7.78 }, { 0 } },
    { US, "", "EBM P=1024", { 84.99 }, { 0 } },
};
static const struct paper_published rows_12[] = {
    { THEM, "", "DeepT", { 1, 1 }, { 0 } },
    { US, "", "EBM P=128", { 100, 37 }, { 0 } },
};
static const struct paper_published rows_13[] = {
    { US, "P = 2", "EBM", { 136.62 }, { 0 } },  { US, "P = 4", "EBM", { 136.29 }, { 0 } },
    { US, "P = 8", "EBM", { 133.93 }, { 0 } },  { US, "P = 16", "EBM", { 133.82 }, { 0 } },
    { US, "P = 32", "EBM", { 132.47 }, { 0 } }, { US, "P = 64", "EBM", { 132.36 }, { 0 } },
    { US, "P = 128", "EBM", { 132.00 }, { 0 } }, { US, "P = 256", "EBM", { 131.84 }, { 0 } },
};
static const struct paper_published rows_14[] = {
    { US, "", "EBM", { 151.43, 137.33, 130.78 }, { 3.42, 1.86, .37 } },
};

/* --------------------------------------------------------------------------------- 3-SAT ---- */

#define UF { "uf20: correct of 100", "high", 100 }, { "uf20: share of clauses", "high", 1 }, \
           { "uf50: correct of 100", "high", 100 }, { "uf50: share of clauses", "high", 1 }
#define UF20 { "uf20: correct of 100", "high", 100 }, { "uf20: share of clauses", "high", 1 }

static const struct paper_published rows_6[] = {
    { THEM, "", "GCN", { 5, .9617, 0, .9569 }, { 0 } },
    { THEM, "", "DGL + tree search", { 10, .9520, 0, .8705 }, { 0 } },
    { THEM, "", "DIFUSCO T=50", { 6, .9734, 0, .9738 }, { 0 } },
    { THEM, "", "Fast T2T (1,1)", { 23, .9749, 4, .9751 }, { 0 } },
    { THEM, "", "Fast T2T (5,5)", { 22, .9760, 20, .9734 }, { 0 } },
    { THEM, "", "NeuroSAT T=50", { 6, .9661, 0, .9651 }, { 0 } },
    { THEM, "", "NeuroSAT T=500", { 8, .9742, 0, .9697 }, { 0 } },
    { THEM, "", "NSNet T=50", { 58, .9845, 34, .9817 }, { 0 } },
    { THEM, "", "NSNet T=500", { 58, .9856, 37, .9846 }, { 0 } },
    { US, "", "EBM P=1024", { 91, .9985, 43, .9963 }, { 0 } },
};
static const struct paper_published rows_7[] = {
    { US, "P = 8", "EBM", { 30, .9874, 2, .9910 }, { 0 } },
    { US, "P = 64", "EBM", { 70, .9962, 7, .9910 }, { 0 } },
    { US, "P = 128", "EBM", { 78, .9975, 18, .9927 }, { 0 } },
    { US, "P = 1024", "EBM", { 91, .9985, 43, .9963 }, { 0 } },
};
static const struct paper_published rows_8[] = {
    { US, "without", "EBM P=1024", { 57, .9951 }, { 0 } },
    { US, "with", "EBM P=1024", { 91, .9985 }, { 0 } },
};
static const struct paper_published rows_20[] = {
    { THEM, "", "reverse diffusion", { 1, .9521, 0, .9519 }, { 0 } },
    { THEM, "", "ULA", { 0, .9524, 0, .9516 }, { 0 } },
    { THEM, "", "MALA", { 0, .9519, 0, .9535 }, { 0 } },
    { THEM, "", "UHMC", { 1, .9502, 0, .9537 }, { 0 } },
    { THEM, "", "HMC", { 1, .9553, 0, .9533 }, { 0 } },
    { US, "", "PEM P=1024", { 91, .9985, 43, .9963 }, { 0 } },
};
static const struct paper_published rows_21[] = {
    { US, "contrastive only", "EBM P=1024", { 0, .9331 }, { 0 } },
    { US, "diffusion only", "EBM P=1024", { 11, .9742 }, { 0 } },
    { US, "both", "EBM P=1024", { 57, .9951 }, { 0 } },
};

/* ----------------------------------------------------------------------------- colouring ---- */

#define CONFLICTS(name) { name, "low", 0 }

static const struct paper_published rows_9[] = {
    { THEM, "", "GCN", { 46.8, 151.6, 74.0, 408.0, 87.6, 144.8, 285.0, 46.0 }, { 0 } },
    { THEM, "", "GAT", { 34.0, 130.2, 51.2, 253.2, 58.6, 118.8, 239.2, 46.0 }, { 0 } },
    { THEM, "", "XLVIN", { 25.0, 93.8, 29.0, 182.6, 29.0, 112.6, 151.8, 34.8 }, { 0 } },
    { THEM, "", "GNN-GCP", { 15.2, 53.8, 13.2, 55.2, 15.4, 141.6, 91.2, 30.0 }, { 0 } },
    { US, "", "EBM P=128", { 8.6, 29.2, 10.6, 59.0, 11.0, 37.2, 34.8, 3.4 }, { 0 } },
};
static const struct paper_published rows_15[] = {
    { US, "P = 8", "EBM", { 15.0 }, { 0 } },
    { US, "P = 64", "EBM", { 14.3 }, { 0 } },
    { US, "P = 128", "EBM", { 10.3 }, { 0 } },
    { US, "P = 1024", "EBM", { 8.0 }, { 0 } },
};
static const struct paper_published rows_16[] = {
    { THEM, "", "Gemini 2.5 Pro", { 20.0, 142.7 }, { 0 } },
    { THEM, "", "DeepSeek R1", { 4.0, 78.0 }, { 0 } },
    { THEM, "", "Qwen3 235B", { 16.0, 102.7 }, { 0 } },
    { US, "", "PEM P=128", { 3.15, 45.81 }, { 0 } },
};
static const struct paper_published rows_17[] = {
    { THEM, "", "GCN",
      { 17, 71, 160, 290, 171, 476, 728, 220, 216, 208, 333, 117, 755, 1368, 574, 260, 270, 1625 },
      { 0 } },
    { THEM, "", "GAT",
      { 10, 31, 160, 290, 97, 476, 728, 100, 234, 146, 352, 127, 755, 1368, 438, 392, 304, 1454 },
      { 0 } },
    { THEM, "", "GNN-GCP",
      { 6, 10, 96, 116, 42, 216, 272, 42, 172, 206, 156, 98, 100, 408, 418, 110, 198, 667 },
      { 0 } },
    { US, "", "EBM P=128",
      { 2, 9, 23, 37, 26, 64, 73, 21, 20, 14, 26, 17, 98, 96, 52, 34, 64, 69 }, { 0 } },
};
static const struct paper_published rows_18[] = {
    { US, "P = 128", "EBM", { 10.60, 59.00 }, { 0 } },
    { US, "P = 256", "EBM", { 8.38, 56.89 }, { 0 } },
    { US, "P = 512", "EBM", { 9.68, 54.68 }, { 0 } },
    { US, "P = 1024", "EBM", { 7.04, 57.04 }, { 0 } },
    { US, "P = 2048", "EBM", { 7.79, 55.57 }, { 0 } },
};
static const struct paper_published rows_19[] = {
    { US, "T = 20", "EBM P=1024", { 6.98, 44.27 }, { 0 } },
    { US, "T = 50", "EBM P=1024", { 7.01, 54.40 }, { 0 } },
    { US, "T = 100", "EBM P=1024", { 6.71, 52.97 }, { 0 } },
    { US, "T = 200", "EBM P=1024", { 6.00, 50.31 }, { 0 } },
    { US, "T = 500", "EBM P=1024", { 6.50, 49.63 }, { 0 } },
    { US, "T = 1000", "EBM P=1024", { 6.51, 42.71 }, { 0 } },
};
static const struct paper_published rows_22[] = {
    { THEM, "", "reverse diffusion", { 19.6 }, { 0 } }, { THEM, "", "ULA", { 28.3 }, { 0 } },
    { THEM, "", "MALA", { 17.0 }, { 0 } },              { THEM, "", "UHMC", { 12.3 }, { 0 } },
    { THEM, "", "HMC", { 14.6 }, { 0 } },               { US, "", "PEM P=1024", { 8.0 }, { 0 } },
};
static const struct paper_published rows_23[] = {
    { US, "contrastive only", "EBM P=1024", { 9.0 }, { 0 } },
    { US, "diffusion only", "EBM P=1024", { 15.0 }, { 0 } },
    { US, "both", "EBM P=1024", { 8.0 }, { 0 } },
};

/* ---------------------------------------------------------------------------- crosswords ---- */

static const struct paper_published rows_10[] = {
    { THEM, "", "IO", { 38.7, 14.0 }, { 0 } },
    { THEM, "", "CoT", { 40.6, 15.6 }, { 0 } },
    { THEM, "", "ToT", { 78.0, 60.0 }, { 0 } },
    { US, "", "EBM P=1024", { 80.4, 50.5 }, { 0 } },
};

/* ----------------------------------------------------------------------------- all of it ---- */

static const struct paper_table tables[PAPER_TABLES] = {
    { "8 queens", "100 samples, energies trained on the rows of one solved board.", 2,
      ROWS(rows_1), .column = { OF_100, QUEENS8 } },
    { "8 queens by particles", "", 2, ROWS(rows_2), .column = { OF_100, QUEENS8 } },
    { "7 to 10 queens by particles",
      "Correct of 100. The paper's network reads lines of at most 8 cells: 9 and 10 queens by the "
      "paper's method are with compact energies.",
      5, ROWS(rows_3),
      .column = { { "P = 8", "high", 100 }, { "P = 16", "high", 100 }, { "P = 32", "high", 100 },
                  { "P = 64", "high", 100 }, { "P = 128", "high", 100 } } },
    { "Samplers, 4 queens", "Samplers of the paper's kind are single chains, except PEM.", 2,
      ROWS(rows_4), .column = { OF_100, { "queens placed", "high", 4 } } },
    { "Losses, 8 queens",
      "Models trained with one of the two losses, and with both, all three equally long.", 2,
      ROWS(rows_5), .column = { OF_100, QUEENS8 } },
    { "3-SAT", "SATLIB's uf20-91 and uf50-218.", 4, ROWS(rows_6), .column = { UF } },
    { "3-SAT by particles", "", 4, ROWS(rows_7), .column = { UF } },
    { "Refinement, 3-SAT",
      "On whole solved formulas, after the training on single clauses.", 2, ROWS(rows_8),
      .column = { UF20 } },
    { "Graph colouring",
      "Conflicting edges, mean over five graphs of each kind. Three of the five Paley files (19, "
      "23, 31) are complete graphs that are to be coloured with 6, 6 and 8 colours: at least 21, "
      "33 and 45 conflicts, a mean of 19.8, cannot be avoided by anyone.",
      8, ROWS(rows_9),
      .column = { CONFLICTS("Erdos-Renyi 20-39"), CONFLICTS("Erdos-Renyi 81-99"),
                  CONFLICTS("Holme-Kim 22-34"), CONFLICTS("Holme-Kim 86-100"),
                  CONFLICTS("Regular 21-40"), CONFLICTS("Regular 86-100"),
                  { "Paley 19-37", "low", 19.8 }, CONFLICTS("Complete 8-12") } },
    { "Crosswords", "20 puzzles of five by five.", 2, ROWS(rows_10),
      .column = { { "letters %", "high", 100 }, { "words %", "high", 100 } } },
    { "Time for 25 solutions of 8 queens",
      "The paper's figures are from an Nvidia A10, ours from this machine's processor.", 1,
      ROWS(rows_11), .column = { { "seconds", "low", NAN } } },
    { "Different solutions of 8 queens", "100 samples.", 2, ROWS(rows_12),
      .column = { OF_100, { "different", "high", 92 } } },
    { "Energy by particles, 8 queens",
      "Energies of another network are on another scale: the paper's absolute figures and ours do "
      "not compare, their order does. Ours is the energy of the answer's board by our network of "
      "the paper's kind, for both methods.",
      1, ROWS(rows_13), .column = { { "energy", "", NAN } } },
    { "Energy by kind of board, 8 queens",
      "Energies of another network are on another scale: absolute figures do not compare, their "
      "order does.",
      3, ROWS(rows_14),
      .column = { { "random", "", NAN }, { "one queen wrong", "", NAN },
                  { "correct", "", NAN } } },
    { "One graph by particles", "Conflicts, mean of three solutions. The paper does not say which "
      "graph; ours is a Holme-Kim graph of 22 vertices.", 1, ROWS(rows_15),
      .column = { CONFLICTS("conflicts") } },
    { "Against language models", "Conflicts, Erdos-Renyi graphs.", 2, ROWS(rows_16),
      .column = { CONFLICTS("small"), CONFLICTS("large") } },
    { "COLOR benchmark", "Conflicts at the chromatic number of colours.", 18, ROWS(rows_17),
      .column = { CONFLICTS("myciel3"), CONFLICTS("myciel4"), CONFLICTS("queen5_5"),
                  CONFLICTS("queen6_6"), CONFLICTS("myciel5"), CONFLICTS("queen7_7"),
                  CONFLICTS("queen8_8"), CONFLICTS("1-Insertions_4"), CONFLICTS("huck"),
                  CONFLICTS("jean"), CONFLICTS("david"), CONFLICTS("mug88_1"),
                  CONFLICTS("myciel6"), CONFLICTS("queen8_12"), CONFLICTS("games120"),
                  CONFLICTS("anna"), CONFLICTS("2-Insertions_4"), CONFLICTS("homer") } },
    { "Holme-Kim graphs by particles", "Conflicts.", 2, ROWS(rows_18),
      .column = { CONFLICTS("small"), CONFLICTS("large") } },
    { "Holme-Kim graphs by noise levels",
      "Conflicts. The paper's method goes down T levels; basin's stays at its levels, so that one "
      "row of basin's is held against all.",
      2, ROWS(rows_19), .column = { CONFLICTS("small"), CONFLICTS("large") } },
    { "Samplers, 3-SAT", "Samplers of the paper's kind are single chains, except PEM.", 4,
      ROWS(rows_20), .column = { UF } },
    { "Losses, 3-SAT",
      "Without refinement; all three models trained equally long.", 2, ROWS(rows_21),
      .column = { UF20 } },
    { "Samplers, colouring", "Conflicts, one graph (that of table 15), three solutions.", 1,
      ROWS(rows_22), .column = { CONFLICTS("conflicts") } },
    { "Losses, colouring", "Conflicts, one graph (that of table 15), three solutions; all three "
      "models trained equally long.", 1, ROWS(rows_23), .column = { CONFLICTS("conflicts") } },
};

const struct paper_table *paper_table(int number)
{
    return &tables[number - 1];
}

const char *paper_who_word(enum paper_who who)
{
    static const char *const words[] = { "baseline", "paper", "basin", "paper-method" };

    return words[who];
}
