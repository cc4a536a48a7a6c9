// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import PackagePlugin

/// Compiles a target's string catalogs to Swift: `Strings.xcstrings` becomes `enum Strings`.
///
/// The catalogs are looked for in the target's folder and not among its files, since the manifest excludes them: one
/// of the build systems would otherwise put them beside the executable as resources.
@main
struct StringCatalog: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        let sources = target.sourceModule?.sourceFiles(withSuffix: "swift").map(\.url) ?? []
        let tool = try context.tool(named: "string-catalog").url
        return catalogs(in: target.directoryURL).map { catalog in
            let name = catalog.deletingPathExtension().lastPathComponent
            let output = context.pluginWorkDirectoryURL.appending(path: "\(name).swift")
            return .buildCommand(
                displayName: "Compiling \(catalog.lastPathComponent) of \(target.name)", executable: tool,
                arguments: [catalog.path, output.path] + sources.map(\.path),
                inputFiles: [catalog] + sources, outputFiles: [output])
        }
    }

    private func catalogs(in folder: URL) -> [URL] {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "xcstrings" }
            .sorted { $0.path < $1.path }
    }
}
