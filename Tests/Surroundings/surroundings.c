// SPDX-License-Identifier: GPL-3.0-or-later

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

extern char **environ;

/// The variables that tests may inherit, by the starts of their names.
static const char *const kept[] = {
    // A home is for the compiler, which keeps things there.
    "PATH=", "HOME=", "TMPDIR=", "USER=", "LOGNAME=",
    // For what runs the tests, and for the tests themselves.
    "LD_", "SWIFT", "SWT_", "XCT", "LLVM_", "ATRIUM_PICTURES", "ATRIUM_SCRIPT",
    "ATRIUM_THOROUGH",
};

static int is_kept(const char *variable) {
    for (size_t index = 0; index < sizeof kept / sizeof *kept; index++)
        if (strncmp(variable, kept[index], strlen(kept[index])) == 0) return 1;
    return 0;
}

/// Removes every other variable: an editor, a browser, a language, git's configuration.
static void forget_variables(void) {
    char **next = environ;
    for (char **variable = environ; next && *variable; variable++)
        if (is_kept(*variable)) *next++ = *variable;
    if (next) *next = NULL;
    setenv("LANG", "C.UTF-8", 1);
    setenv("TZ", "Etc/UTC", 1);
    setenv("INPUTRC", "/dev/null", 1);
}

/// Bounds how many test cases run at once, and with them the stores, processes and descriptors.
///
/// Without a bound the testing library starts thousands of cases together, and each keeps its store open until the others
/// had their turns. The library knows this variable from Swift 6.3 on; an older one gets as many descriptors as are
/// allowed.
static void bound(void) {
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "9", 0);
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= 4096) return;
    files.rlim_cur = files.rlim_max < 4096 ? files.rlim_max : 4096;
    setrlimit(RLIMIT_NOFILE, &files);
}

__attribute__((constructor)) static void surround(void) {
    forget_variables();
    bound();
}
