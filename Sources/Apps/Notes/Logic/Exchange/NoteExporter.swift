// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumFiles
package import AtriumSecrets
package import AtriumSession
import AtriumStores
import Foundation

/// A format of exports.
package protocol NoteExport: SendableMetatype {
    /// Its name in commands.
    static var id: String { get }
    /// The endings of its files.
    static var endings: Set<String> { get }
    /// Whether it is a folder of many files.
    static var isFolder: Bool { get }
    /// Whether protected notes are exported too, each in a sealed file of its own.
    static var hasSealed: Bool { get }
    /// Whether it keeps the places of files.
    static var hasPlaces: Bool { get }
    /// Whether an import reads links to files in any form, so that they stay as they are.
    static var keepsLinks: Bool { get }
    /// Whether it can mark a note as being in the trash.
    static var hasTrash: Bool { get }
    /// The data beside texts that it keeps.
    static var parts: Set<NotePart> { get }

    /// Begins an export.
    ///
    /// - Throws: `FileFault`.
    static func writer(to target: ExportTarget) throws -> any NoteWriter
}

extension NoteExport {
    package static var endings: Set<String> { [] }
    package static var isFolder: Bool { false }
    package static var hasSealed: Bool { false }
    package static var hasPlaces: Bool { false }
    package static var keepsLinks: Bool { false }
    package static var hasTrash: Bool { false }
    package static var parts: Set<NotePart> { Set(NotePart.allCases) }
}

/// Data beside the text of a note that not every format has a place for.
package enum NotePart: String, CaseIterable, Sendable {
    case notebooks
    case pins
    case tasks
    case dueDates
    case repetitions
    case properties
    case otherNames

    func isPart(of note: Note) -> Bool {
        switch self {
        case .notebooks: !note.marks.notebook.isEmpty
        case .pins: note.marks.isPinned
        case .tasks: note.marks.todo != nil
        case .dueDates: note.marks.todo?.due != nil
        case .repetitions: note.marks.todo?.recurrence != nil
        case .properties: !note.marks.others.isEmpty
        case .otherNames: !note.names.isEmpty && !(note.names.title.isEmpty && note.names.aliases.isEmpty)
        }
    }
}

/// The target of an export, and the means of writing notes there.
package struct ExportTarget {
    package let path: String
    /// Whether a file may replace an existing one.
    package let replaces: Bool
    package let timeZone: Zone
    /// Returns the bytes of an attachment.
    package let bytes: (Attachment) async throws -> [UInt8]
    /// Makes hidden characters of a text visible, for readers.
    package let visible: (String) -> String
    /// The folders below the path, in formats that are folders.
    package let folders: ExportFolders
}

/// The parts of a note that a format has kept.
package struct WrittenNote: Hashable, Sendable {
    /// The number of attachments left out.
    package var leftFiles = 0
    /// Whether the note comes back from the file with another text, other tags or another time.
    package var isChanged = false

    package init(leftFiles: Int = 0, isChanged: Bool = false) {
        self.leftFiles = leftFiles
        self.isChanged = isChanged
    }
}

/// Writes notes in one format, one after another.
package protocol NoteWriter: AnyObject {
    /// Prepares for a note, before the first note is written that may link to it.
    func expect(_ note: Note)

    /// Writes a note that is not sealed, with its attachments.
    ///
    /// - Throws: `FileFault`, `ExportFault`, and the errors of reading the bytes.
    func write(_ note: Note, _ attachments: [Attachment]) async throws -> WrittenNote

    /// Writes a protected note, sealed under a password.
    ///
    /// - Throws: `FileFault`, `ExportFault`, `SecretsFault`.
    func writeSealed(
        _ note: Note, _ attachments: [(attachment: Attachment, bytes: [UInt8])], under password: PasswordKey) throws

    /// The plain files of an earlier export in the folder whose notes are protected now.
    func clearFiles(of locked: [Note]) -> [String]

    /// Ends the file; nothing may be written after it.
    ///
    /// - Parameter count: The number of notes in it.
    /// - Throws: `FileFault`.
    func finish(count: Int) throws
}

extension NoteWriter {
    package func expect(_ note: Note) {}

    package func writeSealed(
        _ note: Note, _ attachments: [(attachment: Attachment, bytes: [UInt8])], under password: PasswordKey
    ) throws {}

    package func clearFiles(of locked: [Note]) -> [String] { [] }
}

/// Writes notes to a file or a folder that only the user may read.
struct NoteExporter {
    let format: any NoteExport.Type
    private let path: String
    private let writer: any NoteWriter
    /// Returns the places of the files of a note’s attachments.
    private let places: (Int) async throws -> [Int: String]
    private var mark: UnfinishedFolder?
    var report = ExportReport()
    /// The protected notes.
    var locked: [Note] = []

