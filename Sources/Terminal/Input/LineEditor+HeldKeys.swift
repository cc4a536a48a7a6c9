// SPDX-License-Identifier: GPL-3.0-or-later

import CReadline
import Glibc

/// Bytes that were read before it was known whom they are for: Readline reads them before those of the terminal.
extension LineEditor {
    /// Has Readline take its bytes from the editor.
    func feedReadline() {
        creadline_set_input { stream in
            MainActor.assumeIsolated { LineEditor.current?.takeHeldKey() }.map(Int32.init) ?? rl_getc(stream)
        } _: {
            MainActor.assumeIsolated { LineEditor.current?.hasMore == true ? 1 : 0 }
        }
    }

    /// Gives Readline bytes as if they were typed.
    func pass(_ bytes: [UInt8]) {
        heldKeys = bytes + heldKeys
        takeHeldKeys()
    }

    /// Reads what is held, as long as a line is typed; the rest is for whoever asks next.
    func takeHeldKeys() {
        while activity == .line, !heldKeys.isEmpty {
            readNext()
            creadline_flush_output()
            if let key = leavingKey { finishLine(by: key) }
        }
    }

    private func takeHeldKey() -> UInt8? { heldKeys.isEmpty ? nil : heldKeys.removeFirst() }

    /// Takes back what Readline has put back of a key that it does not know, or puts before what comes.
    ///
    /// It would read on in the same call, and where a command jumps out of reading, as `abort` does, jump to where it has
    /// returned from by then, which ends the program.
    func takeBack() {
        var bytes: [UInt8] = []
        while creadline_has_pushed() != 0, let byte = UInt8(exactly: rl_read_key()) { bytes.append(byte) }
        heldKeys = bytes + heldKeys
    }

    /// Whether Readline finds more to read, for which it may wait a little.
    private var hasMore: Bool {
        if !heldKeys.isEmpty { return true }
        if isKeyWhole { return false }
        var wait = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        // What is below nothing tells the time without setting it.
        return poll(&wait, 1, rl_set_keyboard_input_timeout(-1) / 1000) > 0
    }
}
