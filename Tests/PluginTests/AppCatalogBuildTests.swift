// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// Builds a small package that lists an app whose folder is empty.
@Suite struct AppCatalogBuildTests {
    private static let manifest = """
        // swift-tools-version: 6.2
        import PackageDescription
        let apps = ["Tasks"]
        let package = Package(
            name: "fixture",
            targets: [
                .executableTarget(
                    name: "shell", dependencies: apps.map { .target(name: $0) },
                    swiftSettings: apps.map { .define("APP_\\($0)") }, plugins: ["AppCatalog"]),
                .plugin(name: "AppCatalog", capability: .buildTool(), dependencies: ["app-catalog"],
                    path: "Plugins/AppCatalog", exclude: ["Tool"]),
                .target(name: "AtriumSourceText", path: "Plugins/SourceText"),
                .executableTarget(name: "app-catalog", dependencies: ["AtriumSourceText"], path: "Plugins/AppCatalog/Tool"),
            ] + apps.map { .target(name: $0, path: "Sources/Apps/\\($0)/Panels") },
            swiftLanguageModes: [.v6]
        )
        """

    /// SwiftPM leaves such a target out with a warning, and would build the rest without it.
    @Test(.timeLimit(.minutes(2)))
    func `an app that is listed and has no sources fails the build`() throws {
        let fixture = FileManager.default.temporaryDirectory.appending(path: "AppCatalog-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: fixture) }
        for folder in ["Sources/Apps/Tasks/Panels", "Sources/shell"] {
            try FileManager.default.createDirectory(
                at: fixture.appending(path: folder), withIntermediateDirectories: true)
        }
        try Self.manifest.write(to: fixture.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
        try "print(1)\n".write(
            to: fixture.appending(path: "Sources/shell/main.swift"), atomically: true, encoding: .utf8)
        let plugins = URL(filePath: #filePath).appending(path: "../../../Plugins").standardizedFileURL
        try FileManager.default.createSymbolicLink(
            at: fixture.appending(path: "Plugins"), withDestinationURL: plugins)
        let built = try SwiftBuild.run(in: fixture)
        #expect(built.status != 0)
        let reason = "Tasks is listed as an app, but there are no Swift sources in Sources/Apps/Tasks/Panels"
        #expect(built.output.contains("error: \(reason)"), "\(built.output)")
    }
}
