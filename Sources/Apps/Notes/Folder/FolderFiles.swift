// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSecrets
import AtriumSession
import AtriumStores
import Glibc
public import NotesLogic
import Synchronization

/// The files of a folder of notes: the notes among them, their content, and changes that overwrite no foreign file.
///
/// All names are relative to the folder, with `/` between the levels. Safe from any thread. All throw `StoreFault`.
final class FolderFiles: Sendable {
    /// The most bytes of a file that is a note.
    static let largest = 16 << 20
    /// The folder of the index; its dot keeps it out of every listing.
    static let hidden = ".atrium"

    /// The folder’s own name, for faults.
    var path: String { tree.path }
    let tree: FolderTree
    /// The layout of the folder, if it is a Logseq graph.
    let graph: LogseqFolder?
    /// The permissions of new files.
    private let newFileMode: UInt32
    /// The number of used names in the folder of the index.
    let drafts = Atomic<Int>(0)

    /// Opens the folder.
    ///
    /// - Parameters:
    ///   - mask: The permissions that new files and folders lack; those of the index are private.
    ///   - observer: Receives each call of the system; see `FolderTree.Observer`.
    init(_ path: String, mask: UInt32 = 0o077, observer: FolderTree.Observer? = nil) throws {
        newFileMode = 0o666 & ~mask
        do throws(FileFault) {
            tree = try FolderTree(path, newFolderMode: 0o777 & ~mask, observer: observer)
            graph = try Self.graph(in: tree)
        } catch {
            throw StoreFault.unreachable(path: error.path, reason: error.reason.number)
        }
    }

    private static func graph(in tree: FolderTree) throws(FileFault) -> LogseqFolder? {
        guard try tree.status(settings)?.kind == .folder else { return nil }
        let bytes = try? tree.read(LogseqFolder.configuration, limit: 1 << 20).bytes
        let graph = LogseqFolder(String(decoding: bytes ?? [], as: UTF8.self))
        for folder in [graph.pages, graph.journals] where try tree.status(folder)?.kind == .folder { return graph }
        return nil
    }

    /// Whether a file is of what Logseq keeps for itself, old states of pages among it.
    func isOfLogseq(_ name: String) -> Bool {
        graph != nil && (name == Self.settings || name.hasPrefix(Self.settings + "/"))
    }

    private static let settings = FilePath(LogseqFolder.configuration).folder

    /// Whether the folder of this name is still the opened one; also true if that is unknown at the moment.
    var isInPlace: Bool { (try? tree.isInPlace()) ?? true }

    func checkWritable() throws {
        do throws(FileFault) { try tree.checkWritable() } catch { throw StoreFault.readOnly(path: path) }
    }

    /// The folder of the index and of half-written files; git leaves it out.
    func prepareHidden() throws {
        try translating { () throws(FileFault) in
            let isNew = try tree.status(Self.hidden) == nil
            // A link in its place would put the index somewhere else; it is refused.
            try tree.makeFolder(Self.hidden, mode: 0o700)
            if isNew { _ = try tree.write(Array("*\n".utf8), to: Self.hidden + "/.gitignore") }
        }
    }

    /// Works on files.
    ///
    /// - Throws: The store’s fault for theirs.
    func translating<Result>(_ work: () throws(FileFault) -> Result) throws -> Result {
        do throws(FileFault) { return try work() } catch {
            switch error.reason.number {
            case ENOSPC, EDQUOT: throw StoreFault.full(path: error.path)
            case EACCES, EPERM, EROFS: throw StoreFault.readOnly(path: error.path)
            case EIO, ESTALE, ETIMEDOUT, ENXIO, EREMOTEIO:
                throw StoreFault.failing(path: error.path, reason: error.reason.number)
            case let reason: throw StoreFault.unreachable(path: error.path, reason: reason)
            }
        }
    }
}

// MARK: - Looking

extension FolderFiles {
    /// The stamp of a file; `nil` only if there is no file of this name.
    func stamp(_ name: String) throws -> FileStamp? {
        try translating { () throws(FileFault) in try tree.status(name).flatMap(FileStamp.init) }
    }

    /// The bytes of a file, and what it is known by; `nil` only if there is no file of this name.
    ///
    /// - Parameter largest: The most bytes that it may have.
    /// - Throws: `StoreFault` for a file that the disk does not read; one that may not be read is not a fault.
    func read(_ name: String, upTo largest: Int = FolderFiles.largest) throws -> ReadFile? {
        do throws(FileFault) {
            let (status, bytes) = try tree.read(name, limit: largest)
            guard let stamp = FileStamp(status) else { return nil }
            return ReadFile(stamp: stamp, bytes: bytes.map(Result.success) ?? .failure(.tooLarge))
        } catch {
            if [.system(EACCES), .system(EPERM)].contains(error.reason) {
                return try stamp(name).map { ReadFile(stamp: $0, bytes: .failure(.unreadable)) }
            }
            if case .kind = error.reason { return nil }
            return try error.isOfAbsence ? nil : translating { () throws(FileFault) in throw error }
        }
    }

