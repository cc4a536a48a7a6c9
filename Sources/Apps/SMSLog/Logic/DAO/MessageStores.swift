// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession
package import AtriumStores

/// The messages and contacts of one user.
package protocol MessageStore: Store
where Reader == any MessageReader, Writer == any MessageDAO, Change == MessageChange {
    /// Another store with the same messages, which nothing keeps: for a trial of a change.
    ///
    /// It has everything but the bytes of parts, and finds no words.
    func copy() async throws -> any MessageStore
}

extension MessageStore {
    /// The same messages, of which nothing can be changed.
    package func readOnly(refusing fault: any Error) -> any MessageStore { ReadOnlyStore(self, refusing: fault) }

    /// The number of messages removed in one transaction: other writers wait for no more than these.
    private static var step: Int { 500 }

    /// Removes everything, in steps between which others may write.
    ///
    /// - Parameter onProgress: Receives the number of messages that are gone.
    func removeAll(onProgress: @MainActor (Int) -> Void) async throws {
        try await removeAll(
            step: { messages in
                let some = try messages.messages(.above(0), limit: Self.step)
                for message in some { try messages.delete(message) }
                return some.count
            },
            rest: { messages in
                try messages.deleteRest()
                try messages.erase()
            }, onProgress: onProgress)
    }
}

extension ReadOnlyStore: MessageStore where Base: MessageStore {
    package func copy() async throws -> any MessageStore { throw fault }
}

/// The messages of all users of a system.
package protocol MessageStores: Sendable {
    func store(of owner: UserID) throws -> any MessageStore

    /// The users who have a gateway.
    func owners() async throws -> [UserID]

    /// The gateways of all users, by user.
    func gateways() async throws -> [(owner: UserID, gateways: [Gateway])]

    /// An observer of the changes of all users from now on.
    func changes() throws -> ChangeObserver<MessageChange>
}

extension MessageStores {
    package func gateways() async throws -> [(owner: UserID, gateways: [Gateway])] { try await gatewaysOneByOne() }

    /// The same, with a question for each user.
    package func gatewaysOneByOne() async throws -> [(owner: UserID, gateways: [Gateway])] {
        var found: [(owner: UserID, gateways: [Gateway])] = []
        for owner in try await owners() {
            found.append((owner, try await store(of: owner).read { try $0.gateways() }))
        }
        return found
    }
}

/// The stores that a user can choose: that of the system, the archive beside it, and files elsewhere.
package protocol MessagePlaces: MessageStores {
    /// Opens the store that a user has chosen.
    ///
    /// - Parameters:
    ///   - isMade: Whether to make a missing file elsewhere: when a user names it for the first time. Later
    ///     a missing file is a disk that is not there.
    ///   - isWatched: Whether to notify observers of the changes of other processes without asking.
    /// - Throws: `StoreFault`.
    func open(
        _ choice: MessageStoreChoice, for owner: UserID, isMade: Bool, isWatched: Bool
    ) throws -> any MessageStore

    /// The store of a user on the system, and the archive beside it if there is one.
    ///
    /// - Throws: `StoreFault`.
    func all(of owner: UserID) throws -> [any MessageStore]

    /// Examines the rows of all users.
    ///
    /// - Parameter mends: Whether to mend what can be; otherwise nothing is changed.
    /// - Throws: `StoreFault`.
    func examine(mends: Bool) async throws -> [StoreFinding]

    /// The users with messages or conversations in the system or the archive beside it, which stay as they are.
    ///
    /// - Throws: `StoreFault`.
    func owners() async throws -> Set<UserID>

    /// A store in memory, for messages that are only looked at.
    ///
    /// - Throws: `StoreFault`.
    func temporary(for owner: UserID) throws -> any MessageStore

    /// Whether a file is among those that the system keeps everything in, by whatever name its folder is called.
    func isOurs(_ path: String) -> Bool

    /// Whether a file may hold messages, whole or damaged: one that is empty or not there can become a store, and another
    /// begins as all databases do.
    func mayBeStore(_ path: String) -> Bool
}

extension MessagePlaces {
    /// None are known.
    package func owners() async throws -> Set<UserID> { [] }
    /// Nothing is examined.
    package func examine(mends: Bool) async throws -> [StoreFinding] { [] }
}
