// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumStores
import Testing

@testable import AtriumSystems

/// Changes of several stores of one system.
struct ChangeFeedsTests {
    @Test func `all stores hear of possible changes`() {
        let feeds = ChangeFeeds()
        let numbers: ChangeFeed<Int> = feeds.feed(of: "numbers")
        let names: ChangeFeed<String> = feeds.feed(of: "names")
        let (first, second) = (numbers.observe(), names.observe())
        let again: ChangeFeed<Int> = feeds.feed(of: "numbers")
        again.post(.these([1]))
        #expect(first.take() == .these([1]) && second.take() == nil)
        feeds.postUnknown()
        #expect(first.take() == .unknown && second.take() == .unknown)
    }
}
