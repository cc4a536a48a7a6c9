// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumSession

/// An end of a panel’s content.
public enum PanelEdge: Sendable {
    /// Before the first row.
    case start
    /// After the last row.
    case end
}

/// The source of an app’s main panel.
@MainActor
public struct MainSource {
    /// The two kinds that there are.
    package enum Kind {
        case list(any ListProviding)
        case document(DocumentSource)
    }

    /// Which of them it is.
    package let kind: Kind

    /// Items, one of which may be selected.
    public static func list<Item>(_ source: ListSource<Item>) -> MainSource { MainSource(kind: .list(source)) }

    /// A text.
    public static func document(_ source: DocumentSource) -> MainSource { MainSource(kind: .document(source)) }

    /// A short text, under the name of the app.
    public static func text(_ text: LocalizedText, titled title: LocalizedText) -> MainSource {
        .document(DocumentSource(id: "text", title: title) { [[.text(text.string(in: $0.language))]] })
    }
}
