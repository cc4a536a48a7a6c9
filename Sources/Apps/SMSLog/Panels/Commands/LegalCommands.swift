// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import MessageFormats
import SMSLogLogic

/// Messages as evidence.
@MainActor
enum LegalCommands {
    static let all: [Command<SMSLogModel>] = [verify]

    /// The number of files, or messages, to name one by one.
    private static let named = 20

    /// Writes a signed folder; asks for the password of the signing key, and for a new one if there is none.
    static func export(_ request: ExportRequest, of log: SMSLogService, _ context: CommandContext) async throws -> Reply
    {
        let prompter = context.prompter
        let password: Secret
        if try await log.exports.signing.hasKey() {
            password = try await prompter.ask(untilRight: { try await prompter.askSecret(Strings.promptSigning) }) {
                try await log.exports.signing.check($0)
                return $0
            }
        } else {
            password = try await prompter.askNewPassword(
                Strings.promptSigningNew, again: Strings.promptSigningAgain
            ) { if $0.bytes.isEmpty { throw CommandFault.noPassword } }
        }
        let report = try await log.exports.exportSigned(
            request, password: password, texts: texts(in: context.language)
        ) { done, total in await prompter.progress(done, of: total) }
        return Reply(
            .message(
                Strings.exportedSigned(
                    messages: report.messages, exhibits: report.exhibits, path: report.path, key: report.key),
                facts: [
                    Fact("count", .number(report.messages)), Fact("exhibits", .number(report.exhibits)),
                    Fact("path", .text(report.path)), Fact("key", .text(report.key)),
                ] + ExchangeAccount(kept: report.messages).facts))
    }

    private static let verify = Command<SMSLogModel>(
        "verify", category: .exchange, summary: Strings.commandVerify,
        parameters: .option(.word("key", placeholder: "PUBKEY", summary: Strings.optionKey)),
        .file("folder", summary: Strings.parameterLegalFolder), examples: ["verify evidence"]
    ) { model, context, key, folder in
        let path = context.path(of: folder)
        let finding = try await model.service.verify(path, key: key)
        let own = try await model.service.exports.signing.verifyingKey()
        let isOwn = own != nil && finding.key == own
        return Reply(
            .message(
                finding.isIntact ? Strings.verifyIntact(count: finding.intact) : Strings.verifyChanged(path: path),
                facts: [
                    Fact("intact", .flag(finding.isIntact)), Fact("files", .number(finding.intact)),
                    Fact("altered", list(finding.altered)), Fact("missing", list(finding.missing)),
                    Fact("added", list(finding.added)),
                    Fact("messages", .list(finding.messages.map { .number($0) })),
                    Fact("signed", .flag(finding.comment != nil)), Fact("key", MessageReplies.optional(finding.key)),
                    Fact("own", .flag(isOwn)),
                ]), notices: notices(finding, isOwn: isOwn, isExpected: key != nil),
            status: finding.isIntact ? .success : .failure)
    }

    private static func list(_ names: [String]) -> Value { .list(names.map { .text($0) }) }

    private static func notices(_ finding: LegalFinding, isOwn: Bool, isExpected: Bool) -> [LocalizedText] {
        var notices: [LocalizedText] = []
        if let key = finding.key {
            if let ids = finding.otherKey {
                notices.append(Strings.verifyOtherKey(named: ids.named, expected: ids.expected))
            } else if finding.comment == nil {
                notices.append(Strings.verifyBadSignature(key: key))
            } else if isOwn {
                notices.append(Strings.verifyOwnKey(key: key))
            } else if !isExpected {
                notices.append(Strings.verifyForeignKey(key: key))
            }
        } else {
            notices.append(Strings.verifyNoKey)
        }
        if let comment = finding.comment { notices.append(said(comment)) }
        func add(_ names: [String], _ text: (String) -> LocalizedText) {
            notices += names.prefix(named).map(text)
            if names.count > named { notices.append(Strings.verifyMore(count: names.count - named)) }
        }
        add(finding.altered) { Strings.verifyAltered(name: $0) }
        add(finding.missing) { Strings.verifyMissing(name: $0) }
        add(finding.added) { Strings.verifyAdded(name: $0) }
        add(finding.messages.map(String.init)) { Strings.verifyMessage(number: $0) }
        return notices
    }

    /// The comment of a signature, in the language of the reader if it is from an export of ours.
    private static func said(_ comment: String) -> LocalizedText {
        guard let facts = LegalFacts(comment) else { return LocalizedText(verbatim: comment) }
        return facts.query.map { Strings.verifyMadeOf(time: facts.madeAt, zone: facts.zone, query: $0) }
            ?? Strings.verifyMade(time: facts.madeAt, zone: facts.zone)
    }

    private static func texts(in language: Language) -> LegalTexts {
        LegalTexts(
            page: ExportCommands.texts(in: language), sent: Strings.columnSent.string(in: language),
            received: Strings.legalReceived.string(in: language), from: Strings.legalFrom.string(in: language),
            to: Strings.legalTo.string(in: language), exhibit: Strings.legalExhibit.string(in: language),
            source: Strings.legalSource.string(in: language), status: Strings.columnStatus.string(in: language),
            kept: Strings.legalKept.string(in: language), user: Strings.legalUser.string(in: language))
    }
}
