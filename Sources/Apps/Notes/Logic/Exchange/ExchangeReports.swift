// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumExchange
package import AtriumFiles
package import AtriumStores
import Glibc

/// The name of a format in which notes come or go.
package struct ExchangeFormat: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }
}

/// A note that got another name, since a note where it came to has its own.
package struct RenamedNote: Hashable, Sendable {
    package let id: Int
    /// Its name now.
    package let name: String
    /// The name that another note has.
    package let taken: String

    /// A note with names before and after it came somewhere; `nil` if its name is the same.
    init?(id: Int, from old: NoteNames, to new: NoteNames) {
        guard !old.isEmpty, !new.isEmpty, NameKey.of(old.name) != NameKey.of(new.name) else { return nil }
        (self.id, name, taken) = (id, new.shown, old.shown)
    }
}

package struct ImportReport: Equatable, Sendable {
    /// Why an import ended before its source did.
    package enum Ending: Equatable, Sendable {
        /// It was cancelled.
        case cancelled
        /// The store could not keep more.
        case failed(StoreFault)
    }

    /// The number of new notes.
    package var added = 0
    /// The number of notes that existed already.
    package var known = 0
    /// The number of new notes that came sealed, and are protected here.
    package var sealed = 0
    /// The number of notes that were read and not kept, since the import only checks; `nil` if it keeps them.
    package var checked: Int?
    /// The number of these that are sealed.
    package var checkedSealed = 0
    /// Whether the password of sealed notes is now that of the protected notes here.
    package var hasSetPassword = false
    /// The new notes that have another name than in their source, since another note has that.
    package var renamed: [RenamedNote] = []
    /// The number of unchanged links by number, since their targets were not imported too.
    package var strayLinks = 0
    /// Whether the folder is an export that came to no end: notes may be missing in it.
    package var isOfUnfinishedExport = false
    /// The files of folders that were not imported, of kinds in which other programs keep notes.
    package var unread = FileKinds()
    /// The files of folders that were left out, since they are no notes and none links to them.
    package var unlinked: [String] = []
    /// The notes that were not imported, or only in part.
    package var problems: [ExchangeProblem] = []
    /// Why it ended early; `nil` if it did not.
    package var ending: Ending?
    /// The number of notes that were read and could not be kept any more.
    package var unkept = 0
    /// The number of notes that the files announce and do not contain.
    package var lost = 0
    /// The number of notes, if it is known before they are read; `nil` once all are read.
    package var expected: Int?

    /// Reports files that were not imported.
    ///
    /// - Parameter areAll: Whether all of them were left out; otherwise those beside the notes may belong to these.
    package mutating func leave(_ files: [String], areAll: Bool) {
        if areAll { unlinked += files }
        unread.add(FileKinds(of: areAll ? files : files.filter { !$0.lowercased().hasSuffix(".txt") }))
    }

    /// The number of notes that are here now.
    package var kept: Int { added + known }

    /// The number of notes that were found: those that are here now, or of a check those that would be, and the others.
    ///
    /// Counts the rest of a file that cannot be read on as one.
    package var found: Int {
        let cut = Set(problems.filter { if case .cutNote = $0.reason { true } else { false } }.map(\.file))
        let left = problems.count { $0.losesNote && !($0.reason == .truncated && cut.contains($0.file)) }
        return max(expected ?? 0, (checked ?? kept) + unkept + lost + left)
    }

    /// The number of notes that were found and are not here.
    package var leftOut: Int { found - (checked ?? kept) }

    /// The number of notes that are here without a part of them.
    package var partial: Int {
        let lost = Set(problems.filter(\.losesNote).map(\.place))
        let parts = problems.filter { $0.leavesOut && !$0.losesNote && !$0.isOfOtherFile }
        return Set(parts.map(\.place)).subtracting(lost).count
    }

    /// The reasons of all problems.
    package var reasons: ReasonCounts { problems.reduce(into: ReasonCounts()) { $0.add($1.reason) } }

    /// Whether a file was cut off.
    package var isCut: Bool { problems.contains { $0.reason == .truncated } }

    /// Whether everything with a text was imported.
    package var isWhole: Bool { ending == nil && lost == 0 && !problems.contains { $0.leavesOut } }
}

