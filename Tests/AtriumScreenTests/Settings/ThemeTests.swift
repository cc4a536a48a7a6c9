// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumScreen
import AtriumSession
import AtriumTerminal
import AtriumTesting
import Testing

/// What is drawn can be read (WCAG 2.2, 1.4.3: a contrast of 4.5 to 1).
struct ThemeTests {
    private static let accents: [Color] = [
        .rgb(0xE8, 0xB3, 0x39), .palette(72), .palette(173), .rgb(0, 0, 0), .rgb(255, 255, 255), .rgb(0, 0, 255),
        .rgb(255, 255, 0), .palette(1), .palette(12),
    ]
    private static let themes: [Theme] = [
        .dark, .light, .terminal([:], background: nil), .terminal(["COLORFGBG": "0;15"], background: nil),
        Theme(name: "paper", definition: "background=#fbf1c7 text=#3c3836 faint=#665c54 accent=#d79921"),
        Theme(name: "worst", definition: "background=#808080 text=#808080 faint=#7f7f7f accent=#818181"),
    ].compactMap { $0 }

    @Test(arguments: [ColorDepth.ansi16, .ansi256, .trueColor])
    func `every text can be read`(depth: ColorDepth) {
        #expect(Self.themes.count == 6)
        for theme in Self.themes {
            let styles =
                Self.accents.map { Style(foreground: $0, attributes: .bold) } + [.plain, .dim, .bold, .reverse]
            for style in styles {
                let made = theme.style(style, depth: depth)
                guard let color = made.foreground else { continue }
                let ground = made.background ?? theme.background
                let contrast = color.nearest(in: depth).contrast(with: ground.nearest(in: depth))
                #expect(contrast >= 4.5 || depth == .ansi16 && contrast >= 3, "\(theme.name) \(style) \(contrast)")
            }
        }
    }

    @Test(arguments: [Theme.dark, .light])
    func `apps keep their hue where there are few colours`(theme: Theme) {
        for accent in [Color.rgb(0xE8, 0xB3, 0x39), .palette(72), .palette(173)] {
            guard
                case .palette(let number) = theme.style(Style(foreground: accent), depth: .ansi256).foreground?
                    .nearest(in: .ansi256)
            else { continue }
            // The cube begins at 16, and the greys in it are every 43rd.
            #expect(number < 232 && (number - 16) % 43 != 0, "\(accent) is \(number) on \(theme.name)")
        }
    }

    @Test(arguments: [Theme.light, .terminal(["COLORFGBG": "0;15"], background: nil)])
    func `accents differ from text and from errors on a light ground with 16 colours`(theme: Theme) {
        for accent in [Color.rgb(0xE8, 0xB3, 0x39), .palette(72)] {
            let shown = theme.style(Style(foreground: accent), depth: .ansi16).foreground?.nearest(in: .ansi16)
            #expect(![0, 1, 7, 8, 15].map(Color.palette).contains(shown), "\(accent) is \(shown as Any)")
        }
    }

    @Test func `without colours the attributes say everything`() {
        for theme in Self.themes {
            let style = Style(foreground: .palette(1), background: .palette(2), attributes: [.bold, .reverse])
            #expect(theme.style(style, depth: .none) == Style(attributes: [.bold, .reverse]))
            #expect(theme.style(.dim, depth: .none) == .dim)
        }
    }

    @Test func `a definition that says nothing or nonsense is none`() {
        for text in ["", "text=brown", "text=#12345", "shadow=#000000", "text", "text=#gggggg"] {
            #expect(Theme(name: "x", definition: text) == nil, "\(text)")
        }
    }

    @Test func `known contrasts`() {
        #expect(abs(Color.rgb(0, 0, 0).contrast(with: .rgb(255, 255, 255)) - 21) < 0.001)
        #expect(abs(Color.rgb(0x77, 0x77, 0x77).contrast(with: .rgb(255, 255, 255)) - 4.48) < 0.01)
    }
}
