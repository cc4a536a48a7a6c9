// SPDX-License-Identifier: GPL-3.0-or-later

/// The permission of the present task to write: each store checks it within each of its transactions, so that a login
/// that has ended since the task began changes nothing more.
///
/// ```swift
/// let permit = WritePermit { _ in try holds(session) }
/// try await WritePermit.$current.withValue(permit) { try await command() }
/// ```
public struct WritePermit: Sendable {
    /// The purpose of a write.
    public enum Purpose: Sendable {
        /// A change that the login was to make.
        case change
        /// Data that would be lost otherwise: a typed text, or the state of an operation outside of
        /// the store.
        case record
    }

    /// The permit of the present task; `nil` if nothing limits it.
    @TaskLocal public static var current: WritePermit?

    private let holds: @Sendable (Purpose) throws -> Bool
    private var purpose = Purpose.change

    /// Whether a write keeps data that would be lost otherwise: that is no change of a command.
    package var isForRecord: Bool { purpose == .record }

    /// - Parameter holds: Whether a write may be made now; called within a transaction, on any thread. It reads at most,
    ///   and not by the connection that writes, unless its system lends that.
    public init(_ holds: @escaping @Sendable (Purpose) throws -> Bool) { self.holds = holds }

    /// Refuses a write that may not be made any more.
    ///
    /// - Throws: `StoreFault.loginEnded`; what looking at the login throws.
    public func check() throws {
        guard try holds(purpose) else { throw StoreFault.loginEnded }
    }

    /// Runs `body`, whose writes keep what would be lost otherwise.
    public static func recording<Result>(
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        guard var permit = current else { return try await body() }
        permit.purpose = .record
        return try await $current.withValue(permit) { try await body() }
    }
}

/// Long work of a store, such as the first look at a folder of many files, and its progress handler.
///
/// A type of its own around a closure: as the value of a task-local variable a bare closure ends an optimized program that
/// Swift 6.3 has compiled.
public struct LongWork: Sendable {
    /// The work of the present task; `nil` if no caller waits for it.
    @TaskLocal public static var current: LongWork?

    /// Receives the amount of finished work, and the total.
    public let progress: @Sendable (_ done: Int, _ total: Int) -> Void

    /// Work with a progress handler.
    public init(_ progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void) { self.progress = progress }
}

/// Whether the writes of the present task wait only a moment if another process holds the store: for work that can be
/// done later as well, or has waited elsewhere already.
public enum Waiting {
    /// False: they wait for seconds.
    @TaskLocal public static var isOver = false
}
