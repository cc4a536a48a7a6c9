// SPDX-License-Identifier: GPL-3.0-or-later

#include "fault_vfs.h"

#include <errno.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    sqlite3_file base;
    char path[1024];
    sqlite3_file real[];
} fault_file;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct {
    char prefix[1024];
    int taken, kinds, passing, lasting, number, calls;
} disks[16];
#define DISKS (int)(sizeof disks / sizeof *disks)
static _Thread_local int last_number;
static sqlite3_vfs *original;

// Whether this call has to fail.
static int fails(const char *path, int kind) {
    int number = 0;
    pthread_mutex_lock(&mutex);
    for (int i = 0; i < DISKS; i++) {
        if (!(disks[i].kinds & kind) || strncmp(path, disks[i].prefix, strlen(disks[i].prefix))) continue;
        int calls = ++disks[i].calls;
        if (calls == disks[i].passing + 1 || (disks[i].lasting && calls > disks[i].passing)) number = disks[i].number;
    }
    pthread_mutex_unlock(&mutex);
    if (number) last_number = number;
    return number;
}

#define FILE_OF(f) ((fault_file *)(f))
#define REAL(f) (FILE_OF(f)->real)
#define CALL(f, name, ...) REAL(f)->pMethods->name(REAL(f), ##__VA_ARGS__)

static int file_close(sqlite3_file *f) { return CALL(f, xClose); }

static int file_read(sqlite3_file *f, void *bytes, int count, sqlite3_int64 offset) {
    // As unixRead does.
    int number = fails(FILE_OF(f)->path, FAULT_READ);
    if (number) return number == EIO ? SQLITE_IOERR_CORRUPTFS : SQLITE_IOERR_READ;
    return CALL(f, xRead, bytes, count, offset);
}

static int file_write(sqlite3_file *f, const void *bytes, int count, sqlite3_int64 offset) {
    int number = fails(FILE_OF(f)->path, FAULT_WRITE);
    if (!number) return CALL(f, xWrite, bytes, count, offset);
    if (count > 1) CALL(f, xWrite, bytes, count / 2, offset);
    // As unixWrite does.
    return number == ENOSPC ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}

static int file_truncate(sqlite3_file *f, sqlite3_int64 size) {
    if (fails(FILE_OF(f)->path, FAULT_WRITE)) return SQLITE_IOERR_TRUNCATE;
    return CALL(f, xTruncate, size);
}

static int file_sync(sqlite3_file *f, int flags) {
    if (fails(FILE_OF(f)->path, FAULT_SYNC)) return SQLITE_IOERR_FSYNC;
    return CALL(f, xSync, flags);
}

static int file_size(sqlite3_file *f, sqlite3_int64 *size) { return CALL(f, xFileSize, size); }
static int file_lock(sqlite3_file *f, int level) { return CALL(f, xLock, level); }
static int file_unlock(sqlite3_file *f, int level) { return CALL(f, xUnlock, level); }
static int file_reserved(sqlite3_file *f, int *result) { return CALL(f, xCheckReservedLock, result); }
static int file_control(sqlite3_file *f, int code, void *value) { return CALL(f, xFileControl, code, value); }
static int file_sector(sqlite3_file *f) { return CALL(f, xSectorSize); }
static int file_traits(sqlite3_file *f) { return CALL(f, xDeviceCharacteristics); }

static int file_shm_map(sqlite3_file *f, int page, int size, int extends, void volatile **address) {
    if (extends && fails(FILE_OF(f)->path, FAULT_SHARED)) return SQLITE_IOERR_SHMSIZE;
    return CALL(f, xShmMap, page, size, extends, address);
}

static int file_shm_lock(sqlite3_file *f, int offset, int count, int flags) {
    return CALL(f, xShmLock, offset, count, flags);
}
static void file_shm_barrier(sqlite3_file *f) { CALL(f, xShmBarrier); }
static int file_shm_unmap(sqlite3_file *f, int deletes) { return CALL(f, xShmUnmap, deletes); }
static int file_fetch(sqlite3_file *f, sqlite3_int64 offset, int count, void **address) {
    return CALL(f, xFetch, offset, count, address);
}
static int file_unfetch(sqlite3_file *f, sqlite3_int64 offset, void *address) {
    return CALL(f, xUnfetch, offset, address);
}

static const sqlite3_io_methods methods = {
    3, file_close, file_read, file_write, file_truncate, file_sync, file_size, file_lock, file_unlock, file_reserved,
    file_control, file_sector, file_traits, file_shm_map, file_shm_lock, file_shm_barrier, file_shm_unmap, file_fetch,
    file_unfetch,
};

static int vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *f, int flags, int *out) {
    fault_file *file = FILE_OF(f);
    file->base.pMethods = NULL;
    strncpy(file->path, name ? name : "", sizeof file->path - 1);
    file->path[sizeof file->path - 1] = 0;
    file->real->pMethods = NULL;
    if (name && fails(name, FAULT_OPEN)) return SQLITE_CANTOPEN;
    int code = original->xOpen(original, name, file->real, flags, out);
    if (file->real->pMethods) file->base.pMethods = &methods;
    return code;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *name, int sync) { return original->xDelete(original, name, sync); }
static int vfs_access(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
    return original->xAccess(original, name, flags, result);
}
static int vfs_path(sqlite3_vfs *vfs, const char *name, int size, char *path) {
    return original->xFullPathname(original, name, size, path);
}
static int vfs_error(sqlite3_vfs *vfs, int size, char *text) {
    int number = last_number;
    last_number = 0;
    return number ? number : original->xGetLastError(original, size, text);
}

static void install(void) {
    static sqlite3_vfs vfs;
    original = sqlite3_vfs_find(NULL);
    vfs = *original;
    vfs.zName = "fault";
    vfs.pNext = NULL;
    vfs.szOsFile = (int)sizeof(fault_file) + original->szOsFile;
    vfs.xOpen = vfs_open;
    vfs.xDelete = vfs_delete;
    vfs.xAccess = vfs_access;
    vfs.xFullPathname = vfs_path;
    vfs.xGetLastError = vfs_error;
    sqlite3_vfs_register(&vfs, 1);
}

void fault_vfs_install(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
}

int fault_vfs_arm(const char *prefix, int kinds, int passing, int lasting, int number) {
    pthread_mutex_lock(&mutex);
    int disk = 0;
    while (disk < DISKS && disks[disk].taken) disk++;
    if (disk == DISKS) abort();
    memset(&disks[disk], 0, sizeof *disks);
    strncpy(disks[disk].prefix, prefix, sizeof disks[disk].prefix - 1);
    disks[disk].taken = 1;
    disks[disk].kinds = kinds;
    disks[disk].passing = passing;
    disks[disk].lasting = lasting;
    disks[disk].number = number;
    pthread_mutex_unlock(&mutex);
    return disk;
}

int fault_vfs_disarm(int disk) {
    pthread_mutex_lock(&mutex);
    int seen = disks[disk].calls;
    memset(&disks[disk], 0, sizeof *disks);
    pthread_mutex_unlock(&mutex);
    return seen;
}
