// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal

/// The settings and aliases of who is logged in, and what follows from them.
@MainActor
final class UserSettings {
    private let coordinator: Coordinator
    private let ownsTerminal: Bool
    /// What was set.
    var preferences = Preferences()
    /// Called after every change.
    var onChange: (@MainActor () -> Void)?

    /// - Parameter ownsTerminal: Whether the process’s terminal follows these settings; sessions without one must not
    ///   disturb each other.
    init(coordinator: Coordinator, ownsTerminal: Bool) {
        self.coordinator = coordinator
        self.ownsTerminal = ownsTerminal
    }

    /// Takes the settings of a user who has logged in.
    func load(of session: UserSession) async throws {
        preferences = Preferences(try await coordinator.authenticator.preferences(of: session))
        apply()
    }

    /// Forgets the settings: nobody is logged in.
    func forget() {
        preferences = Preferences()
        apply()
    }

    /// Keeps a setting; nil forgets it.
    func set(_ name: String, to value: String?) async throws {
        guard let session = coordinator.login.session else { throw AuthenticationFault.notLoggedIn }
        if name == Setting.plain.rawValue {
            try PlainStart(home: coordinator.world.home).choose(value == Switch.on.rawValue)
        }
        try await coordinator.authenticator.setPreference(name, to: value, of: session)
        preferences[name] = value
        apply()
    }

    /// Keeps a setting of an app, which hears of it with the session that knows it.
    func set(_ setting: AppSetting, to value: String) async throws {
        try await set(setting.name, to: value)
        guard let session = coordinator.login.session else { return }
        let language = coordinator.language
        await coordinator.replace(try await coordinator.authenticator.refreshed(session))
        // What was said on the command line holds over the session’s own.
        coordinator.setLanguage(language)
    }

    private func apply() {
        if ownsTerminal { DisplayWidth.ambiguousIsWide = value(of: .ambiguousWidth) == "wide" }
        onChange?()
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
        preferences[setting.rawValue] ?? setting.choices(preferences)[0]
    }

    /// What a setting of an app is, whether it was set or not.
    func value(of setting: AppSetting) -> String { preferences[setting.name] ?? setting.initial }

    /// Whether lines of text are for a screen reader.
    var isPlain: Bool { value(of: .plain) == Switch.on.rawValue }

    /// Whether the sidebar is shown where there is room for it.
    var showsSidebar: Bool { value(of: .sidebar) == SidebarState.on.rawValue }

    /// Whether the mouse is the screen’s, or the terminal’s own.
    var usesMouse: Bool { value(of: .mouse) == Switch.on.rawValue }

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