/// Something in a file that did not become a note.
package struct ExchangeProblem: Hashable, Sendable {
    /// The kind of problem.
    package enum Reason: Hashable, Sendable {
        /// The file cannot be read; the operating system’s error number.
        case unreadable(Int32)
        /// The file is not UTF-8.
        case notUTF8
        /// The file is XML of a kind that has no notes.
        case otherXML
        /// The file is not what its format says, such as broken JSON.
        case malformed
        /// The file ends before its format allows, as a truncated one does.
        case truncated
        /// The file has fewer notes than it says.
        case lost(declared: Int, found: Int)
        /// The folder has no file that is a note.
        case noNotes
        /// The zip archive has far more bytes when it is unpacked than any of its kind; the rest was left out.
        case largeArchive
        /// The file, which should be one note, is not what its format says.
        case malformedNote
        /// The note of this title is not written as its format says; it was left out, and those behind it were not.
        case brokenNote(String)
        /// The note of this title ends too early; it was left out.
        case cutNote(String)
        /// The note with this title has more bytes than the limit; it was left out.
        case largeNote(String, limit: Int)
        /// The front matter cannot be read; it stays in the text.
        case frontMatter
        /// The text has characters that mean nothing, U+0000; each was taken as U+FFFD.
        case nul
        /// The text has halves of characters, as a program leaves that cuts a text; each was taken as U+FFFD.
        case halves
        /// There is no text.
        case empty
        /// The date is none; the note was taken with the file’s own.
        case badDate(String)
        /// The note is encrypted by the program that wrote it.
        case encrypted
        /// The file is a journal that jrnl has encrypted.
        case encryptedJournal
        /// The journal is of the first version of jrnl, which did not mark the beginnings of entries.
        case oldJournal
        /// A part of the note is encrypted by the program that wrote it, and was taken as it is.
        case encryptedPart
        /// A file that belongs to the note is encrypted by the program that wrote it.
        case encryptedFile(String)
        /// The note’s markup is broken on this line, from 1; what follows was taken as it stands.
        case brokenText(line: Int)
        /// A file that belongs to the note is missing.
        case missingFile(String)
        /// The note’s link to a file leads out of the folder; it was not followed.
        case outside(String)
        /// The file is a link that leads out of the folder; it was not followed.
        case outsideFile(String)
        /// The path of an archive’s file leads out of the archive, or the file is a link; it was left out.
        case outsideArchive
        /// A file that belongs to the note cannot be read; the operating system’s error number.
        case unreadableFile(String, Int32)
        /// A file that belongs to the note is larger than an attachment may be; bytes.
        case tooLarge(String, limit: Int)
        /// The bytes of an attachment are not written as they should be.
        case badAttachment(String)
        /// A part of the note has no place here; its name.
        case leftPart(String)
        /// The sealed note was changed, or is not whole.
        case damagedSeal
        /// The sealed note is of a format that this version does not know.
        case newerSeal(Int)
        /// The sealed note has another password than was given.
        case otherPassword
        /// The sealed note has a password, and there was no user to ask for it.
        case unasked
        /// The sealed note is open, but the protected notes here have another password than the given one.
        case otherOwnPassword
        /// The same, and there was no user to ask for it.
        case unaskedOwn
        /// The note would come into a protected notebook, and the password of protected notes was not given.
        case lockedNotebook(String)
    }

    /// The file, as it was named or below the folder that was.
    package let file: String
    /// The line, from 1; `nil` if no line is meant.
    package let line: Int?
    /// The number of the entry, from 1, in a file with many entries whatever its lines; `nil` for no entry.
    package let entry: Int?
    /// The title of the note, in a file whose lines do not tell notes apart; `nil` in any other.
    package let title: String?
    /// The kind of problem.
    package let reason: Reason

    package init(file: String, line: Int? = nil, entry: Int? = nil, title: String? = nil, reason: Reason) {
        self.file = file
        self.line = line
        self.entry = entry
        self.title = title
        self.reason = reason
    }

    /// A file or an entry.
    fileprivate struct Place: Hashable {
        let file: String
        let line: Int?
        let entry: Int?
        let title: String?
    }

    fileprivate var place: Place { Place(file: file, line: line, entry: entry, title: title) }

    /// Whether part of the source is missing here.
    package var leavesOut: Bool {
        switch reason {
        // Lost notes are counted separately.
        case .frontMatter, .nul, .halves, .empty, .badDate, .brokenText, .oldJournal, .lost: false
        case .unreadable, .notUTF8, .otherXML, .malformed, .truncated, .noNotes, .largeArchive, .malformedNote,
            .brokenNote,
            .cutNote, .largeNote,
            .encrypted, .encryptedJournal, .encryptedPart, .encryptedFile, .missingFile, .outside, .outsideFile,
            .outsideArchive, .unreadableFile,
            .tooLarge, .badAttachment, .leftPart, .damagedSeal, .newerSeal, .otherPassword, .unasked, .otherOwnPassword,
            .unaskedOwn, .lockedNotebook:
            true
        }
    }

    /// Whether the file is not a note by its name, such as a picture beside notes.
    fileprivate var isOfOtherFile: Bool {
        let kind = MediaType.of(file)?.prefix { $0 != "/" }
        return line == nil && entry == nil && title == nil && ["image", "audio", "video"].contains(kind)
    }

    /// Whether a note is missing completely, also one without a text, or the rest of a file.
    package var losesNote: Bool {
        switch reason {
        case .encryptedPart, .encryptedFile, .missingFile, .outside, .unreadableFile, .tooLarge, .badAttachment,
            .leftPart:
            false
        case .empty: true
        default: leavesOut && !isOfOtherFile
        }
    }
}

