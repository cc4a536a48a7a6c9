import AtriumKit
import Session
import Terminal

/// The parts of the app, with how many sessions there are.
@MainActor
final class AccountSidebar: Panel {
    private let model: AccountModel

    init(_ model: AccountModel) { self.model = model }

    func title(in context: DrawingContext) -> String { model.session.name }

    func draw(on canvas: inout Canvas, in context: DrawingContext) {
        for (row, tab) in AccountTab.allCases.enumerated() {
            let isSelected = tab == model.tab
            let style = isSelected ? Style(foreground: context.accent, attributes: .bold) : .plain
            let count = tab == .sessions ? String(model.logins.count) : ""
            let end = canvas.size.columns - DisplayWidth.of(count) - 1
            canvas.write(
                (isSelected ? "▌" : " ") + tab.title.string(in: context.language), at: Point(column: 0, row: row),
                style: style, width: max(0, end - 1))
            canvas.write(count, at: Point(column: end, row: row), style: .dim)
        }
    }
}
