// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation
import FrontMatter
import NotesDomain
import NotesStore
import Session

/// Writes one file of an export, which becomes the file of that name only when it is whole.
struct ExportWriter {
    private let path: String
    private let draft: DraftWriter

    /// - Parameter replacing: Whether it may take the place of a file of this user’s; a link, a device or another’s file
    ///   stays in any case.
    /// - Throws: `ExportFault`.
    init(_ path: String, _ head: String, replacing: Bool = false) throws(ExportFault) {
        self.path = path
        draft = try Self.naming(path) { () throws(FileFault) in try DraftWriter(for: path, replacing: replacing) }
        try write(head)
    }

    /// - Throws: `ExportFault`.
    func write(_ text: String) throws(ExportFault) {
        try Self.naming(path) { () throws(FileFault) in try draft.write(text) }
    }

    /// - Throws: `ExportFault`.
    func write(_ bytes: [UInt8]) throws(ExportFault) {
        try Self.naming(path) { () throws(FileFault) in try draft.write(bytes) }
    }

    /// Writes bytes in base64 (RFC 4648, 4), a part at a time: large ones are held no second time.
    ///
    /// - Throws: `ExportFault`.
    func write(base64 bytes: [UInt8]) throws(ExportFault) {
        try Self.naming(path) { () throws(FileFault) in try draft.write(base64: bytes) }
    }

    /// Writes the end, and puts the file in its place.
    ///
    /// - Parameter waits: Whether it is on the disk when this returns.
    /// - Throws: `ExportFault`.
    func finish(_ foot: String, waits: Bool = true) throws(ExportFault) {
        try write(foot)
        try Self.naming(path) { () throws(FileFault) in try draft.finish(waits: waits) }
    }

    /// Says which file of an export a fault is about.
    static func naming<Result>(
        _ path: String, _ body: () throws(FileFault) -> Result
    ) throws(ExportFault) -> Result {
        do throws(FileFault) { return try body() } catch {
            throw error.reason == .system(EEXIST)
                ? .exists(path: path) : .unwritable(path: path, reason: error.reason)
        }
    }
}

/// The files in a folder of an export that say of which notes they are: those of an earlier one have notes in the clear
/// that are locked by now.
struct ClearFiles {
    private var paths: [String: [String]] = [:]

    /// Looks through a folder and those within it.
    init(in folder: String) {
        let all = (try? Folder.paths(below: folder)) ?? []
        for path in all where path.lowercased().hasSuffix(".md") {
            let start = String(decoding: NoteImporter.start(of: folder + "/" + path, 1 << 14), as: UTF8.self)
            guard start.contains(NoteOrigin.numberField), let fields = try? FrontMatter(reading: start).fields,
                let number = fields[NoteOrigin.numberField]?.text, let created = fields["created"]?.text
            else { continue }
            paths[number + " " + created, default: []].append(path)
        }
    }

    /// The files of a note, below the folder.
    func files(of note: Note) -> [String] {
        guard let created = ISOTime.text(note.createdAt) else { return [] }
        return paths["\(note.id) \(created)", default: []].sorted()
    }
}

/// Whether two places of the file system have anything in common.
enum FolderOverlap {
    /// Whether one is the other or lies in it, wherever symbolic links lead; neither needs to be there.
    static func overlap(_ first: String, _ second: String) -> Bool {
        let (first, second) = (resolved(first), resolved(second))
        return first == second || NoteFolderFiles.holds(first, second) || NoteFolderFiles.holds(second, first)
    }

    /// The path without symbolic links as far as it is there, and as it is spelled from there on.
    private static func resolved(_ path: String) -> String {
        var there = path
        var missing: [String] = []
        while !there.isEmpty, there != "/" {
            if let real = try? FilePlace.real(there) {
                return missing.reversed().reduce(real) { path, level in
                    switch level {
                    case ".": path
                    case "..": (path as NSString).deletingLastPathComponent
                    default: (path as NSString).appendingPathComponent(level)
                    }
                }
            }
            missing.append((there as NSString).lastPathComponent)
            there = (there as NSString).deletingLastPathComponent
        }
        return (path as NSString).standardizingPath
    }
}
