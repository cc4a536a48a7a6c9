// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import AtriumTerminal
import AtriumWorlds

/// The settings and aliases of the logged-in user, and the values that follow from them.
@MainActor
final class UserSettings {
    private let coordinator: Coordinator
    private let ownsTerminal: Bool
    /// The settings, even if the login is locked.
    var preferences: Preferences { Preferences(own, over: configuration.values) }
    /// The settings that the user has made.
    private var own: [String: String] { coordinator.login.known?.settings ?? [:] }
    /// The settings for users who have made none.
    private let configuration: ShellConfiguration
    /// Whether there are lines of text and no panels for users without a choice, and before a login.
    private var startsPlain: Bool
    /// Whether there are panels for the logged-in user: another process that sets it otherwise does not remove them.
    private var plain: (session: UserSession.ID?, isOn: Bool)?
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
        startsPlain = ownsTerminal && PlainStart(home: coordinator.world.home).isChosen
    }

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
        if name == Setting.plain.rawValue {
            try PlainStart(home: coordinator.world.home).choose(value == Switch.on.rawValue)
            startsPlain = ownsTerminal && value == Switch.on.rawValue
            plain = nil
        }
        let changed = try await coordinator.authenticator.setPreference(name, to: value, of: session)
        // Locked or gone meanwhile: then the next session knows it.
        guard coordinator.login.session?.id == session.id else { return }
        await coordinator.lease.replace(changed, keepsLanguage: true)
    }
}

// MARK: - Derived values

extension UserSettings {
    /// The settings of the apps.
    var ofApps: [AppSetting] { coordinator.catalog.flatMap(\.settings) }

    /// The names of all settings.
    var names: [String] { Setting.allCases.map(\.rawValue) + ofApps.map(\.name) }

    /// The value of a setting, whether it was set or not.
    func value(of setting: Setting) -> String {
        let usual = setting == .plain && startsPlain ? Switch.on.rawValue : setting.choices(preferences)[0]
        return preferences[setting.rawValue] ?? usual
    }

    /// The value of a setting of an app, whether it was set or not.
    func value(of setting: AppSetting) -> String { preferences[setting.name] ?? setting.initial }

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

    /// The way pictures are drawn.
    var pictures: PictureChoice { PictureChoice(rawValue: value(of: .pictures)) ?? .auto }

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
        case .user: .word(key: "user", Strings.originUser)
        case .file(let name): .text(name)
        case .usual: .word(key: "default", Strings.originUsual)
        }
    }
}

/// The facts that the terminal has reported about itself.
struct TerminalFacts {
    /// The colour behind text; `nil` if it is not known.
    var background: Color?
    /// Whether the terminal has the keyboard’s focus; `nil` if it does not say so.
    var hasFocus: Bool?
    /// Its name and version; empty if it does not say so.
    var name = ""
    /// Whether it draws pictures in sixels; `nil` if it has not said what it can.
    var drawsSixels: Bool?
    /// The private modes that it has told of, and whether it knows them.
    var modes: [Int: Bool] = [:]

    /// Takes another fact.
    mutating func take(_ news: TerminalNews) {
        switch news {
        case .background(let color): background = color
        case .focus(let isThere): hasFocus = isThere
        case .name(let name): self.name = name
        // Source: DEC STD 070 and xterm: attribute 4 is sixel graphics.
        case .attributes(let attributes): drawsSixels = attributes.contains(4)
        case .mode(let number, let isKnown): modes[number] = isKnown
        case .schemeChanged, .size: break
        }
    }

    /// Whether it shows progress by OSC 9;4; others take that for a notification.
    func showsProgress(_ variables: [String: String]) -> Bool {
        if !(variables["WT_SESSION"] ?? "").isEmpty || variables["ConEmuANSI"]?.lowercased() == "on" { return true }
        // From the version on that shows it, or of kitty that drops it.
        let words = name.split { $0 == " " || $0 == "(" || $0 == ")" }
        let version =
            words.dropFirst().first.map { $0.prefix { $0 != "-" }.split(separator: ".").compactMap { Int($0) } } ?? []
        func isFrom(_ first: [Int]) -> Bool { !version.isEmpty && !version.lexicographicallyPrecedes(first) }
        return switch words.first?.lowercased() {
        case "ghostty": isFrom([1, 2])
        case "wezterm": isFrom([20_250_101])
        case "vte": isFrom([8000])
        case "kitty": isFrom([0, 38])
        case "iterm2": isFrom([3, 6, 6])
        case "konsole": isFrom([26, 4])
        default: false
        }
    }
}

/// A user’s settings and aliases, as they are kept by name: `alias.ll`, `sidebar`.
public struct Preferences: Sendable {
    private let own: [String: String]
    private let usual: [String: String]

    /// - Parameter usual: The values for names that the user has not set. They are not merged, since each line looks here.
    init(_ own: [String: String] = [:], over usual: [String: String] = [:]) {
        self.own = own
        self.usual = usual
    }

    subscript(name: String) -> String? { own[name] ?? usual[name] }

    /// All values by name.
    private var values: [String: String] { usual.isEmpty ? own : usual.merging(own) { $1 } }

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

    /// The commands that no alias can replace: those that make and remove aliases.
    static let unaliased: Set<String> = ["alias", "unalias"]

    /// The line with its first word replaced, once, if that is an alias.
    ///
    /// Once: an alias may have the name of a command that it stands for, as in `alias list = list --limit 5`.
    func expandingAlias(in line: String) -> String {
        alias(in: line).map { $0.command + $0.rest } ?? line
    }

    /// The command for the first word of a line, and the rest; `nil` if it is no alias.
    func alias(in line: String) -> (command: String, rest: Substring)? {
        guard !own.isEmpty || !usual.isEmpty else { return nil }
        // By bytes: this is done for each line, and by characters it would take a third of the time of a command.
        let start = line.utf8.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let end = start.firstIndex(where: Self.endsWord) ?? start.endIndex
        let word = String(Substring(start[..<end]))
        guard let command = self["alias." + word], !Self.unaliased.contains(word) else { return nil }
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
    /// An alias of this name could not be removed again.
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
