// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
import AtriumSearch
import AtriumSession
import SMSLogLogic

/// The texts that were begun and not sent.
@MainActor
enum DraftCommands {
    static let all: [Command<SMSLogModel>] = [drafts, discard]

    /// The command that continues the draft for an address.
    nonisolated static func resuming(_ address: Address) -> String {
        "send --resume \(CommandWord.quoted(address.text))"
    }

    private static let drafts = Command<SMSLogModel>(
        "drafts", category: .reading, summary: Strings.commandDrafts, parameters: .limit, examples: ["drafts"]
    ) { model, _, limit in
        var drafts = try await model.service.drafts.all().compactMap { known in
            known.state.draft.map {
                (
                    address: known.address, name: known.contact?.name, savedAt: $0.savedAt,
                    preview: Value.text($0.firstLine), command: resuming(known.address), text: $0.text
                )
            }
        }
        // Files have some as messages.
        let imported = MessageQueryKey.is.term(MessageFilter.State.draft.rawValue)
        drafts += try await model.service.find(imported, limit: .max).map { message in
            (
                address: message.address, name: message.contact?.name, savedAt: message.date,
                preview: message.previewValue, command: "show \(message.id)", text: message.content
            )
        }
        return .records(
            Records(
                drafts,
                [
                    .init("number", Strings.columnNumber) { .text($0.address.text) },
                    .init("name", Strings.columnName) { MessageReplies.optional($0.name) },
                    .init("saved", Strings.columnSaved) { .timestamp($0.savedAt) },
                    .init("preview", Strings.columnText, isCut: true) { $0.preview },
                    .init("command", Strings.columnGoesOn) { .text($0.command) },
                    .init("text", Strings.columnText, isHidden: true) { .text($0.text) },
                ], whenEmpty: Strings.draftsNone
            ).limited(to: limit))
    }

    private static let discard = Command<SMSLogModel>(
        "discard", category: .writing, summary: Strings.commandDiscard,
        parameters: .flag("all", summary: Strings.optionAllDrafts), .flag("yes", summary: Strings.optionYes),
        .optional(
            .name(
                "number", as: ConversationSelection.self, values: .item("number"), summary: Strings.parameterNumbers)),
        examples: ["discard", "discard Alice", "discard --all"]
    ) { model, context, all, yes, selection in
        let begun = try await model.service.drafts.all().map(\.address)
        var addresses = begun
        if let selection {
            addresses = try await model.conversations(selection).ids
            if let other = addresses.first(where: { !begun.contains($0) }) { throw SMSLogFault.noDraft(other.text) }
        } else if !all {
            addresses = [try await model.begun(nil)]
        }
        guard let first = addresses.first else { throw CommandFault.noDraft }
        if !yes {
            try await context.confirm(
                addresses.count == 1
                    ? Strings.promptDiscard(name: try await model.service.people.contact(first)?.name ?? first.text)
                    : Strings.promptDiscardAll(count: addresses.count))
        }
        let dropped = try await model.service.drafts.discard(addresses)
        let facts = Fact("numbers", .list(dropped.map { .text($0.address.text) }))
        return dropped.count == 1
            ? .message(Strings.discarded(name: dropped[0].displayName), facts)
            : .message(Strings.discardedAll(count: dropped.count), facts)
    }
}

extension SMSLogModel {
    package func unfinished() async throws -> [UnfinishedWork] {
        try await service.drafts.all().prefix(3).map {
            UnfinishedWork(title: $0.state.draft?.text ?? "", command: DraftCommands.resuming($0.address))
        }
    }

    /// The address of a draft: of a word, or without one of the conversation in view, or else of the newest draft.
    ///
    /// - Throws: `SMSLogFault.noDraft`, `CommandFault.noDraft`.
    func begun(_ word: String?) async throws -> Address {
        if let word { return try await service.drafts.address(of: word) }
        if let address = regarded?.address, try await service.drafts.draft(for: address) != nil { return address }
        guard let last = try await service.drafts.all().first else { throw CommandFault.noDraft }
        return last.address
    }
}
