// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession
import AtriumStores
package import AtriumSystems
package import NotesLogic

/// The notes in the information systems that all apps share.
package enum SystemNotes {
    /// The name of the stores of all users in a system.
    package static let name = "note"

    /// The notes of a user in a system.
    ///
    /// - Throws: `StoreFault`, for instance when a newer version has written the notes.
    package static func open(on system: InformationSystem, for owner: UserID) throws -> NoteStore {
        switch system {
        case .memory(let system):
            MemoryStore(on: system, named: name, of: owner, empty: MemoryNotes()) { rows in
                let notes = MemoryNoteDAO(rows)
                return .init(reader: notes, writer: notes) {
                    let log = try notes.finish()
                    return (rows: notes.rows, log: log)
                }
            } as MemoryStore<MemoryNotes, any NoteReader, any NoteDAO, NoteChange>
        case .sqlite(let system):
            try SQLiteStore<any NoteReader, any NoteDAO, NoteChange>(
                on: system, named: name, schema: NoteSchema.current.sqlite,
                reader: { NoteRows(SQLDatabase($0), owner: owner) },
                writer: { NoteRows(SQLDatabase($0), owner: owner, log: NoteChangeLog()) }, finish: { try $0.finish() })
        case .postgreSQL(let system):
            try PostgreSQLStore<any NoteReader, any NoteDAO, NoteChange>(
                on: system, named: name, of: owner, schema: NoteSchema.current,
                reader: { NoteRows($0, owner: owner) },
                writer: { NoteRows($0, owner: owner, log: NoteChangeLog()) }, finish: { try $0.finish() })
        }
    }
}
