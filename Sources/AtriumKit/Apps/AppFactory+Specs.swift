// SPDX-License-Identifier: GPL-3.0-or-later

extension [any AppFactory] {
    /// Whether one of the apps logs users in.
    @MainActor package var hasAccounts: Bool { contains { $0.authenticating != nil } }

    /// The app that examples of the shell’s own commands name: the second, to which one can switch at the start.
    @MainActor package var exampleApp: AppID? { (dropFirst().first ?? first)?.id }
}

extension AppFactory {
    /// What there is to know of the app’s commands.
    public var commandSpecs: [CommandSpec] {
        // Not by key path, which would be looked up at run time for each factory.
        commands.map { $0.spec }
    }

    /// Checks that each command has a name of its own.
    ///
    /// - Throws: `CatalogFault.duplicateCommand`.
    package func checkCommands() throws(CatalogFault) {
        var names: Set<String> = []
        for command in commands where !names.insert(command.spec.name).inserted {
            throw CatalogFault.duplicateCommand(command.spec.name, app: id)
        }
    }

    /// The app’s commands, to be found by their names.
    public var anyCommands: [AnyCommand] {
        commands.map { AnyCommand($0) }
    }

    /// How the app’s routes are written, with the app’s name in front.
    public var routeSpecs: [RouteSpec] {
        routes.map { route in
            let pattern = route.spec.pattern
            return RouteSpec(
                pattern: pattern.isEmpty ? id.rawValue : "\(id)/\(pattern)", summary: route.spec.summary,
                items: route.spec.items)
        }
    }
}
