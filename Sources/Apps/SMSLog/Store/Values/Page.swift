/// Which messages of a conversation to read.
package enum Page: Hashable, Sendable {
    /// The newest ones.
    case newest
    /// Those right before a place.
    case before(MessagePosition)
    /// Those right after a place.
    case after(MessagePosition)
}
