// SPDX-License-Identifier: GPL-3.0-or-later

package import SMSLogDomain
import SMSLogStore

/// A message with all that it is made of, but for the bytes of its parts.
package struct WholeMessage: Sendable {
    /// The message.
    package let message: Message
    /// What no conversation shows of it.
    package let background: MessageBackground
    /// What a multimedia message is made of, in its order.
    package let parts: [MessagePart]
    /// Whom a multimedia message names, in its order.
    package let participants: [Participant]

    /// The other end as it was written when the message came.
    package var rawAddress: String { background.rawAddress ?? message.address.text }
    /// What else is known of it.
    package var details: MessageDetails { background.details }
}

extension MessageReader {
    /// A message with all that it is made of.
    func whole(_ message: Message) throws -> WholeMessage {
        // A short message may bring a file to a program of the phone.
        let isPlain = message.kind != .mms && message.attachments.isEmpty
        let (parts, participants) = isPlain ? ([], []) : try parts(of: message.id)
        return WholeMessage(
            message: message, background: try background(of: message.id) ?? MessageBackground(), parts: parts,
            participants: participants)
    }
}

extension SMSLogService {
    /// A message with all that it is made of, as one moment has it.
    ///
    /// - Throws: `SMSLogFault.unknownMessage`.
    package func whole(_ id: Int) async throws -> WholeMessage {
        try await dao.read(owner) { messages in
            guard let message = try messages.named(messages.messages(.number(id), limit: 1)).first else {
                throw SMSLogFault.unknownMessage(id)
            }
            return try messages.whole(message)
        }
    }
}
