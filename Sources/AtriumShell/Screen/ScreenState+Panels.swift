// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Terminal

/// The panels that are seen, and the one that keys move in.
extension ScreenState {
    /// The panel that keys move in: the one that has the focus, or else what is open, or the list.
    var panel: PanelPart {
        let layout = layout
        switch focus {
        case .panel(.sidebar): return .sidebar
        case .panel(.list) where layout.list != nil: return .list
        case .panel(.reader) where layout.detail != nil: return .reader
        case .panel, .line: return firstPanel
        }
    }

    /// The panel that the focus goes to from the line: what is open, or the list.
    private var firstPanel: PanelPart {
        let layout = layout
        return layout.list == nil || isDetailOpen && layout.detail != nil ? .reader : .list
    }

    /// The panels that are seen, as the focus goes round them from the line and back to it.
    var round: [PanelPart] {
        let parts = parts
        let start = parts.firstIndex(of: firstPanel) ?? 0
        return Array(parts[start...] + parts[..<start])
    }

    /// The panels that are seen, as the focus goes round them: those that a drawer hides are seen when it gives way.
    var parts: [PanelPart] {
        let layout = layout(promptRows: lineView.canvas.size.rows, showsDrawer: false)
        let seen = [(PanelPart.list, layout.list), (.reader, layout.detail)].compactMap { $1 == nil ? nil : $0 }
        return seen + [.sidebar]
    }

    /// The things of a kind that a command means which names none.
    func selection(of item: String) -> [String] {
        coordinator.currentApp?.selection(
            of: item, isListSeen: layout.list != nil, isListFocused: focus == .panel(.list)) ?? []
    }

    /// What is marked, where that is seen.
    var marked: [String] { layout.list == nil ? [] : coordinator.currentApp?.mainList?.markedIDs ?? [] }

    /// Unmarks what is marked, where that is seen.
    func unmark() {
        if layout.list != nil { coordinator.currentApp?.unmarkAll() }
    }

    /// Whether something is open in full.
    var isDetailOpen: Bool { coordinator.currentApp?.detail?.isOpen ?? false }

    /// Whether there is anything to be read in full.
    var hasDetail: Bool { coordinator.currentApp?.detail != nil }
}
