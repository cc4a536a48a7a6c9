// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScreen
import AtriumSession
import AtriumTerminal

/// The content of the palette: apps, commands and places, and the apps’ results for the typed words.
@MainActor
struct PaletteItems {
    /// The number of listed things of each app.
    private static let most = 50

    let coordinator: Coordinator
    let reader: CommandReader
    /// Shows an app as it was left.
    let switching: (AppID) -> Action

    /// The items before a search.
    var all: [PaletteItem] { apps + commands + places + others }

    private var apps: [PaletteItem] {
        coordinator.catalog.map { factory in
            let (title, id) = (text(factory.title), factory.id.rawValue)
            return PaletteItem(
                // In a language with another name both the name is found, and the word that commands take.
                .app, title: Folding.of(title) == Folding.of(id) ? title : "\(title) · \(id)",
                detail: text(factory.summary), action: switching(factory.id))
        }
    }

    private var commands: [PaletteItem] {
        let vocabulary = reader.vocabulary
        return vocabulary.words.compactMap { word in
            // One word for each command; the names of apps are among the apps.
            guard case .command(let command, let owner)? = try? vocabulary.meaning(of: word),
                command.spec.name == word
            else { return nil }
            let spec = command.spec
            return PaletteItem(.command, title: word, detail: text(spec.summary), action: action(of: spec, owner))
        }
    }

    private var places: [PaletteItem] {
        coordinator.catalog.flatMap(\.routeSpecs).map { spec in
            let fixed = String(spec.pattern.prefix { $0 != ":" })
            return PaletteItem(
                .place, title: spec.pattern, detail: text(spec.summary),
                action: spec.place.map(Action.go) ?? .begin("open \(fixed)", in: nil))
        }
    }

    private var others: [PaletteItem] {
        coordinator.catalog.filter { $0.id != coordinator.current }.flatMap { factory in
            factory.commandSpecs.map {
                PaletteItem(
                    .foreign, title: "\(factory.id) \($0.name)", detail: text($0.summary),
                    action: action(of: $0, .app(factory.id)))
            }
        }
    }

    /// A command that needs arguments is left to the user to complete.
    private func action(of spec: CommandSpec, _ owner: Invocation.Owner) -> Action {
        guard spec.parameters.contains(where: { !$0.isOptional }) else {
            return .perform(CommandCall(owner, spec))
        }
        return .begin(spec.name + " ", in: owner.app)
    }

    /// The search of an app for words, which mean nothing else, whatever signs are among them.
    private func search(_ find: CommandSpec, _ words: String, _ app: AppID) -> Action {
        let query = find.parameters.first { !$0.isOption }
        return .perform(CommandCall(.app(app), find, query.map { [CommandArgument($0, words)] } ?? []))
    }

    /// The results of the apps for words, app by app, with the commands that list all of them.
    func found(_ words: String) async -> Palette.Found {
        var all: Palette.Found = ([], hasMore: false)
        guard !coordinator.isCovered else { return all }
        for app in coordinator.openApps where !Task.isCancelled {
            let title = (try? coordinator.factory(app.id)).map { text($0.title) } ?? app.id.rawValue
            let found = await app.find(words, limit: Self.most + 1, language: coordinator.language)
            if found.count > Self.most { all.hasMore = true }
            all.items += found.prefix(Self.most).map { thing in
                PaletteItem(
                    .thing, title: thing.title, detail: thing.detail.map { "\(title) · \($0)" } ?? title,
                    action: .go(thing.place), isFound: true)
            }
            if let find = (try? coordinator.factory(app.id))?.selectionCommands[.find] {
                all.items.append(
                    PaletteItem(
                        .search, title: "\(find.name) \(words)", detail: title, action: search(find, words, app.id),
                        isFound: true))
            }
        }
        return all
    }

    private func text(_ text: LocalizedText) -> String { text.string(in: coordinator.language) }
}
