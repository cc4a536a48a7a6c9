// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Session
import Stores
import Systems

/// Messages in a SQLite file of their own, which is closed with this value.
final class FileMessageDAO: MessageDAO {
    private static let pause = Duration.milliseconds(500)

    private let system: SQLiteSystem
    private let messages: SQLiteMessageDAO
    private let watch: Task<Void, Never>?

    /// The messages in a file that nobody else uses in this process.
    ///
    /// - Parameter isWatched: Whether what other processes change is told to observers, twice a second.
    /// - Throws: `StoreFault`.
    init(_ system: SQLiteSystem, isWatched: Bool) throws {
        do { messages = try SQLiteMessageDAO(system) } catch {
            system.close()
            throw error
        }
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

    func read<Result: Sendable>(
        _ owner: UserID, _ body: @Sendable (any MessageReader) throws -> Result
    ) throws -> Result {
        try messages.read(owner, body)
    }

    func write<Result: Sendable>(
        _ owner: UserID, _ body: @escaping @Sendable (any MessageTransaction) throws -> Result
    ) async throws -> Result {
        try await messages.write(owner, body)
    }

    func copy() async throws -> any MessageDAO { try await messages.copy() }

    func owners() throws -> [UserID] { try messages.owners() }

    func changes() -> ChangeObserver<MessageChange> { messages.changes() }
}
