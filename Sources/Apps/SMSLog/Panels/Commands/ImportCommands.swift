// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
package import AtriumKit
package import AtriumSession
import AtriumStores
import Foundation
package import MessageFormats
import SMSLogLogic

/// Messages from files.
@MainActor
enum ImportCommands {
    static let all: [Command<SMSLogModel>] = [importFile]

    /// The number of refused rows to report one by one.
    private static let mostListed = 20

    /// The user’s name in a chat that does not show it.
    nonisolated static let me = Parameter.option(.word("me", placeholder: "NAME", summary: Strings.optionMe))
    /// The order of dates in a chat that does not show it.
    nonisolated static let dates = Parameter.option(.choice("dates", DateOrder.self, summary: Strings.optionDates))

    /// The time zone of a table.
    nonisolated static let timeZone = Parameter.option(
        .word("time-zone", as: ZoneReference.self, placeholder: "PLACE", summary: Strings.optionTimeZone))
    /// The meanings of a table’s columns.
    nonisolated static let columns = Parameter.option(
        .word("columns", as: TableMapping.self, placeholder: "DEFINITION", summary: Strings.optionColumns))
    /// The word of a table for messages that the user sent.
    nonisolated static let sent = Parameter.option(
        .word("sent", placeholder: "VALUE", summary: Strings.optionSentWord))

    private static let importFile = Command<SMSLogModel>(
        "import", category: .exchange, summary: Strings.commandImport,
        parameters: .file("file", summary: Strings.parameterFile),
        .flag("check", summary: Strings.optionCheck),
        .flag("corporate", summary: Strings.optionCorporateBook),
        me, dates, timeZone, columns, sent, .option(store("to", Strings.optionStoreTo)),
        examples: [
            "import ~/sms-20260101.xml", "import ~/sms-20260101.xml --check", "import family.txt --me Ana --dates dmy",
            "import table.csv --columns \"date=When,text=Body,from=Sender,to=Recipient\"",
            "import table.csv --sent Out --time-zone Europe/Paris", "import old.xml --to archive",
            "import colleagues.vcf --corporate",
        ]
    ) { model, context, file, isCheck, isCorporate, me, dates, zone, columns, sent, store in
        let path = context.path(of: file)
        let prompter = context.prompter
        let kept = try await model.log(named: store, context)
        let log = isCheck ? try await kept.copied() : kept
        try await model.tellPeople(to: log, of: kept)
        var choices = ImportChoices(
            me: me, dates: dates, columns: columns, sent: sent, timeZone: zone?.timeZone, isCorporate: isCorporate)
        choices.notices = SignalNotices.words(in: context.language)
        let asked = choices
        let files = try await reading(path) {
            try await log.importFiles(at: path, choices: asked) { done, total in
                await prompter.progress(bytes: done, of: total)
            }
        }
        if log === model.service {
            if ImportTotal(files).saved.added == 1, let address = try await log.lastConversation() {
                await model.didMakeMessage(with: address)
            }
        } else if !isCheck {
            try await model.service.journal(changeOf: log)
        }
        return reply(files, isCheck: isCheck)
    }

    /// The store that a command names for itself.
    nonisolated static func store(_ name: String, _ summary: LocalizedText) -> Parameter<String> {
        .word(
            name, placeholder: "STORE", values: .item("store"), summary: summary,
            terms: MessageStoreChoice.offered().map {
                ParameterSpec.Term($0.isBeginning ? $0.value + "FILE" : $0.value, $0.summary)
            })
    }

    /// Reads files; of one that cannot be read the fault is that of all commands.
    static func reading<Result>(_ path: String, _ read: () async throws -> Result) async throws -> Result {
        do { return try await read() } catch ImportFault.unreadable(let reason) {
            throw CommandFault.file(path: path, number: reason)
        }
    }

