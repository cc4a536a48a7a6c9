// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumKit
import AtriumScreen
import AtriumSession
import AtriumTerminal
import AtriumWorlds
import Foundation

/// Completes commands: the candidates of TAB for the word before the cursor.
@MainActor
final class LineCompleter {
    private let coordinator: Coordinator
    private let reader: CommandReader
    private let settings: UserSettings
    private let input: InputState
    private let isInteractive: Bool

    /// The completer of the lines of a shell.
    init(in shell: ShellContext) {
        coordinator = shell.coordinator
        reader = shell.reader
        settings = shell.settings
        input = shell.input
        isInteractive = shell.isInteractive
    }

    /// Candidates for the text before the cursor: commands and apps first, then the values of the command’s parameters.
    ///
    /// None during a question or a search: an answer is no command.
    public func completions(for request: CompletionRequest) async -> CompletionAnswer {
        guard input.isAtPrompt || !isInteractive else { return .nothing }
        if coordinator.login != .loggedOut, coordinator.isCovered { return lockedCompletions(for: request) }
        let start = reader.startOfLastCommand(in: request.typed)
        guard start == 0 else {
            let rest = String(decoding: request.line.utf8.dropFirst(start), as: UTF8.self)
            var answer = await completions(for: CompletionRequest(line: rest, cursor: request.cursor - start))
            answer.start += start
            return answer
        }
        guard let ahead = reader.appAhead(of: request.typed, isBegun: true) else {
            return await completions(for: request, in: coordinator.current)
        }
        let rest = String(decoding: request.line.utf8.dropFirst(ahead.start), as: UTF8.self)
        let behind = CompletionRequest(line: rest, cursor: request.cursor - ahead.start)
        var answer = await completions(for: behind, in: ahead.app, isBehindName: true)
        answer.start += ahead.start
        return answer
    }

    /// - Parameter isBehindName: Whether the app’s name stands before it, so that its own commands alone belong there.
    private func completions(
        for request: CompletionRequest, in app: AppID, isBehindName: Bool = false
    ) async -> CompletionAnswer {
        let preferences = isBehindName ? Preferences() : settings.preferences
        let place = CompletionPlace(request, vocabulary: reader.vocabulary(in: app), preferences: preferences)
        var candidates: [Completion]
        switch place.wanted {
        case .nothing: candidates = []
        case .command where isBehindName:
            let specs = coordinator.catalog.first { $0.id == app }?.commandSpecs ?? []
            candidates = specs.map { Completion(text: $0.name, description: text($0.summary)) }
                .filter { $0.begins(like: place.word) }.sorted { $0.text < $1.text }
        case .command: candidates = startWords(place.word)
        case .file: candidates = FileNames(world: coordinator.world).completions(for: place.word)
        case .option(let spec): candidates = options(of: spec, place.word)
        case .value(let parameter, let words):
            candidates = await self.candidates(parameter, of: app, for: place.word, after: words)
        }
        if !place.prefix.isEmpty {
            candidates = candidates.map {
                Completion(text: place.prefix + $0.text, description: $0.description, appends: $0.appends)
            }
        }
        return CompletionAnswer(candidates, start: place.start, isLiteral: place.isLiteral)
    }

    /// The commands that work while the login is locked, and nothing of the user’s own.
    private func lockedCompletions(for request: CompletionRequest) -> CompletionAnswer {
        let place = CompletionPlace(request, vocabulary: vocabulary, preferences: Preferences())
        guard case .command = place.wanted, place.prefix.isEmpty else { return .nothing }
        let specs = reader.shellSpecs.filter(\.worksLocked)
        let words = specs.map { Completion(text: $0.name, description: text($0.summary)) }
        let fitting = words.filter { $0.begins(like: place.word) }.sorted { $0.text < $1.text }
        return CompletionAnswer(fitting, start: place.start, isLiteral: place.isLiteral)
    }

    private func startWords(_ word: String) -> [Completion] {
        let aliases = settings.preferences.aliases.map { Completion(text: $0.name, description: $0.command) }
        let names = Set(aliases.map(\.text))
        let words = vocabulary.words.filter { !names.contains($0) }
        return (words.map { Completion(text: $0, description: description(of: $0)) } + aliases)
            .filter { $0.begins(like: word) }.sorted { $0.text < $1.text }
    }

