// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// Which of an app’s tabs have room in their row: the one that is shown is there in full, and others give way to it.
struct TabBar: Equatable {
    /// The tabs that are named.
    let tabs: Range<Int>

    /// The row of tabs with these titles.
    ///
    /// - Parameters:
    ///   - current: Which of them must be named.
    ///   - room: The columns that there are for the tabs with the gaps behind them.
    init(titles: [String], current: Int, room: Int) {
        let widths = titles.map { DisplayWidth.of($0) + AppBar.margin }
        guard widths.reduce(0, +) > room else {
            tabs = widths.indices
            return
        }
        // Cut, where not even one fits.
        tabs =
            AppBar.window(of: widths, around: current, room: room)
            ?? (widths.indices.contains(current) ? current..<(current + 1) : 0..<0)
    }
}
