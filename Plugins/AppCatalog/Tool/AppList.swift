// SPDX-License-Identifier: GPL-3.0-or-later

/// The apps of an executable, by the names of their modules, in the order of the manifest.
struct AppList: Equatable {
    let apps: [String]

    /// The Swift source of the type `AppCatalog`.
    var source: String {
        let imports = (["AtriumKit"] + apps).map { "import \($0)\n" }.joined()
        let factories = apps.map { "\n            \($0)Factory()," }.joined() + (apps.isEmpty ? "" : "\n        ")
        return """
            // Generated from Package.swift.

            \(imports)
            /// The apps that this executable links, in the order in which Package.swift lists them.
            enum AppCatalog {
                /// A new factory of each app.
                @MainActor static func factories() -> [any AppFactory] {
                    [\(factories)]
                }
            }

            """
    }
}
