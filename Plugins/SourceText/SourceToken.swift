// SPDX-License-Identifier: GPL-3.0-or-later

/// A piece of Swift source that is neither white space nor comment.
///
/// Only as much is told apart as the build tools ask for: words, symbols, and literals that hold no code.
package struct SourceToken: Equatable, Sendable {
    /// What a token is.
    package enum Kind: Equatable, Sendable {
        /// A keyword, identifier or number.
        case word
        /// An identifier between backticks, which is never a keyword; the range leaves the backticks out.
        case quotedWord
        /// One ASCII character of punctuation or of an operator.
        case symbol(UInt8)
        /// A piece of a string, or a regular expression; code interpolated into a string gives its own tokens.
        case literal
    }

    /// What the token is.
    package let kind: Kind
    /// Where it stands, as offsets into the bytes that were scanned.
    package let range: Range<Int>

    /// Tells whether this is the given symbol.
    package func isSymbol(_ symbol: Unicode.Scalar) -> Bool {
        kind == .symbol(UInt8(ascii: symbol))
    }

    /// Tells whether this may name a declaration or a module.
    package var isName: Bool {
        kind == .word || kind == .quotedWord
    }
}
