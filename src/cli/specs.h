/* specs.h - the instances that eval is given: names as they are, folders as their files. */
#ifndef BASIN_CLI_SPECS_H
#define BASIN_CLI_SPECS_H

#include <stdbool.h>
#include <stddef.h>

struct specs {
    char **name;
    size_t count, capacity;
};

/* Appends `spec`, or, when it is a folder, the files in it that the domain claims, sorted by name.
 * Returns false after complaining. */
bool specs_add(struct specs *specs, const char *domain, const char *spec);
bool specs_is_folder(const char *spec);
/* The instances of one file that --index lists, or the first `count`. */
bool specs_add_index(struct specs *specs, const char *path, const char *list);
bool specs_add_all(struct specs *specs, const char *path, size_t count);
/* Appends a name, which is freed with the list; NULL, no memory, is refused. */
bool specs_append(struct specs *specs, char *name);
void specs_free(struct specs *specs);

#endif
