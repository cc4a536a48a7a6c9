// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import __NAME__Logic

/// The open item: its title is in the border, and above the text if there is no room for all of it.
@MainActor
enum ItemDocument {
    /// The document of a model.
    static func source(of model: __NAME__Model) -> DocumentSource {
        guard let item = model.opened else {
            return DocumentSource(id: "", title: LocalizedText(verbatim: "")) { context in
                [[.text(Strings.itemNone.string(in: context.language), .faint)]]
            }
        }
        var source = DocumentSource(
            id: String(item.id), title: LocalizedText(verbatim: item.title), isOpen: true
        ) { context in
            [[.fields(__NAME__Commands.detail(of: item), in: context)]]
        }
        source.close = { model.opened = nil }
        return source
    }
}
