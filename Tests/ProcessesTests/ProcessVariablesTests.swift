// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumProcesses
import Foundation
import Testing

struct ProcessVariablesTests {
    /// In a process of its own: where one thread sets a variable, another that reads them, to start a program, may crash.
    @Test func areThoseOfTheEnvironment() async {
        await #expect(processExitsWith: .success) {
            setenv("ATRIUM_TEST_VARIABLE", "a=b 字=", 1)
            setenv("ATRIUM_TEST_EMPTY", "", 1)
            #expect(ProcessVariables.all["ATRIUM_TEST_VARIABLE"] == "a=b 字=")
            #expect(ProcessVariables.all["ATRIUM_TEST_EMPTY"] == "")
            #expect(ProcessVariables.all == ProcessInfo.processInfo.environment)
        }
    }
}
