// SPDX-License-Identifier: GPL-3.0-or-later

import CReadline
import Glibc

/// Keys that the terminal was asked to tell apart: Readline gets what it knows them by.
extension LineEditor {
    /// Has keys such as Ctrl-Enter told from others while a line is typed on a display, where the terminal can.
    public func setOtherKeys(_ isOn: Bool) { set(.otherKeys, isOn) }

    /// Reads a key, which may be told otherwise than usual.
    func readToldKey() {
        guard let first = readByte() else { return readKey() }
        let sequence = sequence(from: first)
        if sequence == [Self.escape, Self.escape] {
            let rest = self.sequence(from: Self.escape)
            if Self.isOneKey(rest, after: .zero) { return pass([Self.escape] + rest) }
            passEscape()
            heldKeys += rest
            return takeHeldKeys()
        }
        guard let plain = ExtendedKey.plain(sequence) else { return pass(sequence) }
        if let signal = signal(of: plain) {
            // The terminal does not send it for this.
            kill(0, signal)
        } else if plain == [Self.escape] {
            passEscape()
        } else {
            pass(plain)
        }
    }

    /// Gives Readline an Escape that is known to be alone, which vi finds out by itself.
    private func passEscape() { pass(creadline_is_vi() == 0 ? [Self.escape, KeySequence.escapeEnd] : [Self.escape]) }

    /// Reads the rest of what begins with a byte, up to an Escape that follows another one.
    func sequence(from first: UInt8) -> [UInt8] {
        var sequence = [first]
        guard first == Self.escape else { return sequence }
        while ExtendedKey.step(after: sequence) == .more, isThere(after: sequence), let byte = readByte() {
            sequence.append(byte)
        }
        return sequence
    }

    private func readByte() -> UInt8? {
        var byte: UInt8 = 0
        return Glibc.read(0, &byte, 1) == 1 ? byte : nil
    }

    /// Whether another byte is there: of a sequence that has begun it may take a little.
    private func isThere(after sequence: [UInt8]) -> Bool {
        guard sequence.count > 1 else { return hasInput }
        var wait = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, Int32(Self.escapeMilliseconds)) > 0 && wait.revents & Int16(POLLIN) != 0
    }

    /// Gives Readline bytes as if they were typed.
    ///
    /// One by one: where Readline finds more behind the start of a key, it reads on in the same call, and a command that
    /// jumps out of reading, as `abort` does, would jump to where it has returned from already. In vi all at once, since it
    /// takes an Escape behind which nothing is there for a key of its own. What is left when they end the line is for
    /// whoever asks next.
    func pass(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while activity == .line, creadline_has_stuffed() != 0 || !rest.isEmpty {
            if creadline_has_stuffed() == 0 {
                let next = creadline_is_vi() == 0 ? rest.prefix(1) : rest
                for byte in next { rl_stuff_char(Int32(byte)) }
                rest = rest.dropFirst(next.count)
            }
            readKey()
            creadline_flush_output()
            if let key = leavingKey { finishLine(by: key) }
        }
        while creadline_has_stuffed() != 0, let byte = UInt8(exactly: rl_read_key()) { heldKeys.append(byte) }
        heldKeys += rest
    }

    /// The signal that the terminal sends for a key as it is set; nil for any other.
    private func signal(of bytes: [UInt8]) -> Int32? {
        var settings = termios()
        guard bytes.count == 1, bytes[0] != 0, tcgetattr(0, &settings) == 0, settings.c_lflag & tcflag_t(ISIG) != 0
        else { return nil }
        return withUnsafeBytes(of: settings.c_cc) { keys in
            [(VINTR, SIGINT), (VQUIT, SIGQUIT), (VSUSP, SIGTSTP)].first { keys[Int($0.0)] == bytes[0] }?.1
        }
    }
}
