// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import PackagePlugin

/// Fails the build of a target that imports a module of this package that its manifest entry does not declare.
///
/// SwiftPM finds every module that happens to be built, declared or not, so that layers hold by habit only. The guard
/// reads the sources before they are compiled: its output is a source file of the target.
@main
struct LayerGuard: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        let sources = target.sourceModule?.sourceFiles(withSuffix: "swift").map(\.url) ?? []
        if sources.isEmpty { return [] }
        let declared = target.dependencies.flatMap(modules)
        let ours = context.package.targets.map(moduleName)
        let theirs = packages(below: context.package).flatMap(\.targets).map(moduleName)
        let hidden = Set(ours + theirs).subtracting(declared).subtracting([moduleName(target)]).sorted()
        let output = context.pluginWorkDirectoryURL.appending(path: "LayerGuard.swift")
        return [
            .buildCommand(
                displayName: "Guarding the layers of \(target.name)",
                executable: try context.tool(named: "layer-guard").url,
                arguments: [output.path, moduleName(target)]
                    + ["--declared"] + declared + ["--hidden"] + hidden + ["--sources"] + sources.map(\.path),
                inputFiles: sources, outputFiles: [output])
        ]
    }

    private func modules(of dependency: TargetDependency) -> [String] {
        switch dependency {
        case .target(let target): [moduleName(target)]
        case .product(let product): product.targets.map(moduleName)
        @unknown default: []
        }
    }

    private func moduleName(_ target: any Target) -> String {
        target.sourceModule?.moduleName ?? target.name
    }

    /// Every package that this one depends on, however deeply.
    private func packages(below root: Package) -> [Package] {
        var found: [Package.ID: Package] = [:]
        var waiting = root.dependencies.map(\.package)
        while let package = waiting.popLast() {
            if found.updateValue(package, forKey: package.id) != nil { continue }
            waiting += package.dependencies.map(\.package)
        }
        return Array(found.values)
    }
}
