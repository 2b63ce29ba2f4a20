/* specs.c - expands folders to the instances in them. */
#define _GNU_SOURCE
#include "specs.h"

#include "cli.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool specs_append(struct specs *specs, char *name)
{
    if (name && specs->count == specs->capacity) {
        const size_t capacity = specs->capacity * 2 + 64;
        char **const larger = realloc(specs->name, capacity * sizeof *larger);
        if (larger) {
            specs->name = larger;
            specs->capacity = capacity;
        }
    }
    if (!name || specs->count == specs->capacity) {
        free(name);
        complain("out of memory");
        return false;
    }
    specs->name[specs->count++] = name;
    return true;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_instance(const char *domain, const char *path)
{
    struct stat info;
    const char *const owner = basin_domain_of(path);

    return owner && strcmp(owner, domain) == 0 && stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

static bool add_folder(struct specs *specs, const char *domain, const char *folder, DIR *open)
{
    const char *const slash = folder[0] && folder[strlen(folder) - 1] == '/' ? "" : "/";

    for (struct dirent *entry; (entry = readdir(open)) != NULL;) {
        char *path = NULL;
        if (entry->d_name[0] == '.')
            continue;
        if (asprintf(&path, "%s%s%s", folder, slash, entry->d_name) < 0)
            path = NULL;
        if (path && !is_instance(domain, path))
            free(path);
        else if (!specs_append(specs, path))
            return false;
    }
    return true;
}

bool specs_is_folder(const char *spec)
{
    struct stat info;

    return stat(spec, &info) == 0 && S_ISDIR(info.st_mode);
}

bool specs_add(struct specs *specs, const char *domain, const char *spec)
{
    const size_t before = specs->count;

    if (!specs_is_folder(spec))
        return specs_append(specs, strdup(spec));
    DIR *const folder = opendir(spec);
    if (!folder) {
        complain("%s: cannot open: %s", spec, strerror(errno));
        return false;
    }
    const bool added = add_folder(specs, domain, spec, folder);
    closedir(folder);
    if (added && specs->count == before) {
        complain("%s: no file in this folder is an instance of %s", spec, domain);
        return false;
    }
    if (added)
        qsort(specs->name + before, specs->count - before, sizeof *specs->name, by_name);
    return added;
}

void specs_free(struct specs *specs)
{
    for (size_t i = 0; i < specs->count; i++)
        free(specs->name[i]);
    free(specs->name);
}