    /// All Markdown files, without hidden ones.
    ///
    /// - Parameters:
    ///   - enter: Receives each folder before it is listed; the folder itself is the empty name.
    ///   - pass: Receives each other file.
    ///   - passUnnamed: Receives each Markdown file and each folder whose name is not UTF-8, as far as it is text.
    ///   - fail: Receives each folder that cannot be listed: its content is unknown.
    func scan(
        _ enter: (String) -> Void = { _ in }, passing pass: (String) -> Void = { _ in },
        _ passUnnamed: (String) -> Void = { _ in }, failing fail: (String) -> Void = { _ in }
    ) throws -> [ExactPath: FileStamp] {
        var found: [ExactPath: FileStamp] = [:]
        var waiting = [""]
        while let name = waiting.popLast() {
            enter(name)
            let entries: [FolderTree.Entry]
            do throws(FileFault) {
                entries = try tree.entries(in: name, needsStatus: Self.isNote) { entry, kind in
                    let whole = name.isEmpty ? entry : name + "/" + entry
                    if kind == .folder { passUnnamed(whole + "/") } else if Self.isNote(whole) { passUnnamed(whole) }
                }
            } catch {
                guard !name.isEmpty else { return try translating { () throws(FileFault) in throw error } }
                // Removed while it was waiting, or not to be seen.
                if !error.isOfAbsence { fail(name) }
                continue
            }
            for entry in entries where !entry.name.hasPrefix(".") {
                let whole = name.isEmpty ? entry.name : name + "/" + entry.name
                if entry.kind == .folder {
                    if !isOfLogseq(whole) { waiting.append(whole) }
                } else if let stamp = entry.status.flatMap(FileStamp.init), Self.isNote(entry.name) {
                    found[ExactPath(whole)] = stamp
                } else if entry.kind == .regular {
                    pass(whole)
                }
            }
        }
        return found
    }

    /// Whether a file of this name is a note.
    static func isNote(_ name: String) -> Bool {
        guard !name.split(separator: "/").contains(where: { $0.hasPrefix(".") }) else { return false }
        let end = name.split(separator: ".").last?.lowercased()
        return name.contains(".") && (end == "md" || end == "markdown")
    }
}

// MARK: - Writing

extension FolderFiles {
    /// Writes a file that is not visible yet; its stamp is the one that it will have in its place.
    ///
    /// - Parameters:
    ///   - name: The name of its place.
    ///   - old: The file there, whose permissions it gets; `nil` for those of a new file.
    ///   - waits: Whether the bytes reach the disk before this returns.
    func draft(_ bytes: [UInt8], for name: String, like old: String?, waits: Bool) throws -> FileDraft {
        let draft = nextHidden("part")
        return try translating { () throws(FileFault) in
            do throws(FileFault) {
                let mode = try old.flatMap { name throws(FileFault) in try tree.status(name)?.mode }
                let isOurs = name.hasPrefix(Self.hidden + "/")
                let status = try tree.write(
                    bytes, to: draft, mode: mode ?? (isOurs ? nil : newFileMode), waits: waits)
                guard let stamp = FileStamp(status) else { throw FileFault(path: name, reason: .kind(status.kind)) }
                return FileDraft(name: draft, stamp: stamp, digest: Digest(of: bytes))
            } catch {
                throw FileFault(path: path + "/" + name, reason: error.reason)
            }
        }
    }

    /// Removes an unwanted draft.
    func discard(_ draft: FileDraft) { removeOwn(draft.name) }

    /// Makes a folder if it does not exist.
    ///
    /// - Returns: Whether it exists; `false` if a file or a link has its name, or no folder can have it.
    /// - Throws: `StoreFault` if the folder must not be made, or the disk fails.
    func canHold(_ name: String) throws -> Bool {
        try translating { () throws(FileFault) in
            do throws(FileFault) {
                try tree.makeFolder(name)
                return true
            } catch {
                guard [ENOTDIR, ELOOP, ENAMETOOLONG, EINVAL, EILSEQ].contains(error.reason.number) else { throw error }
                return false
            }
        }
    }

    /// Removes a file of our own.
    func removeOwn(_ name: String) { try? tree.remove(name) }
}

// MARK: - Files of our own

