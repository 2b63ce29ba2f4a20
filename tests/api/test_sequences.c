/* test_sequences.c - 1,000 random legal sequences of calls of basin.h keep its promises.
 *
 * One that does not is made shorter, call by call, and named with the command that repeats it:
 *
 *   BASIN_SEQUENCE=NUMBER build/tests/api/test_sequences         all of its calls
 *   BASIN_SEQUENCE=NUMBER:3,17,20 build/tests/api/test_sequences  these alone
 *
 * BASIN_TEST_TIMES multiplies how many there are; `make test-long` sets it.
 */
#define _GNU_SOURCE
#include "api/calls.h"
#include "support.h"

#include <sys/mman.h>
#include <sys/wait.h>

#define SEQUENCES 1000
#define SECONDS 60 /* of a sequence that is tried while it is made shorter */

static char in_memory[] = "/dev/shm/basin-calls-XXXXXX", on_disk[] = "/tmp/basin-calls-XXXXXX";
static const char *folder = in_memory; /* where a sync costs nothing, if there is such a place */

static void silence(void)
{
    if (!freopen("/dev/null", "w", stderr) || !freopen("/dev/null", "w", stdout))
        abort();
}

/* Runs a sequence in a process of its own; did it go wrong? */
static bool goes_wrong(uint64_t number, const bool *keep, bool tell)
{
    int status;

    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        alarm(SECONDS);
        if (!tell)
            silence();
        calls_run(number, keep, folder, tell);
        exit(EXIT_SUCCESS); /* and not _exit, so that leaks are found */
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return status != 0;
}

/* Leaves out one call after the other, for as long as what is left still goes wrong. */
static void shrink(uint64_t number, bool *keep)
{
    for (bool shorter = true; shorter;) {
        shorter = false;
        for (size_t i = CALLS; i-- > 0;) {
            if (!keep[i])
                continue;
            keep[i] = false;
            if (goes_wrong(number, keep, false))
                shorter = true;
            else
                keep[i] = true;
        }
    }
}

static _Noreturn void report(uint64_t number)
{
    bool keep[CALLS];
    char list[CALLS * 4] = "";
    size_t used = 0;

    memset(keep, true, sizeof keep);
    if (goes_wrong(number, keep, false))
        shrink(number, keep);
    for (size_t i = 0; i < CALLS; i++)
        if (keep[i])
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%zu", used ? "," : "", i);
    goes_wrong(number, keep, true);
    fail_msg("a sequence went wrong; repeat it with BASIN_SEQUENCE=%llu:%s",
             (unsigned long long)number, list);
    abort();
}

/* All of them in one process, which says through shared memory how far it is. */
static void sequences(void **state)
{
    const char *const times = getenv("BASIN_TEST_TIMES");
    const uint64_t count = SEQUENCES * (times ? strtoull(times, NULL, 10) : 1);
    uint64_t *const now =
        mmap(NULL, sizeof *now, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    bool keep[CALLS];
    int status;

    (void)state;
    assert_true(now != MAP_FAILED);
    memset(keep, true, sizeof keep);
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        for (*now = 0; *now < count; ++*now)
            calls_run(*now, keep, folder, false);
        exit(EXIT_SUCCESS);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    if (status != 0)
        report(*now);
    assert_int_equal(*now, count);
    munmap(now, sizeof *now);
}

static void one_sequence(void **state)
{
    const char *list = getenv("BASIN_SEQUENCE");
    char *end;
    const uint64_t number = strtoull(list, &end, 10);
    bool keep[CALLS];

    (void)state;
    memset(keep, *end != ':', sizeof keep);
    for (list = end; *list; list = end) {
        const size_t place = strtoull(list + 1, &end, 10);
        assert_true(end > list + 1 && place < CALLS);
        keep[place] = true;
    }
    assert_false(goes_wrong(number, keep, true));
}

static int begin(void **state)
{
    (void)state;
    if (!mkdtemp(in_memory))
        folder = mkdtemp(on_disk);
    return folder ? 0 : -1;
}

static int end(void **state)
{
    static const char *const names[] = { "model", "instance" };
    char path[64];

    (void)state;
    for (size_t i = 0; i < COUNT(names); i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(sequences) };
    const struct CMUnitTest one[] = { cmocka_unit_test(one_sequence) };

    if (getenv("BASIN_SEQUENCE"))
        return cmocka_run_group_tests(one, begin, end);
    return cmocka_run_group_tests(tests, begin, end);
}