    private static func reply(_ files: [ImportedFile], isCheck: Bool) -> Reply {
        let total = ImportTotal(files)
        let saved = total.saved
        let text =
            isCheck
            ? Strings.checked(added: saved.added, duplicates: saved.duplicates, refused: total.refused)
            : Strings.imported(added: saved.added, duplicates: saved.duplicates, refused: total.refused)
        return Reply(
            .message(
                text,
                facts: [
                    Fact("added", .number(saved.added)), Fact("duplicates", .number(saved.duplicates)),
                    Fact("refreshed", .number(saved.refreshed)), Fact("removed", .number(saved.removed)),
                    Fact("contacts", .number(saved.named)), Fact("refused", .number(total.refused)),
                    Fact("remarks", .number(total.remarks)),
                    Fact("attachments", .number(saved.attachments)), Fact("calls", .number(total.calls)),
                    Fact("replaced", .number(total.replaced)),
                    Fact("declared", total.declared.map { .number($0) } ?? .none),
                    Fact("bytes", .number(total.bytes)), Fact("complete", .flag(!total.isPartial)),
                ] + account(of: total).facts), notices: files.flatMap(notices),
            status: total.isPartial ? .failure : .success)
    }

    /// The results of an import, by kinds.
    private static func account(of total: ImportTotal) -> ExchangeAccount {
        ExchangeAccount(
            kept: total.saved.count - total.saved.removed + total.contacts, changed: total.remarks,
            leftOut: total.refused + total.saved.removed, reasons: total.reasons.byName)
    }

    /// The notices on a file, with its name if there are several.
    static func notices(_ file: ImportedFile) -> [LocalizedText] {
        let said =
            switch file.result {
            case .success(let report): notices(report)
            case .failure(let fault): [fault.sentence]
            }
        guard let name = file.name else { return said }
        return said.map { text in
            LocalizedText(as: text) { language in language.text(text.string(in: language), behind: name) }
        }
    }

    private static func notices(_ report: ImportReport) -> [LocalizedText] {
        var notices = report.refused.prefix(mostListed).map { $0.sentence }
        if report.refusedCount > notices.count {
            notices.append(Strings.refusedMore(count: report.refusedCount - notices.count))
        }
        notices += report.remarks.prefix(mostListed).map { $0.sentence }
        if report.remarkCount > mostListed { notices.append(Strings.keptMore(count: report.remarkCount - mostListed)) }
        if report.saved.named > 0 { notices.append(Strings.importContacts(count: report.saved.named)) }
        if report.calls > 0 { notices.append(Strings.importCalls(count: report.calls)) }
        if report.saved.refreshed > 0 { notices.append(Strings.importRefreshed(count: report.saved.refreshed)) }
        if report.saved.removed > 0 { notices.append(Strings.importRemoved(count: report.saved.removed)) }
        if report.saved.missingData > 0 { notices.append(Strings.attachmentsMissing(count: report.saved.missingData)) }
        if report.replacedCharacters > 0 { notices.append(Strings.replaced(count: report.replacedCharacters)) }
        if report.isMiscounted, let declared = report.declaredCount {
            notices.append(Strings.miscounted(declared: declared, found: report.found))
        }
        switch report.ending {
        case .cancelled:
            notices.append(CommandFault.cancelled.sentence)
            notices.append(kept(by: report))
            notices.append(Strings.importAgain)
        case .fault(.damagedDatabase):
            // Numbers of messages do not show how far it came.
            notices.append(Strings.importDamagedDatabase)
            notices.append(kept(by: report))
        case .fault(let fault):
            notices.append(fault.sentence)
            notices.append(extent(of: report))
        case .store(let fault):
            // The store’s own sentence says that nothing was changed.
            if case .busy = fault { notices.append(Strings.importBusy) } else { notices.append(fault.sentence) }
            notices.append(kept(by: report))
            notices.append(Strings.importAgain)
        case nil: break
        }
        return notices
    }
}

extension DateOrder: CommandChoice {
    package var meaning: LocalizedText? {
        switch self {
        case .dmy: Strings.dateOrderDmy
        case .mdy: Strings.dateOrderMdy
        case .ymd: Strings.dateOrderYmd
        }
    }
}

