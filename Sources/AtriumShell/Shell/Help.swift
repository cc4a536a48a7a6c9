// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScreen
public import AtriumSession
import AtriumTerminal

/// Writes help from the descriptions of the present commands, apps and routes.
@MainActor
struct Help {
    let coordinator: Coordinator
    let vocabulary: Vocabulary
    let known: KnownValues
    /// Whether there is a screen for keys to work on.
    let hasScreen: Bool
    /// The topics beside commands and apps.
    let topics: [HelpTopic]

    private var language: Language { known.language }
    private var preferences: Preferences { known.preferences }

    /// The lines on a command or an app, or on everything.
    func lines(on topic: String?) throws -> [String] {
        guard let topic else { return overview() }
        if topic == "keys" {
            let head = hasScreen ? [] : [text(Strings.helpKeysPlain), ""]
            return head + [text(Strings.helpKeys)] + table(keys)
                + [
                    "", text(Strings.helpKeysSecond), text(Strings.helpKeysLinks), text(Strings.helpKeysMouse),
                    text(Strings.helpKeysReadline),
                ]
        }
        if let found = topics.first(where: { $0.name == topic }) {
            // A topic may have the name of a command that an app has.
            let command = (try? self.lines(onCommand: topic)) ?? []
            let text = text(found.text).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            guard !command.isEmpty else { return text }
            // The page of the command in front comes first.
            if case .command? = try? vocabulary.meaning(of: topic) { return command + [""] + text }
            return text + [""] + command
        }
        return try lines(onCommand: topic)
    }

    /// The keys of the screen, their actions, and their descriptions.
    private var keys: [(String, String)] {
        let shown = ShellKey.allCases.filter { ($0.appIndex ?? 0) < coordinator.catalog.count }
        let width = shown.map { preferences.shownKey(for: $0, in: language).count }.max() ?? 0
        return shown.map {
            (
                TextLayout.pad(preferences.shownKey(for: $0, in: language), to: width) + "  " + $0.rawValue,
                text($0.summary)
            )
        }
    }

    private func lines(onCommand topic: String) throws -> [String] {
        if let factory = factory(AppID(rawValue: topic)) { return lines(on: factory) }
        let meaning: Vocabulary.Meaning
        do {
            meaning = try vocabulary.meaning(of: topic)
        } catch {
            // A command of another app is worth an answer too, once the words of here have been tried.
            for factory in coordinator.catalog {
                guard let spec = factory.commandSpecs.first(where: { $0.isCalled(topic) }) else { continue }
                return [text(factory.title), ""] + lines(on: spec, of: factory.id)
            }
            throw error
        }
        switch meaning {
        case .app(let app): return factory(app).map(lines(on:)) ?? []
        case .command(let command, .shell): return lines(on: command.spec)
        case .command(let command, .app(let app)):
            let spec = command.spec
            guard let shells = vocabulary.shadowed(by: spec), let factory = factory(app) else { return lines(on: spec) }
            return [text(factory.title), ""] + lines(on: spec) + ["", text(Strings.helpEverywhere), ""]
                + lines(on: shells.spec)
        }
    }

    private func factory(_ app: AppID) -> (any AppFactory)? { coordinator.catalog.first { $0.id == app } }

    private func overview() -> [String] {
        let specs = ShellCommands.all(of: coordinator).map(\.spec)
        func named(_ names: [String]) -> [CommandSpec] { names.compactMap { name in specs.first { $0.name == name } } }
        let first = coordinator.login == .loggedOut ? named(["register", "login", "demo"]) : self.first
        let everywhere = named(ShellCommands.first)
        var lines = [text(Strings.helpFirst)] + table((first + everywhere).map { ($0.name, brief($0)) }) + [""]
        if let factory = factory(coordinator.current) {
            lines += [text(factory.title), ""] + grouped(factory.commandSpecs)
        }
        lines += [text(Strings.helpEverywhere), ""] + grouped(specs)
        lines += [
            text(Strings.helpQuotes), text(Strings.helpRedirect), text(Strings.helpSequence),
            text(Strings.helpJobs), text(Strings.helpMore),
            text(Strings.helpKeysMore),
        ]
        return lines + topics.map { text($0.hint) }.filter { !$0.isEmpty }
    }

