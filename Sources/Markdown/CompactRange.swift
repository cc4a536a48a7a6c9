// SPDX-License-Identifier: GPL-3.0-or-later

/// A range in half the room: a text of a megabyte may have half a million spans, and what they take costs more time than
/// reading them.
///
/// md4c counts in 32 bits too, and reads no longer text.
struct CompactRange: Hashable, Sendable {
    private let start: UInt32
    private let end: UInt32

    init(_ range: Range<Int>) {
        start = UInt32(clamping: range.lowerBound)
        end = UInt32(clamping: range.upperBound)
    }

    var range: Range<Int> { Int(start)..<Int(end) }
}
