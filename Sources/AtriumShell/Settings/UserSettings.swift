// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScreen
import AtriumSession
import AtriumStores
import AtriumTerminal
import AtriumWorlds

/// The settings and aliases of the logged-in user, and the values that follow from them.
@MainActor
final class UserSettings: ScreenSettings {
    private let coordinator: Coordinator
    private let ownsTerminal: Bool
    /// The settings, even if the login is locked.
    var preferences: Preferences { Preferences(own, over: configuration.values) }
    /// The settings that the user has made.
    private var own: [String: String] { coordinator.login.known?.settings ?? [:] }
    /// The settings for users who have made none.
    private(set) var configuration: ShellConfiguration
    /// Whether there are lines of text and no panels for users without a choice, and before a login.
    private var startsPlain: Bool
    /// Whether there are panels for the logged-in user: another process that sets it otherwise does not remove them.
    private var plain: (session: UserSession.ID?, isOn: Bool)?
    /// The language of a user who has chosen none.
    private let startingLanguage: Language
    /// The facts that the terminal has reported.
    var terminal = TerminalFacts()
    /// Called after every change.
    var onChange: (@MainActor () -> Void)?

    /// - Parameters:
    ///   - ownsTerminal: Whether the process’s terminal follows these settings; sessions without one must not disturb
    ///     each other.
    ///   - configuration: The settings for users who have made none.
    init(coordinator: Coordinator, ownsTerminal: Bool, configuration: ShellConfiguration = .none) {
        self.coordinator = coordinator
        self.configuration = configuration
        self.ownsTerminal = ownsTerminal
        startingLanguage = coordinator.language
        startsPlain = ownsTerminal && PlainStart(home: coordinator.world.home).isChosen
    }

    /// Leaves out the configured aliases that stand for no command.
    func check(aliases check: (_ command: String) throws(AliasFault) -> Void) { configuration.check(aliases: check) }

    /// Updates the values from the settings of the present session.
    func loginDidChange() {
        let session = coordinator.login.known?.id
        if plain?.session != session { plain = (session, isPlain) }
        if ownsTerminal { DisplayWidth.ambiguousIsWide = value(of: .ambiguousWidth) == "wide" }
        onChange?()
    }

    /// Keeps a setting, which is passed to every app with the session that has it; `nil` removes it.
    func set(_ name: String, to value: String?) async throws {
        guard let session = coordinator.login.session else { throw AuthenticationFault.notLoggedIn }
        if name == Setting.dailyBackup.rawValue, value == Switch.on.rawValue {
            _ = try Upkeep(in: coordinator.world).daily()
        }
        if name == Setting.plain.rawValue { try choosePlain(value) }
        // A command for moving may set what it moves: that is taken back as any other setting.
        let origin = Origin.current.map { $0.isJournaled ? $0 : Origin($0.command, at: $0.time) }
        let changed = try await Origin.$current.withValue(origin) {
            try await coordinator.authenticator.setPreference(name, to: value, of: session)
        }
        // Locked or gone meanwhile: then the next session knows it.
        guard coordinator.login.session?.id == session.id else { return }
        await coordinator.lease.replace(changed, keepsLanguage: true)
    }

    /// Replaces the session by one that a command has made, and does for restored settings and languages what is done
    /// when the user sets them.
    func take(_ session: UserSession?) async {
        let former = coordinator.login.session
        guard let session, let former, session.user == former.user else {
            return await coordinator.lease.replace(session)
        }
        func isOther(_ name: String) -> Bool { session.settings[name] != former.settings[name] }
        // A value that cannot be used now is reported when it is used.
        if isOther(Setting.plain.rawValue) { try? choosePlain(session.settings[Setting.plain.rawValue]) }
        for setting in all where setting.changesData && isOther(setting.name) {
            _ = try? await setting.read(
                session.settings[setting.name] ?? setting.initial, session, coordinator.world)
        }
        await coordinator.lease.replace(session)
        if session.language == nil, former.language != nil { coordinator.setLanguage(startingLanguage) }
    }

    private func choosePlain(_ value: String?) throws {
        try PlainStart(home: coordinator.world.home).choose(value == Switch.on.rawValue)
        startsPlain = ownsTerminal && value == Switch.on.rawValue
        plain = nil
    }
}

// MARK: - Derived values

extension UserSettings {
    /// All settings.
    var all: [AppSetting] { [AppSetting](of: coordinator.catalog, preferences) }

    /// The value of a setting, whether it was set or not.
    func value(of setting: Setting) -> String {
        preferences[setting.rawValue] ?? (setting == .plain && startsPlain ? Switch.on.rawValue : setting.usual)
    }

    /// The value of a setting of the shell or of an app, whether it was set or not.
    func value(of setting: AppSetting) -> String {
        Setting(rawValue: setting.name).map(value) ?? preferences[setting.name] ?? setting.initial
    }

    /// The origin of a setting’s value, for the list of settings.
    func origin(of name: String) -> SettingOrigin {
        if own[name] != nil || name == Setting.plain.rawValue && startsPlain { return .user }
        return configuration.file(of: name).map(SettingOrigin.file) ?? .usual
    }

    /// Whether there are lines of text for a screen reader, and no panels.
    var isPlain: Bool {
        if let plain, plain.session == coordinator.login.known?.id { return plain.isOn }
        return value(of: .plain) == Switch.on.rawValue
    }

    /// Whether the sidebar is shown if there is room for it.
    var showsSidebar: Bool { value(of: .sidebar) == SidebarState.on.rawValue }

    /// Whether the mouse is the screen’s, or the terminal’s own.
    var usesMouse: Bool { value(of: .mouse) == Switch.on.rawValue }

    /// Whether pictures are drawn.
    var showsPictures: Bool { pictures != .off }

    /// The format in which a picture alone is drawn.
    var pictureFormat: String {
        pictures.format(coordinator.world.variables, drawsSixels: terminal.drawsSixels)
    }

    /// The way pictures are drawn.
    private var pictures: PictureChoice { PictureChoice(rawValue: value(of: .pictures)) ?? .auto }

    /// The colours of the screen.
    var theme: Theme {
        switch value(of: .theme) {
        case Theme.dark.name: .dark
        case Theme.light.name: .light
        case let name:
            preferences.themes.first { $0.name == name }.flatMap { Theme(name: name, definition: $0.definition) }
                ?? .terminal(coordinator.world.variables, background: terminal.background)
        }
    }

    /// Whether the terminal shows progress beside its text.
    var showsProgress: Bool { terminal.showsProgress(coordinator.world.variables) }

    /// The transition to play if an app asks for one: the user’s choice, or else the app’s own.
    func transition(of asked: Transition) -> Transition {
        TransitionChoice(rawValue: value(of: .transition))?.transition ?? asked
    }
}

/// Where the value of a setting comes from.
enum SettingOrigin: Hashable {
    /// The user has set it.
    case user
    /// A file of the configuration has it.
    case file(String)
    /// It is the value without a choice.
    case usual

    /// Its word in a list.
    var value: Value {
        switch self {
        case .user: .word(key: "set", Strings.originUser)
        case .file(let name): .text(name)
        case .usual: .word(key: "default", Strings.originUsual)
        }
    }
}
