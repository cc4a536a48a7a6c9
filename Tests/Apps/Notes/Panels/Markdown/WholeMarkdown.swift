// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit

@testable import NotesPanels

extension MarkdownBlocks {
    /// All blocks of a note’s text.
    static func blocks(_ text: String, titleEnd: Int = 0) -> [Block] {
        var reading = MarkdownBlocks(text, titleEnd: titleEnd)
        reading.read(.max)
        return reading.blocks
    }
}
