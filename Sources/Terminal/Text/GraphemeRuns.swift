// SPDX-License-Identifier: GPL-3.0-or-later

/// Tells quickly of most text that none of its graphemes is long.
struct GraphemeRuns {
    private(set) var mayBeLong = false
    private var length = 0
    private var previous: UInt32 = 0

    /// Goes on by one scalar.
    mutating func add(_ value: UInt32) {
        if begins(value) {
            length = 0
        } else {
            length += 1
            if length > GraphemeLimit.marks { mayBeLong = true }
        }
        previous = value
    }

    /// Goes on by a scalar that certainly begins a grapheme.
    mutating func begin(_ value: UInt32) {
        length = 0
        previous = value
    }

    /// The blocks of these scripts are alike, 128 places each.
    private func isIndicLetter(_ value: UInt32) -> Bool {
        (0x900..<0xD80).contains(value) && (0x05...0x39).contains(value & 0x7F)
    }

    /// Whether a grapheme certainly begins here (UAX #29).
    func begins(_ value: UInt32) -> Bool {
        switch value {
        case 0x20..<0x300, 0x370..<0x483, 0x48A..<0x591, 0x3041..<0x3099, 0x309B..<0xA000: true
        // Letters of Hebrew, Arabic and Thai.
        case 0x5D0..<0x5EB, 0x620..<0x64B, 0x671..<0x6D4, 0xE01..<0xE31, 0xE40..<0xE46: true
        // Letters of India, unless something stands between them that may join them.
        case 0x900..<0xD80: isIndicLetter(value) && (isIndicLetter(previous) || previous == 0x20)
        // Not behind a leading consonant that is not part of a syllable yet.
        case 0xAC00..<0xD7A4: !(0x1100...0x115F).contains(previous) && !(0xA960...0xA97C).contains(previous)
        // Pictures may be joined to what stands before them.
        case 0x1E00..<0x200B, 0x2010..<0x2060, 0x20A0..<0x20D0, 0x2100..<0x2CEF, 0x3000..<0x302A: previous != 0x200D
        default: false
        }
    }
}
