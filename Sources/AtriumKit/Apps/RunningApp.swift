// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Terminal

/// An app during one login: its panels, built once, and its commands, bound to its model.
@MainActor
public final class RunningApp {
    /// The app’s name.
    public let id: AppID
    /// What the app’s parts share.
    public let model: any AppModel
    /// The drawer at the left.
    public let sidebar: SidebarPanel
    /// The list of what the app has.
    public let main: any ListPanel
    /// What shows one thing of the list in full, where the app has that.
    public let detail: (any DetailPanel)?

    private let viewTabs: @MainActor (DrawingContext) -> TabsView
    private let selectingTab: @MainActor (String) async throws -> Void
    private let performing: @MainActor (CommandSpec, Arguments, CommandContext) async throws -> Reply
    private let opening: @MainActor ([String], CommandContext) async throws -> Reply
    private let completing: @MainActor (String, String, Language) async -> [Completion]
    private let finding: @MainActor (String, Language) async -> [Finding]

    /// Builds the app’s parts for a login.
    public init<Factory: AppFactory>(_ factory: Factory, for session: UserSession, in world: World) throws {
        let model = try factory.makeModel(for: session, in: world)
        let commands = Dictionary(uniqueKeysWithValues: factory.commands.map { ($0.spec.name, $0) })
        let routes = factory.routes
        id = factory.id
        self.model = model
        sidebar = SidebarPanel { factory.sidebar(model, in: $0) }
        viewTabs = { factory.tabs(model, in: $0) }
        selectingTab = { try await factory.selectTab($0, in: model) }
        main = factory.makeMain(model)
        detail = factory.makeDetail(model)
        performing = { spec, arguments, context in
            guard let command = commands[spec.name] else { throw CommandFault.unknownCommand(spec.name, nearest: nil) }
            return try await command.perform(model, arguments, context)
        }
        opening = { [id = factory.id] path, context in
            for route in routes {
                if let values = route.spec.values(in: path) { return try await route.open(model, values, context) }
            }
            throw CommandFault.unknownRoute(([id.rawValue] + path).joined(separator: "/"))
        }
        finding = { await factory.find($0, in: model, language: $1) }
        completing = { await factory.completions(of: $0, for: $1, in: model, language: $2) }
    }

    /// The tabs at the bottom.
    package func tabs(in context: DrawingContext) -> TabsView { viewTabs(context) }

    /// Shows another of the tabs.
    package func select(_ tab: TabsView.Tab) async throws { try await selectingTab(tab.key) }

    /// Runs one of the app’s commands.
    package func perform(_ spec: CommandSpec, _ arguments: Arguments, _ context: CommandContext) async throws -> Reply {
        try await performing(spec, arguments, context)
    }

    /// Goes to a place in the app; `path` is the route without the app’s name.
    func open(_ path: [String], _ context: CommandContext) async throws -> Reply {
        try await opening(path, context)
    }

    /// Candidates for a word that names one of the app’s own things.
    package func completions(of item: String, for word: String, language: Language) async -> [Completion] {
        await completing(item, word, language)
    }

    /// The app’s things that have these words.
    package func find(_ words: String, language: Language) async -> [Finding] { await finding(words, language) }

    /// The parts that hear of the lifecycle, the model first: panels draw what it has loaded.
    var parts: [any AppLifecycle] { [model, sidebar, main] + (detail.map { [$0] } ?? []) }
}
