// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Foundation
import NotesDomain
import NotesLogic
import Session
import Terminal

extension NotesCommands {
    /// Notes in and out.
    static let exchange: [Command<NotesModel>] = [importing, exporting, syncing]

    /// So many problems are told of one by one.
    private static let toldProblems = 20

    private static let importing = Command<NotesModel>(
        "import", category: .exchange, summary: Strings.commandImport,
        parameters: readFormat, notebookOption,
        .file("path", summary: Strings.parameterImport),
        examples: ["import notes.json", "import --in journal diary.txt", "import Vault"]
    ) { model, context, format, notebook, file in
        try await model.welcome()
        let prompter = context.prompter
        let new = AddedNotes()
        // Also where it comes to no end: what is here by then is.
        defer { model.didAdd(new.ids, by: "import") }
        let report = try await model.service.importNotes(
            from: context.path(of: file), as: format,
            dateOrder: context.language == .english ? .monthFirst : .dayFirst, into: notebook ?? "",
            added: { new.ids += $0 }, progress: { done, total in prompter.progress(done, of: total) })
        if report.kept == 0, report.problems.count == 1 || report.leftOut == 0 || report.isCut,
            // Where the file is cut off, what is wrong with its entries is the lesser news.
            let problem = report.problems.first(where: { $0.reason == .truncated }) ?? report.problems.first
        {
            throw ImportFault(problem: problem)
        }
        return reply(report)
    }

    /// What came of an import, the same for all formats: what was left out makes it a failure.
    private static func reply(_ report: ImportReport) -> Reply {
        var notices = report.problems.prefix(toldProblems).map(\.sentence)
        let rest = report.problems.count - notices.count
        if rest > 0 { notices.append(Strings.importMoreProblems(count: rest)) }
        if report.isOfUnfinishedExport { notices.append(Strings.importOfUnfinished) }
        if report.strayLinks > 0 { notices.append(Strings.importStrayLinks(count: report.strayLinks)) }
        if report.leftOut > 0 {
            // Nobody knows how many more there were behind the end of a file that was cut.
            notices.append(
                report.isCut
                    ? Strings.importLeftOutCut(count: report.leftOut, kept: report.kept)
                    : Strings.importLeftOut(count: report.leftOut, kept: report.kept, found: report.found))
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
                    Fact("problems", .number(report.problems.count)), Fact("found", .number(report.found)),
                    Fact("leftOut", .number(report.leftOut)), Fact("complete", .flag(report.isWhole)),
                ]), notices: notices, status: report.isWhole ? .success : .failure)
    }

    private static let exporting = Command<NotesModel>(
        "export", category: .exchange, summary: Strings.commandExport,
        parameters: writtenFormat, .flag("trash", summary: Strings.optionExportTrash),
        .flag("force", summary: Strings.optionForce),
        .file("path", summary: Strings.parameterExport),
        .optional(query("query", summary: Strings.parameterQuery)),
        examples: ["export notes.json", "export notes.html tag:trip", "export Vault"]
    ) { model, context, format, trash, force, file, query in
        try await model.welcome()
        let prompter = context.prompter
        let path = try context.writablePath(of: file)
        let report = try await model.service.exportNotes(
            to: path, as: format ?? NotesCommands.format(of: path), query: query, keepingTrash: trash, replacing: force,
            progress: { done, total in prompter.progress(done, of: total) },
            visible: { Sanitizer.visible($0, keepingNewlines: true) })
        return .message(
            Strings.exported(count: report.written, path: path), Fact("count", .number(report.written)),
            Fact("path", .text(path)),
            notices: (report.followsUnfinished ? [Strings.exportFollowsUnfinished(path: path)] : [])
                + (report.protected == 0 ? [] : [Strings.exportProtected(count: report.protected)])
                + (report.trashed == 0 ? [] : [Strings.exportTrashed(count: report.trashed)])
                + (report.leftFiles == 0 ? [] : [Strings.exportLeftFiles(count: report.leftFiles)]))
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

    private static func format(of path: String) -> ExchangeFormat {
        switch (path as NSString).pathExtension.lowercased() {
        case "json": .json
        case "html", "htm": .html
        case "txt", "jrnl", "journal": .jrnl
        case "enex": .enex
        default: .markdown
        }
    }
}
