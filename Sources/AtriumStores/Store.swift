// SPDX-License-Identifier: GPL-3.0-or-later

/// The data of one owner in one app, in whichever system keeps it.
///
/// `Reader` has the queries of a store, `Writer` those and its changes. An app declares both as
/// protocols and writes its rules once, in terms of them:
///
/// ```swift
/// typealias ItemStore = any Store<any ItemReader, any ItemDAO, ItemChange>
///
/// let items = try await store.read { try $0.items(limit: 50) }
/// ```
///
/// May be called from anywhere. Reads answer on the caller’s actor, from an index; writes wait for other processes
/// without blocking it. All functions throw `StoreFault`, and the errors of `body`.
public protocol Store<Reader, Writer, Change>: Sendable {
    /// The questions about one consistent state.
    associatedtype Reader
    /// The questions and changes of one transaction, which sees its own changes.
    associatedtype Writer
    /// A change that observers are notified of.
    associatedtype Change: Hashable & Sendable

    /// Reads one consistent state.
    ///
    /// - Parameter body: Receives a reader that is valid until it returns; may be called again.
    /// - Throws: `StoreFault`, and the errors of `body`.
    func read<Result: Sendable>(_ body: @Sendable (Reader) throws -> Result) async throws -> Result

    /// Writes one transaction: everything that `body` changes, or nothing if it throws.
    ///
    /// The transaction records its `Origin` in the journal of the store, if it keeps one, and notifies the observers once it
    /// is committed.
    ///
    /// - Parameter body: Receives a writer that is valid until it returns; may be called again if another writer was faster.
    /// - Throws: `StoreFault`, `.loginEnded` if the login has ended since the command began; the errors of `body`. Only
    ///   `.unsure` means that the change may have been kept, and `.unconfirmed` that it was, though it may be lost yet.
    func write<Result: Sendable>(_ body: @escaping @Sendable (Writer) throws -> Result) async throws -> Result

    /// An observer of each change from now on, by this process or another, of any owner.
    func changes() -> ChangeObserver<Change>
}

extension Store {
    /// Removes all data of the owner, in steps between which others may write.
    ///
    /// Removed data stays removed if the rest is interrupted.
    ///
    /// - Parameters:
    ///   - step: Removes some rows in a transaction of its own, and returns their number; 0 ends the steps.
    ///   - rest: Removes the data beside them.
    ///   - onProgress: Receives the number of rows that were removed so far.
    /// - Throws: `StoreFault`, and the errors of `step` and `rest`.
    public func removeAll(
        step: @escaping @Sendable (Writer) throws -> Int, rest: @escaping @Sendable (Writer) throws -> Void,
        onProgress: @MainActor (Int) -> Void
    ) async throws {
        var count = 0
        while case let removed = try await write(step), removed > 0 {
            count += removed
            await onProgress(count)
        }
        try await write(rest)
    }
}

/// A store that can be read only.
public struct ReadOnlyStore<Base: Store>: Store {
    private let base: Base
    /// The error that each write throws.
    public let fault: any Error

    /// - Parameters:
    ///   - base: The store that is read.
    ///   - fault: The error that each write throws.
    public init(_ base: Base, refusing fault: any Error) {
        self.base = base
        self.fault = fault
    }

    /// Reads one consistent state.
    public func read<Result: Sendable>(_ body: @Sendable (Base.Reader) throws -> Result) async throws -> Result {
        try await base.read(body)
    }

    /// Throws `fault`.
    public func write<Result: Sendable>(
        _ body: @escaping @Sendable (Base.Writer) throws -> Result
    ) async throws -> Result {
        throw fault
    }

    /// An observer of each change from now on.
    public func changes() -> ChangeObserver<Base.Change> { base.changes() }
}
