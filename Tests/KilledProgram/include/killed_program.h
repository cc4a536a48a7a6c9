// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef KILLED_PROGRAM_H
#define KILLED_PROGRAM_H

// Runs a program and kills it (SIGKILL) before one of the system calls by which it changes files, counted from 1.
//
// Returns 0 if it was killed, 1 if it ended by itself before, with its status in `status`; -1 if it cannot be traced here.
int killed_program_run(char *const arguments[], char *const variables[], const char *folder, int call, int *status);

#endif
