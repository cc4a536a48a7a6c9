import Foundation
import NotesStore
import Session

/// Where notes are kept.
extension NotesService {
    /// What is kept of a choice that somebody typed: the folder’s whole path.
    ///
    /// - Throws: `NotesFault.badStore`, and `StoreFault` for a folder that is not there or may not be written.
    package static func checked(store typed: String, in world: World) throws -> String {
        guard let choice = StoreChoice(typed) else { throw NotesFault.badStore(typed) }
        guard case .folder(let name) = choice else { return choice.text }
        let path = URL(filePath: world.path(of: name)).standardized.path(percentEncoded: false)
        let whole = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        try NoteStore.check(folder: whole)
        return StoreChoice.folder(whole).text
    }

    /// The files of a folder that are not shown as notes, by name.
    package func skippedFiles() async throws -> [SkippedFile] { try await dao.skippedFiles(owner: owner) }
}
