// SPDX-License-Identifier: GPL-3.0-or-later

internal import AtriumKit
internal import AtriumSession
internal import __NAME__Logic

/// The open __thing__: its title is in the border, and above the text if there is no room for all of it.
@MainActor
enum __Item__Document {
    /// The document of a model.
    static func source(of model: __NAME__Model) -> DocumentSource {
        guard let __item__ = model.opened else {
            return DocumentSource(id: "", title: LocalizedText(verbatim: "")) { context in
                [[.text(Strings.__item__None.string(in: context.language), .faint)]]
            }
        }
        var source = DocumentSource(
            id: String(__item__.id), title: LocalizedText(verbatim: __item__.title), isOpen: true
        ) { context in
            [[.fields(__NAME__Commands.detail(of: __item__), in: context)]]
        }
        source.close = { model.opened = nil }
        return source
    }
}
