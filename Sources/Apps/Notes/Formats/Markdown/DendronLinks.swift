// SPDX-License-Identifier: GPL-3.0-or-later

import NotesLogic

/// Links of Dendron, which say their label first: `[[label|note]]`, `[[label|dendron://vault/note#part]]`.
struct DendronLinks {
    private let files: VaultFiles

    /// The links of a folder; `nil` if it is no vault of Dendron, each of which has a schema of its root.
    init?(in files: VaultFiles) {
        guard DendronName.settings.contains(where: { files.path(of: $0) != nil }) else { return nil }
        self.files = files
    }

    /// The text with the notes first, as in every other program.
    ///
    /// A link stays if its first part is a note, or its last part is none.
    func turned(_ text: String) -> String {
        guard text.contains("[["), text.contains("|") || text.contains("dendron://") else { return text }
        let edits = References(text).all.flatMap { reference -> [(range: Range<Int>, text: String)] in
            guard let other = reference.labelFirst, isNote(other.spelled) else { return [] }
            guard reference.range.upperBound < reference.labelRange.lowerBound else {
                return [(reference.range, other.spelled)]
            }
            return isNote(reference.spelled)
                ? [] : [(reference.range, other.spelled), (reference.labelRange, reference.spelled)]
        }
        return text.replacing(edits)
    }

    private func isNote(_ spelled: String) -> Bool {
        let name = LinkPath(spelled).withoutEnding
        return !name.isEmpty && files.path(of: name + ".md") != nil
    }
}
