/* man.c - the man page: fixed sections around those made from the tables of verbs and options. */
#include "help.h"

#include <string.h>

/* Text with what troff would take for its own escaped. */
static void print_escaped(const char *text)
{
    if (*text == '.' || *text == '\'')
        fputs("\\&", stdout);
    for (; *text; text++)
        if (*text == '-')
            fputs("\\-", stdout);
        else if (*text == '\\')
            fputs("\\e", stdout);
        else if (*text == '`' || *text == '\'')
            fputs(*text == '`' ? "\\(lq" : "\\(aq", stdout);
        else
            putchar(*text);
}

/* The same for prose, in which `word` is quoted and each sentence begins a line. */
static void print_prose(const char *text)
{
    bool open = false;

    for (const char *c = text; *c; c++) {
        char one[2] = { *c, 0 };
        if (*c == '`') {
            fputs(open ? "\\(rq" : "\\(lq", stdout);
            open = !open;
        } else if (*c == ' ' && c > text && c[-1] == '.' && c[1] >= 'A' && c[1] <= 'Z') {
            putchar('\n');
        } else if (*c == '.') {
            putchar('.');
        } else {
            print_escaped(one);
        }
    }
    putchar('\n');
}

static void print_verbs(void)
{
    struct verb verb;

    printf(".SH VERBS\nEach domain is a verb, which solves one instance.\n");
    print_prose(verb_solving);
    for (size_t i = 0; verb_at(i, &verb); i++) {
        printf(".TP\n.B ");
        print_escaped(verb.name);
        if (*verb.operands) {
            printf(" \\fI");
            print_escaped(verb.operands);
            printf("\\fP");
        }
        printf("\n");
        print_prose(verb.summary);
        if (!verb.text)
            continue;
        printf(".IP\n");
        print_prose(verb.text);
    }
}

/* ------------------------------------------------------------------------------- options ---- */

/* Is it the first row of that name? (The same option may read differently by verb.) */
static bool is_first(const struct option *row)
{
    for (const struct option *other = option_table; other < row; other++)
        if (strcmp(other->name, row->name) == 0)
            return false;
    return true;
}

/* The verbs that take an option, in words, domains as one. */
static void print_takers(const struct option *row)
{
    const char *comma = "";
    unsigned told = 0;
    struct verb verb;

    if (row->verbs == VERBS_ALL) {
        printf("all verbs");
        return;
    }
    for (size_t i = 0; verb_at(i, &verb); i++) {
        const bool domain = verb.set == VERBS_SOLVE;
        if (!(row->verbs & verb.set) || (domain && (told & verb.set)))
            continue;
        told |= verb.set;
        printf("%s%s", comma, domain ? "solving" : verb.name);
        comma = ", ";
    }
}

/* The names of its value: verbs may call it differently. */
static void print_option_values(const struct option *first)
{
    char value[128], before[256] = "";

    for (const struct option *row = first; row->name; row++) {
        const size_t used = strlen(before);
        option_value(row, value, sizeof value);
        if (!*value || strcmp(row->name, first->name) != 0 || strstr(before, value))
            continue;
        printf("%s", used ? " or " : " ");
        printf("\\fI");
        print_escaped(value);
        printf("\\fP");
        snprintf(before + used, sizeof before - used, " %s", value);
    }
    putchar('\n');
}

static void print_option(const struct option *first)
{
    const char *between = "";
    char text[512];

    printf(".TP\n");
    if (first->letter)
        printf("\\fB\\-%c\\fP, ", first->letter);
    printf("\\fB\\-\\-%s\\fP", first->name);
    print_option_values(first);
    for (const struct option *row = first; row->name; row++) {
        if (strcmp(row->name, first->name) != 0 || !row->help)
            continue;
        printf("%s(", between);
        print_takers(row);
        printf(")\n");
        option_text(row, NULL, text, sizeof text);
        print_prose(text);
        if (row->fallback)
            printf("(Default: %s.)\n", row->fallback);
        between = ".br\n";
    }
}

static void print_options(void)
{
    printf(".SH OPTIONS\nA value follows its option as the next word or after an equals sign.\n"
           "In brackets: the verbs that take the option.\n"
           "One that is for some domains only names them.\n");
    for (const struct option *row = option_table; row->name; row++)
        if (row->help && is_first(row))
            print_option(row);
}

/* ------------------------------------------------------------------------------ the rest ---- */

static void print_examples(void)
{
    char command[EXAMPLE_CHARS];
    const char *what;
    struct verb verb;

    printf(".SH EXAMPLES\n");
    for (size_t i = 0; verb_at(i, &verb); i++)
        for (size_t k = 0; verb_example(&verb, k, command, &what); k++) {
            printf(".TP\n.B basin ");
            print_escaped(command);
            printf("\n");
            print_prose(what);
        }
}

static void print_samplers(void)
{
    const char *name;

    printf(".SH SAMPLERS\n");
    for (size_t i = 0; (name = basin_sampler_name(i)) != NULL; i++) {
        printf(".TP\n.B ");
        print_escaped(name);
        printf("\n");
        print_prose(basin_sampler_summary(name));
    }
}

