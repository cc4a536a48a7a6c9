// SPDX-License-Identifier: GPL-3.0-or-later

import Search
package import Session

/// A note that has no number yet.
package struct NoteDraft: Hashable, Sendable {
    /// The whole text.
    package var content: String
    /// When it was made.
    package var createdAt: Timestamp
    /// When its text was last changed; nil: never.
    package var modifiedAt: Timestamp?
    /// When it went to the trash; nil while it is not there.
    package var trashedAt: Timestamp?
    /// What is kept beside the text.
    package var marks: NoteMarks
    /// Names what the note was imported from, which is imported once; nil for a note that is new in any case.
    package var origin: NoteOrigin?
    /// What belongs to the note; of two with the same name the first counts.
    package var attachments: [AttachmentDraft]
    /// What the note is called, where that is not its first line.
    package var names: NoteNames

    /// A number that texts have in common which may be the same, whatever store they come from.
    package static func twin(of text: String) -> Int64 { twin(of: References(text)) }

    /// The same for a text that has been read.
    static func twin(of references: References) -> Int64 { Int64(bitPattern: TextHash(references.neutral()).value) }

    /// Whether a text is this one but for the spellings of a store: the numbers in links by number if the origin has such,
    /// and the folders in links to files of a draft with attachments.
    package func isSame(as text: String) -> Bool {
        let (numbers, folders) = (origin?.links.isEmpty == false, !attachments.isEmpty)
        func common(_ text: String) -> String { References(text).neutral(numbers: numbers, folders: folders) }
        return content.utf8.elementsEqual(text.utf8)
            || (numbers || folders) && common(content).utf8.elementsEqual(common(text).utf8)
    }

    package init(
        content: String, createdAt: Timestamp, modifiedAt: Timestamp? = nil, trashedAt: Timestamp? = nil,
        marks: NoteMarks = NoteMarks(), origin: NoteOrigin? = nil, attachments: [AttachmentDraft] = [],
        names: NoteNames = .none
    ) {
        self.names = names
        self.content = content
        self.createdAt = createdAt
        self.modifiedAt = modifiedAt
        self.trashedAt = trashedAt
        self.marks = marks
        self.origin = origin
        self.attachments = attachments
    }
}

/// Names what a note was imported from.
package struct NoteOrigin: Hashable, Sendable {
    /// The field of a Markdown file’s front matter that says the number; no other program has one of this name.
    package static let numberField = "atrium-id"

    /// The same for the same original, in every import.
    package let name: String
    /// How many drafts with the same date and text came before it in its import: two equal notes are two notes.
    package let twins: Int
    /// What the original is in a folder, and in every copy of the folder, whatever the times of the files.
    ///
    /// Nil where it does not come from a folder.
    package let file: String?
    /// The number that the note had where it comes from, where that was Atrium; nil: links by number mean nothing.
    package let number: Int?
    /// The numbers there of the notes that links by number in the text point at, in order, doubles included.
    package let links: [Int]

    package init(name: String, twins: Int = 0, file: String? = nil, number: Int? = nil, links: [Int] = []) {
        self.name = name
        self.twins = twins
        self.file = file
        self.number = number
        self.links = links
    }

    /// By what the original is known again.
    package var key: String { file ?? byDate }

    /// What the key of a file that says no number begins with, before its name and what tells its text from others.
    package static let fileKey = "file "

    /// The path of the file that a key is of, without its ending; nil for any other key.
    package static func path(ofKey key: String) -> String? {
        guard key.hasPrefix(fileKey), let end = key.lastIndex(of: " "), end > key.startIndex else { return nil }
        let path = key[key.index(key.startIndex, offsetBy: fileKey.count)..<end]
        return path.isEmpty ? nil : FilePath(String(path)).withoutAnyEnding
    }

    /// All that the original may be known by, the surest first: what came from folders was once known by its date.
    package var keys: [String] { file.map { [$0, byDate] } ?? [byDate] }

    /// The name with the number of twins.
    private var byDate: String { "\(name)#\(twins)" }
}

/// What became of a draft that comes from elsewhere.
package struct TakenNote: Hashable, Sendable {
    /// Whether the note was there.
    package enum Kind: Hashable, Sendable {
        /// It was not.
        case new
        /// It was imported from the same original before; its text may have been changed since.
        case imported
        /// Its date and text were here by themselves.
        case equal
    }

    /// The note’s number here.
    package let id: Int
    /// Whether it was there.
    package let kind: Kind

    package init(id: Int, kind: Kind) {
        self.id = id
        self.kind = kind
    }
}

/// A text that somebody is still writing.
package struct UnfinishedNote: Hashable, Sendable, Identifiable {
    /// Its number among all unfinished ones.
    package let id: Int
    /// What has been written so far.
    package let content: String
    /// When it was last saved.
    package let savedAt: Timestamp

    package init(id: Int, content: String, savedAt: Timestamp) {
        self.id = id
        self.content = content
        self.savedAt = savedAt
    }

    /// The number of a new one: one that none had before it, since whoever writes a text on knows it by its number.
    ///
    /// - Parameters:
    ///   - last: The highest number that there is.
    ///   - time: When it is kept, in hundredths of a second; a number that was dropped is behind it.
    package static func number(after last: Int?, at time: Timestamp) -> Int {
        max((last ?? 0) + 1, Int(min(time.milliseconds / 10, 1 << 39)))
    }
}
