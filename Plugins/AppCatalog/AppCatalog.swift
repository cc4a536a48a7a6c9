// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import PackagePlugin

/// Writes the list of the apps that an executable links, so that adding an app touches no code.
///
/// The manifest lists the apps as conditions of the executable, and depends on their targets:
///
/// ```swift
/// swiftSettings: apps.map { .define("APP_\($0)") }
/// ```
///
/// An app that is listed must be a target with sources in Sources/Apps/NAME/Panels: the package manager leaves a target
/// without sources out of a build, and an app would be missing without a word. Its factory is called after its folder,
/// and made for a world: `NotesFactory(in: world)`, in one of the targets of Sources/Apps/Notes that the executable
/// depends on.
@main
struct AppCatalog: BuildToolPlugin {
    private static let prefix = "APP_"

    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        guard let executable = target.sourceModule as? SwiftSourceModuleTarget else { return [] }
        let listed = executable.compilationConditions.filter { $0.hasPrefix(Self.prefix) }
            .map { String($0.dropFirst(Self.prefix.count)) }
        let modules = target.dependencies.compactMap(module)
        let built = modules.filter { $0.folder == "Panels" }.map(\.app)
        let output = context.pluginWorkDirectoryURL.appending(path: "AppCatalog.swift")
        return [
            .buildCommand(
                displayName: "Listing the apps of \(target.name)",
                executable: try context.tool(named: "app-catalog").url,
                arguments: [output.path, "--listed"] + listed + ["--built"] + built + ["--modules"]
                    + modules.map(\.name), inputFiles: [],
                outputFiles: [output])
        ]
    }

    /// The module of a dependency that belongs to an app, with the app and its own folder.
    private func module(_ dependency: TargetDependency) -> (name: String, app: String, folder: String)? {
        guard case .target(let target) = dependency, let module = target.sourceModule else { return nil }
        let folders = Array(target.directoryURL.standardizedFileURL.pathComponents.suffix(4))
        guard folders.starts(with: ["Sources", "Apps"]), folders.count == 4 else { return nil }
        return (module.moduleName, folders[2], folders[3])
    }
}
