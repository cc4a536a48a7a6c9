// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation
import Synchronization

/// What the guest of a program without accounts has set: a small JSON file, or memory.
final class GuestSettings: Sendable {
    struct Values: Codable {
        var settings: [String: String] = [:]
        var language: String?
    }

    /// The most bytes that are read.
    private static let limit = 1 << 20

    private let path: String?
    private let memory = Mutex(Values())

    /// Settings in this file; nil: in memory.
    init(path: String?) { self.path = path }

    /// What was set, by this process or another; nothing where the file is not there yet.
    ///
    /// - Throws: `CommandFault.file` for a file that cannot be read, or is none of these.
    func values() throws(CommandFault) -> Values {
        guard let path else { return memory.withLock(\.self) }
        guard FileStatus(path, followingLinks: false) != nil else { return Values() }
        let bytes = try FileContents.bytes(at: path, limit: Self.limit)
        do {
            return try JSONDecoder().decode(Values.self, from: Data(bytes))
        } catch {
            throw .file(path: path, number: EILSEQ)
        }
    }

    /// Changes what was set; of several processes one after the other.
    ///
    /// - Throws: as `values`; `FileFault` when the file cannot be written, which then is as before.
    func change(_ change: (inout Values) -> Void) async throws {
        guard let path else { return memory.withLock { change(&$0) } }
        let folder = Folder.split(path).folder
        try Folder.make(folder)
        // Whoever does not wait overwrites what another one has set: a slow disk is no reason for that.
        try await FolderLock(folder, patience: .seconds(60)).held { _ in try keep(change, in: path) }
    }

    private func keep(_ change: (inout Values) -> Void, in path: String) throws {
        var values = try values()
        change(&values)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        let bytes = try encoder.encode(values)
        let draft = try DraftFile(for: path, replacing: true)
        try draft.write(Array(bytes) + [0x0A])
        try draft.finish()
    }
}
