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
            return pass(rest)
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

    /// Gives Readline an Escape that is known to be alone, which vi finds out by looking for more.
    private func passEscape() {
        let isVi = creadline_is_vi() != 0
        isKeyWhole = isVi
        pass(isVi ? [Self.escape] : [Self.escape, KeySequence.escapeEnd])
        isKeyWhole = false
    }

    /// Reads the rest of what begins with a byte, up to an Escape that follows another one.
    func sequence(from first: UInt8) -> [UInt8] {
        var sequence = [first]
        guard first == Self.escape else { return sequence }
        while ExtendedKey.step(after: sequence) == .more, isThere(after: sequence), let byte = readByte() {
            sequence.append(byte)
        }
        return sequence
    }

    func readByte() -> UInt8? {
        var byte: UInt8 = 0
        return Glibc.read(0, &byte, 1) == 1 ? byte : nil
    }

    /// Whether another byte is there: of a sequence that has begun it may take a little.
    private func isThere(after sequence: [UInt8]) -> Bool {
        guard sequence.count > 1 else { return hasInput }
        var wait = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, Int32(Self.escapeMilliseconds)) > 0 && wait.revents & Int16(POLLIN) != 0
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
