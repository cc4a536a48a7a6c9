// SPDX-License-Identifier: GPL-3.0-or-later

import Session

/// How much there is.
package struct Tally: Hashable, Sendable {
    /// How many messages have come how far; a status that no message has is left out.
    package var byStatus: [SendStatus: Int] = [:]
    /// How many messages the user has not seen.
    package var unread = 0
    /// How many conversations have messages.
    package var conversations = 0
    /// How many contacts there are.
    package var contacts = 0
    /// The date of the oldest message.
    package var first: Timestamp?
    /// The date of the newest message.
    package var last: Timestamp?

    /// All messages.
    package var messages: Int { byStatus.values.reduce(0, +) }
}
