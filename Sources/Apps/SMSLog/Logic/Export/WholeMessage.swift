// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import SMSLogStore

/// A message with all that it is made of, but for the bytes of its parts.
struct WholeMessage: Sendable {
    let message: Message
    let details: MessageDetails
    let parts: [MessagePart]
    let participants: [Participant]
}

extension MessageReader {
    /// A message with all that it is made of.
    func whole(_ message: Message) throws -> WholeMessage {
        let isPlain = message.kind != .mms
        return WholeMessage(
            message: message, details: try details(of: message.id) ?? MessageDetails(),
            parts: isPlain ? [] : try parts(of: message.id),
            participants: isPlain ? [] : try participants(of: message.id))
    }
}
