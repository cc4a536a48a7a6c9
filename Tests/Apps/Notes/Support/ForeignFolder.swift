// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import Foundation
@testable import NotesLogic
import NotesStore
import ZipBytes

@testable import NoteFormats

/// An export of another program that is imported into a store of its own.
final class ForeignFolder {
    let notes: NotesService
    private let folder: ScratchFolder
    private var zip = ZipBytes()
    private let ana = UserID(rawValue: 1)

    init() throws {
        folder = try ScratchFolder()
        notes = try NotesService.inMemory(of: ana)
    }

    /// The folder of the files.
    var path: String { folder.path + "/x" }

    /// Adds a file, to the folder and to an archive of it.
    func add(_ name: String, _ text: String) throws { try add(name, Array(text.utf8)) }

    /// Adds a file, to the folder and to an archive of it.
    func add(_ name: String, _ bytes: [UInt8]) throws {
        let path = try folder.write("", "x/" + name)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        zip.add("top/" + name, bytes)
    }

    /// The archive of all files, below one folder.
    func archive(_ name: String = "x.zip") throws -> String {
        let path = folder.path + "/" + name
        try Data(zip.finished()).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// Writes any file next to the folder.
    func write(_ bytes: [UInt8], _ name: String) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/" + name))
        return folder.path + "/" + name
    }

    func take(_ path: String? = nil) async throws -> ImportReport {
        try await notes.importNotes(from: path ?? self.path, as: nil) { _, _ in }
    }

    /// Imports the folder, and then its archive, which adds nothing.
    func takeBoth() async throws -> (report: ImportReport, again: ImportReport, all: [Note]) {
        let report = try await take()
        let again = try await take(try archive())
        return (report, again, try await all())
    }

    func all() async throws -> [Note] { try await notes.dao.page(after: 0, limit: .max, owner: ana) }

    func files(of id: Int) async throws -> [String] { try await notes.attachments.all(of: id).map(\.name) }
}
