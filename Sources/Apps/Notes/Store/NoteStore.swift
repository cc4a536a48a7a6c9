import Systems

/// Opens the notes of an information system.
package enum NoteStore {
    /// The DAO for a system.
    ///
    /// - Throws: `SystemFault`, for instance when a newer version has written the notes.
    package static func open(on system: InformationSystem) throws -> any NoteDAO {
        switch system {
        case .memory(let system): MemoryNoteDAO(system)
        case .sqlite(let system): try SQLiteNoteDAO(system)
        }
    }
}
