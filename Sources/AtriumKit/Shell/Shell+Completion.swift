// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Terminal

extension Shell {
    /// Candidates for what stands before the cursor: commands and apps first, then what the command’s parameters take.
    ///
    /// None while something is asked or looked for: an answer is no command.
    public func completions(for request: CompletionRequest) async -> CompletionAnswer {
        guard isAtPrompt || !options.isInteractive else { return .nothing }
        if coordinator.login != .loggedOut, coordinator.isCovered { return lockedCompletions(for: request) }
        let place = CompletionPlace(request, vocabulary: vocabulary, preferences: preferences)
        var candidates: [Completion]
        switch place.wanted {
        case .nothing: candidates = []
        case .command: candidates = startWords(place.word)
        case .file: candidates = FileNames(world: coordinator.world).completions(for: place.word)
        case .option(let spec): candidates = options(of: spec, place.word)
        case .value(let parameter, let words):
            candidates = await self.candidates(parameter, for: place.word, after: words)
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
        let specs = Shell.commandSpecs.filter(\.worksLocked)
        let words = specs.map { Completion(text: $0.name, description: text($0.summary)) }
        let fitting = words.filter { $0.begins(like: place.word) }.sorted { $0.text < $1.text }
        return CompletionAnswer(fitting, start: place.start, isLiteral: place.isLiteral)
    }

    private func startWords(_ word: String) -> [Completion] {
        let aliases = preferences.aliases.map { Completion(text: $0.name, description: $0.command) }
        let names = Set(aliases.map(\.text))
        let words = vocabulary.words.filter { !names.contains($0) }
        return (words.map { Completion(text: $0, description: description(of: $0)) } + aliases)
            .filter { $0.begins(like: word) }.sorted { $0.text < $1.text }
    }

    private func description(of word: String) -> String? {
        switch try? vocabulary.meaning(of: word) {
        case .command(let spec, _): text(spec.summary)
        case .app(let id): coordinator.catalog.first { $0.id == id }.map { text($0.summary) }
        case nil: nil
        }
    }

    private func options(of spec: CommandSpec, _ word: String) -> [Completion] {
        let own = spec.parameters.filter { $0.form == .flag || $0.form == .option }.map {
            Completion(text: "--\($0.name)", description: $0.summary.map(text) ?? $0.usage)
        }
        let help = Completion(text: "--help", description: description(of: "help"))
        return (own + [help]).filter { $0.begins(like: word) }
    }

    private func candidates(_ parameter: Parameter, for word: String, after words: [String]) async -> [Completion] {
        switch parameter.values {
        case .free: return []
        case .file: return FileNames(world: coordinator.world).completions(for: word)
        case .command: return startWords(word)
        case .route: return await routes(word)
        case .item(let item):
            guard let app = coordinator.currentApp else { return [] }
            return await app.completions(of: item, for: word, language: coordinator.language)
        case .choices, .app, .tab, .setting, .settingValue, .theme, .alias:
            return knownValues.of(parameter, after: words).filter { $0.begins(like: word) }
        }
    }

    /// Values that are few, as they are now.
    var knownValues: KnownValues {
        KnownValues(
            catalog: coordinator.catalog, language: coordinator.language,
            preferences: coordinator.isCovered ? Preferences() : preferences,
            tabs: coordinator.currentApp?.tabBar.tabs ?? [])
    }

    private func text(_ text: LocalizedText) -> String { text.string(in: coordinator.language) }
}

// MARK: - Routes

extension Shell {
    /// Places, one step at a time: the apps, then what is in them, with ids and what they stand for.
    private func routes(_ word: String) async -> [Completion] {
        let steps = word.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let (path, last) = (steps.dropLast(), steps.last ?? "")
        let start = path.map { $0 + "/" }.joined()
        // Those that are not seen yet have their things all the same; without a login nobody has any.
        try? coordinator.openAll()
        let fitting = coordinator.catalog.flatMap(\.routeSpecs).compactMap { $0.rest(behind: path) }
        var candidates = await path.isEmpty ? placesWithinOpened(last) : []
        var known: Set<String> = []
        for (spec, rest) in fitting {
            guard let next = rest.first, known.insert(next).inserted else { continue }
            if next.hasPrefix(":") {
                // Things within a thing are known of the one that is open.
                guard !spec.hasParameter(in: path.count) || Array(path) == openedPath else { continue }
                candidates += await things(spec.items[String(next.dropFirst())], for: last, in: steps[0]).map {
                    Completion(text: start + $0.text, description: $0.description)
                }
            } else if Folding.of(next).hasPrefix(Folding.of(last)) {
                let goesOn = fitting.contains { $0.rest.count > 1 && $0.rest.first == next }
                let place = fitting.first { $0.rest == [next] }?.spec ?? spec
                candidates.append(
                    Completion(
                        text: start + next + (goesOn ? "/" : ""), description: text(place.summary),
                        appends: goesOn ? nil : " "))
            }
        }
        return candidates
    }

    /// Where the thing is that is open; nil where none is.
    private var openedPath: [String]? {
        guard let app = coordinator.currentApp, let place = app.model.place else { return nil }
        return [app.id.rawValue] + place.split(separator: "/").map(String.init)
    }

    /// What `open` takes without saying where, of the thing that is open: the numbers of its links.
    private func placesWithinOpened(_ word: String) async -> [Completion] {
        guard let path = openedPath else { return [] }
        for (spec, rest) in coordinator.catalog.flatMap(\.routeSpecs).compactMap({ $0.rest(behind: path[...]) }) {
            guard rest.count == 1, let next = rest.first, next.hasPrefix(":") else { continue }
            // Only a number alone is taken for one of them.
            return await things(spec.items[String(next.dropFirst())], for: word, in: path[0]).filter {
                Int($0.text) != nil
            }
        }
        return []
    }

    private func things(_ item: String?, for word: String, in app: String) async -> [Completion] {
        guard let item, let app = coordinator.openApps.first(where: { $0.id.rawValue == app }),
            coordinator.currentApp != nil
        else { return [] }
        return await app.completions(of: item, for: word, language: coordinator.language).filter {
            !$0.text.contains("/")
        }
    }
}

extension RouteSpec {
    /// Whether one of the first steps is a parameter.
    fileprivate func hasParameter(in steps: Int) -> Bool {
        pattern.split(separator: "/").prefix(steps).contains { $0.hasPrefix(":") }
    }

    /// What of the pattern is left behind the steps of a path; nil where the path leads elsewhere.
    fileprivate func rest(behind path: ArraySlice<String>) -> (spec: RouteSpec, rest: [String])? {
        let parts = pattern.split(separator: "/").map(String.init)
        guard parts.count > path.count else { return nil }
        let fits = zip(parts, path).allSatisfy { part, step in part.hasPrefix(":") ? !step.isEmpty : part == step }
        return fits ? (self, Array(parts.dropFirst(path.count))) : nil
    }
}
