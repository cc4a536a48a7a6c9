// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSecrets
import AtriumStores
import Foundation
import SMSLogLogic

/// The findings of a check of a signed folder.
package struct LegalFinding: Sendable, Equatable {
    /// The key that the folder names, on a line; `nil` if it names none.
    package var key: String?
    /// The comment of the signature; `nil` if the signature is not that of the list, made with the key.
    package var comment: String?
    /// The id by which the signature names its key, if it is not the id of the key; `nil` otherwise.
    package var otherKey: KeyIDs?
    /// The number of unchanged files.
    package var intact = 0
    /// Files whose bytes are others.
    package var altered: [String] = []
    /// Files that are on the list, and not there.
    package var missing: [String] = []
    /// Files that are there, and not on the list.
    package var added: [String] = []
    /// The numbers of the messages with changed sources, as far as they are known: a limited number.
    package var messages: [Int] = []

    /// Whether everything is as it was when it was signed.
    package var isIntact: Bool { comment != nil && altered.isEmpty && missing.isEmpty && added.isEmpty }
}

/// The ids of two keys, as minisign prints them.
package struct KeyIDs: Sendable, Equatable {
    /// The id of the key that must have signed.
    package let expected: String
    /// The one that the signature names.
    package let named: String
}

/// Looks at a signed folder: whether its list is the one that was signed, and its files are those of the list.
struct LegalCheck {
    /// The maximum number of named messages.
    private static let namedMessages = 100
    /// A list of more bytes is none that was written here.
    private static let largestList = 256 << 20

    let path: String

    /// - Parameter expected: The key that must have signed; `nil`: the one that the folder names.
    /// - Throws: `FileFault` for a folder that cannot be read, `ExportFault.notSigned` for one without a list.
    func finding(_ expected: MinisignKey?) throws -> LegalFinding {
        var finding = LegalFinding()
        let names = try names()
        guard names.contains(LegalFolder.File.manifest) else { throw ExportFault.notSigned(path: path) }
        let manifest = try bytes(LegalFolder.File.manifest)
        let text = try? bytes(LegalFolder.File.key)
        let key = expected ?? text.flatMap { MinisignKey(text: String(decoding: $0, as: UTF8.self)) }
        finding.key = key?.text
        if let key, let signature = try? bytes(LegalFolder.File.signature) {
            switch Minisign.verdict(on: String(decoding: signature, as: UTF8.self), signing: manifest, by: key) {
            case .signed(let comment): finding.comment = comment
            case .otherKey(let id): finding.otherKey = KeyIDs(expected: key.id, named: id)
            case .invalid: break
            }
        }
        let listed = Self.list(manifest)
        for (name, digest) in listed.sorted(by: { $0.key < $1.key }) {
            try Task.checkCancellation()
            guard names.contains(name) else {
                finding.missing.append(name)
                continue
            }
            if try self.digest(of: name) == digest { finding.intact += 1 } else { finding.altered.append(name) }
        }
        let own = [LegalFolder.File.manifest, LegalFolder.File.signature]
        finding.added = names.filter { listed[$0] == nil && !own.contains($0) }.sorted()
        if finding.altered.contains(LegalFolder.File.sources), !finding.altered.contains(LegalFolder.File.messages),
            !finding.missing.contains(LegalFolder.File.messages)
        {
            finding.messages = try alteredMessages()
        }
        return finding
    }

    /// The files of the folder, those of the exhibits with their folder’s name in front.
    private func names() throws(FileFault) -> Set<String> {
        var names: Set<String> = []
        for name in try Folder.names(in: path) {
            guard FileStatus("\(path)/\(name)")?.kind == .folder else {
                names.insert(name)
                continue
            }
            for inner in try Folder.names(in: "\(path)/\(name)") { names.insert("\(name)/\(inner)") }
        }
        return names
    }

    /// The lines of a list, as `sha256sum` writes them.
    private static func list(_ manifest: [UInt8]) -> [String: String] {
        var list: [String: String] = [:]
        for line in String(decoding: manifest, as: UTF8.self).split(separator: "\n") where line.utf8.count > 66 {
            list[String(line.dropFirst(66))] = String(line.prefix(64))
        }
        return list
    }

    private func bytes(_ name: String) throws(FileFault) -> [UInt8] {
        try FileReader("\(path)/\(name)", followingLinks: false).bytes(limit: Self.largestList)
    }

    /// The hash of a file; `nil` for a path that is not a file, or cannot be read.
    private func digest(of name: String) throws -> String? {
        guard let file = try? FileReader("\(path)/\(name)", followingLinks: false) else { return nil }
        return try Digest(of: file).description
    }

    /// The numbers of the messages whose line is another than the table of messages says.
    private func alteredMessages() throws -> [Int] {
        let table = ByteLines(try FileReader("\(path)/\(LegalFolder.File.messages)", followingLinks: false))
        let sources = ByteLines(try FileReader("\(path)/\(LegalFolder.File.sources)", followingLinks: false))
        var (altered, number): ([Int], Int) = ([], 0)
        var row: [UInt8] = []
        _ = try table.next()
        while let line = try table.next(), altered.count < Self.namedMessages {
            row += line
            // A text of several lines is in quotation marks until its last one.
            guard row.count(where: { $0 == UInt8(ascii: "\"") }) % 2 == 0 else {
                row.append(UInt8(ascii: "\n"))
                continue
            }
            number += 1
            let source = try sources.next()
            let digest = source.map { Digest(bytes: SHA256.hash($0)).description } ?? ""
            if !row.ends(with: Array(digest.utf8)) || digest.isEmpty { altered.append(number) }
            row = []
        }
        return altered
    }
}

extension [UInt8] {
    fileprivate func ends(with end: [UInt8]) -> Bool { count >= end.count && suffix(end.count).elementsEqual(end) }
}

extension SMSLogService {
    /// Looks at a signed folder, off the caller’s actor.
    ///
    /// - Parameter key: The key that must have signed, on a line; `nil`: the one that the folder names.
    /// - Throws: `ExportFault`, `CancellationError`.
    @concurrent
    package func verify(_ path: String, key: String?) async throws -> LegalFinding {
        var expected: MinisignKey?
        if let key {
            expected = MinisignKey(text: key)
            guard expected != nil else { throw ExportFault.noKey(key) }
        }
        do { return try LegalCheck(path: path).finding(expected) } catch let fault as FileFault {
            throw ExportFault.unreadable(path: fault.path, reason: fault.reason)
        }
    }
}

extension Digest {
    /// The digest of the bytes of a file, read a piece at a time.
    init(of file: FileReader) throws {
        var (stream, offset) = (SHA256Stream(), 0)
        while case let piece = try file.bytes(1 << 18, at: offset), !piece.isEmpty {
            stream.add(piece)
            offset += piece.count
        }
        self.init(bytes: stream.hash())
    }
}
