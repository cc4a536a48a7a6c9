// SPDX-License-Identifier: GPL-3.0-or-later

/// A sentence or a word in every language, resolved only where it is shown.
///
/// The string catalogs compile to functions that return these.
public struct LocalizedText: Sendable {
    /// The key in the catalog: what programs may compare, whatever the language.
    public let key: String
    private let resolve: @Sendable (Language) -> String

    /// A text that `resolve` gives for a language.
    public init(_ key: String, _ resolve: @escaping @Sendable (Language) -> String) {
        self.key = key
        self.resolve = resolve
    }

    /// A text that is the same in every language, such as a name that a user gave.
    public init(verbatim text: String) {
        self.init("verbatim") { _ in text }
    }

    /// The text in one language.
    public func string(in language: Language) -> String { resolve(language) }
}
