// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Glibc
import NotesDomain
import Stores
import Synchronization

/// The files of a folder of notes: which ones are notes, what they hold, and changes that take no foreign one’s place.
///
/// All names are relative to the folder, with `/` between the levels. Safe from any thread. All throw `StoreFault`.
final class FolderFiles: Sendable {
    /// The most bytes of a file that is a note.
    static let largest = 16 << 20
    /// Where the index lives; its dot keeps it out of every listing.
    static let hidden = ".atrium"

    /// The folder’s own name, for faults.
    var path: String { tree.path }
    let tree: FolderTree
    /// How the folder is kept, if it is a graph of Logseq’s.
    let graph: LogseqFolder?
    /// How many names in the folder of the index were used.
    let drafts = Atomic<Int>(0)

    /// Opens the folder.
    init(_ path: String) throws {
        do throws(FileFault) { tree = try FolderTree(path) } catch {
            throw StoreFault.unreachable(path: path, reason: error.reason.number)
        }
        graph = Self.graph(in: tree)
    }

    private static func graph(in tree: FolderTree) -> LogseqFolder? {
        guard tree.status(settings)?.kind == .folder else { return nil }
        let file = try? tree.reader(LogseqFolder.configuration)
        let bytes = file.flatMap { $0.status.size > 1 << 20 ? nil : try? $0.bytes($0.status.size, at: 0) } ?? []
        let graph = LogseqFolder(String(decoding: bytes, as: UTF8.self))
        return [graph.pages, graph.journals].contains { tree.status($0)?.kind == .folder } ? graph : nil
    }

    /// Whether a file is of what Logseq keeps for itself, old states of pages among it.
    func isOfLogseq(_ name: String) -> Bool {
        graph != nil && (name == Self.settings || name.hasPrefix(Self.settings + "/"))
    }

    private static let settings = FilePath(LogseqFolder.configuration).folder

    /// Whether the folder of this name is still the one that was opened.
    var isInPlace: Bool { tree.isInPlace }

    func checkWritable() throws {
        do throws(FileFault) { try tree.checkWritable() } catch { throw StoreFault.readOnly(path: path) }
    }

    /// The folder of the index and of half-written files; git leaves it out.
    func prepareHidden() throws {
        do throws(FileFault) {
            let isNew = tree.status(Self.hidden) == nil
            // A link in its place would put the index somewhere else; it is refused.
            try tree.makeFolder(Self.hidden)
            if isNew { _ = try tree.write(Array("*\n".utf8), to: Self.hidden + "/.gitignore") }
        } catch {
            throw Self.fault(error)
        }
    }

    /// What a fault of a file is to the store.
    private static func fault(_ fault: FileFault) -> StoreFault {
        switch fault.reason.number {
        case ENOSPC, EDQUOT: .full(path: fault.path)
        case EACCES, EPERM, EROFS: .readOnly(path: fault.path)
        case let reason: .unreachable(path: fault.path, reason: reason)
        }
    }
}

// MARK: - Looking

extension FolderFiles {
    /// What a file is known by; nil where there is no file of this name.
    func stamp(_ name: String) -> FileStamp? { tree.status(name).flatMap(FileStamp.init) }

    /// The bytes of a file, and what it is known by; nil where there is no file of this name.
    ///
    /// - Parameter largest: The most bytes that it may have.
    func read(_ name: String, upTo largest: Int = FolderFiles.largest) -> ReadFile? {
        do throws(FileFault) {
            let file = try tree.reader(name)
            guard let stamp = FileStamp(file.status) else { return nil }
            guard stamp.size <= largest else { return ReadFile(stamp: stamp, bytes: .failure(.tooLarge)) }
            let bytes = try? file.bytes(file.status.size, at: 0)
            return ReadFile(stamp: stamp, bytes: bytes.map(Result.success) ?? .failure(.unreadable))
        } catch {
            guard [.system(EACCES), .system(EPERM)].contains(error.reason), let stamp = stamp(name) else { return nil }
            return ReadFile(stamp: stamp, bytes: .failure(.unreadable))
        }
    }

