// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
package import AtriumSession

/// The archives of users’ data before an import, in the folder of the daily backups.
package struct FormerArchives: Sendable {
    private static let ending = BackupFormat.archiveEnding

    private let folder: String

    package init(in home: String) { folder = home + "/" + BackupFormat.folder }

    /// Makes the folder if it is missing, and returns the path of a new archive.
    ///
    /// - Throws: `FileFault`.
    package func newPath(of user: UserID, at now: Timestamp) throws -> String {
        try BackupFormat.make(folder: folder)
        let time = CivilTime(now, in: .gmt).full.replacing(" ", with: "T").replacing(":", with: "")
        let beginning = folder + "/" + Self.beginning(user) + time
        var (path, number) = (beginning + Self.ending, 1)
        while FileStatus(path) != nil {
            number += 1
            path = "\(beginning)-\(number)\(Self.ending)"
        }
        return path
    }

    /// Those of a user, the newest first.
    package func made(of user: UserID) -> [(made: Timestamp, path: String)] {
        let names = (try? Folder.names(in: folder, startingWith: Self.beginning(user))) ?? []
        return names.filter { $0.hasSuffix(Self.ending) }.map { folder + "/" + $0 }.compactMap { path in
            FileStatus(path).map { (Timestamp(milliseconds: $0.written / 1_000_000), path) }
        }.sorted { ($0.0, $0.1) > ($1.0, $1.1) }
    }

    private static func beginning(_ user: UserID) -> String { BackupFormat.beginning(of: user) + "before-" }
}
