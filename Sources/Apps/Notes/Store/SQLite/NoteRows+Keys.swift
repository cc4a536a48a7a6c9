// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import NotesDomain
import Session
import Systems

/// Finds notes by their keys.
extension NoteRows {
    func notes(_ key: NoteKey, limit: Int) throws -> [Note] {
        let select = try database.cachedStatement(
            sql: "SELECT \(Self.columns) FROM note WHERE \(Self.condition(key)) ORDER BY note.id LIMIT ?4")
        var arguments: [(any DatabaseValueConvertible)?] = [owner.rawValue, nil, nil, limit]
        switch key {
        case .number(let id): arguments[1] = self.key(id)
        case .numbers(let ids): arguments[1] = "[\(ids.map { "\(self.key($0))" }.joined(separator: ","))]"
        case .above(let id):
            let keys = RowKey.range(owner: owner.rawValue)
            arguments[1] = id <= 0 ? keys.lowerBound : self.key(id)
            arguments[2] = keys.upperBound
        case .title(let title): arguments[1] = title
        case .alias(let name): arguments[1] = name
        case .origin(let origin): arguments[1] = origin
        case .twin(let twin, let date):
            arguments[1] = date.milliseconds
            arguments[2] = twin
        }
        return try notes(select, StatementArguments(arguments))
    }

    /// The condition for the notes of a key, whose values are the parameters 1, the owner, to 3.
    static func condition(_ key: NoteKey) -> String {
        switch key {
        case .number: "note.id = ?2"
        case .numbers: "note.id IN (SELECT value FROM json_each(?2))"
        case .above: "note.id > ?2 AND note.id <= ?3"
        case .title: "owner = ?1 AND heading = ?2 AND trashed IS NULL"
        case .alias:
            "note.id IN (SELECT note FROM note_alias WHERE owner = ?1 AND key = ?2) AND trashed IS NULL"
        case .origin: "owner = ?1 AND origin = ?2"
        case .twin: "owner = ?1 AND created = ?2 AND twin = ?3"
        }
    }
}
