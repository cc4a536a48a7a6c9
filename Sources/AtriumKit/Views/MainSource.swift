// SPDX-License-Identifier: GPL-3.0-or-later

/// What an app’s main panel shows.
@MainActor
public struct MainSource {
    /// The two kinds there are.
    enum Kind {
        case list(any ListProviding)
        case document(DocumentSource)
    }

    let kind: Kind

    /// Things, one of which may be selected.
    public static func list<Item>(_ source: ListSource<Item>) -> MainSource { MainSource(kind: .list(source)) }

    /// A text.
    public static func document(_ source: DocumentSource) -> MainSource { MainSource(kind: .document(source)) }
}
