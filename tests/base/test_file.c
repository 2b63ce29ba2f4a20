/* test_file.c - whole files in and out, and what happens when the system says no. */
#define _GNU_SOURCE
#include "base/file.h"

#include "support.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char folder[] = "/tmp/basin-test-XXXXXX";

static const char *in_folder(const char *name)
{
    static char path[512];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    DIR *dir = opendir(folder);
    const struct dirent *entry;

    while (dir && (entry = readdir(dir)))
        if (entry->d_name[0] != '.')
            remove(in_folder(entry->d_name));
    if (dir)
        closedir(dir);
    return rmdir(folder);
}

static void bytes_come_back(void **state)
{
    (void)state;
    const size_t lengths[] = { 0, 1, 63, 65535, 65536, 65537, 1000003 };
    basin_ctx *ctx = test_ctx();

    for (size_t k = 0; k < COUNT(lengths); k++) {
        const size_t length = lengths[k];
        char *bytes, *back = NULL;
        size_t got = 99;
        ASSERT_OK(ctx, BSN_NEW(ctx, length, &bytes));
        for (size_t i = 0; i < length; i++)
            bytes[i] = (char)(i * 31 % 251);
        ASSERT_OK(ctx, bsn_file_write(ctx, in_folder("whole"), bytes, length));
        ASSERT_OK(ctx, bsn_file_read(ctx, in_folder("whole"), &back, &got));
        assert_int_equal(got, length);
        assert_memory_equal(bytes, back, length);
        assert_int_equal(back[length], 0);
        bsn_free(ctx, back);
        bsn_free(ctx, bytes);
    }
    assert_true(bsn_file_exists(in_folder("whole")));
    test_ctx_done(ctx);
}

/* Text is what stands behind one mark, at the beginning alone. */
static void a_byte_order_mark_is_no_text(void **state)
{
    (void)state;
#define MARK "\xef\xbb\xbf"
    static const char *const cases[][2] = { { MARK "a\n", "a\n" }, { MARK, "" },
                                            { "", "" }, { "\xef\xbb", "\xef\xbb" },
                                            { "a" MARK, "a" MARK }, { MARK MARK "a", MARK "a" },
                                            { "\xef\xbb\xbe", "\xef\xbb\xbe" } };
    basin_ctx *ctx = test_ctx();

    for (size_t k = 0; k < COUNT(cases); k++) {
        const char *const path = in_folder("text");
        char *bytes;
        size_t length;
        ASSERT_OK(ctx, bsn_file_write(ctx, path, cases[k][0], strlen(cases[k][0])));
        ASSERT_OK(ctx, bsn_file_read_text(ctx, path, &bytes, &length));
        assert_string_equal(bytes, cases[k][1]);
        assert_int_equal(length, strlen(cases[k][1]));
        bsn_free(ctx, bytes);
        ASSERT_OK(ctx, bsn_file_read(ctx, path, &bytes, &length));
        assert_string_equal(bytes, cases[k][0]);
        bsn_free(ctx, bytes);
    }
    test_ctx_done(ctx);
}

static void a_file_of_unknown_length_is_read(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    char *bytes = NULL;
    size_t length = 0;

    /* files of /proc say that they hold 0 bytes */
    ASSERT_OK(ctx, bsn_file_read(ctx, "/proc/self/status", &bytes, &length));
    assert_true(length > 100);
    bsn_free(ctx, bytes);
    test_ctx_done(ctx);
}

static void what_cannot_be_read(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    char *bytes = NULL;
    size_t length = 7;

    ASSERT_FAILS(ctx, bsn_file_read(ctx, in_folder("missing"), &bytes, &length), BASIN_STATUS_IO,
                 "missing: cannot open");
    ASSERT_FAILS(ctx, bsn_file_read(ctx, folder, &bytes, &length), BASIN_STATUS_IO, "directory");
    assert_false(bsn_file_exists(in_folder("missing")));
    assert_null(bytes);
    assert_int_equal(length, 7);
    test_ctx_done(ctx);
}

