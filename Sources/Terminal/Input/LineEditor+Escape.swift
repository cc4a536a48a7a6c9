// SPDX-License-Identifier: GPL-3.0-or-later

import CReadline

/// Escape, which is a key of its own, and the start of others.
extension LineEditor {
    /// Where Escape was read and nothing follows it in time, ends it as a key of its own.
    func awaitEscape() {
        escapeWait.cancel()
        escapedAt = nil
        guard activity == .line, begun == nil, creadline_is_after_escape() != 0,
            let wait = ReadlineKeys.escapeMilliseconds
        else { return }
        escapedAt = elapsed()
        // Where a text is written Escape ends that, which Alt-Enter over a slow line must not.
        let isWriting = reports.isWanted(.otherKeys)
        escapeWait.start(.milliseconds(isWriting ? max(wait, EscapeKey.writingMilliseconds) : wait)) { [weak self] in
            guard let self, activity == .line, begun == nil, !hasInput, creadline_is_after_escape() != 0 else { return }
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
            ReadlineKeys.escapeMilliseconds == EscapeKey.milliseconds,
            let byte = UInt8(exactly: rl_read_key())
        else { return false }
        let time = escapedAt.map { elapsed() - $0 } ?? .zero
        escapedAt = nil
        if creadline_key_count() == 1, ExtendedKey.introducers.contains(byte) {
            let sequence = input.sequence(goingOn: [EscapeKey.byte, byte])
            let isOneKey = sequence.count > 2 || byte == UInt8(ascii: "[") || EscapeKey.isOneKey([byte], after: time)
            if isOneKey {
                take(sequence, isEscapeRead: true)
                return true
            }
        }
        let rest = input.sequence(from: byte)
        if !EscapeKey.isOneKey(rest, after: time) { endEscape() }
        pass(rest)
        return true
    }
}
