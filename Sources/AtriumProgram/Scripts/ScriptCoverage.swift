// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
package import AtriumScripts
package import AtriumSession
import AtriumShell

/// Determines which commands, routes and settings session scripts exercise.
///
/// A command counts once it has succeeded: a failure exercises little of it.
@MainActor
package final class ScriptCoverage {
    /// All items: settings of scripts, the shell’s commands and settings, then each app’s commands and routes.
    package let all: [ScriptCoverageItem]
    private let catalog: [any AppFactory]
    private let routes: [RouteSpec]
    private var seen: Set<ScriptCoverageItem> = []

    /// Creates a coverage of these apps, with nothing exercised yet.
    package init(catalog: [any AppFactory], languages: [Language] = Language.ofKit) {
        self.catalog = catalog
        routes = catalog.flatMap(\.routeSpecs)
        all =
            ScriptSettingName.allCases.map(ScriptCoverageItem.setting)
            + ShellCommands.all(in: catalog, languages: languages).map { .command(nil, $0.spec.name) }
            + Setting.allCases.map { .preference($0.rawValue) }
            + catalog.flatMap(\.settings).map { .preference($0.name) }
            + catalog.flatMap { factory in factory.commandSpecs.map { .command(factory.id, $0.name) } }
            + routes.map { .route($0.pattern) }
    }

    /// Records a successful command.
    package func note(_ invocation: Invocation) {
        switch invocation.owner {
        case .app(let app): seen.insert(.command(app, invocation.spec.name))
        case .shell:
            let (name, arguments) = (invocation.spec.name, invocation.arguments)
            seen.insert(.command(nil, name))
            if name == ShellCommands.set.spec.name, let setting = try? ShellCommands.setting.value(in: arguments) {
                seen.insert(.preference(setting))
            }
            if name == MovingCommands.open.spec.name, let place = try? MovingCommands.route.value(in: arguments),
                let route = route(place)
            {
                seen.insert(.route(route))
            }
        }
    }

    /// Records a command typed on a terminal, where only the script’s reader sees its outcome.
    ///
    /// - Parameters:
    ///   - line: The typed line; ignored if it is not a command.
    ///   - app: The app in front according to the earlier lines.
    /// - Returns: The app in front afterwards.
    package func note(typed line: String, in app: AppID) -> AppID {
        // Keys also change the app but are not followed: a command that this app lacks belongs to another one.
        for factory in catalog.filter({ $0.id == app }) + catalog.filter({ $0.id != app }) {
            let vocabulary = Vocabulary(
                app: factory.id, appCommands: factory.anyCommands,
                shellCommands: ShellCommands.all(in: catalog).map { AnyCommand($0) }, apps: catalog.map(\.id))
            let switching = AnyCommand(MovingCommands.switching)
            guard let invocation = try? CommandParser.parse(line, with: vocabulary, switching: switching) else {
                continue
            }
            note(invocation)
            guard invocation.spec.name == switching.spec.name,
                let name = try? MovingCommands.app.value(in: invocation.arguments)
            else { return factory.id }
            return catalog.map(\.id).first { $0.rawValue == name } ?? factory.id
        }
        return app
    }

    /// Records a setting of a script.
    package func note(_ setting: ScriptSettingName) { seen.insert(.setting(setting)) }

    /// The items that no script has exercised, in the order of ``all``.
    package var missing: [ScriptCoverageItem] { all.filter { !seen.contains($0) } }

    /// The list of missing items, or a sentence that there are none; each line terminated by LF.
    package func report(in language: Language) -> String {
        let missing = missing
        guard !missing.isEmpty else { return Strings.scriptCoverageWhole(count: all.count).string(in: language) + "\n" }
        let head = Strings.scriptCoverageMissing(count: missing.count, total: all.count).string(in: language)
        return head + "\n" + missing.map { "  " + $0.text + "\n" }.joined()
    }

    /// The pattern of the first route that matches a place, as in the app.
    private func route(_ place: String) -> String? {
        let path = place.split(separator: "/").map(String.init)
        return routes.first { $0.values(in: path) != nil }?.pattern
    }
}

/// Something that a session script can exercise.
package enum ScriptCoverageItem: Hashable, Sendable {
    /// A command of an app, or of the shell itself for `nil`.
    case command(AppID?, String)
    /// A place that `open` goes to, by its pattern.
    case route(String)
    /// A setting that `set` sets.
    case preference(String)
    /// A `% NAME` line of scripts.
    case setting(ScriptSettingName)

    /// The item as written in a script; a command is prefixed with its app.
    package var text: String {
        switch self {
        case .command(let app, let name): "@ \(app?.rawValue ?? "-") $ \(name)"
        case .route(let pattern): "$ open \(pattern)"
        case .preference(let name): "$ set \(name)"
        case .setting(let name): "% \(name.rawValue)"
        }
    }
}
