// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// Messages that a store can count without looking at each.
package struct MessageScope: Hashable, Sendable {
    /// The conversations; nil: all.
    package let conversations: Set<Address>?
    /// Which way they went; nil: either.
    package let direction: MessageDirection?
    /// When they were sent or received; nil: whenever.
    package let dates: Range<Timestamp>?

    package init(conversations: Set<Address>?, direction: MessageDirection?, dates: Range<Timestamp>?) {
        self.conversations = conversations
        self.direction = direction
        self.dates = dates
    }

    /// The same as a filter says it.
    package var filter: MessageFilter {
        var filter = MessageFilter()
        filter.conversations = conversations
        filter.direction = direction
        filter.dates = dates
        return filter
    }
}
