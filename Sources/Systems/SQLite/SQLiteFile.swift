import Foundation

/// The file behind a SQLite system, looked at and made before SQLite touches it.
///
/// SQLite itself would open any file, make one that others may read, and call a damaged one “not a database” only at
/// the first query.
struct SQLiteFile {
    let path: String

    /// Makes folder and file with private modes where they are missing, and refuses what is not ours.
    func prepare() throws {
        try prepareFolder((path as NSString).deletingLastPathComponent)
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw errno == EROFS || errno == EACCES
                ? SystemFault.readOnly(path: path) : .unreachable(path: path, reason: errno)
        }
        defer { close(descriptor) }
        try refuseForeign(descriptor)
        // SQLite gives its journals the mode of the database file.
        fchmod(descriptor, 0o600)
    }

    private func refuseForeign(_ descriptor: Int32) throws {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SystemFault.unreachable(path: path, reason: errno) }
        guard status.st_size > 0 else {
            // SQLite writes the first page before there is a log: a log beside an empty file is all that is left of
            // a store, and SQLite would throw it away.
            guard size(of: path + "-wal") == 0 else { throw SystemFault.damaged(path: path) }
            return
        }
        var header = [UInt8](repeating: 0, count: 100)
        let count = pread(descriptor, &header, 100, 0)
        // “The database header”, https://www.sqlite.org/fileformat2.html
        guard count == 100, header.starts(with: Array("SQLite format 3\0".utf8)) else {
            throw SystemFault.damaged(path: path)
        }
        let pageSize = Int(header[16]) << 8 | Int(header[17])
        let pages = header[28..<32].reduce(0) { $0 << 8 | Int($1) }
        let application = header[68..<72].reduce(Int32(0)) { $0 << 8 | Int32($1) }
        guard application == SQLiteSystem.applicationID || application == 0 && pages <= 1 else {
            throw SystemFault.foreign(path: path)
        }
        // A write-ahead log may hold the pages that the file still lacks.
        let bytes = pages * (pageSize == 1 ? 65_536 : pageSize)
        guard Int(status.st_size) >= bytes || size(of: path + "-wal") > 0 else {
            throw SystemFault.damaged(path: path)
        }
    }

    /// Makes the folder with mode 0700, and gives that mode to one that is there if it is ours alone: an empty one, or
    /// one that holds our file.
    private func prepareFolder(_ folder: String) throws {
        guard !folder.isEmpty else { return }
        var status = stat()
        guard stat(folder, &status) != 0 else {
            guard status.st_uid == geteuid(), status.st_mode & 0o077 != 0 else { return }
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            if names.isEmpty || names.contains((path as NSString).lastPathComponent) { chmod(folder, 0o700) }
            return
        }
        try prepareFolder((folder as NSString).deletingLastPathComponent)
        // Another process that starts at the same moment may have been faster.
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw SystemFault.unreachable(path: folder, reason: errno)
        }
    }

    private func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}
