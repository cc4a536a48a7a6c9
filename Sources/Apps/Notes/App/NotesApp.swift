// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumSystems
package import AtriumWorlds
import NotesFolder
import NotesLogic
package import NotesPanels
import NotesStore

extension NotesFactory {
    /// A factory with all stores of notes; what it takes from the world, it takes for each login.
    package init(in world: World) { self.init(stores: NotePlaces(), isOnServer: world.server != nil) }
}

/// Notes in the system that all apps share, or in a folder.
struct NotePlaces: NoteStores {
    func open(for owner: UserID, in world: World) throws -> NoteStore {
        try SystemNotes.open(on: world.system, for: owner)
    }

    func openFolder(_ path: String, for owner: UserID, in world: World, takesAsIs: Bool) -> any NoteFolder {
        NoteRepository(
            of: FolderNoteStore(
                path, owner: owner, clock: world.clock, timeZone: world.timeZone, takesAsIs: takesAsIs,
                mask: world.fileMask),
            in: world)
    }

    func users(of folder: String) throws -> Set<UserID> { try FolderNoteStore.users(of: folder) }

    func check(folder path: String) throws { try FolderNoteStore.check(path) }

    func examine(in world: World, mends: Bool) async throws -> [StoreFinding] {
        guard case .sqlite(let system) = world.system else { return [] }
        return try await NoteExamination.findings(in: system, mends: mends)
    }

    func owners(in world: World) async throws -> Set<UserID> {
        try await NoteExamination.owners(in: world.system)
    }

    func prepareRepository(of folder: String, in world: World) async throws -> Bool {
        try await NoteRepository.prepare(folder, in: world)
    }
}
