// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumScripts
import AtriumSession
import Foundation
import Testing

@testable import AtriumProgram
@testable import atrium

/// What help says of session scripts.
@MainActor
struct SessionHelpTests {
    @Test(arguments: Language.ofKit)
    func `help on sessions names every setting and kind`(language: Language) async throws {
        let folder = TemporaryFolder.parent + "/atrium-help-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let shell = try await ScriptShell(.atrium, settings: ScriptSettings(), folder: folder)
        try await shell.apply(.language(language))
        let text = await shell.perform("help sessions", answers: []).output
        for name in ScriptSettingName.allCases.map(\.rawValue) + PlaceholderKind.allCases.map(\.rawValue) {
            #expect(text.contains(name), "\(name)")
        }
        for prefix in ["#", "%", "@", "$", ">", "!", "?", "--"] {
            #expect(text.contains("\n  \(prefix) "), "\(prefix)")
        }
    }
}
