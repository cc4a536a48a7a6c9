// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScreen
import AtriumSession
import AtriumTerminal
import Foundation

/// The commands for the look and the keys of the screen.
enum AppearanceCommands {
    /// All of them, in the order in which help lists them.
    static var all: [Command<Shell>] { [theme, transition, key, messages] }

    private static let theme = Command<Shell>(
        "theme", category: .shell, summary: Strings.commandTheme,
        parameters: .optional(
            .text("definition", values: .theme, summary: Strings.parameterDefinitionTheme).orShown()),
        examples: ["theme dark", "theme paper = background=#fbf1c7 text=#3c3836 faint=#665c54"]
    ) { shell, _, words in
        guard let words else { return list(of: .theme, in: shell) }
        let halves = words.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
        guard halves.count == 2 else { return try await set(.theme, to: words, in: shell) }
        guard !Theme.standard.contains(halves[0]), !halves[0].isEmpty, !halves[0].contains(" "),
            Theme(name: halves[0], definition: halves[1]) != nil
        else { throw CommandFault.missing("NAME = background=#RRGGBB text=#RRGGBB faint=#RRGGBB accent=#RRGGBB") }
        try await shell.settings.set("theme.\(halves[0])", to: halves[1])
        return try await set(.theme, to: halves[0], in: shell)
    }

    private static let transition = Command<Shell>(
        "transition", category: .shell, summary: Strings.commandTransition,
        parameters: .optional(.choice("transition", TransitionChoice.self, summary: Strings.parameterTransition)),
        examples: ["transition none", "transition dissolve"]
    ) { shell, _, choice in
        let notices = shell.screen?.isSlow == true ? [Strings.transitionSlow] : []
        guard let choice else { return list(of: .transition, in: shell, notices: notices) }
        return try await set(.transition, to: choice.rawValue, in: shell, notices: choice == .none ? [] : notices)
    }

    private static let key = Command<Shell>(
        "key", category: .shell, summary: Strings.commandKey,
        parameters: .optional(.choice("action", ShellKey.self, summary: Strings.parameterAction)),
        .optional(.word("key", summary: Strings.parameterKey)),
        examples: ["key", "key sidebar Alt-s", "key help none"]
    ) { shell, context, action, name in
        guard let action else { return .records(keys(of: shell, context.language)) }
        if let typed = name {
            let name = action.sequence(typed)?.name ?? typed
            guard name == ShellKey.none || action.sequence(name) != nil else {
                throw CommandFault.notAChoice(
                    name: "key", value: typed,
                    choices: ["Alt-x", "Ctrl-Alt-x", "F1", "Alt-Left", "PageUp", ShellKey.none])
            }
            let others = ShellKey.allCases.filter { $0 != action }
            if name != ShellKey.none,
                let other = others.first(where: { shell.settings.preferences.key(for: $0) == name })
            {
                throw CommandFault.keyTaken(Preferences.shown(name, in: context.language), action: other.rawValue)
            }
            try await shell.settings.set("key.\(action.rawValue)", to: name == action.standardKey ? nil : name)
        }
        let name = shell.settings.preferences.shownKey(for: action, in: context.language)
        return .message(
            Strings.settingIs(name: action.rawValue, value: name), Fact("action", .text(action.rawValue)),
            Fact("key", .text(KeySequence.shown(shell.settings.preferences.key(for: action)))))
    }

    /// The keys of the screen, and their actions.
    @MainActor static func keys(of shell: Shell, _ language: Language) -> Records {
        Records(
            ShellKey.allCases.filter { ($0.appIndex ?? 0) < shell.coordinator.catalog.count },
            [
                .init("key", Strings.columnKey) { [preferences = shell.settings.preferences] in
                    let shown = preferences.shownKey(for: $0, in: language)
                    return .word(key: KeySequence.shown(preferences.key(for: $0)), LocalizedText(verbatim: shown))
                },
                .init("action", Strings.columnAction) { .text($0.rawValue) },
                .init("summary", Strings.columnSummary) { .word($0.summary) },
            ], whenEmpty: Strings.settingsNone)
    }

    private static let messages = Command<Shell>(
        "messages", category: .shell, summary: Strings.commandMessages, parameters: .limit,
        examples: ["messages", "messages --limit 5"], needsLogin: false
    ) { shell, _, limit in
        // Messages from before a login are not one user’s alone.
        let isHidden = shell.coordinator.login.session != nil && shell.coordinator.isCovered
        return .records(
            Records(
                isHidden ? [] : shell.messages.entries,
                [
                    .init("date", Strings.columnDate) { .timestamp($0.date) },
                    .init("text", Strings.columnMessage) { .text($0.text) },
                ], whenEmpty: Strings.messagesNone
            ).limited(to: limit, keeping: .last))
    }

    @MainActor private static func set(
        _ setting: Setting, to value: String, in shell: Shell, notices: [LocalizedText] = []
    ) async throws -> Reply {
        guard let session = shell.coordinator.login.session else { throw AuthenticationFault.notLoggedIn }
        let described = setting.described(shell.settings.preferences)
        let value = try await described.read(value, session, shell.coordinator.world).value
        try await shell.settings.set(setting.rawValue, to: value)
        return .message(
            Strings.settingIs(name: setting.rawValue, value: value), Fact(setting.rawValue, .text(value)),
            notices: notices)
    }

    @MainActor private static func list(
        of setting: Setting, in shell: Shell, notices: [LocalizedText] = []
    ) -> Reply {
        let chosen = shell.settings.value(of: setting)
        return .records(
            Records(
                setting.choices(shell.settings.preferences),
                [
                    .init("current", Strings.columnCurrent) { .mark($0 == chosen) },
                    .init("name", Strings.columnName) { .text($0) },
                ], whenEmpty: Strings.settingsNone), notices: notices)
    }
}
