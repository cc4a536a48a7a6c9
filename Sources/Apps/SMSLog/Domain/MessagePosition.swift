// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// A place in the order of a conversation: by date, then in the order of arrival.
package struct MessagePosition: Hashable, Sendable, Comparable {
    /// The date of the message there.
    package let date: Timestamp
    /// The number of the message there.
    package let id: Int

    /// The place of this message.
    package init(_ message: Message) {
        self.init(date: message.date, id: message.id)
    }

    package init(date: Timestamp, id: Int) {
        self.date = date
        self.id = id
    }

    package static func < (left: MessagePosition, right: MessagePosition) -> Bool {
        (left.date, left.id) < (right.date, right.id)
    }
}
