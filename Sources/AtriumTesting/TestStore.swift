// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
public import AtriumSession
import AtriumStores
public import AtriumSystems
public import AtriumWorlds
import Foundation
import Synchronization

/// The information systems on which every store’s contract suite runs.
public enum TestStore: CaseIterable, Sendable {
    /// Swift collections.
    case memory
    /// A file of SQLite in a temporary folder.
    case sqlite
    /// Tables on a PostgreSQL server, which a test starts where one is installed.
    case postgreSQL

    /// All of them; that of a server if one can be started on this machine.
    public static var allCases: [TestStore] {
        [.memory, .sqlite] + (PostgreSQLCluster.isInstalled ? [.postgreSQL] : [])
    }

    /// Creates an empty system; its files are removed with the returned value.
    ///
    /// - Throws: `StoreFault` if the file cannot be made.
    public func open() throws -> TemporarySystem {
        switch self {
        case .memory: TemporarySystem(system: .memory(MemorySystem()), folder: nil)
        case .sqlite: try TemporarySystem.sqlite()
        case .postgreSQL: try TemporarySystem.postgreSQL()
        }
    }
}

/// A system whose files are removed with it.
public final class TemporarySystem: Sendable {
    /// The system.
    public let system: InformationSystem
    /// The folder of its files; `nil` in memory.
    public let folder: String?
    private let members = Mutex<[UserID: PostgreSQLSystem]>([:])

    /// The tables of a server as the role of a user has them; the system itself if it is no server.
    ///
    /// The tables are there.
    public func member(_ owner: UserID) throws -> InformationSystem {
        guard case .postgreSQL(let system) = system else { return system }
        return try members.withLock { members in
            if let member = members[owner] { return .postgreSQL(member) }
            let member = try PostgreSQLCluster.shared().member(owner, of: system)
            members[owner] = member
            return .postgreSQL(member)
        }
    }

    init(system: InformationSystem, folder: String?) {
        self.system = system
        self.folder = folder
    }

    static func sqlite() throws -> TemporarySystem {
        let folder = NSTemporaryDirectory() + "atrium-test-\(UUID().uuidString)"
        return TemporarySystem(
            system: .sqlite(try SQLiteSystem(path: folder + "/atrium.sqlite")), folder: folder)
    }

    static func postgreSQL() throws -> TemporarySystem {
        let folder = NSTemporaryDirectory() + "atrium-test-\(UUID().uuidString)"
        try Folder.make(folder)
        return TemporarySystem(
            system: .postgreSQL(try PostgreSQLCluster.shared().emptySystem(folder: folder)), folder: folder)
    }

    deinit {
        for member in members.withLock({ $0.values }) { member.close() }
        if case .postgreSQL = system { system.close() }
        if let folder { Folder.discard(folder) }
    }
}

/// The bytes of files, as read by an attacker who has the disk.
public enum RawFiles {
    /// Returns the files below a folder that contain one of these words, in upper or lower case.
    public static func below(_ folder: String, with words: [String]) -> [String] {
        let names = (try? Folder.paths(below: folder)) ?? []
        return names.filter { name in
            guard let bytes = try? FileReader(folder + "/" + name).bytes(limit: .max) else { return false }
            let text = String(decoding: bytes, as: Unicode.ASCII.self).lowercased()
            return words.contains { text.contains($0) }
        }.sorted()
    }
}

extension World {
    /// A world in memory, in UTC, whose clock is the given one.
    public static func test(
        system: InformationSystem = .memory(MemorySystem()), clock: any WallClock = ManualClock.nineOClock,
        workingFolder: String = "/nowhere"
    ) -> World {
        World(
            system: system, clock: clock, timeZone: .gmt, workingFolder: workingFolder, seed: 7,
            passwordCost: .least, worksUnasked: false)
    }
}

extension ManualClock {
    /// A clock stopped at 2026-01-01T09:00:00Z.
    public static var nineOClock: ManualClock { ManualClock(now: Timestamp(seconds: 1_767_258_000)) }
}

/// Runs `body` as a command of this name: the journals of the stores contain its changes.
public func command<Result>(
    _ name: String, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
) async rethrows -> Result {
    let origin = Origin(name, at: ManualClock.nineOClock.now)
    return try await Origin.$current.withValue(origin, operation: body, isolation: isolation)
}
