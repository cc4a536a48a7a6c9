// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSecrets
import AtriumStores

extension AttachmentDraft {
    /// The most bytes that an attachment may have.
    package static let largest = 100 << 20

    /// An attachment of these bytes.
    ///
    /// - Parameters:
    ///   - name: The name of the file, perhaps with a path; `nil` if it has none.
    ///   - type: The type that the source states; if it is `nil` or says nothing, the name decides.
    package init(named name: String?, type: String?, bytes: [UInt8]) {
        var type = type?.lowercased() ?? MediaType.unknown
        var normal = AttachmentName.normal(name ?? "attachment")
        if type == MediaType.unknown || type.isEmpty {
            type = MediaType.of(normal) ?? MediaType.unknown
        } else if MediaType.of(normal) == nil, let ending = MediaType.ending(of: type) {
            normal += "." + ending
        }
        self.init(name: normal, type: type, bytes: bytes, digest: Digest(bytes: SHA256.hash(bytes)))
    }
}

/// The names of attachments: such that every one can be a file’s name, in one folder with the others.
package enum AttachmentName {
    /// A name as close to the given one as it may be: its last path component, without control characters.
    package static func normal(_ name: String) -> String {
        // Angle brackets end an address in Markdown.
        let plain = PlainFileName(of: name, without: ["<", ">"]).text
        return cut(plain.isEmpty ? "attachment" : plain)
    }

    /// The name, or the first free one with a number; file systems may ignore case.
    package static func free(_ name: String, among taken: some Sequence<String>) -> String {
        let taken = Set(taken.map { $0.lowercased() })
        guard taken.contains(name.lowercased()) else { return name }
        let (stem, ending) = PlainFileName.parts(name)
        var number = 2
        while taken.contains("\(stem)-\(number)\(ending)".lowercased()) { number += 1 }
        return "\(stem)-\(number)\(ending)"
    }

    private static func cut(_ name: String) -> String {
        guard name.utf8.count > PlainFileName.longest else { return name }
        let (stem, ending) = PlainFileName.parts(name)
        let most = PlainFileName.longest - ending.utf8.count
        guard most > 0 else { return "attachment" }
        var short = stem
        while short.utf8.count > most { short.removeLast() }
        return short + ending
    }
}

extension Attachment {
    /// The Markdown that refers to it: a picture is shown, anything else is a link with its name.
    package var link: String { Self.link(to: name, isPicture: MediaType.isPicture(type)) }

    /// The label of its link: empty for a picture, which shows itself.
    var label: String { MediaType.isPicture(type) ? "" : name }

    /// A reference to an attachment; `label` is its text, or says what the picture shows.
    package static func link(to name: String, isPicture: Bool, label: String? = nil) -> String {
        // CommonMark 6.3: brackets hold an address with blanks or parentheses.
        let isPlain = !name.contains { $0.isWhitespace || "()".contains($0) }
        let address = isPlain ? name : "<\(name)>"
        return isPicture ? "![\(label ?? "")](\(address))" : "[\(label ?? name)](\(address))"
    }
}

/// Seals the attachments of protected notes, and opens them.
///
/// Name and type are sealed together with the SHA-256 of the bytes, so that neither opens beside the other’s.
struct AttachmentSealing {
    let sealer: Sealer
    /// The context that binds sealed data to its note.
    let context: [UInt8]

    /// The sealed form of a plain attachment.
    func sealed(_ draft: AttachmentDraft) -> AttachmentDraft {
        let facts =
            draft.digest.bytes
            + Array(([draft.type, draft.name] + (draft.place.map { [$0] } ?? [])).joined(separator: "\n").utf8)
        let bytes = sealer.seal(draft.bytes, context: context + Array(" bytes".utf8))
        return AttachmentDraft(
            name: "", type: "", bytes: bytes, digest: Digest(bytes: SHA256.hash(bytes)),
            sealed: sealer.seal(facts, context: context + Array(" name".utf8)))
    }

    /// Name, type, the digest of the plain bytes, and the place; `nil` for what something else has changed.
    func facts(_ sealed: [UInt8]) -> (name: String, type: String, digest: Digest, place: String?)? {
        guard let facts = try? sealer.open(sealed, context: context + Array(" name".utf8)), facts.count > 32 else {
            return nil
        }
        let parts = String(decoding: facts[32...], as: UTF8.self).split(separator: "\n", maxSplits: 2)
        guard parts.count >= 2 else { return nil }
        return (
            String(parts[1]), String(parts[0]), Digest(bytes: Array(facts[..<32])),
            parts.count > 2 ? String(parts[2]) : nil
        )
    }

    /// The plain bytes of this digest; `nil` for what something else has changed.
    func bytes(_ sealed: [UInt8], digest: Digest) -> [UInt8]? {
        guard let plain = try? sealer.open(sealed, context: context + Array(" bytes".utf8)),
            SHA256.hash(plain) == digest.bytes
        else { return nil }
        return plain
    }
}

/// Reads a file whole, up to a size.
package enum SmallFile {
    /// The bytes of a regular file.
    ///
    /// - Parameter limit: The most bytes that it may have.
    /// - Throws: `AttachmentFault.unreadable`, `AttachmentFault.tooLarge`.
    package static func bytes(
        at path: String, followingLinks: Bool = true, limit: Int = AttachmentDraft.largest
    ) throws(AttachmentFault) -> [UInt8] {
        do throws(FileFault) {
            return try FileReader(path, followingLinks: followingLinks).bytes(limit: limit)
        } catch {
            if case .tooLarge(let limit) = error.reason { throw .tooLarge(path: path, limit: limit) }
            throw .unreadable(path: path, reason: error.reason.number)
        }
    }
}
