// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
import AtriumScreen
import AtriumSession
import AtriumTerminal
import AtriumWorlds

/// Going from app to app, tab to tab, place to place.
package enum MovingCommands {
    /// All of them, in the order in which help lists them, with examples of these apps.
    @MainActor
    static func all(in catalog: [any AppFactory]) -> [Command<Shell>] {
        let other = catalog.exampleApp?.rawValue
        return [
            apps, switching(examples: other.map { ["switch \($0)", "\($0)"] } ?? []), back, whereabouts,
            open(examplesOf: catalog.map { $0.exampleRoute }), tab, sidebar, screen,
        ]
    }

    private static let apps = Command<Shell>(
        "apps", category: .moving, summary: Strings.commandApps, needsLogin: false
    ) { shell, _ in
        let coordinator = shell.coordinator
        // The waiting items of an app that was never opened are known once it has looked.
        var closed: [(app: AppID, reason: any Error)] = []
        if coordinator.login.session != nil, !coordinator.isCovered {
            closed = coordinator.openAll()
            for app in coordinator.openApps {
                do { try await app.refresh(isOwn: false) } catch let error as CancellationError { throw error } catch {
                    closed.append((app.id, error))
                }
            }
        }
        let open = Dictionary(uniqueKeysWithValues: coordinator.openApps.map { ($0.id, $0) })
        let apps = coordinator.catalog.map { factory in
            (
                id: factory.id, title: factory.title, summary: factory.summary,
                badge: open[factory.id]?.model.badge ?? 0
            )
        }
        return .records(
            Records(
                apps,
                [
                    .init("current", Strings.columnCurrent) { [current = coordinator.current] in
                        .mark($0.id == current)
                    },
                    .init("app", Strings.columnApp) { .text($0.id.rawValue) },
                    .init("title", Strings.columnTitle) { .word($0.title) },
                    .init("badge", Strings.columnBadge, isRightAligned: true) {
                        $0.badge > 0 ? .number($0.badge) : .none
                    },
                    .init("summary", Strings.columnSummary) { .word($0.summary) },
                ], whenEmpty: Strings.appsNone),
            notices: closed.map { app, reason in
                let sentence = ErrorDescription(reason).sentence
                return LocalizedText("apps.closed") { language in
                    Strings.appsClosed(app: app.rawValue, reason: sentence.string(in: language)).string(in: language)
                }
            }, status: closed.isEmpty ? .success : .failure)
    }

    package static let app = Parameter.word("app", values: .app, summary: Strings.parameterApp)

    package static let switching = switching(examples: [])

    private static func switching(examples: [LocalizedText]) -> Command<Shell> {
        Command(
            "switch", aliases: ["go"], category: .moving, summary: Strings.commandSwitch, parameters: app,
            examples: examples
        ) { shell, _, typed in
            let names = shell.coordinator.catalog.map(\.id.rawValue)
            let prefixed = names.filter { $0.hasPrefix(typed) }
            let name = names.contains(typed) || prefixed.count != 1 ? typed : prefixed[0]
            try await shell.coordinator.switchTo(AppID(rawValue: name))
            return .nothing
        }
    }

    private static let back = Command<Shell>(
        "back", category: .moving, summary: Strings.commandBack
    ) { shell, _ in
        // If only one panel is visible at a time, the way back from a thing leads to the list.
        if ScreenLayout.Kind(columns: shell.coordinator.size.columns) == .compact,
            let detail = shell.coordinator.currentApp?.panels.detail,
            detail.isOpen
        {
            detail.close()
            return .nothing
        }
        try await shell.coordinator.back()
        return .nothing
    }

    private static let whereabouts = Command<Shell>(
        "where", category: .moving, summary: Strings.commandWhere
    ) { shell, _ in
        let coordinator = shell.coordinator
        try await coordinator.appear()
        guard let app = coordinator.currentApp else { throw AuthenticationFault.notLoggedIn }
        // Before the first command nothing is loaded yet.
        try await app.model.refresh()
        let context = coordinator.viewContext
        let title = try coordinator.factory(app.id).title
        var fields: [Detail.Field] = [.init("app", Strings.columnApp, .word(key: app.id.rawValue, title))]
        if let tab = app.tabs(in: context).current {
            fields.append(
                .init("tab", Strings.columnTab, .word(key: tab.key, LocalizedText(verbatim: tab.title))))
        }
        if let query = app.query { fields.append(.init("search", Strings.fieldSearch, .text(query))) }
        if let detail = app.panels.detail, detail.isOpen {
            fields.append(.init("open", Strings.fieldOpen, .text(detail.title(in: context))))
        }
        if let place = app.place {
            fields.append(.init("place", Strings.fieldPlace, .text(place.description)))
        }
        // Only a user with panels sees the selection in them.
        if shell.screen?.isShown == true, let list = app.panels.mainList {
            fields += list.selectedRow?.fields ?? []
            if !list.markedIDs.isEmpty {
                fields.append(.init("marked", Strings.fieldMarked, .list(list.markedIDs.map { .text($0) })))
            }
        }
        return Reply(.detail(Detail(fields: fields)))
    }

    package static let route = Parameter.word("route", values: .route, summary: Strings.parameterRoute)

    package static let open = open(examplesOf: [])

    /// - Parameter places: The places in its examples.
    private static func open(examplesOf places: [String]) -> Command<Shell> {
        Command(
            "open", category: .moving, summary: Strings.commandOpen, parameters: route,
            examples: places.map { "open \($0)" } + ["open 2"], needsLogin: false
        ) { shell, context, typed in
            let app = shell.coordinator.currentApp
            if let number = Int(typed), let app { return try await show(app.place(of: number), in: shell, context) }
            guard let place = Place(typed) else { throw CommandFault.unknownRoute(typed) }
            do { _ = try shell.coordinator.factory(place.app) } catch {
                // A name that is no app may be the name of something in the shown app.
                guard case CommandFault.unknownApp(_, nearest: nil) = error, let app else { throw error }
                do { return try await show(Place(app.id, [typed]), in: shell, context) } catch CommandFault.unknownRoute
                {
                    throw error
                }
            }
            return try await show(place, in: shell, context)
        }
    }

    /// The invocation for a place: `open` with the place itself, which is read from no text.
    static func opening(_ place: Place) -> Invocation {
        let command = AnyCommand(open.spec) { (shell: Shell, context) in try await show(place, in: shell, context) }
        return Invocation(
            owner: .shell, command: command, arguments: Arguments([route.argument(place.description)]))
    }

    /// Shows a place, after a login if no user is logged in.
    @MainActor private static func show(
        _ place: Place, in shell: Shell, _ context: CommandContext
    ) async throws -> Reply {
        do { return try await shell.coordinator.open(place, context) } catch AuthenticationFault.notLoggedIn {
            // The place waits in the coordinator, and logging in goes there.
            return try await shell.login.logIn(name: nil, keep: false)
        }
    }

    static let tab = Command<Shell>(
        TabCommand.name, category: .moving, summary: Strings.commandTab, parameters: TabCommand.tab,
        examples: ["tab", "tab 2"]
    ) { shell, _, word in
        try await shell.coordinator.appear()
        guard let app = shell.coordinator.currentApp else { throw AuthenticationFault.notLoggedIn }
        let view = app.tabs(in: shell.coordinator.viewContext)
        let tabs = view.tabs
        if let word {
            let number = Int(word).flatMap { tabs[number: $0] }
            // A blank that does not break a line is typed as any other.
            func plain(_ title: String) -> String { title.replacing("\u{A0}", with: " ") }
            let named = tabs.first { $0.key == word || plain($0.title) == plain(word) }
            let prefixed = tabs.filter { $0.key.hasPrefix(word) }
            guard let tab = number ?? named ?? (prefixed.count == 1 ? prefixed[0] : nil) else {
                throw CommandFault.unknownTab(word, tabs: tabs.map(\.key))
            }
            try await app.select(tab)
            return .message(Strings.tabShown(tab: tab.title), Fact("tab", .text(tab.key)))
        }
        // Programs get the same names in every language.
        let english = app.tabs(in: shell.coordinator.viewContext(in: .english)).tabs
        return .records(
            Records(
                Array(zip(tabs, english).enumerated()),
                [
                    .init("current", Strings.columnCurrent) { .mark($0.element.0.key == view.selected) },
                    .init("number", Strings.columnNumber, isRightAligned: true) { .number($0.offset + 1) },
                    .init("tab", Strings.columnTab) { .text($0.element.0.key) },
                    .init("title", Strings.columnTitle) {
                        .word(key: $0.element.1.title, LocalizedText(verbatim: $0.element.0.title))
                    },
                ], whenEmpty: Strings.tabsNone))
    }

    static let sidebar = Command<Shell>(
        "sidebar", category: .moving, summary: Strings.commandSidebar,
        parameters: .optional(.choice("state", SidebarState.self, summary: Strings.parameterSidebar)),
        examples: ["sidebar off"]
    ) { shell, _, state in
        let wanted = state.map { $0 == .on }
        // A drawer is drawn out for a moment; the user’s preference applies if there is room.
        if let isOpen = shell.presenters.current.setDrawer(open: wanted) {
            return .onPanels { sidebarReply(isShown: isOpen) }
        }
        let shows = wanted ?? !shell.settings.showsSidebar
        let kept: SidebarState = shows ? .on : .off
        try await shell.settings.set(Setting.sidebar.rawValue, to: kept.rawValue)
        return sidebarReply(isShown: shows)
    }

    private static func sidebarReply(isShown: Bool) -> Reply {
        .message(isShown ? Strings.sidebarOn : Strings.sidebarOff, Fact("sidebar", .flag(isShown)))
    }

    static let screen = Command<Shell>(
        "screen", category: .moving, summary: Strings.commandScreen,
        parameters: .option(.file("svg", placeholder: "FILE", summary: Strings.optionScreenSVG)),
        .option(.file("ansi", placeholder: "FILE", summary: Strings.optionScreenANSI)),
        examples: ["screen > frame.txt", "screen --svg screen.svg"]
    ) { shell, _, svg, ansi in
        var written: [String] = []
        if let svg {
            let lines = try await shell.frame.picture().lines(title: shell.coordinator.world.program.name)
            try await shell.output.write(lines.map { EscapedText(VisibleText($0)) }, to: svg.word)
            written.append(svg.word)
        }
        if let ansi {
            try await shell.output.write(try await shell.frame.picture().ansi, to: ansi.word)
            written.append(ansi.word)
        }
        guard !written.isEmpty else { return Reply(.lines(try await shell.frame.lines())) }
        let files = written.joined(separator: ", ")
        return .message(
            LocalizedText.listing(written) { Strings.screenWritten(file: $0) }, Fact("file", .text(files)))
    }
}

extension Action {
    /// Performs a command of the shell.
    static func shell(_ command: Command<Shell>, _ arguments: CommandArgument...) -> Action {
        .perform(CommandCall(.shell, command.spec, arguments))
    }

    /// Shows an app as it was left.
    static func switching(to app: AppID) -> Action {
        .shell(MovingCommands.switching, MovingCommands.app.argument(app.rawValue))
    }
}
