/* list.c - what there is: domains and samplers. */
#include "cli.h"

int verb_domains(const struct verb *verb, const struct options *o)
{
    const char *name;

    (void)verb;
    for (size_t i = 0; (name = basin_domain_name(i)) != NULL; i++) {
        const char *const kinds = basin_domain_kinds(name);
        if (!o->json) {
            printf("%-11s %s\n%-11s instance: %s; formats: %s", name, basin_domain_summary(name),
                   "", basin_domain_operand(name), basin_domain_formats(name));
            printf("%s%s\n", *kinds ? "; random kinds: " : "", kinds);
            continue;
        }
        printf("{\"name\": \"%s\", \"summary\": ", name);
        json_text(stdout, basin_domain_summary(name));
        printf(", \"operand\": \"%s\", \"formats\": \"%s\", \"kinds\": \"%s\"}\n",
               basin_domain_operand(name), basin_domain_formats(name), kinds);
    }
    return EXIT_DONE;
}

int verb_samplers(const struct verb *verb, const struct options *o)
{
    const char *name;

    (void)verb;
    for (size_t i = 0; (name = basin_sampler_name(i)) != NULL; i++) {
        if (!o->json) {
            printf("%-14s %s\n", name, basin_sampler_summary(name));
            continue;
        }
        printf("{\"name\": \"%s\", \"summary\": ", name);
        json_text(stdout, basin_sampler_summary(name));
        printf("}\n");
    }
    return EXIT_DONE;
}
