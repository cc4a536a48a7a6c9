// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumFiles
import AtriumSession
import AtriumZipReader

/// The kind of an archive, by the first bytes of its file, whatever its name.
public enum ArchiveKind: Sendable {
    case zip
    case gzip
    case tar

    /// The first bytes of an archive without files: the end of its directory is all of it.
    fileprivate static let emptyZip: [UInt8] = [0x50, 0x4B, 0x05, 0x06]

    /// `nil` for any other file.
    public init?(ofFile path: String) {
        let start = FileReader.start(of: path, TarReader.block)
        // A cut one too (APPNOTE.TXT 6.3.10, 4.3.7).
        if start.starts(with: [0x50, 0x4B, 0x03, 0x04]) || start.starts(with: Self.emptyZip) {
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

/// The files of an archive in a folder that only this user may read, and that is removed with this value.
public final class UnpackedArchive {
    /// A file of an archive.
    public struct File: Sendable {
        /// Its path in the archive, which may lead anywhere.
        public let path: String
        /// Whether it is a link of the file system.
        public let isLink: Bool
        /// Its number, from 1.
        public let number: Int
        /// The number of files, as far as it is known.
        public let count: Int
    }

    /// Unpacks the current file to a path below the folder.
    ///
    /// - Throws: `FileFault`, `ZipFault`, with `ZipFault.tooLarge` if the archive is made to fill a disk, `TarFault`.
    public typealias Extracting = (_ place: String) throws -> Void

    /// The folder.
    public let root: String
    /// The only file, if it is packed but no archive.
    public private(set) var file: String?

    /// The paths of the files that the caller does not unpack.
    public var leftOut: [String] = []

    /// Makes the folder, in memory if that is requested and possible.
    public init(inMemory: Bool = false) throws(FileFault) {
        root = try Folder.makeTemporary("atrium-import-", inMemory: inMemory)
    }

    deinit { Folder.discard(root) }

    /// Unpacks an archive; a file keeps the time of its last change.
    ///
    /// - Parameter take: Receives each file except folders, and unpacks it to its place; its errors end the unpacking.
    /// - Throws: `ZipFault`, `TarFault`, `FileFault`, and the errors of `take`; files that were unpacked before stay.
    public func unpack(
        _ path: String, of kind: ArchiveKind, _ take: (File, Extracting) async throws -> Void
    ) async throws {
        switch kind {
        case .zip: try await unpackZip(path, take)
        case .gzip: try await unpackGzip(path, take)
        case .tar: try await unpackTar(path, take)
        }
    }

    private func unpackZip(_ path: String, _ take: (File, Extracting) async throws -> Void) async throws {
        // minizip takes it for a cut one.
        guard !FileReader.start(of: path, 4).starts(with: ArchiveKind.emptyZip) else { return }
        let archive = try ZipArchive(path: path)
        var limit = UnpackingLimit(ofArchive: path)
        var number = 0
        while let entry = try archive.next() {
            number += 1
            guard !entry.isFolder else { continue }
            try await take(File(path: entry.path, isLink: entry.isLink, number: number, count: archive.count)) {
                place in
                guard limit.take(entry) else { throw ZipFault.tooLarge }
                let numbers = entry.changed
                let changed = CivilTime(
                    year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4],
                    second: numbers[5])
                try add(place, changed: changed.timestamp(in: .gmt)) { try archive.extract(to: $0) }
            }
        }
    }

    /// Unpacks a file of gzip: an archive of tar, such as Google Takeout writes, or any other file.
    private func unpackGzip(_ path: String, _ take: (File, Extracting) async throws -> Void) async throws {
        let whole = try UnpackedArchive()
        let name = Folder.split(path).name
        let isNamed = name.lowercased().hasSuffix(".gz") && name.count > 3
        let place = whole.root + "/" + (isNamed ? String(name.dropLast(3)) : name)
        try GzipFile.unpack(path, to: place)
        guard ArchiveKind(ofFile: place) != .tar else { return try await unpackTar(place, take) }
        let file = root + "/" + Folder.split(place).name
        try FilePlace.move(place, to: file)
        if let time = FileStatus(path, followingLinks: true)?.written { try? FilePlace.age(file, written: time) }
        self.file = file
    }

    private func unpackTar(_ path: String, _ take: (File, Extracting) async throws -> Void) async throws {
        let archive = try TarReader(path: path)
        var number = 0
        while let entry = try archive.next(withLinks: true) {
            number += 1
            let name = entry.name.hasPrefix("./") ? String(entry.name.dropFirst(2)) : entry.name
            // Archives older than POSIX name folders so.
            guard !name.hasSuffix("/") else { continue }
            try await take(File(path: name, isLink: entry.isLink, number: number, count: number)) { place in
                try add(place, changed: entry.changed) { try DraftFile.write(try archive.bytes(of: entry), to: $0) }
            }
        }
    }

    private func add(_ place: String, changed: Timestamp?, _ write: (String) throws -> Void) throws {
        let path = root + "/" + place
        try Folder.make(Folder.split(path).folder)
        try write(path)
        if let changed { try? FilePlace.age(path, written: changed.milliseconds * 1_000_000) }
    }
}
