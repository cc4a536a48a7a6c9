// SPDX-License-Identifier: GPL-3.0-or-later

import CLinux

/// The memory that every start of a program comes to use.
public enum StartMemory {
    /// Has the system give it at once, which takes a twentieth off the time to the first prompt; to be called first.
    ///
    /// It is what a start uses in any case, but for the variables that it does not get to.
    public static func take() { clinux_populate(640 << 10) }
}
