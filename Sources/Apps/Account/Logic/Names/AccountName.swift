import Foundation
import Session

/// A name that an account may have: 1 to 64 letters, digits, `.`, `_` and `-`, in Unicode’s form NFC.
package struct AccountName: Hashable, Sendable {
    /// The name as people read it.
    package let text: String
    /// The same for every spelling of the name, in capitals or not, composed or not.
    package let key: String

    /// The most characters (Unicode scalars, in NFC).
    package static let limit = 64

    /// Checks a name.
    ///
    /// - Throws: `AuthenticationFault.badName`.
    package init(_ text: String) throws(AuthenticationFault) {
        let composed = text.precomposedStringWithCanonicalMapping
        let scalars = composed.unicodeScalars
        guard let first = scalars.first, scalars.count <= Self.limit, !Self.isMark(first),
            scalars.allSatisfy({ Self.isAllowed($0) })
        else { throw .badName(text) }
        self.text = composed
        key = Self.key(of: composed)
    }

    /// The key of any text, also of one that no account may have: it is then the key of no account.
    package static func key(of text: String) -> String {
        // Up and down again, so that letters with two small forms or none of their own (ς and σ, ß and ss) meet.
        text.precomposedStringWithCanonicalMapping.uppercased().lowercased().precomposedStringWithCanonicalMapping
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark: true
        default: false
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
