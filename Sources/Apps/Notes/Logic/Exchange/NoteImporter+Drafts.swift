// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain

/// What is done with every note that comes in, whatever wrote it.
extension NoteImporter {
    /// A draft in the notebook that all go to.
    func placed(_ draft: NoteDraft) -> NoteDraft {
        guard !notebook.isEmpty else { return draft }
        var draft = draft
        draft.marks.notebook = NotebookName.normal(notebook + "/" + draft.marks.notebook)
        let folder = NotebookName.normal(notebook) + "/"
        if !draft.names.isEmpty { draft.names.path = folder + draft.names.path }
        for index in draft.attachments.indices {
            draft.attachments[index].place = draft.attachments[index].place.map { folder + $0 }
        }
        return draft
    }

    /// Puts U+FFFD for each U+0000, at which a store would end the text; returns whether there were any.
    static func replaceNULs(in draft: inout NoteDraft) -> Bool {
        var hasAny = false
        func mend(_ text: inout String) {
            guard text.utf8.contains(0) else { return }
            hasAny = true
            text = String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
        }
        mend(&draft.content)
        mend(&draft.marks.notebook)
        mend(&draft.marks.others)
        for index in draft.marks.tags.indices { mend(&draft.marks.tags[index]) }
        return hasAny
    }
}
