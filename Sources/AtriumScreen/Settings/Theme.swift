// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumTerminal

/// The colours of the screen.
///
/// Panels draw with their app’s accent and the attributes; a theme makes them readable: every colour has a
/// contrast of at least 4.5 to 1 with the background (WCAG 2.2, 1.4.3), and faint text has a colour of its own if
/// there are colours.
package struct Theme: Hashable, Sendable {
    /// The name that a user types.
    package let name: String
    /// The colour behind the text, or the assumed one.
    package let background: Color
    /// The colour of text; `nil` leaves text and background to the terminal.
    package let text: Color?
    /// The colour of less important text.
    package let faint: Color
    /// One colour for every app’s accent; `nil`: each its own.
    var accent: Color?

    /// Light text on a dark ground.
    package static let dark = Theme(
        name: "dark", background: .rgb(0x16, 0x18, 0x1C), text: .rgb(0xE4, 0xE4, 0xE0), faint: .rgb(0x9A, 0x9D, 0xA3))
    /// Dark text on a light ground.
    package static let light = Theme(
        name: "light", background: .rgb(0xFB, 0xFA, 0xF7), text: .rgb(0x22, 0x24, 0x28), faint: .rgb(0x5E, 0x62, 0x68))

    /// The names of the themes that are always there; the first is the one of users without a choice.
    package static let standard = ["auto", "dark", "light"]

    /// The names of the colours in a definition.
    package static let colorNames = ["background", "text", "faint", "accent"]

    /// The terminal’s own colours, on the background that it has reported; without that `COLORFGBG`, if it is set, shows
    /// whether they are dark or light.
    package static func terminal(_ variables: [String: String], background: Color?) -> Theme {
        let ground = variables["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) } ?? 0
        let isLight = background.map { $0.luminance > 0.5 } ?? (ground == 7 || ground == 15)
        return Theme(
            name: "auto",
            background: background ?? (isLight ? .rgb(0xF0, 0xF0, 0xF0) : .rgb(0x20, 0x20, 0x20)), text: nil,
            faint: isLight ? light.faint : dark.faint)
    }

    /// A user’s theme, written as `background=#101010 text=#e0e0e0 faint=#909090 accent=#e8b339`.
    ///
    /// Missing colours are those of the dark theme. `nil` if a word is none of these.
    package init?(name: String, definition: String) {
        var colors: [String: Color] = [:]
        for word in definition.split(separator: " ") {
            let halves = word.split(separator: "=", maxSplits: 1)
            guard halves.count == 2, Self.colorNames.contains(String(halves[0])),
                let color = Color(hex: halves[1])
            else { return nil }
            colors[String(halves[0])] = color
        }
        guard !colors.isEmpty else { return nil }
        self.init(
            name: name, background: colors["background"] ?? Self.dark.background,
            text: colors["text"] ?? Self.dark.text, faint: colors["faint"] ?? Self.dark.faint,
            accent: colors["accent"])
    }

    init(name: String, background: Color, text: Color?, faint: Color, accent: Color? = nil) {
        self.name = name
        self.background = background
        self.text = text
        self.faint = faint
        self.accent = accent
    }

    /// The style of a panel on this theme; without colours only the attributes remain.
    func style(_ style: Style, depth: ColorDepth) -> Style {
        guard depth > .none else { return Style(attributes: style.attributes) }
        var style = style
        // A background that is sent is seen as the terminal has it.
        let background = text == nil ? self.background : self.background.nearest(in: depth)
        if style.attributes.contains(.exact) {
            style.foreground = style.foreground ?? text
        } else if let color = style.foreground {
            style.foreground = (color == .warning ? color : accent ?? color).readable(on: background, in: depth)
        } else if style.attributes.contains(.dim) {
            style.foreground = faint.readable(on: background, in: depth)
        } else {
            style.foreground = text?.readable(on: background, in: depth)
        }
        style.attributes.remove(.dim)
        if text != nil, depth > .ansi16 { style.background = style.background ?? background }
        return style
    }
}

extension Color {
    /// The colour written as `#rrggbb`.
    fileprivate init?(hex: Substring) {
        guard hex.first == "#", hex.count == 7, let number = UInt32(hex.dropFirst(), radix: 16) else { return nil }
        self = .rgb(UInt8(number >> 16), UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF))
    }
}
