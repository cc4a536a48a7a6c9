// SPDX-License-Identifier: GPL-3.0-or-later

/// A part of a text that varies by a number of its own: `%#@notes@` in “%#@notes@ in %#@books@”.
struct Substitution: Equatable {
    /// The name between the at signs.
    let name: String
    /// The texts that stand for it.
    let form: TextForm
}
