// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation
package import NotesDomain
package import Session
package import Systems
package import Worlds

/// Opens the notes of an information system or of a folder.
package enum NoteStore {
    /// The DAO for a system.
    ///
    /// - Throws: `StoreFault`, for instance when a newer version has written the notes.
    package static func open(on system: InformationSystem) throws -> any NoteDAO {
        switch system {
        case .memory(let system): MemoryNoteDAO(system)
        case .sqlite(let system): try SQLiteNoteDAO(system)
        }
    }

    /// The DAO that a user has chosen; a folder is opened by the first operation, which throws what is wrong with it.
    ///
    /// - Parameters:
    ///   - takesAsIs: Whether a folder may be empty though it had notes, or have lost most of its files.
    ///   - describe: Makes an attachment of the name and the bytes of a file.
    /// - Throws: as `open(on:)`.
    package static func open(
        _ choice: StoreChoice, for owner: UserID, in world: World, takesAsIs: Bool = false,
        describe: @escaping @Sendable (String, [UInt8]) -> AttachmentDraft
    ) throws -> any NoteDAO {
        switch choice {
        case .system: try open(on: world.system)
        case .folder(let path):
            FolderNoteDAO(
                path, owner: owner, clock: world.clock, timeZone: world.timeZone, takesAsIs: takesAsIs,
                describe: describe)
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

extension NoteStore {
    /// Removes everything that an owner keeps in a system, some hundred notes at a time, so that others may write between.
    ///
    /// A folder that the owner has chosen for notes is left alone. What was removed stays so when the rest is interrupted.
    ///
    /// - Parameter onProgress: Hears how many notes are gone.
    package static func removeAll(
        of owner: UserID, on system: InformationSystem, onProgress: @MainActor (Int) -> Void
    ) async throws {
        try await open(on: system).removeAll(of: owner, onProgress: onProgress)
    }
}
