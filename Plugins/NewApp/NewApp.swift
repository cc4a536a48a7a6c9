// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import PackagePlugin

/// `swift package new-app NAME`: adds an app to the developer’s package, from the files in Small or Layers.
@main
struct NewApp: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let package = context.package
        let process = Process()
        process.executableURL = try context.tool(named: "new-app").url
        // The package may be another one, which has this plugin from here.
        let template = URL(filePath: #filePath).deletingLastPathComponent()
        process.arguments =
            [package.directoryURL.path, template.path, program(of: package)]
            + ["--modules"] + modules(of: package) + ["--words"] + arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        if process.terminationStatus != 0 { throw Refusal(description: text.trimmingCharacters(in: .newlines)) }
        print(text, terminator: "")
    }

    /// The program that has the apps: the first one that the package makes.
    private func program(of package: Package) -> String {
        package.products.first { $0 is ExecutableProduct }?.name ?? ""
    }

    /// The modules of a package and of every one that it depends on, however deeply.
    private func modules(of root: Package) -> [String] {
        var names: Set<String> = []
        var seen: Set<Package.ID> = []
        var waiting = [root]
        while let package = waiting.popLast() {
            guard seen.insert(package.id).inserted else { continue }
            names.formUnion(package.targets.flatMap { [$0.name, $0.sourceModule?.moduleName ?? $0.name] })
            waiting += package.dependencies.map(\.package)
        }
        return names.sorted()
    }

    private struct Refusal: Error, CustomStringConvertible {
        let description: String
    }
}
