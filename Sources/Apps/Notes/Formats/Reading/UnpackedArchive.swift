// SPDX-License-Identifier: GPL-3.0-or-later

import Exchange
import Files
import Foundation
import NotesLogic
import Session
import ZipReader

/// What packs files, as the first bytes say, whatever the file is called.
enum ArchiveKind {
    case zip
    case gzip
    case tar

    /// Nil for any other file.
    init?(ofFile path: String) {
        let start = FileStart.bytes(of: path, TarReader.block)
        // A cut one too (APPNOTE.TXT 6.3.10, 4.3.7).
        if start.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
            self = .zip
        } else if GzipFile.begins(start) {
            self = .gzip
        } else if TarReader.begins(start) {
            self = .tar
        } else {
            return nil
        }
    }
}

/// The files of an archive in a folder that only the user may read and that goes with this value.
final class UnpackedArchive {
    /// What could not be unpacked, by the names that it has in the archive.
    private(set) var problems: [ExchangeProblem] = []
    /// The only file, of what is packed but no archive.
    private(set) var file: String?

    private let root: String
    private let name: String

    /// Unpacks an archive; what is wrong with a file of it costs this file.
    ///
    /// - Parameters:
    ///   - name: The archive’s name in problems.
    ///   - progress: Told how many files there are, and how many of them are unpacked.
    /// - Throws: `CancellationError`; `ZipFault` for an archive of which nothing can be read; `FileFault` where no
    ///   folder can be made.
    init(_ path: String, named name: String, of kind: ArchiveKind, progress: (Int, Int) async -> Void) async throws {
        self.name = name
        root = try Folder.makeTemporary("atrium-import-")
        do {
            switch kind {
            case .zip: try await unpackZip(path, progress)
            case .gzip: try await unpackGzip(path, progress)
            case .tar: try await unpackTar(path, progress)
            }
        } catch ZipFault.damaged {
            problems.append(ExchangeProblem(file: name, reason: .malformed))
        }
    }

    private func unpackZip(_ path: String, _ progress: (Int, Int) async -> Void) async throws {
        let archive = try ZipArchive(path: path)
        var limit = UnpackingLimit(ofArchive: path)
        var count = 0
        while let entry = try archive.next() {
            try Task.checkCancellation()
            count += 1
            if count % 100 == 0 { await progress(count, archive.count) }
            guard !entry.isFolder, !Self.isForOthers(entry.path) else { continue }
            guard try unpack(entry, of: archive, limit: &limit) else { break }
        }
    }

    /// Unpacks a file of gzip: an archive of tar, such as Google Takeout writes, or any other file.
    private func unpackGzip(_ path: String, _ progress: (Int, Int) async -> Void) async throws {
        let whole = try Folder.makeTemporary("atrium-import-")
        defer { Folder.discard(whole) }
        let name = FilePath(name).last
        let isNamed = name.lowercased().hasSuffix(".gz") && name.count > 3
        let place = whole + "/" + (isNamed ? String(name.dropLast(3)) : name)
        try GzipFile.unpack(path, to: place)
        guard ArchiveKind(ofFile: place) != .tar else { return try await unpackTar(place, progress) }
        let file = root + "/" + FilePath(place).last
        try FilePlace.move(place, to: file)
        if let time = FileStatus(path, followingLinks: true)?.written { try? FilePlace.age(file, written: time) }
        self.file = file
    }

    private func unpackTar(_ path: String, _ progress: (Int, Int) async -> Void) async throws {
        do {
            let archive = try TarReader(path: path)
            var count = 0
            while let entry = try archive.next() {
                try Task.checkCancellation()
                count += 1
                if count % 100 == 0 { await progress(count, count) }
                let file = entry.name.hasPrefix("./") ? String(entry.name.dropFirst(2)) : entry.name
                // What was before POSIX names folders so.
                guard !Self.isForOthers(file), !file.hasSuffix("/") else { continue }
                guard let place = place(of: file, isLink: false) else { continue }
                try Folder.make(Folder.split(place).folder)
                let draft = try DraftFile(for: place)
                try draft.write(try archive.bytes(of: entry))
                try draft.finish(waits: false)
                if let time = entry.changed { try? FilePlace.age(place, written: time.milliseconds * 1_000_000) }
            }
        } catch let fault as TarFault {
            problems.append(ExchangeProblem(file: name, reason: fault == .truncated ? .truncated : .malformed))
        }
    }

    deinit { Folder.discard(root) }

    /// The folder of the notes: programs put all that they export into one at the top of the archive, or into none.
    var folder: String {
        var folder = root
        while let names = try? Folder.names(in: folder), names.count == 1,
            let name = names.first,
            !noteFormats.contains(where: { $0.bundleEnding.map(name.lowercased().hasSuffix) == true }),
            FileStatus(folder + "/" + name)?.kind == .folder
        {
            folder += "/" + name
        }
        return folder
    }

    /// Where a file goes; nil for one that leads elsewhere, which is said.
    private func place(of path: String, isLink: Bool) -> String? {
        let levels = path.split(separator: "/", omittingEmptySubsequences: false)
        guard !isLink, !levels.contains(where: { ["", ".", ".."].contains($0) }), !path.contains("\0") else {
            problems.append(ExchangeProblem(file: name, reason: .outside(path)))
            return nil
        }
        return root + "/" + path
    }

    /// Unpacks a file; false where it would be too much by now.
    private func unpack(_ entry: ZipEntry, of archive: ZipArchive, limit: inout UnpackingLimit) throws -> Bool {
        let file = name + "/" + entry.path
        guard let path = place(of: entry.path, isLink: entry.isLink) else { return true }
        guard limit.take(entry) else {
            problems.append(ExchangeProblem(file: name, reason: .largeArchive))
            return false
        }
        do {
            try Folder.make(Folder.split(path).folder)
            try archive.extract(to: path)
            // A note that does not say when it was made has the time of its file.
            if let time = Self.time(of: entry) { try? FilePlace.age(path, written: time.milliseconds * 1_000_000) }
        } catch ZipFault.encrypted {
            problems.append(ExchangeProblem(file: file, reason: .encrypted))
        } catch let fault as FileFault {
            problems.append(ExchangeProblem(file: file, reason: .unreadable(fault.reason.number)))
        } catch is ZipFault {
            problems.append(ExchangeProblem(file: file, reason: .malformed))
        }
        return true
    }

    /// What macOS puts beside the files of an archive.
    private static func isForOthers(_ path: String) -> Bool {
        path.hasPrefix("__MACOSX/") || path.hasSuffix("/.DS_Store") || path == ".DS_Store"
    }

    private static func time(of entry: ZipEntry) -> Timestamp? {
        let numbers = entry.changed
        let time = CivilTime(
            year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4],
            second: numbers[5])
        return time.timestamp(in: .gmt)
    }
}