package struct ExportReport: Hashable, Sendable {
    /// The number of written notes.
    package var written = 0
    /// The number of these that are protected, and were written as sealed files.
    package var sealed = 0
    /// The number of protected notes that were left out.
    package var protected = 0
    /// The protected notes that cannot be opened, since something else has changed them; they were left out.
    package var damaged: [Int] = []
    /// The files of protected notes in the clear that an earlier export, or another program, has left below the folder.
    package var clear: [String] = []
    /// The number of notes in the trash that were left out.
    package var trashed = 0
    /// The number of attachments that were left out, since the format has no place for them.
    package var leftFiles = 0
    /// The number of notes that come back from the file with another text, other tags or another time.
    package var changed = 0
    /// The numbers of notes whose data beside the text was left out, since the format has no place for it.
    package var leftParts: [NotePart: Int] = [:]
    /// Whether an earlier export into the same folder came to no end.
    package var followsUnfinished = false
}

/// Why an export ended.
package enum ExportFault: Error, Hashable, Sendable {
    /// A file or folder cannot be written.
    case unwritable(path: String, reason: FileFault.Reason)
    /// An item exists already at this path, and stays.
    case exists(path: String)
    /// It ended before all was written.
    case brokenOff(path: String, left: Left, cause: Cause)

    /// The remains of an export that ended early.
    package enum Left: Hashable, Sendable {
        /// Nothing: the former content is still there.
        case nothing
        /// This many notes, each of them whole.
        case notes(Int)
    }

    /// The cause of an export’s end.
    package enum Cause: Hashable, Sendable {
        /// The user cancelled it.
        case cancelled
        /// A file or folder, which cannot be written.
        case unwritable(path: String, reason: FileFault.Reason)
        /// A file, which exists already and stays.
        case exists(path: String)
        /// The notes’ store, which cannot be read.
        case store(StoreFault)
    }

    /// - Parameter path: The file or folder of the export that the fault is about; `nil` for the fault’s own.
    init(_ fault: FileFault, at path: String? = nil) {
        let path = path ?? fault.path
        self = fault.reason == .system(EEXIST) ? .exists(path: path) : .unwritable(path: path, reason: fault.reason)
    }

    /// Names the file or folder of an export that a fault is about.
    static func naming<Result>(
        _ path: String, _ body: () throws(FileFault) -> Result
    ) throws(ExportFault) -> Result {
        do throws(FileFault) { return try body() } catch { throw ExportFault(error, at: path) }
    }
}
