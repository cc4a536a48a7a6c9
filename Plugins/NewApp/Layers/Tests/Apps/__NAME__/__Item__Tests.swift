// SPDX-License-Identifier: GPL-3.0-or-later

import Testing
import __NAME__Logic

struct __Item__Tests {
    @Test(arguments: [
        ("Water the plants", "Water the plants"), ("  two\tlines\n of it ", "two lines of it"), ("条目", "条目"),
    ])
    func `a title is one line`(typed: String, title: String) throws {
        #expect(try __Item__.title(typed: typed) == title)
    }

    @Test(arguments: ["", " \t\n"])
    func `a title has words`(typed: String) {
        #expect(throws: __NAME__Fault.emptyTitle) { try __Item__.title(typed: typed) }
    }
}
