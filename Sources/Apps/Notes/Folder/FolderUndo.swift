// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumStores
import Foundation
import NotesLogic

/// A change of files: its step for each file, and the way back to their former state.
///
/// It is written down before its first step that moves a file away: a process that finds this journal, but not its
/// token in the index, restores the files. Simultaneous changes by other programs stay.
struct FolderUndo: Codable, Sendable {
    /// Names the change.
    let token: String
    let steps: [FolderStep]
    /// Whether there is a journal.
    private(set) var isWritten = false
    /// The folders that may be empty once the change is whole.
    let emptied: Set<String>
    /// Whether the change is over, whole or taken back, but for what other programs had saved and is left aside.
    private(set) var isOver = false
    /// The part of them that the index has taken in.
    var kept: Set<Digest> = []

    /// The process that makes the change.
    private let process: Int32

    private enum CodingKeys: CodingKey { case token, steps, isWritten, emptied, process }

    init(_ steps: [FolderStep], emptied: Set<String>) {
        token = UUID().uuidString
        process = getpid()
        self.steps = steps
        self.emptied = emptied
    }

    private static let start = "journal-"
    private static let over = "overtaken-"
    private var name: String { "\(FolderFiles.hidden)/\(isOver ? Self.over : Self.start)\(token)" }

    /// Whether a file in the folder of the index is a journal.
    static func isJournal(_ name: String) -> Bool { name.hasPrefix(start) || name.hasPrefix(over) }

    /// Writes the steps down.
    mutating func write(in files: FolderFiles, waits: Bool) throws {
        isWritten = true
        let draft = try files.draft(Array(try JSONEncoder().encode(self)), for: name, like: nil, waits: waits)
        _ = try files.translating { () throws(FileFault) in
            try files.tree.moveUnlessTaken(draft.name, to: name, waits: waits)
        }
    }

    /// Undoes the change, as far as no other program has changed anything since.
    ///
    /// - Returns: The files that other programs have changed since, which stay as they are.
    /// - Throws: `StoreFault` if that failed; then the journal stays for another time.
    func undo(in files: FolderFiles) throws -> [String] {
        var changed: [String] = []
        var isSettled = true
        var fault: (any Error)?
        for step in steps.reversed() {
            do {
                let back = try step.takeBack(in: files)
                if back.isChanged { changed.append(step.path) }
                if !back.isSettled { isSettled = false }
            } catch { fault = fault ?? error }
        }
        if let fault { throw fault }
        if isSettled { forget(in: files) } else { try setAside(in: files) }
        return changed.reversed()
    }

    /// Ends the change: the former data is not needed any more.
    ///
    /// - Returns: `false` if another program’s data is left for the next transaction to take in.
    func finish(in files: FolderFiles) -> Bool {
        var isSettled = true
        for step in steps where step.old != nil {
            // Data that cannot be examined now is left to the next transaction.
            if (try? step.finish(in: files, kept: kept)) != true { isSettled = false }
        }
        // The token of the change may be forgotten, and with it that the change is whole.
        if isSettled { forget(in: files) } else { try? setAside(in: files) }
        // The inner ones first.
        for name in emptied.sorted(by: { $0.utf8.count > $1.utf8.count }) {
            files.removeIfEmpty(name)
            files.removeIfEmpty(FilePath(name).folder)
        }
        return isSettled
    }

    /// The news about a change that another process has settled: none if the one that made it still works.
    func news(_ reason: SkippedFile.Reason) -> [SkippedFile] {
        guard kill(process, 0) != 0, errno == ESRCH,
            let first = steps.first(where: { (reason == .finished ? $0.new : $0.old) != nil }) ?? steps.first
        else { return [] }
        return [SkippedFile(path: first.path, reason: reason, count: steps.count)]
    }

    /// By what the index says that it has taken in what another program had saved, with the change.
    func token(keeping digest: Digest) -> String { "\(token) \(digest)" }

    /// Looks what the index has taken in with the change.
    mutating func lookForKept(in files: FolderFiles, _ isKept: (_ token: String) throws -> Bool) throws {
        for step in steps where step.old != nil {
            guard let digest = try files.read(step.slot)?.digest, try isKept(token(keeping: digest)) else { continue }
            kept.insert(digest)
        }
    }

    /// Records in the journal that the change is over but for the data left aside.
    private func setAside(in files: FolderFiles) throws {
        var other = self
        other.isOver = true
        guard isWritten else { return try other.write(in: files, waits: false) }
        _ = try files.translating { () throws(FileFault) in
            try files.tree.moveUnlessTaken(name, to: other.name, waits: false)
        }
    }

    /// Makes the index take in other programs’ data that is left aside.
    ///
    /// - Parameter keep: Returns whether the index has taken in a file that had this name.
    /// - Returns: The names of the files that are beside it now, since the index could not take them.
    mutating func keepLeft(in files: FolderFiles, _ keep: (ReadFile, String) throws -> Bool) throws -> [String] {
        var beside: [String] = []
        for step in steps {
            beside += try step.keepLeft(in: files) { read in
                guard let digest = read.digest, try keep(read, step.path) else { return false }
                kept.insert(digest)
                return true
            }
        }
        return beside
    }

    /// Removes the data that the index has taken in, once that is committed.
    func removeLeft(in files: FolderFiles) {
        guard (try? steps.allSatisfy { try $0.removeLeft(in: files, kept: kept) }) == true else { return }
        forget(in: files)
    }

    private func forget(in files: FolderFiles) { if isWritten { files.removeOwn(name) } }

    /// Whether a journal of this name only says what this program writes: another program may have made the folder.
    private func isOurs(named name: String) -> Bool {
        isWritten && [Self.start + token, Self.over + token].contains(name)
            && steps.allSatisfy { step in
                let levels = step.slot.split(separator: "/", omittingEmptySubsequences: false)
                return (FolderFiles.isNote(step.path) || FolderAttachments.isFile(step.path))
                    && levels.count == 2 && levels[0] == FolderFiles.hidden
                    && (levels[1].hasSuffix(".old") || levels[1].hasSuffix(".part"))
            }
    }

    /// The incomplete changes of ended processes, and the changes with data left aside.
    ///
    /// - Throws: `StoreFault` for a journal that cannot be read now.
    static func begun(in files: FolderFiles) throws -> [FolderUndo] {
        try files.hiddenNames(isJournal).compactMap { name in
            let path = FolderFiles.hidden + "/" + name
            guard let read = try files.read(path) else { return nil }
            guard case .success(let bytes) = read.bytes,
                var undo = try? JSONDecoder().decode(FolderUndo.self, from: Data(bytes)), undo.isOurs(named: name)
            else {
                files.removeOwn(path)
                return nil
            }
            undo.isOver = name.hasPrefix(over)
            return undo
        }
    }
}
