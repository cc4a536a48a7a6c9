// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import ListsLogic

/// What can be typed in the app.
@MainActor
enum ListsCommands {
    static let all: [Command<ListsModel>] = [list, add, done]

    private static let list = Command<ListsModel>("list", category: .reading, summary: Strings.commandList) {
        model, _ in
        model.opened = nil
        return .onPanels {
            let items = try await model.service.items(after: nil, limit: 1000)
            return .records(
                Records(
                    items,
                    [
                        .init("id", Strings.columnId, isRightAligned: true) { .number($0.id) },
                        .init("text", Strings.columnText) { .text($0.text) },
                        .init("done", Strings.columnDone) { .mark($0.isDone) },
                    ], whenEmpty: Strings.nothing))
        }
    }

    private static let add = Command<ListsModel>(
        "add", category: .writing, summary: Strings.commandAdd,
        parameters: .text("text", summary: Strings.parameterText), examples: ["add Milk"]
    ) { model, _, text in
        let item = try await model.service.add(text)
        return .message(Strings.added(id: item.id), Fact("id", .number(item.id)))
    }

    nonisolated static let number = Parameter.number("id", summary: Strings.parameterId)

    private static let done = Command<ListsModel>(
        "done", category: .writing, summary: Strings.commandDone, parameters: number, examples: ["done 1"]
    ) { model, _, id in
        let item = try await model.service.finish(id)
        return .message(Strings.finished(text: item.text), Fact("id", .number(item.id)))
    }
}
