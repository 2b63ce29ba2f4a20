/* list.c - what there is: domains and samplers. */
#include "base/json.h"
#include "cli.h"

static void print_domain(const char *name)
{
    struct bsn_json j = { .to = stdout };

    bsn_json_open(&j, NULL, '{');
    bsn_json_text(&j, "domain", name);
    bsn_json_text(&j, "summary", basin_domain_summary(name));
    bsn_json_text(&j, "operand", basin_domain_operand(name));
    bsn_json_text(&j, "suffix", basin_domain_suffix(name));
    bsn_json_words(&j, "formats", basin_domain_formats(name));
    bsn_json_words(&j, "kinds", basin_domain_kinds(name));
    bsn_json_flag(&j, "ranked", basin_domain_has(name, BASIN_TRAIT_RANKED));
    bsn_json_close(&j, '}');
    bsn_json_line(&j);
}

static void print_sampler(const char *name)
{
    struct bsn_json j = { .to = stdout };

    bsn_json_open(&j, NULL, '{');
    bsn_json_text(&j, "sampler", name);
    bsn_json_text(&j, "summary", basin_sampler_summary(name));
    bsn_json_close(&j, '}');
    bsn_json_line(&j);
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
