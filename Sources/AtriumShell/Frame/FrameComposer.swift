// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal

/// Puts the parts of an app together on one canvas: the apps on top, the panels as the layout says, the tabs below.
@MainActor
struct FrameComposer {
    let coordinator: Coordinator
    let layout: ScreenLayout
    /// The panel that keys move in.
    var panel = PanelPart.list
    /// Whether it has the focus, and the line has not.
    var hasFocus = false
    /// What stands there without an app.
    var page: StartPage?
    /// How a drawer that lies over the panels is closed; nil where there are no keys for that.
    var closing: String?

    /// The frame of an app, which must have loaded what it shows and be arranged; without an app the apps and a page.
    ///
    /// Nothing changes by it.
    func frame(of app: RunningApp?) -> Canvas {
        var canvas = Canvas(size: layout.size)
        var targets: [BarTarget] = []
        drawApps(on: &canvas, &targets)
        guard let app else {
            page?.draw(in: layout.body, language: coordinator.language, on: &canvas)
            return canvas
        }
        let accent = coordinator.accent(of: app.id)
        if let rect = layout.list { draw(app.main, in: rect, accent, isFocused: panel == .list, on: &canvas) }
        if let rect = layout.detail, let detail = app.detail {
            draw(detail, in: rect, accent, isFocused: panel == .reader, on: &canvas)
        }
        // Neighbours share a border, which belongs to the one that keys move in.
        if panel == .list, let rect = layout.list { canvas.restyleBox(rect, style: style(isFocused: true, accent)) }
        if let rect = layout.sidebar {
            // A drawer lies over the other panels.
            draw(
                app.sidebar, in: rect, accent, isFocused: panel == .sidebar, on: &canvas,
                isOverlay: layout.kind != .wide)
        }
        drawTabs(of: app, on: &canvas, &targets)
        return canvas
    }

    /// What stands in the rows of the apps and of the tabs, and where.
    func targets(of app: RunningApp?) -> [BarTarget] {
        var canvas = Canvas(size: layout.size)
        var targets: [BarTarget] = []
        drawApps(on: &canvas, &targets)
        if let app { drawTabs(of: app, on: &canvas, &targets) }
        return targets
    }

    /// Has the panels take what the app shows now, each for the room that the layout gives it, and the app hear what is
    /// selected then.
    func arrange(_ app: RunningApp) {
        let context = coordinator.viewContext
        if let rect = layout.list { app.main.arrange(for: rect.inside, in: context) }
        // What is selected in the list may be what is shown in full.
        if let rect = layout.detail { app.detail?.arrange(for: rect.inside, in: context) }
        app.sidebar.isFocused = panel == .sidebar
        if let rect = layout.sidebar { app.sidebar.arrange(for: rect.inside, in: context) }
    }

    private func style(isFocused: Bool, _ accent: Color) -> Style {
        isFocused ? Style(foreground: accent, attributes: hasFocus ? .bold : []) : .dim
    }

    private func draw(
        _ panel: any Panel, in rect: Rect, _ accent: Color, isFocused: Bool, on canvas: inout Canvas,
        isOverlay: Bool = false
    ) {
        // The border tells which panel it is by its colour, and once keys go there by a sign for who sees none.
        let style = style(isFocused: isFocused, accent)
        let title = isFocused && hasFocus && self.panel != .sidebar ? "▸ \(panel.title)" : panel.title
        if isOverlay {
            canvas.overlay(rect, title: title, style: style)
            if let closing { canvas.foot(closing, of: rect) }
        }
        let inner = Rect(
            column: rect.origin.column + 1, row: rect.origin.row + 1, columns: rect.inside.columns,
            rows: rect.inside.rows)
        canvas.within(inner) { panel.draw(on: &$0, accent: accent, isFocused: isFocused) }
        if !isOverlay { canvas.box(rect, title: title, style: style) }
        let foot = " \(TextLayout.cut(Sanitizer.visible(panel.foot), to: max(0, rect.inside.columns - 4))) "
        if !panel.foot.isEmpty {
            let end = Point(
                column: rect.origin.column + rect.size.columns - DisplayWidth.of(foot) - 2,
                row: rect.origin.row + rect.size.rows - 1)
            canvas.write(foot, at: end, style: .bold)
        }
    }

