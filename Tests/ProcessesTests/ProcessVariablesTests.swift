// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Processes
import Testing

struct ProcessVariablesTests {
    /// The other tests read variables too: one that nobody else knows is set, and stays.
    @Test func areThoseOfTheEnvironment() {
        setenv("ATRIUM_TEST_VARIABLE", "a=b 字=", 1)
        setenv("ATRIUM_TEST_EMPTY", "", 1)
        #expect(ProcessVariables.all["ATRIUM_TEST_VARIABLE"] == "a=b 字=")
        #expect(ProcessVariables.all["ATRIUM_TEST_EMPTY"] == "")
        #expect(ProcessVariables.all == ProcessInfo.processInfo.environment)
    }
}
