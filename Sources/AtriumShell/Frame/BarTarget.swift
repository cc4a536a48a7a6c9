// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Terminal

/// What stands at a place in the row of the apps, or in that of the tabs.
struct BarTarget: Hashable {
    /// What it leads to.
    enum Kind: Hashable {
        case app(AppID)
        /// A tab of the current app, by its key.
        case tab(String)
    }

    let kind: Kind
    private let row: Int
    private let columns: Range<Int>

    /// A target from a place to the column in which the next one begins.
    init(kind: Kind, at point: Point, end: Int) {
        self.kind = kind
        row = point.row
        columns = point.column..<max(point.column, end)
    }

    func contains(_ point: Point) -> Bool { point.row == row && columns.contains(point.column) }
}
