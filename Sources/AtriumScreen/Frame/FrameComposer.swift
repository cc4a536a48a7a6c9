// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
import AtriumSession
package import AtriumTerminal
import AtriumWorlds

/// Draws the parts of an app together on one canvas: the apps on top, the panels by the layout, the tabs below.
@MainActor
package struct FrameComposer {
    let coordinator: Coordinator
    let layout: ScreenLayout
    /// The panel that keys move in.
    let panel: PanelPart
    /// Whether it has the focus, and the line has not.
    let hasFocus: Bool
    /// The page to show without an app.
    let page: StartPage?
    /// The keys that close a drawer over the panels; `nil` if there are none.
    let closing: String?

    /// The frame of a coordinator’s apps in a layout.
    ///
    /// - Parameters:
    ///   - panel: The panel that keys move in.
    ///   - hasFocus: Whether it has the focus, and the line has not.
    ///   - page: The page to show without an app.
    ///   - closing: The keys that close a drawer over the panels; `nil` if there are none.
    package init(
        coordinator: Coordinator, layout: ScreenLayout, panel: PanelPart = .list, hasFocus: Bool = false,
        page: StartPage? = nil, closing: String? = nil
    ) {
        self.coordinator = coordinator
        self.layout = layout
        self.panel = panel
        self.hasFocus = hasFocus
        self.page = page
        self.closing = closing
    }

    /// The frame of an app, which must be loaded and arranged; without an app the apps and a page.
    ///
    /// Changes nothing.
    package func frame(of app: RunningApp?) -> Canvas {
        var canvas = Canvas(size: layout.size)
        var targets: [BarTarget] = []
        drawApps(on: &canvas, &targets)
        guard let app else {
            page?.draw(in: layout.body, language: coordinator.language, on: &canvas)
            return canvas
        }
        let accent = coordinator.accent(of: app.id)
        if let rect = layout.list {
            draw(app.panels.main, in: rect, accent, isFocused: panel == .list, on: &canvas)
            if !isListAbove, tabsPosition(of: app) == nil, let short = positions(of: app).last {
                drawFoot(foot: "", place: short, in: rect, on: &canvas)
            }
        }
        if let rect = layout.detail, let detail = app.panels.detail {
            draw(detail, in: rect, accent, isFocused: panel == .reader, on: &canvas)
        }
        // Neighbours share a border, which belongs to the one that keys move in.
        if panel == .list, let rect = layout.list { canvas.restyleBox(rect, style: style(isFocused: true, accent)) }
        if let rect = layout.sidebar {
            // A drawer lies over the other panels.
            draw(
                app.panels.sidebar, in: rect, accent, isFocused: panel == .sidebar, on: &canvas,
                isOverlay: layout.kind != .wide)
        }
        drawTabs(of: app, on: &canvas, &targets)
        return canvas
    }

    /// The targets in the rows of the apps and of the tabs, with their places.
    func targets(of app: RunningApp?) -> [BarTarget] {
        var canvas = Canvas(size: layout.size)
        var targets: [BarTarget] = []
        drawApps(on: &canvas, &targets)
        if let app { drawTabs(of: app, on: &canvas, &targets) }
        return targets
    }

    /// Takes what an event has changed in the app: its list fits itself to its room and reports another selection to
    /// the app, and then the panels are arranged.
    package func update(_ app: RunningApp) {
        let context = coordinator.viewContext
        if let rect = layout.list {
            app.panels.mainList?.update(for: rect.inside, in: context)
        } else {
            app.panels.mainList?.follow(for: layout.body.inside, in: context)
        }
        arrange(app)
    }

    /// Arranges the panels, each for its room in the layout.
    ///
    /// The app makes the texts in sight for it, and learns nothing.
    func arrange(_ app: RunningApp) {
        let context = coordinator.viewContext
        if let rect = layout.list { app.panels.main.arrange(for: rect.inside, in: context) }
        // The selection of the list may be the thing that is shown in full.
        if let rect = layout.detail { app.panels.detail?.arrange(for: rect.inside, in: context) }
        app.panels.sidebar.isFocused = panel == .sidebar
        if let rect = layout.sidebar { app.panels.sidebar.arrange(for: rect.inside, in: context) }
    }

    private func style(isFocused: Bool, _ accent: Color) -> Style {
        isFocused ? Style(foreground: accent, attributes: hasFocus ? .bold : []) : .dim
    }

    private func draw(
        _ panel: any Panel, in rect: Rect, _ accent: Color, isFocused: Bool, on canvas: inout Canvas,
        isOverlay: Bool = false
    ) {
        // The colour of the border shows the panel with the focus; a sign does too, for users who see no colours.
        let style = style(isFocused: isFocused, accent)
        let whole = isFocused && hasFocus && self.panel != .sidebar ? "▸ \(panel.title)" : panel.title
        let (title, aside) = upperBorder(of: rect, title: whole, asides: panel.asides)
        if isOverlay {
            canvas.overlay(rect, title: title, style: style)
            if let closing { canvas.foot(closing, of: rect) }
        }
        let inner = Rect(
            column: rect.origin.column + 1, row: rect.origin.row + 1, columns: rect.inside.columns,
            rows: rect.inside.rows)
        canvas.within(inner) { panel.draw(on: &$0, accent: accent, isFocused: isFocused) }
        if !isOverlay { canvas.box(rect, title: title, style: style) }
        canvas.write(
            aside,
            at: Point(
                column: rect.origin.column + rect.size.columns - DisplayWidth.of(aside) - 2, row: rect.origin.row),
            style: .bold)
        drawFoot(foot: panel.foot, place: panel.place, in: rect, on: &canvas)
    }

    /// Writes the search and, if there is room for both, the visible part into the lower border.
    private func drawFoot(foot: String, place: String, in rect: Rect, on canvas: inout Canvas) {
        let room = max(0, rect.inside.columns - 4)
        let foot = TextLayout.cut(Sanitizer.visible(foot), to: room)
        var column = rect.origin.column + rect.size.columns - 2
        let row = rect.origin.row + rect.size.rows - 1
        func write(_ text: String, _ style: Style) {
            guard !text.isEmpty else { return }
            column -= DisplayWidth.of(text) + 2
            canvas.write(" \(text) ", at: Point(column: column, row: row), style: style)
        }
        let used = foot.isEmpty ? 0 : DisplayWidth.of(foot) + 3
        if DisplayWidth.of(place) + used <= room {
            write(place, .dim)
            if !place.isEmpty { column -= 1 }
        }
        write(foot, .bold)
    }

    /// The texts of an upper border: the title, cut if not even the shortest text beside it fits, and
    /// that text.
    private func upperBorder(of rect: Rect, title: String, asides: [String]) -> (title: String, aside: String) {
        // Around both stand blanks and a piece of the line.
        let room = rect.inside.columns - 6
        let width = DisplayWidth.of(Sanitizer.visible(title))
        let asides = asides.map { Sanitizer.visible($0) }
        if let aside = asides.first(where: { width + DisplayWidth.of($0) <= room }) { return (title, " \(aside) ") }
        guard let aside = asides.last, DisplayWidth.of(aside) < room else { return (title, "") }
        return (TextLayout.cut(Sanitizer.visible(title), to: room - DisplayWidth.of(aside)), " \(aside) ")
    }

    /// Whether the list’s lower border is the detail’s upper one.
    private var isListAbove: Bool {
        guard let list = layout.list, let detail = layout.detail else { return false }
        return detail.origin.column == list.origin.column
    }

    /// The visible rows of the list, such as `1–17 of 128` and in short `1–17 / 128`, or the number of all if those
    /// are unknown; nothing if all are visible.
    private func positions(of app: RunningApp) -> [String] {
        let main = app.panels.main
        let (rows, total) = (main.position.rows, main.total)
        // A document shows it in its border, and so does an empty list if it has one of its own.
        guard layout.list != nil, !(main is DocumentPanel), !rows.isEmpty else { return [] }
        if isListAbove, !main.place.isEmpty { return [main.place] }
        guard rows.count < total.count else { return [] }
        let language = coordinator.language
        let number = language.grouped(total.count)
        let count =
            switch total.precision {
            case .exact: number
            case .least: number + "+"
            case .about: "~" + number
            }
        let range = main.offset.map { ($0 + rows.lowerBound + 1, $0 + rows.upperBound) }
        let long =
            switch (total.precision, range) {
            case (.exact, let (first, last)?): Strings.screenPosition(first: first, last: last, total: total.count)
            case (.exact, nil): Strings.screenPositionTotal(total: total.count)
            case (.least, _): Strings.screenPositionMore(total: total.count)
            case (.about, _): Strings.screenPositionAbout(total: total.count)
            }
        return [
            long.string(in: language),
            range.map { "\(language.grouped($0))–\(language.grouped($1)) / \(count)" } ?? count,
        ]
    }

    /// The same if it fits beside all tabs; `nil` elsewhere.
    private func tabsPosition(of app: RunningApp) -> String? {
        let tabs = app.tabs(in: coordinator.viewContext).tabs
        let used = tabs.reduce(1) { $0 + DisplayWidth.of(Sanitizer.visible($1.title)) + 3 }
        return positions(of: app).first { DisplayWidth.of($0) + used <= layout.size.columns }
    }

    private func drawApps(on canvas: inout Canvas, _ targets: inout [BarTarget]) {
        let width = canvas.size.columns
        var column = 1
        let logo = coordinator.world.program.logo
        if width >= 60 { column += canvas.write(logo, at: Point(column: column, row: 0), style: .bold) + 3 }
        let now = CivilTime(coordinator.world.clock.now, in: coordinator.world.timeZone)
        let isLoggedIn = !coordinator.isCovered
        // The number of waiting things is the user’s too.
        let apps = isLoggedIn ? coordinator.openApps : []
        let badges = Dictionary(uniqueKeysWithValues: apps.map { ($0.id, $0.model.badge) })
        let titles = coordinator.catalog.map { factory in
            factory.title.string(in: coordinator.language) + (badges[factory.id].map(Self.badge) ?? "")
        }
        let user = coordinator.hasAccounts ? coordinator.login.known?.name : nil
        let bar = AppBar(
            titles: titles, current: coordinator.catalog.firstIndex { $0.id == coordinator.current } ?? 0,
            statuses: [
                [user, coordinator.language.rawValue, now.time], [user, now.time],
                [user.map { TextLayout.cut(Sanitizer.visible($0), to: Self.shortName) }, now.time], [now.time],
            ].map { parts in
                parts.compactMap { $0 }.concatenated(by: " · ")
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

    /// The columns to which a name is cut if there is no room for more.
    private static let shortName = 8

    /// The number of waiting things, as a circled number if there is one that takes one column.
    private static func badge(_ count: Int) -> String {
        guard count > 0 else { return "" }
        guard count <= 20, !DisplayWidth.ambiguousIsWide, let circled = Unicode.Scalar(0x245F + UInt32(count)) else {
            return " (\(count))"
        }
        return " \(circled)"
    }

    private func drawTabs(of app: RunningApp, on canvas: inout Canvas, _ targets: inout [BarTarget]) {
        let position = tabsPosition(of: app) ?? ""
        let start = layout.size.columns - DisplayWidth.of(position) - 1
        canvas.write(position, at: Point(column: start, row: layout.tabsRow), style: .dim)
        let view = app.tabs(in: coordinator.viewContext)
        let accent = coordinator.accent(of: app.id)
        let titles = view.tabs.map { Sanitizer.visible($0.title) }
        let end = position.isEmpty ? layout.size.columns : start - 1
        let bar = TabBar(
            titles: titles, current: view.tabs.firstIndex { $0.key == view.selected } ?? 0, room: end + 1)
        var column = 1
        func markMore(_ sign: String) -> Int {
            canvas.write(sign, at: Point(column: column, row: layout.tabsRow), style: .dim)
        }
        if bar.tabs.lowerBound > 0 { column += markMore(" …") + 1 }
        for index in bar.tabs {
            let place = Point(column: column, row: layout.tabsRow)
            column += tab(
                titles[index], isSelected: view.tabs[index].key == view.selected, accent: accent, at: place, end: end,
                on: &canvas)
            targets.append(BarTarget(kind: .tab(view.tabs[index].key), at: place, end: column))
        }
        if bar.tabs.upperBound < titles.count { _ = markMore("…") }
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
    /// The size within the border.
    var inside: Size { Size(columns: max(0, size.columns - 2), rows: max(0, size.rows - 2)) }
}
