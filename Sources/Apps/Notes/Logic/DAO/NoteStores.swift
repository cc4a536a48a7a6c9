// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession
package import AtriumStores
package import AtriumWorlds

/// The notes of one user, in memory, a SQLite file or a folder.
package typealias NoteStore = any Store<any NoteReader, any NoteDAO, NoteChange>

/// The possible places of notes: the system that all apps share, and folders of Markdown.
package protocol NoteStores: Sendable {
    /// The notes of a user in the system of a world.
    ///
    /// - Throws: `StoreFault`, for instance if a newer version has written the notes.
    func open(for owner: UserID, in world: World) throws -> NoteStore

    /// The notes of a user in a folder; the first operation opens the folder and throws any fault of it.
    ///
    /// - Parameter takesAsIs: Whether the folder may be empty though it had notes, or have lost most of its files.
    func openFolder(_ path: String, for owner: UserID, in world: World, takesAsIs: Bool) -> any NoteFolder

    /// The users who have opened a folder; its index is only read.
    ///
    /// - Throws: `StoreFault`, for instance if its index is another program’s.
    func users(of folder: String) throws -> Set<UserID>

    /// Looks whether a folder can hold notes.
    ///
    /// - Throws: `StoreFault.unreachable`, `StoreFault.readOnly`.
    func check(folder path: String) throws

    /// Examines the rows of all users in the system of a world.
    ///
    /// - Parameter mends: Whether to mend what can be; otherwise nothing is changed.
    /// - Throws: `StoreFault`.
    func examine(in world: World, mends: Bool) async throws -> [StoreFinding]

    /// The users with notes in the system of a world, which stays as it is.
    ///
    /// - Throws: `StoreFault`.
    func owners(in world: World) async throws -> Set<UserID>

    /// Makes a git repository of a folder outside any repository.
    ///
    /// - Returns: Whether it is new.
    /// - Throws: `GitFault`, `CancellationError`.
    func prepareRepository(of folder: String, in world: World) async throws -> Bool
}

extension NoteStores {
    /// None are known.
    package func owners(in world: World) async throws -> Set<UserID> { [] }
    /// Nothing is examined.
    package func examine(in world: World, mends: Bool) async throws -> [StoreFinding] { [] }
}

/// A folder of notes, with the git repository that it may be in.
package protocol NoteFolder: Sendable {
    /// The notes of the folder.
    var notes: NoteStore { get }

    /// Takes the news about interrupted changes for the user; empty if the folder is not open yet.
    func takeNews() -> [SkippedFile]

    /// Sets whether git receives the changes of commands from now on.
    func useGit(_ isOn: Bool)

    /// Commits the changes of commands as one commit.
    ///
    /// - Throws: `GitFault`, `StoreFault`, `CancellationError`; the next commit takes the rest.
    func commit() async throws

    /// Whether the repository has a note’s file in its present or an earlier state, even if the note is gone.
    ///
    /// - Throws: `GitFault`, `StoreFault`, `CancellationError`.
    func hasHistory(of note: Int) async throws -> Bool

    /// Commits, pulls and pushes.
    ///
    /// - Parameter mayAsk: Whether git has the terminal, to ask for a password.
    /// - Throws: `GitFault`, `StoreFault`, `CancellationError`.
    func sync(mayAsk: Bool) async throws -> SyncedNotes
}
