// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation
import NotesDomain

/// A change of files: what it does with each, and how they come to be as they were before it.
///
/// It is written down before its first step that moves a file away: whoever finds that journal, and not its token in the
/// index, takes the files back. What another program has written meanwhile stays.
struct FolderUndo: Codable, Sendable {
    /// Names the change.
    let token: String
    let steps: [FolderStep]
    /// Whether there is a journal.
    private(set) var isWritten = false
    /// The folders that may be empty once the change is whole.
    let emptied: Set<String>

    init(_ steps: [FolderStep], emptied: Set<String>) {
        token = UUID().uuidString
        self.steps = steps
        self.emptied = emptied
    }

    private static let start = FolderFiles.hidden + "/journal-"
    private var name: String { Self.start + token }

    /// Writes the steps down.
    mutating func write(in files: FolderFiles, waits: Bool) throws {
        isWritten = true
        let draft = try files.draft(Array(try JSONEncoder().encode(self)), for: name, like: nil, waits: waits)
        _ = try files.translating { () throws(FileFault) in
            try files.tree.moveUnlessTaken(draft.name, to: name, waits: waits)
        }
    }

    /// Takes back what was done, as far as nobody else has done anything since.
    ///
    /// - Returns: The files that other programs have changed since, which stay as they are.
    /// - Throws: `StoreFault` if that failed; then the journal stays for another time.
    func undo(in files: FolderFiles) throws -> [String] {
        var changed: [String] = []
        var fault: (any Error)?
        for step in steps.reversed() {
            do { if try step.takeBack(in: files) { changed.append(step.path) } } catch { fault = fault ?? error }
        }
        if let fault { throw fault }
        forget(in: files)
        return changed.reversed()
    }

    /// Ends the change: what was there before is not needed any more.
    func finish(in files: FolderFiles) {
        // What cannot be looked at now the next process does, by the journal.
        guard (try? steps.forEach { if $0.old != nil { try $0.finish(in: files) } }) != nil else { return }
        forget(in: files)
        // The inner ones first.
        for name in emptied.sorted(by: { $0.utf8.count > $1.utf8.count }) {
            files.removeIfEmpty(name)
            files.removeIfEmpty(FilePath(name).folder)
        }
    }

    private func forget(in files: FolderFiles) { if isWritten { files.removeOwn(name) } }

    /// Whether a journal of this name says nothing that this program does not write: a folder may come from anybody.
    private func isOurs(named name: String) -> Bool {
        isWritten && name == "journal-" + token
            && steps.allSatisfy { step in
                let levels = step.slot.split(separator: "/", omittingEmptySubsequences: false)
                return (FolderFiles.isNote(step.path) || FolderAttachments.isFile(step.path))
                    && levels.count == 2 && levels[0] == FolderFiles.hidden
                    && (levels[1].hasSuffix(".old") || levels[1].hasSuffix(".part"))
            }
    }

    /// The changes that were begun by processes that ended before they were whole.
    ///
    /// - Throws: `StoreFault` for a journal that cannot be read now.
    static func begun(in files: FolderFiles) throws -> [FolderUndo] {
        try files.hiddenNames { $0.hasPrefix("journal-") }.compactMap { name in
            let path = FolderFiles.hidden + "/" + name
            guard let read = try files.read(path) else { return nil }
            guard case .success(let bytes) = read.bytes,
                let undo = try? JSONDecoder().decode(FolderUndo.self, from: Data(bytes)), undo.isOurs(named: name)
            else {
                files.removeOwn(path)
                return nil
            }
            return undo
        }
    }
}
