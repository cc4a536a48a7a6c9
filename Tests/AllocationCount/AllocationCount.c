// SPDX-License-Identifier: GPL-3.0-or-later

// Stands before glibc’s allocator in the process of the tests and counts, for each thread, what it is asked for: unlike a
// time, that is the same on every machine.

#include "AllocationCount.h"
#include <stddef.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);

static __thread struct allocations counted __attribute__((tls_model("initial-exec")));

struct allocations allocations_of_thread(void) { return counted; }

static void count(size_t size) {
    counted.bytes += (long)size;
    counted.blocks += 1;
}

void *malloc(size_t size) {
    count(size);
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count(number * size);
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    count(size);
    return __libc_realloc(block, size);
}
