// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumFiles
package import AtriumSecrets
package import AtriumSession
import AtriumStores
import AtriumSystems
import Glibc

/// A backup of all that a program keeps in its home folder, made while other processes use it.
///
/// The file gets its name once it is complete and on the disk: a process that is killed leaves the former file, or none.
/// A copy of each database is made beside it first, all of one moment; nothing of their size is held in memory.
package struct HomeBackup: Sendable {
    private static let scratch = ".backup-"

    private let home: String
    private let note: BackupNote

    /// - Parameters:
    ///   - home: The folder of the program’s own files.
    ///   - program: The command of the program.
    package init(of home: String, program: String, version: String, at now: Timestamp) {
        self.home = home
        note = BackupNote(program: program, programVersion: version, made: now)
    }

    /// Writes the backup.
    ///
    /// - Parameters:
    ///   - path: The file, which takes the place of another backup of this user, and of nothing else.
    ///   - key: Seals it; `nil` for none.
    ///   - isWanted: Whether to go on.
    ///   - progress: Receives the number of bytes that were copied, and of all.
    /// - Throws: `BackupFault`, with `noBackup` for another file there; `StoreFault`; `FileFault`; `CancellationError`. The
    ///   former file is still there.
    package func write(
        to path: String, sealedWith key: PasswordKey? = nil, isWanted: () -> Bool = { true },
        progress: (_ done: Int, _ all: Int) -> Void = { _, _ in }
    ) throws -> BackupReport {
        let found = try items()
        guard found.databases.contains(note.program + ".sqlite") else { throw BackupFault.noStore(home: home) }
        if FilePlace.exists(path) { try BackupFile.expect(at: path) }
        let draft = try DraftFile(for: path, replacing: true)
        let folder = Folder.split(path).folder
        DraftFile.removeStale(in: folder)
        Scratch.removeStale(in: folder, startingWith: Self.scratch)
        let scratch = try Scratch(folder + "/" + Self.scratch)
        defer { scratch.discard() }

        let databases = try copies(of: found.databases, to: scratch.path, isWanted: isWanted, progress: progress)
        let output = BackupOutput(sealedWith: key) { bytes throws(FileFault) in try draft.write(bytes) }
        var archive = SummedArchive(changed: note.time ?? Timestamp(milliseconds: 0)) { try output.write($0) }
        try archive.add(BackupFormat.about, try note.bytes)
        let all = 2 * databases.reduce(0) { $0 + $1.size }
        var done = all / 2
        for (name, copy, _) in databases {
            try archive.add(name, from: try FileReader(copy)) {
                guard isWanted() else { throw CancellationError() }
                done += $0
                progress(done, all)
            }
        }
        var left = found.left
        for name in found.files {
            do {
                try archive.add(name, from: try FileReader(home + "/" + name, followingLinks: false)) { _ in
                    guard isWanted() else { throw CancellationError() }
                }
            } catch let fault as FileFault where fault.isOfAbsence || fault.reason == .system(EACCES) {
                // Drafts come and go.
                if !fault.isOfAbsence { left.append(name) }
            }
        }
        let (files, bytes) = (archive.files, archive.bytes)
        try archive.finish()
        try output.finish()
        try draft.finish()
        return BackupReport(note: note, files: files, bytes: bytes, isSealed: key != nil, leftOut: left.sorted())
    }

    private func items() throws -> (databases: [String], files: [String], left: [String]) {
        var (databases, files, left): ([String], [String], [String]) = ([], [], [])
        guard FileStatus(home, followingLinks: true)?.kind == .folder else { throw BackupFault.noStore(home: home) }
        try FolderTree(home).walk(failing: { left.append($0.path) }) { name, kind in
            switch (kind ?? FileStatus(home + "/" + name)?.kind, HomeFile(name)) {
            case (.folder, _), (_, .left), (nil, _): break
            case (.regular, .database): databases.append(name)
            case (.regular, .plain): files.append(name)
            default: left.append(name)
            }
            return true
        }
        // The store before the archive beside it: what moves between them is then in one of them at least.
        let store = note.program + ".sqlite"
        databases.sort { ($0 == store ? 0 : 1, $0) < ($1 == store ? 0 : 1, $1) }
        return (databases, files.sorted(), left)
    }

    /// Copies all databases as they are at one moment.
    private func copies(
        of names: [String], to folder: String, isWanted: () -> Bool, progress: (Int, Int) -> Void
    ) throws -> [(name: String, path: String, size: Int)] {
        // All are held before the first is copied.
        let snapshots = try names.map { (name: $0, state: try SQLiteSnapshot(path: home + "/" + $0)) }
        var done = 0
        return try snapshots.enumerated().map { index, snapshot in
            let path = folder + "/\(index)"
            try snapshot.state.copy(to: path, isWanted: isWanted) { progress(done + $0, 2 * (done + $1)) }
            let size = FileStatus(path)?.size ?? 0
            done += size
            return (snapshot.name, path, size)
        }
    }
}

