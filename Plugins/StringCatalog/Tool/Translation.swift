// SPDX-License-Identifier: GPL-3.0-or-later

/// A text in one language, with its arguments numbered.
struct Translation: Equatable {
    /// The text.
    let form: TextForm
    /// What stands for the substitutions in it, in the file's order.
    let substitutions: [Substitution]
    /// The kinds of the arguments, in the order of their positions.
    let arguments: [ArgumentKind]

    /// The positions of the numbers that choose its forms.
    var choosers: [Int] {
        ([form] + substitutions.map(\.form)).compactMap {
            if case .plural(let chooser, _) = $0 { chooser } else { nil }
        }
    }
}
