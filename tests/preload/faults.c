/* faults.c - to be preloaded: lets the k-th call of a kind fail, once or from then on.
 *
 * BASIN_FAULT is "KIND K once" or "KIND K on"; K of 0 fails nothing. Kinds are memory (malloc and
 * its like), space (writes: no space left on the device, and before it is so for good, half of one
 * goes), short (writes: half of it), sync, rename, open, read, and program (what starts another
 * one). Calls and refusals are counted in the file BASIN_FAULT_TALLY, two numbers of 64 bits, which
 * children share; who wants to know how many calls there are gives K = 0.
 *
 * Allocations and starts of programs are interposed. The C library does its own writes without
 * asking anybody: system calls are caught by a seccomp filter, whose signal comes back to us.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#define PUBLIC __attribute__((visibility("default")))
#define PASS 0x62736e66u /* the sixth argument of system calls of our own */
#define COUNT(array) (sizeof(array) / sizeof *(array))

enum kind { NOTHING, MEMORY, SPACE, SHORT, SYNC, RENAME, OPEN, READ, PROGRAM };

struct tally {
    _Atomic uint64_t calls, refused;
};

static const char *const words[] = { "", "memory", "space", "short", "sync", "rename", "open",
                                     "read", "program" };
static enum kind what;
static uint64_t first;
static bool once;
static struct tally *tally;

/* Which of those that fail is this call? 0: none of them. */
static uint64_t strikes(enum kind kind)
{
    if (kind != what)
        return 0;
    const uint64_t call = atomic_fetch_add(&tally->calls, 1) + 1;
    const bool strike = first > 0 && (once ? call == first : call >= first);
    return strike ? atomic_fetch_add(&tally->refused, 1) + 1 : 0;
}

/* ------------------------------------------------------------------------------- memory ---- */

extern void *__libc_malloc(size_t bytes);
extern void *__libc_calloc(size_t count, size_t item);
extern void *__libc_realloc(void *block, size_t bytes);
extern void *__libc_memalign(size_t align, size_t bytes);

static bool no_memory(void)
{
    if (!strikes(MEMORY))
        return false;
    errno = ENOMEM;
    return true;
}

PUBLIC void *malloc(size_t bytes)
{
    return no_memory() ? NULL : __libc_malloc(bytes);
}

PUBLIC void *calloc(size_t count, size_t item)
{
    return no_memory() ? NULL : __libc_calloc(count, item);
}

PUBLIC void *realloc(void *block, size_t bytes)
{
    return no_memory() ? NULL : __libc_realloc(block, bytes);
}

PUBLIC void *reallocarray(void *block, size_t count, size_t item)
{
    size_t bytes;

    if (__builtin_mul_overflow(count, item, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(block, bytes);
}

PUBLIC void *memalign(size_t align, size_t bytes)
{
    return no_memory() ? NULL : __libc_memalign(align, bytes);
}

PUBLIC void *aligned_alloc(size_t align, size_t bytes)
{
    return memalign(align, bytes);
}

PUBLIC int posix_memalign(void **block, size_t align, size_t bytes)
{
    void *const made = memalign(align, bytes);

    if (!made)
        return ENOMEM;
    *block = made;
    return 0;
}

/* ----------------------------------------------------------------------------- programs ---- */

/* The one that was there before us. */
#define NEXT(call) ((__typeof__(&call))(uintptr_t)dlsym(RTLD_NEXT, #call))

static bool no_program(void)
{
    if (!strikes(PROGRAM))
        return false;
    errno = EPERM;
    return true;
}

PUBLIC int execve(const char *path, char *const argv[], char *const env[])
{
    return no_program() ? -1 : NEXT(execve)(path, argv, env);
}

PUBLIC int execv(const char *path, char *const argv[])
{
    return no_program() ? -1 : NEXT(execv)(path, argv);
}

PUBLIC int execvp(const char *file, char *const argv[])
{
    return no_program() ? -1 : NEXT(execvp)(file, argv);
}

PUBLIC int posix_spawn(pid_t *child, const char *path, const posix_spawn_file_actions_t *actions,
                       const posix_spawnattr_t *attributes, char *const argv[], char *const env[])
{
    return no_program() ? EPERM : NEXT(posix_spawn)(child, path, actions, attributes, argv, env);
}

PUBLIC int posix_spawnp(pid_t *child, const char *file, const posix_spawn_file_actions_t *actions,
                        const posix_spawnattr_t *attributes, char *const argv[], char *const env[])
{
    return no_program() ? EPERM : NEXT(posix_spawnp)(child, file, actions, attributes, argv, env);
}

PUBLIC int system(const char *command)
{
    return no_program() ? -1 : NEXT(system)(command);
}

PUBLIC FILE *popen(const char *command, const char *mode)
{
    return no_program() ? NULL : NEXT(popen)(command, mode);
}

/* ------------------------------------------------------------------------- system calls ---- */

static const struct {
    int number;
    enum kind kind;
    int error;
} caught[] = {
    { SYS_write, SPACE, ENOSPC },      { SYS_writev, SPACE, ENOSPC },
    { SYS_pwrite64, SPACE, ENOSPC },   { SYS_write, SHORT, 0 },
    { SYS_pwrite64, SHORT, 0 },        { SYS_fsync, SYNC, EIO },
    { SYS_fdatasync, SYNC, EIO },      { SYS_renameat, RENAME, EIO },
    { SYS_renameat2, RENAME, EIO },    { SYS_openat, OPEN, EMFILE },
    { SYS_read, READ, EIO },           { SYS_pread64, READ, EIO },
#ifdef SYS_rename
    { SYS_rename, RENAME, EIO },
#endif
#ifdef SYS_open
    { SYS_open, OPEN, EMFILE },
#endif
};

#if defined __x86_64__
#define ARCH AUDIT_ARCH_X86_64
#define REG(c, n) ((c)->uc_mcontext.gregs[(const int[]){ REG_RDI, REG_RSI, REG_RDX, REG_R10, \
                                                         REG_R8 }[n]])
