// SPDX-License-Identifier: GPL-3.0-or-later

import AccountLogic
import AtriumBackups
import AtriumKit
import AtriumSession

/// The replies about backups.
@MainActor
enum BackupReplies {
    /// Whether backups are made by themselves, and the last one that a command made.
    static func states(of model: AccountModel) -> [LocalizedText] {
        [
            model.world.server.map { Strings.backupsServer(address: $0) }
                ?? (!model.wantsDailyBackups
                    ? Strings.backupsDailyOff
                    : model.role == .member ? Strings.backupsDailyOwn : Strings.backupsDailyOn),
            model.lastBackup.map { Strings.backupsLast(time: CivilTime($0, in: model.zone).dateAndTime) }
                ?? Strings.backupsLastNone,
        ]
    }

    /// The backups that were made by themselves.
    static func records(of model: AccountModel) -> Records {
        Records(
            model.backups,
            [
                .init("time", Strings.columnTime) { .timestamp($0.made) },
                .init("kind", Strings.columnKind) { .word(key: $0.kind.rawValue, $0.kind.title) },
                .init("bytes", Strings.columnSize, isRightAligned: true) { backup in
                    .amount(backup.size, LocalizedText { LocalizedText(verbatim: FileSize(backup.size).text(in: $0)) })
                },
                .init("path", Strings.columnFile) { .text($0.path) },
            ], whenEmpty: model.wantsDailyBackups ? Strings.backupsNoneYet : Strings.backupsNone, hasHeadings: true)
    }
}

extension AutomaticBackup.Kind {
    /// The reason for people.
    var title: LocalizedText {
        switch self {
        case .daily: Strings.backupKindDaily
        case .beforeImport: Strings.backupKindFormer
        }
    }
}