static void a_name_that_is_too_long(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    char name[5000];
    char *bytes = NULL;
    size_t length;

    memset(name, 'n', sizeof name);
    name[sizeof name - 1] = 0;
    ASSERT_FAILS(ctx, bsn_file_write(ctx, name, "x", 1), BASIN_STATUS_INPUT, "too long");
    assert_int_equal(bsn_file_read(ctx, name, &bytes, &length), BASIN_STATUS_IO);
    name[300] = 0; /* fits our buffer but not the file system */
    assert_int_equal(bsn_file_write(ctx, name, "x", 1), BASIN_STATUS_IO);
    test_ctx_done(ctx);
}

static void what_cannot_be_written(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();

    ASSERT_FAILS(ctx, bsn_file_write(ctx, in_folder("no/such/folder"), "x", 1), BASIN_STATUS_IO,
                 "cannot create");
    ASSERT_FAILS(ctx, bsn_file_write(ctx, folder, "x", 1), BASIN_STATUS_IO, "cannot create");
    /* /proc refuses even root */
    ASSERT_FAILS(ctx, bsn_file_write(ctx, "/proc/basin", "x", 1), BASIN_STATUS_IO,
                 "/proc/basin: cannot create");
    test_ctx_done(ctx);
}

static void an_unwritable_folder_keeps_its_file(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();

    if (geteuid() == 0) { /* root may write anywhere: become nobody in a child */
        const pid_t child = fork();
        if (child == 0) {
            if (setgid(65534) != 0 || setuid(65534) != 0)
                _exit(2);
            _exit(bsn_file_write(ctx, in_folder("whole"), "x", 1) == BASIN_STATUS_IO ? 0 : 1);
        }
        int status = -1;
        waitpid(child, &status, 0);
        assert_int_equal(status, 0);
    } else {
        assert_int_equal(chmod(folder, 0500), 0);
        assert_int_equal(bsn_file_write(ctx, in_folder("whole"), "x", 1), BASIN_STATUS_IO);
        assert_int_equal(chmod(folder, 0700), 0);
    }
    test_ctx_done(ctx);
}

#define PAGE 4096
#define PAGES 50

/* Overwrites one file for ever, each time with one byte repeated. */
static void write_for_ever(void)
{
    static char page[PAGES * PAGE];
    basin_ctx *ctx;

    if (basin_ctx_new(NULL, &ctx) != BASIN_STATUS_OK)
        _exit(1);
    for (unsigned round = 0;; round++) {
        memset(page, 'a' + (int)(round % 26), sizeof page);
        if (bsn_file_write(ctx, in_folder("atomic"), page, sizeof page) != BASIN_STATUS_OK)
            _exit(1);
    }
}

static void a_killed_writer_leaves_a_whole_file(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();

    for (int round = 0; round < 30; round++) {
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0)
            write_for_ever();
        int naps = 0;
        do {
            nanosleep(&(struct timespec){ .tv_nsec = 1000000 + round * 377777 }, NULL);
        } while (!bsn_file_exists(in_folder("atomic")) && naps++ < 10000);
        kill(child, SIGKILL);
        int status = 0;
        waitpid(child, &status, 0);
        assert_true(WIFSIGNALED(status));
        char *bytes = NULL;
        size_t length = 0;
        ASSERT_OK(ctx, bsn_file_read(ctx, in_folder("atomic"), &bytes, &length));
        assert_int_equal(length, PAGES * PAGE);
        for (size_t i = 1; i < length; i++)
            if (bytes[i] != bytes[0])
                fail_msg("byte %zu is of another round", i);
        bsn_free(ctx, bytes);
    }
    test_ctx_done(ctx);
}

static void no_temporary_file_is_left(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    size_t files = 0;
    const struct dirent *entry;

    remove_folder(NULL);
    assert_int_equal(mkdir(folder, 0700), 0);
    ASSERT_OK(ctx, bsn_file_write(ctx, in_folder("only"), "one", 3));
    assert_int_equal(mkdir(in_folder("taken"), 0700), 0);
    assert_int_equal(bsn_file_write(ctx, in_folder("taken"), "x", 1), BASIN_STATUS_IO);
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    while ((entry = readdir(dir)))
        files += entry->d_name[0] != '.';
    closedir(dir);
    assert_int_equal(files, 2);
    test_ctx_done(ctx);
}

/* A path of its own in the folder: in_folder() has one place alone. */
static void name_in(char path[static 512], const char *name)
{
    snprintf(path, 512, "%s", in_folder(name));
}

