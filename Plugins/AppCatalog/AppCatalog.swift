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
/// without sources out of a build, and an app would be missing without a word. Its factory is called after its target,
/// and made for a world: `NotesFactory(in: world)` in `Notes`.
@main
struct AppCatalog: BuildToolPlugin {
    private static let prefix = "APP_"

    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        guard let executable = target.sourceModule as? SwiftSourceModuleTarget else { return [] }
        let listed = executable.compilationConditions.filter { $0.hasPrefix(Self.prefix) }
            .map { String($0.dropFirst(Self.prefix.count)) }
        let built = target.dependencies.compactMap(app)
        let output = context.pluginWorkDirectoryURL.appending(path: "AppCatalog.swift")
        return [
            .buildCommand(
                displayName: "Listing the apps of \(target.name)",
                executable: try context.tool(named: "app-catalog").url,
                arguments: [output.path, "--listed"] + listed + ["--built"] + built, inputFiles: [],
                outputFiles: [output])
        ]
    }

    /// The module of a dependency that is an app.
    private func app(_ dependency: TargetDependency) -> String? {
        guard case .target(let app) = dependency, let module = app.sourceModule else { return nil }
        let folders = app.directoryURL.standardizedFileURL.pathComponents.suffix(4)
        guard folders.starts(with: ["Sources", "Apps"]), folders.last == "Panels" else { return nil }
        return module.moduleName
    }
}
