// SPDX-License-Identifier: GPL-3.0-or-later

import CReadline
import Glibc

/// Keys that the terminal was asked to tell apart: Readline gets what it knows them by.
extension LineEditor {
    /// Has keys such as Ctrl-Enter told from others while a line is typed on a display, where the terminal can.
    public func setOtherKeys(_ isOn: Bool) { report(.otherKeys, isOn) }

    /// Reads a key, which may be told otherwise than usual.
    func readToldKey() {
        guard let first = input.readByte() else { return readKey() }
        let sequence = input.sequence(from: first)
        if sequence == [EscapeKey.byte, EscapeKey.byte] {
            let rest = input.sequence(from: EscapeKey.byte)
            if EscapeKey.isOneKey(rest, after: .zero) { return pass([EscapeKey.byte] + rest) }
            passEscape()
            return pass(rest)
        }
        guard let plain = ExtendedKey.plain(sequence) else { return pass(sequence) }
        if let signal = input.signal(of: plain) {
            // The terminal does not send it for this.
            kill(0, signal)
        } else if plain == [EscapeKey.byte] {
            passEscape()
        } else {
            pass(plain)
        }
    }

    /// Gives Readline an Escape that is known to be alone, which vi finds out by looking for more.
    private func passEscape() {
        let isVi = creadline_is_vi() != 0
        input.isKeyWhole = isVi
        pass(isVi ? [EscapeKey.byte] : [EscapeKey.byte, KeySequence.escapeEnd])
        input.isKeyWhole = false
    }
}
