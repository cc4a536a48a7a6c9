// swift-tools-version: 6.2
// SPDX-License-Identifier: GPL-3.0-or-later

import PackageDescription

/// The apps, in the order in which the program lists them; `swift package new-app NAME` adds one.
let apps = ["Lists", "Coin"]

/// One that a test adds, which has no sources.
let more = [Context.environment["TWO_APPS_MORE"]].compactMap(\.self)
let listed = apps + more

/// Those of them that are one module, as `new-app` makes them without `--layers`.
let small = ["Coin"]
let smallOnes = small + more

let kit = Target.Dependency.product(name: "AtriumKit", package: "atrium")
let session = Target.Dependency.product(name: "AtriumSession", package: "atrium")
let systems = Target.Dependency.product(name: "AtriumSystems", package: "atrium")
let scripts = Target.Dependency.product(name: "AtriumScripts", package: "atrium")
let testing = Target.Dependency.product(name: "AtriumTesting", package: "atrium")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let catalog = "Strings.xcstrings"

/// What modules of apps are written for: an import is what a file may use.
let strict: [SwiftSetting] = [
    "NonisolatedNonsendingByDefault", "ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault",
].map { .enableUpcomingFeature($0) }

/// What checks the imports of a target, and what else its build runs.
func guarded(_ more: String...) -> [Target.PluginUsage] {
    (["LayerGuard"] + more).map { .plugin(name: $0, package: "atrium") }
}

/// The presentation of an app, with its texts.
func panels(of app: String, named name: String? = nil, uses: [Target.Dependency] = []) -> Target {
    .target(
        name: name ?? app, dependencies: [kit] + uses, path: "Sources/Apps/\(app)/Panels", exclude: [catalog],
        swiftSettings: strict, plugins: guarded("StringCatalog"))
}

/// The tests of an app of one module.
func smallTests(of app: String) -> Target {
    .testTarget(
        name: "\(app)Tests", dependencies: [.byName(name: app), kit, session, systems, testing],
        path: "Tests/Apps/\(app)", swiftSettings: strict)
}

/// The modules of an app, and the tests of all of them: logic imports no store, and only the module App imports all.
func modules(of app: String) -> [Target] {
    let names = ["App", "Panels", "Logic", "Store"].map { app + $0 }
    let all = names.map { Target.Dependency.byName(name: $0) }
    func layer(_ name: String, _ folder: String, uses: [Target.Dependency]) -> Target {
        .target(
            name: name, dependencies: [session] + uses, path: "Sources/Apps/\(app)/\(folder)", swiftSettings: strict,
            plugins: guarded())
    }
    return [
        layer(names[0], "App", uses: [systems] + all.dropFirst()),
        panels(of: app, named: names[1], uses: [all[2]]),
        layer(names[2], "Logic", uses: []),
        layer(names[3], "Store", uses: [systems, grdb, all[2]]),
        .testTarget(
            name: "\(app)Tests",
            dependencies: [kit, session, systems, testing] + all,
            path: "Tests/Apps/\(app)", swiftSettings: strict),
    ]
}

/// The modules with the factory of an app.
func factory(of app: String) -> [String] { smallOnes.contains(app) ? [app] : [app + "App", app + "Panels"] }

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
                + listed.flatMap(factory).map { .target(name: $0) },
            path: "Sources/TwoApps", exclude: [catalog], swiftSettings: strict + listed.map { .define("APP_\($0)") },
            plugins: guarded("AppCatalog", "StringCatalog")),
        .testTarget(
            name: "CoinTests", dependencies: ["Coin", kit, session, systems, testing], path: "Tests/Apps/Coin",
            swiftSettings: strict),
        .testTarget(name: "ScriptTests", dependencies: [scripts], path: "Tests/Scripts", swiftSettings: strict),
    ]
        + listed.flatMap {
            smallOnes.contains($0)
                ? [panels(of: $0, uses: [systems])] + ($0 == "Coin" || more.contains($0) ? [] : [smallTests(of: $0)])
                : modules(of: $0)
        },
    swiftLanguageModes: [.v6]
)
