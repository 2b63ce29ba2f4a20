/* verbs.c - the table of verbs. Every domain of the library is a verb too. */
#include "cli.h"

#include <string.h>

#define MANY 1000000

static const struct verb others[] = {
    { "eval", VERBS_EVAL, "DOMAIN SPEC...", "Solve many instances and tabulate how it went",
      "Each SPEC is an instance of the domain, or a folder whose instances are taken in the order "
      "of their names. Several instances are solved side by side, one on each core; rows come in "
      "the order of the list, and results are those of solving one after the other. The table "
      "gives, for each instance, the runs that were solved, how many different solutions they "
      "found, how many variables have a value, how many constraints are broken, and mean time and "
      "steps. The last line adds up: "
      "instances and runs solved, the share of constraints that hold in a run on average, and the "
      "mean and longest time of an instance. Of crosswords it also says how many letters, words "
      "and grids are as the files' own solutions, and how often the energy is at or below that of "
      "a near-exact beam search, a column of the table; the time of that search is not counted. "
      "With --jsonl a file keeps one JSON object for each "
      "run. An instance that cannot be read is told, the others go on, and the exit code is 1. "
      "Ctrl-C and SIGTERM end the runs with their best so far and leave out what was not begun; "
      "the exit code is 3.",
      2, MANY, verb_eval },
    { "gen", VERBS_GEN, "DOMAIN [N]", "Make random instances",
      "N is the number of variables; without it the domain chooses. Of graphs, N counts vertices "
      "(the rows of a queen's board, K of myciel-K), --ratio is the probability of an edge "
      "(erdos-renyi, planted), the edges of a new vertex (holme-kim) or the degree (regular), "
      "--width the hidden colours (planted), steps in a hundred that close a triangle (holme-kim) "
      "or the columns of the board. Of crosswords, whose words and clues come from the installed "
      "dictionaries WordNet and GCIDE, N is the side of the square, --ratio the share of black "
      "squares and --width the longest word. The instance is written to standard output, or to "
      "the file -o. With --count, the folder -o gets the files "
      "DOMAIN-N-SEED, one for each seed from --seed on. The same options make the same instance. "
      "A file appears when all of it is written.",
      1, 2, verb_gen },
    { "train", VERBS_TRAIN, "DOMAIN -o FILE", "Learn the energies of a domain from its examples",
      "A checkpoint (FILE.state) is written as it goes; Ctrl-C and SIGTERM write one more and end "
      "with code 3. With --resume the training goes on from there and ends in the same bytes as "
      "one that was never stopped. With --refine it begins with a trained model, the built-in one "
      "or that of --model, and learns from whole solved instances.",
      1, 1, verb_train },
    { "check", VERBS_CHECK, "SPEC SOLUTION", "Judge solutions with the verifier alone",
      "SPEC is an instance, SOLUTION a file of solutions as a solving verb writes them, or - for "
      "standard input. A line for each solution says whether it is valid; the exit code is 0 when "
      "all of them are.",
      2, 2, verb_check },
    { "draw", VERBS_DRAW, "KIND ... -o FILE", "Draw a picture, as svg or png",
      "draw instance SPEC [SOLUTION]: an instance, coloured as the first solution in the file "
      "says; what breaks a constraint stands out. draw map SPEC SOLUTION: how much of the energy "
      "comes from each square of a board (its row, column and diagonals), edge, clause or word. "
      "draw time RUN: the energies of all particles over the steps of a run that --trace recorded. "
      "draw landscape: the energy of one and of two edges of a graph over the colours of their "
      "ends, at several noise levels. SOLUTION may break constraints and may be - for standard "
      "input; a board can also be given as N lines of . and Q, with up to two Q in a line. A file "
      "appears when all of it is written.",
      1, 3, verb_draw },
    { "paper", VERBS_PAPER, "[TABLE|FIGURE...]",
      "Measure the tables of the paper anew, ours beside theirs",
      "Without --quick or --full it shows what the committed runs of the paper's method come to "
      "(results/runs.jsonl), each figure with its 95 % interval and whether the paper's lies in "
      "it; nothing is measured. Where there are none, and for other tables and figures, it does as "
      "with --quick. "
      "TABLE is 1 to 23, FIGURE a to g; without any, all of them are made. Each table has the "
      "paper's figures and those of its baselines, basin's, and the paper's method as it does "
      "here, with settings, instances and time. The first lines say where basin is not ahead. The "
      "folder -o gets report.html, report.json, and the measurements as JSON lines: after an "
      "interruption the same command goes on where it stopped, and what was measured is not "
      "measured again. "
      "Ctrl-C and SIGTERM end with code 3.",
      0, MANY, verb_paper },
    { "model", VERBS_MODEL, "show|export MODEL", "Show what is in a model, or write it to a file",
      "MODEL is the name of a built-in model (DOMAIN-ENERGY, as in queens-compact; or DOMAIN, with "
      "--energy) or a model file. A file that is called like a built-in model needs its folder: "
      "./queens-compact. To export, -o FILE is needed.",
      2, 2, verb_model },
    { "domains", VERBS_LIST, "", "List the kinds of problems, their instances and formats", NULL, 0,
      0, verb_domains },
    { "samplers", VERBS_LIST, "", "List the ways in which particles can move", NULL, 0, 0,
      verb_samplers },
    { "help", VERBS_HELP, "[VERB]", "Say how basin, or one of its verbs, is used", NULL, 0, 1,
      verb_help },
};

bool verb_at(size_t index, struct verb *verb)
{
    size_t domains = 0;

    while (basin_domain_name(domains))
        domains++;
    if (index >= domains) {
        if (index - domains >= sizeof others / sizeof *others)
            return false;
        *verb = others[index - domains];
        return true;
    }
    const char *const name = basin_domain_name(index);
    *verb = (struct verb){
        .name = name,
        .set = VERBS_SOLVE,
        .operands = basin_domain_operand(name),
        .summary = basin_domain_summary(name),
        .text = "Prints a solution that the verifier accepts and exits with 10. When the time or "
                "the steps run out, or on Ctrl-C or SIGTERM, it prints the best so far, labelled "
                "so, and exits with 0. --fix holds some variables at given values, --start begins "
                "from an assignment. A graph is coloured with the -k colours that are asked for; "
                "without -k with as few as are found within the time (30 s if --time does not "
                "say), each improvement a line \"o COLOURS\". Of a crossword any full grid counts "
                "as a solution, and the one of lowest energy is printed.",
        .least = 1,
        .most = 1,
        .run = verb_solve,
    };
    return true;
}

bool verb_find(const char *name, struct verb *verb)
{
    for (size_t i = 0; verb_at(i, verb); i++)
        if (strcmp(verb->name, name) == 0)
            return true;
    return false;
}
