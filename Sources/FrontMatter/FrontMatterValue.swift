// SPDX-License-Identifier: GPL-3.0-or-later

import Yams

/// A value of front matter, as text: what is a date or a number is its reader’s to say.
package enum FrontMatterValue: Hashable, Sendable {
    /// One text.
    case text(String)
    /// Several texts, in order; none for a field without a value.
    case list([String])
    /// A mapping, or a list of more than texts.
    case nested
    /// A date, a number or a truth value, to be written without quotation marks; it is read as a text.
    case plain(String)

    /// The text, or the first of several.
    package var text: String? {
        switch self {
        case .text(let text), .plain(let text): text
        case .list(let texts): texts.first
        case .nested: nil
        }
    }

    /// The texts.
    package var list: [String] {
        switch self {
        case .text(let text), .plain(let text): [text]
        case .list(let texts): texts
        case .nested: []
        }
    }

    /// Whether the field has no value.
    package var isEmpty: Bool {
        switch self {
        case .text(let text), .plain(let text): text.isEmpty
        case .list(let texts): texts.isEmpty
        case .nested: false
        }
    }

    /// The value as it is read back.
    package var read: FrontMatterValue {
        switch self {
        case .plain(let text): .text(text)
        case .list(let texts): .list(texts.filter { !$0.isEmpty })
        case .text, .nested: self
        }
    }

    /// A value of a program that has no types: what looks like a date, a number or a truth value is one.
    package init(untyped text: String) { self = FrontMatter.isOther(text) ? .plain(text) : .text(text) }

    /// The value of a node; an item of a list that says nothing is none.
    init(_ node: Node) {
        switch node {
        case .scalar(let scalar): self = scalar.isNull ? .list([]) : .text(scalar.string)
        case .sequence(let items):
            let texts = items.compactMap(\.scalar)
            self =
                texts.count == items.count
                ? .list(texts.filter { !$0.isNull && !$0.string.isEmpty }.map(\.string)) : .nested
        case .mapping, .alias: self = .nested
        }
    }
}

extension Node.Scalar {
    /// Whether the scalar says nothing (YAML 1.2, 10.2.1.1).
    var isNull: Bool { style == .plain && ["", "~", "null", "Null", "NULL"].contains(string) }
}
