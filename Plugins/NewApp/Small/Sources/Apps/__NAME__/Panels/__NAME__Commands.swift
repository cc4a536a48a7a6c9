// SPDX-License-Identifier: GPL-3.0-or-later

internal import AtriumKit
internal import AtriumSession
internal import AtriumSystems
internal import AtriumWorlds

/// The commands of the app.
@MainActor
enum __NAME__Commands {
    static let all: [Command<__NAME__Model>] =
        [add, done, rename, remove] + Command.journal + [list, find]

    /// The numbers, or the marked and the selected ones on the screen.
    static let ids = Parameter.numbers("id", values: .item("__thing_id__"), summary: Strings.parameterId).orSelection()
    private static let id = Parameter.number("id", values: .item("__thing_id__"), summary: Strings.parameterId)
        .orSelection()
    private static let title = Parameter.title("title", summary: Strings.parameterTitle)

    static let add = Command<__NAME__Model>(
        "add", category: .writing, summary: Strings.commandAdd, parameters: title, examples: ["add Water the plants"]
    ) { model, context, title in
        let __item__ = __Item__(title: try __Item__.title(typed: title), addedAt: context.world.clock.now)
        let added = try await model.store.add(__item__)
        model.latest.add([String(added.id)], isMade: true)
        return .message(Strings.added(id: added.id), Fact("id", .number(added.id)), Fact("title", .text(added.title)))
    }

    /// Marks as done, or as not done if all of them were.
    static let done = Command<__NAME__Model>(
        "done", category: .writing, summary: Strings.commandDone, parameters: ids, examples: ["done 1", "done 2-4"]
    ) { model, _, ids in
        // Without panels, nothing has read the list.
        let isDone = try await !model.store.all().filter { ids.contains($0.id) }.allSatisfy(\.isDone)
        let changed = try await model.store.change(ids, orThrow: __NAME__Fault.unknown) {
            $0.isDone = isDone
        }
        return .message(
            isDone ? Strings.done(count: changed.count) : Strings.undoneMarks(count: changed.count),
            Fact("count", .number(changed.count)))
    }

    static let rename = Command<__NAME__Model>(
        "rename", category: .writing, summary: Strings.commandRename, parameters: id, title,
        examples: ["rename 1 Water all plants"]
    ) { model, _, id, typed in
        let title = try __Item__.title(typed: typed)
        _ = try await model.store.change([id], orThrow: __NAME__Fault.unknown) { $0.title = title }
        return .message(Strings.renamed(id: id), Fact("id", .number(id)), Fact("title", .text(title)))
    }

    static let remove = Command<__NAME__Model>(
        "remove", aliases: ["rm"], category: .writing, summary: Strings.commandRemove, parameters: ids,
        examples: ["remove 1", "remove 2-3"]
    ) { model, _, ids in
        try await model.store.remove(ids, orThrow: __NAME__Fault.unknown)
        return .message(Strings.removed(count: ids.count), Fact("count", .number(ids.count)))
    }

    static let list = Command<__NAME__Model>(
        "list", aliases: ["ls"], category: .reading, summary: Strings.commandList, parameters: .limit,
        examples: ["list", "list --limit 10"]
    ) { model, _, limit in
        show("", of: model, limit: limit)
    }

    static let find = Command<__NAME__Model>(
        "find", category: .reading, summary: Strings.commandFind,
        parameters: .query("words", summary: Strings.parameterWords), .limit, examples: ["find plants"]
    ) { model, _, words, limit in
        show(words, of: model, limit: limit)
    }

    /// Lists what has these words; on the panels as the user scrolls, elsewhere in a table.
    static func show(_ words: String, of model: __NAME__Model, limit: Int? = nil) -> Reply {
        model.words = words
        model.latest.turnAway()
        return .onPanels {
            try await model.refresh()
            return .records(
                Records(
                    model.listed,
                    [
                        .init("id", Strings.columnId, isRightAligned: true) { .number($0.id) },
                        .init("done", Strings.columnDone) { .mark($0.isDone) },
                        .init("title", Strings.columnTitle) { .text($0.title) },
                        .init("added", Strings.columnAdded) { .timestamp($0.addedAt) },
                    ], whenEmpty: whenEmpty(model)
                ).limited(to: limit))
        }
    }

    /// The sentence in the place of an empty list.
    static func whenEmpty(_ model: __NAME__Model) -> LocalizedText {
        model.words.isEmpty ? Strings.listEmpty : Strings.listNothingFound(words: model.words)
    }
}
