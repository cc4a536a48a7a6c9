// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumStores
import Glibc
import NotesLogic

/// The part of a change that concerns one file, which another program may save, move or remove at any moment.
///
/// No other program’s data is replaced or removed. The old file and the new one are exchanged, so that
/// the old one can be examined afterwards: only data that the index knows, by its digest, is ever removed. Other data
/// gets its place back, or, if there is something newer, stays aside until the index has taken it in as a version of
/// its note. Data that the index cannot take gets a free name beside it.
struct FolderStep: Codable, Hashable, Sendable {
    /// The file.
    let path: String
    /// A name in the folder of the index: of the draft before the step, and of the old file after it.
    let slot: String
    /// The content of the file before; `nil` if there is none.
    let old: Digest?
    /// The content of the file after; `nil` if it is removed.
    let new: Digest?

    /// Whether it may be removed: the index has the old content, and the new one is no longer wanted, or in its place.
    private func isKnown(_ contents: Contents?, _ kept: Set<Digest> = []) -> Bool {
        if case .file(let digest) = contents { digest == old || digest == new || kept.contains(digest) } else { false }
    }

    /// Performs the step.
    ///
    /// - Parameters:
    ///   - waits: Whether it has reached the disk when this returns.
    ///   - keep: Makes the index take in another program’s simultaneous version, if it can: then the step holds.
    /// - Returns: `false` if another program was faster: the step is to be undone.
    func take(in files: FolderFiles, waits: Bool, keeping keep: (ReadFile) throws -> Bool) throws -> Bool {
        guard let old else {
            return try files.translating { () throws(FileFault) in
                try files.tree.moveUnlessTaken(slot, to: path, waits: waits)
            }
        }
        // The disk comes after the look at what went: a program may build on a text that is taken back.
        let isMoved = try new == nil ? moveAway(in: files, waits: waits) : exchange(in: files, waits: false)
        guard isMoved else {
            // A missing file needs no removal.
            return try new == nil && files.stamp(path) == nil
        }
        // Unreadable data is unknown, and left to undoing the step.
        guard let went = try files.read(slot, upTo: FolderAttachments.largest) else { return false }
        guard try went.digest == old || keep(went) else { return false }
        if new != nil, waits { try files.translating { () throws(FileFault) in try files.tree.syncFolder(of: path) } }
        return true
    }

    /// Undoes the step, if it was performed, and as far as no other program has changed anything since.
    ///
    /// - Returns: Whether another program has changed the result of the step, which stays so; and whether nothing is
    ///   left aside.
    /// - Throws: `StoreFault`; it can be tried again.
    func takeBack(in files: FolderFiles) throws -> (isChanged: Bool, isSettled: Bool) {
        try returnAside(in: files)
        let found = try contents(path, in: files)
        let aside = try contents(slot, in: files)
        var isChanged = false
        if let new {
            if found == .file(new) {
                if old != nil, aside != nil, aside != .file(new) {
                    _ = try exchange(in: files, waits: true)
                } else if old == nil {
                    // A file that was being moved may have both names.
                    if aside == .file(new) { files.removeOwn(slot) }
                    _ = try moveAway(in: files, waits: false)
                }
            } else {
                isChanged = found != nil && (old == nil ? aside == nil : aside != nil && aside != .file(new))
            }
        } else if found == nil {
            // It was not taken, or it was taken back before, if nothing is aside.
            _ = try unlessGone(in: files) { () throws(FileFault) in
                try files.tree.moveUnlessTaken(slot, to: path, waits: false)
            }
        }
        return (isChanged, try settle(in: files))
    }

    /// Removes the old file, once it is not needed any more.
    ///
    /// A program that had it open may have written it since: then it gets its place back, and the index reads it.
    ///
    /// - Parameter kept: The other data that the index has taken in.
    /// - Returns: Whether nothing is left aside.
    func finish(in files: FolderFiles, kept: Set<Digest>) throws -> Bool { try settle(in: files, kept) }

    /// Makes the index take in the data that was left aside, since something newer has its place.
    ///
    /// - Parameter keep: Returns whether the index has taken a file in; it is removed once that is committed.
    /// - Returns: The names of the files that are beside it now, since the index could not take them.
    func keepLeft(in files: FolderFiles, _ keep: (ReadFile) throws -> Bool) throws -> [String] {
        var beside: [String] = []
        for name in [slot, slot + Self.aside] {
            guard let found = try contents(name, in: files), !isKnown(found) else { continue }
            if let read = try files.read(name, upTo: FolderAttachments.largest), try keep(read) { continue }
            try beside.append(files.translating { () throws(FileFault) in try moveBeside(name, in: files) })
        }
        return beside
    }

    /// Removes the data that was left aside, as far as the index has it.
    ///
    /// - Returns: Whether nothing is left.
    func removeLeft(in files: FolderFiles, kept: Set<Digest>) throws -> Bool {
        try [slot, slot + Self.aside].allSatisfy { name in
            let isOpen = files.tree.hasWriter(name)
            guard let found = try contents(name, in: files) else { return true }
            guard !isOpen, isKnown(found, kept) else { return false }
            try files.translating { () throws(FileFault) in try files.tree.remove(name) }
            return true
        }
    }

