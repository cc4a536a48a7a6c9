// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation
import NotesDomain
import Session
import XMLReader
import ZipReader

/// What files look like, and which of a folder are notes.
extension NoteImporter {
    /// Whether a file is an archive of Joplin’s.
    static func isJoplin(_ path: String) -> Bool { (path as NSString).pathExtension.lowercased() == "jex" }

    /// Whether a file begins as a zip archive does, a cut one too (APPNOTE.TXT 6.3.10, 4.3.7), or as one of gzip.
    static func isArchive(_ path: String) -> Bool {
        let start = start(of: path, 4)
        return start == [0x50, 0x4B, 0x03, 0x04] || GzipFile.begins(start)
    }

    /// The first bytes of a file; none of one that cannot be read, and of a pipe, which can be read once only.
    static func start(of path: String, _ size: Int = 4096) -> [UInt8] {
        guard FileStatus(path, followingLinks: true)?.kind == .regular, let file = try? FileSource(path: path)
        else { return [] }
        var start = [UInt8](repeating: 0, count: size)
        start.removeLast(start.count - (start.withUnsafeMutableBytes { (try? file.read(into: $0)) ?? 0 }))
        return start
    }

    /// Whether a file is named as JSON, or as programs call theirs, and begins as a document does.
    static func isJSON(_ path: String) -> Bool {
        let name = (path as NSString).lastPathComponent
        guard (name as NSString).pathExtension.lowercased() == "json" || StandardNotes.isBackup(name) else {
            return false
        }
        let first = start(of: path).drop { [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }.first
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    /// Whether a file is Evernote’s by its name, or by how it begins.
    static func isENEX(_ path: String) -> Bool {
        if (path as NSString).pathExtension.lowercased() == "enex" { return true }
        return isXML(path) && String(decoding: start(of: path), as: UTF8.self).contains("<en-export")
    }

    /// Whether a file begins as a document of XML does, and is not named as a text.
    static func isXML(_ path: String) -> Bool {
        guard !["md", "markdown", "txt"].contains((path as NSString).pathExtension.lowercased()) else { return false }
        let first = start(of: path).drop { [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return first.starts(with: "<?xml".utf8)
    }

    /// The format that a text looks like.
    func guess(_ text: String, _ name: String) -> ExchangeFormat {
        let isMarkdown = ["md", "markdown"].contains((name as NSString).pathExtension.lowercased())
        let journal = JrnlText(text, written: clock.now, order: dateOrder, in: timeZone)
        // A note may begin with a date, and few programs put it into brackets.
        if journal.isJournal, !(isMarkdown && journal.isOld) { return .jrnl }
        return isMarkdown ? .markdown : .text
    }

    /// Those of the files below a folder that are notes, in a fixed order; hidden ones are settings of other programs.
    static func notes(among all: [String]) -> [String] {
        let notes = all.filter { path in
            ["md", "markdown", "txt"].contains((path as NSString).pathExtension.lowercased())
                && !path.split(separator: "/").contains { $0.hasPrefix(".") }
        }
        let known = Set(notes)
        return notes.filter { !isAttachment($0, among: known) }.map(ExactPath.init).sorted().map(\.text)
    }

    /// Whether a file is where an export puts what belongs to a note: `work/attachments/Trip/list.txt` beside
    /// `work/Trip.md`.
    static func isAttachment(_ path: String, among notes: Set<String>) -> Bool {
        let levels = path.split(separator: "/")
        guard levels.count > 2, levels[levels.count - 3] == NoteFolderFiles.folderName else { return false }
        return notes.contains((levels.dropLast(3) + [levels[levels.count - 2] + ".md"]).joined(separator: "/"))
    }
}
