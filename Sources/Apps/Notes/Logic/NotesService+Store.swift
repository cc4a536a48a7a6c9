// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
package import AtriumSession
import AtriumStores
package import AtriumWorlds
import Foundation

/// The place of the notes.
extension NotesService {
    /// Takes the store’s news about interrupted changes, which the user sees once.
    package func takeNews() -> [SkippedFile] { folder?.takeNews() ?? [] }

    /// The stored form of a typed choice: the folder’s whole path.
    ///
    /// Runs off the caller’s actor.
    ///
    /// - Throws: `NotesFault.badStore`, `NotesFault.storePlace`, `NotesFault.storeShared` if another user has the
    ///   folder and the choice does not permit this, and `StoreFault` for a folder that does not exist or is not
    ///   writable.
    @concurrent
    package static func checked(
        store typed: String, of user: UserID, among stores: any NoteStores, in world: World
    ) async throws -> String {
        guard let choice = StoreChoice(typed) else { throw NotesFault.badStore(typed) }
        guard case .folder(let name) = choice else { return choice.text }
        let path = URL(filePath: world.path(of: name)).standardized.path(percentEncoded: false)
        let whole = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        if let real = try? FilePlace.real(whole), let place = StorePlace(real, in: world) {
            throw NotesFault.storePlace(path: whole, place)
        }
        try stores.check(folder: whole)
        let isMeant = typed.hasPrefix(StoreChoice.sharedPrefix)
        guard try isMeant || stores.users(of: whole).subtracting([user]).isEmpty else {
            throw NotesFault.storeShared(path: whole, typed: StoreChoice.sharedPrefix + name)
        }
        // Read now, while the user waits and sees the progress. A user who names the folder accepts its state.
        let folder = stores.openFolder(whole, for: user, in: world, takesAsIs: true)
        _ = try await folder.notes.read { try $0.counts() }
        return StoreChoice.folder(whole).text
    }

    /// The files of a folder that are not shown as notes, by name.
    package func skippedFiles() async throws -> [SkippedFile] { try await store.read { try $0.files?.skipped() ?? [] } }

    /// The number of files of a folder in which other programs keep notes.
    package func unreadFiles() async throws -> FileKinds { try await store.read { $0.files?.unread ?? FileKinds() } }
}

extension StorePlace {
    /// The kind of an unsuitable folder; `nil` for one that may hold notes.
    ///
    /// - Parameter path: The folder without symbolic links.
    init?(_ path: String, in world: World) {
        func real(_ path: String) -> String { (try? FilePlace.real(path)) ?? path }
        let home = real(world.path(of: "~"))
        if path == "/" {
            self = .root
        } else if path == home {
            self = .home
        } else if let ours = world.systemFolder.map(real),
            path == ours || FolderOverlap.holds(ours, path)
        {
            self = .ours
        } else if Self.isSystem(path) {
            self = .system
        } else {
            return nil
        }
    }

    /// Source of the names: Filesystem Hierarchy Standard 3.0, chapter 3.
    private static func isSystem(_ path: String) -> Bool {
        let whole = ["bin", "boot", "dev", "etc", "lib", "lib32", "lib64", "libx32", "proc", "sbin", "sys", "usr"]
        let itself = ["home", "media", "mnt", "opt", "root", "run", "srv", "tmp", "var"]
        let levels = path.split(separator: "/").map(String.init)
        guard let first = levels.first else { return true }
        // Among devices, shared memory is a place for files.
        if levels.count > 2, first == "dev", levels[1] == "shm" { return false }
        return whole.contains(first) || itself.contains(first) && levels.count == 1
    }
}

/// The notes in git.
extension NotesService {
    /// The name of the setting for passing changes to git.
    package static let gitSetting = "notes.git"
    /// The values of the setting.
    package static let (gitOn, gitOff) = ("on", "off")

    /// Checks that git can receive the changes of a user’s notes, and makes a repository if there is none.
    ///
    /// - Returns: The stored form of the choice, and the folder of a new repository.
    /// - Throws: `GitFault`, `CancellationError`.
    @concurrent
    package static func checked(
        git typed: String, of session: UserSession, among stores: any NoteStores, in world: World
    ) async throws
        -> (value: String, new: String?)
    {
        switch typed.lowercased() {
        case gitOff: return (gitOff, nil)
        case gitOn: break
        default: throw GitFault.badChoice(typed)
        }
        guard case .folder(let path) = StoreChoice(of: session) else { throw GitFault.noFolder }
        return (gitOn, try await stores.prepareRepository(of: path, in: world) ? path : nil)
    }

    /// Passes changes to git if the user has chosen so.
    package func useGit(as settings: UserSession) {
        folder?.useGit(settings.settings[Self.gitSetting] == Self.gitOn)
    }

    /// Commits the changes of commands.
    ///
    /// - Throws: `GitFault`, `StoreFault`; the notes stay as they are, and the next commit takes the rest.
    package func commit() async throws { try await folder?.commit() }

    /// Whether git has a note’s text, which it keeps after the note is protected.
    ///
    /// If git is unavailable, it has no readable text.
    ///
    /// - Throws: `StoreFault`, `CancellationError`.
    package func isInHistory(_ id: Int) async throws -> Bool {
        do { return try await folder?.hasHistory(of: id) ?? false } catch is GitFault { return false }
    }

    /// Exchanges notes with the repository that others have.
    ///
    /// - Parameter mayAsk: Whether git has the terminal, to ask for a password.
    /// - Throws: `GitFault`, `StoreFault`, `CancellationError`.
    package func sync(mayAsk: Bool) async throws -> SyncedNotes {
        guard let folder else { throw GitFault.noFolder }
        return try await folder.sync(mayAsk: mayAsk)
    }
}
