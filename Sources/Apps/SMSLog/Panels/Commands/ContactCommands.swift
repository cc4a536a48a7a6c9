// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import SMSLogLogic

/// The commands for the names of numbers.
@MainActor
enum ContactCommands {
    static let all: [Command<SMSLogModel>] = [contacts, contact]

    static let contacts = Command<SMSLogModel>(
        "contacts", category: .reading, summary: Strings.commandContacts, parameters: .limit, examples: ["contacts"]
    ) { model, _, limit in
        list(model, limit: limit)
    }

    /// Lists the contacts.
    static func list(_ model: SMSLogModel, limit: Int? = nil) -> Reply {
        model.listContacts(limit: limit)
        return .onPanels { .records(records(of: try await model.service.people.contacts()).limited(to: limit)) }
    }

    /// Shows the contact of an address.
    static func show(_ address: Address, in model: SMSLogModel) async throws -> Reply {
        guard let contact = try await model.service.people.knownContact(address) else {
            throw SMSLogFault.unknownNumber(address.text)
        }
        return detail(
            contact, numbers: try await model.service.people.numbers(of: address),
            names: try await model.service.people.names(ofPerson: address))
    }

    private static func records(of contacts: [Contact]) -> Records {
        Records(
            contacts,
            [
                .init("number", Strings.columnNumber) { .text($0.address.text) },
                .init("name", Strings.columnName) { .text($0.name) },
                .init("contact", Strings.columnContact) { $0.kind.word },
                .init("work", Strings.columnWork) { MessageReplies.optional($0.workNumber) },
            ], whenEmpty: Strings.contactsNone)
    }

    private static let number = Parameter.word(
        "number", as: CommandWord.self, values: .item("number"), summary: Strings.parameterNumber)

    private static let name = Parameter.name("name", as: CommandWord.self, summary: Strings.parameterName)

    private static let contact = Command<SMSLogModel>(
        "contact", category: .writing, summary: Strings.commandContact,
        parameters: number.orSelection(), .optional(name),
        .flag("corporate", summary: Strings.optionCorporate), .flag("local", summary: Strings.optionLocal),
        .flag("remove", summary: Strings.optionRemoveContact),
        .option(.word("work", placeholder: "NUMBER", values: .item("number"), summary: Strings.optionWork)),
        .flag("yes", summary: Strings.optionYes),
        examples: [
            "contact +15551000000", "contact Alice Smith", "contact +15551000000 \"Alice Smith\"",
            "contact +1 555 100 0000 Alice Smith", "contact Alice --corporate --work +15552000000",
            "contact Alice --remove",
        ]
    ) { model, context, first, rest, isCorporate, isLocal, isRemoved, work, yes in
        let service = model.service
        let (typed, newName, isSure) = try await read(first, rest, in: service)
        // No person has the name to remove.
        if isRemoved, let newName { throw SMSLogFault.unknownNumber(typed + " " + newName) }
        let number = Address(typed)
        let address =
            number.isDialable
            ? try await service.people.number(of: number) : try await service.people.number(called: typed)
        if isRemoved {
            if !yes { try await confirmRemoving(address, context, in: service) }
            let removed = try await model.service.people.removeContact(address)
            let (name, number) = (removed.contact.name, address.text)
            return .message(
                removed.rest.map { Strings.contactRestored(name: name, number: number, rest: $0.name) }
                    ?? Strings.contactRemoved(name: name, number: number),
                Fact("number", .text(number)), Fact("name", .text(name)))
        }
        let old = try await service.people.givenName(of: address)?.contact
        guard newName != nil || isCorporate || isLocal || work != nil else {
            guard old == nil else { return try await show(address, in: model) }
            return try await show(service.people.address(of: typed), in: model)
        }
        guard let name = newName ?? old?.name else { throw CommandFault.missing(ContactCommands.name) }
        if newName != nil, old?.kind == .corporate, !isCorporate {
            throw SMSLogFault.corporateName(old?.name ?? name, address)
        }
        let kind: ContactKind = isCorporate ? .corporate : isLocal ? .local : old?.kind ?? .local
        let contact = Contact(address: address, name: name, kind: kind, workNumber: work ?? old?.workNumber)
        if newName != nil, !isSure, !number.isDialable, !number.isGroup, !yes {
            // It may have been the name of another person.
            let line = typed + " " + name
            try await context.confirm(
                Strings.promptRename(
                    old: old?.name ?? address.text, new: name, line: line,
                    command: "contact \(CommandWord.quoted(typed)) \(CommandWord.quoted(line))"))
        }
        try await model.save(contact)
        return .message(
            Strings.contactSaved(name: name, number: address.text), Fact("number", .text(address.text)),
            Fact("name", .text(name)), Fact("contact", kind.word),
            Fact("work", MessageReplies.optional(contact.workNumber)))
    }

