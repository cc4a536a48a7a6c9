// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
import AtriumScreen
package import AtriumSession
import AtriumTerminal

/// The settings of a configuration file: they hold for each user who has not set something else.
///
/// The names are those of `set`; an alias is `alias.NAME`, a key `key.ACTION`, a theme `theme.NAME`.
public struct ShellConfiguration: Sendable {
    /// A value as the file has it.
    package enum Value: Hashable, Sendable {
        case text(String)
        case flag(Bool)
        case number(Int)
        /// The colours of a theme by their names, as they are written.
        case colors([String: String])
        /// A date, a list, or another kind that no setting has.
        case other
    }

    /// A value and its place.
    package struct Entry: Hashable, Sendable {
        package let name: String
        package let value: Value
        /// The file that has it, as it is shown: `config.toml`.
        package let file: String

        package init(_ name: String, _ value: Value, in file: String) {
            self.name = name
            self.value = value
            self.file = file
        }
    }

    /// The values by the names of settings.
    private(set) var values: [String: String]
    private let files: [String: String]
    /// The requested language; `nil` for that of the environment.
    package let language: Language?
    /// The entries that are not understood.
    package private(set) var faults: [ConfigurationFault]

    /// A configuration that says nothing.
    public static let none = ShellConfiguration([], languages: [])

    /// The configuration of entries, each of which is checked by itself.
    ///
    /// - Parameters:
    ///   - languages: The languages of the program.
    ///   - appSettings: The names of the apps’ settings, which are each user’s own.
    ///   - earlier: The faults of reading the entries.
    package init(
        _ entries: [Entry], languages: [Language], appSettings: [String] = [], faults earlier: [ConfigurationFault] = []
    ) {
        var values: [String: String] = [:]
        var files: [String: String] = [:]
        var faults: [ConfigurationFault] = []
        var language: Language?
        // Themes first, so that one can be chosen.
        for entry in entries.filter({ $0.name.hasPrefix("theme.") }) + entries.filter({ !$0.name.hasPrefix("theme.") })
        {
            do throws(ConfigurationFault) {
                let value = try Self.value(
                    of: entry, beside: Preferences(values), languages: languages, appSettings: appSettings)
                if entry.name == "language" {
                    language = Language(rawValue: value)
                } else {
                    values[entry.name] = value
                    files[entry.name] = entry.file
                }
            } catch { faults.append(error) }
        }
        self.values = values
        self.files = files
        self.language = language
        self.faults = earlier + faults
    }

    /// The file that has a setting; `nil` if none has.
    func file(of name: String) -> String? { files[name] }

    private static func value(
        of entry: Entry, beside known: Preferences, languages: [Language], appSettings: [String]
    ) throws(ConfigurationFault) -> String {
        func oneOf(_ choices: [String]) throws(ConfigurationFault) -> String {
            let typed: String? =
                switch entry.value {
                case .text(let text): text
                case .flag(let isOn): (isOn ? Switch.on : Switch.off).rawValue
                case .number(let number): String(number)
                case .colors, .other: nil
                }
            guard let typed, choices.contains(typed) else {
                throw .value(name: entry.name, choices: choices, file: entry.file)
            }
            return typed
        }
        if let setting = Setting(rawValue: entry.name) { return try oneOf(setting.choices(known)) }
        if entry.name == "language" { return try oneOf(languages.map(\.rawValue)) }
        guard !appSettings.contains(entry.name) else { throw .ofUser(name: entry.name, file: entry.file) }
        let parts = entry.name.split(separator: ".", maxSplits: 1).map(String.init)
        if parts.count == 2, parts[0] == "key", let action = ShellKey(rawValue: parts[1]) {
            guard case .text(let key) = entry.value else {
                throw .text(name: entry.name, example: "Alt-x", file: entry.file)
            }
            guard let name = key == ShellKey.none ? key : action.sequence(key)?.name else {
                throw .key(name: entry.name, value: key, file: entry.file)
            }
            return name
        }
        if parts.count == 2, parts[0] == "alias" {
            guard !parts[1].isEmpty, !parts[1].contains(where: \.isWhitespace) else {
                throw .aliasName(parts[1], file: entry.file)
            }
            guard !Preferences.unhidden.contains(parts[1]) else {
                throw .alias(parts[1], .reserved(parts[1]), file: entry.file)
            }
            guard case .text(let command) = entry.value, !command.isEmpty else {
                throw .text(name: entry.name, example: "list --limit 20", file: entry.file)
            }
            return command
        }
        if parts.count == 2, parts[0] == "theme" { return try theme(of: entry, named: parts[1]) }
        let names = Setting.allCases.map(\.rawValue) + ["language"] + ShellKey.allCases.map { "key." + $0.rawValue }
        throw .unknown(name: entry.name, nearest: NearestWord.to(entry.name, among: names), file: entry.file)
    }

