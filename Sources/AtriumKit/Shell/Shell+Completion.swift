import Session
import Terminal

extension Shell {
    /// Candidates for the word at the cursor: commands and apps first, then what the command’s parameters take.
    public func completions(for request: CompletionRequest) async -> [Completion] {
        let before = String(decoding: request.line.utf8.prefix(request.cursor), as: UTF8.self)
        var scanner = WordScanner(before)
        var words: [String] = []
        do {
            while case .word(let word, _)? = try scanner.next() { words.append(word) }
        } catch {
            // Inside an open quotation mark: the editor has given the word that it belongs to.
        }
        // The last word is the one being typed, unless the cursor stands behind a blank.
        if !request.word.isEmpty, !words.isEmpty { words.removeLast() }
        guard let first = words.first else { return startWords(request.word) }
        guard case .command(let spec, _)? = try? vocabulary.meaning(of: first) else { return [] }
        return await values(for: spec, after: words.dropFirst(), word: request.word)
    }

    private func startWords(_ prefix: String) -> [Completion] {
        let words = vocabulary.words.filter { $0.hasPrefix(prefix) }
        let aliases = preferences.aliases.filter { $0.name.hasPrefix(prefix) }
        return words.map { Completion(text: $0, description: description(of: $0)) }
            + aliases.map { Completion(text: $0.name, description: $0.command) }
    }

    private func description(of word: String) -> String? {
        switch try? vocabulary.meaning(of: word) {
        case .command(let spec, _): spec.summary.string(in: coordinator.language)
        case .app(let id): coordinator.catalog.first { $0.id == id }?.summary.string(in: coordinator.language)
        case nil: nil
        }
    }

    private func values(for spec: CommandSpec, after words: ArraySlice<String>, word: String) async -> [Completion] {
        if let last = words.last, last.hasPrefix("--"),
            let option = spec.parameters.first(where: { $0.form == .option && $0.name == last.dropFirst(2) })
        {
            return await candidates(for: option.values, word: word)
        }
        let options = spec.parameters.filter { $0.form == .flag || $0.form == .option }
        if word.hasPrefix("-") {
            return options.map { "--\($0.name)" }.filter { $0.hasPrefix(word) }.map { Completion(text: $0) }
        }
        let positional = spec.parameters.filter { $0.form != .flag && $0.form != .option }
        let position = words.count { !$0.hasPrefix("--") }
        guard positional.indices.contains(position) else { return [] }
        return await candidates(for: positional[position].values, word: word)
    }

    private func candidates(for values: Parameter.Values, word: String) async -> [Completion] {
        let all: [Completion]
        switch values {
        case .free: all = []
        case .choices(let words): all = words.map { Completion(text: $0) }
        case .file: return FileNames(world: coordinator.world).completions(for: word)
        case .app:
            all = coordinator.catalog.map {
                Completion(text: $0.id.rawValue, description: $0.summary.string(in: coordinator.language))
            }
        case .tab:
            all = (coordinator.currentApp?.tabBar.tabs ?? []).map {
                Completion(text: $0.key, description: $0.title.string(in: coordinator.language))
            }
        case .command: return startWords(word)
        case .route:
            all = coordinator.catalog.flatMap { $0.routeSpecs }.map {
                let fixed = $0.pattern.prefix { $0 != ":" }
                return Completion(
                    text: String(fixed), description: $0.summary.string(in: coordinator.language),
                    appends: fixed.count == $0.pattern.count ? " " : nil)
            }
        case .setting: all = settingNames.map { Completion(text: $0) }
        case .item(let item):
            let app = coordinator.currentApp
            return await app?.completions(of: item, for: word, language: coordinator.language) ?? []
        }
        return all.filter { $0.text.hasPrefix(word) }
    }
}
