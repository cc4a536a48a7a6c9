// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
package import AtriumScripts
import AtriumShell
package import Session

/// Finds out which commands, routes and settings session scripts exercise.
///
/// A command counts once it has gone well: one that only fails says little about itself.
@MainActor
package final class ScriptCoverage {
    /// Everything there is: settings of scripts, the shell’s commands and settings, then each app’s commands and routes.
    package let all: [ScriptCoverageItem]
    private let catalog: [any AppFactory]
    private let routes: [RouteSpec]
    private var seen: Set<ScriptCoverageItem> = []

    /// A coverage of these apps, of which nothing is exercised yet.
    package init(catalog: [any AppFactory]) {
        self.catalog = catalog
        routes = catalog.flatMap(\.routeSpecs)
        all =
            ScriptSettingName.allCases.map(ScriptCoverageItem.setting)
            + ShellCommands.all(in: catalog).map { .command(nil, $0.spec.name) }
            + Setting.allCases.map { .preference($0.rawValue) }
            + catalog.flatMap(\.settings).map { .preference($0.name) }
            + catalog.flatMap { factory in factory.commandSpecs.map { .command(factory.id, $0.name) } }
            + routes.map { .route($0.pattern) }
    }

    /// Notes a command that went well.
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

    /// Notes a command that was typed on a terminal, where nobody but the script’s reader sees how it went.
    ///
    /// - Parameters:
    ///   - line: what was typed; nothing is noted if it is no command.
    ///   - app: the app that is in front as far as what was typed before tells.
    /// - Returns: the app that is in front then.
    package func note(typed line: String, in app: AppID) -> AppID {
        // Keys change the app too, and are not followed: a command that this one does not have is another one’s.
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

    /// Notes a setting of a script.
    package func note(_ setting: ScriptSettingName) { seen.insert(.setting(setting)) }

    /// What no script has exercised, in the order of ``all``.
    package var missing: [ScriptCoverageItem] { all.filter { !seen.contains($0) } }

    /// The list of what is missing, or the sentence that nothing is; each line ended by LF.
    package func report(in language: Language) -> String {
        let missing = missing
        guard !missing.isEmpty else { return Strings.scriptCoverageWhole(count: all.count).string(in: language) + "\n" }
        let head = Strings.scriptCoverageMissing(count: missing.count, total: all.count).string(in: language)
        return head + "\n" + missing.map { "  " + $0.text + "\n" }.joined()
    }

    /// The pattern of the first route that a place fits, as the app chooses it.
    private func route(_ place: String) -> String? {
        let path = place.split(separator: "/").map(String.init)
        return routes.first { $0.values(in: path) != nil }?.pattern
    }
}

/// Something that a session script can exercise.
package enum ScriptCoverageItem: Hashable, Sendable {
    /// A command of an app, or of the shell itself, which is nil.
    case command(AppID?, String)
    /// A place that `open` goes to, as its pattern is written.
    case route(String)
    /// A setting that `set` sets.
    case preference(String)
    /// A `% NAME` line of scripts.
    case setting(ScriptSettingName)

    /// The thing as a script could write it, with the app that a command belongs to in front.
    package var text: String {
        switch self {
        case .command(let app, let name): "@ \(app?.rawValue ?? "-") $ \(name)"
        case .route(let pattern): "$ open \(pattern)"
        case .preference(let name): "$ set \(name)"
        case .setting(let name): "% \(name.rawValue)"
        }
    }
}
