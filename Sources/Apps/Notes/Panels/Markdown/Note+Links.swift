// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Markdown
import NotesLogic
import Terminal

extension Note {
    /// The links of the note, numbered as `MarkdownLayout` draws them: those of the text that is safe to show.
    var links: NumberedLinks {
        NumberedLinks(MarkdownDocument(Sanitizer.visible(content, keepingNewlines: true)), titleEnd: titleEnd)
    }

    /// Where the title ends in the text that is safe to show, in bytes.
    var titleEnd: Int { Sanitizer.visible(firstLine).utf8.count }
}
