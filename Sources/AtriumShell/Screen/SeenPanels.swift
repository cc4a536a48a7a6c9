// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit

/// The panels that are seen, and the one that keys move in.
@MainActor
struct SeenPanels {
    let app: RunningApp?
    let layout: ScreenLayout
    let focus: Focus

    /// The panel that keys move in: the one that has the focus, or else what is open, or the list.
    var current: PanelPart {
        switch focus {
        case .panel(.sidebar): .sidebar
        case .panel(.list) where layout.list != nil: .list
        case .panel(.reader) where layout.detail != nil: .reader
        case .panel, .line: first
        }
    }

    /// The panel that the focus goes to from the line: what is open, or the list.
    var first: PanelPart { layout.list == nil || isDetailOpen && layout.detail != nil ? .reader : .list }

    /// All of them, as the focus goes round them.
    var all: [PanelPart] {
        let seen = [(PanelPart.list, layout.list), (.reader, layout.detail)].compactMap { $1 == nil ? nil : $0 }
        return seen + [.sidebar]
    }

    /// Whether something is open in full.
    var isDetailOpen: Bool { app?.isDetailOpen ?? false }

    /// Whether what is open stands in the place of the list.
    var isListCovered: Bool { isDetailOpen && layout.list == nil }

    /// Whether there is anything to be read in full.
    var hasDetail: Bool { app?.isDetailOpen != nil }

    /// The things of a kind that a command means which names none.
    func selection(of item: String) -> [String] {
        app?.selection(of: item, isListSeen: layout.list != nil, isListFocused: focus == .panel(.list)) ?? []
    }

    /// What is marked, where that is seen.
    var marked: [String] { layout.list == nil ? [] : app?.mainList?.markedIDs ?? [] }

    /// Unmarks what is marked, where that is seen.
    func unmark() { if layout.list != nil { app?.unmarkAll() } }
}
