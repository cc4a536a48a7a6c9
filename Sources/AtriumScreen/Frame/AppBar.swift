// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumTerminal

/// The parts of the apps and of the status that fit into the top row.
///
/// The user and the clock stay as long as they can: first the language gives way, then apps that are far from the current
/// one, then the end of a long name, then the user. The current app is always named.
struct AppBar: Equatable {
    /// The columns that an app takes beside its title: the sign before it, and the gap behind it.
    static let margin = 3
    /// The columns that a sign for apps which are left out takes, with the gap behind it.
    static let more = 3

    /// The apps that are named.
    let apps: Range<Int>
    /// The text at the right; empty for nothing.
    let status: String

    /// The bar of apps with these titles.
    ///
    /// - Parameters:
    ///   - current: The index of the app that must be named.
    ///   - statuses: The texts for the right, the fullest first.
    ///   - room: The number of columns, without those at the margins.
    init(titles: [String], current: Int, statuses: [String], room: Int) {
        let widths = titles.map { DisplayWidth.of($0) + Self.margin }
        let all = widths.reduce(0, +)
        func isBeside(_ status: String, _ used: Int) -> Bool { used + DisplayWidth.of(status) <= room }
        if let status = statuses.prefix(2).first(where: { isBeside($0, all) }) {
            apps = widths.indices
            self.status = status
            return
        }
        for status in statuses.dropFirst() + [""] {
            if isBeside(status, all) {
                apps = widths.indices
                self.status = status
                return
            }
            let some = Self.window(of: widths, around: current, room: room - DisplayWidth.of(status))
            if let some {
                apps = some
                self.status = status
                return
            }
        }
        // Cut, if not even one fits.
        apps = widths.isEmpty ? 0..<0 : current..<(current + 1)
        status = ""
    }

    /// The first ones in a row that fit, the current one among them; `nil` if that does not.
    static func window(of widths: [Int], around current: Int, room: Int) -> Range<Int>? {
        guard widths.indices.contains(current) else { return nil }
        for start in 0...current {
            var end = start
            var used = start > 0 ? more : 0
            while end < widths.count, used + widths[end] + (end + 1 < widths.count ? more : 0) <= room {
                used += widths[end]
                end += 1
            }
            if end > current { return start..<end }
        }
        return nil
    }
}

/// The app’s tabs that fit into their row: the shown one is there in full, and others give way to it.
struct TabBar: Equatable {
    /// The tabs that are named.
    let tabs: Range<Int>

    /// The row of tabs with these titles.
    ///
    /// - Parameters:
    ///   - current: The index of the tab that must be named.
    ///   - room: The number of columns for the tabs with the gaps behind them.
    init(titles: [String], current: Int, room: Int) {
        let widths = titles.map { DisplayWidth.of($0) + AppBar.margin }
        guard widths.reduce(0, +) > room else {
            tabs = widths.indices
            return
        }
        // Cut, if not even one fits.
        tabs =
            AppBar.window(of: widths, around: current, room: room)
            ?? (widths.indices.contains(current) ? current..<(current + 1) : 0..<0)
    }
}

/// The target at a place in the row of the apps, or in that of the tabs.
struct BarTarget: Hashable {
    /// The kind of target.
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
