// SPDX-License-Identifier: GPL-3.0-or-later

/// One text, or one for each plural category of a number.
enum TextForm: Equatable {
    /// The same text whatever the numbers.
    case plain([TextPart])
    /// Texts chosen by the integer argument at a position, counted from one.
    case plural(by: Int, [PluralCategory: [TextPart]])
}
