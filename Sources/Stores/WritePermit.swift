// SPDX-License-Identifier: GPL-3.0-or-later

/// What the present task may write: each store asks for it within each of its transactions, so that a login which has
/// ended since the task began changes nothing more.
///
/// ```swift
/// let permit = WritePermit { _ in try holds(session) }
/// try await WritePermit.$current.withValue(permit) { try await command() }
/// ```
public struct WritePermit: Sendable {
    /// What a write is for.
    public enum Purpose: Sendable {
        /// A change that the login was to make.
        case change
        /// What would be lost otherwise: a text that was typed, or what has become of something that was done outside of
        /// the store.
        case record
    }

    /// The permit of the present task; nil where nothing limits it.
    @TaskLocal public static var current: WritePermit?

    private let holds: @Sendable (Purpose) throws -> Bool
    private var purpose = Purpose.change

    /// - Parameter holds: Whether a write may be made now; called within a transaction, on any thread. It reads at most,
    ///   and not by the connection that writes.
    public init(_ holds: @escaping @Sendable (Purpose) throws -> Bool) { self.holds = holds }

    /// Refuses a write that may not be made any more.
    ///
    /// - Throws: `StoreFault.loginEnded`; what looking at the login throws.
    package func check() throws {
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