    /// The beginning of a command’s summary: what it does, without the details.
    private func brief(_ spec: CommandSpec) -> String {
        let summary = text(spec.summary)
        let ends = [". ", "; ", ": ", "。", "；", "："].compactMap { summary.firstRange(of: $0)?.lowerBound }
        guard let end = ends.min() else { return summary }
        let words = summary[..<end].split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words + (summary[end].isASCII ? "." : "。")
    }

    /// The most used commands of the current app.
    private var first: [CommandSpec] {
        guard let factory = factory(coordinator.current) else { return [] }
        let specs = factory.commandSpecs
        return factory.firstCommands.compactMap { name in specs.first { $0.name == name } }
    }

    /// All that a new user needs: the apps, some commands, some keys.
    var tour: [String] {
        let catalog = coordinator.catalog
        let other = catalog.first { $0.id != coordinator.current }
        let example = other.flatMap { app in app.firstCommands.first.map { "\(app.id) \($0)" } } ?? ""
        let undo = factory(coordinator.current)?.commandSpecs.first { $0.name == "undo" }
        var lines = [text(Strings.tourHead(name: coordinator.world.program.name)), "", text(Strings.tourApps)]
        lines += table(catalog.map { ($0.id.rawValue, text($0.summary)) })
        lines += ["", text(Strings.tourCommands(example: example))]
        lines += table(
            (first.prefix(3) + [undo].compactMap(\.self)).map {
                ($0.examples(in: language).first ?? $0.name, brief($0))
            })
        let keys = hasScreen ? [ShellKey.focus, .panel, .palette, .help] : []
        lines += ["", text(Strings.tourKeys)]
        lines += table(
            keys.map { (preferences.shownKey(for: $0, in: language), text($0.summary)) } + [
                ("Tab", text(Strings.tourTab))
            ])
        return lines + ["", text(Strings.tourEnd)]
    }

    private func lines(on factory: any AppFactory) -> [String] {
        var lines = ["\(text(factory.title)) — \(text(factory.summary))", ""] + grouped(factory.commandSpecs)
        let routes = factory.routeSpecs
        lines.append(text(Strings.helpRoutes))
        lines += table(routes.map { ("open " + Placeholder.translated($0.pattern, into: language), text($0.summary)) })
        return lines
    }

    /// Commands below the headings of their purposes, each with an empty line behind it.
    private func grouped(_ specs: [CommandSpec]) -> [String] {
        CommandCategory.allCases.flatMap { category in
            let specs = specs.filter { $0.category == category }
            return specs.isEmpty ? [] : section(text(category.title), specs) + [""]
        }
    }

    /// - Parameter app: Another app than the current one, whose name stands before its command here.
    private func lines(on spec: CommandSpec, of app: AppID? = nil) -> [String] {
        let name = app.map { "\($0) " } ?? ""
        var lines = [name + spec.usage(in: language)]
        lines += ([spec.summary] + spec.remarks(in: language)).map { "  " + text($0) }
        lines += section(Strings.helpParameters, spec.parameters.filter { !$0.isOption })
        lines += section(Strings.helpOptions, spec.parameters.filter(\.isOption))
        if !spec.examples.isEmpty {
            lines += ["", text(Strings.helpExamples)] + spec.examples(in: language).map { "  \(name)\($0)" }
        }
        return lines
    }

    private func section(_ title: LocalizedText, _ parameters: [ParameterSpec]) -> [String] {
        guard !parameters.isEmpty else { return [] }
        let rows = parameters.flatMap { parameter in
            let row = ParameterRow(parameter, known)
            return [(row.label, row.summary)] + row.terms.map { ("  " + $0.text, $0.summary) }
        }
        return ["", text(title)] + table(rows)
    }

