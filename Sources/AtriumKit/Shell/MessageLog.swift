import Session

/// The last things that happened beside what somebody typed.
public struct MessageLog: Sendable {
    /// One of them.
    public struct Entry: Sendable {
        /// When it happened.
        public let date: Timestamp
        /// What happened, in the language of that moment.
        public let text: String
    }

    /// The entries, the oldest first.
    public private(set) var entries: [Entry] = []
    private static let limit = 100

    mutating func add(_ text: String, at date: Timestamp) {
        entries.append(Entry(date: date, text: text))
        if entries.count > Self.limit { entries.removeFirst() }
    }
}
