// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
package import AtriumSecrets
import AtriumSession
package import AtriumStores

/// The archive of one user’s data while it is written: a backup whose files the apps give, each in a folder of its own.
///
/// The file gets its name once it is complete and on the disk.
package actor UserBackup {
    private let note: BackupNote
    private let isSealed: Bool
    private let draft: DraftFile
    private let output: BackupOutput
    private var archive: SummedArchive

    /// Begins an archive.
    ///
    /// - Parameters:
    ///   - path: The file, which takes the place of another backup of this user, and of nothing else.
    ///   - note: What it says of itself, the user’s name too.
    ///   - key: Seals it; `nil` for none.
    /// - Throws: `BackupFault.noBackup`, `FileFault`; the former file is still there.
    package init(to path: String, _ note: BackupNote, sealedWith key: PasswordKey?) throws {
        if FilePlace.exists(path) { try BackupFile.expect(at: path) }
        self.note = note
        isSealed = key != nil
        DraftFile.removeStale(in: Folder.split(path).folder)
        let draft = try DraftFile(for: path, replacing: true)
        let output = BackupOutput(sealedWith: key) { bytes throws(FileFault) in try draft.write(bytes) }
        var archive = SummedArchive(changed: note.time ?? Timestamp(milliseconds: 0)) { try output.write($0) }
        try archive.add(BackupFormat.about, try note.bytes)
        self.draft = draft
        self.output = output
        self.archive = archive
    }

    /// Adds a file.
    ///
    /// - Returns: The number of bytes so far.
    package func add(_ name: String, _ bytes: [UInt8]) throws -> Int {
        try archive.add(name, bytes)
        archive.count(bytes.count)
        return archive.bytes
    }

    /// Completes the file.
    ///
    /// - Throws: `FileFault`; the former file is still there.
    package func finish() throws -> BackupReport {
        let (files, bytes) = (archive.files, archive.bytes)
        try archive.finish()
        try output.finish()
        try draft.finish()
        return BackupReport(note: note, files: files, bytes: bytes, isSealed: isSealed, leftOut: [])
    }
}

/// The archive of one user’s data, unpacked and compared with its hashes, until it is discarded.
package struct OpenedUserBackup: Sendable {
    private static let scratch = "/.archive-"

    /// The result of reading the archive.
    package let report: BackupReport
    private let folder: String

    /// Unpacks an archive into a new folder for this user only.
    ///
    /// - Parameters:
    ///   - place: The folder for it, which is made if it is missing.
    ///   - isWanted: Whether to go on.
    ///   - progress: Receives the number of bytes that were read, and of all.
    /// - Throws: `BackupFault`, with `ofAll` for a backup of all users; `FileFault`; `CancellationError`.
    package init(
        _ file: BackupFile, of program: String, openedWith key: PasswordKey?, in place: String,
        isWanted: () -> Bool = { true }, progress: (_ done: Int, _ all: Int) -> Void = { _, _ in }
    ) throws {
        try Folder.make(place)
        Scratch.removeStale(in: place, startingWith: Self.scratch.dropFirst().description)
        folder = try Folder.makeNew(place + Self.scratch)
        do {
            report = try file.read(
                of: program, isOfUser: true, openedWith: key, into: folder, isWanted: isWanted, progress: progress)
        } catch {
            Folder.discard(folder)
            throw error
        }
    }

    /// The part of an app; `nil` if it has none.
    package func part(of app: String) -> ArchiveReader? {
        let folder = folder + "/" + app
        guard FileStatus(folder)?.kind == .folder else { return nil }
        return ArchiveReader(
            list: { name in
                let path = name.isEmpty ? folder : folder + "/" + name
                guard FileStatus(path) != nil else { return [] }
                return try Folder.names(in: path).filter { $0 != "." && $0 != ".." }
            },
            read: { name in
                let path = folder + "/" + name
                guard FileStatus(path) != nil else { return nil }
                return try FileReader(path, followingLinks: false).bytes(limit: 1 << 40)
            })
    }

    /// Removes the unpacked files.
    package func discard() { Folder.discard(folder) }
}
