// SPDX-License-Identifier: GPL-3.0-or-later

/// Work of a store that takes long, as the first look at a folder of many files does.
public enum LongWork {
    /// Hears from within the present task how much is done, of how much; nil where nobody does.
    @TaskLocal public static var progress: (@Sendable (_ done: Int, _ total: Int) -> Void)?
}
