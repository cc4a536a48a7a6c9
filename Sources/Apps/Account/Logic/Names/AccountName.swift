// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
package import Session

/// A name that an account may have: 1 to 64 letters, digits, `.`, `_` and `-`, a letter or a digit first, and letters of
/// one alphabet only where alphabets have letters that look alike.
///
/// In Unicode’s form NFKC: letters that are another’s only in their width or style are that other one.
package struct AccountName: Hashable, Sendable {
    /// The name as people read it.
    package let text: String
    /// The same for every spelling of the name, in capitals or not, composed or not, wide or narrow.
    package let key: String

    /// The most characters (Unicode scalars, in NFKC).
    package static let limit = 64

    /// Checks a name.
    ///
    /// - Throws: `AuthenticationFault.badName`.
    package init(_ text: String) throws(AuthenticationFault) {
        let composed = text.precomposedStringWithCompatibilityMapping
        let scalars = composed.unicodeScalars
        guard let first = scalars.first, scalars.count <= Self.limit, Self.mayLead(first),
            scalars.allSatisfy({ Self.isAllowed($0) }), Set(scalars.compactMap(Alphabet.init(of:))).count <= 1
        else { throw .badName(text) }
        self.text = composed
        key = Self.key(of: composed)
    }

    /// The key of any text, also of one that no account may have: it is then the key of no account.
    package static func key(of text: String) -> String {
        // Up and down again, so that letters with two small forms or none of their own (ς and σ, ß and ss) meet.
        text.precomposedStringWithCompatibilityMapping.uppercased().lowercased()
            .precomposedStringWithCompatibilityMapping
    }

    /// A mark would hang on what stands before the name, and a name such as `-x` or `..` means something to programs.
    private static func mayLead(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark: false
        default: !".-_".unicodeScalars.contains(scalar)
        }
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "." || scalar == "_" || scalar == "-" { return true }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .nonspacingMark, .spacingMark:
            // The Hangul fillers are letters that nobody sees.
            !scalar.properties.isDefaultIgnorableCodePoint
        default: false
        }
    }
}
