// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Smallest",
    dependencies: [.package(name: "atrium", path: "../../..")],
    targets: [
        .executableTarget(name: "counter", dependencies: [.product(name: "AtriumShell", package: "atrium")])
    ])
