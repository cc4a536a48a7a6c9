// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogLogic
import Session

extension SMSLogService {
    /// Stores a message that is to be sent to whom a word means: a number, or words of a contact’s name.
    func send(_ text: String, to word: String, at time: Timestamp? = nil) async throws -> Message {
        try await send(text, to: try await destination(word), at: time)
    }
}
