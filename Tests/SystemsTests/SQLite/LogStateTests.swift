// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import Testing

@testable import AtriumSystems

struct LogStateTests {
    @Test func `reading leaves the state as it is, and every commit changes it, whoever makes it`() async throws {
        let store = try StoreFolder()
        let (one, other) = (try store.open(), try store.open())
        let first = try #require(one.state)
        #expect(other.state == first)
        #expect(try store.names(one).isEmpty)
        #expect(try store.names(other).isEmpty)
        #expect(one.state == first)
        var states = [first]
        for (name, system) in [("a", one), ("b", other), ("c", other), ("d", one)] {
            try await store.add(name, to: system)
            let state = try #require(one.state)
            #expect(other.state == state)
            #expect(!states.contains(state))
            states.append(state)
        }
        // An emptied log begins anew, and no state comes back.
        try await other.emptyLog()
        try await store.add("e", to: other)
        let last = try #require(one.state)
        #expect(!states.contains(last))
        #expect(try store.names(one) == ["a", "b", "c", "d", "e"])
    }

    @Test func `a closed system has no state, and can be closed again`() async throws {
        let store = try StoreFolder()
        let system = try store.open()
        try await store.add("a", to: system)
        system.close()
        system.close()
        #expect(system.state == nil)
    }
}
