// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
import SMSLogLogic
import Session

/// What was begun to be written, and not sent.
@MainActor
enum DraftCommands {
    static let all: [Command<SMSLogModel>] = [drafts, discard]

    /// The command that goes on with what was begun to be written to somebody.
    nonisolated static func resuming(_ address: Address) -> String {
        "send --resume \(CommandWord.quoted(address.text))"
    }

    private static let drafts = Command<SMSLogModel>(
        "drafts", category: .reading, summary: Strings.commandDrafts, parameters: .limit, examples: ["drafts"]
    ) { model, _, limit in
        var drafts = try await model.service.drafts().map { kept in
            (
                address: kept.party.address, name: kept.party.name, savedAt: kept.draft.savedAt,
                preview: Value.text(kept.draft.firstLine), command: resuming(kept.party.address), text: kept.draft.text
            )
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
                    .init("preview", Strings.columnText) { $0.preview },
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
        let begun = try await model.service.drafts().map(\.party.address)
        var addresses = begun
        if let selection {
            addresses = try await model.conversations(selection).ids
            if let other = addresses.first(where: { !begun.contains($0) }) { throw SMSLogFault.noDraft(other.text) }
        } else if !all {
            addresses = [try await model.begun(nil).address]
        }
        guard let first = addresses.first else { throw SMSLogFault.noDraft(nil) }
        if !yes {
            try await context.confirm(
                addresses.count == 1
                    ? Strings.promptDiscard(name: try await model.service.contact(first)?.name ?? first.text)
                    : Strings.promptDiscardAll(count: addresses.count))
        }
        let dropped = try await model.service.dropDrafts(for: addresses)
        let facts = Fact("numbers", .list(dropped.map { .text($0.party.address.text) }))
        return dropped.count == 1
            ? .message(Strings.discarded(name: dropped[0].displayName), facts)
            : .message(Strings.discardedAll(count: dropped.count), facts)
    }
}

extension SMSLogModel {
    package func unfinished() async throws -> [Unfinished] {
        try await service.drafts().prefix(3).map {
            Unfinished(title: $0.draft.text, command: DraftCommands.resuming($0.party.address))
        }
    }

    /// What was begun to be written to somebody; without a word in what is read, or else what was kept last.
    ///
    /// - Throws: `SMSLogFault.noDraft`.
    func begun(_ word: String?) async throws -> (address: Address, draft: ConversationDraft) {
        if let word {
            let address = try await service.recipient(word)
            guard let draft = try await service.draft(for: address) else { throw SMSLogFault.noDraft(word) }
            return (address, draft)
        }
        if let address = regarded?.address, let draft = try await service.draft(for: address) {
            return (address, draft)
        }
        guard let last = try await service.drafts().first else { throw SMSLogFault.noDraft(nil) }
        return (last.party.address, last.draft)
    }
}
