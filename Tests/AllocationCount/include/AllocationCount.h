// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

/// What a thread has asked the allocator for.
struct allocations {
    long bytes;
    long blocks;
};

/// What the calling thread has asked for so far, whether or not it was given back.
struct allocations allocations_of_thread(void);

#endif
