// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSourceText

/// The names in Swift sources that a new app must leave alone.
struct DeclaredNames: Equatable {
    /// The types that are in no other.
    private(set) var types: Set<String> = []
    /// The ids of apps.
    private(set) var apps: Set<String> = []

    private static let keywords: Set<String> = ["struct", "class", "enum", "protocol", "actor", "typealias"]

    /// Adds those of a file.
    mutating func add(_ bytes: [UInt8]) {
        var last: [String] = []
        var depth = 0
        for token in SourceScanner(bytes) {
            let text = String(decoding: bytes[token.range], as: UTF8.self)
            if token.isSymbol("{") { depth += 1 } else if token.isSymbol("}") { depth -= 1 }
            if depth == 0, token.isName, let keyword = last.last, Self.keywords.contains(keyword) { types.insert(text) }
            // let id: AppID = "notes"
            if token.kind == .literal, last == ["AppID", "="] { apps.insert(text.filter { $0 != "\"" }) }
            last = last.suffix(1) + [token.kind == .quotedWord ? "" : text]
        }
    }
}