    /// - Parameter places: Returns the places of the files of a note’s attachments.
    /// - Throws: `ExportFault`.
    init(
        to target: ExportTarget, as format: any NoteExport.Type,
        places: @escaping (Int) async throws -> [Int: String]
    ) throws {
        self.format = format
        self.places = places
        path = target.path
        if format.isFolder {
            try target.folders.make(path)
            let mark = try ExportFault.naming(path) { () throws(FileFault) in try UnfinishedFolder(target.path) }
            report.followsUnfinished = mark.followsUnfinished
            self.mark = mark
        }
        do { writer = try format.writer(to: target) } catch let fault as FileFault { throw ExportFault(fault) }
        if !format.isFolder { DraftFile.removeStale(in: Folder.split(path).folder) }
    }

    /// Prepares for a note, before the first note is written that may link to it.
    func expect(_ note: Note) { writer.expect(note) }

    /// Writes a note that is not sealed, with its attachments.
    ///
    /// - Parameter isChanged: Whether its text was changed for the format.
    /// - Throws: `ExportFault`, and the errors of reading the bytes.
    mutating func write(_ note: Note, _ attachments: [Attachment], isChanged: Bool = false) async throws {
        var note = note
        if !attachments.isEmpty {
            // The paths of the store’s own files mean nothing elsewhere.
            let files = Array(try await places(note.id).values)
            if !files.isEmpty { note.content = References(note.content).shortening(files) }
        }
        let written = try await writer.write(note, attachments)
        report.leftFiles += written.leftFiles
        if written.isChanged || isChanged && format.keepsLinks { report.changed += 1 }
        for part in NotePart.allCases where !format.parts.contains(part) && part.isPart(of: note) {
            report.leftParts[part, default: 0] += 1
        }
        report.written += 1
    }

    /// Writes a protected note, sealed under a password.
    ///
    /// - Throws: As the writer.
    mutating func writeSealed(
        _ note: Note, _ attachments: [(attachment: Attachment, bytes: [UInt8])], under password: PasswordKey
    ) throws {
        try writer.writeSealed(note, attachments, under: password)
        report.written += 1
        report.sealed += 1
    }

    /// The fault of the whole export for an error: a folder keeps the notes that were written before.
    func broken(by error: any Error) -> any Error {
        let error = (error as? FileFault).map { ExportFault($0) } ?? error
        let cause: ExportFault.Cause
        switch error {
        case is CancellationError: cause = .cancelled
        // The file is complete.
        case ExportFault.unwritable(_, .unconfirmed): return error
        case let fault as StoreFault: cause = .store(fault)
        case ExportFault.unwritable(let path, let reason): cause = .unwritable(path: path, reason: reason)
        case ExportFault.exists(let path): cause = .exists(path: path)
        default: return error
        }
        guard format.isFolder, report.written > 0 else {
            if !report.followsUnfinished { try? mark?.remove() }
            return error is ExportFault ? error : ExportFault.brokenOff(path: path, left: .nothing, cause: cause)
        }
        return ExportFault.brokenOff(path: path, left: .notes(report.written), cause: cause)
    }

    /// Ends the file or folder; nothing may be written after it.
    ///
    /// - Throws: `FileFault`, `ExportFault`.
    mutating func finish() throws {
        // Nothing of it is removed: the user may have changed it since.
        if !locked.isEmpty { report.clear = writer.clearFiles(of: locked) }
        try writer.finish(count: report.written)
        guard let mark else { return }
        try ExportFault.naming(path) { () throws(FileFault) in try mark.finish() }
    }
}

package final class ExportFolders {
    private let root: String
    private var made: Set<ExactPath> = []

    init(below root: String) { self.root = root }

    /// Makes a folder and those above it, and removes the drafts that a killed export has left there.
    ///
    /// Links in the folder of the export are not followed.
    ///
    /// - Throws: `ExportFault`.
    package func make(_ path: String) throws(ExportFault) {
        guard made.insert(ExactPath(path)).inserted else { return }
        try ExportFault.naming(path) { () throws(FileFault) in
            if path.hasPrefix(root + "/") {
                try Folder.make(String(path.dropFirst(root.count + 1)), below: root)
            } else {
                try Folder.make(path, followingForeignLinks: false)
            }
        }
        DraftFile.removeStale(in: path)
    }
}

/// Whether two places of the file system have anything in common.
package enum FolderOverlap {
    /// Whether one is the other or is in it, wherever symbolic links lead; neither needs to exist.
    package static func overlap(_ first: String, _ second: String) -> Bool {
        let (first, second) = (resolved(first), resolved(second))
        return first == second || holds(first, second) || holds(second, first)
    }

    /// Whether a path lies below a folder; neither has symbolic links.
    package static func holds(_ folder: String, _ path: String) -> Bool {
        path.hasPrefix(folder == "/" ? "/" : folder + "/")
    }

    /// The path without symbolic links as far as it exists, and without `.` and `..` from there on.
    private static func resolved(_ path: String) -> String {
        ((FilePlace.resolved(path) ?? path) as NSString).standardizingPath
    }
}
