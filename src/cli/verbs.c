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
      2, MANY, verb_eval, WORDS_DOMAINS,
      .example = { { "eval queens 8 16 32 --count 10",
                     "Ten runs of three sizes, and a table of how they went." },
                   { "eval queens 8 16 --json",
                     "The same for programs: a JSON object for each run." } } },
    { "merge", VERBS_MERGE, "FILE...", "Join the JSON lines of runs that were made in parts",
      "The lines are what --jsonl or --json wrote, of parts of a run (--shard) or of any runs. They "
      "come out in the order of one run that made all of them; a run that several files tell of "
      "comes once, and it is an error when they say different things, other than times and "
      "machines. Lines of eval must be of one eval, as far as they tell; they are added up as that "
      "would, with the table when -o FILE takes the lines. What is missing is told, and the "
      "exit code is 3. A line that was torn off at the end of a file is left out.",
      1, MANY, verb_merge,
      .example = { { "eval queens 8 9 10 --shard 1/2 --jsonl one.jsonl", "One half of the work," },
                   { "eval queens 8 9 10 --shard 2/2 --jsonl other.jsonl", "and the other." },
                   { "merge one.jsonl other.jsonl -o all.jsonl", "All of it." } } },
    { "gen", VERBS_GEN, "DOMAIN [N]", "Make random instances",
      "N is the number of variables; without it the domain chooses. A formula of kind random is "
      "satisfiable as far as cadical or minisat say, a planted one by how it is made, any is the "
      "first that is drawn. Of graphs, N counts vertices (the rows of a queen's board, K of "
      "myciel-K), --ratio is the probability of an edge "
      "(erdos-renyi, planted), the edges of a new vertex (holme-kim) or the degree (regular), "
      "--width the hidden colours (planted), steps in a hundred that close a triangle (holme-kim) "
      "or the columns of the board. Of crosswords, whose words and clues come from the installed "
      "dictionaries WordNet and GCIDE, N is the side of the square, --ratio the share of black "
      "squares and --width the longest word. Of Sudokus, N is the side, 4, 9, 16 or 25, --width "
      "the number of givens and --ratio the share of squares that are given; a puzzle of kind "
      "unique has one solution, as cadical or minisat say, and more givens where fewer would leave "
      "another; where there is neither, its file says that nobody judged. Of problem files, --ratio is "
      "the number of tables for each variable, and a hard one has a solution. The instance is written "
      "to standard output, or to the file -o. With --count, the folder -o gets the files "
      "DOMAIN-N-SEED, one for each seed from --seed on. The same options make the same instance. "
      "A file appears when all of it is written.",
      1, 2, verb_gen, WORDS_DOMAINS,
      .example = { { "gen sat 100 -o formula.cnf", "A random formula with a hundred variables." },
                   { "gen color 50 --kind planted --width 4 --seed 7 -o graph.col",
                     "A graph of 50 vertices that can be coloured with four colours." },
                   { "gen sat 50 --count 10 -o formulas",
                     "A folder of ten formulas; `basin eval sat formulas` solves them all." } } },
    { "train", VERBS_TRAIN, "DOMAIN -o FILE", "Learn the energies of a domain from its examples",
      "A checkpoint (FILE.state) is written as it goes; Ctrl-C and SIGTERM write one more and end "
      "with code 3. With --resume the training goes on from there and ends in the same bytes as "
      "one that was never stopped.",
      1, 1, verb_train, WORDS_DOMAINS,
      .example = { { "train queens --steps 20 -o first.safetensors",
                     "A first try, far too short for a good model." },
                   { "model show first.safetensors", "What the model says about itself." },
                   { "queens 8 --model first.safetensors --time 2",
                     "The best that it finds in two seconds." } } },
    { "learn", VERBS_LEARN, "EXAMPLES -o FILE",
      "Learn a constraint from examples of what satisfies it",
      "EXAMPLES has one valid example a line: words or numbers, with blanks or commas between them; # "
      "begins a comment. A first line whose words never come again below is a header. What tells "
      "valid examples from changed ones is found out and printed: counts of values, pairs of places, "
      "or all values together; networks are taught it, and the model is a constraint for problems of "
      "one's own (basin_draft_learned, in Python Problem.add). Where the examples do not suffice, a "
      "warning says why; the exit code is 0 all the same. The model's notes tell all of it. Checkpoints "
      "are as those of train.",
      1, 1, verb_learn,
      .example = { { "queens 8 --count 60 --format rows --quiet > boards.txt",
                     "Sixty lines of eight numbers." },
                   { "learn boards.txt -o board.safetensors",
                     "What they have in common: each number comes once, and more." },
                   { "model show board.safetensors", "What was found, and how sure it is." } } },
    { "check", VERBS_CHECK, "SPEC SOLUTION", "Judge solutions with the verifier alone",
      "SPEC is an instance, SOLUTION a file of solutions as a solving verb writes them, or - for "
      "standard input. A line for each solution says whether it is valid; the exit code is 0 when "
      "all of them are.",
      2, 2, verb_check,
      .example = { { "queens 12 --format rows > rows.txt", "Solve, and keep the answer." },
                   { "check 12 rows.txt", "Check it once more." },
                   { "queens 12 --format rows --count 5 -q | basin check 12 -",
                     "The same for five answers, without a file." } } },
    { "export", VERBS_EXPORT, "SPEC -o FILE", "Write the energies of an instance as tables of costs",
      "SPEC is an instance of any domain with compact energies but crosswords, by its name. The "
      "file is in toulbar2's CFN format: a cost for each tuple of values of each constraint, "
      "learned energies too, as they are at the lowest noise, with six decimals. An exact solver "
      "that reads it finds the lowest sum of the very same energies. Constraints of more than "
      "65,536 tuples are refused. A file appears when all of it is written.",
      1, 1, verb_export,
      .example = { { "gen sat 20 -o few.cnf", "A formula to export." },
                   { "export few.cnf -o few.cfn", "The energies of its clauses as tables." },
                   { "solve few.cfn --time 5", "The lowest sum of them." } } },
    { "draw", VERBS_DRAW, "KIND ... -o FILE", "Draw a picture, as svg or png",
      "draw instance SPEC [SOLUTION]: an instance, coloured as the first solution in the file "
      "says; what breaks a constraint stands out. draw map SPEC SOLUTION: how much of the energy "
      "comes from each square of a board (its row, column and diagonals), edge, clause or word. "
      "draw time RUN: the energies of all particles over the steps of a run that --trace recorded. "
      "draw film RUN: such a run as an svg that moves, the particle that breaks least at each of "
      "up to 60 moments, the answer at the end. draw cactus RUNS...: how many instances were "
      "solved within which time, a curve for each file of JSON lines that eval --jsonl wrote. draw "
      "growth RUNS...: of the same files the time over the number of values searched for. draw "
      "landscape: the energy of one and of two edges of a graph over the colours of their ends, at "
      "several noise levels. SOLUTION may break constraints and may be - for standard input; a "
      "board can also be given as N lines of . and Q, with up to two Q in a line. A file "
      "appears when all of it is written.",
      1, MANY, verb_draw, WORDS_FIXED, "instance map time film cactus growth landscape",
      .example = { { "queens 8 --format rows > rows.txt", "A board to draw." },
                   { "draw instance 8 rows.txt -o board.svg", "The board and its queens." },
                   { "draw landscape -k 3 -o landscape.png",
                     "What an edge of a graph costs, over the colours of its ends." } } },
    { "paper", VERBS_PAPER, "[TABLE|FIGURE...]",
      "Measure the tables of the paper anew, ours beside theirs",
      "Without --quick or --full it shows what the committed runs of the paper's method come to "
      "(results/runs.jsonl), each figure with its 95 % interval and whether the paper's lies in "
      "it; nothing is measured, and no benchmark file is needed. Other tables and figures, asked "
      "for by name, are made as with --quick. "
      "TABLE is 1 to 23, FIGURE a to g; without any, all of them are made. Each table has the "
      "paper's figures and those of its baselines, basin's, and the paper's method as it does "
      "here, with settings, instances and time. The first lines say where basin is not ahead. The "
      "folder -o gets report.html, report.json, and the measurements as JSON lines: after an "
      "interruption the same command goes on where it stopped, and what was measured is not "
      "measured again. "
      "Ctrl-C and SIGTERM end with code 3.",
      0, MANY, verb_paper,
      .example = { { "paper b -o figures", "Figure b alone, into the folder figures." },
                   { "paper b c d -o figures",
                     "Two more; what was made before is not made again." } } },
    { "bench", VERBS_BENCH, "[ROW...]", "Measure the hot paths against what limits them on this machine",
      "A row is a hot path: product, energy-, train-, resample, random, decode-, verify-, move- and "
      "read-, behind each hyphen a domain, then compact or paper; a ROW is any part of such names, "
      "and without one all are measured, in less than a minute. Each is timed ten times, in "
      "processor time of one core, in turns with the others: the shortest and the median time of "
      "one evaluation, step, move. What limits it is measured in the same turns: multiply-adds in "
      "registers, reading memory in order or anywhere (in as much of it as the row uses), products "
      "of integers, looking at each character of a text once. The share is the time that the row's "
      "work takes at the limit's rate, of its own; bench/README.md says what is counted. The first line names the machine. "
      "With --compare each row says how it was in an earlier file: faster or slower where shortest "
      "and median time have both changed by more than 3 %.",
      0, MANY, verb_bench, WORDS_FIXED,
      "product energy train resample random decode verify move read compact paper queens sat color "
      "crossword sudoku",
      .example = { { "bench random resample", "Two rows, and the limits of this machine." },
                   { "bench random --json > before.json", "The same for programs, kept." },
                   { "bench random --compare before.json", "What has changed since." } } },
    { "model", VERBS_MODEL, "list|show|export [MODEL]",
      "List the built-in models, show what is in a model, or write it to a file",
      "model list tells of each built-in model its name, domain, energy, parameters, bytes, and in "
      "short how it was trained. model show and model export take a MODEL, the name of a built-in "
      "model (DOMAIN-ENERGY, as in queens-compact; or DOMAIN, with --energy) or a model file. A "
      "file that is called like a built-in model needs its folder: ./queens-compact. To export, "
      "-o FILE is needed.",
      1, 2, verb_model, WORDS_FIXED, "list show export", WORDS_MODELS,
      .example = { { "model list", "The models that are built in." },
                   { "model show queens-compact", "All that one of them says about itself." },
                   { "model export queens-compact -o queens.safetensors",
                     "The same model as a file, for --model or other programs." } } },
    { "domains", VERBS_LIST, "", "List the kinds of problems, their instances and formats", NULL, 0,
      0, verb_domains,
      .example = { { "domains", "The list." },
                   { "domains --json", "The same as JSON, an object for each domain." } } },
    { "samplers", VERBS_LIST, "", "List the ways in which particles can move", NULL, 0, 0,
      verb_samplers,
      .example = { { "samplers", "The list." },
                   { "queens 8 --sampler ula", "One of them at work." } } },
    { "help", VERBS_HELP, "[VERB [DOMAIN]]", "Say how basin, or one of its verbs, is used",
      "With a DOMAIN, only the options that are for it are told.",
      0, 2, verb_help, WORDS_VERBS, NULL, WORDS_DOMAINS,
      .example = { { "help", "All verbs." },
                   { "help queens", "One of them, with its options." },
                   { "help train sat", "How formulas are learned from." } } },
};

