// SPDX-License-Identifier: GPL-3.0-or-later

import Gateways
import SMSLogDomain

extension MessageDraft {
    /// A message that came in by a gateway, which nobody has seen.
    init(_ received: ReceivedMessage) {
        let address = Address(received.sender)
        self.init(
            address: address.isEmpty ? .unknown : address, rawAddress: received.sender, content: received.text,
            date: received.date, direction: .incoming, status: .received, isRead: false)
        details.sent = received.sent
        details.centre = received.centre
        details.sim = received.sim
    }
}
