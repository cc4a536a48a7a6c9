// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import SMSLogLogic
import Session

/// Who has several numbers.
@MainActor
enum PeopleCommands {
    static let all: [Command<SMSLogModel>] = [people, merge, different, split]

    private static let people = Command<SMSLogModel>(
        "people", category: .reading, summary: Strings.commandPeople, parameters: .limit, examples: ["people"]
    ) { model, _, limit in
        try await model.suggestPeople(limit: limit)
        let suggested = model.suggested?.people ?? []
        return .onPanels { .records(records(of: suggested).limited(to: limit)) }
    }

    private static func records(of suggested: [SuggestedPerson]) -> Records {
        Records(
            suggested,
            [
                .init("name", Strings.columnName) { .text($0.name) },
                .init("numbers", Strings.columnNumbers) { .list($0.numbers.map { .text($0.text) }) },
                .init("reason", Strings.columnReason) { $0.reason.word },
                .init("command", Strings.columnGoesOn) { .text("merge \($0.selection.word)") },
            ], whenEmpty: Strings.peopleNone)
    }

    /// The line that makes one conversation of those of a person.
    static func merging(_ person: SuggestedPerson) -> Action {
        .app(SMSLogFactory.id, merge, numbers.argument(person.selection))
    }

    private static let numbers = Parameter.name(
        "number", as: ConversationSelection.self, values: .item("number"), summary: Strings.parameterPeople
    ).ofSeveral()

    private static let merge = Command<SMSLogModel>(
        "merge", category: .writing, summary: Strings.commandMerge,
        parameters: numbers.orSelection(),
        examples: ["merge Alice +15559990000", "merge Alice Smith, Bob Jones"]
    ) { model, _, selection in
        let merged = try await model.merge(try await names(in: selection, model))
        return .message(
            Strings.merged(name: merged.name, numbers: merged.numbers.listed), Fact("name", .text(merged.name)),
            Fact("numbers", .list(merged.numbers.map { .text($0.text) })))
    }

    private static let suggested = Parameter.name(
        "number", as: ConversationSelection.self, values: .item("suggested"), summary: Strings.parameterDifferent)

    /// Keeps those apart that are suggested.
    static let different = Command<SMSLogModel>(
        "different", category: .writing, summary: Strings.commandDifferent,
        parameters: suggested.orSelection(),
        examples: ["different Alice +15559990000", "different Alice Smith, Bob Jones"]
    ) { model, _, selection in
        let parted = try await model.tellApart(try await names(in: selection, model))
        return .message(
            Strings.keptApart(numbers: parted.numbers.listed), Fact("name", .text(parted.name)),
            Fact("numbers", .list(parted.numbers.map { .text($0.text) })))
    }

    /// Those who are meant one by one.
    private static func names(in selection: ConversationSelection, _ model: SMSLogModel) async throws -> [String] {
        guard selection.kind == nil else { throw SMSLogFault.noMatch(selection.word) }
        // A number with blanks in it is one.
        return try await model.service.isSomebody(selection.word) ? [selection.word] : selection.names
    }

    private static let split = Command<SMSLogModel>(
        "split", category: .writing, summary: Strings.commandSplit, parameters: ThreadCommands.number.orSelection(),
        examples: ["split Alice", "split +15559990000"]
    ) { model, _, word in
        let parted = try await model.split(word)
        return .message(
            parted.numbers.count == 1
                ? Strings.partedOne(number: parted.numbers[0].text)
                : Strings.parted(name: parted.name, numbers: parted.numbers.listed), Fact("name", .text(parted.name)),
            Fact("numbers", .list(parted.numbers.map { .text($0.text) })))
    }
}
