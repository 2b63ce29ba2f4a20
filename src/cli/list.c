/* list.c - what there is: domains and samplers. */
#include "cli.h"
#include "program/json.h"

static void print_domain(const char *name)
{
    struct json j = { .to = stdout };

    json_open(&j, NULL, '{');
    json_text(&j, "domain", name);
    json_text(&j, "summary", basin_domain_summary(name));
    json_text(&j, "operand", basin_domain_operand(name));
    json_text(&j, "suffix", basin_domain_suffix(name));
    json_words(&j, "formats", basin_domain_formats(name));
    json_words(&j, "kinds", basin_domain_kinds(name));
    json_flag(&j, "ranked", basin_domain_has(name, BASIN_TRAIT_RANKED));
    json_close(&j, '}');
    json_line(&j);
}

static void print_sampler(const char *name)
{
    struct json j = { .to = stdout };

    json_open(&j, NULL, '{');
    json_text(&j, "sampler", name);
    json_text(&j, "summary", basin_sampler_summary(name));
    json_close(&j, '}');
    json_line(&j);
}

int verb_domains(const struct verb *verb, const struct options *o)
{
    const char *name;

    (void)verb;
    for (size_t i = 0; (name = basin_domain_name(i)) != NULL; i++) {
        const char *const kinds = basin_domain_kinds(name);
        if (o->json) {
            print_domain(name);
            continue;
        }
        printf("%-11s %s\n%-11s instance: %s; formats: %s", name, basin_domain_summary(name), "",
               basin_domain_operand(name), basin_domain_formats(name));
        printf("%s%s\n", *kinds ? "; random kinds: " : "", kinds);
    }
    return EXIT_DONE;
}

int verb_samplers(const struct verb *verb, const struct options *o)
{
    const char *name;

    (void)verb;
    for (size_t i = 0; (name = basin_sampler_name(i)) != NULL; i++) {
        if (o->json)
            print_sampler(name);
        else
            printf("%-14s %s\n", name, basin_sampler_summary(name));
    }
    return EXIT_DONE;
}
