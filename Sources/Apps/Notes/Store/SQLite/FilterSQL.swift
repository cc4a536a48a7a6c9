// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
import AtriumSession
import AtriumSystems
import NotesLogic

/// Writes a filter as an SQL condition, if the index alone cannot answer it.
struct FilterSQL {
    private(set) var condition = ""
    /// The values of its question marks; optional, as GRDB takes them: an array of others would be cast at run time.
    private(set) var arguments: [(any SQLValue)?] = []
    /// Whether it holds for the wanted notes alone.
    private(set) var isExact = true
    private let owner: UserID
    /// Whether a server answers, with an index of its own.
    private let isForServer: Bool

    /// Both conditions; `nil` if there is none.
    static func all(_ first: FilterSQL?, _ second: FilterSQL?) -> FilterSQL? {
        guard var both = first, let second else { return first ?? second }
        both.condition = "(\(both.condition)) AND (\(second.condition))"
        both.arguments += second.arguments
        return both
    }

    /// The condition for the notes that come after one in an order.
    init(after note: Note, key: Int64, in sort: NoteSort, owner: UserID) {
        self.owner = owner
        isForServer = false
        switch sort {
        case .newest, .rank:
            condition = "(note.created, note.id) < (?, ?)"
            arguments = [note.createdAt.milliseconds, key]
        case .modified:
            condition = "(note.modified, note.id) < (?, ?)"
            arguments = [note.modifiedAt.milliseconds, key]
        case .title:
            condition = "(note.heading, note.id) > (?, ?)"
            arguments = [NameKey.of(note.title), key]
        case .due:
            condition = "(COALESCE(note.due, '~'), note.id) > (?, ?)"
            arguments = [note.marks.todo?.due?.text ?? "~", key]
        }
    }

    /// The condition for one owner’s notes.
    ///
    /// - Parameter isForServer: Whether a server answers: then it holds for some others as well.
    init(_ filter: NoteFilter, owner: UserID, isForServer: Bool = false) {
        self.owner = owner
        self.isForServer = isForServer
        condition = sql(filter)
    }

    private mutating func sql(_ filter: NoteFilter) -> String {
        if isForServer, let match = FilterMatch.of(filter) {
            let words = SQLTextMatch(
                match, in: NoteSchema.words, key: "note.id", within: RowKey.range(owner: owner.rawValue))
            arguments += words.values
            isExact = isExact && words.isExact
            return "(\(words.condition))"
        }
        if let match = FilterMatch.of(filter) {
            let keys = DatedKey.range(owner: owner)
            arguments += [match, keys.lowerBound, keys.upperBound] as [(any SQLValue)?]
            return """
                note.id IN (
                    SELECT \(DatedKey.rowKey(owner: owner)) FROM note_text
                    WHERE note_text MATCH ? AND rowid BETWEEN ? AND ?)
                """
        }
        switch filter {
        case .created(let times):
            arguments += [times.lowerBound.milliseconds, times.upperBound.milliseconds]
            return "(note.created >= ? AND note.created < ?)"
        case .modified(let times):
            arguments += [times.lowerBound.milliseconds, times.upperBound.milliseconds]
            return "(note.modified >= ? AND note.modified < ?)"
        case .due(let days):
            arguments += [days.lowerBound.text, days.upperBound.text]
            // As in the index of days.
            return "(COALESCE(note.due, '~') >= ? AND COALESCE(note.due, '~') < ?)"
        case .among(let numbers):
            let keys = numbers.sorted().map { String(RowKey(owner: owner.rawValue, number: $0).rawValue) }
            arguments.append("[\(keys.joined(separator: ","))]")
            return "note.id IN (SELECT value FROM json_each(?))"
        case .not(let inner):
            let only = FilterSQL(inner, owner: owner, isForServer: isForServer)
            guard only.isExact else {
                // The negation would hold for fewer notes than are meant.
                isExact = false
                return "1 = 1"
            }
            arguments += only.arguments
            return "NOT \(only.condition)"
        case .all(let filters): return "(" + filters.map { sql($0) }.joined(separator: " AND ") + ")"
        case .any(let filters): return "(" + filters.map { sql($0) }.joined(separator: " OR ") + ")"
        // Everything else is a token of the index.
        default: return "1 = 0"
        }
    }
}

/// Writes a filter in FTS5’s query language, for the index of `NoteRows`.
///
/// Source of the syntax: https://www.sqlite.org/fts5.html#full_text_query_syntax
enum FilterMatch {
    /// The query; `nil` if the filter has conditions that the index does not hold: dates and numbers.
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
