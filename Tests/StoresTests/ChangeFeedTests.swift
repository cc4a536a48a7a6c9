// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumStores
import Testing

/// Changes on their way to whoever observes them.
@Suite(.timeLimit(.minutes(10))) struct ChangeFeedTests {
    @Test func `a slow observer gets all changes as one, each once`() async {
        let feed = ChangeFeed<Int>()
        let observer = feed.observe()
        for changes in [[1, 2], [2, 3], [], [1]] { feed.post(.these(changes)) }
        var iterator = observer.makeAsyncIterator()
        #expect(await iterator.next() == .these([1, 2, 3]))
        #expect(observer.take() == nil)
        feed.post(.these([4]))
        #expect(observer.take() == .these([4]))
        // What was taken at once is not given again.
        feed.post(.these([5]))
        #expect(await iterator.next() == .these([5]))
    }

    @Test func `of too many changes only this is told`() {
        let feed = ChangeFeed<Int>()
        let observer = feed.observe()
        feed.post(.these(Array(0..<1000)))
        feed.post(.these([1000]))
        #expect(observer.take() == .unknown)
        #expect(Changes.unknown.union(.these([1])) == .unknown)
        #expect(Changes<Int>.unknown.mayHave { _ in false })
        #expect(!Changes.these([1]).mayHave { $0 == 2 })
    }

    @Test func `a stream of signals keeps its observer`() async {
        let feed = ChangeFeed<Int>()
        var signals = feed.observe().notices.makeAsyncIterator()
        feed.post(.these([1]))
        #expect(await signals.next() != nil)
    }
}
