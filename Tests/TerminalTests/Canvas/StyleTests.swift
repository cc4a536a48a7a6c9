// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTerminal
import Testing

struct StyleTests {
    private static let colors: [Color?] = [
        nil, .palette(0), .palette(1), .palette(255), .rgb(0, 0, 0), .rgb(0, 0, 1), .rgb(1, 2, 3), .rgb(255, 254, 253),
    ]

    @Test func `a style has what it was given, whatever changes beside it`() {
        var all: Set<Style> = []
        for foreground in Self.colors {
            for background in Self.colors {
                for attributes: Attributes in [[], .bold, [.dim, .reverse], Attributes(rawValue: 255)] {
                    var style = Style(foreground: .rgb(9, 9, 9), background: .palette(9), attributes: .italic)
                    style.foreground = foreground
                    style.attributes = attributes
                    style.background = background
                    #expect(style.foreground == foreground && style.background == background)
                    #expect(style.attributes == attributes)
                    #expect(style == Style(foreground: foreground, background: background, attributes: attributes))
                    #expect(all.insert(style).inserted)
                }
            }
        }
    }
}
