// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import GRDB
import Session
import Systems

/// Writes a filter as a condition of SQL, where the index alone cannot answer it.
struct FilterSQL {
    /// The condition.
    private(set) var condition = ""
    /// The values of its question marks; optional, as GRDB takes them: an array of others would be cast at run time.
    private(set) var arguments: [(any DatabaseValueConvertible)?] = []
    private let owner: UserID

    /// Both conditions; nil where there is none.
    static func all(_ first: FilterSQL?, _ second: FilterSQL?) -> FilterSQL? {
        guard var both = first, let second else { return first ?? second }
        both.condition = "(\(both.condition)) AND (\(second.condition))"
        both.arguments += second.arguments
        return both
    }

    /// The condition for the notes that come after one in an order.
    init(after note: Note, key: Int64, in sort: NoteSort, owner: UserID) {
        self.owner = owner
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
    init(_ filter: NoteFilter, owner: UserID) {
        self.owner = owner
        condition = sql(filter)
    }

    private mutating func sql(_ filter: NoteFilter) -> String {
        if let match = FilterMatch.of(filter) {
            let keys = DatedKey.range(owner: owner)
            arguments += [match, keys.lowerBound, keys.upperBound] as [(any DatabaseValueConvertible)?]
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
            // As the index of days has it.
            return "(COALESCE(note.due, '~') >= ? AND COALESCE(note.due, '~') < ?)"
        case .among(let numbers):
            let keys = numbers.sorted().map { String(RowKey(owner: owner.rawValue, number: $0).rawValue) }
            arguments.append("[\(keys.joined(separator: ","))]")
            return "note.id IN (SELECT value FROM json_each(?))"
        case .not(let inner): return "NOT \(sql(inner))"
        case .all(let filters): return "(" + filters.map { sql($0) }.joined(separator: " AND ") + ")"
        case .any(let filters): return "(" + filters.map { sql($0) }.joined(separator: " OR ") + ")"
        // Everything else is a token of the index.
        default: return "0"
        }
    }
}
