// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumScripts
import Testing

@testable import AtriumProgram

/// Waits until a row of the screen has the text.
@discardableResult
func expect(
    _ text: String, on terminal: TmuxTerminal, _ location: SourceLocation = #_sourceLocation
) async throws -> [String] {
    let screen = try await terminal.screen(within: 60) { $0.contains { $0.contains(text) } }
    #expect(screen.contains { $0.contains(text) }, "\(screen.joined(separator: "\n"))", sourceLocation: location)
    return screen
}
