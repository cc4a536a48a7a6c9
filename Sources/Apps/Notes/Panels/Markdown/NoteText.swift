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
    /// The blocks of places that were asked for.
    private var places: [String: Int?] = [:]
    /// Whether the note has no text but its title.
    private var isTitle = false
    /// Blocks are made for about so many lines at once.
    private static let portion = 256

    /// The first blocks of a note’s text, or all of them.
    ///
    /// - Parameter lines: About how many lines they have to make, where there are so many.
    mutating func blocks(of note: Note, lines: Int) -> [Block] {
        if note.content != self.note?.content {
            isTitle = note.body.allSatisfy(\.isWhitespace)
            reading = MarkdownBlocks(note.content, titleEnd: isTitle ? 0 : note.titleEnd)
            places = [:]
        }
        if note != self.note, let reading { tags = note.tags(in: reading.document) }
        self.note = note
        reading?.read(lines / Self.portion < Int.max / Self.portion ? (lines / Self.portion + 1) * Self.portion : .max)
        var blocks = reading?.blocks ?? []
        if isTitle, !blocks.isEmpty { blocks[0].condition = .isTitle }
        return blocks
    }

    /// The number of the block of a note’s text at a heading or a block of it; nil where there is no such place.
    mutating func block(at place: String, of note: Note) -> Int? {
        _ = blocks(of: note, lines: 0)
        if let known = places[place] { return known }
        let found = (reading?.document).flatMap { NotePlace.range(of: place, in: $0) }.flatMap {
            reading?.block(at: $0.lowerBound)
        }
        places[place] = .some(found)
        return found
    }

    /// How many links the text has.
    var linkCount: Int { reading?.linkCount ?? 0 }

    /// Whether all blocks are there.
    var isWhole: Bool { reading?.isWhole ?? true }
}
