// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import app_catalog

@Suite struct AppListTests {
    @Test func listsTheFactoriesInOrder() {
        let source = """
            // Generated from Package.swift.

            import AtriumKit
            import Notes
            import Account

            /// The apps that this executable links, in the order in which Package.swift lists them.
            enum AppCatalog {
                /// A new factory of each app.
                @MainActor static func factories() -> [any AppFactory] {
                    [
                        NotesFactory(),
                        AccountFactory(),
                    ]
                }
            }

            """
        #expect(AppList(apps: ["Notes", "Account"]).source == source)
    }

    @Test func listsNoApps() {
        #expect(AppList(apps: []).source.contains("[any AppFactory] {\n        []\n    }"))
    }
}
