// SPDX-License-Identifier: GPL-3.0-or-later

package import SMSLogDomain
package import Session
package import Stores

/// The messages and contacts of one user.
package protocol MessageStore: Store
where Reader == any MessageReader, Writer == any MessageTransaction, Change == MessageChange {
    /// Another store with the same messages, which nothing keeps: for a trial of a change.
    ///
    /// It has everything but the bytes of parts, and finds no words.
    func copy() async throws -> any MessageStore
}

extension MessageStore {
    /// The same messages, of which nothing can be changed.
    package func readOnly(refusing fault: any Error) -> any MessageStore { ReadOnlyStore(self, refusing: fault) }

    /// How many messages are removed in one transaction: others wait for no more than these.
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

/// The messages of all users of a system, for the work with gateways.
package protocol MessageStores: Sendable {
    /// The messages of a user.
    func store(of owner: UserID) throws -> any MessageStore

    /// The users who have a gateway.
    func owners() async throws -> [UserID]

    /// An observer of the changes of all users from now on.
    func changes() throws -> ChangeObserver<MessageChange>
}
