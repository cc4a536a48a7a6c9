// SPDX-License-Identifier: GPL-3.0-or-later

import CReadline

/// The keys that erase, which take a joined emoji as the one picture that the user sees: Readline takes its last character.
@MainActor
enum ClusterKeys {
    private static let keys: [UInt8] = [0x7F, 0x08]

    /// Has the keys that erase a character in Readline erase such a picture as well; to be called after Readline has set
    /// the terminal, by which it binds the keys anew.
    static func bind() {
        for map in Int32(0)..<2 {
            for key in keys { creadline_replace_rubout(map, Int32(key), eraseBefore) }
        }
    }

    /// The picture of several characters before a place in a text, or around it; nil where none is.
    nonisolated static func picture(before place: Int, in text: String) -> Range<Int>? {
        var start = 0
        for character in text where start < place {
            let end = start + character.utf8.count
            if end >= place { return isPicture(character) ? start..<end : nil }
            start = end
        }
        return nil
    }

    private nonisolated static func isPicture(_ character: Character) -> Bool {
        let scalars = character.unicodeScalars
        return scalars.count > 1 && scalars.contains { $0.value > 0xFF && $0.properties.isEmoji || $0.value == 0xFE0F }
    }

    fileprivate static func erase(_ count: Int32, _ key: Int32) -> Int32 {
        guard count == 1, let picture = picture(before: ReadlineLine.cursor, in: ReadlineLine.text) else {
            return rl_rubout(count, key)
        }
        rl_delete_text(Int32(picture.lowerBound), Int32(picture.upperBound))
        ReadlineLine.cursor = picture.lowerBound
        return 0
    }
}

/// What the keys call, on the main thread, from within `rl_callback_read_char`.
private func eraseBefore(count: Int32, key: Int32) -> Int32 {
    MainActor.assumeIsolated { ClusterKeys.erase(count, key) }
}
