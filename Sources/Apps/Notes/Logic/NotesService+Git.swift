// SPDX-License-Identifier: GPL-3.0-or-later

package import NotesDomain
import NotesStore
package import Session
package import Worlds

/// What git has of the notes.
extension NotesService {
    /// The name of the setting that has git told of changes.
    package static let gitSetting = "notes.git"
    /// What it is for git to be told, and not.
    package static let (gitOn, gitOff) = ("on", "off")

    /// Looks whether git can be told of the changes of a user’s notes, and makes a repository where there is none.
    ///
    /// - Returns: What is kept of the choice, and the folder in which a repository was made.
    /// - Throws: `GitFault`, `CancellationError`.
    @concurrent
    package static func checked(git typed: String, of session: UserSession, in world: World) async throws
        -> (value: String, new: String?)
    {
        switch typed.lowercased() {
        case gitOff: return (gitOff, nil)
        case gitOn: break
        default: throw GitFault.badChoice(typed)
        }
        guard case .folder(let path) = StoreChoice(of: session) else { throw GitFault.noFolder }
        return (gitOn, try await NoteRepository.prepare(path, in: world) ? path : nil)
    }

    /// Has git be told of changes where the user has chosen so.
    package func useGit(as settings: UserSession) {
        repository?.turn(on: settings.settings[Self.gitSetting] == Self.gitOn)
    }

    /// Commits what commands have changed.
    ///
    /// - Throws: `GitFault`, `StoreFault`; the notes are as they are, and the next commit takes what is left.
    package func commit() async throws { try await repository?.commit() }

    /// Whether git has a note’s text, which it keeps when the note is protected.
    ///
    /// Where git cannot be asked it has none that anybody could read there.
    ///
    /// - Throws: `StoreFault`, `CancellationError`.
    package func isInHistory(_ id: Int) async throws -> Bool {
        do { return try await repository?.hasHistory(of: id) ?? false } catch is GitFault { return false }
    }

    /// Exchanges notes with the repository that others have.
    ///
    /// - Parameter mayAsk: Whether git has the terminal, to ask for a password.
    /// - Throws: `GitFault`, `StoreFault`, `CancellationError`.
    package func sync(mayAsk: Bool) async throws -> SyncedNotes {
        guard let repository else { throw GitFault.noFolder }
        return try await repository.sync(mayAsk: mayAsk)
    }
}
