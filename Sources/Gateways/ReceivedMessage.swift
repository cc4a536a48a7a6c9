// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// A message that came in through a gateway.
package struct ReceivedMessage: Hashable, Sendable {
    /// The gateway’s name for it, the same each time it is handed out.
    package let key: String
    /// Who sent it, as the gateway writes it.
    package let sender: String
    /// The text.
    package let text: String
    /// When it came in.
    package let date: Timestamp
    /// When the other end sent it, where that is known.
    package let sent: Timestamp?
    /// The number of the network’s centre that passed it on.
    package let centre: String?
    /// The card that it came by.
    package let sim: String?
    /// The names under which fewer of its parts may have been handed out before the others came.
    package let earlierKeys: [String]
    /// How far from its date a message was of which this may be the rest; nil for one that has its beginning.
    package let restWithin: Duration?

    /// A message of these facts.
    package init(
        key: String, sender: String, text: String, date: Timestamp, sent: Timestamp? = nil, centre: String? = nil,
        sim: String? = nil, earlierKeys: [String] = [], restWithin: Duration? = nil
    ) {
        self.key = key
        self.sender = sender
        self.text = text
        self.date = date
        self.sent = sent
        self.centre = centre
        self.sim = sim
        self.earlierKeys = earlierKeys
        self.restWithin = restWithin
    }
}
