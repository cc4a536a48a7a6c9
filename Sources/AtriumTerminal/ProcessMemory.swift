// SPDX-License-Identifier: GPL-3.0-or-later

import CAtriumLinux
import CAtriumReadline
import Glibc

/// The dump of a process that is written to disk when it crashes.
public enum CoreDumps {
    /// Forbids it for the rest of the process, and with it that other processes of the same user read its memory: both
    /// would show the passwords, tokens and texts that are in it.
    ///
    /// Programs that are started by this one may be read again, but leave no file either.
    public static func forbid() {
        var limit = rlimit()
        // If one of the two is refused, the other works.
        if getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0 {
            limit.rlim_cur = 0
            setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
        }
        _ = creadline_forbid_dumps()
    }
}

/// The return of large pieces of unused memory to the system.
public enum LargeMemory {
    /// Returns each piece of 1 MiB and more to the system at once, for the rest of the process.
    ///
    /// The contents read from a file and stored, some megabytes at a time, would otherwise lie between other data, and
    /// a million messages would take a quarter more memory. It costs nothing that can be measured.
    public static func giveBack() { clinux_give_back_memory(1 << 20, 4 << 20) }
}