static const char head[] =
    ".\\\" Made by `basin help --man`; edit src/cli instead.\n"
    ".TH BASIN 1 \"\" \"basin " BASIN_VERSION "\" \"User Commands\"\n"
    ".SH NAME\n"
    "basin \\- solve constraint problems with energies learned from examples\n"
    ".SH SYNOPSIS\n"
    ".B basin\n.I verb\n.RI [ operands ]\n.RI [ options ]\n"
    ".br\n.B basin help\n.RI [ verb ]\n"
    ".br\n.B basin \\-\\-version\n"
    ".SH DESCRIPTION\n"
    "basin trains small energy networks on single subproblems (a clause, an edge, a line of a\n"
    "board), adds their energies up over a whole problem of any size, and moves many particles\n"
    "on the sum until one of them decodes to an assignment that an independent verifier accepts.\n"
    "What is printed as a solution was accepted by that verifier.\n"
    "basin is incomplete: it finds solutions, and does not search for proofs that there is none.\n"
    ".PP\n"
    "Answers go to standard output, everything else to standard error.\n"
    "When standard error is a terminal, a line there shows the progress.\n"
    "The same seed gives the same answer at any number of threads, unless a time limit or a\n"
    "signal cuts the run short.\n"
    "Processors of different levels round differently; the summary line names the level, and\n"
    ".B \\-\\-kernel\n"
    "asks for one that both have.\n";

static const char answers[] =
    ".SH ANSWERS\n"
    "A solution is printed in the format asked for.\n"
    "What is not a solution follows a line\n"
    ".PP\n.RS\n.B c best so far: \\fIN\\fP constraints broken\n.RE\n.PP\n"
    "and, in formats other than the domain\\(aqs first, has\n.B c\nbefore each of its lines.\n"
    ".PP\n"
    "Of some instances it is known without a search that no assignment satisfies all: a formula\n"
    "with an empty clause, or whose clauses of one literal lead to a contradiction by unit\n"
    "propagation; a graph with more vertices that are all joined to each other than there are\n"
    "colours.\n"
    "A line on standard error says so, and a line\n"
    ".PP\n.RS\n.B c every assignment breaks at least \\fIN\\fP\n.RE\n.PP\n"
    "goes before the answer.\n"
    "The search ends when N is reached, and without any limit after 10,000 steps.\n"
    "Where there is no such line, nothing is known.\n"
    ".PP\n"
    "With\n.B \\-\\-json\neach answer is one object:\n"
    ".BR domain ,\n.BR instance ,\n.B kind\n"
    "(solved, best, none; of a crossword believed in place of solved),\n"
    ".B solved\n(null when it is believed),\n"
    ".B stop\n(solved, believed, end, steps, time, caller, floor),\n"
    ".B violated\n(constraints broken),\n"
    ".B floor\n(constraints that every assignment breaks, as far as is known; 0 says nothing),\n"
    ".B energy\n(composed energy of the particle),\n"
    ".BR steps ,\n.BR seconds ,\n.BR particles ,\n.BR constraints ,\n"
    ".B searched\n(values that had to be searched for),\n"
    ".B needed_search\n(whether there were any),\n"
    ".B narrow\n(what the energies excluded before the search: nothing, some, all, against),\n"
    ".BR narrowed_values ,\n.BR narrowed_variables ,\n.B limit\n(of graphs),\n"
    ".BR method ,\n.BR model_energy ,\n.BR sampler ,\n.BR selection ,\n.BR kernel ,\n"
    ".BR seed ,\n.B sample\n(which independent run of the seed),\n"
    ".B value\n(the assignment, counted from 0, \\-1 where left open; null when there is none),\n"
    ".B grid\n(of a crossword or a Sudoku: its rows).\n"
    "A run of\n.B eval\nhas the same members but\n.BR value \" and \" grid .\n"
    "The file\n.I doc/json.md\nof the sources describes these and all other forms.\n";

static const char codes[] =
    ".SH EXIT STATUS\n"
    ".TP\n.B 10\nSolving: solved; with\n.BR \\-\\-count ,\nall of them; with\n"
    ".BR \\-\\-accept\\-believed ,\nalso believed.\n"
    ".TP\n.B 0\nSolving: not solved, the best so far was printed; or believed, where no verifier\n"
    "can accept an answer.\n"
    "Other verbs: done; check: all solutions are valid.\n"
    ".TP\n.B 1\nAn error, which a line on standard error explains; check: not all are valid.\n"
    ".TP\n.B 3\neval or train was stopped before its end; train left a checkpoint.\n"
    ".TP\n.B 130\nA second SIGINT or SIGTERM while stopping.\n"
    ".SH SIGNALS\n"
    "SIGINT and SIGTERM end a run with the best answer so far, labelled so; a second one ends the\n"
    "program at once.\n"
    ".SH ENVIRONMENT\n"
    ".TP\n.B NO_COLOR\nWhen set and not empty, nothing is coloured.\n"
    ".SH FILES\n"
    "Instances, solutions and models may be packed by gzip, xz, bzip2 or zstd.\n"
    "They are known by their bytes, on standard input too; in a folder, and where the domain is\n"
    "found by the name, .gz, .xz, .bz2 or .zst may follow the usual ending (f.cnf.gz).\n"
    "At most 1 GiB is read of a file, and as much of what it unpacks to.\n"
    ".TP\n.I FILE.safetensors\n"
    "A model: tensors, and metadata that says what it is for and how it was trained.\n"
    "Models for every domain are built in; no file is needed to solve.\n"
    ".TP\n.I FILE.state\nThe checkpoint of a training that writes FILE; removed at its end.\n";

static const char tail[] =
    ".SH SEE ALSO\n"
    "The header\n.I basin.h\ndocuments the library.\n"
    "A. Oarga and Y. Du,\n"
    ".IR \"Generalizable Reasoning through Compositional Energy Minimization\" ,\n"
    "NeurIPS 2025.\n";

void help_man(void)
{
    fputs(head, stdout);
    print_verbs();
    print_options();
    print_samplers();
    fputs(answers, stdout);
    fputs(codes, stdout);
    print_examples();
    fputs(tail, stdout);
}