const char verb_solving[] =
    "Prints a solution that the verifier accepts and exits with 10. When the time or the steps run "
    "out, or on Ctrl-C or SIGTERM, it prints the best so far, labelled so, and exits with 0; "
    "without --time and --steps the default sampler goes on until there is a solution.";

/* What is particular about a domain. */
static const char *domain_text(const char *domain)
{
    if (basin_domain_has(domain, BASIN_TRAIT_LIMIT))
        return "A graph is coloured with the -k colours that are asked for; without -k with as few "
               "as are found within the time (30 s if --time does not say), each improvement a "
               "line \"o COLOURS\".";
    if (basin_domain_has(domain, BASIN_TRAIT_RANKED))
        return "Any full grid breaks no constraint, right or wrong, and no verifier can tell: an "
               "answer is called believed, not solved, and is the one of lowest energy that was "
               "found. Its exit code is 0; with --accept-believed it is 10.";
    const char *const about = basin_domain_about(domain);
    return *about ? about : NULL;
}

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
        .text = domain_text(name),
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

const char *verb_hint(const char *name, char *text, size_t room)
{
    struct nearest best = { 0 };
    struct verb verb;

    for (size_t i = 0; verb_at(i, &verb); i++)
        nearest_try(&best, name, verb.name);
    return nearest_text(&best, name, "", "; see `basin help`", text, room);
}

