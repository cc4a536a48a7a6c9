// SPDX-License-Identifier: GPL-3.0-or-later
import AtriumKit
import Session
import Terminal

/// Values of parameters that are few, and known without looking anything up.
@MainActor
struct KnownValues {
    /// The apps that there are.
    let catalog: [any AppFactory]
    /// The language of what the values mean.
    let language: Language
    /// What the user has set: themes and aliases of their own.
    var preferences = Preferences()
    /// The tabs of the current app.
    var tabs: [TabsView.Tab] = []

    /// The values of a parameter, each with what it means; `words` are those before it.
    func of(_ parameter: ParameterSpec, after words: [String] = []) -> [Completion] {
        switch parameter.values {
        case .choices(let choices):
            choices.map { choice in
                Completion(
                    text: choice, description: parameter.terms.first { $0.text == choice }.map { text($0.summary) })
            }
        case .app: catalog.map { Completion(text: $0.id.rawValue, description: text($0.summary)) }
        case .tab: tabs.map { Completion(text: $0.key, description: $0.title) }
        case .setting:
            Setting.allCases.map { Completion(text: $0.rawValue, description: text($0.summary)) }
                + appSettings.map { Completion(text: $0.name, description: text($0.summary)) }
        case .settingValue: words.last.map(ofSetting) ?? []
        case .theme: ofSetting(Setting.theme.rawValue)
        case .alias: preferences.aliases.map { Completion(text: $0.name, description: $0.command) }
        case .free, .file, .command, .route, .item: []
        }
    }

    /// What a setting can be, each with what that does.
    func ofSetting(_ name: String) -> [Completion] {
        if let setting = Setting(rawValue: name) {
            return setting.choices(preferences).map {
                // A theme of one’s own says itself what it is.
                Completion(text: $0, description: setting.summary(of: $0).map(text) ?? preferences["theme.\($0)"])
            }
        }
        return appSettings.first { $0.name == name }?.choices.map { choice in
            Completion(text: choice.value, description: text(choice.summary), appends: choice.isBeginning ? nil : " ")
        } ?? []
    }

    private var appSettings: [AppSetting] { catalog.flatMap(\.settings) }

    private func text(_ text: LocalizedText) -> String { text.string(in: language) }
}
