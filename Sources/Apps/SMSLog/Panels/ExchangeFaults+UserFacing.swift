// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
package import AtriumSession
import Foundation
public import SMSLogLogic

extension ImportFault: UserFacing {
    package static var area: String { "sms" }

    package var sentence: LocalizedText {
        switch self {
        case .unreadable(let reason): SystemReason.sentence(reason) { Strings.importUnreadable(reason: $0) }
        case .empty: Strings.importEmpty
        case .emptyFolder: Strings.importEmptyFolder
        case .linkedFolder: Strings.importLinkedFolder
        case .folderOfFiles: Strings.importFolderOfFiles
        case .withoutMessages(let names):
            Self.listing(names) { Strings.importWithoutMessages(count: names.count, names: $0) }
        case .hiddenFile: Strings.importHiddenFile
        case .hiddenFolder: Strings.importHiddenFolder
        case .damagedArchive: Strings.importDamagedArchive
        case .largeArchive: Strings.importLargeArchive
        case .archiveWithoutMessages: Strings.faultImportArchive
        case .sealed: Strings.importSealed
        case .notMessages: Strings.importNotMessages
        case .damagedDatabase: Strings.importDamagedDatabase
        case .sealedBackup: Strings.importSealedBackup
        case .backupWithoutMessages: Strings.faultImportBackup
        case .newer(let version): Strings.importNewer(version: version)
        case .unknownSelf(let names): Self.listing(names) { Strings.faultImportSelf(names: $0) }
        case .unknownDateOrder(let sample): Strings.faultImportDates(sample: sample)
        case .yearless(let sample): Strings.faultImportYear(sample: sample)
        case .unknownColumns(let found, let missing):
            Self.listing(found) { names in
                LocalizedText.listing(missing.map(\.word)) {
                    Strings.faultImportColumns(
                        names: names, missing: $0, option: missing.map { "\($0.word)=…" }.joined(separator: ","))
                }
            }
        case .absentColumn(let name, let found):
            Self.listing(found) { Strings.faultImportColumn(name: name, names: $0) }
        case .unknownDirection(let column, let words):
            Self.listing(words) { Strings.faultImportDirection(column: column, names: $0) }
        case .legalTable(let name): Strings.importLegalTable(name: name)
        case .signalPage(let name): Strings.importSignalPage(name: name)
        case .blockedNumbers: Strings.importBlockedNumbers
        case .unknownJSON: Strings.faultImportJson
        case .notXML(let line): Strings.importNotXML(line: line)
        case .notBackup(let root): Strings.importNotBackup(root: root)
        case .doctype(let line): Strings.importDoctype(line: line)
        case .malformed(let line, let column): Strings.importMalformed(line: line, column: column)
        case .truncated(let line): Strings.importTruncated(line: line)
        case .tooDeep(let line): Strings.importTooDeep(line: line)
        case .unsupportedEncoding(let name): Strings.faultImportEncoding(name: name)
        case .outOfMemory: Strings.faultImportMemory
        }
    }

    /// A sentence with names in quotation marks, as many as one reads.
    private static func listing(
        _ names: [String], _ sentence: @escaping @Sendable (String) -> LocalizedText
    ) -> LocalizedText {
        LocalizedText { language in
            sentence(language.list(names.prefix(24).map { language.quoted($0) } + (names.count > 24 ? ["…"] : [])))
        }
    }
}

extension ExportFault: UserFacing {
    package static var area: String { "sms" }

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
            SystemReason.sentence(reason) { Strings.faultExportUnreadable(path: path, reason: $0) }
        case .unwritable(let path, let reason):
            SystemReason.sentence(reason) { Strings.faultUnwritable(path: path, reason: $0) }
        }
    }
}

extension ExtractFault: UserFacing {
    package static var area: String { "sms" }

    package var sentence: LocalizedText {
        switch self {
        case .none(let id): Strings.faultNoAttachments(id: id)
        case .unknown(let number, let id): Strings.faultUnknownAttachment(id: id, number: number)
        case .unwritable(let path, let reason):
            SystemReason.sentence(reason) { Strings.faultUnwritable(path: path, reason: $0) }
        }
    }
}
