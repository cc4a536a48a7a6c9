// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFaults
import AtriumSession
import AtriumTerminal
import Testing

/// What is said of input that cannot be used.
struct InputFaultTests {
    @Test func `a paste that is too long is no line of the input`() {
        let fault = InputFault.pasteTooLong(limit: 1_048_576)
        #expect(fault.line == nil)
        #expect(fault.sentence.string(in: .english).hasPrefix("What you pasted is longer than "))
        #expect(InputFault.lineTooLong(line: 7, limit: 1_048_576).sentence.string(in: .english).contains("7"))
    }
}
