/* workshop.h - a folder for trainings, with the files that they leave, read back as bytes. */
#ifndef TEST_WORKSHOP_H
#define TEST_WORKSHOP_H

#include "support.h"

#include <unistd.h>

static char folder[] = "/tmp/basin-train-XXXXXX";
static char path[64], state_path[80], log_path[64], copy_path[64];

static inline int workshop_open(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/model", folder);
    snprintf(state_path, sizeof state_path, "%s.state", path);
    snprintf(log_path, sizeof log_path, "%s/log", folder);
    snprintf(copy_path, sizeof copy_path, "%s/copy", folder);
    return 0;
}

static inline void clean(void)
{
    unlink(path);
    unlink(state_path);
    unlink(log_path);
    unlink(copy_path);
}

/* The folder is empty again: no temporary file was left. */
static inline int workshop_close(void **state)
{
    (void)state;
    clean();
    return rmdir(folder);
}

struct bytes {
    char *data;
    size_t length;
};

static inline struct bytes slurp(const char *name)
{
    FILE *file = fopen(name, "rb");
    struct bytes b = { malloc(1 << 22), 0 };

    if (!file)
        fail_msg("%s is not there", name);
    b.length = fread(b.data, 1, 1 << 22, file);
    fclose(file);
    return b;
}

static inline void same_bytes(const struct bytes *a, const char *name)
{
    struct bytes b = slurp(name);

    assert_int_equal(a->length, b.length);
    assert_memory_equal(a->data, b.data, a->length);
    free(b.data);
}

/* Says "stop" at poll number `at` of should_stop, from 0. */
struct stops {
    size_t polls, at;
};

static inline bool stop_at(void *user)
{
    struct stops *const stops = user;

    return stops->polls++ == stops->at;
}

#endif
