// SPDX-License-Identifier: GPL-3.0-or-later

/// A text in one language, with its arguments numbered.
struct Translation: Equatable {
    /// The text.
    let form: TextForm
    /// What stands for the substitutions in it, in the file's order.
    let substitutions: [Substitution]
    /// The kinds of the arguments, in the order of their positions.
    let arguments: [ArgumentKind]
}
