// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

extension StageScreen {
    /// The screen as it was before the present command, without the line that was typed for it.
    func picture() -> Canvas {
        let view = LineView(
            EditedLine(prompt: line.prompt), columns: coordinator.size.columns - 1,
            limit: StageLayout.promptLimit(coordinator.size))
        let present = printing
        printing = printedBefore
        defer { printing = present }
        return compose(view)
    }
}
