// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import AtriumKit

struct ListIDTests {
    private struct Filter: Equatable {
        let word: String
    }

    @Test func `a list is the same while its value is`() {
        #expect(ListID("a") == ListID("a"))
        #expect(ListID("a") != ListID("b"))
        #expect(ListID(Filter(word: "a")) == ListID(Filter(word: "a")))
        #expect(ListID(Filter(word: "a")) != ListID(Filter(word: "b")))
    }

    @Test func `values of two types are two lists`() {
        #expect(ListID("a") != ListID(Filter(word: "a")))
        #expect(ListID(Filter(word: "a")) != ListID("a"))
        #expect(ListID(1) != ListID(1.0))
        #expect(ListID("a") != ListID(Optional("a")))
        #expect(ListID(Optional("a")) != ListID("a"))
    }
}
