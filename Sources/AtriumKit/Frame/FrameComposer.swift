import Session
import Terminal

/// Puts an app’s parts together on one canvas: the apps on top, sidebar and main part, the tabs at the bottom.
@MainActor
struct FrameComposer {
    let coordinator: Coordinator
    let showsSidebar: Bool

    /// The frame; the app must have loaded what it shows.
    func frame(of app: RunningApp, size: Size) -> Canvas {
        var canvas = Canvas(size: size)
        guard size.columns >= 20, size.rows >= 6 else { return canvas }
        drawApps(on: &canvas, current: app.id)
        let accent = accent(of: app.id)
        let context = DrawingContext(
            language: coordinator.language, timeZone: coordinator.world.timeZone, now: coordinator.world.clock.now,
            accent: accent)
        let body = Rect(column: 0, row: 1, columns: size.columns, rows: size.rows - 2)
        // Beside the content only where both have room; in a narrow frame the drawer is left to a wider one.
        let drawer = showsSidebar && size.columns >= 60 ? min(28, size.columns / 4) : 0
        if drawer > 0 {
            draw(
                app.sidebar, in: Rect(column: 0, row: body.origin.row, columns: drawer, rows: body.size.rows), context,
                on: &canvas)
        }
        // The two boxes share a border.
        let start = max(0, drawer - 1)
        draw(
            app.main,
            in: Rect(column: start, row: body.origin.row, columns: size.columns - start, rows: body.size.rows), context,
            on: &canvas)
        drawTabs(app.tabBar, on: &canvas, accent: accent)
        return canvas
    }

    private func draw(_ panel: any Panel, in rect: Rect, _ context: DrawingContext, on canvas: inout Canvas) {
        canvas.box(rect, title: panel.title(in: context), style: .dim)
        let inner = Rect(
            column: rect.origin.column + 1, row: rect.origin.row + 1, columns: rect.size.columns - 2,
            rows: rect.size.rows - 2)
        canvas.within(inner) { panel.draw(on: &$0, in: context) }
    }

    private func drawApps(on canvas: inout Canvas, current: AppID) {
        let width = canvas.size.columns
        var column = 1
        if width >= 60 { column += canvas.write("ATRIUM", at: Point(column: column, row: 0), style: .bold) + 3 }
        let badges = Dictionary(uniqueKeysWithValues: coordinator.openApps.map { ($0.id, $0.model.badge) })
        for factory in coordinator.catalog {
            let badge = badges[factory.id] ?? 0
            let title = factory.title.string(in: coordinator.language) + (badge > 0 ? " (\(badge))" : "")
            column += tab(
                title, isSelected: factory.id == current, accent: factory.accent, at: column, row: 0, on: &canvas)
        }
        let now = CivilTime(coordinator.world.clock.now, in: coordinator.world.timeZone)
        let who = [coordinator.login.name ?? "", coordinator.language.rawValue, now.time].joined(separator: " · ")
        let start = width - DisplayWidth.of(who) - 1
        if start > column { canvas.write(who, at: Point(column: start, row: 0), style: .dim) }
    }

    private func drawTabs(_ bar: any TabBar, on canvas: inout Canvas, accent: Color) {
        var column = 1
        for tab in bar.tabs {
            column += self.tab(
                tab.title.string(in: coordinator.language), isSelected: tab.key == bar.selected, accent: accent,
                at: column, row: canvas.size.rows - 1, on: &canvas)
        }
    }

    /// Writes one tab, and returns the columns it took with the gap behind it.
    private func tab(
        _ title: String, isSelected: Bool, accent: Color, at column: Int, row: Int, on canvas: inout Canvas
    ) -> Int {
        let text = (isSelected ? "▌" : " ") + title
        let style = isSelected ? Style(foreground: accent, attributes: .bold) : Style.plain
        return canvas.write(text, at: Point(column: column, row: row), style: style) + 2
    }

    private func accent(of id: AppID) -> Color {
        coordinator.catalog.first { $0.id == id }?.accent ?? .palette(7)
    }
}
