// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
package import AtriumSession

/// A note without a number yet.
package struct NoteDraft: Hashable, Sendable {
    /// The whole text.
    package var content: String
    /// The time of its creation.
    package var createdAt: Timestamp
    /// The time of the last change of its text; `nil` if there was none.
    package var modifiedAt: Timestamp?
    /// The time of its move to the trash; `nil` outside it.
    package var trashedAt: Timestamp?
    /// The marks beside the text.
    package var marks: NoteMarks
    /// The original of an imported note, which is imported once; `nil` for a note that is always new.
    package var origin: NoteOrigin?
    /// The attachments; of two with the same name the first counts.
    package var attachments: [AttachmentDraft]
    /// The names of the note, if they are not its first line.
    package var names: NoteNames

    /// A number that is equal for texts that may be the same, whatever store they come from.
    package static func twin(of text: String) -> Int64 { twin(of: References(text)) }

    /// The same for an already parsed text.
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

/// The original of an imported note.
package struct NoteOrigin: Hashable, Sendable {
    /// The field of a Markdown file’s front matter with the number; no other program has one of this name.
    package static let numberField = "atrium-id"

    /// The same for the same original, in every import.
    package let name: String
    /// The number of drafts with the same date and text before it in its import: two equal notes are two notes.
    package private(set) var twins = 0
    /// The key of the original in a folder and in every copy of the folder, whatever the times of the files; nil if it does
    /// not come from a folder.
    package private(set) var file: String?
    /// The number of the note in the store of Atrium that it comes from; `nil` if links by number mean nothing.
    package private(set) var number: Int?
    /// The numbers there in links by number, in order, doubles included.
    package private(set) var links: [Int] = []
    /// The milliseconds of the smallest part of its time of creation: a note of the same text in that time is equal.
    package private(set) var precision: Int64 = 1

    /// The key that identifies the original.
    package var key: String { file ?? byDate }

    /// The beginning of the key of a file without a number, before its name and the fingerprint of its text.
    package static let fileKey = "file "

    /// The path of the file that a key is of, without its ending; `nil` for any other key.
    package static func path(ofKey key: String) -> String? {
        guard key.hasPrefix(fileKey), let end = key.lastIndex(of: " "), end > key.startIndex else { return nil }
        let path = key[key.index(key.startIndex, offsetBy: fileKey.count)..<end]
        return path.isEmpty ? nil : FilePath(String(path)).withoutAnyEnding
    }

    /// All keys that may identify the original, the surest first.
    package var keys: [String] { file.map { [$0, byDate] } ?? [byDate] }

    /// The name with the number of twins.
    private var byDate: String { "\(name)#\(twins)" }
}

/// The result for an imported draft.
package struct TakenNote: Hashable, Sendable {
    /// Whether the note existed.
    package enum Kind: Hashable, Sendable {
        /// It did not.
        case new
        /// It was imported from the same original before; its text may have been changed since.
        case imported
        /// A note of its date and text existed that was not imported from it.
        case equal
    }

    /// The note’s number here.
    package let id: Int
    /// Whether it existed.
    package let kind: Kind
    /// The path that it got; empty if it existed or has none.
    package private(set) var path = ""
}

/// A text that the user is still writing.
package struct UnfinishedNote: Hashable, Sendable, Identifiable {
    /// Its number among all unfinished ones.
    package let id: Int
    /// The text so far.
    package let content: String
    /// The time when it was last saved.
    package let savedAt: Timestamp

    package init(id: Int, content: String, savedAt: Timestamp) {
        self.id = id
        self.content = content
        self.savedAt = savedAt
    }

    /// A number that no text had before: an editor knows its text by the number.
    ///
    /// - Parameters:
    ///   - last: The highest number in use.
    ///   - time: The present time, whose hundredths of a second exceed every number dropped.
    package static func number(after last: Int?, at time: Timestamp) -> Int {
        max((last ?? 0) + 1, Int(min(time.milliseconds / 10, 1 << 39)))
    }
}
