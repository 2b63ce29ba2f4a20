/* verb_model.c - lists the built-in models, shows what is in a model, or writes one to a file. */
#include "base/json.h"
#include "base/json_read.h"
#include "cli.h"

#include <string.h>

/* A character of a JSON string, unescaped as far as readers care; returns where it ends. */
static const char *print_char(const char *c)
{
    if (*c != '\\') {
        putchar(*c);
        return c + 1;
    }
    if (c[1] == 'u' && strlen(c) >= 6) { /* control characters; all else stands as it is */
        putchar('?');
        return c + 6;
    }
    putchar(c[1] == 'n' || c[1] == 't' ? ' ' : c[1]);
    return c[1] ? c + 2 : c + 1;
}

/* Pretty-printed JSON without its quotes, brackets and commas reads well enough. Lines that have
 * nothing else are left out. */
static void print_readable(const char *json)
{
    while (*json) {
        const char *const end = json + strcspn(json, "\n");
        const char *c = json + strspn(json, " ");
        const bool bare = c + strcspn(c, "\"0123456789") >= end;
        const int indent = (int)(c - json) - 2;
        bool text = false;
        if (!bare)
            printf("%*s", indent > 0 ? indent : 0, "");
        else if (strncmp(c, "},", 2) == 0 && strncmp(end + 1 + strspn(end + 1, " "), "{", 1) == 0)
            putchar('\n'); /* between the entries of a list */
        while (!bare && c < end) {
            if (*c == '"') {
                text = !text;
                c++;
            } else if (text) {
                c = print_char(c);
            } else {
                if (!strchr("{}[],", *c) && !(*c == ' ' && strchr("{[", c[1])))
                    putchar(*c);
                c++;
            }
        }
        if (!bare)
            putchar('\n');
        json = end + (*end == '\n');
    }
}

static int show(basin_ctx *ctx, const basin_model *model, const struct options *o)
{
    struct bsn_json j = { .to = stdout };
    char *text = NULL;

    if (basin_model_describe(ctx, model, &text) != BASIN_STATUS_OK)
        return complain_ctx(ctx);
    if (o->json) {
        bsn_json_raw(&j, NULL, text);
        bsn_json_line(&j);
    } else {
        print_readable(text);
    }
    basin_text_free(ctx, text);
    return EXIT_DONE;
}

static int export(basin_ctx *ctx, const basin_model *model, const struct options *o)
{
    if (basin_model_save(ctx, model, o->output) != BASIN_STATUS_OK)
        return complain_ctx(ctx);
    return EXIT_DONE;
}

/* -------------------------------------------------------------------------------- list ---- */

/* In short how a model was trained: its note on that, up to the first ";" or ",". */
static const char *trained(const json_t *notes, char *text, size_t room)
{
    const char *key;
    json_t *value;

    json_object_foreach((json_t *)notes, key, value) {
        if (strncmp(key, "training", 8) != 0 && strncmp(key, "refined", 7) != 0)
            continue;
        const char *const how = json_string_value(value);
        snprintf(text, room, "%s%.*s", strncmp(key, "refined", 7) == 0 ? "refined, " : "",
                 (int)strcspn(how, ";,"), how);
    }
    return text;
}

static int print_entry(const char *name, const char *about, const struct options *o)
{
    struct bsn_json_error error;
    json_t *const top = bsn_json_read(about, strlen(about), 0, &error);
    const json_t *const notes = json_object_get(top, "notes");
    struct bsn_json j = { .to = stdout };
    char how[100] = "", count[24] = "-";

    if (!top)
        return complain("%s: %s", name, error.text);
    trained(notes, how, sizeof how);
    const char *const domain = json_string_value(json_object_get(top, "domain"));
    const char *const energy = json_string_value(json_object_get(top, "model_energy"));
    const json_int_t parameters = json_integer_value(json_object_get(top, "parameters"));
    const json_int_t bytes = json_integer_value(json_object_get(top, "bytes"));
    if (o->json) {
        bsn_json_open(&j, NULL, '{');
        bsn_json_text(&j, "name", name);
        bsn_json_text(&j, "domain", domain);
        bsn_json_text(&j, "model_energy", energy);
        bsn_json_whole(&j, "parameters", parameters);
        bsn_json_whole(&j, "bytes", bytes);
        bsn_json_text(&j, "trained", how);
        bsn_json_close(&j, '}');
        bsn_json_line(&j);
    } else {
        if (parameters > 0)  /* a model of words has no networks */
            snprintf(count, sizeof count, "%lld", (long long)parameters);
        printf("%-18s %-10s %-8s %10s %10lld  %s\n", name, domain, energy, count,
               (long long)bytes, how);
    }
    json_decref(top);
    return 0;
}

static int list(basin_ctx *ctx, const struct options *o)
{
    const char *name;
    int code = EXIT_DONE;

    if (!o->json)
        printf("%-18s %-10s %-8s %10s %10s  %s\n", "name", "domain", "energy", "parameters",
               "bytes", "trained");
    for (size_t i = 0; code == EXIT_DONE && (name = basin_model_name(i)) != NULL; i++) {
        basin_model *model = NULL;
        char *about = NULL;
        if (basin_model_named(ctx, name, &model) != BASIN_STATUS_OK ||
            basin_model_describe(ctx, model, &about) != BASIN_STATUS_OK)
            code = complain_ctx(ctx);
        else
            code = print_entry(name, about, o);
        basin_text_free(ctx, about);
        basin_model_free(ctx, model);
    }
    return code;
}

/* -------------------------------------------------------------------------------- verb ---- */

static int with_model(basin_ctx *ctx, const struct options *o, bool showing)
{
    basin_model *model = NULL;
    int code = model_find(ctx, o->operand[1], o->energy, &model);

    if (code == 0)
        code = showing ? show(ctx, model, o) : export(ctx, model, o);
    basin_model_free(ctx, model);
    return code;
}

/* Is what was asked for complete? */
static int check_words(const struct options *o, bool listing, bool showing, bool exporting)
{
    const char *const what = o->operand[0];

    if (!listing && !showing && !exporting)
        return complain("model: \"%s\" is none of list, show and export; see `basin help model`",
                        what);
    if (listing && o->operands > 1)
        return complain("model list takes no MODEL; model show tells about one");
    if (!listing && o->operands < 2)
        return complain("model %s needs a MODEL; see `basin model list`", what);
    if (!exporting && o->output)
        return complain("model %s writes no file; use model export", what);
    if (exporting && !o->output)
        return complain("model export needs -o FILE");
    return 0;
}

int verb_model(const struct verb *verb, const struct options *o)
{
    const bool listing = strcmp(o->operand[0], "list") == 0;
    const bool showing = strcmp(o->operand[0], "show") == 0;
    basin_ctx *ctx;

    (void)verb;
    if (check_words(o, listing, showing, strcmp(o->operand[0], "export") == 0) != 0)
        return EXIT_ERROR;
    if (ctx_new(&ctx) != BASIN_STATUS_OK)
        return complain("out of memory");
    const int code = listing ? list(ctx, o) : with_model(ctx, o, showing);
    basin_ctx_free(ctx);
    return code;
}
