// SPDX-License-Identifier: GPL-3.0-or-later

@testable import AtriumScreen
@testable import AtriumShell
import AtriumTerminal
import AtriumTesting
import Testing

/// What the screen makes of the facts that a terminal reports.
@MainActor
struct TerminalFactsTests {
    @Test func `the colours follow the background that the terminal has now`() async throws {
        let fixture = try await ShellOnScreen()
        let settings = fixture.shell.settings
        #expect(settings.theme.faint == Theme.dark.faint)
        let count = fixture.frames.canvases.count
        fixture.keys.onNews?(.background(.rgb(255, 255, 255)))
        #expect(settings.theme.faint == Theme.light.faint)
        #expect(fixture.frames.canvases.count > count)
        fixture.keys.onNews?(.background(.rgb(0, 0, 0)))
        #expect(settings.theme.faint == Theme.dark.faint)
        // A theme that was chosen stays.
        await fixture.keys.enter("theme light")
        let chosen = fixture.frames.canvases.count
        fixture.keys.onNews?(.background(.rgb(20, 20, 20)))
        #expect(settings.theme == .light)
        #expect(fixture.frames.canvases.count == chosen)
        _ = await fixture.end()
    }

    @Test(arguments: [
        ("ghostty 1.2.3", true), ("ghostty 1.1.3", false), ("WezTerm 20240203-110809-5046fc22", false),
        ("WezTerm 20250514-063252-1ee6b2a4", true), ("VTE(8000)", true), ("VTE(7600)", false), ("kitty(0.37.0)", false),
        ("kitty(0.46.2)", true), ("iTerm2 3.5.14", false), ("iTerm2 3.6.6", true), ("Konsole 26.04.3", true),
        ("XTerm(370)", false), ("tmux 3.5a", false), ("", false), ("kitty", false),
    ])
    func `progress goes to terminals that show it`(name: String, isShown: Bool) {
        var facts = TerminalFacts()
        facts.take(.name(name))
        #expect(facts.showsProgress([:]) == isShown)
        #expect(facts.showsProgress(["WT_SESSION": "1"]))
    }
}
