// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

/// One transaction over several stores: all that a task writes in them is kept at its end, or nothing of it.
///
/// The stores of a SQLite file, those on a server and those in memory are written as usual:
///
/// ```swift
/// let transaction = StoreTransaction()
/// try await transaction.run {
///     try await notes.write { … }
///     try await messages.write { … }
/// }
/// ```
///
/// The task’s reads in it see its own writes; other tasks and processes see them at the end, and hear of them then.
/// Meanwhile other writers of the same file, or of the same rows on a server, wait, and get `StoreFault.busy` after five
/// seconds, so a transaction is for what is rare and has to be whole.
///
/// Each system commits by itself: of two files the one that was written first is committed last. In a `MemorySystem` others
/// see each write at once, and an error takes it back. A SQLite database in memory or in a file without a name keeps each
/// write; see `isWhole`.
public final class StoreTransaction: Sendable {
    /// The transaction of the present task.
    @TaskLocal package static var current: StoreTransaction?

    private struct State {
        var participants: [(system: String, participant: any TransactionParticipant)] = []
        var isWhole = true
    }

    private let state = Mutex(State())

    /// A transaction in which nothing is written yet.
    public init() {}

    /// Whether everything that was written so far can be taken back.
    public var isWhole: Bool { state.withLock { $0.isWhole } }

    /// Runs `body` as the transaction, which is done once.
    ///
    /// - Throws: The errors of `body`, after which nothing is changed; `StoreFault` of the commit.
    public func run<Result: Sendable>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async throws -> Result {
        do {
            let result = try await Self.$current.withValue(self, operation: body)
            while let participant = state.withLock({ $0.participants.last?.participant }) {
                try await participant.commit()
                state.withLock { _ = $0.participants.removeLast() }
            }
            return result
        } catch {
            let left = state.withLock { state in
                defer { state.participants = [] }
                return state.participants.reversed().map(\.participant)
            }
            for participant in left { await participant.rollBack() }
            throw error
        }
    }

    /// The participant of a system, if it takes part already.
    package func participant<Participant: TransactionParticipant>(of system: String) -> Participant? {
        let known = state.withLock { state in state.participants.first { $0.system == system }?.participant }
        return known as? Participant
    }

    /// The participant of a system, which takes part from now on.
    ///
    /// - Parameter system: Its name among all systems of the process.
    package func participant<Participant: TransactionParticipant>(
        of system: String, _ make: () throws -> Participant
    ) rethrows -> Participant {
        if let known: Participant = participant(of: system) { return known }
        // The writes of a transaction follow each other.
        let new = try make()
        state.withLock { $0.participants.append((system, new)) }
        return new
    }

    /// Notes that a write is kept at once.
    package func noteLoneWrite() { state.withLock { $0.isWhole = false } }
}

/// The part of a transaction that is in one system.
package protocol TransactionParticipant: Sendable {
    /// Keeps everything.
    func commit() async throws
    /// Takes everything back.
    func rollBack() async
}
