// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import SMSLogLogic

/// The conversation that the list’s selection stands on, or that of a message which it stands on.
struct SelectedThread: Hashable {
    /// The other end.
    let address: Address
    /// The message up to which it is seen first; nil: its newest one.
    let last: Message?

    init(_ conversation: Conversation) { (address, last) = (conversation.address, nil) }

    init(_ thing: FoundThing) {
        switch thing {
        case .conversation(let conversation): self.init(conversation)
        case .message(let message): self.init(message)
        }
    }

    init(_ message: Message) { (address, last) = (message.address, message) }

    /// What is read of it for a page of so many messages.
    func request(_ limit: Int) -> MessagesRequest.Thread {
        MessagesRequest.Thread(address: address, first: nil, limit: limit, newest: limit, last: last)
    }
}
