// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumScripts
import Testing
import Waiting

@testable import AtriumProgram

/// Waits until a row of the screen has the text.
@discardableResult
func expect(
    _ text: String, on terminal: TmuxTerminal, _ location: SourceLocation = #_sourceLocation
) async throws -> [String] {
    do {
        return try await terminal.screen { $0.contains { $0.contains(text) } }
    } catch let fault as NeverCame {
        Issue.record("“\(text)” was \(fault)", sourceLocation: location)
        throw fault
    }
}
