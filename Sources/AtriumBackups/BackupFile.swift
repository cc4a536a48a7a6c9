// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumFiles
package import AtriumSecrets
import AtriumSession
import Foundation

/// A backup that is read from front to back, once; unpacked files are valid only if the whole backup was read.
package struct BackupFile {
    private let path: String
    private let file: FileReader
    private let seal: (salt: [UInt8], cost: Argon2Parameters)?

    /// Opens a file.
    ///
    /// - Throws: `FileFault`; `BackupFault.noBackup`.
    package init(_ path: String) throws {
        self.path = path
        file = try FileReader(path)
        let head = try file.bytes(TarReader.block, at: 0)
        guard head.starts(with: BackupOutput.mark) else {
            guard TarReader.begins(head, with: BackupFormat.about) else { throw BackupFault.noBackup(path: path) }
            seal = nil
            return
        }
        let start = BackupOutput.mark.count
        guard head.count >= start + SealingKey.saltCount + 16 + StreamSealer.headerCount else {
            throw BackupFault.truncated(path: path)
        }
        let salt = Array(head[start..<start + SealingKey.saltCount])
        func number(_ place: Int) -> Int {
            let bytes = head[(start + SealingKey.saltCount + place)...].prefix(8)
            return Int(clamping: bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        }
        let cost = Argon2Parameters(passes: number(0), memory: number(8))
        guard cost.isBearable else { throw BackupFault.changed(path: path, name: "") }
        seal = (salt, cost)
    }

    /// Whether a password opens it.
    package var isSealed: Bool { seal != nil }

    /// The key that a password gives.
    ///
    /// - Throws: `SecretsFault`.
    package func key(from password: [UInt8]) async throws -> PasswordKey? {
        guard let seal else { return nil }
        return try await PasswordKey.derive(password, salt: seal.salt, cost: seal.cost)
    }

    /// Reads all of it and compares the hashes.
    ///
    /// - Parameters:
    ///   - program: The command of the program that it must be of.
    ///   - isOfUser: Whether it must be the archive of one user.
    ///   - folder: The folder that receives the files; `nil` for a mere look.
    ///   - isWanted: Whether to go on.
    ///   - progress: Receives the number of bytes that were read, and of all.
    /// - Throws: `BackupFault`, `FileFault`, `CancellationError`.
    package func read(
        of program: String, isOfUser: Bool = false, openedWith key: PasswordKey?, into folder: String? = nil,
        isWanted: () -> Bool = { true }, progress: (_ done: Int, _ all: Int) -> Void = { _, _ in }
    ) throws -> BackupReport {
        do {
            return try unpack(
                of: program, isOfUser, try input(key), into: folder, isWanted: isWanted, progress: progress)
        } catch let fault as TarFault {
            switch fault {
            case .truncated: throw BackupFault.truncated(path: path)
            case .malformed: throw BackupFault.changed(path: path, name: "")
            case .unreadable(let number): throw FileFault(path: path, reason: .system(number))
            }
        } catch SecretsFault.notAuthentic, SecretsFault.notSealed {
            throw BackupFault.notOpened(path: path)
        }
    }

    /// Expects a backup in a file, or nothing.
    ///
    /// - Throws: `BackupFault.noBackup`; `FileFault`.
    static func expect(at path: String) throws {
        guard try !FileReader(path).bytes(1, at: 0).isEmpty else { return }
        _ = try BackupFile(path)
    }

    private func input(_ key: PasswordKey?) throws -> BackupInput {
        guard seal != nil else { return BackupInput(file, opener: nil, from: 0) }
        guard let key else { throw BackupFault.sealed(path: path) }
        let start = BackupOutput.mark.count + SealingKey.saltCount + 16
        let header = try file.bytes(StreamSealer.headerCount, at: start)
        return BackupInput(file, opener: try StreamOpener(key: key, header: header), from: start + header.count)
    }

    private func unpack(
        of program: String, _ isOfUser: Bool, _ input: BackupInput, into folder: String?, isWanted: () -> Bool,
        progress: (Int, Int) -> Void
    ) throws -> BackupReport {
        var archive = TarStream { try input.read($0) }
        guard case let (name, size)? = try archive.next(), name == BackupFormat.about, size <= BackupFormat.longest
        else { throw BackupFault.noBackup(path: path) }
        let about = try all(of: &archive)
        guard let note = try? JSONDecoder().decode(BackupNote.self, from: Data(about)) else {
            throw BackupFault.changed(path: path, name: BackupFormat.about)
        }
        guard note.program == program else { throw BackupFault.foreign(path: path, program: note.program) }
        guard note.format <= BackupFormat.version else {
            throw BackupFault.newer(path: path, version: note.programVersion)
        }
        switch (note.user, isOfUser) {
        case (let user?, false): throw BackupFault.ofUser(path: path, user: user)
        case (nil, true): throw BackupFault.ofAll(path: path)
        default: break
        }
        var hashes = [BackupFormat.about: SHA256.hash(about).hexadecimal]
        var bytes = 0
        while case let (name, size)? = try archive.next() {
            guard name != BackupFormat.sums else {
                guard size <= BackupFormat.longest else { throw BackupFault.changed(path: path, name: name) }
                try compare(try all(of: &archive), with: hashes)
                guard try archive.next() == nil else { throw BackupFault.changed(path: path, name: "") }
                return BackupReport(
                    note: note, files: hashes.count - 1, bytes: bytes, isSealed: isSealed, leftOut: [])
            }
            guard hashes[name] == nil else { throw BackupFault.changed(path: path, name: name) }
            let target = try folder.map { try draft(name, in: $0) }
            var hash = SHA256Stream()
            while case let piece = try archive.piece(BackupFormat.piece), !piece.isEmpty {
                guard isWanted() else { throw CancellationError() }
                hash.add(piece)
                try target?.write(piece)
                progress(input.position, file.status.size)
            }
            try target?.finish(waits: false)
            hashes[name] = hash.hash().hexadecimal
            bytes += size
        }
        throw BackupFault.truncated(path: path)
    }

    /// A new file of a folder; a name that leads out of it is refused.
    private func draft(_ name: String, in folder: String) throws -> DraftFile {
        let levels = name.split(separator: "/", omittingEmptySubsequences: false)
        guard !levels.contains(where: { ["", ".", ".."].contains($0) }), !name.utf8.contains(0) else {
            throw BackupFault.changed(path: path, name: name)
        }
        if levels.count > 1 { try Folder.make(levels.dropLast().joined(separator: "/"), below: folder) }
        return try DraftFile(for: folder + "/" + name)
    }

    private func all(of archive: inout TarStream) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while case let piece = try archive.piece(BackupFormat.piece), !piece.isEmpty { bytes += piece }
        return bytes
    }

    private func compare(_ sums: [UInt8], with hashes: [String: String]) throws {
        var left = hashes
        for line in String(decoding: sums, as: UTF8.self).split(separator: "\n") {
            let (hash, name) = (String(line.prefix(64)), String(line.dropFirst(66)))
            guard left.removeValue(forKey: name) == hash else { throw BackupFault.changed(path: path, name: name) }
        }
        if let name = left.keys.min() { throw BackupFault.changed(path: path, name: name) }
    }
}

