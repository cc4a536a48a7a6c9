// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
@testable import AtriumShell
import AtriumTerminal
import AtriumTesting
import Foundation
import Testing

/// What the panels show is made in words where there are no panels, right after the command, and nowhere else.
@MainActor
struct ReplyOnPanelsTests {
    /// Counts how often its reply is made in words, and says what the model has by then.
    private final class Words {
        var made = 0

        @MainActor var command: Command<ProbeModel> {
            Command(
                "things", category: .reading, summary: LocalizedText(verbatim: "Lists.")
            ) { [self] model, _ in
                model.things = ["one"]
                return .onPanels {
                    await MainActor.run { self.made += 1 }
                    return .message(LocalizedText(verbatim: "\(model.things.count) thing"))
                }
            }
        }
    }

    @Test func `on the screen nothing is made that panels show`() async throws {
        let words = Words()
        let fixture = try await ShellOnScreen(commands: [words.command])
        await fixture.keys.enter("things")
        #expect(fixture.frames.lines.contains { $0.contains("▸one") })
        #expect(words.made == 0)
        await fixture.keys.enter("things > /dev/null")
        #expect(words.made == 1)
        // Where there is no room for panels, somebody has to say it.
        fixture.coordinator.setSize(Size(columns: 110, rows: 5))
        await fixture.keys.enter("things")
        #expect(words.made == 2)
        #expect(fixture.frames.lines.contains { $0.contains("1 thing") })
        _ = await fixture.end()
    }

    @Test func `without a screen it is made once, and so it is for a job`() async throws {
        for rendering in [ShellOptions.Rendering.plain, .json] {
            let words = Words()
            let fixture = try JobFixture(rendering: rendering, commands: [words.command])
            try await fixture.logIn()
            #expect(await fixture.type("things").joined().contains("1 thing"))
            #expect(words.made == 1)
            await fixture.type("things &")
            _ = await fixture.shell.finishJobs()
            #expect(fixture.taken().joined().contains("1 thing"))
            #expect(words.made == 2)
        }
    }
}
