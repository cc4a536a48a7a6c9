// swift-tools-version: 6.2
// SPDX-License-Identifier: GPL-3.0-or-later

import PackageDescription

/// The apps, in the order in which the program lists them.
let apps = ["Lists", "Coin"]

/// These and one that a test adds, which has no sources.
let listed = apps + [Context.environment["TWO_APPS_MORE"]].compactMap(\.self)

let kit = Target.Dependency.product(name: "AtriumKit", package: "atrium")
let session = Target.Dependency.product(name: "Session", package: "atrium")
let systems = Target.Dependency.product(name: "Systems", package: "atrium")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let catalog = "Strings.xcstrings"

/// What checks the imports of a target, and what else its build runs.
func guarded(_ more: String...) -> [Target.PluginUsage] {
    (["LayerGuard"] + more).map { .plugin(name: $0, package: "atrium") }
}

/// The presentation of an app, with its texts.
func panels(of app: String, uses: [Target.Dependency] = []) -> Target {
    .target(
        name: app, dependencies: [kit] + uses, path: "Sources/Apps/\(app)/Panels", exclude: [catalog],
        plugins: guarded("StringCatalog"))
}

let package = Package(
    name: "TwoApps",
    dependencies: [
        .package(name: "atrium", path: "../../.."),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .executableTarget(
            name: "twoapps",
            dependencies: [.product(name: "AtriumShell", package: "atrium"), kit, argumentParser]
                + listed.map { .target(name: $0) },
            path: "Sources/TwoApps", exclude: [catalog], swiftSettings: listed.map { .define("APP_\($0)") },
            plugins: guarded("AppCatalog", "StringCatalog")),
        panels(of: "Lists", uses: ["ListsLogic", "ListsDomain"]),
        .target(
            name: "ListsLogic", dependencies: [session, "ListsStore", "ListsDomain"],
            path: "Sources/Apps/Lists/Logic", plugins: guarded()),
        .target(
            name: "ListsStore", dependencies: [session, systems, grdb, "ListsDomain"],
            path: "Sources/Apps/Lists/Store", plugins: guarded()),
        .target(name: "ListsDomain", dependencies: [session], path: "Sources/Apps/Lists/Domain", plugins: guarded()),
        .testTarget(
            name: "TwoAppsTests",
            dependencies: [
                "Coin", "Lists", "ListsLogic", "ListsStore", "ListsDomain", kit, session, systems,
                .product(name: "AtriumTesting", package: "atrium"),
            ]),
    ] + listed.filter { $0 != "Lists" }.map { panels(of: $0) },
    swiftLanguageModes: [.v6]
)
