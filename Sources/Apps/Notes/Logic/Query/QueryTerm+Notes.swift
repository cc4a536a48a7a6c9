// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Search

// What a term is to notes.
extension QueryTerm {
    /// Whether it says something of the whole query, and nothing of a note by itself.
    var isOfWholeQuery: Bool {
        key == "sort" || key == "limit" || key == "is" && value.lowercased() == "trashed"
    }

    /// Whether it is a word that notes must have, and neither a phrase nor the name of a saved query.
    var isWord: Bool { key == nil && !isQuoted && !isNegated && savedName == nil && tagName == nil }

    /// The name of a tag that stands here as in a text: `#trip`; nil for anything else.
    var tagName: String? {
        guard key == nil, !isQuoted, value.hasPrefix("#"), TagText.tags(in: value).count == 1,
            let name = TagText.tags(in: value).first, name.utf8.count == value.utf8.count - 1
        else { return nil }
        return name
    }

    /// The name of a saved query that stands here; nil for anything else.
    var savedName: String? {
        key == nil && !isQuoted && value.hasPrefix("@") && value.count > 1 ? String(value.dropFirst()) : nil
    }
}
