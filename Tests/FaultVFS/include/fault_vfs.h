// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef FAULT_VFS_H
#define FAULT_VFS_H

// A file system for SQLite that fails on demand, below some folders; everything else passes through.

enum fault_kind {
    FAULT_READ = 1,
    FAULT_WRITE = 2,
    FAULT_SYNC = 4,
    FAULT_SHARED = 8, // making the file that processes share larger
    FAULT_OPEN = 16,
};

// Makes it the file system of every database that is opened from now on. Only the first call does anything.
void fault_vfs_install(void);

// Lets calls fail on files whose path begins with `prefix`: of those of `kinds`, the one after `passing` others, and if
// `lasting` each one after it, with the system's error `number`. A write that fails has written its first half.
// Returns what `fault_vfs_disarm` takes: several tests may have a disk of their own fail at the same time.
int fault_vfs_arm(const char *prefix, int kinds, int passing, int lasting, int number);

// Lets nothing fail there any more. Returns how many calls there were since it was armed.
int fault_vfs_disarm(int disk);

#endif
