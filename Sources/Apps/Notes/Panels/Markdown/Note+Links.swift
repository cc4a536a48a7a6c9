// SPDX-License-Identifier: GPL-3.0-or-later

import NotesLogic
import Terminal

extension Note {
    /// The links of the note, numbered as `MarkdownLayout` draws them: those of the text that is safe to show.
    var links: NumberedLinks {
        NumberedLinks(
            title: Sanitizer.visible(title),
            lines: MarkdownLine.lines(of: Sanitizer.visible(body, keepingNewlines: true)))
    }
}
