// swift-tools-version: 6.2
// SPDX-License-Identifier: GPL-3.0-or-later

import PackageDescription

let shell = Target.Dependency.product(name: "AtriumShell", package: "atrium")
let systems = Target.Dependency.product(name: "AtriumSystems", package: "atrium")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")

let package = Package(
    name: "Examples",
    dependencies: [
        .package(name: "atrium", path: "../../.."),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .executableTarget(name: "hello", dependencies: [shell]),
        .executableTarget(name: "todo", dependencies: [shell, systems, grdb]),
        .executableTarget(name: "tally", dependencies: [shell, systems]),
        .executableTarget(name: "folders", dependencies: [shell]),
        .executableTarget(name: "tables", dependencies: [shell, systems, grdb]),
        .executableTarget(name: "phrases", dependencies: [shell]),
        .executableTarget(name: "feeds", dependencies: [shell]),
    ])
