// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSourceText

/// A string catalog: the texts of one Swift type, in the file's order.
struct Catalog: Equatable {
    /// The Swift type, which is the file's name without its extension.
    let name: String
    /// The languages that each text has, the one in which they are written first.
    let languages: [TextLanguage]
    /// The texts.
    let entries: [CatalogEntry]

    /// The cases with their texts, by their types.
    var cases: [String: [(case: CatalogCase, entry: CatalogEntry)]] {
        Dictionary(grouping: entries.flatMap { entry in entry.cases.map { ($0, entry) } }, by: \.0.type)
    }

    /// The texts that no source uses and that are no case’s, given the names of all members that sources do use.
    func unused(by members: Set<String>) -> [CatalogFault] {
        entries.filter { $0.cases.isEmpty && !members.contains($0.name) }.map {
            CatalogFault(line: $0.line, key: $0.key, reason: .unused(name: "\(name).\($0.name)"))
        }
    }

    /// The names that stand behind a dot in Swift source, outside comments and the text of strings.
    static func members(usedIn source: ScannedSource) -> Set<String> {
        var names: Set<String> = []
        var isBehindDot = false
        for token in source.tokens {
            if isBehindDot, token.isName { names.insert(source.text(token)) }
            isBehindDot = token.isSymbol(".")
        }
        return names
    }
}
