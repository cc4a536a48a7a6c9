// SPDX-License-Identifier: GPL-3.0-or-later

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
