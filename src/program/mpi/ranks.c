/* ranks.c - several processes: all that the project says to MPI.
 *
 * The tool takes part when mpirun or srun started it, and is a process alone otherwise, without a
 * call of MPI. The library shares by one collective call; work is handed out by messages, which a
 * lock keeps to one thread at a time.
 */
#define _GNU_SOURCE
#include "program/ranks.h"

#include "program/program.h"

#include <fcntl.h>
#include <mpi.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define GRACE_SECONDS 2  /* for others to end, after this one failed */
#define LOST_SECONDS 0.3
#define END_NANOSECONDS 1000000
#define AWAKE_SECONDS 0.001
#define REST_NANOSECONDS 50000

static struct {
    size_t count, number;
    MPI_Comm work, end;     /* of their own, so that an end does not meet with other messages */
    pthread_mutex_t lock;
    struct basin_team team;
} ranks = { .count = 1, .lock = PTHREAD_MUTEX_INITIALIZER };

static void rest(long nanoseconds)
{
    nanosleep(&(struct timespec){ .tv_nsec = nanoseconds }, NULL);
}

/* mpirun ends all when one is lost, with the signal that also asks for the best so far: then who
 * waits for others after that signal, and does not hear of them, says what it is and ends too. */
static void check_lost(double since)
{
    static double asked;
    const double now = clock_seconds();

    if (!stop_asked(NULL))
        return;
    if (asked == 0)
        asked = now;
    if (now - (since > asked ? since : asked) < (ranks.number == 0 ? LOST_SECONDS : 2 * LOST_SECONDS))
        return;
    complain("another process does not answer any more: it was lost, or ended from outside");
    talk_kept(ranks.number);
    fflush(NULL);
    _exit(EXIT_ERROR);
}

/* ----------------------------------------------------------------------------- beginning ---- */

/* Was this process started by something that MPI can join? */
static bool is_started(void)
{
    static const char *const signs[] = { "OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK" };

    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (getenv(signs[i]))
            return true;
    return false;
}

/* Waiting within MPI takes a whole core, and where processes are more than cores, it takes that of
 * the one that is waited for. So it is waited for outside: awake at first, then with rests. */
static void wait_for(MPI_Request *request)
{
    const double begun = clock_seconds();
    int done = 0;

    for (;;) {
        MPI_Test(request, &done, MPI_STATUS_IGNORE);
        if (done)
            return;
        if (clock_seconds() - begun < AWAKE_SECONDS)
            sched_yield();
        else
            rest(REST_NANOSECONDS);
        check_lost(begun);
    }
}

/* One block of each process; MPI counts in int. */
static void share(void *unused, void *blocks, size_t bytes)
{
    MPI_Datatype block;
    MPI_Request request;

    (void)unused;
    MPI_Type_contiguous((int)bytes, MPI_BYTE, &block);
    MPI_Type_commit(&block);
    MPI_Iallgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, blocks, 1, block, ranks.work, &request);
    wait_for(&request);
    MPI_Type_free(&block);
}

/* What the others would print, the first one prints. */
static void fall_silent(void)
{
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);

    if (nowhere >= 0)
        dup2(nowhere, STDOUT_FILENO);
    talk_keep();
}

/* What mpirun passes on to all processes, and returns the exit code of: it ends them when it is
 * itself told to end. */
static void on_signal(int number)
{
    (void)number;
    stop_ask();
}

void ranks_open(void)
{
    int level, count, number;

    if (!is_started())
        return;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    MPI_Comm_rank(MPI_COMM_WORLD, &number);
    ranks.count = (size_t)count;
    ranks.number = (size_t)number;
    MPI_Comm_dup(MPI_COMM_WORLD, &ranks.work);
    MPI_Comm_dup(MPI_COMM_WORLD, &ranks.end);
    setenv("NO_COLOR", "1", 0);  /* mpirun lends a terminal to whoever it writes for */
    ranks.team = (struct basin_team)BASIN_TEAM_INIT;
    ranks.team.count = (uint32_t)count;
    ranks.team.number = (uint32_t)number;
    ranks.team.share = share;
    sigaction(SIGUSR1, &(struct sigaction){ .sa_handler = on_signal }, NULL);
    if (number > 0)
        fall_silent();
    if (level < MPI_THREAD_SERIALIZED) {
        complain("this MPI cannot be called from threads");
        MPI_Abort(MPI_COMM_WORLD, EXIT_ERROR);
    }
}

