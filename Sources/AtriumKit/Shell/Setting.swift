import Session

/// What `set` can set, kept for each user.
enum Setting: String, CaseIterable {
    /// Whether the drawer at the left is shown.
    case sidebar
    /// Whether a frame is drawn after each command on a terminal.
    case frame

    /// The values that it can have; the first is the one it has when nothing was set.
    var choices: [String] { ["on", "off"] }

    /// One line on what it does.
    var summary: LocalizedText {
        switch self {
        case .sidebar: Strings.settingSidebar
        case .frame: Strings.settingFrame
        }
    }
}

extension Shell {
    /// What the apps’ own settings are.
    var appSettings: [AppSetting] { coordinator.catalog.flatMap(\.settings) }

    /// The names of all settings.
    var settingNames: [String] { Setting.allCases.map(\.rawValue) + appSettings.map(\.name) }

    /// What a setting is, whether it was set or not.
    func value(of setting: Setting) -> String {
        preferences[setting.rawValue] ?? setting.choices[0]
    }

    /// Whether the drawer at the left is shown.
    var showsSidebar: Bool { value(of: .sidebar) == "on" }
}