extension ImportCommands {
    /// The stored part of an import that was ended from outside: it had read on, past the stored part.
    private static func kept(by report: ImportReport) -> LocalizedText {
        guard let declared = report.declaredCount else { return Strings.importKept(found: report.found) }
        return Strings.importKeptOf(found: report.found, declared: declared)
    }

    /// The stored part of an import whose file could not be read on.
    private static func extent(of report: ImportReport) -> LocalizedText {
        if let declared = report.declaredCount {
            return Strings.importExtentOf(found: report.found, declared: declared, line: report.line)
        }
        return Strings.importExtent(found: report.found, line: report.line)
    }
}

extension RefusedRow {
    /// The line, and the reason.
    fileprivate var sentence: LocalizedText {
        switch reason {
        case .missingName: Strings.refusedMissingName(line: line)
        case .missingAddress: Strings.refusedMissingAddress(line: line)
        case .missingDate: Strings.refusedMissingDate(line: line)
        case .broken: Strings.refusedBroken(line: line)
        case .brokenCard: Strings.refusedBrokenCard(line: line)
        case .headlessCard: Strings.refusedHeadlessCard(line: line)
        case .brokenRow: Strings.refusedBrokenRow(line: line)
        case .brokenJSON: Strings.refusedBrokenJSON(line: line)
        case .missingValue(let name): Strings.refusedMissingValue(line: line, name: name)
        case .strayText: Strings.refusedStrayText(line: line)
        case .unknownElement(let name): Strings.refusedUnknownElement(line: line, name: name)
        case .missingType: Strings.refusedMissingType(line: line)
        case .unknownType(let text): Strings.refusedUnknownType(line: line, text: text)
        case .damagedMessage: Strings.refusedDamagedMessage(number: line)
        }
    }
}

extension RowRemark {
    /// The line, and the action.
    fileprivate var sentence: LocalizedText {
        switch reason {
        case .missingBody: Strings.keptMissingBody(line: line)
        case .missingDate: Strings.keptMissingDate(line: line)
        case .sendingDate: Strings.keptSendingDate(line: line)
        case .writtenDate: Strings.keptWrittenDate(line: line)
        case .dateBefore: Strings.keptDateBefore(line: line)
        case .badDate(let text): Strings.keptBadDate(line: line, text: text)
        case .missingAddress: Strings.keptMissingAddress(line: line)
        case .missingNumber(let name): Strings.keptMissingNumber(line: line, name: name)
        case .missingValue(let name): Strings.keptMissingValue(line: line, name: name)
        case .badValue(let name, let text): Strings.keptBadValue(line: line, name: name, value: text)
        case .missingLongText: Strings.keptMissingLongText(line: line)
        case .unknownType(let type): Strings.keptUnknownType(line: line, type: type)
        case .unreadablePart(let type): Strings.keptUnreadablePart(line: line, type: type)
        case .damagedPart(let type): Strings.keptDamagedPart(line: line, type: type)
        case .missingPieces(let count): Strings.keptMissingPieces(line: line, count: count)
        case .strayText: Strings.keptStrayText(line: line)
        case .unknownElement(let name): Strings.keptUnknownElement(line: line, name: name)
        case .unaddressedMessage: Strings.keptUnaddressedMessage(number: line)
        case .undatedMessage: Strings.keptUndatedMessage(number: line)
        case .undatedFirstMessage: Strings.keptUndatedFirstMessage(number: line)
        case .emptyMessage: Strings.keptEmptyMessage(number: line)
        case .unknownColumns(let names):
            LocalizedText("kept.unknownColumns") { [line] language in
                let names = language.list(names.map { language.quoted($0) })
                return Strings.keptUnknownColumns(line: line, names: names).string(in: language)
            }
        case .absentFile(let name): Strings.keptAbsentFile(line: line, name: name)
        case .missingFile(let name): Strings.keptMissingFile(number: line, name: name)
        case .secondName(let name, let number, let other):
            Strings.keptSecondName(line: line, name: name, number: number, other: other)
        }
    }
}

