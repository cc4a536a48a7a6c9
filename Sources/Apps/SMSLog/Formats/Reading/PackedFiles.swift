// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumFiles
import AtriumZipReader
import Glibc
import SMSLogLogic

extension UnpackedArchive {
    /// An archive of no more bytes than these is unpacked into memory: a disk takes much longer for thousands of files.
    private static let mostInMemory: UInt64 = 32 << 20

    /// The folder of a file’s messages, or the only file.
    var place: String { file ?? root }

    /// Unpacks a file; `nil` for one that is not packed, or that a format reads as it is.
    ///
    /// - Throws: `ImportFault`.
    static func ofMessages(_ path: String) async throws -> UnpackedArchive? {
        guard let kind = ArchiveKind(ofFile: path), kind != .zip || isOfFiles(path) else { return nil }
        do {
            guard kind == .zip, size(path) <= mostInMemory else { return try await unpacked(path, of: kind) }
            do { return try await unpacked(path, of: kind, inMemory: true) } catch let fault as FileFault
                where fault.reason == .system(ENOSPC)
            { return try await unpacked(path, of: kind) }
        } catch {
            throw ImportFault(unpacking: error)
        }
    }

    private static func unpacked(
        _ path: String, of kind: ArchiveKind, inMemory: Bool = false
    ) async throws -> UnpackedArchive {
        let unpacked = try UnpackedArchive(inMemory: inMemory)
        try await unpacked.unpack(path, of: kind) { file, extract in
            let steps = file.path.split(separator: "/")
            guard !file.isLink, !steps.isEmpty,
                steps.allSatisfy({ $0 != "." && $0 != ".." && !$0.contains("\0") && $0.utf8.count < 250 })
            else {
                // The files that macOS puts beside those of an archive.
                if steps.first != "__MACOSX" { unpacked.leftOut.append(file.path) }
                return
            }
            let place = steps.joined(separator: "/")
            if FileStatus(unpacked.root + "/" + place) == nil { try extract(place) }
        }
        return unpacked
    }

    /// The size of the files of an archive in bytes, as it says.
    private static func size(_ path: String) -> UInt64 {
        guard let archive = try? ZipArchive(path: path) else { return 0 }
        var size: UInt64 = 0
        while let entry = try? archive.next() {
            let (sum, isTooMuch) = size.addingReportingOverflow(entry.size)
            size = isTooMuch ? .max : sum
        }
        return size
    }

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

/// The files of an archive of messages: those of the messages themselves are unpacked; those of their parts are read in
/// the archive when they are requested.
final class UnpackedMessages {
    /// No part has more bytes.
    private static let longest: UInt64 = 1 << 28

    private let unpacked: UnpackedArchive
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
        do {
            archive = try ZipArchive(path: path)
            unpacked = try UnpackedArchive()
        } catch {
            throw ImportFault(unpacking: error)
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

    /// The path of the file that was unpacked under a name.
    func path(_ place: String) -> String { unpacked.root + "/" + place }

    /// The bytes of a part’s file; `nil` if it is not there or cannot be read.
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

    /// The last part of a path, if that can be a file’s name; `nil` for the files that a Mac adds to an archive.
    private static func plain(_ path: String) -> String? {
        guard let name = path.split(separator: "/").last, !name.hasPrefix("._"), name != ".", name != "..",
            !name.contains("\0"), name.utf8.count < 200
        else { return nil }
        return String(name)
    }
}