static void a_link_is_written_through(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    char link[512], target[512], *bytes;
    size_t length;
    struct stat info;

    name_in(link, "link");
    name_in(target, "target");
    assert_int_equal(symlink("target", link), 0);
    for (int round = 0; round < 2; round++) {  /* into nothing, then over a file */
        ASSERT_OK(ctx, bsn_file_probe(ctx, link));
        assert_int_equal(bsn_file_exists(target), round);
        ASSERT_OK(ctx, bsn_file_write(ctx, link, "new", 3));
        assert_int_equal(lstat(link, &info), 0);
        assert_true(S_ISLNK(info.st_mode));
        assert_int_equal(lstat(target, &info), 0);
        assert_true(S_ISREG(info.st_mode));
        ASSERT_OK(ctx, bsn_file_read(ctx, target, &bytes, &length));
        assert_int_equal(length, 3);
        bsn_free(ctx, bytes);
    }
    test_ctx_done(ctx);
}

static void a_device_and_a_pipe_are_written_through(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    char pipe[512], device[512], got[8] = "";
    struct stat info;

    name_in(device, "null");
    assert_int_equal(symlink("/dev/null", device), 0);  /* a replaced one would harm nobody */
    ASSERT_OK(ctx, bsn_file_probe(ctx, device));
    ASSERT_OK(ctx, bsn_file_write(ctx, device, "gone", 4));
    assert_int_equal(stat(device, &info), 0);
    assert_true(S_ISCHR(info.st_mode));

    name_in(pipe, "pipe");
    assert_int_equal(mkfifo(pipe, 0600), 0);
    ASSERT_OK(ctx, bsn_file_probe(ctx, pipe));  /* with nobody at the other end */
    const int end = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    assert_true(end >= 0);
    ASSERT_OK(ctx, bsn_file_write(ctx, pipe, "piped", 5));
    assert_int_equal(read(end, got, sizeof got), 5);
    assert_string_equal(got, "piped");
    close(end);
    assert_int_equal(lstat(pipe, &info), 0);
    assert_true(S_ISFIFO(info.st_mode));
    test_ctx_done(ctx);
}

static void a_temporary_is_made_by_nobody_else(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    struct bsn_writing one, other;
    char path[512];

    name_in(path, "twice");
    ASSERT_OK(ctx, bsn_file_begin(ctx, path, &one));
    ASSERT_OK(ctx, bsn_file_begin(ctx, path, &other));
    assert_string_not_equal(one.temporary, other.temporary);
    fputs("other", other.to);
    ASSERT_OK(ctx, bsn_file_end(ctx, &one, false));
    ASSERT_OK(ctx, bsn_file_end(ctx, &other, true));
    assert_true(bsn_file_exists(path));
    test_ctx_done(ctx);
}

