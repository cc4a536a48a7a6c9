// SPDX-License-Identifier: GPL-3.0-or-later

import Files
package import NotesDomain
import Foundation
import NotesStore
package import Session
package import Worlds

/// Where notes are kept.
extension NotesService {
    /// Takes what the user is to hear once of what the store has found done by halves.
    package func takeNews() -> [SkippedFile] { dao.takeNews() }

    /// What is kept of a choice that a user typed: the folder’s whole path.
    ///
    /// Looks off the caller’s actor.
    ///
    /// - Throws: `NotesFault.badStore`, `NotesFault.storePlace`, `NotesFault.storeShared` where another user has the
    ///   folder and it was not said that this is meant, and `StoreFault` for a folder that is not there or may not be
    ///   written.
    @concurrent
    package static func checked(store typed: String, of user: UserID, in world: World) async throws -> String {
        guard let choice = StoreChoice(typed) else { throw NotesFault.badStore(typed) }
        guard case .folder(let name) = choice else { return choice.text }
        let path = URL(filePath: world.path(of: name)).standardized.path(percentEncoded: false)
        let whole = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        if let real = try? FilePlace.real(whole), let place = StorePlace(real, in: world) {
            throw NotesFault.storePlace(path: whole, place)
        }
        try NoteStore.check(folder: whole)
        let isMeant = typed.hasPrefix(StoreChoice.sharedPrefix)
        guard try isMeant || NoteStore.users(of: whole).subtracting([user]).isEmpty else {
            throw NotesFault.storeShared(path: whole, typed: StoreChoice.sharedPrefix + name)
        }
        // Read now, while the user waits and sees how far it has come. Who names it means it as it is.
        let dao = try NoteStore.open(.folder(whole), for: user, in: world, takesAsIs: true) {
            AttachmentDraft(named: $0, type: nil, bytes: $1)
        }
        _ = try await dao.counts(owner: user)
        return StoreChoice.folder(whole).text
    }

    /// The files of a folder that are not shown as notes, by name.
    package func skippedFiles() async throws -> [SkippedFile] { try await dao.skippedFiles(owner: owner) }

    /// How many files of a folder there are that other programs keep notes in.
    package func unreadFiles() async throws -> FileKinds { try await dao.unreadFiles(owner: owner) }
}
