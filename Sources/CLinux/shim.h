// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef CLINUX_SHIM_H
#define CLINUX_SHIM_H

// What glibc declares only under _GNU_SOURCE, with which this module would disagree with Swift's Glibc on other types;
// see open(2), pipe(2), rename(2), sync(2) and posix_spawn(3).

#include <fcntl.h>
#include <spawn.h>
#include <sys/vfs.h>

extern int pipe2(int ends[2], int flags);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
extern int syncfs(int descriptor);
extern int renameat2(int from, const char *old_name, int to, const char *new_name, unsigned int flags);

// Macros whose values differ from one machine to another.
static const int CLINUX_O_TMPFILE = __O_TMPFILE | __O_DIRECTORY;
static const int CLINUX_O_PATH = __O_PATH;
static const long CLINUX_TMPFS_MAGIC = 0x01021994;
static const long CLINUX_RAMFS_MAGIC = 0x858458f6;
static const unsigned int CLINUX_RENAME_NOREPLACE = 1;

// The kind of file system that a path is on, see statfs(2); -1 where that cannot be told.
static inline long clinux_file_system(const char *path) {
    struct statfs system;
    return statfs(path, &system) == 0 ? (long)system.f_type : -1;
}

#endif
