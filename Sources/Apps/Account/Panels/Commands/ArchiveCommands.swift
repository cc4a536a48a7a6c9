// SPDX-License-Identifier: GPL-3.0-or-later

import AccountLogic
import AtriumKit
import AtriumSession

/// The commands that write all data of the user to a file, and bring it back.
@MainActor
enum ArchiveCommands {
    static var all: [Command<AccountModel>] { [backups, export, take] }

    private static let backups = Command<AccountModel>(
        "backups", category: .exchange, summary: Strings.commandBackups, examples: ["backups"]
    ) { model, _ in
        try await list(model)
    }

    /// The backups in the home.
    static func list(_ model: AccountModel) async throws -> Reply {
        model.show(.backups)
        return .onPanels {
            try await model.refreshBackups()
            return Reply(
                .records(BackupReplies.records(of: model)),
                notices: BackupReplies.states(of: model))
        }
    }

    private static let export = Command<AccountModel>(
        "export", category: .exchange, summary: Strings.commandExport,
        parameters: .flag("sealed", summary: Strings.optionSealed), .option(gone),
        .file("file", summary: Strings.parameterExport),
        examples: ["export ana.archive", "export --sealed ana.archive"], audited: .export
    ) { model, context, isSealed, number, file in
        guard let archives = context.archives else { return .nothing }
        var user: UserID?
        if let number {
            user = try await model.service.requireGone(number, for: model.session)
            guard try await !context.keptByApps(user).isEmpty else { throw AccountFault.noDataOf(number) }
        }
        try await context.prompter.identity(of: model) { try await model.service.confirm($0, for: model.session) }
        return try await archives.write(to: file, of: user, isSealed: isSealed, context)
    }

    /// The number of a user whose account is gone.
    static let gone = Parameter.number("of", placeholder: "N", summary: Strings.optionOf)

    private static let take = Command<AccountModel>(
        "import", category: .exchange, summary: Strings.commandImport,
        parameters: .flag("yes", summary: Strings.optionYes), .file("file", summary: Strings.parameterImport),
        examples: ["import ana.archive", "import --yes ana.archive"], isLasting: true, audited: .import
    ) { model, context, isConfirmed, file in
        guard let archives = context.archives else { return .nothing }
        return try await archives.read(file, isConfirmed: isConfirmed, context) {
            try await context.prompter.identity(of: model) {
                try await model.service.confirm($0, for: model.session)
            }
        }
    }
}
