// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Processes
import Session
import Terminal
import Worlds

/// Hands text to the terminal’s clipboard (OSC 52), in tmux through tmux.
@MainActor
struct Clipboard {
    let gate: OutputGate
    let world: World
    /// More than this many bytes a terminal may drop, or take in part.
    static let limit = 500_000

    /// Copies a text; false where it is too long.
    ///
    /// Whether the terminal takes it nobody says.
    func copy(_ text: String) async -> Bool {
        guard text.utf8.count <= Self.limit else { return false }
        guard !(world.variables["TMUX"] ?? "").isEmpty else {
            gate.writeFrame(.copy(text))
            return true
        }
        // As it is set from the start tmux takes no text from programs, but from its own command it does.
        let status = try? await ChildProcess.run(
            "exec tmux load-buffer -w - >/dev/null 2>&1", in: world.workingFolder, variables: world.variables,
            input: Array(text.utf8))
        if status != 0 { gate.writeFrame(EscapedText.copy(text).throughTmux) }
        return true
    }
}
