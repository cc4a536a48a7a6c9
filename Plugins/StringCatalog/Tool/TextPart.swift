// SPDX-License-Identifier: GPL-3.0-or-later

/// A piece of a text whose arguments are numbered.
enum TextPart: Equatable {
    /// Literal text.
    case text(String)
    /// The argument at this position, counted from one.
    case argument(Int)
    /// The chosen form of the substitution of this name.
    case substitution(String)
}
