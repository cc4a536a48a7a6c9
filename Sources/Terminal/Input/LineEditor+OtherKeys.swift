// SPDX-License-Identifier: GPL-3.0-or-later

import CReadline
import Glibc

/// What the terminal sends with Escape before it: keys, which Readline gets as it knows them, the mouse, and answers to
/// what was asked, perhaps by another program. Whatever means nothing is swallowed, so that it never becomes text.
extension LineEditor {
    /// A sequence that has come in part.
    struct BegunSequence {
        let bytes: [UInt8]
        /// Whether Readline has read its Escape.
        let isEscapeRead: Bool
    }

    /// How long the rest of a sequence may take.
    private static let restTime = Duration.seconds(1)

    /// Has keys such as Ctrl-Enter told from others while a line is typed on a display, where the terminal can.
    public func setOtherKeys(_ isOn: Bool) { report(.otherKeys, isOn) }

    /// Reads a key, or whatever else comes.
    func readToldKey() {
        guard let first = input.readByte() else { return readKey() }
        guard first == EscapeKey.byte else { return pass([first]) }
        take(input.sequence(from: first), isEscapeRead: false)
    }

    /// Reads on what has begun.
    func readBegun(_ begun: BegunSequence) {
        begunWait.cancel()
        self.begun = nil
        guard let byte = input.readByte() else { return readKey() }
        if byte == EscapeKey.byte, !ExtendedKey.mayEndByEscape(begun.bytes) {
            // The rest of what was cut off never comes.
            input.putBack([byte])
            return drop(isEscapeRead: begun.isEscapeRead)
        }
        take(input.sequence(goingOn: begun.bytes + [byte]), isEscapeRead: begun.isEscapeRead)
    }

    /// Takes what has come of a sequence.
    func take(_ sequence: [UInt8], isEscapeRead: Bool) {
        if sequence == [EscapeKey.byte, EscapeKey.byte] { return takeTwoEscapes() }
        if ExtendedKey.step(after: sequence) == .more, sequence.count > 1, sequence != [EscapeKey.byte, 0x5F] {
            return awaitRest(of: BegunSequence(bytes: sequence, isEscapeRead: isEscapeRead))
        }
        if sequence.starts(with: KeySequence.mouseStart) {
            // A search of Readline is ended by it.
            if isInSearch, !isEscapeRead { return pass(sequence) }
            drop(isEscapeRead: isEscapeRead)
            if display != nil, let (kind, point) = MouseReport.event(of: sequence) { take(kind, at: point) }
            // Whatever ends half a report is the start of something else.
            if let last = sequence.last, !MouseReport.ends.contains(last) { pass([last]) }
            return
        }
        let plain = ExtendedKey.plain(sequence) ?? sequence
        if let signal = input.signal(of: plain) {
            drop(isEscapeRead: isEscapeRead)
            // The terminal does not send it for this.
            kill(0, signal)
        } else if plain == [EscapeKey.byte], sequence != plain {
            drop(isEscapeRead: isEscapeRead)
            passEscape()
        } else if ExtendedKey.isSequence(plain), !ReadlineKeys.isKey(plain) {
            drop(isEscapeRead: isEscapeRead)
            isAnswer = true
        } else if isEscapeRead {
            if plain.first != EscapeKey.byte { drop(isEscapeRead: true) }
            pass(plain.first == EscapeKey.byte ? Array(plain.dropFirst()) : plain)
        } else {
            // No key that begins with Escape goes on with Ctrl-X.
            if ExtendedKey.isSequence(plain), creadline_is_in_prefix() != 0 { pass([KeySequence.escapeEnd]) }
            pass(plain)
        }
    }

    private func takeTwoEscapes() {
        let rest = input.sequence(from: EscapeKey.byte)
        if EscapeKey.isOneKey(rest, after: .zero) { return pass([EscapeKey.byte] + rest) }
        passEscape()
        input.putBack(rest)
    }

    /// Waits for the rest of a sequence; without it, it is a character that was typed with Alt, or nothing.
    private func awaitRest(of sequence: BegunSequence) {
        begun = sequence
        isAnswer = true
        begunWait.start(Self.restTime) { [weak self] in
            guard let self, begun != nil, !hasInput else { return }
            begun = nil
            guard activity == .line else { return }
            if sequence.bytes.count > 2 { return drop(isEscapeRead: sequence.isEscapeRead) }
            pass(Array(sequence.bytes.dropFirst(sequence.isEscapeRead ? 1 : 0)))
            if isStale { showLine() }
        }
    }

    /// Has Readline forget an Escape that it has read: what followed it is nothing for it.
    private func drop(isEscapeRead: Bool) {
        guard isEscapeRead else { return }
        // What begins as a report of the mouse does is known to it, and does nothing by itself.
        pass(Array(KeySequence.mouseStart.dropFirst()))
        report = nil
    }

    /// Gives Readline an Escape that is known to be alone, which vi finds out by looking for more.
    private func passEscape() {
        let isVi = creadline_is_vi() != 0
        input.isKeyWhole = isVi
        pass(isVi ? [EscapeKey.byte] : [EscapeKey.byte, KeySequence.escapeEnd])
        input.isKeyWhole = false
    }

    /// Whether Readline looks something up, which the mouse ends.
    private var isInSearch: Bool { creadline_state() & UInt(RL_STATE_ISEARCH | RL_STATE_NSEARCH) != 0 }
}
