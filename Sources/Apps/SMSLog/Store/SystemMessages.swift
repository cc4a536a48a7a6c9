// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
package import AtriumSession
package import AtriumStores
package import AtriumSystems
import Foundation
import GRDB
import Glibc
package import SMSLogLogic

/// The stores of messages on a system, and beside it.
package struct SystemMessages: MessagePlaces {
    let system: InformationSystem

    package init(on system: InformationSystem) { self.system = system }

    package func store(of owner: UserID) throws -> any MessageStore {
        switch system {
        case .memory(let system): Self.store(on: system, named: Self.name, of: owner)
        case .sqlite(let system): try Self.store(on: system, of: owner)
        case .postgreSQL(let system): try Self.store(on: system, of: owner)
        }
    }

    package func owners() throws -> [UserID] {
        switch system {
        case .memory(let system):
            let all = system.table(Self.name, empty: [UserID: MemoryMessages]())
            return all.read {
                $0.filter { $0.value.kept[KeptKind.gateways.name]?.isEmpty == false }.keys.sorted {
                    $0.rawValue < $1.rawValue
                }
            }
        case .sqlite(let system):
            try system.prepare(SMSLogSchema.current.sqlite)
            return try system.read { database in
                try Int64.fetchAll(
                    database, sql: "SELECT DISTINCT owner FROM sms_kept WHERE kind = ? ORDER BY owner",
                    arguments: [KeptKind.gateways.name]
                ).map { UserID(rawValue: $0) }
            }
        case .postgreSQL(let system):
            try system.prepare(SMSLogSchema.current)
            return try system.look { database in
                try Int64.fetchAll(
                    database, "SELECT DISTINCT owner FROM sms_kept WHERE kind = ? ORDER BY owner",
                    [KeptKind.gateways.name]
                ).map { UserID(rawValue: $0) }
            }
        }
    }

    package func gateways() async throws -> [(owner: UserID, gateways: [Gateway])] {
        guard case .postgreSQL(let system) = system else { return try await gatewaysOneByOne() }
        try system.prepare(SMSLogSchema.current)
        // One question, however many users there are: it is asked each half a second.
        return try await system.read(of: PostgreSQLSystem.allOwners) { database in
            let rows = try database.rows(
                "SELECT owner, value FROM sms_kept WHERE kind = ? ORDER BY owner", [KeptKind.gateways.name])
            var found: [(owner: UserID, gateways: [Gateway])] = []
            for row in rows {
                let owner = UserID(rawValue: row.number(0))
                if found.last?.owner != owner { found.append((owner, [])) }
                if let gateway = KeptKind.gateways.decoded(Data(row.bytes(1))) {
                    found[found.count - 1].gateways.append(gateway)
                }
            }
            return found.map { ($0.owner, Gateway.ordered($0.gateways)) }
        }
    }

    package func changes() -> ChangeObserver<MessageChange> {
        (system.feed(of: Self.name) as ChangeFeed<MessageChange>).observe()
    }

    package func open(
        _ choice: MessageStoreChoice, for owner: UserID, isMade: Bool, isWatched: Bool
    ) throws -> any MessageStore {
        switch (choice, system) {
        case (.system, _):
            return try store(of: owner)
        case (.archive, .memory(let system)):
            return Self.store(on: system, named: "sms.archive", of: owner)
        case (.archive, .sqlite(let system)):
            return try Self.store(
                in: system.openCompanion(at: Self.archive(of: system)), of: owner, isWatched: isWatched)
        case (.archive, .postgreSQL(let system)):
            return try Self.store(on: system.companion(Self.companion), of: owner)
        case (.file(let path), _):
            guard isMade || FileStatus(path) != nil else { throw StoreFault.unreachable(path: path, reason: ENOENT) }
            let file =
                if case .sqlite(let system) = system { try system.openCompanion(at: path) } else {
                    try SQLiteSystem(path: path)
                }
            return try Self.store(in: file, of: owner, isWatched: isWatched)
        }
    }

    package func temporary(for owner: UserID) throws -> any MessageStore {
        try Self.store(on: .inMemory(), of: owner)
    }

    package func isOurs(_ path: String) -> Bool {
        let home: String? =
            switch system {
            case .memory: nil
            case .sqlite(let system): system.folder
            case .postgreSQL(let system): system.folder
            }
        guard let home, let ours = FileStatus(home, followingLinks: true),
            let folder = FileStatus(Folder.split(path).folder, followingLinks: true)
        else { return false }
        return folder.isSame(as: ours)
    }

    package func mayBeStore(_ path: String) -> Bool {
        guard let file = try? FileReader(path), let head = try? file.bytes(SQLiteHeader.size, at: 0), !head.isEmpty
        else {
            return true
        }
        return SQLiteHeader.begins(head)
    }

    /// The file of the archive beside a system.
    static func archive(of system: SQLiteSystem) -> String { system.folder + "/archive.sqlite" }

    /// The name of the archive beside a system on a server.
    static let companion = "archive"
}

