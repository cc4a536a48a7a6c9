// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Terminal

/// A note’s text as `MarkdownLayout` lays it out, kept until anything of it is another: panels are drawn at every key.
///
/// Of a long text no more is laid out than somebody has come near to.
struct LaidOutText {
    private var note: Note?
    private var columns = 0
    private var accent = Color.palette(0)
    private var layout: MarkdownLayout?
    /// The tags of the note.
    private(set) var tags: [String] = []

    /// The first lines of a note’s text, or all of them; below a title that a border of this width cuts, with the title
    /// first.
    ///
    /// - Parameter count: How many lines are asked for at least, where there are so many.
    mutating func lines(of note: Note, columns: Int, accent: Color, atLeast count: Int) -> [StyledText] {
        if note.content != self.note?.content || columns != self.columns || accent != self.accent {
            let isCut = DisplayWidth.of(Sanitizer.visible(note.title)) > columns
            layout = MarkdownLayout(
                note.content, titleEnd: isCut ? 0 : note.titleEnd, columns: columns, accent: accent)
        }
        if note != self.note, let layout { tags = note.tags(in: layout.document) }
        (self.note, self.columns, self.accent) = (note, columns, accent)
        layout?.layOut(count)
        return layout?.lines ?? []
    }

    /// Whether all lines are laid out.
    var isWhole: Bool { layout?.isWhole ?? true }
}
