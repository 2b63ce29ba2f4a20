/* model.c - shows what is in a model, or writes a model to a file. */
#include "cli.h"
#include "json.h"

#include <stdlib.h>
#include <string.h>

/* "DOMAIN" or "DOMAIN-ENERGY" of a domain there is: its length, else 0. */
static size_t domain_length(const char *name, const char **energy)
{
    const char *domain;

    for (size_t i = 0; (domain = basin_domain_name(i)) != NULL; i++) {
        const size_t length = strlen(domain);
        if (strncmp(domain, name, length) != 0 || (name[length] && name[length] != '-'))
            continue;
        if (name[length] && strcmp(energy_word(energy_of(name + length + 1)), name + length + 1))
            continue;
        *energy = name[length] ? name + length + 1 : NULL;
        return length;
    }
    return 0;
}

static basin_status open_model(basin_ctx *ctx, const struct options *o, basin_model **model)
{
    const char *const name = o->operand[1], *energy = NULL;
    const size_t length = domain_length(name, &energy);
    char domain[64];

    if (length == 0 && basin_model_named(ctx, name, model) == BASIN_STATUS_OK)
        return BASIN_STATUS_OK;
    if (length == 0 || length >= sizeof domain)
        return basin_model_load(ctx, name, model);
    snprintf(domain, sizeof domain, "%.*s", (int)length, name);
    if (!energy)
        energy = o->energy ? o->energy : "compact";
    return basin_model_default(ctx, domain, energy_of(energy), model);
}

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
    struct json j = { .to = stdout };
    char *text = NULL;

    if (basin_model_describe(ctx, model, &text) != BASIN_STATUS_OK)
        return complain_ctx(ctx);
    if (o->json) {
        json_raw(&j, NULL, text);
        json_line(&j);
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

int verb_model(const struct verb *verb, const struct options *o)
{
    const bool showing = strcmp(o->operand[0], "show") == 0;
    basin_ctx *ctx;
    basin_model *model = NULL;
    int code;

    if (!showing && strcmp(o->operand[0], "export") != 0)
        return complain("model: \"%s\" is neither show nor export; see `basin help %s`",
                        o->operand[0], verb->name);
    if (showing && o->output)
        return complain("model show writes no file; use model export");
    if (!showing && !o->output)
        return complain("model export needs -o FILE");
    if (ctx_new(&ctx) != BASIN_STATUS_OK)
        return complain("out of memory");
    if (open_model(ctx, o, &model) != BASIN_STATUS_OK)
        code = complain_ctx(ctx);
    else
        code = showing ? show(ctx, model, o) : export(ctx, model, o);
    basin_model_free(ctx, model);
    basin_ctx_free(ctx);
    return code;
}