extension SystemMessages {
    private static let name = "sms"

    /// - Parameter reach: The number of messages that a search may read one by one.
    static func store(
        on system: SQLiteSystem, of owner: UserID, reach: Int = 4096, holding file: OwnFile? = nil
    ) throws -> SQLiteStore<any MessageReader, any MessageDAO, MessageChange> {
        let known = KnownFacts(of: system)
        return try SQLiteStore(
            on: system, named: name, schema: SMSLogSchema.current.sqlite,
            reader: { MessageRows(SQLDatabase($0), owner: owner, reach: reach, known: known) },
            writer: {
                let database = SQLDatabase($0)
                return MessageRows(
                    database, owner: owner, reach: reach, changes: MessageChanges(database, owner: owner))
            },
            finish: { try $0.finish() }, holding: file)
    }

    /// - Parameter reach: The number of messages that a search may read one by one.
    static func store(
        on system: PostgreSQLSystem, of owner: UserID, reach: Int = 4096
    ) throws -> PostgreSQLStore<any MessageReader, any MessageDAO, MessageChange> {
        try PostgreSQLStore(
            on: system, named: name, of: owner, schema: SMSLogSchema.current,
            reader: { MessageRows($0, owner: owner, reach: reach) },
            writer: { MessageRows($0, owner: owner, reach: reach, changes: MessageChanges($0, owner: owner)) },
            finish: { try $0.finish() })
    }

    /// A store in a file that it closes in the end.
    ///
    /// - Parameter isWatched: Whether to notify observers of the changes of other processes, twice a second.
    private static func store(
        in file: SQLiteSystem, of owner: UserID, isWatched: Bool
    ) throws -> any MessageStore {
        try store(on: file, of: owner, holding: OwnFile(file, isWatched: isWatched))
    }

    private static func store(
        on system: MemorySystem, named name: String, of owner: UserID
    ) -> MemoryStore<MemoryMessages, any MessageReader, any MessageDAO, MessageChange> {
        MemoryStore(on: system, named: name, of: owner, empty: MemoryMessages()) { rows in
            let messages = MemoryMessageDAO(rows)
            return .init(reader: messages, writer: messages) {
                let log = try messages.finish()
                return (rows: messages.state, log: log)
            }
        }
    }
}

extension MemoryStore: MessageStore
where Reader == any MessageReader, Writer == any MessageDAO, Change == MessageChange {
    package func copy() throws -> any MessageStore { try copied() }
}

extension SQLiteStore: MessageStore
where Reader == any MessageReader, Writer == any MessageDAO, Change == MessageChange {
    package func copy() async throws -> any MessageStore {
        let file = try SQLiteSystem.temporary()
        let copy = try copied(to: file, holding: OwnFile(file, isWatched: false))
        try await file.takeTables("sms_", but: "sms_text", leavingOut: ["sms_data": "bytes"], of: system)
        try await file.write { try $0.execute(sql: SMSLogSchema.withoutIndex) }
        return copy
    }
}

extension PostgreSQLStore: MessageStore
where Reader == any MessageReader, Writer == any MessageDAO, Change == MessageChange {
    package func copy() async throws -> any MessageStore {
        let file = try SQLiteSystem.temporary()
        let copy = try SystemMessages.store(
            on: file, of: owner, holding: OwnFile(file, isWatched: false))
        try await file.takeTables(
            of: SMSLogSchema.current, but: SMSLogSchema.words, leavingOut: ["sms_data": "bytes"], of: system, owner)
        try await file.write { try $0.execute(sql: SMSLogSchema.withoutIndex) }
        return copy
    }
}

/// A file that one store alone has open: it is closed with the store.
final class OwnFile: Sendable {
    private static let pause = Duration.milliseconds(500)

    private let system: SQLiteSystem
    private let watch: Task<Void, Never>?

    init(_ system: SQLiteSystem, isWatched: Bool) {
        self.system = system
        watch = isWatched ? Task { await Self.watch(system) } : nil
    }

    deinit {
        watch?.cancel()
        system.close()
    }

    private static func watch(_ system: SQLiteSystem) async {
        while true {
            do { try await Task.sleep(for: pause) } catch { return }
            // The next command reports the fault of a file that cannot be read now.
            try? await system.noticeForeignChanges()
        }
    }
}

extension SystemMessages {
    package func all(of owner: UserID) throws -> [any MessageStore] {
        let own = try store(of: owner)
        // An archive that was never used is not made to be emptied.
        if case .sqlite(let system) = system, FileStatus(Self.archive(of: system)) == nil { return [own] }
        return [own, try open(.archive, for: owner, isMade: false, isWatched: false)]
    }
}
