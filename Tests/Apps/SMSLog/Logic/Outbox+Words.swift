// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import SMSLogLogic

extension Outbox {
    /// Stores a message for a number, or for words of a contact’s name.
    @discardableResult
    func send(_ text: String, to word: String, at time: Timestamp? = nil) async throws -> Message {
        try await send(text, to: try await recipient(word), at: time).message
    }
}
