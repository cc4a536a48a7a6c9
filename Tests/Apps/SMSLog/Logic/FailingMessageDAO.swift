// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import SMSLogStore
import Session
import Stores
import Synchronization
import Systems

/// A store in memory of which some changes fail.
final class FailingMessageDAO: MessageDAO {
    private let dao: any MessageDAO
    private let fault: StoreFault
    private let failing: ClosedRange<Int>
    private let calls = Mutex(0)

    /// Fails from one change to another, which count from 1.
    init(_ fault: StoreFault, from first: Int, until last: Int) throws {
        dao = try MessageStore.open(on: .memory(MemorySystem()))
        self.fault = fault
        failing = first...last
    }

    func read<Result: Sendable>(
        _ owner: UserID, _ body: @Sendable (any MessageReader) throws -> Result
    ) async throws -> Result {
        try await dao.read(owner, body)
    }

    func write<Result: Sendable>(
        _ owner: UserID, _ body: @escaping @Sendable (any MessageTransaction) throws -> Result
    ) async throws -> Result {
        let call = calls.withLock { calls in
            calls += 1
            return calls
        }
        if failing.contains(call) { throw fault }
        return try await dao.write(owner, body)
    }

    func copy() async throws -> any MessageDAO { try await dao.copy() }

    func owners() async throws -> [UserID] { try await dao.owners() }

    func changes() -> ChangeObserver<MessageChange> { dao.changes() }
}
