// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumFrontMatter
import AtriumKit
import AtriumScreen
import AtriumSession
import AtriumShell
import AtriumSystems
import AtriumWorlds
import Foundation

/// The folder of a program’s configuration, which a user writes and the program only reads.
///
/// - `config.toml`: settings by the names of `set`, and the tables `alias`, `key` and `themes`.
/// - `themes/NAME.toml`, and `NAME.yaml` in the form of base16: themes.
/// - `languages/NAME.json`: further languages.
///
/// Source of the place: XDG Base Directory Specification 0.8.
struct ConfigurationFolder {
    /// Its absolute path; `nil` if there is none.
    let path: String?

    /// The folder of a program for a user of these variables.
    init(of program: ProgramIdentity, variables: [String: String]) {
        let path = Home.place(variables["XDG_CONFIG_HOME"], else: ".config", variables) + "/" + program.command
        self.path = FileStatus(path, followingLinks: true) == nil ? nil : path
    }

    /// The most bytes of a file of it.
    private static let limit = 4 << 20

    /// The settings, with the faults of all files.
    @MainActor
    func configuration(of program: ProgramIdentity, appSettings: [String]) -> ShellConfiguration {
        guard let path else { return .none }
        var entries: [ShellConfiguration.Entry] = []
        var faults: [ConfigurationFault] = []
        for name in Self.names(in: path + "/themes") {
            do throws(ConfigurationFault) {
                if let theme = try Self.theme(path + "/themes/" + name, named: "themes/" + name) {
                    entries.append(theme)
                }
            } catch { faults.append(error) }
        }
        do throws(ConfigurationFault) { entries += try settings() } catch { faults.append(error) }
        return ShellConfiguration(
            entries, languages: program.languages, appSettings: appSettings, faults: faults)
    }

    /// The definitions of further languages.
    func languages() -> (languages: [Language], faults: [ConfigurationFault]) {
        guard let path else { return ([], []) }
        var languages: [Language] = []
        var faults: [ConfigurationFault] = []
        for name in Self.names(in: path + "/languages") where name.hasSuffix(".json") {
            let file = "languages/" + name
            do {
                let bytes = try FileContents.bytes(at: path + "/" + file, limit: 4 * Self.limit)
                let definition = try JSONDecoder().decode(LanguageDefinition.self, from: Data(bytes))
                languages.append(try Language(definition))
            } catch let fault as LanguageFault {
                faults.append(.language(fault, file: file))
            } catch let error as DecodingError {
                faults.append(.language(error.key.isEmpty ? .json : .form(error.key), file: file))
            } catch { faults.append(.unreadable(file: file)) }
        }
        return (languages, faults)
    }

    private static func names(in folder: String) -> [String] {
        ((try? Folder.names(in: folder)) ?? []).filter { !$0.hasPrefix(".") }.sorted()
    }

    private static func text(_ path: String, named name: String) throws(ConfigurationFault) -> String {
        guard let bytes = try? FileContents.bytes(at: path, limit: limit) else { throw .unreadable(file: name) }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .encoding(file: name) }
        return text
    }

    private static func toml(_ path: String, named name: String) throws(ConfigurationFault) -> [String: DataValue] {
        let text = try text(path, named: name)
        do throws(DataFault) { return try DataText.toml(text) } catch { throw .toml(file: name, line: error.line) }
    }
}

// MARK: - Settings

extension ConfigurationFolder {
    private static let file = "config.toml"

    private func settings() throws(ConfigurationFault) -> [ShellConfiguration.Entry] {
        guard let path, FileStatus(path + "/" + Self.file, followingLinks: true) != nil else { return [] }
        let table = try Self.toml(path + "/" + Self.file, named: Self.file)
        return Self.entries(of: table, under: "")
    }

    /// The values of a table and of the tables in it, by their names with dots between.
    private static func entries(of table: [String: DataValue], under prefix: String) -> [ShellConfiguration.Entry] {
        table.sorted { $0.key < $1.key }.flatMap { key, value -> [ShellConfiguration.Entry] in
            let name = prefix + key
            switch value {
            case .table(let inner) where prefix == "themes.":
                return [.init("theme." + key, .colors(colors(of: inner)), in: file)]
            case .table(let inner): return entries(of: inner, under: name + ".")
            case .text(let text): return [.init(name, .text(text), in: file)]
            case .flag(let isOn): return [.init(name, .flag(isOn), in: file)]
            case .number(let number): return [.init(name, .number(number), in: file)]
            case .other: return [.init(name, .other, in: file)]
            }
        }
    }
}

// MARK: - Themes

extension ConfigurationFolder {
    /// The theme of a file, which has its name; `nil` for a file of another kind.
    private static func theme(
        _ path: String, named file: String
    ) throws(ConfigurationFault) -> ShellConfiguration.Entry? {
        let parts = file.split(separator: "/").last.map { $0.split(separator: ".") } ?? []
        guard parts.count > 1, let ending = parts.last else { return nil }
        let theme = parts.dropLast().joined(separator: ".").replacing(" ", with: "-").lowercased()
        let name = "theme." + theme
        switch ending {
        case "toml":
            return .init(name, .colors(colors(of: try toml(path, named: file))), in: file)
        case "yaml", "yml":
            // The colours stand at the outermost level, or in `palette` in the newer form.
            let text = try text(path, named: file)
            let values: [String: DataValue]
            do throws(DataFault) { values = try DataText.yaml(text) } catch {
                throw .yaml(file: file, line: error.line)
            }
            let colors = (values["palette"]?.table ?? values).compactMapValues(\.text)
                .filter { Base16Scheme.isColor($0.key) }
            let wrong = colors.sorted { $0.key < $1.key }.first { Base16Scheme.color($0.value) == nil }
            if let wrong { throw .color(name: wrong.key, value: wrong.value, theme: theme, file: file) }
            guard let scheme = Base16Scheme(colors) else { throw .scheme(file: file) }
            return .init(name, .colors(scheme.theme), in: file)
        default: return nil
        }
    }

    private static func colors(of table: [String: DataValue]) -> [String: String] {
        table.mapValues { $0.text ?? "" }
    }
}
