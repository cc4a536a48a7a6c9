// SPDX-License-Identifier: GPL-3.0-or-later

package import SMSLogDomain
package import Session
package import Stores

/// Messages that are only looked at: nothing of them can be changed.
package final class LookedMessageDAO: MessageDAO {
    private let messages: any MessageDAO
    private let name: String

    /// - Parameters:
    ///   - messages: The store that has them.
    ///   - name: What they are from, for whoever wants to change them.
    package init(_ messages: any MessageDAO, from name: String) {
        self.messages = messages
        self.name = name
    }

    package func read<Result: Sendable>(
        _ owner: UserID, _ body: @Sendable (any MessageReader) throws -> Result
    ) async throws -> Result {
        try await messages.read(owner, body)
    }

    /// - Throws: `SMSLogFault.onlyLooked`.
    package func write<Result: Sendable>(
        _ owner: UserID, _ body: @escaping @Sendable (any MessageTransaction) throws -> Result
    ) async throws -> Result {
        throw SMSLogFault.onlyLooked(name)
    }

    /// - Throws: `SMSLogFault.onlyLooked`.
    package func copy() async throws -> any MessageDAO { throw SMSLogFault.onlyLooked(name) }

    package func owners() async throws -> [UserID] { try await messages.owners() }

    package func changes() -> ChangeObserver<MessageChange> { messages.changes() }
}
