// SPDX-License-Identifier: GPL-3.0-or-later

/// A text that is kept to be sent again, with a gap for each word in `{{` and `}}`.
package struct MessageTemplate: Hashable, Sendable {
    /// How the user calls it: one word, which in no other case is another template’s.
    package let name: String
    /// The text.
    package let text: String

    /// A template of this text.
    package init(name: String, text: String) {
        self.name = name
        self.text = text
    }

    /// Whether it is called so.
    package func isCalled(_ name: String) -> Bool { self.name.lowercased() == name.lowercased() }
}
