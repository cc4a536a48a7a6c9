// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
package import AtriumSession
import Foundation
public import NotesLogic

/// Nothing of a file could be taken.
struct ImportFault: Error, Hashable, Sendable {
    /// The first problem.
    let problem: ExchangeProblem
}

extension ImportFault: UserFacing {
    var code: String { "notes.import" }
    var sentence: LocalizedText { problem.sentence }
}

extension ExportFault: UserFacing {
    package var code: String { "file" }

    package var sentence: LocalizedText {
        switch self {
        case .unwritable(let path, let reason): SystemReason.unwritable(path, reason)
        case .brokenOff(let path, let left, let cause):
            cause.sentence.followed(by: left.sentence(path: path))
        default: Strings.sentence(of: self)
        }
    }
}

extension ExportFault.Left {
    fileprivate func sentence(path: String) -> LocalizedText {
        switch self {
        case .nothing: Strings.exportBrokenFile(path: path)
        case .notes(let count): Strings.exportBrokenFolder(count: count, path: path)
        }
    }
}

extension ExportFault.Cause {
    fileprivate var sentence: LocalizedText {
        switch self {
        case .cancelled: CommandFault.cancelled.sentence
        case .unwritable(let path, let reason): SystemReason.unwritable(path, reason)
        case .exists(let path): ExportFault.exists(path: path).sentence
        case .store(let fault): fault.sentence
        }
    }
}

extension ExchangeProblem {
    /// The place of the problem and its kind.
    var sentence: LocalizedText {
        let whole = line.map { "\(file):\($0)" } ?? file
        let place =
            entry.map { Strings.problemEntry(file: file, entry: $0) }
            ?? title.map { Strings.problemTitle(place: whole, title: $0) }
        guard let place else { return sentence(at: whole) }
        return LocalizedText { sentence(at: place.string(in: $0)) }
    }

    private func sentence(at place: String) -> LocalizedText {
        switch reason {
        case .unreadable(let reason): SystemReason.unreadable(place, reason)
        case .notUTF8: Strings.problemNotUtf8(place: place)
        case .otherXML: Strings.problemOtherXml(place: place)
        case .malformed, .malformedNote: Strings.problemMalformed(place: place)
        case .truncated: Strings.problemTruncated(place: place)
        case .lost(let declared, let found): Strings.problemLost(place: place, declared: declared, found: found)
        case .noNotes: Strings.problemNoNotes(place: place)
        case .largeArchive: Strings.problemLargeArchive(place: place)
        case .brokenNote(let title): Strings.problemBrokenNote(place: place, title: title)
        case .cutNote(let title): Strings.problemCutNote(place: place, title: title)
        case .largeNote(let title, let limit):
            Strings.problemLargeNote(place: place, title: title, megabytes: limit >> 20)
        case .frontMatter: Strings.problemFrontMatter(place: place)
        case .nul: Strings.problemNul(place: place)
        case .halves: Strings.problemHalves(place: place)
        case .empty: Strings.problemEmpty(place: place)
        case .badDate(let date): Strings.problemBadDate(place: place, date: date)
        case .encrypted: Strings.problemEncrypted(place: place)
        case .encryptedJournal: Strings.problemEncryptedJournal(place: place)
        case .oldJournal: Strings.problemOldJournal(place: place)
        case .encryptedFile(let name): Strings.problemEncryptedFile(place: place, name: name)
        case .encryptedPart: Strings.problemEncryptedPart(place: place)
        case .brokenText(let line): Strings.problemBrokenText(place: place, line: line)
        case .missingFile(let name): Strings.problemMissingFile(place: place, name: name)
        case .outside(let name), .outsideFile(let name): Strings.problemOutside(place: place, name: name)
        case .outsideArchive: Strings.problemOutsideArchive(place: place)
        case .unreadableFile(let name, let reason):
            SystemReason.sentence(reason) { Strings.problemUnreadableFile(place: place, name: name, reason: $0) }
        case .tooLarge(let name, let limit):
            Strings.problemTooLarge(place: place, name: name, megabytes: limit >> 20)
        case .badAttachment(let name): Strings.problemBadAttachment(place: place, name: name)
        case .leftPart(let name): Strings.problemLeftPart(place: place, name: name)
        case .damagedSeal: Strings.problemDamagedSeal(place: place)
        case .newerSeal(let version): Strings.problemNewerSeal(place: place, version: version)
        case .otherPassword: Strings.problemOtherPassword(place: place)
        case .unasked: Strings.problemUnasked(place: place)
        case .otherOwnPassword, .unaskedOwn: Strings.problemOwnPassword(place: place)
        case .lockedNotebook(let name): Strings.problemLockedNotebook(place: place, name: name)
        }
    }
}
