// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import NotesDomain

/// A note’s text as blocks, kept until it is another: panels are drawn at every key.
///
/// Of a long text there are no more blocks than somebody has come near to.
struct NoteText {
    private var note: Note?
    private var reading: MarkdownBlocks?
    /// The tags of the note.
    private(set) var tags: [String] = []
    /// Blocks are made for about so many lines at once.
    private static let portion = 256

    /// The first blocks of a note’s text, or all of them.
    ///
    /// - Parameter lines: About how many lines they have to make, where there are so many.
    mutating func blocks(of note: Note, lines: Int) -> [Block] {
        if note.content != self.note?.content {
            reading = MarkdownBlocks(note.content, titleEnd: note.titleEnd)
        }
        if note != self.note, let reading { tags = note.tags(in: reading.document) }
        self.note = note
        reading?.read(lines / Self.portion < Int.max / Self.portion ? (lines / Self.portion + 1) * Self.portion : .max)
        return reading?.blocks ?? []
    }

    /// Whether all blocks are there.
    var isWhole: Bool { reading?.isWhole ?? true }
}
