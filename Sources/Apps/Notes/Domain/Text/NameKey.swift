// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// By what names are compared: tags, notebooks and titles, without regard to case, accents and width.
package enum NameKey {
    /// The most characters of a name that count.
    package static let longest = 120

    /// The name’s key.
    package static func of(_ name: String) -> String {
        // ASCII needs no tables of Foundation’s, and is most of what there is.
        if name.utf8.allSatisfy({ $0 < 0x80 }) {
            let start = name.utf8.drop { isBlank($0) }
            let end = start.lastIndex { !isBlank($0) }.map { start.index(after: $0) } ?? start.startIndex
            return String(name[start.startIndex..<end].lowercased().prefix(longest))
        }
        let folded = name.trimmingCharacters(in: .whitespaces).folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        return String(folded.prefix(longest))
    }

    /// By what paths are compared: level by level.
    package static func path(_ path: String) -> String {
        path.split(separator: "/").map { of(String($0)) }.joined(separator: "/")
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
