// swift-tools-version: 6.2
// SPDX-License-Identifier: GPL-3.0-or-later

import PackageDescription

let apps: [String] = []
let small: [String] = []

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "atrium") }
func plugin(_ name: String) -> Target.PluginUsage { .plugin(name: name, package: "atrium") }

func modules(of app: String) -> [Target] {
    let kit = ["AtriumKit", "AtriumSession", "AtriumSystems"].map(product)
    return [
        .target(
            name: app, dependencies: kit, path: "Sources/Apps/\(app)/Panels", exclude: ["Strings.xcstrings"],
            plugins: [plugin("StringCatalog")]),
        .testTarget(
            name: "\(app)Tests", dependencies: [.byName(name: app), product("AtriumTesting")] + kit,
            path: "Tests/Apps/\(app)"),
    ]
}

let package = Package(
    name: "Several",
    dependencies: [.package(name: "atrium", path: "../../..")],
    targets: [
        .executableTarget(
            name: "several", dependencies: [product("AtriumShell")] + apps.map { .byName(name: $0) },
            swiftSettings: apps.map { .define("APP_\($0)") }, plugins: [plugin("AppCatalog")])
    ] + apps.flatMap(modules))
