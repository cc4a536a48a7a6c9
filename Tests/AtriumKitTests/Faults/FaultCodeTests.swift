// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumKit
import AtriumSession
import AtriumStores
import AtriumTerminal
import Testing

/// The codes of faults, which the catalog gives their sentences.
@Suite struct FaultCodeTests {
    @Test(arguments: [
        (CommandFault.unknownCommand("x", nearest: nil) as any UserFacing, "command.unknown"),
        (CommandFault.unknownCommand("x", nearest: "y"), "command.unknown"),
        (CommandFault.notANumber(name: "id", value: "x"), "command.not-a-number"),
        (CommandFault.unknownApp("x", nearest: "y"), "app.unknown"), (CommandFault.stopped, "cancelled"),
        (AuthenticationFault.backOff(.seconds(200)), "login.back-off"),
        (AuthenticationFault.passwordWellKnown, "account.bad-password"),
        (StoreFault.busy(path: "x"), "store.busy"), (StoreFault.loginEnded, "login.ended"),
        (InputFault.nul(line: 1), "input.nul"), (FileFault(path: "x", reason: .foreign), "file"),
    ])
    func `a code follows from the sentence`(_ fault: any UserFacing, _ code: String) {
        #expect(fault.code == code)
    }

    @Test func `a sentence behind another keeps the first one’s code`() {
        let sentence = CommandFault.stopped.sentence.followed(by: AuthenticationFault.refused.sentence)
        #expect(sentence.code == "cancelled" && sentence.key == "fault.stopped+fault.refused")
    }
}
