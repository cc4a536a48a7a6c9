// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation

/// Where the database of Apple’s Messages is, and the files of its messages.
///
/// macOS and a copy by hand have both in one folder. A backup of iOS has each file under the SHA-1 of where it was on the
/// phone, since iOS 10 in a folder by the first two digits.
struct AppleFiles {
    /// The file of the messages.
    let database: String
    private let folder: String
    private let isBackup: Bool

    /// Beside a database.
    init(beside database: String) {
        self.database = database
        folder = Folder.split(database).folder
        isBackup = false
    }

    /// Of a folder; nil where it is no backup of iOS.
    ///
    /// - Throws: `ImportFault` for a backup of which the messages cannot be read.
    init?(backup folder: String) throws(ImportFault) {
        self.folder = folder
        isBackup = true
        let name = SHA1.digits(of: "HomeDomain-Library/SMS/sms.db")
        let list = folder + "/Manifest.plist"
        let isNamed = ["Manifest.db", "Manifest.mbdb", "Manifest.plist"].contains {
            FileStatus(folder + "/" + $0) != nil
        }
        let found = Self.places(of: name, in: folder).first { FileStatus($0, followingLinks: true)?.kind == .regular }
        guard isNamed || found != nil else { return nil }
        if let bytes = try? FileReader(list).bytes(limit: 1 << 26),
            let values = try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? [String: Any],
            (values["IsEncrypted"] as? NSNumber)?.boolValue == true
        {
            throw .sealedBackup
        }
        guard let found else { throw .backupWithoutMessages }
        database = found
    }

    private static func places(of name: String, in folder: String) -> [String] {
        [folder + "/" + name.prefix(2) + "/" + name, folder + "/" + name]
    }

    /// The bytes of a message’s file; nil where it is not there.
    ///
    /// - Parameter path: Where the file was on the machine that had the messages.
    func bytes(of path: String) -> [UInt8]? {
        guard let place = Self.relative(path) else { return nil }
        let places =
            isBackup
            ? Self.places(of: SHA1.digits(of: "MediaDomain-Library/SMS/" + place), in: folder)
            : [folder + (folder.hasSuffix("/") ? "" : "/") + place]
        for place in places {
            if let bytes = try? FileReader(place, followingLinks: false).bytes(limit: 1 << 28) { return bytes }
        }
        return nil
    }

    /// Where a file is within the folder of the database; nil for one that was elsewhere, of which nothing is known.
    private static func relative(_ path: String) -> String? {
        for folder in ["Library/Messages/", "Library/SMS/"] {
            guard let range = path.range(of: folder) else { continue }
            let place = path[range.upperBound...]
            let names = place.split(separator: "/", omittingEmptySubsequences: false)
            guard !place.contains("\0"), !names.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else {
                return nil
            }
            return String(place)
        }
        return nil
    }
}
