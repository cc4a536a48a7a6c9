// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Glibc
package import SMSLogDomain
package import Session
import Stores
package import Systems

/// Opens the stores of messages.
package enum MessageStore {
    /// The store on this system, its tables made or brought up to date.
    ///
    /// - Throws: `StoreFault`.
    package static func open(on system: InformationSystem) throws -> any MessageDAO {
        switch system {
        case .memory(let system): MemoryMessageDAO(system)
        case .sqlite(let system): try SQLiteMessageDAO(system)
        }
    }

    /// The store that somebody has chosen beside a system.
    ///
    /// - Parameters:
    ///   - isMade: Whether a file elsewhere is made where it is missing: where somebody names it for the first time. Later
    ///     one that is gone is a disk that is not there.
    ///   - isWatched: Whether what other processes change there is told to observers without being asked for.
    /// - Throws: `StoreFault`.
    package static func open(
        _ choice: MessageStoreChoice, beside system: InformationSystem, isMade: Bool, isWatched: Bool
    ) throws -> any MessageDAO {
        switch (choice, system) {
        case (.system, _):
            return try open(on: system)
        case (.archive, .memory(let system)):
            return MemoryMessageDAO(system, name: "sms.archive")
        case (.archive, .sqlite(let system)):
            return try SQLiteMessageDAO(
                system.openCompanion(at: archive(of: system)), isOwn: true, isWatched: isWatched)
        case (.file(let path), _):
            guard isMade || FileStatus(path) != nil else { throw StoreFault.unreachable(path: path, reason: ENOENT) }
            let file =
                if case .sqlite(let system) = system { try system.openCompanion(at: path) } else {
                    try SQLiteSystem(path: path)
                }
            return try SQLiteMessageDAO(file, isOwn: true, isWatched: isWatched)
        }
    }

    /// A store of messages that are only looked at, in memory.
    ///
    /// - Throws: `StoreFault`.
    package static func temporary() throws -> any MessageDAO {
        try SQLiteMessageDAO(.inMemory())
    }

    /// Whether a file is among those that a system keeps everything in, by whatever name its folder is called.
    package static func isOurs(_ path: String, on system: InformationSystem) -> Bool {
        guard case .sqlite(let system) = system, let ours = FileStatus(system.folder, followingLinks: true),
            let folder = FileStatus(Folder.split(path).folder, followingLinks: true)
        else { return false }
        return folder.isSame(as: ours)
    }

    /// Whether a file may hold messages, whole or damaged: one that is empty or not there can become a store, and another
    /// begins as all databases do.
    package static func mayBeStore(_ path: String) -> Bool {
        guard let file = try? FileReader(path), let head = try? file.bytes(SQLiteHeader.size, at: 0), !head.isEmpty
        else {
            return true
        }
        return isDatabase(head)
    }

    /// Whether a file that begins with these bytes is a database, be it another program’s.
    package static func isDatabase(_ bytes: [UInt8]) -> Bool { SQLiteHeader.begins(bytes) }

    /// The file of the archive beside a system.
    static func archive(of system: SQLiteSystem) -> String { system.folder + "/archive.sqlite" }
}

extension MessageStore {
    /// Removes everything that an owner keeps in a system and in the archive beside it, some hundred messages at a time, so that others may write
    /// between.
    ///
    /// What was removed stays so when the rest is interrupted.
    ///
    /// - Parameter onProgress: Hears how many messages are gone.
    package static func removeAll(
        of owner: UserID, on system: InformationSystem, onProgress: @MainActor (Int) -> Void
    ) async throws {
        for store in try all(on: system) { try await store.removeAll(of: owner, onProgress: onProgress) }
    }

    /// The store on a system, and the archive beside it where there is one.
    ///
    /// - Throws: `StoreFault`.
    package static func all(on system: InformationSystem) throws -> [any MessageDAO] {
        let own = try open(on: system)
        // One that was never asked for is not made to be emptied.
        if case .sqlite(let system) = system, FileStatus(archive(of: system)) == nil { return [own] }
        return [own, try open(.archive, beside: system, isMade: false, isWatched: false)]
    }
}
