// SPDX-License-Identifier: GPL-3.0-or-later

/// Splits what a command wrote into lines.
enum OutputLines {
    /// The lines without their LF; an LF at the end opens no further line.
    ///
    /// Any other character stays, CR included.
    static func of(_ text: String) -> [String] {
        guard !text.isEmpty else { return [] }
        // Split as bytes: to `String`, CR and LF are one character.
        var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { String(decoding: $0, as: UTF8.self) }
    }
}
