// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import SMSLogLogic
import Session

/// Who has several numbers.
@MainActor
enum PeopleCommands {
    static let all: [Command<SMSLogModel>] = [merge, split]

    private static let merge = Command<SMSLogModel>(
        "merge", category: .writing, summary: Strings.commandMerge,
        parameters: .name(
            "number", as: ConversationSelection.self, values: .item("number"), summary: Strings.parameterPeople
        ).ofSeveral(),
        examples: ["merge Alice +15559990000", "merge Alice Smith, Bob Jones"]
    ) { model, _, selection in
        guard selection.kind == nil else { throw SMSLogFault.noMatch(selection.word) }
        // A number with blanks in it is one.
        let isOne = try await model.service.isSomebody(selection.word)
        let merged = try await model.merge(isOne ? [selection.word] : selection.names)
        return .message(
            Strings.merged(name: merged.name, numbers: list(merged.numbers)), Fact("name", .text(merged.name)),
            Fact("numbers", .list(merged.numbers.map { .text($0.text) })))
    }

    private static let split = Command<SMSLogModel>(
        "split", category: .writing, summary: Strings.commandSplit, parameters: ThreadCommands.number.orSelection(),
        examples: ["split Alice", "split +15559990000"]
    ) { model, _, word in
        let parted = try await model.split(word)
        return .message(
            parted.numbers.count == 1
                ? Strings.partedOne(number: parted.numbers[0].text)
                : Strings.parted(name: parted.name, numbers: list(parted.numbers)), Fact("name", .text(parted.name)),
            Fact("numbers", .list(parted.numbers.map { .text($0.text) })))
    }

    private static func list(_ numbers: [Address]) -> String { numbers.map(\.text).joined(separator: ", ") }
}