    private func description(of word: String) -> String? {
        switch try? vocabulary.meaning(of: word) {
        case .command(let command, _): text(command.spec.summary)
        case .app(let id): coordinator.catalog.first { $0.id == id }.map { text($0.summary) }
        case nil: nil
        }
    }

    private func options(of spec: CommandSpec, _ word: String) -> [Completion] {
        let own = spec.parameters.filter(\.isOption).map {
            Completion(text: "--\($0.name)", description: $0.summary.map(text) ?? $0.usage(in: coordinator.language))
        }
        let help = Completion(text: "--help", description: description(of: "help"))
        return (own + [help]).filter { $0.begins(like: word) }
    }

    private func candidates(
        _ parameter: ParameterSpec, of app: AppID, for word: String, after words: [String]
    ) async -> [Completion] {
        switch parameter.values {
        case .free: return []
        case .file: return FileNames(world: coordinator.world).completions(for: word)
        case .command: return startWords(word)
        case .route: return await RouteCompleter(coordinator: coordinator).completions(for: word)
        case .item(let item):
            if app != coordinator.current, !coordinator.isCovered { coordinator.openAll() }
            guard let app = coordinator.openApps.first(where: { $0.id == app }) else { return [] }
            return await app.completions(of: item, for: word, language: coordinator.language)
        case .choices, .app, .tab, .setting, .settingValue, .theme, .alias:
            return knownValues.of(parameter, after: words).filter { $0.begins(like: word) }
        }
    }

    /// Values that are few, as they are now.
    var knownValues: KnownValues {
        KnownValues(
            catalog: coordinator.catalog, language: coordinator.language,
            preferences: coordinator.isCovered ? Preferences() : settings.preferences,
            tabs: coordinator.currentApp?.tabs(in: coordinator.viewContext).tabs ?? [])
    }

    private var vocabulary: Vocabulary { reader.vocabulary }

    private func text(_ text: LocalizedText) -> String { text.string(in: coordinator.language) }
}

/// Values of parameters that are few, and known without looking anything up.
@MainActor
struct KnownValues {
    /// The apps that there are.
    let catalog: [any AppFactory]
    /// The language of the descriptions.
    let language: Language
    /// The user’s settings: with themes and aliases of their own.
    var preferences = Preferences()
    /// The tabs of the current app.
    var tabs: [TabsView.Tab] = []

    /// The values of a parameter, each with its description; `words` are those before it.
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
            settings.map { Completion(text: $0.name, description: text($0.summary)) }
        case .settingValue: words.last.map(ofSetting) ?? []
        case .theme: ofSetting(Setting.theme.rawValue)
        case .alias: preferences.aliases.map { Completion(text: $0.name, description: $0.command) }
        case .free, .file, .command, .route, .item: []
        }
    }

    /// The values of a setting, each with its description.
    func ofSetting(_ name: String) -> [Completion] {
        settings.first { $0.name == name }?.choices.map { choice in
            Completion(text: choice.value, description: text(choice.summary), appends: choice.isBeginning ? nil : " ")
        } ?? []
    }

    var settings: [AppSetting] { [AppSetting](of: catalog, preferences) }

    private func text(_ text: LocalizedText) -> String { text.string(in: language) }
}

/// Completes names of files and folders.
struct FileNames {
    let world: World

    /// The names that start like `word`, folders with a slash; hidden ones only after a dot.
    func completions(for word: String) -> [Completion] {
        let slash = word.lastIndex(of: "/")
        let folder = slash.map { String(word[...$0]) } ?? ""
        let prefix = slash.map { String(word[word.index(after: $0)...]) } ?? word
        let path = folder.isEmpty ? world.workingFolder : world.path(of: folder)
        let names = (try? Folder.names(in: path)) ?? []
        return names.sorted().filter {
            Folding.of($0).hasPrefix(Folding.of(prefix)) && ($0.first != "." || prefix.first == ".")
        }.map { name in
            let isFolder = FileStatus(path + "/" + name, followingLinks: true)?.kind == .folder
            return Completion(text: folder + name + (isFolder ? "/" : ""), appends: isFolder ? nil : " ")
        }
    }
}
