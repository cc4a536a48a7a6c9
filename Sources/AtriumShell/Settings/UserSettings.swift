// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal
import Worlds

/// The settings and aliases of who is logged in, and what follows from them.
@MainActor
final class UserSettings {
    private let coordinator: Coordinator
    private let ownsTerminal: Bool
    /// What was set, also behind a lock.
    var preferences: Preferences { Preferences(coordinator.login.known?.settings ?? [:]) }
    /// Whether there are lines of text and no panels for whoever has not said otherwise, and before anybody has logged in.
    private var startsPlain: Bool
    /// Whether there are panels for who is logged in: another process that sets it otherwise does not take them away.
    private var plain: (session: UserSession.ID?, isOn: Bool)?
    /// Called after every change.
    var onChange: (@MainActor () -> Void)?

    /// - Parameter ownsTerminal: Whether the process’s terminal follows these settings; sessions without one must not
    ///   disturb each other.
    init(coordinator: Coordinator, ownsTerminal: Bool) {
        self.coordinator = coordinator
        self.ownsTerminal = ownsTerminal
        startsPlain = ownsTerminal && PlainStart(home: coordinator.world.home).isChosen
    }

    /// Has what follows from the settings follow from those of the session that is there now.
    func loginDidChange() {
        let session = coordinator.login.known?.id
        if plain?.session != session { plain = (session, isPlain) }
        if ownsTerminal { DisplayWidth.ambiguousIsWide = value(of: .ambiguousWidth) == "wide" }
        onChange?()
    }

    /// Keeps a setting, which every app hears of with the session that knows it; nil forgets it.
    func set(_ name: String, to value: String?) async throws {
        guard let session = coordinator.login.session else { throw AuthenticationFault.notLoggedIn }
        if name == Setting.plain.rawValue {
            try PlainStart(home: coordinator.world.home).choose(value == Switch.on.rawValue)
            startsPlain = ownsTerminal && value == Switch.on.rawValue
            plain = nil
        }
        let changed = try await coordinator.authenticator.setPreference(name, to: value, of: session)
        // Locked or gone meanwhile: then the next session knows it.
        guard coordinator.login.session?.id == session.id else { return }
        await coordinator.replace(changed, keepsLanguage: true)
    }
}

// MARK: - What follows from them

extension UserSettings {
    /// What the apps’ own settings are.
    var ofApps: [AppSetting] { coordinator.catalog.flatMap(\.settings) }

    /// The names of all settings.
    var names: [String] { Setting.allCases.map(\.rawValue) + ofApps.map(\.name) }

    /// What a setting is, whether it was set or not.
    func value(of setting: Setting) -> String {
        let usual = setting == .plain && startsPlain ? Switch.on.rawValue : setting.choices(preferences)[0]
        return preferences[setting.rawValue] ?? usual
    }

    /// What a setting of an app is, whether it was set or not.
    func value(of setting: AppSetting) -> String { preferences[setting.name] ?? setting.initial }

    /// Whether there are lines of text for a screen reader, and no panels.
    var isPlain: Bool {
        if let plain, plain.session == coordinator.login.known?.id { return plain.isOn }
        return value(of: .plain) == Switch.on.rawValue
    }

    /// Whether the sidebar is shown where there is room for it.
    var showsSidebar: Bool { value(of: .sidebar) == SidebarState.on.rawValue }

    /// Whether the mouse is the screen’s, or the terminal’s own.
    var usesMouse: Bool { value(of: .mouse) == Switch.on.rawValue }

    /// Whether pictures are drawn.
    var showsPictures: Bool { pictures != .off }

    /// How pictures are drawn.
    var pictures: PictureChoice { PictureChoice(rawValue: value(of: .pictures)) ?? .auto }

    /// The colours of the screen.
    var theme: Theme {
        switch value(of: .theme) {
        case Theme.dark.name: .dark
        case Theme.light.name: .light
        case let name:
            preferences.themes.first { $0.name == name }.flatMap { Theme(name: name, definition: $0.definition) }
                ?? .terminal(coordinator.world.variables)
        }
    }

    /// The transition that is played where an app asks for one: the user’s choice, otherwise the app’s own.
    func transition(of asked: Transition) -> Transition {
        TransitionChoice(rawValue: value(of: .transition))?.transition ?? asked
    }
}

/// A user’s settings and aliases, as they are kept by name: `alias.ll`, `sidebar`.
public struct Preferences: Sendable {
    private let values: [String: String]

    init(_ values: [String: String] = [:]) { self.values = values }

    subscript(name: String) -> String? { values[name] }

    /// The aliases, in alphabetical order.
    var aliases: [(name: String, command: String)] { named("alias.").map { ($0.name, $0.value) } }

    /// The user’s own themes, in alphabetical order.
    var themes: [(name: String, definition: String)] { named("theme.").map { ($0.name, $0.value) } }

    /// The settings that decide key bindings.
    var keySettings: [String: String] {
        values.filter { $0.key.hasPrefix("key.") || $0.key == Setting.selectionKeys.rawValue }
    }

    private func named(_ prefix: String) -> [(name: String, value: String)] {
        values.compactMap { name, value in
            name.hasPrefix(prefix) ? (String(name.dropFirst(prefix.count)), value) : nil
        }.sorted { $0.0 < $1.0 }
    }

    /// The commands that no alias can take the place of: those that make aliases and take them away.
    static let unaliased: Set<String> = ["alias", "unalias"]

    /// The line with its first word replaced, once, if that is an alias.
    ///
    /// Once: an alias may have the name of a command that it stands for, as in `alias list = list --limit 5`.
    func expandingAlias(in line: String) -> String {
        alias(in: line).map { $0.command + $0.rest } ?? line
    }

    /// What the first word of a line stands for, and what follows it; nil where it is no alias.
    func alias(in line: String) -> (command: String, rest: Substring)? {
        guard !values.isEmpty else { return nil }
        // By bytes: this is asked of each line, and for its characters it would take a third of what a command costs.
        let start = line.utf8.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let end = start.firstIndex(where: Self.endsWord) ?? start.endIndex
        let word = String(Substring(start[..<end]))
        guard let command = values["alias." + word], !Self.unaliased.contains(word) else { return nil }
        return (command, Substring(start[end...]))
    }

    /// Signs of the shell end a word as a blank does: `ll; tags`, `ll>file`.
    private static func endsWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: "&"), UInt8(ascii: "|"),
            UInt8(ascii: "<"), UInt8(ascii: ">"):
            true
        default: false
        }
    }
}

/// Why there can be no such alias.
enum AliasFault: UserFacing, Hashable {
    /// Nobody could take an alias of this name away again.
    case reserved(String)
    /// No app has the command that it would stand for; `nearest` is one that looks like it.
    case unknownCommand(String, nearest: String?)

    static var area: String { "alias" }

    var sentence: LocalizedText {
        switch self {
        case .reserved(let name): Strings.faultAliasReserved(name: name)
        case .unknownCommand(let word, nil): Strings.faultAliasUnknown(word: word)
        case .unknownCommand(let word, let nearest?): Strings.faultAliasUnknownNear(word: word, nearest: nearest)
        }
    }

    var status: ExitStatus { .usage }
}
