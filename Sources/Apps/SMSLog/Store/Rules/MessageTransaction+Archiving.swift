// SPDX-License-Identifier: GPL-3.0-or-later

package import SMSLogDomain

extension MessageReader {
    /// Whether a message has come as far as it will by itself: it neither waits nor is heard of any more.
    package func isSettled(_ message: Message) throws -> Bool {
        guard message.handover == .foreign || message.status != .pending else { return false }
        return try queueEntry(of: message.id) == nil
    }
}

/// Messages that go from one store to another.
extension MessageTransaction {
    /// Stores those messages of another store that are not here; one that is gets what it lacks.
    ///
    /// Also what the user has removed here earlier comes: it would be lost otherwise.
    ///
    /// - Parameter matched: What earlier messages stand for, so that none stands for two.
    /// - Returns: The same with these.
    package func keep(_ drafts: [MessageDraft], outside matched: MatchedMessages) throws -> MatchedMessages {
        var matched = matched
        for draft in drafts {
            if let number = try stored(draft, outside: matched) {
                matched.insert(number)
                continue
            }
            try forgetRemoved(draft)
            matched.insert(try insert(draft))
        }
        return matched
    }

    /// Forgets that such a message was removed here: it would keep out another one like it.
    private func forgetRemoved(_ draft: MessageDraft) throws {
        let byName = try draft.details.networkID.flatMap {
            try match(networkID: $0, isRemoved: true, outside: MatchedMessages())
        }
        let number = try byName ?? match(draft.identity, isRemoved: true, outside: MatchedMessages())
        if let number { try forget(number, removedAs: draft) }
    }

    /// How many messages of another store are not here, or lack bytes, and what the others stand for.
    package func lacked(of drafts: [MessageDraft], outside matched: MatchedMessages) throws -> (Int, MatchedMessages) {
        var (lacked, matched) = (0, matched)
        for draft in drafts {
            guard let number = try match(draft.identity, isRemoved: false, outside: matched),
                try draft.data.allSatisfy({ try bytes(of: $0.key) == $0.value })
            else {
                lacked += 1
                continue
            }
            matched.insert(number)
        }
        return (lacked, matched)
    }

    /// Removes a message that another store has now; no file brings it back here.
    ///
    /// - Returns: False for one that is gone, or on its way again.
    package func letGo(_ id: Int) throws -> Bool {
        guard let message = try message(id), try isSettled(message) else { return false }
        try remember(message)
        try delete(message)
        return true
    }
}
