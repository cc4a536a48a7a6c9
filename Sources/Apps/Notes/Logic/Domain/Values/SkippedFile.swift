// SPDX-License-Identifier: GPL-3.0-or-later

/// A file, or a folder if its name ends in `/`, of notes that is not shown as it is; it stays untouched.
package struct SkippedFile: Hashable, Sendable {
    /// Why it is left out.
    package enum Reason: Int, Hashable, Sendable {
        /// It is not UTF-8.
        case notUTF8 = 1
        /// It is larger than a note can be.
        case tooLarge = 2
        /// It may not be read.
        case unreadable = 3
        /// It has a character NUL, which no text has.
        case notText = 4
        /// Its name is not UTF-8.
        case unnamed = 5
        /// The disk does not read it just now.
        case failing = 6
        /// Another program changed it after the start of an interrupted change, which is undone in all other files.
        case brokenOff = 7
        /// It holds another program’s simultaneous version of a file, which no note could take.
        case overtaken = 8
        /// It is the first file of an interrupted change that is now complete.
        case finished = 9
        /// It is the first file of an interrupted change that is now undone.
        case takenBack = 10
        /// Another program’s simultaneous version of it became a version of its note.
        case kept = 11
    }

    /// The file’s name below the folder.
    package let path: String
    /// Why it is left out.
    package let reason: Reason
    /// The number of its files.
    package let count: Int
    /// The version of a note that holds its other text; `nil` for none.
    package let version: VersionName?

    /// A version of a note.
    package struct VersionName: Hashable, Sendable {
        package let note: Int
        package let number: Int

        package init(note: Int, number: Int) { (self.note, self.number) = (note, number) }
    }

    /// Whether it may be read another time.
    package var isUnread: Bool { [.unreadable, .failing].contains(reason) }

    /// Whether it is said once, and not of each list.
    package var isNews: Bool { [.brokenOff, .overtaken, .finished, .takenBack, .kept].contains(reason) }

    package init(path: String, reason: Reason, count: Int = 1, version: VersionName? = nil) {
        self.path = path
        self.reason = reason
        self.count = count
        self.version = version
    }
}

/// The numbers of files, by kind, with texts that are no notes here, such as those of Org or of Obsidian’s canvas.
package struct FileKinds: Hashable, Sendable {
    /// The endings of files that people and other programs keep notes in.
    private static let endings: Set<String> = [
        "adoc", "asciidoc", "base", "canvas", "doc", "docx", "enex", "htm", "html", "ipynb", "jex", "mediawiki", "odt",
        "opml", "org", "rst", "rtf", "tex", "textile", "txt", "typ", "wiki",
    ]

    private var counts: [String: Int] = [:]

    /// No files.
    package init() {}

    /// - Parameter paths: Files other than notes; hidden ones are settings of other programs.
    package init(of paths: some Sequence<String>) {
        for path in paths {
            guard let point = path.lastIndex(of: "."),
                !path.split(separator: "/").contains(where: { $0.hasPrefix(".") })
            else { continue }
            let ending = path[path.index(after: point)...].lowercased()
            if Self.endings.contains(ending) { counts[ending, default: 0] += 1 }
        }
    }

    /// Whether there are none.
    package var isEmpty: Bool { counts.isEmpty }
    /// The number of all files.
    package var count: Int { counts.values.reduce(0, +) }

    /// Those of another folder too.
    package mutating func add(_ other: FileKinds) { counts.merge(other.counts, uniquingKeysWith: +) }

    /// `20 .org, 3 .canvas`: the most first.
    package var text: String {
        counts.sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }.map { "\($0.value) .\($0.key)" }
            .joined(separator: ", ")
    }
}

/// The notes that were received from another repository, and those that were sent there.
package struct SyncedNotes: Hashable, Sendable {
    /// The number of notes whose files are changed, new or gone.
    package let came: Int
    /// The same of those that others have from here.
    package let went: Int

    package init(came: Int, went: Int) {
        self.came = came
        self.went = went
    }
}