/// A folder of working files beside a target, which a later process removes if this one is killed.
struct Scratch {
    let path: String
    private let lock: LockedFolder?

    init(_ beginning: String) throws {
        path = try Folder.makeNew(beginning)
        lock = try? LockedFolder(path)
    }

    func discard() { Folder.discard(path) }

    /// Removes the folders of killed processes.
    static func removeStale(in folder: String, startingWith beginning: String) {
        for path in (try? abandoned(in: folder, startingWith: beginning)) ?? [] { Folder.discard(path) }
    }

    /// The folders that processes have made by `Folder.makeNew` with this beginning, and that none uses any more.
    ///
    /// - Throws: `FileFault` if the folder cannot be listed.
    static func abandoned(in folder: String, startingWith beginning: String) throws(FileFault) -> [String] {
        try Folder.names(in: folder, startingWith: beginning).filter { $0.count == beginning.count + 6 }
            .map { folder + "/" + $0 }.filter { path in
                guard let status = FileStatus(path), status.kind == .folder, status.isOurs else { return false }
                return (try? LockedFolder(path)) != nil
            }
    }
}

/// An archive with the hashes of its files at its end.
struct SummedArchive {
    private var archive: TarWriter
    private let changed: Timestamp
    private var sums = ""
    private(set) var files = 0
    private(set) var bytes = 0

    init(changed: Timestamp, _ take: @escaping ([UInt8]) throws -> Void) {
        archive = TarWriter(take)
        self.changed = changed
    }

    mutating func add(_ name: String, _ bytes: [UInt8]) throws {
        try archive.begin(name, size: bytes.count, changed: changed)
        try archive.write(bytes)
        sums += "\(SHA256.hash(bytes).hexadecimal)  \(name)\n"
    }

    /// Counts a file that was added from memory.
    mutating func count(_ size: Int) {
        files += 1
        bytes += size
    }

    /// Adds a file; one that becomes shorter meanwhile is filled up with line ends, one that grows is cut.
    mutating func add(_ name: String, from file: FileReader, _ added: (Int) throws -> Void) throws {
        var (left, hash) = (file.status.size, SHA256Stream())
        try archive.begin(name, size: left, changed: Timestamp(milliseconds: file.status.written / 1_000_000))
        files += 1
        bytes += left
        while left > 0 {
            let most = min(left, BackupFormat.piece)
            var piece = try file.piece(most)
            if piece.isEmpty { piece = [UInt8](repeating: 0x0A, count: most) }
            hash.add(piece)
            try archive.write(piece)
            left -= piece.count
            try added(piece.count)
        }
        sums += "\(hash.hash().hexadecimal)  \(name)\n"
    }

    mutating func finish() throws {
        let sums = Array(sums.utf8)
        try archive.begin(BackupFormat.sums, size: sums.count, changed: changed)
        try archive.write(sums)
        try archive.finish()
    }
}

/// The bytes of a backup on their way into the file, sealed if there is a key.
///
/// A sealed file begins with sixteen bytes that name it, the salt and the cost of the password, and the beginning of the
/// stream.
final class BackupOutput {
    static let mark = Array("ATRIUM SEALED 1\n".utf8)

    private let put: ([UInt8]) throws -> Void
    private var sealer: StreamSealer?
    private var buffer: [UInt8] = []
    private var header: [UInt8] = []

    init(sealedWith key: PasswordKey?, _ put: @escaping ([UInt8]) throws -> Void) {
        self.put = put
        guard let key else { return }
        let sealer = StreamSealer(key: key)
        let cost = [UInt64(key.cost.passes), UInt64(key.cost.memory)].flatMap { number in
            withUnsafeBytes(of: number.littleEndian) { Array($0) }
        }
        header = Self.mark + key.salt + cost + sealer.header
        self.sealer = sealer
    }

    func write(_ bytes: [UInt8]) throws {
        guard sealer != nil else {
            // Small pieces are put together.
            buffer += bytes
            if buffer.count >= StreamSealer.piece { try flush() }
            return
        }
        buffer += bytes
        var start = 0
        // One piece is kept back: the last one is sealed as such.
        while buffer.count - start > StreamSealer.piece {
            try seal(Array(buffer[start..<start + StreamSealer.piece]), isLast: false)
            start += StreamSealer.piece
        }
        if start > 0 { buffer.removeFirst(start) }
    }

    func finish() throws { try sealer == nil ? flush() : seal(buffer, isLast: true) }

    private func flush() throws {
        if !buffer.isEmpty { try put(buffer) }
        buffer.removeAll(keepingCapacity: true)
    }

    private func seal(_ bytes: [UInt8], isLast: Bool) throws {
        if !header.isEmpty { try put(header) }
        header = []
        if let sealed = sealer?.seal(bytes, isLast: isLast) { try put(sealed) }
    }
}