    /// The widest first column of a table.
    private static let widestLabel = 28

    private func section(_ title: String, _ specs: [CommandSpec]) -> [String] {
        [title] + table(specs.map { ($0.name, text($0.summary)) })
    }

    private func table(_ rows: [(String, String)]) -> [String] {
        let width = min(rows.map { DisplayWidth.of($0.0) }.max() ?? 0, Self.widestLabel)
        return rows.flatMap { label, text in
            if text.isEmpty { return ["  " + label] }
            // A label that is wider than the others has a line of its own.
            if DisplayWidth.of(label) > width {
                return ["  " + label, "  " + String(repeating: " ", count: width + 2) + text]
            }
            return ["  " + TextLayout.pad(label, to: width) + "  " + text]
        }
    }

    private func text(_ text: LocalizedText) -> String { text.string(in: language) }
}

extension Help {
    /// The help of a shell, as it is now.
    init(of shell: Shell) {
        self.init(
            coordinator: shell.coordinator, vocabulary: shell.reader.vocabulary, known: shell.completer.knownValues,
            hasScreen: shell.presenters.current.hasKeys, topics: shell.options.topics)
    }
}

extension CommandCategory {
    /// The heading.
    var title: LocalizedText {
        switch self {
        case .reading: Strings.categoryReading
        case .writing: Strings.categoryWriting
        case .exchange: Strings.categoryExchange
        case .moving: Strings.categoryMoving
        case .login: Strings.categoryLogin
        case .shell: Strings.categoryShell
        }
    }
}

/// Something that `help` explains beside commands and apps.
public struct HelpTopic: Sendable {
    /// The word behind `help`.
    public let name: String
    /// The line at the end of the overview that refers to it; empty for none.
    public let hint: LocalizedText
    /// The explanation, in lines.
    public let text: LocalizedText

    /// A topic of these texts.
    public init(_ name: String, hint: LocalizedText, text: LocalizedText) {
        self.name = name
        self.hint = hint
        self.text = text
    }
}

/// The text of help and the manual on one parameter: its description, and the values that need a word.
@MainActor
struct ParameterRow {
    /// The label, such as `ID` or `--limit N`.
    let label: String
    /// A summary in one line; empty if it has none.
    let summary: String
    /// Its values, or their form, each with its meaning.
    let terms: [(text: String, summary: String)]

    /// The text on a parameter with these known values.
    init(_ parameter: ParameterSpec, _ known: KnownValues) {
        label = parameter.label(in: known.language)
        func written(_ text: String) -> String { Placeholder.translated(text, into: known.language) }
        let meaning = parameter.summary?.string(in: known.language) ?? ""
        summary =
            parameter.meansSelection ? Strings.helpSelection(meaning: meaning).string(in: known.language) : meaning
        terms =
            switch parameter.values {
            case .route:
                known.catalog.flatMap(\.routeSpecs).map { (written($0.pattern), $0.summary.string(in: known.language)) }
            case .choices(let choices) where choices.count > ParameterSpec.mostInUsage:
                known.of(parameter).map { ($0.text, $0.description ?? "") }
            case .setting:
                known.of(parameter).map { setting in
                    let values = known.ofSetting(setting.text).map { $0.appends == nil ? $0.text + "…" : $0.text }
                        .joined(separator: "|")
                    return (values.isEmpty ? setting.text : "\(setting.text) \(values)", setting.description ?? "")
                }
            case .alias, .tab: []
            case .free, .item: parameter.terms.map { (written($0.text), $0.summary.string(in: known.language)) }
            default: known.of(parameter).compactMap { value in value.description.map { (value.text, $0) } }
            }
    }
}

extension CommandSpec {
    /// Facts that help gives besides the summary.
    func remarks(in language: Language) -> [LocalizedText] {
        (aliases.isEmpty ? [] : [Strings.helpAliases(names: language.list(aliases))])
            + (isLasting ? [Strings.helpLasting] : [])
    }
}