/// The files beside the index: unfinished drafts, and the journals for undoing a change.
extension FolderFiles {
    /// An unused name in the folder of the index.
    func nextHidden(_ ending: String) -> String {
        let number = drafts.add(1, ordering: .relaxed).newValue
        return "\(Self.hidden)/\(getpid())-\(number).\(ending)"
    }

    /// Removes the drafts that a killed process has left; only while no other process can be writing any.
    func discardDrafts() {
        // A journal of a change that is still to be undone needs the files that it moved aside.
        guard let names = try? hiddenNames({ _ in true }), !names.contains(where: FolderUndo.isJournal) else {
            return
        }
        for name in names where name.hasSuffix(".part") || name.hasSuffix(".old") {
            removeOwn(Self.hidden + "/" + name)
        }
    }

    /// The requested names in the folder of the index.
    func hiddenNames(_ isWanted: (String) -> Bool) throws -> [String] {
        try translating { () throws(FileFault) in
            do throws(FileFault) {
                return try tree.entries(in: Self.hidden).map(\.name).filter(isWanted).sorted()
            } catch {
                guard error.isOfAbsence else { throw error }
                return []
            }
        }
    }
}

/// The operations that attachments need.
extension FolderFiles {
    /// The names of the files in one folder that may be attachments: nothing hidden, no links.
    func attachments(in name: String) throws -> [String] {
        try translating { () throws(FileFault) in
            do throws(FileFault) {
                return try entries(in: name).filter { $0.kind == .regular }.map(\.name).sorted()
            } catch {
                guard error.isOfAbsence else { throw error }
                return []
            }
        }
    }

    /// All files other than notes, without hidden ones and links.
    func others() -> [String] {
        var found: [String] = []
        var waiting = [""]
        while let folder = waiting.popLast() {
            for entry in (try? entries(in: folder)) ?? [] {
                let path = folder.isEmpty ? entry.name : folder + "/" + entry.name
                if entry.kind == .folder {
                    waiting.append(path)
                } else if entry.kind == .regular, !Self.isNote(path) {
                    found.append(path)
                }
            }
        }
        return found
    }

    private func entries(in name: String) throws(FileFault) -> [FolderTree.Entry] {
        try tree.entries(in: name).filter { !$0.name.hasPrefix(".") }
    }

    /// Whether anything has this name, a link and a folder included.
    func isTaken(_ name: String) throws -> Bool {
        try translating { () throws(FileFault) in try tree.status(name) != nil }
    }

    /// Removes a folder if nothing is in it.
    func removeIfEmpty(_ name: String) { if !name.isEmpty { tree.removeIfEmpty(name) } }
}

/// Identifies an unchanged file without reading it.
struct FileStamp: Hashable, Sendable {
    /// The time of the last write, in nanoseconds since 1970, as far as no program has set another.
    let written: Int64
    /// Its size in bytes.
    let size: Int64
    /// Its number in the file system, which a new name does not change.
    let number: Int64
    /// The time of the file system’s last change to it, its name too, in nanoseconds since 1970.
    let changed: Int64
}

extension FileStamp {
    /// The stamp of a file; `nil` for anything else.
    init?(_ status: FileStatus) {
        guard status.kind == .regular else { return nil }
        self.init(
            written: status.written, size: Int64(status.size), number: Int64(bitPattern: status.number),
            changed: status.changed)
    }

    /// The time of the last write.
    var time: Timestamp { Timestamp(milliseconds: written / 1_000_000) }

    /// The time of the clock that file systems use, in nanoseconds.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Whether a write at once after `seen` could leave the stamp as it is: file systems count in steps of some
    /// milliseconds.
    func isRacy(seen: Int64) -> Bool { seen - changed < 50_000_000 }

    /// Whether a file of this stamp may be one of the other under a new name, which changes nothing else.
    func isRenamed(_ other: FileStamp) -> Bool {
        (written, size, number) == (other.written, other.size, other.number)
    }
}

/// A file that is written, but not yet in its place.
struct FileDraft: Hashable, Sendable {
    /// Its present name.
    let name: String
    /// Its stamp there; its new name will change `changed`.
    let stamp: FileStamp
    /// The digest of its content.
    let digest: Digest
}

/// A file as it was read.
struct ReadFile {
    let stamp: FileStamp
    /// Its content, or the reason why that is not a note.
    let bytes: Result<[UInt8], SkippedFile.Reason>

    /// The digest of the bytes; `nil` if there are none.
    var digest: Digest? { (try? bytes.get()).map { Digest(of: $0) } }
}

extension SkippedFile.Reason: Error {}

extension Digest {
    /// The digest of a file’s bytes.
    init(of bytes: [UInt8]) { self.init(bytes: SHA256.hash(bytes)) }
}
