// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
import Foundation
public import SMSLogLogic
package import Session

extension ImportFault: UserFacing {
    package var code: String {
        switch self {
        case .unreadable: "sms.import-unreadable"
        case .empty: "sms.import-empty"
        case .emptyFolder: "sms.import-empty-folder"
        case .linkedFolder: "sms.import-linked-folder"
        case .folderOfFiles: "sms.import-folder-of-files"
        case .hiddenFolder: "sms.import-hidden-folder"
        case .damagedArchive: "sms.import-damaged-archive"
        case .largeArchive: "sms.import-large-archive"
        case .archiveWithoutMessages: "sms.import-archive"
        case .sealed: "sms.import-sealed"
        case .notMessages: "sms.import-not-messages"
        case .damagedDatabase: "sms.import-damaged-database"
        case .sealedBackup: "sms.import-sealed-backup"
        case .backupWithoutMessages: "sms.import-backup"
        case .newer: "sms.import-newer"
        case .unknownSelf: "sms.import-self"
        case .unknownDateOrder: "sms.import-dates"
        case .unknownColumns: "sms.import-columns"
        case .absentColumn: "sms.import-column"
        case .unknownDirection: "sms.import-direction"
        case .legalTable: "sms.import-legal-table"
        case .signalPage: "sms.import-signal-page"
        case .blockedNumbers: "sms.import-blocked-numbers"
        case .unknownJSON: "sms.import-json"
        case .notXML: "sms.import-not-xml"
        case .notBackup: "sms.import-not-backup"
        case .doctype: "sms.import-doctype"
        case .malformed: "sms.import-malformed"
        case .truncated: "sms.import-truncated"
        case .tooDeep: "sms.import-too-deep"
        case .unsupportedEncoding: "sms.import-encoding"
        case .outOfMemory: "sms.import-memory"
        }
    }

    package var sentence: LocalizedText {
        switch self {
        case .unreadable(let reason): SystemReason.sentence(reason) { Strings.importUnreadable(reason: $0) }
        case .empty: Strings.importEmpty
        case .emptyFolder: Strings.importEmptyFolder
        case .linkedFolder: Strings.importLinkedFolder
        case .folderOfFiles: Strings.importFolderOfFiles
        case .hiddenFolder: Strings.importHiddenFolder
        case .damagedArchive: Strings.importDamagedArchive
        case .largeArchive: Strings.importLargeArchive
        case .archiveWithoutMessages: Strings.importArchiveWithoutMessages
        case .sealed: Strings.importSealed
        case .notMessages: Strings.importNotMessages
        case .damagedDatabase: Strings.importDamagedDatabase
        case .sealedBackup: Strings.importSealedBackup
        case .backupWithoutMessages: Strings.importBackupWithoutMessages
        case .newer(let version): Strings.importNewer(version: version)
        case .unknownSelf(let names): Strings.importUnknownSelf(names: Self.list(names))
        case .unknownDateOrder(let sample): Strings.importUnknownDateOrder(sample: sample)
        case .unknownColumns(let found, let missing):
            Strings.importUnknownColumns(
                names: Self.list(found), missing: missing.map(\.rawValue).joined(separator: ", "),
                option: missing.map { "\($0.rawValue)=…" }.joined(separator: ","))
        case .absentColumn(let name, let found): Strings.importAbsentColumn(name: name, names: Self.list(found))
        case .unknownDirection(let column, let words):
            Strings.importUnknownDirection(column: column, names: Self.list(words))
        case .legalTable(let name): Strings.importLegalTable(name: name)
        case .signalPage(let name): Strings.importSignalPage(name: name)
        case .blockedNumbers: Strings.importBlockedNumbers
        case .unknownJSON: Strings.importUnknownJSON
        case .notXML(let line): Strings.importNotXML(line: line)
        case .notBackup(let root): Strings.importNotBackup(root: root)
        case .doctype(let line): Strings.importDoctype(line: line)
        case .malformed(let line, let column): Strings.importMalformed(line: line, column: column)
        case .truncated(let line): Strings.importTruncated(line: line)
        case .tooDeep(let line): Strings.importTooDeep(line: line)
        case .unsupportedEncoding(let name): Strings.importUnsupportedEncoding(name: name)
        case .outOfMemory: Strings.importOutOfMemory
        }
    }

    /// Names, as many as one reads.
    private static func list(_ names: [String]) -> String {
        names.prefix(24).map { "“\($0)”" }.joined(separator: ", ") + (names.count > 24 ? ", …" : "")
    }
}

extension ExportFault: UserFacing {
    package var code: String {
        switch self {
        case .exists: "sms.export-exists"
        case .notEmpty: "sms.export-not-empty"
        case .pageName: "sms.export-page-name"
        case .notTogether: "command.unexpected"
        case .notIncremental: "sms.export-not-incremental"
        case .notNew: "sms.export-not-new"
        case .notSigned: "sms.not-signed"
        case .noKey: "sms.no-key"
        case .unreadable: "sms.export-unreadable"
        case .unwritable: "sms.export-unwritable"
        }
    }

    package var status: ExitStatus { if case .notTogether = self { .usage } else { .failure } }

    package var sentence: LocalizedText {
        switch self {
        case .exists(let path): Strings.faultExportExists(path: path)
        case .notEmpty(let path): Strings.faultExportNotEmpty(path: path)
        case .pageName(let path): Strings.faultExportPageName(path: path)
        case .notTogether(let first, let second): Strings.faultExportNotTogether(first: first, second: second)
        case .notIncremental(let path): Strings.faultExportNotIncremental(path: path)
        case .notNew(let path): Strings.faultExportNotNew(path: path)
        case .notSigned(let path): Strings.faultNotSigned(path: path)
        case .noKey(let text): Strings.faultNoKey(text: text)
        case .unreadable(let path, let reason):
            SystemReason.sentence(reason) { Strings.faultUnreadable(path: path, reason: $0) }
        case .unwritable(let path, let reason):
            SystemReason.sentence(reason) { Strings.faultUnwritable(path: path, reason: $0) }
        }
    }
}

extension ExtractFault: UserFacing {
    package var code: String {
        switch self {
        case .none: "sms.no-attachments"
        case .unknown: "sms.unknown-attachment"
        case .unwritable: "sms.extract-unwritable"
        }
    }

    package var sentence: LocalizedText {
        switch self {
        case .none(let id): Strings.faultNoAttachments(id: id)
        case .unknown(let number, let id): Strings.faultUnknownAttachment(id: id, number: number)
        case .unwritable(let path, let reason):
            SystemReason.sentence(reason) { Strings.faultUnwritable(path: path, reason: $0) }
        }
    }
}