#define RESULT(c) ((c)->uc_mcontext.gregs[REG_RAX])
#elif defined __aarch64__
#define ARCH AUDIT_ARCH_AARCH64
#define REG(c, n) ((c)->uc_mcontext.regs[n])
#define RESULT(c) ((c)->uc_mcontext.regs[0])
#endif

#ifdef ARCH
static void on_call(int number, siginfo_t *info, void *context)
{
    ucontext_t *const c = context;
    const int kept = errno;
    const long length = (long)REG(c, 2);

    (void)number;
    for (size_t i = 0; i < COUNT(caught); i++) {
        if (caught[i].number != info->si_syscall || caught[i].kind != what)
            continue;
        const uint64_t strike = strikes(what);
        const bool half = strike > 0 && length > 1 &&
                          (what == SHORT || (what == SPACE && !once && strike == 1));
        if (strike > 0 && caught[i].error && !half)
            RESULT(c) = -caught[i].error;
        else {
            const long done = syscall(info->si_syscall, REG(c, 0), REG(c, 1),
                                      half ? length / 2 : length, REG(c, 3),
                                      REG(c, 4), PASS);
            RESULT(c) = done < 0 ? -errno : done;
        }
        break;
    }
    errno = kept;
}

/* Calls of the kind, but for our own, and what is written to standard error, where the tool has to
 * say what is the matter. */
static bool catch_calls(void)
{
#define LOAD(member) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define SKIP(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, yes, no)
#define END(value) BPF_STMT(BPF_RET | BPF_K, value)
    struct sock_filter code[10 + 6 * COUNT(caught)] = { LOAD(arch), SKIP(ARCH, 1, 0),
                                                        END(SECCOMP_RET_ALLOW), LOAD(args[5]),
                                                        SKIP(PASS, 0, 1), END(SECCOMP_RET_ALLOW) };
    struct sigaction action = { .sa_sigaction = on_call, .sa_flags = SA_SIGINFO | SA_NODEFER };
    unsigned short used = 6;

    for (size_t i = 0; i < COUNT(caught); i++) {
        if (caught[i].kind != what)
            continue;
        const bool file = what == SPACE || what == SHORT;
        const struct sock_filter rule[] = { LOAD(nr), SKIP((unsigned)caught[i].number, 0, 3),
                                            LOAD(args[0]),
                                            SKIP(file ? STDERR_FILENO : PASS, 1, 0),
                                            END(SECCOMP_RET_TRAP) };
        memcpy(code + used, rule, sizeof rule);
        used = (unsigned short)(used + COUNT(rule));
    }
    code[used++] = (struct sock_filter)END(SECCOMP_RET_ALLOW);
    const struct sock_fprog program = { used, code };
    return sigaction(SIGSYS, &action, NULL) == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}
#else
static bool catch_calls(void)
{
    return false;
}
#endif

/* -------------------------------------------------------------------------------- begin ---- */

static struct tally *open_tally(const char *path)
{
    const int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    void *const map = file >= 0 ? mmap(NULL, sizeof(struct tally), PROT_READ | PROT_WRITE,
                                       MAP_SHARED, file, 0)
                                : MAP_FAILED;

    if (file >= 0)
        close(file);
    return map == MAP_FAILED ? NULL : map;
}

/* Who asked for what there is not must not take silence for success. */
__attribute__((constructor)) static void begin(void)
{
    const char *const fault = getenv("BASIN_FAULT");
    char word[16], mode[8];
    unsigned long long k;
    enum kind kind = NOTHING;

    if (!fault)
        return;
    tally = open_tally(getenv("BASIN_FAULT_TALLY"));
    if (tally && sscanf(fault, "%15s %llu %7s", word, &k, mode) == 3)
        for (size_t i = 1; i < COUNT(words); i++)
            if (strcmp(word, words[i]) == 0)
                kind = (enum kind)i;
    if (kind == NOTHING)
        _exit(99);
    first = k;
    once = strcmp(mode, "once") == 0;
    what = kind;
    if (kind != MEMORY && kind != PROGRAM && !catch_calls())
        _exit(98);
}
