// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// Builds a small package whose targets the guard is applied to, as this package applies it to its own.
@Suite struct LayerGuardBuildTests {
    private static let manifest = """
        // swift-tools-version: 6.2
        import PackageDescription
        let package = Package(
            name: "fixture",
            dependencies: [.package(path: "Library")],
            targets: [
                .target(name: "Store", dependencies: [.product(name: "Library", package: "Library")],
                    plugins: ["LayerGuard"]),
                .target(name: "Logic", dependencies: ["Store"], plugins: ["LayerGuard"]),
                .target(name: "Panels", dependencies: ["Logic"], plugins: ["LayerGuard"]),
                .plugin(name: "LayerGuard", capability: .buildTool(), dependencies: ["layer-guard"],
                    path: "Plugins/LayerGuard", exclude: ["Tool"]),
                .target(name: "AtriumSourceText", path: "Plugins/SourceText"),
                .executableTarget(name: "layer-guard", dependencies: ["AtriumSourceText"], path: "Plugins/LayerGuard/Tool"),
            ],
            swiftLanguageModes: [.v6]
        )
        """

    private static let library = """
        // swift-tools-version: 6.2
        import PackageDescription
        let package = Package(
            name: "Library", products: [.library(name: "Library", targets: ["Library"])],
            targets: [.target(name: "Library", dependencies: ["Inner"]), .target(name: "Inner")]
        )
        """

    @Test(.timeLimit(.minutes(2)))
    func aForbiddenImportFailsTheBuild() throws {
        let fixture = FileManager.default.temporaryDirectory.appending(path: "LayerGuard-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: fixture) }
        func write(_ text: String, to path: String) throws {
            let file = fixture.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        try write(Self.manifest, to: "Package.swift")
        try write(Self.library, to: "Library/Package.swift")
        try write("public let inner = 1\n", to: "Library/Sources/Inner/Inner.swift")
        try write("public let library = 1\n", to: "Library/Sources/Library/Library.swift")
        try write("import Foundation\nimport Library\n", to: "Sources/Store/Store.swift")
        try write("import Store\n", to: "Sources/Logic/Logic.swift")
        try write("import Logic // not import Store\n", to: "Sources/Panels/Panels.swift")
        let plugins = URL(filePath: #filePath).appending(path: "../../../Plugins").standardizedFileURL
        try FileManager.default.createSymbolicLink(
            at: fixture.appending(path: "Plugins"), withDestinationURL: plugins)

        let allowed = try SwiftBuild.run(in: fixture)
        #expect(allowed.status == 0, "\(allowed.output)")

        try write(
            "import Logic; import Store\n@testable import Library\nimport Inner\n", to: "Sources/Panels/Panels.swift")
        let forbidden = try SwiftBuild.run(in: fixture)
        #expect(forbidden.status != 0)
        let reason = "which it does not declare in Package.swift; it may import Logic"
        for place in [
            "1:22: error: Panels imports Store", "2:18: error: Panels imports Library",
            "3:8: error: Panels imports Inner",
        ] {
            #expect(forbidden.output.contains("Sources/Panels/Panels.swift:\(place), \(reason)"), "\(forbidden.output)")
        }
    }
}
