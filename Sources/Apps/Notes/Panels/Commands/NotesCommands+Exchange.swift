// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumKit
import AtriumSession
import AtriumTerminal
import NoteFormats
import NotesLogic

extension NotesCommands {
    /// Notes in and out.
    static let exchange: [Command<NotesModel>] = [importing, exporting, syncing]

    /// The most problems that are listed one by one.
    private static let mostListedProblems = 20

    private static let importing = Command<NotesModel>(
        "import", category: .exchange, summary: Strings.commandImport,
        parameters: readFormat, notebookOption, .flag("check", summary: Strings.optionImportCheck),
        .file("path", summary: Strings.parameterImport),
        examples: ["import notes.json", Strings.examplesImport, "import --check Vault", "import Vault"]
    ) { model, context, format, notebook, isCheck, file in
        try await model.welcome()
        let prompter = context.prompter
        let new = AddedNotes()
        // Also if the import does not finish: its notes so far are here.
        defer { model.didAdd(new.ids) }
        let report = try await model.service.importNotes(
            from: context.path(of: file), as: format,
            dateOrder: context.language == .english ? .monthFirst : .dayFirst, into: notebook ?? "",
            asking: model.sealedNoteQuestions(prompter), isCheck: isCheck,
            added: { new.ids += $0 }, progress: { done, total in prompter.progress(done, of: total) })
        if new.ids.count == 1 { await model.read(made: new.ids[0]) }
        if let checked = report.checked { return reply(report, checked: checked) }
        if report.kept == 0, report.problems.count == 1 || report.isWhole || report.isCut,
            // If the file is truncated, problems of its entries are less important.
            let problem = report.problems.first(where: { $0.reason == .truncated }) ?? report.problems.first
        {
            throw ImportFault(problem: problem)
        }
        return reply(report)
    }

    /// The reply of a check, which imports nothing.
    private static func reply(_ report: ImportReport, checked: Int) -> Reply {
        Reply(
            .message(
                Strings.importChecked(count: checked, sealed: report.checkedSealed),
                facts: [
                    Fact("found", .number(checked)), Fact("sealed", .number(report.checkedSealed)),
                    Fact("problems", .number(report.problems.count)), Fact("unread", .number(report.unread.count)),
                    Fact("unlinked", .list(report.unlinked.map { .text($0) })),
                    Fact("complete", .flag(report.isWhole && report.leftOut == 0)),
                ] + report.account.facts), notices: problems(of: report), status: report.isWhole ? .success : .failure)
    }

    /// The problems of a source.
    private static func problems(of report: ImportReport) -> [LocalizedText] {
        var notices = report.problems.prefix(mostListedProblems).map(\.sentence)
        let rest = report.problems.count - notices.count
        if rest > 0 { notices.append(Strings.importMoreProblems(count: rest)) }
        if !report.unread.isEmpty { notices.append(Strings.importUnread(kinds: report.unread.text)) }
        if !report.unlinked.isEmpty {
            let count = report.unlinked.count
            let names = Array(report.unlinked.prefix(mostListedProblems)) + (count > mostListedProblems ? ["…"] : [])
            notices.append(.listing(names) { Strings.importUnlinked(count: count, names: $0) })
        }
        if report.isOfUnfinishedExport { notices.append(Strings.importOfUnfinished) }
        return notices
    }

    /// The reply of an import, the same for all formats: left out notes make it a failure.
    private static func reply(_ report: ImportReport) -> Reply {
        var notices = problems(of: report)
        if report.hasSetPassword { notices.append(Strings.importSetPassword) }
        notices += NoteReplies.renamed(report.renamed)
        if report.strayLinks > 0 { notices.append(Strings.importStrayLinks(count: report.strayLinks)) }
        let missing = report.leftOut + report.partial
        if missing > 0, report.ending == nil {
            // The number of notes behind the end of a truncated file is unknown.
            notices.append(
                report.isCut
                    ? Strings.importLeftOutCut(count: missing, kept: report.kept)
                    : Strings.importLeftOut(count: missing, kept: report.kept, found: report.found))
        }
        switch report.ending {
        case .cancelled: notices.append(Strings.importCancelled(kept: report.kept, found: report.found))
        case .failed(let fault):
            notices.append(fault.sentence)
            notices.append(Strings.importBroken(kept: report.kept, found: report.found))
        case nil: break
        }
        return Reply(
            .message(
                Strings.imported(added: report.added, known: report.known),
                facts: [
                    Fact("added", .number(report.added)), Fact("known", .number(report.known)),
                    Fact("sealed", .number(report.sealed)), Fact("problems", .number(report.problems.count)),
                    Fact("found", .number(report.found)), Fact("unread", .number(report.unread.count)),
                    Fact("unlinked", .list(report.unlinked.map { .text($0) })),
                    Fact("complete", .flag(report.isWhole && report.leftOut == 0)),
                ] + report.account.facts), notices: notices, status: report.isWhole ? .success : .failure)
    }

