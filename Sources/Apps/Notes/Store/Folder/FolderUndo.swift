// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Foundation

/// How the files of a change come to be as they were before it.
///
/// A change of several files is written down before its first one: whoever finds that journal, and not its token in the
/// index, takes the files back. What another program has written meanwhile stays.
struct FolderUndo: Codable, Sendable {
    /// What becomes of one file.
    struct Step: Codable, Sendable {
        /// The file.
        let path: String
        /// The name under which what was there before is kept; nil where there was nothing.
        let backup: String?
        /// When the file that takes its place was written, in nanoseconds since 1970, and its size; nil where none does.
        let written: Int64?
        let size: Int64?
    }

    /// Names the change.
    let token: String
    private(set) var steps: [Step] = []
    /// Whether there is a journal.
    private(set) var isWritten = false
    /// The folders that may be empty once the change is whole.
    var emptied: Set<String> = []

    init() { token = UUID().uuidString }

    private static let start = FolderFiles.hidden + "/journal-"
    private var name: String { Self.start + token }

    /// Keeps what a step will change.
    mutating func keep(_ path: String, isThere: Bool, new: FileStamp?, in files: FolderFiles) throws {
        let backup = isThere ? try files.keep(path) : nil
        steps.append(Step(path: path, backup: backup, written: new?.written, size: new?.size))
    }

    /// Writes the steps down.
    mutating func write(in files: FolderFiles, waits: Bool) throws {
        isWritten = true
        let draft = try files.draft(Array(try JSONEncoder().encode(self)), for: name, like: nil, waits: waits)
        _ = try files.place(draft, at: name, replaces: nil)
    }

    /// Takes back what was done, as far as nobody else has done anything since.
    ///
    /// Where even that fails, the journal stays for another time.
    func undo(in files: FolderFiles) {
        var isDone = true
        for step in steps.reversed() {
            let found = files.stamp(step.path)
            if let written = step.written {
                guard let found, found.written == written, found.size == step.size else { continue }
                if let backup = step.backup {
                    isDone = files.putBack(backup, at: step.path) && isDone
                } else {
                    isDone = (try? files.remove(step.path, found)) != nil && isDone
                }
            } else if found == nil, let backup = step.backup {
                isDone = files.putBack(backup, at: step.path) && isDone
            }
        }
        if isDone || !isWritten { forget(in: files) }
    }

    /// Ends the change: what was there before is not needed any more.
    func finish(in files: FolderFiles) {
        forget(in: files)
        // The inner ones first.
        for name in emptied.sorted(by: { $0.utf8.count > $1.utf8.count }) {
            files.removeIfEmpty(name)
            files.removeIfEmpty(FilePath(name).folder)
        }
    }

    private func forget(in files: FolderFiles) {
        // The journal last: without it nobody would know what the others are.
        for step in steps { if let backup = step.backup { files.removeOwn(backup) } }
        if isWritten { files.removeOwn(name) }
    }

    /// Whether a journal of this name says nothing that this program does not write: a folder may come from anybody.
    private func isOurs(named name: String) -> Bool {
        isWritten && name == "journal-" + token
            && steps.allSatisfy { step in
                FolderFiles.isNote(step.path) || FolderAttachments.isFile(step.path)
            }
            && steps.compactMap(\.backup).allSatisfy { backup in
                let levels = backup.split(separator: "/", omittingEmptySubsequences: false)
                return levels.count == 2 && levels[0] == FolderFiles.hidden && levels[1].hasSuffix(".old")
            }
    }

    /// The changes that were begun by processes that ended before they were whole.
    static func begun(in files: FolderFiles) -> [FolderUndo] {
        files.hiddenNames { $0.hasPrefix("journal-") }.compactMap { name in
            guard case .success(let bytes)? = files.read(FolderFiles.hidden + "/" + name)?.bytes,
                let undo = try? JSONDecoder().decode(FolderUndo.self, from: Data(bytes)), undo.isOurs(named: name)
            else {
                files.removeOwn(FolderFiles.hidden + "/" + name)
                return nil
            }
            return undo
        }
    }
}
