/* options.c - the table of all options. Adding a row is all that a new option needs to be parsed,
 * documented in the help and the man page, and completed by the shell. */
#include "cli.h"

#include <stddef.h>

#define AT(field) offsetof(struct options, field)
#define RUNNING (VERBS_SOLVE | VERBS_EVAL)
#define MOST_PARTICLES (1u << 20)
#define MOST_STEPS ((uint64_t)1 << 40)
#define MOST_SECONDS 1000000000
#define MOST_THREADS 256

const struct option option_table[] = {
    { "count", 0, OPTION_COUNT, "M", "1", 1, 1000000, VERBS_SOLVE, AT(count),
      .help = "independent answers to draw" },
    { "count", 0, OPTION_COUNT, "M", "1", 1, 1000000, VERBS_EVAL, AT(count),
      .help = "independent runs of each instance" },
    { "count", 0, OPTION_COUNT, "M", "1", 1, 1000000, VERBS_GEN, AT(count),
      .help = "instances to make; more than one go to the folder -o, as files DOMAIN-N-SEED" },
    { "kind", 0, OPTION_TEXT, "K", NULL, 0, 0, VERBS_GEN, AT(kind),
      .help = "kind of instance, see `basin domains`; not given: the domain's first",
      .words = WORDS_KINDS },
    { "ratio", 0, OPTION_REAL, "X", NULL, 0, 1000000, VERBS_GEN, AT(ratio),
      .help = "constraints for each variable; not given or 0: as the domain sees fit" },
    { "width", 0, OPTION_COUNT, "L", NULL, 1, 1000000, VERBS_GEN, AT(width),
      .help = "variables of a constraint; not given: as the domain sees fit" },
    { "colors", 'k', OPTION_TEXT, "K", NULL, 0, 0, RUNNING | VERBS_CHECK | VERBS_EXPORT, AT(limit),
      .help = "how many colours there are, a number or TABLE[:COLUMN], a file of tab-separated "
              "rows with the instances' names first and K in the column of that heading (k); not "
              "given: as the file says, else (when solving one graph) as few as are found within "
              "the time",
      .traits = FOR(LIMIT) },
    { "colors", 'k', OPTION_TEXT, "K", NULL, 0, 0, VERBS_DRAW, AT(limit),
      .help = "how many colours there are; of a landscape: 2 to 8, not given: 4",
      .traits = FOR(LIMIT) },
    { "index", 0, OPTION_TEXT, "I", NULL, 0, 0, VERBS_SOLVE, AT(index),
      .help = "which puzzle of a file that has several, counted from 0",
      .traits = FOR(MANY) },
    { "index", 0, OPTION_TEXT, "LIST", NULL, 0, 0, VERBS_EVAL, AT(index),
      .help = "which puzzles of a file that has several: numbers from 0 and ranges FIRST-LAST or "
              "FIRST-LAST/STEP, separated by commas; not given: all",
      .traits = FOR(MANY) },
    { "whole", 0, OPTION_FLAG, NULL, NULL, 0, 0, RUNNING, AT(whole),
      .help = "leave nothing out of the search: neither values that the energies exclude given those "
              "that are fixed, nor, of graphs, what can be coloured last, whatever the others get" },
    { "accept-believed", 0, OPTION_FLAG, NULL, NULL, 0, 0, VERBS_SOLVE, AT(accept_believed),
      .help = "exit with 10 also for an answer that is believed and that no verifier can accept",
      .traits = FOR(RANKED) | FOR(MODELS) },
    { "time", 0, OPTION_REAL, "SECONDS", NULL, 0, MOST_SECONDS, VERBS_SOLVE, AT(time),
      .help = "stop after this time, from the start of the tool on, with the best so far; with "
              "--count, the time of all answers together; 0 is no limit" },
    { "time", 0, OPTION_REAL, "SECONDS", "60", 0, MOST_SECONDS, VERBS_EVAL, AT(time),
      .help = "time for all runs of an instance together; 0 is no limit" },
    { "memory", 0, OPTION_REAL, "MB", NULL, 0, 1000000000,
      RUNNING | VERBS_TRAIN | VERBS_LEARN | VERBS_EXPORT, AT(memory),
      .help = "take no more memory than this, in millions of bytes; what needs more is refused; not "
              "given or 0: three quarters of what is free" },
    { "steps", 0, OPTION_COUNT, "N", NULL, 1, MOST_STEPS, RUNNING, AT(steps),
      .help = "stop after this many steps of every particle" },
    { "particles", 0, OPTION_COUNT, "N", NULL, 1, MOST_PARTICLES, RUNNING, AT(particles),
      .help = "points that move at once; not given: as the sampler sees fit" },
    { "levels", 0, OPTION_COUNT, "N", NULL, 1, 1000, RUNNING, AT(levels),
      .help = "noise levels that a sampler with a schedule goes down; not given: the model's own" },
    { "fix", 0, OPTION_FILE, "FILE", NULL, 0, 0, VERBS_SOLVE, AT(fix),
      .help = "values that must stay: a file, or - for standard input, with one solution that may "
              "leave variables open, written as an answer is" },
    { "start", 0, OPTION_FILE, "FILE", NULL, 0, 0, VERBS_SOLVE, AT(start),
      .help = "where particles begin: a file such as --fix takes; variables left open begin "
              "anywhere" },
    { "energy", 0, OPTION_CHOICE, "compact paper exact", NULL, 0, 0,
      RUNNING | VERBS_MODEL | VERBS_DRAW | VERBS_EXPORT, AT(energy),
      .help = "kind of energy: right-sized networks, the network of the paper, or the closed form "
              "over the training examples; not given: compact, with --method paper: paper",
      .words = WORDS_FIXED },
    { "model", 0, OPTION_FILE, "MODEL", NULL, 0, 0, RUNNING | VERBS_DRAW | VERBS_EXPORT, AT(model),
      .help = "a model file, or the name of a built-in model, see `basin model list`; not given: "
              "the built-in model of the domain and --energy",
      .words = WORDS_MODELS },
    { "embeddings", 0, OPTION_FILE, "FILE", NULL, 0, 0, RUNNING, AT(embeddings),
      .help = "with a model that was trained so: a safetensors file with a vector of each clue, a "
              "tensor that is called as the clue reads",
      .traits = FOR(TEXT) },
    { "energy", 0, OPTION_CHOICE, "compact paper", NULL, 0, 0, VERBS_TRAIN, AT(energy),
      .help = "kind of energy to learn: right-sized networks, or the network of the paper; not "
              "given: compact",
      .words = WORDS_FIXED },
    { "refine", 0, OPTION_FLAG, NULL, NULL, 0, 0, VERBS_TRAIN, AT(refine),
      .help = "begin with a model that is trained already, and go on with whole solved instances",
      .traits = FOR(REFINE) },
    { "model", 0, OPTION_FILE, "MODEL", NULL, 0, 0, VERBS_TRAIN, AT(model),
      .help = "the model, a file or a built-in one, that --refine begins with; not given: the "
              "built-in one of --energy",
      .words = WORDS_MODELS, .traits = FOR(REFINE) },
    { "method", 0, OPTION_CHOICE, "basin paper", "basin", 0, 0, RUNNING, AT(method),
      .help = "basin's way (the first verified answer wins) or the paper's, end to end (its "
              "composition, its sampler, its decoding, the particle of lowest energy)",
      .words = WORDS_FIXED },
    { "method", 0, OPTION_CHOICE, "basin paper", "basin", 0, 0, VERBS_DRAW, AT(method),
      .help = "whose energies: what a constraint adds to those of its variables, or the paper's",
      .words = WORDS_FIXED },
    { "level", 0, OPTION_COUNT, "T", "5", 1, 1000, VERBS_DRAW, AT(level),
      .help = "noise level at which a map's energies are taken; the shipped models have 1 to 100" },
    { "sampler", 0, OPTION_CHOICE, NULL, NULL, 0, 0, RUNNING, AT(sampler),
      .help = "how particles move, see `basin samplers`; not given: the method's own",
      .words = WORDS_SAMPLERS },
    { "compose", 0, OPTION_CHOICE, "basin sum mean", NULL, 0, 0, RUNNING, AT(compose),
      .help = "how energies add up: each variable's own energy counted once, the plain sum, or "
              "the sum with each variable's gradient averaged; not given: the method's own",
      .words = WORDS_FIXED },
    { "kernel", 0, OPTION_CHOICE, "sse2 avx2 avx512", NULL, 0, 0, RUNNING, AT(kernel),
      .help = "level of the processor to compute for; answers of the same seed differ from level "
              "to level; not given: the best that this processor has",
      .words = WORDS_FIXED },
    { "kernel", 0, OPTION_CHOICE, "sse2 avx2 avx512", NULL, 0, 0, VERBS_TRAIN | VERBS_LEARN,
      AT(kernel),
      .help = "level of the processor to compute for; models of the same seed differ from level to "
              "level, but for avx2 and avx512; not given: the best that this processor has",
      .words = WORDS_FIXED },
    { "kernel", 0, OPTION_CHOICE, "sse2 avx2 avx512", NULL, 0, 0, VERBS_BENCH, AT(kernel),
      .help = "level of the processor to compute for, of rows and limits; not given: the best that "
              "this processor has",
      .words = WORDS_FIXED },
    { "compare", 0, OPTION_FILE, "FILE", NULL, 0, 0, VERBS_BENCH, AT(compare),
      .help = "what --json wrote before: say of each row how it was then" },
    { "seed", 0, OPTION_COUNT, "N", "1", 0, UINT64_MAX, RUNNING, AT(seed),
      .help = "where the random numbers begin; the same seed, with the same kernels, gives the "
              "same answer" },
    { "seed", 0, OPTION_COUNT, "N", "1", 0, UINT64_MAX, VERBS_TRAIN | VERBS_LEARN, AT(seed),
      .help = "where the random numbers begin; the same seed, with the same kernels, gives the "
              "same model" },
    { "seed", 0, OPTION_COUNT, "N", "1", 0, UINT64_MAX, VERBS_GEN, AT(seed),
      .help = "which instance to make; with --count the first, the others have the seeds after "
              "it" },
    { "threads", 0, OPTION_COUNT, "N", NULL, 1, MOST_THREADS, VERBS_SOLVE | VERBS_TRAIN | VERBS_LEARN,
      AT(threads),
      .help = "threads to use; not given: one for each core; results do not depend on it" },
    { "threads", 0, OPTION_COUNT, "N", NULL, 1, MOST_THREADS, VERBS_EVAL, AT(threads),
      .help = "instances to solve at once, each on one thread (a single instance: its threads); "
              "not given: one for each core; results do not depend on it" },
    { "format", 0, OPTION_TEXT, "F", NULL, 0, 0, VERBS_SOLVE, AT(format),
      .help = "how answers are written, see `basin domains`; not given: the domain's first",
      .words = WORDS_FORMATS },
    { "trace", 0, OPTION_FILE, "FILE", NULL, 0, 0, VERBS_SOLVE, AT(trace),
      .help = "record the run to this file, as JSON: particles and their energies at up to 320 "
              "moments, of up to 16 particles; for one run alone" },
    { "watch", 0, OPTION_FLAG, NULL, NULL, 0, 0, VERBS_SOLVE, AT(watch),
      .help = "show the search while it goes on: the best particle, what it breaks, energies; "
              "needs a terminal on standard error. Short runs are slowed down to be seen, by 3 s "
              "at most and a tenth of --time; the last picture stays for a second" },
    { "jsonl", 0, OPTION_FILE, "FILE", NULL, 0, 0, VERBS_EVAL, AT(jsonl),
      .help = "write one JSON object for each run to this file" },
    { "resume", 0, OPTION_FLAG, NULL, NULL, 0, 0, VERBS_EVAL, AT(resume),
      .help = "go on behind the lines that --jsonl FILE has already, of the same command: what they "
              "tell of is not solved again" },
    { "shard", 0, OPTION_TEXT, "I/N", NULL, 0, 0, VERBS_SOLVE, AT(shard),
      .help = "the part I of the answers of --count, in N parts; what the parts 1/N to N/N print, one "
              "after the other, is what is printed without" },
    { "shard", 0, OPTION_TEXT, "I/N", NULL, 0, 0, VERBS_EVAL, AT(shard),
      .help = "only the instances of part I, dealt out one by one to N parts; `basin merge` joins "
              "what their --jsonl wrote" },
    { "shard", 0, OPTION_TEXT, "I/N", NULL, 0, 0, VERBS_PAPER, AT(shard),
      .help = "with --quick, --full or --fair: make the runs of part I of N parts alone, and no "
              "report; `basin merge` joins the files runs.jsonl of all parts, and in a folder with "
              "that file the same command makes the rest" },
    { "output", 'o', OPTION_FILE, "FILE", NULL, 0, 0, VERBS_MERGE, AT(output),
      .help = "the file to write the lines to; not given: standard output, and of the summary the "
              "last line alone, on standard error" },
    { "output", 'o', OPTION_FILE, "FILE", NULL, 0, 0, VERBS_TRAIN | VERBS_LEARN | VERBS_MODEL,
      AT(output),
      .help = "the model file to write" },
    { "output", 'o', OPTION_FILE, "FILE", NULL, 0, 0, VERBS_DRAW, AT(output),
      .help = "the picture to write, .svg or .png" },
    { "output", 'o', OPTION_FILE, "FILE", NULL, 0, 0, VERBS_EXPORT, AT(output),
      .help = "the file to write" },
    { "title", 0, OPTION_TEXT, "TEXT", NULL, 0, 0, VERBS_DRAW, AT(title),
      .help = "the line above the picture; not given: what it shows" },
    { "picture", 0, OPTION_FILE, "FILE", NULL, 0, 0, VERBS_SOLVE, AT(picture),
      .help = "draw the answer (with --count the first) to this file, .svg or .png" },
    { "output", 'o', OPTION_FILE, "PATH", NULL, 0, 0, VERBS_GEN, AT(output),
      .help = "the file to write, with --count the folder, made if need be; not given: standard "
              "output" },
    { "steps", 0, OPTION_COUNT, "N", NULL, 1, MOST_STEPS, VERBS_TRAIN | VERBS_LEARN, AT(steps),
      .help = "training steps, or lessons, of each network; not given: as the domain's recipe "
              "says" },
    { "batch", 0, OPTION_COUNT, "N", NULL, 1, MOST_PARTICLES, VERBS_TRAIN, AT(batch),
      .help = "examples in a step; not given: as the recipe says" },
    { "rate", 0, OPTION_REAL, "X", NULL, 0, 1000, VERBS_TRAIN, AT(rate),
      .help = "learning rate at the start; not given or 0: as the recipe says" },
    { "diffusion", 0, OPTION_REAL, "X", NULL, 0, 1000000, VERBS_TRAIN, AT(diffusion),
      .help = "weight of the diffusion loss; not given: as the recipe says" },
    { "contrastive", 0, OPTION_REAL, "X", NULL, 0, 1000000, VERBS_TRAIN, AT(contrastive),
      .help = "weight of the contrastive loss; not given: as the recipe says" },
    { "board", 0, OPTION_COUNT, "N", NULL, 4, 32, VERBS_TRAIN, AT(board),
      .help = "with --energy paper: learn the rows of a board of this size; not given: 8",
      .traits = FOR(NUMBER) },
    { "clues", 0, OPTION_FILE, "FILE", NULL, 0, 0, VERBS_TRAIN, AT(clues),
      .help = "a file of lines \"clue<TAB>WORD\" to learn from beside the dictionaries",
      .traits = FOR(TEXT) },
    { "embeddings", 0, OPTION_FILE, "FILE", NULL, 0, 0, VERBS_TRAIN, AT(embeddings),
      .help = "with --energy paper: a safetensors file of your own vectors of the clues of "
              "--clues, a tensor for each, called as the clue reads; only these are learned from",
      .traits = FOR(TEXT) },
    { "full", 0, OPTION_FLAG, NULL, NULL, 0, 0, VERBS_TRAIN, AT(full),
      .help = "learn from all of GCIDE, not only from what is free (1913 Webster)",
      .traits = FOR(TEXT) },
    { "only-clues", 0, OPTION_FLAG, NULL, NULL, 0, 0, VERBS_TRAIN, AT(only_clues),
      .help = "learn from --clues alone; of the dictionaries only lists of words are read",
      .traits = FOR(TEXT) },
    { "hold-out", 0, OPTION_FILE, "FILE", NULL, 0, 0, VERBS_TRAIN, AT(hold_out),
      .help = "a list of words, or a puzzle with its solution, whose definitions are left out",
      .traits = FOR(TEXT) },
    { "hold-from", 0, OPTION_CHOICE, "gcide wordnet clues", NULL, 0, 0, VERBS_TRAIN, AT(hold_from),
      .help = "leave out what this source says of the words of --hold-out; not given: what any "
              "does",
      .words = WORDS_FIXED, .traits = FOR(TEXT) },
    { "audit", 0, OPTION_FILE, "FILE", NULL, 0, 0, VERBS_TRAIN, AT(audit),
      .help = "a file of lines \"clue<TAB>WORD\"; tells how many of these clues stand word for "
              "word, but for case, punctuation and common words, in each source, and keeps that "
              "in the model",
      .traits = FOR(TEXT) },
    { "quick", 0, OPTION_FLAG, NULL, NULL, 0, 0, VERBS_PAPER, AT(quick),
      .help = "fewer instances, samples and particles, in some minutes; rows of the paper's "
              "method are those of --fair where there are any" },
    { "measure", 0, OPTION_FLAG, NULL, NULL, 0, 0, VERBS_PAPER, AT(measure),
      .help = "with --quick: measure the paper's method too, with few runs and particles" },
    { "fair", 0, OPTION_FLAG, NULL, NULL, 0, 0, VERBS_PAPER, AT(fair),
      .help = "the paper's method with the paper's particles and noise levels, 25 runs a figure "
              "(10 where one takes minutes): makes the runs that --results lacks, a line each; "
              "that takes days, and may be stopped at any moment" },
    { "results", 0, OPTION_FILE, "DIR", NULL, 0, 0, VERBS_PAPER, AT(results),
      .help = "folder of the runs of --fair; not given: results" },
    { "recheck", 0, OPTION_FLAG, NULL, NULL, 0, 0, VERBS_PAPER, AT(recheck),
      .help = "measure nothing: judge every answer in --results with the verifier, and hold its key "
              "against its instance; answers on files need --data" },
    { "full", 0, OPTION_FLAG, NULL, NULL, 0, 0, VERBS_PAPER, AT(full),
      .help = "as many instances, samples and particles as in the paper; that takes days" },
    { "data", 0, OPTION_FILE, "DIR", NULL, 0, 0, VERBS_PAPER, AT(data),
      .help = "folder of the benchmark files (sat, color, color-random, crosswords); what is not "
              "found is generated, but for --fair; only measuring needs it; not given: BASIN_DATA "
              "in the environment" },
    { "output", 'o', OPTION_FILE, "DIR", NULL, 0, 0, VERBS_PAPER, AT(output),
      .help = "folder of the results; not given: paper-results" },
    { "fresh", 0, OPTION_FLAG, NULL, NULL, 0, 0, VERBS_PAPER, AT(fresh),
      .help = "forget the measurements that are there; models, figures and films stay, unless the "
              "folder is deleted" },
    { "readme", 0, OPTION_FILE, "FILE", NULL, 0, 0, VERBS_PAPER, AT(readme),
      .help = "measure nothing: write a summary of the results that are there between the lines "
              "\"<!-- results: begin -->\" and \"<!-- results: end -->\" of a file, and the runs "
              "of --fair between those that say \"fair\"" },
    { "invalid", 0, OPTION_FILE, "FILE", NULL, 0, 0, VERBS_LEARN, AT(invalid),
      .help = "examples that do not satisfy the constraint; not given: valid ones are changed" },
    { "header", 0, OPTION_FLAG, NULL, NULL, 0, 0, VERBS_LEARN, AT(header),
      .help = "the first line names the places; not given: if its words never come again" },
    { "ordered", 0, OPTION_FLAG, NULL, NULL, 0, 0, VERBS_LEARN, AT(ordered),
      .help = "the order of the places matters; not given: that is found out" },
    { "values-differ", 0, OPTION_FLAG, NULL, NULL, 0, 0, VERBS_LEARN, AT(values_differ),
      .help = "values are not interchangeable; not given: that is found out" },
    { "resume", 0, OPTION_FLAG, NULL, NULL, 0, 0, VERBS_TRAIN | VERBS_LEARN, AT(resume),
      .help = "go on from the checkpoint beside the output, if there is one; a training that came "
              "to its end is left as it is" },
    { "checkpoint", 0, OPTION_REAL, "SECONDS", "30", 0, MOST_SECONDS, VERBS_TRAIN | VERBS_LEARN,
      AT(checkpoint),
      .help = "how often to write a checkpoint; 0 is never" },
    { "log", 0, OPTION_FILE, "FILE", NULL, 0, 0, VERBS_TRAIN | VERBS_LEARN, AT(log),
      .help = "write the losses to this CSV file" },
    { "json", 0, OPTION_FLAG, NULL, NULL, 0, 0,
      RUNNING | VERBS_CHECK | VERBS_MODEL | VERBS_LIST | VERBS_BENCH, AT(json),
      .help = "write JSON instead of text, one object a line" },
    { "quiet", 'q', OPTION_FLAG, NULL, NULL, 0, 0,
      RUNNING | VERBS_TRAIN | VERBS_LEARN | VERBS_CHECK | VERBS_PAPER | VERBS_BENCH | VERBS_MERGE,
      AT(quiet),
      .help = "nothing but answers and errors" },
    { "help", 'h', OPTION_FLAG, NULL, NULL, 0, 0, VERBS_ALL, AT(help),
      .help = "say how the verb is used" },
    { "man", 0, OPTION_FLAG, NULL, NULL, 0, 0, VERBS_HELP, AT(man), .help = NULL },
    { "completion", 0, OPTION_CHOICE, "bash zsh fish", NULL, 0, 0, VERBS_HELP, AT(completion),
      .help = NULL,
      .words = WORDS_FIXED },
    { .name = NULL },
};

bool option_fits(const struct option *row, const struct verb *verb, const char *domain)
{
    bool fits = !domain || !row->traits;

    if (!(row->verbs & verb->set))
        return false;
    for (int trait = 0; !fits && trait <= BASIN_TRAIT_MODELS; trait++)
        fits = (row->traits & 1u << trait) && basin_domain_has(domain, (enum basin_trait)trait);
    return fits;
}

void option_domains(const struct option *row, char *text, size_t room)
{
    const struct verb all = { .set = VERBS_ALL };
    const char *name;
    size_t used = 0;

    text[0] = 0;
    for (size_t i = 0; row->traits && (name = basin_domain_name(i)) != NULL && used < room; i++)
        if (option_fits(row, &all, name))
            used += (size_t)snprintf(text + used, room - used, "%s%s", used ? ", " : "", name);
}
