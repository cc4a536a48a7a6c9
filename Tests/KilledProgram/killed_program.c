// SPDX-License-Identifier: GPL-3.0-or-later

#define _GNU_SOURCE
#include "killed_program.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Whether a system call can change a file or a folder.
static int changes_files(unsigned long long number, const unsigned long long arguments[6]) {
    switch (number) {
    case SYS_openat: return (arguments[2] & (O_CREAT | O_TRUNC | __O_TMPFILE)) != 0;
    // Standard output and standard error are no files of a home.
    case SYS_write: return arguments[0] > 2;
    case SYS_pwrite64:
    case SYS_ftruncate:
    case SYS_fsync:
    case SYS_fdatasync:
    case SYS_syncfs:
    case SYS_linkat:
    case SYS_unlinkat:
    case SYS_mkdirat:
    case SYS_renameat2:
    case SYS_fchmod:
#ifdef SYS_renameat
    case SYS_renameat:
#endif
#ifdef SYS_open
    case SYS_rename:
    case SYS_link:
    case SYS_unlink:
    case SYS_mkdir:
    case SYS_rmdir:
#endif
        return 1;
#ifdef SYS_open
    case SYS_open: return (arguments[1] & (O_CREAT | O_TRUNC)) != 0;
#endif
    default: return 0;
    }
}

static int run(char *const arguments[], char *const variables[], const char *folder, int call, int *status) {
    pid_t child = fork();
    if (child < 0) return -1;
    if (child == 0) {
        int nothing = open("/dev/null", O_RDWR);
        dup2(nothing, 0);
        dup2(nothing, 1);
        dup2(nothing, 2);
        // Descriptors of the tests are none of the program’s.
        syscall(SYS_close_range, 3, ~0U, 0);
        if (chdir(folder) != 0 || ptrace(PTRACE_TRACEME, 0, 0, 0) != 0) _exit(126);
        raise(SIGSTOP);
        execve(arguments[0], arguments, variables);
        _exit(127);
    }
    int state = 0;
    if (waitpid(child, &state, __WALL) != child || !WIFSTOPPED(state)
        || ptrace(PTRACE_SETOPTIONS, child, 0,
               PTRACE_O_EXITKILL | PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC)
               != 0) {
        kill(child, SIGKILL);
        while (waitpid(child, &state, __WALL) < 0 && errno == EINTR) {}
        return -1;
    }
    ptrace(PTRACE_SYSCALL, child, 0, 0);
    int count = 0;
    while (1) {
        // This thread traces the program’s threads, and waits for no child of another one.
        pid_t thread = waitpid(-1, &state, __WALL | __WNOTHREAD);
        if (thread < 0) {
            if (errno == EINTR) continue;
            return -1;
        }
        if (WIFEXITED(state) || WIFSIGNALED(state)) {
            if (thread != child) continue;
            *status = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
            return 1;
        }
        int signal = WSTOPSIG(state);
        if (signal == (SIGTRAP | 0x80)) {
            struct __ptrace_syscall_info info;
            long size = ptrace(PTRACE_GET_SYSCALL_INFO, thread, (void *)sizeof info, &info);
            if (size > 0 && info.op == PTRACE_SYSCALL_INFO_ENTRY
                && changes_files(info.entry.nr, (const unsigned long long *)info.entry.args) && ++count == call) {
                kill(child, SIGKILL);
                while (1) {
                    pid_t ended = waitpid(-1, &state, __WALL | __WNOTHREAD);
                    if (ended == child && (WIFEXITED(state) || WIFSIGNALED(state))) return 0;
                    if (ended < 0 && errno != EINTR) return 0;
                }
            }
            ptrace(PTRACE_SYSCALL, thread, 0, 0);
        } else if (signal == SIGTRAP || signal == SIGSTOP) {
            // An event of tracing, or a new thread.
            ptrace(PTRACE_SYSCALL, thread, 0, 0);
        } else {
            ptrace(PTRACE_SYSCALL, thread, 0, (void *)(long)signal);
        }
    }
}

struct killed_run {
    char *const *arguments;
    char *const *variables;
    const char *folder;
    int call;
    int status;
    int result;
};

static void *run_on_thread(void *context) {
    struct killed_run *it = context;
    it->result = run(it->arguments, it->variables, it->folder, it->call, &it->status);
    return 0;
}

int killed_program_run(char *const arguments[], char *const variables[], const char *folder, int call, int *status) {
    struct killed_run it = {arguments, variables, folder, call, *status, -1};
    pthread_t thread;
    // A new thread has no other children, whose status it would take.
    if (pthread_create(&thread, 0, run_on_thread, &it) != 0) return -1;
    pthread_join(thread, 0);
    *status = it.status;
    return it.result;
}