size_t ranks_count(void)
{
    return ranks.count;
}

size_t ranks_number(void)
{
    return ranks.number;
}

const struct basin_team *ranks_team(void)
{
    return ranks.count > 1 ? &ranks.team : NULL;
}

/* -------------------------------------------------------------------------------- ending ---- */

/* Gathers the codes of all; false when others are still at work and this one must not wait. */
static bool gather_codes(int code, int *all)
{
    const bool waits = code != EXIT_ERROR && code != EXIT_STOPPED;
    const double begun = clock_seconds();
    MPI_Request request;
    int done = 0;

    MPI_Iallgather(&code, 1, MPI_INT, all, 1, MPI_INT, ranks.end, &request);
    for (;;) {
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        if (done || (!waits && clock_seconds() - begun > GRACE_SECONDS))
            return done;
        check_lost(begun);
        rest(END_NANOSECONDS);
    }
}

/* What only another one than the first has to complain of, that one says. */
static int settle(const int *all)
{
    for (size_t i = 0; i < ranks.count && all[0] != EXIT_ERROR; i++) {
        if (all[i] != EXIT_ERROR)
            continue;
        if (i == ranks.number)
            talk_kept(ranks.number);
        return EXIT_ERROR;
    }
    return all[0];
}

int ranks_close(int code)
{
    if (ranks.count == 1 && !ranks.team.share)
        return code;
    int *const all = calloc(ranks.count, sizeof *all);
    if (!all || !gather_codes(code, all)) {
        talk_kept(ranks.number);
        fflush(NULL);
        MPI_Abort(MPI_COMM_WORLD, code);
    }
    code = settle(all);
    free(all);
    fflush(NULL);
    MPI_Comm_free(&ranks.work);
    MPI_Comm_free(&ranks.end);
    MPI_Finalize();
    return code;
}

/* --------------------------------------------------------------------------- handing out ---- */

static void send_to(size_t to, enum ranks_message kind, const void *bytes, size_t length)
{
    MPI_Send(bytes, (int)length, MPI_BYTE, (int)to, (int)kind, ranks.work);
}

void ranks_bring(const void *bytes, size_t length)
{
    pthread_mutex_lock(&ranks.lock);
    send_to(0, RANKS_RESULT, bytes, length);
    pthread_mutex_unlock(&ranks.lock);
}

bool ranks_ask(size_t *job)
{
    uint64_t number;

    pthread_mutex_lock(&ranks.lock);
    send_to(0, RANKS_QUESTION, NULL, 0);
    MPI_Recv(&number, sizeof number, MPI_BYTE, 0, RANKS_QUESTION, ranks.work, MPI_STATUS_IGNORE);
    pthread_mutex_unlock(&ranks.lock);
    *job = (size_t)number;
    return number != RANKS_NO_JOB;
}

void ranks_leave(void)
{
    send_to(0, RANKS_FAREWELL, NULL, 0);
}

enum ranks_message ranks_take(size_t *from, void **bytes, size_t *length)
{
    static double heard;
    int there = 0, count;
    MPI_Status status;

    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, ranks.work, &there, &status);
    if (!there) {
        check_lost(heard);
        return RANKS_NOTHING;
    }
    heard = clock_seconds();
    MPI_Get_count(&status, MPI_BYTE, &count);
    *bytes = malloc((size_t)count + 1);
    if (!*bytes) {
        complain("out of memory");
        MPI_Abort(MPI_COMM_WORLD, EXIT_ERROR);
    }
    MPI_Recv(*bytes, count, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, ranks.work,
             MPI_STATUS_IGNORE);
    *from = (size_t)status.MPI_SOURCE;
    *length = (size_t)count;
    return (enum ranks_message)status.MPI_TAG;
}

void ranks_answer(size_t to, size_t job)
{
    const uint64_t number = job;

    send_to(to, RANKS_QUESTION, &number, sizeof number);
}
