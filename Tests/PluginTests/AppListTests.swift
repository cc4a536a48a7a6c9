// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import app_catalog

@Suite struct AppListTests {
    @Test func listsTheFactoriesInOrder() {
        let source = """
            // Generated from Package.swift.

            import AtriumKit
            import AtriumWorlds
            import NotesApp
            import NotesPanels
            import SMSLog

            /// The apps that this executable links, in the order in which Package.swift lists them.
            ///
            /// An app that needs more than its world gets it here: `AppCatalog(mail: { MailFactory(in: $0, server: server) })`.
            struct AppCatalog: Sendable {
                /// Makes the factory of Notes.
                var `notes`: @MainActor @Sendable (World) throws -> any AppFactory = {
                    NotesFactory(in: $0)
                }

                /// Makes the factory of SMSLog.
                var `smsLog`: @MainActor @Sendable (World) throws -> any AppFactory = {
                    SMSLogFactory(in: $0)
                }

                /// A new factory of each app.
                @MainActor func factories(in world: World) throws -> [any AppFactory] {
                    [
                        try `notes`(world),
                        try `smsLog`(world),
                    ]
                }
            }

            """
        #expect(AppList(apps: ["Notes", "SMSLog"], modules: ["NotesApp", "NotesPanels", "SMSLog"]).source == source)
    }

    @Test func listsNoApps() {
        #expect(AppList(apps: [], modules: []).source.contains("[any AppFactory] {\n        []\n    }"))
    }

    @Test(arguments: [("Notes", "notes"), ("SMSLog", "smsLog"), ("SMS", "sms"), ("A", "a"), ("MyOwnApp", "myOwnApp")])
    func `a property is called after the app`(app: String, property: String) {
        #expect(AppList.property(of: app) == property)
    }

    @Test func `an app without sources, and one that is not listed, are mistakes`() {
        #expect(AppList(apps: ["Notes", "Mail"], modules: []).mistakes(built: ["Notes", "Mail"]) == [])
        #expect(
            AppList(apps: ["Notes", "Mail"], modules: []).mistakes(built: ["Notes", "Coin"]) == [
                "Mail is listed as an app, but there are no Swift sources in Sources/Apps/Mail/Panels",
                "Coin is an app that the executable depends on, but it is not listed: .define(\"APP_Coin\") is missing",
            ])
    }
}
