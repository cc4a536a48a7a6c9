// SPDX-License-Identifier: GPL-3.0-or-later

import CLinux

/// What becomes of large pieces of memory that are not used any more.
public enum LargeMemory {
    /// Has each of 1 MiB and more go back to the system at once, for the rest of the process.
    ///
    /// What is read of a file and stored, some megabytes at a time, would otherwise come to lie between other things, where
    /// a million messages take a quarter more memory. It costs nothing that can be measured.
    public static func giveBack() { clinux_give_back_memory(1 << 20, 4 << 20) }
}
