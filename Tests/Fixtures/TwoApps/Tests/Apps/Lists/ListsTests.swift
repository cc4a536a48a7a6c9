// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import AtriumTesting
import AtriumWorlds
import ListsApp
import ListsLogic
import ListsPanels
import Testing

/// The app alone, without a shell.
@MainActor
@Suite struct ListsTests {
    @Test(arguments: [
        (Language.english, "Number 1 is on the list."), (.french, "Le numéro 1 est sur la liste."),
        (.simplifiedChinese, "第 1 项已加入清单。"),
    ])
    func `the list answers in three languages`(language: Language, answer: String) async throws {
        let world = World.test()
        let app = try AppUnderTest(ListsFactory(in: world), in: world, language: language)
        #expect(try await app.message("add Milk") == answer)
        try await app.model.refresh()
        #expect(app.model.badge == 1)
    }

    @Test func `what is not on the list is said`() async throws {
        let world = World.test()
        let app = try AppUnderTest(ListsFactory(in: world), in: world)
        await #expect(throws: ListsFault.unknownItem(7)) { try await app.perform("done 7") }
        await #expect(throws: CommandFault.self) { try await app.perform("dnoe 7") }
    }
}
