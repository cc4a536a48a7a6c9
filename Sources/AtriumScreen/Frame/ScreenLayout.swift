// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
package import AtriumTerminal

/// The places of the parts of the full screen, for one size of the terminal.
package struct ScreenLayout: Hashable {
    /// The arrangement of the panels.
    package enum Kind: Hashable {
        /// Sidebar, list and detail side by side.
        case wide
        /// List above detail, the sidebar a drawer over them.
        case medium
        /// One panel at a time.
        case compact

        package init(columns: Int) {
            self = columns >= wideColumns ? .wide : columns >= mediumColumns ? .medium : .compact
        }
    }

    /// The number of columns from which there is room for three panels side by side.
    static let wideColumns = 100
    /// The number of columns from which there is room for two panels, one above the other.
    static let mediumColumns = 60

    /// The wishes for a layout.
    struct Wishes: Hashable {
        /// Whether a wide screen shows the sidebar.
        var showsSidebar = true
        /// Whether the drawer of a narrower one is drawn out.
        var showsDrawer = false
        /// Whether the app has a detail panel at all.
        var hasDetail = false
        /// Whether something is open in it, or keys move in it: where one panel hides the other, it is the one shown.
        var isDetailOpen = false
        /// Whether the detail has all the room.
        var isZoomed = false
        /// The preferred number of rows of the typed line.
        var promptRows = 1
        /// The preferred number of rows of the messages.
        var statusRows = 1
    }

    package let size: Size
    let kind: Kind
    let sidebar: Rect?
    let list: Rect?
    let detail: Rect?
    /// All panels together, over which a text may be laid.
    let body: Rect
    /// All rows above the messages, for a text that is to be seen whole.
    let whole: Rect
    let tabsRow: Int
    package let statusRow: Int
    package let prompt: Rect

    /// Whether a terminal is large enough for panels at all: for one that has a line of text between its borders.
    package static func isPossible(_ size: Size) -> Bool { size.columns >= 20 && size.rows >= 7 }

    /// The maximum number of rows of the line while the panels keep their minimum; without panels, all but one.
    static func promptLimit(_ size: Size) -> Int {
        max(1, isPossible(size) ? min(8, (size.rows - 5) / 2) : size.rows - 1)
    }

    /// The maximum number of rows of the messages while the panels keep their minimum.
    static func statusLimit(_ size: Size) -> Int { max(1, min(3, (size.rows - 6) / 3)) }

    /// The layout for an app, or for the page that stands in its place.
    @MainActor
    package init(
        of app: RunningApp?, size: Size, showsSidebar: Bool, showsDrawer: Bool = false, promptRows: Int = 1,
        statusRows: Int = 1, isReading: Bool = false, isZoomed: Bool = false
    ) {
        let isDetailOpen = app?.panels.isDetailOpen
        self.init(
            size: size,
            wishes: Wishes(
                showsSidebar: showsSidebar, showsDrawer: showsDrawer, hasDetail: isDetailOpen != nil,
                isDetailOpen: isReading || isDetailOpen ?? false, isZoomed: isZoomed, promptRows: promptRows,
                statusRows: statusRows))
    }

    init(size: Size, wishes: Wishes) {
        self.size = size
        kind = Kind(columns: size.columns)
        let promptRows = max(1, min(wishes.promptRows, Self.promptLimit(size)))
        prompt = Rect(column: 0, row: size.rows - promptRows, columns: size.columns, rows: promptRows)
        statusRow = size.rows - promptRows - max(1, min(wishes.statusRows, Self.statusLimit(size)))
        tabsRow = statusRow - 1
        let body = Rect(column: 0, row: 1, columns: size.columns, rows: max(0, tabsRow - 1))
        self.body = body
        whole = Rect(column: 0, row: 0, columns: size.columns, rows: max(0, statusRow))
        func part(_ column: Int, _ columns: Int, row: Int = 0, rows: Int? = nil) -> Rect {
            Rect(column: column, row: body.origin.row + row, columns: columns, rows: rows ?? body.size.rows)
        }
        if wishes.isZoomed, wishes.hasDetail {
            (sidebar, list, detail) = (nil, nil, part(0, size.columns))
            return
        }
        // Neighbours share a border.
        switch kind {
        case .wide:
            let drawer = wishes.showsSidebar ? min(26, max(20, size.columns / 6)) : 0
            let start = max(0, drawer - 1)
            let rest = size.columns - start
            sidebar = drawer > 0 ? part(0, drawer) : nil
            // A text that is read needs more room than the titles beside it.
            let left = wishes.hasDetail ? max(36, rest * 2 / 5) : rest
            list = part(start, left)
            detail = wishes.hasDetail ? part(start + left - 1, rest - left + 1) : nil
        case .medium:
            sidebar = wishes.showsDrawer ? part(0, min(28, size.columns / 2)) : nil
            let isSplit = wishes.hasDetail && body.size.rows >= 8
            let top = isSplit ? body.size.rows / 2 : body.size.rows
            let showsDetail = wishes.hasDetail && (isSplit || wishes.isDetailOpen)
            list = isSplit || !showsDetail ? part(0, size.columns, rows: top) : nil
            detail =
                showsDetail
                ? isSplit ? part(0, size.columns, row: top - 1, rows: body.size.rows - top + 1) : part(0, size.columns)
                : nil
        case .compact:
            sidebar = wishes.showsDrawer ? part(0, size.columns) : nil
            let showsDetail = wishes.hasDetail && wishes.isDetailOpen
            list = wishes.showsDrawer || showsDetail ? nil : part(0, size.columns)
            detail = showsDetail && !wishes.showsDrawer ? part(0, size.columns) : nil
        }
    }
}

/// A panel of the current app that keys may move in.
package enum PanelPart: Hashable {
    /// The app’s sidebar.
    case sidebar
    /// The list, or the text that stands in its place.
    case list
    /// The panel for reading.
    case reader
}

/// The receiver of keys.
enum Focus: Hashable {
    /// The typed line; keys that only panels know go to the last used panel.
    case line
    /// A panel. A character that is not a key there goes to the line, and the focus with it.
    case panel(PanelPart)
}
