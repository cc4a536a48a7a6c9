// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Terminal

/// A note’s text as `MarkdownLayout` lays it out, kept until anything of it is another: panels are drawn at every key.
struct LaidOutText {
    private var content: String?
    private var columns = 0
    private var accent = Color.palette(0)
    private var lines: [StyledText] = []

    /// The lines of a note’s text; below a title that a border of this width cuts, with the title first.
    mutating func lines(of note: Note, columns: Int, accent: Color) -> [StyledText] {
        if note.content != content || columns != self.columns || accent != self.accent {
            (content, self.columns, self.accent) = (note.content, columns, accent)
            let isCut = DisplayWidth.of(Sanitizer.visible(note.title)) > columns
            lines = MarkdownLayout.lines(
                note.content, titleEnd: isCut ? 0 : note.titleEnd, columns: columns, accent: accent)
        }
        return lines
    }
}