    /// Which rows of the list are seen, such as `1–17 of 128`; nothing where all are.
    private func positionText(of app: RunningApp) -> String {
        let main = app.main
        let (rows, total) = (main.position.rows, main.total)
        guard layout.list != nil, !rows.isEmpty, rows.count < total.count else { return "" }
        guard total.isKnown else {
            return Strings.screenPositionMore(total: total.count).string(in: coordinator.language)
        }
        return Strings.screenPosition(
            first: main.offset + rows.lowerBound + 1, last: main.offset + rows.upperBound, total: total.count
        ).string(in: coordinator.language)
    }

    private func drawApps(on canvas: inout Canvas, _ targets: inout [BarTarget]) {
        let width = canvas.size.columns
        var column = 1
        let logo = coordinator.world.program.logo
        if width >= 60 { column += canvas.write(logo, at: Point(column: column, row: 0), style: .bold) + 3 }
        let now = CivilTime(coordinator.world.clock.now, in: coordinator.world.timeZone)
        let isLoggedIn = !coordinator.isCovered
        // How many things wait is somebody’s too.
        let apps = isLoggedIn ? coordinator.openApps : []
        let badges = Dictionary(uniqueKeysWithValues: apps.map { ($0.id, $0.model.badge) })
        let titles = coordinator.catalog.map { factory in
            factory.title.string(in: coordinator.language) + (badges[factory.id].map(Self.badge) ?? "")
        }
        let user = coordinator.hasAccounts ? coordinator.login.name : nil
        let bar = AppBar(
            titles: titles, current: coordinator.catalog.firstIndex { $0.id == coordinator.current } ?? 0,
            statuses: [
                [user, coordinator.language.rawValue, now.time], [user, now.time],
                [user.map { TextLayout.cut(Sanitizer.visible($0), to: Self.shortName) }, now.time], [now.time],
            ].map { parts in
                parts.compactMap { $0 }.joined(separator: " · ")
            }, room: width - column - 1)
        if bar.apps.lowerBound > 0 { column += canvas.write(" …", at: Point(column: column, row: 0), style: .dim) + 1 }
        for index in bar.apps {
            let factory = coordinator.catalog[index]
            let place = Point(column: column, row: 0)
            column += tab(
                titles[index], isSelected: isLoggedIn && factory.id == coordinator.current, accent: factory.accent,
                at: place, end: width, on: &canvas)
            targets.append(BarTarget(kind: .app(factory.id), at: place, end: column))
        }
        if bar.apps.upperBound < titles.count { canvas.write("…", at: Point(column: column, row: 0), style: .dim) }
        let start = width - DisplayWidth.of(bar.status) - 1
        canvas.write(bar.status, at: Point(column: start, row: 0), style: .dim)
    }

    /// The columns to which a name is cut where there is no room for more.
    private static let shortName = 8

    /// How many things wait, as a circled number where there is one that takes one column.
    private static func badge(_ count: Int) -> String {
        guard count > 0 else { return "" }
        guard count <= 20, !DisplayWidth.ambiguousIsWide, let circled = Unicode.Scalar(0x245F + UInt32(count)) else {
            return " (\(count))"
        }
        return " \(circled)"
    }

    private func drawTabs(of app: RunningApp, on canvas: inout Canvas, _ targets: inout [BarTarget]) {
        let position = positionText(of: app)
        let start = layout.size.columns - DisplayWidth.of(position) - 1
        canvas.write(position, at: Point(column: start, row: layout.tabsRow), style: .dim)
        let view = app.tabs(in: coordinator.viewContext)
        let accent = coordinator.accent(of: app.id)
        var column = 1
        for tab in view.tabs {
            let place = Point(column: column, row: layout.tabsRow)
            column += self.tab(
                tab.title, isSelected: tab.key == view.selected, accent: accent, at: place, end: start - 1,
                on: &canvas)
            targets.append(BarTarget(kind: .tab(tab.key), at: place, end: column))
        }
    }

    /// Writes one tab, and returns the columns it took with the gap behind it.
    private func tab(
        _ title: String, isSelected: Bool, accent: Color, at point: Point, end: Int, on canvas: inout Canvas
    ) -> Int {
        guard point.column < end else { return 0 }
        let style = isSelected ? Style(foreground: accent, attributes: .bold) : .plain
        return canvas.write((isSelected ? "▌" : " ") + title, at: point, style: style, width: end - point.column) + 2
    }
}

extension Rect {
    /// What a border leaves of it.
    var inside: Size { Size(columns: max(0, size.columns - 2), rows: max(0, size.rows - 2)) }
}
