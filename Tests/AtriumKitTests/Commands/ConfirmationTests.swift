// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import AtriumTesting
import Testing

@MainActor
struct ConfirmationTests {
    private func confirm(_ answer: String, in language: Language) async throws {
        let context = CommandContext(language: language, world: .test(), prompter: CannedPrompter([answer]))
        try await context.confirm(LocalizedText(verbatim: "Sure?"))
    }

    @Test(arguments: ["y", "yes", "YES", " Yes ", "o", "oui", "Oui", "是", "是的"], Language.ofKit)
    func `yes is understood in every language, whichever is chosen`(answer: String, language: Language) async throws {
        try await confirm(answer, in: language)
    }

    @Test(arguments: ["", "n", "no", "non", "否", "ye", "yess", "ok", "ou", "是的吗"], Language.ofKit)
    func `anything else is no`(answer: String, language: Language) async throws {
        await #expect(throws: CommandFault.cancelled) { try await confirm(answer, in: language) }
    }
}
