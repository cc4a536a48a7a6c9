// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession
import Foundation

/// A name that an account may have: 1 to 64 letters, digits, `.`, `_` and `-`, a letter or a digit first, and letters of
/// one alphabet only, if alphabets have letters that look alike.
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

    /// A mark would combine with the text before the name, and a name such as `-x` or `..` means something to programs.
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
            // The Hangul fillers are invisible letters.
            !scalar.properties.isDefaultIgnorableCodePoint
        default: false
        }
    }
}

/// An alphabet with letters that look like another’s, as Latin a and Cyrillic а do.
///
/// After Unicode Technical Standard 39, section 5.1: of these, a name may have letters of one. Scripts without such
/// letters, such as Han and Arabic, are not among them and go with any.
enum Alphabet: Hashable {
    case latin
    case greek
    case coptic
    case cyrillic
    case armenian
    case cherokee

    /// The alphabet of a letter, by Unicode’s blocks; `nil` for everything else.
    init?(of scalar: Unicode.Scalar) {
        guard scalar.properties.isAlphabetic else { return nil }
        switch scalar.value {
        // The micro sign is the Greek letter in all but name.
        case 0xB5, 0x370...0x3E1, 0x3F0...0x3FF, 0x1F00...0x1FFF: self = .greek
        case 0x41...0x24F, 0x250...0x2AF, 0x1D00...0x1DBF, 0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA720...0xA7FF,
            0xAB30...0xAB6F, 0xFB00...0xFB06, 0xFF21...0xFF5A:
            self = .latin
        case 0x3E2...0x3EF, 0x2C80...0x2CFF: self = .coptic
        case 0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: self = .cyrillic
        case 0x530...0x58F, 0xFB13...0xFB17: self = .armenian
        case 0x13A0...0x13FF, 0xAB70...0xABBF: self = .cherokee
        default: return nil
        }
    }
}
