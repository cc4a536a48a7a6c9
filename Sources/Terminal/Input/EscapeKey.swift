// SPDX-License-Identifier: GPL-3.0-or-later

/// Escape, which is a key of its own, and the start of others.
package enum EscapeKey {
    static let byte: UInt8 = 0x1B
    /// How long Escape is the start of another key, also over a slow line.
    package static let milliseconds = 60
    /// The same while a text of several lines is written.
    static let writingMilliseconds = 150
    /// The bytes of a key come at once, also over a line that brings them one by one; nobody types two keys so fast.
    private static let togetherTime = Duration.milliseconds(15)

    /// Whether bytes that come so long after Escape are a part of the same key.
    ///
    /// That is so of the longer ones, which begin as CSI or SS3 does, and of one with Alt, which comes at once. What begins
    /// with a second Escape is one where it means something.
    @MainActor
    static func isOneKey(_ bytes: [UInt8], after time: Duration) -> Bool {
        switch bytes.first {
        case UInt8(ascii: "["), UInt8(ascii: "O"): true
        case byte: ReadlineKeys.isKey([byte] + bytes)
        // Nobody ends something and presses Enter so soon after it.
        case 0x0D, 0x0A: ReadlineKeys.isKey([byte] + bytes)
        default: time <= togetherTime
        }
    }
}