/// Messages of a file, without storing any.
@MainActor
enum LookCommands {
    static let all: [Command<SMSLogModel>] = [look]

    private nonisolated static let file = Parameter.file("file", summary: Strings.parameterLook)

    private static let look = Command<SMSLogModel>(
        "look", category: .exchange, summary: Strings.commandLook,
        parameters: .optional(file),
        .flag("end", summary: Strings.optionEnd), ImportCommands.me, ImportCommands.dates,
        ImportCommands.timeZone, ImportCommands.columns, ImportCommands.sent,
        examples: ["look ~/sms-20260101.xml", "look --end"]
    ) { model, context, file, ends, me, dates, zone, columns, sent in
        guard !ends else {
            if let file { throw CommandFault.unexpected(file.word) }
            try model.endLook()
            return .message(Strings.lookEnded)
        }
        guard let file else { throw CommandFault.missing(LookCommands.file) }
        let path = context.path(of: file)
        let prompter = context.prompter
        let (log, files) = try await ImportCommands.reading(path) {
            try await model.service.look(
                at: path, among: model.stores,
                choices: ImportChoices(me: me, dates: dates, columns: columns, sent: sent, timeZone: zone?.timeZone)
            ) { done, total in
                await prompter.progress(bytes: done, of: total)
            }
        }
        model.look(at: log)
        return try await reply(log, files)
    }

    private static func reply(_ log: SMSLogService, _ files: [ImportedFile]) async throws -> Reply {
        let (tally, total) = (try await log.tally(), ImportTotal(files))
        let name = if case .look(let name) = log.origin { name } else { "" }
        return Reply(
            .message(
                Strings.looking(messages: tally.all, conversations: tally.conversations, name: name),
                facts: [
                    Fact("file", .text(name)), Fact("messages", .number(tally.all)),
                    Fact("conversations", .number(tally.conversations)), Fact("refused", .number(total.refused)),
                ]), notices: files.flatMap(ImportCommands.notices),
            status: total.isPartial ? .failure : .success)
    }
}

extension TableMapping: CommandValue {
    /// Reads `date=When,text=Body`.
    package init(_ word: CommandWord, of name: String) throws(CommandFault) {
        do throws(TableMappingFault) { try self.init(word.text) } catch {
            throw .notAChoice(name: name, value: error.part, choices: TableColumn.allCases.map { "\($0.word)=" })
        }
    }

    /// The choice as it can be typed.
    package var word: String {
        columns.sorted { $0.key.word < $1.key.word }.map { "\($0.key.word)=\($0.value)" }
            .joined(separator: ",")
    }
}

/// A time zone that a user names: `Europe/Paris`, `UTC`, `+02:00`.
struct ZoneReference: CommandValue, Hashable {
    let timeZone: Zone
    /// The typed text.
    let word: String

    /// - Throws: `CommandFault.notSuchAs` for text that names none.
    init(_ word: CommandWord, of name: String) throws(CommandFault) {
        guard let zone = Self.zone(word.text) else {
            throw .notSuchAs(name: name, value: word.text, examples: ["Europe/Paris", "UTC", "+02:00"])
        }
        timeZone = zone
        self.word = word.text
    }

    private static func zone(_ text: String) -> Zone? {
        guard let sign = text.first, "+-".contains(sign) else {
            // Abbreviations are not distinguished: CST is three of them.
            return text.contains("/") || text == "UTC" ? Zone(identifier: text) : nil
        }
        let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        let digits = parts.joined()
        guard parts.count < 3, [2, 4].contains(digits.count), digits.allSatisfy(\.isNumber),
            let hours = Int(digits.prefix(2)), let minutes = Int("0" + digits.dropFirst(2)), hours < 15, minutes < 60
        else { return nil }
        return Zone(secondsFromGMT: (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60))
    }
}
