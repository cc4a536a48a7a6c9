// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import __NAME__Logic

/// The commands of the app.
@MainActor
enum __NAME__Commands {
    static let all: [Command<__NAME__Model>] = [add, list, show, remove]

    /// The number of the item.
    static let id = Parameter.number("id", values: .item("item"), summary: Strings.parameterId)

    private static let add = Command<__NAME__Model>(
        "add", category: .writing, summary: Strings.commandAdd,
        parameters: .title("title", summary: Strings.parameterTitle), examples: ["add Water the plants"]
    ) { model, _, title in
        let item = try await model.service.add(title)
        return .message(
            Strings.added(id: item.id), Fact("id", .number(item.id)), Fact("title", .text(item.title)))
    }

    static let list = Command<__NAME__Model>(
        "list", aliases: ["ls"], category: .reading, summary: Strings.commandList,
        parameters: .limit, examples: ["list", "list --limit 10"]
    ) { model, _, limit in
        list(model, limit: limit)
    }

    private static let show = Command<__NAME__Model>(
        "show", category: .reading, summary: Strings.commandShow, parameters: id, examples: ["show 1"]
    ) { model, _, id in
        try await show(id, model)
    }

    private static let remove = Command<__NAME__Model>(
        "remove", aliases: ["rm"], category: .writing, summary: Strings.commandRemove,
        parameters: id, .flag("yes", summary: Strings.optionYes), examples: ["remove 1", "remove 1 --yes"]
    ) { model, context, id, yes in
        let item = try await model.service.item(id)
        if !yes { try await context.confirm(Strings.promptRemove(id: item.id, title: item.title)) }
        _ = try await model.service.remove(item.id)
        return .message(Strings.removed(id: item.id), Fact("id", .number(item.id)))
    }

    /// The newest items; on the panels all of them, as the user scrolls, if no limit is given.
    static func list(_ model: __NAME__Model, limit: Int? = nil) -> Reply {
        model.showAll(limit: limit)
        return .onPanels {
            let items = try await model.service.items(limit: limit ?? 50)
            let total = try await model.service.count()
            return .records(records(items, of: total))
        }
    }

    /// Opens an item.
    static func show(_ id: Int, _ model: __NAME__Model) async throws -> Reply {
        let item = try await model.service.item(id)
        model.opened = item
        return .onPanels { Reply(.detail(detail(of: item))) }
    }

    private static func records(_ items: [Item], of total: Int) -> Records {
        Records(
            items,
            [
                .init("id", Strings.columnId, isRightAligned: true) { .number($0.id) },
                .init("title", Strings.columnTitle) { .text($0.title) },
                .init("added", Strings.columnAdded) { .timestamp($0.addedAt) },
            ], whenEmpty: Strings.listEmpty,
            cut: items.count < total ? Records.Cut(to: items.count, of: total, keeping: .newest) : nil)
    }

    /// All facts about an item, on the panels and in words.
    static func detail(of item: Item) -> Detail {
        Detail(
            fields: [
                .init("id", Strings.columnId, .number(item.id)),
                .init("added", Strings.columnAdded, .timestamp(item.addedAt)),
            ], text: Fact("title", .text(item.title)))
    }
}
