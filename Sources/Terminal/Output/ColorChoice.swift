// SPDX-License-Identifier: GPL-3.0-or-later

/// What the user wants of colours: the values of `--color`.
public enum ColorChoice: String, Sendable, CaseIterable {
    /// Colours where the output is a terminal that has them, and `NO_COLOR` does not forbid them.
    case auto
    /// Colours also into a pipe or file, and in spite of `NO_COLOR`.
    case always
    /// No colours.
    case never
}
