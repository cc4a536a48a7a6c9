// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation
package import NotesDomain
package import Session
import Stores
package import Systems
package import Worlds

/// Opens the notes of an information system or of a folder.
package enum NoteStores {
    /// What the stores of all users are called in a system.
    static let name = "note"

    /// The notes of a user in a system.
    ///
    /// - Throws: `StoreFault`, for instance when a newer version has written the notes.
    package static func open(on system: InformationSystem, for owner: UserID) throws -> NoteStore {
        switch system {
        case .memory(let system):
            MemoryStore(on: system, named: name, of: owner, empty: MemoryNotes()) { rows in
                let notes = MemoryNoteTransaction(rows)
                return .init(reader: notes, writer: notes) {
                    let log = try notes.finish()
                    return (rows: notes.rows, log: log)
                }
            } as MemoryStore<MemoryNotes, any NoteReader, any NoteTransaction, NoteChange>
        case .sqlite(let system):
            try SQLiteStore<any NoteReader, any NoteTransaction, NoteChange>(
                on: system, named: name, schema: NoteSchema.current, reader: { NoteRows($0, owner: owner) },
                writer: { NoteRows($0, owner: owner, log: NoteChangeLog()) }, finish: { try $0.finish() })
        }
    }

    /// The notes that a user has chosen; a folder is opened by the first operation, which throws what is wrong with it.
    ///
    /// - Parameters:
    ///   - takesAsIs: Whether a folder may be empty though it had notes, or have lost most of its files.
    ///   - describe: Makes an attachment of the name and the bytes of a file.
    /// - Throws: as `open(on:for:)`.
    package static func open(
        _ choice: StoreChoice, for owner: UserID, in world: World, takesAsIs: Bool = false,
        describe: @escaping @Sendable (String, [UInt8]) -> AttachmentDraft
    ) throws -> (store: NoteStore, repository: NoteRepository?) {
        switch choice {
        case .system: return (try open(on: world.system, for: owner), nil)
        case .folder(let path):
            let folder = FolderNoteStore(
                path, owner: owner, clock: world.clock, timeZone: world.timeZone, takesAsIs: takesAsIs,
                describe: describe)
            return (folder, NoteRepository(of: folder, in: world))
        }
    }

    /// The folder in which everything of the shared system is kept; nil where that is none.
    package static func folder(in world: World) -> String? {
        if case .sqlite(let system) = world.system { system.folder } else { nil }
    }

    /// The users who have opened a folder, whose index is only looked at.
    ///
    /// - Throws: `StoreFault`, for instance where its index is another program’s.
    package static func users(of path: String) throws -> Set<UserID> {
        let index = "\(path)/\(OpenFolder.indexName)"
        guard FileStatus(index, followingLinks: true) != nil else { return [] }
        return try SQLiteSystem.look(at: index) { Set(try FolderRows.readers($0)) }
    }

    /// Looks whether a folder can hold notes.
    ///
    /// - Throws: `StoreFault.unreachable`, `StoreFault.readOnly`.
    package static func check(folder path: String) throws {
        try FolderFiles(path).checkWritable()
    }
}

extension NoteStores {
    /// How many notes are removed in one transaction: others wait for no more than these.
    private static let step = 200

    /// Removes everything that an owner keeps in a system; a folder that the owner has chosen for notes is left alone.
    ///
    /// What is removed stays so if the rest is interrupted.
    ///
    /// - Parameter onProgress: Receives the number of notes that are gone.
    package static func removeAll(
        of owner: UserID, on system: InformationSystem, onProgress: @MainActor (Int) -> Void
    ) async throws {
        try await open(on: system, for: owner).removeAll(
            step: { notes in
                let some = try notes.notes(.above(0), limit: step)
                try notes.removeAll(some)
                return some.count
            },
            rest: { notes in
                try notes.deleteRest()
                try notes.erase(0)
            }, onProgress: onProgress)
    }
}
