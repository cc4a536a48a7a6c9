// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSession
import AtriumStores
import AtriumSystems
import AtriumTesting
import Dice
import Foundation
import NotesFolder
import NotesLogic
import NotesStore

/// The stores on which the contract suite runs.
enum NoteTestStore: CaseIterable, Sendable {
    case memory
    case sqlite
    case folder
    case lines
    case postgreSQL
    /// A server on which each user has a role: the same statements, so only a thorough run has it.
    case members

    static var allCases: [NoteTestStore] {
        let servers: [Self] = isThorough ? [.postgreSQL, .members] : [.postgreSQL]
        return [.memory, .sqlite, .folder, .lines] + (PostgreSQLCluster.isInstalled ? servers : [])
    }

    /// Creates an empty store; its files are removed with the returned value.
    func open() throws -> OpenNoteStore {
        switch self {
        case .memory: OpenNoteStore(temporary: try TestStore.memory.open(), folder: nil)
        case .sqlite: OpenNoteStore(temporary: try TestStore.sqlite.open(), folder: nil)
        case .postgreSQL: OpenNoteStore(temporary: try TestStore.postgreSQL.open(), folder: nil)
        case .members:
            OpenNoteStore(temporary: try TestStore.postgreSQL.open(), folder: nil, hasMembers: true)
        case .folder: OpenNoteStore(temporary: nil, folder: try ScratchFolder())
        case .lines: OpenNoteStore(temporary: nil, folder: try ScratchFolder(), feed: ChangeFeed())
        }
    }
}

/// A store of notes whose files are removed with it.
final class OpenNoteStore: Sendable {
    private let temporary: TemporarySystem?
    private let folder: ScratchFolder?
    private let feed: ChangeFeed<NoteChange>?

    private let hasMembers: Bool

    /// - Parameters:
    ///   - feed: The change feed of an open file of lines; `nil` if there is none.
    ///   - hasMembers: Whether each user has a role on the server.
    init(
        temporary: TemporarySystem?, folder: ScratchFolder?, feed: ChangeFeed<NoteChange>? = nil,
        hasMembers: Bool = false
    ) {
        self.hasMembers = hasMembers
        self.feed = feed
        self.temporary = temporary
        self.folder = folder
    }

    /// An attachment of a file, whose digest is its bytes.
    static func describe(_ name: String, _ bytes: [UInt8]) -> AttachmentDraft {
        AttachmentDraft(name: name, type: "image/png", bytes: bytes, digest: Digest(bytes: bytes + [0]))
    }

    /// The folder of its files; `nil` in memory.
    var files: String? { folder?.path ?? temporary?.folder }

    /// Creates a new DAO for the store; a folder is that of the user with number 1.
    func dao() throws -> any OwnedNotes {
        if let temporary, hasMembers {
            _ = try SystemNotes.all(on: temporary.system)
            return OpenedNotes { try SystemNotes.open(on: temporary.member($0), for: $0) }
        }
        if let temporary { return try SystemNotes.all(on: temporary.system) }
        if let feed {
            let file = JSONLinesFile((folder?.path ?? "") + "/notes.jsonl", feed: feed)
            return OpenedNotes { JSONLinesNotes(file: file, owner: $0) }
        }
        let path = folder?.path ?? ""
        return OpenedNotes(FolderNoteStore.testing(path)) { owner in
            let other = path + "/.user\(owner.rawValue)"
            try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
            return FolderNoteStore.testing(other)
        }
    }
}

extension FolderNoteStore {
    /// Creates the store of a folder that need not survive a crash of the machine.
    static func testing(
        _ path: String, clock: any WallClock = ManualClock.nineOClock, takesAsIs: Bool = true,
        observer: FolderTree.Observer? = nil
    ) -> FolderNoteStore {
        FolderNoteStore(
            path, owner: UserID(rawValue: 1), clock: clock, timeZone: .gmt, isDurable: false, takesAsIs: takesAsIs,
            observer: observer, describe: OpenNoteStore.describe)
    }
}