/// The bytes of a backup from the file, opened if they are sealed.
private final class BackupInput {
    private let file: FileReader
    private var opener: StreamOpener?
    private(set) var position: Int
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false

    init(_ file: FileReader, opener: StreamOpener?, from position: Int) {
        self.file = file
        self.opener = opener
        self.position = position
    }

    /// The next bytes; fewer at the end only.
    func read(_ count: Int) throws -> [UInt8] {
        while buffer.count - start < count, !isAtEnd { try fill() }
        let bytes = Array(buffer[start..<min(start + count, buffer.count)])
        start += bytes.count
        return bytes
    }

    private func fill() throws {
        buffer.removeFirst(start)
        start = 0
        let most = opener == nil ? BackupFormat.piece : StreamSealer.piece + StreamSealer.overhead
        let piece = try file.bytes(most, at: position)
        position += piece.count
        guard opener != nil else {
            isAtEnd = piece.count < most
            buffer += piece
            return
        }
        // The last piece is marked as such: a file that breaks off between two pieces is not whole.
        guard !piece.isEmpty else { throw TarFault.truncated }
        guard let opened = try opener?.open(piece) else { return }
        isAtEnd = opened.isLast
        guard !isAtEnd || position == file.status.size else { throw SecretsFault.notAuthentic }
        buffer += opened.plain
    }
}
