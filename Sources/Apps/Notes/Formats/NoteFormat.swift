// SPDX-License-Identifier: GPL-3.0-or-later

import NotesLogic

/// A format in which notes come.
///
/// Each is a leaf: nothing but `noteFormats` names it, and no format names another. The smallest has an `id`, `claims`
/// and `read`; the rest is for formats whose files share a folder with others.
protocol NoteFormat: SendableMetatype {
    /// The name of the format; the word that a command names it by, if it is a choice.
    static var id: String { get }

    /// Whether a command may name it.
    static var isChoice: Bool { get }

    /// The relation of its files to others in a folder.
    static var standing: FormatStanding { get }

    /// Whether a file may have many notes in it.
    static var holdsMany: Bool { get }

    /// Whether a file, by its name and first bytes, is of this format.
    static func claims(_ file: ImportFile) -> Bool

    /// Reads notes one after another; a bad one costs itself.
    ///
    /// - Throws: `CancellationError` and what taking throws; the context receives the problems of the file.
    static func read(_ file: ImportFile, in context: ImportContext, take: NoteSink) async throws

    /// The use that it makes of a folder.
    static var folders: FolderUse { get }

    /// Whether a folder is one export of this format.
    static func claims(folder path: String) -> Bool

    /// The ending of the names of folders that are a note each; `nil` if there are none.
    static var bundleEnding: String? { get }

    /// The endings of the names of archives with such notes in them, in lower case.
    static var archiveEndings: Set<String> { get }

    /// Prepares the folder of an unpacked archive.
    static func prepare(_ folder: String)

    /// The role of a file of a folder that is not a note of this format; `nil` if the format does not know it.
    static func role(of path: String, in folder: ImportFolder) -> FileRole?

    /// The reason why bytes cannot be read as a text; `nil` if they can.
    static func obstacle(in bytes: [UInt8], named name: String) -> ExchangeProblem.Reason?

    /// Puts links of the program’s own right, once all notes came; `nil` if it has none.
    static var repair: (any LinkRepair)? { get }
}

/// Receives a note; it is kept once its batch is full.
typealias NoteSink = (ForeignNote) async throws -> Void

/// The use that a format makes of a folder that a command names it for.
enum FolderUse: Hashable, Sendable {
    /// It has no folders.
    case none
    /// Each text of it is a note.
    case texts
    /// An export is one folder, or one archive of tar; the format reads both itself.
    case whole
}

/// The relation of a format’s files to others in a folder.
enum FormatStanding: Hashable, Sendable {
    /// Texts: each other file belongs to one of them or to none.
    case text
    /// The files are notes in any place.
    case anywhere
    /// The files are notes, unless there are notes in Markdown, to which all others belong.
    case withoutMarkdown
    /// Files that come behind all others, once a mistyped password is all that can be lost.
    case last
}

/// The role of a file that is not a note.
enum FileRole: Hashable, Sendable {
    /// It says what the notes say already, or nothing for a reader.
    case copy
    /// It is the program’s own, and not missed.
    case settings
    /// The file is a note in an unsupported form.
    case unreadable
}

extension NoteFormat {
    static var isChoice: Bool { false }
    static var standing: FormatStanding { .anywhere }
    static var holdsMany: Bool { false }
    static var folders: FolderUse { .none }
    static func claims(folder path: String) -> Bool { false }
    static var bundleEnding: String? { nil }
    static var archiveEndings: Set<String> { [] }
    static func prepare(_ folder: String) {}
    static func role(of path: String, in folder: ImportFolder) -> FileRole? { nil }
    static func obstacle(in bytes: [UInt8], named name: String) -> ExchangeProblem.Reason? { nil }
    static var repair: (any LinkRepair)? { nil }
}
