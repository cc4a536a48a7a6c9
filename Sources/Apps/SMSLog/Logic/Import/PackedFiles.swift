// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation
import SMSLogDomain
import ZipReader

/// The files of an archive that is none of one chat or of SMS Import/Export, or what gzip has packed, unpacked into a
/// folder that only the user may read and that goes with this value.
final class PackedFiles {
    /// The folder, or the one file.
    let path: String
    private let root: String

    /// Unpacks a file; nil for one that is not packed, or that is read as it is.
    ///
    /// - Throws: `ImportFault`.
    init?(_ path: String) throws(ImportFault) {
        guard let file = try? FileReader(path), file.status.kind == .regular,
            let head = try? file.bytes(4, at: 0)
        else { return nil }
        let isZip = head.starts(with: [0x50, 0x4B, 3, 4])
        guard isZip ? Self.isOfFiles(path) : GzipFile.begins(head) else { return nil }
        do throws(FileFault) { root = try Folder.makeTemporary("atrium-import-") } catch {
            throw .unreadable(reason: error.reason.number)
        }
        if isZip {
            self.path = root
        } else {
            let name = Folder.split(path).name
            self.path = root + "/" + (name.lowercased().hasSuffix(".gz") ? String(name.dropLast(3)) : name)
        }
        do {
            if isZip { try unpack(path) } else { try GzipFile.unpack(path, to: self.path) }
        } catch let fault as ImportFault {
            throw fault
        } catch ZipFault.encrypted {
            throw .sealed
        } catch let fault as FileFault {
            throw .unreadable(reason: fault.reason.number)
        } catch {
            throw .damagedArchive
        }
    }

    deinit { Folder.discard(root) }

    /// Whether an archive is read file by file.
    private static func isOfFiles(_ path: String) -> Bool {
        guard ChatArchive.text(in: path) == nil, let archive = try? ZipArchive(path: path) else { return false }
        var isOther = false
        while let entry = try? archive.next() {
            // SMS Import/Export has its messages in lines, and the files of their parts in a folder.
            if entry.path.hasSuffix(".ndjson") || entry.path.hasPrefix("data/") { return false }
            if !entry.isFolder, ImportFormat.isCandidate(String(entry.path.split(separator: "/").last ?? "")) {
                isOther = true
            }
        }
        return isOther
    }

    private func unpack(_ archivePath: String) throws {
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

/// The files of an archive of messages, unpacked into a folder that nobody else may read and that goes with this value.
final class UnpackedMessages {
    private let root: String

    /// Unpacks an archive.
    ///
    /// - Parameter each: Called for each file, with its path in the archive and its name; what it hands a name of the folder
    ///   is unpacked under that, unless another file has it, and says whether it was.
    /// - Throws: `ImportFault`.
    init(
        _ path: String, each: (_ path: String, _ name: String, _ unpack: (String) throws -> Bool) throws -> Void
    ) throws(ImportFault) {
        do throws(FileFault) {
            root = try Folder.makeTemporary("atrium-import-")
        } catch {
            throw .unreadable(reason: error.reason.number)
        }
        do {
            let archive = try ZipArchive(path: path)
            var limit = UnpackingLimit(ofArchive: path)
            while let entry = try archive.next() {
                guard !entry.isFolder, !entry.isLink, let name = Self.plain(entry.path) else { continue }
                try each(entry.path, name) { place in
                    let file = self.path(place)
                    guard FileStatus(file, followingLinks: false) == nil else { return false }
                    guard limit.take(entry) else { throw ImportFault.largeArchive }
                    try archive.extract(to: file)
                    return true
                }
            }
        } catch let fault as ImportFault {
            throw fault
        } catch ZipFault.encrypted {
            throw .sealed
        } catch let fault as FileFault {
            throw .unreadable(reason: fault.reason.number)
        } catch {
            throw .damagedArchive
        }
    }

    deinit { Folder.discard(root) }

    /// The path of what was unpacked under a name.
    func path(_ place: String) -> String { root + "/" + place }

    /// The name under which the file of a message’s part is unpacked.
    static func place(ofData name: String) -> String { "data-" + name }

    /// The bytes of a part’s file; nil where it is not there.
    func data(_ name: String) -> [UInt8]? {
        guard let plain = Self.plain(name) else { return nil }
        return try? FileReader(path(Self.place(ofData: plain)), followingLinks: false).bytes(limit: 1 << 28)
    }

    /// The last part of a path, where that can be a file’s name.
    private static func plain(_ path: String) -> String? {
        guard let name = path.split(separator: "/").last, name != ".", name != "..", !name.contains("\0"),
            name.utf8.count < 200
        else { return nil }
        return String(name)
    }
}
