// swift-tools-version: 6.2
// SPDX-License-Identifier: GPL-3.0-or-later

import PackageDescription

let package = Package(
    name: "Smallest",
    dependencies: [.package(name: "atrium", path: "../../..")],
    targets: [
        .executableTarget(name: "counter", dependencies: [.product(name: "AtriumShell", package: "atrium")])
    ])
