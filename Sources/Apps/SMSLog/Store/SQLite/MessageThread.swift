import Session

/// A row of `sms_thread` while a transaction adds to it.
struct MessageThread {
    /// The row’s key.
    let id: Int64
    /// The other end.
    let address: Address
    /// Whether the row is still to be made.
    var isNew: Bool
    /// The contact, if the thread has one.
    var contact: Contact?
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

    /// Counts a message in.
    mutating func add(_ draft: MessageDraft, key: Int64) {
        isChanged = true
        count += 1
        if draft.isUnread { unread += 1 }
        let date = draft.date.milliseconds
        // Numbers rise: of two messages of one date the later one is the newest.
        if date >= lastDate ?? .min {
            lastDate = date
            lastMessage = key
        }
    }
}