    private static let exporting = Command<NotesModel>(
        "export", category: .exchange, summary: Strings.commandExport,
        parameters: writtenFormat, .flag("trash", summary: Strings.optionExportTrash),
        .flag("force", summary: Strings.optionForce),
        .file("path", summary: Strings.parameterExport),
        .optional(query("query", summary: Strings.parameterQuery)),
        examples: ["export notes.json", Strings.examplesExport, "export Vault"], audited: .export
    ) { model, context, format, trash, force, file, query in
        try await model.welcome()
        let prompter = context.prompter
        let path = try context.exportPath(of: file)
        guard let format = format ?? ExchangeFormat(of: path) else {
            throw CommandFault.unknownEnding(path: path, endings: ExchangeFormat.endings)
        }
        try await model.unlock(toExport: query, as: format, keepingTrash: trash, context)
        let report = try await model.service.exportNotes(
            to: path, as: format, query: query, keepingTrash: trash, replacing: force,
            progress: { done, total in prompter.progress(done, of: total) },
            visible: { Sanitizer.visible($0, keepingNewlines: true) })
        return Reply(
            .message(
                Strings.exported(count: report.written, path: path),
                facts: [
                    Fact("count", .number(report.written)), Fact("path", .text(path)),
                    Fact("sealed", .number(report.sealed)), Fact("clear", .number(report.clear.count)),
                ] + report.account.facts),
            notices: (report.followsUnfinished ? [Strings.exportFollowsUnfinished(path: path)] : [])
                + (report.sealed == 0 ? [] : [Strings.exportSealed(count: report.sealed)])
                + (report.protected == 0 ? [] : [Strings.exportProtected(count: report.protected)])
                + report.clear.prefix(mostListedProblems).map { Strings.exportClear(file: $0) }
                + report.damaged.map { NotesFault.damaged($0).sentence }
                + (report.trashed == 0 ? [] : [Strings.exportTrashed(count: report.trashed)])
                + (report.leftFiles == 0 ? [] : [Strings.exportLeftFiles(count: report.leftFiles)])
                + (report.changed == 0 ? [] : [Strings.exportChanged(count: report.changed)])
                + (report.leftParts.isEmpty ? [] : [leftParts(of: report)]))
    }

    /// The notice about what a format has no place for.
    private static func leftParts(of report: ExportReport) -> LocalizedText {
        let parts = NotePart.allCases.compactMap { part in report.leftParts[part].map { part.counted($0) } }
        return LocalizedText { language in
            Strings.exportLeftParts(parts: language.list(parts.map { $0.string(in: language) }))
        }
    }

    private static let syncing = Command<NotesModel>(
        "sync", category: .exchange, summary: Strings.commandSync, examples: ["sync"]
    ) { model, context in
        var synced: Result<SyncedNotes, any Error> = .failure(CommandFault.noAnswer)
        try await context.prompter.lendTerminal { mayAsk in
            do { synced = .success(try await model.service.sync(mayAsk: mayAsk)) } catch { synced = .failure(error) }
        }
        let (came, went) = try (synced.get().came, synced.get().went)
        return .message(
            came + went == 0 ? Strings.syncedNothing : Strings.synced(came: came, went: went),
            Fact("came", .number(came)), Fact("went", .number(went)))
    }
}

extension ImportReport {
    /// The result, by kinds.
    fileprivate var account: ExchangeAccount {
        ExchangeAccount(
            kept: checked ?? kept, changed: partial + problems.count { !$0.leavesOut && !$0.losesNote },
            leftOut: leftOut, reasons: reasons.byName)
    }
}

extension NotePart {
    /// The name of the data, with the number of notes that have it.
    fileprivate func counted(_ count: Int) -> LocalizedText {
        switch self {
        case .notebooks: Strings.exportPartNotebooks(count: count)
        case .pins: Strings.exportPartPins(count: count)
        case .tasks: Strings.exportPartTasks(count: count)
        case .dueDates: Strings.exportPartDueDates(count: count)
        case .repetitions: Strings.exportPartRepetitions(count: count)
        case .properties: Strings.exportPartProperties(count: count)
        case .otherNames: Strings.exportPartOtherNames(count: count)
        }
    }
}

extension ExportReport {
    /// The result, by kinds.
    fileprivate var account: ExchangeAccount {
        ExchangeAccount(
            kept: written, leftOut: protected + trashed + damaged.count,
            reasons: [
                "protected": protected, "trashed": trashed, "damaged": damaged.count, "attachments": leftFiles,
                "changed": changed,
            ].merging(leftParts.map { ($0.key.rawValue, $0.value) }) { $1 })
    }
}
