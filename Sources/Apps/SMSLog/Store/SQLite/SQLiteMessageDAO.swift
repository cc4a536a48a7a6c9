// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import SMSLogDomain
import Session
import Stores
import Systems

/// Messages in a SQLite file.
///
/// Reading is a synchronous function that meets an asynchronous requirement: an index answers in microseconds, less
/// than a hop to another thread takes.
final class SQLiteMessageDAO: MessageDAO {
    let system: SQLiteSystem
    private let reach: Int
    private let feed: ChangeFeed<MessageChange>
    private let file: OwnFile?

    /// The messages in a file.
    ///
    /// - Parameters:
    ///   - reach: How many messages a search may look at one by one.
    ///   - isOwn: Whether the file is used by this value alone, and closed with it.
    ///   - isWatched: Whether what other processes change in a file of its own is told to observers, twice a second.
    /// - Throws: `StoreFault`.
    init(_ system: SQLiteSystem, reach: Int = 4096, isOwn: Bool = false, isWatched: Bool = false) throws {
        self.system = system
        self.reach = reach
        file = isOwn ? OwnFile(system, isWatched: isWatched) : nil
        feed = system.feed(of: "sms")
        try system.prepare(SMSLogSchema.current)
    }

    func read<Result: Sendable>(
        _ owner: UserID, _ body: @Sendable (any MessageReader) throws -> Result
    ) throws -> Result {
        try system.read { try body(MessageRows($0, owner: owner, reach: reach)) }
    }

    func write<Result: Sendable>(
        _ owner: UserID, _ body: @escaping @Sendable (any MessageTransaction) throws -> Result
    ) async throws -> Result {
        let (result, told, erases) = try await system.write { [reach] database in
            let changes = MessageChanges(database, owner: owner)
            let rows = MessageRows(database, owner: owner, reach: reach, changes: changes)
            let result = try body(rows)
            try changes.flush()
            if !changes.isJournaled, !changes.log.changes.isEmpty { try rows.record([], isLasting: true) }
            return (result, changes.log.changes, changes.erases)
        }
        feed.post(told)
        // The log still has the pages as they were.
        if erases { try await system.emptyLog() }
        return result
    }

    func copy() async throws -> any MessageDAO {
        let file = try SQLiteSystem.temporary()
        let copy = try SQLiteMessageDAO(file, isOwn: true)
        try await file.takeTables("sms_", but: "sms_text", leavingOut: ["sms_data": "bytes"], of: system)
        try await file.write { try $0.execute(sql: SMSLogSchema.withoutIndex) }
        return copy
    }

    func owners() throws -> [UserID] {
        try system.read { database in
            try Int64.fetchAll(
                database, sql: "SELECT DISTINCT owner FROM sms_kept WHERE kind = ? ORDER BY owner",
                arguments: [KeptKind.gateways.name]
            ).map { UserID(rawValue: $0) }
        }
    }

    func changes() -> ChangeObserver<MessageChange> { feed.observe() }
}

/// A file that one store alone has open: it is closed with the store.
private final class OwnFile: Sendable {
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
            // A file that cannot be read now is told of by the next command.
            try? await system.noticeForeignChanges()
        }
    }
}
