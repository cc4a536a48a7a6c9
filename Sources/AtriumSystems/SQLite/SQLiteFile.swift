// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumStores
import Foundation
import GRDB
import GRDBSQLite

/// The file behind a SQLite system, looked at and made before SQLite touches it.
///
/// SQLite itself would open any file, follow any link, make a file that others may read, and call a damaged one “not a
/// database” only at the first query.
struct SQLiteFile {
    let path: String
    private var log: String { path + "-wal" }

    /// Makes the missing folder and file with private modes, and refuses foreign ones.
    ///
    /// An existing folder keeps its mode; one that other users may write to is refused. A refused file is not touched,
    /// nor are the files beside it.
    ///
    /// - Parameters:
    ///   - isDurable: Whether a new file is on the disk when this returns.
    ///   - keepsModes: Whether existing files keep their modes; otherwise they are closed to other users.
    /// - Throws: `StoreFault`.
    func prepare(isDurable: Bool, keepsModes: Bool) throws {
        var isMade = false
        do {
            let folder = Folder.split(path).folder
            try Folder.make(folder)
            if let status = FileStatus(folder, followingLinks: true), status.mode & 0o002 != 0 {
                throw FileFault(path: folder, reason: .shared)
            }
            if FileStatus(path) == nil {
                isMade = true
                try make(isDurable: isDurable)
            }
            isMade = false
            try check()
            guard !keepsModes else { return }
            // The files beside it get the mode of the database when SQLite makes them; these are older than that.
            for name in [path, log, path + "-shm", path + "-journal"] { try Permissions.close(name) }
        } catch let fault as FileFault {
            throw self.fault(fault, isOfWriting: isMade)
        }
    }

    /// Refuses foreign files and folders, and changes nothing.
    ///
    /// - Parameter forWriting: Whether a file is refused that may not be written.
    /// - Throws: `StoreFault`.
    func look(forWriting: Bool = true) throws {
        do { try check(forWriting: forWriting) } catch let fault as FileFault { throw self.fault(fault) }
    }

    /// The size of a file; 0 for a missing one.
    static func size(of path: String) -> Int { FileStatus(path)?.size ?? 0 }

    /// SQLite’s folder for files without a name, unless SQLite itself is configured otherwise (“Temporary File Storage
    /// Locations”, https://www.sqlite.org/tempfiles.html).
    static var temporaryFolder: String {
        let named = getenv("TMPDIR").map { String(cString: $0) }
        return ([named].compactMap { $0 } + ["/var/tmp", "/usr/tmp", "/tmp"]).first(where: Folder.isWritable) ?? "."
    }

    /// Makes a file with only our mark in it: at no moment is there one without.
    private func make(isDurable: Bool) throws {
        // A log without its file is all that is left of a store, and SQLite would delete it.
        guard Self.size(of: log) == 0 else { throw StoreFault.empty(path: path) }
        let bytes = try DatabaseQueue().writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA application_id = \(SQLiteSystem.applicationID)")
            var size: sqlite3_int64 = 0
            guard let image = sqlite3_serialize(database.sqliteConnection, "main", &size, 0) else {
                throw StoreFault.outOfMemory(path: path)
            }
            defer { sqlite3_free(image) }
            return [UInt8](UnsafeBufferPointer(start: image, count: Int(size)))
        }
        do throws(FileFault) {
            let draft = try DraftFile(for: path)
            try draft.write(bytes)
            try draft.finish(waits: isDurable)
        } catch {
            // Another process that starts at the same moment may have been faster.
            guard error.reason == .system(EEXIST) else { throw error }
        }
    }

    /// Looks whether the file is a store of ours, and as long as it says.
    private func check(forWriting: Bool = true) throws {
        for name in [path, log, path + "-shm", path + "-journal"] {
            guard let status = FileStatus(name) else { continue }
            guard status.kind == .regular else { throw FileFault(path: name, reason: .kind(status.kind)) }
            guard status.isOurs else { throw FileFault(path: name, reason: .foreign) }
        }
        if forWriting { try FilePlace.checkWritable(path) }
        let file = try FileReader(path, followingLinks: false)
        guard file.status.size > 0 else { throw StoreFault.empty(path: path) }
        let header = try file.bytes(SQLiteHeader.size, at: 0)
        guard header.count == SQLiteHeader.size, SQLiteHeader.begins(header) else {
            throw StoreFault.damaged(path: path)
        }
        guard Self.number(header[68..<72]) == Int(SQLiteSystem.applicationID) else {
            throw StoreFault.foreign(path: path)
        }
        let pageSize = Self.number(header[16..<18])
        let bytes = Self.number(header[28..<32]) * (pageSize == 1 ? 65_536 : pageSize)
        // A write-ahead log may hold the pages that the file still lacks.
        guard file.status.size >= bytes || Self.size(of: log) > 0 else { throw StoreFault.damaged(path: path) }
    }

    /// A number of some bytes, the highest first.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    private func fault(_ fault: FileFault, isOfWriting: Bool = false) -> StoreFault {
        switch fault.reason {
        case .system(EROFS), .system(EACCES), .system(EPERM): .readOnly(path: fault.path)
        case .system(ENOSPC), .system(EDQUOT): .full(path: path)
        case .system(EIO): .device(path: fault.path, code: SQLITE_IOERR | (isOfWriting ? 3 : 1) << 8)
        case .system(let number): .unreachable(path: fault.path, reason: number)
        default: .refused(fault)
        }
    }
}

/// The beginning of an SQLite file of any program.
///
/// Source: “The database header”, https://www.sqlite.org/fileformat2.html
public enum SQLiteHeader {
    /// The number of its bytes.
    public static let size = 100
    /// The place of the versions of the format for writing and reading, a byte each.
    static let versions: sqlite3_int64 = 18
    /// Those of a file with a write-ahead log.
    static let withLog: [UInt8] = [2, 2]
    private static let mark = Array("SQLite format 3\0".utf8)

    /// Whether a file of SQLite begins with these bytes, or a part of one.
    public static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: mark) }
}

/// The place of a database.
enum SQLiteMedium: Hashable {
    case durableFile
    case file
    /// A file whose disk takes no changes.
    case takenFile(SQLiteAccess)
    case unnamedFile
    case memory

    /// Whether a database there has a write-ahead log.
    var hasLog: Bool { self == .durableFile || self == .file }

    /// Whether a database there has one connection: another would have other tables in memory, or another database.
    var isSingle: Bool { if case .takenFile = self { true } else { self == .unnamedFile } }

    /// The way to open it.
    var access: SQLiteAccess { if case .takenFile(let access) = self { access } else { .shared(isWritable: true) } }

    /// The name in faults for a database there with this path.
    func place(of path: String) -> String {
        switch self {
        case .durableFile, .file, .takenFile: path
        case .unnamedFile: SQLiteFile.temporaryFolder
        case .memory: StoreFault.pathInMemory
        }
    }

    /// Keeps a database in memory completely off the disk, and lets it grow as large as the memory.
    static func keepInMemory(_ database: Database) throws {
        try database.execute(sql: "PRAGMA temp_store = MEMORY")
        var limit = sqlite3_int64.max
        sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_SIZE_LIMIT, &limit)
    }
}
