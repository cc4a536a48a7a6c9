// SPDX-License-Identifier: GPL-3.0-or-later

import Markdown
import NotesDomain
import NotesLogic
import Terminal

extension Note {
    /// The links of the note, numbered as `MarkdownBlocks` has them: those of the text that is safe to show.
    var links: NumberedLinks { reading.links }

    /// The links of the note and its tags, which are read together.
    var reading: (links: NumberedLinks, tags: [String]) {
        let visible = Sanitizer.visible(content, keepingNewlines: true)
        let document = MarkdownDocument(visible, hasLines: false)
        return (
            NumberedLinks(document, titleEnd: titleEnd), visible == content ? tags(in: document) : tags
        )
    }

    /// Where the title ends in the text that is safe to show, in bytes; a name of its own stands nowhere in it.
    var titleEnd: Int { names.isEmpty ? Sanitizer.visible(firstLine).utf8.count : 0 }
}
