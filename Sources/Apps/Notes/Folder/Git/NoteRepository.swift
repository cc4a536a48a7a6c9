// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumSystems
package import AtriumWorlds
package import NotesLogic
import Synchronization

/// The git repository that a folder of notes is in.
package final class NoteRepository: NoteFolder {
    private let folder: FolderNoteStore
    private let world: World

    package var notes: NoteStore { folder }

    package init(of folder: FolderNoteStore, in world: World) {
        self.folder = folder
        self.world = world
    }

    package func takeNews() -> [SkippedFile] { folder.takeNews() }

    /// Makes a repository if a folder is in none.
    ///
    /// - Returns: Whether it is new.
    /// - Throws: `GitFault`, `CancellationError`.
    package static func prepare(_ folder: String, in world: World) async throws -> Bool {
        try await GitProgram(in: folder, of: world).prepare()
    }

    package func useGit(_ isOn: Bool) { folder.git.turn(on: isOn) }

    package func commit() async throws {
        guard folder.git.take() else { return }
        do { try await commitLeft() } catch {
            folder.git.expect()
            throw error
        }
    }

    private func commitLeft() async throws {
        let open = try await folder.opened()
        let (files, last) = try open.uncommitted()
        guard !files.isEmpty else { return }
        let git = try GitProgram(in: folder.path, of: world)
        // A commit would be one of the rebase, with the marks of its conflicts.
        try await git.checkNothingIsUnderWay()
        try await git.commit(files.map(\.path), message: CommitMessage(of: files).text)
        try await open.forgetUncommitted(upTo: last)
    }

    package func hasHistory(of note: Int) async throws -> Bool {
        let open = try await folder.opened()
        let places = try open.index.read { [owner = folder.owner] in
            try FolderRows(database: SQLDatabase($0), owner: owner).places(of: note)
        }
        guard !places.isEmpty else { return false }
        return try await GitProgram(in: folder.path, of: world).knows(places)
    }

    package func sync(mayAsk: Bool) async throws -> SyncedNotes {
        guard folder.git.isOn else { throw GitFault.off }
        let git = try GitProgram(in: folder.path, of: world)
        try await git.checkNothingIsUnderWay()
        try await commitLeft()
        // The changes of other programs.
        let outside = try await git.changedFiles.filter(Self.isOurs)
        try await git.commit(outside, message: CommitMessage(outside: outside.count).text)
        _ = try await git.upstream()
        try await git.fetch(mayAsk: mayAsk)
        let upstream = try await git.upstream()
        var (came, went): ([String], [String]) = ([], [])
        if let commit = upstream.commit {
            came = try await git.hasCommits ? git.files(from: "HEAD", to: commit) : git.allFiles(of: commit)
            try await integrate(upstream, by: git)
            went = try await git.files(from: commit, to: "HEAD")
            guard try await !git.has("HEAD", in: commit) else { return SyncedNotes(came: Self.notes(came), went: 0) }
        } else {
            went = try await git.allFiles(of: "HEAD")
        }
        try await git.push(mayAsk: mayAsk)
        return SyncedNotes(came: Self.notes(came), went: Self.notes(went))
    }

    /// Integrates the upstream’s commits into the folder, and takes in the changes at once.
    private func integrate(_ upstream: GitProgram.Upstream, by git: GitProgram) async throws {
        do {
            folder.git.isMerging = true
            defer { folder.git.isMerging = false }
            try await git.integrate(upstream)
        }
        // The watch reported nothing meanwhile.
        try await folder.opened().absorb()
    }

    private static func notes(_ files: [String]) -> Int { files.count(where: FolderFiles.isNote) }

    /// Whether a file is a note, or an attachment beside one.
    private static func isOurs(_ path: String) -> Bool {
        let levels = path.split(separator: "/")
        return FolderFiles.isNote(path)
            || levels.contains("attachments") && !levels.contains { $0.hasPrefix(".") }
    }
}

/// Whether git receives the changes of commands in a folder, and the state of doing so.
final class GitUse: Sendable {
    private struct State {
        var isOn = false
        var mayHave = true
        var isMerging = false
    }

    private let state = Mutex(State())

    /// Whether git receives the changes.
    var isOn: Bool { state.withLock { $0.isOn } }

    /// Whether files are changing below the folder and are not all complete yet.
    var isMerging: Bool {
        get { state.withLock { $0.isMerging } }
        set { state.withLock { $0.isMerging = newValue } }
    }

    /// Turns it on or off; remaining earlier changes are searched for.
    func turn(on isOn: Bool) {
        state.withLock { state in
            if isOn, !state.isOn { state.mayHave = true }
            state.isOn = isOn
        }
    }

    /// Something changes that git does not have then.
    func expect() { state.withLock { $0.mayHave = true } }

    /// Whether there may be something that git does not have; from now on there is not, unless `expect` says so.
    func take() -> Bool {
        state.withLock { state in
            defer { state.mayHave = false }
            return state.isOn && state.mayHave
        }
    }
}
