// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumScripts
import Foundation
import Testing

@testable import AtriumProgram
@testable import atrium

/// Transitions on a real terminal: keys that come meanwhile, and terminals that answer late.
@MainActor
final class TransitionsOnTerminalTests: ProgramOnTerminal {
    @Test func `no key is lost that is typed while apps give way to each other`() async throws {
        try await atrium.register()
        let terminal = try await atrium.terminal(
            [Repository.program, "--user", "ana", "--password-file", "password"], columns: 120, rows: 30)
        try await expect("ana@notes ❯", on: terminal)
        try await terminal.enter("transition dissolve", isCommand: false)
        try await expect("transition is dissolve", on: terminal)
        var typed = ""
        for round in 1...3 { typed += "switch sms\rswitch account\rswitch notes\radd Typed \(round)\r" }
        try await terminal.type(typed + "half of a line")
        let screen = try await expect("❯ half of a line", on: terminal)
        #expect(screen.last == " ana@notes ❯ half of a line")
        let notes = try await atrium("atrium --user ana --password-file password -c list | grep -c Typed")
        #expect(notes.output == "3\n")
        await terminal.end()
    }

    /// Nobody answers on a terminal of `script`, as if the line were infinitely slow.
    @Test func `a terminal that does not answer has no transitions, and that is told`() async throws {
        try await atrium.register()
        let outcome = try await atrium(
            """
            cat > slow.sh <<'END'
            mkfifo keys
            script -qfec "stty cols 100 rows 20; exec $ATRIUM --user ana --password-file password" screen < keys \
                > /dev/null &
            exec 3> keys
            asked=$(printf '\\033[5n')
            until grep -qF "$asked" screen 2> /dev/null; do sleep 0.05; done
            until grep -q slow screen; do printf 'transition cover\\r' >&3; sleep 0.1; done
            # What is said lies over the panels, where q would close it.
            printf 'whoami\\rquit\\r' >&3
            wait $!
            echo ended $?
            END
            TERM=xterm-256color timeout \(ProgramUnderTest.patience) bash slow.sh
            """)
        #expect(outcome.output.contains("ended 0"), "\(outcome.output)\(outcome.error)")
    }
}
