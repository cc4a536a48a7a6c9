// SPDX-License-Identifier: GPL-3.0-or-later

import CReadline

/// Escape, which is a key of its own, and the start of others.
extension LineEditor {
    /// How long Escape is the start of another key, also over a slow line.
    package static let escapeMilliseconds = 60

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
        pass([KeySequence.escapeEnd])
    }

    /// Reads what comes behind an Escape that was read before, and may be a key of its own.
    ///
    /// - Returns: False where nothing was read.
    func readBehindEscape() -> Bool {
        guard activity == .line, creadline_is_after_escape() != 0, hasInput,
            // Whoever has chosen another time types letters behind Escape.
            ReadlineKeys.escapeMilliseconds == Self.escapeMilliseconds,
            let byte = UInt8(exactly: rl_read_key())
        else { return false }
        let time = escapedAt.map { elapsed() - $0 } ?? .zero
        escapedAt = nil
        let rest = sequence(from: byte)
        if !Self.isOneKey(rest, after: time) { endEscape() }
        pass(rest)
        return true
    }

    static let escape: UInt8 = 0x1B

    /// Whether bytes that come so long after Escape are a part of the same key.
    ///
    /// That is so of the longer ones, which begin as CSI or SS3 does, and of one with Alt, which comes at once. What begins
    /// with a second Escape is one where it means something.
    static func isOneKey(_ bytes: [UInt8], after time: Duration) -> Bool {
        switch bytes.first {
        case UInt8(ascii: "["), UInt8(ascii: "O"): true
        case escape: ReadlineKeys.isKey([escape] + bytes)
        default: time <= togetherTime
        }
    }

    /// The bytes of a key come at once, also over a line that brings them one by one; nobody types two keys so fast.
    private static let togetherTime = Duration.milliseconds(15)
}
