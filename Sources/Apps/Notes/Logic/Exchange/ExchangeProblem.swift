// SPDX-License-Identifier: GPL-3.0-or-later

/// Something in a file that did not become a note.
package struct ExchangeProblem: Hashable, Sendable {
    /// What is wrong.
    package enum Reason: Hashable, Sendable {
        /// The file cannot be read; the operating system’s error number.
        case unreadable(Int32)
        /// The file is not UTF-8.
        case notUTF8
        /// The file is XML of a kind that has no notes.
        case otherXML
        /// The file is not what its format says, such as broken JSON.
        case malformed
        /// The file ends in the middle of what its format says, as one that was cut off does.
        case truncated
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
        /// The note of this title has more bytes than are read of one; it was left out.
        case largeNote(String, limit: Int)
        /// The front matter cannot be read; it stays in the text.
        case frontMatter
        /// The text has characters that mean nothing, U+0000; each was taken as U+FFFD.
        case nul
        /// There is no text.
        case empty
        /// The date is none; the note was taken with the file’s own.
        case badDate(String)
        /// The note is encrypted by the program that wrote it.
        case encrypted
        /// The file is a journal that jrnl has encrypted.
        case encryptedJournal
        /// The journal is of the first version of jrnl, which did not mark where entries begin.
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
        /// A file that belongs to the note cannot be read; the operating system’s error number.
        case unreadableFile(String, Int32)
        /// A file that belongs to the note is larger than an attachment may be; bytes.
        case tooLarge(String, limit: Int)
        /// The bytes of an attachment are not written as they should be.
        case badAttachment(String)
        /// The sealed note is not as it was written, or not whole.
        case damagedSeal
        /// The sealed note is of a format that this version does not know.
        case newerSeal(Int)
        /// The sealed note has another password than was given.
        case otherPassword
        /// The sealed note has a password, and nobody was there to give it.
        case unasked
        /// The sealed note is open, but notes that are protected here have another password than was given.
        case otherOwnPassword
        /// The same where nobody was there to give it.
        case unaskedOwn
    }

    /// The file, as it was named or below the folder that was.
    package let file: String
    /// The line, from 1; nil where no line is meant.
    package let line: Int?
    /// The number of the entry, from 1, in a file that has many whatever its lines; nil where no entry is meant.
    package let entry: Int?
    /// What is wrong.
    package let reason: Reason

    package init(file: String, line: Int? = nil, entry: Int? = nil, reason: Reason) {
        self.file = file
        self.line = line
        self.entry = entry
        self.reason = reason
    }

    /// Whether something that was there is not here now.
    package var leavesOut: Bool {
        switch reason {
        case .frontMatter, .nul, .empty, .badDate, .brokenText, .oldJournal: false
        case .unreadable, .notUTF8, .otherXML, .malformed, .truncated, .noNotes, .largeArchive, .malformedNote,
            .brokenNote,
            .cutNote, .largeNote,
            .encrypted, .encryptedJournal, .encryptedPart, .encryptedFile, .missingFile, .outside, .unreadableFile,
            .tooLarge, .badAttachment, .damagedSeal, .newerSeal, .otherPassword, .unasked, .otherOwnPassword,
            .unaskedOwn:
            true
        }
    }

    /// Whether there is no note at all where one was.
    var losesNote: Bool {
        switch reason {
        case .unreadable, .notUTF8, .otherXML, .malformedNote, .brokenNote, .cutNote, .largeNote, .encrypted,
            .encryptedJournal, .damagedSeal, .newerSeal, .otherPassword, .unasked, .otherOwnPassword, .unaskedOwn:
            true
        case .malformed: entry != nil
        default: false
        }
    }
}