    /// The number or person, the new name, and whether the boundary between both is certain.
    private static func read(
        _ first: CommandWord, _ rest: CommandWord?, in service: SMSLogService
    ) async throws -> (typed: String, name: String?, isSure: Bool) {
        let isQuoted = first.isQuoted || rest?.isQuoted == true || first.text.contains(where: \.isWhitespace)
        guard !isQuoted, let rest else { return (first.text, rest?.text, true) }
        let (typed, words) = try await service.people.renamed(first.text, before: rest.text)
        // A name in quotation marks is whole as well.
        let name = words.map(SMSLogService.unquoted)
        return (typed, name, name != words)
    }

    /// Asks before a group loses its name: a member may have been meant.
    private static func confirmRemoving(
        _ address: Address, _ context: CommandContext, in service: SMSLogService
    ) async throws {
        guard let name = try await service.people.givenName(of: address)?.contact.name,
            try await service.conversation(with: address)?.isGroup ?? address.isGroup
        else { return }
        try await context.confirm(Strings.promptRemoveGroupName(name: name, number: address.text))
    }

    /// - Parameters:
    ///   - numbers: All numbers of the person.
    ///   - names: Their names, that of the conversation first.
    private static func detail(_ contact: Contact, numbers: [Address], names: [GivenName]) -> Reply {
        let numbers = numbers.filter { $0 != contact.address }
        let local = names.first?.local
        let others = names.flatMap { [$0.contact, $0.local].compactMap { $0?.name } }.filter { $0 != contact.name }
        return Reply(
            .detail(
                Detail(fields: [
                    .init("number", Strings.columnNumber, .text(contact.address.text)),
                    .init("name", Strings.columnName, .text(contact.name)),
                    .init("contact", Strings.columnContact, contact.kind.word),
                    .init("work", Strings.columnWork, MessageReplies.optional(contact.workNumber ?? local?.workNumber)),
                    .init(
                        "numbers", Strings.columnOtherNumbers, .list(numbers.map { .text($0.text) }),
                        isHidden: numbers.isEmpty),
                    .init(
                        "names", Strings.columnOtherNames, .list(others.map { .text($0) }), isHidden: others.isEmpty),
                ])))
    }
}

/// The commands for people with several numbers.
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
        let merged = try await model.service.people.merge(try await names(in: selection, model))
        return .message(
            merged.numbers.listed { Strings.merged(name: merged.name, numbers: $0) },
            Fact("name", .text(merged.name)),
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
        let parted = try await model.service.people.tellApart(try await names(in: selection, model))
        return .message(
            parted.numbers.listed { Strings.keptApart(numbers: $0) }, Fact("name", .text(parted.name)),
            Fact("numbers", .list(parted.numbers.map { .text($0.text) })))
    }

    /// The people that are meant one by one.
    private static func names(in selection: ConversationSelection, _ model: SMSLogModel) async throws -> [String] {
        guard selection.kind == nil else { throw SMSLogFault.noMatch(selection.word) }
        // A number with blanks in it is one.
        return try await model.service.people.isPerson(selection.word) ? [selection.word] : selection.names
    }

    private static let split = Command<SMSLogModel>(
        "split", category: .writing, summary: Strings.commandSplit, parameters: ThreadCommands.number.orSelection(),
        examples: ["split Alice", "split +15559990000"]
    ) { model, _, word in
        let parted = try await model.service.people.split(word)
        return .message(
            parted.numbers.count == 1
                ? Strings.partedOne(number: parted.numbers[0].text)
                : parted.numbers.listed { Strings.parted(name: parted.name, numbers: $0) },
            Fact("name", .text(parted.name)),
            Fact("numbers", .list(parted.numbers.map { .text($0.text) })))
    }
}
