// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import PackagePlugin

/// Writes the list of the apps that an executable links, so that adding an app touches no code.
///
/// An app is a declared dependency whose sources lie in Sources/Apps/NAME/Panels; its factory is called after its
/// target: `NotesFactory` in `Notes`.
@main
struct AppCatalog: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        let apps = target.dependencies.compactMap { dependency -> String? in
            guard case .target(let app) = dependency else { return nil }
            let folders = app.directoryURL.standardizedFileURL.pathComponents.suffix(4)
            guard folders.starts(with: ["Sources", "Apps"]), folders.last == "Panels" else { return nil }
            return app.sourceModule?.moduleName
        }
        let output = context.pluginWorkDirectoryURL.appending(path: "AppCatalog.swift")
        return [
            .buildCommand(
                displayName: "Listing the apps of \(target.name)",
                executable: try context.tool(named: "app-catalog").url,
                arguments: [output.path] + apps, inputFiles: [], outputFiles: [output])
        ]
    }
}
