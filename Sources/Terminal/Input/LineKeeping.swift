// SPDX-License-Identifier: GPL-3.0-or-later

/// For how long a typed line can be recalled.
public enum LineKeeping: Hashable, Sendable {
    /// By later processes too.
    case lasting
    /// While this process runs: the disk does not get it.
    case session
    /// Not at all.
    case none
}
