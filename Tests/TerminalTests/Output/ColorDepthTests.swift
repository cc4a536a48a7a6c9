// SPDX-License-Identifier: GPL-3.0-or-later

@testable import AtriumTerminal
import Testing

struct ColorDepthTests {
    @Test(arguments: [
        (["TERM": "xterm-256color"], true, ColorChoice.auto, ColorDepth.ansi256),
        (["TERM": "xterm-256color", "COLORTERM": "truecolor"], true, .auto, .trueColor),
        (["TERM": "xterm-direct"], true, .auto, .trueColor),
        (["TERM": "linux"], true, .auto, .ansi16),
        (["TERM": "dumb", "COLORTERM": "truecolor"], true, .auto, .none),
        (["TERM": "xterm", "NO_COLOR": "1"], true, .auto, .none),
        (["TERM": "xterm", "NO_COLOR": ""], true, .auto, .ansi16),
        (["TERM": "xterm", "FORCE_COLOR": "1"], false, .auto, .ansi16),
        (["FORCE_COLOR": "2"], false, .auto, .ansi256),
        (["FORCE_COLOR": "3", "NO_COLOR": "1"], false, .auto, .trueColor),
        (["TERM": "xterm-256color", "FORCE_COLOR": "true"], false, .auto, .ansi256),
        (["TERM": "xterm", "FORCE_COLOR": "0"], true, .auto, .none),
        (["TERM": "xterm", "FORCE_COLOR": "3"], true, .never, .none),
        (["TERM": "xterm", "NO_COLOR": "1"], true, .always, .ansi16),
        (["TERM": "xterm-256color"], false, .auto, .none),
        (["TERM": "xterm-256color"], false, .always, .ansi256),
        (["TERM": "xterm-256color"], true, .never, .none),
        ([:], true, .auto, .none),
    ])
    func detects(environment: [String: String], isTerminal: Bool, choice: ColorChoice, depth: ColorDepth) {
        #expect(ColorDepth.detect(environment: environment, isTerminal: isTerminal, choice: choice) == depth)
    }

    @Test(arguments: [
        (Color.palette(1), ColorDepth.ansi16, "\u{1B}[0;31m"), (.palette(9), .ansi16, "\u{1B}[0;91m"),
        (.palette(1), .trueColor, "\u{1B}[0;31m"), (.palette(200), .ansi256, "\u{1B}[0;38;5;200m"),
        (.palette(46), .ansi16, "\u{1B}[0;92m"), (.rgb(8, 8, 8), .ansi256, "\u{1B}[0;38;5;232m"),
        (.rgb(95, 135, 175), .ansi256, "\u{1B}[0;38;5;67m"), (.rgb(250, 250, 250), .ansi16, "\u{1B}[0;97m"),
        (.rgb(1, 2, 3), .none, "\u{1B}[0m"),
    ])
    func selectsTheNearestColour(color: Color, depth: ColorDepth, sequence: String) {
        #expect(EscapeSequence.style(Style(foreground: color), depth: depth) == sequence)
    }
}
