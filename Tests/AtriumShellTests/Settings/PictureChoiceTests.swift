// SPDX-License-Identifier: GPL-3.0-or-later

@testable import AtriumShell
import Testing

/// In which format a picture that is shown alone goes to which terminal.
struct PictureChoiceTests {
    @Test(
        arguments: [
            ([:], "symbols"), (["TERM": "xterm-256color"], "symbols"), (["TERM": "xterm-kitty"], "kitty"),
            (["KITTY_WINDOW_ID": "1", "TERM": "xterm-256color"], "kitty"), (["TERM_PROGRAM": "ghostty"], "kitty"),
            (["TERM_PROGRAM": "iTerm.app"], "iterm"),
            (["TERM_PROGRAM": "WezTerm"], "iterm"), (["TERM": "foot-extra"], "sixels"),
            (["KITTY_WINDOW_ID": "1", "TMUX": "/tmp/tmux,1,0"], "symbols"),
            (["KITTY_WINDOW_ID": "1", "TERM": "screen-256color"], "symbols"),
        ] as [([String: String], String)])
    func `the terminal tells by its variables what it can`(variables: [String: String], format: String) {
        #expect(PictureChoice.auto.format(variables) == format)
        if ["symbols", "sixels"].contains(format), variables["TMUX"] == nil {
            // What the terminal says of itself counts before what its name is.
            let isWithin = ["tmux", "screen"].contains { (variables["TERM"] ?? "").hasPrefix($0) }
            #expect(PictureChoice.auto.format(variables, drawsSixels: false) == "symbols")
            #expect(PictureChoice.auto.format(variables, drawsSixels: true) == (isWithin ? "symbols" : "sixels"))
        }
        #expect(PictureChoice.symbols.format(variables) == "symbols")
        #expect(PictureChoice.sixel.format(variables) == "sixels")
        #expect(PictureChoice.kitty.format(variables) == "kitty")
        #expect(PictureChoice.iterm.format(variables) == "iterm")
    }
}
