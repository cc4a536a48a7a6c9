// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogLogic
import Session

/// Messages to files.
@MainActor
enum ExportCommands {
    static let all: [Command<SMSLogModel>] = [export]

    private static let export = Command<SMSLogModel>(
        "export", category: .exchange, summary: Strings.commandExport,
        parameters: .flag("calls", summary: Strings.optionCalls), .flag("force", summary: Strings.optionForce),
        .file("file", summary: Strings.parameterExport), examples: ["export sms.xml", "export --calls calls.xml"]
    ) { model, context, calls, force, file in
        let path = try context.writablePath(of: file)
        let prompter = context.prompter
        let report = try await model.service.export(to: path, calls: calls, isReplacing: force) { done, total in
            await prompter.progress(done, of: total)
        }
        let notices =
            report.left == 0
            ? []
            : calls ? [Strings.exportLeftMessages(count: report.left)] : [Strings.exportLeftCalls(count: report.left)]
        return .message(
            calls
                ? Strings.exportedCalls(count: report.written, path: path)
                : Strings.exported(count: report.written, path: path), Fact("count", .number(report.written)),
            Fact("path", .text(path)), notices: notices)
    }
}