const char *verb_domain(const struct verb *verb, const char *first)
{
    const char *const name = verb->set == VERBS_SOLVE        ? verb->name
                             : verb->first == WORDS_DOMAINS ? first
                                                             : NULL;

    return name && basin_domain_summary(name) ? name : NULL;
}

/* ------------------------------------------------------------------------------- examples ---- */

/* A domain whose instances are numbers. */
static bool number_example(const char *domain, size_t index, char *command, const char **what)
{
    static const char *const says[] = { "One solution.", "Five of them, in another format.",
                                        "The best within ten seconds, as JSON." };
    char format[64];

    if (index == 0) {
        snprintf(command, EXAMPLE_CHARS, "%s 8", domain);
    } else if (index == 1) {
        word_at(WORDS_FORMATS, NULL, domain, 1, format, sizeof format);
        snprintf(command, EXAMPLE_CHARS, "%s 8 --count 5 --format %s", domain, format);
    } else {
        snprintf(command, EXAMPLE_CHARS, "%s 30 --time 10 --json", domain);
    }
    *what = says[index];
    return true;
}

/* A domain whose instances are files, which it can make. */
static bool file_example(const char *domain, size_t index, char *command, const char **what)
{
    const char *const suffix = basin_domain_suffix(domain);
    const bool limit = basin_domain_has(domain, BASIN_TRAIT_LIMIT);

    if (index == 0) {
        snprintf(command, EXAMPLE_CHARS, "gen %s -o example%s", domain, suffix);
        *what = "A random instance, to begin with.";
    } else if (index == 1) {
        snprintf(command, EXAMPLE_CHARS, "%s example%s --time 10", domain, suffix);
        *what = "The best answer within ten seconds.";
    } else {
        snprintf(command, EXAMPLE_CHARS, "%s example%s%s --time 10 --json", domain, suffix,
                 limit ? " -k 4" : "");
        *what = limit ? "With four colours, as JSON." : "The same as JSON.";
    }
    return true;
}

bool verb_example(const struct verb *verb, size_t index, char command[static EXAMPLE_CHARS],
                  const char **what)
{
    if (index >= sizeof verb->example / sizeof *verb->example)
        return false;
    if (verb->set == VERBS_SOLVE)
        return (*basin_domain_suffix(verb->name) ? file_example : number_example)(
            verb->name, index, command, what);
    if (!verb->example[index].command)
        return false;
    snprintf(command, EXAMPLE_CHARS, "%s", verb->example[index].command);
    *what = verb->example[index].what;
    return true;
}