    /// Returns the data that a process left aside when it was killed while replacing the file.
    private func returnAside(in files: FolderFiles) throws {
        try files.translating { () throws(FileFault) in
            let aside = slot + Self.aside
            guard try files.tree.status(aside) != nil else { return }
            let place = try files.tree.status(slot) == nil ? slot : path
            _ = try files.tree.moveUnlessTaken(aside, to: place, waits: false)
        }
    }

    /// Empties the slot: removes known data, and returns anything else to its place.
    ///
    /// - Returns: `false` if something stays aside, since another program has put something newer in its place.
    private func settle(in files: FolderFiles, _ kept: Set<Digest> = []) throws -> Bool {
        // Each turn but the last is caused by another program that was faster.
        for _ in 0..<8 {
            // A program that had it open before it came here may write what it has not written yet.
            let isOpen = files.tree.hasWriter(slot)
            guard let found = try contents(slot, in: files) else {
                let aside = slot + Self.aside
                guard try files.isTaken(aside) else { return true }
                _ = try unlessGone(in: files) { () throws(FileFault) in
                    try files.tree.moveUnlessTaken(aside, to: slot, waits: false)
                }
                continue
            }
            if isKnown(found, kept) {
                if isOpen { return false }
                try files.translating { () throws(FileFault) in try files.tree.remove(slot) }
                continue
            }
            let present = try contents(path, in: files)
            if present == nil {
                _ = try unlessGone(in: files) { () throws(FileFault) in
                    try files.tree.moveUnlessTaken(slot, to: path)
                }
            } else if isKnown(present) {
                _ = try exchange(in: files, waits: true)
            } else {
                break
            }
        }
        return false
    }

    /// Moves the file to the slot.
    ///
    /// - Returns: false if it is gone.
    private func moveAway(in files: FolderFiles, waits: Bool) throws -> Bool {
        try unlessGone(in: files) { () throws(FileFault) in
            try files.tree.moveUnlessTaken(path, to: slot, waits: waits)
        }
    }

    /// Exchanges the file and the content of the slot.
    ///
    /// - Returns: `false` if one of them is missing, or another program was faster.
    private func exchange(in files: FolderFiles, waits: Bool) throws -> Bool {
        var canExchange = true
        let isDone = try unlessGone(in: files) { () throws(FileFault) in
            canExchange = try files.tree.exchange(slot, with: path, waits: waits)
            return canExchange
        }
        return try canExchange ? isDone : replace(in: files, waits: waits)
    }

    /// Exchanges them if the file system cannot exchange two names: for a moment the file’s name is missing.
    private func replace(in files: FolderFiles, waits: Bool) throws -> Bool {
        let aside = slot + Self.aside
        return try unlessGone(in: files) { () throws(FileFault) in
            guard try files.tree.moveUnlessTaken(path, to: aside, waits: false) else { return false }
            if try files.tree.moveUnlessTaken(slot, to: path, waits: waits) {
                return try files.tree.moveUnlessTaken(aside, to: slot, waits: false)
            }
            // Another program has just made one; data that the index does not know stays aside.
            if isKnown(try? contents(aside, in: files)) { try files.tree.remove(aside) }
            return false
        }
    }

    private static let aside = ".aside"

    /// Works with files that other programs may remove.
    private func unlessGone(in files: FolderFiles, _ work: () throws(FileFault) -> Bool) throws -> Bool {
        try files.translating { () throws(FileFault) in
            do throws(FileFault) { return try work() } catch {
                guard error.reason == .system(ENOENT), try files.tree.status(FolderFiles.hidden) != nil else {
                    throw error
                }
                return false
            }
        }
    }

    /// Moves a file of another program’s to a free name beside the one that it had.
    ///
    /// - Returns: Its name there.
    private func moveBeside(_ name: String, in files: FolderFiles) throws(FileFault) -> String {
        let whole = FilePath(path)
        // A name may be as long as a file system allows.
        let stem = whole.stem.prefix(60)
        let base = whole.folder.isEmpty ? String(stem) : "\(whole.folder)/\(stem)"
        var number = 2
        while try !files.tree.moveUnlessTaken(name, to: "\(base) \(number)\(whole.ending)") { number += 1 }
        return "\(base) \(number)\(whole.ending)"
    }

    /// The content under a name.
    private enum Contents: Equatable {
        case file(Digest)
        /// A link, a folder, or a file too large for the index.
        case unknown
    }

    private func contents(_ name: String, in files: FolderFiles) throws -> Contents? {
        if let read = try files.read(name, upTo: FolderAttachments.largest) {
            return read.digest.map(Contents.file) ?? .unknown
        }
        return try files.isTaken(name) ? .unknown : nil
    }
}
