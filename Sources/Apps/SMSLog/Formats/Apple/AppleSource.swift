// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumFiles
import AtriumSecrets
import AtriumStores
import AtriumSystems
import Foundation
import SMSLogLogic

/// Apple’s Messages: a database, or a backup of iOS that has one.
enum Apple: MessageFormat {
    static let id = "apple"

    static func claims(_ file: SniffedFile) -> Bool { SQLiteHeader.begins(file.bytes) }

    /// A database whose beginning is damaged.
    static func accepts(_ file: SniffedFile) -> Bool {
        file.isBinary && names.contains(Folder.split(file.path).name.lowercased())
    }

    static func source(of path: String, in context: ImportContext) throws -> (any ImportSource, size: Int) {
        try AppleFiles(beside: path).source(into: context.rows)
    }

    static func mayBe(named name: String) -> Bool? {
        let name = name.lowercased()
        if names.contains(name) { return true }
        // SQLite’s own files beside a database.
        return names.contains { name.hasPrefix($0 + "-") } ? false : nil
    }

    private static let names = ["chat.db", "sms.db"]

    static func hasMessages(_ file: SniffedFile) -> Bool {
        mayBe(named: Folder.split(file.path).name) ?? AppleMessages.are(at: file.path)
    }

    static func owns(folder name: String, in content: FolderContent) -> Bool {
        ["parts", "stickercache"].contains(name) && content.files.contains { content.isFile($0, of: Self.self) }
    }

    /// The names of the files in a backup of iOS do not show their content.
    static func folder(_ path: String) throws(ImportFault) -> (any FolderSource)? { try AppleFiles(backup: path) }
}

/// A database of Apple’s Messages, in which the line of a message is its number there.
final class AppleSource: ImportSource {
    /// The number of messages read in one step.
    private static let step = 32

    let rows: ImportedRows
    private(set) var line = 0
    /// The size of the database in bytes.
    let size: Int
    private let database: AppleMessages
    private let files: AppleFiles
    private var next = 0

    /// Opens a database, with the files of its messages.
    ///
    /// - Throws: `ImportFault`.
    init(_ files: AppleFiles, into rows: ImportedRows) throws(ImportFault) {
        self.files = files
        self.rows = rows
        do {
            size = try FileReader(files.database).status.size
            guard let database = try AppleMessages(path: files.database) else { throw ImportFault.notMessages }
            self.database = database
        } catch let fault as ImportFault {
            throw fault
        } catch let fault as FileFault {
            throw .unreadable(reason: fault.reason.number)
        } catch StoreFault.unreachable(_, let reason) {
            throw .unreadable(reason: reason)
        } catch {
            throw .damagedDatabase
        }
    }

    /// The progress by the number of read messages.
    var bytesRead: Int {
        guard !database.numbers.isEmpty else { return size }
        return Int(Double(size) * Double(next) / Double(database.numbers.count))
    }

    func step() throws -> Bool {
        let numbers = database.numbers
        guard next < numbers.count else {
            guard database.isWhole else { throw ImportFault.damagedDatabase }
            return false
        }
        let reader = AppleReader(database: database, files: files)
        for number in numbers[next..<min(numbers.count, next + Self.step)] {
            line = number
            next += 1
            do throws(RefusedRow) {
                let (draft, remarks, replaced) = try reader.draft(number, after: rows.lastDate)
                rows.append(draft, line: number)
                rows.replaced += replaced
                for reason in remarks { rows.report.remark(RowRemark(line: number, reason: reason)) }
            } catch {
                rows.report.refuse(error)
            }
        }
        return true
    }
}

/// The paths of the database of Apple’s Messages, and of the files of its messages.
///
/// macOS and a copy by hand have both in one folder. A backup of iOS has each file under the SHA-1 of its path on the
/// phone, since iOS 10 in a folder by the first two digits.
struct AppleFiles: FolderSource {
    /// The file of the messages.
    let database: String
    private let folder: String
    private let isBackup: Bool

    func source(into rows: ImportedRows) throws(ImportFault) -> (any ImportSource, size: Int) {
        let source = try AppleSource(self, into: rows)
        return (source, source.size)
    }

    init(beside database: String) {
        self.database = database
        folder = Folder.split(database).folder
        isBackup = false
    }

    /// The name that a backup gives to a file.
    private static func name(of file: String) -> String { SHA1.hash(Array(file.utf8)).hexadecimal }

    /// Opens a folder; `nil` if it is no backup of iOS.
    ///
    /// - Throws: `ImportFault` for a backup whose messages cannot be read.
    init?(backup folder: String) throws(ImportFault) {
        self.folder = folder
        isBackup = true
        let name = Self.name(of: "HomeDomain-Library/SMS/sms.db")
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

    /// The bytes of a message’s file; `nil` if it is not there.
    ///
    /// - Parameter path: The path of the file on the machine that had the messages.
    func bytes(of path: String) -> [UInt8]? {
        guard let place = Self.relative(path) else { return nil }
        let places =
            isBackup
            ? Self.places(of: Self.name(of: "MediaDomain-Library/SMS/" + place), in: folder)
            : [folder + (folder.hasSuffix("/") ? "" : "/") + place]
        return places.lazy.compactMap(FilesBeside.bytes).first
    }

    /// The path of a file within the folder of the database; `nil` for a file elsewhere, which is unknown.
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
