// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation
import Session
import ZipReader

/// The files of a zip archive, in a folder that nobody else may read and that goes with this value.
final class UnpackedArchive {
    /// What could not be unpacked, by the names that it has in the archive.
    private(set) var problems: [ExchangeProblem] = []

    private let root: String
    private let name: String

    /// Unpacks an archive; what is wrong with a file of it costs this file.
    ///
    /// - Parameters:
    ///   - name: What the archive is called where it is told of.
    ///   - progress: Told how many files there are, and how many of them are unpacked.
    /// - Throws: `CancellationError`; `ZipFault` for an archive of which nothing can be read; `FileFault` where no
    ///   folder can be made.
    init(_ path: String, named name: String, progress: (Int, Int) async -> Void) async throws {
        self.name = name
        root = try Folder.makeTemporary("atrium-import-")
        let archive = try ZipArchive(path: path)
        var limit = UnpackingLimit(ofArchive: path)
        var count = 0
        do {
            while let entry = try archive.next() {
                try Task.checkCancellation()
                count += 1
                if count % 100 == 0 { await progress(count, archive.count) }
                guard !entry.isFolder, !Self.isForOthers(entry.path) else { continue }
                guard try unpack(entry, of: archive, limit: &limit) else { break }
            }
        } catch ZipFault.damaged {
            problems.append(ExchangeProblem(file: name, reason: .malformed))
        }
    }

    deinit { Folder.discard(root) }

    /// The folder of the notes: programs put all that they export into one at the top of the archive, or into none.
    var folder: String {
        var folder = root
        while let names = try? Folder.names(in: folder), names.count == 1,
            let name = names.first, !name.lowercased().hasSuffix(".textbundle"),
            FileStatus(folder + "/" + name)?.kind == .folder
        {
            folder += "/" + name
        }
        return folder
    }

    /// Unpacks a file; false where it would be too much by now.
    private func unpack(_ entry: ZipEntry, of archive: ZipArchive, limit: inout UnpackingLimit) throws -> Bool {
        let file = name + "/" + entry.path
        let levels = entry.path.split(separator: "/", omittingEmptySubsequences: false)
        guard !entry.isLink, !levels.contains(where: { ["", ".", ".."].contains($0) }), !entry.path.contains("\0")
        else {
            problems.append(ExchangeProblem(file: name, reason: .outside(entry.path)))
            return true
        }
        guard limit.take(entry) else {
            problems.append(ExchangeProblem(file: name, reason: .largeArchive))
            return false
        }
        do {
            let path = root + "/" + entry.path
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
