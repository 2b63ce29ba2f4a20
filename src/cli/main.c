/* main.c - finds the verb, reads its options, runs it. */
#define _GNU_SOURCE
#include "cli.h"
#include "help.h"
#include "program/ranks.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A standard stream that was closed by the caller must not become a file that we open: fill the
 * place with something that can only be used in the wrong direction. */
static void fill_streams(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) == -1 && open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd)
            _exit(EXIT_ERROR);
}

static int refuse_verb(const char *name)
{
    char text[128];

    if (name[0] == '-')
        return complain("%s where a verb is expected; see `basin help`", name);
    return complain("unknown verb \"%s\"%s", name, verb_hint(name, text, sizeof text));
}

static int refuse_domain(const struct verb *verb, const char *name)
{
    char list[256];

    words_join(WORDS_DOMAINS, NULL, NULL, ", ", list, sizeof list);
    return complain("%s: no domain is called \"%s\"; there are %s", verb->name, name, list);
}

/* `basin VERB [DOMAIN] --help` */
static int help_about(const struct verb *verb, const struct options *o)
{
    const char *words[] = { verb->name, o->operands ? o->operand[0] : NULL };
    const bool domain = verb->first == WORDS_DOMAINS && verb_domain(verb, words[1]);

    return verb_help(verb, &(struct options){ .operand = words, .operands = domain ? 2 : 1 });
}

/* The others do in a moment what they do, and a signal may end them. */
static bool can_stop(const struct verb *verb)
{
    return verb->set & (VERBS_SOLVE | VERBS_EVAL | VERBS_TRAIN | VERBS_LEARN | VERBS_PAPER |
                        VERBS_BENCH);
}

static int run_verb(const struct verb *verb, int count, char **words)
{
    struct options o;
    const char **const operand = calloc((size_t)count + 1, sizeof *operand);
    int code = EXIT_ERROR;

    if (!operand)
        return complain("out of memory");
    if (!can_stop(verb))
        stop_release();
    if (!options_read(verb, count, words, operand, &o))
        code = EXIT_ERROR;
    else if (o.help)
        code = help_about(verb, &o);
    else if (o.operands < verb->least)
        code = complain("%s needs %s; see `basin help %s`", verb->name, verb->operands, verb->name);
    else if (o.operands > verb->most)
        code = complain("%s: \"%s\" is one word too many; see `basin help %s`", verb->name,
                        o.operand[verb->most], verb->name);
    else if (verb->first == WORDS_DOMAINS && !verb_domain(verb, o.operand[0]))
        code = refuse_domain(verb, o.operand[0]);
    else if (ranks_number() == 0 || (verb->set & VERBS_SHARED))
        code = verb->run(verb, &o);
    else
        code = EXIT_DONE;
    free(operand);
    return code;
}

static int run(int argc, char **argv)
{
    const struct options none = { 0 };
    const char *const word = argc > 1 ? argv[1] : NULL;
    struct verb verb;

    if (!word)
        return help_usage();
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) {
        printf("basin %s\n", BASIN_VERSION);
        return EXIT_DONE;
    }
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        return verb_help(NULL, &none);
    if (!verb_find(word, &verb))
        return refuse_verb(word);
    return run_verb(&verb, argc - 2, argv + 2);
}

int main(int argc, char **argv)
{
    stop_catch();  /* before all else: what comes before it is killed without a word */
    fill_streams();
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is an error of write, not a death */
    ranks_open();
    const int code = run(argc, argv);
    return ranks_close(code == EXIT_ERROR ? code : out_finish(code));
}
