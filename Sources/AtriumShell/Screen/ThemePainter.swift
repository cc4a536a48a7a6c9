// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// Colours canvases by a theme; remembers what it has made of each style, of which there are few.
struct ThemePainter {
    let theme: Theme
    let depth: ColorDepth
    private var made: [Style: Style] = [:]

    init(theme: Theme, depth: ColorDepth) {
        self.theme = theme
        self.depth = depth
    }

    /// Gives every cell its colours.
    mutating func paint(_ canvas: inout Canvas) {
        canvas.restyle { style in
            // A picture has more styles than are worth remembering.
            if style.attributes.contains(.exact) { return theme.style(style, depth: depth) }
            if let known = made[style] { return known }
            let new = theme.style(style, depth: depth)
            made[style] = new
            return new
        }
    }
}
