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

    /// The numbers of the links that stand at a place of the note.
    ///
    /// - Parameter isSection: Whether only those count that stand in what belongs to the place, and not all from there on.
    func links(at place: String, isSection: Bool) -> Set<Int> {
        let document = MarkdownDocument(Sanitizer.visible(content, keepingNewlines: true))
        guard let section = NotePlace.range(of: place, in: document) else { return [] }
        let range = isSection ? section : section.lowerBound..<document.bytes.count
        let links = NumberedLinks(document, titleEnd: titleEnd)
        return Set(
            document.links.indices.filter { range.contains(document.links[$0].whole.lowerBound) }.compactMap {
                links.number(at: $0)
            })
    }

    /// Where the title ends in the text that is safe to show, in bytes; a name of its own stands nowhere in it.
    var titleEnd: Int { names.isEmpty ? Sanitizer.visible(firstLine).utf8.count : 0 }
}
