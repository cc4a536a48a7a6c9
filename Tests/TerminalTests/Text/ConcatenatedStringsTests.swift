// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTerminal
import Testing

struct ConcatenatedStringsTests {
    @Test(arguments: [[], [""], ["a"], ["a", ""], ["", "b"], ["e", "\u{301}", "👩", "\u{200D}👧"], ["\r", "\n"]])
    func `strings are put together as the library does`(strings: [String]) {
        for separator in ["", " · ", "\u{200D}"] {
            #expect(Array(strings.concatenated(by: separator).utf8) == Array(strings.joined(separator: separator).utf8))
        }
    }
}
