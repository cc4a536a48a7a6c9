// SPDX-License-Identifier: GPL-3.0-or-later

import Markdown
import NotesLogic

/// Links of Dendron’s, which say their label first: `[[label|note]]`, `[[label|dendron://vault/note#part]]`.
struct DendronLinks {
    private let files: VaultFiles

    /// The links of a folder; nil if it is no vault of Dendron’s, each of which has a schema of its root.
    init?(in files: VaultFiles) {
        guard DendronName.settings.contains(where: { files.path(of: $0) != nil }) else { return nil }
        self.files = files
    }

    /// The text with the notes first, as in every other program.
    ///
    /// A link stays as it is if what stands first is a note, or what stands last is none.
    func turned(_ text: String) -> String {
        guard text.contains("[["), text.contains("|") || text.contains("dendron://") else { return text }
        let document = MarkdownDocument(text, hasLines: false)
        let places = document.links.compactMap { link -> (range: Range<Int>, text: String)? in
            guard case .title = link.kind, let target = link.target else { return nil }
            guard target.upperBound < link.label.lowerBound else {
                let note = DendronName.range(in: document, at: target)
                return note != target && isNote(document.text(note)) ? (target, document.text(note)) : nil
            }
            let label = document.text(target)
            let note = document.text(DendronName.range(in: document, at: link.label))
            guard isNote(note), !isNote(label) else { return nil }
            let bar = document.text(target.upperBound..<link.label.lowerBound)
            return (target.lowerBound..<link.label.upperBound, note + bar + label)
        }
        return text.replacing(places.sorted { $0.range.lowerBound < $1.range.lowerBound })
    }

    private func isNote(_ spelled: String) -> Bool {
        let name = LinkPath(spelled).withoutEnding
        return !name.isEmpty && files.path(of: name + ".md") != nil
    }
}
