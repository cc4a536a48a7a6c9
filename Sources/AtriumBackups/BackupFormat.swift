// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
package import AtriumSession
import Foundation

/// The format of a backup: an archive of tar (POSIX.1-2017, pax) that other programs read, too.
///
/// It has, in this order, `BACKUP.json`, every file of the home, and `SHA256SUMS`, a line of which is the hash and the
/// name of each file before it, as `sha256sum -c` reads it. An archive without that last file is not complete.
package enum BackupFormat {
    /// The version that this program writes.
    package static let version = 1
    static let about = "BACKUP.json"
    static let sums = "SHA256SUMS"
    /// The most bytes of the two files of its own.
    static let longest = 64 << 20
    /// The most bytes of a file that are held in memory.
    static let piece = 1 << 20

    /// The folder of a home in which daily backups are.
    package static let folder = "backups"
    /// The ending of an archive of a user’s data there.
    static let archiveEnding = ".archive"

    /// The beginning of the names of a user’s archives.
    static func beginning(of user: UserID) -> String { "user-\(user.rawValue)-" }

    /// The archives of users’ data in a home.
    static func archives(in home: String) -> [String] {
        let names = (try? Folder.names(in: home + "/" + folder, startingWith: "user-")) ?? []
        return names.filter { $0.hasSuffix(archiveEnding) }.sorted().map { "\(home)/\(folder)/\($0)" }
    }

    /// Makes a folder for backups if it is missing; others than the user may not look into it.
    ///
    /// - Throws: `FileFault`.
    static func make(folder: String) throws {
        try Folder.make(folder)
        try Permissions.close(folder, as: .folder)
    }
}

/// A backup’s description of itself.
package struct BackupNote: Codable, Hashable, Sendable {
    /// The command of the program.
    package let program: String
    package let programVersion: String
    /// The version of the format.
    package let format: Int
    /// The time of the backup, in ISO 8601.
    package let made: String
    /// The name of the user whose data it has; `nil` for one of everything.
    package let user: String?

    package init(program: String, programVersion: String, made: Timestamp, user: String? = nil) {
        self.program = program
        self.user = user
        self.programVersion = programVersion
        format = BackupFormat.version
        self.made = CivilTime(made, in: .gmt).full.replacing(" ", with: "T") + "Z"
    }

    /// The time of the backup; `nil` if it cannot be read.
    package var time: Timestamp? { CivilTime(made)?.timestamp(in: .gmt) }

    var bytes: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
            return try Array(encoder.encode(self)) + [0x0A]
        }
    }
}

/// A file in a home, as a backup takes it.
enum HomeFile {
    /// A SQLite file, of which a consistent copy is made.
    case database
    /// A file that is copied as it is.
    case plain
    /// A file that belongs to the running processes, or that holds a login: no backup has it.
    case left

    /// The kind of a file, by its path in the home.
    ///
    /// By its name alone: a look into a database would drop the locks that this process has on it.
    init(_ path: String) {
        let name = Folder.split(path).name
        let isOfProcess =
            ["-wal", "-shm", "-journal"].contains { name.hasSuffix(".sqlite" + $0) } || name.hasSuffix(".lock")
            || name.hasPrefix(".draft-") || [Stage.mark, "login"].contains(path)
        self =
            isOfProcess || path.hasPrefix(BackupFormat.folder + "/")
            ? .left : name.hasSuffix(".sqlite") ? .database : .plain
    }
}

/// The result of a backup or a look at one.
package struct BackupReport: Hashable, Sendable {
    /// The backup’s description of itself.
    package let note: BackupNote
    /// The number of files in it.
    package let files: Int
    /// The number of their bytes.
    package let bytes: Int
    /// Whether a password opens it.
    package let isSealed: Bool
    /// The items of the home that are not in it, since they are no files, or cannot be read.
    package let leftOut: [String]
}
