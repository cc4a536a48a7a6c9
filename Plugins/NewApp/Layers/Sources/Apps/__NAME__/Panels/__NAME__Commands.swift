// SPDX-License-Identifier: GPL-3.0-or-later

internal import AtriumKit
internal import AtriumSession
internal import __NAME__Logic

/// The commands of the app.
@MainActor
enum __NAME__Commands {
    static let all: [Command<__NAME__Model>] =
        [add, done, remove] + Command.journal + [list, find, show]

    /// The number of the __thing__.
    static let id = Parameter.number("id", values: .item("__thing_id__"), summary: Strings.parameterId)

    /// The numbers, or the marked and the selected ones on the screen.
    private static let ids = Parameter.numbers("id", values: .item("__thing_id__"), summary: Strings.parameterIds)
        .orSelection()

    private static let add = Command<__NAME__Model>(
        "add", category: .writing, summary: Strings.commandAdd,
        parameters: .title("title", summary: Strings.parameterTitle), examples: ["add Water the plants"]
    ) { model, _, title in
        let __item__ = try await model.service.add(title)
        model.latest.add([String(__item__.id)], isMade: true)
        return .message(
            Strings.added(id: __item__.id), Fact("id", .number(__item__.id)), Fact("title", .text(__item__.title)))
    }

    static let list = Command<__NAME__Model>(
        "list", aliases: ["ls"], category: .reading, summary: Strings.commandList,
        parameters: .limit, examples: ["list", "list --limit 10"]
    ) { model, _, limit in
        list(model, limit: limit)
    }

    static let show = Command<__NAME__Model>(
        "show", category: .reading, summary: Strings.commandShow, parameters: id, examples: ["show 1"]
    ) { model, _, id in
        try await show(id, model)
    }

    static let done = Command<__NAME__Model>(
        "done", category: .writing, summary: Strings.commandDone, parameters: ids,
        .flag("no", summary: Strings.optionNo), examples: ["done 1", "done 2-4", "done 1 --no"]
    ) { model, _, ids, no in
        try await model.service.mark(ids, isDone: !no)
        return .message(no ? Strings.notDone(count: ids.count) : Strings.done(count: ids.count))
    }

    static let remove = Command<__NAME__Model>(
        "remove", aliases: ["rm"], category: .writing, summary: Strings.commandRemove,
        parameters: ids, examples: ["remove 1", "remove 2-3"]
    ) { model, _, ids in
        try await model.service.remove(ids)
        return .message(Strings.removed(count: ids.count), Fact("count", .number(ids.count)))
    }

    static let find = Command<__NAME__Model>(
        "find", category: .reading, summary: Strings.commandFind,
        parameters: .query("words", summary: Strings.parameterWords), .limit, examples: ["find plants"]
    ) { model, _, words, limit in
        let most = limit ?? 50
        let found = try await model.service.__items__(
            where: { __NAME__Factory.candidate($0).fits(words) }, limit: most + 1)
        let records = records(
            Array(found.prefix(most)), of: found.count, whenEmpty: Strings.listNothingFound(words: words))
        return .records(records)
    }

    /// The newest __things__; on the panels all of them, as the user scrolls, if no limit is given.
    static func list(_ model: __NAME__Model, limit: Int? = nil) -> Reply {
        model.showAll(limit: limit)
        return .onPanels {
            let __items__ = try await model.service.__items__(limit: limit ?? 50)
            let total = try await model.service.count()
            return .records(records(__items__, of: total))
        }
    }

    /// Opens __a_thing__.
    static func show(_ id: Int, _ model: __NAME__Model) async throws -> Reply {
        let __item__ = try await model.service.__item__(id)
        model.opened = __item__
        return .onPanels { Reply(.detail(detail(of: __item__))) }
    }

    private static func records(
        _ __items__: [__Item__], of total: Int, whenEmpty: LocalizedText = Strings.listEmpty
    ) -> Records {
        Records(
            __items__,
            [
                .init("id", Strings.columnId, isRightAligned: true) { .number($0.id) },
                .init("done", Strings.columnDone) { .mark($0.isDone) },
                .init("title", Strings.columnTitle) { .text($0.title) },
                .init("added", Strings.columnAdded) { .timestamp($0.addedAt) },
            ], whenEmpty: whenEmpty,
            cut: __items__.count < total ? Records.Cut(to: __items__.count, of: total, keeping: .newest) : nil)
    }

    /// All facts about __a_thing__, on the panels and in words.
    static func detail(of __item__: __Item__) -> Detail {
        Detail(
            fields: [
                .init("id", Strings.columnId, .number(__item__.id)),
                .init("done", Strings.columnDone, .flag(__item__.isDone)),
                .init("added", Strings.columnAdded, .timestamp(__item__.addedAt)),
            ], text: Fact("title", .text(__item__.title)))
    }
}