    /// The definition of a theme, each colour of which is checked by itself.
    private static func theme(of entry: Entry, named name: String) throws(ConfigurationFault) -> String {
        guard !Theme.standard.contains(name) else { throw .standardTheme(name, file: entry.file) }
        guard case .colors(let colors) = entry.value, !colors.isEmpty else {
            throw .text(name: "themes.\(name).text", example: "#e0e0e0", file: entry.file)
        }
        var words: [String] = []
        for (key, color) in colors.sorted(by: { $0.key < $1.key }) {
            let word = "\(key)=\(color)"
            guard Theme.colorNames.contains(key) else { throw .themeKey(key, theme: name, file: entry.file) }
            guard Theme(name: name, definition: word) != nil else {
                throw .color(name: key, value: color, theme: name, file: entry.file)
            }
            words.append(word)
        }
        return words.joined(separator: " ")
    }
}

extension ShellConfiguration {
    /// Leaves out the aliases that stand for no command; only the apps’ commands show that.
    mutating func check(aliases check: (_ command: String) throws(AliasFault) -> Void) {
        for (name, command) in Preferences(values).aliases {
            do throws(AliasFault) { try check(command) } catch {
                values["alias." + name] = nil
                faults.append(.alias(name, error, file: files["alias." + name] ?? ""))
            }
        }
    }
}

/// An entry of a configuration file that has no effect.
package enum ConfigurationFault: UserFacing, Hashable {
    /// The file is not valid TOML.
    case toml(file: String, line: Int)
    /// The file is not valid YAML.
    case yaml(file: String, line: Int)
    /// The file is not a colour scheme.
    case scheme(file: String)
    /// The file cannot be read.
    case unreadable(file: String)
    /// The file is not UTF-8 text.
    case encoding(file: String)
    /// There is no such setting.
    case unknown(name: String, nearest: String?, file: String)
    /// The setting has other values.
    case value(name: String, choices: [String], file: String)
    /// The value is a text of another form.
    case text(name: String, example: String, file: String)
    /// The value is not a key.
    case key(name: String, value: String, file: String)
    /// The name of an alias is more than one word.
    case aliasName(String, file: String)
    /// The alias is refused.
    case alias(String, AliasFault, file: String)
    /// The name is that of a theme that is always there.
    case standardTheme(String, file: String)
    /// A theme has no such colour.
    case themeKey(String, theme: String, file: String)
    /// The value is not a colour.
    case color(name: String, value: String, theme: String, file: String)
    /// The setting is of an app, which keeps it for each user.
    case ofUser(name: String, file: String)
    /// The file does not define a language, for a reason.
    case language(LanguageFault, file: String)

    package static var area: String { "configuration" }

    package var sentence: LocalizedText {
        switch self {
        case .alias(let name, let fault, let file):
            LocalizedText {
                Strings.faultConfigurationAlias(file: file, name: name, reason: fault.sentence.string(in: $0))
            }
        case .language(let fault, let file):
            LocalizedText { Strings.faultConfigurationLanguage(file: file, reason: fault.sentence.string(in: $0)) }
        case .themeKey(let name, let theme, let file):
            LocalizedText.listing(Theme.colorNames) {
                Strings.faultConfigurationThemeKey(file: file, theme: theme, name: name, names: $0)
            }
        default: Strings.sentence(of: self)
        }
    }

    package var status: ExitStatus { .usage }
}
