// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import AtriumKit

/// The tabs as a value.
struct TabsViewTests {
    private func view(_ keys: [String], selected: String) -> TabsView {
        TabsView(keys.map { .init(key: $0, title: $0.uppercased()) }, selected: selected)
    }

    @Test func `the next tab after the last one is the first`() {
        let view = view(["a", "b", "c"], selected: "c")
        #expect(view.current?.title == "C")
        #expect(view.tab(at: 1)?.key == "a")
        #expect(view.tab(at: -1)?.key == "b")
        #expect(view.tab(at: -4)?.key == "b")
    }

    @Test func `one tab alone has no next`() {
        #expect(view(["a"], selected: "a").tab(at: 1) == nil)
        #expect(view(["a", "b"], selected: "x").tab(at: 1)?.key == "a")
        #expect(view(["a", "b"], selected: "x").tab(at: -1)?.key == "b")
        #expect(view([], selected: "").current == nil)
    }
}
