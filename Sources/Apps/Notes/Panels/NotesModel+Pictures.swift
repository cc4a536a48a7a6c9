// SPDX-License-Identifier: GPL-3.0-or-later

import Markdown
import NotesDomain
import NotesLogic
import Terminal

/// Pictures of notes.
extension NotesModel {
    /// The bytes of a picture that a note’s text shows; nil where there is none, or it cannot be read.
    ///
    /// - Parameter spelled: What the text says for it, as it is shown.
    func picture(_ spelled: String, in note: Note) async -> [UInt8]? {
        guard let named = Self.picture(shownAs: spelled, in: note) else { return nil }
        return try? await service.picture(named, in: note)
    }

    /// The picture for which a note’s text says what is shown so.
    private static func picture(shownAs spelled: String, in note: Note) -> NamedFile? {
        NamedFile.all(in: note.content).first { $0.isPicture && Sanitizer.visible($0.spelled) == spelled }
    }

    /// The picture of a note that is meant: by the number of its link, by its name, or the first one.
    ///
    /// - Throws: `AttachmentFault.noPicture`, `AttachmentFault.missing`, and what reading it throws.
    func picture(_ reference: LinkReference?, of note: Note) async throws -> (name: String, bytes: [UInt8]) {
        let document = MarkdownDocument(Sanitizer.visible(note.content, keepingNewlines: true), hasLines: false)
        let links = NumberedLinks(document, titleEnd: note.titleEnd)
        let shown = document.links.enumerated().first { index, link in
            guard let named = NamedFile(link, in: document), named.isPicture else { return false }
            return switch reference {
            case .number(let number)?: links.number(at: index) == number
            case .file(let name)?: named.name == name || named.spelled == name
            case nil: true
            }
        }
        guard let link = shown?.element, let named = NamedFile(link, in: document) else {
            throw AttachmentFault.noPicture(reference?.word, note: note.id)
        }
        guard let own = Self.picture(shownAs: named.spelled, in: note),
            let bytes = try await service.picture(own, in: note)
        else {
            throw AttachmentFault.missing(named.spelled, note: note.id)
        }
        return (named.name, bytes)
    }
}
