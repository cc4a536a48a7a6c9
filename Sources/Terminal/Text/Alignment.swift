// SPDX-License-Identifier: GPL-3.0-or-later

/// Where text stands in a column that is wider than it.
public enum Alignment: Sendable {
    /// Blanks follow the text.
    case left
    /// Blanks precede the text.
    case right
}
