import NotesLogic
import Terminal

/// A note’s text as `MarkdownLayout` lays it out, kept until anything of it is another: panels are drawn at every key.
struct LaidOutText {
    private var content: String?
    private var columns = 0
    private var accent = Color.palette(0)
    private var lines: [StyledText] = []

    /// The lines of a note’s text.
    mutating func lines(of note: Note, columns: Int, accent: Color) -> [StyledText] {
        if note.content != content || columns != self.columns || accent != self.accent {
            (content, self.columns, self.accent) = (note.content, columns, accent)
            lines = MarkdownLayout.lines(note.body, title: note.title, columns: columns, accent: accent)
        }
        return lines
    }
}
