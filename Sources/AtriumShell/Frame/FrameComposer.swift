// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal

/// Puts the parts of an app together on one canvas: the apps on top, the panels as the layout says, the tabs below.
@MainActor
struct FrameComposer {
    let coordinator: Coordinator
    let layout: ScreenLayout
    /// Whether the keys that select move in the sidebar.
    var isInSidebar = false
    /// What stands there without an app.
    var page: StartPage?
    /// How a drawer that lies over the panels is closed; nil where there are no keys for that.
    var closing: String?

    /// The frame of an app, which must have loaded what it shows; without an app the apps and a page.
    func frame(of app: RunningApp?) -> Canvas {
        var canvas = Canvas(size: layout.size)
        drawApps(on: &canvas)
        guard let app else {
            page?.draw(in: layout.body, language: coordinator.language, on: &canvas)
            return canvas
        }
        var context = coordinator.drawingContext(of: app.id)
        context.isFocused = !isInSidebar
        if let rect = layout.list { draw(app.main, in: rect, context, on: &canvas) }
        if let rect = layout.detail, let detail = app.detail { draw(detail, in: rect, context, on: &canvas) }
        if let rect = layout.sidebar {
            context.isFocused = isInSidebar
            // A drawer lies over the other panels.
            draw(app.sidebar, in: rect, context, on: &canvas, isOverlay: layout.kind != .wide)
        }
        let position = positionText(of: app)
        let start = layout.size.columns - DisplayWidth.of(position) - 1
        canvas.write(position, at: Point(column: start, row: layout.tabsRow), style: .dim)
        drawTabs(app.tabs(in: context), on: &canvas, accent: context.accent, end: start - 1)
        return canvas
    }

    private func draw(
        _ panel: any Panel, in rect: Rect, _ context: DrawingContext, on canvas: inout Canvas, isOverlay: Bool = false
    ) {
        if isOverlay {
            canvas.overlay(rect, title: panel.title(in: context), style: .dim)
            if let closing { canvas.foot(closing, of: rect) }
        }
        let inner = Rect(
            column: rect.origin.column + 1, row: rect.origin.row + 1, columns: rect.size.columns - 2,
            rows: rect.size.rows - 2)
        canvas.within(inner) { panel.draw(on: &$0, in: context) }
        if !isOverlay { canvas.box(rect, title: panel.title(in: context), style: .dim) }
    }

    /// Which rows of the list are seen, such as `1–17 of 128`; nothing where all are.
    private func positionText(of app: RunningApp) -> String {
        let position = app.main.position
        guard layout.list != nil, !position.rows.isEmpty, position.rows.count < app.main.total else { return "" }
        guard app.main.isTotalKnown else {
            return Strings.screenPositionMore(total: app.main.total).string(in: coordinator.language)
        }
        return Strings.screenPosition(
            first: app.main.offset + position.rows.lowerBound + 1, last: app.main.offset + position.rows.upperBound,
            total: app.main.total
        ).string(in: coordinator.language)
    }

    private func drawApps(on canvas: inout Canvas) {
        let width = canvas.size.columns
        var column = 1
        if width >= 60 { column += canvas.write("ATRIUM", at: Point(column: column, row: 0), style: .bold) + 3 }
        let now = CivilTime(coordinator.world.clock.now, in: coordinator.world.timeZone)
        let who = [coordinator.login.name, coordinator.language.rawValue, now.time].compactMap { $0 }
            .joined(separator: " · ")
        let isLoggedIn = !coordinator.isCovered
        // How many things wait is somebody’s too.
        let apps = isLoggedIn ? coordinator.openApps : []
        let badges = Dictionary(uniqueKeysWithValues: apps.map { ($0.id, $0.model.badge) })
        for factory in coordinator.catalog {
            let badge = badges[factory.id].map(Self.badge) ?? ""
            let title = factory.title.string(in: coordinator.language) + badge
            column += tab(
                title, isSelected: isLoggedIn && factory.id == coordinator.current, accent: factory.accent, at: column,
                row: 0, end: width, on: &canvas)
        }
        let start = width - DisplayWidth.of(who) - 1
        if start > column { canvas.write(who, at: Point(column: start, row: 0), style: .dim) }
    }

    /// How many things wait, as a circled number where there is one that takes one column.
    private static func badge(_ count: Int) -> String {
        guard count > 0 else { return "" }
        guard count <= 20, !DisplayWidth.ambiguousIsWide, let circled = Unicode.Scalar(0x245F + UInt32(count)) else {
            return " (\(count))"
        }
        return " \(circled)"
    }

    private func drawTabs(_ view: TabsView, on canvas: inout Canvas, accent: Color, end: Int) {
        var column = 1
        for tab in view.tabs {
            column += self.tab(
                tab.title, isSelected: tab.key == view.selected, accent: accent,
                at: column, row: layout.tabsRow, end: end, on: &canvas)
        }
    }

    /// Writes one tab, and returns the columns it took with the gap behind it.
    private func tab(
        _ title: String, isSelected: Bool, accent: Color, at column: Int, row: Int, end: Int,
        on canvas: inout Canvas
    ) -> Int {
        guard column < end else { return 0 }
        let style = isSelected ? Style(foreground: accent, attributes: .bold) : .plain
        return canvas.write(
            (isSelected ? "▌" : " ") + title, at: Point(column: column, row: row), style: style, width: end - column)
            + 2
    }
}
