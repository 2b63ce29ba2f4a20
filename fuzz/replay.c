/* replay.c - a plain main for a target: each file of its corpus once, or those that are named.
 *
 *   build/fuzz_X           the files of fuzz/corpus/X, from the top folder
 *   build/fuzz_X FILE...   these; "-" is standard input
 *
 * It speaks TAP. A file that breaks a promise ends the program; it is named on the line before.
 */
#include "fuzz.h"

#include <dirent.h>
#include <errno.h>

static void replay(const char *path)
{
    FILE *const file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    uint8_t *bytes = NULL;
    size_t length = 0, room = 0, got;

    REQUIRE(file);
    do {
        room = 2 * room + 4096;
        bytes = realloc(bytes, room);
        REQUIRE(bytes);
        got = fread(bytes + length, 1, room - length, file);
        length += got;
    } while (length == room);
    if (file != stdin)
        fclose(file);
    bytes = realloc(bytes, length ? length : 1); /* no room to read past the end unseen */
    REQUIRE(bytes);
    LLVMFuzzerTestOneInput(bytes, length);
    free(bytes);
}

/* One file, named before it is tried. */
static void try(size_t number, const char *path)
{
    printf("# %s\n", path);
    fflush(stdout);
    replay(path);
    printf("ok %zu - %s\n", number, path);
}

static int is_seen(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static int replay_folder(const char *folder)
{
    struct dirent **list;
    const int count = scandir(folder, &list, is_seen, alphasort);

    if (count <= 0) {
        printf("1..1\nnot ok 1 - %s: %s\n", folder, count < 0 ? strerror(errno) : "empty");
        return EXIT_FAILURE;
    }
    printf("1..%d\n", count);
    for (int i = 0; i < count; i++) {
        char *path;
        REQUIRE(asprintf(&path, "%s/%s", folder, list[i]->d_name) > 0);
        try((size_t)i + 1, path);
        free(path);
        free(list[i]);
    }
    free(list);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    const char *const name = strrchr(argv[0], '_');
    char folder[64];

    snprintf(folder, sizeof folder, "fuzz/corpus/%s", name ? name + 1 : "");
    if (argc == 1)
        return replay_folder(folder);
    for (int i = 1; i < argc; i++)
        try((size_t)i, argv[i]);
    return EXIT_SUCCESS;
}
