// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation
import Glibc
import SMSLogLogic
import ZipReader

/// The files of an archive that no format reads itself, or what gzip has packed, unpacked into a
/// folder that only the user may read and that goes with this value.
final class PackedFiles {
    /// The folder, or the one file.
    let path: String
    private let root: String

    /// An archive of no more bytes than these is unpacked into memory: a disk takes much longer for thousands of files.
    private static let mostInMemory: UInt64 = 32 << 20

    /// Unpacks a file; nil for one that is not packed, or that is read as it is.
    ///
    /// - Throws: `ImportFault`.
    init?(_ path: String) throws(ImportFault) {
        guard let file = try? FileReader(path), file.status.kind == .regular,
            let head = try? file.bytes(4, at: 0)
        else { return nil }
        let isZip = head.starts(with: [0x50, 0x4B, 3, 4])
        guard isZip ? Self.isOfFiles(path) : GzipFile.begins(head) else { return nil }
        let name = Folder.split(path).name
        let place = isZip ? "" : "/" + (name.lowercased().hasSuffix(".gz") ? String(name.dropLast(3)) : name)
        root = try Self.unpack(path, inMemory: isZip && Self.size(path) <= Self.mostInMemory) { root in
            if isZip { try Self.unpack(path, to: root) } else { try GzipFile.unpack(path, to: root + place) }
        }
        self.path = root + place
    }

    /// Makes the folder and fills it, on the disk if memory has not room enough.
    private static func unpack(
        _ path: String, inMemory: Bool, _ fill: (_ root: String) throws -> Void
    ) throws(ImportFault) -> String {
        let root: String
        do throws(FileFault) { root = try Folder.makeTemporary("atrium-import-", inMemory: inMemory) } catch {
            throw .unreadable(reason: error.reason.number)
        }
        do { try fill(root) } catch {
            Folder.discard(root)
            guard inMemory, (error as? FileFault)?.reason == .system(ENOSPC) else {
                throw ImportFault(unpacking: error)
            }
            return try unpack(path, inMemory: false, fill)
        }
        return root
    }

    /// How many bytes the files of an archive have together, as it says.
    private static func size(_ path: String) -> UInt64 {
        guard let archive = try? ZipArchive(path: path) else { return 0 }
        var size: UInt64 = 0
        while let entry = try? archive.next() {
            let (sum, isTooMuch) = size.addingReportingOverflow(entry.size)
            size = isTooMuch ? .max : sum
        }
        return size
    }

    deinit { Folder.discard(root) }

    /// Whether an archive is read file by file.
    private static func isOfFiles(_ path: String) -> Bool {
        guard !messageFormats.contains(where: { $0.reads(archive: path) }), let archive = try? ZipArchive(path: path)
        else { return false }
        while let entry = try? archive.next() {
            let name = String(entry.path.split(separator: "/").last ?? "")
            if !entry.isFolder, SniffedFile.isCandidate(name) { return true }
        }
        return false
    }

    private static func unpack(_ archivePath: String, to root: String) throws {
        let archive = try ZipArchive(path: archivePath)
        var limit = UnpackingLimit(ofArchive: archivePath)
        while let entry = try archive.next() {
            let steps = entry.path.split(separator: "/").map(String.init)
            guard !entry.isFolder, !entry.isLink, let name = steps.last,
                steps.allSatisfy({ $0 != "." && $0 != ".." && !$0.contains("\0") && $0.utf8.count < 250 })
            else { continue }
            let folder = ([root] + steps.dropLast()).joined(separator: "/")
            let place = folder + "/" + name
            guard limit.take(entry) else { throw ImportFault.largeArchive }
            guard FileStatus(place, followingLinks: false) == nil else { continue }
            try Folder.make(folder)
            try archive.extract(to: place)
        }
    }
}

extension ImportFault {
    /// Why an archive cannot be unpacked.
    fileprivate init(unpacking error: any Error) {
        self =
            switch error {
            case let fault as ImportFault: fault
            case ZipFault.encrypted: .sealed
            case ZipFault.tooLarge: .largeArchive
            case let fault as FileFault: .unreadable(reason: fault.reason.number)
            default: .damagedArchive
            }
    }
}

/// The files of an archive of messages: those of the messages themselves are unpacked into a folder that only the user may
/// read and that goes with this value; those of their parts are read in the archive when they are asked for.
final class UnpackedMessages {
    /// No part has more bytes.
    private static let longest: UInt64 = 1 << 28

    private let root: String
    private let archive: ZipArchive
    private var parts: [String: ZipPlace] = [:]

    /// The use of a file of the archive.
    enum Use {
        /// It has messages: it is unpacked under this name of the folder, unless another file has it.
        case messages(String)
        /// It is a part of a message, which names it.
        case part
        case none
    }

    /// Opens an archive.
    ///
    /// - Parameter use: Called for each file, with its path in the archive and its name.
    /// - Throws: `ImportFault`.
    init(_ path: String, use: (_ path: String, _ name: String) -> Use) throws(ImportFault) {
        do throws(ZipFault) { archive = try ZipArchive(path: path) } catch { throw .damagedArchive }
        do throws(FileFault) {
            root = try Folder.makeTemporary("atrium-import-")
        } catch {
            throw .unreadable(reason: error.reason.number)
        }
        do {
            var limit = UnpackingLimit(ofArchive: path)
            while let entry = try archive.next() {
                guard !entry.isFolder, !entry.isLink, let name = Self.plain(entry.path) else { continue }
                switch use(entry.path, name) {
                case .messages(let place):
                    guard FileStatus(self.path(place), followingLinks: false) == nil else { continue }
                    guard limit.take(entry) else { throw ImportFault.largeArchive }
                    try archive.extract(to: self.path(place))
                case .part where parts[name] == nil:
                    guard limit.take(entry) else { throw ImportFault.largeArchive }
                    parts[name] = archive.place
                case .part, .none: break
                }
            }
        } catch {
            throw ImportFault(unpacking: error)
        }
    }

    deinit { Folder.discard(root) }

    /// The path of what was unpacked under a name.
    func path(_ place: String) -> String { root + "/" + place }

    /// The bytes of a part’s file; nil if it is not there or cannot be read.
    func data(_ name: String) -> [UInt8]? {
        guard let plain = Self.plain(name), let place = parts[plain], place.entry.size <= Self.longest else {
            return nil
        }
        var bytes: [UInt8] = []
        do {
            try archive.go(to: place)
            try archive.read { bytes += $0 }
        } catch {
            return nil
        }
        return bytes
    }

    /// The last part of a path, if that can be a file’s name; nil for what a Mac puts beside each file in an archive.
    private static func plain(_ path: String) -> String? {
        guard let name = path.split(separator: "/").last, !name.hasPrefix("._"), name != ".", name != "..",
            !name.contains("\0"), name.utf8.count < 200
        else { return nil }
        return String(name)
    }
}
