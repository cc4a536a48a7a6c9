// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef CLINUX_SHIM_H
#define CLINUX_SHIM_H

// What glibc declares only under _GNU_SOURCE, with which this module would disagree with Swift's Glibc on other types;
// see open(2), fcntl(2), pipe(2), rename(2), sync(2), sched_setaffinity(2), posix_spawn(3) and pty(7).

#include <fcntl.h>
#include <malloc.h>
#include <spawn.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

extern int pipe2(int ends[2], int flags);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *folder);
extern int posix_openpt(int flags);
extern int grantpt(int terminal);
extern int unlockpt(int terminal);
extern char *ptsname(int terminal);
extern int syncfs(int descriptor);
extern int renameat2(int from, const char *old_name, int to, const char *new_name, unsigned int flags);

// Macros whose values differ from one machine to another.
static const int CLINUX_O_TMPFILE = __O_TMPFILE | __O_DIRECTORY;
static const int CLINUX_O_PATH = __O_PATH;
static const long CLINUX_TMPFS_MAGIC = 0x01021994;
static const long CLINUX_RAMFS_MAGIC = 0x858458f6;
static const unsigned int CLINUX_RENAME_NOREPLACE = 1;
static const unsigned int CLINUX_RENAME_EXCHANGE = 2;
static const int CLINUX_POSIX_SPAWN_SETSID = 0x80;
static const int CLINUX_F_SETLEASE = 1024;
static const int CLINUX_F_SETSIG = 10;

// The kind of file system that a path is on, see statfs(2); -1 where that cannot be told.
static inline long clinux_file_system(const char *path) {
    struct statfs system;
    return statfs(path, &system) == 0 ? (long)system.f_type : -1;
}

// The variables of the environment, each as “name=value”, up to a null pointer; see environ(7).
static inline char **clinux_variables(void) {
    extern char **environ;
    return environ;
}

// Has memory of this size, in bytes, and more taken from the system by itself, and given back to it as soon as it is free.
//
// glibc otherwise raises its own bound, from 128 KiB up to 32 MiB, to the size of whatever is given back, and then keeps
// such memory for later: mallopt(3), M_MMAP_THRESHOLD. So much at the end of the rest may stay free.
static inline void clinux_give_back_memory(int size, int kept) {
#ifdef M_MMAP_THRESHOLD
    mallopt(M_MMAP_THRESHOLD, size);
    mallopt(M_TRIM_THRESHOLD, kept);
#endif
}

// Keeps this thread, and the processes that it starts, on the processor that it is on.
static inline void clinux_stay_on_one_processor(void) {
    unsigned int processor = 0;
    if (syscall(SYS_getcpu, &processor, (void *)0, (void *)0) != 0 || processor >= 1024) return;
    unsigned long set[1024 / (8 * sizeof(unsigned long))] = {0};
    set[processor / (8 * sizeof(unsigned long))] = 1UL << processor % (8 * sizeof(unsigned long));
    syscall(SYS_sched_setaffinity, 0, sizeof set, set);
}

// Lets this thread, and the processes that it starts, go to whichever processor is free.
static inline void clinux_use_all_processors(void) {
    unsigned long set[1024 / (8 * sizeof(unsigned long))];
    memset(set, 0xFF, sizeof set);
    syscall(SYS_sched_setaffinity, 0, sizeof set, set);
}

#endif
