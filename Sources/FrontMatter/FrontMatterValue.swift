// SPDX-License-Identifier: GPL-3.0-or-later

/// A value of front matter, as text: what is a date or a number is its reader’s to say.
package enum FrontMatterValue: Hashable, Sendable {
    /// One text.
    case text(String)
    /// Several texts, in order.
    case list([String])

    /// The text, or the first of several.
    package var text: String? {
        switch self {
        case .text(let text): text
        case .list(let texts): texts.first
        }
    }

    /// The texts.
    package var list: [String] {
        switch self {
        case .text(let text): [text]
        case .list(let texts): texts
        }
    }
}
