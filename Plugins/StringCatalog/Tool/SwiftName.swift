// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSourceText

/// What Swift calls the things of a catalog.
enum SwiftName {
    /// The member for a dotted key, as `noteAdded` for `note.added`, or `nil` if the key is none.
    static func member(for key: String) -> String? {
        let words = key.split(separator: ".", omittingEmptySubsequences: false)
        guard words.allSatisfy({ !$0.isEmpty && $0.unicodeScalars.allSatisfy(isPlain) }),
            let first = words.first, let letter = first.unicodeScalars.first, ("a"..."z").contains(letter)
        else { return nil }
        return words.dropFirst().reduce(into: String(first)) { $0 += $1.prefix(1).uppercased() + $1.dropFirst() }
    }

    /// Tells whether a text can name an argument.
    static func isArgument(_ name: String) -> Bool {
        member(for: name) == name && !reserved.contains(name)
    }

    /// Tells whether a text can name a type.
    static func isType(_ name: String) -> Bool {
        guard let letter = name.unicodeScalars.first, ("A"..."Z").contains(letter) else { return false }
        return name.unicodeScalars.allSatisfy(isPlain) && !["Any", "Self", "Type", "Protocol"].contains(name)
    }

    /// The name as it is declared: keywords need backticks.
    static func declared(_ name: String) -> String {
        SwiftKeyword.all.contains(name) ? "`\(name)`" : name
    }

    /// Names that no backticks help: `Strings.self` and `Strings.init` are something else.
    static let reserved: Set<String> = ["self", "init"]

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
    }
}
