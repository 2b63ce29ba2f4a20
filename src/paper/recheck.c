/* recheck.c - the committed answers, judged again by the verifier.
 *
 * A line of runs.jsonl says how many constraints its answer breaks; here the instance is opened and
 * the answer counted anew, where the instance is a board or its file is in the folder of the data.
 * The key, by which a line finds its cell, must be that of its instance, seed and sample, whether
 * the file is here or not. Nothing is solved, and nothing of the energies is used.
 */
#define _GNU_SOURCE
#include "base/json_read.h"
#include "paper/parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct recheck {
    basin_ctx *ctx;
    const char *data;         /* folder of the instances, "" for none */
    char path[PAPER_PATH];
    size_t line, checked, absent;
    basin_problem *problem;   /* of the line before: most come in groups */
    char spec[PAPER_PATH + 64];
};

static int wrong(const struct recheck *r, const char *why)
{
    return complain("%s:%zu: %s", r->path, r->line, why);
}

/* The problem of a line; that of the line before where it is the same. */
static int open_problem(struct recheck *r, const json_t *line)
{
    const char *const domain = json_string_value(json_object_get(line, "domain"));
    const char *const name = json_string_value(json_object_get(line, "instance"));
    const json_int_t limit = json_integer_value(json_object_get(line, "limit"));
    char spec[sizeof r->spec], path[PAPER_PATH];

    snprintf(spec, sizeof spec, "%s %.3000s %lld", domain, name, (long long)limit);
    if (r->problem && strcmp(spec, r->spec) == 0)
        return 0;
    basin_problem_free(r->ctx, r->problem);
    r->problem = NULL;
    memcpy(r->spec, spec, sizeof spec);
    snprintf(path, sizeof path, "%.2000s/%.2000s", r->data, name);
    const char *const file = strchr(name, '.') ? path : name;
    if (file == path && access(path, R_OK) != 0)
        return 0;
    if (basin_problem_open(r->ctx, domain, file, &r->problem) != BASIN_STATUS_OK ||
        (limit > 0 && problem_limit(r->ctx, &r->problem, (uint32_t)limit, NULL) !=
                          BASIN_STATUS_OK))
        return wrong(r, basin_error_text(r->ctx));
    return 0;
}

static int check_answer(struct recheck *r, const json_t *line, const json_t *answer)
{
    const size_t values = basin_problem_values(r->problem);
    const uint64_t said = (uint64_t)json_integer_value(json_object_get(line, "violated"));
    uint64_t violated = 0;
    char why[160];

    if (json_array_size(answer) != values)
        return wrong(r, "the answer has not as many values as the instance");
    int32_t *const value = calloc(values + 1, sizeof *value);
    if (!value)
        return complain("out of memory");
    for (size_t i = 0; i < values; i++)
        value[i] = (int32_t)json_integer_value(json_array_get(answer, i));
    const basin_status status = basin_problem_check(r->ctx, r->problem, value, &violated);
    const uint64_t hash = paper_hash(value, values);
    free(value);
    if (status != BASIN_STATUS_OK)
        return wrong(r, basin_error_text(r->ctx));
    r->checked++;
    if (violated == said && hash == (uint64_t)json_integer_value(json_object_get(line, "hash")))
        return 0;
    if (violated == said)
        return wrong(r, "the answer is not the one that the line's hash is of");
    snprintf(why, sizeof why, "the answer breaks %llu constraints; the line says %llu",
             (unsigned long long)violated, (unsigned long long)said);
    return wrong(r, why);
}

/* Is the key that of the line's instance, seed and sample? */
static int check_key(const struct recheck *r, const json_t *line)
{
    const char *const domain = json_string_value(json_object_get(line, "domain"));
    const char *const name = json_string_value(json_object_get(line, "instance"));
    const char *const key = json_string_value(json_object_get(line, "run"));
    char begin[PAPER_KEY], end[80];

    if (!domain || !name || !key)
        return wrong(r, "no run, domain or instance");
    const size_t length = paper_key_instance(
        domain, name, (uint32_t)json_integer_value(json_object_get(line, "limit")), begin);
    const size_t tail = (size_t)snprintf(
        end, sizeof end, PAPER_KEY_END,
        (unsigned long long)json_integer_value(json_object_get(line, "seed")),
        (unsigned long long)json_integer_value(json_object_get(line, "sample")));
    const size_t chars = strlen(key);
    if (strncmp(key, begin, length) != 0 || key[length] != ' ')
        return wrong(r, "its key is that of another instance");
    if (chars < length + tail || strcmp(key + chars - tail, end) != 0)
        return wrong(r, "its key is that of another seed or sample");
    return 0;
}

static int check_line(struct recheck *r, const char *text)
{
    struct bsn_json_error error;
    json_t *const line = bsn_json_read(text, strlen(text), 0, &error);
    int code =
        json_is_object(line) ? check_key(r, line) : wrong(r, line ? "no JSON object" : error.text);

    if (code == 0)
        code = open_problem(r, line);
    if (code == 0 && !r->problem)
        r->absent++;
    else if (code == 0)
        code = check_answer(r, line, json_object_get(line, "answer"));
    json_decref(line);
    return code;
}

int paper_recheck(basin_ctx *ctx, const char *folder, const char *data)
{
    struct recheck r = { .ctx = ctx, .data = data };
    char *text = NULL;
    size_t room = 0;
    int code = 0;

    snprintf(r.path, sizeof r.path, "%.4000s/runs.jsonl", folder);
    FILE *const file = fopen(r.path, "re");
    if (!file)
        return complain("%s: cannot read: %s", r.path, strerror(errno));
    while (getline(&text, &room, file) >= 0) {
        r.line++;
        const int one = check_line(&r, text);  /* all that are wrong are told */
        code = one ? one : code;
    }
    fclose(file);
    free(text);
    basin_problem_free(ctx, r.problem);
    if (code == 0)
        printf("%zu answers, each breaks as many constraints as its line says\n", r.checked);
    if (code == 0 && r.absent > 0)
        printf("%zu answers not judged: their instances are not here, see --data\n", r.absent);
    return code ? code : out_finish(EXIT_DONE);
}