static void a_full_device_is_told(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();

    struct stat info;
    char full[512];

    name_in(full, "full");
    assert_int_equal(symlink("/dev/full", full), 0);
    if (stat(full, &info) != 0 || !S_ISCHR(info.st_mode)) {
        test_ctx_done(ctx);
        skip();
    }
    assert_int_equal(bsn_file_write(ctx, full, "x", 1), BASIN_STATUS_IO);
    assert_int_equal(lstat(full, &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    test_ctx_done(ctx);
}

/* A killed run leaves its temporary; the next one takes it away, but not that of one at work. */
static void leftovers_are_removed(void **state)
{
    static const char *const names[] = { "model.tmp.0123456789abcdef",
                                         "model.state.tmp.0123456789abcdef",
                                         "model.tmp.0123456789abcdee",  /* of a run that lives */
                                         "model.tmp.txt", "model2.tmp.0123456789abcdef" };
    basin_ctx *const ctx = test_ctx();
    char path[256];
    int live = -1;

    (void)state;
    for (size_t i = 0; i < COUNT(names); i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        const int fd = open(path, O_CREAT | O_WRONLY, 0600);
        assert_true(fd >= 0);
        if (i == 2)
            assert_int_equal(flock(live = fd, LOCK_EX), 0);
        else
            close(fd);
    }
    snprintf(path, sizeof path, "%s/model", folder);
    ASSERT_OK(ctx, bsn_file_probe(ctx, path));
    for (size_t i = 0; i < COUNT(names); i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        assert_int_equal(bsn_file_exists(path), i >= 2);
        unlink(path);
    }
    close(live);
    test_ctx_done(ctx);
}

/* The temporaries of what a link names lie beside that. */
static void leftovers_behind_a_link_are_removed(void **state)
{
    basin_ctx *const ctx = test_ctx();
    char link[512], below[512], left[512];

    (void)state;
    name_in(below, "below");
    name_in(link, "to-below");
    name_in(left, "below/model.tmp.0123456789abcdef");
    assert_int_equal(mkdir(below, 0700), 0);
    assert_int_equal(symlink("below/model", link), 0);
    ASSERT_OK(ctx, bsn_file_write(ctx, in_folder("below/model"), "one", 3));
    ASSERT_OK(ctx, bsn_file_write(ctx, left, "on", 2));
    ASSERT_OK(ctx, bsn_file_probe(ctx, link));
    assert_false(bsn_file_exists(left));
    assert_true(bsn_file_exists(link));
    unlink(in_folder("below/model"));
    rmdir(below);
    test_ctx_done(ctx);
}

/* Of all files with such names, and of no others. */
static void a_folder_is_swept(void **state)
{
    static const char *const names[] = { "sat-1.cnf.tmp.0123456789abcdef",
                                         "sat-.cnf.tmp.0123456789abcdef",
                                         "sat-1.cnf", "sat-1.cnf.tmp.0123456789abcde",
                                         "sat-1.cnf.tmp.0123456789abcdeF",
                                         "sat-1.col.tmp.0123456789abcdef",
                                         "color-1.cnf.tmp.0123456789abcdef",
                                         ".tmp.0123456789abcdef" };
    basin_ctx *const ctx = test_ctx();
    char swept[512], path[600];

    (void)state;
    name_in(swept, "swept");
    assert_int_equal(mkdir(swept, 0700), 0);
    for (size_t i = 0; i < COUNT(names); i++) {
        snprintf(path, sizeof path, "%s/%s", swept, names[i]);
        ASSERT_OK(ctx, bsn_file_write(ctx, path, "x", 1));
    }
    bsn_folder_sweep(swept, "sat-", ".cnf");
    for (size_t i = 0; i < COUNT(names); i++) {
        snprintf(path, sizeof path, "%s/%s", swept, names[i]);
        assert_int_equal(bsn_file_exists(path), i >= 2);
        unlink(path);
    }
    rmdir(swept);
    bsn_folder_sweep(swept, "sat-", ".cnf");  /* is not there */
    test_ctx_done(ctx);
}

static basin_status read_it(basin_ctx *ctx, void *arg)
{
    char *bytes;
    size_t length;

    BSN_TRY(bsn_file_read(ctx, arg, &bytes, &length));
    bsn_free(ctx, bytes);
    return BASIN_STATUS_OK;
}

static void refused_memory_is_reported(void **state)
{
    (void)state;
    char path[] = "/proc/self/status";

    assert_true(test_refuse_each(read_it, path) >= 1);
}

static void the_clock_does_not_go_back(void **state)
{
    (void)state;
    double last = bsn_seconds();

    for (int i = 0; i < 1000; i++) {
        const double now = bsn_seconds();
        assert_true(now >= last);
        last = now;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_come_back),
        cmocka_unit_test(a_byte_order_mark_is_no_text),
        cmocka_unit_test(a_file_of_unknown_length_is_read),
        cmocka_unit_test(what_cannot_be_read),
        cmocka_unit_test(a_name_that_is_too_long),
        cmocka_unit_test(what_cannot_be_written),
        cmocka_unit_test(an_unwritable_folder_keeps_its_file),
        cmocka_unit_test(a_killed_writer_leaves_a_whole_file),
        cmocka_unit_test(no_temporary_file_is_left),
        cmocka_unit_test(a_link_is_written_through),
        cmocka_unit_test(a_device_and_a_pipe_are_written_through),
        cmocka_unit_test(a_temporary_is_made_by_nobody_else),
        cmocka_unit_test(a_full_device_is_told),
        cmocka_unit_test(leftovers_are_removed),
        cmocka_unit_test(leftovers_behind_a_link_are_removed),
        cmocka_unit_test(a_folder_is_swept),
        cmocka_unit_test(refused_memory_is_reported),
        cmocka_unit_test(the_clock_does_not_go_back),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
