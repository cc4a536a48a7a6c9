// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Terminal

/// Going somewhere by typing a part of its name.
extension Shell {
    /// Opens the palette on the stage, and does what is chosen in it.
    ///
    /// What was half typed is there again afterwards, unless the choice puts a command on the line.
    ///
    /// - Returns: Whether the shell ends with what was chosen.
    func goByPalette() async throws -> Bool {
        guard let stage, let keys = lines as? any KeyedLineSource else { return false }
        let palette = Palette(items: paletteItems) { [weak self] in
            await self?.findings($0) ?? []
        } onChange: { [weak stage] in
            stage?.draw()
        }
        stage.open(palette)
        keys.draft = LineDraft()
        let input: LineInput
        do {
            let prompt = Strings.promptPalette.string(in: coordinator.language) + " ❯ "
            input = try await lines.nextLine(Prompt(text: prompt, style: .bold), history: nil)
        } catch {
            stage.closePalette()
            throw error
        }
        let chosen = palette.chosen
        stage.closePalette()
        guard case .line = input, let chosen else { return false }
        return await perform(chosen.action).isOver
    }

    /// What the palette offers before anything is looked for: apps, commands, places.
    var paletteItems: [PaletteItem] {
        let apps = coordinator.catalog.map { factory in
            let (title, id) = (text(factory.title), factory.id.rawValue)
            return PaletteItem(
                // In a language of its own the name is found, and so is the word that commands take.
                .app, title: Folding.of(title) == Folding.of(id) ? title : "\(title) · \(id)",
                detail: text(factory.summary), action: .switching(to: factory.id))
        }
        let commands = vocabulary.words.compactMap { word -> PaletteItem? in
            // One word for each command; what an app is called is among the apps.
            guard case .command(let spec, let owner)? = try? vocabulary.meaning(of: word), spec.name == word else {
                return nil
            }
            return PaletteItem(.command, title: word, detail: text(spec.summary), action: action(of: spec, owner))
        }
        let places = coordinator.catalog.flatMap(\.routeSpecs).map { spec in
            let fixed = String(spec.pattern.prefix { $0 != ":" })
            return PaletteItem(
                .place, title: spec.pattern, detail: text(spec.summary),
                action: spec.place.map(Action.go) ?? .begin("open \(fixed)", in: nil))
        }
        let others = coordinator.catalog.filter { $0.id != coordinator.current }.flatMap { factory in
            factory.commandSpecs.map {
                PaletteItem(
                    .foreign, title: "\(factory.id) \($0.name)", detail: text($0.summary),
                    action: action(of: $0, .app(factory.id)))
            }
        }
        return apps + commands + places + others
    }

    /// A command that needs something behind it is for somebody to go on with.
    private func action(of spec: CommandSpec, _ owner: Invocation.Owner) -> Action {
        guard spec.parameters.contains(where: { !$0.isOptional }) else {
            return .perform(CommandCall(owner: owner, command: spec.name))
        }
        return .begin(spec.name + " ", in: owner.app)
    }

    /// What the apps find for words, app by app.
    private func findings(_ words: String) async -> [PaletteItem] {
        var items: [PaletteItem] = []
        guard !coordinator.isCovered else { return [] }
        for app in coordinator.openApps where !Task.isCancelled {
            let title = (try? coordinator.factory(app.id)).map { text($0.title) } ?? app.id.rawValue
            items += await app.find(words, language: coordinator.language).map { found in
                PaletteItem(
                    .thing, title: found.title, detail: found.detail.map { "\(title) · \($0)" } ?? title,
                    action: .go(found.place), isFound: true)
            }
        }
        return items
    }

    private func text(_ text: LocalizedText) -> String { text.string(in: coordinator.language) }
}