    /// All Markdown files, hidden ones left out.
    ///
    /// - Parameters:
    ///   - enter: Told of each folder before it is listed; the folder itself is the empty name.
    ///   - pass: Told of each file that is none of them.
    ///   - passUnnamed: Told of each Markdown file and each folder whose name is not UTF-8, as far as it is text.
    func scan(
        _ enter: (String) -> Void, passing pass: (String) -> Void = { _ in },
        _ passUnnamed: (String) -> Void = { _ in }
    ) throws -> [String: FileStamp] {
        var found: [String: FileStamp] = [:]
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
                // Removed while it was waiting. The first one is the folder itself.
                guard name.isEmpty else { continue }
                throw StoreFault.unreachable(path: path, reason: error.reason.number)
            }
            for entry in entries where !entry.name.hasPrefix(".") {
                let whole = name.isEmpty ? entry.name : name + "/" + entry.name
                if entry.kind == .folder {
                    if !isOfLogseq(whole) { waiting.append(whole) }
                } else if let stamp = entry.status.flatMap(FileStamp.init), Self.isNote(entry.name) {
                    found[whole] = stamp
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
    /// Writes a file that nobody sees yet; its stamp is the one that it will have in its place.
    ///
    /// - Parameters:
    ///   - name: Where it is to go.
    ///   - old: The file there, whose permissions it gets.
    ///   - waits: Whether the bytes reach the disk before this returns.
    func draft(_ bytes: [UInt8], for name: String, like old: String?, waits: Bool) throws -> FileDraft {
        let draft = nextHidden("part")
        do throws(FileFault) {
            let mode = old.flatMap { tree.status($0) }?.mode
            let status = try tree.write(bytes, to: draft, mode: mode, waits: waits)
            guard let stamp = FileStamp(status) else { throw FileFault(path: name, reason: .kind(status.kind)) }
            return FileDraft(name: draft, stamp: stamp)
        } catch {
            throw Self.fault(FileFault(path: path + "/" + name, reason: error.reason))
        }
    }

    /// Puts a draft in its place.
    ///
    /// - Parameter replaces: What the file there is known by; nil where there must be none.
    /// - Returns: false, and nothing is done, when there is something else.
    func place(_ draft: FileDraft, at name: String, replaces: FileStamp?) throws -> Bool {
        do throws(FileFault) {
            guard let replaces else { return try tree.moveUnlessTaken(draft.name, to: name) }
            guard stamp(name) == replaces else { return false }
            try tree.move(draft.name, to: name)
            return true
        } catch {
            throw Self.fault(error)
        }
    }

    /// Removes a draft that is not wanted.
    func discard(_ draft: FileDraft) { removeOwn(draft.name) }

    /// Removes a file if it is still the one that this stamp means; false where it is another by now.
    func remove(_ name: String, _ stamp: FileStamp) throws -> Bool {
        guard let found = self.stamp(name) else { return true }
        guard found == stamp else { return false }
        do throws(FileFault) { try tree.remove(name) } catch { throw Self.fault(error) }
        return true
    }

    /// Makes a folder where there is none.
    ///
    /// - Returns: Whether there is one; false where a file or a link has its name, or no folder can have it.
    /// - Throws: `StoreFault` where the folder may not be made, or the disk fails.
    func canHold(_ name: String) throws -> Bool {
        do throws(FileFault) {
            try tree.makeFolder(name)
            return true
        } catch {
            guard [ENOTDIR, ELOOP, ENAMETOOLONG, EINVAL, EILSEQ].contains(error.reason.number) else {
                throw Self.fault(error)
            }
            return false
        }
    }

    /// Removes a file of our own.
    func removeOwn(_ name: String) { try? tree.remove(name) }
}
