// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTerminal

@testable import AtriumKit
@testable import AtriumScreen
import Foundation

extension DocumentPanel {
    /// What somebody sees of the panel in a size, once it is arranged for that.
    func lines(columns: Int, rows: Int) -> [String] {
        var canvas = Canvas(size: Size(columns: columns, rows: rows))
        arrange(for: canvas.size, in: ViewContext(language: .english, timeZone: .gmt, now: Timestamp(milliseconds: 0)))
        draw(on: &canvas, accent: .palette(3), isFocused: true)
        return canvas.lines
    }
}
