// SPDX-License-Identifier: GPL-3.0-or-later

package import SMSLogDomain
package import Session

/// Changes of one step each; what they do is said where their rules are.
extension MessageDAO {
    /// Stores what was read of a file; see `MessageTransaction.merge(_:)`.
    package func merge(_ rows: MessageMerge, of owner: UserID) async throws -> MergedMessages {
        try await write(owner) { try $0.merge(rows) }
    }

    /// Marks all messages of a conversation as seen, and returns how many were not.
    package func markRead(_ address: Address, of owner: UserID) async throws -> Int {
        try await write(owner) { try $0.setRead(true, .conversation(address)) }
    }

    /// Marks the messages of these numbers as seen, and returns how many were not.
    package func markRead(_ ids: [Int], of owner: UserID) async throws -> Int {
        try await write(owner) { try $0.setRead(true, .numbers(ids)) }
    }

    /// Marks the newest incoming message of a conversation as not seen, and returns how many that changed: 1 or 0.
    package func markUnread(_ address: Address, of owner: UserID) async throws -> Int {
        try await write(owner) { try $0.markUnread(address) }
    }

    /// Removes a message for good and returns it; nil when there is none of this number.
    package func remove(_ id: Int, of owner: UserID) async throws -> Message? {
        try await write(owner) { try $0.remove(id) }
    }

    /// Reads numbers as those in a region do; see `MessageTransaction.setPeople(by:)`.
    package func setPeople(by region: String, of owner: UserID) async throws -> PeopleChange {
        try await write(owner) { try $0.setPeople(by: region) }
    }

    /// How many messages are removed in one transaction: others wait for no more than these.
    private static var step: Int { 500 }

    /// Removes everything that an owner has, some hundred messages at a time, so that others may write between.
    ///
    /// What was removed stays so when the rest is interrupted.
    ///
    /// - Parameter onProgress: Hears how many messages are gone.
    func removeAll(of owner: UserID, onProgress: @MainActor (Int) -> Void) async throws {
        var count = 0
        while case let removed = try await removeSome(of: owner), removed > 0 {
            count += removed
            await onProgress(count)
        }
        try await write(owner) { messages in
            try messages.deleteRest()
            try messages.erase()
        }
    }

    private func removeSome(of owner: UserID) async throws -> Int {
        try await write(owner) { messages in
            let some = try messages.messages(.above(0), limit: Self.step)
            for message in some { try messages.delete(message) }
            return some.count
        }
    }
}
