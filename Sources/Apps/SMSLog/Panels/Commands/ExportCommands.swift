// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSearch
package import AtriumSession
import AtriumTerminal
import MessageFormats
package import SMSLogLogic

/// Messages to files.
@MainActor
enum ExportCommands {
    static let all: [Command<SMSLogModel>] = [export]

    private static let export = Command<SMSLogModel>(
        "export", category: .exchange, summary: Strings.commandExport,
        parameters: .option(
            .choice("format", ExportFormat.self, among: ExportFormat.all, summary: Strings.optionFormat)),
        .flag("legal", summary: Strings.optionLegal), .flag("calls", summary: Strings.optionCalls),
        .flag("new", summary: Strings.optionNew),
        .flag("bom", summary: Strings.optionBom), .flag("force", summary: Strings.optionForce),
        .option(ImportCommands.store("from", Strings.optionStoreFrom)),
        .file("file", summary: Strings.parameterExport),
        .optional(
            .query(
                "query", values: .item("term"), summary: Strings.parameterExportQuery,
                terms: MessageQueryKey.allTerms)),
        examples: [
            "export sms.xml", "export --calls calls.xml", "export --new messages.json", "export bob.csv in:bob",
            "export pages", "export --legal evidence in:bob", "export --from archive old.xml",
        ], audited: .export
    ) { model, context, format, legal, calls, new, bom, force, store, file, query in
        let path = try context.exportPath(of: file)
        // A signed folder may have any name.
        let written = format ?? ExportFormat(of: path) ?? (legal ? ExportFormat.all.first : nil)
        guard let written else {
            throw CommandFault.unknownEnding(path: path, endings: ExportFormat.endings)
        }
        var request = ExportRequest(to: path, as: written)
        request.query = query
        request.isOfCalls = calls
        request.isIncremental = new
        request.hasByteOrderMark = bom
        request.isReplacing = force
        try check(request, isSigned: legal, says: format)
        let log = try await model.log(named: store, context)
        if legal { return try await LegalCommands.export(request, of: log, context) }
        let prompter = context.prompter
        let report = try await log.exports.export(request, texts: texts(in: context.language)) { done, total in
            await prompter.progress(done, of: total)
        }
        return reply(report, to: request)
    }

    /// Looks whether every option means something beside the others.
    ///
    /// - Throws: `ExportFault.notTogether`.
    private static func check(_ request: ExportRequest, isSigned: Bool, says format: ExportFormat?) throws(ExportFault)
    {
        let options = [
            (request.isIncremental, "--new"), (request.isReplacing, "--force"), (request.hasByteOrderMark, "--bom"),
            (format != nil, "--format"),
        ]
        if isSigned, let other = options.first(where: \.0) { throw .notTogether("--legal", other.1) }
        guard request.hasByteOrderMark, request.format.rawValue != "csv" else { return }
        throw .notTogether("--bom", "--format \(request.format.rawValue)")
    }

    private static func reply(_ report: ExportReport, to request: ExportRequest) -> Reply {
        let count = Fact("count", .number(report.written))
        guard let path = report.path else {
            return .message(Strings.exportNothingNew(path: request.path), count, Fact("path", .none))
        }
        var notices = report.followsUnfinished ? [Strings.exportFollowsUnfinished(path: path)] : []
        if report.left > 0 {
            notices.append(
                request.isOfCalls
                    ? Strings.exportLeftMessages(count: report.left) : Strings.exportLeftCalls(count: report.left))
        }
        let account = ExchangeAccount(
            kept: report.written, leftOut: report.left,
            reasons: [request.isOfCalls ? "messages" : "calls": report.left])
        return Reply(
            .message(
                request.isOfCalls
                    ? Strings.exportedCalls(count: report.written, path: path)
                    : Strings.exported(count: report.written, path: path),
                facts: [count, Fact("path", .text(path))] + account.facts), notices: notices)
    }

    static func texts(in language: Language) -> PageTexts {
        PageTexts(
            language: language.rawValue, title: Strings.tabMessages.string(in: language),
            count: { Strings.foundCount(count: $0).string(in: language) },
            status: { $0.status.isPlain ? nil : $0.statusTitle.string(in: language) },
            call: { $0.text.string(in: language) }, missing: Strings.pageMissing.string(in: language),
            visible: { Sanitizer.visible($0, keepingNewlines: true) })
    }
}

extension ExportFormat: CommandChoice {
    package static var allCases: [ExportFormat] { all }

    package var meaning: LocalizedText? {
        switch rawValue {
        case "json": Strings.formatJson
        case "jsonl": Strings.formatJsonl
        case "csv": Strings.formatCsv
        case "xml": Strings.formatXml
        case "html": Strings.formatHtml
        default: nil
        }
    }
}
