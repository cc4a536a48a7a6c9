// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Session

/// A row of `sms_thread` while a transaction adds to it.
struct MessageThread {
    /// The row’s key.
    let id: Int64
    /// The other end.
    let address: Address
    /// The key of the row that stands for the number, which may be this one: it has the name.
    let number: Int64
    /// The key of the row that leads the conversation, which may be this one.
    let leader: Int64
    /// The spelling that stands for all; nil for what is no number.
    let person: Address?
    /// Whether it leads the conversation of several numbers, as it does until some are joined or parted.
    var hasSeveralNumbers = false
    /// Whether the row is still to be made.
    var isNew: Bool
    /// The contact, if the thread has one.
    var contact: Contact?
    /// The name that one of the corporate book comes before.
    var local: Contact?
    /// When a file gave the name that is not of the corporate book.
    var namedAt: Timestamp?
    /// What the user has said of it, and begun to write.
    var state = ConversationState()
    /// How many messages there are.
    var count = 0
    /// How many of them are not seen.
    var unread = 0
    /// The newest message’s date.
    var lastDate: Int64?
    /// The newest message’s row.
    var lastMessage: Int64?
    /// Whether the row has to be written.
    var isChanged = false

    /// Whether there may be a message of this date, or of one that nobody knows: none is newer than the newest one.
    func reaches(_ date: Timestamp?) -> Bool { date.map { $0.milliseconds <= lastDate ?? .min } ?? (lastDate != nil) }

    /// Counts a message in.
    mutating func add(date: Timestamp, key: Int64, isUnread: Bool) {
        isChanged = true
        count += 1
        if isUnread { unread += 1 }
        if (date.milliseconds, key) > (lastDate ?? .min, lastMessage ?? .min) {
            lastDate = date.milliseconds
            lastMessage = key
        }
    }

    /// Counts a message out; the newest one is another then.
    mutating func remove(isUnread: Bool, lastDate: Int64?, lastMessage: Int64?) {
        isChanged = true
        count -= 1
        if isUnread { unread -= 1 }
        self.lastDate = lastDate
        self.lastMessage = lastMessage
    }
}
