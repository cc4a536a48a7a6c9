// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import Foundation
import NotesLogic

/// Notion’s export, which is Markdown but for the names of its files: each file and folder is named `Title <32 hex>`.
///
/// Removes the numbers from the names. Notion exports HTML by default, which is not read.
enum Notion: NoteFormat {
    static let id = "notion"

    static func claims(_ file: ImportFile) -> Bool { false }

    static func read(_ file: ImportFile, in context: ImportContext, take: NoteSink) async throws {}

    static func role(of path: String, in folder: ImportFolder) -> FileRole? {
        path.hasSuffix(".html") && number(of: path) != nil ? .unreadable : nil
    }

    /// Renames the content of a folder, and redirects the links of its notes; nothing happens in any other folder.
    ///
    /// Files with the same title all keep their numbers.
    static func prepare(_ folder: String) {
        let all = (try? Folder.paths(below: folder)) ?? []
        guard all.contains(where: { $0.hasSuffix(".md") && number(of: $0) != nil }) else { return }
        var ids: [String: Set<String>] = [:]
        for path in all {
            guard let id = number(of: path) else { continue }
            // A page and the folder of those below it have one number.
            ids[(path as NSString).deletingPathExtension.replacing(id, with: "").lowercased(), default: []].insert(id)
        }
        let clear = Set(ids.values.filter { $0.count == 1 }.joined())
        for path in all where path.hasSuffix(".md") {
            let place = folder + "/" + path
            guard let bytes = try? SmallFile.bytes(at: place, followingLinks: false),
                let text = String(validating: bytes, as: UTF8.self), text.contains("%20")
            else { continue }
            let led = text.replacing(/%20([0-9a-f]{32})/) { clear.contains(String($0.output.1)) ? "" : $0.output.0 }
            guard led != text else { continue }
            // It is as old as it was.
            let written = FileStatus(place)?.written
            do throws(FileFault) {
                let draft = try DraftFile(for: place, replacing: true)
                try draft.write(Array(led.utf8))
                try draft.finish(waits: false, written: written)
            } catch { continue }
        }
        // The deepest files are renamed first, while the folders above them still have their names.
        for path in all.sorted(by: { $0.split(separator: "/").count > $1.split(separator: "/").count }) {
            guard let id = number(of: path), clear.contains(id) else { continue }
            let above = (path as NSString).deletingLastPathComponent
            let name = (path as NSString).lastPathComponent.replacing(" " + id, with: "")
            try? FilePlace.moveUnlessTaken(
                folder + "/" + path, to: folder + "/" + (above as NSString).appendingPathComponent(name))
        }
    }

    /// The number at the end of a name, before what follows a point or `_all`.
    private static func number(of path: String) -> String? {
        let name = (path as NSString).lastPathComponent
        return (try? /\ ([0-9a-f]{32})(?:_all)?(?:\.[A-Za-z]+)?$/.firstMatch(in: name)).map { String($0.output.1) }
    }
}
