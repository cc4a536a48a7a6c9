// SPDX-License-Identifier: GPL-3.0-or-later

/// The apps of an executable, by the names of their folders, in the order of the manifest.
struct AppList: Equatable {
    let apps: [String]
    /// The modules that have their factories.
    let modules: [String]

    /// The Swift source of the type `AppCatalog`.
    var source: String {
        let imports = (["AtriumKit", "AtriumWorlds"] + modules).map { "import \($0)\n" }.joined()
        let makers = apps.map { app in
            """
                /// Makes the factory of \(app).
                var `\(Self.property(of: app))`: @MainActor @Sendable (World) throws -> any AppFactory = {
                    \(app)Factory(in: $0)
                }


            """
        }.joined()
        let calls = apps.map { "\n            try `\(Self.property(of: $0))`(world)," }.joined()
        return """
            // Generated from Package.swift.

            \(imports)
            /// The apps that this executable links, in the order in which Package.swift lists them.
            ///
            /// An app that needs more than its world gets it here: `AppCatalog(mail: { MailFactory(in: $0, server: server) })`.
            struct AppCatalog: Sendable {
            \(makers)    /// A new factory of each app.
                @MainActor func factories(in world: World) throws -> [any AppFactory] {
                    [\(calls)\(apps.isEmpty ? "" : "\n        ")]
                }
            }

            """
    }

    /// The mistakes of the list, given the apps that are targets with sources.
    func mistakes(built: Set<String>) -> [String] {
        apps.filter { !built.contains($0) }.map {
            "\($0) is listed as an app, but there are no Swift sources in Sources/Apps/\($0)/Panels"
        }
            + built.subtracting(apps).sorted().map {
                "\($0) is an app that the executable depends on, but it is not listed: .define(\"APP_\($0)\") is missing"
            }
    }

    /// The name of the app’s property: `smsLog` for `SMSLog`.
    static func property(of app: String) -> String {
        let capitals = app.prefix(while: \.isUppercase)
        // The last of several capitals begins the next word.
        let count = capitals.count > 1 && capitals.count < app.count ? capitals.count - 1 : capitals.count
        return app.prefix(count).lowercased() + app.dropFirst(count)
    }
}
