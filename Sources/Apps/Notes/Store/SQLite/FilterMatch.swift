// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Search
import Systems

/// Writes a filter in FTS5’s query language, for the index of `NoteRows`.
///
/// Source of the syntax: https://www.sqlite.org/fts5.html#full_text_query_syntax
enum FilterMatch {
    /// The query; nil where the filter asks for what the index does not hold: dates and numbers.
    static func of(_ filter: NoteFilter) -> String? {
        switch filter {
        case .words(let query): query.match.map { "(\($0))" } ?? nothing
        case .created, .modified, .due, .among: nil
        case .not(let inner): of(inner).map { "(\(quoted(IndexToken.any)) NOT \($0))" }
        case .all(let filters): conjunction(filters)
        case .any(let filters): joined(filters, by: " OR ") ?? (filters.isEmpty ? nothing : nil)
        default: filter.tokens.map { "(\($0.map(quoted).joined(separator: " AND ")))" }
        }
    }

    /// No note has it.
    private static let nothing = quoted("\u{E000}z")

    private static func conjunction(_ filters: [NoteFilter]) -> String? {
        var wanted: [String] = []
        var unwanted: [String] = []
        for filter in filters {
            if case .not(let inner) = filter {
                guard let match = of(inner) else { return nil }
                unwanted.append(match)
            } else {
                guard let match = of(filter) else { return nil }
                wanted.append(match)
            }
        }
        if wanted.isEmpty { wanted = [quoted(IndexToken.any)] }
        let all = "(\(wanted.joined(separator: " AND ")))"
        // FTS5’s NOT needs something at its left, which the wanted part always is.
        return unwanted.isEmpty ? all : "(\(all) NOT (\(unwanted.joined(separator: " OR "))))"
    }

    private static func joined(_ filters: [NoteFilter], by sign: String) -> String? {
        let matches = filters.compactMap(of)
        guard matches.count == filters.count, !matches.isEmpty else { return nil }
        return "(\(matches.joined(separator: sign)))"
    }

    /// A token has no quotation mark.
    private static func quoted(_ token: String) -> String { "\"\(token)\"" }
}
