import SMSLogLogic

/// The conversation that is open, and the page of it that was read last.
struct OpenThread: Sendable {
    /// The other end.
    let address: Address
    /// How many messages a page has.
    let limit: Int
    /// Where the page is.
    var page: Page
    /// The page, oldest first.
    var messages: [Message]

    /// The contact’s name, or else the address.
    var name: String { messages.last?.displayName ?? address.text }
}
