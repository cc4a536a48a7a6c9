// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSecrets
import AtriumSession
import Foundation
import NotesLogic

/// A file with one note in it that opens with a password alone, in any store.
///
/// The first line is a JSON object with the parameters of the seal: the salt and the cost with which Argon2id makes
/// a key of the password, and the file’s own random key, sealed under that one. After the line is the note, sealed with
/// the file’s key (XChaCha20-Poly1305), and after that the SHA-256 of all before: it distinguishes a damaged file
/// from a wrong password. The seal covers the line too.
struct SealedNoteFile {
    /// Why a file does not open.
    enum Fault: Error, Hashable {
        /// It is none, or not whole, or another than was written.
        case damaged
        /// It is of a newer format.
        case newer(Int)
        /// It was sealed under another password.
        case otherPassword
    }

    /// The ending of the names of such files.
    static let ending = "sealednote"

    private let header: Header
    private let line: [UInt8]
    private let content: [UInt8]
    private let key: PasswordSealed

    /// Reads a file, without its sealed part.
    init(_ bytes: [UInt8]) throws(Fault) {
        guard bytes.starts(with: Self.start), let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
            throw .damaged
        }
        let line = Array(bytes[...end])
        guard let version = try? JSONDecoder().decode(Version.self, from: Data(line)).version else { throw .damaged }
        guard version == Header.version else { throw .newer(version) }
        let whole = bytes.dropLast(Self.digestCount)
        guard whole.count > end + 1, SHA256.hash(Array(whole)) == Array(bytes.suffix(Self.digestCount)),
            let header = try? JSONDecoder().decode(Header.self, from: Data(line)), header.isKnown,
            let salt = Data(base64Encoded: header.salt), salt.count == SealingKey.saltCount,
            let key = Data(base64Encoded: header.key)
        else { throw .damaged }
        self.header = header
        self.line = line
        content = Array(whole[(end + 1)...])
        self.key = PasswordSealed(
            salt: Array(salt), cost: Argon2Parameters(passes: header.passes, memory: header.memory),
            sealed: Array(key))
    }

    /// Names the key that opens it, among those of one password.
    var salt: [UInt8] { key.salt }

    func opens(with password: PasswordKey) throws -> Bool {
        guard password.salt == key.salt, password.cost == key.cost else { return false }
        do { _ = try key.open(with: password, context: header.context) } catch .notAuthentic { return false }
        return true
    }

    /// The key that a password gives, the right one or not; off the caller’s actor.
    func key(from password: [UInt8]) async throws -> PasswordKey { try await key.key(from: password) }

    /// The sealed bytes.
    func open(with password: PasswordKey) throws -> [UInt8] {
        var bytes: [UInt8]
        do { bytes = try key.open(with: password, context: header.context) } catch .notAuthentic {
            throw Fault.otherPassword
        } catch .notSealed {
            throw Fault.damaged
        }
        defer { wipe(&bytes) }
        guard bytes.count == SealingKey.count else { throw Fault.damaged }
        let sealer = Sealer(key: try SealingKey(bytes: bytes))
        guard let plain = try? sealer.open(content, context: line) else { throw Fault.damaged }
        return plain
    }

    /// A file with these bytes sealed in it.
    static func bytes(of plain: [UInt8], under password: PasswordKey) throws -> [UInt8] {
        var bytes = SodiumRandom().bytes(SealingKey.count)
        defer { wipe(&bytes) }
        var header = Header(
            passes: password.cost.passes, memory: password.cost.memory,
            salt: Data(password.salt).base64EncodedString())
        header.key = Data(PasswordSealed(bytes, under: password, context: header.context).sealed)
            .base64EncodedString()
        let line = Array(header.line.utf8)
        let sealer = Sealer(key: try SealingKey(bytes: bytes))
        let file = line + sealer.seal(plain, context: line)
        return file + SHA256.hash(file)
    }

    /// Whether a sealed file’s bytes are an earlier export of a note.
    static func isExport(_ bytes: [UInt8], of note: Note, under password: PasswordKey) -> Bool {
        guard let file = try? SealedNoteFile(bytes), let plain = try? file.open(with: password),
            let object = try? JSONSerialization.jsonObject(with: Data(plain)) as? [String: Any]
        else { return false }
        return NoteJSON.number(object) == note.id && object["created"] as? String == ISOTime.text(note.createdAt)
    }

    private static let start = Array("{\"format\":\"\(Header.format)\"".utf8)
    private static let digestCount = 32
}

/// The version in the first line, which is checked before anything else.
private struct Version: Decodable {
    let version: Int
}

/// The content of the first line.
private struct Header: Decodable {
    static let format = "sealed-note"
    static let version = 1
    private static let derivation = "argon2id"
    private static let cipher = "xchacha20-poly1305"

    private var derivation = Self.derivation
    private var cipher = Self.cipher
    let passes: Int
    let memory: Int
    let salt: String
    var key = ""

    private enum CodingKeys: String, CodingKey {
        case derivation = "kdf"
        case cipher, passes, memory, salt, key
    }

    init(passes: Int, memory: Int, salt: String) {
        self.passes = passes
        self.memory = memory
        self.salt = salt
    }

    /// Whether this version knows how to open it, and may.
    var isKnown: Bool {
        derivation == Self.derivation && cipher == Self.cipher && passes > 0 && memory > 0
            && Argon2Parameters(passes: passes, memory: memory).isBearable
    }

    /// The context that binds the file’s key.
    var context: [UInt8] { Array("\(Self.format) \(Self.version) \(derivation) \(passes) \(memory) \(salt)".utf8) }

    /// The line, which none of the values has a sign in that JSON would have to write in another way.
    var line: String {
        """
        {"format":"\(Self.format)","version":\(Self.version),"kdf":"\(derivation)","passes":\(passes),\
        "memory":\(memory),"salt":"\(salt)","cipher":"\(cipher)","key":"\(key)"}

        """
    }
}
