// SPDX-License-Identifier: GPL-3.0-or-later

import CReadline

/// Escape, which is a key of its own, and the start of others.
extension LineEditor {
    /// How long Escape is the start of another key, also over a slow line.
    static let escapeMilliseconds = 60

    /// Where Escape was read and nothing follows it in time, ends it as a key of its own.
    func awaitEscape() {
        escapeWait.cancel()
        escapedAt = nil
        guard activity == .line, creadline_is_after_escape() != 0, let wait = ReadlineKeys.escapeMilliseconds else {
            return
        }
        escapedAt = elapsed()
        escapeWait.start(.milliseconds(wait)) { [weak self] in
            guard let self, activity == .line, !hasInput, creadline_is_after_escape() != 0 else { return }
            endEscape()
            if isStale { showLine() }
        }
    }

    private func endEscape() {
        escapedAt = nil
        rl_stuff_char(Int32(KeySequence.escapeEnd))
        readKey()
        creadline_flush_output()
        if let key = leavingKey { finishLine(by: key) }
    }

    /// Reads what comes behind an Escape that was read before, and may be a key of its own.
    ///
    /// - Returns: False where nothing was read.
    func readBehindEscape() -> Bool {
        guard let escapedAt, activity == .line, creadline_is_after_escape() != 0, hasInput,
            // Whoever has chosen another time types letters behind Escape.
            ReadlineKeys.escapeMilliseconds == Self.escapeMilliseconds,
            let byte = UInt8(exactly: rl_read_key())
        else { return false }
        if !Self.goesOn(with: byte, after: elapsed() - escapedAt) { endEscape() }
        heldKey = byte
        return takeHeldKey() || !isEditing
    }

    /// Whether a byte that comes so long after Escape is a part of the same key: of the longer ones, which begin as CSI or
    /// SS3 does or with a second Escape, or of one with Alt, which comes at once.
    static func goesOn(with byte: UInt8, after time: Duration) -> Bool {
        time <= togetherTime || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") || byte == 0x1B
    }

    /// The bytes of a key come at once, also over a line that brings them one by one; nobody types two keys so fast.
    private static let togetherTime = Duration.milliseconds(15)

    /// Reads a byte that was read before it was known whom it is for; false where there is none, and where no line is
    /// typed.
    func takeHeldKey() -> Bool {
        guard let byte = heldKey, activity != .idle else { return false }
        heldKey = nil
        // What is asked as a secret begins with what is typed then.
        guard activity == .line else { return false }
        rl_stuff_char(Int32(byte))
        readKey()
        creadline_flush_output()
        if let key = leavingKey { finishLine(by: key) }
        return true
    }
}
